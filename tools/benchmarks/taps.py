"""Taps that a move takes: ``python -m tools.benchmarks.taps``.

Games are played by chance, with the engine alone. Each move counts as one that is a button on the
turn's post (one tap), one of a list of whole moves there (two), the only one of a piece chosen
there (two, or one if the pieces are buttons), or one of a piece's targets in the private answer
(three, or two). If more pieces can move than a post lists, *Move* shows them: one more. Beside it
stands what *Move* takes for every move, with a list of targets, too: the button, a list, a piece, a
list, a target; or three if only one piece can move.

``--games 10`` is how many games of each kind.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import engine
from cogs.messages.layouts import BUTTONS_IN_A_ROW
from cogs.messages.move_lists import CHOICES, MENUS_ON_A_POST, by_piece
from engine import Move, Position

KINDS: Final = ("frisian", "checkers", "alliance", "assaut", "halma", "allies")

MOST_MOVES: Final = 400
"""Moves of a game at most."""

BUTTONS, LIST, PIECES, PRIVATE = "buttons", "list", "pieces", "private"


def taps(pieces: Mapping[int, Sequence[Move]], move: Move) -> tuple[str, int]:
    """Return the kind of post that a move is tapped on, and the taps it takes."""
    count = len({move for moves in pieces.values() for move in moves})
    if count <= BUTTONS_IN_A_ROW:
        return BUTTONS, 1
    if count <= CHOICES:
        return LIST, 2
    targets = len(pieces[move.path[0]])
    last = 0 if targets == 1 else 1 if targets <= CHOICES else 2
    if len(pieces) <= BUTTONS_IN_A_ROW:
        return PIECES, 1 + last
    if len(pieces) <= MENUS_ON_A_POST * CHOICES:
        return PIECES, 2 + last
    return PRIVATE, 3 + last


def taps_by_move(pieces: Mapping[int, Sequence[Move]]) -> int:
    """Return the taps that the button Move and two menus take."""
    return 3 if len(pieces) == 1 else 5


def play(position: Position, chance: random.Random) -> tuple[Counter[str], int, int]:
    """Play a game by chance; return the posts of each kind, and the taps now and by *Move*."""
    kinds: Counter[str] = Counter()
    after = before = 0
    for _ in range(MOST_MOVES):
        if position.outcome() is not None:
            break
        move = chance.choice(position.legal_moves())
        if position.setup is None and move.kind == "move":
            pieces = by_piece(position)
            kind, count = taps(pieces, move)
            kinds[kind] += 1
            after += count
            before += taps_by_move(pieces)
        position = position.play(move)
    return kinds, after, before


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=6)
    games = parser.parse_args().games
    for key in KINDS:
        kinds: Counter[str] = Counter()
        after = before = 0
        for number in range(games):
            shown, now, then = play(engine.games[key].start(), random.Random(number))
            kinds, after, before = kinds + shown, after + now, before + then
        count = kinds.total()
        shares = ", ".join(
            f"{kind} {kinds[kind] / count:.0%}" for kind in (BUTTONS, LIST, PIECES, PRIVATE)
        )
        sys.stdout.write(
            f"{key}: {count} moves of {games} games, taps a move {before / count:.2f} by *Move*, "
            f"{after / count:.2f} on posts ({shares})\n"
        )


if __name__ == "__main__":
    main()
