"""Making a file of puzzles from careless games, played until it has enough of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from itertools import count as numbers
from pathlib import Path
from typing import Final

import engine
from engine.puzzles.files import read, remarks, write
from engine.puzzles.finding.detecting import puzzle_at
from engine.puzzles.finding.selecting import are_twins, ideas
from engine.puzzles.looking import Looks
from engine.puzzles.puzzle import FROM_A_GAME, KEEPING, RACES, Puzzle
from engine.puzzles.race_puzzles import endings_in
from engine.puzzles.words import THEMES
from tools.puzzles.careless_games import game_of
from tools.puzzles.verdicts import verified

_MADE: Final = "made by `python -m tools.puzzles --seed {seed} make {game}`"
_PLAYED: Final = "games played: "

_FIRST_TIMES: Final = 2
_FIRST_NODES: Final = 5_000
"""A first verification is this short, because it finds most puzzles that do not hold."""

_DEFENCES: Final = 3
"""At most one puzzle in this many, plus one, has a goal that wins nothing."""

_RACES: Final = 2
"""At most one puzzle of a race in this many, plus one, has the same theme."""


class OtherSeedError(ValueError):
    """A file was begun with another seed, so going on would not give the same file as one seed."""


def puzzles_of(name: str, seed: int, number: int) -> tuple[Puzzle, ...]:
    """Return the puzzles in a careless game: where the value jumps, in races also elsewhere."""
    game, looks, found = engine.games[name], Looks(), list[Puzzle]()
    for before, position, jumps in game_of(game, seed, number, looks):
        puzzle = puzzle_at(position, before, looks) if jumps or game.colours == "camps" else None
        if puzzle is not None:
            found.append(puzzle)
        found += endings_in(position)
    return tuple(found)


def verified_puzzles_of(
    name: str, seed: int, day: date, fewest: int, number: int
) -> tuple[Puzzle, ...]:
    """Return the puzzles in a careless game that hold when verified in depth.

    Each look takes at least ``fewest`` nodes; ``day`` is the date of the verification.
    """
    return tuple(_sound(puzzles_of(name, seed, number), day, fewest))


def _sound(puzzles: Iterable[Puzzle], day: date, fewest: int) -> Iterator[Puzzle]:
    """Yield the puzzles that hold, mended if necessary; those of races were proved when found."""
    for puzzle in puzzles:
        if puzzle.goal.kind in RACES:
            yield puzzle
        elif verified(puzzle, day, times=_FIRST_TIMES, fewest=_FIRST_NODES).puzzle is not None:
            now = verified(puzzle, day, fewest=fewest).puzzle
            if now is not None:
                yield now


def making(
    name: str,
    count: int,
    seed: int,
    folder: Path,
    mapped: Callable[[Iterable[int]], Iterator[tuple[Puzzle, ...]]],
) -> Iterator[tuple[int, int]]:
    """Add puzzles to a game's file until it has ``count`` of them.

    Yield the number of its puzzles and of the games played, at first and after each game.
    ``mapped`` returns the puzzles of games by the games' numbers, in the same order. Raises
    OtherSeedError if the file was begun with another seed.
    """
    pile = Pile(folder, name, seed)
    yield len(pile.puzzles), pile.played
    if len(pile.puzzles) >= count:
        return
    for found in mapped(numbers(pile.played)):
        pile.take(found)
        pile.played += 1
        pile.save()
        yield len(pile.puzzles), pile.played
        if len(pile.puzzles) >= count:
            return


def adding(
    name: str,
    seed: int,
    folder: Path,
    others: Sequence[Puzzle],
    mapped: Callable[[Sequence[Puzzle]], Iterator[Puzzle | None]],
) -> Iterator[tuple[int, int]]:
    """Add puzzles from elsewhere to a game's file, which is written at the end.

    Yield the number of its puzzles and of those tried, after each one. ``mapped`` analyses the
    puzzles again and returns the results in the same order. Raises OtherSeedError if the file was
    begun with another seed.
    """
    pile = Pile(folder, name, seed)
    for tried, puzzle in enumerate(mapped(others), 1):
        if puzzle is not None:
            pile.take([puzzle])
        yield len(pile.puzzles), tried
    pile.save()


def looked_at_anew(puzzle: Puzzle) -> Puzzle | None:
    """Analyse a puzzle's position again; None if it is no puzzle any more."""
    return puzzle_at(puzzle.begin())


def verified_anew(day: date, fewest: int, puzzle: Puzzle) -> Puzzle | None:
    """Analyse a puzzle's position again and verify it in depth; None if it is no puzzle.

    Each look takes at least ``fewest`` nodes; ``day`` is the date of the verification.
    """
    again = looked_at_anew(puzzle)
    return None if again is None else next(_sound([again], day, fewest), None)


class Pile:
    """The puzzles of a game's file, and the number of games played for them.

    The file begins with remarks about the seed and that number; other remarks are kept.
    """

    def __init__(self, folder: Path, name: str, seed: int) -> None:
        """Read the file if there is one. Raises OtherSeedError if it has another seed."""
        self._file = folder / f"{name}.txt"
        self._made = _MADE.format(seed=seed, game=name)
        self.puzzles: list[Puzzle] = []
        self.played = 0
        self._others: list[str] = []
        if self._file.exists():
            self.puzzles += read(self._file)
            made, games, *self._others = remarks(self._file)
            if made != self._made:
                raise OtherSeedError(f"{self._file} says: {made}")
            self.played = int(games.removeprefix(_PLAYED))
        self._ideas = {idea for puzzle in self.puzzles for idea in ideas(puzzle)}

    def take(self, found: Iterable[Puzzle]) -> None:
        """Add the new puzzles of a game, FROM_A_GAME at most."""
        taken = 0
        for puzzle in found:
            own = ideas(puzzle)
            if own & self._ideas or taken == FROM_A_GAME or not _varied(puzzle, self.puzzles):
                continue
            if any(are_twins(puzzle, other) for other in self.puzzles):
                continue
            taken += 1
            self._ideas |= own
            self.puzzles.append(puzzle)

    def save(self) -> None:
        """Rewrite the file, sorted by theme and difficulty. Raises OSError."""
        self.puzzles.sort(key=_place)
        write(self._file, self.puzzles, (self._made, f"{_PLAYED}{self.played}", *self._others))


def rate_anew(file: Path) -> None:
    """Rewrite a file with its puzzles' ratings by the present formula. Raises OSError."""
    write(file, sorted(read(file), key=_place), remarks(file))


def _varied(puzzle: Puzzle, puzzles: list[Puzzle]) -> bool:
    """Return whether the file may have another puzzle of this kind.

    Only puzzles whose goals win nothing, and each theme of races, are limited.
    """
    if puzzle.goal.kind in RACES:
        same = sum(other.theme.kind == puzzle.theme.kind for other in puzzles)
        return same * _RACES <= len(puzzles)
    if puzzle.goal.kind not in KEEPING:
        return True
    others = sum(other.goal.kind in KEEPING for other in puzzles)
    return others * _DEFENCES <= len(puzzles)


def _place(puzzle: Puzzle) -> tuple[int, int, int, str]:
    """Return the key by which puzzles are sorted: theme, then rating."""
    return (THEMES.index(puzzle.theme.kind), puzzle.theme.pieces, puzzle.rating, puzzle.id)


def games() -> tuple[str, ...]:
    """Return the names of the games with puzzles: all but ``frisian-official``."""
    return tuple(name for name in engine.games if name != "frisian-official")
