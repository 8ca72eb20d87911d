"""The engine's speed in Frisian draughts, compared with py-draughts.

Run ``python -m tools.benchmarks.engine``; ``--deep`` also counts the known perft numbers to their
last depth.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter, methodcaller
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import engine
from tests.engine.perft import known, perft
from tests.oracles import py_draughts

GAMES = 40
PERFT_DEPTH = 6
ROUNDS = 3
POSITIONS = {
    "start": "W:W31-50:B1-20",
    "middle game": "W:W31,32,36,37,38,42,43,47,48:B3,4,8,9,13,14,15,19,20",
    "kings": "W:WK47,K26,35,45:BK4,K15,6,16",
}
STRESS = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"
OFFICIAL = engine.games["frisian-official"]


class Library(NamedTuple):
    """A move generator: its name, and its functions that read a FEN, list moves, and run perft."""

    name: str
    read: Callable[[str], object]
    moves: Callable[[Any], object]
    perft: Callable[[Any, int], int]


def py_draughts_perft(board: Any, depth: int) -> int:  # noqa: ANN401 - loaded at run time
    """Return the number of move sequences, for boards that moves are pushed to and popped from."""
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        board.push(move)
        count += py_draughts_perft(board, depth - 1)
        board.pop()
    return count


def libraries() -> Iterator[Library]:
    """Yield the engine and py-draughts."""
    yield Library("engine", OFFICIAL.read, methodcaller("legal_moves"), perft)
    board = py_draughts("boards.frisian").Board
    yield Library("py-draughts", board.from_fen, attrgetter("legal_moves"), py_draughts_perft)


def from_play() -> list[str]:
    """Return the FENs of all positions of random games, the same in each run."""
    rng = random.Random(10)
    fens = []
    for _ in range(GAMES):
        position = engine.games["frisian"].start()
        while position.outcome() is None:
            fens.append(position.fen().split(" ")[0])
            position = position.play(rng.choice(position.legal_moves()))
    return fens


def microseconds(library: Library, fens: list[str]) -> list[float]:
    """Return the time of listing each fresh position's legal moves once, in microseconds."""
    times = []
    for fen in fens:
        position = library.read(fen)
        before = perf_counter()
        library.moves(position)
        times.append((perf_counter() - before) * 1e6)
    return times


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds of the shortest of ROUNDS runs."""

    def run() -> float:
        before = perf_counter()
        work()
        return perf_counter() - before

    return min(run() for _ in range(ROUNDS))


def stress(game: engine.Game) -> None:
    """List the legal moves of a position with millions of paths."""
    game.read(STRESS).legal_moves()


def report(library: Library, fens: list[str]) -> Iterator[str]:
    """Yield the lines about one library."""
    rounds = [microseconds(library, fens) for _ in range(ROUNDS)]
    times = [min(three) for three in zip(*rounds, strict=True)]
    yield (
        f"legal_moves, {len(fens)} positions from play: median {median(times):.1f} µs, "
        f"mean {sum(times) / len(times):.1f} µs, {1e6 * len(times) / sum(times):,.0f} positions/s"
    )
    for name, fen in POSITIONS.items():
        yield f"legal_moves, {name}: {median(microseconds(library, [fen] * 500)):.1f} µs"
    for name, fen in POSITIONS.items():
        depth = PERFT_DEPTH if name == "start" else PERFT_DEPTH - 2
        leaves = library.perft(library.read(fen), depth)
        time = seconds(partial(library.perft, library.read(fen), depth))
        yield f"perft, {name}, depth {depth}: {leaves:,} leaves, {leaves / time:,.0f} leaves/s"


def show(library: str, line: str) -> None:
    """Print a line about a library."""
    sys.stdout.write(f"{library:12}{line}\n")


def main() -> None:
    """Print the figures."""
    fens = from_play()
    for library in libraries():
        for line in report(library, fens):
            show(library.name, line)
    for name, game in engine.games.items():
        if name.startswith("fr"):
            time = seconds(partial(stress, game))
            show("engine", f"a king among 19, {name}: {time * 1000:.0f} ms")
    if "--deep" in sys.argv:
        for counts in known():
            depth, number = max(counts.by_depth.items())
            before = perf_counter()
            right = "right" if counts.count(depth) == number else "WRONG"
            time = perf_counter() - before
            show("engine", f"{counts.name}, depth {depth}: {right}, {number / time:,.0f} leaves/s")


if __name__ == "__main__":
    main()
