"""The role of a tournament's winner, held until the series' next tournament ends."""

from __future__ import annotations

import logging
from typing import Final

import discord

from cogs.client.client import Damier
from cogs.events.conducting.bulletins import tell_organiser
from cogs.members.directory import member_of
from engine import Refusal, Text
from engine.table.record import OPEN
from engine.text import Words
from engine.tournaments.state import Phase
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

DONE: Final = "done"
TOLD: Final = "told"
"""The fact stored about a tournament's role: given, or the organiser was told why not."""

LOOKED_BACK: Final = 20
"""The most earlier tournaments of a series that are searched for one with a winner."""


class Champions:
    """Gives the winners of tournaments a role, and takes it from the winners before them."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def see_to(self, tournament: Tournament, guild: discord.Guild) -> None:
        """Give the role of an ended tournament to its winners, unless that was done.

        If the bot may not give the role, tell the organiser once; a later call tries again. Raises
        Discord's other errors.
        """
        if tournament.state.role is None or tournament.phase is not Phase.OVER:
            return
        fact = f"role of tournament {tournament.id}"
        noted = await self.bot.store.facts.get(fact)
        if noted == DONE or await self._is_past(tournament):
            return
        role = guild.get_role(tournament.state.role)
        why = cannot_give(guild, role)
        if why is None and role is not None:
            try:
                await self._hand_over(tournament, guild, role)
            except discord.Forbidden as error:
                log.info("The role of tournament %s: %r", tournament.id, error)
                why = Text("Discord does not let me give {role}.", role=f"**{_named(role)}**")
            else:
                await self.bot.store.facts.set(fact, DONE)
                return
        log.info("The role of tournament %s is not given: %s", tournament.id, why)
        if noted != TOLD and why is not None:
            await self.bot.store.facts.set(fact, TOLD)
            text = Text(
                "The winner of {name} has not been given the role: {why} I will keep trying for a "
                "week.",
                name=Words(tournament.terms.name),
                why=why,
            )
            await tell_organiser(self.bot, tournament, guild, text)

    async def _is_past(self, tournament: Tournament) -> bool:
        """Return whether the next tournament of the series has ended: its winners get the role."""
        following = tournament.state.next
        if not following:
            return False
        return (await self.bot.store.tournaments.load(following)).phase is Phase.OVER

    async def _hand_over(
        self, tournament: Tournament, guild: discord.Guild, role: discord.Role
    ) -> None:
        """Take the role of the last winners from them, and give ``role`` to the new winners.

        Raises Discord's errors, Forbidden among them.
        """
        new, last = winners(tournament), await self._last(tournament)
        earlier = guild.get_role(last.state.role or 0) if last is not None else None
        if last is not None and earlier is not None and cannot_give(guild, earlier) is None:
            kept = new if earlier == role else []
            for person in winners(last):
                member = await _member(guild, person) if person not in kept else None
                if member is not None:
                    await member.remove_roles(earlier, reason=tournament.terms.name)
        for person in new:
            member = await _member(guild, person)
            if member is not None:
                await member.add_roles(role, reason=tournament.terms.name)

    async def _last(self, tournament: Tournament) -> Tournament | None:
        """Return the latest earlier tournament of the series with a winner, None if there is none.

        At most ``LOOKED_BACK`` tournaments are searched.
        """
        previous = tournament.previous
        for _ in range(LOOKED_BACK):
            if previous is None:
                break
            found = await self.bot.store.tournaments.load(previous)
            if found.phase is Phase.OVER and winners(found):
                return found
            previous = found.previous
        return None


def winners(tournament: Tournament) -> list[int]:
    """Return the winners of an ended tournament: the people in first place in its highest group.

    Computers, and people who withdrew, do not count.
    """
    return [
        player
        for group, place, player in tournament.final_places
        if (place, group) == (1, 0) and player > OPEN and tournament.state.is_in(player)
    ]


def cannot_give(guild: discord.Guild, role: discord.Role | None) -> Text | None:
    """Return the reason why the bot may not give a role as a prize, None if it may."""
    if role is None:
        return Text("That role is gone.")
    shown = f"**{_named(role)}**"
    if role.is_default() or role.managed:
        return Text("{role} cannot be given by hand.", role=shown)
    if role.permissions.value & discord.Permissions.elevated().value:
        return Text("{role} lets its members manage the server; a prize may not.", role=shown)
    if not guild.me.guild_permissions.manage_roles:
        return Text("I need the permission Manage Roles.")
    if role >= guild.me.top_role:
        return Text("My own role has to be above {role}.", role=shown)
    return None


def check_choice(member: discord.Member, role: discord.Role | None) -> None:
    """Raise Refusal unless ``member`` may choose ``role`` as a prize, and the bot may give it."""
    guild = member.guild
    above = member == guild.owner or (role is not None and member.top_role > role)
    if not (member.guild_permissions.manage_roles and above):
        raise Refusal(Text("Choose a role below your own; that needs the permission Manage Roles."))
    why = cannot_give(guild, role)
    if why is not None:
        raise Refusal(why)


async def _member(guild: discord.Guild, person: int) -> discord.Member | None:
    """Return a member of a server, None if they have left it."""
    try:
        return await member_of(guild, person)
    except Refusal:
        return None


def _named(role: discord.Role) -> Words:
    return Words(role.name)
