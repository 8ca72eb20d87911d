"""The puzzles that there are, and which of them a person gets next."""

from __future__ import annotations

import logging
import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

import engine
from data import Seen
from engine import Game, Refusal, Text
from engine.puzzles import FOLDER, Puzzle, read
from engine.rating import CENTRE, NEW, SCALE, Rating

log = logging.getLogger(__name__)

NEAREST: Final = 5
"""One of so many puzzles is drawn whose ratings are nearest to the person's."""


class PuzzleBook:
    """The puzzles of all games, read from their files."""

    def __init__(self) -> None:
        self._games: dict[str, tuple[Puzzle, ...]] = {}
        self._by_id: dict[str, Puzzle] = {}

    def load(self) -> None:
        """Read the files. One that cannot be read is left out, and logged."""
        for file in sorted(FOLDER.glob("*.txt")):
            try:
                puzzles = read(file)
            except (OSError, ValueError):
                log.exception("The puzzles in %s", file)
                continue
            if puzzles and file.stem in engine.games:
                self._games[file.stem] = puzzles
        self._by_id = {puzzle.id: puzzle for puzzle in chain(*self._games.values())}

    @property
    def games(self) -> list[Game]:
        """The games that have puzzles."""
        return [game for name, game in engine.games.items() if name in self._games]

    def get(self, puzzle: str) -> Puzzle | None:
        """Return the puzzle of that id; None where there is none, or none any longer."""
        return self._by_id.get(puzzle)

    def of(self, game: str) -> Sequence[Puzzle]:
        """Return the puzzles of a game. Raises Refusal where there are none."""
        if game in self._games:
            return self._games[game]
        raise Refusal(Text("I have no puzzles of {game} yet.", game=engine.games[game].title))

    def nearest(
        self,
        game: str,
        own: Rating,
        ratings: Mapping[str, Rating],
        seen: Mapping[str, Seen],
        chance: random.Random,
        *,
        posted: Collection[str] = (),
        more: Iterable[Puzzle] = (),
    ) -> tuple[Puzzle, bool]:
        """Return a puzzle for a person, and whether they have had all of the game already.

        It is one of those nearest to their rating that they have not seen, else the one that they
        saw longest ago. Those whose solution was ``posted`` come last of those not seen. There are
        ``more`` besides those of the book. Raises Refusal.
        """
        puzzles = [*self.of(game), *more]
        unseen = [puzzle for puzzle in puzzles if puzzle.id not in seen]
        if not unseen:
            return min(puzzles, key=lambda puzzle: seen[puzzle.id].shown), True
        unseen = [puzzle for puzzle in unseen if puzzle.id not in posted] or unseen

        def distance(puzzle: Puzzle) -> float:
            return abs(ratings.get(puzzle.id, first_rating(puzzle)).mu - own.mu)

        return chance.choice(sorted(unseen, key=distance)[:NEAREST]), False

    def any(
        self,
        game: str,
        used: Collection[str],
        chance: random.Random,
        *,
        more: Iterable[Puzzle] = (),
    ) -> Puzzle:
        """Return a puzzle of a game for everybody, not one of those used while there are others.

        There are ``more`` besides those of the book. Raises Refusal.
        """
        puzzles = [*self.of(game), *more]
        return chance.choice([p for p in puzzles if p.id not in used] or puzzles)


def first_rating(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle that nobody has tried: what its file says."""
    return Rating(NEW.mu + (puzzle.rating - CENTRE) / SCALE, NEW.sigma)
