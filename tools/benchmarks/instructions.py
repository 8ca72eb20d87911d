"""The search's instructions a node: ``python -m tools.benchmarks.instructions [GAME ...]``.

Level 8 thinks about some positions of random play under cachegrind, with few nodes and with many.
The difference of both runs' instructions is divided by the difference of their nodes: the result
hardly depends on other programs, and leaves out loading and making tables. The compiled engine is
measured if it was built from these sources, unless ``--pure`` is given.

``--nodes 20000`` is the number of nodes for each position, ``--tree FOLDER`` measures another
checkout in place of this one, and ``--against FOLDER`` measures that one, too, and prints the
ratio. ``FOLDER`` needs only the engine's public interface.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import engine
from engine.computer.compiling import ROOT
from tools.benchmarks.computer.games import opening

TURNS: Final = (8, 24, 40)
"""The numbers of random moves before the positions searched."""

CHOICE: Final = 4
"""The fewest legal moves of a chosen position: with one move, hardly any nodes are searched."""

FEW: Final = 0.2
"""The nodes of the smaller run, as a part of those of the larger."""

NODES: Final = 20_000
PURE_NODES: Final = 8_000
"""The default nodes per position without the compiled engine, where each node costs several times
more.
"""

SETTINGS: Final[dict[str, list[tuple[int, dict[str, int]]]]] = {
    "halma": [(2, {"size": 8}), (2, {"size": 16})],
    "chinese-checkers": [(2, {}), (3, {})],
}
"""The seats and options with which a game is measured, if not only with its first and defaults."""

CACHEGRIND: Final = (
    "valgrind",
    "--tool=cachegrind",
    "--cache-sim=no",
    "--cachegrind-out-file=/dev/null",
)
FOUND: Final = "from engine.computer.compiling import compiled; print(compiled() or '')"
GAMES: Final = "import engine; print(*engine.games)"

THINK: Final = """
import json, sys
import engine
from engine.computer import Computer

asked = json.loads(sys.argv[1])
game = engine.games[asked["game"]]
nodes = 0
for text in asked["texts"]:
    position = game.read(text, asked["seats"], **asked["options"])
    position = position.seen_by(position.turn)
    nodes += Computer(8).think([position], nodes=asked["nodes"]).nodes
print(nodes)
"""


class Setting(NamedTuple):
    """A game to measure, with the texts of positions of random play."""

    game: str
    seats: int
    options: dict[str, int]
    texts: list[str]

    def __str__(self) -> str:
        """Return the game with its seats and options."""
        return " ".join(map(str, [self.game, self.seats, *self.options.values()]))


def settings(name: str) -> Iterator[Setting]:
    """Yield the settings in which a game is measured."""
    game = engine.games[name]
    for seats, options in SETTINGS.get(name, [(game.seats[0], {})]):
        start = game.start(seats, **options)
        texts = [_position(start, turns).fen() for turns in TURNS]
        yield Setting(name, seats, options, texts)


def _position(start: engine.Position, turns: int) -> engine.Position:
    """Return a position after ``turns`` random moves with at least CHOICE legal moves."""
    chance = Random(turns)
    while True:
        position = opening(start, turns, chance)[-1]
        if len(position.legal_moves()) >= CHOICE:
            return position


# Counting


def _run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": ""}
    return subprocess.run(  # noqa: S603 - our own words
        command, cwd=folder, capture_output=True, text=True, check=True, env=environment
    )


def _asked(folder: Path, code: str) -> str:
    """Return the output of Python code run in a checkout."""
    return _run(folder, sys.executable, "-c", code).stdout.strip()


def _think(folder: Path, setting: Setting, nodes: int, *before: str) -> tuple[str, int]:
    """Run a thinking process, by the command ``before`` if given.

    Return its error output and the number of its nodes.
    """
    asked = json.dumps({**setting._asdict(), "nodes": nodes})
    ran = _run(folder, *before, sys.executable, "-c", THINK, asked)
    return ran.stderr, int(ran.stdout)


def _counted(folder: Path, setting: Setting, nodes: int) -> tuple[int, int]:
    """Return the instructions of a thinking process, and the number of nodes that it searched.

    Raises ValueError if cachegrind prints no count.
    """
    said, searched = _think(folder, setting, nodes, *CACHEGRIND)
    found = re.search(r"I\s+refs:\s+([\d,]+)", said)
    if found is None:
        raise ValueError(f"No count in what cachegrind says: {said[-500:]}")
    return int(found[1].replace(",", "")), searched


def instructions(folder: Path, setting: Setting, nodes: int) -> tuple[float, int]:
    """Return the instructions a node, and the number of nodes in the larger run."""
    few = int(nodes * FEW)
    _think(folder, setting, few)  # so that all modules are compiled to bytecode
    less, searched_less = _counted(folder, setting, few)
    more, searched = _counted(folder, setting, nodes)
    return (more - less) / max(searched - searched_less, 1), searched


def _engines(folders: list[Path], *, pure: bool) -> tuple[list[Path], str]:
    """Return the folders of the engines to measure, and "compiled" or "pure".

    Exit if only some of the checkouts have a compiled engine.
    """
    found = [] if pure else [_asked(folder, FOUND) for folder in folders]
    if all(found) and found:
        return [Path(folder) for folder in found], "compiled"
    if any(found):
        names = ", ".join(str(f) for f, made in zip(folders, found, strict=True) if not made)
        sys.exit(
            f"Not compiled in {names}: run python -m engine.computer.compiling there, or --pure"
        )
    return folders, "pure"


def main() -> None:
    """Print a line for each setting of each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(engine.games))
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--pure", action="store_true")
    asked = parser.parse_args()
    if unknown := sorted(set(asked.games) - set(engine.games)):
        parser.error(f"no such game: {', '.join(unknown)} (there are {', '.join(engine.games)})")
    if shutil.which("valgrind") is None:
        sys.stdout.write("Nothing is counted: valgrind is not installed.\n")
        return
    trees = [asked.tree] if asked.against is None else [asked.against, asked.tree]
    folders, kind = _engines([tree.resolve() for tree in trees], pure=asked.pure)
    nodes = asked.nodes or (NODES if kind == "compiled" else PURE_NODES)
    known = [set(_asked(folder, GAMES).split()) for folder in folders]
    for name in asked.games or engine.games:
        if not all(name in games for games in known):
            sys.stdout.write(f"{name:22} is not in both\n")
            continue
        for setting in settings(name):
            counts = [instructions(folder, setting, nodes) for folder in folders]
            each = " ".join(f"{count:10,.0f} of {searched:,}" for count, searched in counts)
            ratio = f", ratio {counts[1][0] / counts[0][0]:.3f}" if len(counts) > 1 else ""
            sys.stdout.write(f"{setting!s:22} {kind}, instructions a node: {each}{ratio}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
