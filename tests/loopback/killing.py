"""What the tests that kill the bot have in common."""

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
"""So many points kill the bot in one match at most, so that what fails is found soon."""


def lasts(point: str) -> bool:
    """Return whether the database or Discord differs before and after a point.

    Between two such points a bot may die where it will: what it finds again is the same.
    """
    return point.partition(":")[2].startswith((COMMIT, "discord."))


def in_turn(points: Iterable[str]) -> list[list[str]]:
    """Return the points in lists, each to kill the bot in a match of its own, move after move."""
    given = list(points)
    many = -(-len(given) // LONGEST)
    return [given[first::many] for first in range(many)]


def mostly_in_turn(*points: str) -> list[list[str] | ParameterSet]:
    """Return lists of the points; those at which nothing changes that lasts are for the night."""
    others = in_turn(point for point in points if not lasts(point))
    return [*in_turn(filter(lasts, points)), *map(at_night, others)]


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


def during_outages(*points: str) -> pytest.MarkDecorator:
    """Mark a test that is killed at these points, each in a long outage.

    In a short one, which hides what is sent twice, each third of them is enough.
    """
    daily = [*filter(lasts, points)]
    others = [point for point in points if not lasts(point)]
    cases = [*_cases(daily), *map(at_night, _cases(others))]
    return pytest.mark.parametrize(("faults", "forget"), cases)


def _cases(points: Sequence[str]) -> list[ParameterSet]:
    return [
        *(pytest.param(few, False, id=f"{first_of(few)}-short") for few in in_turn(points[::3])),
        *(pytest.param(few, True, id=f"{first_of(few)}-long") for few in in_turn(points)),
    ]
