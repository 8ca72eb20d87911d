"""The best captures of one piece among very many: branch and bound.

A king among many men can reach hundreds of thousands of states, and few of them lead to the
captures that count. So states with the same taken pieces are handled together, as the set of
squares on which the piece may stand; and a set is abandoned if too little can still be taken from
it.

The value of the pieces that can still be taken has an upper bound. The bound counts the remaining
pieces that can be reached one after the other, but

- a piece does not count if it can be jumped neither first nor after another of them;
- of those that can only be jumped first, one counts, since no other leads to them;
- of those that can only be jumped last, one counts, since they lead to no other.

A quick search with few sets at each depth finds a good capture, usually the best one; the full
search has to reach its value. If all sets would take too long, the full search follows those of the
highest bounds, and may leave out captures as good as those it finds.
"""

from __future__ import annotations

from typing import Final

MAN: Final = 100
KING: Final = 199
"""A king's value if captures are weighed by value: n kings are worth more than 2n - 1 men and less
than 2n.
"""

Reached = dict[int, int]
"""The squares on which a piece may stand, by the set of pieces it has taken."""

Way = tuple[int, int]
"""A way to jump over a piece: the squares before it and behind it."""

_WAYS: Final = 8
"""The number of directions in which a piece can be jumped."""

_EVERY_WAY: Final = (1 << _WAYS) - 1

_PART: Final = 8
"""The number of pieces in each part of a set, for the tables by sets of pieces."""

_IN_PART: Final = (1 << _PART) - 1

_LEAST_PART: Final = 300
"""The divisor of the budget for the least room at each depth, even if the total is spent."""

_QUICK_PART: Final = 16
"""The divisor of the budget for the quick search."""


def value(captured: int, precious: int) -> int:
    """Return the value of captured pieces; ``precious`` are kings that count more than men."""
    return MAN * captured.bit_count() + (KING - MAN) * (captured & precious).bit_count()


def best_captures(
    start: int, jumps: dict[int, list[int]], enemy: int, precious: int, least: int, budget: int
) -> tuple[list[list[int]], bool]:
    """Return the states on the way to the captures of the highest value after 1, 2, 3... jumps.

    There are none if that value is less than ``least``. The second result is True if no such state
    was left out. ``jumps`` are the jumps over enemies from each square of the position,
    ``precious`` the kings that count more than men, ``budget`` is the rough number of sets of
    states to look at.
    """
    search = _Search(start, jumps, enemy, precious)
    quick = search.run(least, budget // _QUICK_PART, True)
    least = max(least, search.highest(quick))
    found = search.run(least, budget - search.seen, False)
    for level, more in zip(found, quick, strict=False):
        for taken, squares in more.items():
            level[taken] = level.get(taken, 0) | squares
    found += quick[len(found) :]
    return search.leading(found, least), not search.cut


class _Search:
    """The search for the best captures of one piece.

    ``seen`` counts the sets looked at, ``cut`` tells whether the last run left out any.

    Pieces that can be jumped are numbered, and a set of pieces is an integer with a bit for each
    number. ``_links`` gives, for a set of pieces and part by part, the pieces that can be taken
    right after one of the set. In the bits above are three rows, each with a field of ``_WAYS``
    bits for every piece. The first row has the ways to jump over a piece right after one of the
    set; the second, the ways right before one of the set; the third has the first bit of the field
    of each piece in the set.
    """

    __slots__ = (
        "_all",
        "_links",
        "_onward",
        "_pieces",
        "_precious",
        "_start",
        "_ways",
        "cut",
        "seen",
    )

    seen: int
    cut: bool
    _start: int
    _all: int
    _precious: int
    _pieces: list[int]
    _onward: dict[int, int]
    _ways: list[list[Way]]
    _links: list[list[int]]

    def __init__(self, start: int, jumps: dict[int, list[int]], enemy: int, precious: int) -> None:
        self.seen = 0
        self.cut = False
        self._start = start
        self._pieces = []
        self._precious = 0
        self._onward = {}
        numbers: dict[int, int] = {}
        # By the number of a piece: the squares before it, by the squares behind it.
        lines: list[dict[int, int]] = []
        for square, changes in jumps.items():
            behind: dict[int, int] = {}
            for change in changes:
                over = change & enemy
                behind[over] = behind.get(over, 0) | change ^ over ^ square
            onward = 0
            for over, ends in behind.items():
                if over not in numbers:
                    numbers[over] = len(numbers)
                    self._pieces.append(over)
                    lines.append({})
                    if over & precious:
                        self._precious |= 1 << numbers[over]
                onward |= 1 << numbers[over]
                line = lines[numbers[over]]
                line[ends] = line.get(ends, 0) | square
            self._onward[square] = onward
        self._all = (1 << len(numbers)) - 1
        self._ways = [[(before, ends) for ends, before in line.items()] for line in lines]
        self._links = _tables(self._link())

    def _link(self) -> list[int]:
        """Return the entry of ``_links`` for each single piece."""
        count = len(self._pieces)
        row = _WAYS * count
        after = [0] * count
        before = [0] * count
        links = [0] * count
        for number, ways in enumerate(self._ways):
            for place, (_, ends) in enumerate(ways):
                for other, others in enumerate(self._ways):
                    for there, (starts, _) in enumerate(others):
                        if other != number and ends & starts:
                            links[number] |= 1 << other
                            after[number] |= 1 << _WAYS * other + there
                            before[other] |= 1 << _WAYS * number + place
        for number in range(count):
            rows = after[number] | before[number] << row | 1 << _WAYS * number + 2 * row
            links[number] |= rows << count
        return links

    def run(self, least: int, budget: int, narrow: bool) -> list[Reached]:
        """Return the sets reached after 0, 1, 2... jumps, without those bounded below ``least``.

        As long as all sets can be followed, most of the budget is spent at the depths with many
        sets. From then on, and in a ``narrow`` search from the start, it is spent evenly.
        """
        to_take = max(len(self._pieces), 1)
        levels: list[Reached] = []
        level: Reached = {0: self._start}
        until = self.seen + budget
        evenly = narrow
        self.cut = False
        while level:
            levels.append(level)
            room = (until - self.seen) // (2 * to_take)
            if not evenly:
                room *= 3
            room = max(room, budget // _LEAST_PART, 2)
            level = self._follow(level, least, room)
            evenly = evenly or len(level) == room
            least = max(least, self.highest([level]))
            to_take = max(to_take - 1, 1)
        return levels

    def highest(self, levels: list[Reached]) -> int:
        """Return the highest value of the captured pieces in these levels."""
        highest = 0
        for level in levels:
            for taken in level:
                highest = max(highest, value(taken, self._precious))
        return highest

    def _follow(self, level: Reached, least: int, room: int) -> Reached:
        """Return the sets reached by one more jump: at most ``room``, of the highest bounds."""
        following: Reached = {}
        for taken, squares in level.items():
            pieces = self._first(squares) & ~taken
            while pieces:
                piece = pieces & -pieces
                pieces ^= piece
                ends = 0
                for before, behind in self._ways[piece.bit_length() - 1]:
                    if before & squares:
                        ends |= behind
                after = taken | piece
                following[after] = following.get(after, 0) | ends
        self.seen += len(following)
        ranked: list[tuple[int, int]] = []
        for taken, squares in following.items():
            bound = self._bound(taken, squares)
            if bound >= least:
                ranked.append((bound, taken))
        if len(ranked) > room:
            ranked = _highest(ranked, room)
            self.cut = True
        return {taken: following[taken] for _, taken in ranked}

    def _first(self, squares: int) -> int:
        """Return the pieces that can be jumped from any of these squares, including taken ones."""
        onward = self._onward
        pieces = 0
        while squares:
            square = squares & -squares
            squares ^= square
            pieces |= onward[square]
        return pieces

    def _bound(self, taken: int, squares: int) -> int:
        """Return an upper bound of the value of captures through ``squares`` after ``taken``."""
        count = len(self._pieces)
        left = self._all & ~taken
        first = self._first(squares)
        while True:
            reached = first & left
            while True:
                links = 0
                pieces = reached
                for table in self._links:
                    links |= table[pieces & _IN_PART]
                    pieces >>= _PART
                more = (reached | links) & left
                if more == reached:
                    break
                reached = more
            lost, over = self._unfit(links >> count, squares)
            if not lost:
                return value(taken | reached, self._precious) - MAN * over
            left = reached ^ lost

    def _unfit(self, links: int, squares: int) -> tuple[int, int]:
        """Return the pieces that cannot be jumped, and the number of others that do not count.

        Of the pieces that can only be jumped first one counts, and of those that can only be jumped
        last. ``links`` are the three rows of ``_links`` for the pieces reached, ``squares`` the
        starts of the first jump.
        """
        row = _WAYS * len(self._pieces)
        every = (1 << row) - 1
        entered = links & every
        left = links >> row & every
        between = entered & left
        between |= between >> 4
        between |= between >> 2
        between |= between >> 1
        rest = links >> 2 * row & ~between
        only_first = only_last = either = lost = 0
        while rest:
            field = rest & -rest
            rest ^= field
            shift = field.bit_length() - 1
            number = shift // _WAYS
            begun = 0
            way = 1
            for before, _ in self._ways[number]:
                if before & squares:
                    begun |= way
                way <<= 1
            onward = left >> shift & _EVERY_WAY
            first = begun & onward
            last = (entered >> shift & _EVERY_WAY | begun) & ~onward
            if first and last:
                either += 1
            elif first:
                only_first += 1
            elif last:
                only_last += 1
            else:
                lost |= 1 << number
        ends = max(only_first, 1) + max(only_last, 1)
        return lost, max(ends, only_first + only_last + either) - 2 if ends + either > 2 else 0

    def leading(self, levels: list[Reached], least: int) -> list[list[int]]:
        """Return the states after 1, 2, 3... jumps that lead to the captures of the highest value.

        There are none if that value is less than ``least``.
        """
        highest = self.highest(levels)
        if highest < least:
            return []
        states: list[list[int]] = []
        leading: Reached = {}
        for level in reversed(levels[1:]):
            before: Reached = {}
            for taken, squares in level.items():
                if value(taken, self._precious) == highest:
                    before[taken] = squares
            for taken, squares in leading.items():
                pieces = taken
                while pieces:
                    piece = pieces & -pieces
                    pieces ^= piece
                    starts = 0
                    for start, behind in self._ways[piece.bit_length() - 1]:
                        if behind & squares:
                            starts |= start
                    starts &= level.get(taken ^ piece, 0)
                    if starts:
                        before[taken ^ piece] = before.get(taken ^ piece, 0) | starts
            leading = before
            if leading:
                states.append(self._states(leading))
        return states[::-1]

    def _states(self, reached: Reached) -> list[int]:
        """Return the states in ``reached``: each is a square and all pieces taken, as bits."""
        states: list[int] = []
        for taken, squares in reached.items():
            pieces = 0
            for number, piece in enumerate(self._pieces):
                if taken >> number & 1:
                    pieces |= piece
            rest = squares
            while rest:
                square = rest & -rest
                rest ^= square
                states.append(pieces | square)
        return states


def _highest(ranked: list[tuple[int, int]], room: int) -> list[tuple[int, int]]:
    """Return ``room`` sets of the highest bounds; equals for the last places are sampled evenly."""
    ranked.sort(reverse=True)
    least = ranked[room - 1][0]
    highest = [one for one in ranked if one[0] > least]
    equal = [one for one in ranked if one[0] == least]
    room -= len(highest)
    return highest + [equal[place * len(equal) // room] for place in range(room)]


def _tables(links: list[int]) -> list[list[int]]:
    """Return the union of the links of each set of pieces, in a table for each part of the set."""
    tables: list[list[int]] = []
    for first in range(0, len(links), _PART):
        table = [0]
        for link in links[first : first + _PART]:
            table += [before | link for before in table]
        tables.append(table)
    return tables
