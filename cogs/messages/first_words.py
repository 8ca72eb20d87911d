"""What a board explains to people who play a game for the first time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cogs.messages.pictures import has_board
from engine import Text
from engine.table.match import Match
from engine.table.record import Status


class Lesson(NamedTuple):
    """A text for people who meet something for the first time in a match."""

    text: Text
    people: frozenset[int]


def lessons(match: Match) -> Iterator[Lesson]:
    """Yield what the board of the match's last event can explain, and to whom it is new here.

    That is how the game works, on the first board on which somebody is to act, and what can be
    claimed, where it is offered for the first time.
    """
    if not has_board(match) or match.status is not Status.LIVE or match.outcome:
        return
    called = frozenset(match.people[seat] for seat in match.to_act)
    untried = called.difference(event.person for event in match.turns)
    if untried and match.game.first_words is not None:
        yield Lesson(match.game.first_words, untried)
    claiming = match.position.claiming
    explanation = claiming.explanation()
    if called and explanation is not None and claiming.claims() and not _claimed_before(match):
        yield Lesson(explanation, called)


def _claimed_before(match: Match) -> bool:
    """Return whether something could be claimed before the turn that the board shows."""
    position = match.position
    earlier = (place for _, place in match.path[-2::-1] if place.turn == position.turn)
    return any(place.read().claiming.claims() for place in earlier)
