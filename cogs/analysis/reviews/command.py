"""``/match review``: the computer's opinion of an ended match, in private, or posted."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from cogs.analysis.reviews import posts
from cogs.analysis.reviews.moments import ShownReview
from cogs.analysis.reviews.posts import untold
from cogs.analysis.reviews.waiting import ReviewQueue, edit
from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import action_command
from cogs.client.replies import acknowledge, answer_to
from cogs.computers.fair_play import FairPlay
from cogs.computers.worker_pool import Workers
from cogs.language.actions import Action
from cogs.language.catalogues import locale_named
from cogs.members.match_lookup import last_match, possible, visible_match
from cogs.members.mentions import person
from cogs.messages.buttons import ControlKind, MatchButton
from cogs.watching.move_viewer import channel_to_post, post
from data import Review, Wait
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status

log = logging.getLogger(__name__)


class Reviews(commands.Cog):
    """``/match review``, its buttons, and the queue of reviews."""

    def __init__(self, bot: Damier, workers: Workers, fair_play: FairPlay) -> None:
        self.bot = bot
        self._fair_play = fair_play
        self.waiting = ReviewQueue(bot, workers, self._show_in)

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.REVIEW] = self.press
        self.bot.text_buttons[ControlKind.REVIEW] = self.share
        self.bot.text_buttons[ControlKind.MOMENT] = self.turn

    async def cog_unload(self) -> None:
        """Stop making reviews; the queue is resumed after the next start."""
        await self.waiting.close()

    @commands.Cog.listener()
    async def on_caught_up(self, shard: int | None) -> None:
        """Resume the reviews that people wait for."""
        if shard is None:
            await self.waiting.resume()

    @action_command(Action.REVIEW)
    @app_commands.describe(match=autocompletion.MATCH)
    async def review(self, context: Context, match: int | None = None) -> None:
        """``/match review 12``; ``@Damier review 12`` is answered with a button."""
        found = await last_match(self.bot.store, context, match, possible(check))
        check(found)
        if context.interaction is not None:
            await self._show(context.interaction, found)
            return
        text = Text("The review of match {match} is for you alone:", match=f"#{found.id}")
        answer = answer_to(context)
        await answer.show(text, posts.review_button(found, answer.said))

    async def press(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle the button Review."""
        match = await self.bot.store.load(button.match)
        check(match)
        await self._show(interaction, match)

    async def share(self, interaction: Interaction, about: str) -> None:
        """Handle Post here: post a page of a review in the channel, without the hidden turns."""
        number, _, page = about.partition(" ")
        match = await visible_match(self.bot.store, interaction, int(number))
        channel = await channel_to_post(self.bot.store, interaction, match)
        review = await self.bot.store.reviews.of(match.id)
        if not review.done:
            await self._show(interaction, match)
            return
        shown = self._posted(match, review, interaction, int(page or posts.OVERVIEW))
        content = await self._drawn(shown, interaction.user)
        await post(channel, view=content.layout, files=content.files)
        await acknowledge(interaction)

    async def turn(self, interaction: Interaction, about: str) -> None:
        """Handle Earlier, Later and To the review: show another page in the same message.

        A post changes for the person who posted it; anybody else gets a private message.
        """
        number, event, owner, way = map(int, about.split())
        match = await visible_match(self.bot.store, interaction, number)
        check(match)
        review, who = await self.bot.store.reviews.of(match.id), interaction.user
        if not review.done:
            await self._show(interaction, match)
            return
        if owner == who.id:
            shown = self._posted(match, review, interaction, event)
        else:
            shown = await self._own(match, review, who, interaction.locale)
        shown = await self._told(shown, who)
        shown = replace(shown, page=posts.page_at(posts.pages_of(shown), event, way))
        content = await asyncio.to_thread(posts.content, shown)
        if owner in {0, who.id}:
            await answer_to(interaction).replace(view=content.layout, files=content.files)
        else:
            await answer_to(interaction).show(view=content.layout, files=content.files)

    def _posted(
        self, match: Match, review: Review, interaction: Interaction, page: int
    ) -> ShownReview:
        """Return a page of a review as the person of ``interaction`` posts it to the public."""
        who = interaction.user.id
        return ShownReview(
            match,
            review.turns[::-1],
            self.bot.preferences.look_of(match.guild),
            self.bot.preferences.locale_of(interaction.guild),
            above=Text("{person} shows:", person=person(who)),
            owner=who,
            page=page,
            fast=review.fast,
        )

    async def _show(self, interaction: Interaction, match: Match) -> None:
        """Show the review of a match, or have the person wait for it."""
        review = await self.bot.store.reviews.of(match.id)
        locale = interaction.locale
        if review.done:
            content = await self._content(match, review, interaction.user, locale)
            await answer_to(interaction).show(view=content.layout, files=content.files)
            return
        told = self.waiting.status(match.id)
        layout = posts.waiting(match, told, locale)
        message = await answer_to(interaction).show(view=layout)
        if message is None:
            return
        wait = Wait(
            match.id, message, interaction.user.id, interaction.guild_id or 0, interaction.token,
            locale.value, interaction.created_at,
        )  # fmt: skip
        await self.waiting.join(match, wait, told)

    async def _show_in(self, wait: Wait, match: Match, review: Review) -> None:
        """Show a review in the message that announced it."""
        try:
            person = self.bot.get_user(wait.person) or await self.bot.fetch_user(wait.person)
            content = await self._content(match, review, person, locale_named(wait.locale))
            await edit(self.bot, wait, content)
        except discord.HTTPException as error:
            log.info("The review of match %s is not shown: %s", match.id, error)

    async def _content(
        self,
        match: Match,
        review: Review,
        who: discord.abc.User,
        locale: discord.Locale,
    ) -> posts.Content:
        return await self._drawn(await self._own(match, review, who, locale), who)

    async def _own(
        self, match: Match, review: Review, who: discord.abc.User, locale: discord.Locale
    ) -> ShownReview:
        """Return a review as a person sees it in private."""
        look = await self.bot.preferences.look_for(who.id, match.guild)
        return ShownReview(match, review.turns[::-1], look, locale, who.id, fast=review.fast)

    async def _told(self, shown: ShownReview, who: discord.abc.User) -> ShownReview:
        """Return a review without the turns that a person may not be told about now."""
        hidden = await untold(self._fair_play, shown.match, shown.turns, who)
        return replace(shown, hidden=hidden)

    async def _drawn(self, shown: ShownReview, who: discord.abc.User) -> posts.Content:
        """Return the message of a review, without turns the person may not be told about now."""
        return await asyncio.to_thread(posts.content, await self._told(shown, who))


def check(match: Match) -> None:
    """Raise Refusal if a match cannot be reviewed."""
    if match.status is not Status.OVER:
        raise Refusal(Text("This match goes on: it can be reviewed once it is over."))
    if not match.turns:
        raise Refusal(Text("There is nothing to review: nobody has moved in this match."))
