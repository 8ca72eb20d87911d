"""Write random games in dialects of PDN, and read them: ``python -m tools.dialects --games 20``.

Random games of every kind of draughts, ended by the rules, a resignation or an agreed draw, are
written in each dialect and read back. The game, its moves and its result have to be the same; if
several games fit a text, one of them has to be right. The status is 1 if a text is read wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from typing import Final, NamedTuple

import engine
from engine import Refusal, archive
from engine.archive import Act, Action, Record
from engine.archive.game_record import Replay
from engine.game import Game
from tools.dialects.dialects import dialects, moves_of

LONGEST: Final = 120
"""The most moves of a game."""

SHOWN: Final = 10
"""The most failures printed."""


class Findings(NamedTuple):
    """The results of reading back.

    ``read`` counts the texts read right, by dialect, ``asked`` those that fit several games.
    """

    read: Counter[str]
    asked: int
    failures: list[str]


def random_game(game: Game, chance: Random) -> Record:
    """Return a random game from the usual start; it may end by resignation or an agreed draw."""
    replay = Replay(game.start())
    last = chance.randint(1, LONGEST)
    while replay.position.outcome() is None and len(replay.steps) <= last:
        move = chance.choice(replay.position.legal_moves())
        replay.do(Action(Act.MOVE, replay.position.write(move)))
    if replay.position.outcome() is None and chance.random() < 0.9:
        replay.do(
            chance.choice(
                [
                    Action(Act.AGREE, "draw"),
                    Action(Act.RESIGN, seat=0),
                    Action(Act.RESIGN, seat=1),
                ]
            )
        )
    actions = tuple(step.action for step in replay.steps if step.action is not None)
    return Record(replay.steps[0].position, actions, replay.ranks, replay.reason)


def read_back(games: int, seed: int) -> Findings:
    """Write ``games`` games of each kind in all dialects and read them; return the findings."""
    chance = Random(seed)
    read: Counter[str] = Counter()
    asked = 0
    failures: list[str] = []
    for game in engine.games.values():
        if game.pdn is None:
            continue
        for _ in range(games):
            record = random_game(game, chance)
            for name, write in dialects():
                # Only our own files name the game if several games have the same type.
                if name != "ours" and not game.pdn.usual:
                    continue
                written = write(record)
                if not written:
                    continue
                text = archive.decoded(written) if isinstance(written, bytes) else written
                said = _wrong(record, text)
                asked += said == "asked"
                if said in {"", "asked"}:
                    read[name] += 1
                else:
                    failures.append(f"{name}, {game.name}: {said}\n{text}")
    return Findings(read, asked, failures)


def _wrong(record: Record, text: str) -> str:
    """Return the mistake in reading a text; "" if there is none, "asked" if several games fit."""
    try:
        found = archive.readings(text)
    except Refusal as error:
        return str(error)
    same = [reading.record for reading in found if reading.record.game is record.game]
    if not same:
        return f"read as {found[0].record.game.name}"
    if moves_of(same[0]) != moves_of(record):
        return f"other moves: {moves_of(same[0])}"
    if same[0].ranks != record.ranks:
        return f"the result {same[0].ranks}, not {record.ranks}"
    return "asked" if len(found) > 1 else ""


def main() -> None:
    """Write and read games, and print the findings."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=20, help="of each kind")
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    found = read_back(asked.games, asked.seed)
    print(*found.failures[:SHOWN], sep="\n")
    print(
        f"{found.read.total()} texts in {len(found.read)} dialects were read, {found.asked} of "
        f"them can be of several games; {len(found.failures)} were read wrong"
    )
    sys.exit(bool(found.failures))


if __name__ == "__main__":
    main()
