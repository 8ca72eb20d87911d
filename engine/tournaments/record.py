"""The record of a tournament: everything that happened in it, in order. The rest follows from
it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine import event_log


class Kind(StrEnum):
    """The kinds of entries, each followed by the meaning of its ``data``."""

    CREATE = "create"
    """``order``: the people of the previous tournament who stay in, the best first; ``groups``: how
    many of them are in each of its groups. ``named``: the people of each team, if only those may
    join.
    """
    JOIN = "join"
    """``every``: whether they join the following ones, too. ``side`` of an exhibition: 0 or 1; the
    host is on side 0.
    """
    LEAVE = "leave"
    """Before the start: they are no longer in it."""
    CALL = "call"
    """People can check in."""
    CHECK_IN = "check in"
    """In an exhibition: they want it to begin now."""
    POSTPONE = "postpone"
    """``starts``: another time; ``reason`` if the organiser wants it, ``why`` if it is postponed
    automatically: ``host`` while the host is awaited.
    """
    START = "start"
    """``order``: all players, the best first; ``groups``: those of each group, the highest first;
    ``rounds``: how many there will be, 0 if unknown.
    """
    PAIR = "pair"
    """``round``; ``tables``: for each the ``players`` in the order of seats and its ``group``, and
    ``how`` where there is one player only; ``deadline``."""
    MAKE = "make"
    """``matches``: lists of round, table, game and the match's id."""
    SCORE = "score"
    """``round``, ``table``, ``game`` (0: the table as a whole), ``points`` in the order of the
    table's players, ``how``, ``absent``: the no-shows; ``reason`` if the organiser decided;
    ``lot``: who advances in a knockout although nobody played.
    """
    WITHDRAW = "withdraw"
    """``why``: empty, ``missed`` after two no-shows, ``gone`` from the server, or ``organiser`` if
    they were taken out, with ``by`` and ``reason``.
    """
    RETURN = "return"
    """Back from the next round on."""
    PASS = "pass"  # noqa: S105 - no password
    """They ask not to be paired in the ``round``, for half a point."""
    REPLACE = "replace"
    """``place`` of another player, from the next round on; in a team match at the ``table`` of the
    ``round``, where the game restarts. ``by`` the organiser, with a ``reason``: the other player is
    out of it.
    """
    PROPOSE = "propose"
    """``round``, ``table``, ``times``: up to three times for their game."""
    AGREE = "agree"
    """``round``, ``table``, ``at``: the time that all have accepted; empty: none any more."""
    REMIND = "remind"
    """``round``, ``table``, ``about``: the players are called to the agreed time, or those present
    are asked what to do.
    """
    COME = "come"
    """``round``, ``table``: they are there at the agreed time."""
    CHALLENGE = "challenge"
    """``place`` of the player above them on a ladder."""
    SHIFT = "shift"
    """``until``: another deadline of the round; ``reason``."""
    UNPAIR = "unpair"
    """``round``: is to be paired again; ``reason``."""
    ROLE = "role"
    """``role`` that the winner gets until the next season ends; 0 for none."""
    PAUSE = "pause"
    RESUME = "resume"
    """``late``: the number of seconds by which everything unfinished at the pause is delayed."""
    ASK = "ask"
    """``organiser``: the person asked whether they will organise from now on."""
    NAME = "name"
    """``organiser``: the person who organises from now on, besides the server's managers."""
    MOVE = "move"
    """``channel``: where it goes on."""
    END = "end"
    """``standings``: lists of place, player, half points and group, as they stand for good;
    ``reason`` if the organiser ends it.
    """
    CANCEL = "cancel"
    """``reason``, empty if too few people came; ``why``: ``host`` if the host never came, ``gone``
    if they have left the server."""
    BEGIN = "begin"
    """The organiser starts it at once with these ``players``."""
    CHANGE = "change"
    """New terms from now on: ``name``, ``time``, ``round_time`` in seconds, ``rounds``, ``most``;
    ``closed``: whether entries are closed.
    """
    FIX = "fix"
    """``round``, ``players``: two who are to meet in it, whatever their points are."""
    MESSAGE = "message"
    """``text`` of the organiser to those ``called``."""
    FOLLOW = "follow"
    """``tournament``: the automatic successor, created after the end."""


class About(StrEnum):
    """The subject of a reminder about a time agreed on."""

    SOON = "soon"
    NOW = "now"
    ALONE = "alone"
    """Some are there, and some are not: those present decide."""
    NOBODY = "nobody"
    """Nobody came, or nobody decided: another time has to be found."""


POSTED = frozenset(
    {
        Kind.CALL,
        Kind.POSTPONE,
        Kind.PAIR,
        Kind.PROPOSE,
        Kind.AGREE,
        Kind.REMIND,
        Kind.SHIFT,
        Kind.UNPAIR,
        Kind.PAUSE,
        Kind.RESUME,
        Kind.ASK,
        Kind.MESSAGE,
        Kind.END,
        Kind.CANCEL,
    }
)
"""Entries announced to everybody in their own post; the card shows all others. Decisions of the
organiser, who withdraws or replaces others, changes terms or scores a table, are posted too. So is
the score of a player who takes the points.
"""


@dataclass(frozen=True, slots=True)
class Entry(event_log.Entry[Kind]):
    """An event of a tournament."""
