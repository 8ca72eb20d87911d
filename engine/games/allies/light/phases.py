"""The phases of a game: what changes only when a fight ends, worked out once for each.

In the battle two fights last at first; then one is left, or the decisive one. A game for two has
one phase, and those in which it is over.
"""

from __future__ import annotations

from typing import Final

from engine.games.allies.fights import course, outcomes
from engine.games.allies.light.squares import ZONE, around, squares_at
from engine.games.allies.rules import Rules
from engine.games.allies.state import UNDECIDED, Fight, Result, State, with_fight

STEPS: Final = (2, 5, 10)
"""The distances from a fortress that count."""

FARTHEST: Final = 24
"""No square is more steps away from the next fortress."""


class Phase:
    """What holds as long as no fight ends; tables are by seat where nothing else is said."""

    __slots__ = (
        "ahead",
        "alternating",
        "duel",
        "field",
        "fight",
        "fortresses",
        "is_over",
        "limit",
        "near",
        "next",
        "pending",
        "results",
        "rings",
        "rules",
        "squares",
        "strict",
        "winner",
    )

    rules: Rules
    results: tuple[Result | None, ...]
    """How the fights have ended."""
    duel: bool
    """Whether it is a field for two."""
    alternating: bool
    """Whether the turns of two fights alternate."""
    pending: bool
    """Whether a fight has ended in this half-round, which counts from the next one."""
    fight: list[int]
    """The fight that each seat directs in."""
    next: list[int]
    """The seat that moves after each, as long as nothing is pending."""
    squares: list[int]
    """The squares on which the fight of each seat is fought."""
    fortresses: tuple[int, int]
    """By alliance, the fortresses where its soldiers become Generals."""
    near: tuple[list[int], list[int]]
    """By alliance, the squares from which its soldiers reach one of these in so many steps at
    most as ``STEPS`` says."""
    rings: tuple[list[int], list[int]]
    """By alliance, these, the squares a step around them, two steps, and so on."""
    field: int
    """All squares that are played on."""
    strict: bool
    limit: int
    """The turns of both sides after which a quiet fight ends."""
    is_over: bool
    winner: int
    """The alliance that has won the game, ``UNDECIDED`` for none."""
    ahead: int
    """The alliance that has won a fight while another lasts, ``UNDECIDED`` for none."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.results = tuple(fight.result for fight in state.fights)
        self.duel = not rules.is_battle
        self.pending = state.pending
        joined = course.are_joined(rules, state)
        self.alternating = rules.is_battle and not joined and not state.decisive
        seats = range(len(rules.seats))
        self.fight = [course.fight_of(rules, state, seat) for seat in seats]
        if self.alternating:
            order = rules.order
            self.next = [order[(order.index(seat) + 1) % len(order)] for seat in seats]
        else:
            self.next = [course.opponent(rules, state, seat) for seat in seats]
        field = squares_at(rules.squares)
        open_border = not rules.is_battle or course.border_is_open(rules, state)
        if not open_border:
            self.squares = [field & ZONE[fight] for fight in self.fight]
        else:
            self.squares = [field for _ in seats]
        self.fortresses = (
            squares_at(course.standing_fortresses(rules, state, 1)),
            squares_at(course.standing_fortresses(rules, state, 0)),
        )
        borders = [field] if open_border else [field & zone for zone in ZONE]
        self.rings = (_rings(self.fortresses[0], borders), _rings(self.fortresses[1], borders))
        self.near = (_near(self.rings[0]), _near(self.rings[1]))
        self.field = field
        self.strict = rules.strict
        self.limit = 2 * rules.quiet
        self.is_over = course.is_over(rules, state)
        self.winner = UNDECIDED
        result = outcomes.outcome(rules, state)
        if result is not None and result.ranks[0] != result.ranks[1]:
            self.winner = result.ranks.index(1)
        self.ahead = UNDECIDED
        if not self.is_over and not state.decisive:
            for fight in state.fights:
                if fight.result is not None:
                    self.ahead = fight.result.winner


def _rings(fortresses: int, parts: list[int]) -> list[int]:
    """Return fortresses with what is a step around them, two steps, and so on.

    Each part of the board is for itself.
    """
    found = [fortresses]
    for _ in range(FARTHEST):
        after = found[-1]
        for part in parts:
            after |= around(found[-1] & part) & part
        found.append(after)
    return found


def _near(rings: list[int]) -> list[int]:
    """Return the squares around fortresses at most as far away as ``STEPS`` says."""
    return [rings[step] & ~rings[0] for step in STEPS]


_Key = tuple[Rules, tuple[Fight, ...], bool, bool, bool]
_PHASES: Final[dict[_Key, Phase]] = {}
"""Each phase is one object: a state compares them by identity."""


def phase_of(rules: Rules, state: State) -> Phase:
    """Return the phase of a state in which all armies stand."""
    fights = tuple(Fight(fight.result) for fight in state.fights)
    key = (rules, fights, state.pending, state.decisive, state.agreed)
    found = _PHASES.get(key)
    if found is None:
        found = _PHASES.setdefault(key, Phase(rules, state))
    return found


def over(phase: Phase, result: Result) -> Phase:
    """Return the phase of a game for two once its fight has ended so."""
    state = with_fight(State(0), phase.rules.zone, Fight(result))
    return phase_of(phase.rules, state)
