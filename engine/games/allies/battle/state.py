"""The state of Les Alliés: its moves, their effect on the armies, and values for the search.

Positions and the search share this state. Its moves are integers, described in ``strokes``.
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
"""The points that any side would give to avoid an undecided fight: half a soldier."""

MOST_CONTEMPT: Final = 250
"""The most points that a side ahead would give in addition: its lead, which it would lose."""

_FEW_PIECES: Final = 5
"""With at most this many pieces in all, a side that is one ahead seldom catches the others."""

_LONG: Final = 75
"""Percent of the quiet turns after which equally strong armies are taken to be only waiting."""

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
        if self.forced or (phase.must_take and found):
            return found
        return found + quiet_moves(self.own, self.empty, self.generals) + self.claims()

    # Play

    def play(self, move: int) -> AlliesState:
        """Return the state after a move, with the results that fights then have."""
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
            # A move that takes nothing is an offence, since pieces could have taken.
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
        """Return the state after a huff: the piece is lifted, and the turn stays."""
        after = self.without(1 << start_of(move))
        after.quiet_turns, after.claim = 0, None
        if not after.enemy:
            return after.ended(self.phase.fight[self.turn], Result(self.side, TAKEN))
        return after.judged()

    def _forced(self) -> AlliesState:
        """Return the state with the offending move undone: the offender owes a stroke.

        Raises LookupError without an offence.
        """
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
        """Return the pieces, the seat to move, the phase, and the claims that are due."""
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
        """Return the result for an alliance."""
        winner = self.phase.winner
        if winner == UNDECIDED:
            return 0
        return DECIDED if winner == side else -DECIDED

    # For the search

    def tactical(self) -> list[int]:
        """Return the claims and the strokes.

        Omitting a taking is never better, since the other side may force it. A stroke may be better
        than a claim, but no quiet move is: a huff takes a piece for nothing, and keeps the turn.
        """
        if self.claim is None and not self.able():
            return []
        return self.claims() + self.allowed(self.strokes())

    def candidates(self) -> list[int]:
        """Return the strokes and claims, or else moves that take nothing, or placements."""
        waiting = self.tactical() or quiet_moves(self.own, self.empty, self.generals)
        return waiting or self.moves()  # placements

    def quiet(self, move: int) -> bool:
        """Return whether a move neither takes nor claims."""
        return not taken_by(move) and not is_claim(move)

    def progress(self, move: int) -> int:
        """Return 1 if a soldier steps closer to an enemy fortress, -1 if away from all, else 0.

        While a side has soldiers, a General that moves without a threat only wanders (-1), unless
        it leaves a fortress to soldiers nearby (1).
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
        """Return whether the enemy could take if it were the enemy's turn."""
        return bool(self.threats())

    def draws_by_repetition(self) -> bool:
        """Return whether a third repetition is a draw.

        In the full battle it may win the game, or it does not count.
        """
        return self.phase.duel

    def contempt(self) -> int:
        """Return a small value, a larger one for a side ahead, 0 for the winner of a first fight.

        A side that is not ahead loses by sacrificing soldiers to break a front that waits. The
        winner of the first of two fights wins if the other ends undecided.
        """
        if self.phase.ahead == self.side:
            return 0
        return CONTEMPT + max(0, min(settled(self), MOST_CONTEMPT))

    def waiting(self) -> int:
        """Return the quiet turns in the fight of the seat to move, in percent of the limit."""
        return 100 * self.quiet_turns // self.phase.limit

    def drawish(self) -> bool:
        """Return whether a win in the fight of the seat to move is unlikely.

        It is if a few pieces, a General among them, are nearly equal in number, or if equally
        strong armies have only been waiting. It is not if one of two fights has been won, since its
        winner wins by leaving the other undecided.
        """
        if self.phase.ahead != UNDECIDED:
            return False
        own, enemy = self.own.bit_count(), self.enemy.bit_count()
        generals = (self.own & self.generals).bit_count()
        enemy_generals = (self.enemy & self.generals).bit_count()
        same = _SAME * abs(own - enemy) <= own + enemy and generals == enemy_generals
        if same and self.waiting() >= _LONG:
            return True
        return (
            generals + enemy_generals > 0 and own + enemy <= _FEW_PIECES and -1 <= own - enemy <= 1
        )

    def evaluate(self, side: int) -> int:
        """Return the value of the state to a side, by ``evaluation``."""
        value = evaluate(self)
        return -value if side else value


def start(rules: FieldRules) -> AlliesState:
    """Return the state with an empty map, before the first soldier is placed."""
    return AlliesState(phase_of(rules, NO_RESULTS, setup=True), 0, 0, 0, 0, 0, 0)
