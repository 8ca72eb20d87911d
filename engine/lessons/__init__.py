"""Lessons for people new to a game: small positions with one thing to do each.

They know games by their keys alone, and positions as texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.lessons.alliance import ALLIANCE
from engine.lessons.allies import ALLIES
from engine.lessons.assaut import ASSAUT
from engine.lessons.checkers import CHECKERS
from engine.lessons.flying import BRAZILIAN, INTERNATIONAL, RUSSIAN
from engine.lessons.frisian import FRISIAN, FRYSK, OFFICIAL
from engine.lessons.halma import HALMA, STAR
from engine.lessons.lesson import Lesson, LessonGoal, LessonStep
from engine.lessons.turkish import TURKISH

__all__ = ["LESSONS", "Lesson", "LessonGoal", "LessonStep"]

LESSONS: Final[Mapping[str, Lesson]] = MappingProxyType(
    {
        lesson.game: lesson
        for lesson in (
            FRISIAN,
            OFFICIAL,
            FRYSK,
            INTERNATIONAL,
            CHECKERS,
            RUSSIAN,
            BRAZILIAN,
            TURKISH,
            ALLIANCE,
            ASSAUT,
            HALMA,
            STAR,
            ALLIES,
        )
    }
)
"""The lessons by the keys of their games."""
