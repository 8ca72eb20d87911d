"""The questions to a thinking process and its answers: JSON, a line each."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Final, Self

from engine import Position
from engine.capabilities.thinking import LEVELS
from engine.table.duties import Duty, Task
from engine.table.match import Match
from engine.table.record import level_of
from engine.values import OptionValue

REMEMBERED: Final = 100
"""The most positions sent with a question, the last ones of the line, to find repetitions."""


@dataclass(frozen=True)
class Question:
    """A position to think about, the last of ``line``, all as ``seat`` may see them.

    ``nodes``, if given, replace the level's own. If ``placing``, the seat's whole set-up is asked
    for; if ``answering``, the seat's loss by leaving its fight undecided. ``compared`` asks for the
    values of these moves; ``besides`` names a move and asks for the value of the best other move;
    both need ``nodes``. ``early`` are numbers of nodes at which the best move so far is reported,
    too. If ``puzzle``, a puzzle in the last position is asked for; the line then includes the
    position before it. ``match`` is the id of the match concerned, for the log.
    """

    game: str
    options: Mapping[str, OptionValue]
    seats: int
    line: Sequence[str]
    seat: int
    level: int
    seed: int
    nodes: int | None = None
    placing: bool = False
    answering: bool = False
    compared: Sequence[str] = field(default_factory=list)
    besides: str = ""
    early: Sequence[int] = field(default_factory=list)
    puzzle: bool = False
    match: int | None = None

    @classmethod
    def read(cls, line: bytes) -> Self:
        """Return the question written in a line."""
        return cls(**json.loads(line))

    def write(self) -> bytes:
        """Return the question as a line."""
        return _line(asdict(self))


@dataclass(frozen=True)
class Enough:
    """The message that ``nodes`` nodes are enough for the last question."""

    nodes: int

    @classmethod
    def read(cls, line: bytes) -> Self | None:
        """Return the message written in a line, None if the line is a question."""
        fields = json.loads(line)
        return cls(**fields) if fields.keys() == {"nodes"} else None

    def write(self) -> bytes:
        """Return the message as a line."""
        return _line(asdict(self))


@dataclass(frozen=True)
class Answer:
    """The answer to a question: moves in notation, and their value to the seat asked.

    ``variation`` is the line that the computer expects, in notation, its own move first. ``drawn``
    says that the computer would leave the game drawn, or its fight undecided. ``values`` are those
    of the moves asked for; ``early`` has, for each number of nodes asked for, the best move so far
    and its value. ``puzzle`` is the text of the puzzle found, empty if there is none. ``error``
    describes a failure; the other fields are then empty.
    """

    moves: Sequence[str] = ()
    value: int = 0
    depth: int = 0
    nodes: int = 0
    drawn: bool = False
    error: str = ""
    variation: Sequence[str] = ()
    values: Sequence[int] = field(default_factory=list)
    early: Sequence[tuple[str, int]] = field(default_factory=list)
    puzzle: str = ""

    @classmethod
    def read(cls, line: bytes) -> Self:
        """Return the answer written in a line."""
        return cls(**json.loads(line))

    def write(self) -> bytes:
        """Return the answer as a line."""
        return _line(asdict(self))


def question_of(match: Match, duty: Duty) -> Question:
    """Return the question for a computer's duty.

    A secret set-up follows from a seed stored for it, and everything else from the match's id,
    which opponents know.
    """
    is_secret = duty.task is Task.SET_UP
    return Question(
        game=match.game.name,
        options=dict(match.options),
        seats=len(match.people),
        line=match.line_seen_by(duty.seat, REMEMBERED),
        seat=duty.seat,
        level=level_of(duty.user),
        seed=match.set_up_of(duty.seat).seed if is_secret else match.id,
        placing=is_secret,
        answering=duty.task is Task.ANSWER,
        match=match.id,
    )


def about(
    line: Sequence[Position], *, nodes: int | None = None, level: int = LEVELS[-1], seed: int = 0
) -> Question:
    """Return the question for the best move in the last position of a line.

    The positions are as the seat to move may see them. The thought gets ``nodes``, by default those
    of ``level``, and judges as well as ``level`` does; the highest level overlooks nothing.
    """
    position = line[-1]
    return Question(
        game=position.game.name,
        options=dict(position.options),
        seats=len(position.seats),
        line=[earlier.fen() for earlier in line[-REMEMBERED:]],
        seat=position.turn,
        level=level,
        seed=seed,
        nodes=nodes,
    )


def _line(fields: Mapping[str, object]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"
