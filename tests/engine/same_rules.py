"""Checks that the computer plays by the rules: states have the moves and ends of their positions.

A game without its own state is searched by its positions, so there is nothing to compare.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import islice, permutations

from engine import Position
from engine.capabilities.thinking import State

CHILDREN = 6
"""The most moves of a position that are played by both the position and its state."""

Keys = tuple[Hashable, Hashable]
"""The keys of a position and of its state, which distinguish the same positions."""


def check(whole: Position, children: int = CHILDREN) -> Iterator[Keys]:
    """Check a position against its state, and so on after up to ``children`` of its moves.

    The position is taken as its seat to move sees it. Yield the keys of each pair compared. A
    position that is over or being set up is skipped: no state has to know of resignations.
    """
    position = whole.seen_by(whole.turn)
    thinking = position.thinking
    if thinking is None or position.setup is not None or position.outcome() is not None:
        return
    state = thinking.state()
    check_result(position, state)
    yield position.key, state.key()
    codes = state.moves()
    moves = [thinking.move(code) for code in codes]
    assert len(set(moves)) == len(moves)
    assert set(moves) == set(position.legal_moves())
    assert set(state.candidates()) <= set(codes)
    for code, move in islice(zip(codes, moves, strict=True), children):
        after, then = position.play(move), state.play(code)
        check_result(after, then)
        face = after.thinking
        if face is not None and after.outcome() is None:
            assert then.key() == face.state().key()
            yield after.key, then.key()


def check_result(position: Position, state: State) -> None:
    """Check that a position and its state have the same side to move, end and winners."""
    seats, outcome = position.seats, position.outcome()
    teams = list(dict.fromkeys(seat.team for seat in seats))
    assert (outcome is not None) == (state.over() or not state.moves())
    if outcome is None:
        assert state.side == teams.index(seats[position.turn].team)
        return
    ranks = [_rank(position, team) for team in teams]
    results = [state.final(side) for side in range(len(teams))]
    best = {side for side, rank in enumerate(ranks) if rank == min(ranks)}
    assert best == {side for side, result in enumerate(results) if result == max(results)}
    for one, other in permutations(range(len(teams)), 2):
        assert ranks[one] >= ranks[other] or results[one] >= results[other]


def _rank(position: Position, team: int) -> int:
    """Return the rank of a team's best seat in a game that is over."""
    outcome = position.outcome()
    assert outcome is not None
    ranks = zip(outcome.ranks, position.seats, strict=True)
    return min(rank for rank, seat in ranks if seat.team == team)
