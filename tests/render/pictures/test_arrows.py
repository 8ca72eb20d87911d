"""Proposed moves drawn as arrows, each with a letter as its name."""

from __future__ import annotations

import pytest

import engine
from engine import Position
from render import Arrow, describe, picture
from render.drawing.picture import LONGEST_ALT_TEXT
from tests.nightly import one_of_each_family
from tests.render.pictures.test_ways import changed, drawn_with


def crowded(name: str, count: int) -> tuple[Position, list[Arrow]]:
    """Return a position without set-up, and ``count`` proposals for it, the strongest first."""
    game = engine.games[name]
    position = game.start(max(game.seats))
    while position.setup is not None:
        position = position.play(position.legal_moves()[0])
    moves = [move for move in position.legal_moves() if move.path][:count]
    return position, [
        Arrow(move, chr(ord("A") + number), 1 / (number + 1)) for number, move in enumerate(moves)
    ]


@pytest.mark.parametrize("name", one_of_each_family())
def test_every_letter_is_seen_among_many(name: str) -> None:
    position, arrows = crowded(name, 12)
    shown = drawn_with(position, arrows=arrows, size=500)
    for number in {0, len(arrows) // 2, len(arrows) - 1}:
        renamed = [*arrows]
        renamed[number] = arrows[number]._replace(name="-")
        assert changed(shown, drawn_with(position, arrows=renamed, size=500)) > 12, arrows[number]


def test_proposals_with_the_same_ends_are_told_apart() -> None:
    """The proposals are moves of one flying king along one line."""
    position = engine.games["frisian"].read("W:WK46:B8")
    arrows = [Arrow(move, name) for move, name in zip(position.legal_moves(), "ABCD", strict=False)]
    shown = drawn_with(position, arrows=arrows)
    for number, arrow in enumerate(arrows):
        renamed = [*arrows]
        renamed[number] = arrow._replace(name="-")
        assert changed(shown, drawn_with(position, arrows=renamed)) > 12, arrow


def test_a_stronger_proposal_is_wider() -> None:
    position, (arrow, *_) = crowded("frisian", 1)
    plain = drawn_with(position)
    weak, strong = (
        changed(plain, drawn_with(position, arrows=[arrow._replace(strength=strength)]))
        for strength in (0.0, 1.0)
    )
    assert strong > weak * 1.3


def test_what_is_proposed_is_said() -> None:
    position, arrows = crowded("frisian", 2)
    first, second = (position.write(arrow.move) for arrow in arrows)
    assert f"Proposed: A {first}, B {second}." in str(picture(position, arrows=arrows).alt)
    many = [Arrow(arrows[0].move, f"A{number}") for number in range(60)]
    alt = str(describe(position, arrows=many))
    assert "more. " in alt
    assert len(alt) <= LONGEST_ALT_TEXT
