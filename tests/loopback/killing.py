"""What the tests that kill the bot have in common."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

KILLED = -signal.SIGKILL

COMMIT = "data.database.sqlite.driver:Connection.commit"
SENT = "discord.http:HTTPClient.send_message"
ANSWERED = "discord.webhook.async_:AsyncWebhookAdapter.create_interaction_response"
EDITED = "discord.http:HTTPClient.edit_message"

STARTED = ["challenge", "accept", "start"]
"""The events of a match that has begun."""

LONGEST = 8
"""So many points kill the bot in one match at most, so that what fails is found soon."""


def in_turn(*points: str) -> list[list[str]]:
    """Return the points in lists, each to kill the bot in a match of its own, move after move."""
    many = -(-len(points) // LONGEST)
    return [list(points[first::many]) for first in range(many)]


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


OUTAGES = pytest.mark.parametrize("forget", [False, True], ids=["short", "long"])
"""Whether Discord still knows the nonces of what was sent before."""


def during_outages(*points: str) -> pytest.MarkDecorator:
    """Mark a test that is killed at these points, each in a long outage.

    In a short one, which hides what is sent twice, each third of them is enough.
    """
    cases = [
        *(pytest.param(few, False, id=f"{first_of(few)}-short") for few in in_turn(*points[::3])),
        *(pytest.param(few, True, id=f"{first_of(few)}-long") for few in in_turn(*points)),
    ]
    return pytest.mark.parametrize(("faults", "forget"), cases)
