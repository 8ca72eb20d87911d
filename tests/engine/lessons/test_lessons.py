"""Lessons: every step can be solved, and newcomers' usual mistakes get an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import discord
import pytest

import engine
from cogs.language.catalogues import translate
from engine import IllegalMove, InvalidMove, MoveError, Position, Text
from engine.lessons import LESSONS, Lesson, LessonGoal, LessonStep
from engine.lessons.lesson import FIRST_TITLES, Promotes, Wins

A_DOZEN = range(11, 21)

LONGEST_TASK, LONGEST_WORD = 200, 135
"""The most characters that are read at a glance below a picture on a phone."""

LONGEST_LABEL = 38
"""The most characters of a button on a phone."""

LONGEST_TITLE = 40

LANGUAGES = (discord.Locale.american_english, discord.Locale.french)

every_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=list(LESSONS))


def stages(lesson: Lesson) -> Iterator[tuple[str, LessonGoal, Position]]:
    """Yield each goal with its step's name and every position from which it is to be reached.

    If several moves reach a goal, the next goal begins after each of them.
    """
    for number, step in enumerate(lesson.steps, 1):
        here = [step.start(engine.games[lesson.game])]
        for goal in step.goals:
            for position in here:
                yield f"{lesson.game} {number}", goal, position
            after = [p.play(move) for p in here for move in goal.solutions(p)]
            here = [p.play(p.parse(goal.reply)) for p in after] if goal.reply else after


def refusal_of(goal: LessonGoal, position: Position, text: str) -> Text | None:
    """Return the lesson's or the game's refusal of a typed move, None if the move passes."""
    try:
        return goal.judge(position, position.parse_all(text)[0])
    except MoveError as refusal:
        return refusal.text


Says = Callable[[Position, Position], bool]
"""Checks a reason's truth by the positions before and after the wrong move."""


def captures(position: Position) -> int:
    """Return the most pieces that a legal move captures."""
    return max((len(move.captured) for move in position.legal_moves()), default=0)


def goes_to(name: str) -> Says:
    return lambda _, after: any(
        after.board.names[reply.path[-1]] == name and not reply.captured
        for reply in after.legal_moves()
    )


def gets_away(_: Position, after: Position) -> bool:
    """Return whether some reply leaves no winning move."""
    replies = (after.play(move) for move in after.legal_moves())
    return any(
        not any(Wins().holds(reply, move, reply.play(move)) for move in reply.legal_moves())
        for reply in replies
    )


def quiet_turns(position: Position, most: int) -> int | None:
    """Return the turns without a capture to a draw found within ``most`` turns, else None."""
    for move in position.legal_moves() if most else ():
        after = position.play(move)
        outcome = after.outcome()
        if move.captured or (outcome is not None and len(set(outcome.ranks)) > 1):
            continue
        turns = 0 if outcome is not None else quiet_turns(after, most - 1)
        if turns is not None:
            return turns + 1
    return None


def is_taken(_: Position, after: Position) -> bool:
    return captures(after) > 0


def is_lost(before: Position, after: Position) -> bool:
    outcome = after.outcome()
    return outcome is not None and outcome.ranks[before.turn] > 1


def one_less(taken: int) -> Says:
    """Return a check that some reply leaves fewer than ``taken`` pieces to capture."""
    return lambda _, after: any(
        captures(after.play(reply)) < taken for reply in after.legal_moves()
    )


def empty(name: str) -> Says:
    return lambda _, after: name not in {after.board.names[at] for at, _ in after.pieces()}


def filled(name: str) -> Says:
    return lambda before, after: not empty(name)(before, after)


REASONS: dict[str, Callable[[Text], Says]] = {
    "That forces nothing. Put a man where it must be taken and you take more.": lambda _: (
        lambda _, after: captures(after) == 0
    ),
    "It must be taken, but you do not take {number} for it. Look again.": lambda text: one_less(
        int(str(text.values["number"]))
    ),
    "Black jumps over that man, because nothing stands behind it. Use the other one.": lambda _: (
        is_taken
    ),
    "Black can still go to {square}. Put a man there, with one behind.": lambda text: goes_to(
        str(text.values["square"])
    ),
    "Then that king can get away, and you have only one move left.": lambda _: gets_away,
    "There a black man beside your king can jump over it. Land elsewhere.": lambda _: is_taken,
    "That takes two, but then the man on 30 takes back.": lambda _: is_taken,
    "That takes two, but then the man on d8 takes back.": lambda _: is_taken,
    "An officer jumps there: a point behind a soldier is empty. Try another.": lambda _: is_taken,
    "An officer takes a soldier then. Look for a step that leaves none open.": lambda _: is_taken,
    "They can still jump onto e5. Fill it.": lambda _: (
        lambda _, after: "e5" in {after.board.names[m.path[-1]] for m in after.legal_moves()}
    ),
    "e5 is filled, but that opens another point. Use another soldier.": lambda _: filled("e5"),
    "Not full yet: b6 is empty, and the piece on c6 beside it.": lambda _: empty("b6"),
    "Not full yet: n4 is empty, and the piece on m8 beside it.": lambda _: empty("n4"),
    "n4 is still empty. The piece on m8 is beside it.": lambda _: empty("n4"),
    "That leaves b7 filled. Move the piece on b7 deeper into the camp.": lambda _: filled("b7"),
    "n2 is still filled. Move the piece on n2 deeper into the camp.": lambda _: filled("n2"),
    "Then Black moves on to 50, or takes your king. Stand on 50 yourself.": lambda _: (
        lambda before, after: goes_to("50")(before, after) or is_taken(before, after)
    ),
    "White can still move. Take away the last free square, 21.": lambda _: (
        lambda _, after: bool(after.legal_moves()) and after.outcome() is None
    ),
    "Too slow: Black becomes a king and you do not. The man on 8 is a step away.": lambda _: (
        lambda _, after: any(
            Promotes().holds(after, move, after.play(move)) for move in after.legal_moves()
        )
    ),
    "Not yet full: a soldier outside, beside the last empty point, can step in.": lambda _: (
        lambda _, after: after.outcome() is None
    ),
    "The piece on f2 would still be in your camp, and you would lose. Move it.": lambda _: is_lost,
    "That is still inside your camp. Move it out of it.": lambda _: is_lost,
    "J8 is still open, and Antwerp behind it.": lambda _: empty("J8"),
    "I9 jumps over J8 then, for K7 behind it is empty.": lambda _: is_taken,
}
"""The reasons that claim what can follow a wrong move, each with a function making its check."""


def texts(step: LessonStep) -> Iterator[tuple[Text, int]]:
    """Yield the texts of a step, each with the most characters allowed."""
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
        assert goal.solutions(position), name


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


def test_what_a_reason_says_can_happen_after_a_wrong_move_can() -> None:
    untrue, said = [], set()
    for lesson in LESSONS.values():
        for name, goal, position in stages(lesson):
            for move in position.legal_moves():
                reason = goal.judge(position, move)
                if reason is None or reason.template not in REASONS:
                    continue
                said.add(reason.template)
                if not REASONS[reason.template](reason)(position, position.play(move)):
                    untrue.append(f"{name}: {position.write(move)}: {reason}")
    assert untrue == []
    assert said == set(REASONS)


@every_lesson
def test_a_refusal_names_no_move_of_the_step_before_it_is_told(lesson: Lesson) -> None:
    for name, goal, position in stages(lesson):
        right = [f"`{position.write(move)}`" for move in goal.solutions(position)]
        for text in goal.tries:
            try:
                with suppress(InvalidMove):
                    position.parse_all(text)
            except IllegalMove as refusal:
                whole, alone = refusal.text, refusal.text.without_examples()
                for language in LANGUAGES:
                    said = translate(alone, language)
                    assert translate(whole, language).startswith(said.rstrip(".\u202f")), name
                    assert not any(move in said for move in right), f"{name}: {said}"


def test_the_moves_that_are_left_are_those_of_the_rule() -> None:
    """A wrong move of a step "In time" leads to a draw by rule; the question about it follows."""
    found = []
    for lesson in LESSONS.values():
        places = [n for n, one in enumerate(lesson.steps) if str(one.title) == "In time"]
        for step in (lesson.steps[place] for place in places):
            position = step.start(engine.games[lesson.game])
            wrong = (m for m in position.legal_moves() if step.goals[0].judge(position, m))
            turns = (quiet_turns(position.play(move), 3) for move in wrong)
            # A reply, the learner's last move, and the reply to it.
            assert next(filter(None, turns)) in {2, 3}, lesson.game
        following = (str(lesson.steps[place + 1].title) for place in places)
        found += [lesson.game for title in following if title == "When it is a draw"]
    assert found == [
        "frisian",
        "frisian-official",
        "frysk",
        "international",
        "checkers",
        "russian",
        "brazilian",
    ]


def test_a_fourth_move_of_a_king_is_refused_with_its_reason() -> None:
    for name in ("frisian-official", "frysk"):
        (step,) = (one for one in LESSONS[name].steps if str(one.title) == "Three king moves")
        third, _ = step.goals
        before = step.start(engine.games[name])
        for move in third.solutions(before):
            position = before.play(move)
            position = position.play(position.parse(third.reply))
            king = before.board.names[move.path[-1]]
            with pytest.raises(IllegalMove, match="has made three moves in a row"):
                position.parse(f"{king}-48")
            assert {position.write(move) for move in position.legal_moves()} == {"34-29", "34-30"}


def test_the_right_answers_about_captures_are_right() -> None:
    asked = 0
    for lesson in LESSONS.values():
        for step in lesson.steps:
            position = step.start(engine.games[lesson.game])
            moves, names = position.legal_moves(), position.board.names
            for answer in step.answers:
                square, written = answer.label.values.get("square"), step.task.values.get("move")
                if square is not None:  # the square of a man that must capture or be captured
                    of_it = [square in {names[p] for p in (m.path[0], *m.captured)} for m in moves]
                    assert all(of_it) == any(of_it) == answer.right, f"{lesson.game}: {step.title}"
                    asked += 1
                if written is not None:  # a capture over the last row and back
                    move = position.parse(str(written))
                    kind = dict(position.play(move).pieces())[move.path[-1]].kind
                    assert ("man" in str(answer.label)) == (answer.right == (kind == "man"))
                    asked += 1
    assert asked > 16


def test_an_omitted_capture_could_have_been_made_instead() -> None:
    asked = []
    for lesson in LESSONS.values():
        game = engine.games[lesson.game]
        for number, step in enumerate(lesson.steps, 1):
            omitted = step.omission(game)
            if omitted is None:
                assert not step.kinds & {"huff", "force"}, number
                continue
            opening = step.opening(game)
            assert omitted.captured
            assert omitted != opening.parse(step.led)
            asked.append((lesson.game, number))
    assert asked == [("assaut", 8), ("assaut", 9), ("allies", 7), ("allies", 8)]


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


NAMES = (Path(__file__).parent / "steps.txt").read_text(encoding="utf-8").splitlines()
"""The names by which databases store the steps that people have done."""


def test_a_step_is_known_by_its_first_title_however_that_is_corrected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = {f"{name}: {step.name}" for name, lesson in LESSONS.items() for step in lesson.steps}
    assert now == {*NAMES}  # a corrected title goes into FIRST_TITLES, a new step into steps.txt
    step = LESSONS["frisian"].steps[0]
    corrected = step._replace(title=Text("The very first move"))
    assert corrected.key != step.key
    monkeypatch.setitem(FIRST_TITLES, "The very first move", step.title.template)
    assert corrected.key == step.key
