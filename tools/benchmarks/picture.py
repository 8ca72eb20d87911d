"""The times of drawing and encoding a picture: ``python -m tools.benchmarks.picture``.

The targets on a quiet machine at 900 px, as medians, are 4 ms and 60 KB for the numbered
board of draughts, and 5 ms and 80 KB for each of the others, including the whole map and one zone
of it. For a replay of 60 turns at 600 px, they are 100 ms and 270 KB.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple

from PIL import Image

import engine
from engine.capabilities.set_ups import placing_moves
from engine.game import Position
from engine.values import Move, OptionValue
from render import WHOLE_MAP, Diagram, Frame, replay
from render.drawing.picture import encode
from render.pictures.alt_text import described
from render.pictures.diagram import Region
from render.pictures.painter import paint
from tests.engine.setups import setting_up, to_set_up

SIZE, REPLAY = 900, 600
ROUNDS = 40
PLIES = 100
SPAN = 60

SPANS: tuple[tuple[str, int, Mapping[str, OptionValue]], ...] = (
    ("frisian", 2, {}),
    ("alliance", 2, {"setup": "rows"}),
    ("assaut", 2, {}),
    ("halma", 4, {}),
    ("chinese-checkers", 6, {}),
    ("allies", 4, {}),
    ("allies", 2, {}),
)
"""The replays to measure: game, seats and options."""


class Turn(NamedTuple):
    """A turn to draw, with the moves that led to its position, and the moves to mark."""

    name: str
    position: Position
    moves: tuple[Move, ...] = ()
    before: Position | None = None
    marks: tuple[Move, ...] = ()


def draughts() -> Iterator[Turn]:
    """Yield turns of Frisian draughts."""
    game = engine.games["frisian"]
    start = game.start()
    yield Turn("start", start)
    yield Turn("legal moves", start, marks=start.legal_moves())
    for name, fen, text in (
        ("crowded", "W:W31-50:B1-20", "32-28"),
        ("middle", "W:W27,28,32,33,35,37,38,42,43,48:B3,4,8,12,13,16,18,19,24,26", "37-31"),
        ("capture", "W:W35,38,42,46:B6,10,16,20,26,30", "35x4"),
        ("kings", "W:WK47,K49,K50,35:BK2,K4,16,26", "47-29"),
    ):
        before = game.read(fen)
        move = before.parse(text)
        yield Turn(name, before.play(move), (move,), before)


def others(name: str, seats: int, **options: OptionValue) -> Iterator[Turn]:
    """Yield turns of a random game: the start, one with legal moves marked, the longest, the last.

    The game is played for PLIES plies at most.
    """
    position = engine.games[name].start(seats, **options)
    yield Turn("start", position)
    chance = Random(1)
    longest = Turn("", position, (Move("", ()),))
    for ply in range(PLIES):
        legal = position.legal_moves()
        if not legal or position.outcome():
            break
        if ply == PLIES // 2:
            yield Turn("legal moves", position, marks=legal)
        before, move = position, chance.choice(legal)
        position = before.play(move)
        last = Turn("middle", position, (move,), before)
        if len(move.path) > len(longest.moves[0].path):
            longest = last._replace(name="longest turn")
    yield longest
    yield last


def placed(position: Position, chance: Random) -> Position:
    """Return the position after all secret set-ups, completed at random."""
    while waiting := to_set_up(position):
        for move in placing_moves(
            setting_up(position).arrange(waiting[0], "auto front", {}, chance)
        ):
            position = position.play(move)
    return position


def span(name: str, seats: int, **options: OptionValue) -> Iterator[Frame]:
    """Yield the frames of the first turns of a random game."""
    chance = Random(1)
    position = placed(engine.games[name].start(seats, **options), chance)
    yield Frame(position)
    for _ in range(SPAN):
        legal = position.legal_moves()
        if not legal or position.outcome():
            return
        before, move = position, chance.choice(legal)
        position = before.play(move)
        yield Frame(position, (move,), before)


def armies(seats: int) -> Iterator[Turn]:
    """Yield turns of Les Alliés: the empty map, all armies placed, and turns of a random game."""
    position, chance = engine.games["allies"].start(seats), Random(1)
    yield Turn("empty", position)
    position = placed(position, chance)
    yield Turn("placed", position)
    yield Turn("legal moves", position, marks=position.legal_moves())
    longest = Turn("", position, (Move("", ()),))
    for _ in range(PLIES):
        legal = position.legal_moves()
        if position.outcome():
            break
        before, move = position, chance.choice([move for move in legal if move.captured] or legal)
        position = before.play(move)
        last = Turn("middle", position, (move,), before)
        if len(move.path) > len(longest.moves[0].path):
            longest = last._replace(name="longest turn")
    yield longest
    yield last


def milliseconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the median milliseconds of many rounds."""
    times = []
    for _ in range(rounds):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
    return median(times) * 1000


def _painted_anew(diagram: Diagram) -> Image.Image:
    """Return the image of a diagram, without anything cached in it."""
    return paint(replace(diagram))


def measure(turns: Iterable[Turn], size: int = SIZE, region: Region = None) -> None:
    """Print a table of these turns' times and sizes, and their medians."""
    out = sys.stdout.write
    out(f"{'turn':12} {'first ms':>9} {'draw ms':>8} {'encode ms':>9} {'alt ms':>7} {'bytes':>7}\n")
    sums, sizes = [], []
    for name, position, moves, before, marks in turns:
        diagram = Diagram(position, moves, before, marks, size=size, region=region)
        draw = partial(_painted_anew, diagram)
        begin = perf_counter()
        image = draw()
        first = (perf_counter() - begin) * 1000
        drawing = milliseconds(draw)
        encoding = milliseconds(partial(encode, image))
        words = milliseconds(partial(described, diagram))
        length = len(encode(image))
        out(f"{name:12} {first:9.1f} {drawing:8.2f} {encoding:9.2f} {words:7.2f} {length:7}\n")
        sums.append(drawing + encoding)
        sizes.append(length)
    out(f"median of draw and encode: {median(sums):.2f} ms, {median(sizes):.0f} bytes\n")


def main() -> None:
    """Measure every board."""
    out = sys.stdout.write
    out(f"{SIZE} px, medians of {ROUNDS}\n")
    for title, turns in (
        ("frisian", draughts()),
        ("alliance", others("alliance", 2, setup="rows")),
        ("assaut", others("assaut", 2)),
        ("halma 16x16", others("halma", 2)),
        ("halma for four", others("halma", 4)),
        ("halma 8x8", others("halma", 2, size=8)),
        ("star for two", others("chinese-checkers", 2)),
        ("star for six", others("chinese-checkers", 6)),
    ):
        out(f"\n{title}\n")
        measure(turns)
    for title, seats, size, region in (
        ("map, whole", 4, SIZE, WHOLE_MAP),
        ("map, a zone", 4, SIZE, None),
        ("map, a duel", 2, SIZE, None),
    ):
        out(f"\n{title}, {size} px\n")
        measure(armies(seats), size, region)
    out(f"\nreplays at {REPLAY} px\n{'game':18} {'turns':>5} {'ms':>7} {'bytes':>7}\n")
    for name, seats, options in SPANS:
        frames = list(span(name, seats, **options))
        length = len(replay(frames, size=REPLAY))
        took = milliseconds(partial(replay, frames, size=REPLAY), rounds=5)
        out(f"{name:18} {len(frames):5} {took:7.1f} {length:7}\n")


if __name__ == "__main__":
    main()
