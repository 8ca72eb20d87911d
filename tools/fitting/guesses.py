"""Measure how often a weak player guesses the move of a stronger one, by the number of choices.

Run ``python -m tools.fitting.guesses [GAME…] [--games 12]``; with the folder of the compiled engine
first on ``PYTHONPATH``, it takes a quarter of the time. Levels 3 to 5, one at random for each move,
play, and level 2 guesses their moves. Printed is the exponent under which the right and wrong
guesses are likeliest, if a guess is right with the chance ``choices ** -exponent``. It is the
exponent in ``engine.guesses.move_guesses``, in which a guesser like level 2 has 1500 points.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import log
from random import Random
from typing import Final

import engine
from engine.computer import Computer

GAMES: Final = ("international", "checkers", "frisian", "turkish", "halma", "fox-and-geese")

PLAYING: Final = (3, 4, 5)
GUESSING: Final = 2

PLIES: Final = 4
"""The number of random moves at the start of a game."""

LONGEST: Final = 70
"""The most moves of a game."""

EXPONENTS: Final = [number / 100 for number in range(5, 150)]


def guesses(name: str, chance: Random) -> Iterator[tuple[int, bool]]:
    """Yield, for each guessed move of a game, the number of choices and whether it was guessed."""
    line = [engine.games[name].start()]
    while len(line) <= LONGEST and line[-1].outcome() is None and line[-1].legal_moves():
        moves = line[-1].legal_moves()
        move = chance.choice(moves)
        if len(line) > PLIES:
            move = Computer(chance.choice(PLAYING), chance.randrange(10**6)).think(line).move
            if len(moves) > 1:
                guess = Computer(GUESSING, chance.randrange(10**6)).think(line).move
                yield len(moves), guess == move
        line.append(line[-1].play(move))


def likeliest(found: list[tuple[int, bool]]) -> float:
    """Return the exponent under which these guesses are likeliest."""

    def likelihood(exponent: float) -> float:
        shares = ((choices**-exponent, right) for choices, right in found)
        return sum(log(share if right else 1 - share) for share, right in shares)

    return max(EXPONENTS, key=likelihood)


def main() -> None:
    """Print the exponent of each game, and of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--games", type=int, default=12)
    given = parser.parse_args()
    found: list[tuple[int, bool]] = []
    for name in given.names:
        own = [one for n in range(given.games) for one in guesses(name, Random(f"{name} {n}"))]
        found += own
        print(f"{name}: {likeliest(own):.2f} of {len(own)} guesses", flush=True)
    print(f"all: {likeliest(found):.2f} of {len(found)} guesses")


if __name__ == "__main__":
    main()
