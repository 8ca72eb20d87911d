"""The rules of a field with its options in force: armies, squares and the order of turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.board import members
from engine.errors import InvalidPosition
from engine.game import Game
from engine.games.allies.map.europe import (
    ARMIES,
    BELGIUM,
    CENTRAL,
    CODES,
    COUNTRIES,
    ENTENTE,
    FIELDS,
    FULL_BATTLE,
    NOBODY,
    SWITZERLAND,
    WEST,
    Field,
)
from engine.games.allies.map.squares import (
    BOARD,
    COUNTRY,
    FORTRESS_AT,
    SETS,
    ZONES,
    around,
    squares_of,
)
from engine.text import Text
from engine.values import Options, OptionValue, Seat

ORDERS: Final = {"entente-west": (0, 3, 1, 2), "central-west": (1, 2, 0, 3)}
"""By the value of the option ``attack``, the seats of the full battle in order of turns: the
half-round of the attackers in both zones, then that of the others.
"""


class Force(NamedTuple):
    """An army that takes part: its index in ``ARMIES``, its number of soldiers and its squares."""

    army: int
    size: int
    home: int
    """The squares of its countries."""
    placement: int
    """The squares on which its soldiers may be placed."""
    neutral: int
    """The squares of Switzerland on which its soldiers may be placed, too."""
    depth: Mapping[int, int]
    """The number of steps from each square to enemy soil."""


@dataclass(frozen=True, eq=False)
class FieldRules:
    """The rules of a field. One object for each choice of options, compared by identity."""

    game: Game
    options: Options
    seats: tuple[Seat, ...]
    forces: tuple[tuple[Force, ...], ...]
    """By seat, the armies it directs."""
    order: tuple[int, ...]
    """The seats in order of turns, in two half-rounds."""
    zone: int
    """The zone of a field for two; 0 in the full battle."""
    squares: int
    """The squares of the field."""
    is_whole: bool
    """Whether all countries of a zone, or of both, take part."""
    fortresses: tuple[tuple[int, int], ...]
    """By zone and alliance, the fortresses that promote the other alliance's soldiers."""
    majority: bool
    must_take: bool
    quiet: int

    @property
    def is_battle(self) -> bool:
        """Whether there are two fights, with four directors."""
        return len(self.seats) > 2

    def seat_of(self, army: int) -> int:
        """Return the seat that places an army and directs it at first."""
        return next(
            seat
            for seat, forces in enumerate(self.forces)
            if any(force.army == army for force in forces)
        )


def rules_of(game: Game, settled: Mapping[str, OptionValue], options: Options) -> FieldRules:
    """Return the rules for settled options. Raises InvalidPosition for a wrong combination.

    ``options`` is a read-only view of the same values.
    """
    name = str(settled["field"])
    field = FIELDS[name]
    battle = name == FULL_BATTLE
    if not battle and settled["attack"] != "entente-west":
        raise InvalidPosition(
            Text("The option `attack` is for the field `battle`: who begins in others is fixed.")
        )
    if settled["neutral_start"] and name not in {FULL_BATTLE, "west"}:
        raise InvalidPosition(
            Text(
                "The option `neutral_start` is for the fields `battle` and `west`: Switzerland "
                "is not in others."
            )
        )
    playing = squares_of(field.countries)
    whole = name in {FULL_BATTLE, "west", "east"}
    forces = tuple(
        _force(code, field, neutral=bool(settled["neutral_start"]))
        for code in CODES
        if code in field.armies
    )
    numbers = range(len(field.names))
    by_seat = tuple(
        tuple(f for f in forces if _seat(f.army, battle=battle) == seat) for seat in numbers
    )
    return FieldRules(
        game,
        options,
        tuple(Seat(title, team=seat % 2) for seat, title in enumerate(field.names)),
        by_seat,
        ORDERS[str(settled["attack"])] if battle else (field.first, 1 - field.first),
        0 if battle else COUNTRIES[field.countries[0]].zone,
        playing,
        whole,
        tuple(
            (_fortresses(field, zone, ENTENTE), _fortresses(field, zone, CENTRAL))
            for zone in (0, 1)
        ),
        majority=bool(settled["majority"]),
        must_take=bool(settled["strict"]),
        quiet=int(settled["quiet"]),
    )


def _seat(army: int, *, battle: bool) -> int:
    zone, alliance = ARMIES[army].zone, ARMIES[army].alliance
    return 2 * zone + alliance if battle else alliance


def _force(code: str, field: Field, *, neutral: bool) -> Force:
    army = CODES.index(code)
    size, countries = field.armies[code]
    alliance = ARMIES[army].alliance
    zone = ARMIES[army].zone
    home = squares_of(countries)
    enemies = _enemy_countries(alliance, zone, field.countries)
    # Belgium does not count as an enemy of the Central Powers here.
    frontier = around(squares_of(enemies.replace(BELGIUM, "")))
    neutral_ground = squares_of(SWITZERLAND) if neutral and zone == WEST else 0
    return Force(
        army,
        size,
        home,
        home & ~frontier,
        neutral_ground & ~frontier,
        _depths(squares_of(enemies), squares_of(field.countries) & ZONES[zone]),
    )


def _enemy_countries(alliance: int, zone: int, countries: str) -> str:
    """Return the countries of a zone that are an alliance's enemies."""
    return "".join(
        letter
        for letter in countries
        if COUNTRIES[letter].alliance not in {NOBODY, alliance} and COUNTRIES[letter].zone == zone
    )


def _depths(enemy: int, squares: int) -> dict[int, int]:
    """Return, by square, the number of steps to the nearest square of ``enemy``."""
    depths: dict[int, int] = {}
    reached, depth = enemy, 0
    found = 0
    while reached:
        depths |= dict.fromkeys(members(reached), depth)
        found |= reached
        reached = around(reached) & squares & ~found
        depth += 1
    return depths


def _fortresses(field: Field, zone: int, alliance: int) -> int:
    """Return the fortresses of an alliance in a zone of the field."""
    named = {BOARD.point[square.lower()] for square in field.fortresses.split()}
    return SETS.of(
        point
        for point in FORTRESS_AT
        if (point in named if named else COUNTRY[point] in field.countries)
        and COUNTRIES[COUNTRY[point]].alliance == alliance
        and COUNTRIES[COUNTRY[point]].zone == zone
    )
