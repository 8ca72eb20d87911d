"""Players who leave the server during a match: the others are told, and choose what to do.

Discord does not tell the bot who leaves, so it checks the players of live matches regularly.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

import discord

from cogs.client.client import Damier, Interaction, Origin, origin_of
from cogs.client.replies import acknowledge
from cogs.language.actions import Action
from cogs.language.catalogues import Translate
from cogs.match_actions.confirmations import TAKEOVER_LEVEL, taken_over
from cogs.members.directory import gone_from
from cogs.messages.buttons import MatchButton, labelled_button
from cogs.messages.offer_texts import for_departed
from cogs.timekeeping.loops import LoopCog
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import NOWHERE, OPEN, level_of

TICK: Final = timedelta(minutes=1)
"""The time between two checks."""

ASKED_EVERY: Final = timedelta(minutes=10)
"""How often, at most, Discord is asked about the players of a server."""

AT_ONCE: Final = 5
"""The most servers that Discord is asked about in one check: such requests are limited."""

FEWEST: Final = 2
"""The fewest people in a match for its players to be checked: somebody must be left to tell."""

BACK: Final = Text("They are on this server again: the match goes on.")


class Departures(LoopCog):
    """Tells players that another has left, and carries out their choice."""

    def __init__(self, bot: Damier) -> None:
        super().__init__(TICK)
        self.bot = bot
        self._asked: dict[int, datetime] = {}
        self._gone: dict[int, frozenset[int]] = {}

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.CLAIM_LEFT] = self.claim
        self.bot.buttons[Action.REPLACE_LEFT] = self.replace
        self.bot.more_buttons[Action.CLAIM_LEFT] = self._more

    def _more(self, match: Match, person: int, translated: Translate) -> Iterator[MatchButton]:
        """Yield the buttons about departed players, unless the match's last post has them."""
        if for_departed(match) or person not in match.persons:
            return
        for gone in match.departed:
            seat = match.seats_of(gone)[0]
            number = match.events[-1].number
            if gone != person:
                yield labelled_button(
                    Action.CLAIM_LEFT, match.id, number, seat, translated=translated
                )
            if match.may_replace(person, gone):
                yield labelled_button(
                    Action.REPLACE_LEFT, match.id, number, seat, translated=translated
                )

    # Checking

    async def look(self) -> None:
        """Check the players of the servers whose last check is longest ago.

        A server seen for the first time counts as checked just now.
        """
        store, now = self.bot.store, self.bot.clock.now()
        if not store.is_available:
            return
        known = {one: self._asked.get(one, now) for one in await store.lists.servers()}
        self._asked = known
        due = [one for one in known if now - known[one] >= ASKED_EVERY]
        for server in sorted(due, key=lambda one: known[one])[:AT_ONCE]:
            self._asked[server] = now
            guild = self.bot.get_guild(server) if server != NOWHERE else None
            if guild is not None and not guild.unavailable:
                await self._ask(guild)

    async def _ask(self, guild: discord.Guild) -> None:
        """Note in a server's matches which players have left since the last check."""
        matches = {
            number: people
            for number, people in (await self.bot.store.lists.people_in(guild.id)).items()
            if len(set(people)) >= FEWEST
        }
        people = {person for playing in matches.values() for person in playing}
        known = self._gone.get(guild.id, frozenset())
        gone = frozenset(await gone_from(guild, people, known)) if people else frozenset()
        for number, playing in matches.items():
            for person in gone.intersection(playing) - known:
                async with self.bot.store.match(number) as table:
                    table.match = table.match.note_departed(person, now=self.bot.clock.now())
        self._gone[guild.id] = gone

    # The choices of the others

    async def claim(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Claim the game* after a departure. Raises Refusal."""
        match = await self.bot.store.load(button.match)
        departed = match.players[button.which]
        await self.claim_from(match, interaction.user.id, origin_of(interaction), departed)
        await acknowledge(interaction)

    async def replace(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Let a computer play on* after a departure. Raises Refusal."""
        who, origin = interaction.user.id, origin_of(interaction)
        match = await self.bot.store.load(button.match)
        departed = match.players[button.which]
        await self._check_gone(match, departed)
        async with self.bot.store.match(match.id) as table:
            match = table.match
            level = max(map(level_of, match.computers), default=TAKEOVER_LEVEL)
            table.match = match.replace_departed(who, departed, level, **origin)
        await acknowledge(interaction)

    async def claim_from(
        self, match: Match, person: int, origin: Origin, departed: int | None = None
    ) -> None:
        """Let a person claim the game of a departed player, by default the first to leave.

        Raises Refusal if that player is back, or the claim is not possible.
        """
        departed = match.departed[0] if departed is None else departed
        await self._check_gone(match, departed)
        async with self.bot.store.match(match.id) as table:
            policy = self.bot.preferences.server(table.match.guild).takeover
            claimed = table.match.claim_departed(person, departed, **origin)
            table.match = taken_over(claimed, policy)

    async def _check_gone(self, match: Match, person: int) -> None:
        """Raise Refusal unless Discord confirms that a player is not on the match's server."""
        guild = self.bot.get_guild(match.guild)
        if person <= OPEN or guild is None or not await gone_from(guild, [person]):
            raise Refusal(BACK)
