"""The soldiers' claim of an omitted capture, the offence hidden from them, and a warning."""

from __future__ import annotations

from typing import Final, Protocol, TypeVar

from engine.capabilities.huffs import HUFF
from engine.capabilities.notation import Readable
from engine.capabilities.optional import Claim, Claiming, Secrets, Stateful
from engine.games.assaut.assaut_state import AssautState
from engine.games.assaut.board import ALL_OFFICERS, BEGINNING, BOARD, OFFICERS, SOLDIERS
from engine.games.assaut.move_codes import capturing
from engine.text import Text
from engine.values import Move

_HUFF: Final = (Claim("huff", Text("Huff")),)


def huff(point: int) -> Move:
    """Return the claim of the officer on a point."""
    return Move(HUFF, (point,), removed=(point,))


class _Played(Readable, Protocol):
    @property
    def state(self) -> AssautState: ...

    def write(self, move: Move) -> str: ...


P = TypeVar("P", bound=Stateful[AssautState])


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
        state = self._position.state
        if not state.soldiers_steps():
            return self._position
        return self._position.with_state(state.with_offence(0))


class HuffClaiming(Claiming):
    """The huff, in games where the soldiers have to notice it, and the warning of a lost block."""

    def __init__(self, position: _Played) -> None:
        self._position = position
        self._state = position.state

    def claims(self) -> tuple[Claim, ...]:
        """Return the huff, on every turn of the soldiers on which an officer may have omitted a
        capture, whether or not one has.

        None has while all soldiers stand where they began, and none is left to claim after a huff.
        Anything closer would tell the soldiers what they have to notice.
        """
        state = self._state
        theirs = state.side == SOLDIERS and state.rules.huffs
        possible = state.soldiers != BEGINNING and not state.huffed
        return _HUFF if theirs and possible and self._position.outcome() is None else ()

    def explanation(self) -> Text | None:
        """Return what a huff is."""
        return Text(
            "*Huff*: before you move, you may have an officer taken off that could capture and "
            "did not, or stopped too early; then you still make your move. You have to notice it "
            "yourself, and asking costs nothing if you are wrong."
        )

    def warning(self, move: Move) -> Text | None:
        """Return the warning that a step blocks the officers, if that loses; else None."""
        state = self._state
        if not state.rules.no_block or state.side == OFFICERS or move.kind != "move":
            return None
        after = self._position.play(move).state
        if after.fortress_is_filled() or after.moves():
            return None
        return Text(
            "After `{move}` the officers cannot move, and in this game blocking them loses.",
            move=self._position.write(move),
        )

    def cause(self, move: Move, last: Move | None) -> Text | None:
        """Return the omission for which an officer is taken off, or None."""
        if not move.removed:
            return None
        state, point = self._state, BOARD.names[move.removed[0]]
        if move.kind == HUFF:
            offenders, omitting = state.offence, last
        else:
            offenders, omitting = capturing(state.officers, state.soldiers), move
        if omitting is None:
            return Text(
                "The officer on {point} did not capture all it could, so it is taken off.",
                point=point,
            )
        if omitting.captured:
            return Text(
                "The officer on {point} stopped before its capture was complete, so it is taken "
                "off.",
                point=point,
            )
        if offenders.bit_count() == ALL_OFFICERS:
            return Text(
                "Both officers could have captured and neither did, so the one on {point} is "
                "taken off.",
                point=point,
            )
        return Text("The officer on {point} did not capture, so it is taken off.", point=point)
