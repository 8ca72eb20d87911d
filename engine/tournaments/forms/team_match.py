"""The match of two teams with reserves: the strongest play the strongest."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from engine.errors import Refusal
from engine.table.record import another
from engine.text import Text
from engine.tournaments.forms.conduct import Tables, open_table_of, seat_at, table_of
from engine.tournaments.forms.exhibition import Exhibition, turned
from engine.tournaments.sides import Sides
from engine.tournaments.state import Phase, State

RESERVES: Final = 5
"""The number of people who may join a team in addition to those with a board."""


class TeamMatch(Exhibition):
    """The conduct of a match of two teams: people who come after the start are reserves."""

    too_few = Text("Each team needs a player.")
    planned = 1

    def side_for(self, state: State, person: int, side: int | None) -> int:
        """Return the team that a person chooses, or in which they were named. Raises Refusal."""
        named = state.named
        own = next((number for number, team in enumerate(named) if person in team), None)
        if any(named) and own is None:
            raise Refusal(Text("Those who play were named; you are not among them."))
        side = side if own is None else own
        if side not in {0, 1}:
            raise Refusal(Text("Join one of the two teams: each has its button."))
        return side

    def check_side(self, state: State, side: int) -> None:
        """Raise Refusal if a team is full, with all its reserves."""
        if _is_full(state, side):
            raise Refusal(Text("{team} is full.", team=Sides(state).team(side)))

    def may_enter_late(self, state: State) -> bool:
        """Return whether a team still takes reserves."""
        return not (_is_full(state, 0) and _is_full(state, 1))

    def substitution(self, state: State, old: int, new: int) -> Mapping[str, Any]:
        """Return the board of ``old`` for the reserve ``new`` to take. Raises Refusal."""
        if state.phase is not Phase.RUNNING:
            raise Refusal(Text("Reserves are for a team match that has begun."))
        table = open_table_of(state, old)
        if table is None:
            raise Refusal(Text("They have no board, or their game is over."))
        if new not in Sides(state).reserves[state.entrants[old].side]:
            raise Refusal(Text("Only a reserve of the same team can take their place."))
        return seat_at(table)

    def arranged(self, state: State, strengths: Mapping[int, float]) -> list[list[int]]:
        """Return the players of each team in the order of their boards, then its reserves.

        The players who joined first have the boards, by strength. Computers fill free boards if the
        terms have a level.
        """
        terms, sides = state.terms, [state.side(0), state.side(1)]
        sizes = [min(len(side), terms.boards) for side in sides]
        boards = max(sizes) if terms.level else min(sizes)
        taken: list[int] = [player for side in sides for player in side]
        for side in sides:
            while len(side) < boards:
                taken.append(another(terms.level, taken))
                side.append(taken[-1])
            side[:boards] = sorted(
                side[:boards], key=lambda player: -strengths.get(player, float("-inf"))
            )
        return sides

    def pair(self, state: State, number: int, now: datetime) -> Tables:
        """Return the boards, or none if they exist already; the teams begin on alternate boards."""
        if state.rounds:
            return []
        pairs = list(zip(*state.groups, strict=False))[: state.terms.boards]
        return [
            table_of(turned(pair, is_turned=board % 2 == 1)) for board, pair in enumerate(pairs)
        ]


def _is_full(state: State, side: int) -> bool:
    return len(state.side(side)) >= state.terms.boards + RESERVES
