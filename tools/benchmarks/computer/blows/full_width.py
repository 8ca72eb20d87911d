"""A plain full-width search by material that shares nothing with the computer's own search.

It answers one question: does the side to move win ``gain`` within ``plies`` plies? Every move is
searched, captures are followed to their end, and nothing is reduced or pruned.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from engine.capabilities.thinking import DECIDED, MAN, State

KING: Final = 3 * MAN

_PIECES: Final = {
    "FrisianState": ("own", "enemy", "kings"),
    "AllianceState": (
        *("diagonal", "orthogonal", "kings"),
        *("foe_diagonal", "foe_orthogonal", "foe_kings"),
    ),
    "DraughtsState": ("men", "kings", "enemy_men", "enemy_kings"),
}


def material(state: State) -> int:
    """Return the material of the side to move less the enemy's, in points; a king is three men."""
    name = type(state).__name__
    fields: list[int] = [int(getattr(state, field)) for field in _PIECES[name]]
    if name == "FrisianState":
        own, enemy, kings = fields
        men = (own & ~kings).bit_count() - (enemy & ~kings).bit_count()
        return MAN * men + KING * ((own & kings).bit_count() - (enemy & kings).bit_count())
    counts = [pieces.bit_count() for pieces in fields]
    half = len(counts) // 2
    more = [ours - theirs for ours, theirs in zip(counts[:half], counts[half:], strict=True)]
    return MAN * sum(more[:-1]) + KING * more[-1]


class FullWidth:
    """A search of whether the side to move in one position reaches a balance of material."""

    def __init__(self, goal: int) -> None:
        """Set the balance of material to be reached by the side that begins, in points."""
        self._goal = goal
        self._known: dict[tuple[Hashable, int], bool] = {}
        self._likely: dict[tuple[int, int], int] = {}

    def reaches(self, state: State, move: int, plies: int) -> bool:
        """Return whether a move leads to the goal within ``plies`` plies, itself included."""
        return self._reached(state.play(move), state.side, plies - 1)

    def _reached(self, state: State, side: int, plies: int) -> bool:
        key = (state.key(), plies)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._look(state, side, plies)
        return known

    def _look(self, state: State, side: int, plies: int) -> bool:
        ours = state.side == side
        if state.over():
            return self._final(state, side)
        moves = state.tactical()
        if not moves:
            if plies <= 0:
                balance = material(state)
                return (balance if ours else -balance) >= self._goal
            moves = state.moves()
            if not moves:
                return self._final(state, side)
        here = (plies, state.side)
        likely = self._likely.get(here)
        if likely in moves:
            moves = [likely, *moves]
        for move in moves:
            if self._reached(state.play(move), side, plies - 1 if plies > 0 else 0) == ours:
                self._likely[here] = move
                return ours
        return not ours

    def _final(self, state: State, side: int) -> bool:
        return state.final(side) == DECIDED


def blows(state: State, gain: int, plies: int, most: int = 2) -> list[int]:
    """Return the moves that win ``gain`` points within ``plies`` plies, at most ``most``."""
    search = FullWidth(material(state) + gain)
    found: list[int] = []
    for move in state.moves():
        if search.reaches(state, move, plies):
            found.append(move)
            if len(found) == most:
                break
    return found
