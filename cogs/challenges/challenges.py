"""Challenges: by mention, by command and from a member's menu; their cards and answers."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

import engine
from cogs.bot import suggestions
from cogs.bot.client import Context, Damier, Interaction, Origin, origin_of
from cogs.bot.replies import acknowledge, private
from cogs.challenges.admission import (
    GuildChannel,
    check_channel,
    check_opener,
    check_proposal,
    check_seat,
)
from cogs.language.catalogues import say
from cogs.language.challenge_parser import Terms, parse_challenge
from cogs.language.game_names import find_game, find_seat
from cogs.members.people import people_in
from cogs.messages.buttons import Action, MatchButton, Menu, Use
from engine import Refusal, Text
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import OPEN, Status
from engine.text import joined

NEEDED = {
    "view_channel": Text("View Channel"),
    "send_messages": Text("Send Messages"),
    "embed_links": Text("Embed Links"),
    "attach_files": Text("Attach Files"),
    "read_message_history": Text("Read Message History"),
}
"""Permissions that a channel with matches needs, by their names in discord.py and in Discord."""


class Challenges(commands.Cog):
    """Challenges, from the card to the answer."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._one_at_a_time = asyncio.Lock()
        self._menu = app_commands.ContextMenu(
            name=locale_str("Challenge to a game"), callback=self.from_menu
        )
        self._menu.allowed_contexts = app_commands.AppCommandContext(guild=True)

    async def cog_load(self) -> None:
        """Registers the buttons and the member's menu."""
        self.bot.buttons[Action.ACCEPT] = self.accept
        self.bot.buttons[Action.JOIN] = self.join
        self.bot.buttons[Action.LEAVE] = self.leave
        self.bot.buttons[Action.BEGIN] = self.begin
        self.bot.buttons[Action.DECLINE] = self.decline
        self.bot.buttons[Action.WITHDRAW] = self.withdraw
        self.bot.menus[Use.INVITE] = self.invite
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Takes the member's menu away."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    # Ways to challenge

    @app_commands.command(name="challenge", description=locale_str("Challenge members to a game"))
    @app_commands.describe(
        opponent=locale_str("Whom you challenge"),
        game=locale_str("Which game"),
        options=locale_str("Rules that differ from the usual ones"),
        seat=locale_str("Which side you take; by lot if you do not say"),
        time=locale_str("How long a turn may take, or a clock such as 10+10"),
        rated=locale_str("Whether it counts for the ratings"),
        players=locale_str("How many play; seats that nobody is named for are open to all"),
        second=locale_str("Whom else you challenge"),
        third=locale_str("Whom else you challenge"),
        fourth=locale_str("Whom else you challenge"),
        fifth=locale_str("Whom else you challenge"),
    )
    @app_commands.autocomplete(**suggestions.FOR_TERMS)
    @app_commands.guild_only()
    async def slash(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        opponent: discord.Member,
        game: str,
        options: str = "",
        seat: str = "",
        players: int | None = None,
        time: str = "",
        rated: bool | None = None,
        second: discord.Member | None = None,
        third: discord.Member | None = None,
        fourth: discord.Member | None = None,
        fifth: discord.Member | None = None,
    ) -> None:
        """Challenges members."""
        named = [opponent, second, third, fourth, fifth]
        words = f"{find_game(game).name} {options}"
        chosen = parse_challenge(words)
        players = chosen.players if players is None else players
        side = find_seat(chosen.game, seat, players, chosen.options)
        match = await self.challenge(
            interaction.user,
            interaction.channel,
            chosen._replace(
                players=players,
                seat=side,
                time=TimeControl.read(time) if time else chosen.time,
                rated=chosen.rated if rated is None else rated,
            ),
            [member for member in named if member is not None],
            origin_of(interaction),
        )
        await private(interaction, say(_sent(match), interaction.locale))

    @commands.command(name="challenge")
    @commands.guild_only()
    async def typed(self, context: Context, *, words: str = "") -> None:
        """``@Damier challenge @opponent frisian white``."""
        guild = context.guild
        if guild is None:
            return
        opponents, rest = await people_in(guild, words)
        chosen = parse_challenge(rest)
        if not opponents and chosen.players is None:
            raise Refusal(
                Text(
                    "Say whom you challenge: `@{bot} challenge @opponent {game}`.",
                    bot=guild.me.display_name,
                    game=chosen.game.name,
                )
            )
        origin = origin_of(context.message)
        await self.challenge(context.author, context.channel, chosen, opponents, origin)

    async def from_menu(self, interaction: Interaction, member: discord.Member) -> None:
        """Asks privately which game, from the menu on a member's name."""
        self._check_opponents(interaction.user, [member])
        options = [
            discord.SelectOption(label=say(game.title, interaction.locale), value=key)
            for key, game in engine.games.items()
        ]
        which = say(Text("Which game?"), interaction.locale)
        view = ui.View(timeout=None)
        view.add_item(Menu(Use.INVITE, str(member.id), which, options))
        ask = Text("Challenge {person} to a game:", person=member.mention)
        await private(interaction, say(ask, interaction.locale), view=view)

    async def invite(self, interaction: Interaction, about: str, choice: str) -> None:
        """Challenges the member of the menu to the chosen game."""
        if interaction.guild is None:
            return
        opponents, _ = await people_in(interaction.guild, f"<@{about}>")
        chosen, origin = parse_challenge(choice), origin_of(interaction)
        channel = interaction.channel
        match = await self.challenge(interaction.user, channel, chosen, opponents, origin)
        done = say(_sent(match), interaction.locale)
        await interaction.response.edit_message(content=done, view=None)

    async def challenge(
        self,
        host: discord.abc.User,
        channel: object,
        proposed: Terms,
        opponents: Sequence[discord.Member],
        origin: Origin,
    ) -> Match:
        """Stores a challenge, whose card is then posted. Raises Refusal."""
        self._check_opponents(host, opponents)
        if not isinstance(channel, GuildChannel):
            raise Refusal(Text("Matches are played in the channels of a server."))
        check_permissions(channel)
        settings = self.bot.preferences.server(channel.guild.id)
        if proposed.players not in {None, *proposed.game.seats}:
            raise Refusal(
                Text(
                    "{game} is not for {count} players.",
                    game=proposed.game.title,
                    count=proposed.players or 0,
                )
            )
        named = [member.id for member in opponents]
        free = (proposed.players or 0) - len(named) - 1
        match = Match.challenge(
            guild=channel.guild.id,
            channel=channel.id,
            game=proposed.game,
            options=proposed.options,
            host=host.id,
            opponents=named + [OPEN] * free,
            seat=proposed.seat,
            time=TimeControl.read(settings.time) if proposed.time is None else proposed.time,
            rated=settings.rated if proposed.rated is None else proposed.rated,
            **origin,
        )
        return await self.propose(match, host)

    async def propose(self, match: Match, host: discord.abc.User) -> Match:
        """Stores a challenge, whose card is then posted. Raises Refusal."""
        settings, channel = (
            self.bot.preferences.server(match.guild),
            self.bot.get_channel(match.channel),
        )
        if isinstance(channel, GuildChannel):
            check_channel(settings, channel)
        check_opener(settings, host)
        async with self._one_at_a_time:
            await check_proposal(self.bot, match)
            return await self.bot.store.create(match)

    def _check_opponents(self, host: discord.abc.User, opponents: Sequence[discord.Member]) -> None:
        if host in opponents:
            raise Refusal(Text("You cannot challenge yourself."))
        if self.bot.user in opponents:
            raise Refusal(Text("I host the games and do not play; challenge another member."))
        if any(member.bot for member in opponents):
            raise Refusal(Text("Bots do not play; challenge another member."))

    # Answers

    async def accept(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Accept."""
        match = await self.take(button.match, interaction.user.id, origin_of(interaction))
        await self._show(interaction, match)

    async def join(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Join."""
        match = await self.enter(button.match, interaction.user.id, origin_of(interaction))
        await self._show(interaction, match)

    async def leave(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Leave."""
        match = await self.free(button.match, interaction.user.id, origin_of(interaction))
        await self._show(interaction, match)

    async def begin(self, interaction: Interaction, button: MatchButton) -> None:
        """The host pressed Start now."""
        await self.start(button.match, interaction.user.id, origin_of(interaction))
        await acknowledge(interaction)

    async def take(self, match_id: int, person: int, origin: Origin) -> Match:
        """A challenge accepted by a person, by whatever way. Raises Refusal."""
        chance = random.Random()
        return await self._seat(
            match_id, person, lambda m: m.accept(person, **origin, chance=chance)
        )

    async def enter(self, match_id: int, person: int, origin: Origin) -> Match:
        """An open seat taken by a person, by whatever way. Raises Refusal."""
        chance = random.Random()
        return await self._seat(match_id, person, lambda m: m.join(person, **origin, chance=chance))

    async def free(self, match_id: int, person: int, origin: Origin) -> Match:
        """A seat given up by who joined, by whatever way. Raises Refusal."""
        async with self.bot.store.match(match_id) as table:
            table.match = table.match.stand_up(person, **origin)
        return table.match

    async def start(self, match_id: int, person: int, origin: Origin) -> Match:
        """A match begun by its host with who is there, by whatever way. Raises Refusal."""
        chance = random.Random()
        return await self._seat(
            match_id, person, lambda m: m.begin(person, **origin, chance=chance)
        )

    async def _seat(self, match_id: int, person: int, change: Callable[[Match], Match]) -> Match:
        """Changes who sits at a table, where that person may sit there. Raises Refusal."""
        async with self._one_at_a_time:
            await check_seat(self.bot, change(await self.bot.store.load(match_id)), person)
            async with self.bot.store.match(match_id) as table:
                table.match = change(table.match)
            return table.match

    async def _show(self, interaction: Interaction, match: Match) -> None:
        """Shows on the card who has agreed by now, while others have still to answer."""
        await acknowledge(interaction)
        if match.status is Status.CHALLENGE:
            await self.bot.poster.refresh(match.id)

    async def decline(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Decline."""
        who, origin = interaction.user.id, origin_of(interaction)
        async with self.bot.store.match(button.match) as table:
            table.match = table.match.decline(who, **origin)
        await acknowledge(interaction)

    async def withdraw(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed Withdraw."""
        who, origin = interaction.user.id, origin_of(interaction)
        async with self.bot.store.match(button.match) as table:
            table.match = table.match.withdraw(who, **origin)
        await acknowledge(interaction)


def check_permissions(channel: GuildChannel) -> None:
    """Raises Refusal where the bot may not do what a match needs, and names what is missing."""
    given = channel.permissions_for(channel.guild.me)
    needed = dict(NEEDED)
    if isinstance(channel, discord.Thread):
        del needed["send_messages"]
        needed["send_messages_in_threads"] = Text("Send Messages in Threads")
    missing = [text for name, text in needed.items() if not getattr(given, name)]
    if missing:
        raise Refusal(
            Text(
                "I cannot host a match here: I am missing the permission {permissions}.",
                permissions=joined(missing, ", "),
            )
        )


def _sent(match: Match) -> Text:
    people = ", ".join(f"<@{p}>" for p in match.people if p not in {match.host, OPEN})
    return Text("You challenged {people} to {game}.", people=people, game=match.game.title)
