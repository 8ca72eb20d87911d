"""The texts of posts: the last moves and events, the turn, the open offer, and the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice

import discord

from cogs.language.catalogues import Translate
from cogs.language.time_limits import clock_texts
from cogs.language.typed_words import from_notation
from cogs.members.mentions import opponents, people, person, player, players, seat_of
from cogs.messages.challenge_cards import TOO_OFTEN, card, closing, invitation, own_rules
from cogs.messages.end_texts import (
    broken_off,
    hint_lines,
    next_level,
    result_lines,
    uncounted_lines,
)
from cogs.messages.layouts import has_board
from cogs.messages.move_lists import example_of, has_example
from cogs.messages.offer_texts import departed_text, not_answered, offer_line
from engine import Text
from engine.capabilities.set_ups import is_placing
from engine.table.match import Match
from engine.table.record import (
    GIVEN_UP,
    LOT,
    OFTEN,
    Event,
    Kind,
    Reminder,
    Status,
    is_abroad,
    is_computer,
)
from engine.telling import effects, turn_told
from engine.text import counted, joined

SET_UP = 2
"""A turn that places pieces by more moves than this is a set-up, and its moves are not listed."""

HEADED = frozenset(
    {
        Kind.REMIND,
        Kind.PAUSE,
        Kind.RESUME,
        Kind.TAKEBACK,
        Kind.TAKEOVER,
        Kind.ABORT,
        Kind.LAPSE,
        Kind.ADJUDICATE,
    }
)
"""The events whose post begins with a sentence about the event, above the board."""


PROVISIONAL = Text("`?` marks a rating from few matches, which still changes a lot.")


def text_lines(
    match: Match,
    translated: Translate,
    *,
    current: bool = True,
    later: Match | None = None,
    event: Text | None = None,
) -> Iterator[str]:
    """Yield the lines of the post of a match's last event.

    A post is ``current`` until a later post replaces it. ``later`` is the match's later state, from
    which the answer to an offer is told. The first board names the ``event`` in which the match is
    played.
    """
    last = match.events[-1]
    match last.kind:
        case Kind.CHALLENGE | Kind.ACCEPT | Kind.JOIN | Kind.LEAVE | Kind.REPOST if not match.line:
            yield from card(match, translated, current=current)
        case Kind.DECLINE | Kind.WITHDRAW | Kind.EXPIRE:
            yield translated(closing(match, last))
        case Kind.START:
            yield from _introduction(match, translated, event)
            yield from map(translated, match.news)
            yield _turn(match, translated, current=current, later=match)
        case Kind.REFUSE | Kind.OUTAGE | Kind.HOLIDAY | Kind.BACK | Kind.FLAG:
            yield translated(notice(match, last))
        case _:
            if last.kind in HEADED:
                yield translated(heading(match, last))
            if has_board(match):
                yield from _introduced(match, translated, event)
                yield from played_lines(match, translated)
                yield from map(
                    translated, match.latest_news if last.kind is Kind.MOVE else match.news
                )
            if match.offer:
                yield offer_line(match, later or match, translated, current=current)
            if match.outcome and match.status is Status.OVER:
                yield from result_lines(match, match.outcome, translated)
                yield from hint_lines(match, translated)
                yield from uncounted_lines(match, translated)
                yield from next_level(match, translated)
            elif has_board(match) and not match.outcome and match.status is Status.LIVE:
                yield _turn(match, translated, current=current, later=later or match)


def folded_text(match: Match, translated: Translate) -> str:
    """Return the line to which the post of a match's last event is folded."""
    last = match.events[-1]
    if not match.line:
        return translated(Text("{game}: {what}", game=match.game.title, what=invitation(match)))
    if last.kind is Kind.START:
        seated = players(match, translated)
        return translated(Text("{game}: {what}", game=match.game.title, what=seated))
    if last.kind in HEADED:
        return translated(heading(match, last))
    return " ".join(played_lines(match, translated))


def call_text(match: Match, called: Sequence[int], where: str) -> Text:
    """Return the text that calls people to an edited post; ``where`` is the link to the post."""
    if match.status is Status.OVER:
        return Text("{people}, the match is over: {where}", people=people(called), where=where)
    return Text("{people}, it is your turn: {where}", people=people(called), where=where)


def notice(match: Match, event: Event) -> Text:
    """Return the text of an event's post without a board."""
    who = player(match, event.person or 0)
    match event.kind:
        case Kind.REFUSE:
            agreement = match.agreement_of(event)
            if event.person is None:
                return joined([not_answered(agreement), *clock_texts(match)])
            offers = (e for e in reversed(match.events) if e.kind is Kind.OFFER)
            if next(offers).person == event.person:
                return Text(
                    "{person} no longer proposes {agreement}.", person=who, agreement=agreement.text
                )
            return Text(
                "{person} declines {agreement}; the match goes on.",
                person=who,
                agreement=agreement.text,
            )
        case Kind.HOLIDAY:
            until = discord.utils.format_dt(datetime.fromisoformat(event.text), "D")
            return Text(
                "{person} is on holiday until {when}; the time of their turns stands still.",
                person=who,
                when=until,
            )
        case Kind.BACK:
            return Text("{person} is back from holiday; time runs again.", person=who)
        case Kind.FLAG:
            return Text(
                "The time of {player} is over. {others}: claim the game, or wait for the move.",
                player=player(match, match.players[match.position.turn]),
                others=people(dict.fromkeys(user for _, user in opponents(match))),
            )
    start, end = map(datetime.fromisoformat, event.text.split())
    if any(one.kind is Kind.HIDDEN and event.text.startswith(one.text) for one in match.events):
        hidden = Text(
            "I could not post here from {start} to {end}; that time does not count.",
            start=discord.utils.format_dt(start),
            end=discord.utils.format_dt(end),
        )
        return joined([hidden, *clock_texts(match)])
    minutes = max(round((end - start) / timedelta(minutes=1)), 1)
    away = counted(
        "I was away for {count} minute; that time is given back.",
        "I was away for {count} minutes; that time is given back.",
        minutes,
    )
    return joined([away, *clock_texts(match)])


def heading(match: Match, event: Event) -> Text:
    """Return the first line of a post that shows the board for an event other than a move."""
    who = player(match, event.person or 0)
    match event.kind:
        case Kind.TAKEBACK:
            undone = match.until(event.number - 1).taken_back(int(event.text))
            return Text("{person} takes back {moves}.", person=who, moves=undone)
        case Kind.TAKEOVER:
            return Text(
                "{computer}, plays on for {seat}.",
                computer=who,
                seat=match.seats[event.seat or 0].name,
            )
        case Kind.IMPORT:
            return Text("The record ends here.")
        case Kind.PAUSE:
            return Text("The event is paused.")
        case Kind.RESUME:
            return Text("The event goes on, with as much time as there was.")
        case Kind.ABORT | Kind.LAPSE | Kind.ADJUDICATE:
            return broken_off(match, event)
        case _ if event.text == Reminder.LEFT:
            return departed_text(match, event)
        case _ if event.text == Reminder.UNTOUCHED:
            return Text(
                "{people}: nobody has played in this match for a long time. It is closed without "
                "a result {when}, unless somebody moves.",
                people=people(match.persons or [match.host]),
                when=discord.utils.format_dt(match.timing.lapses or event.at, "R"),
            )
        case _ if event.text == Reminder.TIME:
            turn = player(match, match.players[match.position.turn])
            left = Text("{person}: a quarter of your time is left.", person=turn)
            return joined([left, *_who_never_moves(match, event)])
    return joined([Text("The others are waiting."), *_who_never_moves(match, event)])


def _who_never_moves(match: Match, event: Event) -> Iterator[Text]:
    """Yield a tournament's rule about players who never move, if the event's side has not moved."""
    seat = event.seat
    if match.tournament is None or seat is None:
        return
    if match.seats[seat].team not in match.sides_moved:
        yield Text(
            "If you never make a move, you lose this match of the tournament; its rules say when "
            "you are out of it."
        )


def _introduction(match: Match, translated: Translate, event: Text | None) -> Iterator[str]:
    """Yield the lines with the game, the event in which it is played, and the players.

    A match that begins at once has no card, so its own rules are listed here, unless the card of an
    event has them; a drawing of sides by lot is told.
    """
    yield f"### {translated(match.game.title)}"
    if event is not None:
        yield f"**{translated(event)}**"
    said = next((one.text.split() for one in match.events if one.kind is Kind.START), [])
    by_lot = LOT in said and match.computers
    seated = players(match, translated)
    yield f"{seated} · {translated(Text('Sides by lot'))}" if by_lot else seated
    if match.began_at_once and match.tournament is None:
        yield from own_rules(match, translated)
    if OFTEN in said:
        yield translated(TOO_OFTEN)


def is_introduced(match: Match) -> bool:
    """Return whether the post of a board is headed by the game and the players.

    It is at the start of a match, and while only computers have moved against people: this may be
    the first board that the people see.
    """
    moved = [event.person or 0 for event in match.moves]
    if match.events[-1].kind is Kind.START:
        return True
    return bool(match.persons and moved) and all(map(is_computer, moved))


def _introduced(match: Match, translated: Translate, event: Text | None) -> Iterator[str]:
    """Yield the introduction of a match if it heads the post of the last event."""
    if is_introduced(match):
        yield from _introduction(match, translated, event)


def played_lines(match: Match, translated: Translate) -> Iterator[str]:
    """Yield the sentences about the last turns, and about players who have dropped out since."""
    turn = match.last_turn
    if len(turn) > SET_UP and all(is_placing(event.text) for event in turn):
        yield translated(Text("All pieces are set up; the game begins."))
    else:
        for shown, told in _turns_told(match):
            player = seat_of(match, shown[0].seat or 0, translated, shown[0].person)
            if match.hints.was_taken_for(shown[0]):
                moves = ", ".join(f"`{from_notation(one.text, translated)}`" for one in shown)
                played = Text("{player} played {moves} after a hint.", player=player, moves=moves)
            else:
                played = turn_told(player, [event.text for event in shown], code=True)
            yield translated(joined([played, *told]))
    since = match.events[turn[-1].number if turn else 0 :]
    for event in since:
        if event.seat is None or event.kind not in GIVEN_UP or match.status is Status.OVER:
            continue
        player = seat_of(match, event.seat, translated, event.person)
        if event.kind is Kind.RESIGN:
            yield translated(Text("{player} resigned.", player=player))
        else:
            yield translated(Text("{player} ran out of time and is out.", player=player))
        if event.text:
            yield translated(_taking_over(match, event))


def _taking_over(match: Match, event: Event) -> Text:
    """Return the sentence to the partner who takes over a seat by the event."""
    partner = match.players[int(event.text)]
    names = [match.seats[seat].name for seat in match.seats_of(partner)]
    return Text(
        "{partner}, you play {seats} from now on. If you want to give up, too, resign.",
        partner=person(partner),
        seats=joined(names, " + "),
    )


def _turns_told(match: Match) -> Iterator[tuple[Sequence[Event], Sequence[Text]]]:
    """Yield the turns that are told together, each with texts about the effects of its moves."""
    position, moves = match.last_moves()
    if position is None:
        return
    # The picture may show earlier moves, too: on a map, all those since the seat's last turn.
    earlier = max(len(moves) - sum(map(len, match.exchange)), 0)
    last = None
    for last in moves[:earlier]:
        position = position.play(last)
    following = iter(moves[earlier:])
    if not earlier and moves[0].kind != "move":  # a claim is about the move before it
        _, before_claim = match.until(match.exchange[0][0].number - 1).last_moves()
        last = before_claim[-1] if before_claim else None
    for shown in match.exchange:
        told: list[Text] = []
        for move in islice(following, len(shown)):
            before, position = position, position.play(move)
            told += effects(before, move, position, last)
            last = move
        yield shown, told


def _turn(match: Match, translated: Translate, *, current: bool, later: Match) -> str:
    """Return the text about the turn: the player, their duties and, if ``current``, the time left.

    A ``current`` post describes the match as it is ``later``, since after a vote time runs again
    and a computer thinks.
    """
    now = later if current else match
    if now.paused is not None:
        return translated(Text("No clock runs, and moves wait until the event goes on."))
    if match.position.setup is not None:
        return " ".join(map(translated, _setting_up(now if now.setting_up else match)))
    turn = match.position.turn
    if match.is_computers(turn):
        number, name = match.move_number, match.seats[turn].name
        text = Text(
            "**Move {number}**: {computer}, thinks ({seat}).",
            number=number,
            computer=person(match.players[turn]),
            seat=name,
        )
        if now.duty is None:  # people are asked who plays on in a seat
            text = Text(
                "**Move {number}**: {computer}, waits for your answer ({seat}).",
                number=number,
                computer=person(match.players[turn]),
                seat=name,
            )
        return translated(text)
    clocks = clock_texts(now) if match.time and current else ()
    return " ".join(map(translated, [*_to_move(match), *_due(match), *clocks]))


def _to_move(match: Match) -> Iterator[Text]:
    """Yield the texts about the person to move, and about their sides or the signs of their pieces.

    If pieces have signs, the seat precedes its person, and the seats that follow are named.
    """
    number, turn = match.move_number, match.position.turn
    who, seat = player(match, match.players[turn]), match.seats[turn].name
    if is_abroad(match.players[turn]):
        yield Text(
            "**Move {number}**: {person} to move ({seat}).", number=number, person=who, seat=seat
        )
        return
    signs = match.position.display.signs(turn)
    if signs is None:
        yield Text(
            "**Move {number}**: {person}, it is your turn ({seat}).",
            number=number,
            person=who,
            seat=seat,
        )
        yield from _sides_of(match)
        return
    yield Text(
        "**Move {number}**: {seat}, {person}, to move. You are {signs}.",
        number=number,
        seat=seat,
        person=who,
        signs=signs,
    )
    if following := match.position.display.following():
        yield Text("Then {seats}.", seats=joined([match.seats[at].name for at in following], ", "))


def _setting_up(match: Match) -> Iterator[Text]:
    """Yield the texts that name the people who still set up their pieces, and those ready."""
    seats = [seat for seat in match.setting_up if not match.is_computers(seat)]
    waiting = dict.fromkeys(match.players[seat] for seat in seats or match.setting_up)
    yield Text(
        "{people}: set up your pieces in secret, with the button or in a direct message "
        "to me, and press *Ready*. The game begins when everybody is ready.",
        people=people(waiting),
    )
    done = [seat for seat in match.setup.seats() if seat not in match.setting_up]
    ready = {match.players[seat] for seat in done if not match.is_computers(seat)}
    if others := [user for user in match.persons if user in ready and user not in waiting]:
        yield Text("Ready: {people}.", people=people(others))


def _sides_of(match: Match) -> Iterator[Text]:
    """Yield the text that names the sides of the person to move, if they play several."""
    own = match.seats_of(match.players[match.position.turn])
    if len(own) > 1:
        names = [match.seats[seat].name for seat in own]
        yield Text("You play {seats}.", seats=joined(names, " + "))


def _due(match: Match) -> Iterator[Text]:
    """Yield the sentence that a capture is due, if the board shows pieces and one is due."""
    due = () if match.hides_pieces else match.captures_due
    if len(due) == 1:
        yield counted(
            "You must capture {count} piece.", "You must capture {count} pieces.", min(due)
        )
    elif due:
        yield Text("You must capture.")


def footer(match: Match, translated: Translate, *, current: bool) -> str:
    """Return a post's last line: the name of the game unless it heads the post, and what to type.

    The first board of a side shows an example move. CPU work, unless the example is cached.
    """
    playing = match.status is Status.LIVE and has_board(match) and not match.outcome
    playing = playing and bool(match.persons or match.crowds)
    if not current or not playing or match.setting_up or match.paused is not None:
        return translated(match.game.title)
    game, example = match.game.title, example_of(match) if has_example(match) else ""
    match (is_introduced(match), bool(example)):
        case (True, True):
            text = Text("Type a move such as `{example}`, or use the buttons", example=example)
        case (True, False):
            text = Text("Type a move, or use the buttons")
        case (False, True):
            text = Text(
                "{game}: type a move such as `{example}`, or use the buttons",
                game=game,
                example=example,
            )
        case _:
            text = Text("{game}: type a move, or use the buttons", game=game)
    return translated(text)
