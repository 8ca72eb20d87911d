"""A board between two servers: two twin matches, one on each, and the transfer between them.

In each twin, the player of the other server has an id that is ``abroad``. That player's actions are
copied from the other twin in the same order. The source of a copied event names the match and the
number of the original, so that no action is copied twice. Nothing else is transferred: no clock, no
outage, no text.

Twins can contradict each other, since people act on both at the same time. A copy that comes too
late is skipped: an offer that a move has answered, or an answer to an offer that no longer stands.
The end of one twin ends the other. If both ended differently, the earlier end counts; if both ended
at the same moment, the one with the lower match id counts. Of two decisions by moderators, the
later one counts.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from engine.errors import MoveError, Refusal
from engine.game import Game
from engine.table.clock import TimeControl
from engine.table.decisions import WhyEnded
from engine.table.match import Match
from engine.table.record import CLOSED, Event, Kind, Status, is_abroad, is_person
from engine.text import Text
from engine.values import DRAW, Options

_PREFIX = "twin:"

TWO: Final = 2
"""The number of seats of a board: one for each server."""


def source_of(match: Match, event: Event) -> str:
    """Return the source id of an event's copy in the twin match."""
    return f"{_PREFIX}{match.id}.{event.number}"


def check_terms(game: Game, options: Options, time: TimeControl) -> None:
    """Raise Refusal if a game cannot be played between two servers on these terms."""
    if TWO not in game.seats:
        raise Refusal(Text("Servers play each other in games of two players."))
    if game.start(TWO, **options).setup is not None:
        raise Refusal(
            Text("Pieces that are set up in secret cannot cross to another server: choose other "
                 "options or another game.")
        )  # fmt: skip
    if time.claimed:
        raise Refusal(Text("Between servers nobody claims a time-out: it counts by itself."))


def next_step(match: Match, twin: Match, *, now: datetime) -> Match:
    """Return the match after the next event of its twin that it lacks; unchanged for none."""
    done = {event.source for event in match.events}
    for event in twin.events:
        if not _is_own(twin, event) or source_of(twin, event) in done:
            continue
        try:
            after = _carried(match, twin, event, now)
        except (Refusal, MoveError):
            continue  # the event comes too late
        if after is not match:
            return after
    return _ended_alike(match, twin, now)


def called_off(match: Match, why: WhyEnded, *, now: datetime) -> Match:
    """Return a twin ended without a result; unchanged unless it is being played."""
    if match.status is not Status.LIVE:
        return match
    return _decided(match, (), why, now, None)


def _guest(match: Match) -> int:
    """Return the id of the other server's player."""
    return next(user for user in match.people if is_abroad(user))


def _is_own(match: Match, event: Event) -> bool:
    """Return whether an event was made on this twin's server by a person, or by their clock."""
    if event.kind is Kind.TIMEOUT:
        return event.seat is not None and is_person(match.people[event.seat])
    return event.person is not None and is_person(event.person)


def _carried(match: Match, twin: Match, event: Event, now: datetime) -> Match:
    """Return the match with an event of its twin copied into it; unchanged without an effect.

    Raises Refusal or MoveError if the event comes too late.
    """
    guest, source = _guest(match), source_of(twin, event)
    match event.kind:
        case Kind.MOVE if _moves_before(twin, event) == len(match.turns):
            return match.play(guest, event.text, now=now, source=source, sure=True)
        case Kind.RESIGN:
            return match.resign(guest, now=now, source=source)
        case Kind.TIMEOUT:
            return match.run_out(guest, now=now, source=source)
        case Kind.OFFER if _moves_before(twin, event) == len(match.turns):
            return match.offer_agreement(guest, DRAW.name, now=now, source=source)
        case Kind.AGREE | Kind.REFUSE if _is_same_offer(match, twin, event):
            number = match.offer.number if match.offer else 0
            answer = match.agree if event.kind is Kind.AGREE else match.refuse
            return answer(guest, number, now=now, source=source)
        case Kind.ABORT if not event.text:
            return match.abort(guest, now=now, source=source)
        case Kind.ADJUDICATE if _is_later(match, twin, event):
            ranks = tuple(map(int, event.text.partition("\n")[0].split()))
            return _decided(match, ranks, WhyEnded.MODERATOR, now, source)
    return match


def _moves_before(match: Match, event: Event) -> int:
    """Return the number of moves before an event; between servers, no move is taken back."""
    return sum(one.kind is Kind.MOVE for one in match.events[: event.number - 1])


def _is_same_offer(match: Match, twin: Match, answer: Event) -> bool:
    """Return whether an answer on the twin is to the offer open in this match."""
    theirs, ours = twin.until(answer.number - 1).offer, match.offer
    if theirs is None or ours is None:
        return False
    one, other = twin.events[theirs.number - 1], match.events[ours.number - 1]
    if one.person is None or other.person is None:  # a proposal by the bot is in both
        alike = _moves_before(twin, one) == _moves_before(match, other)
        return one.person is other.person is None and alike
    return other.source == source_of(twin, one) or one.source == source_of(match, other)


def _is_later(match: Match, twin: Match, decision: Event) -> bool:
    """Return whether a decision on the twin is later than all decisions on this server.

    Of two decisions at the same moment, that of the twin counts as later if its id is lower.
    """
    own = (e for e in match.events if e.kind is Kind.ADJUDICATE and _is_own(match, e))
    return all((decision.at, match.id) > (event.at, twin.id) for event in own)


def _ended_alike(match: Match, twin: Match, now: datetime) -> Match:
    """Return the match with the end of its twin, if the twin is over and its end counts."""
    if twin.status is not Status.OVER:
        return match
    if match.status is Status.OVER:
        earlier = _end(twin).at, twin.id
        if _ranks(match) == _ranks(twin) or earlier > (_end(match).at, match.id):
            return match
    last = next(event for event in reversed(twin.events) if event.kind in CLOSED)
    why = WhyEnded.ELSEWHERE
    if last.kind is Kind.ADJUDICATE and last.text.partition("\n")[2] in set(WhyEnded):
        why = WhyEnded(last.text.partition("\n")[2])
    try:
        return _decided(match, _ranks(twin), why, now, source_of(twin, last))
    except Refusal:
        return match


def _end(match: Match) -> Event:
    return next(event for event in match.events if event.kind in CLOSED)


def _ranks(match: Match) -> tuple[int, ...]:
    return match.outcome.ranks if match.outcome is not None else ()


def _decided(
    match: Match, ranks: tuple[int, ...], why: WhyEnded, now: datetime, source: str | None
) -> Match:
    """Return the match with a result from elsewhere. Raises Repeated for a known ``source``."""
    return match.adjudicate(_guest(match), ranks, why, now=now, source=source)
