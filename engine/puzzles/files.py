"""Text files of puzzles, one for each game, read and written by people and by programs.

A puzzle is a few lines of ``name: value``, and an empty line ends it::

    id: frisian-3fa2c1
    position: W:W27,32,38:B8,13,19
    goal: gain 2 men
    solution: 27-21 19-23 38-33
    theme: shot 3
    depth: 3
    rating: 1480
    official: yes
    verified: 2026-11-26 nodes 50000 of 5d0c1e

Goals of races are ``reach 2 turns i6 piece``, ``cut e5 piece`` and ``home 3 men 4 turns``.
``options: size=8 deadline=30`` follows the id if the options are not the defaults. ``official`` is
only there if the game also has official rules. The rating follows from the other lines: it is
written for people, and programs do not read it. ``verified`` has the day of the last verification
in depth, the least nodes of a look, and a hash of the puzzle's content: once the puzzle is changed,
it is no longer verified. Lines that begin with ``#`` are remarks: those before the first puzzle say
how the file was made.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Final

from engine.puzzles.puzzle import GOALS, Options, Puzzle, PuzzleGoal, PuzzleTheme, Verified
from engine.values import OptionValue

FOLDER: Final = Path(__file__).parents[2] / "data" / "puzzles"

_NAMES: Final = (
    "id",
    "options",
    "position",
    "goal",
    "solution",
    "theme",
    "depth",
    "rating",
    "official",
    "verified",
)
_OFFICIAL: Final[Mapping[str, bool]] = {"yes": True, "no": False}


class UnreadablePuzzleError(ValueError):
    """A text that is no puzzle; the message names the line, or the line after the puzzle."""


def read_all(folder: Path = FOLDER) -> dict[str, tuple[Puzzle, ...]]:
    """Return the puzzles in the files of a folder, by game. Raises UnreadablePuzzleError."""
    return {file.stem: read(file) for file in sorted(folder.glob("*.txt"))}


def read(file: Path) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file, in its order. Raises UnreadablePuzzleError or OSError."""
    return tuple(_puzzles(file.read_text("utf-8"), file.name))


def from_text(text: str) -> Puzzle:
    """Return the puzzle in a text. Raises UnreadablePuzzleError unless the text has exactly one."""
    puzzles = tuple(_puzzles(text, "text"))
    if len(puzzles) != 1:
        raise UnreadablePuzzleError(f"The text has {len(puzzles)} puzzles, not one")
    return puzzles[0]


def _puzzles(text: str, source: str) -> Iterator[Puzzle]:
    lines: dict[str, str] = {}
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.startswith("#"):
            continue
        where = f"{source}:{number}"
        name, colon, value = line.partition(": ")
        if colon and name in _NAMES and name not in lines:
            lines[name] = value.strip()
        elif line.strip():
            raise UnreadablePuzzleError(f"{where}: {line!r} is no line of a puzzle")
        elif lines:
            yield _puzzle(lines, where)
            lines = {}


def remarks(file: Path) -> tuple[str, ...]:
    """Return the remarks before the first puzzle of a file, one a line. Raises OSError."""
    found: list[str] = []
    for line in file.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            break
        found.append(line.removeprefix("#").strip())
    return tuple(found)


def write(file: Path, puzzles: Iterable[Puzzle], remarks: Sequence[str] = ()) -> None:
    """Write ``remarks`` and ``puzzles`` to a file with ``rewrite``. Raises OSError."""
    parts = ["".join(f"# {remark}\n" for remark in remarks)] if remarks else []
    rewrite(file, "\n".join([*parts, *map(to_text, puzzles)]))


def rewrite(file: Path, text: str) -> None:
    """Replace the content of a file; the old one stays until ``text`` is complete. Raises OSError.

    ``text`` is first written to a file beside it, whose name ends in ``.new``.
    """
    beside = file.with_name(f"{file.name}.new")
    beside.write_text(text, "utf-8")
    os.replace(beside, file)  # noqa: PTH105 - Path.replace does the same and says it less clearly


def to_text(puzzle: Puzzle) -> str:
    """Return the lines of a puzzle in its file."""
    values = {
        "id": puzzle.id,
        "options": " ".join(f"{name}={value}" for name, value in puzzle.options),
        "position": puzzle.position,
        "goal": _goal_text(puzzle.goal),
        "solution": " ".join(move.replace(" ", "_") for move in puzzle.solution),
        "theme": f"{puzzle.theme.kind} {puzzle.theme.pieces or ''}".strip(),
        "depth": str(puzzle.depth),
        "rating": str(puzzle.rating),
        "official": "" if puzzle.official is None else ("yes" if puzzle.official else "no"),
        "verified": _verified_text(puzzle.verified) if puzzle.verified else "",
    }
    return "".join(f"{name}: {value}\n" for name, value in values.items() if value)


def _puzzle(lines: Mapping[str, str], where: str) -> Puzzle:
    try:
        kind, _, count = lines["theme"].rpartition(" ")
        theme = PuzzleTheme(kind, int(count)) if count.isdigit() else PuzzleTheme(lines["theme"])
        puzzle = Puzzle(
            game=lines["id"].rpartition("-")[0],
            options=_options(lines.get("options", "")),
            position=lines["position"],
            goal=_goal(lines["goal"]),
            solution=tuple(move.replace("_", " ") for move in lines["solution"].split()),
            theme=theme,
            depth=int(lines["depth"]),
            official=_OFFICIAL[lines["official"]] if "official" in lines else None,
            verified=_verified(lines["verified"]) if "verified" in lines else None,
        )
        own = puzzle.id
    except (KeyError, ValueError) as error:
        raise UnreadablePuzzleError(f"The puzzle before {where} cannot be read: {error}") from error
    if own != lines["id"]:
        raise UnreadablePuzzleError(f"The puzzle before {where} has the id {own}")
    return puzzle


def _options(text: str) -> Options:
    pairs = (pair.partition("=")[::2] for pair in text.split())
    return tuple((name, _value(value)) for name, value in pairs)


def _value(text: str) -> OptionValue:
    if text in {"True", "False"}:
        return text == "True"
    return int(text) if text.isdigit() else text


def _verified_text(verified: Verified) -> str:
    return f"{verified.day} nodes {verified.nodes} of {verified.content}"


def _verified(text: str) -> Verified:
    day, nodes, count, of, content = text.split()
    if (nodes, of) != ("nodes", "of"):
        raise ValueError(f"{text!r} is no verification")
    return Verified(date.fromisoformat(day), int(count), content)


def _goal_text(goal: PuzzleGoal) -> str:
    return " ".join(
        [
            goal.kind,
            *([f"{goal.men} men"] if goal.men else []),
            *([f"{goal.kings} kings"] if goal.kings else []),
            *([f"{goal.turns} turns"] if goal.turns else []),
            *([f"{goal.piece} piece"] if goal.piece else []),
        ]
    )


def _goal(text: str) -> PuzzleGoal:
    kind, *words = text.split()
    given = dict(zip(words[1::2], words[::2], strict=True))
    piece = given.pop("piece", "")
    counts = {name: int(count) for name, count in given.items()}
    if kind not in GOALS or counts.keys() - {"men", "kings", "turns"}:
        raise ValueError(f"{text!r} is no goal")
    return PuzzleGoal(kind, piece=piece, **counts)
