"""Marks for the cases of tests that only `make nightly` runs.

Every run has the cases that take different paths through the code. The night adds cases that
repeat these paths with other values, to find defects that nobody has thought of.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

import engine

T = TypeVar("T")

NIGHT = "DAMIER_NIGHTLY"
"""The environment variable that is set for night runs."""

OTHER_EXAMPLES = "other examples"
"""The profile of Hypothesis that draws other examples in each run, as at night."""

NIGHTLY = pytest.mark.nightly


def _family(name: str) -> tuple[object, ...]:
    """Return the properties of a game on which the bot, the painter and the store depend."""
    start = engine.games[name].start()
    capabilities = ("notation", "secrets", "setup", "claiming", "display", "goal", "race")
    kinds = (type(getattr(start, capability)) for capability in capabilities)
    return start.board.style, start.board.names[0].isdigit(), start.game.seats, *kinds


FAMILIES: dict[tuple[object, ...], str] = {}
"""The first game of each family, for tests of what the games of a family have in common."""
for _name in engine.games:
    FAMILIES.setdefault(_family(_name), _name)

BOARDS: dict[str, str] = {}
"""The first game on each style of board, for tests in which games differ only in their picture."""
for _name in engine.games:
    BOARDS.setdefault(engine.games[_name].start().board.style, _name)


def is_night() -> bool:
    """Return whether this is a night run, in which tests may take long."""
    return NIGHT in os.environ


def few(cases: Sequence[T], most: int) -> Sequence[T]:
    """Return at most ``most`` cases, evenly spread; at night, all of them."""
    if is_night() or len(cases) <= most:
        return cases
    return [cases[number * len(cases) // most] for number in range(most)]


def examples(most: int) -> int:
    """Return the number of examples for a property: all at night, otherwise a quarter."""
    return most if is_night() else most // 4


def at_night(case: object) -> ParameterSet:
    """Return a case of a parametrised test that only `make nightly` runs."""
    if isinstance(case, ParameterSet):
        return case._replace(marks=[*case.marks, NIGHTLY])
    values: Iterable[Any] = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=NIGHTLY)


def mostly_at_night(cases: Iterable[T], daily: Callable[[T], bool]) -> list[Any]:
    """Return the cases of a parametrised test; those that are not ``daily`` only run at night."""
    return [case if daily(case) else at_night(case) for case in cases]


def thinned(cases: Iterable[T], every: int) -> list[Any]:
    """Return the cases of a parametrised test; the first of each ``every`` runs every time."""
    return [case if i % every == 0 else at_night(case) for i, case in enumerate(cases)]


def one_of_each_family(names: Iterable[str] = engine.games) -> list[Any]:
    """Return games for a parametrised test; the first of each family runs every time."""
    return mostly_at_night(names, lambda name: name in FAMILIES.values())


def one_of_each_board() -> list[Any]:
    """Return all games for a parametrised test; the first on each style of board always runs."""
    return mostly_at_night(engine.games, lambda name: name in BOARDS.values())
