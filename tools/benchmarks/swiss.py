"""The pairing of a Swiss: its time, and its quality compared with FIDE's Dutch system.

``python -m tools.benchmarks.swiss [tournaments]`` times nine rounds of 256 and of 255 players, then
holds made-up tournaments of several sizes. Each of their rounds is paired by both systems from the
same record, and is played as paired by ours.
"""

from __future__ import annotations

import sys
from dataclasses import fields
from time import process_time

from engine.tournaments.pairing.swiss import pair_swiss
from tests.engine.tournaments.dutch import Faults, faults_of, pair_dutch
from tests.engine.tournaments.events import Event, Habits

MANY = 256
SIZES = ((8, 7), (9, 5), (10, 9), (13, 7), (16, 5), (20, 9), (31, 7))


def main() -> None:
    """Print the times, and the faults of both systems."""
    time_large_fields()
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    both = (Faults(), Faults())
    for count, rounds in SIZES:
        compare(count, rounds, tournaments, both)
    say("all:")
    show(*both)


def time_large_fields() -> None:
    """Print the processor time of each round of a large Swiss."""
    pair_swiss(range(MANY), [], 1, rounds=9)  # imports the library
    for count in (MANY, MANY - 1):
        event = Event(count, 9, 1)
        spent = []
        begun = process_time()
        for _ in event.play():
            spent.append(process_time() - begun)
            begun = process_time()
        say(f"{count} players: " + " ".join(f"{one:.2f}" for one in spent) + " s")


def compare(count: int, rounds: int, tournaments: int, both: tuple[Faults, Faults]) -> None:
    """Print the faults of both systems in tournaments of one size, and add them to ``both``."""
    ours, theirs = Faults(), Faults()
    same = total = stuck = 0
    for seed in range(tournaments):
        event = Event(count, rounds, seed, Habits(walkovers=0.02))
        for number, _, mine in event.play():
            total += 1
            other = pair_dutch(event.players, event.scores, number, rounds=rounds)
            if len(other.tables) * 2 + (other.bye is not None) != count:
                stuck += 1
                continue
            same += {frozenset(t) for t in mine.tables} == {frozenset(t) for t in other.tables}
            ours.add(faults_of(mine, event.scores, number))
            theirs.add(faults_of(other, event.scores, number))
    say(
        f"{count} players, {rounds} rounds: {total} rounds, {same} alike, {stuck} that the Dutch "
        "system did not pair"
    )
    show(ours, theirs)
    both[0].add(ours)
    both[1].add(theirs)


def show(ours: Faults, theirs: Faults) -> None:
    """Print the faults of both systems, ours first."""
    parts = [
        f"{one.name} {getattr(ours, one.name)}/{getattr(theirs, one.name)}"
        for one in fields(Faults)
    ]
    say("  " + ", ".join(parts))


def say(line: str) -> None:
    """Print a line and flush the output."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
