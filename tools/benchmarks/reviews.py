"""The time of the review of a match on one core, and the marks it gives.

``python -m tools.benchmarks.reviews [GAME ...] [--level 3] [--turns 60] [--seed 1] [--moves]``
has the computer play matches against itself, by default in all games, and judges them as the bot
does, in this process. Times are the processor's. With ``--compiled``, the compiled engine thinks,
if it was made (``make fast``), and turns get the nodes that they get with it. A line for each game
has the number of judged turns, their seconds, the seconds for 60 turns, the nodes given, which do
not depend on other programs, and the number of marks of each kind. ``--moves`` also lists the
marked turns, with the chances before and after them and the better line.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Final

import engine
from cogs.analysis.reviews.thinking import Thinker
from cogs.analysis.reviews.turns import Course, course_of
from cogs.computers import conduct
from cogs.computers.worker import answer_to
from cogs.computers.worker_protocol import Answer, Question, question_of
from engine.computer import search
from engine.computer.compiling import compiled
from engine.study.judging import Judged
from engine.table.match import Match
from engine.table.record import NOWHERE, Status, computer

BEGUN: Final = datetime(2026, 1, 1, tzinfo=UTC)


def played(
    name: str, level: int = 3, turns: int = 60, seats: int | None = None, seed: int = 1
) -> Match:
    """Return a match of the computer against itself, of at most ``turns`` turns."""
    game = engine.games[name]
    count = seats or len(game.start().seats)
    match = Match.exhibition(
        guild=NOWHERE, channel=NOWHERE, game=game, options={}, host=1,
        computers=[computer(level, number) for number in range(count)], now=BEGUN, source=None,
    )  # fmt: skip
    match = match.begun(now=BEGUN, chance=random.Random(seed))
    while match.status is Status.LIVE and match.duty is not None and len(match.turns) < turns:
        question = question_of(match, match.duty)
        answer = answer_to(Question(**{**vars(question), "seed": seed}))
        match = conduct.done(match, match.duty, answer, resigns=False, now=BEGUN)
    return match


async def judged(course: Course, given: list[int] | None = None) -> list[Judged]:
    """Return the judged turns of a course, in their order.

    The nodes allowed for each question are appended to ``given``, if it is a list.
    """

    async def ask(question: Question) -> Answer:
        if given is not None:
            given.append(question.nodes or 0)
        return answer_to(question)

    found: list[Judged] = []
    async for some in Thinker(course, ask).judge():
        found += some
    return found[::-1]


def say(line: str) -> None:
    """Print a line and flush the output."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def compiled_again(name: str) -> None:
    """Replace this process by the module ``name`` with the compiled engine.

    Return if that is in use already, or was not made.
    """
    folder = compiled()
    if folder is None or str(folder) in sys.path:
        return
    paths = os.pathsep.join([str(folder), str(Path.cwd())])
    module = [sys.executable, "-P", "-m", name, *sys.argv[1:]]
    os.execve(sys.executable, module, {**os.environ, "PYTHONPATH": paths})  # noqa: S606 - no shell


def is_compiled() -> bool:
    """Return whether the compiled engine thinks in this process."""
    return search.__file__.endswith(".so")


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=list(engine.games))
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moves", action="store_true")
    parser.add_argument("--compiled", action="store_true")
    asked = parser.parse_args()
    if asked.compiled:
        compiled_again("tools.benchmarks.reviews")
    for name in asked.game:
        match = played(name, asked.level, asked.turns, asked.seats, asked.seed)
        course = course_of(match, fast=is_compiled())
        begin = process_time()
        given: list[int] = []
        turns = asyncio.run(judged(course, given))
        took = process_time() - begin
        marks = Counter(turn.mark for turn in turns if turn.mark)
        forced = sum(turn.forced for turn in course.turns)
        shown = ", ".join(f"{count} {mark}" for mark, count in sorted(marks.items()))
        say(
            f"{name}: {len(turns)} turns, {forced} of them forced, in {took:.1f} s, "
            f"60 in {60 * took / max(len(turns), 1):.1f} s, {sum(given):,} nodes: {shown}"
        )
        if asked.moves:
            for turn, at in zip(turns, course.turns, strict=True):
                if turn.mark:
                    after = turn.chance - turn.lost
                    say(
                        f"  {at.number:3} {match.seats[at.seat].name} {at.text}{turn.mark} "
                        f"{turn.chance:.2f} -> {after:.2f}  {' '.join(turn.line[:5])}"
                    )


if __name__ == "__main__":
    main()
