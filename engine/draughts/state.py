"""The state of a draughts game: the rules of all variants, and the values for the search.

A capture in progress is one integer, its **way**: the place it has reached, the set of the captured
pieces, and marks: whether it goes on as a king, and the direction of its last jump if that matters.
Captures are searched over ways and never over paths. A complete way becomes a move, with its
starting place instead of the marks.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from mypy_extensions import mypyc_attr

from engine.capabilities.captures import Captures, Listing
from engine.capabilities.thinking import DECIDED, UNKNOWN, State
from engine.draughts.capturing import capturing_kings, capturing_men
from engine.draughts.tables import ANY_DIRECTION, CAPTURED, END, PLACE, Tables
from engine.endings.following import followed
from engine.endings.table import DRAWN, NOT_SURE

CONTEMPT: Final = 30
"""The points a side gives to avoid a draw: otherwise two equals would repeat an open position."""

SEARCHED: Final = 20_000
"""The ways followed by the search in a position: positions of play have a few dozen."""

NEAR: Final = 8
"""The search looks for endings of the tables from positions with at most so many pieces more."""

KING_MARK: Final = 1
_DIRECTION: Final = 1
_ANY: Final = ANY_DIRECTION << _DIRECTION
"""The marks of a way: the bit of a king, the bit at which the direction of the last jump begins,
and the direction of a way for which it does not matter.
"""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class DraughtsState(State):
    """Men and kings of the side to move and of its enemy as sets of places, and the counts.

    A move is its starting place, its final place, and the set of captured pieces. A variant has its
    differences in the attributes of its position, or in a subclass of this that overrides
    ``takeable``, ``jumps``, ``preferred`` or ``steps``. Such overrides hold for the rules, the
    refusals, the pictures and the computer.
    """

    __slots__ = ("counts", "enemy_kings", "enemy_men", "kings", "men", "tables")

    tables: Tables
    men: int
    kings: int
    enemy_men: int
    enemy_kings: int
    counts: int

    def __init__(
        self,
        tables: Tables,
        side: int,
        men: int,
        kings: int,
        enemy_men: int,
        enemy_kings: int,
        counts: int,
    ) -> None:
        self.tables = tables
        self.side = side
        self.men = men
        self.kings = kings
        self.enemy_men = enemy_men
        self.enemy_kings = enemy_kings
        self.counts = counts

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, DraughtsState)
            and self.side == other.side
            and self.men == other.men
            and self.enemy_men == other.enemy_men
            and self.kings == other.kings
            and self.enemy_kings == other.enemy_kings
            and self.counts == other.counts
            and self.tables is other.tables
        )

    def __hash__(self) -> int:
        return hash(
            (self.side, self.men, self.kings, self.enemy_men, self.enemy_kings, self.counts)
        )

    def key(self) -> Hashable:
        """Return a key made of the pieces and the side to move, without the counts."""
        if self.kings or self.enemy_kings:
            return (self.men << 1 | self.side, self.enemy_men, self.kings, self.enemy_kings)
        return (self.men << 1 | self.side, self.enemy_men)

    def contempt(self) -> int:
        return CONTEMPT

    @property
    def empty(self) -> int:
        """The set of places without a piece."""
        return self.tables.squares & ~(self.men | self.kings | self.enemy_men | self.enemy_kings)

    # The methods that a variant may override

    def takeable(self, king: bool, men: int, kings: int) -> int:
        """Return the enemy men and kings that a man, or a king, may jump over: all of them.

        A man that becomes a king on the way still jumps only over the pieces that a man may take.
        """
        return men | kings

    def jumps(self, way: int, enemy: int, free: int) -> list[int]:
        """Return the ways longer by one jump; ways over the same piece are consecutive.

        ``enemy`` are the pieces that may be jumped over, ``free`` the empty places.
        """
        tables = self.tables
        captured = way >> CAPTURED
        place = way >> END & PLACE
        back = ANY_DIRECTION
        if captured:
            enemy &= ~captured
            if tables.lifted:
                free |= captured
            last = way >> _DIRECTION & 15
            if last != ANY_DIRECTION:
                back = (last + 4) & 7
        ways: list[int] = []
        marks = _ANY
        if not way & KING_MARK:
            for direction, over, land, change in tables.man_jumps[self.side][place]:
                if over & enemy and land & free and direction != back:
                    if not tables.turns_back:
                        marks = direction << _DIRECTION
                    elif tables.crowned_on_the_way:
                        crowned = land & tables.last_row[self.side]
                        marks = _ANY | KING_MARK if crowned else _ANY
                    ways.append((way & ~PLACE) + change | marks)
            return ways
        taken = captured << CAPTURED
        for direction, line in tables.king_lines[place]:
            if direction == back:
                continue
            if not tables.turns_back:
                marks = direction << _DIRECTION
            over = 0
            after = 0
            for bit in line:
                if over:
                    if not bit & free:
                        break
                    ways.append(after | bit.bit_length() - 1 << END)
                elif bit & enemy:
                    over = bit
                    after = taken | over << CAPTURED | marks | KING_MARK
                elif not bit & free:
                    break
        return ways

    def preferred(self, captures: list[int]) -> list[int]:
        """Return the legal captures among the complete ones: those that take the most pieces.

        If the choice among captures is free, all of them are legal.
        """
        if self.tables.freely:
            return captures
        most = max([(capture >> CAPTURED).bit_count() for capture in captures])
        return [capture for capture in captures if (capture >> CAPTURED).bit_count() == most]

    def steps(self) -> list[int]:
        """Return the moves that capture nothing."""
        tables = self.tables
        men = self.men
        kings = self.kings
        empty = tables.squares & ~(men | kings | self.enemy_men | self.enemy_kings)
        found: list[int] = []
        for shift in tables.lower[self.side]:
            ends = men >> shift & empty
            while ends:
                end = (ends & -ends).bit_length() - 1
                ends &= ends - 1
                found.append((end + shift) | end << END)
        for shift in tables.higher[self.side]:
            ends = men << shift & empty
            while ends:
                end = (ends & -ends).bit_length() - 1
                ends &= ends - 1
                found.append((end - shift) | end << END)
        while kings:
            start = (kings & -kings).bit_length() - 1
            kings &= kings - 1
            for line in tables.king_steps[start]:
                for bit in line:
                    if not bit & empty:
                        break
                    found.append(start | (bit.bit_length() - 1) << END)
        return found

    # Moves

    def moves(self) -> list[int]:
        return self.tactical() or self.steps()

    def tactical(self) -> list[int]:
        """Return the legal captures, one of which is compulsory."""
        return self.captures(None, None)

    def captures(self, listing: Listing | None, searches: dict[int, Captures] | None) -> list[int]:
        """Return the legal captures, for a complete list if a ``listing`` is given.

        A listing needs ``searches``, to which the search of each piece that can capture is added,
        by its place. Raises TakesLong if there is a listing, in a ``quickly`` block.
        """
        tables = self.tables
        side = self.side
        kings = self.kings
        enemy = self.enemy_men | self.enemy_kings
        empty = tables.squares & ~(self.men | kings | enemy)
        for_kings = enemy
        if tables.overridden:
            enemy = self.takeable(False, self.enemy_men, self.enemy_kings)
            for_kings = self.takeable(True, self.enemy_men, self.enemy_kings)
        able = capturing_men(tables, side, self.men, enemy, empty)
        if kings:
            able |= capturing_kings(tables, kings, for_kings, empty, False)
        if not able:
            return []
        all_of_them = tables.freely or tables.overridden
        found: list[int] = []
        most = 1
        states = SEARCHED
        if able & able - 1:
            states //= able.bit_count()
        while able:
            bit = able & -able
            able ^= bit
            start = bit.bit_length() - 1
            free = empty | bit
            if searches is None and tables.plain and not bit & kings:
                captures = _longest_of_a_man(tables.man_jumps[side], start, enemy, free)
            else:
                first = self.way(start)
                others = for_kings if bit & kings else enemy
                width = states // others.bit_count()
                if searches is None:
                    ways = self._complete_ways(first, others, free, width)
                else:
                    searches[start] = search = DraughtsCaptures(self, others, free)
                    search.search({first: 0}, width, listing)
                    ways = self.complete(search)
                captures = [way & ~PLACE | start for way in ways]
                if len(captures) > 1:
                    captures = list(dict.fromkeys(captures))
            if all_of_them:
                found += captures
                continue
            taken = (captures[0] >> CAPTURED).bit_count()
            if taken > most:
                most = taken
                found = captures
            elif taken == most:
                found += captures
        return self.preferred(found) if found and tables.overridden else found

    def way(self, start: int) -> int:
        """Return the way of the piece on the place ``start`` before it jumps."""
        return start << END | _ANY | (KING_MARK if self.kings >> start & 1 else 0)

    def complete(self, search: Captures) -> list[int]:
        """Return the complete ways of a piece's captures: those that take the most.

        If the choice among captures is free, these are all ways that go on to their end.
        """
        return search.ended if self.tables.freely else list(search.levels[-1])

    def _complete_ways(self, first: int, enemy: int, free: int, width: int) -> list[int]:
        """Return the complete ways of a piece's captures, from its way before it jumps.

        Most captures take one piece, which needs no search.
        """
        single: list[int] = []
        going_on: dict[int, int] = {}
        behind = 0
        for way in self.jumps(first, enemy, free):
            if self.jumps(way, enemy, free):
                going_on[way] = 0
                behind |= way >> CAPTURED
            else:
                single.append(way)
        if not going_on:
            return single
        search = DraughtsCaptures(self, enemy, free)
        search.search(going_on, width)
        if not self.tables.freely:
            return self.complete(search)
        return [way for way in single if not way >> CAPTURED & behind] + search.ended

    def quiet(self, move: int) -> bool:
        """Return whether a move captures nothing."""
        return move >> CAPTURED == 0

    def restless(self) -> bool:
        """Return whether the enemy could capture if it were their turn."""
        tables = self.tables
        if tables.overridden:
            return len(self.turned().tactical()) > 0
        own = self.men | self.kings
        empty = tables.squares & ~(own | self.enemy_men | self.enemy_kings)
        if capturing_men(tables, 1 - self.side, self.enemy_men, own, empty):
            return True
        kings = self.enemy_kings
        return kings != 0 and capturing_kings(tables, kings, own, empty, True) != 0

    def turned(self) -> DraughtsState:
        """Return the state with the enemy to move."""
        return self._made(
            1 - self.side, self.enemy_men, self.enemy_kings, self.men, self.kings, self.counts
        )

    def _made(
        self, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int, counts: int
    ) -> DraughtsState:
        """Return another state of the same variant."""
        if self.tables.overridden:
            return type(self)(self.tables, side, men, kings, enemy_men, enemy_kings, counts)
        return DraughtsState(self.tables, side, men, kings, enemy_men, enemy_kings, counts)

    # Moves played, and results

    def play(self, move: int) -> DraughtsState:
        tables = self.tables
        side = self.side
        men, kings = self.men, self.kings
        enemy_men, enemy_kings = self.enemy_men, self.enemy_kings
        start, end = 1 << (move & PLACE), 1 << (move >> END & PLACE)
        captured = move >> CAPTURED
        if captured:
            enemy_men &= ~captured
            enemy_kings &= ~captured
        if start & kings:
            kings ^= start ^ end
        elif end & tables.last_row[side] or (
            # A man that jumped a piece of the row before the last one was on the last row.
            tables.crowned_on_the_way and captured & tables.before_last[side]
        ):
            men ^= start
            kings |= end
        else:
            men ^= start ^ end
        counts = self.counts
        if self.kings or self.enemy_kings:
            counts = tables.counting.after(
                counts,
                self.men,
                self.kings,
                self.enemy_men,
                self.enemy_kings,
                men,
                kings,
                enemy_men,
                enemy_kings,
            )
        if tables.overridden:
            return self._made(1 - side, enemy_men, enemy_kings, men, kings, counts)
        return DraughtsState(tables, 1 - side, enemy_men, enemy_kings, men, kings, counts)

    def over(self) -> bool:
        """Return whether a count has reached its limit, or one piece each draws the game."""
        if self.counts and self.tables.counting.reached(self.counts):
            return True
        return (
            self.tables.one_piece_each
            and (self.men | self.kings).bit_count() == 1
            and (self.enemy_men | self.enemy_kings).bit_count() == 1
            and not self.tactical()
        )

    def final(self, side: int) -> int:
        """Return the result: a side without a move has lost, otherwise the game is drawn."""
        if self.moves():
            return 0
        return -DECIDED if side == self.side else DECIDED

    def waiting(self) -> int:
        """Return the count of turns without a man's move or a capture, in percent of its limit."""
        return self.tables.counting.waiting(self.counts) if self.counts else 0

    def drawish(self) -> bool:
        """Return whether both sides have kings, and neither has two pieces more than the other."""
        if not self.kings or not self.enemy_kings:
            return False
        own, enemy = self.men | self.kings, self.enemy_men | self.enemy_kings
        return -1 <= own.bit_count() - enemy.bit_count() <= 1

    def evaluate(self, side: int) -> int:
        evaluation = self.tables.evaluation or self.tables.make_evaluation()
        value = evaluation.value(self.side, self.men, self.kings, self.enemy_men, self.enemy_kings)
        return value if side == self.side else -value

    def near_endings(self) -> bool:
        known = self.tables.endings.pieces
        return known > 0 and self._pieces() <= known + NEAR

    def known(self) -> int:
        if self._pieces() > self.tables.endings.pieces:
            return UNKNOWN
        own = self.men | self.kings
        if not own:
            return -DECIDED
        moves = self.tactical()
        if not moves:
            if own.bit_count() >= (self.enemy_men | self.enemy_kings).bit_count():
                return self._kept()
            moves = self.steps()
        return followed(self, moves)

    def _pieces(self) -> int:
        return (self.men | self.kings | self.enemy_men | self.enemy_kings).bit_count()

    def _kept(self) -> int:
        """Return the result that the endgame tables have for this state, as ``known`` does."""
        tables = self.tables
        kept = tables.endings.value(
            self.side, self.men, self.kings, self.enemy_men, self.enemy_kings
        )
        if kept == DRAWN:
            return 0
        plies = kept - 1
        if kept == NOT_SURE:
            return UNKNOWN
        men = self.men | self.enemy_men
        if self.counts and not tables.counting.leaves(self.counts, plies, men != 0):
            return UNKNOWN
        return DECIDED - plies if plies & 1 else plies - DECIDED


class EveryJump(Captures):
    """The captures of a piece with every jump over an enemy onto a free place."""

    __slots__ = ("_enemy", "_free", "_state")

    _state: DraughtsState
    _enemy: int
    _free: int

    def __init__(self, state: DraughtsState, enemy: int, free: int) -> None:
        self._state = state
        self._enemy = enemy
        self._free = free

    def onward(self, state: int) -> list[int]:
        return self._state.jumps(state, self._enemy, self._free)

    def place(self, state: int) -> int:
        return state >> END & PLACE


class DraughtsCaptures(EveryJump):
    """The captures of a piece by the rules.

    A flying king that need not take the most still has to land where it can go on capturing, if
    there is such a place behind the piece that it jumps over.
    """

    __slots__ = ()

    def onward(self, state: int) -> list[int]:
        ways = self._state.jumps(state, self._enemy, self._free)
        tables = self._state.tables
        if not tables.freely or not tables.flying or not state & KING_MARK or len(ways) < 2:
            return ways
        found: list[int] = []
        behind: list[int] = []
        going_on: list[int] = []
        for after in ways:
            if behind and (after ^ behind[0]) >> CAPTURED:
                found += going_on or behind
                behind = []
                going_on = []
            behind.append(after)
            if self._state.jumps(after, self._enemy, self._free):
                going_on.append(after)
        return found + (going_on or behind)


def _longest_of_a_man(
    jumps: list[list[tuple[int, int, int, int]]], start: int, enemy: int, free: int
) -> list[int]:
    """Return the moves that ``DraughtsCaptures`` finds for a man whose ways need no marks.

    Most captures in a search are by men, and this function, if compiled, takes less than half the
    time.
    """
    level = [start << END]
    while True:
        following: list[int] = []
        for way in level:
            left = enemy & ~(way >> CAPTURED)
            for _, over, land, change in jumps[way >> END & PLACE]:
                if over & left and land & free:
                    following.append(way + change)
        if not following:
            return [way | start for way in level]
        level = following if len(following) == 1 else list(dict.fromkeys(following))
