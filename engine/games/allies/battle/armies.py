"""The armies on the map, the turn, and the consequences of the end of a fight."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeVar

from engine.capabilities.thinking import State
from engine.games.allies.battle import strokes
from engine.games.allies.battle.phases import (
    BLOCKED,
    DECISIVE,
    GENERALS,
    QUIET,
    SURRENDER,
    TAKEN,
    UNDECIDED,
    Phase,
    Result,
)
from engine.games.allies.map.europe import ARMIES, CENTRAL, EAST, ENTENTE, WEST
from engine.games.allies.map.squares import ALL, ZONES

FEWEST_GENERALS: Final = 3
"""A quiet fight is won by this many Generals and this many times the other side's pieces."""

MOST_AGAINST_ONE: Final = 2
"""The most Generals that cannot defeat a single General."""

UNKNOWN: Final = -1

_EASTERN: Final[list[bool]] = [army.zone == EAST for army in ARMIES]
_SECOND: Final[list[bool]] = [army.code in {"IT", "AW", "AE"} for army in ARMIES]
"""By army, whether it is the second of its side in its zone."""


class Offence(NamedTuple):
    """A quiet move by a side that could have taken; the opponent may claim it before moving."""

    start: int
    end: int
    promoted: bool
    able: int
    """The pieces that could have taken, as a set of the squares where they stand now."""
    closed: bool = False
    """Whether the border of the zones, open now, was closed when the move was made."""


A = TypeVar("A", bound="Armies")


class Armies(State):
    """The pieces, the turn, and the counts. A side is an alliance."""

    __slots__ = (
        "central",
        "claim",
        "eastern",
        "empty",
        "enemy",
        "entente",
        "forced",
        "generals",
        "known_able",
        "known_threats",
        "other_claim",
        "other_quiet",
        "own",
        "phase",
        "quiet_turns",
        "second",
        "side",
        "turn",
    )

    phase: Phase
    side: int
    turn: int
    """The seat to move; while a forced stroke is owed, that of the offender."""
    entente: int
    central: int
    """All pieces of an alliance."""
    generals: int
    """The Generals of both alliances."""
    eastern: int
    """The pieces of armies of the east, wherever they stand."""
    second: int
    """The pieces of the Italian army and of both Austrian armies."""
    own: int
    enemy: int
    empty: int
    """The pieces in the fight of the seat to move, and its empty squares."""
    quiet_turns: int
    """The turns in this fight since a taking, a huff or a promotion."""
    claim: Offence | None
    """The offence in this fight that may be claimed."""
    other_quiet: int
    other_claim: Offence | None
    """The quiet turns and the offence in the other fight, while there are two."""
    forced: bool
    """Whether the seat to move owes a stroke."""
    known_able: int
    known_threats: int
    """The cached results of ``able`` and ``threats``, ``UNKNOWN`` before their first call."""

    def __init__(
        self,
        phase: Phase,
        turn: int,
        entente: int,
        central: int,
        generals: int,
        eastern: int,
        second: int,
    ) -> None:
        self.phase = phase
        self.turn = turn
        self.side = turn & 1
        self.entente = entente
        self.central = central
        self.generals = generals
        self.eastern = eastern
        self.second = second
        self.quiet_turns = 0
        self.other_quiet = 0
        self.claim = None
        self.other_claim = None
        self.forced = False
        self.known_able = UNKNOWN
        self.known_threats = UNKNOWN
        squares = phase.squares[turn]
        self.empty = squares & ~(entente | central)
        if turn & 1:
            self.own = central & squares
            self.enemy = entente & squares
        else:
            self.own = entente & squares
            self.enemy = central & squares

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Armies):
            return NotImplemented
        return (
            self.phase is other.phase
            and self.turn == other.turn
            and self.entente == other.entente
            and self.central == other.central
            and self.generals == other.generals
            and self.eastern == other.eastern
            and self.second == other.second
            and self.quiet_turns == other.quiet_turns
            and self.claim == other.claim
            and self.other_quiet == other.other_quiet
            and self.other_claim == other.other_claim
            and self.forced == other.forced
        )

    def __hash__(self) -> int:
        return hash((self.turn, self.entente, self.central, self.generals, self.phase))

    # What stands where

    def able(self) -> int:
        """Return the pieces with which the seat to move can take."""
        if self.known_able == UNKNOWN:
            self.known_able = strokes.able(self.own, self.enemy, self.empty, self.generals)
        return self.known_able

    def threats(self) -> int:
        """Return the opponent's pieces that could take if it were the opponent's turn."""
        if self.known_threats == UNKNOWN:
            self.known_threats = strokes.able(self.enemy, self.own, self.empty, self.generals)
        return self.known_threats

    def pieces_of(self, alliance: int) -> int:
        """Return all pieces of an alliance."""
        return self.central if alliance == CENTRAL else self.entente

    def side_pieces(self, fight: int, alliance: int) -> int:
        """Return the pieces of an alliance in a fight: all its pieces if one fight is left."""
        return self.pieces_of(alliance) & (ZONES[fight] if self.phase.alternating else ALL)

    def army(self, number: int) -> int:
        """Return the pieces of an army."""
        pieces = self.pieces_of(ARMIES[number].alliance)
        pieces &= self.eastern if _EASTERN[number] else ~self.eastern
        return pieces & (self.second if _SECOND[number] else ~self.second)

    def quiet_in(self, fight: int) -> int:
        """Return the turns in a fight since a taking, a huff or a promotion."""
        own = self.phase.fight[self.turn]
        if fight == own:
            return self.quiet_turns
        return self.other_quiet if self.phase.alternating and fight == 1 - own else 0

    def claim_in(self, fight: int) -> Offence | None:
        """Return the offence that may be claimed in a fight."""
        own = self.phase.fight[self.turn]
        if fight == own:
            return self.claim
        return self.other_claim if self.phase.alternating and fight == 1 - own else None

    def is_active(self, seat: int) -> bool:
        """Return whether a seat has an army to direct, now or later in this half-round."""
        phase = self.phase
        if phase.is_over:
            return True
        if phase.setup:
            return not phase.out >> seat & 1
        fight = phase.fight[seat]
        if phase.decisive or phase.first_fight_is_over:
            return seat in phase.directors(fight)
        return phase.results[fight] is None or bool(self.side_pieces(fight, seat % 2))

    # Other states with the same, fewer or more pieces

    def at(self: A, phase: Phase, turn: int) -> A:
        """Return the state in another phase or turn, with the counts of fights that go on.

        The state is always a new object, so the caller may still set its counts.
        """
        after = type(self)(
            phase, turn, self.entente, self.central, self.generals, self.eastern, self.second
        )
        fight = phase.fight[turn]
        if phase.results[fight] is None:
            after.quiet_turns, after.claim = self.quiet_in(fight), self.claim_in(fight)
        if phase.alternating and phase.results[1 - fight] is None:
            after.other_quiet = self.quiet_in(1 - fight)
            after.other_claim = self.claim_in(1 - fight)
        after.forced = self.forced
        return after

    def without(self: A, squares: int) -> A:
        """Return the state without the pieces on those squares."""
        return self._standing(
            self.entente & ~squares,
            self.central & ~squares,
            self.generals & ~squares,
            self.eastern & ~squares,
            self.second & ~squares,
        )

    def with_soldiers(self: A, army: int, squares: int) -> A:
        """Return the state with further soldiers of an army on those squares."""
        is_central = ARMIES[army].alliance == CENTRAL
        return self._standing(
            self.entente if is_central else self.entente | squares,
            self.central | squares if is_central else self.central,
            self.generals,
            self.eastern | squares if _EASTERN[army] else self.eastern,
            self.second | squares if _SECOND[army] else self.second,
        )

    def with_generals(self: A, generals: int) -> A:
        """Return the state in which exactly these pieces are Generals."""
        return self._standing(self.entente, self.central, generals, self.eastern, self.second)

    def with_back(self: A, start: int, end: int, is_soldier: bool) -> A:
        """Return the state with a piece moved back from ``end``, as a soldier or unchanged.

        Both squares are bits.
        """
        generals = _moved(self.generals, end, start)
        return self._standing(
            _moved(self.entente, end, start),
            _moved(self.central, end, start),
            generals & ~start if is_soldier else generals,
            _moved(self.eastern, end, start),
            _moved(self.second, end, start),
        )

    def _standing(
        self: A, entente: int, central: int, generals: int, eastern: int, second: int
    ) -> A:
        after = type(self)(self.phase, self.turn, entente, central, generals, eastern, second)
        after.quiet_turns, after.claim = self.quiet_turns, self.claim
        after.other_quiet, after.other_claim = self.other_quiet, self.other_claim
        after.forced = self.forced
        return after

    # Turns, and the ends of fights

    def judged(self: A) -> A:
        """Return the state at the start of a turn, with its fight ended if it is decided.

        A fight is not decided while a claim is due.
        """
        phase = self.phase
        if phase.fight_has_ended[self.turn]:
            return self if phase.is_over else self.passed_on()
        if self.claim is not None:
            return self
        own, enemy, generals = self.own, self.enemy, self.generals
        fight = phase.fight[self.turn]
        if not strokes.can_step(own, self.empty) and not self.able():
            return self.ended(fight, Result(1 - self.side, BLOCKED))
        if not (own | enemy) & ~generals:
            fewer, more = own.bit_count(), enemy.bit_count()
            if fewer > more:
                fewer, more = more, fewer
            if fewer == 1 and more <= MOST_AGAINST_ONE and not self.able():
                return self.ended(fight, Result(UNDECIDED, GENERALS))
        if self.quiet_turns < phase.limit:
            return self
        return self.ended(fight, Result(self.quiet_winner(fight), QUIET))

    def quiet_winner(self, fight: int) -> int:
        """Return the alliance that wins a quiet fight, ``UNDECIDED`` if neither does."""
        entente, central = self.side_pieces(fight, ENTENTE), self.side_pieces(fight, CENTRAL)
        if wins_by_numbers(entente, central, self.generals):
            return ENTENTE
        return CENTRAL if wins_by_numbers(central, entente, self.generals) else UNDECIDED

    def passed_on(self: A) -> A:
        """Return the state at the start of the turn after this one."""
        phase, seat = self.phase, self.turn
        if not phase.alternating:
            return self.at(phase, phase.opponent[seat]).judged()
        order = phase.rules.order
        place = order.index(seat)
        if place % 2 == 0:
            return self.at(phase, order[place + 1]).judged()
        return (
            self.half_round(order[0], order[1])
            if place == 3
            else (self.half_round(order[2], order[3]))
        )

    def half_round(self: A, first: int, second: int) -> A:
        """Return the state at the start of a half-round of two seats.

        Results of the last half-round take effect.
        """
        phase = self.phase
        if not phase.pending:
            return self.at(phase, first).judged()
        left = WEST if phase.results[WEST] is None else EAST
        phase = phase.going_on(False, phase.decisive)
        after = self.at(phase, first if first // 2 == left else second)
        if after.claim is not None and phase.border_is_open:
            after.claim = after.claim._replace(closed=True)
        return after.judged()

    def ended(self: A, fight: int, result: Result) -> A:
        """Return the state after the end of a fight.

        The losers' pieces leave the board, those of both sides if the fight is undecided. The turn
        passes on if it belonged to a director of that fight.
        """
        before, turn = self.phase, self.turn
        gone = 0
        for alliance in (ENTENTE, CENTRAL):
            if result.winner != alliance:
                gone |= self.side_pieces(fight, alliance)
        state = self.without(gone)
        on_turn = before.fight[turn] == fight
        if on_turn and self.forced:
            turn = before.opponent[turn]
            state.forced = False
        phase = before.with_result(fight, result)
        if before.duel or fight == DECISIVE:
            return state.at(phase, turn).unforced()
        first, second = phase.results[WEST], phase.results[EAST]
        if first is None or second is None:
            state = state.at(phase.going_on(True, False), turn)
            return state.passed_on() if on_turn else state
        state = state.at(phase.going_on(False, False), turn).unforced()
        same = first.winner == second.winner
        if before.first_fight_is_over or same or UNDECIDED in {first.winner, second.winner}:
            return state
        return state.with_decisive_fight()

    def unforced(self: A) -> A:
        """Return the state without an owed stroke."""
        if not self.forced:
            return self
        after = self.at(self.phase, self.turn)
        after.forced = False
        return after

    def with_decisive_fight(self: A) -> A:
        """Return the state at the start of the decisive fight of the survivors."""
        phase = self.phase.going_on(False, True)
        state = self.at(phase, min(phase.directors(DECISIVE)))
        if state.entente and state.central:
            return state.judged()
        winner = ENTENTE if state.entente else CENTRAL if state.central else UNDECIDED
        return state.at(phase.with_result(DECISIVE, Result(winner, TAKEN)), state.turn)

    def surrendered(self: A, seat: int) -> A:
        """Return the state after a director has surrendered: all their pieces leave the board."""
        if not self.is_active(seat):
            return self
        fight = self.phase.fight[seat]
        if self.phase.results[fight] is None:
            return self.ended(fight, Result(1 - seat % 2, SURRENDER))
        return self.without(self.side_pieces(fight, seat % 2))


def _moved(pieces: int, start: int, end: int) -> int:
    """Return a set of pieces with a piece moved from one square to another; both are bits."""
    return pieces ^ start | end if pieces & start else pieces


def wins_by_numbers(own: int, enemy: int, generals: int) -> bool:
    """Return whether a side has the numbers that win a quiet fight."""
    return own.bit_count() >= FEWEST_GENERALS * enemy.bit_count() and (
        (own & generals).bit_count() >= FEWEST_GENERALS
    )
