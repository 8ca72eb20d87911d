"""Setting up pieces in secret, before the first move of a match."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from engine.capabilities.set_ups import Arrangement, SetUp, placing_moves
from engine.errors import Refusal
from engine.game import Position
from engine.table.match_state import MatchState
from engine.table.record import Kind, SeatSetUp
from engine.text import Text, joined

NOTHING_TO_SET_UP = Text("You have nothing to set up in this match now.")


@dataclass(frozen=True)
class SetUps(MatchState):
    """A match with its set-ups: what its players place where the others do not see it."""

    @property
    def setup(self) -> SetUp[Position]:
        """The secret set-up in progress. Raises Refusal if there is none."""
        setup = self.position.setup
        if setup is None:
            raise Refusal(NOTHING_TO_SET_UP)
        return setup

    def seat_setting_up(self, person: int) -> int:
        """Return the seat that a person still has to set up. Raises Refusal if there is none."""
        self.check_player(person)
        seats = [seat for seat in self.setting_up if self.players[seat] == person]
        if not seats:
            raise Refusal(NOTHING_TO_SET_UP)
        return seats[0]

    def arrange(self, person: int, text: str, *, chance: random.Random) -> Self:
        """Return the match with a person's arrangement changed by a message, unseen by others.

        Raises Refusal if they have nothing to set up, and MoveError for the message. If it raises
        PartlyPlaced, ``with_arrangement`` takes the arrangement of the pieces that can be placed.
        """
        seat = self.seat_setting_up(person)
        arrangement = self.setup.arrange(seat, text, self.set_up_of(seat).arrangement, chance)
        return self._with_set_up(seat, SeatSetUp(arrangement))

    def with_arrangement(self, person: int, arrangement: Arrangement) -> Self:
        """Return the match with a person's arrangement so far, unseen by others.

        Raises Refusal if they have nothing to set up.
        """
        return self._with_set_up(self.seat_setting_up(person), SeatSetUp(arrangement))

    def with_seed(self, person: int, seed: int) -> Self:
        """Return the match with the chance by which a computer arranges its pieces, unseen by all.

        It is the match itself if that is known. Raises Refusal if they have nothing to set up.
        """
        seat = self.seat_setting_up(person)
        known = self.set_up_of(seat)
        return self if known.seed else self._with_set_up(seat, replace(known, seed=seed))

    def ready(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with a person's set-up finished; the last one puts all on the board.

        Raises Refusal if something is missing, or if they have nothing to set up.
        """
        self._check_new(source)
        seat = self.seat_setting_up(person)
        arrangement = self.set_up_of(seat).arrangement
        missing = self.setup.missing(seat, arrangement)
        if missing is not None:
            raise Refusal(joined([Text("You are not ready yet."), missing]))
        match = self._with_set_up(seat, SeatSetUp(arrangement, ready=True))
        return match if match.setting_up else match._set_up(now, source)

    def _completed(self, now: datetime, chance: random.Random) -> Self:
        """Return the match with all unfinished set-ups completed at random."""
        match = self
        for seat in self.setting_up:
            text, arrangement = self.setup.completion, self.set_up_of(seat).arrangement
            complete = self.setup.arrange(seat, text, arrangement, chance)
            match = match._with_set_up(seat, SeatSetUp(complete, ready=True))
        return match._set_up(now, None)

    def _set_up(self, now: datetime, source: str | None) -> Self:
        """Return the match with all arrangements on the board, as moves."""
        match = self
        for seat in self.position.setup.seats() if self.position.setup is not None else ():
            for move in placing_moves(self.set_up_of(seat).arrangement):
                match = match._add(
                    Kind.MOVE,
                    now,
                    self.players[seat],
                    text=match.position.write(move),
                    seat=seat,
                    position=match.position.play(move),
                    source=source,
                )
                source = None
        return replace(match, set_ups={})

    def _with_set_up(self, seat: int, set_up: SeatSetUp) -> Self:
        return replace(self, set_ups={**self.set_ups, seat: set_up})
