"""The secret arrangements of directors: armies, square by square or filled in."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from engine.capabilities.set_ups import (
    CLEAR,
    FILL,
    LONGEST_PLACING,
    PLACING_SIGN,
    Arrangement,
    Filling,
    SetUp,
    Stateful,
    is_placing,
    read_arrangement,
    typed_example,
)
from engine.capabilities.showing import Secrets
from engine.errors import IllegalMove, InvalidMove, PartlyPlaced
from engine.games.allies.battle import placing
from engine.games.allies.battle.field_rules import FieldRules, Force
from engine.games.allies.battle.state import AlliesState
from engine.games.allies.legal_moves import army_at, placement
from engine.games.allies.map.europe import ARMIES, CODES, COUNTRIES, NOBODY, SWITZERLAND
from engine.games.allies.map.squares import (
    BOARD,
    CELL,
    COUNTRY,
    SETS,
    SQUARE,
    no_square,
)
from engine.text import Text, counted, either, in_context, joined, listed, quoted

MANNERS: Final = ("front", "mixed", "deep")
"""The manners in which ``auto`` fills: squares closest to enemy soil first, the same with some
chance, or farthest first.
"""

_FILLING: Final = (Text("`auto front`"), Text("`auto mixed`"), Text("`auto deep`"))
"""The typed forms of these manners."""

TYPED: Final = {code.lower(): code for code in CODES}
"""The codes of armies by their typed forms, for soldiers on neutral ground."""

SPREAD: Final = 3
"""The most random steps that ``mixed`` adds to a square's distance from enemy soil."""


def placeable(state: AlliesState, seat: int) -> Mapping[int, tuple[str, ...]]:
    """Return the points for a seat's soldiers with their choices: armies on neutral ground."""
    choices: dict[int, tuple[str, ...]] = {}
    for number in placing.placements(state, seat):
        move = placement(state.phase.rules, number)
        (point,) = move.path
        choices[point] = (*choices.get(point, ()), move.suffix)
    return dict(sorted(choices.items()))


def read(
    state: AlliesState,
    seat: int,
    text: str,
    arrangement: Arrangement,
    *,
    chance: random.Random,
) -> dict[int, str]:
    """Return an arrangement after ``@K11 L12``, ``auto front``, ``clear DW`` or ``clear K11``.

    Raises InvalidMove or IllegalMove if no part of the message counts, and PartlyPlaced if some
    part does.
    """
    typed = text[:LONGEST_PLACING].lower().replace(",", " ").split()
    if typed[:1] == [FILL]:
        return _filled(state, seat, typed[1:], arrangement, chance=chance)
    if typed[:1] == [CLEAR]:
        return _cleared(state.phase.rules, seat, typed[1:], arrangement)
    places = placeable(state, seat)
    try:
        placed = read_arrangement(
            BOARD,
            text,
            places,
            arrangement,
            TYPED,
            why=lambda name: refused(state, seat, name),
        )
    except PartlyPlaced as error:
        _check_numbers(state, seat, error.arrangement, arrangement, error)
        raise
    _check_numbers(state, seat, placed, arrangement)
    return placed


def _check_numbers(
    state: AlliesState,
    seat: int,
    placed: Arrangement,
    before: Arrangement,
    error: PartlyPlaced | None = None,
) -> None:
    """Raise IllegalMove if an army has more soldiers in an arrangement than it may place.

    The error is PartlyPlaced if some of the message counts: the soldiers named first keep their
    squares. An ``error`` about other parts of the message becomes part of it.
    """
    rules = state.phase.rules
    reasons: list[Text] = []
    surplus: list[int] = []
    for force in rules.forces[seat]:
        soldiers = _soldiers(rules, seat, force, placed)
        most = placing.soldiers_left(state, force)
        surplus += soldiers[most:]
        if len(soldiers) > most:
            reasons.append(
                Text(
                    "The {army} has {most} soldiers to place, and with that {given}: `clear "
                    "{code}` starts it again.",
                    army=ARMIES[force.army].name,
                    most=most,
                    given=len(soldiers),
                    code=CODES[force.army],
                )
            )
    if not surplus:
        return
    why = joined(reasons)
    left = {point: suffix for point, suffix in placed.items() if point not in surplus}
    if error is None and left == dict(before):
        raise IllegalMove(why)
    names = " ".join(BOARD.names[point] for point in surplus)
    text = Text("Not placed: `{squares}`. {why}", squares=names, why=why)
    if error is None:
        raise PartlyPlaced(text, left, names)
    raise PartlyPlaced(joined([error.text, text]), left, f"{error.wrong} {names}")


def is_order(text: str) -> bool:
    """Return whether all of a text is an order to place, to fill or to clear an army."""
    plain = text.strip().lower() if len(text) <= LONGEST_PLACING else ""
    words = plain.replace(",", " ").split()
    if is_placing(text) and plain.startswith(PLACING_SIGN):
        named = [word.partition("=")[0].strip(PLACING_SIGN) for word in words]
        named = [name for name in named if name]
        return bool(named) and all(CELL.fullmatch(name) for name in named)
    codes = {code.lower() for code in CODES}
    if words[:1] == [FILL]:
        return words[1:2] != [] and words[1] in MANNERS and set(words[2:]) <= codes
    return words[:1] == [CLEAR] and all(word in codes or CELL.fullmatch(word) for word in words[1:])


def _soldiers(rules: FieldRules, seat: int, force: Force, arrangement: Arrangement) -> list[int]:
    """Return the points of an army's soldiers in an arrangement."""
    return [
        point
        for point, suffix in arrangement.items()
        if army_at(rules, seat, point, suffix) == force
    ]


def _forces(rules: FieldRules, seat: int, typed: Sequence[str]) -> tuple[Force, ...]:
    """Return the armies with these codes, all armies of the seat without a code.

    Raises IllegalMove for a code of another seat.
    """
    forces = {CODES[force.army].lower(): force for force in rules.forces[seat]}
    if not typed:
        return tuple(forces.values())
    unknown = next((word for word in typed if word not in forces), None)
    if unknown is not None:
        raise IllegalMove(
            Text(
                "`{word}` is none of your armies: they are {armies}.",
                word=quoted(unknown),
                armies=either([f"`{code.upper()}`" for code in forces]),
            )
        )
    return tuple(forces[word] for word in typed)


def _filled(
    state: AlliesState,
    seat: int,
    typed: Sequence[str],
    arrangement: Arrangement,
    *,
    chance: random.Random,
) -> dict[int, str]:
    """Return the arrangement with the remaining soldiers placed by distance from enemy soil.

    ``typed`` is a manner, then codes of armies. Raises InvalidMove for an unknown manner.
    """
    if not typed or typed[0] not in MANNERS:
        raise InvalidMove(
            Text(
                "Say how to fill in your soldiers: {manners}.",
                manners=either(_FILLING),
            )
        )
    manner = typed[0]
    rules = state.phase.rules
    filled = dict(arrangement)
    for force in _forces(rules, seat, typed[1:]):
        missing = placing.soldiers_left(state, force) - len(_soldiers(rules, seat, force, filled))
        free = force.placement & ~(state.entente | state.central | SETS.of(filled))

        def order(point: int, force: Force = force) -> tuple[int, float]:
            depth = force.depth[SQUARE[point]]
            if manner == "mixed":
                depth += chance.randint(0, SPREAD)
            # Squares at the same distance are chosen at random, so that nobody can foresee an army.
            return (-depth if manner == "deep" else depth, chance.random())

        filled |= dict.fromkeys(sorted(SETS.points_in(free), key=order)[: max(0, missing)], "")
    return filled


def _cleared(
    rules: FieldRules, seat: int, typed: Sequence[str], arrangement: Arrangement
) -> dict[int, str]:
    """Return the arrangement without the typed armies and squares, empty if none is typed."""
    if not typed:
        return {}
    squares = [word for word in typed if word in BOARD.point]
    left = {
        point: suffix
        for point, suffix in arrangement.items()
        if BOARD.names[point].lower() not in squares
    }
    codes = [word for word in typed if word not in BOARD.point]
    if not codes:
        return left
    gone = {
        point
        for force in _forces(rules, seat, codes)
        for point in _soldiers(rules, seat, force, left)
    }
    return {point: suffix for point, suffix in left.items() if point not in gone}


def missing(state: AlliesState, seat: int, arrangement: Arrangement) -> Text | None:
    """Return a sentence about the soldiers without a square, None if each has one."""
    rules = state.phase.rules
    lacking = [
        (force, number)
        for force in placing.to_place(state, seat)
        if (
            number := placing.soldiers_left(state, force)
            - len(_soldiers(rules, seat, force, arrangement))
        )
        > 0
    ]
    if not lacking:
        return None
    told = [
        counted(
            "The {army} has {count} soldier left to place.",
            "The {army} has {count} soldiers left to place.",
            number,
            army=ARMIES[force.army].name,
        )
        for force, number in lacking
    ]
    how = Text(
        "*Front* fills in what is left near the enemy, *Deep* far from them, *Mixed* in between. "
        "Typed, that is `auto front`, `auto deep`, `auto mixed`."
    )
    return joined([*told, how])


def refused(state: AlliesState, seat: int, name: str) -> Text | None:
    """Return the reason why no soldier can be placed on a name that is not ``placeable``.

    Returns None for a name that is neither a cell of the map nor an army.
    """
    if name in TYPED:
        return _no_square_but_army(state.phase.rules, seat, TYPED[name])
    none = no_square(name)
    if none is not None or name.lower() not in BOARD.point:
        return none
    rules = state.phase.rules
    point = BOARD.point[name.lower()]
    square = BOARD.names[point]
    country = COUNTRIES[COUNTRY[point]]
    example = _example(placeable(state, seat))
    if not SETS.has(rules.squares, point):
        return Text(
            "{square} is in {country}, which is closed in this field: {example}.",
            square=square,
            country=country.name,
            example=example,
        )
    if country.alliance == NOBODY:
        if COUNTRY[point] == SWITZERLAND and rules.options["neutral_start"]:
            return Text(
                "{square} touches an enemy country, or its army is placed already: {example}.",
                square=square,
                example=example,
            )
        return Text(
            "{square} is in {country}, where nobody starts: {example}.",
            square=square,
            country=country.name,
            example=example,
        )
    own = next((force for force in rules.forces[seat] if SETS.has(force.home, point)), None)
    if own is None:
        return Text(
            "{square} is in {country}, which is not your land: {example}.",
            square=square,
            country=country.name,
            example=example,
        )
    if not SETS.has(own.placement, point):
        return Text(
            "{square} is a frontier square, it touches an enemy country: {example}.",
            square=square,
            example=example,
        )
    return Text(
        "{square} is taken, or all of the {army} stand already: {example}.",
        square=square,
        army=ARMIES[own.army].name,
        example=example,
    )


def _no_square_but_army(rules: FieldRules, seat: int, code: str) -> Text:
    """Return the refusal of a code typed in place of a square, with the owner of that army."""
    own = [CODES[force.army] for force in rules.forces[seat]]
    name = ARMIES[CODES.index(code)].name
    if code in own:
        return Text(
            "`{code}` is your {army}: name the squares for its soldiers, or type `auto front "
            "{code}`.",
            code=code,
            army=name,
        )
    return Text(
        "`{code}` is the {army}, which is not yours: you have {armies}.",
        code=code,
        army=name,
        armies=listed([f"`{other}`" for other in own]),
    )


def _example(places: Mapping[int, Sequence[str]]) -> Text:
    if not places:
        return Text("you have placed everything")
    return Text("`{example}` is a square you may use", example=typed_example(BOARD, places))


P = TypeVar("P", bound=Stateful[AlliesState])


class HiddenArmies(Secrets[P]):
    """The secrets of the set-up: nobody sees another's armies until all are placed."""

    def __init__(self, position: P) -> None:
        self._position = position

    def seen_by(self, seat: int | None) -> P:
        """Return the position with the armies of that seat only, without any for None."""
        position = self._position
        return position.with_state(placing.hidden(position.state, seat))


class ArmySetUp(SetUp[P]):
    """The set-up: each director places their armies; ``completion`` places the rest."""

    completion = "auto mixed"
    fillings = (
        Filling(in_context("set-up", "Front"), "auto front"),
        Filling(in_context("set-up", "Mixed"), "auto mixed"),
        Filling(in_context("set-up", "Deep"), "auto deep"),
    )

    def __init__(self, position: P) -> None:
        self._position = position

    def seats(self) -> tuple[int, ...]:
        """Return the seats that have soldiers left to place."""
        return tuple(placing.seats_to_place(self._position.state))

    def choices(self, seat: int) -> Mapping[int, tuple[str, ...]]:
        """Return the points for a director's soldiers, each with its choices."""
        return placeable(self._position.state, seat)

    def arrange(
        self, seat: int, text: str, arrangement: Arrangement, chance: random.Random
    ) -> Arrangement:
        """Return the arrangement after a message such as ``@K11 L12`` or ``auto front``."""
        return read(self._position.state, seat, text, arrangement, chance=chance)

    def missing(self, seat: int, arrangement: Arrangement) -> Text | None:
        """Return the sentence about soldiers without a square, None if each has one."""
        return missing(self._position.state, seat, arrangement)

    def shown(self, seat: int, arrangement: Arrangement) -> P:
        """Return the position with the seat's soldiers on their squares, all others hidden."""
        state = placing.hidden(self._position.state, seat)
        for force in state.phase.rules.forces[seat]:
            soldiers = _soldiers(state.phase.rules, seat, force, arrangement)
            state = state.with_soldiers(force.army, SETS.of(soldiers))
        return self._position.with_state(state)
