"""A server with a channel, four members and the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, Env, GuildHandle, InteractionResult, MemberActor

from cogs.client import Damier
from cogs.posts import texts
from data import Store
from engine.match import Match, Status


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(str(tmp_path / "damier.db"))
    yield opened
    await opened.close()


@pytest.fixture
def simcord_bot(store: Store) -> Damier:
    return Damier(store, shard_count=1)


@dataclass
class Club:
    """A channel and who is in it."""

    env: Env
    store: Store
    guild: GuildHandle
    channel: ChannelHandle
    alice: MemberActor
    bob: MemberActor
    carol: MemberActor

    @property
    def bot(self) -> Damier:
        assert isinstance(self.env.bot, Damier)
        return self.env.bot

    @property
    def messages(self) -> list[discord.Message]:
        """What stands in the channel, oldest first."""
        return self.channel.history()

    @property
    def last(self) -> discord.Message:
        return self.messages[-1]

    def text(self, message: discord.Message | None = None) -> str:
        """Everything a message says."""
        shown = message or self.last
        return "\n".join([shown.content, *texts(shown.components)])

    async def restart(self) -> None:
        """The bot's process ends and a new one begins."""
        await self.env.restart_bot(Damier(self.store, shard_count=1))

    async def challenge(self, words: str = "frisian white") -> Match:
        """Alice challenges Bob."""
        await self.alice.send(self.channel, f"{self.me} challenge {self.bob.mention} {words}")
        return (await self.store.matches(status=Status.CHALLENGE))[-1]

    async def start(self, words: str = "frisian white") -> Match:
        """Alice plays White against Bob."""
        match = await self.challenge(words)
        await self.bob.click(self.last, label="Accept")
        return await self.store.load(match.id)

    async def play(self, *moves: str) -> Match:
        """Alice and Bob move in turn by typing, beginning with whose turn it is."""
        for move in moves:
            (match,) = await self.store.matches(status=Status.LIVE)
            person = match.people[match.position.turn]
            mover = self.alice if person == self.alice.id else self.bob
            await mover.send(self.channel, move)
        return (await self.store.matches())[-1]

    @property
    def me(self) -> str:
        """How the bot is mentioned."""
        assert self.bot.user is not None
        return self.bot.user.mention


@pytest.fixture
async def club(simcord_env: Env, store: Store) -> Club:
    guild = simcord_env.create_guild("Club")
    channel = guild.create_text_channel("draughts")
    alice, bob, carol = (
        guild.add_member(simcord_env.create_user(name)) for name in ("alice", "bob", "carol")
    )
    return Club(simcord_env, store, guild, channel, alice, bob, carol)
