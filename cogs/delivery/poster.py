"""Shows what is saved: the worker of the outbox.

What has to be posted is written to the store in the transaction that made it true. One worker
a match posts in order and ticks off, so that after a crash, an outage or a refusal it goes on
where it was. A post that may have gone out unnoticed is looked for before it is sent again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import timedelta

import aiohttp
import discord
from discord.ext import tasks

import render
from cogs.delivery.followers import followers_pinged
from cogs.delivery.health import Health
from cogs.delivery.threads import Threads
from cogs.language.catalogues import say
from cogs.members.names import person
from cogs.members.preferences import Preferences
from cogs.messages.pictures import describe, draw, has_board
from cogs.messages.posts import compose, files, is_post, pings
from data import Post, PostState, Saved, Store
from engine import Text
from engine.table.match import Match
from engine.table.record import OPEN, Kind, Status
from engine.text import joined

log = logging.getLogger(__name__)

CLOCK_SKEW = timedelta(seconds=10)
"""How far before its event's time a post is looked for: clocks differ."""

FAILING = (
    discord.DiscordServerError,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""What passes by itself: the post may have gone out, or may be sent again."""

RETRIED_AFTER = 5.0
"""Seconds until a post that failed is tried again."""

ANSWERS = frozenset({Kind.ACCEPT, Kind.JOIN, Kind.LEAVE})
"""Events that change a card where it stands."""

SEARCHED = 1000
"""How many of the channel's messages are searched for a post that may have gone out: at least as
many as people write while the bot is away."""


class Poster:
    """Posts what the store's outbox holds, match by match and in order."""

    def __init__(
        self, client: discord.Client, store: Store, preferences: Preferences, health: Health
    ) -> None:
        self._client = client
        self._store = store
        self._preferences = preferences
        self._health = health
        self._threads = Threads(client, store, preferences)
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._woken: set[int] = set()
        self._uncertain: set[tuple[int, int]] = set()
        self._closing = False

    async def load(self) -> None:
        """Notes what an earlier process left, and hears of whatever is saved from now on."""
        self._uncertain = {(post.match, post.event) for post in await self._store.outbox.pending()}
        self._store.saved = self._saved

    async def start(self) -> None:
        """Posts what is waiting, and looks again every minute."""
        await self.wake_all()
        self._sweep.start()

    async def close(self) -> None:
        """Finishes the posts in hand."""
        self._closing = True
        self._store.saved = None
        self._sweep.cancel()
        await asyncio.gather(*self._workers.values(), return_exceptions=True)

    def _saved(self, saved: Saved) -> None:
        self._health.saved(saved.new)
        self.wake(saved.match.id)

    def wake(self, match_id: int) -> None:
        """Has the match's worker look into the outbox."""
        if self._closing:
            return
        self._woken.add(match_id)
        if match_id not in self._workers:
            self._workers[match_id] = asyncio.create_task(
                self._work(match_id), name=f"posts of match {match_id}"
            )

    async def wake_all(self) -> None:
        """Has every match that has something to post be seen to."""
        for match_id in dict.fromkeys(post.match for post in await self._store.outbox.pending()):
            self.wake(match_id)

    async def retry(self, *, guild: int | None = None, channel: int | None = None) -> None:
        """Tries again what Discord refused there, because something has changed."""
        for match_id in await self._store.outbox.retry(guild=guild, channel=channel):
            self.wake(match_id)

    @tasks.loop(minutes=1)
    async def _sweep(self) -> None:
        """Takes up what a lost connection or a failing Discord left behind."""
        await self.wake_all()

    async def _work(self, match_id: int) -> None:
        try:
            while match_id in self._woken and not self._closing:
                self._woken.discard(match_id)
                posts = await self._store.outbox.posts(match_id)
                waiting = [post for post in posts if post.state is not PostState.SHOWN]
                while waiting and await self._show(waiting[0], waiting):
                    del waiting[0]
        except Exception:
            log.exception("Posts of match %s", match_id)
        finally:
            self._woken.discard(match_id)
            del self._workers[match_id]

    async def _show(self, post: Post, waiting: Sequence[Post]) -> bool:
        """Posts the first of those waiting; returns whether the next may follow."""
        match = (await self._store.load(post.match)).until(post.event)
        channel = self._client.get_partial_messageable(post.channel, guild_id=match.guild)
        key = (post.match, post.event)
        try:
            message_id = await self.find(channel, match) if key in self._uncertain else None
            if message_id is None and await self._threads.open(match):
                self._woken.add(post.match)  # its posts have another channel now
                return False
            if message_id is None:
                message_id = await self.send(channel, match)
        except (discord.Forbidden, discord.NotFound) as error:
            await self._refused(waiting, match, error)
            return False
        except FAILING as error:
            self._uncertain.add(key)
            log.warning("Post %s of match %s: %r; it is tried again", post.event, post.match, error)
            asyncio.get_running_loop().call_later(RETRIED_AFTER, self.wake, post.match)
            return False
        except discord.HTTPException as error:
            log.exception("Discord does not take post %s of match %s", post.event, post.match)
            await self._refused(waiting, match, error)
            return False
        self._uncertain.discard(key)
        self._health.shown(match, discord.utils.utcnow())
        await self.undress(match)
        await self._store.outbox.mark_shown(post, message_id)
        return True

    async def find(self, channel: discord.PartialMessageable, match: Match) -> int | None:
        """The message that shows the match's last event already, if there is one."""
        since = match.events[-1].at - CLOCK_SKEW
        async for message in channel.history(limit=SEARCHED):  # the newest first
            if message.created_at < since:
                break
            if message.author == self._client.user and is_post(message, match):
                return message.id
        return None

    async def send(self, channel: discord.PartialMessageable, match: Match) -> int:
        """Sends the post of the match's last event; returns the message's id."""
        picture = await self._picture(match) if has_board(match) else None
        guild = self._client.get_guild(match.guild)
        called = await self._preferences.pinged(pings(match))
        told = await followers_pinged(self._store, self._preferences, guild, match)
        note = await self._ratings(match)
        alt = picture.alt if picture else None
        message = await channel.send(
            view=compose(match, self._locale(match), alt, told=told, note=note),
            files=files(match, picture),
            nonce=f"{match.id}.{match.events[-1].number}",
            allowed_mentions=discord.AllowedMentions(
                users=called + list(map(discord.Object, told))
            ),
        )
        return message.id

    async def _ratings(self, match: Match) -> Text | None:
        """How the result of a match changed its players' ratings, if it did."""
        if match.status is not Status.OVER or match.outcome is None:
            return None
        changes = await self._store.ratings.changes(match.id)
        if not changes:
            return None
        each = [
            Text(
                "{person} {before} → {after}",
                person=person(change.person),
                before=str(change.before),
                after=str(change.after),
            )
            for change in changes
        ]
        return Text("Ratings: {changes}", changes=joined(each, ", "))

    async def _picture(self, match: Match) -> render.Picture | None:
        """The board; None where it cannot be drawn, so that the match goes on without it."""
        try:
            look = self._preferences.look_of(match.guild)
            return await asyncio.to_thread(draw, match, look=look)
        except Exception:
            log.exception("The board of match %s after %s", match.id, match.position.fen())
            return None

    async def refresh(self, match_id: int) -> None:
        """Brings a card or an offer up to date where it stands, at best."""
        match = await self._store.load(match_id)
        shown = [
            post for post in await self._store.outbox.posts(match_id) if post.message is not None
        ]
        if not shown or shown[-1].message is None or has_board(match):
            return
        channel = self._client.get_partial_messageable(shown[-1].channel, guild_id=match.guild)
        view = compose(match, self._locale(match), None)
        try:
            await channel.get_partial_message(shown[-1].message).edit(view=view)
        except (discord.HTTPException, *FAILING) as error:
            log.info("The last post of match %s stays as it is: %r", match_id, error)

    async def undress(self, match: Match) -> None:
        """Takes the buttons off the posts that the match's last one supersedes, at best."""
        for post in reversed(await self._store.outbox.posts(match.id)):
            if post.event >= match.events[-1].number or post.message is None:
                continue
            earlier = _completed(match, post.event)
            if has_board(earlier) and not has_board(match):
                return
            alt = describe(earlier) if has_board(earlier) else None
            view = compose(earlier, self._locale(match), alt, current=False)
            channel = self._client.get_partial_messageable(post.channel, guild_id=match.guild)
            try:
                await channel.get_partial_message(post.message).edit(view=view)
            except (discord.HTTPException, *FAILING) as error:
                log.info("Buttons stay on post %s of match %s: %r", post.event, match.id, error)
            if has_board(earlier):
                return

    async def _refused(
        self, waiting: Sequence[Post], match: Match, error: discord.HTTPException
    ) -> None:
        """Records that Discord does not take these posts, and tells the players once."""
        log.warning("Posts of match %s are refused: %s", match.id, error)
        for post in waiting:
            await self._store.outbox.mark_refused(post, f"{error.status} {error.code}")
        if any(post.told for post in waiting):
            return
        await self._store.outbox.mark_told(waiting[0])
        text = Text(
            "I cannot post in {channel}, so your match {match} waits. Nothing is lost: it goes on "
            "when I may see and write there again (View Channel, Send Messages, Attach Files), or "
            "where you type /board.",
            channel=f"<#{match.channel}>",
            match=f"#{match.id}",
        )
        for user in sorted(user for user in set(match.people) if user > OPEN):
            try:
                member = await self._client.fetch_user(user)
                await member.send(say(text, self._locale(match)))
            except discord.HTTPException as refusal:
                log.info("Player %s of match %s is not told: %s", user, match.id, refusal)

    def _locale(self, match: Match) -> discord.Locale:
        return self._preferences.locale_of(self._client.get_guild(match.guild))


def _completed(match: Match, event: int) -> Match:
    """The match as the post of an event showed it last: with who took a seat since."""
    while event < len(match.events) and match.events[event].kind in ANSWERS:
        event += 1
    return match.until(event)
