"""The record of a tournament: its entries in order, from which everything else follows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine import event_log


class Kind(StrEnum):
    """The kinds of entries, each with the meaning of its ``data``.

    "The person" is the ``person`` of the entry.
    """

    CREATE = "create"
    """``order``: the people of the previous tournament who stay in, the best first; ``groups``: the
    number of them in each of its groups; ``named``: the people of each team, if only they may join.
    """
    JOIN = "join"
    """The person signs up. ``every``: whether they join the following tournaments, too; ``side`` of
    an exhibition: 0 or 1, where the host is on side 0.
    """
    LEAVE = "leave"
    """The person is no longer in it, before the start."""
    CALL = "call"
    """The people who signed up are called to check in."""
    CHECK_IN = "check in"
    """The person checks in; in an exhibition, they want it to begin now."""
    POSTPONE = "postpone"
    """``starts``: the new time; ``reason`` if the organiser wants it, ``why`` if it is postponed
    automatically: ``host`` while the host is awaited.
    """
    START = "start"
    """``order``: all players, the best first; ``groups``: the players of each group, the highest
    group first; ``rounds``: the number of rounds, 0 if unknown.
    """
    PAIR = "pair"
    """``round``; ``tables``: the ``players`` of each in the order of the seats, its ``group``, and
    ``how`` if there is only one player; ``deadline``."""
    MAKE = "make"
    """``matches``: lists of round, table, game and the match's id."""
    SCORE = "score"
    """``round``, ``table``, ``game`` (0: the table as a whole), ``points``: half points in the
    order of the table's players, ``how``, ``absent``: the no-shows; ``reason`` and ``decided`` if
    the organiser decided; ``lot``: the player who advances in a knockout although nobody played.
    """
    WITHDRAW = "withdraw"
    """The person is out after the start. ``why``: empty if they wished it, ``missed`` after two
    no-shows, ``gone`` from the server, or ``organiser`` if they were taken out, with ``by`` and
    ``reason``.
    """
    RETURN = "return"
    """The person is back from the next round on."""
    PASS = "pass"  # noqa: S105 - no password
    """The person asks not to be paired in the ``round``, for half a point."""
    REPLACE = "replace"
    """The person takes the place of the player ``place`` from the next round on; in a team match,
    at the ``table`` of the ``round``, where the game restarts. ``by``: who decided that. If the
    organiser did, ``place`` is out; then ``reason``, and ``tables``: lists of the round and number
    of each table that the person takes over.
    """
    PROPOSE = "propose"
    """``round``, ``table``, ``times``: up to three times that the person proposes for the game."""
    AGREE = "agree"
    """``round``, ``table``, ``at``: the time that all have accepted; empty if it is cancelled."""
    REMIND = "remind"
    """``round``, ``table``, ``about``: the players are called to the agreed time, or those present
    are asked what to do.
    """
    COME = "come"
    """``round``, ``table``: the person has come at the agreed time."""
    CHALLENGE = "challenge"
    """``place``: the player above the person on a ladder whom they challenge."""
    SHIFT = "shift"
    """``until``: the new deadline of the round; ``reason``."""
    UNPAIR = "unpair"
    """``round``: the round that is to be paired again; ``reason``."""
    ROLE = "role"
    """``role``: the role that the winner gets until the next season ends; 0 for none."""
    PAUSE = "pause"
    """``reason``."""
    RESUME = "resume"
    """``late``: the number of seconds by which everything unfinished at the pause is delayed."""
    ASK = "ask"
    """``organiser``: the person who is asked to organise it from now on."""
    NAME = "name"
    """``organiser``: the person who organises it from now on, besides the server's managers."""
    MOVE = "move"
    """``channel``: the channel in which it goes on."""
    END = "end"
    """``standings``: lists of the place, player, half points and group of each final place;
    ``reason`` if the organiser ends it.
    """
    CANCEL = "cancel"
    """``reason``, empty if too few people came; ``why``: ``host`` if the host never came, ``gone``
    if the host has left the server."""
    BEGIN = "begin"
    """The organiser starts it at once with these ``players``."""
    CHANGE = "change"
    """The terms that change: ``name`` (``before``: the old name), ``time``, ``round_time`` in
    seconds, ``rounds``, ``most``; ``closed``: whether entries are closed.
    """
    FIX = "fix"
    """``round``, ``players``: two who are to meet in it, whatever their points are; one player
    twice if they are no longer to be paired by hand.
    """
    MESSAGE = "message"
    """``text``: the organiser's message; ``called``: the players to whom it is sent."""
    FOLLOW = "follow"
    """``tournament``: the automatic successor, created after the end."""


class About(StrEnum):
    """The subject of a reminder about a time agreed on."""

    SOON = "soon"
    NOW = "now"
    ALONE = "alone"
    """Some players are there, others are not: those present decide."""
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
"""Kinds of entries announced to everybody in their own posts; the card shows all others. If the
organiser withdraws or replaces a player, changes terms or scores a table, that is posted, too. So
is the score if a player takes the points.
"""


@dataclass(frozen=True, slots=True)
class Entry(event_log.Entry[Kind]):
    """An event of a tournament."""
