"""The smallest game is played like any other.

Its file has only the methods that a simple game must have. Everything else works without more:
challenges, typed moves, pictures, rules, export, replay and the audit of the tournament.
"""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from PIL import Image
from simcord import InteractionResult, MemberActor

import engine
import render
from cogs.language import challenge_parser, first_words, game_names
from cogs.moves import bare_messages
from engine import archive
from engine.table.match import Match
from engine.table.record import Status
from tests.tic_tac_toe import GAME
from tools.random_members.audit import Audit
from tools.random_members.components import answers, texts
from tools.random_members.world import World, opened

WON = ("b2", "a1", "c3", "b1", "c1", "a3", "c2")
"""The moves of a match that Crosses win."""

LAST = "o.x.xxoox"
"""The grid after the moves of WON."""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the game to the list of games, and clear the caches derived from the list."""
    games = MappingProxyType({**engine.games, GAME.name: GAME})
    monkeypatch.setattr(engine, "games", games)
    derived = (
        game_names._english_terms,
        game_names._names,
        game_names._sides,
        game_names._titles,
        challenge_parser._other_words,
        first_words._leads,
        first_words._whole,
        bare_messages.sample_positions,
    )
    for cache in derived:
        cache.cache_clear()
    yield
    for cache in derived:
        cache.cache_clear()


class Driver(NamedTuple):
    """Two members who can play in a channel, and an audit."""

    world: World
    audit: Audit
    ann: MemberActor
    ben: MemberActor

    async def say(self, member: MemberActor, text: str) -> None:
        await self.world.pause(1)
        await member.send(self.world.servers[0].channels[0], text)

    async def slash(self, member: MemberActor, command: str, **fields: object) -> InteractionResult:
        await self.world.pause(1)
        result = await member.slash(self.world.servers[0].channels[0], command, **fields)
        self.audit.answered(self.world.servers[0], result)
        return result

    async def begin(self) -> Match:
        """Have Ann challenge Ben, who accepts; return the match."""
        challenge = f"challenge {self.ben.mention} tic-tac-toe crosses"
        await self.say(self.ann, f"<@{self.world.me}> {challenge}")
        (match,) = await self.world.store.matches(status=Status.CHALLENGE)
        await self.ben.click(await self.world.newest(match.id), label="Accept")
        return await self.world.store.load(match.id)

    async def play(self, *moves: str) -> None:
        for number, move in enumerate(moves):
            await self.say((self.ann, self.ben)[number % 2], move)

    def last(self) -> str:
        """Return the texts of the last message in the channel."""
        message = self.world.messages(self.world.servers[0].channels[0])[-1]
        return "\n".join(texts(message.content, message.components))

    async def newest(self, match: Match) -> str:
        """Return the texts of a match's newest post."""
        post = await self.world.newest(match.id)
        return "\n".join(texts(post.content, post.components))


@asynccontextmanager
async def hosted(folder: Path) -> AsyncIterator[Driver]:
    """Open a server with Ann, Ben and the bot."""
    async with opened(folder / "damier.db") as world:
        ann, ben, *_ = world.servers[0].members.values()
        yield Driver(world, Audit(world), ann, ben)


@asynccontextmanager
async def audited(folder: Path) -> AsyncIterator[Driver]:
    """Open a server with Ann, Ben and the bot, and audit everything at the end."""
    async with hosted(folder) as driver:
        yield driver
        await driver.world.quiet()  # until short replies are removed
        await driver.audit.check(final=True)


async def test_it_is_explained_played_exported_and_replayed(tmp_path: Path) -> None:
    async with audited(tmp_path) as driver:
        for command in ("rules", "help"):
            answer = await driver.slash(driver.ann, command, game=GAME.name)
            assert "Three in a row win." in said(answer)
        match = await driver.begin()
        assert match.game is GAME
        await driver.play(*WON)
        over = await driver.world.store.load(match.id)
        assert [event.text for event in over.moves] == list(WON)
        assert over.status is Status.OVER
        assert over.outcome is not None
        assert over.outcome.ranks == (1, 2)
        assert "Three in a row." in await driver.newest(over)
        exported = await driver.slash(driver.ben, "match export", match=match.id)
        record = (await attached(exported)).decode()
        assert archive.read(record).positions()[-1].position == GAME.read(LAST)
        replayed = await driver.slash(driver.ann, "match animate", match=match.id)
        animation: Any = Image.open(io.BytesIO(await attached(replayed)))
        assert animation.n_frames == len(WON) + 1


async def test_its_refusals_buttons_and_offers_work(tmp_path: Path) -> None:
    async with audited(tmp_path) as driver:
        match = await driver.begin()
        await driver.play("b2", "b2")
        assert "`b2` is not legal: you can play `a3`" in driver.last()
        board = await driver.world.newest(match.id)
        shown = await driver.ben.click(board, label="Legal moves")
        assert "Noughts can play: `a3` `b3` `c3` `a2` `c2` `a1` `b1` `c1`" in said(shown)
        await driver.say(driver.ben, "a1")
        asked = await driver.ben.click(await driver.world.newest(match.id), label="Draw")
        await driver.ben.click(answers(asked)[0], label="Yes, a draw")
        await driver.ann.click(await driver.world.newest(match.id), label="Accept")
        assert "The players agreed on it." in await driver.newest(match)


async def test_it_is_imported(tmp_path: Path) -> None:
    async with hosted(tmp_path) as driver:
        text = '[Game "tic-tac-toe"]\n\n1. b2 a1 2. c3 b1'
        shown = said(await driver.slash(driver.ben, "import", text=text))
        assert "**start** 1. `b2` `a1` 2. `c3` `b1`" in shown


def test_it_is_drawn_and_described() -> None:
    before = GAME.start()
    move = before.parse("b2")
    after = before.play(move)
    empty, drawn = render.picture(before), render.picture(after, [move], before=before)
    assert drawn.png != empty.png
    assert "b2" in str(drawn.alt)


def said(result: InteractionResult) -> str:
    """Return the texts of the last answer to a press or a command."""
    answer = answers(result)[-1]
    return "\n".join(texts(answer.content, answer.components))


async def attached(result: InteractionResult) -> bytes:
    """Return the data of the only file in an answer."""
    (file,) = answers(result)[-1].message.attachments
    return await file.read()
