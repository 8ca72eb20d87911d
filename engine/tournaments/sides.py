"""The two sides of an exhibition, and the players of each.

The host of a simultaneous exhibition is on side 0, the guests are on side 1; of two teams, the one
named first is on side 0. A side may have people of this server, computers, and players of another
server. Every board is a match.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.table.clock import TimeControl
from engine.table.record import is_computer
from engine.text import Words
from engine.tournaments.state import Phase, State, Table
from engine.tournaments.terms import LONGEST_TEAM


@dataclass(frozen=True)
class Sides:
    """The two sides of a tournament; in a form without sides, nobody is on any."""

    state: State

    @property
    def host(self) -> int | None:
        """The host of a simultaneous exhibition, a person or a computer; None for other forms."""
        if not self.state.terms.form.traits.has_host:
            return None
        return next((one.player for one in self.state.entrants.values() if one.side == 0), None)

    def captain(self, side: int) -> int | None:
        """Return the captain of a team: the first person who joined it and has not left."""
        if not self.state.terms.form.traits.has_teams:
            return None
        return next((one for one in self.state.side(side) if not is_computer(one)), None)

    def side_of(self, player: int) -> int | None:
        """Return the side of a player, even if they have left; None if they never joined."""
        entrant = self.state.entrants.get(player)
        has_sides = self.state.terms.form.traits.has_sides
        return entrant.side if entrant is not None and has_sides else None

    def team(self, side: int) -> Words:
        """Return the name of a team, as typed by a person."""
        return Words(self.state.terms.teams[side], LONGEST_TEAM)

    @property
    def reserves(self) -> list[list[int]]:
        """The reserves of each team once the match has begun: players without a board."""
        state = self.state
        seated = {player for table in state.tables for player in table.players}
        return [
            [one for one in group if one not in seated and state.is_in(one)]
            for group in state.groups
        ]

    @property
    def late_guests(self) -> list[int]:
        """The guests who came after the start and wait for their boards to be set up."""
        if not self.state.terms.form.traits.has_host or self.state.round is None:
            return []
        return self.reserves[1]

    @property
    def points(self) -> tuple[int, int]:
        """The half points of the two sides, from all finished boards."""
        points = [0, 0]
        for score in self.state.scores:
            for player, won in zip(score.players, score.points, strict=True):
                points[self.state.entrants[player].side] += won
        return points[0], points[1]

    def time_at(self, table: Table) -> TimeControl:
        """Return the time control at a table: a host's clock has more time for each board."""
        time, host = self.state.terms.time, self.host
        if time.bank is None or host not in table.players or is_computer(host):
            return time
        return time.with_host(table.players.index(host), len(self.state.tables))

    # The start

    @property
    def can_start(self) -> bool:
        """Whether both sides have players, or computers to fill them, and at least one person."""
        sides = [self.state.side(0), self.state.side(1)]
        filled = self.state.terms.level > 0
        return any(one for side in sides for one in side if not is_computer(one)) and all(
            side or filled for side in sides
        )

    @property
    def awaits_host(self) -> bool:
        """Whether the host of live games has still to confirm that they are there.

        The time of the host runs as soon as the games begin.
        """
        host = self.host
        return (
            host is not None
            and not is_computer(host)
            and self.state.terms.is_live
            and not self.state.pressed
        )

    @property
    def begins_when_full(self) -> bool:
        """Whether the exhibition begins now: all boards are taken, no date or host is awaited."""
        state = self.state
        waits = state.terms.starts is not None or state.postponed or self.awaits_host
        return state.phase is Phase.SIGN_UP and state.starts is not None and not waits
