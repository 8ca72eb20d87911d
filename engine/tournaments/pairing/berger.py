"""Round robins by the Berger tables of FIDE (Handbook C.05, Annex 1)."""

from __future__ import annotations

Rounds = tuple[tuple[tuple[int, int], ...], ...]


def round_robin(count: int, *, double: bool = False) -> Rounds:
    """Return the rounds in which a number of players, counted from 0, all meet.

    The first of each pair begins. If the number is odd, one player rests in each round and is not
    in it. If ``double``, the same rounds follow with the sides turned; the last two rounds of the
    first half are then exchanged, so that nobody has the same side three times running.
    """
    if count < 2:
        return ()
    even = count + count % 2
    rounds = [_round(even, number) for number in range(even - 1)]
    played = [tuple(pair for pair in pairs if max(pair) < count) for pairs in rounds]
    if not double:
        return tuple(played)
    back = [tuple((other, one) for one, other in pairs) for pairs in played]
    if len(played) > 1:
        played[-2:] = reversed(played[-2:])
    return (*played, *back)


def _round(even: int, number: int) -> tuple[tuple[int, int], ...]:
    """Return a round of an even number of players: the last player stays, the others rotate.

    Each round starts half of the circle further on. The last player's opponent begins in one round
    and is second in the next.
    """
    circle = even - 1
    start = number * (even // 2) % circle
    fixed = (start, circle) if number % 2 == 0 else (circle, start)
    others = (((start + step) % circle, (start - step) % circle) for step in range(1, even // 2))
    return (fixed, *others)
