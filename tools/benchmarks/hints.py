"""The time of a hint, from the press to its picture, in seconds of one core.

``python -m tools.benchmarks.hints [GAME ...] [--positions 6] [--seed 1]`` asks for both hints in
positions of matches of the computer against itself. It prints the median and the worst time of
the first and of the second hint in each game. The first includes the start of a thinking process,
as if nobody had asked for a while. The empty board has been drawn before, as in a posted match. A
warning before a move takes as long as a first hint, less the picture. With the compiled engine
(``make fast``) first on ``PYTHONPATH``, hints are several times faster.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import subprocess
import sys
from statistics import median
from time import process_time
from typing import Final

import engine
from cogs.analysis.thoughts import Thoughts
from cogs.computers.worker import answer_to
from cogs.computers.worker_pool import NICENESS, Rank, Workers
from cogs.computers.worker_protocol import Answer, Question
from cogs.messages.layouts import draw
from engine.study.advising import what_to_play, where_to_look
from engine.table.match import Match
from tools.benchmarks.reviews import played

TURNS: Final = 60
"""The positions are spread over this many first turns of a match."""


class InProcess(Workers):
    """Workers that think in this process."""

    async def study(self, question: Question, rank: Rank = Rank.REVIEW) -> Answer:
        """Return the answer to a question."""
        return answer_to(question)


def start() -> float:
    """Return the processor seconds of the start of a thinking process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-P", "-m", "cogs.computers.worker", str(NICENESS)]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)  # noqa: S603 - our own words
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


async def hints(match: Match) -> tuple[float, float]:
    """Return the processor seconds of the first and of the second hint in a match."""
    thoughts = Thoughts(InProcess())
    position = match.position.seen_by(match.position.turn)
    begin = process_time()
    best = await thoughts.best(match)
    where_to_look(position, best.moves[0])
    draw(match, match.position.turn)
    between = process_time()
    other = await thoughts.next_best(match, best.moves[0])
    threat = await thoughts.threat(match, best.moves[0])
    what_to_play(position, best, other, threat)
    draw(match, match.position.turn)
    return between - begin, process_time() - between


def main() -> None:
    """Print the times of hints in each game."""
    parser = argparse.ArgumentParser(prog="python -m tools.benchmarks.hints", description=__doc__)
    parser.add_argument("game", nargs="*", choices=[[], *engine.games])
    parser.add_argument("--positions", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    cold = min(start() for _ in range(3))
    sys.stdout.write(f"A process starts in {cold:.2f} s.\n")
    for name in asked.game or engine.games:
        times = []
        for number in range(asked.positions):
            turns = 1 + number * TURNS // asked.positions
            match = played(name, 2, turns, seed=asked.seed + number)
            if match.position.outcome() is None and len(match.position.legal_moves()) > 1:
                draw(match, match.position.turn)
                times.append(asyncio.run(hints(match)))
        first = [cold + one for one, _ in times]
        second = [two for _, two in times]
        sys.stdout.write(
            f"{name:18} first {median(first):.2f} (worst {max(first):.2f}), "
            f"second {median(second):.2f} (worst {max(second):.2f})\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
