"""The knockout: losers are out, and the best seeds meet last.

The tables of a round are in the order of the bracket: the winners of two neighbours meet in the
next round. A table with one player is a bye; a table without players follows a table at which
nobody came.
"""

from __future__ import annotations

from collections.abc import Sequence

Slot = int | None
Table = tuple[Slot, Slot]


def bracket(count: int) -> tuple[Table, ...]:
    """Return the first round for ``count`` seeds, which are numbered from 0, the best first.

    The first seed meets the last, and so on: if all better seeds win, the sum of two opponents'
    seeds is the same at all tables of a round. If ``count`` is no power of two, the best seeds have
    byes.
    """
    if count < 2:
        return ()
    order = [0]
    while len(order) < count:
        size = 2 * len(order)
        order = [seed for better in order for seed in (better, size - 1 - better)]
    slots = [seed if seed < count else None for seed in order]
    return tuple(zip(slots[::2], slots[1::2], strict=True))


def rounds_of(count: int) -> int:
    """Return the number of rounds of a knockout with a number of players."""
    return max(count - 1, 0).bit_length()


def next_round(winners: Sequence[Slot]) -> tuple[Table, ...]:
    """Return the tables of the next round, from the winners of this one in the order of its tables.

    There are none after the final. A table at which nobody came has None as its winner.
    """
    if len(winners) < 2:
        return ()
    return tuple(zip(winners[::2], winners[1::2], strict=True))


def third_place(semi_finals: Sequence[Table], winners: Sequence[Slot]) -> Table | None:
    """Return the match for third place, or None unless the semi-finals have two losers."""
    if len(semi_finals) != 2:
        return None
    lost = [
        player
        for table, winner in zip(semi_finals, winners, strict=True)
        for player in table
        if player not in {winner, None}
    ]
    return (lost[0], lost[1]) if len(lost) == 2 else None


def seat(one: int, other: int, seeds: Sequence[int], *, replays: int = 0) -> tuple[int, int]:
    """Return two opponents in the order of their seats: the better seed begins.

    After a draw, the other one begins. ``seeds`` are the players, the best first; ``replays`` is
    how often the two have drawn.
    """
    better, worse = sorted((one, other), key=seeds.index)
    return (better, worse) if replays % 2 == 0 else (worse, better)
