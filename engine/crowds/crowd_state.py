"""The state of a crowd: its record, the facts derived from it, and the addition of entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, NamedTuple, Self

from engine.crowds.ballot import Ballot, Proposal
from engine.crowds.record import RESIGN, Entry, How, Kind
from engine.crowds.terms import CrowdTerms
from engine.errors import Refusal
from engine.event_log import next_moment
from engine.table.record import OPEN
from engine.text import Text

RECENT_TURNS: Final = 3
"""People who moved or voted in one of so many last turns have a say in motions."""

KEPT_MOVERS: Final = 10
"""Number of latest movers that are remembered."""

KEPT_PROPOSALS: Final = 5
"""Number of proposals of a turn that are remembered in the next one."""


class Decided(NamedTuple):
    """The end of a turn of a crowd: the number of the entry that ended it, and the move.

    ``person`` moved in a relay, or ``how`` is the way in which a vote was decided. ``votes`` is the
    number of votes; ``tally`` has the proposals with the most votes, perhaps not all.
    """

    entry: int
    text: str
    person: int | None = None
    how: How | None = None
    tally: tuple[Proposal, ...] = ()
    votes: int = 0


class Voter(NamedTuple):
    """A person who moved or voted in a match, or took a side in another way.

    ``crowd`` is the side that the person is on for good. They moved or voted in ``votes`` turns,
    ``chosen`` times for the move that was played. ``last`` is the crowd's turn in which they did so
    last, 0 if they never did.
    """

    crowd: int
    votes: int = 0
    chosen: int = 0
    last: int = 0


class Mover(NamedTuple):
    """A person who moved in a relay, with the time and the number of the move's entry."""

    person: int
    at: datetime
    entry: int


class Task(StrEnum):
    """A kind of work that a match does for a crowd."""

    MOVE = "move"
    RETRACT = "retract"
    RUN_OUT = "run out"
    MOTION = "motion"


class Order(NamedTuple):
    """An order from a crowd to its match, which carries it out as an event with that ``source``.

    ``event`` is the number of the match's event that made the position for which the order holds.
    ``text`` is a move, or the wish of a carried motion; ``offer`` is the number of the offer that
    the motion answers, 0 for none.
    """

    task: Task
    source: str
    event: int
    text: str = ""
    offer: int = 0


@dataclass(frozen=True)
class CrowdState:
    """A crowd and its record.

    ``user`` is the crowd's id in its match. ``entries`` are those since the last turn began: the
    first is a BEGIN, unless no turn has begun yet. ``count`` is the number of all entries of the
    crowd. ``voters`` are the people of all crowds of the match, by id.
    """

    match: int
    user: int
    guild: int
    terms: CrowdTerms
    entries: tuple[Entry, ...] = ()
    count: int = 0
    voters: Mapping[int, Voter] = field(default_factory=dict, hash=False)

    # Facts derived from the record

    @cached_property
    def ballot(self) -> Ballot | None:
        """The present turn, or the last one while others move; None before the first."""
        began = self._begun
        if began is None:
            return None
        ballot = Ballot.begun(began)
        for entry in self.entries[1:]:
            ballot = ballot.after(entry)
        return ballot

    @property
    def open_ballot(self) -> Ballot | None:
        """The ballot that is open now, None if there is none."""
        ballot = self.ballot
        return ballot if ballot is not None and ballot.closed is None else None

    @cached_property
    def captain(self) -> int | None:
        """The captain now, None if there is none."""
        captain = self._began("captain", self.terms.captain or 0)
        for entry in self.entries:
            if entry.kind is Kind.CAPTAIN:
                captain = entry.data["captain"]
        return captain or None

    @cached_property
    def barred(self) -> frozenset[int]:
        """The people whose votes a manager has voided."""
        later = {entry.data["member"] for entry in self.entries if entry.kind is Kind.BAR}
        return frozenset(self._began("barred", ())) | later

    @cached_property
    def is_open(self) -> bool:
        """Whether everybody may play now, because the crowd's role is gone."""
        return self._began("open", default=False) or any(
            entry.kind is Kind.ADMIT for entry in self.entries
        )

    @property
    def is_over(self) -> bool:
        """Whether the end of the crowd's match is recorded."""
        return any(entry.kind is Kind.END for entry in self.entries)

    @cached_property
    def movers(self) -> tuple[Mover, ...]:
        """The latest movers in a relay, the last mover last; moves taken back do not count."""
        movers = [
            Mover(person, datetime.fromisoformat(at), entry)
            for person, at, entry in self._began("moved", ())
        ]
        for entry in self.entries:
            if entry.kind is Kind.MOVE and entry.person is not None:
                movers.append(Mover(entry.person, entry.at, entry.number))
            elif entry.kind is Kind.RETRACT:
                movers = [mover for mover in movers if mover.entry != entry.data["entry"]]
        return tuple(movers[-KEPT_MOVERS:])

    @cached_property
    def decided(self) -> Decided | None:
        """The end of the last finished turn; None before the first end, and if it was undone.

        A turn that is over counts as finished even before the next one begins.
        """
        last = self._began("last", None)
        decided = _decided(last) if last else None
        for entry in self.entries:
            if entry.kind in {Kind.MOVE, Kind.CLOSE}:
                decided = _decided(_last_of(entry))
            elif entry.kind is Kind.RETRACT:
                decided = None
        return decided

    @property
    def last_end(self) -> dict[str, Any]:
        """The end of the last finished turn, as JSON data of the next BEGIN."""
        decided = self.decided
        if decided is None:
            return {}
        return {
            "entry": decided.entry,
            "text": decided.text,
            "person": decided.person or 0,
            "how": decided.how.value if decided.how is not None else "",
            "tally": [[one.text, one.votes, one.by] for one in decided.tally[:KEPT_PROPOSALS]],
            "votes": decided.votes,
        }

    def _began(self, what: str, default: Any) -> Any:  # noqa: ANN401 - as JSON data are
        return self._begun.data.get(what, default) if self._begun is not None else default

    @property
    def _begun(self) -> Entry | None:
        """The entry that began the last turn, None before the first."""
        return next((entry for entry in self.entries[:1] if entry.kind is Kind.BEGIN), None)

    @property
    def people(self) -> frozenset[int]:
        """The people who are on this side for good: most of them moved or voted."""
        return frozenset(who for who, voter in self.voters.items() if voter.crowd == self.user)

    @property
    def recent(self) -> frozenset[int]:
        """The people who moved or voted in the last turns, and so have a say in motions.

        People who had their data deleted are left out.
        """
        turn = self.ballot.turn if self.ballot else 0
        lately = (
            who
            for who, voter in self.voters.items()
            if voter.crowd == self.user and voter.last > max(turn - RECENT_TURNS, 0) and who > OPEN
        )
        return frozenset(lately) - self.barred

    @property
    def has_played(self) -> bool:
        """Whether any move of the crowd's people was played, by relay or by vote."""
        return any(one.crowd == self.user and one.chosen for one in self.voters.values())

    def electors(self, members: int) -> int:
        """Return the largest number of people who may vote: the named people, or all ``members``.

        ``members`` is the number of people with the crowd's role, or of all people on the server; 0
        if unknown.
        """
        if self.terms.people:
            return sum(who > OPEN for who in set(self.terms.people) - self.barred)
        return members

    @property
    def since(self) -> datetime:
        """The time of the crowd's last entry; the earliest possible time before any entry."""
        return self.entries[-1].at if self.entries else datetime.min.replace(tzinfo=UTC)

    @property
    def due(self) -> datetime | None:
        """The end of the open vote, at which ``tick`` is due; None without such an end."""
        ballot = self.open_ballot
        return ballot.ends if ballot is not None else None

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders to the match, in sequence, including those already carried out."""
        orders: list[Order] = []
        event = self.ballot.event if self.ballot is not None else 0
        for entry in self.entries:
            source = f"crowd:{self.match}.{self.user}.{entry.number}"
            if entry.kind in {Kind.MOVE, Kind.CLOSE}:
                orders.append(Order(Task.MOVE, source, event, entry.data["text"]))
            elif entry.kind is Kind.RETRACT:
                orders.append(Order(Task.RETRACT, source, event))
            elif entry.kind is Kind.OUT:
                orders.append(Order(Task.RUN_OUT, source, event))
            elif entry.kind is Kind.SETTLE and entry.data["yes"]:
                what, offer = entry.data["what"], entry.data["offer"]
                orders.append(Order(Task.MOTION, source, event, what, offer))
        return tuple(orders)

    def with_voters(self, voters: Mapping[int, Voter]) -> Self:
        """Return the crowd with these records of the people in all crowds of its match."""
        crowd = replace(self, voters=voters)
        if "ballot" in self.__dict__:
            crowd.__dict__["ballot"] = self.ballot  # saves another replay of all entries
        return crowd

    # Adding entries

    def _check_open(self) -> Ballot:
        ballot = self.open_ballot
        if ballot is None:
            raise Refusal(Text("It is not this side's turn."))
        return ballot

    def _check_captain(self, person: int) -> None:
        if person != self.captain:
            raise Refusal(Text("Only the captain of this side can do that."))

    def _add(
        self,
        kind: Kind,
        now: datetime,
        person: int | None = None,
        data: Mapping[str, Any] | None = None,
        source: str | None = None,
    ) -> Self:
        """Return the crowd with one more entry, which is never dated before the last one."""
        at = next_moment(self.entries, now)
        entry = Entry(self.count + 1, kind, at, person, data or {}, source)
        earlier: Sequence[Entry] = () if kind is Kind.BEGIN else self.entries
        crowd = replace(
            self,
            entries=(*earlier, entry),
            count=entry.number,
            voters={**self.voters, **dict(self._counted(entry))},
        )
        if kind is not Kind.BEGIN and self.ballot is not None:
            crowd.__dict__["ballot"] = self.ballot.after(entry)  # saves a replay of all entries
        return crowd

    def _counted(self, entry: Entry) -> Iterable[tuple[int, Voter]]:
        """Yield the people whose records an entry changes, with their new records."""
        person, ballot = entry.person, self.ballot
        if entry.kind in {Kind.JOIN, Kind.CLOSE, Kind.DROP} and person is not None:
            yield person, self.voters.get(person, Voter(self.user))
        if ballot is None:
            return
        if entry.kind in {Kind.VOTE, Kind.MOVE} and person is not None:
            before = self.voters.get(person, Voter(self.user))
            again = entry.kind is Kind.VOTE and person in ballot.votes
            chosen = before.chosen + (entry.kind is Kind.MOVE)
            yield person, Voter(self.user, before.votes + (not again), chosen, ballot.turn)
        elif entry.kind is Kind.RETRACT and person is not None and person in self.voters:
            before = self.voters[person]
            yield person, before._replace(votes=before.votes - 1, chosen=before.chosen - 1)
        elif entry.kind is Kind.CLOSE:
            for one, vote in ballot.votes.items():
                if vote.text == entry.data["text"]:
                    before = self.voters[one]
                    yield one, before._replace(chosen=before.chosen + 1)


def _last_of(entry: Entry) -> dict[str, Any]:
    """Return the end of the turn that ``entry`` ended, in the form of ``last_end``."""
    tally = entry.data.get("tally", [])
    return {
        "entry": entry.number,
        "text": entry.data["text"],
        "person": entry.person or 0 if entry.kind is Kind.MOVE else 0,
        "how": entry.data.get("how", ""),
        "tally": tally,
        "votes": sum(votes for _, votes, _ in tally),
    }


def _decided(last: Mapping[str, Any]) -> Decided:
    return Decided(
        last["entry"],
        last["text"],
        last["person"] or None,
        How(last["how"]) if last["how"] else None,
        tuple(Proposal(text, by, votes) for text, votes, by in last["tally"]),
        last["votes"],
    )


def resigns(order: Order) -> bool:
    """Return whether an order means that a crowd resigns."""
    return order.task is Task.MOTION and order.text == RESIGN
