"""How a match ends otherwise than on the board: given up, aborted, left alone, or decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from engine.errors import Refusal
from engine.table.offers import Offers
from engine.table.record import Kind, Status
from engine.text import Text

LONGEST_REASON = 200
"""Characters of a moderator's reason, which is shown."""


@dataclass(frozen=True)
class Endings(Offers):
    """A match that can be ended by its players, and by who looks after the server."""

    def resign(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Gives up every seat of a person. Raises Refusal."""
        self._check_player(person, source)
        return self._given_up(Kind.RESIGN, self.seats_of(person), person, now, source)

    def _given_up(
        self,
        kind: Kind,
        seats: Iterable[int],
        person: int | None,
        now: datetime,
        source: str | None,
    ) -> Self:
        """With those seats out of the game."""
        match = self
        for seat in seats:
            if match.outcome is None and match.position.seats[seat].active:
                event = match._event(kind, now, person, seat=seat)
                match = match._with(event, position=match.position.resign(seat), source=source)
                source = None
        if match.drafts and not match.drafting and match.outcome is None:
            match = match._set_up(now, None)  # he was the one that the others waited for
        return match._ended(now)

    @property
    def may_abort(self) -> bool:
        """Whether the match may still end as if it had not begun: not everyone has moved."""
        moved = {event.seat for event in self.turns}
        return self.status is Status.LIVE and any(
            seat.active and number not in moved for number, seat in enumerate(self.position.seats)
        )

    def check_abort(self) -> None:
        """Raises Refusal where the match cannot be aborted any more."""
        if not self.may_abort:
            raise Refusal(
                Text("Everyone has moved by now: a match can be resigned, but not aborted.")
            )

    def abort(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Ends the match without a result, before everyone has moved. Raises Refusal."""
        self._check_player(person, source)
        self.check_abort()
        return self._with(self._event(Kind.ABORT, now, person), source=source)

    def adjudicate(
        self,
        person: int,
        ranks: Sequence[int],
        reason: str,
        *,
        now: datetime,
        source: str | None,
    ) -> Self:
        """The result as a moderator decides it, also where there is one already.

        ``ranks`` are those of the seats, 1 the best; none is no result. Raises Refusal where
        the match has not begun, or the decision is no result of it.
        """
        self._check_new(source)
        if self.status is Status.CHALLENGE or not self.line:
            self._check_status(Status.LIVE)
        reason = " ".join(reason.split())[:LONGEST_REASON]
        if not reason:
            raise Refusal(Text("A decision needs its reason, which everybody sees."))
        if ranks and (len(ranks) != len(self.people) or min(ranks) != 1):
            raise ValueError(f"{ranks} are no ranks of {len(self.people)} seats")
        text = f"{' '.join(map(str, ranks))}\n{reason}"
        event = self._event(Kind.ADJUDICATE, now, person, text)
        return self._with(event, source=source)
