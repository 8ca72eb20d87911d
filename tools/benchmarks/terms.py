"""Check whether the default terms leave enough time: the share of games that end in time.

``python -m tools.benchmarks.terms [--games 100] [--part 0.5] [FORM ...]`` holds tournaments of
every form, game and time limit with the default terms of the panel. Their players use half
of their time (``--part``), and make as many moves as in games of the computer against itself.
Printed are how many of 100 games end in time, and the days or hours of a round (for a league whose
rounds begin together, of its season; for an arena, of all of it). A star marks terms about which
the panel warns before *Create*. The program fails if fewer than 95 games end in time under terms
without a star. The games of simultaneous exhibitions and team matches have no deadline.

``--measure GAME SEATS`` prints the lengths of games of the computer against itself.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from math import sqrt
from random import Random
from typing import Final

import discord

import engine
from cogs.events.creating.draft import Draft
from cogs.events.creating.event_forms import form_of
from cogs.language.time_limits import CLOCKS
from engine.game import Position
from engine.table.clock import TURN_LIMITS
from engine.tournaments.durations import HALF, fits
from engine.tournaments.scores import WIN, How
from engine.tournaments.state import Phase, Table
from engine.tournaments.terms import NEVER, Form, Terms
from engine.tournaments.tournament import Tournament
from tools.benchmarks.computer.games import TURNS, computer, play

FORMS: Final = (Form.LEAGUE, Form.SWISS, Form.KNOCKOUT, Form.ARENA, Form.LADDER)
PACES: Final = (*TURN_LIMITS, *CLOCKS)
PLAYERS: Final = 8
"""The number of players at games for two; at larger games, they fill two tables."""

IN_TIME: Final = 95
"""The fewest games of 100 that have to end before their deadline."""

DRAWN: Final = 0.3
"""The assumed share of drawn games; in a knockout they are played again."""

AGREED_WITHIN: Final = timedelta(days=5)
"""Players who agree on a time for their game begin it within this time after the pairing."""

NOON: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)

LEVEL, NODES = 3, 300
"""The computer's level and nodes in the games measured by ``--measure``."""

MOVES: Final[dict[tuple[str, int], tuple[int, ...]]] = {
    ("frysk", 2): (
        20,
        21,
        21,
        23,
        24,
        25,
        25,
        25,
        26,
        26,
        27,
        28,
        28,
        30,
        30,
        30,
        30,
        30,
        32,
        32,
        32,
        34,
        34,
        35,
        35,
        36,
        36,
        36,
        37,
        38,
    ),
    ("checkers", 2): (
        24,
        24,
        26,
        41,
        52,
        63,
        64,
        65,
        68,
        75,
        82,
        88,
        96,
        97,
        98,
        99,
        100,
        106,
        107,
        114,
    ),
    ("frisian", 2): (39, 41, 46, 47, 50, 52, 52, 53, 60, 62, 64, 65),
    ("international", 2): (48, 50, 50, 51, 51, 51, 54, 54, 54, 59, 61, 63, 69, 74, 82, 90),
    ("italian", 2): (62, 69, 83, 88, 98, 102, 108),
    ("russian", 2): (26, 29, 36, 36, 36, 37, 37, 39, 44, 46, 46, 48, 59, 69, 85),
    ("brazilian", 2): (26, 29, 30, 41, 41, 49, 63, 65),
}
"""The moves of a seat in games of the computer against itself, sorted (``--measure``), by game and
seats.

The computer does not resign in them, and few are agreed drawn, so games of people are shorter.
"""


def main() -> None:
    """Print the tables, and fail if the default terms do not leave enough time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("forms", nargs="*", choices=[*FORMS, []], default=[])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--part", type=float, default=HALF)
    parser.add_argument("--measure", nargs=2, metavar=("GAME", "SEATS"))
    asked = parser.parse_args()
    if asked.measure:
        say(str(sorted(measured(asked.measure[0], int(asked.measure[1]), asked.games))))
        return
    short = [
        cell
        for form in map(Form, asked.forms or FORMS)
        for cell in print_table(form, asked.games, asked.part)
    ]
    if short:
        sys.exit(f"Fewer than {IN_TIME} of 100: {', '.join(short)}")


def print_table(form: Form, games: int, part: float) -> Iterator[str]:
    """Print the table of a form; yield the terms that leave too little time without a warning."""
    say(f"\n{form.value:22}" + "".join(f"{pace:>13}" for pace in PACES))
    for name, game in engine.games.items():
        for seats in sorted(game.seats):
            if seats > 2 and form in {Form.KNOCKOUT, Form.LADDER}:
                continue
            cells = []
            for pace in PACES:
                terms = default_terms(form, name, seats, pace)
                share = share_in_time(terms, games, part)
                cells.append(f"{share:3.0f}{' ' if fits(terms) else '*'}{_short(terms.round_time)}")
                if share < IN_TIME and fits(terms):
                    yield f"{form.value} {name} {seats} {pace}"
            say(f"{name:18}{seats:4}" + "".join(f"{cell:>13}" for cell in cells))


def default_terms(form: Form, name: str, seats: int, pace: str) -> Terms:
    """Return the panel's default terms for a form, a game and a time limit."""
    words = f"{name} {seats}" if len(engine.games[name].seats) > 1 else name
    draft = Draft(words, form, time=pace)
    return form_of(draft).terms(draft, "1d", discord.Locale.british_english)


def share_in_time(terms: Terms, games: int, part: float) -> float:
    """Return the percentage of games that end before their deadline, of at least ``games``."""
    in_time = all_of_them = number = 0
    while all_of_them < games:
        held = Held(terms, part, number)
        held.hold()
        in_time += held.in_time
        all_of_them += held.in_time + held.late
        number += 1
    return 100 * in_time / all_of_them


class Held:
    """A tournament whose players use a part of their time.

    ``in_time`` counts the games that end before their deadline, ``late`` those that do not.
    """

    def __init__(self, terms: Terms, part: float, number: int) -> None:
        self._terms, self._part = terms, part
        self._chance = Random(f"{terms.form} {terms.game.name} {terms.seats} {terms.time} {number}")
        self._moves = moves_of(terms)
        self._now = NOON
        self._ends: list[tuple[datetime, int, int, int]] = []
        """A heap of the games in play: each one's end, its round, its table and its number."""
        self._begun: set[tuple[int, int, int]] = set()
        self.in_time = self.late = 0
        self._tournament = Tournament.create(
            guild=1, channel=2, terms=terms, person=9, now=NOON, source=None
        )
        players = PLAYERS if terms.seats == 2 else 2 * terms.seats
        for person in range(100, 100 + players):
            self._tournament = self._tournament.join(person, every=True, now=NOON, source=None)

    def hold(self) -> None:
        """Hold the tournament to its end; a ladder, until every pair of neighbours has played."""
        self._start()
        if self._terms.form is Form.LADDER:
            order = self._tournament.state.order
            for above, below in zip(order[::2], order[1::2], strict=True):
                self._tournament = self._tournament.challenge(
                    below, above, now=self._now, source=None
                )
        while not self._tournament.is_over:
            self._tick()
            self._begin_games()
            if self._ends and self._ends[0][0] <= self._next_deadline():
                self._end_game(*heappop(self._ends))
            elif self._next_deadline() < NEVER:
                self._now = max(self._now, self._next_deadline())
                self._judge()
            else:
                return

    def _start(self) -> None:
        while self._tournament.phase is not Phase.RUNNING:
            self._now = max(self._now, self._tournament.due or self._now)
            self._tick()
            if self._tournament.phase is Phase.CHECK_IN:
                for person in self._tournament.state.people:
                    if not self._tournament.state.entrants[person].checked_in:
                        self._tournament = self._tournament.check_in(
                            person, now=self._now, source=None
                        )

    def _tick(self) -> None:
        while (after := self._tournament.tick(now=self._now, strengths={})) is not self._tournament:
            self._tournament = after

    def _next_deadline(self) -> datetime:
        """Return the next time at which the tournament does something by itself.

        For an arena, it is its end; its many regular looks do not count.
        """
        tournament = self._tournament
        if tournament.arena_ends is not None:
            return tournament.arena_ends
        return tournament.conduct.looks(tournament.state, self._now) or NEVER

    def _begin_games(self) -> None:
        """Begin the games that are due, and record when each will end."""
        state = self._tournament.state
        for table in state.open_tables:
            for game in range(1, state.games_of(table) + 1):
                key = table.round, table.number, game
                if game in table.results:
                    continue
                if key not in self._begun:
                    self._begun.add(key)
                    begins = self._now
                    if self._terms.by_appointment and not table.results:  # others follow at once
                        begins += self._chance.random() * AGREED_WITHIN
                    heappush(self._ends, (begins + self._duration(), *key))
                if self._terms.is_live:
                    break

    def _duration(self) -> timedelta:
        """Return the random duration of a game whose players use their part of the time."""
        terms, chance = self._terms, self._chance
        moves = chance.choice(self._moves)
        if terms.time.bank is not None:
            each = terms.time.bank + moves * terms.time.increment
            return self._part * terms.seats * each
        turns, limit = moves * terms.seats, terms.time.turn or timedelta()
        return (self._part * turns + chance.gauss() * sqrt(turns / 12)) * limit

    def _end_game(self, at: datetime, round_number: int, number: int, game: int) -> None:
        self._now = max(self._now, at)
        table = self._tournament.state.table(round_number, number)
        if table is None or 0 in table.results:
            return
        self.in_time += 1
        points = [0] * len(table.players)
        for place, seat in enumerate(self._chance.sample(range(len(points)), len(points))):
            points[seat] = WIN * place
        if len(points) == 2 and self._chance.random() < DRAWN:
            points = [WIN // 2] * 2
        self._score(table, points, game)

    def _judge(self) -> None:
        """Count the games that are late, and give their tables a score."""
        if self._tournament.arena_ends is not None:
            self.late += len(self._ends)
            return
        for table in self._tournament.late_tables(self._now):
            its = [key for key in self._begun if key[:2] == (table.round, table.number)]
            self.late += len([key for key in its if key[2] not in table.results])
            self._score(table, [WIN * n for n in range(len(table.players))], 0)

    def _score(self, table: Table, points: Sequence[int], game: int) -> None:
        self._tournament = self._tournament.score_table(
            table, points, How.PLAYED, game=game, now=self._now
        )


def moves_of(terms: Terms) -> Sequence[int]:
    """Return numbers of moves of a seat in games with these terms, all equally likely.

    Those of unmeasured games are spread around their usual number like those of measured ones.
    """
    known = MOVES.get((terms.game.name, terms.seats))
    if known is not None:
        return known
    usual = {key: engine.games[key[0]].start(key[1]).usual_moves for key in MOVES}
    usual_moves = terms.game.start(terms.seats, **terms.options).usual_moves
    spread = sorted(count / usual[key] for key, counts in MOVES.items() for count in counts)
    return [round(usual_moves * one) for one in spread]


def _short(span: timedelta) -> str:
    days = span / timedelta(days=1)
    return f"{days:5.0f} d" if days >= 1 else f"{24 * days:5.2f} h"


def measured(name: str, seats: int, games: int) -> list[int]:
    """Return the average moves of a seat in each of some games of the computer against itself."""
    found = []
    for number in range(games):
        start: Position = engine.games[name].start(seats)
        players = [computer(LEVEL, seats * number + seat, None, NODES) for seat in range(seats)]
        line = play([start], players, TURNS).line
        found.append(round(sum(position.setup is None for position in line) / seats))
    return found


def say(line: str) -> None:
    """Print a line and flush the output."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
