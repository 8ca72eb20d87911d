"""The organiser's panel: decide a match, pair again, move times, pause, end, hand over.

The organiser and the server's organisers may use it. Decisions are announced in the channel, with
the reason if one is given. Actions on players, terms and pairs are in ``interventions``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from cogs.challenges.admission import check_blocks
from cogs.client.client import Damier, Interaction, Origin, origin_of
from cogs.client.replies import answer_to, open_form
from cogs.events.card import card_lines, when
from cogs.events.conducting.champions import check_choice
from cogs.events.conducting.table_matches import is_ended_by, unscored
from cogs.events.entering import may_organise, number_in, tournament_for
from cogs.events.event_rules import name_of
from cogs.events.round_texts import table_score_text
from cogs.language.catalogues import plainly, translate_into
from cogs.language.moments import EXAMPLES, read_moment
from cogs.members.directory import member_of
from cogs.members.match_channels import GuildChannel, check_channel, check_permissions, check_writer
from cogs.members.mentions import people, person
from cogs.messages.buttons import ControlKind, Menu, PersonMenu, TextButton
from cogs.messages.forms import Field, InputForm, Typed, fields_form, reading
from cogs.messages.layouts import add_button_rows, text_layout
from cogs.settings.settings_panels import ServerMenu
from engine import Refusal, Text
from engine.reasons import LONGEST_REASON, optional_reason
from engine.table.record import OPEN, Status, is_computer
from engine.text import Words, counted, joined
from engine.tournaments.forms.conduct import check_going_on
from engine.tournaments.record import Kind
from engine.tournaments.scores import WIN, points_of_ranks
from engine.tournaments.state import Phase, Table
from engine.tournaments.terms import CALLED_BEFORE_LIVE
from engine.tournaments.tournament import Tournament

NOT_YOURS: Final = Text("That is for the organiser, and for those who manage the server.")

OUT_OF_DATE: Final = Text("This panel is out of date; `/tournament show` opens another.")

MOST_TABLES: Final = 25
"""The most tables in one menu; with more, the organiser is first asked for a player."""

MOST_LISTED: Final = 20
"""The most people named in a question; the others are counted."""

LONGEST_OPTION: Final = 100
"""The most characters that Discord allows in an option of a menu."""

PANEL, DECIDE, TABLE, UNPAIR, SHIFT, START = "panel", "decide", "table", "unpair", "shift", "start"
PAUSE, RESUME, END, CANCEL, NAME, MOVE = "pause", "resume", "end", "cancel", "name", "move"
NOW, AT_ONCE, RESULT, PLACES, WHOSE = "now", "once", "result", "places", "whose"
PLAYERS, PAIR, CHANGE, MESSAGE = "players", "pair", "change", "message"
CLOSE, OPEN_ENTRIES = "close", "open"
ROLE: Final = "role"
AGREE: Final = "agree"
"""The actions of the panel's buttons and menus, and of the button that agrees to organise."""

LABELS: Final = {
    DECIDE: Text("Decide a match"),
    UNPAIR: Text("Pair the round again"),
    SHIFT: Text("Another end of the round"),
    NOW: Text("Start now"),
    START: Text("Another start"),
    PLAYERS: Text("Players"),
    PAIR: Text("Pair two by hand"),
    CLOSE: Text("Close entries"),
    OPEN_ENTRIES: Text("Open entries"),
    CHANGE: Text("Name, times, rounds"),
    MESSAGE: Text("Message to those still to play"),
    PAUSE: Text("Pause"),
    RESUME: Text("Go on"),
    END: Text("End it"),
    CANCEL: Text("Cancel it"),
}
"""The labels of the panel's buttons."""

INTERVENTIONS: Final = frozenset({PLAYERS, PAIR, CLOSE, OPEN_ENTRIES, CHANGE, MESSAGE})
"""The actions that ``interventions`` handles."""

WITH_REASONS: Final = frozenset({UNPAIR, SHIFT, START, PAUSE, END, CANCEL})
"""The actions whose buttons open a form with a reason."""

NOBODY: Final = "nobody"
NOBODY_CAME: Final = Text("Nobody came")
"""The option for a match that nobody has played."""


REASON: Final = Field(
    "reason", Text("Reason, if you like; everybody sees it"), longest=LONGEST_REASON, needed=False
)


class Organising:
    """The handlers of the organiser's panel."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    def register(self) -> None:
        """Register the buttons, menus and forms."""
        self.bot.text_buttons[ControlKind.ORGANISE] = self.press
        self.bot.menus[ControlKind.ORGANISE] = self.choose
        self.bot.forms[ControlKind.ORGANISE] = self.take
        self.bot.form_builders[ControlKind.ORGANISE] = self.form_about

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button. Raises Refusal if its action is not possible now."""
        what, _, written = about.partition(":")
        number = number_in(written)
        if what == AGREE:
            await self._agree(interaction, number)
            return
        tournament = await self.organised(interaction, number)
        if what == PANEL:
            await answer_to(interaction).show(view=organisers_panel(tournament, interaction.locale))
        elif what == DECIDE:
            await self._ask_table(interaction, tournament)
        elif what == NOW:
            await self._ask_to_start(interaction, tournament)
        elif what == AT_ONCE:
            await self.change(
                interaction, number, partial(_begun, interaction), Text("It starts now.")
            )
        elif what == RESUME:
            await self.change(
                interaction,
                number,
                lambda t: t.organising.resume(interaction.user.id, **origin_of(interaction)),
            )
        elif what in WITH_REASONS:
            check_going_on(tournament.state)
            about = f"{what}:{tournament.id}:{len(tournament.entries)}"
            await open_form(interaction, await self.form_about(interaction, about))
        else:
            raise Refusal(OUT_OF_DATE)

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle a menu: of tables and results, of organisers, channels or roles.

        Raises Refusal if the choice is not possible now.
        """
        what, _, rest = about.partition(":")
        written, _, rest = rest.partition(":")
        number = number_in(written)
        tournament = await self.organised(interaction, number)
        if what == WHOSE and choice.isdecimal():
            await self._ask_table(interaction, tournament, int(choice))
        elif what == TABLE:
            await self._ask_result(interaction, tournament, _table_named(tournament, choice))
        elif what == RESULT:
            about = f"{DECIDE}:{number}:{choice.replace(' ', ':')}"
            await open_form(interaction, await self.form_about(interaction, about))
        elif what == PLACES:
            await self._choose_places(interaction, tournament, rest, choice)
        elif what == NAME and choice.isdecimal():
            await self._hand_over(interaction, number, int(choice))
        elif what == MOVE and choice.isdecimal():
            guild = interaction.guild
            channel = guild.get_channel_or_thread(int(choice)) if guild is not None else None
            await self.move(interaction, tournament, channel)
        elif what == ROLE:
            await self._choose_role(interaction, number, choice)
        elif what not in {NAME, MOVE}:
            raise Refusal(OUT_OF_DATE)

    async def organised(self, interaction: Interaction, number: int) -> Tournament:
        """Return a tournament by its number. Raises Refusal if the person may not organise it."""
        tournament = await tournament_for(self.bot, interaction.user, interaction.guild_id, number)
        if not may_organise(self.bot, tournament, interaction.user):
            raise Refusal(NOT_YOURS)
        return tournament

    async def _ask_to_start(self, interaction: Interaction, tournament: Tournament) -> None:
        """Ask for confirmation before a start at once, naming people who may be left out.

        They may count on the announced time. Raises Refusal if the tournament cannot start now.
        """
        _begun(interaction, tournament)
        now = interaction.created_at
        translated = answer_to(interaction).said
        layout = text_layout("\n".join(map(translated, _start_texts(tournament, now))))
        about, label = f"{AT_ONCE}:{tournament.id}", translated(LABELS[NOW])
        button = TextButton(ControlKind.ORGANISE, about, label, discord.ButtonStyle.danger)
        layout.add_item(ui.ActionRow(button))
        await answer_to(interaction).show(view=layout)

    async def change(
        self,
        interaction: discord.Interaction[Any],
        number: int,
        change: Callable[[Tournament], Tournament],
        done: Text | None = None,
    ) -> None:
        """Apply ``change`` to a tournament, save the result, and show its panel below ``done``.

        Raises Refusal if the person may not organise, or the action is not possible.
        """
        await self.organised(interaction, number)
        async with self.bot.store.tournaments.open(number) as table:
            table.tournament = change(table.tournament)
        told = done or Text("Done; everybody is told in the channel.")
        panel = organisers_panel(table.tournament, interaction.locale, above=told)
        await answer_to(interaction).show(view=panel)

    # Forms

    async def form_about(self, interaction: discord.Interaction[Any], about: str) -> InputForm:
        """Return the form that a button or a menu opens. Raises Refusal if ``about`` has none.

        The form has a field for the reason, below one for a time if the action needs a time.
        ``about`` includes the number of the tournament's entries when the form was opened.
        """
        what = about.partition(":")[0]
        if what not in {DECIDE, *WITH_REASONS}:
            raise Refusal(OUT_OF_DATE)
        example = plainly(EXAMPLES[0], interaction.locale)
        fields = [REASON]
        if what == SHIFT:
            fields.insert(0, Field("time", Text("Until when"), example))
        elif what == START:
            fields.insert(0, Field("time", Text("When"), example))
        return fields_form(ControlKind.ORGANISE, about, LABELS[what], fields, interaction)

    async def take(self, interaction: Interaction, about: str, typed: Typed) -> None:
        """Handle a sent form. Raises Refusal if its action is not possible."""
        what, _, written = about.partition(":")
        if what == DECIDE:
            await self._decide(interaction, written, typed)
        else:
            await self._fill_in(interaction, written, what, typed)

    async def _fill_in(
        self, interaction: discord.Interaction[Any], about: str, what: str, typed: Typed
    ) -> None:
        """Handle a sent form other than a decision's. Raises Refusal if that is not possible."""
        written, _, seen = about.partition(":")
        number = number_in(written)
        who, reason, origin = interaction.user.id, typed["reason"], origin_of(interaction)
        if what == SHIFT:
            until = self._moment(interaction, typed["time"])
            await self.change(
                interaction,
                number,
                lambda t: unless_done(t, seen, Kind.SHIFT).organising.shift(
                    who, until, reason, **origin
                ),
            )
        elif what == START:
            least = interaction.created_at + CALLED_BEFORE_LIVE
            starts = max(self._moment(interaction, typed["time"]), least)
            await self.change(
                interaction,
                number,
                lambda t: unless_done(t, seen, Kind.POSTPONE).organising.postpone(
                    who, starts, reason, **origin
                ),
            )
        elif what == UNPAIR:
            await self.change(
                interaction,
                number,
                lambda t: unless_done(t, seen, Kind.UNPAIR).organising.unpair(
                    who, reason, **origin
                ),
            )
        elif what == PAUSE:
            await self.change(
                interaction, number, lambda t: t.organising.pause(who, reason, **origin)
            )
        elif what == END:
            await self.change(interaction, number, lambda t: _ended(t, who, reason, origin))
        elif what == CANCEL:
            await self.change(
                interaction, number, lambda t: t.organising.cancel(who, reason, **origin)
            )

    def _moment(self, interaction: discord.Interaction[Any], typed: str) -> datetime:
        zone = self.bot.preferences.server(interaction.guild_id or 0).daily_zone
        with reading("time"):
            return read_moment(typed, zone=zone, now=interaction.created_at)

    # Deciding

    async def _ask_table(
        self, interaction: Interaction, tournament: Tournament, whose: int | None = None
    ) -> None:
        """Show the menu of tables to decide, or of people if there are too many tables.

        Tables without a result come first. ``whose`` restricts the menu to a player's tables. The
        organiser's own are left out. Raises Refusal if no table is left.
        """
        every, who = tables_to_decide(tournament), interaction.user.id
        tables = [one for one in every if who not in one.players and whose in {None, *one.players}]
        if not tables:
            tournament.organising.check_impartial(who, every)
            raise Refusal(Text("There is no match to decide."))
        translated = answer_to(interaction).said
        if len(tables) > MOST_TABLES and whose is None:
            ask = translated(Text("Whose match do you decide?"))
            layout = text_layout(ask)
            menu = PersonMenu(ControlKind.ORGANISE, f"{WHOSE}:{tournament.id}", ask)
            layout.add_item(ui.ActionRow(menu))
            await answer_to(interaction).show(view=layout)
            return
        names = await self._names(interaction, *tables[:MOST_TABLES])
        options = [
            discord.SelectOption(
                label=plainly(_table_text(table, names), interaction.locale)[:LONGEST_OPTION],
                value=f"{table.round}.{table.number}",
            )
            for table in tables[:MOST_TABLES]
        ]
        ask = translated(Text("Which match do you decide?"))
        layout = text_layout(ask)
        layout.add_item(
            ui.ActionRow(Menu(ControlKind.ORGANISE, f"{TABLE}:{tournament.id}", ask, options))
        )
        await answer_to(interaction).show(view=layout)

    async def _ask_result(
        self, interaction: Interaction, tournament: Tournament, table: Table
    ) -> None:
        """Ask for the result of a table of two, or for the places of a larger table."""
        named, seen = f"{table.round}.{table.number}", len(tournament.entries)
        if len(table.players) > 2:
            layout = await self._places_asked(interaction, tournament, table, f"{named}:{seen}:")
            await answer_to(interaction).show(view=layout)
            return
        names = await self._names(interaction, table)
        options = [
            discord.SelectOption(
                label=plainly(label, interaction.locale)[:LONGEST_OPTION],
                value=f"{named} {seen} {points[0]}-{points[1]}",
            )
            for points, label in results_of(tournament, table, names)
        ]
        ask = answer_to(interaction).said(Text("How has it ended?"))
        layout = text_layout(ask)
        menu = Menu(ControlKind.ORGANISE, f"{RESULT}:{tournament.id}", ask, options)
        layout.add_item(ui.ActionRow(menu))
        await answer_to(interaction).show(view=layout)

    async def _choose_places(
        self, interaction: Interaction, tournament: Tournament, about: str, choice: str
    ) -> None:
        """Add the chosen holders of a place, and ask for the next; at the end, open the form.

        ``about`` has the table, the number of entries, and the places given so far; ``choice`` has
        the numbers of the sides that share the next place, or ``NOBODY``.
        """
        named, seen, places = about.split(":")
        table = _table_named(tournament, named)
        sides, ranked = sides_of(tournament, table), read_places(places)
        chosen = [int(one) for one in choice.split() if one.isdecimal()]
        left = [one for one in range(len(sides)) if not any(one in some for some in ranked)]
        if choice == NOBODY:
            points = [0] * len(table.players)
        else:
            if chosen:  # if nobody is chosen, the question is repeated
                ranked.append(chosen)
            left = [one for one in left if one not in chosen]
            if len(left) > 1 or not chosen:
                written = "-".join("+".join(map(str, some)) for some in ranked)
                about = f"{named}:{seen}:{written}"
                layout = await self._places_asked(interaction, tournament, table, about)
                await answer_to(interaction).replace(view=layout)
                return
            points = points_of_places(table, sides, [*ranked, left])
        about = f"{DECIDE}:{tournament.id}:{named}:{seen}:{'-'.join(map(str, points))}"
        await open_form(interaction, await self.form_about(interaction, about))

    async def _places_asked(
        self, interaction: Interaction, tournament: Tournament, table: Table, about: str
    ) -> ui.LayoutView:
        """Return the question for the next place at a large table, below the places given so far.

        ``about`` has the table, the number of entries, and those places.
        """
        names, locale = await self._names(interaction, table), interaction.locale
        sides, ranked = sides_of(tournament, table), read_places(about.rpartition(":")[2])
        labels = [" + ".join(Words(names.get(one, "…")) for one in side) for side in sides]
        ask = Text("Who comes next? Choose several if they share the place.")
        if not ranked:
            ask = Text("Who is first? Choose several if they share the place.")
        lines, place = list[str](), 1
        for some in ranked:
            lines.append(f"{place}. {', '.join(labels[one] for one in some)}")
            place += len(some)
        taken = {one for some in ranked for one in some}
        options = [
            discord.SelectOption(label=label[:LONGEST_OPTION], value=str(number))
            for number, label in enumerate(labels)
            if number not in taken
        ]
        translated = translate_into(locale)
        layout = text_layout("\n".join([*lines, translated(ask)]))
        about = f"{PLACES}:{tournament.id}:{about}"
        label = translated(Text("Place {number}", number=place))
        layout.add_item(
            ui.ActionRow(Menu(ControlKind.ORGANISE, about, label, options, several=True))
        )
        if not ranked:
            nobody = discord.SelectOption(label=plainly(NOBODY_CAME, locale), value=NOBODY)
            otherwise = translated(Text("Or nobody has played"))
            about = f"{about}-"  # the two menus need different ids; places are read the same
            layout.add_item(ui.ActionRow(Menu(ControlKind.ORGANISE, about, otherwise, [nobody])))
        return layout

    async def _names(self, interaction: Interaction, *tables: Table) -> Mapping[int, str]:
        """Return the names of the people at tables, by person."""
        people = {player for table in tables for player in table.players if player > OPEN}
        guild = interaction.guild
        return await self.bot.directory.names_of(guild, people) if guild is not None else {}

    async def _decide(
        self, interaction: discord.Interaction[Any], about: str, typed: Typed
    ) -> None:
        if about.count(":") != 3:
            raise Refusal(OUT_OF_DATE)
        written, named, seen, chosen = about.split(":")
        number, who = number_in(written), interaction.user.id
        tournament = await self.organised(interaction, number)
        decided = _table_named(tournament, named)
        points = [int(one) for one in chosen.split("-") if one.isdecimal()]
        await self.change(
            interaction,
            number,
            lambda t: unless_done(t, seen, Kind.SCORE, decided).organising.decide(
                who,
                decided.round,
                decided.number,
                points,
                typed["reason"],
                **origin_of(interaction),
            ),
            await self._stays(tournament, decided),
        )

    async def _stays(self, tournament: Tournament, table: Table) -> Text | None:
        """Return the sentence that a table's rated matches keep their own results.

        Return None if the table has no such match.
        """
        games = table.matches.items() if tournament.terms.rated else ()
        ended = await self.bot.store.some(
            sorted(match for game, match in games if game in table.results)
        )
        me = self.bot.user.id if self.bot.user is not None else OPEN
        played = [match for match in ended if match.rated and not is_ended_by(match, me)]
        if not played:
            return None
        return Text(
            "Done; everybody is told in the channel. This changes the points of the event only: "
            "match {matches} keeps its result, and the ratings stay as they were.",
            matches=", ".join(f"#{match.id}" for match in played),
        )

    # Handing over, moving

    async def _hand_over(self, interaction: Interaction, number: int, other: int) -> None:
        """Ask another person to organise, or make the person themselves the organiser.

        Raises Refusal for bots, for people not on the server, and if one has blocked the other.
        """
        guild = interaction.guild
        if guild is None:
            raise Refusal(OUT_OF_DATE)
        member = await member_of(guild, other)
        if member.bot:
            raise Refusal(Text("Bots organise nothing; choose a member."))
        who = interaction.user.id
        otherwise = Text("That member cannot be asked; choose another one.")
        await check_blocks(self.bot, who, {other} - {who}, otherwise)
        done = Text(
            "{person} is asked in the channel; nothing changes before they agree.",
            person=person(other),
        )
        if other == who:
            done = Text("You are the organiser now; the card says so.")
        await self.change(
            interaction,
            number,
            lambda t: t.organising.name(who, other, **origin_of(interaction)),
            done,
        )

    async def _agree(self, interaction: Interaction, number: int) -> None:
        """Make the person the organiser, if they were asked. Raises Refusal for others."""
        who = interaction.user.id
        await tournament_for(self.bot, interaction.user, interaction.guild_id, number)
        async with self.bot.store.tournaments.open(number) as table:
            table.tournament = table.tournament.organising.agree_to_organise(
                who, **origin_of(interaction)
            )
        done = Text("You are the organiser now; the card says so.")
        panel = organisers_panel(table.tournament, interaction.locale, above=done)
        await answer_to(interaction).show(view=panel)

    async def _choose_role(self, interaction: Interaction, number: int, choice: str) -> None:
        """Set the role of the winner; an empty choice means none.

        Raises Refusal if the member may not choose the role, or the bot may not give it.
        """
        guild, member = interaction.guild, interaction.user
        role = int(choice) if choice.isdecimal() else None
        if guild is None or not isinstance(member, discord.Member):
            raise Refusal(OUT_OF_DATE)
        if role is not None:
            check_choice(member, guild.get_role(role))
        await self.change(
            interaction,
            number,
            lambda t: t.organising.choose_role(member.id, role, **origin_of(interaction)),
            Text("Done; the card says so."),
        )

    async def move(self, interaction: Interaction, tournament: Tournament, channel: object) -> None:
        """Move a tournament to another channel.

        A tournament that was paused because its channel is deleted resumes at once. Raises Refusal
        if the person may not do it, or the channel is not suitable.
        """
        if not may_organise(self.bot, tournament, interaction.user):
            raise Refusal(NOT_YOURS)
        if not isinstance(channel, GuildChannel) or channel.guild.id != tournament.guild:
            raise Refusal(Text("Tournaments are held in the channels of a server."))
        if isinstance(interaction.user, discord.Member):
            await check_writer(interaction.user, channel)
        check_permissions(channel)
        check_channel(self.bot.preferences.server(channel.guild.id), channel)
        who, where = interaction.user.id, channel.id
        now = interaction.created_at

        def moved(one: Tournament) -> Tournament:
            there = one.organising.move(who, where, **origin_of(interaction))
            return (
                there.organising.resume(who, now=now, source=None) if self._is_lost(one) else there
            )

        done = Text("It goes on in {channel}, with a new card.", channel=f"<#{where}>")
        if staying := await self._staying(tournament, where):
            stay = counted(
                "{count} match goes on where its board is.",
                "{count} matches go on where their boards are.",
                staying,
            )
            done = joined([done, stay])
        await self.change(interaction, tournament.id, moved, done)

    async def _staying(self, tournament: Tournament, channel: int) -> int:
        """Return the number of live matches that stay in their channel because it accepts posts."""
        played = [match for table in tournament.state.tables for match in unscored(table)]
        matches = await self.bot.store.some(played)
        live = [one for one in matches if one.status is Status.LIVE and one.channel != channel]
        return sum(one.hidden is None for one in live)

    def _is_lost(self, tournament: Tournament) -> bool:
        """Return whether the bot itself has paused a tournament, because its channel is deleted."""
        paused = [entry for entry in tournament.entries if entry.kind is Kind.PAUSE]
        me = self.bot.user.id if self.bot.user is not None else None
        return tournament.state.paused and paused[-1].person in {me, None}


def unless_done(
    tournament: Tournament, seen: str, kind: Kind, table: Table | None = None
) -> Tournament:
    """Return a tournament unless it has a new entry of a ``kind``, about ``table`` if given.

    ``seen`` is the number of entries when a form was opened; later entries are new. Raises Refusal
    if there is such an entry, with the person and the reason.
    """
    known = int(seen) if seen.isdecimal() else len(tournament.entries)
    for entry in reversed(tournament.entries[known:]):
        place = (entry.data.get("round"), entry.data.get("table"))
        if entry.kind is not kind or (table and place != (table.round, table.number)):
            continue
        reason = Words(entry.data.get("reason") or "–")
        who = person(entry.person or 0)
        if kind is not Kind.SCORE:
            raise Refusal(
                Text(
                    "{person} has decided that meanwhile: {reason}. To decide otherwise, open the "
                    "panel again.",
                    person=who,
                    reason=reason,
                )
            )
        score = table_score_text(entry.data["points"])
        if entry.person is None:
            raise Refusal(
                Text(
                    "That table has got its result meanwhile, {score}. To decide otherwise, open "
                    "the panel again.",
                    score=score,
                )
            )
        raise Refusal(
            Text(
                "{person} has decided that meanwhile, {score}: {reason}. To decide otherwise, open "
                "the panel again.",
                person=who,
                score=score,
                reason=reason,
            )
        )
    return tournament


def _begun(interaction: Interaction, tournament: Tournament) -> Tournament:
    """Return a tournament started at once by the person. Raises Refusal if that is not possible."""
    begin = tournament.begin
    if not tournament.terms.is_exhibition:
        begin = tournament.organising.start_now
    return begin(interaction.user.id, **origin_of(interaction))


def _start_texts(tournament: Tournament, now: datetime) -> Iterator[Text]:
    """Yield the question whether to start now, and the drawbacks for people who are not there."""
    state, name = tournament.state, name_of(tournament.terms)
    yield Text("Do you really want to start “{name}” now?", name=name)
    if state.starts is not None and state.starts > now:
        yield Text("It was announced for {when}.", when=when(state.starts))
    if not tournament.terms.check_in:
        yield Text("It starts with those who have joined; others may be too late.")
        return
    entered = [one for one in state.people if not is_computer(one)]
    if tournament.phase is Phase.SIGN_UP:
        yield Text(
            "Nobody has been called to check in: {people} are paired at once, and whoever does "
            "not come loses.",
            people=_named(entered),
        )
        return
    missing = [one for one in entered if one not in tournament.organising.there]
    if missing:
        yield Text("Not there yet, and left out: {people}.", people=_named(missing))
    else:
        yield Text("All who have joined are there.")


def _named(players: Sequence[int]) -> str | Text:
    """Return the mentions of people; if there are many, of the first ones, and count the others."""
    if len(players) <= MOST_LISTED:
        return people(players)
    named, more = people(players[: MOST_LISTED - 1]), len(players) - MOST_LISTED + 1
    return Text("{people} and {more} others", people=named, more=more)


def _ended(tournament: Tournament, who: int, reason: str, origin: Origin) -> Tournament:
    """Return a tournament ended in its present state. Raises Refusal unless it is running."""
    if tournament.phase is not Phase.RUNNING:
        raise Refusal(Text("It is not being played: cancel it."))
    return tournament.end(who, optional_reason(reason), **origin)


def organisers_panel(
    tournament: Tournament, locale: discord.Locale, *, above: Text | None = None
) -> ui.LayoutView:
    """Return the organiser's panel of a tournament, with the actions possible now.

    ``above`` is a text above the panel.
    """
    translated = translate_into(locale)
    lines = [
        *([translated(above)] if above is not None else []),
        *card_lines(tournament, translated),
        *map(translated, _by_hand(tournament)),
    ]
    layout = text_layout("\n".join(lines))
    if tournament.is_over:
        return layout
    number = tournament.id
    add_button_rows(
        layout,
        [
            TextButton(
                ControlKind.INTERVENE if what in INTERVENTIONS else ControlKind.ORGANISE,
                f"{what}:{number}",
                translated(LABELS[what]),
                _style(what),
            )
            for what in _possible(tournament)
        ],
    )
    another = translated(Text("Another organiser"))
    layout.add_item(ui.ActionRow(PersonMenu(ControlKind.ORGANISE, f"{NAME}:{number}", another)))
    elsewhere = translated(Text("Another channel"))
    menu = ServerMenu.of_channels(ControlKind.ORGANISE, f"{MOVE}:{number}", elsewhere, [], most=1)
    layout.add_item(ui.ActionRow(menu))
    prize, chosen = translated(Text("Role of the winner")), tournament.state.role
    roles = [] if chosen is None else [chosen]
    about = f"{ROLE}:{number}"
    layout.add_item(ui.ActionRow(ServerMenu.of_roles(ControlKind.ORGANISE, about, prize, roles)))
    return layout


def _by_hand(tournament: Tournament) -> Iterator[Text]:
    """Yield a line for each pair that the organiser has fixed for the next round."""
    number = len(tournament.state.rounds) + 1
    for one, other in tournament.state.fixed.get(number, ()):
        yield Text(
            "In round {number} by hand: {one} – {other}",
            number=number,
            one=person(one),
            other=person(other),
        )


def _possible(tournament: Tournament) -> list[str]:
    running = tournament.phase is Phase.RUNNING
    traits = tournament.terms.form.traits
    found = []
    if running and tournament.state.rounds:
        found.append(DECIDE)
        found += [SHIFT] if traits.in_rounds else []
        found += [UNPAIR] if traits.may_set_rounds else []
    if not running:
        found += [NOW, START]
    found.append(PLAYERS)
    if not tournament.terms.is_exhibition and (not running or tournament.may_enter_late):
        found.append(OPEN_ENTRIES if tournament.state.closed else CLOSE)
    if traits.may_set_rounds and tournament.terms.seats == 2:
        found.append(PAIR)
    found += [CHANGE, MESSAGE]
    found.append(RESUME if tournament.state.paused else PAUSE)
    if running:
        found.append(END)
    return [*found, CANCEL]


def _style(what: str) -> discord.ButtonStyle:
    dangerous = what in {END, CANCEL}
    return discord.ButtonStyle.danger if dangerous else discord.ButtonStyle.secondary


def results_of(
    tournament: Tournament, table: Table, names: Mapping[int, str]
) -> Iterator[tuple[tuple[int, int], Text]]:
    """Yield the possible results of a table of two: each player's half points, and a label.

    A knockout has no results without a winner.
    """
    one, other = (Words(names.get(player, "…")) for player in table.players)
    games = tournament.state.games_of(table)
    knockout = tournament.terms.form.traits.knocks_out
    for mine in range(WIN * games, -1, -1):
        points = mine, WIN * games - mine
        score = table_score_text(points)
        if mine * 2 == WIN * games:
            if not knockout:
                yield points, Text("Draw") if games == 1 else Text("Draw, {score}", score=score)
            continue
        winner = one if points[0] > points[1] else other
        if games == 1:
            yield points, Text("{name} won", name=winner)
        else:
            yield points, Text("{name} won, {score}", name=winner, score=score)
    if not knockout:
        yield (0, 0), NOBODY_CAME


def sides_of(tournament: Tournament, table: Table) -> list[tuple[int, ...]]:
    """Return the sides of a table that get a place each: the teams, or single players."""
    terms, sides = tournament.terms, dict[int, tuple[int, ...]]()
    seats = terms.game.start(terms.seats, **terms.options).seats
    for seat, player in zip(seats, table.players, strict=True):
        sides[seat.team] = (*sides.get(seat.team, ()), player)
    return list(sides.values())


def read_places(written: str) -> list[list[int]]:
    """Return the numbers of the sides that share each place, the first place first.

    ``written`` joins sides by ``+`` and places by ``-``, such as ``2-0+1``.
    """
    groups = [[int(n) for n in some.split("+") if n.isdecimal()] for some in written.split("-")]
    return [group for group in groups if group]


def points_of_places(
    table: Table, sides: Sequence[Sequence[int]], places: Sequence[Sequence[int]]
) -> list[int]:
    """Return the half points of a table's players, in their order, for the places of its sides."""
    rank = {
        player: place
        for place, some in enumerate(places)
        for side in some
        for player in sides[side]
    }
    return [*points_of_ranks([rank[player] for player in table.players])]


def tables_to_decide(tournament: Tournament) -> list[Table]:
    """Return the tables that an organiser can decide: those without a score, then the last round's.

    Tables of one player are left out.
    """
    state = tournament.state
    if tournament.phase is not Phase.RUNNING:
        return []
    waiting = [table for table in state.open_tables if len(table.players) > 1]
    last = state.round.tables if state.round else []
    return [*waiting, *(one for one in last if one not in waiting and len(one.players) > 1)]


def _table_named(tournament: Tournament, written: str) -> Table:
    """Return the table written as round and number, such as ``2.17``.

    Raises Refusal if there is none.
    """
    found = re.fullmatch(r"([0-9]{1,4})\.([0-9]{1,4})", written)
    table = tournament.state.table(int(found[1]), int(found[2])) if found else None
    if table is None:
        raise Refusal(Text("There is no such table."))
    return table


def _table_text(table: Table, names: Mapping[int, str]) -> Text:
    return Text(
        "Round {round}, table {table}: {players}",
        round=table.round,
        table=table.number,
        players=" – ".join(Words(names.get(one, "…")) for one in table.players),
    )
