"""A computer's conduct: when it agrees to a draw or resigns, and how it acts."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Final

from cogs.computers.worker_protocol import Answer
from engine.capabilities.thinking import DECIDED, MAN
from engine.table.duties import Duty, Task
from engine.table.match import Match
from engine.table.record import Event, Kind, level_of
from engine.values import Agreement

EAGER: Final = 25
"""The largest lead, in points, with which a computer agrees to a draw late in a match."""

LATE: Final = 3 / 4
"""The share of a match's usual length after which it is late; before, the limit is lower."""

OFFERED_AGAIN: Final = 40
"""The least number of turns between a computer's offers of a draw."""

RESIGNS_FROM: Final = 6
"""The lowest level that resigns: lower ones do not see that they have lost."""

LOST: Final = -8 * MAN
"""The value, in points, at or below which a match is lost."""

LOST_TURNS: Final = 3
"""The number of lost turns in a row after which the computer resigns."""


def done(
    match: Match,
    duty: Duty,
    answer: Answer,
    *,
    resigns: bool,
    now: datetime,
    lowered: bool = False,
) -> Match:
    """Return the match with a computer's duty done. Raises the errors of ``Match``.

    ``lowered`` says that the answer was computed below the computer's own level.
    """
    user, source = duty.user, duty.source(match.id, lowered=lowered)
    match duty.task:
        case Task.SET_UP:
            return _set_up(match, duty, answer, now)
        case Task.ANSWER:
            agrees = answer.drawn or agrees_to_draw(
                match.move_number / match.position.usual_moves, answer.value
            )
            answered = match.agree if agrees else match.refuse
            return answered(user, duty.event, now=now, source=source)
    if resigns:
        return match.resign(user, now=now, source=source)
    (move,) = answer.moves
    played = match.play(user, move, now=now, source=source, sure=True)
    offered = evenly_offered(match, played, duty) if answer.drawn else None
    if offered is None:
        return played
    # The offer comes first: the post of the move shows it.
    match = match.offer_agreement(user, offered.name, now=now, source=None)
    return match.play(user, move, now=now, source=source, sure=True)


def simple(match: Match, duty: Duty, *, now: datetime) -> Match:
    """Return the match with a computer's duty done without thinking: any legal move is played.

    Raises the errors of ``Match``, and IndexError if there is no legal move.
    """
    chance = random.Random(match.id + duty.event)
    moves: list[str] = []
    if duty.task is Task.MOVE:
        position = match.position.seen_by(duty.seat)
        moves = [position.write(chance.choice(position.legal_moves()))]
    return done(match, duty, Answer(moves, value=DECIDED), resigns=False, now=now)


def agrees_to_draw(passed: float, value: int) -> bool:
    """Return whether a computer agrees to a draw in a position worth ``value`` points to it.

    ``passed`` is the number of moves played, as a share of the match's usual length.
    """
    early = max(LATE - passed, 0)
    return value <= EAGER - MAN * early / LATE


def evenly_offered(match: Match, played: Match, duty: Duty) -> Agreement | None:
    """Return the agreement that a computer offers with its move: a draw, or an undecided fight.

    Return None if the position is not even, an offer is already open, or its own last offer was
    made fewer than ``OFFERED_AGAIN`` turns ago.
    """
    offered = match.position.even_agreement(duty.seat)
    if played.offer is not None or offered is None:
        return None
    if offered not in played.position.agreements():
        return None
    offers = (e.number for e in reversed(match.events) if _offers(e, duty.user, offered))
    last = next(offers, 0)
    if last and sum(e.number > last for e in played.moves) < OFFERED_AGAIN:
        return None
    return offered


def _offers(event: Event, user: int, agreement: Agreement) -> bool:
    return (event.kind, event.person, event.text) == (Kind.OFFER, user, agreement.name)


def is_lost(match: Match, duty: Duty, value: int) -> bool:
    """Return whether a computer knows that it has lost, and may resign.

    It may resign if there are two sides and no person plays on its own side.
    """
    seats = match.position.seats
    own = seats[duty.seat].team
    partners = (n for n, seat in enumerate(seats) if seat.team == own and seat.active)
    return (
        duty.task is Task.MOVE
        and level_of(duty.user) >= RESIGNS_FROM
        and len({seat.team for seat in seats}) == 2
        and all(map(match.is_computers, partners))
        and value <= LOST
    )


def _set_up(match: Match, duty: Duty, answer: Answer, now: datetime) -> Match:
    """Return the match with a computer's secret set-up, completed if something is missing."""
    user, setup = duty.user, match.setup
    chance = random.Random(match.set_up_of(duty.seat).seed)
    if answer.moves:
        match = match.arrange(user, " ".join(answer.moves), chance=chance)
    if setup.missing(duty.seat, match.set_up_of(duty.seat).arrangement) is not None:
        match = match.arrange(user, setup.completion, chance=chance)
    return match.ready(user, now=now, source=duty.source(match.id))
