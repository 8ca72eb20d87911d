"""``/simul`` and ``/teams``: create an exhibition or a team match, at once or by a panel."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.bot import autocompletion, replies
from cogs.bot.client import Context, Damier, Interaction, Origin, origin_of
from cogs.bot.replies import locale_for, private
from cogs.challenges.admission import check_creator, check_game
from cogs.challenges.matchmaking import Matchmaking
from cogs.events.card import Press, event_button
from cogs.events.creating.creation import created_layout, limits_of
from cogs.events.sides.side_buttons import side_buttons
from cogs.exhibitions.drafts import (
    OUT_OF_DATE,
    USUAL_BOARDS,
    Draft,
    typed_draft,
    with_named,
    with_words,
)
from cogs.exhibitions.panel import CREATE, panel, with_choice
from cogs.language.catalogues import translate, translate_into
from cogs.language.game_names import DEFAULT_GAME, find_game
from cogs.language.moments import read_moment
from cogs.members.match_channels import GuildChannel, check_channel, check_permissions
from cogs.messages.buttons import TextButton, Use
from cogs.messages.layouts import view_of
from engine import Refusal, Text
from engine.text import readable
from engine.tournaments.terms import (
    LONGEST_NAME,
    MOST_BOARDS,
    MOST_BOARDS_OF_A_TEAM,
    Form,
    HostsSeat,
)
from engine.tournaments.tournament import Tournament

OPEN: Final = "open"
"""The button that opens the panel."""

SEAT_CHOICES: Final = [
    app_commands.Choice(name=locale_str("The host moves first"), value=HostsSeat.FIRST.value),
    app_commands.Choice(name=locale_str("The guests move first"), value=HostsSeat.SECOND.value),
    app_commands.Choice(name=locale_str("In turns"), value=HostsSeat.TURNS.value),
]

WHICH_GAME: Final = locale_str("Which game; without one, a panel asks")
OPTIONS: Final = locale_str("Rules that differ from the usual ones")
TIME: Final = locale_str("How long a turn may take, or a clock such as 10+10")
STARTS: Final = locale_str("When it starts, such as sunday 20:00; otherwise when all are there")
NAME: Final = locale_str("Its name")
FILLING: Final = locale_str("The level of computers that take empty boards")

Level = app_commands.Range[int, 1, 8]


class ExhibitionCommands(commands.Cog, name="Exhibitions"):
    """``/simul``, ``/teams``, and the panel that creates exhibitions."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking) -> None:
        self.bot = bot
        self._matchmaking = matchmaking

    async def cog_load(self) -> None:
        """Register the controls of the panel."""
        self.bot.text_buttons[Use.NEW_SIDES] = self.press
        self.bot.menus[Use.NEW_SIDES] = self.choose

    @app_commands.command(
        name="simul", description=locale_str("One plays against many at the same time")
    )
    @app_commands.guild_only()
    @app_commands.describe(
        game=WHICH_GAME,
        options=OPTIONS,
        boards=locale_str("How many guests can play; 10 unless you choose"),
        time=TIME,
        first=locale_str("Who moves first; you, unless you choose"),
        host=locale_str("The level of a computer that plays against all instead of you"),
        fill=FILLING,
        starts=STARTS,
        name=NAME,
    )
    @app_commands.choices(first=SEAT_CHOICES)
    @app_commands.autocomplete(
        game=autocompletion.games_to_open,
        options=autocompletion.options,
        time=autocompletion.times,
    )
    async def simul(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        game: str = "",
        options: str = "",
        boards: app_commands.Range[int, 2, MOST_BOARDS] | None = None,
        time: str = "",
        first: str = HostsSeat.FIRST.value,
        host: Level | None = None,
        fill: Level | None = None,
        starts: str = "",
        name: str = "",
    ) -> None:
        """``/simul``."""
        draft = Draft(Form.SIMUL, boards=boards or 0, host=host or 0, level=fill or 0)
        try:
            draft = replace(draft, seat=HostsSeat(first))
        except ValueError:
            raise Refusal(OUT_OF_DATE) from None
        draft = self._dated(interaction, draft, starts, name)
        await self._open(interaction, draft, game, f"{options} {time}")

    @app_commands.command(
        name="teams", description=locale_str("A match of two teams, board by board")
    )
    @app_commands.guild_only()
    @app_commands.describe(
        game=WHICH_GAME,
        options=OPTIONS,
        boards=locale_str("How many of each team play; 4 unless you choose"),
        time=TIME,
        first=locale_str("The name of the first team"),
        second=locale_str("The name of the second team"),
        first_role=locale_str("The role of those who play in the first team"),
        second_role=locale_str("The role of those who play in the second team"),
        fill=FILLING,
        starts=STARTS,
        name=NAME,
    )
    @app_commands.autocomplete(
        game=autocompletion.games_to_open,
        options=autocompletion.options,
        time=autocompletion.times,
    )
    async def teams(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        game: str = "",
        options: str = "",
        boards: app_commands.Range[int, 2, MOST_BOARDS_OF_A_TEAM] | None = None,
        time: str = "",
        first: str = "",
        second: str = "",
        first_role: discord.Role | None = None,
        second_role: discord.Role | None = None,
        fill: Level | None = None,
        starts: str = "",
        name: str = "",
    ) -> None:
        """``/teams``."""
        draft = Draft(Form.TEAM, boards=boards or 0, level=fill or 0)
        draft = with_named(draft, [first_role, second_role], [first, second])
        draft = self._dated(interaction, draft, starts, name)
        await self._open(interaction, draft, game, f"{options} {time}")

    def _dated(self, interaction: Interaction, draft: Draft, starts: str, name: str) -> Draft:
        """Return a draft with its start and its name, as they were typed. Raises Refusal."""
        draft = replace(draft, name=readable(name)[:LONGEST_NAME])
        if not starts.strip():
            return draft
        zone = self.bot.preferences.server(interaction.guild_id or 0).daily_zone
        moment = read_moment(starts, zone=zone, now=interaction.created_at)
        return replace(draft, starts=moment)

    async def _open(self, interaction: Interaction, draft: Draft, game: str, rest: str) -> None:
        """Create what is described; open the panel if no game is named, and nothing it lacks."""
        if not game.strip() and not (rest.strip() or draft.starts or draft.name or draft.teams):
            await self._show(interaction, await self._complete(interaction.guild, draft))
            return
        named = game.strip() or await self._usual_game(interaction.guild)
        draft = with_words(draft, f"{find_game(named).name} {rest}")
        created = await self._create(
            interaction.user, interaction.channel, draft, origin_of(interaction)
        )
        await private(interaction, view=_created(created, interaction.locale))

    # Typed

    @commands.command(name="simul", aliases=["simultaneous", "exhibition"])
    @commands.guild_only()
    async def typed_simul(self, context: Context, *, words: str = "") -> None:
        """``@Damier simul frisian 10 boards``."""
        await self._typed(context, Form.SIMUL, words)

    @commands.command(name="teams", aliases=["team", "teammatch"])
    @commands.guild_only()
    async def typed_teams(self, context: Context, *, words: str = "") -> None:
        """``@Damier teams frisian 4 boards``, ``@Damier teams halma @Red @Blue``."""
        await self._typed(context, Form.TEAM, words)

    async def _typed(self, context: Context, form: Form, words: str) -> None:
        most = 2 * MOST_BOARDS_OF_A_TEAM
        words = await self.bot.directory.mentioning(context.message, words, most)
        draft = typed_draft(form, words)
        if not draft.words and not (draft.roles or draft.named):
            await self._offer(context, draft)
            return
        if not draft.words:
            draft = replace(draft, words=await self._usual_game(context.guild))
        if draft.roles and context.guild is not None:
            found = [context.guild.get_role(role) for role in draft.roles]
            draft = with_named(draft, found, ["", ""])
        await self._create(context.author, context.channel, draft, origin_of(context))

    async def _offer(self, context: Context, draft: Draft) -> None:
        """Reply with the button that opens the panel. Raises Refusal for who may not create."""
        if context.guild is not None:
            check_creator(self.bot.preferences.server(context.guild.id), context.author)
        locale = locale_for(context)
        text = Text("Only you see the panel; everybody sees the card that it makes:")
        label = Text("Create an exhibition") if draft.form is Form.SIMUL else Text("Create teams")
        button = TextButton(
            Use.NEW_SIDES,
            f"{OPEN}:{draft.code()}",
            translate(label, locale),
            discord.ButtonStyle.success,
        )
        await context.reply(translate(text, locale), view=view_of(button))

    # The panel

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button of the panel, or the one that opens it."""
        what, _, code = about.partition(":")
        if what == OPEN:
            draft = await self._complete(interaction.guild, Draft.read(code, ""))
            await self._show(interaction, draft)
        elif what == CREATE and interaction.message is not None:
            draft = _shown(code, interaction.message)
            now = interaction.created_at
            origin = Origin(now=now, source=f"panel:{interaction.message.id}")
            created = await self._create(interaction.user, interaction.channel, draft, origin)
            await replies.replace(interaction, view=_created(created, interaction.locale))
        else:
            raise Refusal(OUT_OF_DATE)

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle a menu of the panel."""
        menu, _, code = about.partition(":")
        if interaction.message is None:
            raise Refusal(OUT_OF_DATE)
        draft = with_choice(_shown(code, interaction.message), menu, choice)
        await replies.replace(interaction, view=await self._panel(interaction, draft))

    async def _show(self, interaction: Interaction, draft: Draft) -> None:
        settings = self.bot.preferences.server(interaction.guild_id or 0)
        check_creator(settings, interaction.user)
        await private(interaction, view=await self._panel(interaction, draft))

    async def _panel(self, interaction: Interaction, draft: Draft) -> ui.LayoutView:
        guild = interaction.guild
        settings = self.bot.preferences.server(interaction.guild_id or 0)
        games = await self._matchmaking.games(guild)
        public = self.bot.preferences.locale_of(guild)
        return panel(draft, games, settings.time, interaction.locale, public)

    async def _complete(self, guild: discord.Guild | None, draft: Draft) -> Draft:
        """Return a draft with the usual game and number of boards."""
        words = draft.words or await self._usual_game(guild)
        return replace(draft, words=words, boards=draft.boards or USUAL_BOARDS[draft.form])

    async def _usual_game(self, guild: discord.Guild | None) -> str:
        """Return the name of the game of two that is played most here."""
        played = [game for game in await self._matchmaking.games(guild) if 2 in game.seats]
        known = await self.bot.store.history.games(guild.id) if guild is not None else []
        usual = [game for game in played if game.name == DEFAULT_GAME]
        first = (played if known else usual or played)[:1]
        return first[0].name if first else DEFAULT_GAME

    # Creating

    async def _create(
        self,
        member: discord.abc.User,
        channel: object,
        draft: Draft,
        origin: Origin,
    ) -> Tournament:
        """Create an exhibition; the same message or press creates it once. Raises Refusal."""
        if not isinstance(channel, GuildChannel) or not isinstance(member, discord.Member):
            raise Refusal(Text("Tournaments are held in the channels of a server."))
        guild = member.guild
        settings = self.bot.preferences.server(guild.id)
        check_creator(settings, member)
        check_permissions(channel)
        check_channel(settings, channel)
        terms = draft.terms(settings.time, self.bot.preferences.locale_of(guild))
        check_game(self.bot, guild.id, terms.game)
        return await self.bot.store.tournaments.create(
            Tournament.exhibit(
                guild=guild.id,
                channel=channel.id,
                terms=terms,
                person=member.id,
                host=(draft.hosts_id or member.id) if draft.form is Form.SIMUL else None,
                named=draft.named,
                **origin,
            ),
            limits_of(settings, member),
        )


def _shown(code: str, message: discord.Message) -> Draft:
    """Return the draft of a panel: the chosen game stands in its menu. Raises Refusal."""
    prefix = f"damier:menu-{Use.NEW_SIDES}:game:"
    for row in message.components:
        for component in getattr(row, "children", ()):
            if isinstance(component, discord.SelectMenu) and str(component.custom_id).startswith(
                prefix
            ):
                words = next((one.value for one in component.options if one.default), "")
                return Draft.read(code, words)
    raise Refusal(OUT_OF_DATE)


def _created(tournament: Tournament, locale: discord.Locale) -> ui.LayoutView:
    """Return the answer to the organiser, with the buttons of the sides."""
    translated = translate_into(locale)
    rules = event_button(Press.RULES, tournament.id, translated)
    return created_layout(tournament, [*side_buttons(tournament, translated), rules], locale)
