"""The data kept about a person: listed, exported as a file, and deleted."""

from __future__ import annotations

import gzip
import json
import logging
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from cogs.messages.match_posts import compose
from cogs.settings.privacy import packed
from engine import Refusal
from engine.table.record import POSTED, Kind, Status
from engine.table.seating import Order
from tests.cogs.conftest import OWN, SHARED, Club, labels, picture_of, private_text, texts_in

pytestmark = SHARED

SURE = "Yes, delete everything"


@pytest.fixture
def dump(club: Club) -> Dump:
    return Dump(club.file)


class Dump:
    """The database as text."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def lines(self) -> list[str]:
        with closing(sqlite3.connect(self._file)) as connection:
            return list(connection.iterdump())

    def mentions(self, member: MemberActor) -> list[str]:
        """Return the lines that have a member's id."""
        return [line for line in self.lines() if str(member.id) in line]


async def file_of(message: discord.Message) -> dict[str, Any]:
    (attachment,) = message.attachments
    assert attachment.filename == "damier.json"
    data: dict[str, Any] = json.loads(await attachment.read())
    return data


def answer(result: InteractionResult) -> discord.Message:
    """Return the answer to an interaction."""
    shown = result.followups[-1] if result.followups else result.response
    assert shown is not None
    return shown.message


async def delete(club: Club, member: MemberActor) -> str:
    """Delete a member's data by the member's own commands; return the answer."""
    asked = await member.slash(club.channel, "privacy", what="delete")
    assert asked.response is not None
    return private_text(await member.click(asked.response, label=SURE))


async def test_what_is_kept_is_said_in_private(club: Club) -> None:
    result = await club.alice.slash(club.channel, "privacy")
    assert "What I keep about you" in private_text(result)
    assert "kept by Discord" in private_text(result)
    assert result.response is not None
    assert labels(result.response.message) == ["Get it as a file", "Delete it"]


async def test_who_runs_the_bot_and_by_which_rules(club: Club) -> None:
    club.bot.operator_settings = replace(club.bot.operator_settings, contact="Ann, ann@example.org")
    assert club.bot.application is not None
    club.bot.application.privacy_policy_url = "https://example.org/privacy"
    told = private_text(await club.alice.slash(club.channel, "privacy"))
    assert "I am run by Ann, ann@example.org." in told
    assert "[privacy policy](<https://example.org/privacy>)" in told
    assert "terms" not in told
    club.bot.application.terms_of_service_url = "https://example.org/terms"
    told = private_text(await club.alice.slash(club.channel, "privacy"))
    assert "[terms of use](<https://example.org/terms>)" in told


async def test_a_file_with_everything(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "19-23")
    told = await club.alice.slash(club.channel, "privacy")
    assert told.response is not None
    by_button = await club.alice.click(told.response, label="Get it as a file")
    assert "All that I keep" in private_text(by_button)
    data = await file_of(answer(by_button))
    assert data["person"] == str(club.alice.id)
    (found,) = data["matches"]
    assert found["match"] == match.id
    assert [event["text"] for event in found["events"] if event["kind"] == "move"] == ["32-28"]
    assert str(club.bob.id) not in json.dumps(data)
    by_slash = await club.alice.slash(club.channel, "privacy", what="export")
    assert "All that I keep" in private_text(by_slash)


async def test_a_typed_request_gets_the_file_by_direct_message(club: Club) -> None:
    await club.start()
    await club.alice.send(club.channel, f"{club.me} privacy export")
    assert "direct message" in club.text()
    (sent,) = club.alice.user.dm_channel.history()
    assert (await file_of(sent))["person"] == str(club.alice.id)


async def test_who_takes_no_direct_messages_is_told_what_works(club: Club) -> None:
    club.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
    await club.alice.send(club.channel, f"{club.me} privacy export")
    assert "use `/privacy` instead" in club.text()


async def test_nobody_else_gets_a_persons_file(club: Club) -> None:
    await club.start()
    await club.alice.send(club.channel, f"{club.me} privacy")
    by_button = await club.carol.click(club.last, label="Get it as a file")
    assert (await file_of(answer(by_button)))["person"] == str(club.carol.id)


async def test_who_says_what_there_is_not_is_shown_what_there_is(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} privacy everything")
    assert labels(club.last) == ["Get it as a file", "Delete it"]


async def test_deleting_is_asked_once_more_and_only_of_that_person(club: Club, dump: Dump) -> None:
    await club.start()
    await club.alice.send(club.channel, f"{club.me} privacy delete")
    question = club.last
    assert "cannot be undone" in club.text(question)
    refused = await club.bob.click(question, label=SURE)
    assert "for somebody else" in private_text(refused)
    assert dump.mentions(club.alice)
    assert dump.mentions(club.bob)
    await club.restart()
    done = await club.alice.click(question, label=SURE)
    assert "is deleted" in private_text(done)
    assert not dump.mentions(club.alice)
    assert dump.mentions(club.bob)


@OWN
async def test_everything_of_one_is_deleted_and_the_others_have_theirs(
    club: Club, dump: Dump
) -> None:
    ended = await club.start()
    await club.play("32-28", "19-23")
    resigned = await club.bob.click(club.last, label="Resign")
    assert resigned.response is not None
    await club.bob.click(resigned.response, label="Yes, I resign")
    live = await club.under_way("frysk white")
    await club.bob.send(club.channel, f"{club.me} challenge {club.alice.mention} halma")
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} assaut")
    await club.bob.send(club.channel, f"{club.me} challenge {club.carol.mention} frysk")
    await club.carol.click(club.last, label="Accept")
    await club.alice.slash(club.channel, "match follow", match=live.id + 3, told="turns")
    await club.alice.slash(club.channel, "people block", person=club.carol)
    await club.carol.slash(club.channel, "people block", person=club.alice)
    await club.alice.slash(club.channel, "import", text='[Game "frisian"] 1. 32-28')
    await club.alice.slash(club.channel, "holiday", days=2)
    await club.bot.preferences.change_person(club.alice.id, theme="slate")
    await club.bot.preferences.change_person(club.bob.id, theme="slate")

    assert {"followers", "blocks", "holidays", "persons"} <= {
        line.split('"')[1] for line in dump.mentions(club.alice)
    }

    assert "is deleted" in await delete(club, club.alice)

    assert not dump.mentions(club.alice)
    assert (await club.bot.preferences.person(club.alice.id)).theme is None
    assert (await club.bot.preferences.person(club.bob.id)).theme == "slate"
    *matches, others = await club.store.matches()
    assert others.status is Status.LIVE
    assert [match.status for match in matches] == [Status.OVER] * 4
    assert {match.people[match.seats_of(club.bob.id)[0] - 1] for match in matches} == {-1000}
    assert matches[1].outcome is not None
    assert matches[1].id == live.id
    assert matches[1].outcome.ranks == (2, 1)
    assert [match.events[-1].kind for match in matches[2:]] == [Kind.DECLINE, Kind.WITHDRAW]

    shown = await club.bob.slash(club.channel, "match moves", match=ended.id)
    assert "`19-23`" in private_text(shown)
    assert "a former player" in private_text(shown)
    assert shown.response is not None
    await picture_of(shown.response.message)
    for command, given in (("history", {}), ("profile", {}), ("leaderboard", {"game": "frisian"})):
        listed = private_text(await club.bob.slash(club.channel, command, **given))
        assert "<@-" not in listed
        assert club.alice.mention not in listed
    export = await club.bob.slash(club.channel, "privacy", what="export")
    assert len((await file_of(answer(export)))["matches"]) == 5
    again = await club.start("frisian white")
    await club.alice.send(club.channel, "32-28")
    assert (await club.store.load(again.id)).moves


@OWN
async def test_what_was_played_in_direct_messages_is_gone(
    club: Club, dump: Dump, caplog: pytest.LogCaptureFixture
) -> None:
    public = await club.start()
    await club.alice.send_dm("play frisian white level 1")
    await club.alice.send_dm("32-28")
    alone = club.alice.user.dm_channel
    assert any(str(alone.id) in line for line in dump.lines())
    with caplog.at_level(logging.WARNING):
        await delete(club, club.alice)
    assert not any(str(alone.id) in line for line in dump.lines())
    assert [match.id for match in await club.store.matches()] == [public.id]
    assert caplog.text == ""
    answered = await club.alice.user.click(alone.history()[-1], label="Rematch")
    assert "do not know that match" in private_text(answered)


async def test_the_others_are_told_that_a_match_is_over(club: Club) -> None:
    await club.under_way()
    await delete(club, club.alice)
    assert "**Black" in club.text(club.public()[-1])
    assert club.bob.mention in club.text(club.public()[-1])


async def test_posts_that_are_composed_again_name_a_former_player(club: Club) -> None:
    match = await club.start()
    await club.play("32-28")
    await delete(club, club.alice)
    match = await club.store.load(match.id)
    for number in range(1, len(match.events) + 1):
        if match.events[number - 1].kind in POSTED:
            layout = compose(match.until(number), discord.Locale.american_english, None)
            text = "\n".join(texts_in(layout))
            assert "<@-" not in text
            assert "a former player" in text


async def test_nobody_is_called_who_is_not_there(club: Club) -> None:
    """A match may go on without a person whose data was deleted."""
    await club.start()
    await delete(club, club.alice)
    assert [item.id for item in await club.bot.preferences.pinged([-1, club.bob.id])] == [
        club.bob.id
    ]


async def test_no_rematch_with_somebody_who_is_gone(club: Club) -> None:
    match = await club.start()
    await delete(club, club.alice)
    match = await club.store.load(match.id)
    with pytest.raises(Refusal, match="one of them is gone"):
        match.rematch(club.bob.id, Order.ROTATE, now=discord.utils.utcnow(), source=None)


async def test_deleting_twice_at_once_and_again(club: Club, dump: Dump) -> None:
    await club.start()
    asked = await club.alice.slash(club.channel, "privacy", what="delete")
    assert asked.response is not None
    for _ in range(2):
        done = await club.alice.click(asked.response, label=SURE)
        assert "is deleted" in private_text(done)
    assert not dump.mentions(club.alice)


async def test_what_a_crash_left_half_done_is_done_when_asked_again(club: Club, dump: Dump) -> None:
    match = await club.start()
    now = discord.utils.utcnow()
    async with club.bot.store.match(match.id) as table:
        table.match = table.match.leave(club.alice.id, now=now)
    await club.restart()
    assert "is deleted" in await delete(club, club.alice)
    assert not dump.mentions(club.alice)


def test_a_file_that_discord_would_not_take_is_compressed() -> None:
    data = {"person": "1", "matches": ["é"] * 1000}
    assert packed(data)[1] == "damier.json"
    content, name = packed(data, largest=1000)
    assert name == "damier.json.gz"
    assert json.loads(gzip.decompress(content)) == data
