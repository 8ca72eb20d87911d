"""The speed of the computer's move generation and search in Frisian draughts, and py-draughts'.

Run ``python -m tools.benchmarks.computer.frisian_speed``. Times are the processor's, and
the two programs take turns, so that other programs on the machine change the ratios little. Both
count a node for each position reached.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

import engine
from engine.capabilities.thinking import State
from engine.computer import LEVELS, Computer
from engine.game import Position
from tests.oracles import py_draughts
from tools.benchmarks.computer.games import opening
from tools.benchmarks.engine import py_draughts_perft

OFFICIAL = engine.games["frisian-official"]
PERFT_DEPTH = 5
ROUNDS = 5
PLIES = (0, 10, 20, 30, 40, 60)
"""The numbers of random moves after which positions are searched."""
NODES = 30_000
DEPTH = 5


def perft(state: State, depth: int) -> int:
    """Return the number of move sequences of a length; the last ply's moves are only counted."""
    moves = state.moves()
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        count += perft(state.play(move), depth - 1)
    return count


def light(position: Position) -> State:
    """Return the search's state of a position."""
    thinking = position.thinking
    assert thinking is not None
    return thinking.state()


def timed(work: Callable[[], int]) -> tuple[int, float]:
    """Return the count that some work returns, and that count a second of processor time."""
    before = process_time()
    count = work()
    return count, count / (process_time() - before)


def best(works: Sequence[Callable[[], int]]) -> list[tuple[int, float]]:
    """Return each work's count and its fastest rate of ROUNDS rounds, in which all take turns."""
    rounds = [[timed(work) for work in works] for _ in range(ROUNDS)]
    return [max(runs, key=lambda run: run[1]) for runs in zip(*rounds, strict=True)]


def compare_perft() -> None:
    """Print the speed of both programs' perft from the starting position."""
    position = OFFICIAL.start()
    board = py_draughts("boards.frisian").Board.from_fen(position.fen())
    ours, theirs = best(
        (
            lambda: perft(light(position), PERFT_DEPTH),
            lambda: py_draughts_perft(board, PERFT_DEPTH),
        )
    )
    print(
        f"perft {PERFT_DEPTH}: {ours[0]:,} at {ours[1]:,.0f} a second; "
        f"py-draughts {theirs[0]:,} (some of them twice) at {theirs[1]:,.0f}; "
        f"ratio {ours[1] / theirs[1]:.1f}"
    )


def searched(position: Position) -> int:
    """Search a position and return the number of nodes."""
    return Computer(LEVELS[-1]).think([position], nodes=NODES).nodes


def searched_by_simple_engine(position: Position) -> int:
    """Have py-draughts search a position; return the number of its nodes."""
    module: Any = py_draughts("engines.simple")
    module.logger.remove()
    theirs = module.SimpleEngine(depth_limit=DEPTH)
    board = py_draughts("boards.frisian").Board.from_fen(position.fen().split(" ")[0])
    theirs.get_best_move(board)
    return int(theirs.nodes)


def compare_nodes() -> None:
    """Print the nodes a second of both programs' searches."""
    ratios = []
    for plies in PLIES:
        position = opening(OFFICIAL.start(), plies, Random(plies))[-1]
        ours, theirs = best(
            (lambda p=position: searched(p), lambda p=position: searched_by_simple_engine(p))  # type: ignore[misc]
        )
        ratios.append(ours[1] / theirs[1])
        print(
            f"after {plies:2} random moves: {ours[1]:,.0f} nodes a second; "
            f"SimpleEngine {theirs[1]:,.0f}; ratio {ratios[-1]:.1f}"
        )
    print(f"mean ratio {fmean(ratios):.1f}")


def main() -> None:
    """Print the figures."""
    compare_perft()
    compare_nodes()
    thought = Computer(LEVELS[-1], clock=process_time).think([OFFICIAL.start()], seconds=1)
    print(f"from the start in one second: depth {thought.depth}, {thought.nodes:,} nodes")


if __name__ == "__main__":
    main()
