"""The buttons below the post of a match between servers. Every answer is private.

A button of an outdated post is judged by the match's current state, so that a second or late press
changes nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import discord
from discord.ext import commands

from cogs.client.client import Damier, Interaction
from cogs.client.replies import answer_to
from cogs.members.match_channels import check_permissions
from cogs.messages.buttons import ControlKind
from cogs.server_matches.server_card import ServerAction, button
from data import BlockedServer
from engine import Refusal, Text
from engine.server_matches.server_match import CHALLENGED, Phase, Player, ServerMatch, Side
from engine.text import Words

UNKNOWN: Final = Text("I do not know that match between servers.")

FOR_MANAGERS: Final = Text("That is for those who may manage this server (Manage Server).")

NO_CHANNEL: Final = Text(
    "Choose the channel for matches with other servers first: `/settings`, *Settings of the "
    "server*, *Other servers*."
)

Handler = Callable[[Interaction, ServerMatch, int], Awaitable[Text]]


class ServerCardButtons(commands.Cog):
    """Handles the buttons below the posts of matches between servers."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._handlers: Mapping[ServerAction, Handler] = {
            ServerAction.ACCEPT: self._accept,
            ServerAction.DECLINE: self._decline,
            ServerAction.BLOCK: self._block,
            ServerAction.WITHDRAW: self._withdraw,
            ServerAction.JOIN: self._join,
            ServerAction.LEAVE: self._leave,
            ServerAction.START: self._start,
            ServerAction.OFF_NOW: self._call_off,
        }

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.text_buttons[ControlKind.SERVERS] = self.press

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button: do its action for the server on which it was pressed.

        Raises Refusal if the person may not do it, or the match no longer allows it.
        """
        what, _, number = about.partition(":")
        match = await self.bot.store.servers.load(int(number) if number.isdecimal() else 0)
        guilds = [side.guild for side in match.sides] if match is not None else []
        if match is None or interaction.guild_id not in guilds:
            raise Refusal(UNKNOWN)
        try:
            action = ServerAction(what)
        except ValueError:
            raise Refusal(UNKNOWN) from None
        side = guilds.index(interaction.guild_id)
        if (
            action not in {ServerAction.JOIN, ServerAction.LEAVE}
            and not interaction.permissions.manage_guild
        ):
            raise Refusal(FOR_MANAGERS)
        answering = {ServerAction.ACCEPT, ServerAction.DECLINE, ServerAction.BLOCK}
        if action in answering and side != CHALLENGED:
            raise Refusal(UNKNOWN)
        if action is ServerAction.OFF:
            await self._ask(interaction, match)
            return
        said = await self._handlers[action](interaction, match, side)
        await answer_to(interaction).show(said)

    async def _ask(self, interaction: Interaction, match: ServerMatch) -> None:
        """Ask in private whether to call a match off. Raises Refusal if the match is over."""
        if match.is_over:
            raise Refusal(Text("This match between servers is over."))
        answer = answer_to(interaction)
        question = Text(
            "Do you want to call off the match? Boards that are being played end without a result."
        )
        await answer.show(question, button(ServerAction.OFF_NOW, match, answer.said))

    async def _change(
        self, match: ServerMatch, change: Callable[[ServerMatch], ServerMatch]
    ) -> None:
        if await self.bot.store.servers.change(match.id, change) is None:
            raise Refusal(UNKNOWN)

    async def _accept(self, interaction: Interaction, match: ServerMatch, side: int) -> Text:
        guild = interaction.guild
        if guild is None:
            raise Refusal(UNKNOWN)
        await self._check_alone(match)
        mine = side_of(self.bot, guild)
        await self._change(match, lambda one: one.accept(mine))
        return Text("Accepted. Now each server gathers its team, below its post.")

    async def _check_alone(self, match: ServerMatch) -> None:
        """Raise Refusal if the two servers have another match that was accepted."""
        both = {side.guild for side in match.sides}
        for one in await self.bot.store.servers.going_on(match.sides[0].guild):
            if {side.guild for side in one.sides} == both and one.phase is not Phase.ASKED:
                raise Refusal(Text("The two servers are playing each other already."))

    async def _decline(self, _: Interaction, match: ServerMatch, _side: int) -> Text:
        now = self.bot.clock.now()
        await self._change(match, lambda one: one.decline(now))
        return Text("Declined.")

    async def _block(self, interaction: Interaction, match: ServerMatch, side: int) -> Text:
        other = match.sides[1 - side]
        await block(self.bot, match.sides[side].guild, BlockedServer(other.guild, other.name))
        return blocked_text(other.name)

    async def _withdraw(self, _: Interaction, match: ServerMatch, side: int) -> Text:
        if side == CHALLENGED:
            raise Refusal(UNKNOWN)
        now = self.bot.clock.now()
        await self._change(match, lambda one: one.withdraw(now))
        return Text("The challenge is withdrawn.")

    async def _call_off(self, _: Interaction, match: ServerMatch, side: int) -> Text:
        now = self.bot.clock.now()
        if match.is_over:
            raise Refusal(Text("This match between servers is over."))
        if match.phase is Phase.ASKED and side == CHALLENGED:
            raise Refusal(UNKNOWN)
        await self._change(match, lambda one: one.call_off(side, now))
        return Text("It is called off.")

    async def _join(self, interaction: Interaction, match: ServerMatch, side: int) -> Text:
        person, guild = interaction.user, match.sides[side].guild
        rating = await self.bot.store.standings.rating(guild, person.id, match.game.name)
        strength = rating.mu - 3 * rating.sigma if rating is not None else 0.0
        name = person.display_name if match.sides[side].names else ""
        player = Player(side, person.id, name, strength)
        await self._change(match, lambda one: one.join(player))
        if match.shows_names:
            return Text("You are in the team; the other server will see your name.")
        return Text("You are in the team; the other server will not see your name.")

    async def _leave(self, interaction: Interaction, match: ServerMatch, side: int) -> Text:
        await self._change(match, lambda one: one.leave(side, interaction.user.id))
        return Text("You have left the team.")

    async def _start(self, _: Interaction, match: ServerMatch, side: int) -> Text:
        await self._change(match, lambda one: one.ready(side))
        return Text("Your server is ready. The match begins as soon as the other one is, too.")


def side_of(bot: Damier, guild: discord.Guild) -> Side:
    """Return a server as a side of a match, by its settings.

    Raises Refusal if the server has no channel for such matches, or the bot lacks permissions
    there.
    """
    settings = bot.preferences.server(guild.id)
    channel = guild.get_channel(settings.abroad_channel or 0)
    if not isinstance(channel, discord.TextChannel):
        raise Refusal(NO_CHANNEL)
    check_permissions(channel)
    return Side(guild.id, guild.name, channel.id, settings.abroad_names)


async def block(bot: Damier, guild: int, other: BlockedServer) -> None:
    """Block the server ``other`` for ``guild``, and end every match between the two."""
    now, servers = bot.clock.now(), bot.store.servers
    await servers.block(guild, other, now)
    for match in await servers.going_on(guild):
        if other.guild in {side.guild for side in match.sides}:
            side = match.side_of(guild)
            declines = match.phase is Phase.ASKED and match.sides[CHALLENGED].guild == guild

            def ended(
                one: ServerMatch, *, declines: bool = declines, side: int = side
            ) -> ServerMatch:
                if declines and one.phase is Phase.ASKED:
                    return one.decline(now)
                return one.call_off(side, now)

            await servers.change(match.id, ended)


def blocked_text(name: str) -> Text:
    """Return the sentence that a server is blocked, and its consequences."""
    return Text(
        "{server} is blocked: it can no longer challenge this server, and all that was open "
        "between you is called off. `/servers unblock` lifts it.",
        server=Words(name),
    )
