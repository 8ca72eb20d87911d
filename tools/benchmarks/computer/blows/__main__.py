"""Count the positions with a winning blow in which level 8 finds it.

Run ``python -m tools.benchmarks.computer.blows [SET ...] [--seconds 1 | --nodes 60000]
[--closer]``.
A set is a text file named after its game: positions, each with its solution. Seconds are the
processor's. With ``--closer``, both moves of a miss are valued once more with ``CLOSER`` times the
nodes: the blow may be no better than the move played, or its gain may be lost again later.

``--make 60`` adds 60 positions to a set, from games of careless computers. In each, the side to
move cannot capture, and exactly one of at least five moves wins two men within six plies of full
width (see ``full_width``). In a set whose name ends in ``-man``, one move wins a man, and no other
move wins anything. By default, a search of eight plies must find the same move alone, since
another move that wins later is no mistake; ``--proof 6`` leaves this search out if it takes too
long. ``--widest 36`` skips positions with more than 36 moves, which take longest.
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
from engine.computer.search import SURE
from engine.game import Position
from tools.benchmarks.computer.blows.full_width import blows

FOLDER: Final = Path(__file__).parent
SETS: Final = tuple(sorted(path.stem for path in FOLDER.glob("*.tsv")))
ONE_MAN: Final = "-man"
"""The end of the names of sets in which a blow wins one man; in the others, it wins two."""

PLIES: Final = 6
PLIES_OF_PROOF: Final = 8
LONGEST: Final = 120
CHOICE: Final = 5
"""The fewest legal moves of a chosen position."""

WIDEST: Final = 1000
"""The most legal moves of a chosen position by default: more than any position has."""

NODES: Final = (100, 300, 1_000, 2_000)
CARELESS: Final = (3, 5, 8, LONGEST)
OPENING: Final = range(24)
"""NODES, CARELESS and OPENING are the choices for a game, of which one each is drawn.

They are the nodes of the computers' searches, the number of moves of which one on average is
random, and the number of random moves at the start.
"""

APART: Final = 4
"""The fewest turns between two positions of one game."""

FIRST: Final = 6
"""The turns of a game before its first position."""

CLOSER: Final = 20
BETTER: Final = 40
"""The fewest points, at a closer look, by which a really missed blow beats the move played."""


class Blow(NamedTuple):
    """A position as text, and its winning move."""

    fen: str
    move: str


def read(name: str) -> list[Blow]:
    """Return the positions of a set."""
    lines = (FOLDER / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [Blow(*line.split("\t")) for line in lines]


def game_name(name: str) -> str:
    """Return the name of the game of a set."""
    return name.removesuffix(ONE_MAN)


# Making them


def blow_of(position: Position, gain: int, proof: int, widest: int) -> Blow | None:
    """Return the blow of a suitable position that has exactly one; None for other positions."""
    thinking = position.thinking
    assert thinking is not None
    state = thinking.state()
    if state.tactical() or not CHOICE <= len(state.moves()) <= widest:
        return None
    found = blows(state, gain, PLIES)
    if len(found) != 1 or (proof > PLIES and blows(state, gain, proof) != found):
        return None
    return Blow(position.fen(), position.write(thinking.move(found[0])))


def make(name: str, wanted: int, first: int, proof: int, widest: int) -> None:
    """Append at least ``wanted`` positions to a set, from games with the numbers ``first`` on."""
    left = wanted
    number = first
    with (FOLDER / f"{name}.tsv").open("a", encoding="utf-8") as file:
        while left > 0:
            for blow in game_of(name, number, proof, widest):
                file.write("\t".join(blow) + "\n")
                file.flush()
                left -= 1
            number += 1


def game_of(name: str, number: int, proof: int, widest: int) -> list[Blow]:
    """Return the blows for a set in the game of careless computers with this number."""
    game = game_name(name)
    gain = MAN if name.endswith(ONE_MAN) else 2 * MAN
    chance = Random(f"{game} {number}")
    nodes, careless, opening = (chance.choice(each) for each in (NODES, CARELESS, OPENING))
    computer = Computer(LEVELS[-1], number)
    position = engine.games[game].start()
    found: list[Blow] = []
    ply = last = 0
    while position.outcome() is None and ply < LONGEST:
        if ply >= FIRST and ply - last >= APART and position.setup is None:
            blow = blow_of(position, gain, proof, widest)
            if blow is not None:
                found.append(blow)
                last = ply
        if position.setup is not None or ply < opening or not chance.randrange(careless):
            move = chance.choice(position.legal_moves())
        else:
            move = computer.think([position], nodes=nodes).move
        position = position.play(move)
        ply += 1
    return found


# Test the computer


def missed(name: str, seconds: float | None, nodes: int | None, closer: bool) -> list[str]:
    """Return a line about each position of a set whose blow the computer misses."""
    found: list[str] = []
    for number, blow in enumerate(read(name)):
        position = engine.games[game_name(name)].read(blow.fen)
        computer = Computer(LEVELS[-1], clock=process_time)
        thought = computer.think([position], seconds, nodes)
        move = position.write(thought.move)
        if move != blow.move:
            line = (
                f"  {number + 1}: {blow.fen}: {move} ({thought.value}, depth {thought.depth}, "
                f"{thought.nodes:,} nodes) for {blow.move}"
            )
            if closer:
                moves = [position.parse(blow.move), thought.move]
                best, played = computer.compare([position], moves, CLOSER * thought.nodes)
                alike = min(abs(best), abs(played)) >= SURE and best * played > 0
                verdict = "better" if best - played >= BETTER and not alike else "no better"
                line += f", which is {verdict}: {best} to {played}"
            found.append(line)
    return found


def main() -> None:
    """Print the number of blows found in each set, and the missed ones; or make more positions."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", nargs="*", default=SETS, metavar="SET")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--closer", action="store_true")
    parser.add_argument("--make", type=int, default=0, metavar="NUMBER")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--proof", type=int, default=PLIES_OF_PROOF, metavar="PLIES")
    parser.add_argument("--widest", type=int, default=WIDEST, metavar="MOVES")
    asked = parser.parse_args()
    for name in asked.sets:
        if asked.make:
            make(name, asked.make, asked.first, asked.proof, asked.widest)
            continue
        wrong = missed(name, None if asked.nodes else asked.seconds, asked.nodes, asked.closer)
        many = len(read(name))
        sys.stdout.write("\n".join([f"{name}: {many - len(wrong)} of {many}", *wrong]) + "\n")


if __name__ == "__main__":
    main()
