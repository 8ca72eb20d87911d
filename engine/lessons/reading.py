"""Reading lessons from the games' documents.

A step has a task, a position, and a list of goals or of answers. In a list of goals, ``Right``
begins a goal: it has the condition of a right move, and the answer to that move. ``Wrong`` has the
condition of a wrong move, and the answer to it. ``Otherwise`` has the answer to all other moves,
``Tries`` the wrong moves that newcomers are likely to try, and ``Reply`` the opponent's move before
the next goal. In a list of answers, the right one is ticked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Final

from engine.documents import Item, Section, document
from engine.lessons.lesson import (
    Answer,
    Both,
    Captures,
    Condition,
    IsKind,
    Legal,
    Lesson,
    LessonGoal,
    LessonStep,
    Offers,
    Plays,
    Promotes,
    Reaches,
    Safe,
    Starts,
    Survives,
    Switches,
    Wins,
    WrongMove,
)

_CONDITIONS: Final[Mapping[str, Callable[[str], Condition]]] = {
    "plays": lambda moves: Plays(tuple(moves.split(", "))),
    "captures": lambda least: Captures(int(least)),
    "reaches": lambda points: Reaches(tuple(points.split(", "))),
    "starts": lambda points: Starts(tuple(points.split(", "))),
    "is": IsKind,
    "promotes": lambda _: Promotes(),
    "wins": lambda _: Wins(),
    "survives": lambda _: Survives(),
    "safe": lambda _: Safe(),
    "offers": lambda _: Offers(),
    "switches": lambda _: Switches(),
    "legal": lambda _: Legal(),
}
"""The makers of conditions by their words in documents; a maker gets the text after its word."""


def lesson(name: str) -> Lesson | None:
    """Return the lesson in the document of the game ``name``, or None if it has no lesson.

    Raises ValueError, which names the document and the step, if a step cannot be read.
    """
    written = document(name)
    if not written.lesson:
        return None
    steps = []
    for section in written.lesson:
        try:
            steps.append(_step(section))
        except (KeyError, IndexError, ValueError) as error:
            raise ValueError(f"{name}.md: {section.title.source}: no step ({error})") from error
    return Lesson(name, tuple(steps), written.match)


def _step(section: Section) -> LessonStep:
    board, goals = section.board, list[list[Item]]()
    for item in section.items:
        if item.head == "Right":
            goals.append([])
        if item.head not in {"x", " "}:
            goals[-1].append(item)
    answers = (
        Answer(item.passages[0].text, item.passages[1].text, right=item.head == "x")
        for item in section.items
        if item.head in {"x", " "}
    )
    return LessonStep(
        section.title.text,
        section.text,
        board["position"],
        tuple(_goal(items) for items in goals),
        tuple(answers),
        section.seats,
        section.options,
        board.get("led", ""),
        board.get("omitted", ""),
    )


def _goal(items: Sequence[Item]) -> LessonGoal:
    by_head = {item.head: item for item in items}
    right, otherwise = by_head["Right"], by_head["Otherwise"]
    wrong = (
        WrongMove(_condition(item.codes), item.passages[0].text)
        for item in items
        if item.head == "Wrong"
    )
    return LessonGoal(
        _condition(right.codes),
        right.passages[0].text,
        otherwise.passages[0].text,
        by_head["Tries"].codes,
        tuple(wrong),
        by_head["Reply"].codes[0] if "Reply" in by_head else "",
    )


def _condition(codes: Sequence[str]) -> Condition:
    """Return the condition that all conditions written in ``codes`` hold."""
    found = []
    for code in codes:
        word, _, rest = code.partition(" ")
        found.append(_CONDITIONS[word](rest))
    return reduce(Both, found)
