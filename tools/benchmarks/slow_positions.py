"""Find slow positions by search: ``python -m tools.benchmarks.slow_positions``.

From a random position of each game, the search goes to a neighbour (a piece more or less, moved, or
of another kind) whenever that takes longer, and begins again if no neighbour does. It times what
the bot does with a position that a member imports or plays to: reading it, its legal moves, its
outcome, all its moves in notation, and the refusals of texts that are no legal moves.

``--seconds 20`` is the time of the search for each game and each question, ``--game NAME`` searches
one game, and ``--known`` only times the positions found so far, those of ``KNOWN``.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from time import thread_time
from typing import Final, NamedTuple

import engine
from engine import Game, Position, Refusal
from engine.values import OptionValue

PATIENCE: Final = 60
"""The neighbours in a row that may fail before the search begins again elsewhere."""

WRONG_TEXTS: Final = 6
TURNS_PLAYED: Final = 30

KNOWN: Final[tuple[tuple[str, str], ...]] = (
    ("frisian", "W:WK50,K48,K46:B14,18,24,K37,K25,38,K44,40,4,12,31,26,39,33,K29,K7,17,42"),
    ("frisian-official", "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"),
    (
        "frisian-official",
        "W:WK33:BK21,43,25,K42,14,K45,K26,11,41,K28,32,K34,K48,39,13,12,23,K37,3,31,K20,17",
    ),
    (
        "frisian-official",
        "W:WK5,K41,K44,K45:B3,K8,12,K13,14,17,21,K23,K24,K26,K38,39,K40,42,K47",
    ),
    ("assaut", "1S1/SSS/OS1S1S1/SSSSSS1/1S1S1S1/SSS/1SO o"),
)
"""Slow positions found so far, each after the name of its game."""

Cells = list[str]
"""The letters on the points of a board, ``""`` for none."""


class Kind(NamedTuple):
    """The notation of a game's positions: the letters of its pieces, and functions for texts.

    ``read`` returns the lengths of rows, the cells, and the rest of the text.
    """

    letters: tuple[str, ...]
    read: Callable[[str], tuple[list[int], Cells, str]]
    write: Callable[[list[int], Cells, str], str]


def _read_rows(text: str) -> tuple[list[int], Cells, str]:
    board, _, rest = text.partition(" ")
    cells: Cells = []
    lengths = []
    for row in board.split("/"):
        before = len(cells)
        for run in re.findall(r"\d+|\D", row):
            cells += [""] * int(run) if run.isdecimal() else [run]
        lengths.append(len(cells) - before)
    return lengths, cells, rest


def _write_rows(lengths: list[int], cells: Cells, rest: str) -> str:
    rows, left = [], iter(cells)
    for length in lengths:
        row = "".join(cell or " " for cell in islice(left, length))
        rows.append(re.sub(" +", lambda empty: str(len(empty[0])), row))
    return f"{'/'.join(rows)} {rest}".strip()


def _lists_of(names: tuple[str, ...]) -> Kind:
    """Return the notation of draughts positions, lists of squares; ``names`` are the squares'."""

    def read(text: str) -> tuple[list[int], Cells, str]:
        on = dict[str, str]()
        turn, *sides = text.partition(" ")[0].split(":")
        for side in sides:
            on |= {
                name.removeprefix("K"): side[0] + "K" * name.startswith("K")
                for name in side[1:].split(",")
            }
        return [], [on.get(name, "") for name in names], turn

    def write(_: list[int], cells: Cells, turn: str) -> str:
        sides = {"W": list[str](), "B": list[str]()}
        for name, cell in zip(names, cells, strict=True):
            if cell:
                sides[cell[0]].append(cell[1:] + name)
        return f"{turn}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"

    return Kind(("W", "WK", "B", "BK"), read, write)


def kind_of(game: Game) -> Kind:
    """Return the notation of a game's positions."""
    start = game.start()
    if ":" in start.fen():
        return _lists_of(start.board.names)
    letters = {
        "alliance": "XTKxtk",
        "assaut": "SO",
        "halma": "AB",
        "chinese-checkers": "AB",
        "allies": "FRDGAHI",
    }[game.name]
    return Kind(tuple(letters), _read_rows, _write_rows)


# What is timed


def wrong_texts(position: Position, chance: random.Random) -> list[str]:
    """Return random texts in the form of moves, from pieces of the side to move to anywhere."""
    names = position.board.names
    own = [p for p, piece in position.pieces() if piece.seat == position.turn] or [0]
    texts = []
    for _ in range(WRONG_TEXTS):
        ends = [names[chance.choice(own)]]
        ends += chance.choices(names, k=chance.choice((1, 1, 1, 2, 4)))
        texts.append(chance.choice("-x").join(ends))
    return texts


def _refuse(position: Position) -> None:
    for text in wrong_texts(position, random.Random(position.fen())):
        try:
            position.parse_all(text)
        except Refusal as refusal:
            str(refusal.text)


def _write(position: Position) -> None:
    for move in position.legal_moves():
        position.write(move)


def _play(position: Position) -> None:
    position.outcome()
    position.agreements()
    moves = position.legal_moves()
    if moves:
        position.play(moves[-1]).outcome()


QUESTIONS: Final[dict[str, Callable[[Position], object]]] = {
    "legal moves": lambda position: position.legal_moves(),
    "refusals": _refuse,
    "notation": _write,
    "playing": _play,
    "as seen": lambda position: position.seen_by(None).legal_moves(),
}


def milliseconds(
    game: Game, text: str, question: str, options: dict[str, OptionValue] | None = None
) -> float:
    """Return the milliseconds of reading a position and asking a question about it.

    Raises Refusal if the position is invalid.
    """
    began = thread_time()
    position = game.read(text, None, **(options or {}))
    QUESTIONS[question](position)
    return (thread_time() - began) * 1000


# The search


def _seed(game: Game, kind: Kind, chance: random.Random) -> tuple[list[int], Cells, str]:
    """Return the parts of a position, from random play or with pieces placed at random."""
    position = game.start()
    for _ in range(chance.randrange(TURNS_PLAYED * 4)):
        moves = position.legal_moves()
        if position.outcome() is not None or not moves:
            break
        position = position.play(chance.choice(moves))
    lengths, cells, rest = kind.read(position.fen())
    if chance.random() < 0.7:
        fill = chance.uniform(0.1, 0.6)
        own = chance.choice(kind.letters)
        cells = [chance.choice(kind.letters) if chance.random() < fill else "" for _ in cells]
        for _ in range(2):
            cells[chance.randrange(len(cells))] = own
    return lengths, cells, rest


def _neighbour(cells: Cells, kind: Kind, chance: random.Random) -> Cells:
    changed = list(cells)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        here, there = chance.sample(range(len(cells)), 2)
        if chance.random() < 0.5:
            changed[here], changed[there] = changed[there], changed[here]
        else:
            changed[here] = chance.choice(("", *kind.letters))
    return changed


def search(
    game: Game, question: str, seconds: float, chance: random.Random
) -> Iterator[tuple[float, str]]:
    """Yield ever slower positions, each as milliseconds and text, for some processor seconds."""
    kind, until, worst = kind_of(game), thread_time() + seconds, 0.0
    while thread_time() < until:
        lengths, cells, rest = _seed(game, kind, chance)
        best, failed = 0.0, 0
        while failed < PATIENCE and thread_time() < until:
            tried = _neighbour(cells, kind, chance)
            text = kind.write(lengths, tried, rest)
            try:
                time = milliseconds(game, text, question)
                if time > best:
                    time = min(time, milliseconds(game, text, question))
            except (Refusal, ValueError):
                failed += 1
                continue
            failed += 1
            if time > best:
                cells, best, failed = tried, time, 0
                if time > worst:
                    worst = time
                    yield time, text


def main() -> None:
    """Print the slowest position of each game for each question."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--game", choices=list(engine.games))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--known", action="store_true")
    arguments = parser.parse_args()
    say = sys.stdout.write
    for name, text in KNOWN:
        times = (
            f"{asked} {min(milliseconds(engine.games[name], text, asked) for _ in range(3)):.1f}"
            for asked in QUESTIONS
        )
        say(f"known, {name}: {', '.join(times)} ms\n    {text}\n")
    for name, game in engine.games.items():
        if arguments.known or arguments.game not in {None, name}:
            continue
        for question in QUESTIONS:
            found = (0.0, "")
            chance = random.Random(arguments.seed)
            for slower in search(game, question, arguments.seconds, chance):
                found = slower
            say(f"{name}, {question}: {found[0]:.1f} ms\n    {found[1]}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
