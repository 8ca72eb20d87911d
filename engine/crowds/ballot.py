"""A crowd's turn: the votes cast in it, their count, and the decision that follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple, Self

from engine.crowds.record import Entry, How, Kind


class Vote(NamedTuple):
    """A person's vote: the text of the move, and the time of the vote."""

    text: str
    at: datetime


class Proposal(NamedTuple):
    """A proposed move: its text, its proposer, and its votes now."""

    text: str
    by: int
    votes: int


@dataclass(frozen=True)
class Motion:
    """A wish for something other than a move, with the people for and against it.

    ``what`` is an agreement's name, or one of the wishes in ``record``. ``offer`` is the number of
    the offer that the motion would answer, 0 for none; ``by`` is the proposer. ``answers`` tell by
    person whether they support the motion. At least ``least`` people must, however few moved or
    voted lately.
    """

    what: str
    offer: int
    by: int
    answers: Mapping[int, bool] = field(default_factory=dict, hash=False)
    carried: bool | None = None
    """Whether the motion was carried, None while it is open."""
    least: int = 1


@dataclass(frozen=True)
class Ballot:
    """One turn of a crowd.

    ``event`` is the number of the match's event that made the position; ``turn`` counts the crowd's
    turns from 1. ``ends`` is the end of the vote, None in a relay. ``votes`` has each person's
    present vote. ``first`` has the first voter for each move, in the order of these votes;
    ``dropped`` has the dropped moves, with the entries that dropped them. ``extended`` is whether
    the time was extended because nobody had voted. ``closed`` is the entry that ended the turn,
    such as a relay's move; None before.
    """

    event: int
    turn: int
    began: datetime
    ends: datetime | None
    votes: Mapping[int, Vote] = field(default_factory=dict, hash=False)
    first: Mapping[str, int] = field(default_factory=dict, hash=False)
    dropped: Mapping[str, Entry] = field(default_factory=dict, hash=False)
    motions: tuple[Motion, ...] = ()
    extended: bool = False
    closed: Entry | None = None

    @classmethod
    def begun(cls, entry: Entry) -> Self:
        """Return the ballot that a BEGIN entry begins."""
        data = entry.data
        ends = datetime.fromisoformat(data["ends"]) if data["ends"] else None
        return cls(data["event"], data["turn"], entry.at, ends)

    def after(self, entry: Entry) -> Self:
        """Return the ballot after an entry that belongs to it."""
        data = entry.data
        match entry.kind:
            case Kind.VOTE if entry.person is not None:
                text = data["text"]
                votes = {**self.votes, entry.person: Vote(text, entry.at)}
                first = self.first if text in self.first else {**self.first, text: entry.person}
                return replace(self, votes=votes, first=first)
            case Kind.DROP:
                return replace(self, dropped={**self.dropped, data["text"]: entry})
            case Kind.BAR | Kind.LEAVE:
                return self._without(data.get("member", entry.person))
            case Kind.EXTEND:
                extended = self.extended or data["why"] == "nobody"
                return replace(self, ends=datetime.fromisoformat(data["ends"]), extended=extended)
            case Kind.MOVE | Kind.CLOSE | Kind.OUT | Kind.END | Kind.RETRACT:
                # A RETRACT undoes the position for which an open turn began.
                return self if self.closed is not None else replace(self, closed=entry)
            case Kind.MOTION | Kind.ANSWER | Kind.SETTLE:
                return self._moved(entry)
        return self

    def _without(self, person: int | None) -> Self:
        """Return the ballot without a person's vote and without their answers to open motions."""
        motions = tuple(
            replace(
                motion, answers={who: yes for who, yes in motion.answers.items() if who != person}
            )
            if motion.carried is None
            else motion
            for motion in self.motions
        )
        if self.closed is not None:
            return replace(self, motions=motions)
        votes = {who: vote for who, vote in self.votes.items() if who != person}
        return replace(self, votes=votes, motions=motions)

    def _moved(self, entry: Entry) -> Self:
        """Return the ballot after an entry about a motion."""
        person, data = entry.person, entry.data
        if entry.kind is Kind.MOTION and person is not None:
            least = data.get("least", 1)
            motion = Motion(data["what"], data["offer"], person, {person: True}, least=least)
            return replace(self, motions=(*self.motions, motion))
        motion = self._open(data["what"])
        if entry.kind is Kind.SETTLE:
            return self._with(replace(motion, carried=data["yes"]))
        if person is None:
            return self
        return self._with(replace(motion, answers={**motion.answers, person: data["yes"]}))

    def _open(self, what: str) -> Motion:
        return next(m for m in reversed(self.motions) if m.what == what)

    def _with(self, changed: Motion) -> Self:
        """Return the ballot with the last motion for the same thing changed."""
        last = max(n for n, motion in enumerate(self.motions) if motion.what == changed.what)
        return replace(self, motions=(*self.motions[:last], changed, *self.motions[last + 1 :]))

    def motion(self, what: str) -> Motion | None:
        """Return the open motion for the wish ``what``, None if there is none."""
        wanted = (m for m in self.motions if m.what == what and m.carried is None)
        return next(wanted, None)

    @property
    def standing(self) -> tuple[Proposal, ...]:
        """The proposals that can win, the most votes first, and among equals the earliest.

        Proposals without votes, and dropped ones, cannot win.
        """
        counts = dict.fromkeys(self.first, 0)
        for vote in self.votes.values():
            counts[vote.text] += 1
        there = [
            Proposal(text, by, counts[text])
            for text, by in self.first.items()
            if counts[text] and text not in self.dropped
        ]
        return tuple(sorted(there, key=lambda proposal: -proposal.votes))

    @property
    def cast(self) -> int:
        """The number of votes for proposals that can win."""
        return sum(proposal.votes for proposal in self.standing)

    def decision(self, captain: int | None, quorum: int) -> tuple[str, How] | None:
        """Return the currently winning move, and why it wins; None if no move has votes.

        With fewer votes than the ``quorum`` the captain's choice wins, if they have voted.
        """
        standing = self.standing
        if not standing:
            return None
        if self.cast >= quorum:
            return standing[0].text, How.VOTES
        choice = self.votes.get(captain) if captain is not None else None
        if choice is not None and choice.text not in self.dropped:
            return choice.text, How.CHOICE
        return standing[0].text, How.FEW

    def is_sure(self, elector_count: int, quorum: int) -> bool:
        """Return whether no other move can win, even if all of ``elector_count`` people vote.

        Among equals the earlier move wins, so a later one needs more votes than the first.
        """
        standing = self.standing
        if not standing or self.cast < quorum:
            return False
        left = max(elector_count - self.cast, 0)
        votes = {one.text: one.votes for one in standing}
        best = standing[0].text
        needed, earlier = left, True  # all remaining votes could be for a new proposal
        for text in self.first:
            if text == best:
                earlier = False
            elif text not in self.dropped:
                needed = max(needed, votes.get(text, 0) + left + earlier)
        return votes[best] >= needed
