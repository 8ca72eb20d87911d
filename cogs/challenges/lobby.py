"""The lobby: the open matches of a server, with buttons to join them."""

from __future__ import annotations

import discord
from discord import ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.challenges.matchmaking import Matchmaking
from cogs.challenges.open_matches import joined_text
from cogs.client.client import Context, Damier, Interaction, origin_of
from cogs.client.commands import hybrid_command
from cogs.client.paged_lists import fitting, more_text
from cogs.client.replies import acknowledge, answer_to
from cogs.language.actions import Action, label_of
from cogs.language.catalogues import Translate, translate_into
from cogs.members.match_lookup import visible_match
from cogs.members.mentions import people, post_links
from cogs.members.visibility import all_see_among, seen_among
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.challenge_cards import rated_text, rule_lines
from cogs.messages.layouts import add_button_rows, text_layout
from engine import Text
from engine.table.match import Match
from engine.table.record import OPEN
from engine.text import Words, counted

LISTED = 20
"""The most open matches named in a list; the list says how many more there are."""

LONGEST = 3500
"""The most characters of a list: a post may have 4,000."""


class Lobby(commands.Cog):
    """``/lobby``."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking) -> None:
        self.bot = bot
        self._matchmaking = matchmaking

    async def cog_load(self) -> None:
        """Register the buttons of the list."""
        self.bot.text_buttons[ControlKind.LOBBY] = self.press

    @hybrid_command("lobby", locale_str("Matches on this server with open seats"))
    async def lobby(self, context: Context) -> None:
        """``/lobby``: the matches that the member may see. ``@Damier lobby``: those all may see."""
        guild, member = context.guild, context.author
        if guild is None or not isinstance(member, discord.Member):
            return
        answer = answer_to(context)
        reader = member if answer.is_private else context.channel
        await answer.show(view=await self._list(guild, reader, answer.said))

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle Join in a list."""
        found = await visible_match(self.bot.store, interaction, int(about))
        member = interaction.user
        match = await self._matchmaking.join(found.id, member.id, origin_of(interaction))
        message, guild = interaction.message, interaction.guild
        if message is None or guild is None or not isinstance(member, discord.Member):
            await acknowledge(interaction)
        elif message.flags.ephemeral:
            answer, done = answer_to(interaction), joined_text(match)
            await answer.replace(view=await self._list(guild, member, answer.said, done=done))
        else:
            translated = translate_into(self.bot.preferences.locale_of(guild))
            layout = await self._list(guild, message.channel, translated)
            await answer_to(interaction).replace(view=layout)
        await self._matchmaking.refresh_card(match)

    async def _list(
        self,
        guild: discord.Guild,
        reader: object,
        translated: Translate,
        *,
        done: Text | None = None,
    ) -> ui.LayoutView:
        """Return the list of open matches that a member, or all readers of a channel, may see."""
        now, store = self.bot.clock.now(), self.bot.store
        still_open = [
            one
            for one in await store.lists.with_open_seats(guild.id)
            if one.due is None or one.due > now
        ]
        if isinstance(reader, discord.Member):
            still_open = await seen_among(store, reader, still_open)
        else:
            still_open = await all_see_among(store, reader, still_open)
        found = await store.some([one.id for one in still_open[:LISTED]])
        lines = [translated(Text("Open matches on this server:"))]
        if done is not None:
            lines.insert(0, translated(done))
        if not found:
            hint = Text(
                "Nothing is open on this server. Look for players: `@{bot} open frisian`, or "
                "`/open`.",
                bot=Words(guild.me.display_name),
            )
            lines[-1] = translated(hint)
        links = await post_links(store, found, lambda _: translated(Text("card")))
        all_lines = [self._line(match, links[match.id], translated) for match in found]
        listed = fitting(all_lines, LONGEST)
        lines += listed
        if len(still_open) > len(listed):
            lines.append(translated(more_text(len(still_open) - len(listed))))
        layout = text_layout("\n".join(lines))
        join = translated(label_of(Action.JOIN))
        buttons = [
            TextButton(
                ControlKind.LOBBY,
                str(match.id),
                f"{join} #{match.id}",
                discord.ButtonStyle.success,
            )
            for match in found[: len(listed)]
            if not isinstance(reader, discord.Member) or reader.id not in match.people
        ]
        add_button_rows(layout, buttons)
        return layout

    @staticmethod
    def _line(match: Match, card: str, translated: Translate) -> str:
        """Return the line of a match: its number, game, people, open seats and terms."""
        start = match.game.start(len(match.people), **match.options)
        seats = counted("{count} seat open", "{count} seats open", match.people.count(OPEN))
        terms = [
            translated(seats),
            *rule_lines(match.game, start.options, translated),
            translated(match.time.text),
            translated(rated_text(match)),
        ]
        there = people(user for user in dict.fromkeys(match.people) if user != OPEN)
        who = Text("{game}: {people}", game=match.game.title, people=there)
        return f"- **#{match.id}** {translated(who)} · {' · '.join(terms)} · {card}"
