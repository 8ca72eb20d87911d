"""The playground: the bot itself in a simulated Discord, and a page for it in the browser.

SimCord plays Discord's part: a server with three text channels, a role, six members and the bot,
all in this process. People act on SimCord's pages on 127.0.0.1, which have links to each other: one
for each channel, for each thread once it is opened, and for each member's direct messages. The bot,
its cogs and its database are the same as on Discord; only the network is missing.

Two traits of SimCord suit tests, but not a person: its time stands still until a test advances it
(see ``world``), and it refuses two actions at once (see ``page``).
"""

import asyncio
import logging
import os
import sys
import webbrowser
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import discord
from simcord import ChannelHandle, GuildHandle, MemberActor
from simcord.backend.access import can_access_channel

from cogs.challenges.start_card import start_card
from cogs.client.client import Damier
from data import Store
from engine.table.record import Status
from playground.page import Page
from playground.world import PATIENCE, TICK, World

log = logging.getLogger(__name__)

MEMBERS = ("Alice", "Bob", "Carol", "Dan")
# Made after the first channel, so that ids in databases of earlier versions keep their meaning.
# Six members fill the seats of the largest game.
LATER_MEMBERS = ("Erin", "Frank")
# The number of members in the private channel, the first ones.
COMMITTEE = 2
# The role, and the member who has it: neither the owner nor one of the committee.
ROLE, WHOSE = "Organisers", "Carol"

# How often pages update the times that they show, such as "5 minutes ago".
REDATE = timedelta(minutes=1)


@dataclass(frozen=True)
class Playground:
    """The parts of the playground, for code that drives it."""

    bot: Damier
    world: World
    pages: list[Page]
    places: list[tuple[str, str]]
    channels: tuple[ChannelHandle, ...]
    members: tuple[MemberActor, ...]
    language: str
    closing: AsyncExitStack

    @property
    def page(self) -> Page:
        """The page of the first channel."""
        return self.pages[0]

    @property
    def channel(self) -> ChannelHandle:
        """The first channel, in which the bot greets the members."""
        return self.channels[0]

    async def keep_up(self) -> None:
        """Let time pass in the world, and show the changes on the pages."""
        async with self.world.turn:
            await self.world.catch_up()
            stirred = self.world.stirred()
            if stirred:
                await self._open_threads()
            for page in self.pages:
                if stirred or self.world.now() - page.capture_time > REDATE:
                    with self.world.passing():
                        await page.refresh()

    async def _open_threads(self) -> None:
        """Open a page for each new thread, for the members who may read it."""
        known = {page.channel.id for page in self.pages}
        for channel, page in zip(self.channels, tuple(self.pages), strict=False):
            for thread in channel.threads:
                inside = [one for one in page.viewers if _may_read(self.world, thread, one)]
                if thread.id not in known and inside:
                    await self.show(thread, inside, f"#{channel.name} › {thread.name}")

    async def show(
        self, channel: ChannelHandle, viewers: Sequence[Any], name: str, port: int = 0
    ) -> None:
        """Open a page of a channel; all other pages then have a link called ``name``."""
        page = Page(self.world, channel, tuple(viewers), port, language=self.language)
        self.pages.append(await self.closing.enter_async_context(page))
        page.places = self.places
        self.places.append((name, page.url))


def _may_read(world: World, thread: ChannelHandle, viewer: MemberActor) -> bool:
    """Return whether a member may read a thread; a private one only its members may read."""
    return can_access_channel(world, thread.id, viewer, history=True)


async def run(store: Store, *, port: int, language: str, leave: asyncio.Event) -> None:
    """Run the bot with the matches of `store`, until `leave` is set or a page is told to end.

    The first page is on 127.0.0.1 at `port` (0: any free port), and has links to the others. Raises
    OSError if the port cannot be used.
    """
    bot = Damier(store, shard_count=1)
    async with opened(bot, port=port, language=language) as playground:
        url = playground.page.url
        sys.stdout.write(f"Damier's playground is at {url}\n")
        sys.stdout.flush()
        if sys.platform == "darwin" or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys():
            await asyncio.to_thread(webbrowser.open, url)
        ends = [leave.wait(), *(page.wait_closed() for page in playground.pages)]
        told = [asyncio.create_task(end) for end in ends]
        await asyncio.wait(told, return_when=asyncio.FIRST_COMPLETED)
        for task in told:
            task.cancel()


@asynccontextmanager
async def opened(bot: Damier, *, port: int, language: str = "en-US") -> AsyncIterator[Playground]:
    """Run `bot` in a new world while the block runs; the first page is at `Playground.page.url`.

    The bot must have a `shard_count`. At the end the bot is closed, but not its store. `language`
    is that of the server and its members, as the value of one of Discord's locales.
    """
    world = World(bot, language)
    world.backend.edit_bot_profile("Damier")
    users = [world.create_user(name.lower(), global_name=name) for name in MEMBERS]
    guild = world.create_guild("Damier", owner=users[0], preferred_locale=language)
    first = guild.create_text_channel("draughts", topic="Board games of the draughts family")
    members = [
        MemberActor(world, guild, users[0]),
        *(guild.add_member(user) for user in users[1:]),
    ]
    later = [world.create_user(name.lower(), global_name=name) for name in LATER_MEMBERS]
    members += [guild.add_member(user) for user in later]
    channels = (first, guild.create_text_channel("evenings"), _committee_room(guild, members))
    role = guild.create_role(ROLE)  # last, for the ids in databases of earlier versions
    holder = members[MEMBERS.index(WHOSE)]
    world.backend.add_member_role(guild.id, holder.id, role.id)
    world.leap(await bot.store.newest_id())
    bot.clock.elapsed = lambda: world.now().timestamp()  # even if a busy world's time is late
    await world.start()
    try:
        with world.time_context():
            await world.do(_begin(bot))
            async with AsyncExitStack() as stack:
                playground = Playground(
                    bot, world, [], [], channels, tuple(members), language, stack
                )
                for channel in channels:
                    inside = members[:COMMITTEE] if channel is channels[-1] else members
                    await playground.show(channel, inside, f"#{channel.name}", port)
                    port = 0
                for user in [*users, *later]:
                    await playground.show(user.dm_channel, (user,), f"@{user.name}")
                passing = asyncio.create_task(_pass_time(playground))
                try:
                    yield playground
                finally:
                    passing.cancel()
            await world.do(bot.close())
    finally:
        await world.shutdown()


def _committee_room(guild: GuildHandle, members: Sequence[MemberActor]) -> ChannelHandle:
    """Make a channel that only a few members and the bot may see."""
    hidden = discord.PermissionOverwrite(view_channel=False)
    visible = discord.PermissionOverwrite(view_channel=True)
    everyone, bots = guild.roles.values()
    return guild.create_text_channel(
        "committee",
        overwrites={everyone: hidden, bots: visible, **dict.fromkeys(members[:COMMITTEE], visible)},
    )


async def _begin(bot: Damier) -> None:
    """Greet the players, and show the matches that were open when the playground was closed."""
    first, *others = bot.guilds[0].text_channels
    locale = bot.preferences.locale_of(first.guild)
    layout, files = await start_card(bot, first.guild, locale)
    await first.send(view=layout, files=files)
    for channel in (first, *others):
        for status in (Status.CHALLENGE, Status.LIVE):
            for match in await bot.store.matches(status=status, channel=channel.id):
                async with bot.store.match(match.id) as table:
                    table.match = table.match.repost(now=bot.clock.now())


async def _pass_time(playground: Playground) -> None:
    while True:
        await asyncio.sleep(TICK.total_seconds())
        try:
            await playground.keep_up()
        except TimeoutError:
            log.warning("The bot is busy for longer than %s.", PATIENCE, exc_info=True)
        except Exception:
            log.exception("Time stood still for a moment.")
