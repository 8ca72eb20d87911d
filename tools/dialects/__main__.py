"""Write random games in dialects of PDN, and read them: ``python -m tools.dialects --games 20``.

Every game of draughts is played to its end or to a resignation, a loss on time or a draw, written
in each dialect, and read back: the moves and the result have to be the same, by the right game.
Where a text leaves several games possible, one of them has to be. The status is 1 if one is not.
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
"""Moves after which a game is ended."""

SHOWN: Final = 10
"""So many failures are printed at most."""


class Findings(NamedTuple):
    """The results of reading back: counts by dialect and of several games, and the failures."""

    read: Counter[str]
    asked: int
    failures: list[str]


def random_game(game: Game, chance: Random) -> Record:
    """Return a random game from the usual start, which may be given up or agreed drawn."""
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
    """Write ``games`` games of each kind in all dialects, and return the findings of reading them
    back.
    """
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
                # Only our own files tell which of the games of one type it is.
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
    """Return the mistake in reading, or "asked" if several games fit, or an empty text."""
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
