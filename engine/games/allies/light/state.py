"""The light state of Les Alliés: sets of squares, and whose turn it is.

Only what happens on almost every turn is worked out here. Claims and the end of a fight in the
battle are left to the rules themselves: the state becomes a position's, and what follows from it
becomes a light state again.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from engine.capabilities.thinking import DECIDED
from engine.games.allies import moves as rules_moves
from engine.games.allies import state as position_state
from engine.games.allies.fights.course import MOST_AGAINST_ONE
from engine.games.allies.light import moving
from engine.games.allies.light.evaluation import evaluate, settled, wins_by_numbers
from engine.games.allies.light.moving import FORCE
from engine.games.allies.light.phases import over, phase_of
from engine.games.allies.light.squares import NUMBER, POINT, ZONE, points_at, squares_at
from engine.games.allies.light.standing import Standing
from engine.games.allies.map.europe import ARMIES
from engine.games.allies.map.ground import ZONES, bits
from engine.games.allies.rules import Rules
from engine.games.allies.state import (
    BLOCKED,
    DECISIVE,
    GENERALS,
    QUIET,
    TAKEN,
    UNDECIDED,
    Fight,
    Result,
)
from engine.values import Move

_ARMY: Final = [
    [
        next(n for n, army in enumerate(ARMIES) if army[3:] == (zone, alliance))
        for alliance in (0, 1)
    ]
    for zone in (0, 1)
]
"""By zone and alliance, an army: the rules ask no more of a piece than these two."""

CONTEMPT: Final = 50
"""What anybody gives to avoid a fight that ends undecided: half a soldier, in the end."""

MOST_CONTEMPT: Final = 250
"""What who is ahead gives more at most: as much as it is ahead, for it would lose all of that."""

_FEW: Final = 5
"""With so few pieces in all, who is one ahead seldom catches the others."""

_LONG: Final = 75
"""After so much of the count, of a hundred, armies of the same strength do nothing but wait."""

_SAME: Final = 12
"""Armies are of the same strength that differ by no more than one of so many pieces."""


class AlliesState(Standing):
    """A position whose armies stand, as the search sees it. A side is an alliance."""

    __slots__ = ()

    # Moves

    def _strokes(self) -> list[int]:
        """Return the strokes of the seat to move; those that it owes where it is forced."""
        able, enemy, empty = self.able(), self.enemy, self.empty
        if self.forced and self.claim is not None:
            able = squares_at(self.claim.able)
            if self.claim.closed:
                zone = ZONE[self.phase.fight[self.turn]]
                enemy &= zone
                empty &= zone
        if not able:
            return []
        found = moving.strokes(able, enemy, empty, self.generals)
        if self.phase.rules.majority:
            most = max([moving.taken_by(move).bit_count() for move in found])
            found = [move for move in found if moving.taken_by(move).bit_count() == most]
        return found

    def _claims(self) -> list[int]:
        """Return the huffs and the force that the seat to move may claim."""
        if self.claim is None or self.forced:
            return []
        able = self.claim.able
        found = [moving.huff(NUMBER[point]) for point in bits(able)]
        found.append(FORCE)
        return found

    def moves(self) -> list[int]:
        """Return strokes, moves that take nothing, and claims."""
        if self.phase.is_over:
            return []
        found = self._strokes()
        if self.forced or (self.phase.strict and found):
            return found
        return found + moving.quiet_moves(self.own, self.empty, self.generals) + self._claims()

    def tactical(self) -> list[int]:
        """Return the claims and the strokes.

        To omit a taking is never better: the other side may force it. A claim may be left alone
        for a stroke, not for a quiet move: a piece is huffed for nothing, and the turn stays.
        """
        if self.claim is None and not self.able():
            return []
        return self._claims() + self._strokes()

    def candidates(self) -> list[int]:
        """Return the strokes and claims, or where there are none the moves that take nothing."""
        return self.tactical() or moving.quiet_moves(self.own, self.empty, self.generals)

    def quiet(self, move: int) -> bool:
        """Return whether a move neither takes nor claims."""
        return not moving.taken_by(move) and not moving.is_claim(move)

    def progress(self, move: int) -> int:
        """Return whether a soldier steps nearer to an enemy fortress (1) or away from all (-1).

        While there are soldiers that may march, a General that moves and threatens nothing then
        only wanders (-1), unless it leaves a fortress that soldiers are near to (1).
        """
        if not self.quiet(move):
            return 0
        start, end = 1 << (move & 511), 1 << (move >> 9 & 511)
        if start & self.generals:
            soldiers, fortresses = self.own & ~self.generals, self.phase.fortresses[self.side]
            if start & fortresses and soldiers & self.phase.near[self.side][0]:
                return int(not end & fortresses)
            return -1 if soldiers and not self.play(move).threats() else 0
        for ring in self.phase.rings[self.side]:
            if (start | end) & ring:
                return int(bool(end & ring)) - int(bool(start & ring))
        return 0

    def urge(self) -> int:
        """Return what a step counts at least: of quiet moves most are worth nearly the same."""
        return 10

    def restless(self) -> bool:
        """Return whether a piece of the seat to move can be taken, if nothing is done."""
        return bool(self.threats())

    # Play

    def play(self, move: int) -> AlliesState:
        """Return the state after a move."""
        phase = self.phase
        taken = move >> 18
        if self.forced or phase.pending or (not taken and (self.able() or moving.is_claim(move))):
            return self._by_the_rules(move)
        start = 1 << (move & 511)
        end = 1 << (move >> 9 & 511)
        generals = self.generals & ~taken
        quiet_turns = 0 if taken else self.quiet_turns + 1
        if generals & start:
            generals ^= start | end
        elif end & phase.fortresses[self.side]:
            generals |= end
            quiet_turns = 0
        if self.side:
            entente = self.entente & ~taken
            central = self.central & ~start | end
        else:
            entente = self.entente & ~start | end
            central = self.central & ~taken
        after = AlliesState(phase, phase.next[self.turn], entente, central, generals)
        if phase.alternating:
            after.quiet_turns, after.claim = self.other_quiet, self.other_claim
            after.other_quiet = quiet_turns
        else:
            after.quiet_turns = quiet_turns
        if self.enemy == taken:
            return self._ended(move, after, Result(self.side, TAKEN))
        if after.claim is not None:
            return after
        result = after.verdict()
        return after if result is None else self._ended(move, after, result)

    def verdict(self) -> Result | None:
        """Return how the fight of the seat to move ends at the start of its turn, if it does."""
        own, enemy, generals = self.own, self.enemy, self.generals
        if not moving.can_step(own, self.empty) and not self.able():
            return Result(1 - self.side, BLOCKED)
        if not (own | enemy) & ~generals:
            fewer, more = own.bit_count(), enemy.bit_count()
            if fewer > more:
                fewer, more = more, fewer
            if fewer == 1 and more <= MOST_AGAINST_ONE and not self.able():
                return Result(UNDECIDED, GENERALS)
        if self.quiet_turns < self.phase.limit:
            return None
        if wins_by_numbers(own, enemy, generals):
            return Result(self.side, QUIET)
        if wins_by_numbers(enemy, own, generals):
            return Result(1 - self.side, QUIET)
        return Result(UNDECIDED, QUIET)

    def _ended(self, move: int, after: AlliesState, result: Result) -> AlliesState:
        """Return the state after a move that ended a fight."""
        if not self.phase.duel:
            return self._by_the_rules(move)
        after.phase = over(self.phase, result)
        return after

    def _by_the_rules(self, move: int) -> AlliesState:
        """Return the state after a move as the rules of a position work it out."""
        rules, state = self.phase.rules, self.position_state()
        played = heavy_move(move)
        found = rules_moves.moves(rules, state).strokes
        return light_state(rules, rules_moves.after(rules, state, played, found))

    # The game as a whole

    def draws_by_repetition(self) -> bool:
        """Return whether a third time is a draw: in the battle it may win, or not count."""
        return self.phase.duel

    def contempt(self) -> int:
        """Return little, and more for who is ahead: it has something to give.

        Who would give soldiers to break a front that waits, and is not ahead, loses by it. Who has
        won the first of two fights wins if the other ends undecided.
        """
        if self.phase.ahead == self.side:
            return 0
        return CONTEMPT + max(0, min(settled(self), MOST_CONTEMPT))

    def key(self) -> Hashable:
        """Return the pieces, the turn, how the fights stand, and what may be claimed."""
        if self.claim is None and self.other_claim is None:
            return (self.turn, self.entente, self.central, self.generals, self.phase)
        return (
            self.turn,
            self.entente,
            self.central,
            self.generals,
            self.phase,
            self.claim,
            self.other_claim,
            self.forced,
        )

    def over(self) -> bool:
        """Return whether the game has ended."""
        return self.phase.is_over

    def final(self, side: int) -> int:
        """Return which alliance has won."""
        winner = self.phase.winner
        if winner == UNDECIDED:
            return 0
        return DECIDED if winner == side else -DECIDED

    def waiting(self) -> int:
        """Return the share of the limit that has passed in the fight of the seat to move."""
        return 100 * self.quiet_turns // self.phase.limit

    def drawish(self) -> bool:
        """Return whether hardly anybody wins the fight of the seat to move.

        A General and few pieces are left in it, nearly as many a side, or armies of the same
        strength have done nothing but wait. Where one of two fights has been won, its winner wins
        by leaving the other undecided.
        """
        if self.phase.ahead != UNDECIDED:
            return False
        own, enemy = self.own.bit_count(), self.enemy.bit_count()
        generals = (self.own & self.generals).bit_count()
        enemy_generals = (self.enemy & self.generals).bit_count()
        same = _SAME * abs(own - enemy) <= own + enemy and generals == enemy_generals
        if same and self.waiting() >= _LONG:
            return True
        return generals + enemy_generals > 0 and own + enemy <= _FEW and -1 <= own - enemy <= 1

    def evaluate(self, side: int) -> int:
        """Return what ``evaluation`` makes of it."""
        value = evaluate(self)
        return -value if side else value

    # As a position's

    def position_state(self) -> position_state.State:
        """Return it as the state of a position, each side's pieces in one army of their zone."""
        phase = self.phase
        armies = [0] * len(ARMIES)
        for alliance, pieces in enumerate((self.entente, self.central)):
            points = points_at(pieces)
            for zone in (0, 1):
                armies[_ARMY[zone][alliance]] |= points & ZONES[zone]
        number = phase.fight[self.turn]
        fights = [Fight(result) for result in phase.results]
        fights[number] = Fight(phase.results[number], self.quiet_turns, self.claim)
        if phase.alternating and phase.results[1 - number] is None:
            fights[1 - number] = Fight(None, self.other_quiet, self.other_claim)
        decided = phase.fight[self.turn] == DECISIVE
        return position_state.State(
            self.turn,
            tuple(armies),
            points_at(self.generals),
            (fights[0], fights[1], fights[2]),
            pending=phase.pending,
            decisive=decided,
            forced=self.forced,
        )


def heavy_move(move: int) -> Move:
    """Return a move as the rules read it: of its path they read both ends."""
    if move == FORCE:
        return Move("force", ())
    start, end = POINT[moving.start_of(move)], POINT[moving.end_of(move)]
    taken = moving.taken_by(move)
    if moving.is_claim(move):
        return Move("huff", (start,), removed=(start,))
    captured = tuple(point for point, number in enumerate(NUMBER) if taken >> number & 1)
    return Move("move", (start, end), captured)


def light_state(rules: Rules, state: position_state.State) -> AlliesState:
    """Return the light state of a position's."""
    phase = phase_of(rules, state)
    turn = state.turn
    number = phase.fight[turn]
    fight = state.fights[number]
    other = state.fights[1 - number] if phase.alternating else Fight()
    light = AlliesState(
        phase,
        turn,
        squares_at(position_state.alliance_pieces(state, 0)),
        squares_at(position_state.alliance_pieces(state, 1)),
        squares_at(state.generals),
    )
    light.quiet_turns, light.other_quiet = fight.quiet, other.quiet
    light.claim, light.other_claim = fight.offence, other.offence
    light.forced = state.forced
    return light
