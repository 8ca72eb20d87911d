"""Games between programs: playing them, and computing scores with their uncertainty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean
from time import process_time
from typing import NamedTuple

from cogs.computers.conduct import OFFERED_AGAIN, agrees_to_draw
from engine.capabilities.set_ups import placing_moves
from engine.capabilities.thinking import MAN
from engine.computer import Computer, Thought
from engine.game import Position
from engine.table.record import THIRD_TIME, after_repetition
from engine.values import DRAW, Move

Player = Callable[[Sequence[Position]], Move]
"""Chooses a move in the last position of a line, which shows only what its seat may see."""

Maker = Callable[[int], Player]
"""Makes a player for the game with a number."""

TURNS = 3_000
"""The most turns of a game; a longer one has met the limit, and counts as drawn.

Games of Les Alliés last for hundreds of turns, and end when their fights are quiet.
"""

_JUDGE = 6
"""The level that judges whether an opening is even."""


class Played(NamedTuple):
    """A finished game: its positions, and each seat's points, None if it met the limit."""

    line: list[Position]
    points: tuple[float, ...] | None


class ComputerPlayer:
    """The computer as a player, timed by processor seconds.

    ``drawn`` is whether, at its last move, it would have agreed to a draw.
    """

    def __init__(self, level: int, seed: int, seconds: float | None, nodes: int | None) -> None:
        self._computer = Computer(level, seed, process_time)
        self._seconds = seconds
        self._nodes = nodes
        self.drawn = False

    def __call__(self, line: Sequence[Position]) -> Move:
        """Return the computer's move."""
        return self.think(line).move

    def think(self, line: Sequence[Position]) -> Thought:
        """Return the computer's thought about the last position of a line; set ``drawn``."""
        thought = self._computer.think(line, self._seconds, self._nodes)
        self.drawn = thought.drawn
        return thought

    def agrees(self, line: Sequence[Position], seat: int) -> bool:
        """Return whether the computer, as ``seat``, agrees to a draw in the last position."""
        value, drawn = self._computer.judge(line, seat, self._nodes)
        turns = sum(position.setup is None for position in line)
        passed = (1 + turns // len(line[-1].seats)) / line[-1].usual_moves
        return drawn or agrees_to_draw(passed, value)


def computer(
    level: int, seed: int, seconds: float | None = None, nodes: int | None = None
) -> ComputerPlayer:
    """Return the computer as a player, limited by processor seconds and nodes (None: its own)."""
    return ComputerPlayer(level, seed, seconds, nodes)


def read_options(texts: list[str]) -> dict[str, int | bool | str]:
    """Return options from texts like ``size=8``."""
    pairs = (text.split("=", 1) for text in texts)
    return {name: _value(text) for name, text in pairs}


def _value(text: str) -> int | bool | str:
    """Return the value of an option given as text."""
    if text in {"yes", "no"}:
        return text == "yes"
    return int(text) if text.isdigit() else text


def opening(start: Position, plies: int, chance: Random) -> list[Position]:
    """Return a line of ``plies`` random moves after which the game is not over.

    Any secret set-up before the first move is random, too.
    """
    while True:
        line = [set_up(start, chance)]
        while len(line) <= plies and line[-1].outcome() is None:
            line.append(line[-1].play(chance.choice(line[-1].legal_moves())))
        if line[-1].outcome() is None:
            return line


def even_opening(start: Position, plies: int, chance: Random) -> list[Position]:
    """Return a random opening after which a short search sees no side ahead by half a man."""
    judge = Computer(_JUDGE)
    while True:
        line = opening(start, plies, chance)
        if abs(judge.think(line).value) < MAN // 2:
            return line


def set_up(position: Position, chance: Random) -> Position:
    """Return a position after all secret set-ups are completed at random."""
    while (setup := position.setup) is not None:
        arrangement = setup.arrange(position.turn, setup.completion, {}, chance)
        for move in placing_moves(arrangement):
            position = position.play(move)
    return position


class Offers:
    """The offers that the computers of a game have made."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, str], int] = {}
        self._moved: dict[int, int] = {}

    def stands(self, seat: int, name: str) -> bool:
        """Return whether another seat than ``seat`` made the offer ``name`` with its last move."""
        return any(
            seat != by and what == name and turn == self._moved[by]
            for (by, what), turn in self._made.items()
        )

    def make(self, seat: int, name: str, turn: int) -> None:
        """Record a seat's offer, unless its last was less than OFFERED_AGAIN turns ago."""
        if turn - self._made.get((seat, name), -OFFERED_AGAIN) >= OFFERED_AGAIN:
            self._made[seat, name] = turn

    def moved(self, seat: int, turn: int) -> None:
        """Record the turn in which a seat has moved."""
        self._moved[seat] = turn


def play(line: Sequence[Position], players: Sequence[Player], turns: int = TURNS) -> Played:
    """Play a game on from a line, with one player a seat; return it.

    A computer that would agree to a draw, or to an undecided fight, offers this with its move, as
    in matches; the offer stands until its addressee has moved.
    """
    line = list(line)
    keys: dict[object, int] = {}
    for position in line:
        keys[position.key] = keys.get(position.key, 0) + 1
    offers = Offers()
    while line[-1].outcome() is None:
        if len(line) > turns:
            return Played(line, None)
        seat = line[-1].turn
        player = players[seat]
        seen = [position.seen_by(seat) for position in line]
        even = line[-1].even_agreement(seat)
        if even is not None and isinstance(player, ComputerPlayer):
            asked = offers.stands(seat, even.name)
            if asked and player.agrees(seen, seat):
                line[-1] = line[-1].agree(even)
                continue
            move = player(seen)
            if player.drawn and not asked:
                offers.make(seat, even.name, len(line))
        else:
            move = player(seen)
        offers.moved(seat, len(line))
        position = line[-1].play(move)
        times = keys[position.key] = keys.get(position.key, 0) + 1
        line.append(after_repetition(position, move, times))
        if times == THIRD_TIME and _agreed(line, players):
            line[-1] = line[-1].agree(DRAW)
    return Played(line, points(line[-1]))


def _agreed(line: Sequence[Position], players: Sequence[Player]) -> bool:
    """Return whether all players agree to a draw after a threefold repetition.

    Only computers are asked; other players always agree.
    """
    position = line[-1]
    return (
        position.outcome() is None
        and DRAW in position.agreements()
        and all(
            player.agrees([past.seen_by(seat) for past in line], seat)
            for seat, player in enumerate(players)
            if isinstance(player, ComputerPlayer)
        )
    )


def points(position: Position) -> tuple[float, ...]:
    """Return each seat's points, from 0 to 1, in a finished game.

    They are the mean of its results (1, 0.5 or 0) against each seat of another team.
    """
    outcome = position.outcome()
    assert outcome is not None
    ranks, seats = outcome.ranks, position.seats
    shares = []
    for seat, rank in enumerate(ranks):
        others = [n for n, other in enumerate(seats) if other.team != seats[seat].team]
        shares.append(fmean(1.0 if rank < ranks[n] else 0.5 * (rank == ranks[n]) for n in others))
    return tuple(shares)


def series(
    start: Position, plies: int, numbers: Iterable[int], ours: Maker, theirs: Maker
) -> Iterator[tuple[Played, int]]:
    """Yield games of two players after ``plies`` random moves, each with our player's seat.

    Each opening is even and played twice, with sides swapped.
    """
    for number in numbers:
        line = even_opening(start, plies, Random(number // 2))
        seat = number % 2
        mine, other = ours(number), theirs(number)
        yield play(line, (mine, other) if seat == 0 else (other, mine)), seat


def reason(played: Played) -> str:
    """Return how a game ended."""
    outcome = played.line[-1].outcome()
    return "met the limit" if outcome is None else str(outcome.reason)


def interval(share: float, games: int) -> str:
    """Return the 95 % confidence interval of a share of ``games`` games, in percent, as text.

    This is E. B. Wilson's interval, which also holds for few games and for all wins; draws make
    the true interval narrower.
    """
    square = 1.96**2 / games
    middle = (share + square / 2) / (1 + square)
    half = sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return f"{100 * (middle - half):.0f} to {100 * (middle + half):.0f}"


class Score(NamedTuple):
    """A player's results in some games; games that met the limit are among the drawn ones."""

    won: int
    drawn: int
    lost: int
    limits: int
    share: float
    """The player's mean points a game, from 0 to 1."""

    def __str__(self) -> str:
        games = self.won + self.drawn + self.lost
        return (
            f"{100 * self.share:5.1f} % of {games} ({interval(self.share, games)}): "
            f"{self.won} won, {self.drawn} drawn, {self.lost} lost; {self.limits} met the limit"
        )


def score(games: Iterable[tuple[Played, int]]) -> Score:
    """Return the score of a player over games, each given with that player's seat."""
    got = []
    limits = 0
    for played, seat in games:
        limits += played.points is None
        got.append(0.5 if played.points is None else played.points[seat])
    won, lost = got.count(1.0), got.count(0.0)
    return Score(won, len(got) - won - lost, lost, limits, fmean(got))
