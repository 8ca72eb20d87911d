import asyncio
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Self

import aiohttp
import discord
import pytest

from engine.table.record import Status
from playground import Playground, world
from playground.world import LULL
from tests.nightly import NIGHTLY
from tests.patience import PATIENCE, until
from tests.playground.conftest import Open


async def play_first_move(table: Playground) -> None:
    """Let Alice challenge Bob, who accepts, and let Alice move."""
    alice, bob, *_ = table.members
    async with table.world.turn:
        await alice.send(table.channel, "@Damier challenge @Bob frisian white")
        card = table.channel.last_message
        assert card is not None
        await bob.click(card, label="Accept")
        await alice.send(table.channel, "32-28")


class Wall(datetime):
    """A clock that stands still until `shown` is set."""

    shown = datetime.now(UTC)

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls.fromtimestamp(cls.shown.timestamp(), tz)


async def test_the_time_is_that_of_the_clock_on_the_wall(
    open_playground: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world, "datetime", Wall)
    async with open_playground() as table:
        for span in (timedelta(), timedelta(seconds=5), timedelta(hours=2)):
            monkeypatch.setattr(Wall, "shown", Wall.shown + span)
            await table.keep_up()
            assert abs(table.world.now() - Wall.shown) < timedelta(milliseconds=1)


async def test_a_thread_that_is_opened_has_a_page(open_playground: Open) -> None:
    async with open_playground() as table:
        alice, bob, *_ = table.members
        async with table.world.turn:
            await alice.send(table.channel, "@Damier settings server threads on")
            await alice.send(table.channel, "@Damier challenge @Bob frisian white")
            card = table.channel.last_message
            assert card is not None
            await bob.click(card, label="Accept")
        await table.keep_up()
        (thread,) = table.channel.threads
        (page,) = (one for one in table.pages if one.channel.id == thread.id)
        assert table.places[-1] == (f"#draughts › {thread.name}", page.url)
        async with aiohttp.ClientSession() as session:
            address = table.page.url.partition("#")[0]
            async with session.get(f"{address}app.js?places") as answer:
                assert (await answer.json())[-1] == list(table.places[-1])


async def test_who_has_the_role_organises_what_others_may_not(open_playground: Open) -> None:
    async with open_playground() as table:
        alice, _, carol, dan, *_ = table.members
        async with table.world.turn:
            await alice.send(table.channel, "@Damier settings server organiser @Organisers")
            await alice.send(table.channel, "@Damier settings server tournaments managers")
            await dan.send(table.channel, "@Damier tournament create swiss halma")
            refused = table.channel.last_message
            await carol.send(table.channel, "@Damier tournament create swiss halma")
            taken = table.channel.last_message
        assert refused is not None
        assert taken is not None
        assert "only members with the role Organisers create tournaments" in refused.content
        assert "only members with the role" not in taken.content


async def test_a_command_that_is_refused_is_no_failure_on_the_page(
    open_playground: Open,
) -> None:
    async with open_playground() as table:
        alice, *_ = table.members
        async with table.world.turn:
            await alice.send(table.channel, "@Damier challenge @Alice frisian")
        said = table.channel.last_message
        assert said is not None
        assert "cannot challenge yourself" in said.content
        assert table.world.errors == []


async def test_ids_stay_newer_than_those_remembered_when_the_clock_was_set_back(
    open_playground: Open,
) -> None:
    ahead = datetime.now(UTC) + timedelta(days=3)
    async with open_playground() as table:
        table.world.backend.advance_clock(timedelta(days=3).total_seconds())
        await play_first_move(table)
        newest = await table.bot.store.newest_id()
        assert discord.utils.snowflake_time(newest) >= ahead
    async with open_playground() as table:
        shown = table.channel.last_message
        assert shown is not None
        assert shown.id > newest


async def test_a_live_match_is_shown_again_and_goes_on(open_playground: Open) -> None:
    async with open_playground() as table:
        await play_first_move(table)
        members = [member.id for member in table.members]
    async with open_playground() as table:
        assert [member.id for member in table.members] == members
        _, bob, *_ = table.members
        async with table.world.turn:
            await bob.send(table.channel, "19-23")
        [match] = await table.bot.store.matches(status=Status.LIVE)
        assert len(match.moves) == 2


async def test_a_committee_plays_in_french_and_goes_on_after_a_restart(
    open_playground: Open,
) -> None:
    async with open_playground("fr") as table:
        alice, bob, *_ = table.members
        committee = table.channels[-1]
        async with table.world.turn:
            await alice.send(committee, "@Damier challenge @Bob frisian white")
            card = committee.last_message
            assert card is not None
            await bob.click(card, label="Accepter")
            answer = await alice.slash(committee, "move", move="30-30")
        assert answer.response is not None
        assert "30" in answer.response.content, answer.response.content
        assert "coup" in answer.response.content
    async with open_playground("fr") as table:
        shown = table.channels[-1].last_message
        assert shown is not None
        assert [page.channel.name for page in table.pages[:3]] == [
            "draughts",
            "evenings",
            "committee",
        ]
        assert len(table.pages) == 3 + len(table.members)


@NIGHTLY
async def test_actions_on_the_page_and_time_passing_never_collide(open_playground: Open) -> None:
    async with open_playground() as table, aiohttp.ClientSession() as session:
        page = table.page

        async def chat(name: str) -> list[str]:
            """Send ten messages as one tab, as fast as possible; return how they settled."""
            origin, capability = page.url.split("/#")
            headers = {"X-Simcord-Capability": capability}
            async with session.post(f"{origin}/api/pages", json={}, headers=headers) as answer:
                opened = await answer.json()
            headers["X-Simcord-Context"] = opened["context"]["id"]
            settlements = []
            for number in range(1, 11):
                action = {
                    "protocol_version": 3,
                    "sequence": number,
                    "request_id": f"{name}-{number}",
                    "generation": opened["context"]["generation"],
                    "bot_generation": opened["botGeneration"],
                    "published_revision": 1,
                    "kind": "send_message",
                    "content": f"{name} says {number}",
                }
                async with session.post(
                    f"{origin}/api/action", json=action, headers=headers
                ) as answer:
                    settlements.append((await answer.json()).get("settlement"))
            return settlements

        async def tick() -> None:
            for _ in range(20):
                await table.keep_up()
                await asyncio.sleep(0)

        first, second, third, _ = await asyncio.gather(
            chat("one"), chat("two"), chat("three"), tick()
        )
        assert first == second == third == ["settled"] * 10
        assert not table.world.errors


def is_answered(table: Playground) -> bool:
    """Return whether the last message is the bot's."""
    said = table.channel.last_message
    return said is not None and said.author.bot


async def test_the_page_goes_on_while_the_bot_thinks(
    open_playground: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world, "LULL", LULL)
    monkeypatch.setattr(world, "PATIENCE", timedelta(days=1))
    async with open_playground() as table, asyncio.timeout(PATIENCE):
        alice, *_ = table.members
        thought = asyncio.Event()
        with table.world._bot_scope():
            thinking = asyncio.create_task(thought.wait())
        try:
            await table.keep_up()
            async with table.world.turn:
                await alice.send(table.channel, "@Damier help")
            await until(lambda: is_answered(table))
            await table.keep_up()
        finally:
            thought.set()
        await thinking
