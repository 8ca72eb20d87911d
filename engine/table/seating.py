"""Who sits where: computers as players, several seats for one person, other sides in a rematch.

Each computer at a table has an id of its own below ``OPEN``, so that it takes a seat and votes as a
person does. The id says its level. People who had their data deleted have ids below these.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Final

from engine.capabilities.thinking import LEVELS
from engine.errors import Refusal
from engine.game import Game
from engine.table.record import OPEN
from engine.values import Options, Seat


class Order(StrEnum):
    """How the seats of a rematch are given out."""

    ROTATE = "rotate"
    LOSER = "loser"
    SAME = "same"
    RANDOM = "random"


def by_seat(game: Game, people: list[int], options: Options) -> list[int]:
    """Return the people by seat: each on all seats of a team if that fills the seats."""
    if not game.solo_teams:
        return people
    for count in (len(people), *game.seats):
        try:
            teams = [seat.team for seat in game.start(count, **options).seats]
        except Refusal:
            continue
        if count == len(people):
            return people
        order = list(dict.fromkeys(teams))
        if len(order) == len(people):
            return [people[order.index(team)] for team in teams]
    return people


def seated(people: Sequence[int], seats: Sequence[Seat], person: int) -> tuple[int, ...]:
    """Return the people with one more, on the first open seat.

    They get all open seats of its team if other players have several seats. Raises ValueError if no
    seat is open.
    """
    first = people.index(OPEN)
    there = [user for user in people if user != OPEN]
    taken = {first}
    if len(set(there)) < len(there):
        taken |= {seat for seat in range(len(people)) if seats[seat].team == seats[first].team}
    return tuple(
        person if seat in taken and user == OPEN else user for seat, user in enumerate(people)
    )


def rotated(
    people: Sequence[int], seats: Sequence[Seat], *, first: int | None = None, to: int = 0
) -> tuple[int, ...]:
    """Return the people moved on by as few seats as possible, with partners kept together.

    With ``first``, that person gets the seat ``to``. If no such move is possible, all stay.
    """
    for count in range(1, len(people)):
        moved = tuple(people[(seat - count) % len(people)] for seat in range(len(people)))
        if (first is None or moved[to] == first) and _sides(moved, seats) == _sides(people, seats):
            return moved
    return tuple(people)


def _sides(people: Sequence[int], seats: Sequence[Seat]) -> set[frozenset[int]]:
    """Return the people of each team."""
    teams: dict[int, set[int]] = {}
    for person, seat in zip(people, seats, strict=True):
        teams.setdefault(seat.team, set()).add(person)
    return {frozenset(team) for team in teams.values()}


HIGHEST: Final = -11
LOWEST: Final = -999
"""Computers have the ids from ``LOWEST`` to ``HIGHEST``."""


def computer(level: int, number: int = 0) -> int:
    """Return the id of a table's computer of that level; ``number`` tells several apart.

    Raises ValueError for an unknown level, or a number over 98.
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
