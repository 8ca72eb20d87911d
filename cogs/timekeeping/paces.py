"""The paces of the bot: spans of time that tests, or other uses of the bot, can change."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final


@dataclass
class Paces:
    """Spans of time that are given to the bot, which never changes them. Numbers are seconds.

    **Answers and posts**

    ``acknowledged_after``
        after which an interaction without an answer is acknowledged.
    ``answered_within``
        for which a command waits for the post that answers it; less than ``acknowledged_after``.
    ``edited_within``
        after which an edit counts as failed, and a new post is sent instead.
    ``together``
        for which a post waits for a computer's answer at most.
    ``looked_every``
        between two checks whether a turn is in progress.
    ``edited_every``, ``old_edited_every``
        between two edits of a standing post, and of one older than an hour. Discord limits both,
        the latter more.

    **Computers**

    ``between_turns``
        between two turns if only computers play, so that people can follow.
    ``lost_thought_pause``
        before a lost thought is begun again for the first time.
    ``thought_within``
        that a thought may take; after that its process is ended.
    ``idle_for``
        after which an idle process is ended.

    **Answers of computers to people**

    ``hint_within``, ``warning_within``, ``second_look_within``
        for which a person waits for a hint, a warning of a blunder, or a second look at a try.
    ``progress_every``
        between two updates of the progress of a review.

    **Checks for due work**

    ``clocks``, ``crowds``, ``events``
        between two checks of the clocks of matches, the votes of crowds, and tournaments.
    """

    acknowledged_after: float = 0.75
    answered_within: float = 0.6
    edited_within: float = 2.0
    together: float = 2.0
    looked_every: float = 0.01
    edited_every: float = 5.0
    old_edited_every: float = 60.0

    between_turns: timedelta = timedelta(seconds=4)
    lost_thought_pause: timedelta = timedelta(seconds=5)
    thought_within: float = 30.0
    idle_for: float = 180.0

    hint_within: float = 10.0
    warning_within: float = 1.5
    second_look_within: float = 8.0
    progress_every: timedelta = timedelta(seconds=2.5)

    clocks: timedelta = timedelta(seconds=5)
    crowds: timedelta = timedelta(seconds=5)
    events: timedelta = timedelta(seconds=10)


USUAL: Final = Paces()
"""The default paces, which must not be changed."""
