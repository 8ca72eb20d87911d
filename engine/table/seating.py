"""People by seat: several seats for one person, and other seats in a rematch."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engine.errors import Refusal
from engine.game import Game
from engine.table.record import OPEN
from engine.values import Options, Seat


class Order(StrEnum):
    """The assignment of the seats in a rematch."""

    ROTATE = "rotate"
    LOSER = "loser"
    SAME = "same"
    RANDOM = "random"


def by_seat(game: Game, people: list[int], options: Options) -> list[int]:
    """Return the people by seat: each on one seat, or on all seats of a team if that fills them."""
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
    """Return the people by seat with ``person`` on the first open seat.

    If other players have several seats, ``person`` gets all open seats of that seat's team. Raises
    ValueError if no seat is open.
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
    """Return the people by seat, moved on by as few seats as possible with partners kept together.

    The person ``first``, if given, gets the seat ``to``. If no such rotation is possible, all keep
    their seats.
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
