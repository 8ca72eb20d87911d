"""The standings of a tournament: as pictures, and as files for other programs."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import discord
from discord import ui

import render
from cogs.client.client import Damier
from cogs.events.card import EventAction, event_button, players_line, standing_now
from cogs.events.event_rules import FORMS, name_of
from cogs.language.catalogues import plainly, translate_into, translator
from cogs.language.computer_names import computer_name
from cogs.messages.buttons import ControlKind, Menu
from cogs.messages.layouts import LONGEST_ALT, text_layout
from engine import Refusal, Text
from engine.table.record import is_computer
from engine.text import in_context
from engine.tournaments.forms import CONDUCTS
from engine.tournaments.forms.knockout import winner_of
from engine.tournaments.forms.league import League
from engine.tournaments.forms.swiss import next_to_pair
from engine.tournaments.record import Kind
from engine.tournaments.scores import How
from engine.tournaments.stages import round_told
from engine.tournaments.standings import report
from engine.tournaments.standings.table import Line, standings
from engine.tournaments.state import State, Table
from engine.tournaments.terms import Form
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

STANDINGS_FILE: Final = "standings.png"

SHOWN: Final = 15
"""The most players shown at once: a larger picture cannot be read on a phone."""

MOST_IN_A_CROSS_TABLE: Final = 10

MOST_OF_A_BRACKET: Final = 4
"""The most pictures of a large bracket, from its top."""

MOST_GROUPS: Final = 25
"""The most groups that a menu offers."""

MOVED: Final = 2
"""The most players who move up, and down, between two groups of a league."""

NOT_BEGUN: Final = Text("It has not begun: there are no standings yet.")


class Shown(NamedTuple):
    """The part of the standings to show: lines of a group, which is counted from 0.

    ``first`` is the number of the first line, from 1, and ``total`` the number of the group's
    lines.
    """

    group: int
    lines: Sequence[Line]
    first: int
    total: int


class StandingsLook(NamedTuple):
    """The look of standings: the names of players, the theme and the language."""

    names: Mapping[int, str]
    theme: str
    locale: discord.Locale


async def standings_contents(
    bot: Damier,
    tournament: Tournament,
    locale: discord.Locale,
    *,
    who: int,
    group: int | None = None,
) -> tuple[ui.LayoutView, list[discord.File]]:
    """Return the layout and the files of the standings for the person ``who``.

    They show the given group, by default the person's, and the places around the person. The
    players are listed as long as no standings name them.
    """
    translated = translate_into(locale)
    heading = translated(Text("### Standings of {name}", name=name_of(tournament.terms)))
    if tournament.state.begun is None:
        told = [] if tournament.is_over else [translated(NOT_BEGUN)]
        told += [*map(translated, standing_now(tournament)), *players_line(tournament, translated)]
        return text_layout("\n".join([heading, *told])), []
    part = part_for(tournament, who, group)
    look = await bot.preferences.look_for(who, tournament.guild)
    pictures = await _drawn(bot, tournament, part, look.theme, locale)
    lines = [heading]
    if not tournament.is_over:
        lines += map(translated, standing_now(tournament))
    if tournament.terms.form.traits.knocks_out and not tournament.state.scores:
        lines += players_line(tournament, translated)
    layout = text_layout("\n".join(lines))
    files = add_pictures(layout, pictures, locale)
    groups = len(tournament.state.groups)
    if groups > 1:
        options = [
            discord.SelectOption(
                label=plainly(_group_name(number), locale),
                value=str(number),
                default=number == part.group,
            )
            for number in range(min(groups, MOST_GROUPS))
        ]
        label = translated(Text("Another group"))
        menu = Menu(ControlKind.EVENT, f"{EventAction.STANDINGS}:{tournament.id}", label, options)
        layout.add_item(ui.ActionRow(menu))
    layout.add_item(ui.ActionRow(event_button(EventAction.FILES, tournament.id, translated)))
    return layout, files


async def standings_pictures(
    bot: Damier, tournament: Tournament, locale: discord.Locale, *, whole: bool = True
) -> list[render.Picture]:
    """Return the pictures of the standings, or of those of the highest group, for everybody.

    Unless ``whole``, a Swiss tournament has its cross table alone.
    """
    theme = bot.preferences.look_of(tournament.guild).theme
    part = part_for(tournament, 0)
    return await _drawn(bot, tournament, part, theme, locale, whole=whole)


def add_pictures(
    layout: ui.LayoutView, pictures: Sequence[render.Picture], locale: discord.Locale
) -> list[discord.File]:
    """Add pictures to a layout, each at full width. Return their files."""
    files = list[discord.File]()
    for number, picture in enumerate(pictures, 1):
        name = f"standings-{number}.png" if number > 1 else STANDINGS_FILE
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        alt = plainly(picture.alt, locale)
        gallery.add_item(media=f"attachment://{name}", description=alt[:LONGEST_ALT])
        layout.add_item(gallery)
        files.append(discord.File(io.BytesIO(picture.png), name))
    return files


async def _drawn(
    bot: Damier,
    tournament: Tournament,
    part: Shown,
    theme: str,
    locale: discord.Locale,
    *,
    whole: bool = True,
) -> list[render.Picture]:
    """Return the pictures of a part of the standings, none if drawing them fails."""
    people = [*tournament.state.order, *(line.player for line in part.lines)]
    names = await names_of(bot, tournament, list(dict.fromkeys(people)), locale)
    look = StandingsLook(names, theme, locale)
    try:
        return await asyncio.to_thread(_pictures, tournament, part, look, whole=whole)
    except Exception:
        log.exception("The standings of tournament %s", tournament.id)
        return []


async def names_of(
    bot: Damier, tournament: Tournament, players: Sequence[int], locale: discord.Locale
) -> dict[int, str]:
    """Return the names of players, by player and without markup.

    People have their names on the server, computers those in the language of ``locale``.
    """
    guild = bot.get_guild(tournament.guild)
    people = [one for one in players if not is_computer(one)]
    known = await bot.directory.names_of(guild, people) if guild is not None else {}
    gone = plainly(Text("a former player"), locale)
    return {
        one: plainly(computer_name(one), locale) if is_computer(one) else known.get(one, gone)
        for one in players
    }


def part_for(tournament: Tournament, who: int, group: int | None = None) -> Shown:
    """Return the part of the standings for the person ``who``: the places around them in a group.

    Without a valid ``group``, it is the person's own; a person without a place gets the top.
    """
    groups = tournament.standings
    if group is None or not 0 <= group < len(groups):
        held = (n for n, lines in enumerate(groups) if any(one.player == who for one in lines))
        group = next(held, 0)
    lines = groups[group] if groups else ()
    place = next((n for n, line in enumerate(lines) if line.player == who), 0)
    start = max(0, min(place - SHOWN // 2, len(lines) - SHOWN))
    return Shown(group, lines[start : start + SHOWN], start + 1, len(lines))


# Pictures: CPU work, done in a thread


def _pictures(
    tournament: Tournament, part: Shown, look: StandingsLook, *, whole: bool
) -> list[render.Picture]:
    terms, traits = tournament.terms, tournament.terms.form.traits
    if traits.by_challenge:
        return [_ladder(tournament, part, look)]
    if traits.knocks_out and _is_tree(tournament.state):
        return _bracket(tournament, part, look)
    if traits.in_groups and terms.seats == 2 and part.total <= MOST_IN_A_CROSS_TABLE:
        return [_cross_table(tournament, part, look)]
    if traits.may_set_rounds and tournament.state.rounds:
        found = _round_table(tournament, part, look)
        return [found, _rank_table(tournament, part, look)] if whole else [found]
    return [_rank_table(tournament, part, look)]


def _title(tournament: Tournament, part: Shown, locale: discord.Locale) -> str:
    name = tournament.terms.name
    if len(tournament.state.groups) > 1:
        return plainly(Text("{name}, group {number}", name=name, number=part.group + 1), locale)
    return name


def _note(tournament: Tournament, locale: discord.Locale) -> str:
    """Return the line below the title: the last round paired, or the form of the tournament."""
    state = tournament.state
    if not tournament.terms.form.traits.in_rounds or not state.rounds:
        return plainly(FORMS[tournament.terms.form], locale)
    return plainly(round_told(state, len(state.rounds)), locale)


def _group_name(number: int) -> Text:
    return Text("Group {number}", number=number + 1)


def _mark(tournament: Tournament, part: Shown, number: int, player: int) -> render.Mark | None:
    """Return the mark of a player on line ``number`` of a group, counted from 0; None for none."""
    state = tournament.state
    if not state.is_in(player):
        return render.Mark.OUT
    groups, group = state.groups, part.group
    first = {line.player for line in part.lines if line.place == 1}
    if player in first and group == 0 and tournament.is_over:
        return render.Mark.CHAMPION
    if len(groups) < 2:
        return None
    if group > 0 and number < min(MOVED, len(groups[group - 1]) // 2, len(groups[group]) // 2):
        return render.Mark.UP
    if group + 1 < len(groups):
        falling = min(MOVED, len(groups[group]) // 2, len(groups[group + 1]) // 2)
        if number >= part.total - falling:
            return render.Mark.DOWN
    return None


def _cross_table(tournament: Tournament, part: Shown, look: StandingsLook) -> render.Picture:
    players = [line.player for line in part.lines]
    cells = report.cross_table(players, tournament.state.scores)
    tie_break = League.tie_breaks[0]
    rows = [
        render.CrossRow(
            line.place,
            look.names[line.player],
            cells[number],
            report.points_text(line.points),
            number_text(line.values[0]),
            mark=_mark(tournament, part, number, line.player),
            computer=is_computer(line.player),
        )
        for number, line in enumerate(part.lines)
    ]
    table = render.CrossTable(
        _title(tournament, part, look.locale),
        tuple(rows),
        _note(tournament, look.locale),
        tie_break.label,
    )
    return render.cross_table(table, theme=look.theme, translator=translator(look.locale))


def _round_table(tournament: Tournament, part: Shown, look: StandingsLook) -> render.Picture:
    """Return the picture of a Swiss tournament's cross table."""
    state = tournament.state
    number = {player: place for place, player in enumerate(state.order, 1)}
    scored = {(score.round, player): score for score in state.scores for player in score.players}
    seats = {(table.round, player): table for table in state.tables for player in table.players}

    def played(round_number: int, player: int) -> render.Played:
        score, table = scored.get((round_number, player)), seats.get((round_number, player))
        others = [one for one in table.players if one != player] if table else []
        opponent = number.get(others[0]) if len(others) == 1 else None
        if score is None:
            return render.Played(opponent=opponent)
        if score.how is How.ABSENT:
            return render.Played()
        return render.Played(report.result_text(score, player), opponent)

    rows = [
        render.RoundRow(
            line.place,
            number[line.player],
            look.names[line.player],
            tuple(played(one.number, line.player) for one in state.rounds),
            report.points_text(line.points),
            mark=_mark(tournament, part, part.first - 1 + at, line.player),
            computer=is_computer(line.player),
        )
        for at, line in enumerate(part.lines)
    ]
    table = render.RoundTable(
        _title(tournament, part, look.locale),
        tuple(rows),
        _note(tournament, look.locale),
        first=part.first,
        total=part.total,
    )
    return render.round_table(table, theme=look.theme, translator=translator(look.locale))


def _rank_table(tournament: Tournament, part: Shown, look: StandingsLook) -> render.Picture:
    tie_breaks = tournament.conduct.tie_breaks
    scored = tournament.terms.form.traits.has_points
    rows = [
        render.RankRow(
            line.place,
            look.names[line.player],
            (report.points_text(line.points), *map(_value_text, line.values)) if scored else (),
            mark=_mark(tournament, part, part.first - 1 + number, line.player),
            computer=is_computer(line.player),
        )
        for number, line in enumerate(part.lines)
    ]
    heads = (Text("Points"), *(one.label for one in tie_breaks)) if scored else ()
    table = render.RankTable(
        _title(tournament, part, look.locale),
        heads,
        tuple(rows),
        _note(tournament, look.locale),
        first=part.first,
        total=part.total,
    )
    return render.rank_table(table, theme=look.theme, translator=translator(look.locale))


def _ladder(tournament: Tournament, part: Shown, look: StandingsLook) -> render.Picture:
    state = tournament.state
    place = {player: number for number, player in enumerate(state.order, 1)}
    rows = [
        render.LadderRow(
            line.place,
            look.names[line.player],
            (str(line.wins), str(line.draws), str(line.losses)),
            computer=is_computer(line.player),
        )
        for line in part.lines
    ]
    challenges = [
        (max(places), min(places))
        for table in state.open_tables
        if len(places := [place[one] for one in table.players if one in place]) > 1
    ]
    table = render.Ladder(
        _title(tournament, part, look.locale),
        tuple(rows),
        tuple(challenges),
        heads=(Text("Won"), Text("Drawn"), Text("Lost")),
        first=part.first,
        total=part.total,
    )
    return render.ladder(table, theme=look.theme, translator=translator(look.locale))


def _is_tree(state: State) -> bool:
    """Return whether each round of a knockout has half the tables of the round before."""
    counts = [len(_tables_of(state, number)) for number in range(len(state.rounds))]
    first = counts[0] if counts else 0
    return first > 0 and counts == [first >> number for number in range(len(counts))]


def _tables_of(state: State, number: int) -> list[Table]:
    """Return the tables of the round at index ``number``, without the match for third place."""
    tables = state.rounds[number].tables
    return tables[:1] if number + 1 == state.planned else tables


def _bracket(tournament: Tournament, part: Shown, look: StandingsLook) -> list[render.Picture]:
    state = tournament.state
    rounds = tuple(
        tuple(_pair(state, table, look) for table in _tables_of(state, number))
        for number in range(len(state.rounds))
    )
    third = None
    if len(state.rounds) == state.planned and len(state.rounds[-1].tables) > 1:
        third = _pair(state, state.rounds[-1].tables[1], look)
    tree = render.Bracket(
        _title(tournament, part, look.locale), rounds, third, _note(tournament, look.locale)
    )
    return [
        render.bracket(tree, window=one, theme=look.theme, translator=translator(look.locale))
        for one in render.windows(tree)[:MOST_OF_A_BRACKET]
    ]


def _pair(state: State, table: Table, look: StandingsLook) -> render.Pair:
    sides = [
        render.Entrant(look.names[one], state.order.index(one) + 1, is_computer(one))
        for one in table.players
    ]
    if len(sides) == 1:
        return render.Pair((sides[0], None), bye=True)
    score, winner = state.score_of(table), winner_of(state, table)
    if score is None or winner is None:
        return render.Pair((sides[0], sides[1]))
    written = [report.points_text(points) for points in score.points]
    if score.how is How.WALKOVER:
        written = ["+" if one == winner else "-" for one in table.players]
    return render.Pair((sides[0], sides[1]), (written[0], written[1]), table.players.index(winner))


def number_text(value: float | None) -> str:
    """Return a tie-break value for a table: ``4½``, ``4¼``, ``4.33``; empty for None."""
    if value is None:
        return ""
    whole, part = divmod(value, 1)
    if part not in QUARTERS:
        return f"{round(value, 2):g}"
    return f"{whole:g}{QUARTERS[part]}" if whole or not part else QUARTERS[part]


def _value_text(value: float | None) -> str:
    """Return a tie-break value for a table, or a dash if it does not apply."""
    return number_text(value) or NOT_APPLIED


NOT_APPLIED: Final = "–"

QUARTERS: Final = {0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}
"""The signs for the fractions of a number."""


# Files for other programs


async def table_files(
    bot: Damier, tournament: Tournament, locale: discord.Locale
) -> list[discord.File]:
    """Return the standings as a CSV file for each group, and a FIDE report if possible.

    The report needs tables of two, a single group and results. Raises Refusal before the start.
    """
    state, terms = tournament.state, tournament.terms
    if state.begun is None:
        raise Refusal(NOT_BEGUN)
    groups = tournament.standings
    players = [line.player for lines in groups for line in lines]
    seated = [one for table in state.tables for one in table.players]
    everybody = list(dict.fromkeys([*state.order, *players, *seated]))
    names = await names_of(bot, tournament, everybody, locale)
    headings = [plainly(one, locale) for one in _headings(terms.form)]
    found = []
    for number, lines in enumerate(groups, 1):
        name = f"standings-{number}.csv" if len(groups) > 1 else "standings.csv"
        found.append(_file(name, report.standings_csv(lines, names, headings)))
    if terms.seats == 2 and report.has_report(state.scores) and len(groups) == 1:
        ended = (
            state.ended.at
            if state.ended
            else state.rounds[-1].paired
            if state.rounds
            else state.begun
        )
        heading = report.Heading(
            terms.name,
            state.begun.date(),
            ended.date(),
            state.planned or len(state.rounds),
            str(FORMS[terms.form]),
            first_begins=terms.form.traits.may_set_rounds,
        )
        scores, known = state.scores, await _ratings(bot, tournament, everybody)
        reported, following, away = groups[0], 0, dict[int, How]()
        if terms.form.traits.may_set_rounds and not tournament.is_over:
            # Other programs continue after a finished round, and know no game without a result.
            following, away = next_to_pair(state)
            scores = [score for score in scores if score.round < following]
            reported = standings(state.order, scores, tournament.conduct.tie_breaks)
        text = report.fide_report(
            heading,
            everybody,
            scores,
            _all_lines(reported, everybody),
            names=names,
            ratings=known,
            following=following,
            away=away,
        )
        found.append(_file("report.trf", text))
    return found[:MOST_FILES]


MOST_FILES: Final = 10
"""The most files that Discord accepts in one message."""


def _headings(form: Form) -> Iterator[Text]:
    yield from (in_context("standings", "Place"), Text("Name"), Text("Points"))
    yield from (one.label for one in CONDUCTS[form].tie_breaks)
    yield from (Text("Played"), Text("Won"), Text("Drawn"), Text("Lost"))


def _all_lines(lines: Sequence[Line], everybody: Sequence[int]) -> list[Line]:
    """Return the lines of everybody; people who are not in the standings come last."""
    known = {line.player for line in lines}
    last = len(lines) + 1
    rest = [one for one in everybody if one not in known]
    return [*lines, *(Line(one, last, 0, (), 0, 0, 0, 0) for one in rest)]


async def _ratings(bot: Damier, tournament: Tournament, players: Sequence[int]) -> dict[int, int]:
    """Return people's ratings at the start, or when they came if that was later; by person.

    People without a rating are left out.
    """
    begun = tournament.state.begun
    if begun is None:
        return {}
    came: dict[int, datetime] = {}
    for entry in tournament.entries:
        if entry.kind in {Kind.JOIN, Kind.REPLACE} and entry.person is not None:
            came.setdefault(entry.person, max(entry.at, begun))
    together: dict[datetime, list[int]] = {}
    for one in players:
        if not is_computer(one):
            together.setdefault(came.get(one, begun), []).append(one)
    found: dict[int, int] = {}
    game = tournament.terms.game.name
    for when, people in together.items():
        known = await bot.store.ratings.before(tournament.guild, game, people, when)
        found |= {one: rating.shown for one, rating in known.items()}
    return found


def _file(name: str, text: str) -> discord.File:
    return discord.File(
        io.BytesIO(text.encode("utf-8-sig" if name.endswith("csv") else "utf-8")), name
    )
