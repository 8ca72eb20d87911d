"""The creation of events: opening and changing the panel, and creating the event once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import ui

import engine
from cogs.challenges.admission import check_creator, check_game, is_organiser
from cogs.challenges.matchmaking import Matchmaking
from cogs.client.client import Context, Damier, Interaction, Origin
from cogs.client.replies import answer_to, open_form
from cogs.events.card import organise_button
from cogs.events.creating.draft import CREATE, OTHER, OUT_OF_DATE, Draft
from cogs.events.creating.event_forms import EVENT_FORMS, form_of, with_choice
from cogs.events.creating.panel import details_form, panel
from cogs.events.event_rules import name_of
from cogs.language.catalogues import Translate
from cogs.language.game_names import DEFAULT_GAME
from cogs.members.match_channels import GuildChannel, check_channel, check_permissions
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.forms import InputForm, Typed, reading
from cogs.messages.layouts import add_button_rows, text_layout
from data import AdmitTournament, ServerSettings
from engine import Game, Refusal, Text
from engine.text import readable
from engine.tournaments.terms import LONGEST_NAME, Form
from engine.tournaments.tournament import Tournament

MOST_ON_A_SERVER: Final = 20
MOST_OF_A_PERSON: Final = 3
"""The most unfinished tournaments of a server, and of a member other than its organisers."""

OPEN: Final = "open"
"""The action of the button that opens the panel."""

LONGEST_ABOUT: Final = 78
"""The most characters of a draft in the id of a button that opens the panel."""


class Creation:
    """The handlers of the panel that creates events of all forms."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking) -> None:
        self.bot = bot
        self._matchmaking = matchmaking

    def register(self) -> None:
        """Register the controls of the panel."""
        self.bot.text_buttons[ControlKind.NEW_EVENT] = self.press
        self.bot.menus[ControlKind.NEW_EVENT] = self.choose
        self.bot.forms[ControlKind.NEW_EVENT] = self.take
        self.bot.form_builders[ControlKind.NEW_EVENT] = self.form_about

    def named(self, draft: Draft, name: str, starts: str, interaction: Interaction) -> Draft:
        """Return a draft with the typed name and start. Raises Refusal for an unreadable start."""
        draft = replace(draft, name=_named(name))
        return self._with_start(draft, starts, interaction) if starts.strip() else draft

    async def draft(self, guild: discord.Guild | None, form: Form = Form.LEAGUE) -> Draft:
        """Return a draft of a form with the usual choices of a server.

        Its game is the one played most there, or the default game if none has been played.
        """
        event_form = EVENT_FORMS[form]
        played = [one for one in await self._matchmaking.games(guild) if event_form.plays(one)]
        usual = [game for game in played if game.name == DEFAULT_GAME]
        known = await self.bot.store.history.games(guild.id) if guild is not None else []
        first = [*(played if known else usual or played), engine.games[DEFAULT_GAME]][0]
        rated = self.bot.preferences.server(guild.id if guild else 0).rated
        return event_form.chosen(Draft(first.name, rated=rated))

    async def offer(self, context: Context, draft: Draft) -> None:
        """Reply with a button that opens the panel with a draft.

        Raises Refusal if the person may not create events, or the draft is too long for a button.
        """
        if context.guild is not None:
            check_creator(self.bot.preferences.server(context.guild.id), context.author)
        answer = answer_to(context)
        about = f"{OPEN}:{draft.form.value}:{draft.code()}:{draft.words}"
        if len(about) > LONGEST_ABOUT:
            raise Refusal(
                Text("That is too long for this panel; say it with `/tournament create`.")
            )
        text = Text("Only you see the panel; everybody sees the card that it makes:")
        label = answer.said(form_of(draft).ask)
        button = TextButton(ControlKind.NEW_EVENT, about, label, discord.ButtonStyle.success)
        await answer.show(text, button)

    async def show(self, interaction: Interaction, draft: Draft) -> None:
        """Show the panel with a draft. Raises Refusal if the person may not create tournaments."""
        settings = self.bot.preferences.server(interaction.guild_id or 0)
        check_creator(settings, interaction.user)
        await answer_to(interaction).show(view=await self._panel(interaction, draft))

    async def _panel(self, interaction: Interaction, draft: Draft) -> ui.LayoutView:
        guild = interaction.guild
        settings = self.bot.preferences.server(interaction.guild_id or 0)
        games: Sequence[Game] = await self._matchmaking.games(guild)
        public = self.bot.preferences.locale_of(guild)
        return panel(draft, games, settings.time, interaction.locale, public)

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button of the panel, or the one that opens it.

        Raises Refusal if the panel is out of date, or the event cannot be created.
        """
        what, _, rest = about.partition(":")
        if what == OPEN:
            form, _, more = rest.partition(":")
            code, _, words = more.partition(":")
            await self.show(interaction, _draft_of(code, form, words))
        elif what == CREATE and interaction.message is not None:
            origin = Origin(
                now=interaction.created_at, source=f"panel:{interaction.message.id}"
            )  # two presses create one event
            draft = Draft.of(rest, interaction.message)
            made = await self.create(interaction.user, interaction.channel, draft, origin)
            answer = answer_to(interaction)
            await answer.replace(view=created_layout(made, answer.said))
        elif what == OTHER:
            draft = Draft.of(rest, interaction.message)
            await open_form(interaction, details_form(draft, self._zone(interaction), interaction))
        else:
            raise Refusal(OUT_OF_DATE)

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle a menu of the panel. Raises Refusal if the panel is out of date."""
        menu, _, code = about.partition(":")
        draft = with_choice(Draft.of(code, interaction.message), menu, choice)
        await answer_to(interaction).replace(view=await self._panel(interaction, draft))

    async def form_about(self, interaction: discord.Interaction[Any], about: str) -> InputForm:
        """Return the form of a draft, to be filled with refused input.

        Raises Refusal if ``about`` is of another version.
        """
        return details_form(Draft.of_form(about), self._zone(interaction), interaction)

    async def take(self, interaction: Interaction, about: str, typed: Typed) -> None:
        """Handle the sent form: update the panel. Raises Refusal for unreadable input."""
        draft = replace(Draft.of_form(about), name=_named(typed["name"]))
        form = form_of(draft)
        with reading("words"):
            draft = form.with_words(draft, typed["words"])
        with reading("starts"):
            draft = self._with_start(draft, typed["starts"], interaction)
        with reading("span"):
            draft = form.with_span(draft, typed.get("span", ""))
        with reading("size"):
            draft = form.with_size(draft, typed.get("size", ""))
        await answer_to(interaction).replace(view=await self._panel(interaction, draft))

    def _zone(self, interaction: discord.Interaction[Any]) -> str:
        return self.bot.preferences.server(interaction.guild_id or 0).daily_zone

    def _with_start(self, draft: Draft, typed: str, interaction: Interaction) -> Draft:
        now = interaction.created_at
        return form_of(draft).with_start(draft, typed, zone=self._zone(interaction), now=now)

    async def create(
        self, member: discord.abc.User, channel: object, draft: Draft, origin: Origin
    ) -> Tournament:
        """Create the event of a draft, once for each ``origin``, and return it.

        Raises Refusal if the member or the bot may not create it there, if the draft makes no
        event, or if too many go on.
        """
        if not isinstance(channel, GuildChannel) or not isinstance(member, discord.Member):
            raise Refusal(Text("Tournaments are held in the channels of a server."))
        guild, form = member.guild, form_of(draft)
        settings = self.bot.preferences.server(guild.id)
        check_creator(settings, member)
        check_permissions(channel)
        check_channel(settings, channel)
        terms = form.terms(draft, settings.time, self.bot.preferences.locale_of(guild))
        check_game(self.bot, guild.id, terms.game)
        new = form.new(
            draft, terms, guild=guild.id, channel=channel.id, person=member.id, origin=origin
        )
        return await self.bot.store.tournaments.create(new, limits_of(settings, member))


def limits_of(settings: ServerSettings, member: discord.abc.User) -> AdmitTournament:
    """Return a check that raises Refusal if a server or a member has too many tournaments.

    The check gets the creator and the organiser of each unfinished tournament: tournaments that the
    member has handed over count for them, too.
    """

    def admit(going_on: Sequence[frozenset[int]]) -> None:
        if len(going_on) >= MOST_ON_A_SERVER:
            raise Refusal(
                Text(
                    "{count} tournaments go on here, the most that a server can have; end one "
                    "first.",
                    count=len(going_on),
                )
            )
        own = sum(member.id in people for people in going_on)
        if own >= MOST_OF_A_PERSON and not is_organiser(settings, member):
            raise Refusal(
                Text(
                    "{count} tournaments of yours go on here, the most that you can have; end one "
                    "first.",
                    count=own,
                )
            )

    return admit


def _named(typed: str) -> str:
    return readable(typed)[:LONGEST_NAME]


def _draft_of(code: str, form: str, words: str) -> Draft:
    try:
        return Draft.read(code, form, words)
    except ValueError:
        raise Refusal(OUT_OF_DATE) from None


def created_layout(tournament: Tournament, translated: Translate) -> ui.LayoutView:
    """Return the answer to the creator of an event, with buttons for entering and organising."""
    text = Text(
        "“{name}” is open: its card is in this channel, for everybody to join. You are its "
        "organiser; `/tournament show {number}` leads back here.",
        name=name_of(tournament.terms),
        number=tournament.id,
    )
    layout, form = text_layout(translated(text)), EVENT_FORMS[tournament.terms.form]
    buttons = [*form.buttons(tournament, translated), organise_button(tournament, translated)]
    add_button_rows(layout, buttons)
    return layout
