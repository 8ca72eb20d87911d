"""How a match stands, where its position does not say it: for people who do not see its picture."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Outcome, Text
from engine.table.match import Match
from engine.table.record import Kind, Status
from engine.text import joined
from engine.values import Seat


def standing(match: Match) -> Text | None:
    """Return how a match ended, or who is out; None where the position says it all."""
    if match.outcome is not None:
        decision = match.decision
        if decision is None or decision.person is None or match.imported:
            return over(match.seats, match.outcome)
        typed = f"{str(match.outcome.reason).rstrip(' .')}."
        decided = match.outcome._replace(reason=Text("{reason}", reason=typed))
        return joined([Text("A moderator has decided the match."), over(match.seats, decided)])
    if match.status is Status.OVER or match.position.outcome() is not None:
        return Text("The match is over, without a result.")
    last = match.events[-1]
    if last.kind not in {Kind.RESIGN, Kind.TIMEOUT} or last.seat is None:
        return None
    out = match.seats[last.seat].name
    left = (
        Text("{seat} gave up.", seat=out)
        if last.kind is Kind.RESIGN
        else Text("{seat} ran out of time.", seat=out)
    )
    turn = match.seats[match.position.turn].name
    return joined([left, Text("{seat} to move.", seat=turn)])


def over(seats: Sequence[Seat], outcome: Outcome) -> Text:
    """Return that the game is over, who has won, and why."""
    best = [seat for seat, rank in zip(seats, outcome.ranks, strict=True) if rank == 1]
    if len(best) == len(outcome.ranks):
        return Text("The game is over, a draw: {reason}", reason=outcome.reason)
    return Text(
        "The game is over, {winners} won: {reason}",
        winners=joined([seat.name for seat in best], ", "),
        reason=outcome.reason,
    )
