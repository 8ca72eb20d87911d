"""Compare this checkout with another one in random games.

Run ``python -m tools.benchmarks.same_games --other FOLDER [GAME ...] [--positions 3000]
[--pictures]``. Both checkouts play the same random games and describe each position: its text, its
moves in notation with their paths, its outcome, agreements and pieces, the earlier position that
it repeats, the refusals of texts that are no moves, and with ``--pictures`` the picture and its alt
text. Differences are printed. ``FOLDER`` needs only the engine's public interface.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from tests.engine.setups import setups as all_setups

ROOT = Path(__file__).parents[2]

LONGEST = 150
"""The most plies of a random game."""

SHOWN = 5
"""The most differences printed of each kind."""

TELL = r"""
import hashlib, json, random, sys
import engine

asked = json.loads(sys.argv[1])
game = engine.games[asked["game"]]
JUNK = ["", "x", "1-2", "32-28", "11x22", "a3-b4", "a1xh8", "huff c1", "@c3+", "12-", "46x5"]

def digest(data):
    return hashlib.md5(data, usedforsecurity=False).hexdigest()

def refusals(position, rng, texts):
    names = list(position.board.names)
    typed = [*JUNK, *(sign.join(rng.sample(names, 2)) for sign in "----xxx")]
    for text in typed + [text + "x" for text in texts[:1]]:
        try:
            yield position.write(position.parse(text))
        except Exception as error:
            yield f"{type(error).__name__}: {error}"

def told(position, ply, rng, earlier):
    moves = position.legal_moves()
    texts = [position.write(move) for move in moves]
    listed = sorted(
        [text, move.kind, *map(list, (move.path, move.captured, move.removed))]
        for text, move in zip(texts, moves)
    )
    yield "moves", listed if len(listed) < 30 else digest(json.dumps(listed).encode())
    yield "outcome", repr(position.outcome())
    yield "agreements", repr(position.agreements())
    yield "pieces", sorted((point, piece.seat, piece.kind) for point, piece in position.pieces())
    yield "repeats", earlier.setdefault(position.key, ply)
    yield "public", position.seen_by(None).fen()
    read = game.read(position.fen(), len(position.seats), **dict(position.options))
    yield "read", read == position and hash(read) == hash(position)
    if ply % 5 == 0:
        yield "said", list(refusals(position, rng, texts))
    if asked["pictures"]:
        import render
        yield "alt", str(render.describe(position))
        yield "picture", digest(render.picture(position, viewer=ply % len(position.seats)).png)

left = asked["positions"]
for seed in range(left):
    rng = random.Random(f"{asked} {seed}")
    position, earlier = game.start(asked["seats"], **asked["options"]), {}
    for ply in range(min(asked["longest"], left)):
        left -= 1
        print(json.dumps({"position": position.fen(), **dict(told(position, ply, rng, earlier))}))
        moves = {position.write(move): move for move in position.legal_moves()}
        if position.outcome() is not None or not moves:
            break
        position = position.play(moves[rng.choice(sorted(moves))])
"""


class Asked(NamedTuple):
    """A request to a checkout: the game to play, the number of positions, and the most plies.

    ``pictures`` is whether to describe pictures, too.
    """

    game: str
    seats: int
    options: dict[str, Any]
    positions: int
    pictures: bool
    longest: int = LONGEST


def told(folder: Path, asked: Asked) -> Iterator[dict[str, Any]]:
    """Yield a checkout's description of each position."""
    with subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, "-c", TELL, json.dumps(asked._asdict())],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        yield from map(json.loads, process.stdout)


def compare(asked: Asked, other: Path) -> Counter[str]:
    """Print differences; return the number of positions, and of differences by their kind."""
    found: Counter[str] = Counter()
    nothing: dict[str, Any] = {}
    for ours, theirs in zip_longest(told(ROOT, asked), told(other, asked), fillvalue=nothing):
        found["positions"] += 1
        for name in ours.keys() | theirs.keys():
            if ours.get(name) != theirs.get(name):
                found[name] += 1
                if found[name] <= SHOWN:
                    what = f"{name}: {theirs.get(name)} -> {ours.get(name)}"
                    sys.stdout.write(f"{ours.get('position')}: {what}\n")
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each set-up of each game, and the sum."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--other", type=Path, required=True)
    parser.add_argument("--positions", type=int, default=3000)
    parser.add_argument("--pictures", action="store_true")
    asked = parser.parse_args(arguments)
    there = subprocess.run(
        [sys.executable, "-c", "import engine; print(*engine.games)"],
        cwd=asked.other, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    chosen = [
        one
        for one in all_setups()
        if one.game.name in there and one.game.name in (asked.names or there)
    ]
    setups = Counter(setup.game.name for setup in chosen)
    total: Counter[str] = Counter()
    for setup in chosen:
        name = setup.game.name
        each = max(asked.positions // len(setups) // setups[name], 1)
        found = compare(
            Asked(name, setup.seats, dict(setup.options), each, asked.pictures), asked.other
        )
        total += found
        sys.stdout.write(f"{name} {setup.seats} {setup.options}: {dict(found)}\n")
        sys.stdout.flush()
    sys.stdout.write(f"in all: {dict(total)}\n")


if __name__ == "__main__":
    main()
