"""Play the computer at Halma and Chinese checkers against players that know only distance.

At tables for two, the rival searches three plies of all moves; at larger ones, greedy players in
the other seats take the move that gains most. Run ``python -m
tools.benchmarks.computer.halma_rivals [TABLE ...] [--games 100] [--level 6 | --nodes N]``; tables
are those of ``TABLES``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import hypot
from random import Random
from time import process_time
from typing import Final

import engine
from engine.board import NOWHERE, Board
from engine.capabilities.thinking import DECIDED
from engine.game import Position
from engine.games.halma.state import HalmaState
from engine.values import Move
from tools.benchmarks.computer.games import Played, Player, computer, interval, opening, play

PLIES: Final = 3
"""The depth of the rival's search at tables for two."""

TABLES: Final[dict[str, tuple[str, int, dict[str, int | bool | str]]]] = {
    "halma-16": ("halma", 2, {}),
    "halma-10": ("halma", 2, {"size": 10}),
    "halma-8": ("halma", 2, {"size": 8}),
    "star-2": ("chinese-checkers", 2, {}),
    "star-15": ("chinese-checkers", 2, {"pieces": 15}),
    "star-3": ("chinese-checkers", 3, {}),
    "star-4": ("chinese-checkers", 4, {}),
    "star-5": ("chinese-checkers", 5, {}),
    "star-6": ("chinese-checkers", 6, {}),
    "halma-4": ("halma", 4, {}),
}


def state_of(position: Position) -> HalmaState:
    """Return the search's state of a position."""
    assert position.thinking is not None
    state = position.thinking.state()
    assert isinstance(state, HalmaState)
    return state


@cache
def distances(board: Board, target: tuple[int, ...]) -> list[int]:
    """Return the steps from every point to the far corner of a target camp."""
    width, height = board.size
    corner = max(
        target,
        key=lambda point: hypot(board.xy[point][0] - width / 2, board.xy[point][1] - height / 2),
    )
    steps = {corner: 0}
    for point in (reached := [corner]):
        for direction in board.steps:
            if direction[point] != NOWHERE and direction[point] not in steps:
                steps[direction[point]] = steps[point] + 1
                reached.append(direction[point])
    return [steps[point] for point in range(len(board))]


class Distance:
    """A player that knows only the steps of all pieces to the far corners of their targets."""

    def __init__(self, plies: int, seed: int) -> None:
        self._plies = plies
        self._chance = Random(seed)
        self._steps: list[list[int]] = []
        self._seat = 0

    def __call__(self, line: Sequence[Position]) -> Move:
        position = line[-1]
        state = state_of(position)
        targets = state.rules.targets
        self._steps = [distances(position.board, target) for target in targets]
        self._seat = state.seat
        best = -2 * DECIDED
        found: list[int] = []
        for move in self._ordered(state):
            gain = self._gain(state, move)
            # The window is one wider than the best value, so that equal moves are recognized.
            value = self._value(state.play(move), best - 1, 2 * DECIDED, self._plies - 1, gain)
            if value > best:
                best, found = value, []
            if value == best:
                found.append(move)
        assert position.thinking is not None
        return position.thinking.move(self._chance.choice(found))

    def _gain(self, state: HalmaState, move: int) -> int:
        steps = self._steps[state.seat]
        return steps[move >> 8] - steps[move & 255]

    def _ordered(self, state: HalmaState) -> list[int]:
        return sorted(state.moves(), key=lambda move: -self._gain(state, move))

    def _value(self, state: HalmaState, low: int, high: int, plies: int, gained: int) -> int:
        """Return the steps that this player gains on the other, by alpha-beta over all moves.

        ``gained`` are the steps gained on the way to ``state``.
        """
        if state.over():
            won = state.final(self._seat)
            return won + plies if won > 0 else won
        if not plies:
            return gained
        moves = self._ordered(state)
        own = state.seat == self._seat
        if plies == 1 and not self._may_arrive(state):
            gain = self._gain(state, moves[0])
            return gained + gain if own else gained - gain
        for move in moves:
            gain = self._gain(state, move)
            after = gained + gain if own else gained - gain
            value = self._value(state.play(move), low, high, plies - 1, after)
            if own:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
        return low if own else high

    def _may_arrive(self, state: HalmaState) -> bool:
        """Return whether at most one piece of the seat to move is outside its target."""
        inside = state.rules.in_target[state.seat]
        return sum(not inside[point] for point in state.pieces[state.seat]) <= 1


def series(table: str, games: int, level: int, nodes: int | None) -> list[tuple[Played, int]]:
    """Return games with the computer's seat, which changes from game to game.

    Rivals sit in all other seats.
    """
    name, seats, options = TABLES[table]
    start = engine.games[name].start(seats, **options)
    played = []
    for number in range(games):
        line = opening(start, 4 if seats == 2 else seats, Random(f"rivals {number // seats}"))
        seat = number % seats
        players: list[Player] = [
            Distance(PLIES if seats == 2 else 1, seats * number + rival) for rival in range(seats)
        ]
        players[seat] = computer(level, number, nodes=nodes)
        played.append((play(line, players, 400 * seats), seat))
    return played


def summary(table: str, games: Sequence[tuple[Played, int]]) -> str:
    """Return a line with the share of won games, its 95 % confidence interval, and the results."""
    won = sum(
        0.5 if played.points is None else played.points[seat] == 1.0 or 0.5 * _drawn(played)
        for played, seat in games
    )
    share = won / len(games)
    turns = sum(len(played.line) for played, _ in games) // len(games)
    return (
        f"{table:9} {100 * share:5.1f} % of {len(games)} ({interval(share, len(games))}), "
        f"{turns} turns; "
        + ", ".join(
            f"{count} {reason}" for reason, count in Counter(map(_end, games)).most_common()
        )
    )


def _drawn(played: Played) -> bool:
    return played.points is not None and len(set(played.points)) == 1


def _end(game: tuple[Played, int]) -> str:
    played, seat = game
    if played.points is None:
        return "met the limit"
    if _drawn(played):
        return f"drawn: {played.line[-1].outcome().reason}"  # type: ignore[union-attr]
    return "won" if played.points[seat] == 1.0 else "lost"


def main() -> None:
    """Print a line for each table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", nargs="*", default=list(TABLES), choices=[*TABLES, []])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--level", type=int, default=6)
    parser.add_argument("--nodes", type=int)
    asked = parser.parse_args()
    for table in asked.table:
        began = process_time()
        games = series(table, asked.games, asked.level, asked.nodes)
        print(f"{summary(table, games)}; {process_time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
