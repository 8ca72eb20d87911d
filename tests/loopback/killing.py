"""The common parts of the tests that kill the bot."""

import signal
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import pytest
from _pytest.mark import ParameterSet

from tests.nightly import at_night

KILLED = -signal.SIGKILL

COMMIT = "data.database.sqlite.driver:Connection.commit"
SENT = "discord.http:HTTPClient.send_message"
ANSWERED = "discord.webhook.async_:AsyncWebhookAdapter.create_interaction_response"
EDITED = "discord.http:HTTPClient.edit_message"

STARTED = ["challenge", "accept", "start"]
"""The events of a match that has begun."""

LONGEST = 8
"""The most points that kill the bot in one match, so that a fault is found soon."""


def lasts(point: str) -> bool:
    """Return whether the database or Discord differs before and after a point.

    Between two such points a bot may die where it will: what it finds again is the same.
    """
    return point.partition(":")[2].startswith((COMMIT, "discord."))


ON_THE_WAY = pytest.mark.parametrize(
    "after_storing", [at_night(False), True], ids=["lost", "unanswered"]
)
"""Whether the request in hand when the bot was killed has had its effect.

One that has not, is as one that was never sent, at which others are killed.
"""


def distinct(points: Iterable[str]) -> list[str]:
    """Return the points between which something changes that lasts.

    Nothing does between a call that has returned and the next one.
    """
    given = [*filter(lasts, points)]
    first = ["", *given]
    return [
        point
        for previous, point in zip(first, given, strict=False)
        if not (previous.startswith("after:") and point.startswith("before:"))
    ]


def in_turn(points: Iterable[str]) -> list[list[str]]:
    """Return the points in lists, each to kill the bot in a match of its own, move after move."""
    given = list(points)
    many = -(-len(given) // LONGEST)
    return [given[first::many] for first in range(many)]


def mostly_in_turn(*points: str) -> list[list[str] | ParameterSet]:
    """Return lists of the points; those that are not distinct are for the night."""
    chosen = distinct(points)
    others = in_turn(point for point in points if point not in chosen)
    return [*in_turn(chosen), *map(at_night, others)]


def first_of(points: Sequence[str]) -> str:
    """Return the name of a test with these points."""
    return f"{points[0]} and {len(points) - 1} more"


@contextmanager
def killed(point: str) -> Iterator[None]:
    """Have a failure tell the point at which the bot was killed."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"The bot was killed {point}.")
        raise


OUTAGES = pytest.mark.parametrize("forget", [at_night(False), True], ids=["short", "long"])
"""Whether Discord still knows the nonces of what was sent before."""


def during_outages(*points: str, short: bool = False) -> pytest.MarkDecorator:
    """Mark a test that is killed at these points, each in a long outage.

    In a ``short`` one, which hides what is sent twice, each third of them is enough, and it need
    not be gone through every time.
    """
    chosen = distinct(points)
    others = [point for point in points if point not in chosen]
    cases = [*_in(chosen, "long"), *map(at_night, _in(others, "long"))]
    cases += [case if short else at_night(case) for case in _in(chosen[::3], "short")]
    cases += map(at_night, _in(others[::3], "short"))
    return pytest.mark.parametrize(("faults", "forget"), cases)


def _in(points: Sequence[str], outage: str) -> list[ParameterSet]:
    return [
        pytest.param(few, outage == "long", id=f"{first_of(few)}-{outage}")
        for few in in_turn(points)
    ]
