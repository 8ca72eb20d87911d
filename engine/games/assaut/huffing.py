"""What the soldiers may claim, what of it is hidden from them, and what they are warned of."""

from __future__ import annotations

from typing import Final, Protocol, Self, TypeVar

from engine.capabilities.claiming import Claim, Claiming
from engine.capabilities.secrets import Secrets
from engine.games.assaut.board import OFFICERS, SOLDIERS
from engine.games.assaut.moves import fills_the_fortress
from engine.games.assaut.state import Rules, State
from engine.text import Text
from engine.values import Move, Outcome

_HUFF: Final = (Claim("huff", Text("Huff")),)


class Huffable(Protocol):
    """What has to be known of a position."""

    @property
    def state(self) -> State:
        """All that it is."""
        ...

    def with_state(self, state: State) -> Self:
        """Return the position with another state."""
        ...

    def legal_moves(self) -> tuple[Move, ...]:
        """Return what may be played."""
        ...

    def play(self, move: Move) -> Self:
        """Return the position after a legal move."""
        ...

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def write(self, move: Move) -> str:
        """Return the text of a legal move."""
        ...


P = TypeVar("P", bound=Huffable)


class UnnoticedOffence(Secrets[P]):
    """The position without an offence, whoever looks, the soldiers' player too.

    They have to notice for themselves what the officers omitted: nothing that is made from what
    they see may tell them. Only where no soldier can step is there nothing to hide: that the
    game goes on tells everybody.
    """

    def __init__(self, position: P) -> None:
        self._position = position

    def seen_by(self, seat: int | None) -> P:
        """Return the position without the offence."""
        position = self._position
        if any(move.kind == "move" for move in position.legal_moves()):
            return position.with_state(position.state._replace(offence=0))
        return position


class HuffClaiming(Claiming):
    """The huff, where it is for the soldiers to notice, and the warning of a lost block."""

    def __init__(self, position: Huffable, rules: Rules) -> None:
        self._position = position
        self._rules = rules

    def claims(self) -> tuple[Claim, ...]:
        """Return the huff, on every turn of the soldiers, whether or not it is due."""
        theirs = self._position.state.turn == SOLDIERS and self._rules.capture == "huff"
        return _HUFF if theirs and self._position.outcome() is None else ()

    def warning(self, move: Move) -> Text | None:
        """Return, where blocking the officers loses, that a step blocks them."""
        position = self._position
        if not self._rules.no_block or position.state.turn == OFFICERS or move.kind != "move":
            return None
        after = position.play(move)
        if fills_the_fortress(after.state) or after.legal_moves():
            return None
        return Text(
            "After `{move}` the officers cannot move, and in this game blocking them loses.",
            move=position.write(move),
        )
