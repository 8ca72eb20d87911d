"""The turns of an ended match that are judged, in positions as everybody may see them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from cogs.computers.worker_protocol import REMEMBERED, Question
from engine import Game, Outcome, Position
from engine.capabilities.thinking import LEVELS
from engine.computer.compiling import compiled
from engine.computer.levels import level
from engine.study.endings import is_known_draw
from engine.study.explaining import read
from engine.table.match import Match
from engine.table.record import Kind
from engine.table.steps import Step, steps_of
from engine.values import OptionValue

LEVEL: Final = 6
"""The level whose number of nodes is a turn's usual budget; turns may get a share or a multiple."""

AMPLE: Final = 100
"""The most turns that get all of the nodes; in a longer match each turn gets a share."""

SEVERAL: Final = 0.6
"""The share of the nodes that a turn gets with more than two sides: each is searched twice."""

NEAR: Final = 2
"""The number of moves within which an expected capture counts as near."""

SLOW: Final[Mapping[str, float]] = {"alliance": 0.9, "frysk": 0.5, "russian": 0.8}
"""The share of the nodes that a turn gets on an engine that is not compiled, by game.

These games are slower in matches than their pace suggests; with fewer nodes their reviews take no
longer than others.
"""

FAST: Final[Mapping[str, float]] = {
    "assaut": 2,
    "brazilian": 3,
    "checkers": 4,
    "frisian": 4,
    "frisian-official": 4,
    "frysk": 3,
    "international": 4,
    "russian": 3,
    "turkish": 1.5,
}
"""The multiple of the nodes that a turn gets on a compiled engine, by game.

These games are so much faster on it that 60 turns still take only about 15 s of processor time.
"""

LONGEST: Final = 600
"""The most turns that are judged: the last ones of a match."""


class ReviewedTurn(NamedTuple):
    """A turn of a match: its event, the seat that played it, its move and the move's number.

    ``at`` is the index of the position before the turn, and ``at + 1`` of the position after it.
    ``forced`` says that there was no other legal move.
    """

    at: int
    event: int
    seat: int
    text: str
    number: int
    forced: bool = False


@dataclass(frozen=True)
class Course:
    """The part of a match that is judged: the texts of its positions, and its turns.

    Positions are numbered by place, their index in ``texts``. ``sides`` has the number of each
    seat's side. ``movers`` has the seat to move of each position, and ``over`` the seats' chances
    in finished positions. ``drawn`` has the places of positions known to be drawn. ``nodes`` is the
    number of nodes for a turn, on a compiled engine if ``fast``.
    """

    game: Game
    options: Mapping[str, OptionValue]
    sides: Sequence[int]
    texts: Sequence[str]
    movers: Sequence[int]
    over: Mapping[int, Sequence[float]]
    turns: Sequence[ReviewedTurn]
    nodes: int
    drawn: Collection[int] = ()
    fast: bool = False

    @property
    def is_duel(self) -> bool:
        """Whether there are two sides: one wins what the other loses."""
        return len(set(self.sides)) == 2

    def question(
        self,
        at: int,
        part: float = 1.0,
        *,
        early: Sequence[float] = (),
        compared: Sequence[str] = (),
        besides: str = "",
    ) -> Question:
        """Return a question about the position at a place, with the share ``part`` of the nodes.

        ``early`` are shares at which the best move so far is reported, too. ``compared`` and
        ``besides`` are as in ``Question``.
        """
        return Question(
            game=self.game.name,
            options=self.options,
            seats=len(self.sides),
            line=self.texts[max(at + 1 - REMEMBERED, 0) : at + 1],
            seat=self.movers[at],
            level=LEVELS[-1],
            seed=0,
            nodes=max(round(self.nodes * part), 1),
            early=[round(self.nodes * part) for part in early],
            compared=compared,
            besides=besides,
        )

    def expects_capture(self, at: int, line: Sequence[str]) -> bool:
        """Return whether one of the first moves of a line from a place captures. CPU work."""
        seats = len(self.sides)
        position = self.game.read(self.texts[at], seats, **self.options)
        return any(move.captured for move in read(position, line[:NEAR]))


def sides_of(match: Match) -> list[int]:
    """Return the number of each seat's side, from 0; the seats of a team are one side."""
    teams = list(dict.fromkeys(seat.team for seat in match.seats))
    return [teams.index(seat.team) for seat in match.seats]


def judged_steps(steps: Sequence[Step]) -> list[int]:
    """Return the indices of the steps that are judged: the last turns of a very long match."""
    found = [
        number
        for number, step in enumerate(steps)
        if step.event.kind is Kind.MOVE and step.before is not None
    ]
    return found[-LONGEST:]


def as_judged(position: Position) -> Position:
    """Return a position of an ended match with everything that can be judged.

    Facts that a player had to notice, such as an omitted capture, are no longer hidden. An
    unfinished set-up is hidden.
    """
    return position if position.setup is None else position.seen_by(None)


@cache
def is_fast() -> bool:
    """Return whether the computer thinks with a compiled engine."""
    return compiled() is not None


def share_of(turns: int, sides: Sequence[int], game: str, *, fast: bool) -> float:
    """Return the multiple of the level's nodes that each of ``turns`` turns of a game gets."""
    several = SEVERAL if len(set(sides)) > 2 else 1.0
    times = (FAST if fast else SLOW).get(game, 1.0)
    return min(1.0, AMPLE / max(turns, 1)) * several * times


def course_of(match: Match, *, fast: bool | None = None) -> Course:
    """Return the part of a match that is judged. CPU work: call it in a thread.

    If ``fast``, turns get the nodes for a compiled engine; None looks whether the bot has one.
    """
    fast = is_fast() if fast is None else fast
    steps, sides = steps_of(match), sides_of(match)
    seen = [as_judged(step.position) for step in steps]
    outcomes = [position.outcome() for position in seen]
    judged = judged_steps(steps)
    turns = []
    for number in judged:
        event = steps[number].event
        if outcomes[number - 1] is not None:
            continue
        forced = len(seen[number - 1].legal_moves()) < 2
        seat = seen[number - 1].turn
        step = steps[number]
        turns.append(ReviewedTurn(number - 1, event.number, seat, event.text, step.number, forced))
    return Course(
        game=match.game,
        options=dict(match.options),
        sides=sides,
        texts=[position.fen() for position in seen],
        movers=[position.turn for position in seen],
        over={
            at: chances_of(outcome) for at, outcome in enumerate(outcomes) if outcome is not None
        },
        turns=turns,
        nodes=round(
            level(LEVEL, seen[-1].pace).nodes
            * share_of(len(turns), sides, match.game.name, fast=fast)
        ),
        drawn={at for at, position in enumerate(seen) if is_known_draw(position)},
        fast=fast,
    )


def chances_of(outcome: Outcome) -> list[float]:
    """Return each seat's score, 0 to 1: the share of the other seats it finished ahead of.

    A seat that finished equal counts one half. Of two teams, the winners score 1, the losers 0.
    """
    ranks = outcome.ranks
    others = max(len(ranks) - 1, 1)
    worse = [sum(rank > own for rank in ranks) for own in ranks]
    equal = [ranks.count(own) - 1 for own in ranks]
    if len(set(ranks)) == 2 and len(ranks) > 2:  # teams: one has won
        return [float(own == min(ranks)) for own in ranks]
    return [(w + e / 2) / others for w, e in zip(worse, equal, strict=True)]
