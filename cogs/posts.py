"""What a match looks like in its channel: the post that belongs to each event.

A post is composed from the match as it was right after the event, and from nothing else, so
that it can be composed again at any time: after a crash, to take its buttons off, or to find
it among the channel's messages by the reference in its last line.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import discord
from discord import ui

import render
from cogs.buttons import LABELS, Action, MatchButton
from cogs.clockface import clock_texts, rated_text, time_text
from cogs.language import say
from cogs.names import Say, opponents, people, person, seat_of
from cogs.notices import heading, notice
from cogs.preferences import DEFAULT_LOOK, Look
from engine import Game, Move, Outcome, Text, drafts
from engine.game import DRAW, Options
from engine.match import Match
from engine.record import OPEN, POSTED, Event, Kind, Offer, Reminder, Status
from render.painter import ALL

BOARD_FILE = "board.png"
RECORD_FILE = "game.txt"

BOARD_ACTIONS = (Action.MOVE, Action.LEGAL, Action.FLIP, Action.DRAW, Action.RESIGN)
"""The buttons below every board."""

DRAFTING_ACTIONS = (Action.SET_UP, Action.READY, Action.RESIGN, Action.MORE)
"""The buttons below a board that is still being set up."""

BUTTONS_IN_A_ROW = 5
"""Discord's limit; what has no button can be typed."""

SET_UP = 2
"""More pieces than this placed at once are a set-up, which the picture tells."""

SIZE, WHOLE_SIZE = 900, 1160
"""Pixels of a picture, and of one of a whole map."""

WITH_BOARD = frozenset(
    {
        Kind.START,
        Kind.MOVE,
        Kind.RESIGN,
        Kind.TIMEOUT,
        Kind.TAKEBACK,
        Kind.RESULT,
        Kind.ABORT,
        Kind.LAPSE,
        Kind.ADJUDICATE,
        Kind.REPOST,
        Kind.REMIND,
    }
)
"""Events whose post has a picture of the board."""

SILENT = frozenset({Kind.REPOST, Kind.WITHDRAW, Kind.EXPIRE, Kind.OUTAGE, Kind.HOLIDAY, Kind.BACK})
"""Events whose post calls nobody."""

FOR_ALL = frozenset({Kind.RESULT, Kind.ABORT, Kind.LAPSE, Kind.ADJUDICATE})
"""Events whose post calls all players but who did it."""

LONGEST_ALT = 1024
"""Characters that Discord allows for the description of a picture."""

LONGEST_RECORD = 2500
"""Characters of a game's notation in a post, which may have 4,000; a longer one is a file."""


def reference(match: Match) -> str:
    """What names this post among all: the match and the event it shows."""
    shown = next(event.number for event in reversed(match.events) if event.kind in POSTED)
    return f"#{match.id}.{shown}"


def has_board(match: Match) -> bool:
    """Whether the post of the match's last event has a picture."""
    last = match.events[-1]
    proposed = last.kind is Kind.OFFER and last.person is None
    return bool(match.line) and (last.kind in WITH_BOARD or proposed)


def describe(match: Match) -> Text:
    """The words for who does not see the picture of ``draw``."""
    before, moves = match.last_moves()
    position = match.position.seen_by(None)
    return render.describe(position, moves, before.seen_by(None) if before else None)


def draw(
    match: Match,
    seat: int | None = None,
    *,
    side: int = 0,
    marks: Sequence[Move] = (),
    whole: bool = False,
    size: int | None = None,
    look: Look = DEFAULT_LOOK,
) -> render.Picture:
    """The board as ``seat`` may see it (None: the public), from the side of a seat.

    ``marks`` are moves to show; of a map a turn shows a part, unless it is to be ``whole``. It
    is work for a thread.
    """
    position = match.position.seen_by(seat)
    before, moves = match.last_moves()
    return render.picture(
        position,
        before=before.seen_by(seat) if before else None,
        moves=moves,
        viewer=side,
        theme=look.theme,
        coordinates=look.coordinates,
        marks=marks,
        size=size or (WHOLE_SIZE if whole else SIZE),
        region=ALL if whole else None,
    )


def pings(match: Match) -> list[int]:
    """The people whom the post of the last event calls."""
    last = match.events[-1]
    match last.kind:
        case kind if kind in SILENT:
            people: set[int] = set()
        case Kind.DECLINE:
            people = {match.host}
        case kind if kind in FOR_ALL or last.text == Reminder.UNTOUCHED:
            did = match.events[-2].person if kind is Kind.RESULT else last.person
            people = set(match.people) - {did}
        case Kind.FLAG:
            people = {person for _, person in opponents(match)}
        case Kind.TAKEBACK:
            people = {match.people[seat] for seat in match.to_act}
        case _:
            people = {match.people[seat] for seat in match.to_act} - {last.person, OPEN}
    return sorted(people)


def compose(
    match: Match,
    locale: discord.Locale,
    alt: Text | None,
    *,
    buttons: bool = True,
    told: Sequence[int] = (),
    note: Text | None = None,
) -> ui.LayoutView:
    """The post of the match's last event; ``alt`` describes its picture, where it has one.

    ``told`` are the followers whom it calls. They are named when it is sent and never again: an
    edit calls nobody. ``note`` is said when it is sent, though the match alone does not tell it.
    """

    def tell(text: Text) -> str:
        return say(text, locale)

    lines = "\n".join([*text_lines(match, tell), *([tell(note)] if note else [])])
    if alt is not None:
        layout = board_layout(lines, tell(alt))
    else:
        layout = ui.LayoutView(timeout=None)
        layout.add_item(ui.TextDisplay(lines))
    if match.status is Status.OVER and match.moves:
        record = match.record()
        if len(record) <= LONGEST_RECORD:
            layout.add_item(ui.TextDisplay(f"```\n{record}\n```"))
        else:
            layout.add_item(ui.File(f"attachment://{RECORD_FILE}"))
    if told:
        following = tell(Text("For who follows: {people}", people=people(told)))
        layout.add_item(ui.TextDisplay(f"-# {following}"))
    layout.add_item(ui.TextDisplay(f"-# {_footer(match, tell)} · {reference(match)}"))
    if buttons:
        for row in button_rows(match, tell):
            if row:
                layout.add_item(ui.ActionRow(*row))
    return layout


def files(match: Match, picture: render.Picture | None) -> list[discord.File]:
    """The files that the post of the last event comes with."""
    found = []
    if picture is not None:
        found.append(picture_file(picture))
    record = match.record()
    if match.status is Status.OVER and len(record) > LONGEST_RECORD:
        found.append(discord.File(io.BytesIO(record.encode()), RECORD_FILE))
    return found


def picture_file(picture: render.Picture) -> discord.File:
    """A picture as the file that a post refers to."""
    return discord.File(io.BytesIO(picture.png), BOARD_FILE)


def board_layout(text: str, alt: str) -> ui.LayoutView:
    """A text and the picture of the board below it, with the words for who does not see it."""
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(text))
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    gallery.add_item(media=f"attachment://{BOARD_FILE}", description=alt[:LONGEST_ALT])
    layout.add_item(gallery)
    return layout


def is_post(message: discord.Message, match: Match) -> bool:
    """Whether a message of the bot shows the match's last event."""
    return any(text.endswith(f" {reference(match)}") for text in texts(message.components))


def texts(components: Iterable[Any]) -> Iterator[str]:
    """All texts in the components of a message."""
    for component in components:
        if isinstance(component, discord.components.TextDisplay):
            yield component.content
        yield from texts(getattr(component, "children", ()))


# What a post says


def text_lines(match: Match, tell: Say) -> Iterator[str]:
    """What the post of the match's last event says, line by line."""
    last = match.events[-1]
    match last.kind:
        case Kind.CHALLENGE | Kind.ACCEPT | Kind.JOIN | Kind.REPOST if not match.line:
            yield from _card(match, tell)
        case Kind.DECLINE | Kind.WITHDRAW | Kind.EXPIRE:
            yield tell(_closing(match, last))
        case Kind.START:
            yield f"### {tell(match.game.title)}"
            yield " – ".join(seat_of(match, seat, tell) for seat in range(len(match.people)))
            yield from map(tell, match.position.seen_by(None).news())
            yield _turn(match, tell)
        case Kind.REFUSE | Kind.OUTAGE | Kind.HOLIDAY | Kind.BACK | Kind.FLAG:
            yield tell(notice(match, last))
        case _:
            if last.kind in {Kind.REMIND, Kind.TAKEBACK, Kind.ABORT, Kind.LAPSE, Kind.ADJUDICATE}:
                yield tell(heading(match, last))
            if has_board(match):
                yield from _played(match, tell)
                yield from map(tell, match.position.seen_by(None).news())
            if match.offer:
                yield _offered(match, match.offer, tell)
            if match.outcome and match.status is Status.OVER:
                yield from result_lines(match, match.outcome, tell)
            elif has_board(match) and not match.outcome and match.status is Status.LIVE:
                yield _turn(match, tell)


def _card(match: Match, tell: Say) -> Iterator[str]:
    """Who challenges whom to what: nobody accepts what he does not see here."""
    yield f"### {tell(match.game.title)}"
    joined = {event.person for event in match.events if event.kind is Kind.JOIN}
    challenged = [user for user in match.people if user not in {match.host, OPEN, *joined}]
    if challenged:
        names = people(challenged)
        yield tell(Text("{host} challenges {people}.", host=person(match.host), people=names))
    else:
        yield tell(Text("{host} looks for players.", host=person(match.host)))
    start = match.game.start(len(match.people), **match.options)
    yield from (f"• {line}" for line in rule_lines(match.game, start.options, tell))
    if (remark := match.game.remark(start)) is not None:
        yield tell(remark)
    begins = start.seats[start.turn].name
    if match.drawn:
        yield " · ".join(_place(match, seat, tell) for seat in range(len(match.people)))
        yield tell(Text("{seat} begins.", seat=begins))
    else:
        if len(match.people) > 2:
            yield " · ".join(_taken(match, user, tell) for user in match.people)
        yield tell(Text("Sides are drawn by lot; {seat} begins.", seat=begins))
    yield " · ".join(map(tell, (time_text(match), rated_text(match))))
    when = discord.utils.format_dt(match.expires, "R")
    yield tell(Text("The challenge expires {when}.", when=when))


def rule_lines(game: Game, options: Options, tell: Say) -> Iterator[str]:
    """The options that differ from the usual ones, in words."""
    for name, value in options.items():
        option = game.options[name]
        if value == option.default:
            continue
        if isinstance(value, bool):
            chosen: Text | str = Text("yes") if value else Text("no")
        else:
            chosen = str(value)
        yield tell(Text("{rule}: **{value}**", rule=option.help, value=chosen))


def _place(match: Match, seat: int, tell: Say) -> str:
    """A seat of a challenge, with who has it."""
    return f"{tell(match.seats[seat].name)} {_taken(match, match.people[seat], tell)}"


def _taken(match: Match, user: int, tell: Say) -> str:
    if user == OPEN:
        return tell(Text("open"))
    ready = " ✓" if len(match.people) > 2 and user in match.accepted else ""
    name = person(user)
    return (name if isinstance(name, str) else tell(name)) + ready


def _closing(match: Match, last: Event) -> Text:
    host, game = person(match.host), match.game.title
    if last.kind is Kind.DECLINE:
        return Text(
            "{person} declines the challenge of {host} to {game}.",
            person=person(last.person or 0),
            host=host,
            game=game,
        )
    if last.kind is Kind.WITHDRAW:
        return Text("{host} withdraws the challenge to {game}.", host=host, game=game)
    return Text("The challenge of {host} to {game} has expired.", host=host, game=game)


def _played(match: Match, tell: Say) -> Iterator[str]:
    """What the last turn was, and whether somebody gave up since."""
    turn = match.last_turn
    if len(turn) > SET_UP and all(drafts.opens(event.text) for event in turn):
        yield tell(Text("All pieces are set up; the game begins."))
    elif turn and turn[0].seat is not None:
        moves = ", ".join(f"`{event.text}`" for event in turn)
        yield tell(
            Text("{player} played {moves}.", player=seat_of(match, turn[0].seat, tell), moves=moves)
        )
    since = match.events[turn[-1].number if turn else 0 :]
    for event in since:
        if event.seat is None or match.outcome:
            continue
        if event.kind is Kind.RESIGN:
            yield tell(Text("{player} resigned.", player=seat_of(match, event.seat, tell)))
        if event.kind is Kind.TIMEOUT:
            out = seat_of(match, event.seat, tell)
            yield tell(Text("{player} ran out of time and is out.", player=out))


def _turn(match: Match, tell: Say) -> str:
    if match.position.drafting():
        drafting = dict.fromkeys(match.people[seat] for seat in match.drafting)
        return tell(
            Text(
                "{people}: set up your pieces in secret, by the button or in a direct message to "
                "me, and press Ready. The game begins when all are.",
                people=people(drafting),
            )
        )
    turn = match.position.turn
    text = Text(
        "**Move {number}**: {person}, it is your turn ({seat}).",
        number=match.move_number,
        person=person(match.people[turn]),
        seat=match.seats[turn].name,
    )
    return " ".join([tell(text), *map(tell, clock_texts(match))])


def _offered(match: Match, offer: Offer, tell: Say) -> str:
    """What is offered, and who has still to answer."""
    if offer.by is None and match.outcome is not None:
        return tell(
            Text(
                "{reason} Do you all agree to {agreement}? If one declines, it stays so.",
                reason=match.outcome.reason,
                agreement=offer.agreement.text,
            )
        )
    if offer.by is None:
        return tell(
            Text(
                "This position has come up for the third time: do you both agree to {agreement}?",
                agreement=offer.agreement.text,
            )
        )
    asked = {match.people[seat] for seat in match.asked(offer)}
    text = Text(
        "{person} proposes {agreement}. {others}: accept, decline, or simply play on.",
        person=person(offer.by),
        agreement=offer.agreement.text,
        others=people(sorted(asked - offer.agreed)),
    )
    if len(asked) < 3:
        return tell(text)
    vote = Text(
        "All of them have to agree: {agreed} of {all} do.",
        agreed=len(asked & offer.agreed),
        all=len(asked),
    )
    return f"{tell(text)} {tell(vote)}"


def result_lines(match: Match, outcome: Outcome, tell: Say) -> Iterator[str]:
    """Who won, and why."""
    best = [seat for seat, rank in enumerate(outcome.ranks) if rank == min(outcome.ranks)]
    names = ", ".join(seat_of(match, seat, tell) for seat in best)
    if len(best) == len(outcome.ranks):
        yield tell(Text("**A draw**: {reason}", reason=outcome.reason))
        yield names
    elif len(best) > 1:
        yield tell(Text("**{winners} win**: {reason}", winners=names, reason=outcome.reason))
    else:
        yield tell(Text("**{winner} wins**: {reason}", winner=names, reason=outcome.reason))
    if len(outcome.ranks) > 2:
        ranked = sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])
        yield "\n".join(f"{outcome.ranks[seat]}. {seat_of(match, seat, tell)}" for seat in ranked)


def _footer(match: Match, tell: Say) -> str:
    """What to type next, or what this was."""
    if match.status is Status.LIVE and has_board(match):
        return tell(
            Text(
                "{game}: type a move such as `{example}`, or use the buttons",
                game=match.game.title,
                example=match.game.example,
            )
        )
    return tell(match.game.title)


def button_rows(match: Match, tell: Say) -> Iterator[list[MatchButton]]:
    """The rows of buttons, each button with the number of the event that it belongs to."""

    def button(
        action: Action, event: int, which: int = 0, label: Text | None = None
    ) -> MatchButton:
        shown = tell(label or LABELS[action])
        return MatchButton(action, match.id, event, which, label=shown)

    if match.status is Status.CHALLENGE:
        number = match.events[-1].number
        yield [button(action, number, label=label) for action, label in _answers(match)]
    if match.status is Status.OVER and match.line:
        yield [button(action, match.events[-1].number) for action in (Action.REMATCH, Action.MORE)]
    if match.status is not Status.LIVE:
        return
    if match.events[-1].kind is Kind.FLAG:
        yield [button(Action.CLAIM_TIME, match.events[-1].number)]
    if match.offer:
        answers = [Action.AGREE, Action.REFUSE, *[Action.RECALL] * (match.offer.by is not None)]
        yield [button(action, match.offer.number) for action in answers]
    if has_board(match):
        position, since = match.position, match.since
        if match.drafting:
            yield [button(action, since) for action in DRAFTING_ACTIONS]
            return
        if match.outcome:
            return
        useless = {
            Action.DRAW: DRAW not in position.agreements(),
            Action.FLIP: position.board.style == "map",
        }
        yield [button(action, since) for action in BOARD_ACTIONS if not useless.get(action)]
        claims = [
            button(Action.CLAIM, since, number, claim.label)
            for number, claim in enumerate(position.claims())
        ]
        proposals = [
            button(Action.PROPOSE, since, number, Text("Propose {what}", what=agreement.text))
            for number, agreement in enumerate(position.agreements())
            if agreement != DRAW
        ]
        whole = [button(Action.WHOLE, since)] if position.view() is not None else []
        more = button(Action.MORE, since)
        yield [*(claims + proposals + whole)[: BUTTONS_IN_A_ROW - 1], more]


def _answers(match: Match) -> Iterator[tuple[Action, Text]]:
    """What can be answered to a challenge, and what the button says."""
    asked = set(match.people) - match.accepted - {OPEN}
    if asked:
        yield Action.ACCEPT, LABELS[Action.ACCEPT]
        yield Action.DECLINE, LABELS[Action.DECLINE]
    if OPEN in match.people:
        yield Action.JOIN, LABELS[Action.JOIN]
    if not asked and match.fewer is not None:
        yield Action.BEGIN, LABELS[Action.BEGIN]
    closes = OPEN in match.people and not asked
    yield Action.WITHDRAW, Text("Close") if closes else LABELS[Action.WITHDRAW]
