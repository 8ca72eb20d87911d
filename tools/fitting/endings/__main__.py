"""Make the endgame tables of a game: ``python -m tools.fitting.endings GAME [--pieces 4]``.

A line is printed for each class: the number of its positions, the shares of those in which nothing
can be captured and of those won and lost for the side to move, and the plies of the longest win.
The same arguments give the same file.
"""

from __future__ import annotations

import argparse
import json
import lzma
from math import comb
from time import process_time
from typing import Any, Final

import numpy as np

import engine
from engine.endings.table import DRAWN, FOLDER, NOT_SURE, class_name
from tools.fitting.endings.rules import Class, classes, rules_of
from tools.fitting.endings.solving import DECIDED, Solver, squares_of, swapped

FILTERS: Final[list[dict[str, Any]]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "pb": 0}
]


def table(solver: Solver, material: Class, layer: int) -> bytes:
    """Return the values of a layer of a class, a byte a position, in ``EndgameTables``' order."""
    rules = solver.rules
    squares = squares_of(rules, material)
    kinds = np.split(squares.astype(np.int64), np.cumsum(material)[:3])
    n, row = rules.squares, rules.row
    number = np.zeros(squares.shape[1], np.int64)
    for kind, first, of in zip(kinds, (row, 0, 0, 0), (n - row, n, n - row, n), strict=True):
        number *= comb(of, len(kind))
        for order, squares_of_piece in enumerate(kind, 1):
            choose = np.array([comb(above, order) for above in range(n)])
            number += choose[squares_of_piece - first]
    at = solver.flat(squares) + layer * n ** sum(material)
    scores = solver.scores[material][at]
    kept = np.where(scores == 0, DRAWN, DECIDED - np.abs(scores) + 1)
    if material[0] + material[2]:
        # A capture or a new king may restart a count, so that a longer win may be a win after all.
        kept[(scores == 0) & (solver.free[material][at] != 0)] = NOT_SURE
    size = 1
    for of, count in zip((n - row, n, n - row, n), material, strict=True):
        size *= comb(of, count)
    values = np.full(size, -1, np.int64)
    quiet = solver.quiet[material][at]
    values[number[quiet]] = kept[quiet]
    # A position without a value repeats the value before it, which compresses best.
    last = np.maximum.accumulate(np.where(values >= 0, np.arange(size), 0))
    return np.maximum(values[last], 0).astype(np.uint8).tobytes()


def write(solver: Solver, name: str) -> int:
    """Write the file of a game's tables; return its size in bytes."""
    where: dict[str, tuple[int, int]] = {}
    found: list[bytes] = []
    begins = 0
    for material in solver.scores:
        if sum(material[:2]) < sum(material[2:]):
            continue
        for layer in range(solver.layers(material)):
            values = table(solver, material, layer)
            packed = lzma.compress(values, lzma.FORMAT_XZ, lzma.CHECK_NONE, filters=FILTERS)
            where[f"{class_name(*material)}{layer or ''}"] = begins, len(packed)
            found.append(packed)
            begins += len(packed)
    content = json.dumps(where).encode() + b"\n" + b"".join(found)
    (FOLDER / f"{name}.bin").write_bytes(content)
    return len(content)


def told(solver: Solver, material: Class) -> str:
    """Return a line about a class: its positions, the shares of quiet, won and lost ones, and the
    longest win.
    """
    at = solver.flat(squares_of(solver.rules, material))
    scores = solver.scores[material][at]
    free = solver.free[material][at]
    won, lost, longest = scores > 0, scores < 0, solver.longest(scores)
    return (
        f"{class_name(*material):10} {len(at):8}  quiet {solver.quiet[material][at].mean():.2f}  "
        f"won {won.mean():.3f}  lost {lost.mean():.3f}  longest {longest}  "
        f"not sure {((scores == 0) & (free != 0)).sum()}"
    )


def main() -> None:
    """Make the tables of a game, and print a line for each class."""
    parser = argparse.ArgumentParser(prog="python -m tools.fitting.endings", description=__doc__)
    parser.add_argument("game", choices=sorted(engine.games))
    parser.add_argument("--pieces", type=int, default=4)
    asked = parser.parse_args()
    began = process_time()
    solver = Solver(rules_of(asked.game))
    for material in classes(asked.pieces):
        if material in solver.scores:
            continue
        solver.solve(material)
        for each in dict.fromkeys((material, swapped(material))):
            print(told(solver, each), f" {process_time() - began:.0f} s", flush=True)
        if material in solver.rows:
            print(f"           longest row {solver.rows[material]}", solver.short.get(material, ""))
    print(f"{write(solver, asked.game)} bytes, {process_time() - began:.0f} s")


if __name__ == "__main__":
    main()
