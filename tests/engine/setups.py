"""The ways in which every game can be set up: what holds for all of them is tested on these."""

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
    """The set-up that goes on in a position."""
    assert position.setup is not None
    return position.setup


def to_set_up(position: Position) -> tuple[int, ...]:
    """The seats that are still to set up."""
    return () if position.setup is None else position.setup.seats()


class Setup(NamedTuple):
    """A game with a number of seats and the options that are not the default."""

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
    """The setup of those choices, the usual for all others; None where they do not go together."""
    options = dict(choices)
    seats = options.pop("seats", None)
    try:
        start = game.start(None if seats is None else int(seats), **options)
    except ValueError:
        return None
    return Setup(game, len(start.seats), options)


def _setups(game: Game) -> Iterator[Setup]:
    """As few as will do for every number of seats, and every pair of option values somewhere."""
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
    """The game, its seats, and the options that are not the usual ones."""
    options = setup.game.options
    unusual = (f"{n}={v}" for n, v in setup.options.items() if v != options[n].default)
    return "-".join([setup.game.name, str(setup.seats), *unusual])


@cache
def setups_of(game: str) -> tuple[Setup, ...]:
    """The ways in which a game can be set up, worked out when a test asks."""
    return tuple(_setups(engine.games[game]))


@cache
def setups() -> tuple[Setup, ...]:
    """The setups of all games."""
    return tuple(chain.from_iterable(map(setups_of, engine.games)))


def setups_with(game: str, part: Part) -> list[Setup]:
    """The setups of a game with the usual options, or those with others.

    Of the others as many as give every option every value; at night also every pair of values.
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
    """Have a test of a setup run over all of a game: thousands of cases more would each be made
    known to every process. What is played once for all tests of a game is played in one process.
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
"""Every game with every number of seats; with other options at night: what these change is tested
where all setups are.
"""
