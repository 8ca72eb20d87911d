"""The computer as a player: who it is in a match's list of people.

Each computer at a table is a person of its own with an id below ``OPEN``, so that it takes a
seat, votes and is passed over by pings as everybody else is. The id says its level. People who
had their data deleted have ids below these.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine.capabilities.thinking import LEVELS

HIGHEST: Final = -11
LOWEST: Final = -999
"""The ids of computers are these and those between them."""


def computer(level: int, number: int = 0) -> int:
    """Return the id of a table's computer of that level; ``number`` tells several apart.

    Raises ValueError for a level that there is not, or a number over 98.
    """
    user = -(10 * (number + 1) + level)
    if level not in LEVELS or user < LOWEST:
        raise ValueError(f"There is no computer {number} of level {level}.")
    return user


def is_computer(user: int) -> bool:
    """Return whether a player of a match is a computer."""
    return LOWEST <= user <= HIGHEST


def level_of(user: int) -> int:
    """Return the level of a computer. Raises ValueError for anybody else."""
    if not is_computer(user):
        raise ValueError(f"{user} is no computer.")
    return -user % 10


def another(level: int, people: Collection[int]) -> int:
    """Return the first computer of that level that is not among these people."""
    number = 0
    while (user := computer(level, number)) in people:
        number += 1
    return user
