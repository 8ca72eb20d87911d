"""The fitted weights of patterns: they are read as written, and symmetric between the sides."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.draughts import DraughtsPosition, patterns
from engine.draughts.patterns import PATTERNS, SLOPE, Patterns, parts_of, turned, value_of
from engine.draughts.weights import brazilian, international, russian

WEIGHTS = {
    "brazilian": brazilian.PATTERNS,
    "international": international.PATTERNS,
    "russian": russian.PATTERNS,
}


def windows(name: str) -> list[list[int]]:
    position = engine.games[name].start()
    assert isinstance(position, DraughtsPosition)
    return position.state.tables.layout.windows()


def test_a_pattern_turned_twice_is_itself() -> None:
    assert sorted(turned(number) for number in range(PATTERNS)) == list(range(PATTERNS))
    assert all(turned(turned(number)) == number for number in range(PATTERNS))
    assert turned(1) == 2 * 3**5  # a man of side 0 on the first square, one of side 1 on the last


@pytest.mark.parametrize("name", ["brazilian", "international", "turkish"])
def test_what_is_written_is_read(name: str) -> None:
    chance = Random(1)
    rows = windows(name)
    count = sum(len(parts_of(row)) for row in rows)
    written = [
        [(chance.randint(-127, 127), chance.randint(-127, 127)) for _ in range(PATTERNS)]
        for _ in range((count + 1) // 2)
    ]
    read = Patterns(rows, patterns.write(written))
    values = [0] * 3 ** len(rows[0])
    read.add_to(values, 0)
    for number in (0, 1, 5, 3**7 + 2, len(values) - 1):
        expected = [0, 0]
        for part, table in enumerate(written[: len(parts_of(rows[0]))]):
            value, slope = table[number // 9**part % PATTERNS]
            expected[0] += value
            expected[1] += slope
        value = value_of(values[number])
        assert [value, values[number] - value >> SLOPE] == expected


@pytest.mark.parametrize("name", WEIGHTS)
def test_weights_are_those_of_the_games_windows(name: str) -> None:
    """A pattern in a window and the turned pattern in the opposite window have opposite values."""
    rows = windows(name)
    read = Patterns(rows, WEIGHTS[name])
    first, last = [0] * 3 ** len(rows[0]), [0] * 3 ** len(rows[0])
    read.add_to(first, 0)
    read.add_to(last, len(rows) - 1)
    for number in range(len(first)):
        rest, other = number, 0
        for _ in rows[0]:
            rest, digit = divmod(rest, 3)
            other = 3 * other + (3 - digit) % 3
        assert first[number] == -last[other]
    assert any(first)
