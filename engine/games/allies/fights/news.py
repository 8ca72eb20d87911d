"""What everybody should know besides whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.allies.fights import course, outcomes
from engine.games.allies.map.ground import BOARD, bits
from engine.games.allies.rules import Rules
from engine.games.allies.state import DECISIVE, FIGHTS, UNDECIDED, Offence, State
from engine.text import Text, either

TOLD_BEFORE: Final = 10
"""So many turns by each side before a quiet fight ends the directors are told."""

_WHERE: Final = (Text("in the west"), Text("in the east"), Text("in the decisive fight"))


def of(rules: Rules, state: State) -> tuple[Text, ...]:
    """Return how the fights stand, what is left, what may be claimed, and who owes a stroke."""
    if state.setup or course.is_over(rules, state):
        return ()
    return (
        *_of_fights(rules, state),
        *_of_forces(rules, state),
        *_of_quiet(rules, state),
        *_of_claims(rules, state),
    )


def _of_fights(rules: Rules, state: State) -> Iterator[Text]:
    if not rules.is_battle:
        return
    for zone in FIGHTS[:2]:
        result = state.fights[zone].result
        if result is not None:
            yield outcomes.fight_told(rules, zone, result)
    if state.pending:
        last = rules.seats[state.turn].name
        yield Text("That takes effect once {seat} has moved.", seat=last)
    elif state.decisive:
        yield Text("The survivors fight the decisive fight, and the border is open.")
    elif course.border_is_open(rules, state):
        number = course.fight_of(rules, state, state.turn)
        winner = next(fight.result.winner for fight in state.fights[:2] if fight.result is not None)
        yield Text(
            "The border is open, and {seat} directs the survivors, too.",
            seat=rules.seats[course.directors(rules, state, number)[winner]].name,
        )
    elif course.are_joined(rules, state):
        yield Text("The border stays closed; the other fight decides.")


def _of_forces(rules: Rules, state: State) -> Iterator[Text]:
    """Return how many pieces each side has left where it is fought."""
    for number in _fought(rules, state):
        entente, central = course.directors(rules, state, number)
        yield Text(
            "Pieces left: {entente} {own}, {central} {other}.",
            entente=rules.seats[entente].name,
            own=course.side_pieces(rules, state, number, 0).bit_count(),
            central=rules.seats[central].name,
            other=course.side_pieces(rules, state, number, 1).bit_count(),
        )


def _fought(rules: Rules, state: State) -> list[int]:
    """Return the fights that directors are in."""
    seats = range(len(rules.seats))
    return sorted({course.fight_of(rules, state, seat) for seat in seats})


def _of_quiet(rules: Rules, state: State) -> Iterator[Text]:
    """Return in time that a quiet fight is about to end, and how."""
    for number in _fought(rules, state):
        quiet = state.fights[number].quiet // 2
        if state.fights[number].result is not None or rules.quiet - quiet > TOLD_BEFORE:
            continue
        winner = course.quiet_winner(rules, state, number)
        end = Text("is undecided")
        if winner != UNDECIDED:
            directors = course.directors(rules, state, number)
            end = Text("is won by {seat}", seat=rules.seats[directors[winner]].name)
        yield Text(
            "Nothing was taken and nobody promoted {where} for {quiet} turns by each side: after "
            "{limit} the fight {end}.",
            where=_WHERE[number] if rules.is_battle else Text("in this fight"),
            quiet=quiet,
            limit=rules.quiet,
            end=end,
        )


def _of_claims(rules: Rules, state: State) -> Iterator[Text]:
    for number in FIGHTS:
        offence = state.fights[number].offence
        if offence is None:
            continue
        if state.forced and course.fight_of(rules, state, state.turn) == number:
            yield Text("{seat} is forced to take now.", seat=rules.seats[state.turn].name)
            continue
        yield _omitted(rules, state, number, offence)


def _omitted(rules: Rules, state: State, number: int, offence: Offence) -> Text:
    """Return that a taking was omitted, with which pieces, and who may claim."""
    seats = course.directors(rules, state, number)
    own = course.side_pieces(rules, state, number, 0)
    offender = 0 if own & offence.able else 1
    squares = either([BOARD.names[point] for point in bits(offence.able)])
    if rules.is_battle and number != DECISIVE:
        return Text(
            "{offender} omitted a taking {where} with {squares}: {other} may `huff` or `force` "
            "before their move.",
            offender=rules.seats[seats[offender]].name,
            where=_WHERE[number],
            squares=squares,
            other=rules.seats[seats[1 - offender]].name,
        )
    return Text(
        "{offender} omitted a taking with {squares}: {other} may `huff` or `force` before their "
        "move.",
        offender=rules.seats[seats[offender]].name,
        squares=squares,
        other=rules.seats[seats[1 - offender]].name,
    )
