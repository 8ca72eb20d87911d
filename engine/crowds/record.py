"""The record of a crowd: the actions of its people, in order. Everything else follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine import event_log


class Kind(StrEnum):
    """The kinds of entries, each followed by the meaning of its ``data``."""

    BEGIN = "begin"
    """The crowd is to move: ``event``, the number of the match's event that made the position;
    ``turn``, the number of the crowd's turn; ``ends``, empty for a relay. It also repeats what
    counts from earlier turns, so that no entry before this one has to be read: ``captain``,
    ``barred``, ``open`` (the crowd is everybody's, its role is gone) and ``moved``, lists of who
    moved lately in a relay, when, and by which entry. ``last`` is the end of the turn before: the
    ``entry``, the ``person`` who moved (0 for a vote), ``text`` and ``how``, the first of the
    ``tally``, and the number of ``votes``; empty before the first end.
    """
    MOVE = "move"
    """A relay's move: ``text``."""
    RETRACT = "retract"
    """The move of a relay is taken back by its author: ``entry``."""
    VOTE = "vote"
    """``text`` of the move; the first vote for a move proposes it."""
    DROP = "drop"
    """A proposal is dropped: ``text``; ``loses``, in pieces, if the computer dropped it. The person
    is the captain who vetoed it.
    """
    BAR = "bar"
    """A manager voids the vote of ``member``, who can no longer move or vote."""
    CAPTAIN = "captain"
    """``captain``: another one from now on, 0 for none."""
    JOIN = "join"
    """Somebody takes this side for good before moving or voting: they were let into its
    discussion.
    """
    LEAVE = "leave"
    """Somebody had their data deleted: their vote in this turn does not count."""
    ADMIT = "admit"
    """The crowd's role is gone: from now on it is everybody's."""
    EXTEND = "extend"
    """``ends``: the new end; ``why``: ``nobody`` voted, or an ``outage``."""
    CLOSE = "close"
    """The vote is over: ``text`` of the move, ``how`` it was decided, and the ``tally``, lists of
    each proposal's move, votes and first proposer, the most votes first.
    """
    OUT = "out"
    """The vote is over, and so is the crowd's time."""
    MOTION = "motion"
    """Somebody wants ``what``: an agreement's name, ``resign`` or ``takeback``; ``offer`` is the
    number of the offer that it would answer, 0 for none; ``least`` is the least number of
    supporters, however few play (missing in older entries).
    """
    ANSWER = "answer"
    """Somebody is for a motion, ``what``, or against it: ``yes``."""
    SETTLE = "settle"
    """A motion is carried, or is lost: ``what``, ``offer``, ``yes``."""
    END = "end"
    """The match is over."""


class How(StrEnum):
    """The ways in which a vote was decided."""

    VOTES = "votes"
    SURE = "sure"
    """By votes, before its time: no other move could win any more."""
    CAPTAIN = "captain"
    """The captain closed it."""
    CHOICE = "choice"
    """Too few had voted, and it was the captain's choice."""
    FEW = "few"
    """Too few had voted, and it had most votes."""
    COMPUTER = "computer"
    """Nobody had voted: a computer moves."""


RESIGN = "resign"
TAKEBACK = "takeback"
"""Wishes of a motion besides the agreements of the game."""


@dataclass(frozen=True, slots=True)
class Entry(event_log.Entry[Kind]):
    """Something that happened in a crowd."""
