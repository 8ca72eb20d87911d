"""An entry of the outbox: something that has to be posted in a match's channel."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PostState(StrEnum):
    """What has become of a post."""

    PENDING = "pending"
    SHOWN = "shown"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Post:
    """What a match has to show after the event of that number.

    ``channel`` is where it goes, ``message`` the id of the message that shows it (None: not
    shown), ``why`` the reason Discord refused it for, and ``told`` whether the players know
    that it is refused.
    """

    match: int
    event: int
    channel: int
    state: PostState = PostState.PENDING
    message: int | None = None
    why: str | None = None
    told: bool = False
