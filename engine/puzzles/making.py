"""Making a file of puzzles: the computer plays games with itself until there are enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from itertools import count as numbers
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import engine
from engine.computer.search import SURE
from engine.game import Game, Position
from engine.puzzles.finding.detecting import puzzle_at
from engine.puzzles.finding.selecting import are_twins, ideas
from engine.puzzles.looking import Glance, Looks
from engine.puzzles.puzzle import KEEPING, RACES, SEATS, Puzzle
from engine.puzzles.puzzle_files import read, remarks, write
from engine.puzzles.puzzle_words import THEMES
from engine.puzzles.race_puzzles import endings_in
from engine.puzzles.verifying import verified
from engine.values import Options

_MADE: Final = "made by `python -m engine.puzzles --seed {seed} make {game}`"
_PLAYED: Final = "games played: "

FROM_A_GAME: Final = 3
"""The most puzzles from one game."""

_FIRST_TIMES: Final = 2
_FIRST_NODES: Final = 5_000
"""A first verification is this short: most puzzles that do not hold are already found out by it."""

_DEFENCES: Final = 3
"""At most one puzzle in this many, and one more, has a goal that wins nothing."""

_RACES: Final = 2
"""At most one puzzle of a race in this many, and one more, has the same theme."""


class OtherSeedError(ValueError):
    """A file was begun with another seed: continuing with this one would not give the same file."""


def puzzles_of(name: str, seed: int, number: int) -> tuple[Puzzle, ...]:
    """Return the puzzles in a game of the computer with itself."""
    looks = Looks()
    before: Position | None = None
    found = []
    for position, glance in game_of(engine.games[name], seed, number, looks):
        puzzle = puzzle_at(position, before, looks, glance)
        if puzzle is not None:
            found.append(puzzle)
        found += endings_in(position)
        before = position
    return tuple(found)


def verified_puzzles_of(name: str, seed: int, day: date, number: int) -> tuple[Puzzle, ...]:
    """Return the puzzles in a game that hold once they are verified in depth, on a day."""
    return tuple(_sound(puzzles_of(name, seed, number), day))


def _sound(puzzles: Iterable[Puzzle], day: date) -> Iterator[Puzzle]:
    """Yield the puzzles that hold, mended if need be; races were proved when they were found."""
    for puzzle in puzzles:
        if puzzle.goal.kind in RACES:
            yield puzzle
        elif verified(puzzle, day, times=_FIRST_TIMES, fewest=_FIRST_NODES).puzzle is not None:
            now = verified(puzzle, day).puzzle
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

    Yields how many puzzles it has and how many games were played, at first and after each game.
    ``mapped`` returns the puzzles of games by their numbers, in the same order. Raises
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
    """Add puzzles from elsewhere to a game's file.

    Yields how many puzzles it has and how many were tried, after each one. ``mapped`` analyses the
    puzzles again and returns the results in the same order.
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


def verified_anew(day: date, puzzle: Puzzle) -> Puzzle | None:
    """Analyse a puzzle's position again and verify it in depth, on a day; None if it is none."""
    again = looked_at_anew(puzzle)
    return None if again is None else next(_sound([again], day), None)


class Pile:
    """The puzzles of a game's file, and the number of games played for them."""

    def __init__(self, folder: Path, name: str, seed: int) -> None:
        """Read the file if there is one. Raises OtherSeedError if it has another seed."""
        self._file = folder / f"{name}.txt"
        self._made = _MADE.format(seed=seed, game=name)
        self.puzzles: list[Puzzle] = []
        self.played = 0
        if self._file.exists():
            self.puzzles += read(self._file)
            made, games = remarks(self._file)
            if made != self._made:
                raise OtherSeedError(f"{self._file} says: {made}")
            self.played = int(games.removeprefix(_PLAYED))
        self._ideas = {idea for puzzle in self.puzzles for idea in ideas(puzzle)}

    def take(self, found: Iterable[Puzzle]) -> None:
        """Add the puzzles of a game that are new, a few at most."""
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
        write(self._file, self.puzzles, (self._made, f"{_PLAYED}{self.played}"))


def rate_anew(file: Path) -> None:
    """Rewrite a file with the ratings that its puzzles have now. Raises OSError."""
    write(file, sorted(read(file), key=_place), remarks(file))


def _varied(puzzle: Puzzle, puzzles: list[Puzzle]) -> bool:
    """Return whether the file has room for another puzzle of this kind.

    Limited are the puzzles whose goals win nothing, and each theme of a race.
    """
    if puzzle.goal.kind in RACES:
        same = sum(other.theme.kind == puzzle.theme.kind for other in puzzles)
        return same * _RACES <= len(puzzles)
    if puzzle.goal.kind not in KEEPING:
        return True
    others = sum(other.goal.kind in KEEPING for other in puzzles)
    return others * _DEFENCES <= len(puzzles)


def _place(puzzle: Puzzle) -> tuple[int, int, int, str]:
    """Return the key by which puzzles are sorted: theme, then difficulty."""
    return (THEMES.index(puzzle.theme.kind), puzzle.theme.pieces, puzzle.rating, puzzle.id)


_SLIPS: Final = (15, 25, 40, 60)
"""How often, of a hundred times, a player plays what the first ply shows: one of these for each
game."""

_OPENING: Final = (2, 8)
"""The fewest and the most random moves that begin a game."""

LONGEST: Final = 240
"""A game is left after this many moves."""

_DECIDED: Final = 600
"""A game is left, too, if one side is more than this many points ahead, unless it is a race."""

_VARIANTS: Final[dict[str, tuple[dict[str, int | bool | str], ...]]] = {
    "alliance": ({}, {"setup": "plus"}, {"setup": "rows"}, {"setup": "free"}),
    "halma": (
        {"size": 8, "deadline": 30},
        {"size": 10, "deadline": 50},
        {"size": 8, "deadline": 30},
        {"size": 10, "deadline": 50},
        {},
    ),
    "allies": (
        {"field": "france-germany"},
        {"field": "russia-germany"},
        {"field": "russia-austria"},
    ),
}
"""The options for games that have several beginnings."""


class GlancedPosition(NamedTuple):
    """A position of a game, and a glance at it."""

    position: Position
    glance: Glance


def game_of(game: Game, seed: int, number: int, looks: Looks) -> Iterator[GlancedPosition]:
    """Yield the positions of a game: the same for the same seed and number.

    The computer plays the move that a glance shows and now and then, as people do, the one that the
    first ply shows.
    """
    chance = Random(f"{seed} {game.name} {number}")
    variants = _VARIANTS.get(game.name, ({},))
    position = _begin(game, variants[number % len(variants)], chance)
    slips = chance.choice(_SLIPS)
    for _ in range(chance.randint(*_OPENING)):
        if position.outcome() is not None or not position.legal_moves():
            return
        position = position.play(chance.choice(position.legal_moves()))
    decided = SURE if game.colours == "camps" else _DECIDED
    for _ in range(LONGEST):
        if position.outcome() is not None or not position.legal_moves():
            return
        glance = looks.glance(position)
        yield GlancedPosition(position, glance)
        if abs(glance.then.value) > decided:
            return
        slip = chance.randrange(100) < slips
        position = position.play(glance.first.move if slip else glance.then.move)


def _begin(game: Game, options: Options, chance: Random) -> Position:
    position = game.start(SEATS, **dict(options))
    while position.setup is not None:
        thinking = position.thinking
        placed = thinking.place(chance) if thinking is not None else None
        position = position.play(placed or chance.choice(position.legal_moves()))
    return position


def games() -> tuple[str, ...]:
    """Return the names of the games that puzzles are made of: all but ``frisian-official``."""
    return tuple(name for name in engine.games if name != "frisian-official")
