"""Descriptions of the boards of matches that are over, or have not begun."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

import pytest

import engine
from cogs.messages.layouts import describe, draw
from cogs.messages.step_views import picture_of
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.steps import steps_of
from tests.cogs.delivery.matches import NOON, live, played

START = "W:W31-50:B1-20"


def begun() -> Match:
    """Return a match of draughts in which both players have moved."""
    return played(live("frisian", START), "32-28", "19-23")


def opening(match: Match) -> str:
    """Return the description of a match's board, which is also the picture's."""
    alt = str(describe(match))
    assert str(draw(match).alt) == alt
    return alt


def test_while_it_is_played() -> None:
    assert opening(begun()).startswith("White to move. ")


def test_after_a_loss_on_time() -> None:
    match = replace(begun(), time=TimeControl.read("1d"))
    match = match.tick(now=NOON + timedelta(days=2), chance=random.Random(0))
    assert opening(match).startswith("The game is over, Black won: White ran out of time. ")


def test_after_a_resignation() -> None:
    match = begun().resign(2, now=NOON, source=None)
    assert opening(match).startswith("The game is over, White won: Black resigned. ")


def test_after_a_draw_that_was_agreed() -> None:
    match = begun().offer_agreement(1, "draw", now=NOON, source=None)
    assert match.offer is not None
    match = match.agree(2, match.offer.number, now=NOON, source=None)
    assert opening(match).startswith("The game is over, a draw: The players agreed on it. ")


def test_after_a_decision() -> None:
    match = begun().adjudicate(9, (2, 1), "White has left", now=NOON, source=None)
    assert opening(match).startswith(
        "A moderator has decided the match. The game is over, Black won: White has left. "
    )
    match = begun().adjudicate(9, (), "a test", now=NOON, source=None)
    assert opening(match).startswith("The match is over, without a result. ")


def test_after_an_abort() -> None:
    match = live("frisian", START).abort(1, now=NOON, source=None)
    assert opening(match).startswith("The match is over, without a result. ")


def test_after_a_resignation_before_anybody_moved() -> None:
    match = live("frisian", START).resign(1, now=NOON, source=None)
    assert opening(match).startswith("The match is over, without a result. ")


def test_in_a_set_up() -> None:
    match = live("alliance", engine.games["alliance"].start(setup="free").fen(), setup="free")
    assert opening(match).startswith("Pieces are set up in secret before the first move. ")


@pytest.mark.parametrize("position", ["W:W35,46:B26,10,20,30"])
def test_who_looks_through_it_reads_the_same(position: str) -> None:
    match = replace(played(live("frisian", position), "35x4"), time=TimeControl.read("1d"))
    match = played(match, match.position.write(match.position.legal_moves()[0]))
    match = match.tick(now=NOON + timedelta(days=2), chance=random.Random(0))
    steps = steps_of(match)
    assert str(picture_of(match, steps[-1], None, 0).alt).startswith(
        "The game is over, Black won: White ran out of time. "
    )
    assert str(picture_of(match, steps[1], None, 0).alt).startswith(
        "Black to move. White played 35x4. It takes 3 pieces: 30, 20, 10. "
    )
