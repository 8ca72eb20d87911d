"""The knockout: a player who loses is out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from engine.errors import Refusal
from engine.text import Text
from engine.tournaments.forms.conduct import (
    NOT_BEFORE_THE_NEXT,
    Conduct,
    Tables,
    table_of,
    untouched,
)
from engine.tournaments.pairing import knockout
from engine.tournaments.standings.table import Line
from engine.tournaments.state import Phase, State, Table
from engine.tournaments.terms import Terms


class Knockout(Conduct):
    """The conduct of a knockout: the winners of neighbouring tables meet."""

    too_late = NOT_BEFORE_THE_NEXT
    draws_lots = True

    def check_may_add(self, state: State, player: int) -> None:
        """Raise Refusal: there is no free place in the bracket."""
        raise Refusal(Text("The bracket is drawn; they can only replace a player."))

    def places(
        self, state: State, player: int, in_hand: Collection[int] = ()
    ) -> list[Table] | None:
        """Return the table at which a replacement takes over a player's seat. Raises Refusal.

        Before the start, return None.
        """
        if state.phase is not Phase.RUNNING:
            return None
        tables = untouched(state, player, in_hand)
        if not tables:
            raise Refusal(
                Text("They have no match in this round that has yet to begin, so nobody can "
                    "replace them now.")
            )  # fmt: skip
        return tables

    def check_decision(self, state: State, table: Table, points: Sequence[int]) -> None:
        """Raise Refusal if a decision would let nobody advance."""
        if len(set(points)) == 1:
            raise Refusal(Text("In a knockout one of them goes on: give that player more points."))

    def is_settled(self, state: State, table: Table) -> bool:
        """Return whether the round after that of a table has already been paired."""
        return table.round < len(state.rounds)

    def rounds(self, terms: Terms, groups: Sequence[Sequence[int]]) -> int:
        """Return the number of rounds of the bracket."""
        return knockout.rounds_of(max(map(len, groups), default=0))

    def pair(self, state: State, number: int, now: datetime) -> Tables:
        """Return the next round; the last round also has the match for third place."""
        seeds = state.order
        if number == 1:
            slots = knockout.bracket(len(seeds))
            players = [[seeds[seed] for seed in table if seed is not None] for table in slots]
        else:
            before = state.rounds[-1].tables
            winners = [winner_of(state, table) for table in before]
            players = [[one for one in table if one] for table in knockout.next_round(winners)]
            semi_finals = [_two(table.players) for table in before]
            third = knockout.third_place(semi_finals, winners)
            players += [[one for one in third if one]] if third else []
        return [
            table_of(knockout.seat(pair[0], pair[1], seeds) if len(pair) == 2 else pair)
            for pair in players
            if pair
        ]

    def games(self, state: State, table: Table) -> int:
        """Return the number of games at a table: doubled if the usual ones were level."""
        games = state.terms.games
        points = [table.results[game] for game in range(1, games + 1) if game in table.results]
        undecided = len(points) == games and len(set(map(sum, zip(*points, strict=True)))) == 1
        return games * 2 if undecided else games

    def standings(self, state: State) -> list[tuple[Line, ...]]:
        """Return the standings: players who lost later rank higher."""
        return [
            _by_round(state, lines) for lines in self.ranked(state, [state.order or state.people])
        ]


def winner_of(state: State, table: Table) -> int | None:
    """Return the winner of a table, or None while it has no score.

    If the points are equal, the higher seed wins or, if nobody played, the player drawn by lot.
    """
    score = state.score_of(table)
    if score is None:
        return None
    leaders = score.leaders
    if table.lot in leaders:
        return table.lot
    return min(leaders, key=lambda player: state.order.index(state.heir_of(player)))


def _two(players: Sequence[int]) -> tuple[int, int | None]:
    return players[0], players[1] if len(players) > 1 else None


def _by_round(state: State, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines, beginning with the last players to go out; the last round's by result."""
    lost: dict[int, int] = {}
    for table in state.tables:
        winner = winner_of(state, table)
        for player in table.players:
            if winner is not None and player != winner:
                lost[player] = table.round
    last = state.rounds[-1].tables if len(state.rounds) == state.planned else []
    decided = [
        player
        for table in last
        if (winner := winner_of(state, table)) is not None
        for player in (winner, *(one for one in table.players if one != winner))
    ]
    rest = sorted(
        (line for line in lines if line.player not in decided),
        key=lambda line: -lost.get(line.player, state.planned + 1),
    )
    known = {line.player: line for line in lines}
    found = [replace(known[one], place=place) for place, one in enumerate(decided, 1)]
    for line in rest:
        above = [one for one in rest if lost.get(one.player) == lost.get(line.player)]
        place = len(decided) + rest.index(above[0]) + 1
        found.append(replace(line, place=place))
    return tuple(found)
