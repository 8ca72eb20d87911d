"""What a light state of Les Alliés is made of: sets of squares, and whose turn it is."""

from __future__ import annotations

from typing import Final

from engine.capabilities.thinking import State
from engine.games.allies.light import moving
from engine.games.allies.light.phases import Phase
from engine.games.allies.state import Offence

UNKNOWN: Final = -1


class Standing(State):
    """The pieces, the turn, and what is counted. A side is an alliance."""

    __slots__ = (
        "central",
        "claim",
        "empty",
        "enemy",
        "entente",
        "forced",
        "generals",
        "known_able",
        "known_threats",
        "other_claim",
        "other_quiet",
        "own",
        "phase",
        "quiet_turns",
        "side",
        "turn",
    )

    phase: Phase
    side: int
    turn: int
    """The seat to move."""
    entente: int
    central: int
    """All pieces of an alliance."""
    generals: int
    """Those of both that are Generals."""
    own: int
    enemy: int
    empty: int
    """The pieces in the fight of the seat to move, and its empty squares."""
    quiet_turns: int
    """Turns in this fight since a taking, a huff or a promotion."""
    claim: Offence | None
    """What may be claimed in it, in points of the board."""
    other_quiet: int
    other_claim: Offence | None
    """The same in the other fight, while two last."""
    forced: bool
    """Whether a stroke is owed."""
    known_able: int
    known_threats: int
    """What ``able`` and ``threats`` return, once they have been asked; ``UNKNOWN`` before."""

    def __init__(self, phase: Phase, turn: int, entente: int, central: int, generals: int) -> None:
        self.phase = phase
        self.turn = turn
        self.side = turn & 1
        self.entente = entente
        self.central = central
        self.generals = generals
        self.quiet_turns = 0
        self.other_quiet = 0
        self.claim = None
        self.other_claim = None
        self.forced = False
        self.known_able = UNKNOWN
        self.known_threats = UNKNOWN
        squares = phase.squares[turn]
        self.empty = squares & ~(entente | central)
        if turn & 1:
            self.own = central & squares
            self.enemy = entente & squares
        else:
            self.own = entente & squares
            self.enemy = central & squares

    def able(self) -> int:
        """Return the pieces of the seat to move that can take."""
        if self.known_able == UNKNOWN:
            self.known_able = moving.able(self.own, self.enemy, self.empty, self.generals)
        return self.known_able

    def threats(self) -> int:
        """Return the pieces of its opponent that could take if it were their turn."""
        if self.known_threats == UNKNOWN:
            self.known_threats = moving.able(self.enemy, self.own, self.empty, self.generals)
        return self.known_threats
