"""Messages typed while the bot was away are handled when it is back, or have to be sent again."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
from simcord import MemberActor

from engine.table.record import Kind, Status
from tests.cogs.conftest import SHARED, Club, labels

pytestmark = SHARED

AGAIN = "please send it again"


async def say(club: Club, who: MemberActor, text: str) -> discord.Message:
    """Let ``who`` type in the channel a second later; return the last message."""
    club.env.backend.advance_clock(1)
    await who.send(club.channel, text)
    return club.last


def notices(club: Club) -> list[str]:
    """Return the bot's requests to send a message again."""
    return [club.text(message) for message in club.messages if AGAIN in club.text(message)]


async def test_a_challenge_typed_meanwhile_is_made_once_however_often_it_is_typed(
    club: Club,
) -> None:
    await club.start()
    words = f"{club.me} challenge {club.bob.mention} halma"
    await club.gone()
    for _ in range(3):
        await say(club, club.carol, words)
    await club.restart()
    (challenge,) = await club.matches(Status.CHALLENGE)
    assert challenge.people == (club.carol.id, club.bob.id)
    assert notices(club) == []
    await club.restart()
    assert len(await club.matches(Status.CHALLENGE)) == 1


@pytest.mark.parametrize("addressed", [True, False])
async def test_a_challenge_is_accepted_by_what_was_typed_meanwhile(
    club: Club, *, addressed: bool
) -> None:
    match = await club.challenge()
    await club.away((club.bob, f"{club.me} accept" if addressed else "accept"))
    assert (await club.reload(match)).status is Status.LIVE
    assert notices(club) == []


async def test_what_asks_first_has_to_be_sent_again(club: Club) -> None:
    match = await club.under_way()
    typed = [f"{club.me} resign", "draw?", "/match draw", f"{club.me} board", f"{club.me} what?"]
    await club.gone()
    left = [await say(club, club.alice, text) for text in typed]
    before = (await club.reload(match)).events
    await club.restart()
    assert (await club.reload(match)).events == before
    (notice,) = notices(club)
    assert all(str(message.id) in notice for message in left)
    assert club.pinged() == set()
    await club.restart()
    assert len(notices(club)) == 1


async def test_what_was_done_or_answered_before_is_no_news(club: Club) -> None:
    match = await club.under_way()
    await club.alice.send(club.channel, f"{club.me} resign")
    await club.alice.send(club.channel, f"{club.me} help")
    await club.restart()
    assert notices(club) == []
    assert (await club.reload(match)).status is Status.LIVE


async def test_a_move_that_cannot_be_played_has_to_be_sent_again_by_who_is_to_move(
    club: Club,
) -> None:
    await club.start()
    await club.gone()
    wrong = await say(club, club.alice, "31-22")
    await say(club, club.bob, "1-2")
    await say(club, club.carol, "32-28")
    await say(club, club.alice, "see you at 10-20")
    await club.restart()
    (notice,) = notices(club)
    assert notice.count("https://") == 1
    assert str(wrong.id) in notice


async def test_a_move_that_was_mended_meanwhile_is_not_named(club: Club) -> None:
    match = await club.start()
    await club.away((club.alice, "31-22"), (club.alice, "32-28"))
    assert [event.text for event in (await club.reload(match)).moves] == ["32-28"]
    assert notices(club) == []


@pytest.mark.parametrize("matches", [1, 2])
async def test_a_move_typed_before_somebody_else_acted_has_to_be_sent_again(
    club: Club, matches: int
) -> None:
    started = [await club.start() for _ in range(matches)]
    await club.gone()
    early = await say(club, club.alice, "32-28")
    at = early.created_at + timedelta(seconds=1)
    club.env.backend.advance_clock(2)
    for match in started:
        async with club.store.match(match.id) as table:
            table.match = table.match.offer_agreement(club.bob.id, "draw", now=at, source=None)
    await club.restart()
    assert [(await club.reload(match)).moves for match in started] == [()] * matches
    (notice,) = notices(club)
    assert str(early.id) in notice


async def test_who_confirms_every_move_is_told_that_theirs_waits(club: Club) -> None:
    match = await club.start()
    await club.bot.preferences.change_person(club.alice.id, confirm=True)
    await club.away((club.alice, "32-28"))
    assert not (await club.reload(match)).moves
    assert len(notices(club)) == 1


async def test_set_ups_sent_as_direct_messages_meanwhile_are_taken(club: Club) -> None:
    match = await club.challenge("alliance setup=free")
    await club.bob.click(club.last, label="Accept")
    completion = (await club.reload(match)).setup.completion
    await club.gone()
    for member in (club.alice, club.bob):
        for text in (completion, "ready"):
            club.env.backend.advance_clock(1)
            await member.send_dm(text)
    await club.restart()
    assert not (await club.reload(match)).setting_up
    assert "White" in club.text()


async def test_a_set_up_sent_where_nobody_else_reads_is_answered_once(club: Club) -> None:
    await club.alice.send_dm("play alliance setup=free level 1")
    (match,) = await club.matches(Status.LIVE)
    await club.gone()
    club.env.backend.advance_clock(1)
    await club.alice.send_dm(match.setup.completion)
    await club.restart()
    *_, typed, answer = club.alice.user.dm_channel.history()
    assert typed.author.id == club.alice.id
    assert "Ready" in labels(answer)


async def test_everything_since_is_read_however_much_was_written(club: Club) -> None:
    match = await club.start()
    await club.gone()
    await say(club, club.alice, "32-28")
    for number in range(600):
        club.env.backend.create_message(club.channel.id, club.carol.id, content=f"Chat {number}")
    await club.restart()
    assert [event.text for event in (await club.reload(match)).moves] == ["32-28"]


async def test_what_is_older_than_a_week_is_not_read_and_that_is_said(club: Club) -> None:
    match = await club.start()
    await club.gone()
    await say(club, club.alice, "32-28")
    club.env.backend.advance_clock(8 * 86400)
    await say(club, club.carol, "Where is it?")
    await club.restart()
    assert not (await club.reload(match)).moves
    (notice,) = notices(club)
    assert "I was away for a long time" in notice


async def test_a_holiday_typed_meanwhile_begins(club: Club) -> None:
    match = await club.start("frisian white 1h")
    await club.away((club.alice, f"{club.me} holiday 5"))
    await club.wait(seconds=30)
    assert Kind.HOLIDAY in [event.kind for event in (await club.reload(match)).events]


async def test_a_channel_in_which_nothing_was_written_is_not_read(club: Club) -> None:
    await club.start()
    await club.wait(minutes=10)
    await club.gone()
    before = len(club.env.http_requests)
    await club.restart()
    path = f"/channels/{club.channel.id}/messages"
    asked = [r for r in club.env.http_requests[before:] if (r.method, r.path) == ("GET", path)]
    assert asked == []
