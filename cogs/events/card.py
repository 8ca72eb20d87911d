"""The card of a tournament: its pinned post, with the buttons that people need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Final

import discord
from discord import ui

from cogs.client.paged_lists import fitting, more_text
from cogs.events.event_rules import (
    headline,
    name_of,
    option_lines,
    who_does_not_come,
    who_never_moves,
)
from cogs.events.sides.side_buttons import side_buttons
from cogs.events.sides.side_lines import board_lines, fitting_boards, side_lines, sides_now
from cogs.language.catalogues import Translate, translate_into
from cogs.members.mentions import person, person_text
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.layouts import add_button_rows, text_layout
from engine import Text
from engine.table.record import is_computer
from engine.text import NOTHING, Words, counted, joined, listed
from engine.tournaments.forms.exhibition import HOST
from engine.tournaments.stages import round_told
from engine.tournaments.standings import report
from engine.tournaments.state import Phase, Round
from engine.tournaments.terms import AN_EVENING, Recurs
from engine.tournaments.tournament import GONE, Tournament

LONGEST_LIST: Final = 1200
"""The most characters of the list of players: cards are read on phones."""

NAMED: Final = 24
"""The most players named on the card; *Standings* has all."""


LOWEST_STEP: Final = 3
NAMED_ON_A_STEP: Final = 6
"""The last place on a podium, and the most players named in a place."""


class EventAction(StrEnum):
    """Actions of a tournament's buttons."""

    JOIN = "join"
    EVERY = "every"
    LEAVE = "leave"
    LEAVE_NOW = "leavenow"
    BACK = "back"
    CHECK_IN = "in"
    STANDINGS = "table"
    NEXT = "next"
    RULES = "rules"
    CHALLENGE = "dare"
    PASS = "pass"  # noqa: S105 - no password
    SHOW = "show"
    FILES = "files"


LABELS: Final = {
    EventAction.JOIN: Text("Join"),
    EventAction.EVERY: Text("Join every time"),
    EventAction.LEAVE: Text("Leave"),
    EventAction.LEAVE_NOW: Text("Yes, I leave"),
    EventAction.BACK: Text("Come back"),
    EventAction.CHECK_IN: Text("Check in"),
    EventAction.STANDINGS: Text("Standings"),
    EventAction.NEXT: Text("My next match"),
    EventAction.RULES: Text("Rules of this event"),
    EventAction.CHALLENGE: Text("Challenge"),
    EventAction.PASS: Text("Leave out a round"),
    EventAction.SHOW: Text("Show it"),
    EventAction.FILES: Text("As files"),
}

PAUSED: Final = Text("**Paused** until the organiser lets it go on.")

JOIN_ONCE: Final = Text("Join once")

STYLES: Final = {
    EventAction.JOIN: discord.ButtonStyle.success,
    EventAction.EVERY: discord.ButtonStyle.success,
    EventAction.CHECK_IN: discord.ButtonStyle.primary,
    EventAction.NEXT: discord.ButtonStyle.primary,
    EventAction.CHALLENGE: discord.ButtonStyle.primary,
    EventAction.BACK: discord.ButtonStyle.success,
    EventAction.LEAVE_NOW: discord.ButtonStyle.danger,
}
"""The styles of the buttons that are not grey."""


def event_button(
    press: EventAction, number: int, translated: Translate, *, label: Text | None = None
) -> TextButton:
    """Return a button of tournament ``number``, with its usual label unless one is given."""
    style = STYLES.get(press, discord.ButtonStyle.secondary)
    return TextButton(
        ControlKind.EVENT, f"{press}:{number}", translated(label or LABELS[press]), style
    )


def can_do_something(press: EventAction, tournament: Tournament) -> bool:
    """Return whether a button below a post about a tournament has a use, now or later."""
    running = tournament.phase is Phase.RUNNING
    match press:
        case EventAction.CHECK_IN:
            return not running and not tournament.is_over
        case EventAction.JOIN | EventAction.EVERY:
            return not tournament.is_over and (not running or tournament.may_enter_late)
        case EventAction.STANDINGS | EventAction.RULES | EventAction.SHOW | EventAction.FILES:
            return True
    return not tournament.is_over


ORGANISE: Final = Text("Organise")


def organise_button(tournament: Tournament, translated: Translate) -> TextButton:
    """Return the button that opens the organiser's panel."""
    return TextButton(ControlKind.ORGANISE, f"panel:{tournament.id}", translated(ORGANISE))


def card_of(tournament: Tournament, locale: discord.Locale) -> ui.LayoutView:
    """Return the card of a tournament's present state, without pictures."""
    translated = translate_into(locale)
    layout = text_layout("\n".join(card_lines(tournament, translated)))
    add_button_rows(layout, card_buttons(tournament, translated))
    return layout


def card_lines(
    tournament: Tournament, translated: Translate, boards: Sequence[str] | None = None
) -> Iterator[str]:
    """Yield the lines of the card.

    ``boards`` are the lines about the boards of an exhibition, by default without links and turns.
    """
    terms = tournament.terms
    yield translated(Text("### “{name}”", name=name_of(terms)))
    yield f"{translated(headline(terms))}"
    yield from (f"• {line}" for line in option_lines(terms, translated))
    yield from map(translated, standing_now(tournament))
    if terms.is_exhibition:
        boards = [*board_lines(tournament, translated)] if boards is None else boards
        yield from fitting_boards(boards, translated)
        yield from side_lines(tournament, translated)
    else:
        yield from players_line(tournament, translated)
    if tournament.state.role is not None:
        prize = Text("The winner has the role {role}.", role=f"<@&{tournament.state.role}>")
        yield translated(prize)
    if not tournament.is_over:
        yield f"-# {translated(_warning(tournament))}"
    yield f"-# {translated(_number(tournament))}"


def _warning(tournament: Tournament) -> Text:
    """Return the rule about no-shows; after the start, without the part about check-in."""
    terms = tournament.terms
    if tournament.phase is Phase.RUNNING and terms.check_in:
        return who_never_moves(terms)
    return who_does_not_come(terms)


def _number(tournament: Tournament) -> Text:
    """Return the last line: the tournament's number and, until its end, its organiser."""
    organiser = tournament.state.organiser
    number = Text("Tournament {number}", number=f"#{tournament.id}")
    if organiser is None or tournament.is_over:
        return number
    return joined([number, Text("Organiser: {person}", person=person(organiser))], " · ")


def when(moment: datetime) -> str:
    """Return a moment and its distance, in each reader's own time zone."""
    return f"{discord.utils.format_dt(moment, 'f')} ({discord.utils.format_dt(moment, 'R')})"


def standing_now(tournament: Tournament) -> Iterator[Text]:
    """Yield sentences about the present state of a tournament: its start, its round, its podium."""
    state, terms = tournament.state, tournament.terms
    if state.paused and not tournament.is_over:
        yield PAUSED
    if state.closed and not tournament.is_over:
        yield Text("Entries are closed.")
    if terms.is_exhibition and state.phase is not Phase.CANCELLED:
        yield from sides_now(tournament)
        return
    match state.phase:
        case Phase.SIGN_UP:
            yield from _before_start(tournament)
        case Phase.CHECK_IN:
            there = sum(one.checked_in for one in state.entrants.values())
            yield (
                Text("It begins now.")
                if begins_now(tournament) or state.starts is None
                else Text("**Check in now:** the start is {when}.", when=when(state.starts))
            )
            if state.entrants:
                yield counted(
                    "{there} of {count} player has checked in.",
                    "{there} of {count} players have checked in.",
                    len(state.entrants),
                    there=there,
                )
        case Phase.RUNNING:
            yield from _round_paused(tournament) if state.paused else [_running(tournament)]
        case Phase.OVER:
            yield from podium(tournament)
        case Phase.CANCELLED:
            yield cancelled(tournament)


def begins_now(tournament: Tournament) -> bool:
    """Return whether the start of a tournament was due when its last entry was made."""
    starts = tournament.state.starts
    return starts is not None and starts <= tournament.entries[-1].at


def _before_start(tournament: Tournament) -> Iterator[Text]:
    state, terms = tournament.state, tournament.terms
    missing = terms.wanted - len(state.entrants)
    if begins_now(tournament):
        yield Text("It begins now.")
    elif state.starts is not None:
        yield Text("It starts {when}.", when=when(state.starts))
        opens = state.starts - terms.check_in
        if terms.form.traits.checks_in and opens > tournament.entries[-1].at:
            yield Text("Check-in opens {when}.", when=discord.utils.format_dt(opens, "R"))
    elif terms.form.traits.by_challenge:
        yield counted(
            "It starts as soon as {count} more has joined.",
            "It starts as soon as {count} more have joined.",
            missing,
        )
    else:
        yield counted(
            "It starts a day after {count} more has joined.",
            "It starts a day after {count} more have joined.",
            missing,
        )


def _round_paused(tournament: Tournament) -> Iterator[Text]:
    """Yield the name of a paused round, whose end is unknown."""
    state = tournament.state
    if state.round is not None and state.planned and not tournament.terms.together:
        yield Text("**{round}**.", round=round_told(state, state.round.number))


def _running(tournament: Tournament) -> Text:
    state, last = tournament.state, tournament.state.round
    if tournament.terms.form.traits.by_challenge:
        if not state.open_tables:
            return Text("No match is being played now: challenge somebody above you.")
        return counted(
            "{count} match is being played.", "{count} matches are being played.",
            len(state.open_tables),
        )  # fmt: skip
    if tournament.arena_ends is not None:
        style: discord.utils.TimestampStyle = (
            "t" if tournament.terms.round_time <= AN_EVENING else "f"
        )
        until = tournament.arena_pairs_until or tournament.arena_ends
        return Text(
            "New matches begin until {until}; the event ends {when}.",
            until=discord.utils.format_dt(until, style),
            when=when(tournament.arena_ends),
        )
    if last is None:
        return Text("It has begun; the first round is being paired.")
    if tournament.terms.together:
        over = len(state.tables) - len(state.open_tables)
        if not state.open_tables:
            return Text("All matches are over.")
        return Text(
            "**{number} of {all} matches are over**; the others have to end by {when}.",
            number=over,
            all=len(state.tables),
            when=when(last.deadline),
        )
    if state.planned:
        return joined(
            [
                Text("**{round}**.", round=round_told(state, last.number)),
                round_until(tournament, last),
            ]
        )
    return Text(
        "**Round {number}**, at the latest until {when}.",
        number=last.number,
        when=when(last.deadline),
    )


def round_until(tournament: Tournament, one: Round) -> Text:
    """Return the sentence about the end of a round.

    In a league whose rounds follow one another, matches may be played until the end of the season.
    A round without a fixed date ends as soon as all its matches are over.
    """
    state, terms = tournament.state, tournament.terms
    if not terms.form.traits.in_groups or terms.together:
        return Text("At the latest until {when}.", when=when(one.deadline))
    end = tournament.season_ends or one.deadline
    if one.number >= state.planned:
        return Text("All matches have to be over by {end}.", end=when(end))
    if not terms.has_dates:
        return Text(
            "The next one is paired {when} at the latest; all matches have to be over by {end}.",
            when=when(one.deadline),
            end=discord.utils.format_dt(end, "f"),
        )
    return Text(
        "The next one is paired {when}; all matches have to be over by {end}.",
        when=when(one.deadline),
        end=discord.utils.format_dt(end, "f"),
    )


def podium(tournament: Tournament) -> Iterator[Text]:
    """Yield a line for each of a finished tournament's first three places.

    If there are several groups, yield a line for each group's winner instead.
    """
    ended = tournament.state.ended
    lines = list(ended.data.get("standings", ())) if ended else []
    groups = max((group for *_, group in lines), default=0) + 1
    if groups > 1:
        for place, player, points, group in lines:
            if place == 1:
                yield Text(
                    "**Group {number}:** {person}, {points}",
                    number=group + 1,
                    person=person(player),
                    points=points_text(points),
                )
        return
    places: dict[int, list[int]] = {}
    scores = {player: points for _, player, points, _ in lines}
    for place, player, _, _ in lines:
        places.setdefault(place, []).append(player)
    for place in sorted(place for place in places if place <= LOWEST_STEP):
        named = [person(one) for one in places[place]]
        people = listed([*named[:NAMED_ON_A_STEP], *[NOTHING] * (len(named) > NAMED_ON_A_STEP)])
        if not tournament.terms.form.traits.has_points:
            yield Text("**{place}.** {people}", place=place, people=people)
        else:
            points = points_text(scores[places[place][0]])
            yield Text("**{place}.** {people}: {points}", place=place, people=people, points=points)


def points_text(halves: int) -> Text:
    """Return ``halves``, a number of half points, as points."""
    if not halves:
        return Text("no points")
    shown = report.points_text(halves)
    if halves > 2:
        return Text("{points} points", points=shown)
    return Text("{points} point", points=shown)


def cancelled(tournament: Tournament) -> Text:
    """Return the sentence about the reason why a tournament was cancelled."""
    ended = tournament.state.ended
    reason = str(ended.data.get("reason", "")) if ended else ""
    if reason:
        return Text("**Cancelled:** {reason}", reason=Words(reason))
    why = ended.data.get("why") if ended else None
    if ended and ended.person is not None and why is None:
        return Text("**Cancelled** by {person}.", person=person(ended.person))
    if why == HOST:
        return Text("**Cancelled:** the host did not come.")
    if why == GONE:
        return Text("**Cancelled:** the host has left the server.")
    return Text("**Cancelled:** too few players came.")


def players_line(tournament: Tournament, translated: Translate) -> Iterator[str]:
    """Yield the line about a tournament's players: their number, and as many names as fit.

    Yield nothing after the tournament's end, or if it has no players.
    """
    state = tournament.state
    players = [one for one in state.order if state.is_in(one)] or state.people
    if state.phase is Phase.RUNNING:  # people who wait for a place or for the next round
        players += [one for one in state.people if one not in players]
    if tournament.is_over or not players:
        return
    people = [one for one in players if not is_computer(one)]
    named = [_name(one, tournament, translated) for one in players[:NAMED]]
    if state.phase is Phase.RUNNING and tournament.terms.form.traits.by_challenge:
        named = [f"{place}. {name}" for place, name in enumerate(named, 1)]
    shown = fitting(named, LONGEST_LIST)
    names = ", ".join(shown)
    if len(shown) < len(players):
        names = f"{names} {translated(more_text(len(players) - len(shown)))}"
    head = counted("**{count} player:**", "**{count} players:**", len(people))
    yield f"{translated(head)} {names}"


def _name(player: int, tournament: Tournament, translated: Translate) -> str:
    """Return a player's mention, or a computer's name, with a tick if they have checked in."""
    shown = person_text(player, translated)
    entrant = tournament.state.entrants.get(player)
    there = tournament.phase is Phase.CHECK_IN and entrant is not None and entrant.checked_in
    return f"{shown} ✓" if there else shown


def card_buttons(tournament: Tournament, translated: Translate) -> list[TextButton]:
    """Return the buttons of the card that can be used now."""
    terms, phase, number = tournament.terms, tournament.phase, tournament.id
    found: list[tuple[EventAction, Text | None]] = []
    running = phase is Phase.RUNNING
    before = [*side_buttons(tournament, translated)] if terms.is_exhibition else []
    if phase is Phase.CHECK_IN:
        found.append((EventAction.CHECK_IN, None))
    if terms.is_exhibition:
        pass  # an exhibition has its own buttons for joining
    elif tournament.state.closed:
        pass
    elif not tournament.is_over and (not running or tournament.may_enter_late):
        recurs = terms.recurs is not Recurs.NEVER
        found.append((EventAction.JOIN, JOIN_ONCE if recurs else None))
        if recurs:
            found.append((EventAction.EVERY, None))
    if running:
        found.append((EventAction.NEXT, None))
        if terms.form.traits.by_challenge:
            found.append((EventAction.CHALLENGE, None))
    if (running or phase is Phase.OVER) and not terms.is_exhibition:
        found.append((EventAction.STANDINGS, None))
    found.append((EventAction.RULES, None))
    if not tournament.is_over:
        found.append((EventAction.LEAVE, None))
    buttons = before + [event_button(one, number, translated, label=label) for one, label in found]
    return buttons if tournament.is_over else [*buttons, organise_button(tournament, translated)]
