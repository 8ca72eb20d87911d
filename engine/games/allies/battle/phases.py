"""The phases of a game: the directors, the border, and the winner.

A phase changes only when a fight ends, and is computed once. While there are two fights, a round
has two half-rounds; in each a director of either fight moves. A result takes effect with the next
half-round: then the winner's ally directs the survivors, too, and the border of the zones is open.
A game for two has one fight.

Fights are numbered: in the west, in the east, and the decisive one that may follow them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.games.allies.battle.field_rules import FieldRules
from engine.games.allies.map.europe import EAST, WEST
from engine.games.allies.map.squares import ALL, ZONES, around

DECISIVE: Final = 2
FIGHTS: Final = (WEST, EAST, DECISIVE)

UNDECIDED: Final = -1
"""The winner of a fight or a game that no alliance has won."""


class Result(NamedTuple):
    """The result of a fight: the alliance that won it or ``UNDECIDED``, and the reason."""

    winner: int
    why: str


TAKEN: Final = "taken"
BLOCKED: Final = "blocked"
SURRENDER: Final = "surrender"
QUIET: Final = "quiet"
GENERALS: Final = "generals"
AGREED: Final = "agreed"
REPETITION: Final = "repetition"

WON_BY: Final = (TAKEN, BLOCKED, SURRENDER, QUIET)
"""Reasons for a won fight: the losers have no piece left, cannot move or have surrendered, or a
quiet fight was decided by numbers.
"""

LEFT_BY: Final = (GENERALS, QUIET, AGREED, REPETITION, TAKEN)
"""Reasons for an undecided fight. (``TAKEN``: in a decisive fight nobody has a piece.)"""

Results = tuple[Result | None, Result | None, Result | None]
"""The result of each fight, None for a fight without a result."""

NO_RESULTS: Final[Results] = (None, None, None)

STEPS: Final = (2, 5, 10)
"""The distances from a fortress, in steps, that count in the evaluation."""

FARTHEST: Final = 24
"""The largest number of steps from any square to the nearest fortress."""


class Phase:
    """The facts that hold as long as no fight ends. Compare phases by identity (``phase_of``)."""

    __slots__ = (
        "agreed",
        "ahead",
        "alternating",
        "border_is_open",
        "decisive",
        "duel",
        "field",
        "fight",
        "fight_has_ended",
        "first_fight_is_over",
        "fortresses",
        "is_over",
        "limit",
        "must_take",
        "near",
        "next",
        "opponent",
        "out",
        "pending",
        "results",
        "rings",
        "rules",
        "setup",
        "squares",
        "winner",
    )

    rules: FieldRules
    results: Results
    pending: bool
    """Whether a fight has ended in this half-round: its result takes effect with the next one."""
    decisive: bool
    """Whether the two fights ended in the same half-round, won by opposite alliances."""
    setup: bool
    """Whether soldiers are still to be placed."""
    out: int
    """While soldiers are placed, the seats that gave up, as a set."""
    agreed: bool
    """Whether all have agreed on a draw while soldiers were placed."""

    # What follows from these

    duel: bool
    """Whether the field is for two."""
    first_fight_is_over: bool
    """Whether the first of two fights has ended, and so has the half-round in which it ended."""
    alternating: bool
    """Whether the turns of two fights alternate."""
    border_is_open: bool
    """Whether the border of the zones may be crossed: once a first fight has been won."""
    fight: list[int]
    """By seat, the fight that it directs, or would direct if it did not rest."""
    fight_has_ended: list[bool]
    """By seat, whether its fight, or the game, is over."""
    opponent: list[int]
    """By seat, the director of the other side of its fight."""
    next: list[int]
    """By seat, the next seat to move, as long as no result is pending."""
    squares: list[int]
    """By seat, the squares of its fight; none before all armies are placed."""
    fortresses: tuple[int, int]
    """By alliance, the fortresses where its soldiers become Generals.

    The fortresses of a side that has lost its fight no longer promote.
    """
    rings: tuple[list[int], list[int]]
    """By alliance, these fortresses, then the squares within one step of them, two, and so on."""
    near: tuple[list[int], list[int]]
    """By alliance and for each of ``STEPS``, the squares at most that far from these fortresses."""
    field: int
    """All squares in use."""
    must_take: bool
    limit: int
    """The number of quiet turns, of both sides together, after which a fight ends."""
    is_over: bool
    winner: int
    """The alliance that has won the game, ``UNDECIDED`` for none."""
    ahead: int
    """The alliance that has won one fight while another goes on, ``UNDECIDED`` for none."""

    def __init__(
        self,
        rules: FieldRules,
        results: Results,
        pending: bool,
        decisive: bool,
        setup: bool,
        out: int,
        agreed: bool,
    ) -> None:
        self.rules = rules
        self.results = results
        self.pending = pending
        self.decisive = decisive
        self.setup = setup
        self.out = out
        self.agreed = agreed

        self.duel = not rules.is_battle
        ended = results[WEST] is not None or results[EAST] is not None
        self.first_fight_is_over = rules.is_battle and ended and not pending and not decisive
        self.alternating = rules.is_battle and not self.first_fight_is_over and not decisive
        won = False
        for result in results:
            won = won or (result is not None and result.winner != UNDECIDED)
        self.border_is_open = decisive or (self.first_fight_is_over and won)

        seats = range(len(rules.seats))
        order = rules.order
        self.fight = [self._fight_of(seat) for seat in seats]
        self.opponent = [self._opponent_of(seat) for seat in seats]
        if self.alternating:
            self.next = [order[(order.index(seat) + 1) % len(order)] for seat in seats]
        else:
            self.next = self.opponent

        self.field = rules.squares
        is_whole = self.duel or self.border_is_open
        parts = [ALL] if is_whole else ZONES
        self.squares = [
            0 if setup else self.field if is_whole else self.field & ZONES[fight]
            for fight in self.fight
        ]
        self.fortresses = (self._standing_fortresses(1), self._standing_fortresses(0))
        borders = [self.field & part for part in parts]
        self.rings = (_rings(self.fortresses[0], borders), _rings(self.fortresses[1], borders))
        self.near = (_near(self.rings[0]), _near(self.rings[1]))

        self.must_take = rules.must_take
        self.limit = 2 * rules.quiet
        self.is_over = self._has_ended()
        self.fight_has_ended = [self.is_over or results[fight] is not None for fight in self.fight]
        self.winner = self._winner() if self.is_over else UNDECIDED
        self.ahead = UNDECIDED
        if not self.is_over and not decisive:
            for result in results:
                if result is not None:
                    self.ahead = result.winner

    def _fight_of(self, seat: int) -> int:
        if self.duel:
            return self.rules.zone
        if self.decisive:
            return DECISIVE
        if self.first_fight_is_over:
            return WEST if self.results[EAST] is not None else EAST
        return seat // 2

    def directors(self, fight: int) -> tuple[int, int]:
        """Return the seats that direct the Entente and the Central Powers in a fight."""
        if self.duel:
            return 0, 1
        if fight == DECISIVE:
            west = self.results[WEST]
            return (0, 3) if west is not None and west.winner == 0 else (2, 1)
        return 2 * fight, 2 * fight + 1

    def _opponent_of(self, seat: int) -> int:
        entente, central = self.directors(self.fight[seat])
        return central if seat == entente else entente

    def director(self, army: int) -> int:
        """Return the seat that directs an army now."""
        seat = self.rules.seat_of(army)
        if self.setup or self.is_over:
            return seat
        return self.directors(self.fight[seat])[seat % 2]

    def _standing_fortresses(self, alliance: int) -> int:
        """Return the fortresses of an alliance that promote its enemies."""
        standing = 0
        for zone in (WEST, EAST):
            result = self.results[zone]
            if result is None or result.winner != 1 - alliance:
                standing |= self.rules.fortresses[zone][alliance]
        return standing

    def _has_ended(self) -> bool:
        if self.agreed:
            return True
        if self.duel:
            return self.results[self.rules.zone] is not None
        if self.decisive:
            return self.results[DECISIVE] is not None
        return self.results[WEST] is not None and self.results[EAST] is not None

    def _winner(self) -> int:
        """Return the alliance that has won the game once it is over."""
        if self.agreed:
            return UNDECIDED
        winners = [result.winner for result in self.results if result is not None]
        if self.duel or self.decisive:
            return winners[-1]
        if UNDECIDED in winners:
            return max(winners)
        return winners[0] if winners[0] == winners[1] else UNDECIDED

    def both_undecided(self) -> bool:
        """Return whether two fights have ended undecided: the armies may be placed again."""
        first, second = self.results[WEST], self.results[EAST]
        return (
            first is not None and second is not None and first.winner == second.winner == UNDECIDED
        )

    # Other phases

    def with_result(self, fight: int, result: Result) -> Phase:
        """Return the phase with a result for a fight."""
        results = list(self.results)
        results[fight] = result
        return phase_of(
            self.rules,
            (results[0], results[1], results[2]),
            self.pending,
            self.decisive,
            self.setup,
            self.out,
            self.agreed,
        )

    def going_on(self, pending: bool, decisive: bool) -> Phase:
        """Return the phase with other values of ``pending`` and ``decisive``."""
        return phase_of(
            self.rules, self.results, pending, decisive, self.setup, self.out, self.agreed
        )

    def placing(self, setup: bool, out: int, agreed: bool) -> Phase:
        """Return the phase with other values of ``setup``, ``out`` and ``agreed``."""
        return phase_of(self.rules, self.results, self.pending, self.decisive, setup, out, agreed)


def _rings(fortresses: int, parts: list[int]) -> list[int]:
    """Return the fortresses, then the squares within one step of them, two steps, and so on.

    Steps never lead from one part of the board to another.
    """
    found = [fortresses]
    for _ in range(FARTHEST):
        after = found[-1]
        for part in parts:
            after |= around(found[-1] & part) & part
        found.append(after)
    return found


def _near(rings: list[int]) -> list[int]:
    """Return, for each of ``STEPS``, the squares at most that far from the fortresses."""
    return [rings[step] & ~rings[0] for step in STEPS]


_Key = tuple[FieldRules, Results, bool, bool, bool, int, bool]
_PHASES: Final[dict[_Key, Phase]] = {}


def phase_of(
    rules: FieldRules,
    results: Results,
    pending: bool = False,
    decisive: bool = False,
    setup: bool = False,
    out: int = 0,
    agreed: bool = False,
) -> Phase:
    """Return the phase with these facts: the same object each time."""
    key = (rules, results, pending, decisive, setup, out, agreed)
    found = _PHASES.get(key)
    if found is None:
        made = Phase(rules, results, pending, decisive, setup, out, agreed)
        # Several threads may ask at the same time: all get the one that came first.
        found = _PHASES.setdefault(key, made)
    return found
