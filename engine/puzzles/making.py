"""Making a file of puzzles: game after game of the computer with itself, until there are enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count as numbers
from pathlib import Path
from typing import Final

import engine
from engine.game import Position
from engine.puzzles.files import read, remarks, write
from engine.puzzles.finding.ideas import ideas
from engine.puzzles.finding.lines import puzzle_at
from engine.puzzles.finding.selfplay import game_of
from engine.puzzles.looking import Looks
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.words import THEMES

_MADE: Final = "made by `python -m engine.puzzles --seed {seed} make {game}`"
_PLAYED: Final = "games played: "

_FROM_A_GAME: Final = 3
"""One game gives no more puzzles than these."""

_DEFENCES: Final = 4
"""One of so many puzzles at most is about keeping what there is."""


class OtherSeedError(ValueError):
    """A file was begun with another seed: going on with this one would not give the same."""


def puzzles_of(name: str, seed: int, number: int) -> tuple[Puzzle, ...]:
    """Return the puzzles in a game of the computer with itself."""
    looks = Looks()
    before: Position | None = None
    found = []
    for position in game_of(engine.games[name], seed, number):
        puzzle = puzzle_at(position, before, looks)
        if puzzle is not None:
            found.append(puzzle)
        before = position
    return tuple(found)


def making(
    name: str,
    count: int,
    seed: int,
    folder: Path,
    mapped: Callable[[Iterable[int]], Iterator[tuple[Puzzle, ...]]],
) -> Iterator[tuple[int, int]]:
    """Add to a game's file until it has so many puzzles; yield its puzzles and games after each.

    ``mapped`` returns the puzzles of games by their numbers, in the same order. Raises
    OtherSeedError for a file that was begun with another seed.
    """
    file = folder / f"{name}.txt"
    made = _MADE.format(seed=seed, game=name)
    puzzles: list[Puzzle] = []
    played = 0
    if file.exists():
        puzzles = list(read(file))
        first, games = remarks(file)
        if first != made:
            raise OtherSeedError(f"{file} says: {first}")
        played = int(games.removeprefix(_PLAYED))
    had = {idea for puzzle in puzzles for idea in ideas(puzzle)}
    yield len(puzzles), played
    if len(puzzles) >= count:
        return
    for found in mapped(numbers(played)):
        played += 1
        taken = 0
        for puzzle in found:
            own = ideas(puzzle)
            if own & had or taken == _FROM_A_GAME or not _varied(puzzle, puzzles):
                continue
            taken += 1
            had |= own
            puzzles.append(puzzle)
        puzzles.sort(key=_place)
        write(file, puzzles, (made, f"{_PLAYED}{played}"))
        yield len(puzzles), played
        if len(puzzles) >= count:
            return


def _varied(puzzle: Puzzle, puzzles: list[Puzzle]) -> bool:
    """Return whether there are not too many of its kind: those that only keep what there is."""
    if puzzle.goal.kind not in {"hold", "keep"}:
        return True
    others = sum(other.goal.kind in {"hold", "keep"} for other in puzzles)
    return others * _DEFENCES <= len(puzzles)


def _place(puzzle: Puzzle) -> tuple[int, int, int, str]:
    """Return what puzzles are sorted by: theme and difficulty."""
    return (THEMES.index(puzzle.theme.kind), puzzle.theme.pieces, puzzle.rating, puzzle.id)
