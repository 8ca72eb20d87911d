"""Turns of a crowd that are over, for looking back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from engine.crowds.ballot import Ballot, Proposal
from engine.crowds.record import Entry, How, Kind


@dataclass(frozen=True)
class PastTurn:
    """A turn of a crowd that is over.

    It was for the position of the match's event of that number. ``text`` is the move played, empty
    if the crowd's time ran out. ``how`` says how a vote was decided, None for a relay, where
    ``person`` moved. ``tally`` has the proposals, the most votes first, and ``votes`` what each
    person voted for in the end.
    """

    event: int
    turn: int
    began: datetime
    ended: datetime
    text: str = ""
    how: How | None = None
    person: int | None = None
    tally: tuple[Proposal, ...] = ()
    votes: Mapping[int, str] = field(default_factory=dict, hash=False)


def past_turns(entries: Iterable[Entry]) -> list[PastTurn]:
    """Return the turns that are over, in order, of all entries of a crowd.

    A relay's move that was taken back is left out.
    """
    ballot: Ballot | None = None
    found: dict[int, PastTurn] = {}  # by the entry that ended it
    for entry in entries:
        if entry.kind is Kind.BEGIN:
            ballot = Ballot.begun(entry)
            continue
        if entry.kind is Kind.RETRACT:
            found.pop(entry.data["entry"], None)
        if ballot is None or ballot.closed is not None:
            continue
        ballot = ballot.after(entry)
        if entry.kind in {Kind.MOVE, Kind.CLOSE, Kind.OUT}:
            found[entry.number] = _turn(ballot, entry)
    return list(found.values())


def _turn(ballot: Ballot, entry: Entry) -> PastTurn:
    """Return the turn that an entry has ended."""
    data = entry.data
    return PastTurn(
        event=ballot.event,
        turn=ballot.turn,
        began=ballot.began,
        ended=entry.at,
        text=data.get("text", ""),
        how=How(data["how"]) if "how" in data else None,
        person=entry.person if entry.kind is Kind.MOVE else None,
        tally=tuple(Proposal(text, by, votes) for text, votes, by in data.get("tally", ())),
        votes={person: vote.text for person, vote in ballot.votes.items()},
    )
