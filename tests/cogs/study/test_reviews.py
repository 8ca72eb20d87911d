"""Reviews of ended matches: who gets them, when, and what they show."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import discord
import pytest
from simcord import Env, InteractionResult, MemberActor

import engine
from cogs.computers.worker import answer_to
from cogs.computers.worker_pool import Rank, ThoughtFailed, Workers
from cogs.computers.worker_protocol import Answer, Question
from cogs.study.reviews import waiting
from cogs.study.reviews.command import Reviews
from cogs.study.reviews.moments import around, line_after
from cogs.study.reviews.thinking import AT_ONCE
from cogs.study.reviews.waiting import ReviewQueue
from data import Review, Wait
from engine import Text
from engine.study.judging import Judged, Mark
from engine.table.match import Match
from engine.table.record import NOWHERE, computer
from engine.table.steps import steps_of
from tests.cogs.conftest import OWN, SHARED, Club, alt_of, labels, picture_of, private_text
from tests.cogs.results import begun, posted

pytestmark = SHARED

NODES = 600
"""A turn of these tests is thought about no further."""

MOVES = ("32-28", "19-23", "28x19", "14x23", "37-32", "10-14")
"""A short match: each takes a man, and White does not see everything."""


class Study:
    """What reviews ask: nothing is answered while it is held."""

    def __init__(self, env: Env) -> None:
        self.env = env
        self.asked: list[Question] = []
        self.failing = False
        self._go_on = asyncio.Event()
        self._go_on.set()
        self.left = 1 << 30

    def hold(self, after: int = 0) -> None:
        """Answer so many questions more, and then none until it goes on."""
        self.left = after
        self._go_on.clear()

    def go_on(self) -> None:
        self.left = 1 << 30
        self._go_on.set()

    async def study(self, question: Question) -> Answer:
        """Answer a question, in place of ``Workers.study``."""
        self.asked.append(question)
        if self.failing:
            raise ThoughtFailed("nothing comes of it")
        self.left -= 1
        if self.left < 0:
            await self.env.external_wait(self._go_on.wait(), reason="held")
        return answer_to(replace(question, nodes=min(question.nodes or NODES, NODES)))


class Held(Workers):
    """Says nothing until it may go on, and then that it fails."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Question] = []
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()

    async def study(self, question: Question, rank: Rank = Rank.REVIEW) -> Answer:
        """Answer a question."""
        self.asked.append(question)
        self.begun.set()
        await self.go_on.wait()
        raise ThoughtFailed("It fails.")


@pytest.fixture
def study(simcord_env: Env, monkeypatch: pytest.MonkeyPatch) -> Study:
    found = Study(simcord_env)
    monkeypatch.setattr(Workers, "study", lambda _, question: found.study(question))
    monkeypatch.setattr(waiting, "APART", timedelta())
    return found


async def ended(club: Club, moves: Sequence[str] = MOVES, *, rated: bool = True) -> Match:
    """Store a match that White, Alice, resigns after these moves; it is shown."""
    match = await begun(club, rated=rated)
    async with club.store.match(match.id) as table:
        played = with_moves(table.match, moves)
        table.match = played.resign(club.alice.id, now=discord.utils.utcnow(), source=None)
    await posted(club)
    return table.match


def usable(message: discord.Message) -> list[str]:
    """Return the labels of the buttons that can be pressed."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [
        child.label or ""
        for row in rows
        for child in row.children
        if isinstance(child, discord.Button) and not child.disabled
    ]


async def ended_assaut(club: Club, moves: Sequence[str]) -> Match:
    """Store a match of Assaut that is given up after these moves; it is shown."""
    match = await begun(club, game="assaut")
    async with club.store.match(match.id) as table:
        played = with_moves(table.match, moves)
        table.match = played.resign(club.alice.id, now=discord.utils.utcnow(), source=None)
    await posted(club)
    return table.match


def with_moves(match: Match, moves: Sequence[str]) -> Match:
    """Return the match after these moves of its players."""
    for move in moves:
        who = match.people[match.position.turn]
        match = match.play(who, move, now=discord.utils.utcnow(), source=None)
    return match


def some_moves(count: int) -> list[str]:
    """Return the moves of the beginning of a match in Frisian draughts that nobody else plays."""
    position, chance, moves = engine.games["frisian"].start(), random.Random(4), []
    for _ in range(count):
        move = chance.choice(position.legal_moves())
        moves.append(position.write(move))
        position = position.play(move)
    return moves


async def reviewed(club: Club) -> None:
    """Wait until nobody waits for a review any more."""
    work = reviews(club).waiting._work
    if work is not None:
        await asyncio.wait({work})
    await club.env.settle()


def reviews(club: Club) -> Reviews:
    cog = club.bot.get_cog("Reviews")
    assert isinstance(cog, Reviews)
    return cog


async def ask(club: Club, member: MemberActor, match: Match) -> InteractionResult:
    return await member.slash(club.channel, "review", match=match.id)


@OWN
async def test_a_review_is_private_and_kept_and_can_be_posted(club: Club, study: Study) -> None:
    match = await ended(club)
    assert labels(club.last) == ["Rematch", "Review", "More"]
    before = len(club.messages)
    asked = await club.carol.click(club.last, label="Review")
    await reviewed(club)
    assert len(club.messages) == before
    assert asked.response is not None
    shown = private_text(asked)
    assert shown.strip().startswith("### Frisian draughts · #1 · Review")
    assert "Thought about like level 6." in shown
    names = [file.filename for file in asked.response.attachments]
    assert names[0] == "course.png"
    count = len(study.asked)
    assert 0 < count < 3 * len(MOVES)
    again = await ask(club, club.bob, match)
    assert private_text(again).strip().startswith("### Frisian draughts · #1 · Review")
    assert len(study.asked) == count
    assert again.response is not None
    await club.bob.click(again.response, label="Post here")
    assert (
        club.text()
        .strip()
        .startswith(f"{club.bob.mention} shows:\n### Frisian draughts · #1 · Review")
    )
    assert "Post here" not in labels(club.last)


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
        assert "Thought about like level 6." in private_text(result)
    assert await club.store.reviews.waits(match.events[0].at) == []


@OWN
async def test_reviews_are_made_one_after_the_other_and_a_person_has_one_turn(
    club: Club, study: Study
) -> None:
    matches = [await ended(club, MOVES[:2]) for _ in range(4)]
    study.hold()
    asked = [await ask(club, club.alice, match) for match in matches[:3]]
    asked.append(await ask(club, club.bob, matches[3]))
    assert "from its end: 0 of 2 turns" in private_text(asked[0])
    assert "It is number 3 in the queue" in private_text(asked[1])
    assert "It is number 4 in the queue" in private_text(asked[2])
    assert "It is number 2 in the queue" in private_text(asked[3])
    study.go_on()
    await reviewed(club)
    games = list(dict.fromkeys(tuple(question.line[:1]) for question in study.asked))
    assert len(games) == 1
    for result in asked:
        assert "Thought about like level 6." in private_text(result)


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
    assert said[0] == "The computer looks through the match, from its end: 0 of 1 turns."
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
    assert again._work is not None
    await again._work
    assert shown == [match.id for match in matches]
    assert await club.store.reviews.waits(live.events[0].at) == []


async def watched(club: Club, now: datetime) -> Match:
    """Store a match of computers that has one turn, and that nobody sees."""
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
    assert "The review goes on: ask again in a while." in private_text(asked)
    assert "Thought about like level 6." in private_text(await ask(club, club.alice, match))


@OWN
async def test_a_review_goes_on_after_a_restart_where_it_was(club: Club, study: Study) -> None:
    match = await ended(club)
    study.hold(after=5)
    asked = await ask(club, club.alice, match)
    assert "turns." in private_text(asked)
    kept = await club.store.reviews.of(match.id)
    assert 0 < len(kept.turns) < len(MOVES)
    await club.restart()
    assert [wait.match for wait in await club.store.reviews.waits(match.events[0].at)] == [match.id]
    before = len(study.asked)
    study.go_on()
    await reviewed(club)
    assert "Thought about like level 6." in private_text(asked)
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


async def test_the_panel_has_the_marks_and_walks_the_computers_line(club: Club) -> None:
    match = await ended(club)
    panel = (await club.carol.slash(club.channel, "moves", match=match.id)).response
    assert panel is not None
    await club.carol.click(panel, label="First")
    await club.carol.click(panel, label="Next")
    assert "Computer’s line" not in labels(panel.message)
    review = await club.store.reviews.of(match.id)
    turn = match.turns[0]
    line = ("33-28", "19-23", "28x19")
    judged = Judged(turn.number, 0, 0.5, 0.3, line, Mark.BLUNDER)
    review = replace(review, turns=(judged,), done=True)
    await club.store.reviews.put(review, turn.at)
    await club.carol.click(panel, label="Back")
    await club.carol.click(panel, label="Next")
    assert "**`32-28`??**" in club.text(panel.message)
    seen = {(await picture_of(panel.message)).tobytes()}
    await club.carol.click(panel, label="Computer’s line")
    assert "-# 0/3" in club.text(panel.message)
    for move in line:
        seen.add((await picture_of(panel.message)).tobytes())
        await club.carol.click(panel, label="Next")
        assert f"**`{move}`**" in club.text(panel.message)
    assert len(seen) == 4
    await club.carol.click(panel, label="Back")
    assert "-# 2/3" in club.text(panel.message)
    await club.carol.click(panel, label="To the match")
    assert "**`32-28`??**" in club.text(panel.message)


async def with_moments(club: Club, match: Match, count: int) -> None:
    """Store a review in which the first turns are blunders."""
    turns = [
        Judged(turn.number, turn.seat or 0, 0.5, 0.3, (), Mark.BLUNDER)
        for turn in match.turns[:count]
    ]
    review = replace(await club.store.reviews.of(match.id), turns=tuple(turns[::-1]), done=True)
    await club.store.reviews.put(review, match.turns[0].at)


async def test_it_is_walked_by_two_buttons_in_one_message(club: Club) -> None:
    match = await ended(club)
    await with_moments(club, match, 3)
    panel = (await ask(club, club.carol, match)).response
    assert panel is not None
    assert "1. Move 1, White: `32-28`**??** Chances 50 % → 20 %." in club.text(panel.message)
    assert usable(panel.message) == ["Later", "Step through", "Post here"]
    pictures = set()
    for number, move in enumerate(MOVES[:3], 1):
        await club.carol.click(panel, label="Later")
        assert f"**{number}/3** · " in club.text(panel.message)
        assert f"`{move}`**??**" in club.text(panel.message)
        pictures.add((await picture_of(panel.message)).tobytes())
    assert len(pictures) == 3
    assert "Later" not in usable(panel.message)
    await club.carol.click(panel, label="Look at 2. 28x19")
    assert "**`28x19`??**" in club.text(panel.message)
    await club.carol.click(panel, label="To the review")
    assert "**3/3** · " in club.text(panel.message)
    await with_moments(club, match, 2)
    await club.carol.click(panel, label="Earlier")
    assert "**2/2** · " in club.text(panel.message), "the moment it stood at is none any more"


async def test_a_posted_review_changes_for_who_posted_it(club: Club) -> None:
    match = await ended(club)
    await with_moments(club, match, 3)
    panel = (await ask(club, club.carol, match)).response
    assert panel is not None
    await club.carol.click(panel, label="Later")
    await club.carol.click(panel, label="Post here")
    post = club.last
    assert "**1/3** · " in club.text(post)
    for who in (club.bob, club.alice):
        own = await who.click(post, label="Later")
        assert "**2/3** · " in private_text(own)
        assert "**1/3** · " in club.text(club.last)
    await club.carol.click(post, label="Later")
    assert "**2/3** · " in club.text(club.last)
    assert club.last.id == post.id


@OWN
async def test_it_is_walked_on_after_a_restart(club: Club) -> None:
    match = await ended(club)
    await with_moments(club, match, 2)
    panel = (await ask(club, club.carol, match)).response
    assert panel is not None
    await club.carol.click(panel, label="Later")
    await club.restart()
    await club.carol.click(panel, label="Later")
    assert "**2/2** · " in club.text(panel.message)


def test_of_a_map_the_part_around_the_moves_is_shown() -> None:
    position = engine.games["allies"].start()
    while position.setup is not None:
        position = position.play(position.legal_moves()[0])
    move = next(move for move in position.legal_moves() if move.kind == "move")
    shown = around(position, [move])
    assert shown >= set(move.path)
    assert len(shown) <= 100 < len(position.board.names)


async def test_a_player_is_told_of_their_own_moves_as_you(club: Club) -> None:
    match = await ended(club, ("34-30", "20-25", "32-28", "25x23"))
    turn = match.turns[2]
    judged = Judged(turn.number, 0, 0.5, 0.3, ("31-26", "25x34", "39x30"), Mark.BLUNDER)
    await club.store.reviews.put(Review(match.id, (judged,), done=True), turn.at)
    own = await moments(club, await ask(club, club.alice, match))
    assert "Your chances: 50 % → 20 %." in own
    assert "Better is `31-26`: you exchange a man (`25x34`, `39x30`)." in own
    others = (await ask(club, club.carol, match)).response
    assert others is not None
    await club.carol.click(others, label="Later")
    assert "Better is `31-26`: it exchanges a man" in club.text(others.message)


async def test_its_moments_can_be_read_without_pictures(club: Club) -> None:
    match = await ended(club)
    await with_moments(club, match, 2)
    await club.bot.preferences.change_person(club.carol.id, text_first=True)
    panel = (await ask(club, club.carol, match)).response
    assert panel is not None
    for men in ("31, 32,", "28, 31,"):
        await club.carol.click(panel, label="Later")
        assert club.text(panel.message).strip().startswith(f"-# White: 20 men on {men}")


async def moments(club: Club, asked: InteractionResult) -> str:
    """Return the texts of the moments of a review that Alice asked for."""
    assert asked.response is not None
    said = []
    while "Later" in usable(asked.response.message):
        await club.alice.click(asked.response, label="Later")
        said.append(club.text(asked.response.message))
    return "\n".join(said)


async def test_what_may_help_in_a_live_match_is_not_told(club: Club) -> None:
    match = await ended(club)
    turn = match.turns[0]
    judged = Judged(turn.number, 0, 0.5, 0.3, ("33-28", "18-23"), Mark.BLUNDER)
    await club.store.reviews.put(Review(match.id, (judged,), done=True), turn.at)
    assert "Better is `33-28`" in await moments(club, await ask(club, club.alice, match))
    await begun(club)
    for who in (club.alice, club.carol):
        asked = await ask(club, who, match)
        told = private_text(asked)
        assert "Of 1 turn nothing is told yet: a match that goes on has come there" in told
        assert "no mistake that the computer sees" in told
        assert "`33-28`" not in told
        assert "%" not in told.replace("100 %", "")
        assert asked.response is not None
        assert not asked.response.message.attachments
        panel = (await who.slash(club.channel, "moves", match=match.id)).response
        assert panel is not None
        await who.click(panel, label="First")
        await who.click(panel, label="Next")
        assert "??" not in club.text(panel.message)
        walked = await who.click(panel, label="Computer’s line")
        assert "A match that goes on has come here, too" in private_text(walked)


async def test_a_copy_of_a_rated_match_tells_nothing_of_its_last_turns(club: Club) -> None:
    moves = some_moves(30)
    copy = await ended(club, moves)
    turns = [
        Judged(
            event.number,
            number % 2,
            0.5 + number / 100,
            0.1 + number / 100,
            (event.text,),
            Mark.MISTAKE,
        )
        for number, event in enumerate(copy.turns)
    ]
    done = Review(copy.id, tuple(turns[::-1]), done=True)
    await club.store.reviews.put(done, copy.turns[-1].at)
    asked = await ask(club, club.alice, copy)
    assert "Black: `18-22`**?** Chances 79 % → 40 %." in private_text(asked)
    assert asked.response is not None
    assert "from 79 to 40 percent" in alt_of(asked.response.message)
    live = await begun(club)
    assert live.rated
    async with club.store.match(live.id) as table:
        table.match = with_moves(table.match, moves[:-1])
    asked = await ask(club, club.alice, copy)
    told = private_text(asked)
    assert "79 % → 40 %." not in told
    assert f"`{moves[-1]}`" not in told
    assert re.search(r"Of [0-9]+ turns nothing is told yet", told)
    assert asked.response is not None
    assert "79" not in alt_of(asked.response.message)


async def test_an_unrated_match_that_is_nearly_a_copy_tells_nothing_either(club: Club) -> None:
    moves = some_moves(31)
    rated = await begun(club)
    assert rated.rated
    async with club.store.match(rated.id) as table:
        table.match = with_moves(table.match, moves[:-1])
    last = (await club.reload(rated)).line[-4]  # two plies before, another move than there
    other = next(move for move in map(last.write, last.legal_moves()) if move != moves[-4])
    copy = await ended(club, [*moves[:-4], other], rated=False)
    assert not copy.rated
    turns = [
        Judged(event.number, number % 2, 0.6, 0.2, (event.text,), Mark.MISTAKE)
        for number, event in enumerate(copy.turns)
    ]
    await club.store.reviews.put(Review(copy.id, tuple(turns[::-1]), done=True), copy.turns[-1].at)
    told = private_text(await ask(club, club.alice, copy))
    assert re.search(r"Of [0-9]+ turns nothing is told yet", told)
    assert f"`{other}`" not in told
    async with club.store.match(rated.id) as table:
        table.match = table.match.resign(club.bob.id, now=discord.utils.utcnow(), source=None)
    assert "nothing is told yet" not in private_text(await ask(club, club.alice, copy))


async def test_the_line_after_a_turn_ends_where_nothing_is_told(club: Club) -> None:
    match = await ended(club)
    first, second = match.turns[:2]
    turns = (
        Judged(second.number, 1, 0.5, 0.0, ("19-23", "28x19"), None),
        Judged(first.number, 0, 0.5, 0.0, (), None),
    )
    await club.store.reviews.put(Review(match.id, turns, done=True), first.at)
    steps = steps_of(match)
    assert line_after(turns[::-1], steps, 0) == ["19-23", "28x19"]
    assert line_after(turns[::-1], steps, 0, {second.number}) == []


@pytest.mark.usefixtures("study")
async def test_a_typed_command_is_answered_with_a_button(club: Club) -> None:
    match = await ended(club)
    await club.carol.send(club.channel, f"{club.me} review {match.id}")
    assert labels(club.last) == ["Review"]
    asked = await club.bob.click(club.last, label="Review")
    await reviewed(club)
    assert "Thought about like level 6." in private_text(asked)


@pytest.mark.usefixtures("study")
async def test_a_capture_that_was_omitted_is_part_of_a_review(club: Club) -> None:
    moves = ("@c6,e6", "e4-e5", "c6-c5", "d4-d5", "c5-c6", "huff e6", "d3-d4")
    match = await ended_assaut(club, moves)
    asked = await ask(club, club.alice, match)
    await reviewed(club)
    assert "Thought about like level 6." in private_text(asked)
    assert "Better is `huff e6`: it " in await moments(club, asked)


async def test_what_a_beginner_feels_is_told_beside_the_marks(club: Club) -> None:
    moves = ("34-30", "20-25", "32-28", "25x23", "31-26")
    match = await ended(club, moves)
    lines = {"34-30": ("34-30",), "32-28": ("31-26", "25x34", "39x30"), "31-26": ("31-26", "14-20")}
    judged = [
        Judged(turn.number, turn.seat or 0, 0.95, 0.02, lines.get(move, ()))
        for turn, move in zip(match.turns, moves, strict=False)
    ]
    review = replace(await club.store.reviews.of(match.id), turns=tuple(judged[::-1]), done=True)
    await club.store.reviews.put(review, match.turns[0].at)
    told = private_text(await ask(club, club.carol, match))
    assert (
        "Besides:\n"
        "• Move 2, White: `32-28`. Still winning, but that was 3 men for nothing: `25x23`.\n"
        "• White resigned a game that stood well: winning chances of 93 %."
    ) in told
    assert told.count("•") == 2
