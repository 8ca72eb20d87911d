"""Positions of Les Alliés as text, in the form of ``engine.position_text``.

The rows A to Y over their squares from left to right, always all 278; the letters of the armies,
F (French) I (Italian) G A (German and Austrian of the West) R (Russian) D H (German and Austrian
of the East), capitals for soldiers and small ones for Generals; the seat to move, from 1; then
fields, which may all be missing. ``west``, ``east`` and ``battle`` (the decisive one) are fights.

``west=entente-taken``
    how a fight ended: won by ``entente`` or ``central`` (``taken``: no piece left, ``blocked``,
    ``surrender``, ``quiet``), or ``undecided`` (``generals``, ``quiet``, ``agreed``,
    ``repetition``); ``battle=on`` while a decisive fight is fought;
``pending=1``
    a result of this half-round, which takes effect with the next one;
``quiet-west=12``
    turns in a fight since a taking, a huff or a promotion;
``claim-west=K11-L12:L12,N8``
    a quiet move that may be claimed, and where the pieces stand that could have taken; ``!``
    after the move: it promoted; ``~``: the border, open now, was closed then;
``forced=1``
    the seat to move owes a stroke;
``setup=1``
    soldiers are still to be placed; ``out=13`` are the seats that gave up meanwhile, and
    ``result=agreed`` tells that the players agreed on a draw.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine import position_text
from engine.errors import InvalidPosition
from engine.games.allies import moves
from engine.games.allies.fights import course
from engine.games.allies.map.europe import ARMIES
from engine.games.allies.map.ground import BOARD, TEXT_ROWS, ZONES, bits
from engine.games.allies.rules import Rules
from engine.games.allies.setup import placing
from engine.games.allies.state import (
    DECISIVE,
    FIGHTS,
    LEFT_BY,
    SURRENDER,
    TAKEN,
    UNDECIDED,
    WON_BY,
    Fight,
    Offence,
    Result,
    State,
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


def write(state: State) -> str:
    """Return the state as text."""
    pieces = {
        point: army.letter.lower() if state.generals >> point & 1 else army.letter
        for army, points in zip(ARMIES, state.armies, strict=True)
        for point in bits(points)
    }
    fields: dict[str, str | int] = {}
    for number in FIGHTS:
        name, fight = _NAMES[number], state.fights[number]
        if fight.result is not None:
            fields[name] = f"{_WINNERS[fight.result.winner]}-{fight.result.why}"
        elif number == DECISIVE and state.decisive:
            fields[name] = _ON
        fields[f"quiet-{name}"] = fight.quiet
        fields[f"claim-{name}"] = _write_claim(fight.offence)
    fields |= {
        "pending": int(state.pending),
        "forced": int(state.forced),
        "setup": int(state.setup),
        "out": "".join(str(seat + 1) for seat in bits(state.out)),
        "result": "agreed" if state.agreed else "",
    }
    return position_text.write(TEXT_ROWS, pieces, str(state.turn + 1), fields)


def _write_claim(offence: Offence | None) -> str:
    if offence is None:
        return ""
    names = BOARD.names
    able = ",".join(names[point] for point in bits(offence.able))
    marks = ("!" if offence.promoted else "") + ("~" if offence.closed else "")
    return f"{names[offence.start]}-{names[offence.end]}{marks}:{able}"


def read(rules: Rules, text: str) -> State:
    """Return the state that ``write`` wrote. Raises InvalidPosition."""
    turns = [str(seat + 1) for seat in range(len(rules.seats))]
    placed = position_text.read(text, TEXT_ROWS, _LETTERS, turns, _KEYS)
    fields = placed.fields
    armies = [0] * len(ARMIES)
    generals = 0
    for point, letter in placed.pieces.items():
        army = next(n for n, army in enumerate(ARMIES) if army.letter == letter.upper())
        armies[army] |= 1 << point
        generals |= letter.islower() << point
    west, east, battle = (_fight(rules, fields, name) for name in _NAMES)
    state = State(
        placed.turn,
        tuple(armies),
        generals,
        (west, east, battle),
        pending=bool(position_text.count(fields, "pending", 1)),
        decisive="battle" in fields,
        forced=bool(position_text.count(fields, "forced", 1)),
        setup=bool(position_text.count(fields, "setup", 1)),
        out=_out(rules, fields),
        agreed=bool(position_text.chosen(fields, "result", ("agreed",))),
    )
    _check_fights(rules, state, fields)
    _check_pieces(rules, state)
    _check_setup(rules, state, fields)
    if not state.setup and not course.is_over(rules, state):
        _check_turn(rules, state, fields)
    return state


def _fight(rules: Rules, fields: Mapping[str, str], name: str) -> Fight:
    result = None
    if name in fields and not (name == _NAMES[DECISIVE] and fields[name] == _ON):
        if fields[name] not in _RESULTS:
            raise position_text.unfitting(fields, name)
        result = _RESULTS[fields[name]]
        if result == Result(UNDECIDED, TAKEN) and name != _NAMES[DECISIVE]:
            raise position_text.unfitting(fields, name)
    quiet = position_text.count(fields, f"quiet-{name}", 2 * rules.quiet)
    return Fight(result, quiet, _claim(fields, f"claim-{name}"))


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
    offence = sum(1 << point for point in able)
    return Offence(known[0], known[1], bool(match[3]), offence, bool(match[4]))


def _out(rules: Rules, fields: Mapping[str, str]) -> int:
    text = fields.get("out", "")
    seats = [str(seat + 1) for seat in range(len(rules.seats))]
    if "out" in fields and (not text or len(set(text)) < len(text) or set(text) - set(seats)):
        raise position_text.unfitting(fields, "out")
    return sum(1 << seats.index(letter) for letter in text)


def _check_fights(rules: Rules, state: State, fields: Mapping[str, str]) -> None:
    """Raise InvalidPosition for fights of other fields, or that cannot follow from one another."""
    used = FIGHTS[:2] if rules.is_battle else (rules.zone,)
    if state.decisive:
        used = (*used, DECISIVE)
    for number in FIGHTS:
        name, fight = _NAMES[number], state.fights[number]
        keys = [key for key in (name, f"quiet-{name}", f"claim-{name}") if key in fields]
        if keys and number not in used:
            raise position_text.unfitting(fields, keys[-1])
        if fight.result is not None and (fight.quiet or fight.offence):
            raise position_text.unfitting(fields, keys[-1])
    results = [fight.result for fight in state.fights[:2]]
    ended = [result for result in results if result is not None]
    if state.decisive and (
        not rules.is_battle or sorted(result.winner for result in ended) != [0, 1]
    ):
        raise position_text.unfitting(fields, "battle")
    if state.pending and (not rules.is_battle or len(ended) != 1):
        raise position_text.unfitting(fields, "pending")


def _check_pieces(rules: Rules, state: State) -> None:
    """Raise InvalidPosition for an army that is not in the field, too large, or misplaced."""
    allowed = {force.army: force for forces in rules.forces for force in forces}
    closed = not (rules.is_battle and course.border_is_open(rules, state))
    for number, army in enumerate(ARMIES):
        points = state.armies[number]
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
        outside = points & ~rules.squares
        if closed and force:
            outside |= points & ~ZONES[army.zone]
        if outside:
            raise InvalidPosition(
                Text(
                    "The {army} has a piece on {square}, where it cannot be now.",
                    army=army.name,
                    square=BOARD.names[next(bits(outside))],
                )
            )
        result = state.fights[army.zone].result
        if points and result is not None and result.winner != army.alliance:
            raise InvalidPosition(
                Text("The {army} has left the board with its fight; it has pieces.", army=army.name)
            )


def _check_setup(rules: Rules, state: State, fields: Mapping[str, str]) -> None:
    """Raise InvalidPosition where soldiers are placed and something has been played."""
    if not state.setup:
        if state.out or state.agreed:
            raise position_text.unfitting(fields, "out" if state.out else "result")
        return
    for fight in state.fights:
        surrendered = fight.result is None or fight.result.why == SURRENDER
        if not surrendered or fight.quiet or fight.offence or state.forced or state.generals:
            raise position_text.unfitting(fields, "setup")
    one_ended = (state.fights[0].result is None) != (state.fights[1].result is None)
    if rules.is_battle and one_ended != state.pending:
        raise position_text.unfitting(fields, "setup")
    _check_placed(rules, state)
    if not _fits_out(rules, state):
        raise position_text.unfitting(fields, "out" if "out" in fields else "setup")
    if not course.is_over(rules, state) and not placing.to_place(rules, state, state.turn):
        raise InvalidPosition(Text("Seat {seat} has nothing left to place.", seat=state.turn + 1))


def _check_placed(rules: Rules, state: State) -> None:
    for forces in rules.forces:
        for force in forces:
            wrong = state.armies[force.army] & ~(force.placement | force.neutral)
            if wrong:
                raise InvalidPosition(
                    Text(
                        "While soldiers are placed none of the {army} stands on {square}.",
                        army=ARMIES[force.army].name,
                        square=BOARD.names[next(bits(wrong))],
                    )
                )


def _fits_out(rules: Rules, state: State) -> bool:
    """Return whether those who gave up explain the fights that have ended, and have no pieces."""
    for seat, forces in enumerate(rules.forces):
        zone = seat // 2 if rules.is_battle else rules.zone
        result = state.fights[zone].result
        is_out = state.out >> seat & 1
        if is_out and any(state.armies[force.army] for force in forces):
            return False
        if is_out and result is None:
            return False
        lost = result is not None and result.winner == 1 - seat % 2
        if lost and not is_out:
            return False
    return True


def _check_turn(rules: Rules, state: State, fields: Mapping[str, str]) -> None:
    """Raise InvalidPosition for a seat to move without a fight, and for claims nobody can make."""
    seat = state.turn
    number = course.fight_of(rules, state, seat)
    fighting = course.directors(rules, state, number)
    if state.fights[number].result is not None or seat not in fighting:
        raise InvalidPosition(
            Text(
                "Seat {seat} does not move now: its fight has ended, or its ally directs.",
                seat=seat + 1,
            )
        )
    for fight in FIGHTS:
        if not _claim_fits(rules, state, fight):
            raise position_text.unfitting(fields, f"claim-{_NAMES[fight]}")
    if state.forced and state.fights[number].offence is None:
        raise position_text.unfitting(fields, "forced")
    if state.forced and not moves.moves(rules, state).strokes.moves:
        raise position_text.unfitting(fields, "forced")


def _claim_fits(rules: Rules, state: State, fight: int) -> bool:
    """Return whether the pieces that may be huffed are there, and the move can be undone."""
    offence = state.fights[fight].offence
    if offence is None:
        return True
    if rules.strict:
        return False
    seats = course.directors(rules, state, fight)
    turn = course.fight_of(rules, state, state.turn) == fight
    if turn:
        offender = state.turn if state.forced else course.opponent(rules, state, state.turn)
    else:
        offender = next(
            (s for s in seats if offence.able & course.side_pieces(rules, state, fight, s % 2)), -1
        )
    if offender < 0:
        return False
    own = course.side_pieces(rules, state, fight, offender % 2)
    undone = turn and state.forced
    stands, gone = (offence.start, offence.end) if undone else (offence.end, offence.start)
    occupied = sum(state.armies)
    return (
        not offence.able & ~own
        and bool(own >> stands & 1)
        and not occupied >> gone & 1
        and bool(offence.able)
        and (not offence.closed or course.border_is_open(rules, state))
        and (not offence.promoted or undone or bool(state.generals >> offence.end & 1))
    )
