"""The outbox's worker: posts what is saved.

What has to be posted is written to the store in the transaction that made it true, and handed to
the worker. One worker a match posts in order and ticks off, so that after a crash, an outage or a
refusal it goes on where it was. A post that may have been sent without the bot knowing is looked
for in the channel before it is sent again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

import aiohttp
import discord
from discord import ui
from discord.ext import tasks

import render
from cogs.delivery.threads import Threads
from cogs.delivery.together import Held, shows
from cogs.language.catalogues import translate
from cogs.members.names import person
from cogs.members.people import members_of
from cogs.members.preferences import Preferences
from cogs.members.visibility import may_see
from cogs.messages.pictures import describe, draw, has_board
from cogs.messages.posts import compose, files, is_post, pings
from data import DONE, Outgoing, Post, PostState, Store
from engine import Text
from engine.table.match import Match
from engine.table.record import NOWHERE, OPEN, Kind, Status
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

UNCHANGED = frozenset({Kind.START, Kind.REPOST, Kind.REMIND})
"""Events whose post has a board on which nobody has moved."""

ANSWERS = frozenset({Kind.ACCEPT, Kind.JOIN, Kind.LEAVE})
"""Events that change a card where it stands."""

SEARCHED = 1000
"""How many of the channel's messages are searched for a post that may have gone out: at least as
many as people write while the bot is away."""


@dataclass
class Figures:
    """What was measured since the last line of the log about it.

    ``waits`` are the times from a move to the moment its board stood in the channel.
    """

    turns: int = 0
    waits: list[timedelta] = field(default_factory=list)


class Poster:
    """Posts what the store's outbox holds: one worker a match posts in order.

    ``figures`` count what it did, for the operator's log.
    """

    def __init__(self, client: discord.Client, store: Store, preferences: Preferences) -> None:
        self.figures = Figures()
        self._client = client
        self._store = store
        self._preferences = preferences
        self._threads = Threads(client, store, preferences)
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._woken: set[int] = set()
        self._saved: dict[int, Outgoing] = {}
        self._uncertain: set[tuple[int, int]] = set()
        self._held = Held(self.wake)
        self._closing = False

    async def load(self) -> None:
        """Note the posts that an earlier process may have sent, and listen to the store."""
        self._uncertain = {(post.match, post.event) for post in await self._store.outbox.pending()}
        self._store.saved = self.take

    async def start(self) -> None:
        """Post what is waiting, and look again every minute."""
        await self.wake_all()
        self._sweep.start()

    async def close(self) -> None:
        """Finish the posts in hand."""
        self._closing = True
        self._store.saved = None
        self._sweep.cancel()
        self._held.close()
        await asyncio.gather(*self._workers.values(), return_exceptions=True)

    # Workers

    def take(self, outgoing: Outgoing) -> None:
        """Have a match posted that was just saved."""
        self.figures.turns += any(event.kind is Kind.MOVE for event in outgoing.new)
        self._saved[outgoing.match.id] = outgoing
        self.wake(outgoing.match.id)

    def wake(self, match_id: int) -> None:
        """Have the match's worker look into the outbox."""
        if self._closing:
            return
        self._woken.add(match_id)
        if match_id not in self._workers:
            self._workers[match_id] = asyncio.create_task(
                self._work(match_id), name=f"posts of match {match_id}"
            )

    async def wake_all(self) -> None:
        """Wake the worker of every match that has something to post."""
        for match_id in dict.fromkeys(post.match for post in await self._store.outbox.pending()):
            self.wake(match_id)

    async def retry(self, *, guild: int | None = None, channel: int | None = None) -> None:
        """Try again what Discord refused there, because something has changed."""
        for match_id in await self._store.outbox.retry(guild=guild, channel=channel):
            self.wake(match_id)

    @tasks.loop(minutes=1)
    async def _sweep(self) -> None:
        """Post what a lost connection or a failing Discord left behind."""
        await self.wake_all()

    async def _work(self, match_id: int) -> None:
        """Post what a match has to show until nothing more is saved.

        What was saved while the worker was posting does not say yet what it has posted since:
        ``shown`` does.
        """
        shown: dict[int, Post] = {}
        try:
            while match_id in self._woken and not self._closing:
                self._woken.discard(match_id)
                outgoing = self._saved.pop(match_id, None)
                if outgoing is None:
                    outgoing = await self._store.outgoing(match_id)
                posts = {post.event: shown.get(post.event, post) for post in outgoing.posts}
                waiting = [post for post in posts.values() if post.state not in DONE]
                while waiting:
                    done = await self._show(waiting, replace(outgoing, posts=[*posts.values()]))
                    if done is None:
                        break
                    shown[done.event] = posts[done.event] = done
                    del waiting[0]
        except Exception:
            log.exception("Posts of match %s", match_id)
        finally:
            self._woken.discard(match_id)
            del self._workers[match_id]

    async def _show(self, waiting: Sequence[Post], outgoing: Outgoing) -> Post | None:
        """Send the first of the waiting posts; return it as it is then, None if it has to wait."""
        post = waiting[0]
        match = outgoing.match.until(post.event)
        channel = self._channel(post, match)
        key = (post.match, post.event)
        try:
            message_id = await self.find(channel, match) if key in self._uncertain else None
            if message_id is None:
                if len(waiting) > 1 and shows(outgoing.match.until(waiting[1].event), match):
                    self._uncertain.discard(key)
                    await self._store.outbox.mark_joined(post)
                    return replace(post, state=PostState.JOINED)
                if len(waiting) == 1 and self._held.holds(match):
                    self._uncertain.discard(key)
                    self._saved.setdefault(post.match, outgoing)
                    return None
                begins = match.events[-1].kind is Kind.START
                if begins and await self._threads.open(match):
                    return None  # its posts go to the thread now, and were saved anew
                message_id = await self.send(channel, match, outgoing.followers)
        except (discord.Forbidden, discord.NotFound) as error:
            await self._refuse(waiting, match, error)
            return None
        except FAILING as error:
            self._uncertain.add(key)
            log.warning("Post %s of match %s: %r; it is tried again", post.event, post.match, error)
            asyncio.get_running_loop().call_later(RETRIED_AFTER, self.wake, post.match)
            return None
        except discord.HTTPException as error:
            log.exception("Discord does not take post %s of match %s", post.event, post.match)
            await self._refuse(waiting, match, error)
            return None
        self._uncertain.discard(key)
        self._held.let_go(match)
        self._measure(match)
        await self.remove_buttons(match, outgoing.posts)
        await self._store.outbox.mark_shown(post, message_id)
        return replace(post, state=PostState.SHOWN, message=message_id)

    def _measure(self, match: Match) -> None:
        """Note how long the board of a move took.

        A message or interaction has Discord's time, which may be ahead of ours.
        """
        last = match.events[-1]
        if last.kind is Kind.MOVE:
            self.figures.waits.append(max(discord.utils.utcnow() - last.at, timedelta()))

    # Messages

    async def find(self, channel: discord.PartialMessageable, match: Match) -> int | None:
        """Return the id of the message that shows the match's last event, if there is one."""
        since = match.events[-1].at - CLOCK_SKEW
        async for message in channel.history(limit=SEARCHED):  # the newest first
            if message.created_at < since:
                break
            if message.author == self._client.user and is_post(message, match):
                return message.id
        return None

    async def send(
        self,
        channel: discord.PartialMessageable,
        match: Match,
        followers: Mapping[int, bool],
    ) -> int:
        """Send the post of the match's last event; return the message's id."""
        picture = await self._picture(match) if has_board(match) else None
        players = await self._preferences.pinged(pings(match))
        followers_pinged = await self._followers_pinged(match, followers)
        note = await self._ratings(match)
        alt = picture.alt if picture else None
        locale = self._locale(match)
        message = await channel.send(
            view=compose(match, locale, alt, followers=followers_pinged, note=note),
            files=files(match, picture),
            nonce=f"{match.id}.{match.events[-1].number}",
            allowed_mentions=discord.AllowedMentions(
                users=players + list(map(discord.Object, followers_pinged))
            ),
        )
        return message.id

    async def _followers_pinged(self, match: Match, followers: Mapping[int, bool]) -> list[int]:
        """Return the followers whom the post of the match's last event pings.

        The end of a match pings all of its followers, a turn those who asked for each turn. A
        follower is left out who plays in the match, wants no pings, has left the server, or may
        not see the channel.
        """
        ended = bool(match.line) and match.status is Status.OVER
        if not ended and (not has_board(match) or match.events[-1].kind in UNCHANGED):
            return []
        asked = [who for who, turns in followers.items() if turns or ended]
        wanted = [
            who.id for who in await self._preferences.pinged(asked) if who.id not in match.people
        ]
        guild = self._client.get_guild(match.guild)
        if guild is None or not wanted:
            return []
        members = await members_of(guild, wanted)
        return [
            who
            for who in wanted
            if who in members and await may_see(self._store, members[who], match)
        ]

    async def _ratings(self, match: Match) -> Text | None:
        """Return how the result of a match changed its players' ratings, None if it did not."""
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
        """Return the board, None if drawing it fails: the match goes on without a picture."""
        try:
            if match.guild == NOWHERE:
                look = await self._preferences.look_for(match.host, match.guild)
                side = next(iter(match.seats_of(match.host)), 0) if look.own_side else 0
                return await asyncio.to_thread(draw, match, look=look, side=side)
            look = self._preferences.look_of(match.guild)
            return await asyncio.to_thread(draw, match, look=look)
        except Exception:
            log.exception("The board of match %s after %s", match.id, match.position.fen())
            return None

    async def refresh(self, match_id: int) -> None:
        """Bring the card or the offer up to date that a match's last post is, at best."""
        outgoing = await self._store.outgoing(match_id)
        match = outgoing.match
        sent = [post for post in outgoing.posts if post.message is not None]
        if sent and not has_board(match):
            await self._edit(sent[-1], match, compose(match, self._locale(match), None))

    async def remove_buttons(self, match: Match, posts: Sequence[Post]) -> None:
        """Remove the buttons of the posts that the match's last one takes the place of, at best."""
        for post in reversed(posts):
            if post.event >= match.events[-1].number or post.message is None:
                continue
            earlier = _completed(match, post.event)
            if has_board(earlier) and not has_board(match):
                return
            alt = describe(earlier) if has_board(earlier) else None
            view = compose(earlier, self._locale(match), alt, current=False)
            await self._edit(post, match, view)
            if has_board(earlier):
                return

    async def _edit(self, post: Post, match: Match, view: ui.LayoutView) -> None:
        """Edit the message that shows a post; if Discord does not let us, it stays as it is."""
        if post.message is None:
            return
        try:
            await self._channel(post, match).get_partial_message(post.message).edit(view=view)
        except (discord.HTTPException, *FAILING) as error:
            log.info("Post %s of match %s is not edited: %r", post.event, match.id, error)

    async def _refuse(
        self, waiting: Sequence[Post], match: Match, error: discord.HTTPException
    ) -> None:
        """Record that Discord refuses these posts, and tell the players once."""
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
                await member.send(translate(text, self._locale(match)))
            except discord.HTTPException as refusal:
                log.info("Player %s of match %s is not told: %s", user, match.id, refusal)

    def _channel(self, post: Post, match: Match) -> discord.PartialMessageable:
        guild = None if match.guild == NOWHERE else match.guild
        return self._client.get_partial_messageable(post.channel, guild_id=guild)

    def _locale(self, match: Match) -> discord.Locale:
        return self._preferences.locale_of(self._client.get_guild(match.guild), match.host)


def _completed(match: Match, event: int) -> Match:
    """Return the match as the post of an event showed it last: with who took a seat since."""
    while event < len(match.events) and match.events[event].kind in ANSWERS:
        event += 1
    return match.until(event)
