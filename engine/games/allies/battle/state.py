"""The state of Les Alliés: its moves, their effect on the armies, and its face to the search.

A position and the search share it. Moves are integers, as ``strokes`` says.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from engine.board import members
from engine.capabilities.captures import Listing
from engine.capabilities.thinking import DECIDED
from engine.games.allies.battle import placing
from engine.games.allies.battle.armies import Armies, Offence
from engine.games.allies.battle.evaluation import evaluate, settled
from engine.games.allies.battle.field_rules import FieldRules
from engine.games.allies.battle.phases import NO_RESULTS, TAKEN, UNDECIDED, Result, phase_of
from engine.games.allies.battle.strokes import (
    CAPTURED,
    END,
    FORCE,
    PLACE,
    Strokes,
    huff,
    is_claim,
    quiet_moves,
    start_of,
    taken_by,
)
from engine.games.allies.map.squares import ZONES

CONTEMPT: Final = 50
"""The points anybody gives to avoid an undecided fight: half a soldier, in the end."""

MOST_CONTEMPT: Final = 250
"""The most that a side ahead gives in addition: as much as it is ahead, for it would lose all
that.
"""

_FEW: Final = 5
"""With so few pieces in all, a side that is one ahead seldom catches the others."""

_LONG: Final = 75
"""Percent of the count after which equally strong armies only wait."""

_SAME: Final = 12
"""Armies are equally strong if they differ by at most one in this many pieces."""


class AlliesState(Armies):
    """The state of a position of Les Alliés, under the rules of its field.

    A side is an alliance. Everything besides the moves and their effects is for the search.
    """

    __slots__ = ()

    # Moves

    def reach(self) -> tuple[int, int]:
        """Return the enemies and the empty squares that the seat to move can reach now."""
        if self.forced and self.claim is not None and self.claim.closed:
            zone = ZONES[self.phase.fight[self.turn]]
            return self.enemy & zone, self.empty & zone
        return self.enemy, self.empty

    def strokes(self, listing: Listing | None = None) -> Strokes:
        """Return the strokes of the seat to move, only the owed ones if it is forced.

        Raises TakesLong if there is a listing.
        """
        if self.phase.is_over or self.phase.setup:
            able = 0
        elif self.forced and self.claim is not None:
            able = self.claim.able
        else:
            able = self.able()
        enemy, empty = self.reach() if self.forced else (self.enemy, self.empty)
        return Strokes(able, enemy, empty, self.generals, listing)

    def allowed(self, strokes: Strokes) -> list[int]:
        """Return the permitted strokes: with ``majority`` the largest ones."""
        found = strokes.codes
        if self.phase.rules.majority and found:
            most = max([taken_by(move).bit_count() for move in found])
            found = [move for move in found if taken_by(move).bit_count() == most]
        return found

    def claims(self) -> list[int]:
        """Return the huffs and the force that the seat to move may claim before its move."""
        if self.claim is None or self.forced:
            return []
        found = [huff(square) for square in members(self.claim.able)]
        found.append(FORCE)
        return found

    def moves(self) -> list[int]:
        """Return strokes, moves that take nothing, and claims; or the soldiers to place."""
        return self.moves_with(self.strokes(Listing()))

    def moves_with(self, strokes: Strokes) -> list[int]:
        """Return the moves, given the strokes among them."""
        phase = self.phase
        if phase.is_over:
            return []
        if phase.setup:
            return placing.placements(self, self.turn)
        found = self.allowed(strokes)
        if self.forced or (phase.strict and found):
            return found
        return found + quiet_moves(self.own, self.empty, self.generals) + self.claims()

    # Play

    def play(self, move: int) -> AlliesState:
        """Return the state after a move: fights are judged, and the turn is settled."""
        phase, taken = self.phase, move >> CAPTURED
        start_square, end_square = move & PLACE, move >> END & PLACE
        start, end = 1 << start_square, 1 << end_square
        generals, eastern, second = self.generals, self.eastern, self.second
        able = 0
        promoted = False
        left = ~taken
        if taken:
            generals &= left
            eastern &= left
            second &= left
            quiet_turns = 0
        elif phase.setup:
            return placing.placed(self, move)
        elif start_square == end_square:
            return self._huffed(move)
        elif move == FORCE:
            return self._forced()
        else:
            able = self.able()
            if able and phase.rules.majority:
                able = 0
                for stroke in self.allowed(self.strokes(Listing())):
                    able |= 1 << start_of(stroke)
            quiet_turns = self.quiet_turns + (self.quiet_turns < phase.limit)
        if generals & start:
            generals = generals ^ start | end
        elif end & phase.fortresses[self.side]:
            generals |= end
            quiet_turns = 0
            promoted = True
        if eastern & start:
            eastern = eastern ^ start | end
        if second & start:
            second = second ^ start | end
        if self.side:
            entente = self.entente & left
            central = self.central ^ start | end
        else:
            entente = self.entente ^ start | end
            central = self.central & left

        last = taken != 0 and taken == self.enemy
        alternates = False
        turn = self.turn
        if self.forced:
            turn = phase.opponent[turn]
        elif not last and not phase.pending:
            turn = phase.next[turn]
            alternates = phase.alternating
        after = AlliesState(phase, turn, entente, central, generals, eastern, second)
        offence = None
        if able:
            # A move that takes nothing is an offence then.
            able = able ^ start | end if able & start else able
            offence = Offence(start_square, end_square, promoted, able)
        if alternates:
            after.quiet_turns, after.claim = self.other_quiet, self.other_claim
            after.other_quiet, after.other_claim = quiet_turns, offence
        else:
            after.quiet_turns, after.claim = quiet_turns, offence
            after.other_quiet, after.other_claim = self.other_quiet, self.other_claim
        if last:
            return after.ended(phase.fight[turn], Result(self.side, TAKEN))
        if phase.pending and not self.forced:
            return after.passed_on()
        return after.judged()

    def _huffed(self, move: int) -> AlliesState:
        """Return the state with a piece lifted; the turn stays."""
        after = self.without(1 << start_of(move))
        after.quiet_turns, after.claim = 0, None
        if not after.enemy:
            return after.ended(self.phase.fight[self.turn], Result(self.side, TAKEN))
        return after.judged()

    def _forced(self) -> AlliesState:
        """Return the state with the offending move undone; the offender owes a stroke."""
        offence = self.claim
        if offence is None:
            raise LookupError
        start, end = 1 << offence.start, 1 << offence.end
        able = offence.able ^ end | start if offence.able & end else offence.able
        after = self.with_back(start, end, offence.promoted)
        after = after.at(self.phase, self.phase.opponent[self.turn])
        after.claim, after.forced = offence._replace(able=able), True
        return after

    def resigned(self, seat: int) -> AlliesState:
        """Return the state after a director gave up."""
        if self.phase.setup:
            return placing.surrendered(self, seat)
        return self.surrendered(seat)

    # The game as a whole

    def key(self) -> Hashable:
        """Return the pieces, the turn, the fights, and the open claims."""
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
        """Return the result by the alliance that has won."""
        winner = self.phase.winner
        if winner == UNDECIDED:
            return 0
        return DECIDED if winner == side else -DECIDED

    # For the search

    def tactical(self) -> list[int]:
        """Return the claims and the strokes.

        Omitting a taking is never better: the other side may force it. A claim may be skipped for a
        stroke, but not for a quiet move: a huff takes a piece for nothing, and keeps the turn.
        """
        if self.claim is None and not self.able():
            return []
        return self.claims() + self.allowed(self.strokes())

    def candidates(self) -> list[int]:
        """Return the strokes and claims, or if there are none the moves that take nothing."""
        waiting = self.tactical() or quiet_moves(self.own, self.empty, self.generals)
        return waiting or self.moves()  # soldiers to place

    def quiet(self, move: int) -> bool:
        """Return whether a move neither takes nor claims."""
        return not taken_by(move) and not is_claim(move)

    def progress(self, move: int) -> int:
        """Return whether a soldier steps closer to an enemy fortress (1) or away from all (-1).

        While there are soldiers that can march, a General that moves without a threat only wanders
        (-1), unless it leaves a fortress that soldiers are near to (1).
        """
        if not self.quiet(move):
            return 0
        start, end = 1 << (move & PLACE), 1 << (move >> END & PLACE)
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
        """Return the least value of a step: most quiet moves are worth nearly the same."""
        return 10

    def restless(self) -> bool:
        """Return whether the enemy could take a piece of the seat to move in its present place."""
        return bool(self.threats())

    def draws_by_repetition(self) -> bool:
        """Return whether a third repetition is a draw: in the battle it may be a win, or not
        count.
        """
        return self.phase.duel

    def contempt(self) -> int:
        """Return a small value, and a larger one for a side that is ahead and can give something.

        A side that is not ahead loses by sacrificing soldiers to break a front that waits. The
        winner of the first of two fights wins if the other ends undecided.
        """
        if self.phase.ahead == self.side:
            return 0
        return CONTEMPT + max(0, min(settled(self), MOST_CONTEMPT))

    def waiting(self) -> int:
        """Return the share of the limit that has passed in the fight of the seat to move."""
        return 100 * self.quiet_turns // self.phase.limit

    def drawish(self) -> bool:
        """Return whether a win in the fight of the seat to move is unlikely.

        Its few pieces, a General among them, are nearly equal in number, or equally strong armies
        have only been waiting. If one of two fights has been won, its winner wins by leaving the
        other undecided.
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
        """Return the value of the state, as ``evaluation`` computes it."""
        value = evaluate(self)
        return -value if side else value


def start(rules: FieldRules) -> AlliesState:
    """Return the empty map before the first soldier is placed."""
    return AlliesState(phase_of(rules, NO_RESULTS, setup=True), 0, 0, 0, 0, 0, 0)
