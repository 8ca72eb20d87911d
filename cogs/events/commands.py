"""``/tournament``: create, list and move tournaments; show cards, rules, standings and the tour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

import engine
from cogs.challenges.admission import may_create
from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import SLASH_ONLY
from cogs.client.paged_lists import fitting, key_turner, more_text, show_page
from cogs.client.replies import answer_to
from cogs.events.appointments import Appointments
from cogs.events.card import card_of
from cogs.events.creating.creation import Creation
from cogs.events.creating.draft import OUT_OF_DATE, Draft
from cogs.events.creating.event_forms import EVENT_FORMS, OF_EVENTS
from cogs.events.creating.typed_drafts import form_named, typed_draft
from cogs.events.entering import (
    Entering,
    all_see,
    number_in,
    rules_text,
    show_card,
    show_rules,
    show_standings,
    tournament_for,
)
from cogs.events.event_rules import FORMS, name_of
from cogs.events.interventions import Interventions
from cogs.events.joining import Joining
from cogs.events.organising import Organising
from cogs.events.standings_pictures import standings_contents
from cogs.events.tour import FIRST_YEAR, LAST_YEAR, Tour
from cogs.language.catalogues import COMMAND, Translate
from cogs.language.did_you_mean import Entry, Unclear, near
from cogs.language.typed_words import is_word, plain, words_for
from cogs.members.match_channels import GuildChannel
from cogs.members.match_lookup import NOT_FOR_ALL
from cogs.members.visibility import channels_all_see, channels_seen
from cogs.messages.buttons import ControlKind
from cogs.messages.layouts import text_layout
from data import ListedTournament
from engine import Refusal, Text
from engine.text import Words, counted, in_context, quoted, term
from engine.tournaments.state import Phase
from engine.tournaments.terms import LONGEST_NAME, Form
from engine.tournaments.tournament import Tournament

LISTED: Final = 15
"""The most tournaments on a page of the list."""

LOOKED_THROUGH: Final = 200
"""The most tournaments read for a page: some may be hidden from the reader."""

LONGEST_LIST: Final = 3600

CREATE, LIST, SHOW, RULES, STANDINGS = "create", "list", "show", "rules", "standings"
TOUR, HERE = "tour", "here"

WORDS: Final = {
    CREATE: in_context("typed", "create new make begin"),
    LIST: in_context("typed", "list all"),
    SHOW: in_context("typed", "show card"),
    RULES: in_context("typed", "rules"),
    STANDINGS: in_context("typed", "standings table ranking"),
    TOUR: in_context("typed", "tour year"),
}
"""The words that may be typed after the command's name, by subcommand."""

FORM_CHOICES: Final = [
    app_commands.Choice(name=locale_str("League"), value=Form.LEAGUE.value),
    app_commands.Choice(name=locale_str("Swiss tournament"), value=Form.SWISS.value),
    app_commands.Choice(name=locale_str("Knockout"), value=Form.KNOCKOUT.value),
    app_commands.Choice(name=locale_str("Arena"), value=Form.ARENA.value),
    app_commands.Choice(name=locale_str("Ladder"), value=Form.LADDER.value),
    app_commands.Choice(name=locale_str("Simultaneous exhibition"), value=Form.SIMUL.value),
    app_commands.Choice(name=locale_str("Team match"), value=Form.TEAM.value),
]

NUMBER: Final = locale_str("The number of the tournament, as the list and its card have it")


class TournamentCommands(commands.Cog, name="Tournaments"):
    """``/tournament`` and ``@Damier tournament``."""

    def __init__(self, bot: Damier, creation: Creation) -> None:
        self.bot = bot
        self._creation, self._organising, self._tour = creation, Organising(bot), Tour(bot)

    async def cog_load(self) -> None:
        """Register the buttons of the list, and the controls of events."""
        self.bot.text_buttons[ControlKind.EVENT_LIST] = self.turn
        for controls in (
            Entering(self.bot),
            Joining(self.bot),
            Appointments(self.bot),
            self._organising,
            Interventions(self.bot, self._organising),
            self._creation,
            self._tour,
        ):
            controls.register()

    tournament = app_commands.Group(
        name="tournament",
        description=locale_str("Leagues and tournaments"),
        guild_only=True,
    )

    @tournament.command(name="create", description=locale_str("Create a league or a tournament"))
    @app_commands.describe(
        form=locale_str("A league, unless you choose another form"),
        **OF_EVENTS,
        starts=locale_str("When it starts, such as sunday 20:00, or how many have to join"),
    )
    @app_commands.choices(form=FORM_CHOICES)
    @app_commands.autocomplete(**autocompletion.FOR_EVENTS)
    async def create(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        form: str = "",
        game: str = "",
        options: str = "",
        time: str = "",
        name: str = "",
        starts: str = "",
    ) -> None:
        """``/tournament create``: open the panel with the chosen options.

        Raises Refusal if an option is unreadable, or the person may not create tournaments.
        """
        chosen = EVENT_FORMS[_form(form)]
        draft = await self._creation.draft(interaction.guild, chosen.form)
        words = " ".join(
            filter(None, [game or (draft.words if options or time else ""), options, time])
        )
        if words:
            draft = chosen.with_words(draft, words)
        draft = self._creation.named(draft, name, starts, interaction)
        await self._creation.show(interaction, draft)

    @tournament.command(name="list", description=locale_str("The tournaments of this server"))
    async def list_all(self, interaction: Interaction) -> None:
        """``/tournament list``."""
        await self._show_list(interaction, 0)

    @tournament.command(name="show", description=locale_str("Show a tournament’s card"))
    @app_commands.describe(number=NUMBER)
    async def show(self, interaction: Interaction, number: int) -> None:
        """``/tournament show``."""
        await show_card(interaction, await self._named(interaction, number))

    @tournament.command(name="rules", description=locale_str("The rules of a tournament"))
    @app_commands.describe(number=NUMBER)
    async def rules(self, interaction: Interaction, number: int) -> None:
        """``/tournament rules``."""
        await show_rules(self.bot, interaction, await self._named(interaction, number))

    @tournament.command(name="standings", description=locale_str("Who stands where"))
    @app_commands.describe(number=NUMBER)
    async def standings(self, interaction: Interaction, number: int) -> None:
        """``/tournament standings``."""
        await show_standings(self.bot, interaction, await self._named(interaction, number))

    @tournament.command(name="tour", description=locale_str("Who has won most in a year"))
    @app_commands.describe(year=locale_str("The year; this one, if you name none"))
    async def tour(
        self,
        interaction: Interaction,
        year: app_commands.Range[int, FIRST_YEAR, LAST_YEAR] | None = None,
    ) -> None:
        """``/tournament tour``."""
        await self._tour.show(interaction, year)

    @tournament.command(
        name=HERE,
        description=locale_str("Move a tournament of yours to this channel"),
        extras={SLASH_ONLY: True},
    )
    @app_commands.describe(number=NUMBER)
    async def here(self, interaction: Interaction, number: int) -> None:
        """``/tournament here``."""
        tournament = await self._named(interaction, number)
        await self._organising.move(interaction, tournament, interaction.channel)

    @here.autocomplete("number")
    @show.autocomplete("number")
    @rules.autocomplete("number")
    @standings.autocomplete("number")
    async def suggest(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """Suggest visible tournaments that contain ``typed``, the newest first."""
        if not isinstance(interaction.user, discord.Member):
            return []
        member, said = interaction.user, str(typed).lower()
        found = await self._seen(member, await self._newest(member.guild.id))
        return [
            app_commands.Choice(name=f"#{one.id} {Words(one.name, LONGEST_NAME)}", value=one.id)
            for one in found
            if said in f"#{one.id} {one.name.lower()}"
        ][:25]

    async def _named(self, interaction: Interaction, number: int) -> Tournament:
        return await tournament_for(self.bot, interaction.user, interaction.guild_id, number)

    # Typed commands

    @commands.command(name="tournament", aliases=["tournaments", "league"])
    @commands.guild_only()
    async def typed(self, context: Context, *, words: str = "") -> None:
        """``@Damier tournament create frisian 3d``, ``@Damier tournament 12``."""
        first, _, rest = words.strip().partition(" ")
        what = _subcommand(first, creates=self._may_create(context.author))
        if what == CREATE:
            wishes = words if form_named(first) is not None else rest
            await self._creation.offer(context, await self._typed_draft(context, wishes))
        elif what == LIST:
            await self._reply_list(context)
        elif what == TOUR:
            await self._tour.reply(context, rest)
        else:
            await self._reply_one(context, what, rest if what is not None else words)

    async def _typed_draft(self, context: Context, words: str) -> Draft:
        guild = context.guild
        zone = self.bot.preferences.server(guild.id if guild else 0).daily_zone
        draft = await self._creation.draft(guild)
        return typed_draft(draft, words, zone, context.message.created_at)

    async def _reply_list(self, context: Context) -> None:
        here, guild = context.channel, context.guild
        if guild is None or not isinstance(here, GuildChannel):
            return
        found = await self._newest(guild.id)
        seen = channels_all_see(here, {one.channel for one in found})
        shown = [one for one in found if one.channel in seen]
        answer, creates = answer_to(context), self._may_create(context.author)
        await answer.show(view=_list(shown[:LISTED], answer.said, creates=creates))

    async def _reply_one(self, context: Context, what: str | None, words: str) -> None:
        """Reply with a tournament's card, rules or standings.

        Raises Refusal if somebody who reads the channel may not see the tournament.
        """
        guild, answer = context.guild, answer_to(context)
        if guild is None:
            return
        number = await self._number(context, words)
        tournament = await tournament_for(self.bot, context.author, guild.id, number)
        if not all_see(tournament, context.channel):
            raise Refusal(NOT_FOR_ALL)
        if what == RULES:
            await answer.show(view=text_layout(rules_text(tournament, answer.said)))
            return
        if what == STANDINGS and not tournament.terms.is_exhibition:
            layout, files = await standings_contents(
                self.bot, tournament, answer.locale, who=context.author.id
            )
        else:
            layout, files = card_of(tournament, answer.locale), []
        await answer.show(view=layout, files=files)

    async def _number(self, context: Context, words: str) -> int:
        """Return the typed number of a tournament, by default that of the channel's only one.

        Raises Refusal if nothing is typed and the channel has no tournament, and Unclear if the
        person has to choose among several.
        """
        if words.strip():
            return number_in(words)
        ids = await self.bot.store.tournaments.in_channel(context.channel.id)
        if len(ids) == 1:
            return ids[0]
        if not ids:
            raise Refusal(
                Text("No tournament goes on in this channel; name its number: `/tournament list`.")
            )
        entries = []
        for one in ids[:LISTED]:
            tournament = await self.bot.store.tournaments.load(one)
            entries.append(Entry(str(one), Text("{name}", name=name_of(tournament.terms))))
        raise Unclear(Text("Which tournament?"), entries, option="words")

    def _may_create(self, member: discord.abc.User) -> bool:
        guild = member.guild if isinstance(member, discord.Member) else None
        return guild is not None and may_create(self.bot.preferences.server(guild.id), member)

    # The list

    async def turn(self, interaction: Interaction, about: str) -> None:
        """Show another page of the list."""
        await self._show_list(interaction, number_in(about))

    async def _newest(self, guild: int, before: int | None = None) -> Sequence[ListedTournament]:
        return await self.bot.store.tournaments.listed(
            guild, over=None, limit=LOOKED_THROUGH, before=before
        )

    async def _seen(
        self, member: discord.Member, found: Sequence[ListedTournament]
    ) -> Sequence[ListedTournament]:
        """Return the found tournaments whose channels a member sees."""
        seen = await channels_seen(member, {one.channel for one in found})
        return [one for one in found if one.channel in seen]

    async def _show_list(self, interaction: Interaction, before: int) -> None:
        """Show the tournaments that a member may see, older than ``before`` unless that is 0."""
        member = interaction.user
        if not isinstance(member, discord.Member):
            return
        found = await self._seen(member, await self._newest(member.guild.id, before or None))
        answer = answer_to(interaction)
        layout = _list(found[:LISTED], answer.said, creates=self._may_create(member))
        further = str(found[LISTED - 1].id) if len(found) > LISTED else None
        back = "0" if before else None
        turner = key_turner(
            ControlKind.EVENT_LIST,
            bool(before),
            answer.said,
            back=back,
            further=further,
        )
        for item in turner:
            layout.add_item(item)
        await show_page(interaction, layout)


def _form(chosen: str) -> Form:
    """Return the chosen form, by default a league. Raises Refusal for an unknown one."""
    try:
        return Form(chosen or Form.LEAGUE)
    except ValueError:
        raise Refusal(OUT_OF_DATE) from None


def _subcommand(word: str, *, creates: bool) -> str | None:
    """Return the subcommand that a typed word means; None for a number, ``LIST`` for no word.

    The name of a form means ``CREATE``. Raises Refusal for ``HERE``, and Unclear for an unknown
    word. ``CREATE`` is among the choices only if ``creates``: the person may do that.
    """
    if not word:
        return LIST
    if word.removeprefix("#").isdecimal():
        return None
    if is_word(word, term(COMMAND, HERE)):
        raise Refusal(Text("Only the slash command does that: `/tournament here`."))
    known = {what: words_for(text) for what, text in WORDS.items()}
    found = near(plain(word), known)
    if found.sure is not None:
        return found.sure
    if form_named(word) is not None:
        return CREATE
    text = Text("I do not know what `{word}` means here. What would you like?", word=quoted(word))
    entries = [
        Entry(str(in_text).split()[0], DONE_BY[what])
        for what, in_text in WORDS.items()
        if creates or what != CREATE
    ]
    raise Unclear(text, entries, option="words", said=plain(word))


DONE_BY: Final = {
    CREATE: Text("Create a tournament"),
    LIST: Text("List them"),
    SHOW: Text("Show the card"),
    RULES: Text("Rules of the event"),
    STANDINGS: Text("Standings"),
    TOUR: Text("Tour of the year"),
}
"""The choices offered for an unknown word after the command's name, by subcommand."""


def _list(
    found: Sequence[ListedTournament], translated: Translate, *, creates: bool
) -> ui.LayoutView:
    """Return a list of tournaments, unfinished ones first."""
    if not found:
        nothing = Text("There is no tournament yet.")
        if creates:
            nothing = Text("There is no tournament yet; `/tournament create` makes one.")
        return text_layout(translated(nothing))
    over = [one for one in found if one.ended is not None]
    going_on = [one for one in found if one.ended is None]
    lines: list[str] = []
    for heading, some in (
        (Text("### Going on"), going_on),
        (Text("### Over"), over),
    ):
        if some:
            lines += [translated(heading), *(_line(one, translated) for one in some)]
    shown = fitting(lines, LONGEST_LIST)
    if len(shown) < len(lines):
        shown.append(translated(more_text(len(lines) - len(shown))))
    return text_layout("\n".join(shown))


def _line(one: ListedTournament, translated: Translate) -> str:
    game = engine.games.get(one.game)
    what = Text(
        "**#{number}** {name} · {form} · {players} · {channel}",
        number=one.id,
        name=Words(one.name, LONGEST_NAME),
        form=FORMS[one.form]
        if game is None
        else Text("{form}, {game}", form=FORMS[one.form], game=game.title),
        players=counted("{count} player", "{count} players", one.players),
        channel=f"<#{one.channel}>",
    )
    return f"{translated(what)}\n-# {translated(_phase(one))}"


def _phase(one: ListedTournament) -> Text:
    match one.phase:
        case Phase.SIGN_UP:
            return Text("open to join")
        case Phase.CHECK_IN:
            return Text("check-in is open")
        case Phase.CANCELLED:
            return Text("cancelled")
        case Phase.OVER if one.ended is not None:
            return Text("ended {when}", when=discord.utils.format_dt(one.ended, "D"))
    return Text("being played")
