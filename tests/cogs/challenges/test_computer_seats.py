"""Computers take seats of open matches if the host wants it."""

from __future__ import annotations

import discord
import pytest

from engine.table.match import Match
from engine.table.record import OPEN, Status, level_of
from tests.cogs.conftest import SHARED, Club, labels, private_text

pytestmark = SHARED


async def opened(club: Club, words: str) -> tuple[Match, discord.Message]:
    await club.alice.send(club.channel, f"{club.me} open {words}")
    (match,) = await club.matches()
    return match, club.last


async def test_computers_are_there_from_the_start(club: Club) -> None:
    match, _ = await opened(club, "halma 4 computers 2 level 3")
    assert [level_of(user) for user in match.computers] == [3, 3]
    assert match.people.count(OPEN) == 1
    assert match.status is Status.CHALLENGE
    assert f"{club.alice.mention} looks for players." in club.text()
    assert club.text().count("computer, level 3 ✓") == 2
    assert "Not rated" in club.text()


async def test_somebody_joins_and_plays_with_them(club: Club) -> None:
    _, card = await opened(club, "halma 4 computers 2")
    await club.bob.click(card, label="Join")
    (match,) = await club.matches(status=Status.LIVE)
    assert set(match.persons) == {club.alice.id, club.bob.id}
    assert len(match.computers) == 2


async def test_the_host_adds_and_removes_computers(club: Club) -> None:
    _, card = await opened(club, "halma 4")
    panel = await club.alice.click(card, label="Add a computer")
    assert panel.response is not None
    await club.alice.select(panel.response, values=["5"])
    (match,) = await club.matches()
    assert [level_of(user) for user in match.computers] == [5]
    assert "computer, level 5" in club.text(await club.fetch(card))
    await club.alice.select(panel.response, values=[str(match.computers[0])])
    (match,) = await club.matches()
    assert match.people.count(OPEN) == 3
    assert "Computer" not in club.text(await club.fetch(card))


async def test_the_last_seat_begins_the_match(club: Club) -> None:
    _, card = await opened(club, "frisian")
    assert labels(card) == ["Join", "Add a computer", "Close"]
    panel = await club.alice.click(card, label="Add a computer")
    assert panel.response is not None
    await club.restart()
    await club.alice.select(panel.response, values=["0"])
    (match,) = await club.matches(status=Status.LIVE)
    assert [level_of(user) for user in match.computers] == [2]


async def test_start_now_offers_computers(club: Club) -> None:
    _, card = await opened(club, "halma 4")
    await club.bob.click(card, label="Join")
    asked = await club.alice.click(card, label="Start now")
    assert "2 places are free. Who takes them?" in private_text(asked)
    assert asked.response is not None
    await club.alice.select(asked.response, values=["6"])
    (match,) = await club.matches(status=Status.LIVE)
    assert set(match.persons) == {club.alice.id, club.bob.id}
    assert [level_of(user) for user in match.computers] == [6, 6]


@pytest.mark.parametrize("label", ["Add a computer", "Start now"])
async def test_only_the_host_gives_seats_away(club: Club, label: str) -> None:
    _, card = await opened(club, "halma 4")
    refused = await club.bob.click(card, label=label)
    assert "Only the host" in private_text(refused)


async def test_a_panel_of_a_match_that_has_begun_changes_nothing(club: Club) -> None:
    _, card = await opened(club, "frisian")
    panel = await club.alice.click(card, label="Add a computer")
    assert panel.response is not None
    await club.bob.click(card, label="Join")
    late = await club.alice.select(panel.response, values=["3"])
    assert "accepted already" in private_text(late)
    (match,) = await club.matches()
    assert match.computers == ()
