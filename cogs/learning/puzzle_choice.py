"""The puzzles of the book and those from matches, and the choice of the next puzzle.

A puzzle from a match is offered only on the server of that match, to people who may see the match
and did not play in it, and only while its position is on no live board.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from enum import StrEnum, auto
from itertools import chain
from typing import Final, NamedTuple

import discord

import engine
from cogs.client.client import Damier
from cogs.computers.fair_play import FairPlay
from cogs.members.match_channels import GuildChannel
from cogs.members.mentions import person as named
from cogs.members.visibility import all_may_see, may_see
from data import MatchPuzzle, Seen, UnknownMatch
from engine import Game, Refusal, Text
from engine.puzzles import FOLDER, Puzzle, biggest_capture, read
from engine.rating import CENTRE, NEW, SCALE, Rating
from engine.table.match import Match

log = logging.getLogger(__name__)

NEAREST: Final = 5
"""The number of puzzles rated closest to the person from which one is drawn."""


EASY: Final = 4
"""The lowest rated puzzles, one in this many, are easy enough for a newcomer."""

FIRST_CAPTURE: Final = 2
"""The number of pieces captured in a newcomer's first puzzle, if an easy one has that many."""


FIRST_ONES: Final = 5
"""The number of a newcomer's first puzzles that are rated below 1200, whatever their rating."""

GRADED: Final = 3
"""One puzzle in this many is easy, and one is hard: a third at either end by rating."""


class Grade(StrEnum):
    """The wanted difficulty of a puzzle."""

    EASY = auto()
    HARD = auto()


EASIER: Final = Rating(NEW.mu + (1200 - CENTRE) / SCALE, NEW.sigma)
"""The rating of 1200, below which a newcomer's first puzzles are."""


class PuzzleBook:
    """The puzzles of all games, read from their files."""

    def __init__(self) -> None:
        self._games: dict[str, tuple[Puzzle, ...]] = {}
        self._by_id: dict[str, Puzzle] = {}

    def load(self) -> None:
        """Read the files; log and leave out those that cannot be read."""
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
        """The games that have puzzles in this book."""
        return [game for name, game in engine.games.items() if name in self._games]

    def get(self, puzzle: str) -> Puzzle | None:
        """Return the puzzle with the id ``puzzle``, or None if the book has none."""
        return self._by_id.get(puzzle)

    def of(self, game: str) -> Sequence[Puzzle]:
        """Return the puzzles of a game. Raises Refusal if there are none."""
        if game in self._games:
            return self._games[game]
        raise Refusal(Text("I have no puzzles of {game} yet.", game=engine.games[game].title))

    def rate(self, game: str) -> None:
        """Compute the first ratings of a game's puzzles, CPU work, ahead of their use.

        Raises Refusal.
        """
        for puzzle in self.of(game):
            first_rating(puzzle)

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
        grade: Grade | None = None,
    ) -> tuple[Puzzle, bool]:
        """Return a puzzle for a person, and whether they have already had all puzzles of the game.

        The puzzle is an unseen one close to the person's rating, or any unseen one of the
        ``grade``. A newcomer's first puzzle is among the easiest, and the next are easy as well.
        Unseen puzzles whose solution was ``posted`` come last. If all were seen, the puzzle is the
        one seen longest ago. ``more`` are puzzles in addition to the book's. Raises Refusal.
        """
        puzzles = [*self.of(game), *more]
        unseen = [puzzle for puzzle in puzzles if puzzle.id not in seen]
        if not unseen:
            return min(puzzles, key=lambda puzzle: seen[puzzle.id].shown), True
        unseen = [puzzle for puzzle in unseen if puzzle.id not in posted] or unseen

        def rating(puzzle: Puzzle) -> float:
            return ratings.get(puzzle.id, first_rating(puzzle)).mu

        def distance(puzzle: Puzzle) -> float:
            return abs(rating(puzzle) - own.mu)

        if grade is not None:
            return chance.choice(_graded(unseen, grade, rating)), False

        done = sum(1 for one in seen.values() if one.done)
        if done < FIRST_ONES:
            unseen = [one for one in unseen if rating(one) < EASIER.mu] or [min(unseen, key=rating)]
        if not done:
            easy = sorted(unseen, key=rating)[: max(NEAREST, len(unseen) // EASY)]
            first = [puzzle for puzzle in easy if biggest_capture(puzzle) == FIRST_CAPTURE]
            return chance.choice(first or easy[:NEAREST]), False
        return chance.choice(sorted(unseen, key=distance)[:NEAREST]), False

    def any(
        self,
        game: str,
        used: Collection[str],
        chance: random.Random,
        *,
        more: Iterable[Puzzle] = (),
        grade: Grade | None = None,
    ) -> Puzzle:
        """Return a puzzle of a game for everybody, not one of the ``used`` while there are others.

        ``more`` are puzzles in addition to the book's. Raises Refusal.
        """
        puzzles = [*self.of(game), *more]
        unused = [puzzle for puzzle in puzzles if puzzle.id not in used] or puzzles
        if grade is None:
            return chance.choice(unused)
        return chance.choice(_graded(unused, grade, lambda puzzle: first_rating(puzzle).mu))


def _graded(
    puzzles: Sequence[Puzzle], grade: Grade, rating: Callable[[Puzzle], float]
) -> Sequence[Puzzle]:
    """Return the easiest or hardest third of the puzzles by their ratings, at least one."""
    ranked = sorted(puzzles, key=rating, reverse=grade is Grade.HARD)
    return ranked[: max(1, len(ranked) // GRADED)]


def first_rating(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle that nobody has tried."""
    return Rating(NEW.mu + (puzzle.rating - CENTRE) / SCALE, NEW.sigma)


EVERYBODY: Final = 0
"""The id that stands for all members when a puzzle is posted in a channel."""

TOLD_AFTER: Final = timedelta(days=2)
"""How long after its day a puzzle's solution counts as public, even without a later post."""

NOT_HERE = Text("This puzzle is from a match that not everybody here may see.")


class Asker(NamedTuple):
    """The person who asks for a puzzle, the id of the server, 0 for none, and the channel's id."""

    user: discord.abc.User
    guild: int
    channel: int


class Chosen(NamedTuple):
    """A puzzle, and the number of the match that it is from, 0 for a puzzle of the book.

    ``had`` is the number of the game's puzzles if the person has had all of them, otherwise 0.
    """

    puzzle: Puzzle
    match: int = 0
    had: int = 0


class PuzzleChoice:
    """Chooses puzzles from the ``book`` and the store, and answers questions about them."""

    def __init__(self, bot: Damier, book: PuzzleBook, fair_play: FairPlay) -> None:
        self.bot, self.book = bot, book
        self._fair_play = fair_play

    async def get(self, puzzle: str) -> Puzzle | None:
        """Return the puzzle with the id ``puzzle``, from the book or a match, or None."""
        known = self.book.get(puzzle)
        if known is not None:
            return known
        found = await self.bot.store.match_puzzles.get(puzzle)
        return found[0].puzzle if found else None

    async def open_for(self, person: int, games: Collection[str]) -> Collection[Puzzle]:
        """Return the puzzles of ``games`` that the computer may not help a person with now.

        These are the puzzles shown to the person that still count for their rating, and the puzzles
        of the day of all servers until their solution is posted: a person may ask in private.
        """
        store = self.bot.store
        oldest = (self.bot.clock.now() - TOLD_AFTER).date()
        found = await store.daily_puzzles.unsolved(games, since=oldest)
        for game in games:
            seen = await store.puzzles.seen(person, game)
            found |= {puzzle for puzzle, one in seen.items() if not one.done}
        puzzles = [await self.get(puzzle) for puzzle in found]
        return [puzzle for puzzle in puzzles if puzzle is not None]

    async def for_person(self, game: str, asker: Asker, grade: Grade | None = None) -> Chosen:
        """Return the next puzzle for a person, of the ``grade`` if one is given.

        Raises Refusal if the game has no puzzles.
        """
        store, who = self.bot.store, asker.user.id
        seen = await store.puzzles.seen(who, game)
        own, ratings = await store.puzzles.rating_of(who, game), await store.puzzles.ratings(game)
        await asyncio.to_thread(self.book.rate, game)
        guilds = self.guilds_of(who, asker.guild)
        posted = await store.daily_puzzles.solutions(guilds)
        had = 0

        def choose(others: Collection[Puzzle]) -> Puzzle:
            nonlocal had
            puzzle, again = self.book.nearest(
                game, own, ratings, seen, random.Random(), posted=posted, more=others, grade=grade
            )
            had = len(self.book.of(game)) + len(others) if again else 0
            return puzzle

        async def may_have(one: MatchPuzzle, match: Match) -> bool:
            if who in match.persons or not await may_see(store, asker.user, match, asker.channel):
                return False
            return await self._is_fair(one.puzzle, who, guilds)

        return (await self._chosen(game, asker.guild, choose, may_have))._replace(had=had)

    async def for_channel(
        self,
        game: str,
        channel: GuildChannel,
        used: Collection[str],
        grade: Grade | None = None,
    ) -> Puzzle:
        """Return a puzzle to post, not one of the ``used`` while there are others.

        Raises Refusal if the game has no puzzles.
        """
        if grade is not None:
            await asyncio.to_thread(self.book.rate, game)

        def choose(others: Collection[Puzzle]) -> Puzzle:
            return self.book.any(game, used, random.Random(), more=others, grade=grade)

        async def may_post(one: MatchPuzzle, match: Match) -> bool:
            return await self._may_be_posted(one, match, channel)

        return (await self._chosen(game, channel.guild.id, choose, may_post)).puzzle

    async def check_may_be_posted(self, puzzle: Puzzle, channel: GuildChannel) -> None:
        """Raise Refusal unless a puzzle may be posted in a channel.

        A puzzle from a match needs the server of the match, a channel where everybody may see the
        match, and positions that are on no live board.
        """
        if self.book.get(puzzle.id) is not None:
            return
        for one in await self.bot.store.match_puzzles.get(puzzle.id):
            match = await self._match(one)
            if match is not None and await self._may_be_posted(one, match, channel):
                return
        raise Refusal(NOT_HERE)

    async def is_known(self, puzzle: Puzzle, person: int, guild: int) -> bool:
        """Return whether a person knows a puzzle's solution without having found it.

        They do if they were shown it, if it was posted as the solution of a puzzle of the day on a
        server of theirs, or if they played the match that the puzzle is from.
        """
        store = self.bot.store
        seen = (await store.puzzles.seen(person, puzzle.game)).get(puzzle.id)
        if seen is not None and seen.told is not None:
            return True
        if puzzle.id in await store.daily_puzzles.solutions(self.guilds_of(person, guild)):
            return True
        matches = [await self._match(one) for one in await store.match_puzzles.get(puzzle.id)]
        return any(match is not None and person in match.persons for match in matches)

    async def match_told(self, number: int, person: int, *, over: bool) -> Text | None:
        """Return the sentence about the match that a puzzle is from.

        None if the match is unknown, or if the person and a player block each other. The
        ``number``, by which the match can be found, is told only once the puzzle is ``over``.
        """
        try:
            match = await self.bot.store.load(number)
        except UnknownMatch:
            return None
        if person != EVERYBODY:
            blocks = await self.bot.store.blocks.among({person, *match.persons})
            if any(person in pair for pair in blocks):
                return None
        one, other = map(named, match.people)
        if over:
            return Text(
                "From match {match} of {one} and {other}.",
                match=f"#{number}",
                one=one,
                other=other,
            )
        return Text("From a match of {one} and {other}.", one=one, other=other)

    async def match_of(self, puzzle: Puzzle, guild: int) -> int:
        """Return the number of the server's match that a puzzle is from, or 0."""
        if self.book.get(puzzle.id) is not None:
            return 0
        found = await self.bot.store.match_puzzles.get(puzzle.id)
        return next((one.match for one in found if one.guild == guild), 0)

    def guilds_of(self, person: int, guild: int) -> frozenset[int]:
        """Return the servers that the bot shares with a person, and ``guild``."""
        user = self.bot.get_user(person)
        return frozenset([guild, *(one.id for one in user.mutual_guilds)] if user else [guild])

    async def _chosen(
        self,
        game: str,
        guild: int,
        choose: Callable[[Collection[Puzzle]], Puzzle],
        allowed: Callable[[MatchPuzzle, Match], Awaitable[bool]],
    ) -> Chosen:
        """Return the puzzle that ``choose`` takes from the book's and the server's puzzles.

        A puzzle of a match that is not ``allowed`` is left out, and the choice made again.
        """
        found = await self.bot.store.match_puzzles.of_server(guild, game) if guild else []
        others = {one.puzzle.id: one for one in found}
        while True:
            puzzle = choose([one.puzzle for one in others.values()])
            one = others.get(puzzle.id)
            if one is None:
                return Chosen(puzzle)
            match = await self._match(one)
            if match is not None and await allowed(one, match):
                return Chosen(puzzle, one.match)
            del others[puzzle.id]

    async def _may_be_posted(self, one: MatchPuzzle, match: Match, channel: GuildChannel) -> bool:
        if one.guild != channel.guild.id or not await all_may_see(self.bot.store, channel, match):
            return False
        return await self._is_fair(one.puzzle, EVERYBODY, {one.guild})

    async def _is_fair(self, puzzle: Puzzle, person: int, guilds: Collection[int]) -> bool:
        """Return whether fair play allows a puzzle: no live board has its positions."""
        first, *following = puzzle.line()
        return not await self._fair_play.forbids(
            [first], person, guilds, expected=following, is_puzzle=True
        )

    async def _match(self, one: MatchPuzzle) -> Match | None:
        try:
            return await self.bot.store.load(one.match)
        except UnknownMatch:
            return None
