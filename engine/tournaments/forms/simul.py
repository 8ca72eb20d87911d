"""The simultaneous exhibition: one host plays against each of the guests."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from engine.errors import Refusal
from engine.table.record import another
from engine.text import Text
from engine.tournaments.forms.conduct import Tables, open_rounds_end, table_of
from engine.tournaments.forms.exhibition import Exhibition, turned
from engine.tournaments.sides import Sides
from engine.tournaments.state import State
from engine.tournaments.terms import HostsSeat

LATE: Final = Text("The first game is over; nobody can join any more.")


class Simul(Exhibition):
    """The conduct of a simultaneous exhibition: guests may join while boards are free."""

    too_few = Text("Nobody has joined yet.")
    planned = 0

    def side_for(self, state: State, person: int, side: int | None) -> int:
        """Return the side of the guests. Raises Refusal for the host."""
        if person == Sides(state).host:
            raise Refusal(Text("You are the host: you play at every board."))
        return 1

    def check_side(self, state: State, side: int) -> None:
        """Raise Refusal if all boards are taken, or the first game is over."""
        if any(table.results for table in state.tables):
            raise Refusal(LATE)
        if len(state.side(side)) >= state.terms.boards:
            raise Refusal(Text("All boards are taken."))

    def may_enter_late(self, state: State) -> bool:
        """Return whether guests can still join."""
        over = any(table.results for table in state.tables)
        return not over and len(state.side(1)) < state.terms.boards

    def is_needed(self, state: State, person: int) -> bool:
        """Return whether a person is the host."""
        return person == Sides(state).host

    def arranged(self, state: State, strengths: Mapping[int, float]) -> list[list[int]]:
        """Return the host, then the guests in the order of their boards, computers last."""
        hosts, guests = state.side(0), state.side(1)
        if state.terms.level:
            while len(guests) < state.terms.boards:
                guests.append(another(state.terms.level, [*hosts, *guests]))
        return [hosts, guests]

    def pair(self, state: State, number: int, now: datetime) -> Tables:
        """Return new boards, for the guests without one."""
        seated = {player for table in state.tables for player in table.players}
        host = state.groups[0][0]
        guests = [one for one in state.groups[1] if one not in seated and state.is_in(one)]
        seats, first = state.terms.hosts_seat, len(state.tables)
        return [
            table_of(
                turned(
                    (host, guest),
                    is_turned=seats is HostsSeat.SECOND
                    or (seats is HostsSeat.TURNS and board % 2 == 1),
                )
            )
            for board, guest in enumerate(guests, first)
        ]

    def at_once(self, state: State, now: datetime) -> Tables:
        """Return the boards of guests who joined after the start."""
        return self.tables(state, now) if Sides(state).late_guests else []

    def looks(self, state: State, since: datetime) -> datetime | None:
        """Return the earliest deadline of open boards, or None."""
        return open_rounds_end(state)
