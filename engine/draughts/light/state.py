"""A position of draughts as the search sees it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from engine.capabilities.thinking import DECIDED, State
from engine.draughts.light.captures import captures_from
from engine.draughts.light.rules import CAPTURED, END, PLACE, LightRules

CONTEMPT: Final = 30
"""What a side gives to avoid a draw: else two that are even repeat a position while all is open."""


class DraughtsState(State):
    """Men and kings of the side to move and of its enemy as sets of places, and what is counted.

    A move is the place where it starts, the place where it ends, and the set of what it captures.
    """

    __slots__ = ("counts", "enemy_kings", "enemy_men", "kings", "men", "rules")

    rules: LightRules
    men: int
    kings: int
    enemy_men: int
    enemy_kings: int
    counts: int

    def __init__(
        self,
        rules: LightRules,
        side: int,
        men: int,
        kings: int,
        enemy_men: int,
        enemy_kings: int,
        counts: int,
    ) -> None:
        self.rules = rules
        self.side = side
        self.men = men
        self.kings = kings
        self.enemy_men = enemy_men
        self.enemy_kings = enemy_kings
        self.counts = counts

    def key(self) -> Hashable:
        """Return the pieces and whose turn it is."""
        if self.kings or self.enemy_kings:
            return (self.men << 1 | self.side, self.enemy_men, self.kings, self.enemy_kings)
        return (self.men << 1 | self.side, self.enemy_men)

    def contempt(self) -> int:
        return CONTEMPT

    # Moves

    def moves(self) -> list[int]:
        return self.tactical() or self._steps()

    def tactical(self) -> list[int]:
        """Return the captures, of which one must be made."""
        rules = self.rules
        side = self.side
        enemy = self.enemy_men | self.enemy_kings
        empty = rules.squares & ~(self.men | self.kings | enemy)
        able = _able_men(rules, side, self.men, enemy, empty)
        kings = self.kings
        if kings:
            able |= _able_kings(rules, kings, enemy, empty, False)
        if not able:
            return []
        found: list[int] = []
        most = 0
        while able:
            bit = able & -able
            able ^= bit
            place = bit.bit_length() - 1
            captures = captures_from(rules, side, place, bit & kings != 0, enemy, empty)
            if rules.freely:
                found += captures
                continue
            taken = (captures[0] >> CAPTURED).bit_count()
            if taken > most:
                most = taken
                found = captures
            elif taken == most:
                found += captures
        return found

    def quiet(self, move: int) -> bool:
        """Return whether a move captures nothing."""
        return move >> CAPTURED == 0

    def restless(self) -> bool:
        """Return whether the enemy could capture if it were their turn."""
        rules = self.rules
        own = self.men | self.kings
        empty = rules.squares & ~(own | self.enemy_men | self.enemy_kings)
        if _able_men(rules, 1 - self.side, self.enemy_men, own, empty):
            return True
        kings = self.enemy_kings
        return kings != 0 and _able_kings(rules, kings, own, empty, True) != 0

    def _steps(self) -> list[int]:
        """Return the moves that capture nothing."""
        rules = self.rules
        men = self.men
        kings = self.kings
        empty = rules.squares & ~(men | kings | self.enemy_men | self.enemy_kings)
        found: list[int] = []
        for shift in rules.lower[self.side]:
            ends = men >> shift & empty
            while ends:
                end = (ends & -ends).bit_length() - 1
                ends &= ends - 1
                found.append((end + shift) | end << END)
        for shift in rules.higher[self.side]:
            ends = men << shift & empty
            while ends:
                end = (ends & -ends).bit_length() - 1
                ends &= ends - 1
                found.append((end - shift) | end << END)
        while kings:
            start = (kings & -kings).bit_length() - 1
            kings &= kings - 1
            for line in rules.king_steps[start]:
                for bit in line:
                    if not bit & empty:
                        break
                    found.append(start | (bit.bit_length() - 1) << END)
        return found

    # What they make of it

    def play(self, move: int) -> DraughtsState:
        rules = self.rules
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
        elif end & rules.last_row[side] or (
            # A man that jumped a piece of the row before the last one was on the last row.
            rules.crowned_on_the_way and captured & rules.before_last[side]
        ):
            men ^= start
            kings |= end
        else:
            men ^= start ^ end
        counts = self.counts
        if self.kings or self.enemy_kings:
            counts = rules.counting.after(
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
        return DraughtsState(rules, 1 - side, enemy_men, enemy_kings, men, kings, counts)

    def over(self) -> bool:
        """Return whether a count has come to its limit, or one piece each is left."""
        if self.counts and self.rules.counting.reached(self.counts):
            return True
        return (
            self.rules.one_piece_each
            and (self.men | self.kings).bit_count() == 1
            and (self.enemy_men | self.enemy_kings).bit_count() == 1
            and not self.tactical()
        )

    def final(self, side: int) -> int:
        """Return the result: who has no move has lost, else it is a draw."""
        if self.moves():
            return 0
        return -DECIDED if side == self.side else DECIDED

    def waiting(self) -> int:
        """Return the share of the limit that only kings have moved and nothing was captured."""
        return self.rules.counting.waiting(self.counts) if self.counts else 0

    def drawish(self) -> bool:
        """Return whether both have kings, and nobody two pieces more than the other."""
        if not self.kings or not self.enemy_kings:
            return False
        own, enemy = self.men | self.kings, self.enemy_men | self.enemy_kings
        return -1 <= own.bit_count() - enemy.bit_count() <= 1

    def evaluate(self, side: int) -> int:
        value = self.rules.evaluation.value(
            self.side, self.men, self.kings, self.enemy_men, self.enemy_kings
        )
        return value if side == self.side else -value


def _able_men(rules: LightRules, side: int, men: int, enemy: int, empty: int) -> int:
    """Return the men that can capture."""
    if rules.both_ways:
        left, right = rules.higher[1]
        return men & (
            enemy >> left & empty >> 2 * left
            | enemy >> right & empty >> 2 * right
            | enemy << left & empty << 2 * left
            | enemy << right & empty << 2 * right
        )
    able = 0
    for shift in rules.jumps_lower[side]:
        able |= enemy << shift & empty << 2 * shift
    for shift in rules.jumps_higher[side]:
        able |= enemy >> shift & empty >> 2 * shift
    return able & men


def _able_kings(rules: LightRules, kings: int, enemy: int, empty: int, one: bool) -> int:
    """Return the kings that can capture, or only one of them."""
    able = 0
    while kings:
        king = kings & -kings
        kings ^= king
        place = king.bit_length() - 1
        if not rules.in_line[place] & enemy:
            continue
        for _, line in rules.king_lines[place]:
            over = False
            for bit in line:
                if bit & empty:
                    if over:
                        able |= king
                        break
                    if not rules.flying:
                        break
                elif over or not bit & enemy:
                    break
                else:
                    over = True
            if able & king:
                break
        if one and able:
            break
    return able
