"""The organiser's panel: decide a match, pair anew, move times, pause, end, hand over.

Who manages the server, and the organiser, may do it. Each is told in public, with the reason if one
is given. What is done with players, terms and pairs is in ``interventions``.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import discord
from discord import ui
from discord.ext import commands

from cogs.bot.client import Damier, Interaction, Origin, origin_of
from cogs.bot.replies import open_form, private
from cogs.challenges.admission import check_blocks
from cogs.events.card import card_lines
from cogs.events.conducting.champions import check_choice
from cogs.events.conducting.table_matches import is_ended_by
from cogs.events.entering import may_organise, number_in, tournament_for
from cogs.events.round_texts import score_text
from cogs.house.settings_panels import ServerMenu
from cogs.language.catalogues import plainly, translate_into
from cogs.language.moments import EXAMPLES, read_moment
from cogs.members.directory import member_of
from cogs.members.match_channels import GuildChannel, check_channel, check_permissions, check_writer
from cogs.members.mentions import person
from cogs.messages.buttons import Menu, PersonMenu, TextButton, Use
from cogs.messages.forms import InputForm, Typed, reading
from cogs.messages.layouts import add_button_rows, text_layout
from engine import Refusal, Text
from engine.reasons import LONGEST_REASON, optional_reason
from engine.table.record import OPEN
from engine.text import Words
from engine.tournaments.record import Kind
from engine.tournaments.scores import WIN
from engine.tournaments.state import Phase, Table
from engine.tournaments.terms import CALLED_BEFORE_LIVE, Form
from engine.tournaments.tournament import Tournament

NOT_YOURS: Final = Text("That is for the organiser, and for those who manage the server.")

OUT_OF_DATE: Final = Text("This panel is out of date; `/tournament show` opens another.")

MOST_TABLES: Final = 25
"""Tables that one menu holds; of more, one is typed."""

LONGEST_TITLE: Final = 45
LONGEST_OPTION: Final = 100
"""Characters of a form's title and labels, and of a menu's entry."""

PANEL, DECIDE, TABLE, UNPAIR, SHIFT, START = "panel", "decide", "table", "unpair", "shift", "start"
PAUSE, RESUME, END, CANCEL, NAME, MOVE = "pause", "resume", "end", "cancel", "name", "move"
NOW, RESULT = "now", "result"
PLAYERS, PAIR, CHANGE, MESSAGE = "players", "pair", "change", "message"
CLOSE, OPEN_ENTRIES = "close", "open"
ROLE: Final = "role"
AGREE: Final = "agree"
"""What is done."""

LABELS: Final = {
    DECIDE: Text("Decide a match"),
    UNPAIR: Text("Pair the round anew"),
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
"""The buttons."""

INTERVENTIONS: Final = frozenset({PLAYERS, PAIR, CLOSE, OPEN_ENTRIES, CHANGE, MESSAGE})
"""The buttons that lead to ``interventions``."""

_POINTS = re.compile(r"[0-9]{1,2}(?:[.,][05]|½)?|½")
_HALF = re.compile(r"([0-9]*) ?1/2")

Fill = Callable[[discord.Interaction[Any], dict[str, str]], Awaitable[None]]


class Field(NamedTuple):
    """A field of a form."""

    name: str
    label: Text
    example: str = ""
    longest: int = 60
    needed: bool = True
    value: str = ""
    many_lines: bool = False


REASON: Final = Field(
    "reason", Text("Reason, if you like; everybody sees it"), longest=LONGEST_REASON, needed=False
)


def organisers_form(
    use: Use, about: str, title: Text, fields: Sequence[Field], cause: discord.Interaction[Any]
) -> InputForm:
    """Return a form of the organiser, or of the players of a table."""
    form = InputForm(use, about, plainly(title, cause.locale), cause)
    for one in fields:
        line: ui.TextInput[Any] = ui.TextInput(
            placeholder=one.example,
            default=one.value or None,
            style=discord.TextStyle.paragraph if one.many_lines else discord.TextStyle.short,
            max_length=one.longest,
            required=one.needed,
        )
        form.add(one.name, plainly(one.label, cause.locale), line)
    return form


class Organising(commands.Cog):
    """The organiser's panel."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register its controls."""
        self.bot.text_buttons[Use.ORGANISE] = self.press
        self.bot.menus[Use.ORGANISE] = self.choose
        self.bot.forms[Use.ORGANISE] = self.take
        self.bot.form_builders[Use.ORGANISE] = self.form_about

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button. Raises Refusal."""
        what, _, written = about.partition(":")
        number = number_in(written)
        if what == AGREE:
            await self._agree(interaction, number)
            return
        tournament = await self.organised(interaction, number)
        if what == PANEL:
            await private(interaction, view=organisers_panel(tournament, interaction.locale))
        elif what == DECIDE:
            await self._ask_table(interaction, tournament)
        elif what == NOW:
            await self._start_now(interaction, tournament)
        elif what == RESUME:
            await self.change(
                interaction,
                number,
                lambda t: t.organising.resume(interaction.user.id, **origin_of(interaction)),
            )
        elif what in LABELS:
            about = f"{what}:{tournament.id}:{len(tournament.entries)}"
            await open_form(interaction, await self.form_about(interaction, about))
        else:
            raise Refusal(OUT_OF_DATE)

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle a menu: a table to decide, another organiser, another channel. Raises Refusal."""
        what, _, written = about.partition(":")
        number = number_in(written)
        tournament = await self.organised(interaction, number)
        if what == TABLE:
            await self._ask_result(interaction, tournament, _table_named(tournament, choice))
        elif what == RESULT:
            about = f"{DECIDE}:{number}:{choice.replace(' ', ':')}"
            await open_form(interaction, await self.form_about(interaction, about))
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
        """Return a tournament that a person may decide in. Raises Refusal."""
        tournament = await tournament_for(self.bot, interaction.user, interaction.guild_id, number)
        if not may_organise(self.bot, tournament, interaction.user):
            raise Refusal(NOT_YOURS)
        return tournament

    async def _start_now(self, interaction: Interaction, tournament: Tournament) -> None:
        """Start a tournament at once, with who is there. Raises Refusal."""
        who = interaction.user.id

        def begun(one: Tournament) -> Tournament:
            begin = one.begin if one.terms.is_exhibition else one.organising.start_now
            return begin(who, **origin_of(interaction))

        await self.change(interaction, tournament.id, begun, Text("It starts now."))

    async def change(
        self,
        interaction: discord.Interaction[Any],
        number: int,
        change: Callable[[Tournament], Tournament],
        done: Text | None = None,
    ) -> None:
        """Save what the organiser does, and show the panel as it is then. Raises Refusal."""
        await self.organised(interaction, number)
        async with self.bot.store.tournaments.open(number) as table:
            table.tournament = change(table.tournament)
        told = done or Text("Done; everybody is told in the channel.")
        panel = organisers_panel(table.tournament, interaction.locale, above=told)
        await private(interaction, view=panel)

    # Forms

    async def form_about(self, interaction: discord.Interaction[Any], about: str) -> InputForm:
        """Return the form of a button or a menu. Raises Refusal.

        It has the time if one is asked for, and the reason. It remembers how much had happened by
        then.
        """
        what, _, rest = about.partition(":")
        if what == DECIDE:
            tournament = await self.organised(interaction, number_in(rest.partition(":")[0]))
            return await self._score_form(interaction, about, tournament)
        if what not in LABELS:
            raise Refusal(OUT_OF_DATE)
        example = plainly(EXAMPLES[0], interaction.locale)
        fields = [REASON]
        if what == SHIFT:
            fields.insert(0, Field("time", Text("Until when"), example))
        elif what == START:
            fields.insert(0, Field("time", Text("When"), example))
        return organisers_form(Use.ORGANISE, about, LABELS[what], fields, interaction)

    async def take(self, interaction: Interaction, about: str, typed: Typed) -> None:
        """Do what a form is for. Raises Refusal."""
        what, _, written = about.partition(":")
        if what == DECIDE:
            await self._decide(interaction, written, typed)
        else:
            await self._fill_in(interaction, written, what, typed)

    async def _fill_in(
        self, interaction: discord.Interaction[Any], about: str, what: str, typed: Typed
    ) -> None:
        """Do what a form but that for a decision is for. Raises Refusal."""
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

    async def _ask_table(self, interaction: Interaction, tournament: Tournament) -> None:
        """Ask which table is decided, those without a result first; of many, it is typed."""
        every, who = tables_to_decide(tournament), interaction.user.id
        tables = [table for table in every if who not in table.players]
        if not tables:
            tournament.organising.check_impartial(who, every)
            raise Refusal(Text("There is no match to decide."))
        if len(tables) > MOST_TABLES:
            about = f"{DECIDE}:{tournament.id}::{len(tournament.entries)}"
            await open_form(interaction, await self.form_about(interaction, about))
            return
        guild = interaction.guild
        players = {player for table in tables for player in table.players if player > OPEN}
        names = await self.bot.directory.names_of(guild, players) if guild is not None else {}
        locale = interaction.locale
        options = [
            discord.SelectOption(
                label=plainly(_table_text(table, names), locale)[:LONGEST_OPTION],
                value=f"{table.round}.{table.number}",
            )
            for table in tables
        ]
        translated = translate_into(locale)
        ask = translated(Text("Which match do you decide?"))
        layout = text_layout(ask)
        layout.add_item(ui.ActionRow(Menu(Use.ORGANISE, f"{TABLE}:{tournament.id}", ask, options)))
        await private(interaction, view=layout)

    async def _ask_result(
        self, interaction: Interaction, tournament: Tournament, table: Table
    ) -> None:
        """Ask how a match of two has ended; at larger tables points are typed."""
        named, seen = f"{table.round}.{table.number}", len(tournament.entries)
        if len(table.players) > 2:
            about = f"{DECIDE}:{tournament.id}:{named}:{seen}"
            await open_form(interaction, await self.form_about(interaction, about))
            return
        guild = interaction.guild
        names = await self.bot.directory.names_of(guild, table.players) if guild else {}
        options = [
            discord.SelectOption(
                label=plainly(label, interaction.locale)[:LONGEST_OPTION],
                value=f"{named} {seen} {points[0]}-{points[1]}",
            )
            for points, label in results_of(tournament, table, names)
        ]
        ask = translate_into(interaction.locale)(Text("How has it ended?"))
        layout = text_layout(ask)
        menu = Menu(Use.ORGANISE, f"{RESULT}:{tournament.id}", ask, options)
        layout.add_item(ui.ActionRow(menu))
        await private(interaction, view=layout)

    async def _score_form(
        self, interaction: discord.Interaction[Any], about: str, tournament: Tournament
    ) -> InputForm:
        """Return the form for the reason of a result that is chosen, or for points to be typed."""
        _, _, named, _, *chosen = about.split(":")
        fields = [REASON]
        if not chosen:
            label = Text("Points of each, in their order")
            if named and interaction.guild is not None:
                table = _table_named(tournament, named)
                names = await self.bot.directory.names_of(interaction.guild, table.players)
                players = ", ".join(Words(names.get(one, "?")) for one in table.players)
                label = Text("Points, in order: {names}", names=players)
            example = "1 0" if tournament.terms.seats == 2 else "3 2 1 0"
            fields.insert(0, Field("points", label, example))
        if not named:
            fields.insert(0, Field("table", Text("Round and table"), "2.17"))
        return organisers_form(Use.ORGANISE, about, LABELS[DECIDE], fields, interaction)

    async def _decide(
        self, interaction: discord.Interaction[Any], about: str, typed: Typed
    ) -> None:
        written, _, rest = about.partition(":")
        named, _, rest = rest.partition(":")
        seen, _, chosen = rest.partition(":")
        number = number_in(written)
        tournament = await self.organised(interaction, number)
        with reading("table"):
            decided = _table_named(tournament, named or typed["table"])
        who = interaction.user.id
        if chosen:
            points = [int(one) for one in chosen.split("-") if one.isdecimal()]
        else:
            with reading("points"):
                points = read_points(typed["points"])
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
        """Return the answer to a decision if rated matches of its table keep their own results."""
        games = table.matches.items() if tournament.terms.rated else ()
        ended = await self.bot.store.some(
            sorted(match for game, match in games if game in table.results)
        )
        me = self.bot.user.id if self.bot.user is not None else OPEN
        played = [match for match in ended if match.rated and not is_ended_by(match, me)]
        if not played:
            return None
        return Text(
            "Done; everybody is told in the channel. That is for the points of the event: match "
            "{matches} keeps the result that it had, and so do the ratings by it.",
            matches=", ".join(f"#{match.id}" for match in played),
        )

    # Handing over, moving

    async def _hand_over(self, interaction: Interaction, number: int, other: int) -> None:
        """Ask another person to organise. Raises Refusal for bots, and who is not on the server."""
        guild = interaction.guild
        if guild is None:
            raise Refusal(OUT_OF_DATE)
        member = await member_of(guild, other)
        if member.bot:
            raise Refusal(Text("Bots organise nothing; choose a member."))
        who = interaction.user.id
        otherwise = Text("That member cannot be asked; choose another one.")
        await check_blocks(self.bot, who, {other} - {who}, otherwise)
        done = Text("{person} is asked in the channel; until then all stays.", person=person(other))
        if other == who:
            done = Text("You are the organiser now; the card says so.")
        await self.change(
            interaction,
            number,
            lambda t: t.organising.name(who, other, **origin_of(interaction)),
            done,
        )

    async def _agree(self, interaction: Interaction, number: int) -> None:
        """Make a person the organiser who was asked to be. Raises Refusal for others."""
        who = interaction.user.id
        await tournament_for(self.bot, interaction.user, interaction.guild_id, number)
        async with self.bot.store.tournaments.open(number) as table:
            table.tournament = table.tournament.organising.agree_to_organise(
                who, **origin_of(interaction)
            )
        done = Text("You are the organiser now; the card says so.")
        panel = organisers_panel(table.tournament, interaction.locale, above=done)
        await private(interaction, view=panel)

    async def _choose_role(self, interaction: Interaction, number: int, choice: str) -> None:
        """Choose the role of the winner; an empty choice is none. Raises Refusal."""
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
        """Have a tournament go on in another channel. Raises Refusal.

        One that was paused because its channel is gone goes on at once.
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
        await self.change(interaction, tournament.id, moved, done)

    def _is_lost(self, tournament: Tournament) -> bool:
        """Return whether the bot itself has paused a tournament: its channel was gone."""
        paused = [entry for entry in tournament.entries if entry.kind is Kind.PAUSE]
        me = self.bot.user.id if self.bot.user is not None else None
        return tournament.state.paused and paused[-1].person in {me, None}


def unless_done(
    tournament: Tournament, seen: str, kind: Kind, table: Table | None = None
) -> Tournament:
    """Return a tournament, unless somebody has done the same since a form was opened.

    By then there were as many entries as ``seen`` says. Raises Refusal, which tells who did what.
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
        score = score_text(entry.data["points"])
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


def _ended(tournament: Tournament, who: int, reason: str, origin: Origin) -> Tournament:
    """Return a tournament ended as it stands. Raises Refusal before it has begun, or when over."""
    if tournament.phase is not Phase.RUNNING:
        raise Refusal(Text("It is not being played: cancel it."))
    return tournament.end(who, optional_reason(reason), **origin)


def organisers_panel(
    tournament: Tournament, locale: discord.Locale, *, above: Text | None = None
) -> ui.LayoutView:
    """Return the panel of a tournament, with what can be done now."""
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
                Use.INTERVENE if what in INTERVENTIONS else Use.ORGANISE,
                f"{what}:{number}",
                translated(LABELS[what]),
                _style(what),
            )
            for what in _possible(tournament)
        ],
    )
    another = translated(Text("Another organiser"))
    layout.add_item(ui.ActionRow(PersonMenu(Use.ORGANISE, f"{NAME}:{number}", another)))
    elsewhere = translated(Text("Another channel"))
    menu = ServerMenu.of_channels(Use.ORGANISE, f"{MOVE}:{number}", elsewhere, [], most=1)
    layout.add_item(ui.ActionRow(menu))
    prize, chosen = translated(Text("Role of the winner")), tournament.state.role
    roles = [] if chosen is None else [chosen]
    about = f"{ROLE}:{number}"
    layout.add_item(ui.ActionRow(ServerMenu.of_roles(Use.ORGANISE, about, prize, roles)))
    return layout


def _by_hand(tournament: Tournament) -> Iterator[Text]:
    """Yield a line for each pair of the next round that the organiser has chosen."""
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
    rounds = tournament.terms.form in {Form.LEAGUE, Form.SWISS, Form.KNOCKOUT}
    found = []
    if running and tournament.state.rounds:
        found.append(DECIDE)
        found += [SHIFT] if rounds else []
        found += [UNPAIR] if tournament.terms.form is Form.SWISS else []
    if not running:
        found += [NOW, START]
    found.append(PLAYERS)
    if not tournament.terms.is_exhibition:
        found.append(OPEN_ENTRIES if tournament.state.closed else CLOSE)
    if tournament.terms.form is Form.SWISS and tournament.terms.seats == 2:
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
    """Yield the results that a table of two can have, in half points, and how they are named."""
    one, other = (Words(names.get(player, "…")) for player in table.players)
    games = tournament.state.games_of(table)
    knockout = tournament.terms.form is Form.KNOCKOUT
    for mine in range(WIN * games, -1, -1):
        points = mine, WIN * games - mine
        score = score_text(points)
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
        yield (0, 0), Text("Nobody came")


def tables_to_decide(tournament: Tournament) -> list[Table]:
    """Return the tables that the organiser can decide: those without a result first."""
    state = tournament.state
    if tournament.phase is not Phase.RUNNING:
        return []
    waiting = [table for table in state.open_tables if len(table.players) > 1]
    last = state.round.tables if state.round else []
    return [*waiting, *(one for one in last if one not in waiting and len(one.players) > 1)]


def _table_named(tournament: Tournament, written: str) -> Table:
    """Return the table of a round that is named as ``2.17``. Raises Refusal."""
    found = re.fullmatch(r"\s*([0-9]{1,4})[.,: /-]+([0-9]{1,4})\s*", written)
    table = tournament.state.table(int(found[1]), int(found[2])) if found else None
    if table is None:
        raise Refusal(Text("There is no such table."))
    return table


def _table_text(table: Table, names: dict[int, str]) -> Text:
    return Text(
        "Round {round}, table {table}: {players}",
        round=table.round,
        table=table.number,
        players=" – ".join(Words(names.get(one, "…")) for one in table.players),
    )


def read_points(typed: str) -> list[int]:
    """Return the half points of typed points: ``1 0``, ``½ ½``, ``1.5 0,5``. Raises Refusal."""
    said = _HALF.sub(r"\1½", typed)
    rest = _POINTS.sub("", said)
    found = _POINTS.findall(said)
    if not found or rest.strip(" –-:;/|\t"):
        raise Refusal(
            Text("Type the points of each player in their order, such as `1 0` or `½ ½`.")
        )
    return [_halves(one) for one in found]


def _halves(written: str) -> int:
    half = written.endswith(("½", ".5", ",5"))
    whole = re.match(r"[0-9]*", written)
    return 2 * int(whole[0] or 0) + half if whole else int(half)
