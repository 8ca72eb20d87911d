"""A crowd follows from its record; the start of a turn keeps what still counts."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from engine.crowds.crowd import Crowd
from engine.crowds.past_turns import past_turns
from engine.crowds.record import Entry, Kind
from engine.crowds.terms import CrowdTerms, Nobody, Way
from engine.errors import Refusal
from tests.each import for_each
from tests.engine.crowds.people import HOUR, NOON

Act = Callable[[Crowd], Crowd]

PEOPLE = range(1, 9)
MOVES = ("a", "b", "c")
STEPS = 150


def acts(chance: random.Random, now: datetime) -> dict[str, Act]:
    """Return every act that can change a crowd, with random people and texts, by name."""
    who, other, text = chance.choice(PEOPLE), chance.choice(PEOPLE), chance.choice(MOVES)
    what, yes = chance.choice(["resign", "draw"]), chance.random() < 0.7
    event = 1000 + int((now - NOON).total_seconds())
    return {
        "begin": lambda c: c if c.open_ballot is not None else c.begin(event, now=now),
        "again": lambda c: c.begin_again(now=now),
        "move": lambda c: c.move(who, text, now=now, source=None),
        "retract": lambda c: c.retract(
            c.movers[-1].person if c.movers else who, now=c.since, source=None
        ),
        "vote": lambda c: c.vote(who, text, now=now, source=None, elector_count=c.electors(None)),
        "drop": lambda c: c.drop(text, now=now),
        "close": lambda c: c.close(c.captain or who, now=now, source=None),
        "tick": lambda c: c.tick(now=now).computed(text, now=now),
        "outage": lambda c: c.give_back(now - HOUR, now, now=now),
        "propose": lambda c: c.propose(who, what, now=now, source=None),
        "answer": lambda c: c.answer(who, what, yes=yes, now=now, source=None),
        "bar": lambda c: c.bar(other, who, now=now, source=None),
        "captain": lambda c: c.name_captain(other, by=who, now=now, source=None),
        "admit": lambda c: c.admit_all(now=now),
        "leave": lambda c: c.leave(other, now=now),
    }


LIKELY = {
    "begin": 9,
    "vote": 40,
    "move": 12,
    "retract": 6,
    "tick": 9,
    "outage": 0.3,
} | dict.fromkeys(("bar", "leave", "admit", "again"), 0.3)
"""The weights of some acts; the others have weight 1."""


@for_each([1, 2, 3], list(Way))
def test_a_crowd_is_the_same_when_it_is_read_again(seed: int, way: Way) -> None:
    chance = random.Random(seed)
    terms = CrowdTerms(
        way, captain=3, quorum=3, span=HOUR, nobody=chance.choice(list(Nobody)), zone="Europe/Paris"
    )
    crowd, now = Crowd(1, -1, 9, terms), NOON
    record: list[Entry] = []
    seen: dict[int, dict[int, str]] = {}  # each person's vote at the end of a turn, by its entry
    for _ in range(STEPS):
        now += timedelta(seconds=chance.choice([1, 5, 20, 900, 40_000]))
        can = acts(chance, now)
        if way is not Way.RELAY:
            del can["move"]
        (name,) = chance.choices([*can], [LIKELY.get(one, 1) for one in can])
        try:
            after = can[name](crowd)
        except Refusal:
            continue
        new = [entry for entry in after.entries if entry.number > crowd.count]
        record += new
        crowd = after
        check(crowd, record)
        ballot = crowd.ballot
        if ballot is not None and ballot.closed is not None and ballot.closed in new:
            cast = {person: vote.text for person, vote in ballot.votes.items()}
            seen[ballot.closed.number] = cast
    assert sum(entry.kind is Kind.BEGIN for entry in record) > 5
    # The record shows the same past turns that the crowd saw at the time.
    closed = [entry for entry in record if entry.kind in {Kind.MOVE, Kind.CLOSE, Kind.OUT}]
    undone = {entry.data["entry"] for entry in record if entry.kind is Kind.RETRACT}
    assert [(turn.text, turn.ended, turn.votes) for turn in past_turns(record)] == [
        (entry.data.get("text", ""), entry.at, seen[entry.number])
        for entry in closed
        if entry.number not in undone
    ]


def check(crowd: Crowd, record: list[Entry]) -> None:
    """Check that a crowd follows from its stored entries and remembers earlier ones correctly."""
    assert [entry.number for entry in record] == list(range(1, crowd.count + 1))
    begins = [entry.number for entry in record if entry.kind is Kind.BEGIN]
    assert list(crowd.entries) == record[begins[-1] - 1 if begins else 0 :]
    again = Crowd(1, -1, 9, crowd.terms, crowd.entries, crowd.count, crowd.voters)
    assert again.ballot == crowd.ballot
    if again.ballot is not None and crowd.ballot is not None:
        assert again.ballot.standing == crowd.ballot.standing
        assert [*again.ballot.first] == [*crowd.ballot.first]
    assert (again.due, again.orders) == (crowd.due, crowd.orders)
    # The crowd with all entries, more than are ever read at once:
    whole = replace(crowd, entries=tuple(e for e in record if e.kind is not Kind.BEGIN))
    assert crowd.captain == whole.captain
    assert crowd.barred == whole.barred
    assert crowd.is_open == whole.is_open
    assert crowd.movers == whole.movers
    for person, voter in crowd.voters.items():
        turns, chosen, last = counted(record, person)
        assert (voter.votes, voter.chosen, voter.last) == (turns, chosen, last)


def counted(record: list[Entry], person: int) -> tuple[int, int, int]:
    """Return a person's turns, how many of their moves were played, and their last turn."""
    turn = last = turns = chosen = 0
    voted: str | None = None
    for entry in record:
        if entry.kind is Kind.BEGIN:
            turn, voted = entry.data["turn"], None
        elif entry.kind is Kind.VOTE and entry.person == person:
            turns += voted is None
            voted, last = entry.data["text"], turn
        elif entry.kind is Kind.MOVE and entry.person == person:
            turns, chosen, last = turns + 1, chosen + 1, turn
        elif entry.kind is Kind.RETRACT and entry.person == person:
            turns, chosen = turns - 1, chosen - 1
        elif entry.kind is Kind.CLOSE:
            chosen += voted == entry.data["text"]
        elif person in {entry.data.get("member"), entry.person} and entry.kind in {
            Kind.BAR, Kind.LEAVE,
        } and (entry.kind is Kind.LEAVE or entry.data["member"] == person):  # fmt: skip
            voted = None
    return turns, chosen, last
