"""The record of a crowd: the actions of its people, in order. Everything else follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine import event_log


class Kind(StrEnum):
    """The kinds of entries, each followed by the meaning of its ``data``."""

    BEGIN = "begin"
    """The crowd is to move: ``event``, the number of the match's event that made the position;
    ``turn``, the number of the crowd's turn; ``ends``, empty for a relay.

    This entry repeats the facts that count from earlier turns, so that no earlier entry has to be
    read: ``captain``; ``barred``; ``open`` (everybody may play, because the role is gone); and
    ``moved``, a list of the latest movers in a relay, each with the time and the entry's number.
    ``last`` is the end of the turn before, empty before the first end: ``entry``, the ``person``
    who moved (0 for a vote), ``text``, ``how``, the beginning of the ``tally``, and the number of
    ``votes``.
    """
    MOVE = "move"
    """A person moves in a relay: ``text``."""
    RETRACT = "retract"
    """A person takes back their move in a relay: ``entry``, its number."""
    VOTE = "vote"
    """A person votes: ``text`` of the move. The first vote for a move proposes it."""
    DROP = "drop"
    """A proposal is dropped: ``text``; ``loses``, in pieces, if the computer dropped it. The person
    is the captain who vetoed it.
    """
    BAR = "bar"
    """A manager voids the vote of ``member``, who can no longer move or vote."""
    CAPTAIN = "captain"
    """The captain changes: ``captain``, 0 for none."""
    JOIN = "join"
    """A person takes this side for good before they move or vote: they may see its discussion."""
    LEAVE = "leave"
    """A person had their data deleted: their vote in this turn does not count."""
    ADMIT = "admit"
    """The crowd's role is gone: from now on everybody may play."""
    EXTEND = "extend"
    """The vote lasts longer: ``ends``, the new end; ``why``: ``nobody`` voted, or an ``outage``."""
    CLOSE = "close"
    """The vote is over: ``text`` of the move; ``how`` it was decided; and ``tally``, a list of each
    proposal's move, votes and first proposer, the most votes first.
    """
    OUT = "out"
    """The vote is over, and so is the crowd's time."""
    MOTION = "motion"
    """A person wants ``what``: an agreement's name, ``resign`` or ``takeback``. ``offer`` is the
    number of the offer that the motion would answer, 0 for none; ``least`` is the least number of
    supporters, however few play (missing in older entries).
    """
    ANSWER = "answer"
    """A person answers the motion for ``what``: ``yes`` if they support it."""
    SETTLE = "settle"
    """A motion is decided: ``what``, ``offer``; ``yes`` if it is carried."""
    END = "end"
    """The match is over."""


class How(StrEnum):
    """The ways in which a vote was decided."""

    VOTES = "votes"
    SURE = "sure"
    """By votes before the end of the time, because no other move could win any more."""
    CAPTAIN = "captain"
    """By votes when the captain closed the vote."""
    CHOICE = "choice"
    """By the captain's choice, because too few had voted."""
    FEW = "few"
    """By the most votes, although too few had voted."""
    COMPUTER = "computer"
    """By a computer, because nobody had voted."""


RESIGN = "resign"
TAKEBACK = "takeback"
"""The wishes of motions besides the agreements of the game."""


@dataclass(frozen=True, slots=True)
class Entry(event_log.Entry[Kind]):
    """An event of a crowd."""
