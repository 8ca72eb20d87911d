"""Fair play measured: the attacks it lets pass, its cost for honest people, and its time.

``python -m tools.benchmarks.fair_play [--games 1000]`` plays quick games, in which every move is
level 1's or a random one.

- *Attacks*: a member asks about the board of a live rated match with a few pieces added, removed or
  moved, or about a position a few plies earlier or later. Printed is the share that is answered.
- *Honest*: a member asks about positions of ended games, while twenty other rated games are live
  on the same server. Printed is the share that is refused by mistake, for each stretch of plies.
- *Time*: the time of one question among 1, 100 and 5,000 live boards.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Final

import engine
from cogs.computers import fair_play
from cogs.computers.fair_play import Advised, Asked, Live
from data import LiveBoard
from engine import Position
from engine.computer import Computer
from engine.study import likeness

GAMES = ("frisian", "international", "checkers", "alliance", "assaut", "halma")

GUILD, LIVE, CARELESS = 1, 20, 0.3

BEGUN = datetime(2026, 1, 2, tzinfo=UTC)
"""When the live matches began."""

ENDED: Final = {
    "rated": fair_play.GENUINE,
    "earlier": BEGUN - timedelta(days=1),
    "later": BEGUN + timedelta(days=1),
    "typed": None,
}
"""The times at which matches had ended, by the kind of honest question.

It is about a rated match, a match that ended before the live ones began, one that ended after, or
a typed position (None).
"""

STRETCHES = (range(7), range(7, 21), range(21, 41), range(41, 99))
"""The stretches of plies of a game; everybody knows the positions of the first."""

Games = Sequence[Sequence[Position]]


def play(game: str, seed: int, plies: int) -> list[Position]:
    """Return the positions of a quick game of at most ``plies`` plies."""
    chance, computer = random.Random(seed), Computer(1, seed)
    line = [engine.games[game].start(2)]
    while len(line) <= plies and line[-1].outcome() is None:
        position = line[-1]
        moves = position.legal_moves()
        careless = chance.random() < CARELESS
        move = chance.choice(moves) if careless else computer.think([position], nodes=30).move
        line.append(position.play(move))
    return line


def live(positions: Sequence[tuple[int, Position]]) -> Mapping[int, Live]:
    """Return rated live boards on the server, from numbers of turns and positions."""
    return fair_play._live(
        LiveBoard(number, 1, GUILD, True, one.game.name, one.options, 2, one.fen(), BEGUN, turns)
        for number, (turns, one) in enumerate(positions)
    )


def refused(
    line: Sequence[Position],
    known: Mapping[int, Live],
    *,
    ended: datetime | None = None,
    own: bool = False,
) -> bool:
    """Return whether a question about the last position of a line is refused.

    The asker is a member of the server or, if ``own``, a player in the live matches.
    """
    reader = Advised(frozenset(known if own else ()), {GUILD})
    return bool(fair_play._forbidden([Asked(line, (), ended)], known, reader, ()))


def changed(position: Position, kind: str, count: int, chance: random.Random) -> Position | None:
    """Return a position with ``count`` pieces added, removed or moved; None if that is invalid.

    ``kind`` is "more", "fewer" or "moved".
    """
    names = position.board.names
    pieces = dict(position.pieces())
    free = [point for point in range(len(names)) if point not in pieces]
    if kind in {"fewer", "moved"}:
        for point in chance.sample(sorted(pieces), min(count, len(pieces))):
            piece = pieces.pop(point)
            if kind == "moved":
                pieces[free.pop(chance.randrange(len(free)))] = piece
    else:
        for _ in range(count):
            pieces[free.pop(chance.randrange(len(free)))] = chance.choice([*pieces.values()])
    sides: dict[int, list[str]] = {0: [], 1: []}
    for point, piece in pieces.items():
        sides[piece.seat].append(f"{'K' if piece.kind == 'king' else ''}{names[point]}")
    text = f"{position.fen()[0]}:W{','.join(sides[0])}:B{','.join(sides[1])}"
    try:
        return position.game.read(text, 2, **position.options)
    except ValueError:
        return None


def ahead(position: Position, plies: int, chance: random.Random) -> Position:
    """Return a position up to ``plies`` random plies later."""
    for _ in range(plies):
        if position.outcome() is not None or not position.legal_moves():
            break
        position = position.play(chance.choice(position.legal_moves()))
    return position


def attacks(
    line: Sequence[Position], at: int, chance: random.Random
) -> Iterator[tuple[str, Position]]:
    """Yield names and positions of attacks that could reveal something about ``line[at]``."""
    position = line[at]
    for count in (1, 2, 3, 4, 6):
        for kind in ("more", "fewer", "moved"):
            if position.game.name in {"frisian", "international", "checkers"}:
                made = changed(position, kind, count, chance)
                if made is not None:
                    yield f"{count} {kind}", made
        yield f"{count} plies ahead", ahead(position, count, chance)
        yield f"{count} plies back", line[max(at - count, 0)]


def report(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def attacked(games: Mapping[str, Games]) -> None:
    """Print the share of each attack that is answered."""
    chance = random.Random(1)
    for stretch in STRETCHES[1:]:
        counts: dict[str, list[int]] = {}
        for lines in games.values():
            for line in lines[:60]:
                for at in (10, 14, 18, 25, 35, 45, 55):
                    if at not in stretch or at >= len(line) - 1:
                        continue
                    known = live([(at, line[at])])
                    for name, position in attacks(line, at, chance):
                        count = counts.setdefault(name, [0, 0, 0])
                        count[0] += not refused([position], known, own=True)
                        count[1] += not refused([position], known)
                        count[2] += 1
        for name, (own, other, all_) in sorted(counts.items()):
            plies = f"{stretch.start}-{stretch.stop - 1}"
            shares = f"{100 * own / all_:.1f} % to who plays, {100 * other / all_:.1f} % to others"
            report(f"attack at plies {plies:6} {name:14} of {all_} answered {shares}")


def honest(games: Mapping[str, Games]) -> None:
    """Print the share of honest questions that is refused."""
    chance = random.Random(2)
    for game, lines in games.items():
        known = live([chance.choice([*enumerate(line)][1:]) for line in lines[-LIVE:]])
        for name, ended in ENDED.items():
            counts = {stretch: [0, 0] for stretch in STRETCHES}
            for line in lines[:-LIVE]:
                for ply in range(len(line)):
                    asked = (
                        [line[ply]]
                        if ended is None
                        else line[max(ply - fair_play.SOON, 0) : ply + 1]
                    )
                    count = counts[next(s for s in counts if ply in s)]
                    count[0] += refused(asked, known, ended=ended)
                    count[1] += 1
            parts = ", ".join(
                f"plies {stretch.start}-{stretch.stop - 1} {100 * part / all_:.2f} % of {all_}"
                for stretch, (part, all_) in counts.items()
                if all_
            )
            report(f"honest: {game:14} {name:8} refused {parts}")


def timed(lines: Games) -> None:
    """Print the median time of a question among several numbers of live boards."""
    chance = random.Random(3)
    for count in (1, 100, 5_000):
        known = live([chance.choice([*enumerate(chance.choice(lines))]) for _ in range(count)])
        took = []
        for _ in range(20):
            line = chance.choice(lines)
            at = chance.randrange(7, len(line))
            likeness.turned.cache_clear()
            began = perf_counter()
            refused(line[: at + 1], known)
            took.append(perf_counter() - began)
        report(f"time: {count:5} boards, median {1000 * sorted(took)[10]:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description="What fair play refuses and lets pass.")
    parser.add_argument("--games", type=int, default=1000, help="in all, of all games")
    count = -(-parser.parse_args().games // len(GAMES)) + LIVE
    games = {name: [play(name, seed, 60) for seed in range(count)] for name in GAMES}
    attacked(games)
    honest(games)
    timed(games["frisian"])


if __name__ == "__main__":
    main()
