"""Whether level 8 finds the blow in positions that have one.

Run ``python -m tests.benchmarks.computer.blows [GAME ...] [--seconds 1 | --nodes 80000]``. The
positions stand in a text file a game, each with its solution. A second is one of the processor.

``--make 60`` adds so many positions of a game, from games of a careless computer: it is the turn of
a side that cannot capture, and one move of at least five wins two men within six plies of full
width (see ``full_width``). By default eight plies must say the same, since a move that wins later
is no mistake; ``--proof 6`` leaves that out where it takes too long, and ``--widest 36`` leaves out
positions with more moves, which take longest.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, NamedTuple

import engine
from engine.capabilities.thinking import LEVELS, MAN
from engine.computer import Computer
from engine.game import Position
from tests.benchmarks.computer.blows.full_width import blows

FOLDER: Final = Path(__file__).parent
GAMES: Final = tuple(sorted(path.stem for path in FOLDER.glob("*.tsv")))

PLIES: Final = 6
PLIES_OF_PROOF: Final = 8
LONGEST: Final = 120
GAIN: Final = 2 * MAN
CHOICE: Final = 5
"""The fewest legal moves of such a position."""

WIDEST: Final = 1000
"""The most of them, if nothing else is said: more than there are."""

NODES: Final = 100
"""What the careless computer searches for a move; every fifth move is any move. Blows are looked
for after such moves alone: looking takes long, and hardly any other move allows one."""

RANDOM: Final = 5
APART: Final = 4
"""The fewest turns between two positions of one game."""


class Blow(NamedTuple):
    """A position as text, and its winning move."""

    fen: str
    move: str


def read(name: str) -> list[Blow]:
    """Return the positions of a game."""
    lines = (FOLDER / f"{name}.tsv").read_text().splitlines()
    return [Blow(*line.split("\t")) for line in lines]


# Making them


def blow_of(position: Position, proof: int = PLIES_OF_PROOF, widest: int = WIDEST) -> Blow | None:
    """Return the blow of a position that has just one; None for another position."""
    thinking = position.thinking
    assert thinking is not None
    state = thinking.state()
    if state.tactical() or not CHOICE <= len(state.moves()) <= widest:
        return None
    found = blows(state, GAIN, PLIES)
    if len(found) != 1 or blows(state, GAIN, proof) != found:
        return None
    return Blow(position.fen(), position.write(thinking.move(found[0])))


def make(name: str, wanted: int, first: int, proof: int, widest: int) -> None:
    """Write as many positions of a game as are wanted, from games with these numbers on."""
    left = wanted
    number = first
    with (FOLDER / f"{name}.tsv").open("a") as file:
        while left > 0:
            for blow in game_of(name, number, proof, widest):
                file.write("\t".join(blow) + "\n")
                file.flush()
                left -= 1
            number += 1


def game_of(name: str, number: int, proof: int, widest: int) -> list[Blow]:
    """Return the blows in the game of a careless computer with that number."""
    chance = Random(number)
    computer = Computer(LEVELS[-1], number)
    position = engine.games[name].start()
    found: list[Blow] = []
    ply = last = 0
    careless = False
    while position.outcome() is None and ply < LONGEST:
        if careless and ply >= 10 and ply - last >= APART and position.setup is None:
            blow = blow_of(position, proof, widest)
            if blow is not None:
                found.append(blow)
                last = ply
        careless = not chance.randrange(RANDOM)
        if careless or position.setup is not None:
            move = chance.choice(position.legal_moves())
        else:
            move = computer.think([position], nodes=NODES).move
        position = position.play(move)
        ply += 1
    return found


# Whether it finds them


def missed(name: str, seconds: float | None, nodes: int | None) -> list[str]:
    """Return the computer's moves in the positions whose blow it misses."""
    found: list[str] = []
    for number, blow in enumerate(read(name)):
        position = engine.games[name].read(blow.fen)
        thought = Computer(LEVELS[-1], clock=process_time).think([position], seconds, nodes)
        move = position.write(thought.move)
        if move != blow.move:
            found.append(
                f"  {number + 1}: {blow.fen}: {move} ({thought.value}, depth {thought.depth}, "
                f"{thought.nodes:,} nodes) for {blow.move}"
            )
    return found


def main() -> None:
    """Print for each game how many blows are found, and those that are not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--make", type=int, default=0, metavar="NUMBER")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--proof", type=int, default=PLIES_OF_PROOF, metavar="PLIES")
    parser.add_argument("--widest", type=int, default=WIDEST, metavar="MOVES")
    asked = parser.parse_args()
    for name in asked.games:
        if asked.make:
            make(name, asked.make, asked.first, asked.proof, asked.widest)
            continue
        wrong = missed(name, None if asked.nodes else asked.seconds, asked.nodes)
        many = len(read(name))
        sys.stdout.write("\n".join([f"{name}: {many - len(wrong)} of {many}", *wrong]) + "\n")


if __name__ == "__main__":
    main()
