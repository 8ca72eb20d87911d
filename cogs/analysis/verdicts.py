"""The computer's verdict on a position in words: who is better, by how much, and the best line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine import Move, Position, Text
from engine.study.chances import CERTAIN, chances
from engine.study.endings import known_reason, result_text
from engine.study.explaining import shown, told
from engine.text import joined

BETTER: Final = (
    (
        0.55,
        Text("The game is about even: {percent}% winning chances for {side}.", side="", percent=0),
    ),
    (0.65, Text("A small advantage for {side}: {percent}% winning chances.", side="", percent=0)),
    (0.80, Text("An advantage for {side}: {percent}% winning chances.", side="", percent=0)),
    (0.93, Text("A clear advantage for {side}: {percent}% winning chances.", side="", percent=0)),
    (
        1.01,
        Text("A decisive advantage for {side}: {percent}% winning chances.", side="", percent=0),
    ),
)
"""The sentences about the better side, each with the upper bound of the chances it is for."""

WORSE: Final = Text(
    "The others are ahead of {side}: {percent}% winning chances.", side="", percent=0
)
"""The sentence about a side that is behind several others, whose order is not known."""

BETWEEN: Final = 1, 99
"""The least and most percent shown: nothing is certain unless the computer sees the end."""


class Verdict(NamedTuple):
    """The computer's result: points for the seat to move, and the expected line."""

    points: int
    line: Sequence[Move]


def verdict_text(position: Position, verdict: Verdict) -> Text:
    """Return the sentences about who is better, with the chances in percent, and the best line."""
    judged = result_text(position) or _judged(position, verdict.points)
    if not verdict.line:
        return judged
    reason = known_reason(position, verdict.line[0])
    best = Text(
        "The best move is {move}: it {brings}.",
        move=shown(position, verdict.line[:1]),
        brings=told(position, verdict.line) if reason is None else reason.text,
    )
    if not verdict.line[1:]:
        return joined([judged, best])
    return joined([judged, best, Text("Its line: {moves}.", moves=shown(position, verdict.line))])


def _judged(position: Position, points: int) -> Text:
    """Return the sentence about who is better, and how much."""
    seats = position.seats
    own = seats[position.turn].team
    teams = {seat.team for seat in seats if seat.active}
    chance = chances(position.game, points, [seat.team for seat in seats])
    if len(teams) == 2 and chance < 0.5:
        (own,) = teams - {own}
        chance = 1 - chance
    side = joined([seat.name for seat in seats if seat.team == own], ", ")
    if abs(points) >= CERTAIN:
        wins = Text("A sure win for {side}.", side=side)
        return wins if chance > 0.5 else Text("A sure defeat for {side}.", side=side)
    least, most = BETWEEN
    percent = min(max(round(100 * chance), least), most)
    said = next(text for bound, text in BETTER if chance < bound)
    return (WORSE if chance < 1 - BETTER[0][0] else said).with_values(side=side, percent=percent)
