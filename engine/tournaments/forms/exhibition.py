"""Exhibitions, which are unrated: two sides play a round of boards, a simul or a team match."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import ClassVar, Final

from engine.errors import Refusal
from engine.text import Text, Words
from engine.tournaments.forms.conduct import POSTPONEMENTS, Conduct, Step
from engine.tournaments.record import Entry, Kind
from engine.tournaments.sides import Sides
from engine.tournaments.standings.table import Line
from engine.tournaments.state import Entrant, Phase, State

PUT_OFF_BY: Final = timedelta(minutes=10)
"""The delay each time that an exhibition waits for a late host, or for more people."""

HOST: Final = "host"
"""The reason for postponing or cancelling an exhibition without its host."""


class Exhibition(Conduct):
    """The conduct of an exhibition: how its two sides come together."""

    counts_absence = False
    too_few: ClassVar[Text]
    """The refusal to begin while there are too few players."""

    planned: ClassVar[int]
    """The number of rounds of boards, or 0 if late guests begin further rounds."""

    # Joining

    def join(self, state: State, person: int, *, every: bool, side: int | None) -> Step:
        """Return the entry by which a person joins a side. Raises Refusal.

        Before the start, people may change sides.
        """
        side = self.side_for(state, person, side)
        known = state.entrants.get(person)
        if known is not None and known.withdrawn:
            raise Refusal(Text("You have left it, and cannot come back."))
        if known is not None and known.side == side:
            raise Refusal(Text("You are in already."))
        if known is not None and state.phase is Phase.RUNNING:
            raise Refusal(Text("It has begun; you cannot change sides any more."))
        self.check_side(state, side)
        return Step(Kind.JOIN, {"every": False, "side": side})

    @abstractmethod
    def side_for(self, state: State, person: int, side: int | None) -> int:
        """Return the side that a person joins. Raises Refusal."""

    @abstractmethod
    def check_side(self, state: State, side: int) -> None:
        """Raise Refusal if a side can no longer be joined."""

    def come_back(self, state: State, person: int) -> Step:
        """Raise Refusal: nobody comes back to an exhibition."""
        raise Refusal(Text("You have left it, and cannot come back."))

    def may_come_back(self, state: State) -> bool:
        """Return False: nobody comes back to an exhibition."""
        return False

    def add(self, state: State, player: int) -> Step:
        """Raise Refusal: all players choose their sides themselves."""
        raise Refusal(Text("Here everybody chooses their side on the card."))

    def check_may_replace(self) -> None:
        """Raise Refusal: captains replace players by reserves, not the organiser."""
        raise Refusal(Text("Here the captain sends in reserves, from the card."))

    def enter_late(self, state: State, entrant: Entrant) -> None:
        """Let in somebody who joins after the start, on their side."""
        state.order.append(entrant.player)
        state.groups[entrant.side].append(entrant.player)

    # Opening

    def starts(self, state: State, last: Entry) -> datetime | None:
        """Return the start of the exhibition, or None as long as nothing has decided it.

        It starts with ``last`` if all boards are then taken, or if somebody has begun it by hand.
        """
        full = state.terms.are_taken(len(state.side(0)), len(state.side(1)))
        return last.at if full or state.pressed else None

    def check_in(self, state: State, entry: Entry) -> None:
        """Note that somebody has begun the exhibition by hand, so that it starts now."""
        state.pressed, state.starts = True, entry.at

    def check_may_begin(self, state: State) -> None:
        """Raise Refusal unless the exhibition can begin now."""
        if state.phase is Phase.RUNNING or state.pressed:
            raise Refusal(Text("It has begun already."))
        if state.paused:
            raise Refusal(Text("{name} is paused.", name=Words(state.terms.name)))
        if not Sides(state).can_start:
            raise Refusal(self.too_few)

    def open(self, state: State, now: datetime, strengths: Mapping[int, float]) -> Step:
        """Return the entry that starts the exhibition, or postpones or cancels it.

        It is postponed if its host or players are missing, and in the end cancelled.
        """
        sides = Sides(state)
        if sides.awaits_host or not sides.can_start:
            why = HOST if sides.awaits_host and sides.can_start else ""
            if state.postponed >= POSTPONEMENTS:
                return Step(Kind.CANCEL, {"reason": "", "why": why})
            starts = now + PUT_OFF_BY
            return Step(Kind.POSTPONE, {"starts": starts.isoformat(), "why": why})
        groups = self.arranged(state, strengths)
        order = [player for side in groups for player in side]
        return Step(Kind.START, {"order": order, "groups": groups, "rounds": self.planned})

    @abstractmethod
    def arranged(self, state: State, strengths: Mapping[int, float]) -> list[list[int]]:
        """Return the players of each side in the order of their boards, then those without one."""

    # Standings

    def standings(self, state: State) -> list[tuple[Line, ...]]:
        """Return the standings of each side."""
        return self.ranked(state, state.groups or [state.order or state.people])


def turned(pair: Sequence[int], *, is_turned: bool) -> tuple[int, int]:
    """Return a pair in the order of the seats: reversed if ``is_turned``."""
    first, second = pair
    return (second, first) if is_turned else (first, second)
