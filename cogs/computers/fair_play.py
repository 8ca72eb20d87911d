"""Fair play: the computer says nothing about positions of matches in progress.

It is silent about a position

- on a live board, whichever side is to move and whatever the counters say, and also with the board
  turned and the sides exchanged;
- one move before or after a live board: asking about it would be asking about the match;
- soon after a live board in the line that a person has played;
- from which the line that the computer expects leads to a live board;
- near the board of a rated match of the person's own or on a server of theirs: a few pieces or a
  few plies away, or with an expected line that comes near it. The closer other people's boards are
  to the opening, the nearer the position has to be;
- near a puzzle that counts for the person's rating, or near a puzzle of the day.

Every live match counts, also those of other servers: a friend may ask for a player, or a player may
ask elsewhere. Less is secret only in the opening: other people's boards then count only on the
person's own servers, and only the very same board. Many matches are in the opening at any time, and
everybody knows it.

Matches of events, of crowds and between servers count as rated.

All advice of the computer to people is checked here first; ``tests/cogs/analysis/test_thoughts.py``
lists the places that ask for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final, NamedTuple

import engine
from data import LiveBoard, Store
from engine import Position
from engine.puzzles import Puzzle
from engine.study import likeness
from engine.table.match import Match
from engine.table.record import NOWHERE, OPEN, Status

SOON: Final = 6
"""The number of plies after a live board within which advice would give its best move away."""

OPENING: Final = 6
"""The number of turns for which a match is in the opening."""

LATER: Final = 20
"""The number of turns after which no board counts as close to the first one.

That holds even if few pieces have moved.
"""

NEAR: Final = 8
"""The most differences between two boards that are near: four moved pieces, which is as many quiet
plies, or eight missing pieces.
"""

WITHIN_REACH: Final = 24
"""The most differences between two boards for which two plies are tried to bring them near."""

MOST_POSITIONS: Final = 400
"""The most positions after two plies that are compared with a board."""

GENUINE: Final = datetime.min.replace(tzinfo=UTC)
"""The end noted for a rated match: before any other match began, so that it is a copy of none.

Anybody who copied another match into a rated one would pay with their rating.
"""

MOST_COMPARED: Final = 40
"""The most live boards whose moves are tried, to see if one leads to the position asked about.

If more boards look possible, one of them is assumed to lead there.
"""

PUZZLES_KEPT: Final = 1_000
"""The most puzzles whose boards are cached."""

LOW: Final = 1
"""The level at which a computer plays if it may not advise: such moves help nobody elsewhere."""

READ_AT_ONCE: Final = 50
"""The number of live boards that a thread reads at once, before other work may run."""


@dataclass(frozen=True)
class Live:
    """The board of a live match, prepared for comparison with others."""

    version: int
    guild: int
    kind: likeness.BoardKind
    shown: int
    board: LiveBoard
    span: int
    """The most differences of a near board, for people who do not play in this match."""

    @property
    def is_opening(self) -> bool:
        """Whether the match is in the opening, which everybody knows."""
        return self.board.turns <= OPENING

    @cached_property
    def ways(self) -> frozenset[int]:
        """The board, prepared for comparison: turned and with sides exchanged, in all ways."""
        return likeness.turned(self.position())

    @cached_property
    def after_two_plies(self) -> frozenset[int]:
        """The boards possible after two more plies, at most ``MOST_POSITIONS``."""
        return frozenset(map(likeness.shown, _after_two(self.position())))

    def position(self) -> Position:
        """Return the position, read from its text."""
        return _position(self.board)


class Asked(NamedTuple):
    """A position that the computer is asked about: the last one of ``line``.

    ``expected`` are the positions after it, as the computer expects them or as they were played.
    ``ended`` is the end of the match in which the line was played: the line is no copy of a match
    that began later. ``ended`` is None if somebody may have made the line up.
    """

    line: Sequence[Position]
    expected: Sequence[Position] = ()
    ended: datetime | None = None


class OpenPuzzles:
    """The interface to the puzzles that people are solving; a room above this one has them."""

    async def open_for(self, person: int, games: Collection[str]) -> Collection[Puzzle]:
        """Return the puzzles of these games with which the computer may not help a person."""
        raise NotImplementedError  # ``cogs.learning`` implements it


class Advised(NamedTuple):
    """The people the computer would advise: their live matches and their servers."""

    matches: frozenset[int]
    guilds: Collection[int]

    def is_concerned(self, live: Live) -> bool:
        """Return whether a match is one of these people's, or on a server of theirs."""
        return live.board.match in self.matches or live.guild in self.guilds


class FairPlay:
    """Compares positions with the boards of all live matches, reading each board once a turn.

    ``open_puzzles`` returns the puzzles that people are solving; without it there are none.
    """

    def __init__(self, store: Store, open_puzzles: Callable[[], OpenPuzzles] | None = None) -> None:
        self._store, self._open_puzzles = store, open_puzzles
        self._live: dict[int, Live] = {}
        self._reading = asyncio.Lock()

    async def forbids(
        self,
        line: Sequence[Position],
        person: int,
        guilds: Collection[int],
        *,
        expected: Sequence[Position] = (),
        ended: datetime | None = None,
        is_puzzle: bool = False,
    ) -> bool:
        """Return whether the computer must be silent about the last position of a line.

        ``guilds`` are the servers the ``person`` is on. ``expected`` and ``ended`` are as in
        ``Asked``. If ``is_puzzle``, the position may be near other puzzles.
        """
        asked = [Asked(line, expected, ended)]
        return bool(await self.forbidden(asked, person, guilds, are_puzzles=is_puzzle))

    async def forbidden(
        self,
        asked: Sequence[Asked],
        person: int,
        guilds: Collection[int],
        *,
        are_puzzles: bool = False,
    ) -> Collection[int]:
        """Return the indices of the positions about which the computer must be silent.

        All positions are on boards of one kind. ``guilds`` are the servers the ``person`` is on. If
        ``are_puzzles``, the positions may be near other puzzles.
        """
        if not asked:
            return ()
        games = _games_on(likeness.kind(asked[0].line[-1]))
        live = await self._boards(games)
        puzzles: Collection[Puzzle] = ()
        if self._open_puzzles is not None and not are_puzzles:
            puzzles = await self._open_puzzles().open_for(person, games)
        reader = await self._advised([person], guilds)
        return await asyncio.to_thread(_forbidden, asked, live, reader, puzzles)

    async def forbids_in_match(self, match: Match, people: Collection[int]) -> bool:
        """Return whether the computer must be silent in an unrated match.

        Only other rated matches count, and those without these ``people`` only after the opening.
        """
        asked, live = await self._of_match(match)
        reader = await self._advised(people, {match.guild})
        rated = {
            number: one
            for number, one in live.items()
            if number in reader.matches or not one.is_opening
        }
        return bool(await asyncio.to_thread(_forbidden, [asked], rated, reader, ()))

    async def fair_level(self, match: Match, level: int) -> int:
        """Return the level at which a computer plays its own seats now: ``level``, or a low one.

        The level is low if the move would also be advice for another rated match. A merely similar
        match should not weaken anybody's opponent. So people's own matches count only as much as
        those on their servers, and strangers' matches only if the likeness is hardly chance.
        """
        asked, live = await self._of_match(match)
        people = {person for person in (match.host, *match.persons) if person > OPEN}
        known = await self._advised(people, {match.guild})
        own = {live[number].guild for number in known.matches if number in live}
        reader = Advised(frozenset(), {*known.guilds, *own})
        rated = {
            number: one
            for number, one in live.items()
            if one.board.turns > LATER or (reader.is_concerned(one) and not one.is_opening)
        }
        forbidden = await asyncio.to_thread(_forbidden, [asked], rated, reader, ())
        return min(level, LOW) if forbidden else level

    async def _of_match(self, match: Match) -> tuple[Asked, Mapping[int, Live]]:
        """Return the question about a match's position, and the other matches that are rated."""
        asked = Asked([place.read() for _, place in match.path[-1 - SOON :]])
        live = await self._boards(_games_on(likeness.kind(asked.line[-1])))
        return asked, {
            number: one for number, one in live.items() if one.board.rated and number != match.id
        }

    async def _advised(self, people: Collection[int], guilds: Collection[int]) -> Advised:
        """Return people's live matches, and ``guilds`` with the servers where they have played.

        Discord does not tell the servers of a person who writes in private.
        """
        boards_of = self._store.live_boards
        own, played = await boards_of.of_people(people), await boards_of.guilds_of(people)
        return Advised(own, {*guilds, *played} - {NOWHERE})

    async def _boards(self, games: Collection[str]) -> Mapping[int, Live]:
        """Return the boards of the live matches of these games, by the matches' ids.

        Boards are cached; only changed ones are read again.
        """
        async with self._reading:
            versions = await self._store.live_boards.versions(games)
            for gone in [
                number
                for number, live in self._live.items()
                if live.board.game in games and number not in versions
            ]:
                del self._live[gone]
            changed = [
                number
                for number, found in versions.items()
                if number not in self._live or self._live[number].version != found.version
            ]
            for start in range(0, len(changed), READ_AT_ONCE):
                read = await self._store.live_boards.boards(changed[start : start + READ_AT_ONCE])
                self._live |= await asyncio.to_thread(_live, read)
            return {number: self._live[number] for number in versions if number in self._live}


def ended(match: Match) -> datetime | None:
    """Return the end of a match, for ``Asked``.

    Return None for a match in progress and for an imported record, ``GENUINE`` for a rated match.
    """
    if match.imported or match.status is not Status.OVER:
        return None
    return GENUINE if match.rated else match.ended


def _forbidden(
    asked: Sequence[Asked],
    live: Mapping[int, Live],
    reader: Advised,
    puzzles: Collection[Puzzle],
) -> list[int]:
    kind = likeness.kind(asked[0].line[-1])
    alike = [one for one in live.values() if one.kind == kind]
    shown = [board for one in puzzles for board in _shown_in(one, kind)]
    return [
        place
        for place, one in enumerate(asked)
        if _is_at(one, alike, reader) or _is_close(one, alike, reader, shown)
    ]


def _is_at(about: Asked, alike: Collection[Live], reader: Advised) -> bool:
    """Return whether the position is on a live board, or one move away, in anybody's match.

    Also return True if the line has passed a live board, or is expected to.
    """
    asked = about.line[-1]
    ways = likeness.turned(asked)
    if any(one.shown in ways for one in alike if not one.is_opening or reader.is_concerned(one)):
        return True
    found = [
        one
        for one in alike
        if not one.is_opening or (about.ended is None and one.board.match in reader.matches)
    ]
    standing = {one.shown for one in found}
    for other in [*about.line[-1 - SOON : -1], *about.expected]:
        if not likeness.turned(other).isdisjoint(standing):
            return True
    size, seats = len(asked.board), len(asked.seats)

    def follow(before: int, after: int) -> bool:
        return likeness.may_follow(before, after, size, seats)

    if any(follow(way, shown) for shown in standing for way in ways) and any(
        not likeness.turned(asked.play(move)).isdisjoint(standing) for move in asked.legal_moves()
    ):
        return True
    before = [one for one in found if any(follow(one.shown, way) for way in ways)]
    if len(before) > MOST_COMPARED:
        return True
    return any(not ways.isdisjoint(likeness.after_a_turn(one.position())) for one in before)


def _is_close(
    about: Asked, alike: Collection[Live], reader: Advised, puzzles: Collection[int]
) -> bool:
    """Return whether the position is near a puzzle, or near a rated match that concerns the person.

    Also return True if the line is expected to come near one.
    """
    near = [
        one
        for one in alike
        if one.board.rated and not one.is_opening and reader.is_concerned(one)
        if about.ended is None or one.board.begun <= about.ended
    ]
    if not near and not puzzles:
        return False
    own = reader.matches
    spans = [(one.shown, NEAR if one.board.match in own else one.span) for one in near]
    spans += [(board, NEAR if about.ended is None else 0) for board in puzzles]
    for position in (about.line[-1], *about.expected):
        ways = likeness.turned(position)
        if any(_is_near(way, shown, span) for shown, span in spans for way in ways):
            return True
    return any(_is_plies_away(about.line[-1], one) for one in near if one.board.match in own)


def _is_plies_away(asked: Position, live: Live) -> bool:
    """Return whether two plies bring one board near the other, whichever comes first."""
    ways = likeness.turned(asked)
    if min((way ^ live.shown).bit_count() for way in ways) > WITHIN_REACH:
        return False
    if any(_is_near(way, after, NEAR) for after in live.after_two_plies for way in ways):
        return True
    later = {likeness.shown(after) for after in _after_two(asked)}
    return any(_is_near(way, after, NEAR) for after in later for way in live.ways)


def _after_two(position: Position) -> Iterator[Position]:
    """Yield positions after two plies, at most ``MOST_POSITIONS``."""
    after = (position.play(move) for move in position.legal_moves())
    later = (one.play(move) for one in after if one.outcome() is None for move in one.legal_moves())
    return islice(later, MOST_POSITIONS)


def _is_near(one: int, other: int, span: int) -> bool:
    """Return whether two boards differ by no more than ``span``.

    With few pieces, no more than half of them may differ: otherwise all endings would be near each
    other.
    """
    apart = (one ^ other).bit_count()
    return apart <= span and 2 * apart <= one.bit_count() + other.bit_count()


def _span(position: Position, turns: int) -> int:
    """Return the most differences of a board that is near ``position``, reached after ``turns``.

    The limit is lower close to the first board, where many matches pass: each turn leads two
    differences away from that. If few pieces ever move, the board stays close to the first one for
    long, so the limit is always below half the distance to the first board.
    """
    away = likeness.from_start(position)
    return max(min(max(away - 2 * OPENING, turns - LATER), away // 2 - 1, NEAR), 0)


def _live(found: Iterable[LiveBoard]) -> dict[int, Live]:
    """Return the boards prepared for comparison, by the ids of their matches."""
    live = {}
    for board in found:
        position = _position(board)
        kind, shown = likeness.kind(position), likeness.shown(position)
        span = _span(position, board.turns)
        live[board.match] = Live(board.version, board.guild, kind, shown, board, span)
    return live


def _position(board: LiveBoard) -> Position:
    return engine.games[board.game].read(board.position, board.seats, **board.options)


@lru_cache(maxsize=PUZZLES_KEPT)
def _shown_in(puzzle: Puzzle, kind: likeness.BoardKind) -> tuple[int, ...]:
    """Return the boards along a puzzle's solution, none if they are not of ``kind``."""
    line = puzzle.line()
    return tuple(map(likeness.shown, line)) if likeness.kind(line[0]) == kind else ()


@lru_cache
def _games_on(kind: likeness.BoardKind) -> frozenset[str]:
    """Return the names of the games that are played on boards of a kind."""
    return frozenset(name for name, kinds in kinds_of_boards().items() if kind in kinds)


@lru_cache(maxsize=1)
def kinds_of_boards() -> Mapping[str, frozenset[likeness.BoardKind]]:
    """Return the kinds of boards of each game."""
    found: dict[str, set[likeness.BoardKind]] = {}
    for name, game in engine.games.items():
        for seats in game.seats:
            for option, known in [("", None), *game.options.items()]:
                for choice in known.choices if known is not None else ("",):
                    try:
                        position = game.start(seats, **({option: choice} if option else {}))
                    except ValueError:
                        continue
                    found.setdefault(name, set()).add(likeness.kind(position))
    return {name: frozenset(kinds) for name, kinds in found.items()}
