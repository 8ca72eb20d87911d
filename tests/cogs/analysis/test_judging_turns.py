"""Turns are judged by the computer's values of the positions before and after them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import engine
from cogs.analysis.reviews import thinking
from cogs.analysis.reviews import turns as reviewed
from cogs.analysis.reviews.thinking import AHEAD, AT_ONCE, CLOSER, FAST_CLOSER, FIRST, Thinker
from cogs.analysis.reviews.turns import Course, ReviewedTurn, chances_of, course_of, share_of
from cogs.computers.worker import answer_to
from cogs.computers.worker_pool import ThoughtFailed
from cogs.computers.worker_protocol import Answer, Question
from engine import Outcome, Text
from engine.study.judging import Judged, Mark
from engine.table.match import Match

NODES = 1_000

NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Oracle:
    """Answers that depend only on the text of a position: its value and its best move.

    ``others`` has the value of another move there: the one compared with the best move, or the
    best one besides it.
    """

    def __init__(
        self, worth: Mapping[str, int], best: Mapping[str, str], others: Mapping[str, int]
    ) -> None:
        self._worth, self._best, self._others = worth, best, others
        self.asked: list[Question] = []
        self.used = 1.0
        self.glance = "something else"
        self.shallow: dict[str, int] = {}
        self.closer: dict[str, int] = {}

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        text = question.line[-1]
        if text not in self._worth:
            raise ThoughtFailed("unknown")
        if question.compared:
            return Answer(values=[self._worth[text], self._others[text]])
        if question.besides:
            return Answer(values=[self._others[text]])
        best = self._best.get(text, f"best of {text}")
        known = self.closer if question.nodes == NODES * CLOSER else self._worth
        return Answer(
            moves=[best],
            value=known.get(text, self._worth[text]),
            variation=[best, "then"],
            nodes=round((question.nodes or 0) * self.used),
            early=[(self.glance, 0), (best, self.shallow.get(text, self._worth[text]))],
        )

    def looked_closer(self) -> set[str]:
        """Return the texts of the positions that got a closer look."""
        return {one.line[-1] for one in self.asked if one.nodes == NODES * CLOSER}

    def compared(self) -> set[str]:
        """Return the texts of the positions whose move played was compared with the best one."""
        return {one.line[-1] for one in self.asked if one.compared}


class PlainCourse(Course):
    """A course without real positions; a capture is near at the indexes in ``taking``."""

    taking: frozenset[int] = frozenset()

    def expects_capture(self, at: int, line: Sequence[str]) -> bool:
        """Return whether a capture is near at index ``at``."""
        return at in self.taking


def course(count: int, *, forced: Sequence[int] = (), over: Sequence[float] = ()) -> PlainCourse:
    """Return a course of ``count`` turns, White's and Black's in turn.

    ``forced`` are the indexes of its forced turns; ``over`` is how it ends, if it does.
    """
    return PlainCourse(
        game=engine.games["frisian"],
        options={},
        sides=[0, 1],
        texts=[f"p{at}" for at in range(count + 1)],
        movers=[at % 2 for at in range(count + 1)],
        over={count: over} if over else {},
        turns=[
            ReviewedTurn(at, at + 10, at % 2, f"move {at}", at // 2 + 1, at in forced)
            for at in range(count)
        ],
        nodes=NODES,
    )


async def judged(of: Course, oracle: Oracle, known: Sequence[Judged] = ()) -> list[Judged]:
    """Return the judged turns, the first one first."""
    found = list(known)
    async for some in Thinker(of, oracle.ask).judge(known):
        assert len(some) <= AT_ONCE
        found += some
    return found[::-1]


async def test_a_turn_loses_what_the_next_position_is_worth_less() -> None:
    oracle = Oracle({"p0": 0, "p1": 300, "p2": -290}, {}, {})
    first, second = await judged(course(2), oracle)
    assert first.mark is Mark.BLUNDER
    assert first.chance == 0.5
    assert first.lost == pytest.approx(0.5 - (1 - second.chance), abs=0.01)
    assert second.mark is None
    assert oracle.looked_closer() == {"p0", "p1"}
    fast = Oracle(oracle._worth, {}, {})
    assert (await judged(replace(course(2), fast=True), fast))[0].mark is Mark.BLUNDER
    assert sorted(one.nodes or 0 for one in fast.asked)[-2:] == [round(NODES * FAST_CLOSER)] * 2


async def test_what_a_closer_look_does_not_confirm_is_no_mistake() -> None:
    oracle = Oracle({"p0": 0, "p1": 300, "p2": -300}, {}, {})
    oracle.closer = {"p0": -290}
    first, _ = await judged(course(2), oracle)
    assert first.mark is None
    assert first.chance < 0.2
    oracle.closer = {"p1": 10}
    first, _ = await judged(course(2), oracle)
    assert first.mark is None
    assert first.lost < 0.05


@pytest.mark.parametrize("sign", ["a capture is near", "the value jumps"])
async def test_a_loss_that_the_first_look_does_not_see_is_found(sign: str) -> None:
    """The best reply wins a man, as only a closer look shows, and was not played."""
    of = course(2)
    oracle = Oracle({"p0": 0, "p1": 0, "p2": 0}, {}, {})
    oracle.closer = {"p1": 100}
    assert [turn.mark for turn in await judged(of, oracle)] == [None, None]
    if sign == "the value jumps":
        oracle.shallow = {"p1": 60}
    else:
        object.__setattr__(of, "taking", frozenset({1}))
    assert [turn.mark for turn in await judged(of, oracle)] == [Mark.MISTAKE, Mark.MISTAKE]


async def test_where_little_is_afforded_only_some_places_get_a_closer_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Twelve turns afford a first look at five places and a closer look at three."""
    monkeypatch.setattr(thinking, "AFFORDED", (5 * FIRST + 3 * CLOSER) / (AT_ONCE + AHEAD))
    of = course(12)
    object.__setattr__(of, "taking", frozenset(range(13)))
    worth = {f"p{at}": 10 * (at - 10) * (-1) ** at for at in range(13)}
    oracle = Oracle(worth, {}, {})
    await judged(of, oracle)
    assert oracle.looked_closer() == {"p9", "p10", "p11"}
    oracle = Oracle(worth, {"p10": "move 10"}, {"p10": 0})
    await judged(of, oracle)
    assert oracle.looked_closer() == {"p8", "p9", "p12"}


async def test_moves_of_a_doubtful_turn_are_compared_though_nothing_is_afforded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The values from a comparison count for the turn before, too."""
    monkeypatch.setattr(thinking, "AFFORDED", 0)
    of = course(3)
    object.__setattr__(of, "taking", frozenset(range(4)))
    worth = {"p0": 0, "p1": 0, "p2": 300, "p3": -300}
    oracle = Oracle(worth, {}, {"p1": -300})
    first, second, _ = await judged(of, oracle)
    assert [first.mark, second.mark] == [None, Mark.BLUNDER]
    assert oracle.looked_closer() == set()
    assert oracle.compared() == {"p1"}
    oracle = Oracle(worth, {}, {"p0": -300, "p1": 300})
    first, second, _ = await judged(of, oracle)
    assert [first.mark, second.mark] == [Mark.BLUNDER, None]
    assert oracle.compared() == {"p0", "p1"}


async def test_what_looks_leave_of_their_nodes_is_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "AFFORDED", 5 * FIRST / (AT_ONCE + AHEAD))
    of = course(4)
    object.__setattr__(of, "taking", frozenset(range(5)))
    worth = {f"p{at}": 0 for at in range(5)}
    for used, looks in ((1.0, 0), (0.2, 1)):
        oracle = Oracle(worth, {}, {})
        oracle.used = used
        await judged(of, oracle)
        assert len(oracle.looked_closer()) == looks


async def test_a_forced_turn_is_not_thought_about() -> None:
    oracle = Oracle({"p0": 0, "p3": 100}, {"p0": "move 0"}, {"p0": 0})
    turns = await judged(course(3, forced=[1, 2]), oracle)
    assert [turn.line for turn in turns] == [("move 0", "then"), (), ()]
    assert turns[1].chance == pytest.approx(1 - turns[2].chance)
    assert {question.line[-1] for question in oracle.asked} == {"p0", "p3"}


async def test_the_only_good_move_is_praised_unless_it_is_seen_at_once() -> None:
    worth, best = {"p0": 0, "p1": 0}, {"p0": "move 0"}
    oracle = Oracle(worth, best, {"p0": -400})
    (turn,) = await judged(course(1), oracle)
    assert turn.mark is Mark.ONLY
    oracle = Oracle(worth, best, {"p0": -400})
    oracle.glance = "move 0"
    (turn,) = await judged(course(1), oracle)
    assert turn.mark is None
    (turn,) = await judged(course(1), Oracle(worth, best, {"p0": -50}))
    assert turn.mark is None


async def test_the_end_of_the_game_counts_as_it_is() -> None:
    oracle = Oracle({"p0": 200}, {"p0": "move 0"}, {"p0": 100})
    (turn,) = await judged(course(1, over=[1.0, 0.0]), oracle)
    assert turn.chance > 0.5
    assert all(question.line[-1] == "p0" for question in oracle.asked)


async def test_it_goes_on_behind_what_is_known() -> None:
    worth = {f"p{at}": 0 for at in range(11)}
    whole = await judged(course(10), Oracle(worth, {}, {}))
    oracle = Oracle(worth, {}, {})
    known = whole[::-1][:7]
    assert await judged(course(10), oracle, known) == whole
    assert max(int(question.line[-1][1:]) for question in oracle.asked) == 2


async def test_a_place_between_two_groups_of_turns_gets_one_closer_look() -> None:
    count = AT_ONCE + 1
    oracle = Oracle({f"p{at}": 300 * (at == 1) for at in range(count + 1)}, {}, {})
    turns = await judged(course(count), oracle)
    closer = [one.line[-1] for one in oracle.asked if one.nodes == NODES * CLOSER]
    assert sorted(closer) == ["p0", "p1", "p2"]
    assert [turn.mark for turn in turns[:2]] == [Mark.BLUNDER, Mark.BLUNDER]


async def test_a_known_draw_is_worth_one_half_whatever_the_search_hopes() -> None:
    oracle = Oracle({"p0": 9_990, "p1": -400, "p2": 0}, {}, {})
    first, second = await judged(replace(course(2), drawn={1}), oracle)
    assert (first.chance, first.lost, first.mark) == (1.0, 0.5, Mark.BLUNDER)
    assert (second.chance, second.mark) == (0.5, None)


async def test_a_turn_of_which_nothing_comes_has_no_line() -> None:
    turns = await judged(course(3), Oracle({"p3": 0}, {}, {}))
    assert [turn.line for turn in turns] == [(), (), ()]
    assert [turn.mark for turn in turns] == [None, None, None]


async def test_the_two_men_that_a_warning_asks_about_are_a_blunder_in_a_review() -> None:
    match = two_people("frisian")
    for move in ("32-28", "18-23", "33-29", "23x32", "31x33", "20-25", "34-30", "25x23"):
        match = match.play(match.people[match.position.turn], move, now=NOW, source=None)

    async def ask(question: Question) -> Answer:
        return answer_to(question)

    of = replace(course_of(match), nodes=2_000)
    looks: list[int] = []
    found = [turn async for some in Thinker(of, ask, looks.append).judge() for turn in some]
    assert looks[0] <= 1, "progress moves before the first turns are judged"
    assert looks == sorted(looks)
    assert len(of.turns) - 1 <= looks[-1] <= len(of.turns)
    marks = {of.turns[-1 - number].text: turn.mark for number, turn in enumerate(found)}
    assert marks["34-30"] is Mark.BLUNDER
    assert marks["32-28"] is marks["31x33"] is None


def two_people(name: str) -> Match:
    """Return a match of two people that has just begun."""
    return Match.challenge(
        guild=1, channel=2, game=engine.games[name], options={}, host=1, opponents=[2],
        seat=0, now=NOW, source=None,
    ).accept(2, now=NOW, source=None, chance=random.Random(1))  # fmt: skip


@pytest.mark.parametrize("name", sorted(engine.games))
def test_every_game_has_a_course_that_can_be_asked_about(name: str) -> None:
    start = engine.games[name].start(max(engine.games[name].seats))
    people = tuple(range(1, len(start.seats) + 1))
    match = Match.challenge(
        guild=1, channel=2, game=start.game, options=dict(start.options), host=1,
        opponents=people[1:], seat=0, now=NOW, source=None,
    )  # fmt: skip
    chance = random.Random(3)
    for person in people[1:]:
        match = match.accept(person, now=NOW, source=None, chance=chance)
    for seat in match.setting_up:
        person = match.people[seat]
        match = match.arrange(person, match.setup.completion, chance=chance)
        match = match.ready(person, now=NOW, source=None)
    for _ in range(6):
        position = match.position
        move = chance.choice(position.seen_by(None).legal_moves())
        match = match.play(match.people[position.turn], position.write(move), now=NOW, source=None)
    of = course_of(match)
    assert [turn.text for turn in of.turns] == [event.text for event in match.turns]
    for turn in of.turns:
        question = of.question(turn.at)
        read = start.game.read(question.line[-1], len(people), **question.options)
        assert read.turn == turn.seat == question.seat
        assert read.parse(turn.text)


def test_a_long_match_is_thought_about_less_and_its_beginning_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviewed, "LONGEST", 5)
    monkeypatch.setattr(reviewed, "AMPLE", 2)
    match = two_people("frisian")
    for number in range(7):
        move = match.position.write(match.position.legal_moves()[0])
        match = match.play(1 + number % 2, move, now=NOW, source=None)
    of = course_of(match)
    assert [turn.event for turn in of.turns] == [event.number for event in match.turns[-5:]]
    assert of.nodes == round(0.4 * 45_000)


def test_a_game_gets_a_part_of_the_nodes_or_several_times_as_many_by_its_speed() -> None:
    assert share_of(10, [0, 1], "frisian", fast=False) == 1
    assert share_of(10, [0, 1], "frysk", fast=False) == 0.5
    assert share_of(10, [0, 1], "frysk", fast=True) == 3
    assert share_of(10, [0, 1], "alliance", fast=True) == 1
    assert share_of(200, [0, 1], "frysk", fast=False) == 0.25
    assert share_of(200, [0, 1], "frysk", fast=True) == 1.5


def test_a_result_is_worth_the_part_of_the_others_that_one_came_before() -> None:
    def worth(*ranks: int) -> list[float]:
        return chances_of(Outcome(ranks, Text("so")))

    assert worth(1, 2) == [1, 0]
    assert worth(1, 1) == [0.5, 0.5]
    assert worth(1, 2, 3) == [1, 0.5, 0]
    assert worth(1, 2, 1, 2) == [1, 0, 1, 0]
