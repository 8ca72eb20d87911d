"""The claims of Les Alliés, and the warnings to players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.capabilities.claims import Claim, Claiming
from engine.capabilities.huffs import HUFF
from engine.games.allies import refusals
from engine.games.allies.battle.state import AlliesState
from engine.games.allies.legal_moves import FORCED, LegalMoves
from engine.games.allies.map.squares import BOARD, SETS
from engine.text import Text
from engine.values import Move

CLAIMS_SHOWN: Final = 10
"""The most claims that have a button, the force included; others can be typed."""


class AlliesClaiming(Claiming):
    """The huffs and the force. An offence is not secret in this game."""

    def __init__(self, state: AlliesState, moves: LegalMoves, write: Callable[[Move], str]) -> None:
        self._state = state
        self._moves = moves
        self._write = write

    def claims(self) -> tuple[Claim, ...]:
        """Return the huffs that are due, then the force; ``CLAIMS_SHOWN`` at most."""
        claims = self._moves.claims
        if len(claims) > CLAIMS_SHOWN:
            claims = (*claims[: CLAIMS_SHOWN - 1], claims[-1])
        return tuple(
            Claim(self._write(move), Text("Force"))
            if move.kind == FORCED
            else Claim(self._write(move), Text("Huff {square}", square=BOARD.names[move.path[0]]))
            for move in claims
        )

    def explanation(self) -> Text | None:
        """Return an explanation of huffs and the force."""
        return Text(
            "*Huff* takes off a piece that could have taken and did not. *Force* undoes the move "
            "instead, and your opponent has to take. You may do one of the two, and then you still "
            "make your move; if you simply move, nothing happens."
        )

    def warning(self, move: Move) -> Text | None:
        """Return the warning that a move omits a taking or ends on a fallen fortress, or None."""
        found = self._moves.strokes
        if move.kind != "move" or move.captured or self._state.phase.setup:
            return None
        if found:
            return Text(
                "You can take with `{move}`: if you do not, your opponent may take off a piece "
                "that could (*huff*) or make you take (*force*), and still move.",
                move=self._write(found[0]),
            )
        if SETS.has(self._state.generals, move.path[0]):
            return None
        return refusals.fallen_fortress(self._state, move.path[-1])

    def cause(self, move: Move, last: Move | None) -> Text | None:
        """Return a sentence on the taking that was omitted, None unless the move is a claim."""
        if move.kind not in {HUFF, FORCED}:
            return None
        names = BOARD.names
        if move.kind == FORCED:
            return Text(
                "The move from {start} to {end} is undone: it omitted a taking.",
                start=names[move.path[-1]],
                end=names[move.path[0]],
            )
        offence = self._state.claim
        able = SETS.names_in(offence.able) if offence is not None else []
        if len(able) > 1:
            return Text(
                "The pieces on {squares} could have taken and none did, so the one on {square} is "
                "taken off.",
                squares=", ".join(able),
                square=names[move.path[0]],
            )
        return Text(
            "The piece on {square} could have taken and did not, so it is taken off.",
            square=names[move.path[0]],
        )
