"""People at human pace: the times of their answers, their sleep and their holidays."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import exp
from typing import Final

from simcord import MemberActor

NAMES: Final = (
    *("Ann", "Ben", "Cleo", "Dov", "Eva", "Fay", "Gus", "Hela", "Ivo", "Jo", "Kim", "Lea"),
    *("Max", "Nia", "Ole", "Pia", "Quin", "Rosa", "Sam", "Tea", "Ugo", "Vera", "Wim", "Zoe"),
)

QUICKEST: Final = timedelta(minutes=1)

HOLIDAYS: Final = 1 / 90
DEPARTURES: Final = 1 / 240
"""The chances that a person begins a holiday on a day, and that they leave the server."""

SAID: Final = 0.6
"""The share of holidays about which people tell the bot."""


EARLIER: Final = datetime.min.replace(tzinfo=UTC)


@dataclass
class Person:
    """A member: ``pace`` is the median time of their answers, ``keen`` how often they begin things.

    They sleep from ``sleeps`` to ``wakes``, hours of the day in UTC. Until ``away``, they do
    nothing; ``gone`` is whether they have left the server.
    """

    actor: MemberActor
    pace: timedelta
    keen: float
    wakes: int
    sleeps: int
    away: datetime = EARLIER
    gone: bool = False

    @property
    def id(self) -> int:
        """The person's id."""
        return self.actor.id

    def is_awake(self, moment: datetime) -> bool:
        """Return whether the person may look at Discord at a moment."""
        return self.wakes <= moment.hour < self.sleeps and self.away <= moment and not self.gone

    def answer_after(self, chance: random.Random, *, live: bool) -> timedelta:
        """Return a random time until the person answers: at most a day, or 75 seconds if live."""
        if live:
            return timedelta(seconds=chance.uniform(8, 75))
        span = self.pace * exp(chance.gauss(0, 1.1))
        return min(max(span, QUICKEST), timedelta(days=1))


def person(actor: MemberActor, number: int, chance: random.Random) -> Person:
    """Return a member with habits; every fifth member is quick, every fifth slow."""
    hours = (0.4, 2.0, 3.0, 5.0, 9.0)[number % 5]
    return Person(
        actor,
        timedelta(hours=hours),
        keen=chance.uniform(0.1, 0.6),
        wakes=chance.randint(6, 9),
        sleeps=chance.randint(21, 23),
    )
