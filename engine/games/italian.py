"""Italian draughts."""

from __future__ import annotations

from engine.draughts import (
    DIAGONALLY_FORWARD,
    KINGS_ONLY,
    Draughts,
    DraughtsAttempt,
    DraughtsPosition,
    DraughtsState,
    Limit,
    Worth,
    numbered,
)
from engine.draughts.tables import CAPTURED, END, PLACE
from engine.text import Text
from engine.values import PdnType


class ItalianState(DraughtsState):
    """A state of Italian draughts: men do not take kings, and captures of equal size are ranked."""

    def takeable(self, king: bool, men: int, kings: int) -> int:
        """Return the pieces that a man, or a ``king``, may jump over: a man does not take kings."""
        return men | kings if king else men

    def preferred(self, captures: list[int]) -> list[int]:
        """Return the compulsory captures.

        They take the most pieces. Captures of equal size are ranked: those by a king come first,
        then those of the most kings, then those that take kings earlier.
        """
        captures = super().preferred(captures)
        by_king = [capture for capture in captures if self.kings >> (capture & PLACE) & 1]
        if len(by_king) < 2:
            return by_king or captures
        kings = [(capture >> CAPTURED & self.enemy_kings).bit_count() for capture in by_king]
        worth = list(zip(kings, map(self._order, by_king), strict=True))
        return [capture for capture, its in zip(by_king, worth, strict=True) if its == max(worth)]

    def _order(self, capture: int) -> int:
        """Return the order in which a capture takes kings (1) and men (0), as binary digits.

        If several paths take the same pieces, the largest number counts.
        """
        start, end, captured = capture & PLACE, capture >> END & PLACE, capture >> CAPTURED
        level = {self.way(start): 0}
        for _ in range(captured.bit_count()):
            following: dict[int, int] = {}
            for way, order in level.items():
                for after in self.jumps(way, captured, self.empty | 1 << start):
                    is_king = (after ^ way) >> CAPTURED & self.enemy_kings != 0
                    following[after] = max(2 * order + is_king, following.get(after, 0))
            level = following
        return max(order for way, order in level.items() if way >> END & PLACE == end)


class ItalianAttempt(DraughtsAttempt):
    """An attempted move, which also refuses weaker captures of as many pieces."""

    def not_best(self) -> Text:
        """Return the refusal that another capture of as many pieces is compulsory."""
        best, side, moves = self.moves[0], self.state, self.captures
        if side.kings & side.bits[best.path[0]] and not self.king:
            return Text(
                "Where a king and a man can capture the same, the king must: {moves}.", moves=moves
            )
        captures = (self.capture.move if self.capture else best, best)
        taken, most = (
            sum(side.enemy_kings & side.bits[point] != 0 for point in capture.captured)
            for capture in captures
        )
        if taken < most:
            return Text(
                "You must make the capture that takes the most kings: {moves}.", moves=moves
            )
        return Text(
            "Of these captures you must make the one that takes a king earliest: {moves}.",
            moves=moves,
        )

    compulsory = (DraughtsAttempt.too_few, not_best)


class ItalianPosition(DraughtsPosition):
    """A position of Italian draughts: the board is mirrored, and kings go one square."""

    board = numbered(8, mirrored=True)
    men = 12
    man_jumps = DIAGONALLY_FORWARD
    flying = False
    limits = (Limit("idle", 80, KINGS_ONLY),)
    worth = Worth(
        king=200, advance=(0, 1, 3, 5, 8, 12, 25, 0), centre=2, back_row=12, turn=3, drawish=0
    )
    rules = ItalianState
    attempt = ItalianAttempt


class ItalianDraughts(Draughts):
    """Italian draughts, or dama.

    Twelve men a side, on a board whose bottom right square is dark; White begins. Men move and
    capture diagonally forward, kings in all directions, both by one square; men may not take kings.
    Capturing is compulsory, and a capture must take the most pieces; among equal ones it must be
    made by a king, then take the most kings, then take kings as early as it can. A man that comes
    to the last row becomes a king and its turn ends. A side that cannot move has lost. A game is
    drawn when a position occurs for the third time and, by a house rule, after 40 moves a side
    without a man's move or a capture.

    Source: *Regolamento ufficiale di gioco della dama italiana* of the Federazione Italiana Dama
    (FID), articles 5 and 6. No options.
    """

    name = "italian"
    position = ItalianPosition
    example = "22-18"
    pdn = PdnType(22, "W,8,8,N2,1")


GAMES = (ItalianDraughts(),)
