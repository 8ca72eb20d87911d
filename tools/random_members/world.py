"""The simulated world: servers in two languages, their members, and the real bot."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from discord.ext import commands
from simcord import ChannelHandle, Env, GuildHandle, MemberActor, ResponseMessage, interactions
from simcord.backend.models import Message, Overwrite
from simcord.enums import OverwriteType

from cogs.client.client import Damier
from cogs.match_actions.clocks import GRACE
from cogs.timekeeping.paces import USUAL
from data import PostState, Store
from tests.simulator import hang_up, patient, patient_paces

LANGUAGES = ("en-US", "fr")
"""The languages of the servers, one server each."""

MEMBERS = ("Ann", "Ben", "Cleo", "Dov", "Eva", "Fay", "Gus", "Hela")

CHANNELS = 3
"""The number of channels of each server."""

Make = Callable[[Store], Damier]
"""Makes a bot on a store, for the start and for each restart."""


@dataclass(frozen=True)
class Server:
    """A server: ``keeper`` manages it; ``members``, by id, play."""

    guild: GuildHandle
    channels: tuple[ChannelHandle, ...]
    members: dict[int, MemberActor]
    keeper: MemberActor
    language: str

    def channel(self, channel_id: int) -> ChannelHandle:
        """Return the channel with this id."""
        return next(channel for channel in self.channels if channel.id == channel_id)


def plain_bot(store: Store) -> Damier:
    """Return a bot without any settings of its operator."""
    return Damier(store, shard_count=1, paces=patient_paces())


INJECTED = "(injected by test)"
"""The end of Discord's answer where the simulator was told to refuse a request."""


class Errors(logging.Handler):
    """A log handler that collects every logged error, except those that a run injects itself."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record as text, with its traceback."""
        said = logging.Formatter().format(record)
        if not said.endswith(INJECTED):
            self.found.append(said)


@contextmanager
def noted_errors() -> Iterator[list[str]]:
    """Give a list of the errors that are logged during the block, to which later ones are added."""
    errors = Errors()
    logging.getLogger().addHandler(errors)
    try:
        yield errors.found
    finally:
        logging.getLogger().removeHandler(errors)


@dataclass
class World:
    """The simulated Discord, the database's file, and the servers."""

    env: Env
    store: Store
    file: Path
    errors: list[str]
    """The errors logged so far, with their tracebacks."""
    make: Make = plain_bot
    servers: list[Server] = field(default_factory=list)
    interrupted: set[int] = field(default_factory=set)
    """The ids of the bot's messages in channels whenever its process ended."""
    pinged: dict[int, frozenset[int]] = field(default_factory=dict)
    """The ids of the people pinged by each message when it was sent; edits ping nobody."""

    @property
    def bot(self) -> Damier:
        """The running bot."""
        assert isinstance(self.env.bot, Damier)
        return self.env.bot

    @property
    def me(self) -> int:
        """The bot's id."""
        assert self.env.bot.user is not None
        return self.env.bot.user.id

    def server_of(self, guild: int) -> Server:
        """Return the server with this guild's id."""
        return next(server for server in self.servers if server.guild.id == guild)

    # What members see

    def messages(self, channel: ChannelHandle) -> list[Message]:
        """Return the messages of a channel that everybody sees, oldest first."""
        kept = self.env.backend.messages.get(channel.id, {})
        return [message for message in kept.values() if message.visible_to(None)]

    def message(self, channel: int, message: int) -> ResponseMessage:
        """Return a message as it is now."""
        return ResponseMessage(self.env, self.env.backend.get_message(channel, message))

    def anew(self, shown: ResponseMessage) -> ResponseMessage:
        """Return the present state of a message that was shown before."""
        return self.message(shown.channel_id, shown.id)

    async def newest(self, match_id: int) -> ResponseMessage:
        """Return the newest post of a match."""
        posts = await self.store.outbox.posts(match_id)
        post = next(post for post in reversed(posts) if post.state is not PostState.JOINED)
        assert post.message is not None, f"not shown: {post}"
        return self.message(post.channel, post.message)

    def replies(self, channel: ChannelHandle, message: discord.Message) -> list[ResponseMessage]:
        """Return the bot's replies to a message."""
        found = []
        for later in reversed(self.env.backend.messages[channel.id].values()):
            if later.id <= message.id:
                break
            reference = later.reference or {}
            if str(reference.get("message_id")) == str(message.id):
                found.append(ResponseMessage(self.env, later))
        return found

    # Time, restarts and permissions

    async def pause(self, seconds: float) -> None:
        """Let a little time pass between two acts."""
        self.env.backend.advance_clock(seconds)

    async def wait(self, span: timedelta) -> None:
        """Let time pass while the bot runs, and does what is due."""
        self.env.backend.advance_clock(span.total_seconds())
        await self.env.advance_time((GRACE + 2 * USUAL.clocks).total_seconds())

    async def restart(self) -> None:
        """End the bot's process and start a new one."""
        self._interrupt()
        await hang_up(self.env, self.store)
        await self.env.restart_bot(self.make(self.store))

    async def leave(self) -> None:
        """End the bot's process; ``restart`` starts a new one."""
        self._interrupt()
        nobody = commands.AutoShardedBot("!", intents=discord.Intents.none(), shard_count=1)
        await hang_up(self.env, self.store)
        await self.env.restart_bot(nobody)

    async def away(self, span: timedelta) -> None:
        """Stop the bot, let time pass, and start it again."""
        await self.leave()
        self.env.backend.advance_clock(span.total_seconds())
        await self.restart()

    def _interrupt(self) -> None:
        for server in self.servers:
            for channel in server.channels:
                shown = self.messages(channel)
                self.interrupted.update(m.id for m in shown if m.author_id == self.me)

    async def forbid(self, channel: ChannelHandle, *permissions: str) -> None:
        """Deny the bot permissions in a channel; without any, give all of them back."""
        denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
        overwrite = Overwrite(self.me, OverwriteType.MEMBER, allow=0, deny=denied)
        self.env.backend.set_overwrite(channel.id, overwrite)
        await self.env.settle()

    async def quiet(self) -> None:
        """Wait until short replies are removed and refused posts are tried again."""
        for _ in range(7):
            await self.wait(timedelta(minutes=1))


@asynccontextmanager
async def opened(
    file: Path,
    languages: Sequence[str] = LANGUAGES,
    names: Sequence[str] = MEMBERS,
    make: Make = plain_bot,
) -> AsyncIterator[World]:
    """Open a world with a server for each language, these members on each, and the bot.

    The bot's database is in ``file``, and ``make`` makes the bot.
    """
    store = await Store.open(str(file))
    bot = make(store)
    try:
        async with AsyncExitStack() as stack:
            errors = stack.enter_context(noted_errors())
            stack.enter_context(patient())
            env = await stack.enter_async_context(simcord.run(bot, check_errors=False))
            world = World(env, store, file, errors, make)
            users = [env.create_user(name) for name in names]
            for language in languages:
                guild = env.create_guild(f"Club {language}", preferred_locale=language)
                channels = tuple(guild.create_text_channel(f"t{i}") for i in range(CHANNELS))
                may = discord.Permissions(manage_messages=True, manage_guild=True)
                role = guild.create_role("Keepers", permissions=may)
                keeper = guild.add_member(env.create_user("Keeper"), roles=[role])
                members = [guild.add_member(user) for user in users]
                everybody = {member.id: member for member in members}
                world.servers.append(Server(guild, channels, everybody, keeper, language))
            with _speaking(world), _noting_pings(world), env.time_context():
                yield world
    finally:
        await store.close()


@contextmanager
def _noting_pings(world: World) -> Iterator[None]:
    """Record in ``pinged`` the people pinged by each message."""
    commit = world.env.backend.commit_message

    def noted(message: Message, **options: bool) -> Message:
        world.pinged[message.id] = frozenset(message.ping_user_ids)
        return commit(message, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.env.backend, "commit_message", noted)
        yield


@contextmanager
def _speaking(world: World) -> Iterator[None]:
    """Set the language of members' Discord to that of their server, not the simulator's English."""
    payload = interactions.base_payload

    def spoken(*given: Any, guild_id: int | None, **more: Any) -> Any:  # noqa: ANN401 - as the simulator has it
        record, made = payload(*given, guild_id=guild_id, **more)
        language = world.server_of(guild_id).language if guild_id else LANGUAGES[0]
        return record, made | {"locale": language}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interactions, "base_payload", spoken)
        yield
