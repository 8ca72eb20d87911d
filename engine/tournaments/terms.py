"""The terms of a tournament: its form, its game, its size and its times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Self

from engine.capabilities.thinking import LEVELS
from engine.errors import Refusal
from engine.game import Game
from engine.table.clock import TimeControl
from engine.text import Text, readable
from engine.values import Options

LIVE_UP_TO: Final = timedelta(minutes=30)
"""Games with turns no longer than this, or with a clock, are played in one sitting."""

AN_EVENING: Final = timedelta(hours=12)
"""In longer rounds the players agree on a time for a live game; in shorter ones they just play."""

SHORTEST_ROUND, LONGEST_ROUND = timedelta(minutes=5), timedelta(days=10 * 365)
"""The shortest and the longest round. At a week a turn, a game of four takes years."""

LONGEST_NAME: Final = 60
SMALLEST_GROUP: Final = 4
LARGEST_GROUP: Final = 10
MOST_PLAYERS: Final = 256
MOST_ROUNDS: Final = 20
LONGEST_TEAM: Final = 30
"""The most characters of a team's name."""

FEWEST_BOARDS: Final = 2
MOST_BOARDS: Final = 25
MOST_BOARDS_OF_A_TEAM: Final = 10
CLIMB: Final = 3
"""The most places by which a challenged player may be higher on a ladder."""

NEVER: Final = datetime.max.replace(tzinfo=UTC)
"""The deadline of a round without one."""

CALLED_BEFORE: Final = timedelta(days=1)
CALLED_BEFORE_LIVE: Final = timedelta(minutes=10)
"""The time before the start from which on people check in, for slow and for live games."""

STARTS_AFTER: Final = timedelta(days=1)
"""The time from enough sign-ups to the start of a tournament without a date."""


@dataclass(frozen=True, kw_only=True)
class Traits:
    """Facts about all tournaments of a form; their conduct is in ``forms``."""

    in_rounds: bool = False
    """The tournament is played in rounds, one after the other, and ends after the last one."""

    in_groups: bool = False
    """Everybody plays everybody in their group; the best of a group are promoted in the next
    season.
    """

    may_set_rounds: bool = False
    """The organiser may set the number of rounds; a round is paired by points.

    So players can skip a round, and the organiser can pair two players by hand, or all again.
    """

    knocks_out: bool = False
    """Losers are out, so no table can stay undecided, and points do not count."""

    for_a_time: bool = False
    """The tournament goes on until its time is over: free players are paired."""

    by_challenge: bool = False
    """The tournament has no rounds and no end: players challenge those above them for their places.
    """

    has_host: bool = False
    """One player, the host, plays against all others."""

    has_teams: bool = False
    """Two teams play, each with a name, a captain and reserves."""

    checks_in: bool = True
    """People confirm shortly before the start that they are there."""

    tables_of_two: bool = False
    """Every game is for two players."""

    most_boards: int = 0
    """The most boards of a form with two sides."""

    @property
    def has_sides(self) -> bool:
        """Whether two sides play one round of boards, and people join by choosing a side.

        Such a tournament begins when it is full, or on request. It is never rated, and nobody who
        has left comes back.
        """
        return self.has_host or self.has_teams

    @property
    def has_points(self) -> bool:
        """Whether the standings follow from the points, with tie-breaks."""
        return not (self.knocks_out or self.by_challenge)


class Form(StrEnum):
    """The forms of tournaments."""

    LEAGUE = "league"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    ARENA = "arena"
    LADDER = "ladder"
    SIMUL = "simul"
    """A simultaneous exhibition: one host plays against each of the guests."""
    TEAM = "team"
    """A match of two teams, the strongest against the strongest."""

    @property
    def traits(self) -> Traits:
        """The facts about all tournaments of this form."""
        return _TRAITS[self]


_TRAITS: Final = {
    Form.LEAGUE: Traits(in_rounds=True, in_groups=True),
    Form.SWISS: Traits(in_rounds=True, may_set_rounds=True),
    Form.KNOCKOUT: Traits(in_rounds=True, knocks_out=True, tables_of_two=True),
    Form.ARENA: Traits(for_a_time=True),
    Form.LADDER: Traits(by_challenge=True, tables_of_two=True, checks_in=False),
    Form.SIMUL: Traits(has_host=True, tables_of_two=True, checks_in=False, most_boards=MOST_BOARDS),
    Form.TEAM: Traits(
        has_teams=True, tables_of_two=True, checks_in=False, most_boards=MOST_BOARDS_OF_A_TEAM
    ),
}


class HostsSeat(StrEnum):
    """The seat of a simultaneous exhibition's host."""

    FIRST = "first"
    SECOND = "second"
    TURNS = "turns"
    """The first seat on odd-numbered boards, the second on the others."""


class Recurs(StrEnum):
    """The start of the next tournament of a series."""

    NEVER = ""
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    SEASON = "season"
    """A week after this one has ended."""


@dataclass(frozen=True)
class Terms:
    """The terms of a tournament, decided when it was created, as shown on its card.

    ``seats`` is the number of seats at a table. ``games`` is the number of games at each table,
    played with the seats turned. ``rounds`` is 0 if it follows from the number of players. A league
    has groups of at most ``group`` players, and two cycles if ``double``. ``round_time`` limits
    each round, a whole arena, or the season of a league whose games begin ``together``.

    ``starts`` is None for a start ``STARTS_AFTER`` the moment when ``wanted`` people have signed
    up. ``most`` is the most players. ``first`` is the planned start of the first tournament of a
    series, if this is a later one: all of them have its hour and its day of the month. Computers of
    ``level`` take seats that stay empty, unless it is 0. The winner has the ``role`` on the server,
    if any, until the next tournament of the series ends.

    An exhibition has at most ``boards`` boards, and without another start it starts once all are
    taken. If ``round_time`` is zero, its games take as long as their own time allows. ``teams`` are
    the names of the two teams; a team with a role in ``roles`` (0: none) consists of the role's
    members.
    """

    name: str
    form: Form
    game: Game
    options: Options
    seats: int
    time: TimeControl
    rated: bool = True
    games: int = 1
    rounds: int = 0
    group: int = 8
    double: bool = False
    together: bool = False
    round_time: timedelta = timedelta(days=7)
    starts: datetime | None = None
    first: datetime | None = None
    wanted: int = 4
    most: int = MOST_PLAYERS
    recurs: Recurs = Recurs.NEVER
    level: int = 0
    role: int | None = None
    boards: int = 0
    hosts_seat: HostsSeat = HostsSeat.FIRST
    teams: tuple[str, ...] = ()
    roles: tuple[int, ...] = ()

    @property
    def is_exhibition(self) -> bool:
        """Whether two sides play one round, without check-in and never rated."""
        return self.form.traits.has_sides

    @property
    def is_live(self) -> bool:
        """Whether each game is played in one sitting."""
        turn = self.time.turn
        return self.time.bank is not None or (turn is not None and turn <= LIVE_UP_TO)

    @property
    def by_appointment(self) -> bool:
        """Whether the players of a table have to agree on the time of their game."""
        return self.form.traits.in_rounds and self.is_live and self.round_time > AN_EVENING

    @property
    def has_dates(self) -> bool:
        """Whether rounds begin at their dates, even if all matches are over before.

        Other rounds begin as soon as all matches are over.
        """
        return self.form.traits.in_groups and self.round_time > AN_EVENING

    @property
    def check_in(self) -> timedelta:
        """The time before the start for checking in: zero for a ladder or an exhibition."""
        if not self.form.traits.checks_in:
            return timedelta()
        return CALLED_BEFORE_LIVE if self.is_live and not self.by_appointment else CALLED_BEFORE

    @property
    def least(self) -> int:
        """The fewest players for a start, not counting computers."""
        fills = self.level > 0 or not self.form.traits.checks_in
        return 2 if fills else max(self.seats, 3)

    def are_taken(self, hosts: int, guests: int) -> bool:
        """Return whether ``hosts`` and ``guests`` people on the sides take all boards."""
        return guests >= self.boards and hosts >= (1 if self.form.traits.has_host else self.boards)

    def check(self) -> Self:
        """Return the terms, with tidied names. Raises Refusal if they do not make a tournament."""
        name = readable(self.name)
        if not 1 <= len(name) <= LONGEST_NAME:
            raise Refusal(Text("A name has 1 to {most} characters.", most=LONGEST_NAME))
        self.game.start(self.seats, **self.options)
        traits = self.form.traits
        if self.seats > 2 and traits.tables_of_two and not traits.has_sides:
            raise Refusal(
                Text("Knockouts and ladders are for games with two players; {game} here is for "
                    "{count}.",
                     game=self.game.title, count=self.seats)
            )  # fmt: skip
        if not self.time:
            raise Refusal(
                Text("A tournament needs a time limit, such as `1d`, or it would wait for ever.")
            )
        if self.time.claimed:
            raise Refusal(Text("In a tournament a win on time counts without a claim."))
        if traits.has_sides:
            return self._checked_exhibition(name)
        for what, value, least, most in (
            (Text("Players of a group"), self.group, SMALLEST_GROUP, LARGEST_GROUP),
            (Text("Rounds"), self.rounds, 0, MOST_ROUNDS),
            (Text("Games at a table"), self.games, 1, 2),
            (Text("Sign-ups that start it"), self.wanted, self.least, MOST_PLAYERS),
            (Text("Most players"), self.most, self.least, MOST_PLAYERS),
            (Text("The computer's level"), self.level, 0, LEVELS[-1]),
        ):
            if not least <= value <= most:
                raise Refusal(
                    Text("{what}: from {least} to {most}.", what=what, least=least, most=most)
                )
        if self.games > 1 and self.seats > 2:
            raise Refusal(
                Text("Only games with two players can be played twice with sides swapped.")
            )
        check_round_time(self.round_time)
        return replace(self, name=name)

    def _checked_exhibition(self, name: str) -> Self:
        """Return the terms of an exhibition, with the values that all exhibitions have.

        Raises Refusal.
        """
        if self.seats != 2:
            raise Refusal(Text("Exhibitions and team matches are for games with two players."))
        most = self.form.traits.most_boards
        if not FEWEST_BOARDS <= self.boards <= most:
            raise Refusal(Text("Boards: from {least} to {most}.", least=FEWEST_BOARDS, most=most))
        if not 0 <= self.level <= LEVELS[-1]:
            raise Refusal(Text("The computer has the levels 1 to {most}.", most=LEVELS[-1]))
        teams = tuple(map(readable, self.teams))
        if self.form.traits.has_teams:
            if len({team.casefold() for team in teams}) != 2:
                raise Refusal(Text("A team match has two teams with different names."))
            if not all(1 <= len(team) <= LONGEST_TEAM for team in teams):
                raise Refusal(
                    Text("The name of a team has 1 to {most} characters.", most=LONGEST_TEAM)
                )
        if self.round_time:
            check_round_time(self.round_time)
        return replace(
            self, name=name, teams=teams, rated=False, games=1, rounds=1, recurs=Recurs.NEVER
        )

    # As JSON data

    def data(self) -> dict[str, Any]:
        """Return the terms as JSON data."""
        return {
            "name": self.name,
            "form": self.form.value,
            "game": self.game.name,
            "options": dict(self.options),
            "seats": self.seats,
            "time": str(self.time),
            "rated": self.rated,
            "games": self.games,
            "rounds": self.rounds,
            "group": self.group,
            "double": self.double,
            "together": self.together,
            "round_time": self.round_time.total_seconds(),
            "starts": self.starts.isoformat() if self.starts else None,
            "first": self.first.isoformat() if self.first else None,
            "wanted": self.wanted,
            "most": self.most,
            "recurs": self.recurs.value,
            "level": self.level,
            "role": self.role,
            "boards": self.boards,
            "hosts_seat": self.hosts_seat.value,
            "teams": list(self.teams),
            "roles": list(self.roles),
        }

    @classmethod
    def read(cls, data: Mapping[str, Any], games: Mapping[str, Game]) -> Self:
        """Return the terms in JSON data from ``data()``. Raises LookupError or ValueError."""
        starts, first = data["starts"], data.get("first")
        return cls(
            name=data["name"],
            form=Form(data["form"]),
            game=games[data["game"]],
            options=data["options"],
            seats=data["seats"],
            time=TimeControl.read(data["time"]),
            rated=data["rated"],
            games=data["games"],
            rounds=data["rounds"],
            group=data["group"],
            double=data["double"],
            together=data.get("together", False),
            round_time=timedelta(seconds=data["round_time"]),
            starts=datetime.fromisoformat(starts) if starts else None,
            first=datetime.fromisoformat(first) if first else None,
            wanted=data["wanted"],
            most=data["most"],
            recurs=Recurs(data["recurs"]),
            level=data["level"],
            role=data.get("role"),
            boards=data.get("boards", 0),
            hosts_seat=HostsSeat(data.get("hosts_seat", HostsSeat.FIRST)),
            teams=tuple(data.get("teams", ())),
            roles=tuple(data.get("roles", ())),
        )


def check_round_time(span: timedelta) -> None:
    """Raise Refusal unless a round can be as long as ``span``."""
    if not SHORTEST_ROUND <= span <= LONGEST_ROUND:
        raise Refusal(Text("A round takes from five minutes to ten years."))
