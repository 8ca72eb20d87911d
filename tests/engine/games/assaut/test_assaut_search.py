"""The search for captures in Assaut: its cost, and comparison with an exhaustive oracle."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Move, Position
from engine.capabilities import captures
from engine.capabilities.captures import TakesLong, quickly
from engine.games.assaut import move_codes
from engine.games.assaut.position import AssautPosition
from tests.engine.games.assaut.positions import (
    MANNERS,
    offence,
    placed,
    read,
)
from tests.nightly import examples
from tests.oracles import assaut_rules

# 13. Cost

CROWDED = placed(
    " ".join(
        assaut_rules.name(at) for at in sorted(assaut_rules.CROSS) if not (at[0] % 2 and at[1] % 2)
    ),
    "c1",
    "o",
)


@pytest.mark.parametrize("capture", ["huff", "forced", "auto"])
def test_all_captures_of_an_officer_among_very_many_soldiers_are_listed(capture: str) -> None:
    position = read(CROWDED, capture=capture)
    with quickly(), pytest.raises(TakesLong):
        position.legal_moves()
    moves = position.legal_moves()
    assert position.complete
    assert len(moves) == (9_927 if capture == "forced" else 77_809)
    for move in moves[:: len(moves) // 50]:
        assert position.parse(position.write(move)) == move


def test_the_search_of_a_computer_follows_few_of_them() -> None:
    thinking = read(CROWDED).thinking
    assert thinking is not None
    assert 100 < len(thinking.state().moves()) < 3_000


def test_every_chain_can_be_played_whatever_the_list_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    position = read(CROWDED)
    whole = position.legal_moves()
    monkeypatch.setattr(captures, "STATES", 0)
    monkeypatch.setattr(move_codes, "WIDTH", 5)
    for capture in ("huff", "auto"):
        narrow = read(CROWDED, capture=capture)
        assert len(narrow.legal_moves()) < 150
        assert not narrow.complete
        for move in whole[:: len(whole) // 100]:
            if not move.captured:
                continue
            typed = narrow.parse("x".join(narrow.board.names[point] for point in move.path))
            assert typed.path[-1] == move.path[-1]
            assert set(typed.captured) == set(move.captured)
            assert narrow.parse(narrow.write(typed)) == typed
            narrow.play(typed)


def test_a_narrow_search_still_finds_captures_that_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(captures, "STATES", 0)
    monkeypatch.setattr(move_codes, "WIDTH", 1)
    position = read(CROWDED, capture="forced")
    assert position.legal_moves()
    assert all(move.captured for move in position.legal_moves())


# The oracle


@st.composite
def scattered(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Return the random points of one to 18 soldiers and up to two officers."""
    names = sorted(assaut_rules.name(at) for at in assaut_rules.CROSS)
    points = draw(st.permutations(names))
    officers = draw(st.integers(0, 2))
    soldiers = draw(st.integers(1, 18))
    return points[officers : officers + soldiers], points[:officers]


def effect_of(position: Position, move: Move) -> assaut_rules.Effect:
    names = position.board.names
    return (
        names[move.path[0]],
        names[move.path[-1]],
        frozenset(names[point] for point in move.captured),
    )


@given(pieces=scattered(), manner=st.sampled_from(MANNERS))
@settings(max_examples=examples(75), deadline=None)
def test_the_steps_of_soldiers_are_those_of_the_oracle(
    pieces: tuple[list[str], list[str]], manner: str
) -> None:
    soldiers, officers = pieces
    position = read(placed(" ".join(soldiers), " ".join(officers)), soldiers=manner)
    assert {
        effect_of(position, move) for move in position.legal_moves()
    } == assaut_rules.soldier_steps(
        manner, set(map(assaut_rules.place, soldiers)), set(map(assaut_rules.place, officers))
    )


@given(pieces=scattered())
@settings(max_examples=examples(150), deadline=None)
def test_the_moves_of_officers_are_those_of_an_oracle_that_follows_every_path(
    pieces: tuple[list[str], list[str]],
) -> None:
    soldiers, officers = pieces
    standing = (set(map(assaut_rules.place, soldiers)), set(map(assaut_rules.place, officers)))
    try:
        captures = assaut_rules.captures(*standing, limit=3_000)
    except assaut_rules.TooManyPaths:
        assume(False)
    text = placed(" ".join(soldiers), " ".join(officers), "o")
    for capture in ("huff", "auto", "forced"):
        effects = assaut_rules.moves(*standing, "o", "shortest", capture)
        position = read(text, capture=capture)
        moves = {effect_of(position, move): move for move in position.legal_moves()}
        assert moves.keys() == effects
        if capture == "forced":  # the fast search finds the same captures
            assert isinstance(position, AssautPosition)
            assert set(position.state.candidates()) == set(position.state.listed(None, {}))
        for effect, move in moves.items():
            blamed = assaut_rules.offenders(*standing, effect)
            if effect in captures:
                path = "x".join(position.board.names[point] for point in move.path)
                assert path == captures[effect][0]
                assert position.parse(path) == move
            if capture == "huff":
                assert set(filter(None, offence(position.play(move)).split(","))) == blamed
            if capture == "auto" and len(soldiers) - len(move.captured) > 8:
                lifted = {position.board.names[point] for point in move.removed}
                assert lifted == ({effect[1]} if effect[1] in blamed else blamed)
