"""Stages: the names of a tournament's rounds, and the places of matches in a tournament."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final, NamedTuple, Self

from engine.text import Text, Words, in_context, joined
from engine.tournaments.record import Entry, Kind
from engine.tournaments.state import State, Table
from engine.tournaments.tournament import Tournament

SOURCE: Final = "tournament:"
"""The prefix of the ``source`` of a tournament's matches."""

SECOND_GAME: Final = Text("a second game, since the first was drawn")
MORE_GAMES: Final = Text("two more games, since the first two were level")


ASKING: Final = frozenset(
    {
        Kind.CALL,
        Kind.POSTPONE,
        Kind.ASK,
        Kind.MESSAGE,
        Kind.PROPOSE,
        Kind.AGREE,
        Kind.REMIND,
    }
)
"""Kinds of entries whose posts have buttons. These are useless once the tournament is over, and
some of them as soon as it has begun.
"""

ASKED_WITHIN: Final = timedelta(days=14)
"""The greatest age of a post that still loses its useless buttons."""

MOST_ASKING: Final = 10
"""The most posts that lose their useless buttons, the newest ones: Discord allows few edits of old
posts.
"""


class Place(NamedTuple):
    """The place of a match in its tournament: the numbers of its round, table and game."""

    round: int
    table: int
    game: int

    @classmethod
    def of(cls, source: str | None) -> Self | None:
        """Return the place that the source of a match names, or None if it names none."""
        if source is None or not source.startswith(SOURCE):
            return None
        parts = source.removeprefix(SOURCE).split(".")[1:4]
        if len(parts) < 3 or not all(part.isdecimal() for part in parts):
            return None
        return cls(*map(int, parts))


def place_told(tournament: Tournament, source: str | None, *, begins: bool) -> Text:
    """Return the place of a match: ``Club cup, semi-final, game 2``; for an arena only its name.

    If the match ``begins``, the text also says why a game beyond the usual ones is played.
    """
    state, name = tournament.state, tournament.title
    place = Place.of(source)
    stage = stage_of(state, place.round, place.table) if place is not None else None
    event = Text("{name}", name=name)
    if stage is None or place is None:
        return event
    parts = [event, stage]
    more = more_games(state, place.game) if begins else None
    if more is not None:
        parts.append(more)
    elif place.game > 1 or state.terms.games > 1:
        parts.append(Text("game {number}", number=place.game))
    return joined(parts, ", ")


def stage_of(state: State, number: int, table: int = 1) -> Text | None:
    """Return the name of a round, or of a board, for a match; None for an arena or a ladder."""
    traits = state.terms.form.traits
    if traits.knocks_out:
        return _stage_of_knockout(state, number, table)
    if traits.in_rounds:
        return Text("round {number}", number=number)
    return Text("board {number}", number=table) if traits.has_sides else None


def _stage_of_knockout(state: State, number: int, table: int) -> Text:
    match state.planned - number:
        case 0 if table > 1:
            return Text("match for third place")
        case 0:
            return Text("final")
        case 1:
            return Text("semi-final")
        case 2:
            return Text("quarter-final")
    return Text("round {number}", number=number)


def round_told(state: State, number: int) -> Text:
    """Return the name of a round in a table or on a card: ``Semi-finals``, ``Round 2 of 5``."""
    if state.terms.form.traits.knocks_out:
        match state.planned - number:
            case 0:
                return in_context("standings", "Final")
            case 1:
                return in_context("standings", "Semi-finals")
            case 2:
                return in_context("standings", "Quarter-finals")
    return Text("Round {number} of {all}", number=number, all=state.planned)


def more_games(state: State, game: int) -> Text | None:
    """Return the reason for a game beyond the usual ones of a knockout's table, or None."""
    usual = state.terms.games
    if not state.terms.form.traits.knocks_out or game <= usual:
        return None
    return SECOND_GAME if usual == 1 else MORE_GAMES


def round_heading(name: Words, state: State, number: int) -> Text:
    """Return the heading of a round's post."""
    planned = state.planned
    if state.terms.form.traits.knocks_out:
        match planned - number:
            case 0:
                return Text("### {name}: final", name=name)
            case 1:
                return Text("### {name}: semi-finals", name=name)
            case 2:
                return Text("### {name}: quarter-finals", name=name)
    if planned:
        return Text("### {name}: round {number} of {all}", name=name, number=number, all=planned)
    return Text("### {name}: round {number}", name=name, number=number)


def is_played(state: State, number: int) -> bool:
    """Return whether all tables of a round have a score."""
    return all(state.score_of(table) is not None for table in state.rounds[number - 1].tables)


def resting(state: State, number: int) -> list[int]:
    """Return the league players who sit at no table of a round in which their group plays.

    Nobody rests if all rounds begin together.
    """
    if not state.terms.form.traits.in_groups or state.terms.together:
        return []
    tables = state.rounds[number - 1].tables
    there = {player for table in tables for player in table.players}
    playing = {table.group for table in tables}
    return [
        player
        for which, group in enumerate(state.groups)
        if which in playing
        for player in group
        if player not in there and state.is_in(player)
    ]


def after_round(tournament: Tournament, number: int) -> Tournament:
    """Return a tournament as it was after a round, without entries of later rounds."""
    kept = [one for one in (_until(each, number) for each in tournament.entries) if one]
    return replace(tournament, entries=tuple(kept))


def _until(entry: Entry, number: int) -> Entry | None:
    """Return the part of an entry about rounds up to ``number``, or None if there is none."""
    if entry.kind in {Kind.END, Kind.CANCEL, Kind.FOLLOW, Kind.FIX, Kind.PASS}:
        return None
    if entry.kind is Kind.MAKE:
        matches = [match for match in entry.data["matches"] if match[0] <= number]
        return replace(entry, data={**entry.data, "matches": matches})
    return entry if entry.data.get("round", 0) <= number else None


def rounds_of_entry(tournament: Tournament, entry: Entry) -> set[int]:
    """Return the numbers of the rounds whose posts an entry may change."""
    state, data = tournament.state, entry.data
    every = {one.number for one in state.rounds}
    match entry.kind:
        case Kind.MAKE:
            return {match[0] for match in data["matches"]}
        case Kind.SHIFT:
            return every if tournament.terms.together else {*sorted(every)[-1:]}
        case Kind.PAUSE | Kind.RESUME | Kind.END | Kind.CANCEL:
            return {table.round for table in state.open_tables} | {*sorted(every)[-1:]}
        case Kind.WITHDRAW if tournament.terms.form.traits.in_groups:
            return {table.round for table in state.tables if entry.person in table.players}
        case Kind.SCORE | Kind.UNPAIR | Kind.REPLACE if "round" in data:
            return {data["round"]}
    return set()


def post_of_round(tournament: Tournament, number: int) -> list[Entry]:
    """Return the entries whose posts are about a round: several if the round was paired again.

    Rounds that begin together share the post of the last of them.
    """
    if tournament.terms.together:
        number = tournament.state.planned
    return [
        entry
        for entry in tournament.entries
        if entry.kind is Kind.PAIR and entry.data["round"] == number
    ]


def posts_of_entry(tournament: Tournament, entry: Entry) -> set[int]:
    """Return the numbers of the entries whose posts an entry may change."""
    found = {
        one.number
        for number in rounds_of_entry(tournament, entry)
        for one in post_of_round(tournament, number)
    }
    kinds = ASKING
    if entry.kind is Kind.START:
        kinds = frozenset({Kind.CALL, Kind.POSTPONE})
    elif entry.kind is Kind.PAIR and tournament.terms.by_appointment:
        kinds = frozenset({Kind.PROPOSE, Kind.AGREE, Kind.REMIND})
    elif entry.kind not in {Kind.END, Kind.CANCEL}:
        return found
    asking = [
        one.number
        for one in tournament.entries[: entry.number]
        if one.kind in kinds and one.at >= entry.at - ASKED_WITHIN
    ]
    return found | {*asking[-MOST_ASKING:]}


def is_last_of(tournament: Tournament, entry: Entry) -> bool:
    """Return whether the round that ``entry`` paired still has that pairing."""
    number = entry.data["round"]
    following = (
        one
        for one in tournament.entries[entry.number :]
        if one.kind in {Kind.UNPAIR, Kind.PAIR} and one.data["round"] == number
    )
    return number <= len(tournament.state.rounds) and next(following, None) is None


def level_after(state: State, table: Table) -> bool:
    """Return whether a knockout's table needs more games, since the usual ones were level."""
    return state.games_of(table) > state.terms.games
