"""What is sent of tournaments: the card first, then bulletins in order, and the card as it is then.

A bulletin is about the entry of its number.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Collection, Sequence
from typing import Final, Protocol

import discord
from discord import ui

from cogs.bot.client import Damier
from cogs.delivery.marked_posts import Part
from cogs.delivery.match_messages import FAILING
from cogs.delivery.outbox import Author, Place
from cogs.events.conducting.pinned_cards import CardComposer, PinnedCards
from cogs.language.catalogues import translate
from data import TOURNAMENT, Bulletin, UnknownTournament
from engine import Text
from engine.text import Words
from engine.tournaments.record import Entry, Kind
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

ASKING: Final = frozenset({Kind.CHALLENGE, Kind.ASK})
"""What people ask of others who have nothing to do with them in the event yet."""


class Contents(Protocol):
    """A post's contents, the people it calls, and the posts that follow it."""

    @property
    def layout(self) -> ui.LayoutView:
        """Its components."""

    @property
    def files(self) -> Sequence[discord.File]:
        """The files that they show."""

    @property
    def calls(self) -> Collection[int]:
        """The people whom it pings, as far as they want that."""

    @property
    def more(self) -> Sequence[Contents]:
        """Further posts, if one cannot call all people."""


class Composer(Protocol):
    """Composes the post of an entry, or the private note to a ``person``; None: it needs none."""

    def __call__(
        self,
        bot: Damier,
        tournament: Tournament,
        entry: Entry,
        locale: discord.Locale,
        /,
        *,
        person: int | None = None,
    ) -> Awaitable[Contents | None]:
        """Return the post."""


class Bulletins(Author):
    """Tells of tournaments in their channels."""

    kind = TOURNAMENT

    def __init__(self, bot: Damier, compose: Composer, compose_card: CardComposer) -> None:
        self.bot = bot
        self._compose = compose
        self._cards = PinnedCards(bot, compose_card)
        self._uncertain: set[int] = set()
        """The tournaments whose card may have been sent."""

    async def load(self) -> None:
        """Note which cards an earlier process may have sent, and have bulletins sent."""
        cards = await self.bot.store.tournaments.cards_behind()
        self._uncertain = {card.tournament for card in cards if card.message is None}
        self.bot.outbox.add(self)

    async def start(self) -> None:
        """Send what an earlier process left unfinished."""
        await self.bot.outbox.wake_all()
        store = self.bot.store.tournaments
        for number in await store.running():
            if (await store.load(number)).terms.is_exhibition:
                self.show_boards(number)

    def show_boards(self, number: int) -> None:
        """Have the card of a tournament show its boards as they are now."""
        self._cards.stale.add(number)
        self.wake(number)

    def wake(self, number: int) -> None:
        """Have what is to be sent of a tournament looked for."""
        self.bot.outbox.wake(TOURNAMENT, number)

    async def behind(self) -> Collection[int]:
        """Return the tournaments whose card shows less than has happened."""
        return [card.tournament for card in await self.bot.store.tournaments.cards_behind()]

    async def place_of(self, about: int) -> Place | None:
        """Return the channel of a tournament."""
        try:
            tournament = await self.bot.store.tournaments.load(about)
        except UnknownTournament:
            log.info("Tournament %s is gone", about)
            return None
        return Place(tournament.guild, tournament.channel)

    async def begin(self, about: int) -> None:
        """Send the card, if it is not in the channel."""
        tournament = await self.bot.store.tournaments.load(about)
        card = await self.bot.store.tournaments.card_of(about)
        if card.message is None or card.channel != tournament.channel:
            await self.finish(about)

    async def finish(self, about: int) -> float | None:
        """Send or edit the card of a tournament; return the seconds until it is due again."""
        tournament = await self.bot.store.tournaments.load(about)
        again = about in self._uncertain
        self._uncertain.add(about)
        card = await self.bot.store.tournaments.card_of(about)
        wait = await self._cards.bring_up_to_date(tournament, card, again=again)
        self._uncertain.discard(about)
        return wait or None

    async def compose(self, bulletin: Bulletin, locale: discord.Locale) -> Sequence[Part]:
        """Return the post of an entry, in as many messages as it needs."""
        tournament = await self.bot.store.tournaments.load(bulletin.about)
        entry = tournament.entries[bulletin.number - 1]
        contents = await self._compose(self.bot, tournament, entry, locale, person=bulletin.person)
        if contents is None:
            return ()
        within = entry.person is not None and entry.kind not in ASKING
        return [
            Part(one.layout, one.files, one.calls, entry.person, within)
            for one in (contents, *contents.more)
        ]

    def ask_again(self, about: int) -> None:
        """Do not wait any longer with a card that Discord has refused."""
        self._cards.ask_again(about)

    async def refused(self, about: int, error: discord.HTTPException) -> None:
        """Tell the organiser once that the bot may not post."""
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
    """Try to tell something to the organiser of a tournament in private."""
    organiser = tournament.state.organiser or guild.owner_id or 0
    try:
        usual = bot.preferences.locale_of(guild)
        locale = await bot.preferences.locale_for_person(organiser, usual)
        person = await bot.create_dm(discord.Object(organiser))
        await person.send(translate(text, locale), allowed_mentions=discord.AllowedMentions.none())
    except (discord.HTTPException, *FAILING) as error:
        log.info("The organiser of tournament %s is not told: %r", tournament.id, error)
