"""What is sent of tournaments: the card first, then bulletins in order, once.

A bulletin is stored with the entry that it is about, and sent afterwards. One that Discord refuses
for good is recorded and tried again when something has changed; what fails otherwise, soon.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

import discord
from discord.abc import Messageable

from cogs.bot.client import Damier
from cogs.delivery.match_messages import FAILING
from cogs.events.conducting.marked_posts import CardComposer, Composer, MarkedPosts
from cogs.events.conducting.pinned_cards import PinnedCards
from cogs.events.conducting.round_posts import RoundPosts
from cogs.language.catalogues import translate
from cogs.timekeeping.keyed_worker import DONE, FIRST_PAUSE, KeyedWorker, NotNow, Rest
from data import Bulletin, PostState, UnknownTournament
from engine import Text
from engine.text import Words
from engine.tournaments.record import Entry, Kind
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

ASKING: Final = frozenset({Kind.CHALLENGE, Kind.ASK})
"""What people ask of others who have nothing to do with them in the event yet."""

LATELY: Final = timedelta(hours=1)
"""After a start, the posts of rounds that have changed since then are looked at again."""

TOO_MANY: Final = 429
"""The status of an answer to one request too many, which passes by itself."""

SERVERS_FAULT: Final = 500
"""The lowest status of an answer that says that Discord itself has failed."""


class Bulletins:
    """Sends what is to be said of tournaments."""

    def __init__(self, bot: Damier, compose: Composer, compose_card: CardComposer) -> None:
        self.bot = bot
        self._compose = compose
        self._posts = MarkedPosts(bot)
        self._cards = PinnedCards(bot, self._posts, compose_card)
        self._rounds = RoundPosts(bot, self._posts, compose)
        self._uncertain: set[tuple[int, int]] = set()
        """Posts that may have been sent: tournament and entry, 0 for its card."""
        self._refused: dict[int, int] = {}
        """The channels that take no posts just now, by tournaments."""
        self._worker = KeyedWorker("posts of tournament", self._work, bot.clock.elapsed)

    async def start(self) -> None:
        """Send what an earlier process left unfinished."""
        await self._posts.load()
        store = self.bot.store.tournaments
        pending, cards = await store.outbox.pending(), await store.cards_behind()
        self._uncertain = {(one.tournament, one.entry) for one in pending}
        self._uncertain |= {(card.tournament, 0) for card in cards if card.message is None}
        for number in sorted({number for number, _ in self._uncertain}):
            self.wake(number)
        for card in cards:
            self.wake(card.tournament)
        lately = self.bot.clock.now() - LATELY
        for number in [*await store.running(), *await store.ended_since(lately)]:
            tournament = await store.load(number)
            if tournament.terms.is_exhibition:
                self.show_boards(number)
            elif tournament.entries[-1].at >= lately:
                self._rounds.note_since(tournament, lately)
                self.wake(number)

    @property
    def is_busy(self) -> bool:
        """Whether posts are in hand, or to be sent or edited soon."""
        return self._worker.is_busy

    async def close(self) -> None:
        """Finish the posts in hand."""
        await self._worker.close()

    async def look_again(self) -> None:
        """Look for posts left behind by an outage of the database, or by another process."""
        store = self.bot.store.tournaments
        left = {one.tournament for one in await store.outbox.pending()}
        left |= {card.tournament for card in await store.cards_behind()}
        for number in sorted(left - self._refused.keys()):
            self.wake(number)

    async def retry(self, *, guild: int | None = None, channel: int | None = None) -> None:
        """Try refused posts again, because something has changed."""
        for number in await self.bot.store.tournaments.outbox.retry(guild=guild, channel=channel):
            self._refused.pop(number, None)
            self._worker.wake_anew(number)
        for number, refused in [*self._refused.items()]:
            if channel == refused or guild == (await self.bot.store.tournaments.load(number)).guild:
                del self._refused[number]
                self._cards.ask_again(number)
                self._rounds.ask_again(number)
                self._worker.wake_anew(number)

    def show_boards(self, number: int) -> None:
        """Have the card of a tournament show its boards as they are now."""
        self._cards.stale.add(number)
        self.wake(number)

    def wake(self, number: int) -> None:
        """Have what is to be sent of a tournament looked for."""
        self._worker.wake(number)

    async def _work(self, number: int) -> Rest:
        """Send what is to be sent of a tournament."""
        try:
            return Rest(again=await self._send_all(number))
        except UnknownTournament:
            log.info("Tournament %s is gone", number)
        except FAILING as error:
            log.info("Posts of tournament %s: %r; they are tried again", number, error)
            raise NotNow(FIRST_PAUSE) from error
        except discord.HTTPException as error:
            log.warning("Discord takes no posts of tournament %s: %s", number, error)
            if error.status >= SERVERS_FAULT or error.status == TOO_MANY:
                raise NotNow(FIRST_PAUSE) from error
            await self._refuse(number, error)
        return DONE

    async def _send_all(self, number: int) -> float | None:
        """Send the card, the bulletins that wait, and the card as it is then.

        The posts of rounds that have changed come before the card, whose version says how far all
        is shown. Return the seconds until one of them is due again, None for never.
        """
        store = self.bot.store.tournaments
        tournament = await store.load(number)
        guild = self.bot.get_guild(tournament.guild)
        if guild is None or guild.unavailable or not self.bot.store.shards.have(guild.id):
            return None
        if self._refused.get(number) == tournament.channel:
            return None  # until something has changed there
        card = await store.card_of(number)
        self._rounds.note(tournament, card.version)
        if card.message is None or card.channel != tournament.channel:
            await self._bring_up_to_date(tournament)
        for bulletin in await store.outbox.of(number):
            if bulletin.state is PostState.PENDING:
                await self._show(bulletin, guild)
        tournament = await store.load(number)
        rounds = await self._rounds.bring_up_to_date(tournament, await store.outbox.of(number))
        card_again = await self._bring_up_to_date(tournament)
        return min((wait for wait in (rounds, card_again) if wait is not None), default=None)

    async def _bring_up_to_date(self, tournament: Tournament) -> float | None:
        """Send or edit the card of a tournament; return the seconds until it is due again."""
        key = (tournament.id, 0)
        again = key in self._uncertain
        self._uncertain.add(key)
        card = await self.bot.store.tournaments.card_of(tournament.id)
        wait = await self._cards.bring_up_to_date(tournament, card, again=again)
        self._uncertain.discard(key)
        return wait or None

    async def _show(self, bulletin: Bulletin, guild: discord.Guild) -> None:
        """Send a bulletin, and record that. Raises Discord's errors for the channel."""
        outbox = self.bot.store.tournaments.outbox
        tournament = await self.bot.store.tournaments.load(bulletin.tournament)
        entry = tournament.entries[bulletin.entry - 1]
        try:
            message = await self._send(tournament, entry, bulletin, guild)
        except (discord.Forbidden, discord.NotFound) as error:
            await outbox.mark_refused(bulletin, f"{error.status} {error.code}")
            if bulletin.person is None:
                raise
            return  # they take no private messages
        if message is None:
            await outbox.mark_joined([bulletin])
        else:
            await outbox.mark_shown(bulletin, message)
        self._uncertain.discard((bulletin.tournament, bulletin.entry))

    async def _send(
        self, tournament: Tournament, entry: Entry, bulletin: Bulletin, guild: discord.Guild
    ) -> int | None:
        """Send a bulletin, unless it stands there already; return the id of its first message.

        Return None if it needs no post. Raises Discord's errors.
        """
        key = (tournament.id, entry.number)
        again = key in self._uncertain
        locale = self.bot.preferences.locale_of(guild)
        place: Messageable = self.bot.get_partial_messageable(bulletin.channel, guild_id=guild.id)
        if bulletin.person is not None:
            locale = await self.bot.preferences.locale_for_person(bulletin.person, locale)
            place = await self.bot.create_dm(discord.Object(bulletin.person))
        contents = await self._compose(self.bot, tournament, entry, locale, person=bulletin.person)
        if contents is None:
            return None
        self._uncertain.add(key)
        first = None
        for number, part in enumerate([contents, *contents.more]):
            name = f"t{tournament.id:x}.{entry.number:x}" + (f".{number}" if number else "")
            found = await self._posts.find(place, name, entry.at) if again else None
            if found is None:
                within = entry.person is not None and entry.kind not in ASKING
                found = await self._posts.send(
                    place, name, part.layout, part.files, part.calls, by=entry.person, within=within
                )
            first = first or found.id
        return first

    async def _refuse(self, number: int, error: discord.HTTPException) -> None:
        """Leave the posts of a tournament until something changes; tell the organiser once."""
        tournament = await self.bot.store.tournaments.load(number)
        guild = self.bot.get_guild(tournament.guild)
        self._refused[number] = tournament.channel
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
