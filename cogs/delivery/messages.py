"""The messages that show matches: found, sent, edited, folded and removed.

How loud a match is, the server chooses. Each turn is a new post whose earlier boards stay or are
folded to a line; or the match has one post that is edited. An edit pings nobody: then a short
message calls who is to move, and is removed with the next turn.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import NamedTuple

import aiohttp
import discord

from cogs.delivery.contents import Contents
from cogs.members.preferences import Preferences
from cogs.messages.offer_texts import is_answered
from cogs.messages.pictures import describe, has_board
from cogs.messages.posts import compose, folded, is_call, is_post
from data import Outgoing, Post, Store
from engine.table.match import Match
from engine.table.record import NOWHERE, Kind, Status

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

UNKNOWN_MESSAGE = 10008
"""Discord's error for a message that somebody has deleted."""

ON_A_CARD = frozenset({Kind.ACCEPT, Kind.JOIN, Kind.LEAVE})
"""Events that change a card where it stands."""

NEW_BOARD = frozenset({Kind.START, Kind.REPOST})
"""Events whose board is a new message even where a match has one post that is edited."""

SEARCHED = 1000
"""How many of the channel's messages are searched for a post that may have gone out: at least as
many as people write while the bot is away."""


DATABASE = "database"
"""The fact that is the name of a database."""


class Shown(NamedTuple):
    """The messages that show an event: its post, and the one that calls who is to move."""

    post: int
    call: int | None = None


class Messages:
    """Sends, edits and removes the messages of matches."""

    def __init__(
        self, client: discord.Client, preferences: Preferences, contents: Contents
    ) -> None:
        self._client = client
        self._preferences = preferences
        self._contents = contents
        self._database = ""

    async def load(self, store: Store) -> None:
        """Note the name of the database, which it is given once."""
        self._database = await store.facts.get(DATABASE) or secrets.token_hex(4)
        await store.facts.set(DATABASE, self._database)

    # What shows an event

    async def found(self, match: Match, outgoing: Outgoing, post: Post) -> Shown | None:
        """Return the new message that shows the match's last event, if it was sent already."""
        message = await self.find(self._channel(post, match), match, is_post)
        edited = self._board_edited(match, outgoing, post)
        if message is None or (edited is not None and edited.message == message):
            return None
        return Shown(message)

    async def show(self, match: Match, outgoing: Outgoing, post: Post, *, again: bool) -> Shown:
        """Show the match's last event: by a new message, or in the one that is edited.

        ``again`` says that this may have been done already. Raises what Discord raises where the
        channel does not take it.
        """
        channel = self._channel(post, match)
        board = self._board_edited(match, outgoing, post)
        edited = board.message if board is not None else None
        if edited is None or not await self._edit_board(channel, match, outgoing, edited):
            return Shown(await self.send(channel, match, outgoing))
        call = await self.find(channel, match, is_call) if again else None
        return Shown(edited, call or await self.call(channel, match, outgoing, edited))

    async def find(
        self,
        channel: discord.PartialMessageable,
        match: Match,
        shows: Callable[[discord.Message, Match], bool],
    ) -> int | None:
        """Return the id of the message that shows the match's last event, if there is one."""
        since = match.events[-1].at - CLOCK_SKEW
        async for message in channel.history(limit=SEARCHED):  # the newest first
            if message.created_at < since:
                break
            if message.author == self._client.user and shows(message, match):
                return message.id
        return None

    async def send(
        self, channel: discord.PartialMessageable, match: Match, outgoing: Outgoing
    ) -> int:
        """Send the post of the match's last event; return the message's id."""
        content = await self._contents.of_post(match, outgoing.followers)
        message = await channel.send(
            view=content.view,
            files=content.files,
            nonce=self._nonce(match, "p"),
            allowed_mentions=content.allowed,
        )
        return message.id

    async def call(
        self, channel: discord.PartialMessageable, match: Match, outgoing: Outgoing, board: int
    ) -> int | None:
        """Call who is to move, below the board that was edited; return the message's id."""
        url = channel.get_partial_message(board).jump_url
        content = await self._contents.of_call(match, outgoing.followers, url)
        if content is None:
            return None
        message = await channel.send(
            view=content.view,
            nonce=self._nonce(match, "q"),
            allowed_mentions=content.allowed,
            reference=discord.MessageReference(
                message_id=board, channel_id=channel.id, fail_if_not_exists=False
            ),
        )
        return message.id

    def _nonce(self, match: Match, kind: str) -> str:
        """Return what Discord knows a message by that is sent twice, of at most 25 characters.

        It names the database, too: another one of the same bot has matches of the same numbers.
        """
        return f"{self._database}.{match.id:x}{kind}{match.events[-1].number:x}"

    def _board_edited(self, match: Match, outgoing: Outgoing, post: Post) -> Post | None:
        """Return the board that is edited to show the match's last event.

        None if that is shown by a message of its own.
        """
        edits = self._preferences.server(match.guild).boards == "one"
        if not edits or not has_board(match) or match.events[-1].kind in NEW_BOARD:
            return None
        for earlier in reversed(outgoing.posts):
            if earlier.event < post.event and earlier.stands and _shows_board(match, earlier):
                return earlier if earlier.channel == post.channel else None
        return None

    async def _edit_board(
        self,
        channel: discord.PartialMessageable,
        match: Match,
        outgoing: Outgoing,
        message: int,
    ) -> bool:
        """Edit a board so that it shows the match's last event; return whether that is done.

        It is not if somebody has deleted the message, or Discord refuses to edit it any more, as
        it does with one that is older than an hour.
        """
        content = await self._contents.of_post(match, outgoing.followers)
        try:
            await channel.get_partial_message(message).edit(
                view=content.view,
                attachments=content.files,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except (discord.DiscordServerError, discord.Forbidden):
            raise
        except (discord.HTTPException, discord.RateLimited) as error:
            if isinstance(error, discord.NotFound) and error.code != UNKNOWN_MESSAGE:
                raise
            log.info("The board of match %s is posted anew: %r", match.id, error)
            return False
        return True

    # What a new message takes the place of

    async def retire(self, match: Match, posts: Sequence[Post], shown: Shown) -> list[Post]:
        """Fold the earlier posts that a new one takes the place of, and remove old calls, at best.

        Return the posts whose messages are removed.
        """
        removed: list[Post] = []
        for post in reversed(posts):
            if post.event >= match.events[-1].number or not post.stands:
                continue
            earlier = _completed(match, post.event)
            if not has_board(match) and (has_board(earlier) or _still_asks(earlier, match)):
                return removed
            await self.remove(post, match, post.call)
            if post.message == shown.post:
                return removed
            if self._is_removed(earlier):
                if await self.remove(post, match, post.message):
                    removed.append(post)
            else:
                await self._fold(post, earlier, match)
            if has_board(earlier):
                return removed
        return removed

    def _is_removed(self, earlier: Match) -> bool:
        """Return whether an earlier post is removed: it tells nothing that no other post tells."""
        loudness = self._preferences.server(earlier.guild).boards
        if not has_board(earlier) or loudness == "keep":
            return False
        return loudness == "one" or earlier.events[-1].kind is Kind.REPOST

    async def _fold(self, post: Post, earlier: Match, match: Match) -> None:
        """Take the buttons off a post, and its picture where the server wants that."""
        locale = self._contents.locale(earlier)
        pictured = has_board(earlier)
        foldable = earlier.status is not Status.OVER and (pictured or not earlier.line)
        if foldable and self._preferences.server(earlier.guild).boards != "keep":
            await self._edit(post, earlier, view=folded(earlier, locale), attachments=[])
        else:
            alt = describe(earlier) if pictured else None
            view = compose(earlier, locale, alt, current=False, later=match)
            await self._edit(post, earlier, view=view)

    async def refresh(self, outgoing: Outgoing) -> None:
        """Bring the card of a challenge up to date, at best."""
        match = outgoing.match
        sent = [post for post in outgoing.posts if post.stands]
        if sent and not match.line:
            view = compose(match, self._contents.locale(match), None)
            await self._edit(sent[-1], match, view=view)

    async def answer(self, match: Match, posts: Sequence[Post]) -> bool:
        """Write the match's last event, an answer, into the posts of the offer; at best.

        Return whether one of them says so now: the last of them that stands.
        """
        before = match.until(match.events[-1].number - 1)
        number = before.offer.number if before.offer is not None else len(match.events)
        standing = [post for post in posts if post.event < len(match.events) and post.stands]
        boards = [post.event for post in standing if _shows_board(match, post)]
        answered = False
        for post in standing:
            earlier = match.until(post.event)
            if post.event < number or earlier.offer is None:
                continue
            pictured, stands = has_board(earlier), match.offer is not None
            view = compose(
                earlier,
                self._contents.locale(earlier),
                describe(earlier) if pictured else None,
                current=post.event >= max(boards, default=0) and (pictured or stands),
                later=match,
            )
            answered = await self._edit(post, earlier, view=view)
        return answered

    async def _edit(
        self,
        post: Post,
        match: Match,
        *,
        view: discord.ui.LayoutView,
        attachments: Sequence[discord.File] = discord.utils.MISSING,
    ) -> bool:
        """Edit the message that shows a post; if Discord does not let us, it stays as it is.

        Its files stay, too, unless others are given. Return whether it was edited.
        """
        if post.message is None:
            return False
        try:
            message = self._channel(post, match).get_partial_message(post.message)
            await message.edit(
                view=view,
                attachments=attachments,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except (discord.HTTPException, *FAILING) as error:
            log.info("Post %s of match %s is not edited: %r", post.event, match.id, error)
            return False
        return True

    async def remove(self, post: Post, match: Match, message: int | None) -> bool:
        """Delete a message of a match; return whether it is gone."""
        if message is None:
            return True
        try:
            await self._channel(post, match).get_partial_message(message).delete()
        except discord.NotFound:
            return True
        except (discord.HTTPException, *FAILING) as error:
            log.info("Message %s of match %s is not deleted: %r", message, match.id, error)
            return False
        return True

    def _channel(self, post: Post, match: Match) -> discord.PartialMessageable:
        guild = None if match.guild == NOWHERE else match.guild
        return self._client.get_partial_messageable(post.channel, guild_id=guild)


def _still_asks(earlier: Match, match: Match) -> bool:
    """Return whether a post asks for the answer to an offer that still stands."""
    return earlier.offer is not None and not is_answered(earlier, match)


def _shows_board(match: Match, post: Post) -> bool:
    return has_board(match.until(post.event))


def _completed(match: Match, event: int) -> Match:
    """Return the match as the post of an event showed it last: with who took a seat since."""
    while event < len(match.events) and match.events[event].kind in ON_A_CARD:
        event += 1
    return match.until(event)
