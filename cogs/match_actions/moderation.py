"""The moderators' commands for a match: decide its result, or remove its posts."""

from __future__ import annotations

import itertools
import logging
import re
from collections.abc import AsyncIterator, Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction, origin_of
from cogs.client.replies import Answer, answer_to, remove_question
from cogs.language.catalogues import COMMAND
from cogs.language.typed_words import is_word
from cogs.members.match_lookup import UNKNOWN_MATCH, visible_match
from cogs.members.visibility import all_may_see, seen_among
from cogs.messages.buttons import ControlKind, TextButton
from data import Post, PostState
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status
from engine.text import Words, counted, in_context, joined, quoted, term

NO_RESULT = Text("no result")
DRAW = Text("draw")

TYPED_DRAW = in_context("typed", "draw")
TYPED_NONE = in_context("typed", "none")
"""A draw and no result, each in one word for typed commands."""

LONGEST_RESULT = 5
"""The most words in the name of a result; ``Empires centraux de l’Ouest`` has four."""

log = logging.getLogger(__name__)

AT_ONCE: Final = 100
"""The most messages that Discord deletes in one request."""

BULK_AGE: Final = timedelta(days=13, hours=23)
"""The age above which messages are deleted singly: Discord's bulk request refuses two weeks."""

NAMED: Final = 5
"""The most undeleted messages that the answer links to."""

QUESTION_SHOWN_FOR: Final = 120.0
"""Seconds after which a question asked in the channel is removed."""

FOR_MODERATORS = Text("That is for those who may manage messages on this server.")


class Adjudication(commands.Cog):
    """``/admin end`` and ``/admin remove``."""

    def __init__(self, bot: Damier, removing: Removing) -> None:
        self.bot = bot
        self._removing = removing

    admin = app_commands.Group(
        name="admin",
        description=locale_str("For those who look after the server"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_messages=True),
    )

    @admin.command(
        name="end", description=locale_str("Decide how a match ends, or change its result")
    )
    @app_commands.describe(
        match=autocompletion.MATCH,
        result=locale_str("Who wins, a draw, or no result"),
        reason=locale_str("Why; everybody sees it"),
    )
    async def end(self, interaction: Interaction, match: int, result: str, reason: str) -> None:
        """``/admin end``."""
        await self._decide(interaction, match, result, reason)
        text = Text("Match {match} is decided.", match=f"#{match}")
        await answer_to(interaction).show(text)

    @admin.command(
        name="remove", description=locale_str("Remove the posts of a match from its channel")
    )
    @app_commands.describe(match=autocompletion.MATCH)
    async def remove(self, interaction: Interaction, match: int) -> None:
        """``/admin remove``: ask for confirmation."""
        await self._removing.ask(interaction, str(match))

    @commands.command(name="admin")
    @commands.guild_only()
    async def typed(self, context: Context, *, words: str = "") -> None:
        """``@Damier admin end 12 white the other side left``, ``@Damier admin remove 12``."""
        what, _, number = words.strip().partition(" ")
        if is_word(what, term(COMMAND, "remove")):
            wanted = re.fullmatch(r"#?([0-9]{1,9})", number.strip())
            if wanted is None:
                bot = Words(context.me.display_name)
                raise Refusal(Text("Name the match: `@{bot} admin remove 12`.", bot=bot))
            await self._removing.offer(context, int(wanted[1]))
            return
        said = re.fullmatch(r"(\S+)\s+#?([0-9]{1,9})\s+(\S.*)", words.strip(), re.DOTALL)
        if said is None or not is_word(said[1], term(COMMAND, "end")):
            raise Refusal(
                Text(
                    "Name the match, its result and the reason: "
                    "`@{bot} admin end 12 draw They agreed on it`.",
                    bot=Words(context.me.display_name),
                )
            )
        await self._decide(context.message, int(said[2]), said[3])

    async def _decide(
        self, cause: discord.Message | Interaction, number: int, result: str, reason: str = ""
    ) -> None:
        """Give a match a moderator's result and reason.

        Without a ``reason``, the reason is the rest of ``result`` after the result's name. Raises
        Refusal if the person may not decide the match, or the result is unknown.
        """
        member = cause.author if isinstance(cause, discord.Message) else cause.user
        match = await visible_match(self.bot.store, cause, number)
        if not isinstance(member, discord.Member) or match.guild != member.guild.id:
            raise Refusal(UNKNOWN_MATCH)
        if not member.guild_permissions.manage_messages:
            raise Refusal(FOR_MODERATORS)
        ranks, rest = _read(match, result)
        if ranks is None or (reason and rest):
            raise Refusal(_unknown(match, result))
        async with self.bot.store.match(number) as table:
            table.match = table.match.adjudicate(
                member.id, ranks, reason or rest, **origin_of(cause)
            )

    @end.autocomplete("match")
    @remove.autocomplete("match")
    async def matches(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """Suggest the server's live matches that the moderator may see, the newest first."""
        store, here = self.bot.store, interaction.channel_id or 0
        if not isinstance(interaction.user, discord.Member):
            return []
        live = await store.lists.of_server(interaction.user.guild.id, Status.LIVE)
        wanted = [one for one in reversed(live) if typed in str(one.id)]
        seen = await seen_among(store, interaction.user, wanted, here)
        said = answer_to(interaction).said
        return [
            app_commands.Choice(name=f"#{match.id} {said(match.game.title)}", value=match.id)
            for match in await store.some([one.id for one in seen[:25]])
        ]

    @end.autocomplete("result")
    async def results(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the possible results of the match: a win of each seat, a draw, no result."""
        try:
            match = await visible_match(
                self.bot.store, interaction, int(interaction.namespace.match)
            )
        except (Refusal, TypeError, ValueError):
            return []
        if match.guild != interaction.guild_id:
            return []
        said = answer_to(interaction).said
        texts = [*(seat.name for seat in match.seats), DRAW, NO_RESULT]
        return [
            app_commands.Choice(name=said(text), value=str(text))
            for text in texts
            if typed.lower() in said(text).lower()
        ]


class StandingMessage(NamedTuple):
    """A message of a match, and the post that it belongs to."""

    post: Post
    message: int

    @property
    def link(self) -> str:
        """The end of a link to the message, after the server's id: ``channel/message``."""
        return f"{self.post.channel}/{self.message}"


class Removing(commands.Cog):
    """Removes the posts of a match, after a question for confirmation."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.text_buttons[ControlKind.REMOVE] = self.ask
        self.bot.text_buttons[ControlKind.REMOVAL] = self.remove

    async def ask(self, interaction: Interaction, about: str) -> None:
        """Ask in private whether to remove the posts of the match numbered ``about``.

        Raises Refusal.
        """
        match = await self._match(interaction, about)
        await self._ask(answer_to(interaction), match)

    async def _ask(self, answer: Answer, match: Match) -> None:
        """Show the question with the button that removes a match's posts.

        Raises Refusal if the match has no posts.
        """
        found = standing_messages(await self.bot.store.outbox.posts(match.id))
        if not found:
            raise Refusal(Text("Match {match} has no posts.", match=f"#{match.id}"))
        number = f"#{match.id}"
        lines = [
            counted(
                "Do you want to remove {count} message of match {match}, {game}?",
                "Do you want to remove {count} messages of match {match}, {game}?",
                len(found),
                match=number,
                game=match.game.title,
            ),
            Text("The match stays in the history."),
        ]
        if match.status is Status.LIVE:
            lines[1] = Text(
                "The match goes on: its next turn is posted as ever. `/admin end` ends it."
            )
        label = answer.said(Text("Yes, remove them"))
        yes = TextButton(ControlKind.REMOVAL, str(match.id), label, discord.ButtonStyle.danger)
        await answer.show(joined(lines), yes, shown_for=QUESTION_SHOWN_FOR)

    async def offer(self, context: Context, number: int) -> None:
        """Reply to a typed command with the question whether to remove a match's posts.

        If not all readers of the channel may see the match, reply with a button that asks in
        private. Raises Refusal if the author may not remove posts.
        """
        author = context.author
        if not isinstance(author, discord.Member) or not author.guild_permissions.manage_messages:
            raise Refusal(FOR_MODERATORS)
        match = await visible_match(self.bot.store, context, number)
        if match.guild != author.guild.id:
            raise Refusal(UNKNOWN_MATCH)
        answer = answer_to(context)
        if await all_may_see(self.bot.store, context.channel, match):
            await self._ask(answer, match)
            return
        label = Text("Remove the posts of match {match}", match=f"#{number}")
        button = TextButton(ControlKind.REMOVE, str(number), answer.said(label))
        await answer.show(Text("I ask you first, in private:"), button)

    async def remove(self, interaction: Interaction, about: str) -> None:
        """Remove the posts of the match numbered ``about``, and link those that remain.

        Raises Refusal.
        """
        match = await self._match(interaction, about)
        found = standing_messages(await self.bot.store.outbox.posts(match.id))
        failed = await self._delete(interaction.guild, found)
        left = {one.post.event for one in failed}
        removed = {one.post.event: one.post for one in found if one.post.event not in left}
        await self.bot.store.outbox.mark_removed(list(removed.values()))
        log.info("Person %s removed the posts of match %s", interaction.user.id, match.id)
        lines = [
            counted(
                "{count} message of match {match} is removed.",
                "{count} messages of match {match} are removed.",
                len(found) - len(failed),
                match=f"#{match.id}",
            )
        ]
        if failed:
            where = f"https://discord.com/channels/{match.guild}/"
            lines.append(
                counted(
                    "{count} could not be deleted: {links}",
                    "{count} could not be deleted: {links}",
                    len(failed),
                    links=" ".join(where + one.link for one in failed[:NAMED]),
                )
            )
        await answer_to(interaction).show(joined(lines))
        asked = interaction.message
        if asked is not None and not asked.flags.ephemeral:
            await remove_question(interaction)

    async def _match(self, interaction: Interaction, about: str) -> Match:
        """Return the match numbered ``about``.

        Raises Refusal if the person may not remove its posts.
        """
        match = await visible_match(self.bot.store, interaction, int(about))
        if match.guild != interaction.guild_id:
            raise Refusal(UNKNOWN_MATCH)
        if not interaction.permissions.manage_messages:
            raise Refusal(FOR_MODERATORS)
        return match

    async def _delete(
        self, guild: discord.Guild | None, found: Iterable[StandingMessage]
    ) -> list[StandingMessage]:
        """Delete messages, in bulk if the bot may; return those that could not be deleted."""
        failed: list[StandingMessage] = []
        for channel_id, group in itertools.groupby(found, lambda one: one.post.channel):
            channel = self.bot.get_partial_messageable(
                channel_id, guild_id=guild.id if guild else None
            )
            known = guild.get_channel_or_thread(channel_id) if guild else None
            rest = list(group)
            if guild is not None and isinstance(known, discord.TextChannel | discord.Thread):
                may = known.permissions_for(guild.me)
                if may.manage_messages and may.read_message_history:
                    oldest = self.bot.clock.now() - BULK_AGE
                    rest = [one async for one in _delete_in_bulk(known, rest, oldest)]
            for one in rest:
                try:
                    await channel.get_partial_message(one.message).delete()
                except discord.NotFound:
                    continue
                except (discord.HTTPException, discord.RateLimited) as error:
                    log.info("Message %s is not deleted: %s", one.message, error)
                    failed.append(one)
        return failed


def standing_messages(posts: Iterable[Post]) -> list[StandingMessage]:
    """Return the messages of posts that are not removed, in order of channel and message."""
    found = [
        StandingMessage(post, message)
        for post in posts
        if post.state is not PostState.REMOVED
        for message in (post.message, post.call)
        if message is not None
    ]
    return sorted(found, key=lambda one: (one.post.channel, one.message))


async def _delete_in_bulk(
    channel: discord.TextChannel | discord.Thread, found: list[StandingMessage], oldest: datetime
) -> AsyncIterator[StandingMessage]:
    """Delete the messages newer than ``oldest`` in bulk; yield those still to be deleted."""
    young = [one for one in found if discord.utils.snowflake_time(one.message) > oldest]
    for one in found:
        if one not in young:
            yield one
    for some in discord.utils.as_chunks(young, AT_ONCE):
        try:
            await channel.delete_messages([discord.Object(one.message) for one in some])
        except (discord.HTTPException, discord.RateLimited) as error:
            log.info("Messages of channel %s are not deleted at once: %s", channel.id, error)
            for one in some:
                yield one


def _read(match: Match, typed: str) -> tuple[tuple[int, ...] | None, str]:
    """Return the ranks of the result that begins a text, and the rest of the text.

    The ranks are None if the text begins with no result.
    """
    words = typed.split(maxsplit=LONGEST_RESULT)
    for count in range(min(LONGEST_RESULT, len(words)), 0, -1):
        ranks = _ranks(match, " ".join(words[:count]))
        if ranks is not None:
            return ranks, " ".join(words[count:])
    return None, typed


def _unknown(match: Match, typed: str) -> Text:
    """Return the refusal of a text that names no result, with a list of the results."""
    sides = [Text("`{side}`", side=seat.name) for seat in match.seats]
    return Text(
        "`{words}` is not a result of this match. Say the side that wins ({sides}), `{draw}` "
        "or `{none}`.",
        words=quoted(typed),
        sides=joined(sides, ", "),
        draw=TYPED_DRAW,
        none=TYPED_NONE,
    )


def _ranks(match: Match, result: str) -> tuple[int, ...] | None:
    """Return the ranks of a named result, one per seat; None if the text names no result.

    The name of a seat means that its team wins. No result has no ranks: ``()``.
    """
    seats = match.seats
    if is_word(result, DRAW) or is_word(result, TYPED_DRAW):
        return (1,) * len(seats)
    if is_word(result, NO_RESULT) or is_word(result, TYPED_NONE):
        return ()
    for seat in seats:
        if is_word(result, seat.name):
            return tuple(1 if other.team == seat.team else 2 for other in seats)
    return None
