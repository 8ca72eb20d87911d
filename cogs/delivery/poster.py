"""The outbox's worker: sends the posts of saved events.

A post is written to the store in the transaction that saved its event, and handed to the worker.
The worker sends the posts of each match in order and ticks them off, so that after a crash, an
outage or a refusal it goes on where it was. A post that may already have been sent is looked for in
the channel before it is sent again.

The post of a person's turn waits a moment for a computer's answer, so that one post shows both. If
the answer takes longer, the person's turn is shown first; the post says that the computer is
thinking.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Final

import discord

from cogs.delivery.earlier_posts import EarlierPosts
from cogs.delivery.edits import Edits, KeptFiles
from cogs.delivery.live_posts import LivePosts
from cogs.delivery.match_messages import (
    FAILING,
    CommandAnswers,
    MatchMessages,
    ShownMessages,
    shows_board,
)
from cogs.delivery.post_contents import CrowdPosts, PostContents
from cogs.delivery.threads import ServerUnknown, Threads
from cogs.language.catalogues import translate
from cogs.members.preferences import Preferences
from cogs.messages.layouts import has_board
from cogs.timekeeping.discord_clock import DiscordClock
from cogs.timekeeping.keyed_worker import FIRST_PAUSE, KeyedWorker, NotNow, Rest
from cogs.timekeeping.loops import Loop
from cogs.timekeeping.paces import Paces
from data import DONE, Outgoing, Post, PostState, Signal, Spans, Store, UnknownMatch
from engine import Text
from engine.table.duties import Task
from engine.table.match import Match
from engine.table.record import ANSWERS, NOWHERE, OPEN, Kind, Status, is_computer

log = logging.getLogger(__name__)

SWEPT_EVERY = timedelta(minutes=1)
"""The pause between looks for posts left behind by a lost connection or a failing Discord."""

FINISHED_WITHIN = 10.0
"""The most seconds to wait for posts before the bot leaves a server."""

LONGEST_PAUSE: Final = 60.0
"""The longest pause, in seconds, until a failed post is tried again."""

WAITS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
"""The bounds, in seconds, of the histogram of waits for boards."""

LOOKS: Final = 30
"""The most checks before other work goes on, however much is played."""


@dataclass
class Figures:
    """The figures measured since the last line of the log about them.

    ``waits`` are the times from each move until its board stood in the channel.
    """

    turns: int = 0
    waits: list[timedelta] = field(default_factory=list)


class Poster:
    """Sends the posts in the store's outbox, those of each match in order.

    ``figures`` are for the operator's log. ``turns`` counts the turns since the start, and
    ``boards`` is the histogram of the waits for their boards. ``answers`` are the answers to slash
    commands that a post may give. ``live`` edits boards while additions to them change; ``crowds``
    returns the cog that makes these additions. ``shown`` signals a match whenever a post of it has
    been shown.
    """

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        preferences: Preferences,
        clock: DiscordClock,
        paces: Paces,
        *,
        crowds: Callable[[], CrowdPosts],
        replies_are_read: bool,
    ) -> None:
        self.figures = Figures()
        self.turns = 0
        self.shown = Signal[Match]()
        self.boards = Spans(*WAITS)
        self._client = client
        self._store = store
        self._preferences = preferences
        self._clock = clock
        self._sweep = Loop(self.wake_all, SWEPT_EVERY)
        self._threads = Threads(client, store, preferences)
        self._crowds, self._paces = crowds, paces
        self._contents = PostContents(client, store, preferences, self._threads, crowds)
        files, self._edits = KeptFiles(), Edits(clock.elapsed, paces)
        self._messages = MatchMessages(
            client,
            preferences,
            self._contents,
            CommandAnswers(paces, readable=replies_are_read),
            files=files,
            edits=self._edits,
        )
        self.answers = self._messages.answers
        self._earlier = EarlierPosts(
            client,
            store,
            preferences,
            self._contents,
            files=files,
            edits=self._edits,
            clock=clock,
            paces=paces,
        )
        self.live = LivePosts(client, store, self._contents, files=files, edits=self._edits)
        self._worker = KeyedWorker(
            "posts of match", self._work, clock.elapsed, longest=LONGEST_PAUSE
        )
        self._expected = 0
        self._saved: dict[int, Outgoing] = {}
        self._posted: dict[int, dict[int, Post]] = {}
        """The posts, by match and event, that a state saved while they were sent does not have."""
        self._hidden: set[int] = set()
        """The matches hidden since the start: states saved earlier may not show that."""
        self._uncertain: set[tuple[int, int]] = set()
        self._held: dict[int, float] = {}
        """Monotonic seconds until which the last posts of matches wait for a computer."""
        self._awaiting: defaultdict[int, set[int]] = defaultdict(set)

    def take_figures(self) -> Figures:
        """Return the figures measured since the last call."""
        taken, self.figures = self.figures, Figures()
        return taken

    async def load(self) -> None:
        """Load the posts that an earlier process left unfinished, and listen to the store."""
        await self._messages.load(self._store)
        await self._earlier.load()
        self._uncertain = {(post.match, post.event) for post in await self._store.outbox.pending()}
        self._store.saving.connect(self.prepare)
        self._store.saved.connect(self.take)

    async def start(self) -> None:
        """Send waiting posts, and then look every minute for those left behind."""
        await self.wake_all()
        self._earlier.start()
        self._sweep.start()

    async def close(self) -> None:
        """Finish the posts that are being sent."""
        self._store.saving.disconnect(self.prepare)
        self._store.saved.disconnect(self.take)
        self._sweep.cancel()
        await self._worker.close()
        await self._edits.close()
        await self._earlier.close()

    # The worker

    def prepare(self, match: Match, undo: list[Callable[[], None]]) -> None:
        """Draw the board of a match while the match is saved; add the undoing call to ``undo``.

        Nothing is sent before the match is saved. A turn that a computer is about to answer is not
        drawn, since one post shows both.
        """
        if not awaits_computer(match):
            undo.append(self._contents.prepare(match))

    def take(self, outgoing: Outgoing) -> None:
        """Count the turn of a match that was just saved, and begin to send its posts."""
        moved = any(event.kind is Kind.MOVE for event in outgoing.new)
        self.figures.turns += moved
        self.turns += moved
        self.answers.expect(outgoing)
        self._saved[outgoing.match.id] = outgoing
        self._worker.wake_anew(outgoing.match.id)

    def wake(self, match_id: int) -> None:
        """Begin to send the posts of a match that wait in the outbox."""
        self._worker.wake(match_id)

    async def wake_all(self) -> None:
        """Begin to send the posts of every match that has any in the outbox."""
        for match_id in dict.fromkeys(post.match for post in await self._store.outbox.pending()):
            self.wake(match_id)

    @contextmanager
    def expected(self) -> Iterator[None]:
        """Make other work give way already during the block, which may result in a post."""
        self._expected += 1
        try:
            yield
        finally:
            self._expected -= 1

    async def give_way(self) -> None:
        """Wait while a turn is being handled, from its message to its post, but not for long.

        Work that nobody waits for calls this before each of its small steps.
        """
        for _ in range(LOOKS):
            if not self._worker.is_working and not self._expected:
                return
            await asyncio.sleep(self._paces.looked_every)

    async def finish(self) -> None:
        """Wait until the posts being sent are finished, ``FINISHED_WITHIN`` seconds at most."""
        await self._worker.finish(FINISHED_WITHIN)

    async def retry(self, *, guild: int | None = None, channel: int | None = None) -> None:
        """Retry the posts and edits that wait on a server or in a channel that has changed."""
        for match_id in self._awaiting.pop(guild or NOWHERE, ()):
            self._worker.wake_anew(match_id)
        for match_id in await self._store.outbox.retry(guild=guild, channel=channel):
            self._worker.wake_anew(match_id)
        await self._earlier.retry_in(guild=guild, channel=channel)

    async def _work(self, match_id: int) -> Rest:
        """Send the posts of a match as last saved.

        If the match was saved while its posts were being sent, that state lacks them: ``_posted``
        has them.
        """
        posted = self._posted.pop(match_id, {})
        try:
            outgoing = self._saved.pop(match_id, None)
            if outgoing is None:
                outgoing = await self._store.outgoing(match_id)
            if self._store.shards.have(outgoing.match.guild):  # else another process posts it
                await self._post(outgoing, posted)
        except UnknownMatch:
            log.info("Match %s was deleted before all of it was posted", match_id)
        finally:
            if match_id in self._saved:
                self._posted[match_id] = posted
        return Rest()

    async def _post(self, outgoing: Outgoing, posted: dict[int, Post]) -> None:
        """Send the waiting posts in order until one has to wait; add them to ``posted``."""
        posts = {post.event: posted.get(post.event, post) for post in outgoing.posts}
        waiting = [post for post in posts.values() if post.state not in DONE]
        joined: list[Post] = []
        while waiting:
            outgoing = replace(outgoing, posts=[*posts.values()])
            try:
                done = await self._show(waiting, outgoing, joined)
            finally:
                self.answers.close(waiting[0])
            if done is None:
                return
            if done:
                joined.clear()
            for post in done:
                posted[post.event] = posts[post.event] = post
            del waiting[0]

    async def _show(
        self, waiting: Sequence[Post], outgoing: Outgoing, joined: list[Post]
    ) -> Sequence[Post] | None:
        """Send the first of the waiting posts; return the posts that are done.

        Return None if the post has to wait. If the next post shows its content, too, the post is
        added to ``joined``, to be done with the next post, and no post is returned. Raises NotNow
        if Discord cannot be reached, or fails.
        """
        post = waiting[0]
        match = outgoing.match.until(post.event)
        key = (post.match, post.event)
        again = key in self._uncertain
        try:
            if match.events[-1].kind in ANSWERS and await self._answered(match, outgoing):
                self._uncertain.discard(key)
                await self._store.outbox.mark_joined([*joined, post])
                return _joined(*joined, post)
            shown = await self._messages.found(match, outgoing, post) if again else None
            if shown is None:
                sent = await self._send(waiting, outgoing, joined, again=again)
                if not sent:
                    return sent
                shown = sent
        except ServerUnknown:
            log.info("Match %s waits for server %s before it begins", match.id, match.guild)
            self._awaiting[match.guild].add(match.id)
            return None
        except (discord.Forbidden, discord.NotFound) as error:
            await self._refuse([*joined, *waiting], match, error)
            return None
        except FAILING as error:
            self._uncertain.add(key)
            log.warning("Post %s of match %s: %r; it is tried again", post.event, post.match, error)
            raise NotNow(FIRST_PAUSE) from error
        except discord.HTTPException as error:
            log.exception("Discord does not take post %s of match %s", post.event, post.match)
            await self._refuse([*joined, *waiting], match, error)
            return None
        self._uncertain.add(key)
        if outgoing.match.hidden is not None or post.match in self._hidden:
            async with self._store.match(post.match) as table:
                table.match = table.match.reveal(now=self._clock.now())
            self._hidden.discard(post.match)
        self._held.pop(match.id, None)
        self._measure(match)
        await self._store.outbox.mark_shown(post, shown.post, call=shown.call, joined=joined)
        self._uncertain.discard(key)
        self._earlier.retire(match, outgoing.posts, shown)
        self.shown(match)
        post = replace(post, state=PostState.SHOWN, message=shown.post, call=shown.call)
        return [*_joined(*joined), post]

    async def _send(
        self, waiting: Sequence[Post], outgoing: Outgoing, joined: list[Post], *, again: bool
    ) -> ShownMessages | tuple[()] | None:
        """Send the first of the waiting posts; return its messages, None if it has to wait.

        If a later post shows its content, too, add the post to ``joined`` and return an empty
        tuple. A board that a later post would fold or remove at once is sent as a line, or not at
        all. But if players were told that Discord refused it, it is sent in full: it shows whether
        Discord refuses the later posts, too.
        """
        post, *later = waiting
        match = outgoing.match.until(post.event)
        key = (post.match, post.event)
        if later and shows_turn_too(outgoing.match.until(later[0].event), match):
            self._uncertain.discard(key)
            joined.append(post)
            return ()
        together = self._crowds().held_for(match) if match.crowds else self._paces.together
        if not later and self._is_held(match, together):
            self._uncertain.discard(key)
            self._saved.setdefault(post.match, outgoing)
            return None
        heading = partial(self._messages.heading, match, again=again)
        if match.events[-1].kind is Kind.START and await self._threads.open(match, heading):
            return None  # its posts go to the thread now, and were saved anew
        is_last = not any(shows_board(outgoing.match, one) for one in later)
        if is_last or post.told or not has_board(match):
            return await self._messages.show(match, outgoing, post, again=again)
        if self._earlier.is_removed(match):
            self._uncertain.discard(key)
            joined.append(post)
            return ()
        line = await self._earlier.line(match)
        if line is None:
            return await self._messages.show(match, outgoing, post, again=again)
        return await self._messages.show_line(match, post, line)

    def _is_held(self, match: Match, seconds: float) -> bool:
        """Return whether the post of a match's last event has to wait, ``seconds`` at most."""
        if not awaits_computer(match):
            return False
        until = self._held.setdefault(match.id, self._clock.elapsed() + seconds)
        left = until - self._clock.elapsed()
        if left > 0:
            self._worker.wake(match.id, left)
        return left > 0

    async def _answered(self, match: Match, outgoing: Outgoing) -> bool:
        """Write an answer into the posts of its offer; return whether it needs no other post.

        An agreement needs none while others have still to answer. A refusal needs one if the posts
        of the offer cannot be edited.
        """
        written = await self._earlier.answer(match, outgoing.posts)
        return written or match.events[-1].kind is Kind.AGREE

    def _measure(self, match: Match) -> None:
        """Note the time from a move to its board, if the match's last event is a move."""
        last = match.events[-1]
        if last.kind is Kind.MOVE:
            wait = max(self._clock.now() - last.at, timedelta())
            self.figures.waits.append(wait)
            self.boards.add(wait.total_seconds())

    async def refresh(self, match_id: int) -> None:
        """Try to update the card of a challenge, or the board of a set-up."""
        outgoing = await self._store.outgoing(match_id)
        if self._store.shards.have(outgoing.match.guild):
            self._earlier.refresh(outgoing)

    async def _refuse(
        self, waiting: Sequence[Post], match: Match, error: discord.HTTPException
    ) -> None:
        """Record that Discord refuses these posts, stop the match's time, and tell players once."""
        log.warning("Posts of match %s are refused: %s", match.id, error)
        async with self._store.match(match.id) as table:
            table.match = table.match.hide(waiting[-1].event, now=self._clock.now())
        self._hidden.add(match.id)
        is_over = table.match.status is Status.OVER
        is_waiting = table.match.hidden is not None or is_over
        for post in waiting:
            await self._store.outbox.mark_refused(post, f"{error.status} {error.code}")
        if not is_waiting or await self._is_told(match.id, waiting):
            return
        await self._store.outbox.mark_told(waiting[0])
        channel, number = f"<#{match.channel}>", f"#{match.id}"
        text = Text(
            "I cannot post in {channel}, so your match {match} waits. Nothing is lost: it goes on "
            "when I may see and write there again (View Channel, Send Messages, Attach Files), or "
            "where you type /match board.",
            channel=channel,
            match=number,
        )
        if is_over:
            text = Text(
                "I cannot post in {channel}, so the result of your match {match} is not shown "
                "there until I may see and write there again; `/history` has it.",
                channel=channel,
                match=number,
            )
        for user in sorted(user for user in set(match.people) if user > OPEN):
            try:
                place = await self._client.create_dm(discord.Object(user))
                usual = self._contents.locale(match)
                locale = await self._preferences.locale_for_person(user, usual)
                await place.send(translate(text, locale))
            except discord.HTTPException as refusal:
                log.info("Player %s of match %s is not told: %s", user, match.id, refusal)

    async def _is_told(self, match: int, waiting: Sequence[Post]) -> bool:
        """Return whether the players were told that Discord refuses one of these posts.

        The posts are read again, since the match may have been saved meanwhile.
        """
        numbers = {post.event for post in waiting}
        known = await self._store.outbox.posts(match)
        return any(post.told for post in known if post.event in numbers)


def _joined(*posts: Post) -> list[Post]:
    """Return the posts, marked as joined: a later post shows their content, too."""
    return [replace(post, state=PostState.JOINED) for post in posts]


def shows_turn_too(later: Match, match: Match) -> bool:
    """Return whether the post of ``later``, a later state of ``match``, shows its last event, too.

    A later post shows a turn that a computer has answered, an offer that a computer has answered,
    and a computer's offer made with its move.
    """
    last = match.events[-1]
    if last.kind is Kind.OFFER:
        if later.offer and later.offer.number == last.number and is_computer(last.person or 0):
            return True
        return match.duty is not None and match.duty.task is Task.ANSWER and later.offer is None
    return _is_turn(match) and any(event == last for turn in later.exchange for event in turn)


def awaits_computer(match: Match) -> bool:
    """Return whether a computer is about to answer, so that one post can show both."""
    duty = match.duty
    if duty is None:
        return False
    if duty.task is Task.ANSWER:
        return match.events[-1].kind is Kind.OFFER and match.events[-1].person is not None
    seats = enumerate(match.position.seats)
    people = any(seat.active and not match.is_computers(number) for number, seat in seats)
    return duty.task is Task.MOVE and people and _is_turn(match)


def _is_turn(match: Match) -> bool:
    """Return whether the last event is a move that did not set up pieces."""
    return bool(match.turns) and match.turns[-1] == match.events[-1]
