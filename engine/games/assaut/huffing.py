"""The soldiers' claim of an omitted capture, the secrecy of the omission, and warnings."""

from __future__ import annotations

from typing import Final, Protocol, TypeVar

from engine.capabilities.claims import Claim, Claiming
from engine.capabilities.huffs import HUFF
from engine.capabilities.notation import Readable
from engine.capabilities.set_ups import Stateful
from engine.capabilities.showing import Secrets
from engine.games.assaut.board import BEGINNING, BOARD, OFFICERS, OVER, SETS, SOLDIERS
from engine.games.assaut.state import AssautState
from engine.text import Text, either
from engine.values import Move

_HUFF: Final = (Claim("huff", Text("Huff")),)


def huff(point: int) -> Move:
    """Return the claim that lifts the officer on a point."""
    return Move(HUFF, (point,), removed=(point,))


class _Played(Readable, Protocol):
    @property
    def state(self) -> AssautState: ...

    def write(self, move: Move) -> str: ...


P = TypeVar("P", bound=Stateful[AssautState])


class UnnoticedOffence(Secrets[P]):
    """The secrecy of an offence, which is hidden from everybody, including the soldiers' player.

    The soldiers have to notice an omission for themselves: nothing made from their view may reveal
    it. If no soldier can step, the offence is not hidden: that the game goes on tells everybody.
    """

    def __init__(self, position: P) -> None:
        self._position = position

    def seen_by(self, seat: int | None) -> P:
        """Return the position without the offence, unless no soldier can step."""
        state = self._position.state
        if not state.soldiers_steps():
            return self._position
        return self._position.with_state(state.with_offence(0))


class HuffClaiming(Claiming):
    """The huff, which the soldiers have to notice, and the warnings to both sides."""

    def __init__(self, position: _Played) -> None:
        self._position = position
        self._state = position.state

    def claims(self) -> tuple[Claim, ...]:
        """Return the huff on the soldiers' turns, whether or not an officer has omitted a capture.

        Anything closer would tell the soldiers what they have to notice. There is no claim while
        all soldiers are on their starting points, since no officer can have captured, nor again on
        the turn of a huff.
        """
        state = self._state
        theirs = state.side == SOLDIERS and state.rules.huffs
        possible = state.soldiers != BEGINNING and not state.huffed
        return _HUFF if theirs and possible and self._position.outcome() is None else ()

    def explanation(self) -> Text | None:
        """Return an explanation of the huff."""
        return Text(
            "*Huff*: before you move, you may have an officer taken off that could capture and "
            "did not, or stopped too early; then you still make your move. You have to notice it "
            "yourself, and asking costs nothing if you are wrong."
        )

    def warning(self, move: Move) -> Text | None:
        """Return the warning that a move omits a capture, or loses by a block, or None."""
        state = self._state
        if move.kind != "move":
            return None
        if state.side == OFFICERS:
            return self._of_omission(move)
        if not state.rules.no_block:
            return None
        after = self._position.play(move).state
        if after.fortress_is_filled() or after.moves():
            return None
        return Text(
            "After `{move}` the officers cannot move, and in this game blocking them loses.",
            move=self._position.write(move),
        )

    @property
    def warns_in_private(self) -> bool:
        """Whether the warning is for the officers: the soldiers have to notice the omission."""
        return self._state.side == OFFICERS

    def _of_omission(self, move: Move) -> Text | None:
        """Return the warning that a move omits or breaks off a capture, None if it does neither."""
        if not self._omits(move):
            return None
        whole = next(m for m in self._position.legal_moves() if m.captured and not self._omits(m))
        better = self._position.write(whole)
        if self._state.rules.huffed_at_once:
            return Text(
                "You can capture with `{move}`: an officer that could and does not is taken off "
                "at once.",
                move=better,
            )
        return Text(
            "You can capture with `{move}`: if you do not, the soldiers may take off an officer "
            "that could (*huff*), and still move.",
            move=better,
        )

    def _omits(self, move: Move) -> bool:
        """Return whether a move lets the soldiers huff an officer, or itself removes one."""
        return bool(move.removed) or bool(self._position.play(move).state.offence)

    def cause(self, move: Move, last: Move | None) -> Text | None:
        """Return a sentence on the captures omitted by a lifted officer, None if none is lifted."""
        if not move.removed:
            return None
        omitting = last if move.kind == HUFF else move
        officer = move.removed[0]
        others = self._could_capture(officer, omitting) if omitting is not None else []
        if move.kind != HUFF:
            return Text(
                "The officer on {point} could have captured {others}, so it is taken off.",
                point=BOARD.names[officer],
                others=either(others),
            )
        if not others:
            return Text(
                "The officer on {point} did not capture all it could.",
                point=BOARD.names[officer],
            )
        return Text(
            "The officer on {point} could have captured {others}.",
            point=BOARD.names[officer],
            others=either(others),
        )

    def _could_capture(self, officer: int, omitting: Move) -> list[str]:
        """Return the names of soldiers that an officer could have jumped before a move.

        After a capture that was broken off, they are those that it could have jumped next.
        """
        start, end = omitting.path[0], omitting.path[-1]
        officers = set(SETS.points_in(self._state.officers)) - {start, end}
        soldiers = set(SETS.points_in(self._state.soldiers)) - set(omitting.captured)
        moved = officer == end
        officers.discard(officer)
        if not moved:
            officers.add(start)
        here = start if moved and not omitting.captured else officer
        occupied = officers | soldiers
        return [
            BOARD.names[over]
            for (one, landing), over in OVER.items()
            if one == here and over in soldiers and landing not in occupied
        ]
