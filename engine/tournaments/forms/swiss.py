"""The Swiss: a number of rounds in which players with about the same points meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from math import ceil, log2
from typing import Final

from engine.errors import Refusal
from engine.text import Text
from engine.tournaments.forms.conduct import NOT_BY_HAND, Conduct, Tables, table_of
from engine.tournaments.forms.seating import rounds_of_tables, seated
from engine.tournaments.pairing.swiss import pair_swiss
from engine.tournaments.scores import DRAW, How, Score
from engine.tournaments.standings.tie_breaks import TieBreak
from engine.tournaments.state import State
from engine.tournaments.terms import Terms

USUAL_ROUNDS: Final = 5
"""The fewest rounds of a Swiss with enough players, unless its terms have a number of rounds."""


class Swiss(Conduct):
    """The conduct of a Swiss: players with about the same points meet, and never twice."""

    tie_breaks = (TieBreak.DIRECT, TieBreak.SOLKOFF, TieBreak.SONNEBORN, TieBreak.WINS)

    def may_enter_late(self, state: State) -> bool:
        """Return whether people can still join: until more than half of the rounds are paired."""
        return 2 * len(state.rounds) <= state.planned

    def check_may_pass(self, state: State) -> None:
        """Raise nothing: players may leave out a round."""

    def check_may_add(self, state: State, player: int) -> None:
        """Raise Refusal if no round is left that a player could join."""
        if len(state.rounds) >= state.planned:
            raise Refusal(Text("The last round is paired; nobody can come in any more."))

    def check_rounds(self, state: State, rounds: int) -> None:
        """Raise Refusal if more than ``rounds`` rounds are paired already."""
        if state.planned and rounds < len(state.rounds):
            raise Refusal(Text("Round {number} is paired already.", number=len(state.rounds)))

    def check_may_pair(self, state: State) -> None:
        """Raise Refusal if tables have more than two seats."""
        if state.terms.seats > 2:
            raise Refusal(NOT_BY_HAND)

    def rounds(self, terms: Terms, groups: Sequence[Sequence[int]]) -> int:
        """Return the number of rounds; in games for two, at most one for each opponent."""
        size = max(map(len, groups), default=0)
        if terms.seats > 2:
            return rounds_of_tables(terms, size)
        usual = max(USUAL_ROUNDS, ceil(log2(max(size, 1))) + 1)
        return min(terms.rounds or usual, size - 1 + size % 2)

    def pair(self, state: State, number: int, now: datetime) -> Tables:
        """Return the tables of a round, with byes for players left over or who asked for one."""
        players = [one for one in state.order if state.is_in(one)]
        absent = [one for one in players if (one, number) in state.passes]
        half_byes = [table_of([one], How.HALF_BYE) for one in absent]
        avoided = state.undone.get(number, Counter())
        if state.terms.seats > 2:
            return seated(state, players, absent=absent) + half_byes
        fixed = [
            pair for pair in state.fixed.get(number, ()) if {*pair} <= {*players}.difference(absent)
        ]
        by_hand = [player for pair in fixed for player in pair]
        tables = [
            table
            for pair in fixed
            for table in pair_swiss(pair, state.scores, number, rounds=number).tables
        ]
        paired = pair_swiss(
            players,
            state.scores,
            number,
            rounds=state.planned,
            absent=[*absent, *by_hand],
            avoided=avoided,
        )
        byes = [] if paired.bye is None else [table_of([paired.bye])]
        return [table_of(pair) for pair in (*tables, *paired.tables)] + byes + half_byes

    def absences(self, state: State) -> Iterator[Score]:
        """Yield the scores of players who sat at no table of a paired round.

        A player who joined late scores a draw for the last round before they joined.
        """
        for one in state.rounds:
            there = {player for table in one.tables for player in table.players}
            for player in state.order:
                if player not in there:
                    late = state.entrants[player].entered == one.number + 1
                    points = DRAW * state.terms.games * late
                    how = How.HALF_BYE if late else How.ABSENT
                    yield Score(one.number, (player,), (points,), how)


def next_to_pair(state: State) -> tuple[int, dict[int, How]]:
    """Return the round from which another program could continue pairing a running Swiss.

    It is the first round that is not over. The players known not to be paired in it come with it,
    each with the way in which that counts.
    """
    played_now = [table.round for table in state.open_tables]
    number = min(played_now, default=len(state.rounds) + 1)
    if number > state.planned:
        return number, {}
    away: dict[int, How] = {
        score.players[0]: score.how
        for score in state.scores
        if score.round == number and score.how in {How.HALF_BYE, How.ABSENT}
    }
    away |= {one: How.HALF_BYE for one, asked in state.passes if asked == number}
    return number, away | {one: How.ABSENT for one in state.order if not state.is_in(one)}
