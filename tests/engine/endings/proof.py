"""The proof of an endgame table: each result follows from the results after every legal move.

Results with this property everywhere are right: every move of the winner brings the win nearer,
whatever the replies, and a side with a draw keeps it. The moves come from the public positions,
which list them independently.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import engine
from engine import Position
from engine.capabilities.thinking import DECIDED, UNKNOWN
from engine.computer import Computer
from engine.game import Game
from engine.study.endings import known_ending

TABLED = {
    "russian": 4,
    "brazilian": 4,
    "checkers": 4,
    "turkish": 3,
    "international": 3,
    "frisian": 3,
    "frisian-official": 3,
    "frysk": 3,
}
"""The games with tables, and the most pieces of their endings."""


def random_ending(game: Game, pieces: int, chance: Random) -> Position:
    """Return a random unfinished position of two to ``pieces`` pieces, some on each side."""
    start = game.start()
    rows = [y for _, y in start.board.xy]
    last = min(rows), max(rows)
    letters = [str(seat.name)[0] for seat in start.seats]
    while True:
        count = chance.choice([*range(2, pieces), pieces, pieces])
        points = chance.sample(range(len(rows)), count)
        sides: list[list[str]] = [[], []]
        for number, point in enumerate(points):
            seat = number if number < 2 else chance.randrange(2)
            king = rows[point] == last[seat] or chance.random() < 0.5
            sides[seat].append("K" * king + start.board.names[point])
        text = ":".join(
            [letters[chance.randrange(2)]]
            + [letter + ",".join(side) for letter, side in zip(letters, sides, strict=True)]
        )
        position = game.read(text)
        if position.outcome() is None:
            return position


def known(position: Position) -> int:
    """Return the tables' result of a position for its seat to move."""
    thinking = position.thinking
    assert thinking is not None
    return thinking.state().known()


def fault(position: Position) -> str:
    """Return how a table's result contradicts the results after every move, or "" if it does not.

    An unknown result is no contradiction.
    """
    result = known(position)
    if result == UNKNOWN:
        return ""
    values: list[int] = []
    unknown = False
    for move in position.legal_moves():
        after = position.play(move)
        outcome = after.outcome()
        if outcome is not None:
            own = outcome.ranks[position.turn] - outcome.ranks[1 - position.turn]
            values.append(0 if not own else -DECIDED if own > 0 else DECIDED)
            continue
        value = known(after)
        if value == UNKNOWN:
            unknown = True
        else:
            values.append(-value)
    best = max(values, default=-UNKNOWN)
    best += (best < 0) - (best > 0)
    if result == best or (unknown and result == max(best, 0)):
        return ""
    return f"{position.game.name} {position.fen()}: {result} is known, but {best} follows"


def endings(name: str, pieces: int, count: int, seed: int) -> Iterator[Position]:
    """Yield ``count`` random endings of a game."""
    chance = Random(f"{name} {seed}")
    for _ in range(count):
        yield random_ending(engine.games[name], pieces, chance)


def won_endings(name: str, pieces: int, count: int, seed: int) -> Iterator[Position]:
    """Yield ``count`` random endings of a game that are won for one side."""
    chance = Random(f"won {name} {seed}")
    while count:
        position = random_ending(engine.games[name], pieces, chance)
        found = known_ending(position)
        if found is not None and found.winner is not None:
            count -= 1
            yield position


def played_out(position: Position, level: int, chance: Random | None = None) -> int | None:
    """Return the plies in which the computer wins a won ending, or None if it does not.

    The loser plays at the same level, or at random if there is a ``chance``.
    """
    ending = known_ending(position)
    assert ending is not None
    line = [position]
    seen = Counter([position.key])
    computer = Computer(level)
    while (outcome := line[-1].outcome()) is None:
        position = line[-1]
        if position.turn == ending.winner or chance is None:
            move = computer.think(line).move
        else:
            move = chance.choice(position.legal_moves())
        line.append(position.play(move))
        seen[line[-1].key] += 1
        if seen[line[-1].key] == 3:
            return None
    won = ending.winner is not None and outcome.ranks[ending.winner] < max(outcome.ranks)
    return len(line) - 1 if won else None
