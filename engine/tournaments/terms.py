"""The terms of a tournament: its form, its game, and how long everything takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Self

from engine.capabilities.thinking import LEVELS
from engine.errors import Refusal
from engine.game import Game
from engine.table.clock import TimeControl
from engine.text import Text
from engine.values import Options

LIVE_UP_TO: Final = timedelta(hours=1)
"""Games with turns no longer than this, or with a clock, are played in one go."""

AN_EVENING: Final = timedelta(hours=12)
"""The players of longer rounds agree on a time for a live game; those of shorter ones just play."""

LONGEST_NAME: Final = 60
SMALLEST_GROUP: Final = 4
LARGEST_GROUP: Final = 10
MOST_PLAYERS: Final = 256
MOST_ROUNDS: Final = 20
CLIMB: Final = 3
"""So many places up may be challenged on a ladder."""

CALLED_BEFORE: Final = timedelta(days=1)
CALLED_BEFORE_LIVE: Final = timedelta(minutes=10)
"""How long before the start people check in."""

STARTS_AFTER: Final = timedelta(days=1)
"""How long after enough people have signed up a tournament without a date starts."""


class Form(StrEnum):
    """The forms of tournaments."""

    LEAGUE = "league"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    ARENA = "arena"
    LADDER = "ladder"


class Recurs(StrEnum):
    """When the next tournament of a row starts."""

    NEVER = ""
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    SEASON = "season"
    """A week after this one has ended."""


@dataclass(frozen=True)
class Terms:
    """What was decided when a tournament was created, and stands on its card.

    ``seats`` are those of one table. ``games`` are played at each table, with the seats turned.
    ``rounds`` is 0 where the number of players decides. A league has groups of at most ``group``
    players, and two cycles if ``double``. A round takes ``round_time`` at most, an arena that long
    in all. ``starts`` is None for one that starts ``STARTS_AFTER`` the moment when ``wanted``
    people have signed up. Computers of ``level`` take seats that stay empty; 0: none do. The winner
    has the ``role`` of the server until the next one of a row ends; None: there is none.
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
    round_time: timedelta = timedelta(days=7)
    starts: datetime | None = None
    wanted: int = 4
    most: int = MOST_PLAYERS
    recurs: Recurs = Recurs.NEVER
    level: int = 0
    role: int | None = None

    @property
    def is_live(self) -> bool:
        """Whether a game is played in one go."""
        turn = self.time.turn
        return self.time.bank is not None or (turn is not None and turn <= LIVE_UP_TO)

    @property
    def by_appointment(self) -> bool:
        """Whether the players of a table agree on the time of their game."""
        rounds = self.form in {Form.LEAGUE, Form.SWISS, Form.KNOCKOUT}
        return rounds and self.is_live and self.round_time > AN_EVENING

    @property
    def check_in(self) -> timedelta:
        """How long before the start people check in; nobody does for a ladder."""
        if self.form is Form.LADDER:
            return timedelta()
        return CALLED_BEFORE_LIVE if self.is_live and not self.by_appointment else CALLED_BEFORE

    @property
    def least(self) -> int:
        """The fewest players with whom it starts, computers not counted."""
        return 2 if self.form is Form.LADDER or self.level else max(self.seats, 3)

    def check(self) -> Self:
        """Return the terms if a tournament can be made of them. Raises Refusal."""
        name = self.name.strip()
        if not 1 <= len(name) <= LONGEST_NAME:
            raise Refusal(Text("A name has 1 to {most} characters.", most=LONGEST_NAME))
        self.game.start(self.seats, **self.options)
        if self.seats > 2 and self.form in {Form.KNOCKOUT, Form.LADDER}:
            raise Refusal(
                Text("Knockouts and ladders are for games of two; {game} here is for {count}.",
                     game=self.game.title, count=self.seats)
            )  # fmt: skip
        if not self.time:
            raise Refusal(
                Text("A tournament needs a time limit, or it would wait for ever: `1d` for one.")
            )
        if self.time.claimed:
            raise Refusal(Text("In a tournament nobody has to claim time that has run out."))
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
            raise Refusal(Text("Two games with sides turned are for games of two."))
        if not timedelta(minutes=5) <= self.round_time <= timedelta(days=92):
            raise Refusal(Text("A round takes from five minutes to three months."))
        return replace(self, name=name)

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
            "round_time": self.round_time.total_seconds(),
            "starts": self.starts.isoformat() if self.starts else None,
            "wanted": self.wanted,
            "most": self.most,
            "recurs": self.recurs.value,
            "level": self.level,
            "role": self.role,
        }

    @classmethod
    def read(cls, data: Mapping[str, Any], games: Mapping[str, Game]) -> Self:
        """Return the terms of JSON data. Raises LookupError or ValueError for unknown ones."""
        starts = data["starts"]
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
            round_time=timedelta(seconds=data["round_time"]),
            starts=datetime.fromisoformat(starts) if starts else None,
            wanted=data["wanted"],
            most=data["most"],
            recurs=Recurs(data["recurs"]),
            level=data["level"],
            role=data.get("role"),
        )
