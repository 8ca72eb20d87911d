"""The matches being played on a server, and the board of one of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.challenges.start_card import first_buttons
from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction, origin_of
from cogs.client.commands import action_command, hybrid_command
from cogs.client.paged_lists import fitting, more_text
from cogs.client.replies import answer_to
from cogs.language.actions import LOOKS, Action
from cogs.language.catalogues import Translate
from cogs.members.match_channels import GuildChannel, check_channel, check_permissions
from cogs.members.match_lookup import is_gone, match_here, visible_match
from cogs.members.mentions import board_links, player, players
from cogs.members.visibility import all_see_among, seen_among
from cogs.messages import step_views as viewing
from cogs.messages.buttons import ControlKind, Menu, offered_buttons
from cogs.messages.layouts import (
    add_button_rows,
    draw,
    own_side,
    picture_file,
    text_layout,
)
from cogs.moves.private_boards import own_text, seen_by, show_privately
from cogs.watching.match_summary import summary_of
from data import Listed
from engine import Text
from engine.table.match import Match
from engine.table.record import Status
from engine.table.steps import steps_of
from engine.text import Words

LISTED = 20
"""The most matches in a list, which ends with the number of the others."""

LONGEST_LIST = 3800
"""The most characters of a list: Discord allows 4,000 for all texts of a message together."""


SMALL = 400
"""The size in pixels of a board shown from the list."""

LONGEST_OPTION = 100
"""The most characters that Discord allows for an entry of a menu."""


class LiveMatches(commands.Cog):
    """``/games`` and ``/match board``."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the menu of matches, and the button that lists them."""
        self.bot.menus[ControlKind.LOOK] = self.look
        self.bot.text_buttons[ControlKind.WATCH] = self.watch

    @hybrid_command("games", locale_str("The matches that are being played on this server"))
    async def games(self, context: Context) -> None:
        """``/games`` lists in private the matches that the member may see.

        ``@Damier games`` lists those that all readers of the channel may see.
        """
        member, here = context.author, context.channel
        if not isinstance(member, discord.Member):
            return
        live, answer = await self._live(member.guild), answer_to(context)
        if answer.is_private:
            live = await seen_among(self.bot.store, member, live, here.id)
        else:
            live = await all_see_among(self.bot.store, here, live)
        await answer.show(view=await self._list(member.guild, live, here.id, answer.said))

    async def watch(self, interaction: Interaction, about: str) -> None:
        """Handle *Watch*: list in private the live matches that the person may see."""
        if isinstance(interaction.user, discord.Member):
            guild, here = interaction.user.guild, interaction.channel_id or 0
            live = await self._live(guild)
            live = await seen_among(self.bot.store, interaction.user, live, here)
            answer = answer_to(interaction)
            await answer.show(view=await self._list(guild, live, here, answer.said))

    async def _live(self, guild: discord.Guild) -> list[Listed]:
        return await self.bot.store.lists.of_server(guild.id, Status.LIVE)

    async def _list(
        self, guild: discord.Guild, live: list[Listed], here: int, translated: Translate
    ) -> ui.LayoutView:
        """Return the layout with a list of live matches, those of the channel ``here`` first.

        ``live`` is sorted in place.
        """
        store = self.bot.store
        live.sort(key=lambda one: one.channel != here)
        matches = await store.some([one.id for one in live[:LISTED]])
        if not matches:
            layout = text_layout(translated(Text("Nothing is being played here just now.")))
            layout.add_item(ui.ActionRow(*first_buttons(guild, translated)[:3]))
            return layout
        links = await board_links(store, matches, translated)
        lines = [self._line(match, links[match.id], translated) for match in matches]
        lines = fitting(lines, LONGEST_LIST)
        if len(live) > len(lines):
            lines.append(translated(more_text(len(live) - len(lines))))
        layout = text_layout("\n".join(lines))
        layout.add_item(ui.ActionRow(await self._menu(guild, matches, translated)))
        return layout

    async def _menu(
        self, guild: discord.Guild, matches: Sequence[Match], translated: Translate
    ) -> Menu:
        """Return a menu of matches, whose choice shows a board."""
        people = {user for match in matches for user in match.people}
        known = await self.bot.directory.names_of(guild, people)
        options = []
        for match in matches:
            names = [Words(known[user]) for user in match.people if user in known]
            option = discord.SelectOption(
                label=f"#{match.id} · {translated(match.game.title)}"[:LONGEST_OPTION],
                description=" – ".join(dict.fromkeys(names))[:LONGEST_OPTION] or None,
                value=str(match.id),
            )
            options.append(option)
        return Menu(ControlKind.LOOK, "", translated(Text("Show a board")), options)

    async def look(self, interaction: Interaction, _about: str, choice: str) -> None:
        """Handle the menu: show the summary and a small picture of a match, with buttons for more.

        Raises Refusal.
        """
        who, answer = interaction.user.id, answer_to(interaction)
        match = await visible_match(self.bot.store, interaction, int(choice))
        look = await self.bot.preferences.look_for(who, match.guild)
        step, side = steps_of(match)[-1], own_side(match, who, look)
        picture = await asyncio.to_thread(
            viewing.picture_of, match, step, who, side, look=look, size=SMALL, locale=answer.locale
        )
        summary = "\n".join(summary_of(match, answer.said))
        text = await own_text(self.bot, who, match, summary, answer.locale)
        layout = answer.board(text, picture)
        add_button_rows(layout, [*offered_buttons(match, who, LOOKS, answer.said)])
        await answer.show(view=layout, file=picture_file(picture))

    @staticmethod
    def _line(match: Match, link: str, translated: Translate) -> str:
        turn = match.position.turn
        state = Text(
            "move {number}, {person} to move",
            number=match.move_number,
            person=player(match, match.players[turn]),
        )
        if match.paused is not None:
            state = Text("move {number}, paused", number=match.move_number)
        lines = [
            f"**#{match.id}** {translated(match.game.title)} · {link}",
            f"-# {players(match, translated)}",
            f"-# {translated(state)}",
        ]
        return "\n".join(lines)

    @action_command(Action.SHOW)
    @app_commands.describe(match=autocompletion.MATCH_OF_SEVERAL)
    async def board(self, context: Context, match: int | None = None) -> None:
        """``/match board``, ``@Damier board``: post the board again for players, show it to others.

        Others see the board in private after a slash command, otherwise in a reply. A match whose
        channel is deleted is moved to the channel in which a player gives the command.
        """
        found = await match_here(self.bot.store, context, match)
        if await self._goes_on_here(context, found):
            await self._show_again(context, found)
        elif context.interaction is not None:
            await show_privately(context.interaction, found, found.game.title)
        else:
            answer = answer_to(context)
            found = await seen_by(self.bot, found, context.author.id)
            look = self.bot.preferences.look_of(found.guild)
            picture = await asyncio.to_thread(draw, found, look=look, locale=answer.locale)
            layout = answer.board(found.game.title, picture)
            await answer.show(view=layout, file=picture_file(picture))

    async def _goes_on_here(self, context: Context, match: Match) -> bool:
        """Return whether a player's command posts the board of a live match again here.

        It does in the match's own channel, and anywhere if that channel is deleted.
        """
        if context.author.id not in match.people or match.status is not Status.LIVE:
            return False
        if match.channel == context.channel.id:
            return True
        return context.guild is not None and await is_gone(context.guild, match.channel)

    async def _show_again(self, context: Context, match: Match) -> None:
        """Post the board again; if the match's channel is deleted, move the match to this one.

        Raises Refusal if matches cannot be played in this channel.
        """
        here, origin = context.channel, origin_of(context)
        if match.channel != here.id and isinstance(here, GuildChannel):
            check_permissions(here)
            check_channel(self.bot.preferences.server(here.guild.id), here)
        async with self.bot.store.match(match.id) as table:
            if table.match.channel == here.id:
                table.match = table.match.repost(**origin)
            else:
                table.match = table.match.relocate(here.id, **origin)
        await answer_to(context).confirm(Text("Here is the board."))
