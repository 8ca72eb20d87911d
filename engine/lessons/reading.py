"""Reading lessons from the games' documents.

A step is a task with a position and a list, of goals or of answers. A goal begins with ``Right``
and the condition of a move that passes, with the answer to it; ``Wrong`` has the condition of
another move with its own answer, ``Otherwise`` the answer to all others, ``Tries`` has wrong moves
that newcomers are likely to try, and ``Reply`` the opponent's move before the next goal. The right
answer to a question is ticked.
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
"""The conditions by their words in documents; the text after the word makes the condition."""


def lesson(name: str) -> Lesson | None:
    """Return the lesson in a game's document, None if there is none.

    Raises ValueError, with the document and the step, for a step that cannot be read.
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
    """Return the condition of these words, all of which must hold."""
    found = []
    for code in codes:
        word, _, rest = code.partition(" ")
        found.append(_CONDITIONS[word](rest))
    return reduce(Both, found)
