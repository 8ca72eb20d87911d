"""The rules of the games, in pages with pictures."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands, ui
from discord.ext import commands

import engine
import render
from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import action_command
from cogs.client.paged_lists import page_turner, show_page
from cogs.client.replies import answer_to
from cogs.language.actions import Action
from cogs.language.catalogues import Translate, plainly, translate_into, translator
from cogs.language.game_names import named_game
from cogs.members.match_lookup import game_here, visible_match
from cogs.members.preferences import DEFAULT_THEME
from cogs.messages.buttons import ControlKind, MatchButton, Menu, TextButton
from cogs.messages.challenge_cards import own_rules
from cogs.messages.layouts import board_layout, picture_file, text_layout
from engine import Game, Refusal, Text
from engine.table.match import Match

PICTURE_SIZE = 600
"""The size in pixels of the pictures in the rules."""


class Rules(commands.Cog):
    """``/rules``."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the buttons that open the rules, the menu of games, and the page buttons."""
        self.bot.buttons[Action.RULES] = self.of_match
        self.bot.text_buttons[ControlKind.RULES] = self.ask
        self.bot.menus[ControlKind.RULES] = self.choose
        self.bot.text_buttons[ControlKind.PAGE] = self.turn

    @action_command(Action.RULES)
    @app_commands.describe(game=autocompletion.GAME_HERE)
    @app_commands.autocomplete(game=autocompletion.games)
    async def show(self, context: Context, *, game: str = "") -> None:
        """``/rules``, ``@Damier rules halma``, ``@Damier rules`` in the channel of a match."""
        answer, guild = answer_to(context), context.guild
        chosen = named_game(game) or await game_here(self.bot.store, context)
        if chosen is None:
            await answer.show(view=rules_menu(answer.said))
            return
        guild_id = guild.id if guild else 0
        look = self.bot.preferences.look_of(guild_id)
        if answer.is_private:
            look = await self.bot.preferences.look_for(context.author.id, guild_id)
        layout, files = await asyncio.to_thread(page, chosen, 0, answer.locale, look.theme)
        await answer.show(view=layout, files=files)

    async def of_match(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Rules* below a board: show the match's own rules and the first page privately."""
        match = await self.bot.store.load(button.match)
        look = await self.bot.preferences.look_for(interaction.user.id, match.guild)
        answer = answer_to(interaction)
        layout, files = await asyncio.to_thread(page, match, 0, answer.locale, look.theme)
        await answer.show(view=layout, files=files)

    async def ask(self, interaction: Interaction, about: str) -> None:
        """Handle *Rules* elsewhere: show the menu of games in private."""
        answer = answer_to(interaction)
        await answer.show(view=rules_menu(answer.said))

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the menu of games: show the first page. Raises Refusal for an unknown game."""
        await self.turn(interaction, f"{choice}:0")

    async def turn(self, interaction: Interaction, about: str) -> None:
        """Show the page in ``about``: ``halma:2`` of a game, ``17:2`` of a match.

        Raises Refusal for an unknown game, and for a match that the person may not see.
        """
        name, _, number = about.partition(":")
        of: Game | Match | None = engine.games.get(name)
        if name.isdecimal():
            of = await visible_match(self.bot.store, interaction, int(name))
        if of is None or not number.isdecimal():
            raise Refusal(Text("This page is gone; `/rules` has the rules."))
        guild = interaction.guild_id or 0
        look = await self.bot.preferences.look_for(interaction.user.id, guild)
        layout, files = await asyncio.to_thread(
            page, of, int(number), interaction.locale, look.theme
        )
        await show_page(interaction, layout, files)


def page(
    of: Game | Match, number: int, locale: discord.Locale, theme: str = DEFAULT_THEME
) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return the layout of a page of a game's rules, and the page's picture. CPU work.

    ``number`` counts from 0; if it is too large, the last page is meant. Of a match, the first page
    begins with the match's own rules.
    """
    translated = translate_into(locale)
    game, about, own = (of, of.name, []) if isinstance(of, Game) else _of_match(of, translated)
    first = [translated(Text("In this match:")), *own] if own and number == 0 else []
    if not game.pages:
        return text_layout("\n".join([*first, short_rules(game, translated)])), []
    number = min(number, len(game.pages) - 1)
    shown = game.pages[number]
    heading = Text("{game}: {page}", game=game.title, page=shown.title)
    lines = [*first, f"### {translated(heading)}", translated(shown.text)]
    if number == 0 and game.first_words is not None:
        lines.append(translated(Text("**In short**: {rules}", rules=game.first_words)))
    text = "\n".join(lines)
    files: list[discord.File] = []
    if shown.position:
        before = game.read(shown.position, shown.seats, **shown.options)
        moves = before.parse_all(shown.move) if shown.move else ()
        after = before
        for move in moves:
            after = after.play(move)
        picture = render.picture(
            after,
            moves,
            before=before if moves else None,
            size=PICTURE_SIZE,
            theme=theme,
            translator=translator(locale),
        )
        layout = board_layout(text, plainly(picture.alt, locale))
        files.append(picture_file(picture))
    else:
        layout = text_layout(text)
    learn = TextButton(ControlKind.LEARN, game.name, translated(Text("Learn by playing")))
    layout.add_item(ui.ActionRow(learn))
    for item in page_turner(ControlKind.PAGE, about, number, len(game.pages), translated):
        layout.add_item(item)
    return layout, files


def _of_match(match: Match, translated: Translate) -> tuple[Game, str, list[str]]:
    """Return a match's game, its number in the ids of buttons, and its own rules."""
    return match.game, str(match.id), [*own_rules(match, translated)]


def rules_menu(translated: Translate) -> ui.LayoutView:
    """Return the menu of the games whose rules can be read."""
    layout = text_layout(translated(Text("Which game would you like explained?")))
    menu = Menu(
        ControlKind.RULES,
        "",
        translated(Text("Which game?")),
        autocompletion.game_options(translated),
    )
    layout.add_item(ui.ActionRow(menu))
    return layout


def short_rules(game: Game, translated: Translate) -> str:
    """Return the title and the summary of a game."""
    return f"### {translated(game.title)}\n{translated(game.summary)}"
