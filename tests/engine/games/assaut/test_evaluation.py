"""The computer's evaluation of Assaut: its precomputed sums equal the sums of the terms."""

from __future__ import annotations

from random import Random

import pytest

from engine.games.assaut.board import OFFICERS, SOLDIERS
from engine.games.assaut.evaluation import NAMES, WEIGHTS, terms
from tests.engine.games.assaut.positions import ASSAUT, REST, placed, read
from tests.engine.games.assaut.test_state import state_of


@pytest.mark.parametrize("seed", range(12))
def test_the_value_is_the_sum_of_the_terms_by_their_weights(seed: int) -> None:
    chance = Random(seed)
    state = state_of(ASSAUT.start()).play(chance.choice(state_of(ASSAUT.start()).moves()))
    while not state.over() and (moves := state.candidates()):
        counted = terms(state)
        value = sum(weight * term for weight, term in zip(WEIGHTS, counted, strict=True))
        assert len(counted) == len(NAMES)
        assert state.evaluate(SOLDIERS) == -state.evaluate(OFFICERS) == value
        state = state.play(chance.choice(moves))


@pytest.mark.parametrize("officers", ["d6 d4", "c5 e5", "d6"])
def test_it_is_so_with_a_soldier_between_the_officers_and_with_one_officer(
    officers: str,
) -> None:
    for turn in "so":
        state = state_of(read(placed(f"{REST} d5", officers, turn)))
        value = sum(weight * term for weight, term in zip(WEIGHTS, terms(state), strict=True))
        assert [state.evaluate(SOLDIERS) for _ in range(2)] == [value] * 2


def test_the_mirror_image_is_worth_the_same() -> None:
    mirrored = str.maketrans("abcdefg", "gfedcba")
    for turn in "so":
        for soldiers, officers in ((f"{REST} d5 c6", "d6 c7"), (f"{REST} b5 c4 c5", "a5 e6")):
            one = state_of(read(placed(soldiers, officers, turn)))
            other = state_of(
                read(placed(soldiers.translate(mirrored), officers.translate(mirrored), turn))
            )
            assert one.evaluate(SOLDIERS) == other.evaluate(SOLDIERS)


def test_soldiers_are_worth_more_in_the_fortress_than_before_it() -> None:
    values = [
        state_of(read(placed(f"{REST} {point}", "d1 e2"))).evaluate(SOLDIERS)
        for point in ("d2", "d3", "d4", "d5", "d6")
    ]
    assert values[-1] > max(values[:3])
    assert values[-2] > max(values[:3])


@pytest.mark.parametrize(
    ("text", "opened", "lacking", "none_before", "none_within"),
    [
        ("SOS/2S/SSO2SS/SSSSSSS/SSS1SSS/SS1/1S1 o", 4, 0, 0, 0),
        ("SOS/SO1/SSS1SSS/SS1SSSS/1SSSSSS/SS1/3 o", 2, 4, 0, 0),
        ("SOS/SSO/SSSSSSS/SS2SSS/1SS1SSS/SS1/3 s", 0, 6, 0, 1),
        ("3/3/3OSSS/3OS2/7/3/3 s", 27, 0, 1, 0),
    ],
)
def test_it_sees_officers_closed_in_and_soldiers_without_a_step(
    text: str, opened: int, lacking: int, none_before: int, none_within: int
) -> None:
    counted = dict(zip(NAMES, terms(state_of(read(text))), strict=True))
    assert counted["points open to officers"] == opened
    assert counted["points too few for an officer beside one that is stuck"] == lacking
    assert counted["no step left before the fortress"] == none_before
    assert counted["no step left in the fortress"] == none_within
