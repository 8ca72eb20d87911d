"""Setting up pieces in secret, before the first move."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Self

from engine.capabilities import arranging
from engine.capabilities import setup as capability
from engine.errors import Refusal
from engine.game import Position
from engine.table.record import Kind, SetUp
from engine.table.steps import Steps
from engine.text import Text

NOTHING_TO_SET_UP: Final = Text("You have nothing to set up in this match now.")


@dataclass(frozen=True)
class SettingUp(Steps):
    """A match whose seats may have pieces to set up."""

    def draft(self, person: int, text: str, *, chance: random.Random) -> Self:
        """A person's set-up changed by one message of his, unseen by the others.

        Raises Refusal where he has nothing to set up, MoveError for the message.
        """
        seat = self.seat_drafted(person)
        placed = self.draft_of(seat).placed
        placed = self.setup.arrange(seat, text, placed, chance)
        return replace(self, drafts={**self.drafts, seat: SetUp(placed)})

    def ready(self, person: int, *, now: datetime, source: str | None) -> Self:
        """A person's set-up finished; when all are, they stand on the board.

        Raises Refusal where something is missing, or he has nothing to set up.
        """
        self._check_new(source)
        seat = self.seat_drafted(person)
        placed = self.draft_of(seat).placed
        missing = self.setup.missing(seat, placed)
        if missing is not None:
            raise Refusal(missing)
        match = replace(self, drafts={**self.drafts, seat: SetUp(placed, ready=True)})
        return match if match.drafting else match._set_up(now, source)

    def _completed(self, now: datetime, chance: random.Random) -> Self:
        """With what is not set up yet set up by chance."""
        match = self
        for seat in self.drafting:
            text, placed = self.setup.completion, self.draft_of(seat).placed
            complete = SetUp(self.setup.arrange(seat, text, placed, chance), ready=True)
            match = replace(match, drafts={**match.drafts, seat: complete})
        return match._set_up(now, None)

    def _set_up(self, now: datetime, source: str | None) -> Self:
        """With all drafts on the board."""
        match = self
        for seat in self.position.setup.seats() if self.position.setup is not None else ():
            for move in arranging.moves(self.draft_of(seat).placed):
                written = match.position.write(move)
                event = match._event(Kind.MOVE, now, self.people[seat], written, seat)
                match = match._with(event, position=match.position.play(move), source=source)
                source = None
        return replace(match, drafts={})

    @property
    def setup(self) -> capability.SetUp[Position]:
        """The secret set-up that goes on. Raises Refusal for none."""
        setup = self.position.setup
        if setup is None:
            raise Refusal(NOTHING_TO_SET_UP)
        return setup

    def seat_drafted(self, person: int) -> int:
        """The seat that a person has still to set up. Raises Refusal for none."""
        self.check_player(person)
        seats = [seat for seat in self.drafting if self.people[seat] == person]
        if not seats:
            raise Refusal(NOTHING_TO_SET_UP)
        return seats[0]
