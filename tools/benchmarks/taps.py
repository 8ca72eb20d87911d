"""Count the taps that a move takes: ``python -m tools.benchmarks.taps``.

Random games are played with the engine alone. A move takes one tap if it is a button on the
turn's post, and two if it is in a list of whole moves there. If its piece is chosen on the post, it
takes two taps (one if pieces are buttons), and one more if the piece has several targets, shown in
a private answer. If more pieces can move than a post lists, *Move* shows them: that is one more.
The figures of *Move* alone are printed, too: five taps (the button, a list, a piece, a list, a
target), or three if only one piece can move.

``--games 10`` is the number of games of each kind.
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
"""The most moves of a game."""

BUTTONS, LIST, PIECES, PRIVATE = "buttons", "list", "pieces", "private"


def taps(pieces: Mapping[int, Sequence[Move]], move: Move) -> tuple[str, int]:
    """Return the kind of post on which a move is tapped, and the number of its taps."""
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
    """Return the number of taps of a move by the button *Move* and its menus."""
    return 3 if len(pieces) == 1 else 5


def play(position: Position, chance: random.Random) -> tuple[Counter[str], int, int]:
    """Play a random game; return its moves by kind of post, and its taps on posts and by *Move*."""
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
