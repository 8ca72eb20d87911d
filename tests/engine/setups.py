"""The set-ups of every game, for tests of what holds in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations
from typing import Any, Literal, NamedTuple

import pytest

import engine
from engine import Game, Position
from engine.capabilities.set_ups import SetUp
from tests.each import check_each
from tests.nightly import at_night, is_night


def setting_up(position: Position) -> SetUp[Position]:
    """Return the set-up in progress in a position."""
    assert position.setup is not None
    return position.setup


def to_set_up(position: Position) -> tuple[int, ...]:
    """Return the seats that have still to set up."""
    return () if position.setup is None else position.setup.seats()


class Setup(NamedTuple):
    """A game, a number of seats, and option values; other options have their defaults."""

    game: Game
    seats: int
    options: dict[str, int | bool | str]

    def start(self) -> Position:
        return self.game.start(self.seats, **self.options)

    def read(self, text: str) -> Position:
        return self.game.read(text, self.seats, **self.options)


Choice = tuple[str, int | bool | str]
"""An option, or ``"seats"``, and one of its values."""


def _setup(game: Game, choices: Iterable[Choice]) -> Setup | None:
    """Return the setup of ``choices`` and defaults, None if they do not go together."""
    options = dict(choices)
    seats = options.pop("seats", None)
    try:
        start = game.start(None if seats is None else int(seats), **options)
    except ValueError:
        return None
    return Setup(game, len(start.seats), options)


def _setups(game: Game) -> Iterator[Setup]:
    """Yield few setups that cover every number of seats and every possible pair of choices."""
    values: dict[str, Sequence[int | bool | str]] = {"seats": game.seats}
    values |= {name: option.choices for name, option in game.options.items()}
    for seats in game.seats:
        yield Setup(game, seats, {})
    every = [(name, value) for name, choices in values.items() for value in choices]
    pairs = {frozenset((one, other)) for one, other in combinations(every, 2) if one[0] != other[0]}
    for one, other in combinations(every, 2):
        if frozenset((one, other)) not in pairs:
            continue
        # Some pairs need a third choice to go together.
        third = (more for more in every if more[0] not in {one[0], other[0]})
        attempts = chain([[one, other]], ([one, other, more] for more in third))
        row = next((attempt for attempt in attempts if _setup(game, attempt)), None)
        if row is None:
            continue
        for name, choices in values.items():
            if name not in dict(row):
                fitting = [(name, v) for v in choices if _setup(game, [*row, (name, v)])]
                row += sorted(
                    fitting,
                    key=lambda choice: -sum(frozenset((choice, c)) in pairs for c in row),
                )[:1]
        pairs -= {frozenset(pair) for pair in combinations(row, 2)}
        setup = _setup(game, row)
        if setup is not None:
            yield setup


def name_of(setup: Setup) -> str:
    """Return a setup's name: the game, the number of seats and the values that are not defaults."""
    options = setup.game.options
    unusual = (f"{n}={v}" for n, v in setup.options.items() if v != options[n].default)
    return "-".join([setup.game.name, str(setup.seats), *unusual])


@cache
def setups_of(game: str) -> tuple[Setup, ...]:
    """Return the setups of a game, which are worked out at the first call."""
    return tuple(_setups(engine.games[game]))


@cache
def setups() -> tuple[Setup, ...]:
    """Return the setups of all games."""
    return tuple(chain.from_iterable(map(setups_of, engine.games)))


def setups_with(game: str, part: Part) -> list[Setup]:
    """Return the setups of a game with default options, or those with others.

    The others give every option every value; at night they also cover every pair of values.
    """
    if part == "usual":
        return [setup for setup in setups_of(game) if not setup.options]
    chosen: list[Setup] = []
    seen: set[Choice] = set()
    for setup in setups_of(game):
        if setup.options and (is_night() or not setup.options.items() <= seen):
            chosen.append(setup)
            seen |= setup.options.items()
    return chosen


Part = Literal["usual", "options"]
Test = Callable[[Setup], None]


def _over(cases: Iterable[Any]) -> Callable[[Test], Callable[[str, Part], None]]:
    """Return a decorator that runs a test of one setup over all setups of each game and part.

    A case for each setup would be thousands of cases for every process to collect. The setups of a
    game run in one process, so that games played once for all its tests are played there alone.
    """

    def decorate(test: Test) -> Callable[[str, Part], None]:
        def of_game(game: str, part: Part) -> None:
            check_each(test, {name_of(setup): setup for setup in setups_with(game, part)})

        of_game.__name__, of_game.__module__ = test.__name__, test.__module__
        return pytest.mark.parametrize(("game", "part"), cases, scope="module")(of_game)

    return decorate


USUAL: list[tuple[str, Part]] = [(game, "usual") for game in engine.games]
OTHER: list[tuple[str, Part]] = [
    (game, "options") for game in engine.games if engine.games[game].options
]

every_setup = _over([*USUAL, *OTHER])

usual_setups = _over([*USUAL, *map(at_night, OTHER)])
"""Runs a test for every game with every number of seats, and at night with other options too.

It is for tests of what options hardly change.
"""
