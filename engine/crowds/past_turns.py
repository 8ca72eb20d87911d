"""Finished turns of a crowd, for looking back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from engine.crowds.ballot import Proposal
from engine.crowds.record import Entry, How, Kind


@dataclass(frozen=True)
class PastTurn:
    """A finished turn of a crowd.

    ``event`` is the number of the match's event that made the position; ``number`` is that of the
    entry that ended the turn. ``text`` is the move played, empty if the crowd's time ran out.
    ``how`` is the way in which a vote was decided, None for a relay, in which ``person`` moved.
    ``tally`` has the proposals, the most votes first, and ``votes`` each person's final vote.
    """

    event: int
    turn: int
    number: int
    began: datetime
    ended: datetime
    text: str = ""
    how: How | None = None
    person: int | None = None
    tally: tuple[Proposal, ...] = ()
    votes: Mapping[int, str] = field(default_factory=dict, hash=False)


def past_turns(entries: Iterable[Entry]) -> list[PastTurn]:
    """Return the finished turns, in order, from all entries of a crowd.

    A relay's move that was taken back is left out.
    """
    begun: Entry | None = None
    votes: dict[int, str] = {}
    found: dict[int, PastTurn] = {}  # by the entry that ended it
    for entry in entries:
        person, data = entry.person, entry.data
        if entry.kind is Kind.BEGIN:
            begun, votes = entry, {}
        elif entry.kind is Kind.RETRACT:
            found.pop(data["entry"], None)
            begun = None  # the position for which an open turn began is undone
        elif begun is None:
            continue
        elif entry.kind is Kind.VOTE and person is not None:
            votes[person] = data["text"]
        elif entry.kind in {Kind.BAR, Kind.LEAVE}:
            votes.pop(data.get("member", person), None)
        elif entry.kind in {Kind.MOVE, Kind.CLOSE, Kind.OUT}:
            found[entry.number] = _turn(begun, entry, votes)
            begun = None
    return list(found.values())


def _turn(begun: Entry, ended: Entry, votes: Mapping[int, str]) -> PastTurn:
    """Return the turn between two entries."""
    data = ended.data
    return PastTurn(
        event=begun.data["event"],
        turn=begun.data["turn"],
        number=ended.number,
        began=begun.at,
        ended=ended.at,
        text=data.get("text", ""),
        how=How(data["how"]) if "how" in data else None,
        person=ended.person if ended.kind is Kind.MOVE else None,
        tally=tuple(Proposal(text, by, many) for text, many, by in data.get("tally", ())),
        votes=votes,
    )
