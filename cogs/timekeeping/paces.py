"""The paces of the bot: spans of time that a test, or a bot in a hurry, makes shorter or longer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final


@dataclass
class Paces:
    """Spans of time, handed to the bot, which never changes them; numbers are seconds.

    **Answers and posts**

    ``acknowledged_after``
        until an interaction is acknowledged that has no answer yet.
    ``answered_within``
        for which a command waits for the post that answers it: fewer than ``acknowledged_after``.
    ``edited_within``
        until an edit that shows something counts as not done: a new post shows it instead.
    ``together``
        for which a post waits for a computer's answer at most.
    ``looked_every``
        between two looks whether a turn is in hand.
    ``edited_every``, ``old_edited_every``
        between two edits of a standing post. Discord limits both, and edits of messages that are
        older than an hour more.

    **Computers**

    ``between_turns``
        from one turn to the next if only computers play, so that people can follow.
    ``lost_thought_pause``
        before a lost thought is begun again, the first time.
    ``thought_within``
        that a thought may take; then its process is ended.
    ``idle_for``
        after which an idle process is ended.

    **What the computer tells people**

    ``hint_within``, ``warning_within``, ``second_look_within``
        that a person waits for it.
    ``progress_every``
        between two changes of what a message tells about a review.

    **Looks at what is due**

    ``clocks``, ``crowds``, ``events``
        between two looks at the clocks of matches, the votes of crowds, and tournaments.
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
"""The paces of a bot that nobody gives others: to be read, not to be changed."""
