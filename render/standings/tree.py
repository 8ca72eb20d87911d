"""The tree of a knockout: its rounds and matches, and the part of it that a picture shows."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from engine.text import Text

MOST_MATCHES: Final = 8
"""Most matches of a round in a picture, one below the other."""
MOST_ROUNDS: Final = 3
"""Most rounds in a picture: more names side by side cannot be read on a phone."""


class Entrant(NamedTuple):
    """A player or team of a knockout."""

    name: str
    seed: int | None = None
    computer: bool = False
    handle: str = ""
    """A name in Latin letters, for names that the font cannot write."""


class Pair(NamedTuple):
    """A match of a knockout; a side is None until it is known, or if the other side has a bye."""

    sides: tuple[Entrant | None, Entrant | None] = (None, None)
    scores: tuple[str, str] = ("", "")
    winner: int | None = None
    """The index of the winning side, None until the match is decided."""
    bye: bool = False
    """Whether the only side advances without playing."""


class Bracket(NamedTuple):
    """A knockout; titles are in the viewer's language, or Texts."""

    title: str | Text
    rounds: tuple[tuple[Pair, ...], ...]
    """The rounds from the first on, each with half as many matches as the one before, down to the
    final. Future rounds may be left out.
    """
    third: Pair | None = None
    """The match for the third place."""
    note: str | Text = ""


class Window(NamedTuple):
    """The part of a tree that a picture shows: whole rounds, or a part of each."""

    round: int
    """The first round, counted from 0."""
    part: int = 0
    """The number of the part, counted from 0, from the top."""
    parts: int = 1
    """The number of parts into which each round is divided."""


def completed(rounds: tuple[tuple[Pair, ...], ...]) -> tuple[tuple[Pair, ...], ...]:
    """Return the rounds up to the final, with known winners entered in the next round.

    Raises ValueError unless the first round has 1, 2, 4, 8… matches, and each later round half as
    many as the one before.
    """
    if not rounds or not rounds[0] or len(rounds[0]) & (len(rounds[0]) - 1):
        raise ValueError("The first round of a knockout has 1, 2, 4, 8… matches.")
    if any(len(later) * 2 != len(earlier) for earlier, later in pairwise(rounds)):
        raise ValueError("A round of a knockout has half as many matches as the one before.")
    whole = [*rounds]
    while len(whole[-1]) > 1:
        whole.append(tuple(Pair() for _ in range(len(whole[-1]) // 2)))
    for number in range(1, len(whole)):
        winners = [_winner(pair) for pair in whole[number - 1]]
        whole[number] = tuple(
            pair._replace(
                sides=(pair.sides[0] or winners[2 * at], pair.sides[1] or winners[2 * at + 1])
            )
            for at, pair in enumerate(whole[number])
        )
    return tuple(whole)


def windows(tree: Bracket) -> tuple[Window, ...]:
    """Return the parts of a tree that show the round being played, from the top.

    There is one part if the first round shown has at most ``MOST_MATCHES`` matches. Earlier rounds
    are shown if later rounds leave room. Raises ValueError as ``completed`` does.
    """
    rounds = completed(tree.rounds)
    current = next(
        (
            number
            for number, pairs in enumerate(rounds)
            if not all(pair.bye or pair.winner is not None for pair in pairs)
        ),
        len(rounds) - 1,
    )
    first = max(0, min(current, len(rounds) - MOST_ROUNDS))
    parts = max(1, len(rounds[first]) // MOST_MATCHES)
    return tuple(Window(first, part, parts) for part in range(parts))


def shown(tree: Bracket, window: Window) -> tuple[tuple[Pair, ...], ...]:
    """Return the rounds in a window, each with its matches in the window.

    Raises ValueError as ``completed`` does, and for a window that is not in the tree or too large.
    """
    rounds = completed(tree.rounds)[window.round : window.round + MOST_ROUNDS]
    if window.round < 0 or not rounds or not 0 <= window.part < window.parts:
        raise ValueError(f"The tree has no such part: {window}.")
    count, over = divmod(len(rounds[0]), window.parts)
    if over or not 1 <= count <= MOST_MATCHES:
        raise ValueError(f"A picture has 1 to {MOST_MATCHES} matches of a round: {window}.")
    part = []
    for pairs in rounds:
        if count < 1:
            break
        part.append(pairs[window.part * count : (window.part + 1) * count])
        count //= 2
    return tuple(part)


def _winner(pair: Pair) -> Entrant | None:
    if pair.bye:
        return pair.sides[0] or pair.sides[1]
    return None if pair.winner is None else pair.sides[pair.winner]
