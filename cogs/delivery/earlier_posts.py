"""Earlier posts of a match: folded, changed or removed when a later one replaces them.

They are edited in parallel with new posts. An edit that Discord refuses is noted in the store, so
that it is still made after a restart.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial

import discord
from discord import ui

from cogs.delivery.edits import Edits, KeptFiles
from cogs.delivery.match_messages import FAILING, ShownMessages, channel_of, shows_board
from cogs.delivery.post_contents import PostContents
from cogs.delivery.standing_posts import EditedPost, StandingPosts
from cogs.members.preferences import Preferences
from cogs.messages.layouts import Addition, components_of, describe, has_board
from cogs.messages.match_posts import compose, folded
from cogs.messages.offer_texts import is_answered
from cogs.timekeeping.discord_clock import DiscordClock
from cogs.timekeeping.keyed_worker import DONE, FIRST_PAUSE, KeyedWorker, Rest
from cogs.timekeeping.paces import Paces
from data import Outgoing, Post, PostState, Store, UnknownMatch
from engine.table.match import Match
from engine.table.record import Kind, Status

log = logging.getLogger(__name__)

ON_A_CARD = frozenset({Kind.ACCEPT, Kind.JOIN, Kind.LEAVE})
"""Events that change a card, but have no post of their own."""

LEFT_WITHIN = timedelta(minutes=2)
"""The time before the newest post within which posts may have left earlier ones unedited.

No edit waits longer for a rate limit when the bot ends.
"""


class EarlierPosts:
    """Folds, changes and removes earlier posts."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        preferences: Preferences,
        contents: PostContents,
        *,
        files: KeptFiles,
        edits: Edits,
        clock: DiscordClock,
        paces: Paces,
    ) -> None:
        self._client = client
        self._store = store
        self._preferences = preferences
        self._contents = contents
        self._files = files
        self._edits = edits
        self._left: set[tuple[int, int]] = set()
        """The posts still waiting for an edit."""
        self._posts = StandingPosts[tuple[int, int]]("earlier post", client, clock, paces)
        self._worker = KeyedWorker("earlier post", self._edit_again, clock.elapsed)
        self._lines: set[tuple[int, int]] = set()

    async def load(self) -> None:
        """Note the posts that an earlier process has, or may have, left unedited."""
        left: list[Post] = []
        latest = await self._store.outbox.latest(LEFT_WITHIN)
        for match_id, recent in itertools.groupby(latest, lambda post: post.match):
            outgoing = await self._store.outgoing(match_id)
            for post in recent:
                if post.message is not None and post.stands:
                    match = outgoing.match.until(post.event)
                    shown = ShownMessages(post.message, post.call)
                    left += _replaced(match, outgoing.posts, shown)
        await self._store.outbox.mark_stale([post for post in left if post.stands])
        stale = await self._store.outbox.stale()
        self._left = {_key(post) for post in [*left, *stale]}

    def start(self) -> None:
        """Edit the posts that an earlier process has left unedited."""
        for key in self._left:
            self._worker.wake(key)

    async def close(self) -> None:
        """Stop editing; the bot's next start makes the remaining edits."""
        await self._worker.close()

    async def retry_in(self, *, guild: int | None, channel: int | None) -> None:
        """Retry the edits that Discord refused on a server or in a channel that has changed."""
        if self._left:
            stale = await self._store.outbox.stale(guild=guild, channel=channel)
            again = self._left.intersection(map(_key, stale))
            self._posts.ask_again(again.__contains__)
            for key in again:
                self._worker.wake_anew(key)

    async def _edit_again(self, key: tuple[int, int]) -> Rest:
        """Edit a post that was left unchanged."""
        match_id, event = key
        with suppress(UnknownMatch):
            outgoing = await self._store.outgoing(match_id)
            current = _refreshable(outgoing)
            for post in (post for post in outgoing.posts if post.event == event):
                is_current = post == current
                edit = self._edit(EarlierPost(self, post, outgoing.match, is_current=is_current))
                if edit is not None:
                    is_done = await edit
                    return DONE if is_done else Rest(again=self._posts.wait_of(key) or FIRST_PAUSE)
        self._left.discard(key)
        return DONE

    def retire(self, match: Match, posts: Sequence[Post], shown: ShownMessages) -> None:
        """Fold the earlier posts that the post of the last event replaces.

        Calls for actions already done are removed.
        """
        for post in _replaced(match, posts, shown):
            if _key(post) in self._lines:
                self._lines.discard(_key(post))
            else:
                self._posts.forget(_key(post))
                self._edit(EarlierPost(self, post, match))

    def refresh(self, outgoing: Outgoing) -> None:
        """Update the card of a challenge, or the board of a set-up."""
        post = _refreshable(outgoing)
        if post is not None:
            self._edit(EarlierPost(self, post, outgoing.match, is_current=True))

    def _edit(self, edited: EarlierPost) -> asyncio.Future[bool] | None:
        """Queue the edit of a post and return its future; None if the post has no message."""
        if edited.message is None:
            return None
        edit = partial(self._bring_up_to_date, edited)
        return self._edits.put(edited.post.channel, edited.message, edit)

    async def _bring_up_to_date(self, edited: EarlierPost) -> bool:
        """Edit a post; return whether that is done. If not, store that the edit is owed."""
        post, key = edited.post, _key(edited.post)
        wait = await self._posts.try_to_show(key, edited)
        if wait:
            self._left.add(key)
            self._worker.wake(key, wait)
            if post.stands:
                await self._store.outbox.mark_stale([post])
            return False
        if key in self._left or post.state is PostState.STALE:
            self._left.discard(key)
            self._worker.forget(key)
            await self._store.outbox.mark_settled([post])
        if not edited.is_current:
            self._posts.forget(key)
        return True

    async def content_of(self, edited: EarlierPost) -> ui.LayoutView | None:
        """Return the new content of a post, None if its message is to be removed."""
        post, match = edited.post, edited.match
        if not edited.is_current:
            earlier = _completed(match, post.event)
            return None if self.is_removed(earlier) else await self._superseded(earlier, match)
        shown = match.until(post.event) if match.line else match
        return compose(
            shown,
            self._contents.locale(match),
            describe(shown) if shown.line else None,
            later=match,
            added=await self._contents.added(shown),
            event=await self._contents.event_of(match),
        )

    async def write(self, edited: EarlierPost, view: ui.LayoutView | None) -> None:
        """Edit or remove the message of a post, and remove its call. Raises Discord's errors.

        Messages that somebody has deleted are skipped.
        """
        post, match = edited.post, edited.match
        if post.call is not None and not edited.is_current:
            await self._delete(post, match, post.call)
        if not post.stands:
            return
        with suppress(discord.NotFound):
            if view is not None:
                await self._write(post, match, view)
            else:
                await self._delete(post, match, post.message or 0)
                await self._store.outbox.mark_removed([post])

    async def answer(self, match: Match, posts: Sequence[Post]) -> bool:
        """Write the match's last event, the answer to an offer, into the posts of that offer.

        Return whether the last standing post of the offer now shows the answer.
        """
        before = match.until(match.events[-1].number - 1)
        number = before.offer.number if before.offer is not None else len(match.events)
        standing = [post for post in posts if post.event < len(match.events) and post.stands]
        boards = [post.event for post in standing if shows_board(match, post)]
        offering = [
            post
            for post in standing
            if post.event >= number and match.until(post.event).offer is not None
        ]
        for post in offering:
            earlier = match.until(post.event)
            pictured, stands = has_board(earlier), match.offer is not None
            current = post.event >= max(boards, default=0) and (pictured or stands)
            added = Addition(await self._contents.kept(earlier))
            if current:
                added = await self._contents.added(earlier)
            view = compose(
                earlier,
                self._contents.locale(earlier),
                describe(earlier, added.arrows) if pictured else None,
                current=current,
                later=match,
                note=await self._contents.of_guesses(earlier),
                move_buttons=await self._contents.move_buttons(earlier, added),
                guessed=self._contents.guessed(earlier),
                added=added,
                event=await self._contents.event_of(earlier),
            )
            edit, message = partial(self._answer, post, earlier, view), post.message or 0
            if post is offering[-1]:
                return await self._edits.now(message, edit)
            self._edits.put(post.channel, message, edit)
        return False

    def is_removed(self, earlier: Match) -> bool:
        """Return whether an earlier post is removed, since other posts show all that it shows."""
        loudness = self._preferences.server(earlier.guild).boards
        if not has_board(earlier) or loudness == "keep":
            return False
        return loudness == "one" or earlier.events[-1].kind is Kind.REPOST

    async def line(self, match: Match) -> ui.LayoutView | None:
        """Return the folded line of a board that is replaced before it is sent.

        Return None if the board is not folded. Once sent, the line needs no edit.
        """
        line = await self._line(match)
        if line is not None:
            self._lines.add((match.id, match.events[-1].number))
        return line

    async def _line(self, earlier: Match) -> ui.LayoutView | None:
        """Return the folded line of an earlier post, None if it is not folded."""
        foldable = earlier.status is not Status.OVER and (has_board(earlier) or not earlier.line)
        if not foldable or self._preferences.server(earlier.guild).boards == "keep":
            return None
        kept = await self._contents.kept(earlier)
        return folded(earlier, self._contents.locale(earlier), kept)

    async def _superseded(self, earlier: Match, match: Match) -> ui.LayoutView:
        """Return a replaced post: folded to a line if the server wants that, or without buttons."""
        line = await self._line(earlier)
        if line is not None:
            return line
        return compose(
            earlier,
            self._contents.locale(earlier),
            describe(earlier) if has_board(earlier) else None,
            current=False,
            note=await self._contents.of_guesses(earlier),
            later=match,
            added=Addition(await self._contents.kept(earlier)),
            event=await self._contents.event_of(earlier),
        )

    async def _answer(self, post: Post, match: Match, view: ui.LayoutView) -> bool:
        """Edit the message that shows an offer; return whether that is done."""
        try:
            await self._write(post, match, view)
        except (discord.HTTPException, *FAILING) as error:
            log.info("Post %s of match %s is not edited: %r", post.event, match.id, error)
            return False
        return True

    async def _write(self, post: Post, match: Match, view: ui.LayoutView) -> None:
        """Edit the message that shows a post. Raises Discord's errors.

        The message keeps the files that it still shows.
        """
        channel = channel_of(self._client, post, match)
        message = channel.get_partial_message(post.message or 0)
        await message.edit(
            view=view,
            attachments=await self._files.of(message, view),
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def _delete(self, post: Post, match: Match, message: int) -> None:
        """Delete a message of a match, if it still exists. Raises Discord's other errors."""
        with suppress(discord.NotFound):
            await channel_of(self._client, post, match).get_partial_message(message).delete()


class EarlierPost(EditedPost[ui.LayoutView | None]):
    """An earlier post, edited to fit its match's present state.

    ``is_current`` says that no later post takes its place: people press its buttons, and look at it
    for the result.
    """

    every = 0.0

    def __init__(
        self, posts: EarlierPosts, post: Post, match: Match, *, is_current: bool = False
    ) -> None:
        super().__init__(post.message if post.stands else post.call)
        self._posts = posts
        self.post, self.match, self.is_current = post, match, is_current

    async def compose(self) -> ui.LayoutView | None:
        """Return the content of the post, None if it is to be removed."""
        return await self._posts.content_of(self)

    def shown_by(self, content: ui.LayoutView | None) -> object:
        """Return the components of the content, None if the message is to be removed."""
        return components_of(content) if content is not None else None

    async def edit(self, content: ui.LayoutView | None) -> None:
        """Edit or remove the post's message. Raises Discord's errors."""
        await self._posts.write(self, content)


def _replaced(match: Match, posts: Sequence[Post], shown: ShownMessages) -> Iterator[Post]:
    """Yield the earlier posts that the post of the last event replaces.

    If a post's message is edited to show the event, only its call is to be removed: such a post is
    yielded without its message.
    """
    for post in reversed(posts):
        if post.event >= match.events[-1].number or not (post.stands or post.call):
            continue
        earlier = _completed(match, post.event)
        if not has_board(match) and (has_board(earlier) or _still_asks(earlier, match)):
            return
        stands = post.stands and post.message != shown.post
        yield post if stands else replace(post, message=None)
        if not stands or has_board(earlier):
            return


def _refreshable(outgoing: Outgoing) -> Post | None:
    """Return the post of a challenge, or of the board of a set-up; None if there is neither."""
    match = outgoing.match
    sent = [post for post in outgoing.posts if post.stands and post.message is not None]
    if match.line:
        sent = [post for post in sent if match.setting_up and shows_board(match, post)]
    return sent[-1] if sent else None


def _key(post: Post) -> tuple[int, int]:
    return post.match, post.event


def _still_asks(earlier: Match, match: Match) -> bool:
    """Return whether a post asks for the answer to an offer that is still open."""
    return earlier.offer is not None and not is_answered(earlier, match)


def _completed(match: Match, event: int) -> Match:
    """Return the match as last shown in the post of an event: with the seats taken since."""
    while event < len(match.events) and match.events[event].kind in ON_A_CARD:
        event += 1
    return match.until(event)
