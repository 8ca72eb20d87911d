"""The messages of tournaments: the card first, then bulletins in order, and the card again.

Each bulletin tells of the entry with the same number.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final

import discord

from cogs.client.client import Damier
from cogs.delivery.marked_posts import Part
from cogs.delivery.match_messages import FAILING
from cogs.delivery.outbox import Author, Place
from cogs.events.conducting.composers import Asked, CardComposer, Composer
from cogs.events.conducting.pinned_cards import PinnedCards
from cogs.events.conducting.round_posts import RoundPosts
from cogs.language.catalogues import translate
from data import TOURNAMENT, Bulletin, Card, UnknownTournament
from engine import Text
from engine.text import Words
from engine.tournaments.record import Kind
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

ASKING_STRANGERS: Final = frozenset({Kind.CHALLENGE, Kind.ASK})
"""Kinds of entries that ask something of people who were not yet involved with the asker."""


LATELY: Final = timedelta(hours=1)
"""The greatest age of changes whose posts are looked at again when the bot starts."""


class Bulletins(Author):
    """The author of all posts about tournaments: their cards, their rounds and other news."""

    kind = TOURNAMENT

    def __init__(self, bot: Damier, compose: Composer, compose_card: CardComposer) -> None:
        self.bot = bot
        self._compose = compose
        self._cards = PinnedCards(bot, compose_card)
        self._rounds = RoundPosts(bot, compose)
        self._uncertain: set[int] = set()
        """The tournaments whose card may have been sent without being noted."""

    async def load(self) -> None:
        """Note which cards an earlier process may have sent, and register with the outbox."""
        cards = await self.bot.store.tournaments.cards_behind()
        self._uncertain = {card.tournament for card in cards if card.message is None}
        self.bot.outbox.add(self)

    async def start(self) -> None:
        """Send waiting bulletins, and update cards and posts that an earlier process left outdated.

        Those are the cards of exhibitions, and the posts of rounds changed lately.
        """
        await self.bot.outbox.wake_all()
        store = self.bot.store.tournaments
        lately = self.bot.clock.now() - LATELY
        for number in [*await store.running(), *await store.ended_since(lately)]:
            tournament = await store.load(number)
            if tournament.terms.is_exhibition:
                self.show_boards(number)
            elif tournament.entries[-1].at >= lately:
                self._rounds.note_since(tournament, lately)
                self.wake(number)

    def show_boards(self, number: int) -> None:
        """Have the card of a tournament show the present state of its boards."""
        self._cards.stale.add(number)
        self.wake(number)

    def wake(self, number: int) -> None:
        """Have the outbox look for unsent messages of a tournament."""
        self.bot.outbox.wake(TOURNAMENT, number)

    async def behind(self) -> Collection[int]:
        """Return the ids of the tournaments whose card is behind their record."""
        return [card.tournament for card in await self.bot.store.tournaments.cards_behind()]

    async def place_of(self, about: int) -> Place | None:
        """Return the channel of a tournament, None if the tournament is deleted."""
        try:
            tournament = await self.bot.store.tournaments.load(about)
        except UnknownTournament:
            log.info("Tournament %s is gone", about)
            return None
        return Place(tournament.guild, tournament.channel)

    async def begin(self, about: int) -> None:
        """Send a tournament's card if the channel has none; note the outdated posts of rounds."""
        tournament = await self.bot.store.tournaments.load(about)
        card = await self.bot.store.tournaments.card_of(about)
        self._rounds.note(tournament, card.version)
        if card.message is None or card.channel != tournament.channel:
            await self._show_card(tournament, card)

    async def finish(self, about: int) -> float | None:
        """Update the posts of changed rounds, and then the card, whose version covers them all.

        Return the seconds until a post or the card is due again, None for never.
        """
        tournament = await self.bot.store.tournaments.load(about)
        card = await self.bot.store.tournaments.card_of(about)
        self._rounds.note(tournament, card.version)  # what was saved since the first step, too
        sent = await self.bot.store.bulletins.of(TOURNAMENT, about)
        rounds = await self._rounds.bring_up_to_date(tournament, sent)
        shown = await self._show_card(tournament, card)
        return min((wait for wait in (rounds, shown) if wait is not None), default=None)

    async def _show_card(self, tournament: Tournament, card: Card) -> float | None:
        """Send or edit the ``card`` of a tournament.

        Return the seconds until the card is due again, None for never.
        """
        about = tournament.id
        again = about in self._uncertain
        self._uncertain.add(about)
        wait = await self._cards.bring_up_to_date(tournament, card, again=again)
        self._uncertain.discard(about)
        return wait or None

    async def compose(self, bulletin: Bulletin, locale: discord.Locale) -> Sequence[Part]:
        """Return the messages of a bulletin's entry, none if the entry needs no post."""
        store = self.bot.store.tournaments
        async with store.units.lock(bulletin.about):  # a new entry is stored before it is in memory
            tournament = await store.load(bulletin.about)
        entry = tournament.entries[bulletin.number - 1]
        asked = Asked(self.bot, tournament, entry, locale, bulletin.person)
        contents = await self._compose(asked)
        if contents is None:
            return ()
        within = entry.person is not None and entry.kind not in ASKING_STRANGERS
        return [
            Part(one.layout, one.files, one.calls, entry.person, within)
            for one in (contents, *contents.more)
        ]

    def ask_again(self, about: int) -> None:
        """Retry at once a tournament's card and posts that Discord has refused."""
        self._cards.ask_again(about)
        self._rounds.ask_again(about)

    async def refused(self, about: int, error: discord.HTTPException) -> None:
        """Tell the organiser, once, if the bot lacks permission to post."""
        tournament = await self.bot.store.tournaments.load(about)
        guild = self.bot.get_guild(tournament.guild)
        if guild is None or not isinstance(error, discord.Forbidden):
            return
        fact = f"told that tournament {tournament.id} cannot be posted"
        if await self.bot.store.facts.get(fact):
            return
        await self.bot.store.facts.set(fact, str(tournament.channel))
        text = Text(
            "I cannot post in {channel}, so nobody hears of {name} there. Nothing is lost: it goes "
            "on when I may see and write there again (View Channel, Send Messages, Attach Files), "
            "or where somebody types `/tournament here`.",
            channel=f"<#{tournament.channel}>",
            name=Words(tournament.terms.name),
        )
        await tell_organiser(self.bot, tournament, guild, text)


async def tell_organiser(
    bot: Damier, tournament: Tournament, guild: discord.Guild, text: Text
) -> None:
    """Send a direct message to the organiser of a tournament, or to the server's owner if it has
    none. Failures are logged.
    """
    organiser = tournament.state.organiser or guild.owner_id or 0
    try:
        usual = bot.preferences.locale_of(guild)
        locale = await bot.preferences.locale_for_person(organiser, usual)
        person = await bot.create_dm(discord.Object(organiser))
        await person.send(translate(text, locale), allowed_mentions=discord.AllowedMentions.none())
    except (discord.HTTPException, *FAILING) as error:
        log.info("The organiser of tournament %s is not told: %r", tournament.id, error)
