"""Help: what to type, and the rules of each game in short."""

from __future__ import annotations

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

import engine
from cogs.bot import autocompletion
from cogs.bot.client import Context, Damier, Interaction
from cogs.bot.commands import hybrid_command
from cogs.bot.replies import locale_for, private
from cogs.house.rules import short_rules
from cogs.language.catalogues import COMMAND, translate
from cogs.language.game_names import DEFAULT_GAME, find_game
from cogs.language.levels import IN_WORDS
from cogs.messages.buttons import Menu, Use
from cogs.messages.layouts import text_layout
from engine import Game, Text
from engine.capabilities.thinking import LEVELS
from engine.text import joined, term


def overview_text(bot: str, game: Game) -> Text:
    """Return what to type."""
    return Text(
        "**Play the computer** at once: `@{bot} play {game} level 3`, `/play`; `@{bot} play` shows "
        "all games. Level 1 {easy}, level 8 {hard}. In a direct message to me it works as well.\n"
        "**Challenge** somebody: `@{bot} challenge @opponent {game}`, `/challenge`, or *Challenge "
        "to a game* in the menu of a member's name.\n"
        "**Move** by typing nothing but the move: `{example}`. Spaces, `-` and `x` all do; of a "
        "capture the first and the last square are enough where only one fits. "
        "`@{bot} {example}`, a reply to the board, `/move` and the *Move* button do the same.\n"
        "**Below the board**: the legal moves, the board from the other side, a draw, resigning; "
        "or type `@{bot} draw`, `@{bot} resign`.\n"
        "**Look on**: `/games` lists the matches, `/board` shows the board again, `/match` tells "
        "about one, `/moves` goes through its moves and `/replay` shows them in motion. `/follow` "
        "has you told when it ends or at each turn, until `/unfollow`.\n"
        "**Rules**: `/rules` explains a game in pages; in short, choose it below.",
        bot=bot,
        game=game.name,
        easy=IN_WORDS[LEVELS[0]],
        hard=IN_WORDS[LEVELS[-1]],
        example=game.example,
    )


def starting_text(bot: str) -> Text:
    """Return how to find players, and where the settings are."""
    return Text(
        "**Find players**: `@{bot} open halma 4` or `/open`, and anyone may join, computers too; "
        "`/lobby` lists what is open here. `/block` keeps somebody's challenges from you.\n"
        "**Settings**: `/settings`, for yourself and for the server.",
        bot=bot,
    )


def unseen_text(bot: str) -> Text:
    """Return what to do where the bot cannot read messages that are not addressed to it."""
    return Text(
        "Here I cannot read messages that are not for me, so a bare move does nothing: put "
        "`@{bot}` before it, reply to the board, or use `/move` and the buttons.",
        bot=bot,
    )


class Help(commands.Cog):
    """``/help``."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the menu of games."""
        self.bot.menus[Use.RULES] = self.choose

    @hybrid_command(
        "help", locale_str("What to type, and the rules of a game in short"), direct=True
    )
    @app_commands.describe(game=locale_str("A game whose rules you want to read"))
    @app_commands.autocomplete(game=autocompletion.games)
    async def show(self, context: Context, *, game: str = "") -> None:
        """``/help``, ``@Damier help frisian``."""
        locale = locale_for(context)
        if game:
            await context.send(short_rules(find_game(game), locale), ephemeral=True)
            return
        heading, games = (
            translate(Text("Rules of a game"), locale),
            autocompletion.game_options(locale),
        )
        layout = text_layout(overview(self.bot, context.guild, locale))
        layout.add_item(ui.ActionRow(Menu(Use.RULES, "", heading, games)))
        await context.send(view=layout, ephemeral=True)

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the menu: show the rules of a game in short."""
        await private(interaction, short_rules(find_game(choice), interaction.locale))


def overview(bot: Damier, guild: discord.Guild | None, locale: discord.Locale) -> str:
    """Return what to type, with the names of all commands."""
    name = _name_of(bot, guild)
    tree = bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    names = sorted(command.name for command in tree)
    listed = joined([Text("`/{command}`", command=term(COMMAND, name)) for name in names])
    texts = [
        overview_text(name, engine.games[DEFAULT_GAME]),
        starting_text(name),
        Text("**Commands**: {commands}", commands=listed),
    ]
    if not bot.sees_messages:
        texts.append(unseen_text(name))
    return "\n".join(translate(text, locale) for text in texts)


def _name_of(bot: Damier, guild: discord.Guild | None) -> str:
    """Return the name that the bot has on a server."""
    me = guild.me if guild else bot.user
    return me.display_name if me else "Damier"
