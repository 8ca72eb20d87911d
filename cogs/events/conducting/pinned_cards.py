"""The cards of tournaments: pinned if the bot may do so, and kept up to date."""

from __future__ import annotations

import logging

import discord

from cogs.client.client import Damier
from cogs.delivery.marked_posts import Part
from cogs.delivery.match_messages import FAILING
from cogs.delivery.standing_posts import Layout, LayoutPost, StandingPosts, may_pin
from cogs.events.conducting.composers import CardComposer
from data import Card
from engine.tournaments.terms import Recurs
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)


class PinnedCards:
    """Sends, edits, pins and unpins the cards of tournaments."""

    def __init__(self, bot: Damier, compose: CardComposer) -> None:
        self.bot = bot
        self._compose = compose
        self._posts = StandingPosts[int]("card of tournament", bot, bot.clock, bot.paces)
        self.stale: set[int] = set()
        """The tournaments whose boards have changed since their card was edited."""

    def ask_again(self, number: int) -> None:
        """Retry at once the card of a tournament, if Discord has refused it."""
        self._posts.ask_again(lambda key: key == number)

    async def bring_up_to_date(self, tournament: Tournament, card: Card, *, again: bool) -> float:
        """Send or edit a card; return the seconds until that is due again, 0 for never.

        If ``again``, the card may have been sent already, and is looked for in the channel first.
        Raises Discord's errors if it cannot be sent or edited.
        """
        wait = await self._bring_up_to_date(tournament, card, again=again)
        if tournament.is_over and not wait and tournament.id not in self.stale:
            self._posts.forget(tournament.id)
        return wait

    async def _bring_up_to_date(self, tournament: Tournament, card: Card, *, again: bool) -> float:
        number, version = tournament.id, len(tournament.entries)
        if card.channel != tournament.channel:
            card = card._replace(message=None)
            self._posts.forget(number)
        if card.message is not None and card.version >= version and number not in self.stale:
            return 0.0
        post = CardPost(self.bot, self._compose, tournament, card, is_sent=again)
        is_stale, wait = number in self.stale, 1.0
        self.stale.discard(number)
        try:
            wait = await self._posts.show(number, post)
        finally:
            if is_stale and wait:
                self.stale.add(number)
        if wait:
            return wait
        if post.version < version:
            await self._unpin_at_the_end(tournament, card)
            await self.bot.store.tournaments.set_card(
                number, tournament.channel, post.message, version
            )
        return 0.0

    async def _unpin_at_the_end(self, tournament: Tournament, card: Card) -> None:
        """Unpin the card of a finished tournament if a next one follows automatically.

        A channel has room for few pins. Failures are logged.
        """
        ended, message = tournament.state.ended, card.message
        recurs = tournament.terms.recurs is not Recurs.NEVER
        if not recurs or ended is None or message is None or card.version >= ended.number:
            return
        place = self.bot.get_partial_messageable(tournament.channel, guild_id=tournament.guild)
        try:
            await place.get_partial_message(message).unpin()
        except (discord.HTTPException, *FAILING) as error:
            log.info("The card of tournament %s is not unpinned: %r", tournament.id, error)


class CardPost(LayoutPost):
    """The card of a tournament; ``version`` is the number of the last entry that it shows.

    The card is looked for in the channel if it may have been sent already (``is_sent``).
    """

    def __init__(
        self,
        bot: Damier,
        compose: CardComposer,
        tournament: Tournament,
        card: Card,
        *,
        is_sent: bool,
    ) -> None:
        channel, guild = tournament.channel, tournament.guild
        place = bot.get_partial_messageable(channel, guild_id=guild)
        super().__init__(place, card.message, pins=may_pin(bot, guild, channel))
        self.version = card.version if card.message is not None else 0
        self._bot, self._marked, self._compose = bot, bot.outbox.marked, compose
        self._tournament, self._is_sent = tournament, is_sent
        self._mark = f"t{tournament.id:x}.0"
        """The name that identifies the card among all marked posts."""

    async def compose(self) -> Layout:
        """Return the card of the tournament's state, with its mark."""
        locale = self._bot.preferences.locale_of(self._bot.get_guild(self._tournament.guild))
        card = await self._compose(self._tournament, locale)
        self._marked.mark(card.view, self._mark)
        return card

    async def find(self) -> int | None:
        """Return the message of a card that was sent without being noted, None if there is none."""
        if not self._is_sent:
            return None
        since = self._tournament.entries[0].at
        found = await self._marked.find(self.place, self._mark, since)
        return found.id if found is not None else None

    async def send(self, content: Layout) -> discord.Message:
        """Send the card with its mark, and set the version shown."""
        sent = await self._marked.send(self.place, self._mark, Part(*content))
        self.version = len(self._tournament.entries)
        return sent

    async def note(self, message: int | None) -> None:
        """Store the card's message, None for none, and the version shown."""
        channel = self._tournament.channel if message is not None else None
        self.version = self.version if message is not None else 0
        await self._bot.store.tournaments.set_card(
            self._tournament.id, channel, message, self.version
        )
