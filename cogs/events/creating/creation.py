"""Creating a tournament: the panel is opened, changed, and made into a tournament once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import discord
from discord import ui
from discord.ext import commands

from cogs.bot import replies
from cogs.bot.client import Context, Damier, Interaction
from cogs.bot.replies import locale_for, open_form, private
from cogs.challenges.admission import check_creator, check_game, is_organiser
from cogs.challenges.matchmaking import Matchmaking
from cogs.events.card import Press, event_button, organise_button
from cogs.events.creating import draft as drafts
from cogs.events.creating.draft import Draft
from cogs.events.creating.panel import details_form, panel
from cogs.events.event_rules import name_of
from cogs.language.catalogues import translate, translate_into
from cogs.language.challenge_parser import parse_challenge
from cogs.language.game_names import DEFAULT_GAME
from cogs.language.moments import moment_among
from cogs.language.typed_words import plain, words_for
from cogs.members.match_channels import GuildChannel, check_channel, check_permissions
from cogs.messages.buttons import TextButton, Use
from cogs.messages.forms import Typed
from cogs.messages.layouts import add_button_rows, text_layout, view_of
from data import AdmitTournament, ServerSettings
from engine import Game, Refusal, Text
from engine.text import in_context, readable
from engine.tournaments.terms import LONGEST_NAME, Form, Recurs
from engine.tournaments.tournament import Tournament

MOST_ON_A_SERVER: Final = 20
MOST_OF_A_PERSON: Final = 3
"""Tournaments that are not over: of a server, and of a person who does not manage it."""

FORM_WORDS: Final = {
    Form.LEAGUE: in_context("typed", "league roundrobin"),
    Form.SWISS: in_context("typed", "swiss"),
    Form.KNOCKOUT: in_context("typed", "knockout cup elimination"),
    Form.ARENA: in_context("typed", "arena"),
    Form.LADDER: in_context("typed", "ladder"),
}
"""The words for the forms."""

PEOPLE: Final = in_context("typed", "players player people")
"""The words behind the number of those with whom it starts."""

LONGEST_ABOUT: Final = 78
"""Characters that an id leaves for the panel that a button opens."""


class Creation(commands.Cog):
    """The panel that creates tournaments."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking) -> None:
        self.bot = bot
        self._matchmaking = matchmaking

    async def cog_load(self) -> None:
        """Register the controls of the panel."""
        self.bot.text_buttons[Use.NEW_EVENT] = self.press
        self.bot.menus[Use.NEW_EVENT] = self.choose
        self.bot.forms[Use.NEW_EVENT] = self.take

    def named(self, draft: Draft, name: str, starts: str, interaction: Interaction) -> Draft:
        """Return a draft with a name and a start, as they were typed. Raises Refusal."""
        draft = replace(draft, name=_named(name))
        return self._with_start(draft, starts, interaction) if starts else draft

    async def draft(self, guild: discord.Guild | None) -> Draft:
        """Return a draft with the usual choices: the game that is played most here."""
        played = await self._matchmaking.games(guild)
        usual = [game for game in played if game.name == DEFAULT_GAME]
        known = await self.bot.store.history.games(guild.id) if guild is not None else []
        first = played[0] if known else (usual or played)[0]
        rated = self.bot.preferences.server(guild.id if guild else 0).rated
        return Draft(first.name, rated=rated)

    async def offer(self, context: Context, words: str) -> None:
        """Reply with a button that opens the panel with the typed choices.

        Raises Refusal for who may not create tournaments.
        """
        if context.guild is not None:
            check_creator(self.bot.preferences.server(context.guild.id), context.author)
        draft = await self.draft(context.guild)
        zone = self.bot.preferences.server(context.guild.id if context.guild else 0).daily_zone
        draft = _typed_draft(draft, words, zone, context.message.created_at)
        locale = locale_for(context)
        about = f"open:{draft.form.value}:{draft.code()}:{draft.words}"
        if len(about) > LONGEST_ABOUT:
            raise Refusal(Text("That is too long here; give the same with `/tournament create`."))
        text = Text("Only you see the panel; everybody sees the card that it makes:")
        button = TextButton(
            Use.NEW_EVENT, about, translate(Text("Create a tournament"), locale),
            discord.ButtonStyle.success,
        )  # fmt: skip
        await context.reply(translate(text, locale), view=view_of(button))

    async def show(self, interaction: Interaction, draft: Draft) -> None:
        """Show the panel with a draft to somebody who may create tournaments. Raises Refusal."""
        settings = self.bot.preferences.server(interaction.guild_id or 0)
        check_creator(settings, interaction.user)
        await private(interaction, view=await self._panel(interaction, draft))

    async def _panel(self, interaction: Interaction, draft: Draft) -> ui.LayoutView:
        guild = interaction.guild
        settings = self.bot.preferences.server(interaction.guild_id or 0)
        games: Sequence[Game] = await self._matchmaking.games(guild)
        public = self.bot.preferences.locale_of(guild)
        return panel(draft, games, settings.time, interaction.locale, public)

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button of the panel, or its opening button."""
        what, _, rest = about.partition(":")
        if what == "open":
            form, _, more = rest.partition(":")
            code, _, words = more.partition(":")
            await self.show(interaction, _draft_of(code, form, words))
        elif what == drafts.CREATE:
            await self._create(interaction, Draft.of(rest, interaction.message))
        elif what == drafts.OTHER:
            draft = Draft.of(rest, interaction.message)
            zone = self.bot.preferences.server(interaction.guild_id or 0).daily_zone
            await open_form(interaction, details_form(draft, zone, interaction))
        else:
            raise Refusal(drafts.OUT_OF_DATE)

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle a menu of the panel."""
        menu, _, code = about.partition(":")
        draft = drafts.with_choice(Draft.of(code, interaction.message), menu, choice)
        await replies.replace(interaction, view=await self._panel(interaction, draft))

    async def take(self, interaction: Interaction, about: str, typed: Typed) -> None:
        """Handle the form. Raises Refusal."""
        draft = Draft.of(about, interaction.message)
        if typed["words"].strip() != draft.words:
            draft = drafts.with_words(draft, typed["words"])
        draft = self._with_start(draft, typed["starts"], interaction)
        draft = drafts.with_size(drafts.with_span(draft, typed["span"]), typed.get("size", ""))
        draft = replace(draft, name=_named(typed["name"]))
        await replies.replace(interaction, view=await self._panel(interaction, draft))

    def _with_start(self, draft: Draft, typed: str, interaction: Interaction) -> Draft:
        zone = self.bot.preferences.server(interaction.guild_id or 0).daily_zone
        return drafts.with_start(draft, typed, zone=zone, now=interaction.created_at)

    async def _create(self, interaction: Interaction, draft: Draft) -> None:
        """Create the tournament of a panel; pressed twice, it is created once."""
        guild, channel = interaction.guild, interaction.channel
        if guild is None or not isinstance(channel, GuildChannel) or interaction.message is None:
            raise Refusal(Text("Tournaments are held in the channels of a server."))
        settings = self.bot.preferences.server(guild.id)
        check_creator(settings, interaction.user)
        check_permissions(channel)
        check_channel(settings, channel)
        terms = draft.terms(settings.time, self.bot.preferences.locale_of(guild))
        check_game(self.bot, guild.id, terms.game)
        created = await self.bot.store.tournaments.create(
            Tournament.create(
                guild=guild.id,
                channel=channel.id,
                terms=terms,
                person=interaction.user.id,
                now=interaction.created_at,
                source=f"panel:{interaction.message.id}",
            ),
            limits_of(settings, interaction.user),
        )
        await replies.replace(interaction, view=_created(created, interaction.locale))


def limits_of(settings: ServerSettings, member: discord.abc.User) -> AdmitTournament:
    """Return a check that raises Refusal where a server or a member has too many tournaments.

    One that they handed over counts for them, too.
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
        raise Refusal(drafts.OUT_OF_DATE) from None


def _typed_draft(draft: Draft, words: str, zone: str, now: datetime) -> Draft:
    """Return a draft with the typed words: a form, the words of a challenge, the start.

    ``6 players`` are those with whom it starts, unless the game has tables of so many. Raises
    Unclear, and Refusal for a time that is over.
    """
    moment, typed = moment_among(words.split(), zone=zone, now=now)
    if moment is not None:
        draft = drafts.with_moment(draft, moment, now)
    rest, players = list[str](), 0
    for word in typed:
        if (
            rest
            and rest[-1].isascii()
            and rest[-1].isdecimal()
            and plain(word) in words_for(PEOPLE)
        ):
            players = int(rest.pop()[: drafts.LONGEST_COUNT])
            continue
        form = next(
            (one for one, text in FORM_WORDS.items() if plain(word) in words_for(text)), None
        )
        if form is None:
            rest.append(word)
        else:
            draft = drafts.with_form(draft, form)
    said = " ".join(rest)
    changed = drafts.with_words(draft, said) if said else draft
    if not players:
        return changed
    seats = parse_challenge(changed.words).game.seats
    if len(seats) > 1 and players in seats:
        return drafts.with_words(changed, f"{changed.words} {players}")
    return replace(changed, wanted=players)


def _created(tournament: Tournament, locale: discord.Locale) -> ui.LayoutView:
    """Return the layout that the panel becomes, with the button to join."""
    recurs = tournament.terms.recurs is not Recurs.NEVER
    use = Press.EVERY if recurs else Press.JOIN
    return created_layout(
        tournament, [event_button(use, tournament.id, translate_into(locale))], locale
    )


def created_layout(
    tournament: Tournament, buttons: Sequence[ui.Item[Any]], locale: discord.Locale
) -> ui.LayoutView:
    """Return the answer to an organiser: where the card is, and buttons to go on."""
    text = Text(
        "“{name}” is open: its card is in this channel, for everybody to join. You are its "
        "organiser; `/tournament show {number}` leads back here.",
        name=name_of(tournament.terms),
        number=tournament.id,
    )
    layout = text_layout(translate(text, locale))
    add_button_rows(layout, [*buttons, organise_button(tournament, translate_into(locale))])
    return layout
