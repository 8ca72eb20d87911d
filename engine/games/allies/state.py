"""What a position of Les Alliés is made of.

``fights`` are three: in the west, in the east, and the decisive one that may follow them. A game
for two uses one of the first two.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.games.allies.map.europe import ARMIES, CENTRAL, EAST, ENTENTE, WEST

DECISIVE: Final = 2
FIGHTS: Final = (WEST, EAST, DECISIVE)

UNDECIDED: Final = -1
"""Instead of the alliance that has won a fight."""


class Result(NamedTuple):
    """How a fight ended: the alliance that won it or ``UNDECIDED``, and why."""

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
"""No piece is left, those left cannot move, their director gave them up, or a quiet fight was
decided by numbers."""

LEFT_BY: Final = (GENERALS, QUIET, AGREED, REPETITION, TAKEN)
"""Why a fight is undecided. (``TAKEN``: in a decisive fight nobody has a piece.)"""


class Offence(NamedTuple):
    """A quiet move of who could have taken, until the opponent has moved."""

    start: int
    end: int
    promoted: bool
    able: int
    """The pieces that could have taken, as a set of the squares where they stand now."""
    closed: bool = False
    """The border of the zones, open now, was closed then."""


class Fight(NamedTuple):
    """How a fight stands."""

    result: Result | None = None
    quiet: int = 0
    """Turns since a taking, a huff or a promotion."""
    offence: Offence | None = None


NOTHING: Final = Fight()


class State(NamedTuple):
    """All that a position is; sets of squares are integers with bit ``point`` set."""

    turn: int
    armies: tuple[int, ...] = (0,) * len(ARMIES)
    """The pieces of each army."""
    generals: int = 0
    """Those of all armies that are Generals."""
    fights: tuple[Fight, Fight, Fight] = (NOTHING, NOTHING, NOTHING)
    pending: bool = False
    """A fight has ended in this half-round: that counts from the next one."""
    decisive: bool = False
    """The two fights ended in the same half-round, won by opposite alliances."""
    forced: bool = False
    """The turn is the offender's, who owes a stroke."""
    setup: bool = False
    """Soldiers are still to be placed."""
    out: int = 0
    """While soldiers are placed, the seats that gave up, as a set."""
    agreed: bool = False
    """All have agreed on a draw while soldiers were placed."""


START: Final = State(0, setup=True)
"""The empty map before the first soldier is placed."""

_OF_ALLIANCE: Final = tuple(
    tuple(n for n, army in enumerate(ARMIES) if army.alliance == alliance)
    for alliance in (ENTENTE, CENTRAL)
)
_OF_ZONE: Final = tuple(
    tuple(
        tuple(n for n in _OF_ALLIANCE[alliance] if ARMIES[n].zone == zone)
        for alliance in (ENTENTE, CENTRAL)
    )
    for zone in (WEST, EAST)
)


def alliance_pieces(state: State, alliance: int) -> int:
    """Return all pieces of an alliance."""
    return sum(state.armies[army] for army in _OF_ALLIANCE[alliance])


def zone_pieces(state: State, zone: int, alliance: int) -> int:
    """Return the pieces of the armies that an alliance raised in a zone, wherever they stand."""
    return sum(state.armies[army] for army in _OF_ZONE[zone][alliance])


def without(state: State, points: int) -> State:
    """Return the state with those pieces off the board."""
    if not points:
        return state
    return state._replace(
        armies=tuple(army & ~points for army in state.armies), generals=state.generals & ~points
    )


def with_fight(state: State, fight: int, value: Fight) -> State:
    """Return the state with one fight replaced."""
    fights = list(state.fights)
    fights[fight] = value
    return state._replace(fights=(fights[0], fights[1], fights[2]))
