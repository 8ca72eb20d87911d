"""Posts: the channel messages for the events of a match, complete with their buttons.

A post is composed from the match as it was right after the event. So it can be composed again at
any time, after a crash or to remove its buttons, and found among the channel's messages by the
reference in its last line.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import discord
from discord import ui

import render
from cogs.language.actions import Action, label_of
from cogs.language.catalogues import Translate, plainly, translate_into
from cogs.members.mentions import FIRST_CALL_ID, FIRST_ID, HEADING_ID, ending, opponents, people
from cogs.messages.buttons import ControlKind, MatchButton, TextButton, labelled_button
from cogs.messages.layouts import (
    BUTTONS_IN_A_ROW,
    NOTHING_ADDED,
    Addition,
    board_layout,
    has_board,
    in_words,
    is_map,
    picture_file,
    rows_of,
    text_layout,
)
from cogs.messages.move_lists import Row, rows_on_post
from cogs.messages.offer_texts import for_departed, is_answered
from cogs.messages.post_texts import (
    HEADED,
    call_text,
    folded_text,
    footer,
    is_introduced,
    text_lines,
)
from engine import Text
from engine.table.match import Match
from engine.table.record import GIVEN_UP, OPEN, POSTED, Kind, Reminder, Status
from engine.values import DRAW

RECORD_FILE = "game.txt"

SILENT = frozenset(
    {
        Kind.REPOST,
        Kind.WITHDRAW,
        Kind.EXPIRE,
        Kind.OUTAGE,
        Kind.PAUSE,
        Kind.HOLIDAY,
        Kind.BACK,
    }
)
"""Events whose post pings nobody."""

FOR_ALL = frozenset({Kind.RESULT, Kind.ABORT, Kind.LAPSE, Kind.ADJUDICATE})
"""Events whose post pings all players except the one who caused it."""

ASKED: Final = frozenset({Kind.CHALLENGE, Kind.DECLINE, Kind.OFFER, Kind.REFUSE})
"""Events that people can cause repeatedly without a move, and whose pings are thus limited."""

LONGEST_RECORD = 2500
"""The most characters of a record shown in a post, which may have 4,000; a longer one is a file."""


def reference(match: Match) -> tuple[str, int]:
    """Return the two marks of the post of a match's last posted event.

    The first is the end of the post's last line, which names the match. The second is the id of
    that line among the message's components, which people do not see.
    """
    shown = next(event.number for event in reversed(match.events) if event.kind in POSTED)
    return ending(match.id), FIRST_ID + shown


def pings(match: Match) -> list[int]:
    """Return the ids of the players pinged by the post of a match's last event, in order."""
    last = match.events[-1]
    people: set[int]
    match last.kind:
        case Kind.REPOST if has_moved(match):
            people = {match.players[seat] for seat in match.to_act} - {OPEN}
        case kind if kind in SILENT:
            people = set()
        case Kind.DECLINE:
            people = {match.host}
        case kind if kind in FOR_ALL or last.text == Reminder.UNTOUCHED:
            did = match.events[-2].person if kind is Kind.RESULT else last.person
            people = set(match.people) - {did}
        case Kind.FLAG:
            people = {person for _, person in opponents(match)}
        case Kind.REMIND if last.text == Reminder.LEFT:
            people = set(match.persons).difference(match.departed)
        case Kind.TAKEBACK:
            people = {match.players[seat] for seat in match.to_act}
        case _:
            people = {match.players[seat] for seat in match.to_act}
            if last.kind in GIVEN_UP and last.text:
                people.add(match.players[int(last.text)])
            people -= {last.person, OPEN}
    return sorted(people)


def has_moved(match: Match) -> bool:
    """Return whether an unpaused match was just moved to another channel by no player's wish."""
    before = match.events[-2]
    return before.kind is Kind.RELOCATE and before.source is None and match.paused is None


def is_asked(match: Match) -> bool:
    """Return whether a match's last event is a challenge or an offer, or a refusal of one.

    An event that comes together with a move does not count: its post is the first about the turn.
    """
    last, before = match.events[-1], match.events[-2:-1]
    return last.kind in ASKED and not any(one.kind in {Kind.MOVE, Kind.START} for one in before)


def compose(
    match: Match,
    locale: discord.Locale,
    alt: Text | None,
    *,
    current: bool = True,
    followers: Sequence[int] = (),
    note: Text | None = None,
    threads: bool = False,
    explanation: Text | None = None,
    later: Match | None = None,
    notice: Text | None = None,
    text_first: bool = False,
    move_buttons: bool = True,
    guessed: Sequence[Action] = (),
    added: Addition = NOTHING_ADDED,
    event: Text | None = None,
) -> ui.LayoutView:
    """Return the post of a match's last event; ``alt`` describes its picture if it has one.

    A post is ``current`` until a later post replaces it. A replaced post has no buttons, and does
    not tell how or until when to act.

    - ``followers``: the people pinged besides the players. They are named only in a new post, not
      in an edited one, since an edit pings nobody.
    - ``note``: a text that does not follow from the match alone.
    - ``threads``: whether to advise a thread for each match, only in a new post.
    - ``explanation``: a text for newcomers to the game, below the picture.
    - ``later``: the match's later state, from which the answer to an offer is told.
    - ``notice``: the operator's notice, only in a new post.
    - ``text_first``: whether the position in words precedes the picture, while somebody is to move.
    - ``move_buttons``: whether the moves of the turn are below the board.
    - ``guessed``: the actions with which spectators guess the next move.
    - ``added``: lines below those about the match, and rows above its buttons.
    - ``event``: the event in which the match is played, named with each board.
    """
    translated = translate_into(locale)
    said = text_lines(match, translated, current=current, later=later, event=event)
    words = [*_words(match, locale)] if text_first else []
    told = [*said, *words, *added.lines, *([translated(note)] if note else [])]
    lines = "\n".join(map(_with_capital, told))
    layout = text_layout(lines) if alt is None else board_layout(lines, plainly(alt, locale))
    if explanation is not None:
        layout.add_item(ui.TextDisplay(translated(explanation)))
    if match.status is Status.OVER and match.turns:
        record = match.record(setup=False)
        if len(record) <= LONGEST_RECORD:
            layout.add_item(ui.TextDisplay(f"```\n{record}\n```"))
        else:
            layout.add_item(ui.File(f"attachment://{RECORD_FILE}"))
    if followers:
        layout.add_item(_named(followers, translated))
    if threads:
        layout.add_item(_advice(translated))
    if notice is not None:
        layout.add_item(ui.TextDisplay(f"⚠️ {translated(notice)}"))
    layout.add_item(_last_line(match, translated, event, current=current))
    if current:
        for row in added.rows:
            layout.add_item(ui.ActionRow(*row))
        for row in button_rows(
            match, translated, later=later, move_buttons=move_buttons, guessed=guessed
        ):
            layout.add_item(ui.ActionRow(*row))
    return layout


def _last_line(
    match: Match, translated: Translate, event: Text | None, *, current: bool
) -> ui.TextDisplay[ui.LayoutView]:
    """Return a post's last line: the event unless the post names it above, a hint, the match."""
    hint = footer(match, translated, current=current)
    if event is not None and has_board(match) and not is_introduced(match):
        hint = f"{translated(event)} · {hint}"
    ends, number = reference(match)
    return ui.TextDisplay(f"-# {hint} · {_ending(ends, translated)}", id=number)


def _words(match: Match, locale: discord.Locale) -> Iterator[str]:
    """Yield the position in words, as the public sees it, if the post shows a live board."""
    is_told = has_board(match) and not match.hides_pieces and not match.setting_up
    if is_told and match.status is Status.LIVE:
        yield in_words(match.position.seen_by(None), locale)


def _with_capital(line: str) -> str:
    """Return a line with a capital first letter, since it may begin with a computer's name."""
    return line[:1].upper() + line[1:]


def folded(match: Match, locale: discord.Locale, about_moves: Sequence[str] = ()) -> ui.LayoutView:
    """Return the post of a match's last event folded to one line, once a later post has the board.

    The lines ``about_moves`` are added if the event is about moves.
    """
    translated = translate_into(locale)
    ends, number = reference(match)
    told = [folded_text(match, translated)]
    if match.events[-1].kind not in HEADED:
        told += about_moves
    text = " · ".join(_with_capital(one.removesuffix(".")) for one in told)
    line = f"-# {text} · {_ending(ends, translated)}"
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(line, id=number))
    return layout


def heading(match: Match, locale: discord.Locale) -> ui.LayoutView:
    """Return the message from which a match's thread is made: its game and its players."""
    translated = translate_into(locale)
    text = _with_capital(folded_text(match, translated).removesuffix("."))
    layout = ui.LayoutView(timeout=None)
    line = f"{text} · {_ending(reference(match)[0], translated)}"
    layout.add_item(ui.TextDisplay(line, id=HEADING_ID))
    return layout


def call(
    match: Match, locale: discord.Locale, called: Sequence[int], followers: Sequence[int], url: str
) -> ui.LayoutView:
    """Return the message that pings people for a match's last event, whose post was an edit.

    ``called`` are the players to call, and ``url`` is that of the edited post.
    """
    translated = translate_into(locale)
    ends, number = reference(match)
    layout = ui.LayoutView(timeout=None)
    where = f"[{translated(match.game.title)}]({url})"
    if called:
        layout.add_item(ui.TextDisplay(translated(call_text(match, called, where))))
    if followers:
        layout.add_item(_named(followers, translated))
    line = f"-# {translated(match.game.title)} · {_ending(ends, translated)}"
    layout.add_item(ui.TextDisplay(line, id=number - FIRST_ID + FIRST_CALL_ID))
    return layout


def _ending(ends: str, translated: Translate) -> str:
    """Return the translated end of a post's last line, which names the match."""
    return translated(Text("match {match}", match=ends))


def _named(followers: Sequence[int], translated: Translate) -> ui.TextDisplay[ui.LayoutView]:
    following = translated(Text("Followers: {people}", people=people(followers)))
    return ui.TextDisplay(f"-# {following}")


def _advice(translated: Translate) -> ui.Section[Any]:
    """Return the advice to use a thread for each match, with the button that turns threads on."""
    text = Text("Threads keep several matches apart.")
    button: ui.Item[Any] = TextButton(
        ControlKind.SETTING, "server:threads:on", translated(Text("Use threads"))
    )
    return ui.Section(f"-# {translated(text)}", accessory=button)


def files(match: Match, picture: render.Picture | None) -> list[discord.File]:
    """Return the files of the post of a match's last event: its picture, and a long record."""
    found = []
    if picture is not None:
        found.append(picture_file(picture))
    if match.status is Status.OVER and len(match.record(setup=False)) > LONGEST_RECORD:
        found.append(discord.File(io.BytesIO(match.record().encode()), RECORD_FILE))
    return found


def is_post(message: discord.Message, match: Match) -> bool:
    """Return whether a message of the bot is the post of a match's last event."""
    return _refers(message, *reference(match))


def is_heading(message: discord.Message, match: Match) -> bool:
    """Return whether a message of the bot is the heading from which a match's thread is made."""
    return _refers(message, reference(match)[0], HEADING_ID)


def is_call(message: discord.Message, match: Match) -> bool:
    """Return whether a message of the bot calls people for a match's last event."""
    ends, number = reference(match)
    return _refers(message, ends, number - FIRST_ID + FIRST_CALL_ID)


def _refers(message: discord.Message, ends: str, number: int) -> bool:
    return any(
        isinstance(component, discord.components.TextDisplay)
        and component.id == number
        and component.content.endswith(f" {ends}")
        for component in message.components
    )


def texts_of(components: Iterable[Any]) -> Iterator[str]:
    """Yield all texts in the components of a message, nested ones included."""
    for component in components:
        if isinstance(component, discord.components.TextDisplay):
            yield component.content
        yield from texts_of(getattr(component, "children", ()))


# First words


class FirstWords(NamedTuple):
    """An explanation, and the people who meet its subject for the first time in a match."""

    text: Text
    people: frozenset[int]


def first_words(match: Match) -> Iterator[FirstWords]:
    """Yield the texts that explain the board of a match's last event to newcomers.

    The special features of a game are explained on the boards on which a player is to act who has
    not moved yet, and claims on the board that offers the player's side the first one.
    """
    if not has_board(match) or match.status is not Status.LIVE or match.outcome:
        return
    called = frozenset(match.people[seat] for seat in match.to_act)
    untried = called.difference(event.person for event in match.moves)
    if untried and match.game.tagline is not None:
        special = Text("{special}. *Rules* tells more.", special=match.game.tagline)
        yield FirstWords(special, untried)
    claiming = match.position.claiming
    explanation = claiming.explanation()
    if called and explanation is not None and match.claims and not _claimed_before(match):
        new = Text("New to {game}? {lesson}", game=match.game.title, lesson=explanation)
        yield FirstWords(new, called)


def _claimed_before(match: Match) -> bool:
    """Return whether the side on turn had anything to claim in an earlier turn."""
    position = match.position
    earlier = (place for _, place in match.path[-2::-1] if place.turn == position.turn)
    return any(place.read().claiming.claims() for place in earlier)


# Buttons: rows of moves, then at most two rows with the most used actions

ROWS: Final = 2
"""The most rows of action buttons below a board; more would fill a phone's screen."""

SET_UP_ACTIONS = (
    Action.SET_UP,
    Action.READY,
    Action.WHOLE,
    Action.RULES,
    Action.RESIGN,
    Action.MORE,
)
"""The buttons below a board that is still being set up."""


def button_rows(
    match: Match,
    translated: Translate,
    *,
    later: Match | None = None,
    move_buttons: bool = True,
    guessed: Sequence[Action] = (),
) -> Iterator[Row]:
    """Yield the rows of buttons of the post of a match's last event.

    With ``move_buttons``, moves come first. The buttons of an offer are left out if it has been
    answered in the ``later`` state. Those of the ``guessed`` actions are included if they fit
    beside the players' own.
    """
    answers = [] if later is not None and is_answered(match, later) else _answers(match)
    moves = rows_on_post(match, translated) if move_buttons and has_board(match) else []
    yield from moves
    buttons = _buttons(match, answers, translated, tapped=bool(moves), guessed=guessed)
    yield from rows_of(list(buttons))


def rare_buttons(
    match: Match, translated: Translate, *, move_buttons: bool = True
) -> list[MatchButton]:
    """Return the buttons that a match has now, except those below its board.

    *Move* is one of them if the board has the moves themselves, by ``move_buttons``.
    """
    if match.status is not Status.LIVE or match.setting_up or match.outcome:
        return []
    room = _room([*_answers(match), *_for_departed(match)])
    tapped = move_buttons and bool(rows_on_post(match, translated))
    move = [_button(match, translated, Action.MOVE, match.since)] if tapped else []
    usual = _usual(match, room, translated, tapped=tapped)
    return [*move, *usual[room:], *_proposals(match, translated)]


def _buttons(
    match: Match,
    answers: Sequence[Action],
    translated: Translate,
    *,
    tapped: bool,
    guessed: Sequence[Action],
) -> Iterator[MatchButton]:
    """Yield the buttons of the post of a match's last event, except those of moves."""
    number = match.events[-1].number
    match match.status:
        case Status.CHALLENGE:
            for action, label in _challenge_buttons(match):
                yield _button(match, translated, action, number, label=label)
        case Status.OVER if match.line:
            higher = [Action.NEXT_LEVEL] * (match.next_level is not None)
            reviewed = [Action.REVIEW] * bool(match.turns)
            again = [Action.REMATCH] * (not match.crowds)
            for action in (*higher, *again, *reviewed, Action.MORE):
                yield _button(match, translated, action, number)
        case Status.LIVE:
            if match.events[-1].kind is Kind.FLAG:
                yield _button(match, translated, Action.CLAIM_TIME, number)
            for action in answers:
                yield _button(match, translated, action, match.offer.number if match.offer else 0)
            left = _for_departed(match)
            for action in left:
                yield _button(match, translated, action, number, match.events[-1].seat or 0)
            if has_board(match):
                room = _room([*answers, *left])
                yield from _below_board(match, room, translated, tapped=tapped, guessed=guessed)


def _below_board(
    match: Match, room: int, translated: Translate, *, tapped: bool, guessed: Sequence[Action]
) -> Iterator[MatchButton]:
    if match.setting_up:
        for action in SET_UP_ACTIONS:
            if action is not Action.WHOLE or is_map(match.position):
                yield _button(match, translated, action, match.since)
    elif not match.outcome:
        usual = _usual(match, room, translated, tapped=tapped)
        yield from usual[:room]
        for action in guessed[: max(room - len(usual), 0)]:
            yield _button(match, translated, action, match.since)
        yield _button(match, translated, Action.MORE, match.since)


def _room(answers: Sequence[Action]) -> int:
    """Return the number of buttons that fit below a board beside *More* and the ``answers``."""
    return ROWS * BUTTONS_IN_A_ROW - 1 - len(answers)


def _answers(match: Match) -> list[Action]:
    """Return the actions that answer or withdraw the open offer of a match, if there is one."""
    if match.offer is None:
        return []
    return [Action.AGREE, Action.REFUSE, *[Action.RECALL] * (match.offer.by is not None)]


def _for_departed(match: Match) -> list[Action]:
    return for_departed(match) if match.events[-1].kind is Kind.REMIND else []


def _usual(match: Match, room: int, translated: Translate, *, tapped: bool) -> list[MatchButton]:
    """Return the buttons of a board, the most used first; ``room`` is the number that fits.

    *Move* is left out if the moves themselves can be ``tapped``. Claims that do not fit are last.
    """
    position, since = match.position, match.since
    claims = [
        _button(match, translated, Action.CLAIM, since, number, label=claim.label)
        for number, claim in enumerate(match.claims)
    ]
    useful = {
        Action.LEGAL: not match.hides_pieces,
        Action.MOVE: bool(match.persons) and not tapped and match.paused is None,
        Action.FLIP: not is_map(position),
        Action.WHOLE: is_map(position),
        Action.DRAW: bool(match.persons or match.crowds) and DRAW in position.agreements(),
        Action.RESIGN: bool(match.persons or match.crowds),
    }

    def of(*actions: Action) -> list[MatchButton]:
        return [_button(match, translated, a, since) for a in actions if useful.get(a, True)]

    first = of(Action.MOVE, Action.LEGAL, Action.WHOLE)
    last = of(Action.FLIP, Action.RULES, Action.DRAW, Action.RESIGN)
    claimed = max(room - len(first) - len(last), 0)
    return [*first, *claims[:claimed], *last, *claims[claimed:]]


def _proposals(match: Match, translated: Translate) -> list[MatchButton]:
    """Return the buttons that propose agreements other than a draw."""
    return [
        _button(
            match,
            translated,
            Action.PROPOSE,
            match.since,
            number,
            label=Text("Propose {what}", what=agreement.label or agreement.text),
        )
        for number, agreement in enumerate(match.position.agreements())
        if agreement != DRAW
    ]


def _challenge_buttons(match: Match) -> Iterator[tuple[Action, Text]]:
    """Yield the actions of an open challenge, each with the label of its button."""
    asked = set(match.people) - match.accepted - {OPEN}
    if asked:
        yield Action.ACCEPT, label_of(Action.ACCEPT)
        yield Action.DECLINE, label_of(Action.DECLINE)
    if OPEN in match.people:
        yield Action.JOIN, label_of(Action.JOIN)
    if match.joined.intersection(match.persons):
        yield Action.LEAVE, label_of(Action.LEAVE)
    if not asked and OPEN in match.people:
        yield Action.ADD_COMPUTER, label_of(Action.ADD_COMPUTER)
        if match.fewer is not None or match.people.count(OPEN) > 1:
            yield Action.BEGIN, label_of(Action.BEGIN)
    closes = OPEN in match.people and not asked
    yield Action.WITHDRAW, Text("Close") if closes else label_of(Action.WITHDRAW)


def _button(
    match: Match,
    translated: Translate,
    action: Action,
    event: int,
    which: int = 0,
    *,
    label: Text | None = None,
) -> MatchButton:
    return labelled_button(action, match.id, event, which, translated=translated, label=label)
