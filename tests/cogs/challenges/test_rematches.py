"""Rematches, by the button and by the command."""

from __future__ import annotations

import pytest

from engine.table.record import Status
from tests.cogs.conftest import SHARED, Club, labels, private_text

pytestmark = SHARED


async def test_one_press_proposes_a_rematch_and_the_opponents_accepts_it(club: Club) -> None:
    match = await club.start("frisian white 1d")
    await club.bob.send(club.channel, f"{club.me} resign")
    await club.bob.click(club.last, label="Yes, I resign")
    result = club.public()[-1]
    assert labels(result) == ["Rematch", "More"]
    stranger = await club.carol.click(result, label="Rematch")
    assert "for those who played" in private_text(stranger)
    await club.bob.click(result, label="Rematch")
    card = club.text()
    assert "challenges" in card
    assert "1 day a turn" in card
    again = await club.bob.click(result, label="Rematch")
    assert "proposed already" in private_text(again)
    await club.restart()
    await club.alice.click(result, label="Rematch")
    (live,) = await club.matches(Status.LIVE)
    assert live.people == (match.people[1], match.people[0])
    assert live.previous == match.id
    late = await club.alice.click(result, label="Rematch")
    assert "being played" in private_text(late)


@pytest.mark.parametrize(
    ("words", "white"), [("", "bob"), ("loser", "bob"), ("same", "alice"), ("rotate", "bob")]
)
async def test_the_seats_of_a_rematch_are_said(club: Club, words: str, white: str) -> None:
    await club.start()
    await club.bob.send(club.channel, f"{club.me} resign")
    await club.bob.click(club.last, label="Yes, I resign")
    await club.alice.send(club.channel, f"{club.me} rematch {words}")
    await club.bob.send(club.channel, f"{club.me} accept")
    (live,) = await club.matches(Status.LIVE)
    assert live.people[0] == (club.bob.id if white == "bob" else club.alice.id)


async def test_a_rematch_of_nothing_is_refused(club: Club) -> None:
    result = await club.alice.slash(club.channel, "match rematch")
    assert "not finished a match" in private_text(result)
    await club.alice.send(club.channel, f"{club.me} rematch upside down")
    assert "Who takes which seat in the rematch?" in club.text()
    assert "The loser begins" in labels(club.last)
