"""Solves endings class by class: finds each position's result and the plies to its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.endings.following import may_begin_anew
from engine.games.frisian.counters import KING_MOVES_ALLOWED
from tools.fitting.endings.rules import Class, Rules, Scores, Squares

DECIDED: Final = 1000
"""A win scores DECIDED less its plies, a loss the negative of that, and a draw 0."""


def squares_of(rules: Rules, material: Class) -> Squares:
    """Return the positions of a class; the squares of pieces of one kind rise."""
    n, row = rules.squares, rules.row
    kinds = [range(row, n), range(n), range(n - row), range(n)]
    parts = [
        np.array(list(combinations(kind, count)), np.int16).reshape(comb(len(kind), count), count)
        for kind, count in zip(kinds, material, strict=True)
    ]
    grids = np.meshgrid(*(np.arange(len(part)) for part in parts), indexing="ij")
    found = np.concatenate(
        [part[grid.ravel()] for part, grid in zip(parts, grids, strict=True)], axis=1
    ).T
    fits = np.ones(found.shape[1], bool)
    for one, other in combinations(range(len(found)), 2):
        fits &= found[one] != found[other]
    return np.ascontiguousarray(found[:, fits])


class Side(NamedTuple):
    """The positions of a class while it is solved, and the moves that stay in the class."""

    material: Class
    at: NDArray[np.int32]
    base: Scores
    """The best score after a capture or a new king; -DECIDED if there is none."""
    free: Scores
    """The same as ``base``, without limits that draw a game."""
    caps: Scores
    """The most plies of a win that counts."""
    movers: NDArray[np.int64]
    """The numbers of the positions with moves that stay in the class."""
    first: NDArray[np.int64]
    counts: NDArray[np.int64]
    ends: NDArray[Any]
    """The places that these moves lead to, position by position.

    ``first`` is the index of each position's first move in ``ends``, ``counts`` the number of its
    moves.
    """
    by_man: NDArray[Any]
    """Whether each of these moves is a man's."""


def swapped(material: Class) -> Class:
    """Return a class with the colours exchanged."""
    men, kings, enemy_men, enemy_kings = material
    return enemy_men, enemy_kings, men, kings


def _sides(material: Class) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the men and kings of each side."""
    return material[:2], material[2:]


def _earlier(scores: Scores) -> Scores:
    """Return the scores one ply earlier, for the side to move, from scores for its enemy."""
    found = -scores
    found -= np.sign(found)
    return found


def _slides(
    squares: Squares, piece: int, rays: list[list[list[int]]], able: NDArray[np.int64]
) -> Iterator[tuple[NDArray[np.int64], Squares]]:
    """Yield, for each ray and distance, the positions in which a piece can move so far along it.

    With them come the squares it reaches. ``able`` are the positions considered.
    """
    longest = max(len(line) for lines in rays for line in lines)
    most = max(len(lines) for lines in rays)
    table = np.full((len(rays), most, longest), -1, np.int16)
    for square, lines in enumerate(rays):
        for number, line in enumerate(lines):
            table[square, number, : len(line)] = line
    for number in range(most):
        source = able
        for step in range(longest):
            target = table[squares[piece][source], number, step]
            free = target >= 0
            for other in range(len(squares)):
                if other != piece:
                    free &= squares[other][source] != target
            source, target = source[free], target[free]
            if not len(source):
                break
            yield source, target


def _capped(scores: Scores, caps: Scores) -> Scores:
    """Return the scores with wins and losses in more plies than the caps replaced by draws."""
    return np.where(DECIDED - np.abs(scores) > caps, np.int16(0), scores)


def _improved(
    known: dict[Class, Scores],
    side: Side,
    changed: dict[Class, NDArray[np.bool_]],
    *,
    limited: bool,
) -> NDArray[np.bool_]:
    """Score again the positions with a move to a position whose score has changed.

    Return a mask of the changed scores.
    """
    scores, after = known[side.material], known[swapped(side.material)]
    base = side.base if limited else side.free
    different = np.zeros(len(scores), bool)
    begun = changed[swapped(side.material)]
    if begun.all():
        scores[side.at] = _capped(base, side.caps) if limited else base
        different[side.at] = base != 0
    if not len(side.ends):
        return different
    concerned = np.logical_or.reduceat(begun[side.ends], side.first)
    counts = side.counts[concerned]
    if not len(counts):
        return different
    ends = side.ends[np.repeat(concerned, side.counts)]
    reached = np.maximum.reduceat(_earlier(after[ends]), np.cumsum(counts) - counts)
    movers = side.movers[concerned]
    best = np.maximum(base[movers], reached)
    if limited:
        best = _capped(best, side.caps[movers])
    at = side.at[movers]
    different[at] |= scores[at] != best
    scores[at] = best
    return different


class Solver:
    """The scores of all positions by class, in flat arrays with a digit of the index per piece."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.rows: dict[Class, int] = {}
        """The longest row of turns in the wins of a class, if some win is longer than a limit."""
        self.short: dict[Class, int] = {}
        """The limit on rows that some wins of a class exceed; its longer wins are drawn."""
        self.scores: dict[Class, Scores] = {}
        """The scores of each class; wins that may exceed a limit are draws."""
        self.free: dict[Class, Scores] = {}
        """The scores of each class without limits that draw a game."""
        self.quiet: dict[Class, NDArray[np.bool_]] = {}
        """A mask of the positions of each class in which nothing can be captured."""

    def flat(self, squares: Squares | NDArray[np.int64]) -> NDArray[np.int32]:
        """Return the indices of positions in the array of their class, in its first layer."""
        place = np.zeros(squares.shape[1], np.int32)
        for piece in squares:
            place *= self.rules.squares
            place += piece
        return place

    def solve(self, material: Class) -> None:
        """Compute the scores of a class and of that with the colours exchanged.

        All classes to which captures and new kings lead must be solved before.
        """
        other = swapped(material)
        both = list(dict.fromkeys([material, other]))
        size = self.rules.squares ** sum(material) * self.layers(material)
        for each in both:
            self.scores[each] = self.free[each] = np.zeros(size, np.int16)
            self.quiet[each] = np.zeros(size, bool)
        sides = [self._prepared(each) for each in both]
        self._iterate(self.free, sides, limited=False)
        if all(
            np.array_equal(side.base, side.free)
            and self.longest(self.free[side.material]) <= side.caps.min()
            for side in sides
        ):
            self.scores |= {each: self.free[each].copy() for each in both}
        else:
            self._iterate(self.scores, sides)
        for row in self.rules.rows(material):
            longest = max(self.longest(self.scores[each]) for each in both)
            if longest > row.turns:
                turns = self._longest_row(sides, men_restart=row.men_restart)
                self.rows[material] = max(self.rows.get(material, 0), turns)
                if not may_begin_anew(turns, row.turns):
                    self.short[material] = row.turns
                    for side in sides:
                        side.caps[:] = np.minimum(side.caps, row.turns)
                    self._iterate(self.scores, sides)

    def _iterate(
        self, known: dict[Class, Scores], sides: Sequence[Side], *, limited: bool = True
    ) -> None:
        """Compute the scores of both ``sides`` in ``known``, with limits or without."""
        for side in sides:
            known[side.material] = np.zeros(len(self.quiet[side.material]), np.int16)
        changed = {side.material: known[side.material] == 0 for side in sides}
        while any(each.any() for each in changed.values()):
            changed = {
                side.material: _improved(known, side, changed, limited=limited) for side in sides
            }

    @staticmethod
    def longest(scores: Scores) -> int:
        """Return the plies of the longest win."""
        scores = np.abs(scores)
        return DECIDED - int(scores[scores > 0].min(initial=DECIDED))

    def layers(self, material: Class) -> int:
        """Return the number of layers of a class of positions.

        If the rules limit the moves in a row of a king whose side has a man, there is a layer for
        each number of such moves; otherwise there is one.
        """
        return KING_MOVES_ALLOWED + 1 if self.rules.tires and (1, 1) in _sides(material) else 1

    def _prepared(self, material: Class) -> Side:
        """Return the positions of a class, their captures' scores and their other moves."""
        squares = squares_of(self.rules, material)
        layers, count = self.layers(material), squares.shape[1]
        size = self.rules.squares ** sum(material)
        at = np.concatenate([self.flat(squares) + layer * size for layer in range(layers)])
        base, free, quiet = self._captures(material, squares)
        base[quiet] = free[quiet] = -DECIDED
        base, free = np.tile(base, layers), np.tile(free, layers)
        caps = np.tile(self.rules.caps(material, squares), layers)
        self.quiet[material][at[np.tile(quiet, layers)]] = True
        own_king = layers > 1 and _sides(material)[0] == (1, 1)
        sources: list[NDArray[np.int64]] = []
        ends: list[NDArray[np.int32]] = []
        men: list[NDArray[np.bool_]] = []
        for source, after, material_after, by_man in self._quiet_moves(material, squares, quiet):
            places = self.flat(after)
            for layer in range(layers):
                following = layer
                if own_king:
                    following = 0 if by_man else layer + 1
                if following == layers:
                    continue
                if material_after == swapped(material):
                    sources.append(source + layer * count)
                    ends.append(places + following * size)
                    men.append(np.full(len(source), by_man))
                else:
                    ends_at = places
                    if self.layers(material_after) > 1:
                        ends_at = places + following * size
                    for known, best in ((self.scores, base), (self.free, free)):
                        values = _earlier(known[material_after][ends_at])
                        np.maximum.at(best, source + layer * count, values)
        if not sources:
            nothing = np.zeros(0, np.int64)
            return Side(material, at, base, free, caps, *[nothing] * 5)
        order = np.argsort(np.concatenate(sources), kind="stable")
        movers, first = np.unique(np.concatenate(sources)[order], return_index=True)
        edges = np.concatenate(ends)[order]
        counts = np.diff(np.append(first, len(edges)))
        of_men = np.concatenate(men)[order]
        return Side(material, at, base, free, caps, movers, first, counts, edges, of_men)

    def _longest_row(self, sides: Sequence[Side], *, men_restart: bool) -> int:
        """Return the longest row of turns without leaving a class, in its won positions.

        The winner plays a shortest win and, among its moves, the one that ends the row soonest.
        """
        idle = {
            side.material: np.zeros(len(self.scores[side.material]), np.int16) for side in sides
        }
        changed = True
        while changed:
            changed = False
            for side in sides:
                if not len(side.ends):
                    continue
                scores = self.scores[side.material][side.at[side.movers]]
                rows = idle[swapped(side.material)][side.ends] + 1
                if men_restart:
                    rows[side.by_man] = 0
                reached = _earlier(self.scores[swapped(side.material)][side.ends])
                worse = rows.copy()
                worse[reached != np.repeat(scores, side.counts)] = DECIDED
                shortest = np.minimum.reduceat(worse, side.first)
                shortest[side.base[side.movers] == scores] = 0  # a man becomes a king
                longest = np.maximum.reduceat(rows, side.first)
                found = np.where(scores > 0, shortest, np.where(scores < 0, longest, 0))
                mine, at = idle[side.material], side.at[side.movers]
                if not np.array_equal(mine[at], found):
                    mine[at] = found
                    changed = True
        return max(int(each.max(initial=0)) for each in idle.values())

    def _quiet_moves(
        self, material: Class, squares: Squares, quiet: NDArray[np.bool_]
    ) -> Iterator[tuple[NDArray[np.int64], Squares, Class, bool]]:
        """Yield groups of moves without capture.

        Each has the numbers of the positions before, the positions after, their class, and whether
        men make the moves.
        """
        rules = self.rules
        men, kings, *enemy = material
        for piece in range(men + kings):
            rays = rules.man_rays if piece < men else rules.king_rays
            for source, target in _slides(squares, piece, rays, np.flatnonzero(quiet)):
                after = squares[:, source].copy()
                after[piece] = target
                crowned = (target < rules.row) & (piece < men)
                for some, new_kings in ((crowned, 1), (~crowned, 0)):
                    if some.any():
                        turned = self._turned(after[:, some], material, piece if new_kings else -1)
                        following = (enemy[0], enemy[1], men - new_kings, kings + new_kings)
                        yield source[some], turned, following, piece < men

    def _turned(self, squares: Squares, material: Class, crowned: int) -> Squares:
        """Return positions with the board rotated and the enemy to move.

        The man with the number ``crowned``, unless that is negative, has become a king.
        """
        men, kings = material[:2]
        own = [squares[piece] for piece in range(men)]
        own_kings = [squares[piece] for piece in range(men, men + kings)]
        if crowned >= 0:
            own_kings.append(own.pop(crowned))
        rest = squares[men + kings :]
        kinds: list[Sequence[Squares] | Squares] = [
            rest[: material[2]],
            rest[material[2] :],
            own,
            own_kings,
        ]
        last = self.rules.squares - 1
        turned = [np.sort(last - np.array(kind), axis=0) for kind in kinds if len(kind)]
        return np.concatenate(turned)

    def _captures(
        self, material: Class, squares: Squares
    ) -> tuple[Scores, Scores, NDArray[np.bool_]]:
        """Return the best scores after captures, with limits and without, and the quiet positions.

        The last is a mask of the positions without a capture.
        """
        bits = [1 << place for place in self.rules.places]
        men, kings, enemy_men, _ = material
        a, b, c = men, men + kings, men + kings + enemy_men
        base = np.full(squares.shape[1], -DECIDED, np.int16)
        quiet = np.ones(squares.shape[1], bool)
        found: dict[Class, tuple[list[int], list[int]]] = {}
        for number, row in enumerate(squares.T.tolist()):
            pieces = [bits[square] for square in row]
            after = self.rules.captures(
                sum(pieces[:a]), sum(pieces[a:b]), sum(pieces[b:c]), sum(pieces[c:])
            )
            if after is None:
                continue
            quiet[number] = False
            if not after:
                base[number] = 0
            for kinds in after:
                if kinds[0] | kinds[1]:
                    at, place = self._after(*kinds)
                    sources, places = found.setdefault(at, ([], []))
                    sources.append(number)
                    places.append(place)
                else:
                    base[number] = DECIDED - 1
        free = base.copy()
        for at, (sources, places) in found.items():
            np.maximum.at(base, sources, _earlier(self.scores[at][places]))
            np.maximum.at(free, sources, _earlier(self.free[at][places]))
        return base, free, quiet

    def _after(self, men: int, kings: int, enemy_men: int, enemy_kings: int) -> tuple[Class, int]:
        """Return the class and the index of a position after a capture, with side 1 to move."""
        last, number = self.rules.squares - 1, self.rules.number
        counts = []
        place = 0
        for kind in (men, kings, enemy_men, enemy_kings):
            left = kind
            while left:
                highest = left.bit_length() - 1
                left ^= 1 << highest
                place = place * (last + 1) + last - number[highest]
            counts.append(kind.bit_count())
        own_men, own_kings, other_men, other_kings = counts
        return (own_men, own_kings, other_men, other_kings), place
