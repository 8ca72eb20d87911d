"""The outbox: stored bulletins are sent once and in order, whatever fails on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace

import discord
import pytest
from discord import ui

from cogs.client.client import Damier
from cogs.delivery.marked_posts import Part
from cogs.delivery.outbox import Author, Place
from data import Bulletin, PostState, bulletins
from data.asynchronous import AsyncConnection
from tests.cogs.conftest import OWN, SHARED, Club
from tests.cogs.events.hall import as_bot

pytestmark = SHARED

KIND = "bench"


class Bench(Author):
    """Posts a line for each bulletin, and records in ``heard`` what the outbox calls."""

    kind = KIND

    def __init__(self, club: Club) -> None:
        self.club = club
        self.about = club.guild.id
        self.channel = club.channel.id
        self.parts: dict[int, Sequence[str]] = {}
        self.heard = list[str]()
        self.late = set[int]()
        club.bot.outbox.add(self)

    async def place_of(self, about: int) -> Place | None:
        return Place(self.club.guild.id, self.channel) if about == self.about else None

    async def compose(self, bulletin: Bulletin, locale: discord.Locale) -> Sequence[Part]:
        return [
            Part(_line(text)) for text in self.parts.get(bulletin.number, [f"{bulletin.number}"])
        ]

    async def begin(self, about: int) -> None:
        self.heard.append("begin")

    async def finish(self, about: int) -> float | None:
        self.heard.append("finish")
        return None

    async def note(self, bulletin: Bulletin, message: int) -> None:
        self.heard.append(f"note {bulletin.number}")

    async def refused(self, about: int, error: discord.HTTPException) -> None:
        self.heard.append(f"refused {error.status}")

    def ask_again(self, about: int) -> None:
        self.heard.append("ask again")

    async def behind(self) -> Collection[int]:
        return self.late

    async def put(self, *numbers: int, person: int | None = None) -> None:
        """Store bulletins, and have them sent."""
        made = [self.made(number, person) for number in numbers]

        async def add(connection: AsyncConnection) -> None:
            await bulletins.add(connection, made)

        with as_bot(self.club.env):
            await self.club.store._database.write(add)
            self.club.bot.outbox.wake(KIND, self.about)
        await self.club.posted()

    def made(self, number: int, person: int | None = None) -> Bulletin:
        guild, now = self.club.guild.id, self.club.bot.clock.now()
        return Bulletin(KIND, self.about, number, guild, self.channel, now, person)

    @property
    def said(self) -> list[str]:
        return [self.club.text(message).strip() for message in self.club.public()]

    def fail(self, status: int, code: int = 0, times: int = 1) -> None:
        path = f"/channels/{self.channel}/messages"
        self.club.env.inject_error("POST", path, status=status, code=code, times=times)

    def sent(self) -> list[str]:
        """Return the nonces of the messages that the bot tried to send, in order."""
        sent = [one.json for one in self.club.env.http_requests if one.method == "POST"]
        return [one["nonce"] for one in sent if one and "nonce" in one]

    async def waiting(self) -> list[int]:
        return [one.number for one in await self.club.store.bulletins.waiting(KIND, self.about)]


def _line(text: str) -> ui.LayoutView:
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(text))
    return layout


@pytest.fixture
def bench(club: Club) -> Bench:
    return Bench(club)


async def test_they_are_sent_in_order_once_and_ticked_off(bench: Bench) -> None:
    bench.parts = {2: ["two", "and a half"], 3: []}
    await bench.put(3, 1, 2)
    assert bench.said == ["1", "two", "and a half"]
    assert bench.heard == ["begin", "note 1", "note 2", "finish"]
    assert await bench.waiting() == []
    assert len(set(bench.sent()[-3:])) == 3
    assert max(map(len, bench.sent())) <= 25
    bench.club.bot.outbox.wake(KIND, bench.about)
    await bench.club.posted()
    assert bench.said == ["1", "two", "and a half"]


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_while_discord_fails_they_wait_and_then_come_once_in_order(
    bench: Bench, status: int
) -> None:
    bench.fail(status, times=5)
    await bench.put(1, 2)
    for _ in range(20):
        await bench.club.wait(seconds=5)
    assert bench.said == ["1", "2"]
    assert "refused" not in " ".join(bench.heard)


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10003), (400, 50035)])
async def test_what_is_refused_is_left_until_something_changes_there(
    bench: Bench, status: int, code: int
) -> None:
    bench.fail(status, code)
    await bench.put(1, 2)
    assert bench.said == []
    assert bench.heard == ["begin", f"refused {status}"]
    tried, outbox = len(bench.sent()), bench.club.bot.outbox
    await outbox.wake_all()
    await outbox.retry(channel=bench.channel + 1)
    await outbox.retry(guild=bench.about + 1)
    await bench.club.posted()
    assert len(bench.sent()) == tried  # Discord counts refused requests
    await bench.club.forbid("add_reactions")  # permissions have changed
    await bench.club.posted()
    assert bench.said == ["1", "2"]
    assert bench.heard[2:4] == ["ask again", "begin"]
    await bench.club.forbid()


async def test_in_another_channel_they_are_tried_at_once(bench: Bench) -> None:
    bench.fail(403, 50013)
    await bench.put(1)
    other = bench.club.guild.create_text_channel("another")
    bench.channel = other.id
    await bench.put(2)
    (post,) = other.history()
    assert bench.club.text(post).strip() == "2"


async def test_who_takes_no_private_notes_holds_up_nothing(bench: Bench) -> None:
    club = bench.club
    club.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    await bench.put(1, person=club.bob.id)
    await bench.put(2)
    assert bench.said == ["2"]
    assert await bench.waiting() == []
    await club.bot.outbox.retry(guild=club.guild.id)
    assert await bench.waiting() == []
    await bench.put(3, person=club.bob.id)
    (note,) = club.bob.user.dm_channel.history()
    assert club.text(note).strip() == "3"


async def test_what_else_is_behind_is_looked_for_every_minute(bench: Bench) -> None:
    bench.late.add(bench.about)
    await bench.club.wait(minutes=1)
    assert bench.heard[:2] == ["begin", "finish"]


@pytest.mark.parametrize("point", ["before note", "before it is ticked off", "between two parts"])
async def test_one_that_was_sent_before_an_outage_is_found_and_not_sent_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    club, box = bench.club, bench.club.store.bulletins
    bench.parts = {1: ["1", "1 b"]}

    async def fails(*_: object, **__: object) -> None:
        monkeypatch.undo()
        raise OSError

    async def fails_then(*args: object) -> object:
        monkeypatch.setattr(marked, "send", fails)
        return await send(*args)  # type: ignore[arg-type] # passed on

    marked = club.bot.outbox.marked
    send = marked.send
    match point:
        case "before note":
            monkeypatch.setattr(bench, "note", fails)
        case "between two parts":
            monkeypatch.setattr(marked, "send", fails_then)
        case _:
            monkeypatch.setattr(box, "mark_shown", fails)
    await bench.put(1, 2)
    assert "1" in bench.said
    await club.wait(minutes=1)
    assert bench.said == ["1", "1 b", "2"]
    assert await bench.waiting() == []


@OWN
@pytest.mark.parametrize("needed", [True, False])
async def test_one_that_was_sent_before_a_crash_is_found_and_not_sent_again(
    club: Club, monkeypatch: pytest.MonkeyPatch, *, needed: bool
) -> None:
    """A post that nobody needs any more is still there: its author must be able to change it."""

    async def killed(*_: object) -> None:
        raise asyncio.CancelledError

    bench = Bench(club)
    with monkeypatch.context() as crash:
        crash.setattr(type(club.store.bulletins), "mark_shown", killed)
        await bench.put(1, 2)
    assert bench.said == ["1"]
    (first, _) = await club.store.bulletins.waiting(KIND, bench.about)
    assert first.state is PostState.PENDING
    message = club.last.id
    await club.restart()
    again = Bench(club)
    if not needed:
        again.parts = {1: []}
    with as_bot(club.env):
        await club.bot.outbox.wake_all()
    await club.posted()
    assert again.said == ["1", "2"]
    assert again.heard == ["begin", "note 1", "note 2", "finish"]
    assert message == club.public()[0].id
    shown = replace(first, state=PostState.SHOWN, message=message)
    assert shown in await club.store.bulletins.of(KIND, bench.about)


@OWN
async def test_nothing_is_sent_where_the_server_is_away(club: Club) -> None:
    bench, bot = Bench(club), club.bot
    assert isinstance(bot, Damier)
    guild = bot.get_guild(club.guild.id)
    assert guild is not None
    guild.unavailable = True
    await bench.put(1)
    assert bench.heard == []
    guild.unavailable = False
    bot.dispatch("guild_available", guild)
    await club.wait(minutes=1)
    assert bench.said == ["1"]


async def test_no_two_activities_name_their_messages_alike(bench: Bench) -> None:
    other = Bench(bench.club)
    other.kind = "boat"
    with pytest.raises(ValueError, match="boat would have the names of bench"):
        bench.club.bot.outbox.add(other)
