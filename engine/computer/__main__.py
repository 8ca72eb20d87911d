"""Plays in the terminal: ``python -m engine.computer GAME [--level N] [--position TEXT]``.

The computer plays one side and you the other, or with ``--both`` it plays all. After each of its
moves it prints depth, value, nodes and the expected moves.
"""

from __future__ import annotations

import argparse
import sys

import engine
from engine.computer import LEVELS, Computer, Thought
from engine.errors import InvalidPosition, MoveError
from engine.game import Game, Position


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m engine.computer", description=__doc__)
    parser.add_argument("game", choices=sorted(engine.games))
    parser.add_argument("--level", type=int, choices=LEVELS, default=LEVELS[-1])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--position", help="text of the position to begin with")
    parser.add_argument("--seats", type=int, help="how many seats play")
    parser.add_argument("--seat", type=int, default=0, help="your seat, counted from 0")
    parser.add_argument("--seconds", type=float, help="time a move, in place of the level's nodes")
    parser.add_argument("--both", action="store_true", help="the computer plays all seats")
    return parser.parse_args()


def _begin(game: Game, text: str | None, seats: int | None) -> Position:
    return game.read(text, seats) if text else game.start(seats)


def _typed(position: Position) -> Position | None:
    """Return the position after the typed moves, or None at the end of the input."""
    while True:
        try:
            text = input(f"{position.seats[position.turn].name}> ").strip()
        except EOFError:
            return None
        try:
            for move in position.parse_all(text):
                position = position.play(move)
        except MoveError as error:
            print(error)
        else:
            return position


def _told(position: Position, thought: Thought) -> str:
    """Return a line of text for a thought, with the expected moves in sequence."""
    words = []
    at = position
    for move in thought.variation:
        words.append(at.write(move))
        at = at.play(move)
    return (
        f"{position.seats[position.turn].name}: {words[0]}  depth {thought.depth}  "
        f"value {thought.value:+}  nodes {thought.nodes}  {' '.join(words)}"
    )


def main() -> None:
    """Play one game."""
    asked = _arguments()
    computer = Computer(asked.level, asked.seed)
    try:
        position = _begin(engine.games[asked.game], asked.position, asked.seats)
    except InvalidPosition as error:
        sys.exit(str(error))
    line = [position]
    print(position.fen())
    while (outcome := position.outcome()) is None:
        if not asked.both and position.turn == asked.seat and position.setup is None:
            after = _typed(position)
            if after is None:
                return
            position = after
        else:
            seat = position.turn
            thought = computer.think([past.seen_by(seat) for past in line], asked.seconds)
            print(_told(position, thought))
            position = position.play(thought.move)
        line.append(position)
        print(position.fen())
    print(outcome.reason)


if __name__ == "__main__":
    main()
