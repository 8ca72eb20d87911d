"""Positions of Les Alliés as text, in the form of ``engine.position_text``.

The rows A to Y over their squares from left to right, always all 278; the letters of the armies, F
(French) I (Italian) G A (German and Austrian of the West) R (Russian) D H (German and Austrian of
the East), capitals for soldiers and small letters for Generals; the seat to move, from 1; then
fields, all optional. ``west``, ``east`` and ``battle`` (the decisive one) are fights.

``west=entente-taken`` the end of a fight: won by ``entente`` or ``central`` (``taken``: no piece
left, ``blocked``, ``surrender``, ``quiet``), or ``undecided`` (``generals``, ``quiet``, ``agreed``,
``repetition``); ``battle=on`` while a decisive fight is fought; ``pending=1`` if a result of this
half-round takes effect with the next one; ``quiet-west=12`` turns in a fight since a taking,
a huff or a promotion; ``claim-west=K11-L12:L12,N8`` a quiet move that may be claimed, and the
squares of the pieces that could have taken (``!`` after the move if it promoted, ``~`` if the
border, open now, was closed then); ``forced=1`` the seat to move owes a stroke; ``setup=1``
soldiers are still to be placed; ``out=13`` the seats that gave up meanwhile, and ``result=agreed``
if the players agreed on a draw meanwhile.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from engine import position_text
from engine.board import members
from engine.errors import InvalidPosition
from engine.games.allies.battle import placing
from engine.games.allies.battle.armies import Offence
from engine.games.allies.battle.field_rules import FieldRules
from engine.games.allies.battle.phases import (
    DECISIVE,
    FIGHTS,
    LEFT_BY,
    SURRENDER,
    TAKEN,
    UNDECIDED,
    WON_BY,
    Result,
    phase_of,
)
from engine.games.allies.battle.state import AlliesState
from engine.games.allies.map.europe import ARMIES, EAST, WEST
from engine.games.allies.map.squares import (
    BOARD,
    POINT,
    SETS,
    SQUARE,
    TEXT_ROWS,
    ZONES,
)
from engine.text import Text

_NAMES: Final = ("west", "east", "battle")
_ON: Final = "on"
_WINNERS: Final = {0: "entente", 1: "central", UNDECIDED: "undecided"}
_RESULTS: Final = {
    f"{name}-{why}": Result(winner, why)
    for winner, name in _WINNERS.items()
    for why in (LEFT_BY if winner == UNDECIDED else WON_BY)
}
_LETTERS: Final = tuple(letter for army in ARMIES for letter in (army.letter, army.letter.lower()))
_KEYS: Final = (
    *_NAMES,
    *(f"quiet-{name}" for name in _NAMES),
    *(f"claim-{name}" for name in _NAMES),
    "pending",
    "forced",
    "setup",
    "out",
    "result",
)
_CLAIM: Final = re.compile(r"([a-z][0-9]+)-([a-z][0-9]+)(!?)(~?):([a-z0-9,]+)", re.IGNORECASE)


def write(state: AlliesState) -> str:
    """Return the state as text."""
    phase = state.phase
    pieces = {
        point: army.letter.lower() if SETS.has(state.generals, point) else army.letter
        for number, army in enumerate(ARMIES)
        for point in SETS.points_in(state.army(number))
    }
    fields: dict[str, str | int] = {}
    for fight in FIGHTS:
        name, result = _NAMES[fight], phase.results[fight]
        if result is not None:
            fields[name] = f"{_WINNERS[result.winner]}-{result.why}"
        elif fight == DECISIVE and phase.decisive:
            fields[name] = _ON
        fields[f"quiet-{name}"] = state.quiet_in(fight)
        fields[f"claim-{name}"] = _write_claim(state.claim_in(fight))
    fields |= {
        "pending": int(phase.pending),
        "forced": int(state.forced),
        "setup": int(phase.setup),
        "out": "".join(str(seat + 1) for seat in members(phase.out)),
        "result": "agreed" if phase.agreed else "",
    }
    return position_text.write(TEXT_ROWS, pieces, str(state.turn + 1), fields)


def _write_claim(offence: Offence | None) -> str:
    if offence is None:
        return ""
    names = BOARD.names
    able = ",".join(SETS.names_in(offence.able))
    marks = ("!" if offence.promoted else "") + ("~" if offence.closed else "")
    return f"{names[POINT[offence.start]]}-{names[POINT[offence.end]]}{marks}:{able}"


class _Fight(NamedTuple):
    """The values of the fields of one fight."""

    result: Result | None
    quiet: int
    offence: Offence | None


_Fights = tuple[_Fight, _Fight, _Fight]


def read(rules: FieldRules, text: str) -> AlliesState:
    """Return the state in a text by ``write``. Raises InvalidPosition."""
    turns = [str(seat + 1) for seat in range(len(rules.seats))]
    placed = position_text.read(text, TEXT_ROWS, _LETTERS, turns, _KEYS)
    fields = placed.fields
    west, east, battle = (_fight(rules, fields, name) for name in _NAMES)
    fights = (west, east, battle)
    is_pending = bool(position_text.count(fields, "pending", 1))
    is_decisive = "battle" in fields
    is_forced = bool(position_text.count(fields, "forced", 1))
    is_setup = bool(position_text.count(fields, "setup", 1))
    out = _out(rules, fields)
    is_agreed = bool(position_text.chosen(fields, "result", ("agreed",)))
    _check_fights(rules, fights, fields, pending=is_pending, decisive=is_decisive)
    if not is_setup and (out or is_agreed):
        raise position_text.unfitting(fields, "out" if out else "result")

    phase = phase_of(
        rules,
        (west.result, east.result, battle.result),
        is_pending,
        is_decisive,
        is_setup,
        out,
        is_agreed,
    )
    state = AlliesState(phase, placed.turn, 0, 0, 0, 0, 0)
    for number, army in enumerate(ARMIES):
        points = [p for p, letter in placed.pieces.items() if letter.upper() == army.letter]
        state = state.with_soldiers(number, SETS.of(points))
    generals = SETS.of([point for point, letter in placed.pieces.items() if letter.islower()])
    _check_pieces(state)
    if is_setup:
        _check_setup(state, fights, fields, generals, is_forced)
        return state

    state = state.with_generals(generals)
    fight = phase.fight[state.turn]
    state.quiet_turns, state.claim = fights[fight].quiet, fights[fight].offence
    if phase.alternating:
        other = fights[1 - fight]
        state.other_quiet, state.other_claim = other.quiet, other.offence
    state.forced = is_forced
    if not phase.is_over:
        _check_turn(state, fields)
    return state


def _fight(rules: FieldRules, fields: Mapping[str, str], name: str) -> _Fight:
    result = None
    if name in fields and not (name == _NAMES[DECISIVE] and fields[name] == _ON):
        if fields[name] not in _RESULTS:
            raise position_text.unfitting(fields, name)
        result = _RESULTS[fields[name]]
        if result == Result(UNDECIDED, TAKEN) and name != _NAMES[DECISIVE]:
            raise position_text.unfitting(fields, name)
    quiet = position_text.count(fields, f"quiet-{name}", 2 * rules.quiet)
    return _Fight(result, quiet, _claim(fields, f"claim-{name}"))


def _claim(fields: Mapping[str, str], key: str) -> Offence | None:
    if key not in fields:
        return None
    match = _CLAIM.fullmatch(fields[key])
    if match is None:
        raise position_text.unfitting(fields, key)
    names = (match[1], match[2], *match[5].split(","))
    points = [BOARD.point.get(name.lower()) for name in names]
    known = [point for point in points if point is not None]
    able = known[2:]
    if len(known) < len(points) or known[0] == known[1] or len(set(able)) < len(able):
        raise position_text.unfitting(fields, key)
    start, end = SQUARE[known[0]], SQUARE[known[1]]
    return Offence(start, end, bool(match[3]), SETS.of(able), bool(match[4]))


def _out(rules: FieldRules, fields: Mapping[str, str]) -> int:
    text = fields.get("out", "")
    seats = [str(seat + 1) for seat in range(len(rules.seats))]
    if "out" in fields and (not text or len(set(text)) < len(text) or set(text) - set(seats)):
        raise position_text.unfitting(fields, "out")
    return sum(1 << seats.index(letter) for letter in text)


def _check_fights(
    rules: FieldRules,
    fights: _Fights,
    fields: Mapping[str, str],
    *,
    pending: bool,
    decisive: bool,
) -> None:
    """Raise InvalidPosition for fights that the field does not have, or that cannot coincide."""
    used = FIGHTS[:2] if rules.is_battle else (rules.zone,)
    if decisive:
        used = (*used, DECISIVE)
    for number in FIGHTS:
        name, fight = _NAMES[number], fights[number]
        keys = [key for key in (name, f"quiet-{name}", f"claim-{name}") if key in fields]
        if keys and number not in used:
            raise position_text.unfitting(fields, keys[-1])
        if fight.result is not None and (fight.quiet or fight.offence):
            raise position_text.unfitting(fields, keys[-1])
    results = [fight.result for fight in fights[:2]]
    ended = [result for result in results if result is not None]
    if decisive and (not rules.is_battle or sorted(result.winner for result in ended) != [0, 1]):
        raise position_text.unfitting(fields, "battle")
    if pending and (not rules.is_battle or len(ended) != 1):
        raise position_text.unfitting(fields, "pending")


def _check_pieces(state: AlliesState) -> None:
    """Raise InvalidPosition for an army that is not in the field, too large, or misplaced."""
    phase = state.phase
    allowed = {force.army: force for forces in phase.rules.forces for force in forces}
    is_closed = phase.duel or not phase.border_is_open
    for number, army in enumerate(ARMIES):
        points = state.army(number)
        force = allowed.get(number)
        most = force.size if force else 0
        if points.bit_count() > most:
            raise InvalidPosition(
                Text(
                    "The {army} (`{letter}`) has {most} pieces at most in this field; here it "
                    "has {given}.",
                    army=army.name,
                    letter=army.letter,
                    most=most,
                    given=points.bit_count(),
                )
            )
        outside = points & ~phase.field
        if is_closed and force:
            outside |= points & ~ZONES[army.zone]
        if outside:
            raise InvalidPosition(
                Text(
                    "The {army} has a piece on {square}, where it cannot be now.",
                    army=army.name,
                    square=SETS.names_in(outside)[0],
                )
            )
        result = phase.results[army.zone]
        if points and result is not None and result.winner != army.alliance:
            raise InvalidPosition(
                Text(
                    "The {army} left the board when its fight ended, so it can have no pieces.",
                    army=army.name,
                )
            )


def _check_setup(
    state: AlliesState,
    fights: _Fights,
    fields: Mapping[str, str],
    generals: int,
    is_forced: bool,
) -> None:
    """Raise InvalidPosition if soldiers are still to be placed in a game that has begun."""
    phase = state.phase
    for fight in fights:
        surrendered = fight.result is None or fight.result.why == SURRENDER
        if not surrendered or fight.quiet or fight.offence or is_forced or generals:
            raise position_text.unfitting(fields, "setup")
    one_ended = (phase.results[WEST] is None) != (phase.results[EAST] is None)
    if not phase.duel and one_ended != phase.pending:
        raise position_text.unfitting(fields, "setup")
    _check_placed(state)
    if not _fits_out(state):
        raise position_text.unfitting(fields, "out" if "out" in fields else "setup")
    if not phase.is_over and not placing.to_place(state, state.turn):
        raise InvalidPosition(Text("Seat {seat} has nothing left to place.", seat=state.turn + 1))


def _check_placed(state: AlliesState) -> None:
    for forces in state.phase.rules.forces:
        for force in forces:
            wrong = state.army(force.army) & ~(force.placement | force.neutral)
            if wrong:
                raise InvalidPosition(
                    Text(
                        "While soldiers are being placed, no piece of the {army} can stand on "
                        "{square}.",
                        army=ARMIES[force.army].name,
                        square=SETS.names_in(wrong)[0],
                    )
                )


def _fits_out(state: AlliesState) -> bool:
    """Return whether the seats that gave up explain all fights that ended, and have no pieces."""
    phase = state.phase
    for seat, forces in enumerate(phase.rules.forces):
        result = phase.results[phase.rules.zone if phase.duel else seat // 2]
        is_out = phase.out >> seat & 1
        if is_out and any(state.army(force.army) for force in forces):
            return False
        if is_out and result is None:
            return False
        lost = result is not None and result.winner == 1 - seat % 2
        if lost and not is_out:
            return False
    return True


def _check_turn(state: AlliesState, fields: Mapping[str, str]) -> None:
    """Raise InvalidPosition for a seat to move that has no fight, or for impossible claims."""
    phase, seat = state.phase, state.turn
    fight = phase.fight[seat]
    if phase.results[fight] is not None or seat not in phase.directors(fight):
        raise InvalidPosition(
            Text(
                "Seat {seat} does not move now: its fight has ended, or its ally directs.",
                seat=seat + 1,
            )
        )
    for number in FIGHTS:
        if not _claim_fits(state, number):
            raise position_text.unfitting(fields, f"claim-{_NAMES[number]}")
    if state.forced and (state.claim is None or not state.moves()):
        raise position_text.unfitting(fields, "forced")


def _claim_fits(state: AlliesState, fight: int) -> bool:
    """Return whether a fight's claim fits the pieces, and its move can be undone."""
    phase = state.phase
    offence = state.claim_in(fight)
    if offence is None:
        return True
    if phase.must_take:
        return False
    is_turn = phase.fight[state.turn] == fight
    if is_turn:
        offender = state.turn if state.forced else phase.opponent[state.turn]
    else:
        offender = next(
            (s for s in phase.directors(fight) if offence.able & state.side_pieces(fight, s % 2)),
            -1,
        )
    if offender < 0:
        return False
    own = state.side_pieces(fight, offender % 2)
    is_undone = is_turn and state.forced
    stands, gone = (offence.start, offence.end) if is_undone else (offence.end, offence.start)
    occupied = state.entente | state.central
    return (
        not offence.able & ~own
        and bool(own >> stands & 1)
        and not occupied >> gone & 1
        and bool(offence.able)
        and (not offence.closed or phase.border_is_open)
        and (not offence.promoted or is_undone or bool(state.generals >> offence.end & 1))
    )
