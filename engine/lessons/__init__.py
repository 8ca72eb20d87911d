"""Lessons for newcomers to a game: small positions, each with a task or a question.

The lessons are written in the games' documents, which are read when first needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from engine import games
from engine.lessons.lesson import Lesson, LessonGoal, LessonStep
from engine.lessons.reading import lesson

__all__ = ["LESSONS", "Lesson", "LessonGoal", "LessonStep"]


class _Lessons(Mapping[str, Lesson]):
    """The lessons by the keys of their games, in the order of ``engine.games``."""

    def __getitem__(self, name: str) -> Lesson:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    @staticmethod
    @cache
    def _all() -> Mapping[str, Lesson]:
        return {name: found for name in games if (found := lesson(name))}


LESSONS: Final[Mapping[str, Lesson]] = _Lessons()
