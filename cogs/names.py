"""How posts name people and seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine import Text
from engine.match import Match

Say = Callable[[Text], str]


def person(user: int) -> str:
    """A person's mention. It pings only who is named in ``pings``."""
    return f"<@{user}>"


def seat_of(match: Match, seat: int, tell: Say) -> str:
    """A seat with the person on it: ``White <@1>``."""
    return tell(
        Text("{seat} {person}", seat=match.seats[seat].name, person=person(match.people[seat]))
    )


def opponents(match: Match) -> Iterator[tuple[int, int]]:
    """The seats that play against the one on turn, and the people on them."""
    seats, team = match.seats, match.seats[match.position.turn].team
    for number, seat in enumerate(seats):
        if seat.active and seat.team != team:
            yield number, match.people[number]
