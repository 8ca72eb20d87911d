"""Overviews: one pinned post in a channel, or on a server, with its matches and their turns.

The text follows from the store alone. Each server has one worker, which edits its overviews at most
once in some seconds, and less often if Discord limits edits. A deleted overview is posted again. In
a forum, where nobody can write in the forum itself, each post with matches has its own overview.

An overview is stored before it is sent, and is recognised by the id of its first component. So
after a crash the worker looks for it in the channel before sending another one.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final

import discord
from discord import ui
from discord.ext import commands

from cogs.challenges.start_card import first_buttons
from cogs.client.client import Damier
from cogs.client.paged_lists import fitting, more_text
from cogs.delivery.match_messages import FAILING, find_own
from cogs.delivery.standing_posts import Layout, LayoutPost, StandingPosts
from cogs.language.catalogues import Translate, translate_into
from cogs.members.mentions import people, person, players, post_links
from cogs.members.visibility import Channel, all_see, channel_of
from cogs.timekeeping.keyed_worker import FIRST_PAUSE, KeyedWorker, NotNow, Rest
from data import Listed, Overview, Store
from engine import Text
from engine.table.match import Match
from engine.table.record import OPEN, Status

OVERVIEW_ID = 2_000_000
"""The id of an overview's first component, which no other message of the bot has."""

LONGEST = 3500
"""The most characters of the list: Discord allows 4,000 for all texts of a message together."""

SHORTEST_LINE = 50
"""The fewest characters of a match's line in the list."""

NOT_PINNED = Text(
    "I may not pin this post: I am missing the permission Pin Messages. Anybody who has it can "
    "pin it as well."
)


async def overview(
    store: Store,
    guild: discord.Guild,
    locale: discord.Locale,
    listed: Sequence[Listed],
    *,
    pinned: bool,
) -> ui.LayoutView:
    """Return the overview of live matches and open challenges.

    If the post cannot be ``pinned``, the overview says so.
    """
    translated = translate_into(locale)
    live = [one for one in listed if one.status is Status.LIVE]
    seeking = [one for one in listed if one.status is Status.CHALLENGE]
    ids = [one.id for one in (*live, *seeking)]
    matches = await store.some(ids[: LONGEST // SHORTEST_LINE])
    games = await post_links(store, matches, lambda match: translated(match.game.title))
    lines = [
        (_line if match.line else _seeking)(match, games[match.id], translated) for match in matches
    ]
    shown = fitting(lines, LONGEST)
    if len(shown) < len(ids):
        shown.append(translated(more_text(len(ids) - len(shown))))
    if not live:
        shown.insert(0, translated(Text("Nothing is being played here just now.")))
    layout = ui.LayoutView(timeout=None)
    heading = f"### {translated(Text('What is being played here'))}"
    layout.add_item(ui.TextDisplay("\n".join([heading, *shown]), id=OVERVIEW_ID))
    if not pinned:
        layout.add_item(ui.TextDisplay(f"-# {translated(NOT_PINNED)}"))
    layout.add_item(ui.ActionRow(*first_buttons(guild, translated)))
    return layout


def is_overview(message: discord.Message) -> bool:
    """Return whether a message of the bot is an overview."""
    first = next(iter(message.components), None)
    return isinstance(first, discord.components.TextDisplay) and first.id == OVERVIEW_ID


def _line(match: Match, game: str, translated: Translate) -> str:
    """Return the line of a live match: game and link, players, turn, and time of the last move."""
    since = next(event.at for event in match.events if event.number == match.since)
    waiting = dict.fromkeys(match.players[seat] for seat in match.to_act)
    last = discord.utils.format_dt(since, "R")
    turn = Text(
        "{people} to move, last move {when}",
        people=people(list(waiting) or [match.players[match.position.turn]]),
        when=last,
    )
    if match.paused is not None:
        turn = Text("paused, last move {when}", when=last)
    what = f"{players(match, translated)} · {translated(turn)}"
    return f"- **#{match.id}** {translated(Text('{game}: {what}', game=game, what=what))}"


def _seeking(match: Match, game: str, translated: Translate) -> str:
    """Return the line of an open challenge: its host, the free seats, and a link to the card."""
    seats = Text(
        "{person} looks for players, {free} of {all} seats are free",
        person=person(match.host),
        free=match.people.count(OPEN),
        all=len(match.people),
    )
    return f"- **#{match.id}** {translated(Text('{game}: {what}', game=game, what=seats))}"


log = logging.getLogger(__name__)

SEARCHED: Final = 200
"""The number of a channel's newest messages searched for an overview that may have been sent."""

Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread


class Overviews(commands.Cog):
    """The posts that show the matches being played, on servers that want them."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._known: dict[int, Overview] = {}
        self._posts = StandingPosts[int]("overview of channel", bot, bot.clock, bot.paces)
        self._worker = KeyedWorker("overviews of server", self._work, bot.clock.elapsed)

    async def cog_load(self) -> None:
        """Read the known overviews; listen to posts of matches and to changes of settings."""
        self._known = {one.channel: one for one in await self.bot.store.overviews.all()}
        self.bot.poster.shown.connect(self.look)
        self.bot.preferences.server_changed.connect(self.wake)

    async def cog_unload(self) -> None:
        """Stop after the edits in progress."""
        self.bot.poster.shown.disconnect(self.look)
        self.bot.preferences.server_changed.disconnect(self.wake)
        await self._worker.close()

    # Reasons for updates

    @commands.Cog.listener()
    async def on_caught_up(self, shard: int | None) -> None:
        """Bring the overviews up to date after the start, or an outage."""
        for guild in self.bot.guilds:
            if shard in {None, self.bot.shard_of(guild.id)}:
                self.wake(guild.id)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Post an overview again after somebody deleted it."""
        self._deleted({event.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Post an overview again after it was deleted with other messages."""
        self._deleted(event.message_ids)

    @commands.Cog.listener()
    async def on_may_post_again(self, guild: int, channel: int | None) -> None:
        """Retry the refused overviews of a server, or of one of its channels."""
        self._posts.ask_again(
            lambda key: (
                channel in {key, None} and key in self._known and self._known[key].guild == guild
            )
        )
        self.wake(guild)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Forget the overview of a forum post that is deleted."""
        if event.thread_id in self._known:
            await self._forget(event.thread_id)

    def _deleted(self, messages: Collection[int]) -> None:
        for one in self._known.values():
            if one.message in messages:
                self._posts.forget(one.channel)
                self.wake(one.guild)

    def look(self, match: Match) -> None:
        """Update the overviews of a match's server after a post of the match was shown."""
        self.wake(match.guild)

    def wake(self, guild: int) -> None:
        """Let the overviews of a server be updated soon, if the server wants or has any."""
        wanted = self.bot.preferences.server(guild).overview != "none"
        if wanted or any(one.guild == guild for one in self._known.values()):
            self._worker.wake(guild)

    # One worker a server

    async def _work(self, guild_id: int) -> Rest:
        """Bring the overviews of a server up to date once, then rest."""
        guild = self.bot.get_guild(guild_id)
        try:
            again = await self._refresh(guild) if guild is not None else None
            return Rest(self.bot.paces.edited_every, again)
        except FAILING as error:
            log.info("Overviews of server %s: %r; they are tried again", guild_id, error)
            raise NotNow(FIRST_PAUSE) from error

    async def _refresh(self, guild: discord.Guild) -> float | None:
        """Edit, post or remove the overviews of a server to show the current matches.

        Return the seconds until one of the overviews is due again, None if none is.
        """
        wanted = await self._wanted(guild)
        for one in [one for one in self._known.values() if one.guild == guild.id]:
            if one.channel not in wanted:
                await self._remove(guild, one)
        waits = list[float]()
        for channel, listed in wanted.items():
            place = guild.get_channel_or_thread(channel)
            if isinstance(place, Place):
                waits.append(await self._show(place, listed))
        return min((wait for wait in waits if wait), default=None)

    async def _wanted(self, guild: discord.Guild) -> dict[int, list[Listed]]:
        """Return the channels that should have an overview, each with the matches to list.

        The overview of a server lists the matches that all readers of its channel see, and that of
        a channel the matches there and in its threads. No overview lists a match in a private
        thread.
        """
        where = self.bot.preferences.server(guild.id).overview
        found: defaultdict[int, list[Listed]] = defaultdict(list)
        if where == "none":
            return found
        main = self._main_channel(guild) if where == "server" else None
        if main is not None:
            found[main.id] = []
        if where == "channel":
            found.update({o.channel: [] for o in self._known.values() if o.guild == guild.id})
        lists = self.bot.store.lists
        live = await lists.of_server(guild.id, Status.LIVE)
        for one in [*live, *await lists.with_open_seats(guild.id)]:
            channel = await channel_of(self.bot.store, guild, one)
            if channel is None:
                continue
            place = main if where == "server" else _place_of(channel)
            if place is not None and all_see(channel, place):
                found[place.id].append(one)
        return found

    def _main_channel(self, guild: discord.Guild) -> Place | None:
        """Return the channel for the overview of a server, None if there is none.

        It is the first in which the bot may post: of the channels for matches except forums, the
        channel for Discord's own messages, and the text channels.
        """
        named = [guild.get_channel(c) for c in self.bot.preferences.server(guild.id).channels]
        for channel in [*named, guild.system_channel, *guild.text_channels]:
            if isinstance(channel, Place):
                may = channel.permissions_for(guild.me)
                if may.view_channel and may.send_messages:
                    return channel
        return None

    # One overview

    async def _show(self, place: Place, listed: list[Listed]) -> float:
        """Show the listed matches in the overview of a channel: edit the overview, or post it.

        Return the seconds until a retry is due, 0 if the overview is up to date.
        """
        known = self._known.get(place.id)
        one = known or await self.note(Overview(place.id, place.guild.id, None))
        is_pinned = place.id in self._posts.pinned
        post = OverviewPost(self, place, one, listed, is_new=known is None, is_pinned=is_pinned)
        return await self._posts.try_to_show(place.id, post)

    async def _remove(self, guild: discord.Guild, one: Overview) -> None:
        """Delete the message of an overview that is no longer wanted, and forget the overview."""
        place = guild.get_channel_or_thread(one.channel)
        if isinstance(place, Place) and one.message is not None:
            await self._delete(place, one.message)
        await self._forget(one.channel)

    async def _forget(self, channel: int) -> None:
        """Remove the overview of a channel from the store and from memory."""
        await self.bot.store.overviews.remove(channel)
        self._known.pop(channel, None)
        self._posts.forget(channel)

    @staticmethod
    async def _delete(place: Place, message: int) -> None:
        try:
            await place.get_partial_message(message).delete()
        except discord.HTTPException as error:
            log.info("Overview %s is not deleted: %s", message, error)

    async def note(self, one: Overview) -> Overview:
        """Store an overview, with its channel and message, and return it."""
        await self.bot.store.overviews.put(one)
        self._known[one.channel] = one
        return one


class OverviewPost(LayoutPost):
    """The post of a channel's overview. If ``is_new``, the post cannot have been sent before."""

    def __init__(
        self,
        overviews: Overviews,
        place: Place,
        one: Overview,
        listed: Sequence[Listed],
        *,
        is_new: bool,
        is_pinned: bool,
    ) -> None:
        pins = place.permissions_for(place.guild.me).pin_messages
        super().__init__(place, one.message, pins=pins)
        self._overviews, self._bot, self._one = overviews, overviews.bot, one
        self._channel, self._listed = place, listed
        self._is_new, self._is_pinned = is_new, is_pinned

    async def compose(self) -> Layout:
        """Return the layout of the overview."""
        guild = self._channel.guild
        locale, pinned = self._bot.preferences.locale_of(guild), self.pins or self._is_pinned
        return Layout(await overview(self._bot.store, guild, locale, self._listed, pinned=pinned))

    async def find(self) -> int | None:
        """Return the id of the post if it was sent but not noted, else None."""
        if self._is_new:
            return None
        found = await find_own(self._bot, self._channel, is_overview, SEARCHED)
        return found.id if found is not None else None

    async def note(self, message: int | None) -> None:
        """Store the id of the message that shows the overview, None if there is none."""
        self._is_new = True
        await self._overviews.note(self._one._replace(message=message))


def _place_of(channel: Channel) -> Channel | None:
    """Return the channel whose overview lists the matches of a channel.

    It is a thread's parent unless that is a forum, otherwise the channel itself.
    """
    if isinstance(channel, discord.Thread) and not isinstance(channel.parent, discord.ForumChannel):
        return channel.parent
    return channel
