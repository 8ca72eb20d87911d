"""What becomes of the posts of a match when a later one takes their place.

They are edited beside the posts, at best: where Discord does not let us they stay as they are.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

import discord
from discord import ui

from cogs.delivery.contents import Contents
from cogs.delivery.edits import Edits
from cogs.delivery.kept_files import KeptFiles
from cogs.delivery.messages import FAILING, Shown, channel_of, shows_board
from cogs.members.preferences import Preferences
from cogs.messages.offer_texts import is_answered
from cogs.messages.pictures import describe, has_board
from cogs.messages.posts import compose, folded
from data import Outgoing, Post, Store
from engine.table.match import Match
from engine.table.record import Kind, Status

log = logging.getLogger(__name__)

ON_A_CARD = frozenset({Kind.ACCEPT, Kind.JOIN, Kind.LEAVE})
"""Events that change a card where it stands."""


class EarlierPosts:
    """Folds, changes and removes posts that stand already."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        preferences: Preferences,
        contents: Contents,
        *,
        files: KeptFiles,
        edits: Edits,
    ) -> None:
        self._client = client
        self._store = store
        self._preferences = preferences
        self._contents = contents
        self._files = files
        self._edits = edits

    def retire(self, match: Match, posts: Sequence[Post], shown: Shown) -> None:
        """Fold the earlier posts that the one of the last event takes the place of.

        Calls for what is done by now are removed.
        """
        for post in reversed(posts):
            stands = post.stands and post.message != shown.post
            if post.event >= match.events[-1].number or not (post.stands or post.call):
                continue
            earlier = _completed(match, post.event)
            if not has_board(match) and (has_board(earlier) or _still_asks(earlier, match)):
                return
            if post.call is not None:
                self._edits.put(
                    post.channel, post.call, partial(self._delete, post, match, post.call)
                )
            if not stands:
                return
            if post.message is not None:
                edit = self._removed if self._is_removed(earlier) else self._folded
                self._edits.put(post.channel, post.message, partial(edit, post, match))
            if has_board(earlier):
                return

    def refresh(self, outgoing: Outgoing) -> None:
        """Bring the card of a challenge up to date."""
        match = outgoing.match
        sent = [post for post in outgoing.posts if post.stands]
        if not sent or match.line or sent[-1].message is None:
            return
        view = compose(match, self._contents.locale(match), None)
        self._edits.put(
            sent[-1].channel, sent[-1].message, partial(self._edit, sent[-1], match, view)
        )

    async def answer(self, match: Match, posts: Sequence[Post]) -> bool:
        """Write the match's last event, an answer, into the posts of the offer.

        Return whether the last of them that stands says so now.
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
            view = compose(
                earlier,
                self._contents.locale(earlier),
                describe(earlier) if pictured else None,
                current=post.event >= max(boards, default=0) and (pictured or stands),
                later=match,
            )
            edit, message = partial(self._edit, post, earlier, view), post.message or 0
            if post is offering[-1]:
                return await self._edits.now(message, edit)
            self._edits.put(post.channel, message, edit)
        return False

    def _is_removed(self, earlier: Match) -> bool:
        """Return whether an earlier post is removed: it tells nothing that no other post tells."""
        loudness = self._preferences.server(earlier.guild).boards
        if not has_board(earlier) or loudness == "keep":
            return False
        return loudness == "one" or earlier.events[-1].kind is Kind.REPOST

    async def _removed(self, post: Post, match: Match) -> bool:
        """Remove an earlier post."""
        if post.message is None or not await self._delete(post, match, post.message):
            return False
        await self._store.outbox.mark_removed([post])
        return True

    async def _folded(self, post: Post, match: Match) -> bool:
        """Take the buttons off a post, and its picture where the server wants that."""
        earlier = _completed(match, post.event)
        locale = self._contents.locale(earlier)
        pictured = has_board(earlier)
        foldable = earlier.status is not Status.OVER and (pictured or not earlier.line)
        if foldable and self._preferences.server(earlier.guild).boards != "keep":
            return await self._edit(post, earlier, folded(earlier, locale))
        alt = describe(earlier) if pictured else None
        view = compose(earlier, locale, alt, current=False, later=match)
        return await self._edit(post, earlier, view)

    async def _edit(self, post: Post, match: Match, view: ui.LayoutView) -> bool:
        """Edit the message that shows a post; return whether that is done.

        Of its files it keeps those that it shows still.
        """
        if post.message is None:
            return False
        try:
            message = channel_of(self._client, post, match).get_partial_message(post.message)
            await message.edit(
                view=view,
                attachments=await self._files.of(message, view),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except (discord.HTTPException, *FAILING) as error:
            log.info("Post %s of match %s is not edited: %r", post.event, match.id, error)
            return False
        return True

    async def _delete(self, post: Post, match: Match, message: int) -> bool:
        """Delete a message of a match; return whether it is gone."""
        try:
            await channel_of(self._client, post, match).get_partial_message(message).delete()
        except discord.NotFound:
            return True
        except (discord.HTTPException, *FAILING) as error:
            log.info("Message %s of match %s is not deleted: %r", message, match.id, error)
            return False
        return True


def _still_asks(earlier: Match, match: Match) -> bool:
    """Return whether a post asks for the answer to an offer that still stands."""
    return earlier.offer is not None and not is_answered(earlier, match)


def _completed(match: Match, event: int) -> Match:
    """Return the match as the post of an event showed it last: with who took a seat since."""
    while event < len(match.events) and match.events[event].kind in ON_A_CARD:
        event += 1
    return match.until(event)
