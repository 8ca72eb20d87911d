"""Whether the computer plays by the rules: a state knows the moves and ends of its position.

A game without a state of its own is searched by its positions, and has nothing to compare.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import islice, permutations

from engine import Position
from engine.capabilities.thinking import State

CHILDREN = 6
"""As many moves of a position are played beside the computer's."""

Keys = tuple[Hashable, Hashable]
"""The keys of a position and of its state: they tell the same positions apart."""


def check(whole: Position, children: int = CHILDREN) -> Iterator[Keys]:
    """Compare a position, as its seat to move sees it, with its state; then those after its moves.

    What ended without a move, as where all others gave up, no state has to know.
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
    """Compare the side to move, whether the game is over, and who has won."""
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
    """The rank of a team's best seat in a game that is over."""
    outcome = position.outcome()
    assert outcome is not None
    ranks = zip(outcome.ranks, position.seats, strict=True)
    return min(rank for rank, seat in ranks if seat.team == team)
