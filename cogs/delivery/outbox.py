"""The outbox: bulletins are sent as stored, those about one thing in order, each once.

A bulletin is stored with its cause, sent, and ticked off. A bulletin that may already have been
sent is looked for in its channel first. A bulletin that Discord refuses for good is recorded as
refused, and retried when something has changed there; after other failures, it is retried soon.
Each activity provides an ``Author``.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

import discord
from discord.abc import Messageable

from cogs.delivery.marked_posts import MarkedPosts, Part
from cogs.delivery.match_messages import FAILING, SERVERS_FAULT
from cogs.members.preferences import Preferences
from cogs.timekeeping.discord_clock import DiscordClock
from cogs.timekeeping.keyed_worker import DONE, FIRST_PAUSE, KeyedWorker, NotNow, Rest
from cogs.timekeeping.loops import Loop
from data import Bulletin, Store

log = logging.getLogger(__name__)

SWEPT_EVERY = timedelta(minutes=1)
"""The pause between looks for bulletins left behind by an outage or another process."""

TOO_MANY: Final = 429
"""The status of a request that exceeds a limit; this error passes by itself."""


class Thing(NamedTuple):
    """The subject of bulletins: its kind, and its id in ``about``."""

    kind: str
    about: int

    def __str__(self) -> str:
        """Return the thing's name for the log."""
        return f"{self.kind} {self.about}"


class Place(NamedTuple):
    """A channel of a server."""

    guild: int
    channel: int


class Author:
    """An activity whose bulletins the outbox sends: those about the things of a ``kind``."""

    kind: str

    async def place_of(self, about: int) -> Place | None:
        """Return the channel of a thing; None if the thing does not exist."""
        raise NotImplementedError  # each activity has its own

    async def compose(self, bulletin: Bulletin, locale: discord.Locale) -> Sequence[Part]:
        """Return the messages of a bulletin, none if it needs no post.

        Raises NotNow if it has to wait.
        """
        raise NotImplementedError  # each activity has its own

    async def begin(self, about: int) -> None:
        """Prepare for the bulletins about a thing. Raises Discord's errors."""

    async def finish(self, about: int) -> float | None:
        """Do what follows the bulletins; return the seconds until that is due again, or None.

        Raises Discord's errors.
        """
        return None

    async def note(self, bulletin: Bulletin, message: int) -> None:
        """Note the first message of a bulletin before the bulletin is ticked off.

        This may be called again for the same bulletin.
        """

    async def refused(self, about: int, error: discord.HTTPException) -> None:
        """Note that Discord refuses everything about a thing, until something changes there."""

    def ask_again(self, about: int) -> None:
        """Note that something has changed where posts about a thing were refused."""

    async def behind(self) -> Collection[int]:
        """Return the ids of the things that need another post besides bulletins."""
        return ()


class Outbox:
    """Sends all bulletins. ``marked`` sends and finds their messages."""

    def __init__(
        self, client: discord.Client, store: Store, preferences: Preferences, clock: DiscordClock
    ) -> None:
        self.marked = MarkedPosts(client, store, preferences, clock)
        self._client, self._store, self._preferences = client, store, preferences
        self._authors: dict[str, Author] = {}
        self._uncertain: set[tuple[Thing, int]] = set()
        """The bulletins that may already have been sent: their things and numbers."""
        self._refused: dict[Thing, Place] = {}
        """The things whose channel accepts no posts at present."""
        self._worker = KeyedWorker("bulletins about", self._work, clock.elapsed)
        self._sweep = Loop(self.wake_all, SWEPT_EVERY)

    def add(self, author: Author) -> None:
        """Send the bulletins of an activity, too.

        Messages are named by the first letter of the activity's kind. Raises ValueError if another
        kind begins with that letter.
        """
        for kind in self._authors.keys() - {author.kind}:
            if kind[0] == author.kind[0]:
                raise ValueError(f"messages of {author.kind} would have the names of {kind}'s")
        self._authors[author.kind] = author

    async def load(self) -> None:
        """Note which bulletins an earlier process may have sent."""
        await self.marked.load()
        pending = await self._store.bulletins.pending()
        self._uncertain = {(_thing(one), one.number) for one in pending}

    async def start(self) -> None:
        """Send waiting bulletins, and then look every minute for those left behind."""
        await self.wake_all()
        self._sweep.start()

    async def close(self) -> None:
        """Finish the bulletins that are being sent."""
        self._sweep.cancel()
        await self._worker.close()

    @property
    def is_busy(self) -> bool:
        """Whether bulletins are being sent, or will be soon."""
        return self._worker.is_busy

    def wake(self, kind: str, about: int) -> None:
        """Begin to send everything due about a thing."""
        self._worker.wake(Thing(kind, about))

    async def wake_all(self) -> None:
        """Begin to send everything that waits, except where Discord refuses posts."""
        waiting = {_thing(one) for one in await self._store.bulletins.pending()}
        for author in self._authors.values():
            waiting |= {Thing(author.kind, about) for about in await author.behind()}
        for thing in sorted(waiting - self._refused.keys()):
            self._worker.wake(thing)

    def ask_again(self, kind: str, about: int) -> None:
        """Begin to send everything about a thing, also if refused: something has changed there."""
        thing = Thing(kind, about)
        self._refused.pop(thing, None)
        if kind in self._authors:
            self._authors[kind].ask_again(about)
        self._worker.wake_anew(thing)

    async def retry(self, *, guild: int | None = None, channel: int | None = None) -> None:
        """Retry the bulletins refused on a server or in a channel that has changed."""
        again = {
            Thing(*one) for one in await self._store.bulletins.retry(guild=guild, channel=channel)
        }
        for thing, place in self._refused.items():
            if guild == place.guild or channel == place.channel:
                again.add(thing)
        for thing in sorted(again):
            self.ask_again(*thing)

    async def _work(self, thing: Thing) -> Rest:
        """Send everything due about a thing."""
        author = self._authors.get(thing.kind)
        place = await author.place_of(thing.about) if author is not None else None
        if author is None or place is None or not self._takes(thing, place):
            return DONE
        try:
            return Rest(again=await self._send_all(author, thing))
        except FAILING as error:
            log.info("Bulletins about %s: %r; they are tried again", thing, error)
            raise NotNow(FIRST_PAUSE) from error
        except discord.HTTPException as error:
            log.warning("Discord takes no bulletins about %s: %s", thing, error)
            if error.status >= SERVERS_FAULT or error.status == TOO_MANY:
                raise NotNow(FIRST_PAUSE) from error
            self._refused[thing] = place
            await author.refused(thing.about, error)
        return DONE

    def _takes(self, thing: Thing, place: Place) -> bool:
        """Return whether the channel of a thing is believed to accept posts."""
        guild = self._client.get_guild(place.guild)
        if guild is None or guild.unavailable or not self._store.shards.have(guild.id):
            return False
        if thing in self._refused and self._refused[thing] != place:
            del self._refused[thing]
        return thing not in self._refused

    async def _send_all(self, author: Author, thing: Thing) -> float | None:
        """Send the waiting bulletins about a thing, between its author's first and last steps.

        Return the seconds until this is due again, None for never.
        """
        await author.begin(thing.about)
        for bulletin in await self._store.bulletins.waiting(*thing):
            await self._send(author, bulletin)
        return await author.finish(thing.about)

    async def _send(self, author: Author, bulletin: Bulletin) -> None:
        """Send a bulletin, and tick it off. Raises Discord's errors for its channel."""
        box = self._store.bulletins
        try:
            message = await self._find_or_send(author, bulletin)
        except (discord.Forbidden, discord.NotFound) as error:
            await box.mark_refused(bulletin, f"{error.status} {error.code}")
            if bulletin.person is None:
                raise
            return  # they take no private messages
        if message is None:
            await box.mark_joined(bulletin)
        else:
            await author.note(bulletin, message)
            await box.mark_shown(bulletin, message)
        self._uncertain.discard((_thing(bulletin), bulletin.number))

    async def _find_or_send(self, author: Author, bulletin: Bulletin) -> int | None:
        """Send a bulletin, unless it is already there; return the id of its first message.

        Return None if the bulletin needs no post and has none. Raises Discord's errors.
        """
        key = _thing(bulletin), bulletin.number
        again = key in self._uncertain
        place, locale = await self._place(bulletin)
        parts = await author.compose(bulletin, locale)
        if not parts and again:  # sent while it was needed
            found = await self.marked.find(place, _name(bulletin, 0), bulletin.since)
            return found.id if found is not None else None
        self._uncertain.add(key)
        first = None
        for number, part in enumerate(parts):
            name = _name(bulletin, number)
            found = await self.marked.find(place, name, bulletin.since) if again else None
            sent = found or await self.marked.send(place, name, part)
            first = first or sent.id
        return first

    async def _place(self, bulletin: Bulletin) -> tuple[Messageable, discord.Locale]:
        """Return a bulletin's destination and its language. Raises Discord's errors."""
        client, guild = self._client, bulletin.guild
        usual = self._preferences.locale_of(client.get_guild(guild))
        if bulletin.person is None:
            return client.get_partial_messageable(bulletin.channel, guild_id=guild), usual
        locale = await self._preferences.locale_for_person(bulletin.person, usual)
        return await client.create_dm(discord.Object(bulletin.person)), locale


def _thing(bulletin: Bulletin) -> Thing:
    return Thing(bulletin.kind, bulletin.about)


def _name(bulletin: Bulletin, part: int) -> str:
    """Return the name that identifies a message of a bulletin."""
    name = f"{bulletin.kind[0]}{bulletin.about:x}.{bulletin.number:x}"
    return f"{name}.{part}" if part else name
