"""The limit on a person's matches against computers alone, however the matches begin."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from cogs.computers.computer_players import ComputerPlayers
from engine.table.match import Match
from engine.table.record import NOWHERE, Status, computer
from tests.cogs.conftest import SHARED, Club, private_text
from tests.cogs.results import posted

pytestmark = SHARED

TOO_MANY = "matches with computers alone, the most that is allowed: end one first; `/mygames`"


@pytest.fixture(autouse=True)
def _idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the computers do nothing, so that matches stay live."""
    monkeypatch.setattr(ComputerPlayers, "look", lambda *_: None)


async def allow(club: Club, count: int) -> None:
    """Let each member of the club have ``count`` matches with computers."""
    await club.bot.preferences.change_server(club.guild.id, computer_matches=count)


async def say(club: Club, words: str, member: MemberActor | None = None) -> None:
    await (member or club.alice).send(club.channel, f"{club.me} {words}")


async def live(club: Club) -> list[Match]:
    return await club.matches(Status.LIVE)


async def test_a_person_has_so_many_matches_with_computers(club: Club) -> None:
    await allow(club, 2)
    await say(club, "play frisian")
    await say(club, "challenge frysk computer level 3")
    await say(club, "play alliance")
    assert f"You have 2 {TOO_MANY} lists them." in club.text()
    refused = await club.alice.slash(club.channel, "play", game="alliance")
    assert f"You have 2 {TOO_MANY}" in private_text(refused)
    assert len(await live(club)) == 2
    await say(club, "play alliance", club.bob)
    assert len(await live(club)) == 3
    await club.challenge()  # a match with a person does not count
    await club.bob.click(club.last, label="Accept")
    assert len(await live(club)) == 4


async def test_private_messages_count_and_have_the_usual_limit(club: Club) -> None:
    private = club.alice.user.dm_channel
    await allow(club, 1)
    await club.alice.send_dm("play frisian")
    (match,) = await live(club)
    assert match.guild == NOWHERE
    await say(club, "play frysk")
    assert "You have 1 match with computers alone" in club.text()
    for number in range(2, 14):
        level = (number - 2) % 8 + 1
        game = "frysk" if number < 10 else "international"
        await club.alice.send_dm(f"play {game} level {level}")
        assert len(await live(club)) == min(number, 12)
    assert f"You have 12 {TOO_MANY} lists them." in club.text(private.history()[-1])


@pytest.mark.parametrize(
    ("opened", "button"), [("open frysk", "Add a computer"), ("open halma 4", "Start now")]
)
async def test_seats_that_are_filled_with_computers_count(
    club: Club, opened: str, button: str
) -> None:
    await allow(club, 1)
    await say(club, "play frisian")
    await say(club, opened)
    asked = await club.alice.click(club.last, label=button)
    assert asked.response is not None
    refused = await club.alice.select(asked.response, ["1"])
    assert "You have 1 match with computers alone" in private_text(refused)
    assert len(await live(club)) == 1


@pytest.mark.parametrize("again", ["Rematch", "Next level"])
async def test_another_match_after_one_counts(club: Club, again: str) -> None:
    await allow(club, 1)
    await say(club, "play frisian level 1 white")
    (match,) = await live(club)
    await club.alice.send(club.channel, "32-28")
    async with club.store.match(match.id) as table:
        now = table.match.events[-1].at
        played = table.match.play(computer(1), "19-23", now=now, source=None)
        table.match = played.adjudicate(club.bob.id, (1, 2), "won", now=now, source=None)
    await posted(club)
    ended = club.last
    await say(club, "play frysk")
    refused = await club.alice.click(ended, label=again)
    assert len(await live(club)) == 1
    assert "You have 1 match with computers alone" in private_text(refused)


async def test_watched_matches_count_and_are_three_at_most(club: Club) -> None:
    halls = [club.guild.create_text_channel(f"hall-{number}") for number in range(4)]
    for hall in halls:
        await club.alice.send(hall, f"{club.me} play frisian watch")
    assert len(await live(club)) == 3
    assert "You are watching 3 matches between computers" in club.text(halls[3].history()[-1])
    listed = private_text(await club.alice.slash(club.channel, "mygames"))
    assert "Matches between computers that you watch" in listed
    assert all(f"#{match.id}" in listed for match in await live(club))
    await allow(club, 3)
    await say(club, "play frisian")
    assert f"You have 3 {TOO_MANY}" in club.text()
