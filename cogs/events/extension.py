"""The cogs of events: tournaments, exhibitions and team matches."""

from __future__ import annotations

from cogs.challenges.challenges import Challenges
from cogs.client.client import Damier
from cogs.computers.computer_players import ComputerPlayers
from cogs.events.commands import TournamentCommands
from cogs.events.conducting.bulletins import Bulletins
from cogs.events.conducting.director import TournamentDirector
from cogs.events.conducting.events_and_roles import EventsAndRoles
from cogs.events.conducting.judging import Judging
from cogs.events.creating.creation import Creation
from cogs.events.exhibition_cards import ExhibitionCards
from cogs.events.side_commands import SideCommands
from cogs.match_actions.clocks import Clocks


async def setup(bot: Damier) -> None:
    """Add the director, scheduled events and roles, and the commands, which share a panel."""
    computers = bot.cog(ComputerPlayers)
    judging = Judging(computers.workers, computers.fair_play)
    cards = ExhibitionCards(bot)
    creation = Creation(bot, bot.cog(Challenges).matchmaking)
    for cog in (
        TournamentDirector(
            bot, bot.cog(Clocks), judging, Bulletins(bot, cards.bulletin, cards.card)
        ),
        EventsAndRoles(bot),
        TournamentCommands(bot, creation),
        SideCommands(bot, creation),
    ):
        await bot.add_cog(cog)
