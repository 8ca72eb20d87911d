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
"""The kinds of the events of a match that has just started, in order."""

LONGEST = 8
"""The most points at which the bot is killed in one match: few, so that a defect is found soon."""


def lasts(point: str) -> bool:
    """Return whether the call of a fault point changes the database or Discord.

    Between two such calls it makes no difference when the bot dies: it finds the same state again.
    """
    return point.partition(":")[2].startswith((COMMIT, "discord."))


ON_THE_WAY = pytest.mark.parametrize(
    "after_storing", [at_night(False), True], ids=["lost", "unanswered"]
)
"""Whether the request in hand when the bot was killed has had its effect.

If not, it is as if it had never been sent, which the tests with fault points cover.
"""


def distinct(points: Iterable[str]) -> list[str]:
    """Return the points with a lasting change between each two of them.

    Right before a call, all is as it was right after the one before, so only one of both is kept.
    """
    given = [*filter(lasts, points)]
    first = ["", *given]
    return [
        point
        for previous, point in zip(first, given, strict=False)
        if not (previous.startswith("after:") and point.startswith("before:"))
    ]


def in_turn(points: Iterable[str]) -> list[list[str]]:
    """Return the points in lists of at most LONGEST, one list for each match.

    At each point of a list, the bot is killed once during its match.
    """
    given = list(points)
    many = -(-len(given) // LONGEST)
    return [given[first::many] for first in range(many)]


def mostly_in_turn(*points: str) -> list[list[str] | ParameterSet]:
    """Return lists of all points; those that are not distinct are tested at night only."""
    chosen = distinct(points)
    others = in_turn(point for point in points if point not in chosen)
    return [*in_turn(chosen), *map(at_night, others)]


def first_of(points: Sequence[str]) -> str:
    """Return the id of a test case with these points."""
    return f"{points[0]} and {len(points) - 1} more"


@contextmanager
def killed(point: str) -> Iterator[None]:
    """Add the point at which the bot was killed to an exception raised in the block."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"The bot was killed {point}.")
        raise


OUTAGES = pytest.mark.parametrize("forget", [at_night(False), True], ids=["short", "long"])
"""Whether Discord has forgotten the nonces of earlier messages, as after a long outage."""


def during_outages(*points: str, short: bool = False) -> pytest.MarkDecorator:
    """Return the mark of a test whose bot is killed at these points, each with a long outage.

    Every third point is also tried with a short outage, whose nonces hide messages sent twice: at
    night only, unless ``short``.
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
