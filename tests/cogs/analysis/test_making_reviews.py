"""Reviews of ended matches are made one after the other, and go on after a restart."""

from __future__ import annotations

import asyncio
import random
from datetime import datetime, timedelta

import pytest

import engine
from cogs.analysis.reviews import waiting
from cogs.analysis.reviews.thinking import AT_ONCE
from cogs.analysis.reviews.waiting import ReviewQueue
from cogs.computers.worker_pool import Rank, ThoughtFailed, Workers
from cogs.computers.worker_protocol import Answer, Question
from data import Review, StoreError, Unavailable, Wait
from data.learning.reviews import Reviews
from engine import Text
from engine.study.judging import Judged
from engine.table.match import Match
from engine.table.record import NOWHERE, computer
from tests.cogs.analysis.reviewed_matches import (
    MOVES,
    Study,
    ask,
    ended,
    ended_assaut,
    moments,
    reviewed,
)
from tests.cogs.conftest import OWN, SHARED, Club, labels, private_text
from tests.cogs.results import begun, posted
from tests.patience import PATIENCE

pytestmark = SHARED


class Held(Workers):
    """Workers whose studies all fail, once ``go_on`` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Question] = []
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()

    async def study(self, question: Question, rank: Rank = Rank.REVIEW) -> Answer:
        """Wait for ``go_on``, and raise ThoughtFailed."""
        self.asked.append(question)
        self.begun.set()
        await self.go_on.wait()
        raise ThoughtFailed("It fails.")


@OWN
async def test_a_match_is_thought_through_once_however_many_ask(club: Club, study: Study) -> None:
    match = await ended(club)
    study.hold()
    asked = [await ask(club, who, match) for who in (club.alice, club.bob, club.carol)]
    study.go_on()
    await reviewed(club)
    once = len({question.write() for question in study.asked})
    assert len(study.asked) == once > 0
    for result in asked:
        assert "Judged by the computer at level 6." in private_text(result)
    assert await club.store.reviews.waits(match.events[0].at) == []


@OWN
async def test_reviews_are_made_one_after_the_other_and_a_person_has_one_turn(
    club: Club, study: Study
) -> None:
    matches = [await ended(club, MOVES[:2]) for _ in range(4)]
    study.hold()
    asked = [await ask(club, club.alice, match) for match in matches[:3]]
    asked.append(await ask(club, club.bob, matches[3]))
    assert "the last move first: 0 of 2." in private_text(asked[0])
    assert "It is number 3 in the queue" in private_text(asked[1])
    assert "It is number 4 in the queue" in private_text(asked[2])
    assert "It is number 2 in the queue" in private_text(asked[3])
    study.go_on()
    await reviewed(club)
    games = list(dict.fromkeys(tuple(question.line[:1]) for question in study.asked))
    assert len(games) == 1
    for result in asked:
        assert "Judged by the computer at level 6." in private_text(result)


@OWN
async def test_twenty_reviews_asked_at_once_wait_for_each_other_and_for_nobody_else(
    club: Club,
) -> None:
    live = await begun(club)
    now = club.bot.clock.now()
    matches = [await watched(club, now) for _ in range(20)]
    waits = [
        Wait(match.id, match.id, match.id % 3, 0, "token", "fr", now + timedelta(seconds=number))
        for number, match in enumerate(matches)
    ]
    shown: list[int] = []

    async def show(wait: Wait, match: Match, review: Review) -> None:
        assert wait.match == match.id == review.match
        assert review.done
        shown.append(match.id)

    workers = Held()
    first = ReviewQueue(club.bot, workers, show)
    for wait, match in zip(waits, matches, strict=True):
        await first.join(match, wait, Text("waiting"))
    await workers.begun.wait()
    said = [str(first.status(match.id)) for match in matches]
    assert said[0] == "The computer looks through the match, the last move first: 0 of 1."
    assert said[1:] == [
        f"It is number {place} in the queue; it begins by itself, in about 1 minute."
        for place in range(2, 21)
    ]
    assert len(workers.asked) <= AT_ONCE
    await club.play("32-28")
    await posted(club)
    assert "played `32-28`" in club.text()
    await first.close()
    again = ReviewQueue(club.bot, workers, show)
    workers.go_on.set()
    await again.resume()
    await again._work.finish(PATIENCE)
    assert shown == [match.id for match in matches]
    assert await club.store.reviews.waits(live.events[0].at) == []


async def watched(club: Club, now: datetime) -> Match:
    """Store an ended match of two computers, one turn long, in no channel."""
    match = Match.exhibition(
        guild=NOWHERE, channel=NOWHERE, game=engine.games["checkers"], options={}, host=1,
        computers=[computer(1, number) for number in range(2)], now=now, source=None,
    )  # fmt: skip
    match = match.begun(now=now, chance=random.Random(1))
    match = match.play(match.people[0], "11-15", now=now, source=None)
    return await club.store.create(match.resign(match.people[1], now=now, source=None))


@OWN
async def test_who_waits_longer_than_a_message_can_change_gets_the_review_by_asking_again(
    club: Club, study: Study
) -> None:
    match = await ended(club, MOVES[:1])
    study.hold()
    asked = await ask(club, club.alice, match)
    await club.later(minutes=14, seconds=10)
    study.failing = True
    study.go_on()
    await reviewed(club)
    assert "It goes on: ask again in a while." in private_text(asked)
    assert "Judged by the computer at level 6." in private_text(await ask(club, club.alice, match))


@pytest.mark.usefixtures("study")
async def test_all_turns_of_a_review_get_the_thought_that_is_said_below_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await ended(club)
    begun_slowly = Review(match.id, [Judged(match.turns[-1].number, 1, 0.99)])
    await club.store.reviews.put(begun_slowly, club.env.now())
    monkeypatch.setattr(waiting, "is_fast", lambda: True)
    await ask(club, club.alice, match)
    await reviewed(club)
    review = await club.store.reviews.of(match.id)
    assert len(review.turns) == len(MOVES)
    assert review.turns[0].chance < 0.99
    monkeypatch.setattr(waiting, "is_fast", lambda: False)
    told = private_text(await ask(club, club.alice, match))
    assert "Judged by the computer at level 6, with 400% of its usual thought." in told


@OWN
async def test_a_review_goes_on_after_a_restart_where_it_was(club: Club, study: Study) -> None:
    match = await ended(club)
    study.hold(after=7)
    asked = await ask(club, club.alice, match)
    assert "the last move first: 4 of 6." in private_text(asked)
    kept = await club.store.reviews.of(match.id)
    assert 0 < len(kept.turns) < len(MOVES)
    await club.restart()
    assert [wait.match for wait in await club.store.reviews.waits(match.events[0].at)] == [match.id]
    before = len(study.asked)
    study.go_on()
    await reviewed(club)
    assert "Judged by the computer at level 6." in private_text(asked)
    review = await club.store.reviews.of(match.id)
    assert review.done
    assert tuple(review.turns[: len(kept.turns)]) == tuple(kept.turns)
    earliest = min(turn.event for turn in kept.turns)
    assert all(len(question.line) < earliest for question in study.asked[before:])


async def test_what_cannot_be_reviewed_says_so(club: Club, study: Study) -> None:
    match = await club.start()
    said = private_text(await ask(club, club.alice, match))
    assert said == "This match goes on: it can be reviewed once it is over."
    await club.type(club.alice, "abort")
    await posted(club)
    assert labels(club.last) == ["Rematch", "More"]
    said = private_text(await ask(club, club.alice, match))
    assert said == "There is nothing to review: nobody has moved in this match."
    assert study.asked == []


async def test_a_review_of_which_nothing_comes_is_shown_all_the_same(
    club: Club, study: Study
) -> None:
    match = await ended(club)
    study.failing = True
    asked = await ask(club, club.alice, match)
    await reviewed(club)
    assert "no mistake that the computer sees" in private_text(asked)


@pytest.mark.usefixtures("study")
async def test_a_capture_that_was_omitted_is_part_of_a_review(club: Club) -> None:
    moves = ("@c6,e6", "e4-e5", "c6-c5", "d4-d5", "c5-c6", "huff e6", "d3-d4")
    match = await ended_assaut(club, moves)
    asked = await ask(club, club.alice, match)
    await reviewed(club)
    assert "Judged by the computer at level 6." in private_text(asked)
    assert "`huff e6` is better: it " in await moments(club, asked)


@OWN
async def test_the_queue_goes_on_whenever_the_database_fails(
    club: Club, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [await ended(club, MOVES[:2]) for _ in range(3)]
    kind, failures = type(club.store.reviews), list[str]()
    put, served = kind.put, kind.served

    async def failing_put(self: Reviews, review: Review, now: datetime) -> None:
        if review.match == matches[0].id and len(failures) < 1:
            failures.append("put")
            raise StoreError("It is damaged.")
        if review.match == matches[1].id and len(failures) < 3:
            failures.append("put")
            raise Unavailable("It is away.")
        await put(self, review, now)

    async def failing_served(self: Reviews, wait: Wait) -> None:
        if wait.match == matches[0].id:
            failures.append("served")
            raise StoreError("It is damaged.")
        await served(self, wait)

    study.hold()
    monkeypatch.setattr(kind, "put", failing_put)
    monkeypatch.setattr(kind, "served", failing_served)
    asked = [await ask(club, club.alice, match) for match in matches]
    study.go_on()
    await reviewed(club)
    assert failures == ["put", "served", "put"]
    first, *others = map(private_text, asked)
    assert "please ask again" in first
    assert all("Judged by the computer at level 6." in text for text in others)
