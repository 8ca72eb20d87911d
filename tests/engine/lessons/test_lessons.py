"""Lessons: every step can be solved, what newcomers try in vain is refused with a word."""

from __future__ import annotations

from collections.abc import Iterator

import discord
import pytest

import engine
from cogs.language.catalogues import translate
from engine import Move, MoveError, Position, Text
from engine.lessons import LESSONS, Lesson, LessonGoal, LessonStep

A_DOZEN = range(11, 19)

LONGEST_TASK, LONGEST_WORD = 200, 135
"""Characters that are read at a glance below a picture on a phone."""

LONGEST_LABEL = 38
"""Characters of a button on a phone."""

LONGEST_TITLE = 40

LANGUAGES = (discord.Locale.american_english, discord.Locale.french)

every_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=list(LESSONS))


def solutions(goal: LessonGoal, position: Position) -> list[Move]:
    return [move for move in position.legal_moves() if goal.judge(position, move) is None]


def stages(lesson: Lesson) -> Iterator[tuple[str, LessonGoal, Position]]:
    """Yield all goals, with what they are called and each position in which one is to be reached.

    Where several moves reach a goal, the next one begins after each of them.
    """
    for number, step in enumerate(lesson.steps, 1):
        here = [step.start(engine.games[lesson.game])]
        for goal in step.goals:
            for position in here:
                yield f"{lesson.game} {number}", goal, position
            after = [p.play(move) for p in here for move in solutions(goal, p)]
            here = [p.play(p.parse(goal.reply)) for p in after] if goal.reply else after


def refusal_of(goal: LessonGoal, position: Position, text: str) -> Text | None:
    """Return what is said to a move that is typed, by the lesson or by the game."""
    try:
        return goal.judge(position, position.parse_all(text)[0])
    except MoveError as refusal:
        return refusal.text


def texts(step: LessonStep) -> Iterator[tuple[Text, int]]:
    """Yield what is said in a step, and how many characters it may have."""
    yield step.title, LONGEST_TITLE
    yield step.task, LONGEST_TASK
    for goal in step.goals:
        for said in (goal.right, goal.otherwise, *(wrong.says for wrong in goal.wrong)):
            yield said, LONGEST_WORD
    for answer in step.answers:
        yield answer.label, LONGEST_LABEL
        yield answer.says, LONGEST_WORD


def test_a_lesson_is_of_a_game_and_has_about_a_dozen_steps() -> None:
    assert set(LESSONS) <= set(engine.games)
    assert [name for name, lesson in LESSONS.items() if len(lesson.steps) not in A_DOZEN] == []


@every_lesson
def test_a_position_is_read_as_it_is_written(lesson: Lesson) -> None:
    game = engine.games[lesson.game]
    for step in lesson.steps:
        position = step.start(game)
        seats, options = len(position.seats), dict(position.options)
        assert game.read(position.fen(), seats, **options) == position


@every_lesson
def test_what_is_to_be_done_can_be_done(lesson: Lesson) -> None:
    for name, goal, position in stages(lesson):
        assert position.outcome() is None, name
        assert solutions(goal, position), name


@every_lesson
def test_what_newcomers_try_in_vain_is_refused_with_a_word(lesson: Lesson) -> None:
    for name, goal, position in stages(lesson):
        assert goal.tries, name
        for text in goal.tries:
            assert str(refusal_of(goal, position, text) or ""), f"{name}: {text}"


@every_lesson
def test_every_wrong_word_is_said_to_some_move(lesson: Lesson) -> None:
    meant = {wrong.says for step in lesson.steps for g in step.goals for wrong in g.wrong}
    said = {
        goal.judge(position, move)
        for _, goal, position in stages(lesson)
        for move in position.legal_moves()
    }
    assert meant <= said


@every_lesson
def test_a_step_has_something_to_do_or_a_question_with_one_right_answer(lesson: Lesson) -> None:
    for step in lesson.steps:
        assert bool(step.goals) != bool(step.answers)
        if step.answers:
            assert [answer.right for answer in step.answers].count(True) == 1
            assert len(step.answers) in {2, 3}


@every_lesson
def test_texts_are_short_in_every_language(lesson: Lesson) -> None:
    long = [
        shown
        for step in lesson.steps
        for text, longest in texts(step)
        for shown in (translate(text, language) for language in LANGUAGES)
        if len(shown) > longest
    ]
    assert long == []


@every_lesson
def test_no_step_of_a_lesson_stands_in_it_twice(lesson: Lesson) -> None:
    tasks = [(step.task, step.position) for step in lesson.steps]
    assert len(set(tasks)) == len(tasks)
    assert len({step.key for step in lesson.steps}) == len(tasks)
