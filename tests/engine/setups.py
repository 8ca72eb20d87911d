"""The ways in which every game can be set up: what holds for all of them is tested on these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet

import engine
from engine import Game, Position
from engine.capabilities.optional import SetUp
from tests.nightly import mostly_at_night


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


SETUPS = [setup for game in engine.games.values() for setup in _setups(game)]
CASES = [
    pytest.param(setup, id=name_of(setup), marks=[pytest.mark.slow] if setup.options else [])
    for setup in SETUPS
]


def _with(cases: list[ParameterSet]) -> pytest.MarkDecorator:
    """Mark a test of setups; what is played once for all tests of one is played in one process."""
    return pytest.mark.parametrize("setup", cases, scope="module")


every_setup = _with(CASES)

usual_setups = _with(mostly_at_night(CASES, lambda case: not case.marks))
"""Every game with every number of seats; with other options at night: what these change is tested
where all setups are.
"""
