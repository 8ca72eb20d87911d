"""The display of Les Alliés: fortresses, the part of the map in use, fights and their results."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.capabilities.showing import Display
from engine.games.allies.battle.armies import Offence
from engine.games.allies.battle.field_rules import FieldRules
from engine.games.allies.battle.phases import (
    AGREED,
    BLOCKED,
    DECISIVE,
    FIGHTS,
    GENERALS,
    QUIET,
    REPETITION,
    SURRENDER,
    TAKEN,
    UNDECIDED,
    Phase,
    Result,
)
from engine.games.allies.battle.state import AlliesState
from engine.games.allies.map.europe import ARMIES, CENTRAL, EAST, ENTENTE, WEST
from engine.games.allies.map.squares import SETS, ZONES
from engine.text import Text, either, joined, together
from engine.values import Outcome


class AlliesDisplay(Display):
    """The fortresses, the part of the map in use, and the news of the fights."""

    def __init__(self, state: AlliesState) -> None:
        self._state = state

    def zones(self) -> Iterator[tuple[int, int]]:
        """Yield the fortresses that still promote, each with the seat that first held it."""
        phase = self._state.phase
        for alliance in (ENTENTE, CENTRAL):
            standing = phase.fortresses[1 - alliance]
            for zone, fortresses in enumerate(phase.rules.fortresses):
                for point in SETS.points_in(fortresses[alliance] & standing):
                    yield point, alliance if phase.duel else 2 * zone + alliance

    def view(self, seat: int | None = None) -> frozenset[int] | None:
        """Return the field; in the full battle the zone in which the seat fights or sets up.

        After the first fight this is the zone of the other fight, or None, the whole map, once the
        alliance that lost the first fight has pieces outside that zone.
        """
        state, phase = self._state, self._state.phase
        if phase.duel:
            return _points(phase.field)
        fight = phase.fight[state.turn if seat is None else seat]
        if phase.is_over or fight not in {WEST, EAST}:
            return None
        first = phase.results[1 - fight]
        if phase.border_is_open and first is not None:
            losers = state.pieces_of(1 - first.winner)
            if losers & ~ZONES[fight]:
                return None
        return _points(ZONES[fight])

    def following(self) -> tuple[int, ...]:
        """Return the other seats in order of turns while the turns of two fights alternate."""
        state, phase = self._state, self._state.phase
        if phase.setup or phase.is_over or not phase.alternating:
            return ()
        place = phase.rules.order.index(state.turn)
        return phase.rules.order[place + 1 :] + phase.rules.order[:place]

    def signs(self, seat: int) -> str | Text | None:
        """Return the armies that a seat directs now, each by its sign and its nation, or None."""
        state = self._state
        armies = [
            Text("{sign} {nation}", sign=army.sign, nation=army.nation)
            for number, army in enumerate(ARMIES)
            if state.army(number) and state.phase.director(number) == seat
        ]
        return together(armies) if armies else None

    def news(self) -> tuple[Text, ...]:
        """Return sentences on the fights, the claims that are due, and an owed stroke."""
        state = self._state
        if state.phase.setup or state.phase.is_over:
            return ()
        return (
            *_of_fights(state),
            *_of_forces(state),
            *_of_quiet(state),
            *_of_claims(state),
        )


@lru_cache(maxsize=32)
def _points(squares: int) -> frozenset[int]:
    """Return a set of squares as points: the same object for the same squares."""
    return frozenset(SETS.points_in(squares))


# How the fights stand

TOLD_BEFORE: Final = 10
"""Turns by each side, before a quiet fight ends, from which the directors are told."""

_WHERE: Final = (Text("in the west"), Text("in the east"), Text("in the decisive fight"))


def _of_fights(state: AlliesState) -> Iterator[Text]:
    phase = state.phase
    seats = phase.rules.seats
    if phase.duel:
        return
    yield from _results(phase)
    if phase.pending:
        last = seats[state.turn].name
        yield Text("That takes effect once {seat} has moved.", seat=last)
    elif phase.decisive:
        yield Text("The survivors fight the decisive fight, and the border is open.")
    elif phase.border_is_open:
        fight = phase.fight[state.turn]
        yield Text(
            "The border is open, and {seat} directs the survivors, too.",
            seat=seats[phase.directors(fight)[phase.ahead]].name,
        )
    elif phase.first_fight_is_over:
        yield Text("The border stays closed; the other fight decides.")


def _of_forces(state: AlliesState) -> Iterator[Text]:
    """Yield a line with the number of each side's pieces in each fight that goes on."""
    forces = [_forces(state, fight) for fight in _fought(state)]
    if len(forces) == 1:
        yield Text("Pieces left: {forces}.", forces=forces[0])
    elif forces:
        yield Text("Pieces left: {forces}; {others}.", forces=forces[0], others=forces[1])


def _forces(state: AlliesState, fight: int) -> Text:
    """Return the directors of a fight with their numbers of pieces."""
    seats = state.phase.rules.seats
    entente, central = state.phase.directors(fight)
    return Text(
        "{entente} {own}, {central} {other}",
        entente=seats[entente].name,
        own=state.side_pieces(fight, ENTENTE).bit_count(),
        central=seats[central].name,
        other=state.side_pieces(fight, CENTRAL).bit_count(),
    )


def _fought(state: AlliesState) -> list[int]:
    """Return the fights that go on."""
    phase = state.phase
    return [fight for fight in sorted(set(phase.fight)) if phase.results[fight] is None]


def _of_quiet(state: AlliesState) -> Iterator[Text]:
    """Yield a notice for each quiet fight that is about to end, with its result."""
    phase, rules = state.phase, state.phase.rules
    for fight in _fought(state):
        quiet = state.quiet_in(fight) // 2
        if rules.quiet - quiet > TOLD_BEFORE:
            continue
        winner = state.quiet_winner(fight)
        end = Text("is undecided")
        if winner != UNDECIDED:
            directors = phase.directors(fight)
            end = Text("is won by {seat}", seat=rules.seats[directors[winner]].name)
        yield Text(
            "Nothing was taken and nobody promoted {where} for {quiet} turns by each side: after "
            "{limit} the fight {end}.",
            where=_WHERE[fight] if not phase.duel else Text("in this fight"),
            quiet=quiet,
            limit=rules.quiet,
            end=end,
        )


def _of_claims(state: AlliesState) -> Iterator[Text]:
    for fight in FIGHTS:
        offence = state.claim_in(fight)
        if offence is None:
            continue
        if state.forced and state.phase.fight[state.turn] == fight:
            seat = state.phase.rules.seats[state.turn].name
            yield Text("{seat} is forced to take now.", seat=seat)
            continue
        yield _omitted(state, fight, offence)


def _omitted(state: AlliesState, fight: int, offence: Offence) -> Text:
    """Return the news that a taking was omitted: by which pieces, and who may claim."""
    rules = state.phase.rules
    seats = state.phase.directors(fight)
    offender = ENTENTE if state.entente & offence.able else CENTRAL
    squares = either(SETS.names_in(offence.able))
    if rules.is_battle and fight != DECISIVE:
        return Text(
            "{offender} could have taken {where} with {squares} and did not: {other} may `huff` "
            "or `force` before their move, and neither costs a turn.",
            offender=rules.seats[seats[offender]].name,
            where=_WHERE[fight],
            squares=squares,
            other=rules.seats[seats[1 - offender]].name,
        )
    return Text(
        "{offender} could have taken with {squares} and did not: {other} may `huff` or `force` "
        "before their move, and neither costs a turn.",
        offender=rules.seats[seats[offender]].name,
        squares=squares,
        other=rules.seats[seats[1 - offender]].name,
    )


# How the game ended

SIDES: Final = (Text("the Entente"), Text("the Central Powers"))


def outcome(phase: Phase) -> Outcome | None:
    """Return the outcome of the game, None while it goes on."""
    if not phase.is_over:
        return None
    rules = phase.rules
    if phase.agreed:
        return _ranks(phase, Text("The players agreed on it."))
    if phase.duel:
        result = phase.results[rules.zone]
        assert result is not None  # noqa: S101 - the game is over
        return _ranks(phase, _why(rules, result))
    told = _results(phase)
    if phase.both_undecided():
        told.append(Text("The armies may be placed again."))
    return _ranks(phase, joined(told))


def _results(phase: Phase) -> list[Text]:
    """Return a sentence on each fight that is over, for games with several fights."""
    return [
        Text("{where}: {how}", where=_CAPITALS[fight], how=_fight_ended(phase.rules, result))
        for fight, result in enumerate(phase.results)
        if result is not None
    ]


def _ranks(phase: Phase, reason: Text) -> Outcome:
    seats = range(len(phase.rules.seats))
    if phase.winner == UNDECIDED:
        return Outcome((1,) * len(seats), reason)
    return Outcome(tuple(1 if seat % 2 == phase.winner else 2 for seat in seats), reason)


_CAPITALS: Final = (Text("West"), Text("East"), Text("Decisive fight"))


def _names(rules: FieldRules) -> tuple[Text, Text]:
    """Return the names of the two sides in this field."""
    if rules.is_battle:
        return SIDES[0], SIDES[1]
    return rules.seats[0].name, rules.seats[1].name


def _fight_ended(rules: FieldRules, result: Result) -> Text:
    """Return the winner of a fight and the reason, in one sentence."""
    if result.winner == UNDECIDED:
        return _UNDECIDED[result.why]
    winner = _names(rules)[result.winner]
    return Text("{winner} won: {why}", winner=winner, why=_why(rules, result))


def _why(rules: FieldRules, result: Result) -> Text:
    """Return the reason for the end of a fight, in one sentence that does not name the winner."""
    if result.winner == UNDECIDED:
        return _UNDECIDED[result.why]
    loser = _names(rules)[1 - result.winner]
    if result.why == TAKEN:
        return Text("{loser} had no piece left.", loser=loser)
    if result.why == BLOCKED:
        return Text("{loser} could not move.", loser=loser)
    if result.why == SURRENDER:
        return Text("{loser} surrendered.", loser=loser)
    return Text("a quiet fight, with at least three Generals and three times as many pieces.")


_UNDECIDED: Final = {
    GENERALS: Text("Undecided: two Generals at most against a single one."),
    QUIET: Text("Undecided: too long without a taking, a huff or a promotion."),
    AGREED: Text("Undecided: the directors agreed on it."),
    REPETITION: Text("Undecided: the same position stood for the third time."),
    TAKEN: Text("Undecided: nobody had a piece left."),
}
