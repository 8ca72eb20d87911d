"""The precision and recall of the marks of reviews, measured against a far longer search.

``python -m tools.benchmarks.marks FILE [GAME ...] [--games 20] [--turns 20] [--times 50]
[--seconds S] [--compiled] [--pure]`` has the computer play matches against itself, at levels 2 to 5
in turn, and judges some consecutive turns of each as the bot does. A search with 50 times the nodes
of a first look of level 6 then finds the loss of each turn. The findings about a match are added to
FILE at once, and a match found there is not judged again, so the program can be stopped at any
time and go on another night. With ``--seconds``, it begins no match after that many seconds of
processor time, and with ``--games 0`` it only prints the results in FILE. With ``--compiled``, the
compiled engine thinks, and turns get the nodes that they get with it; adding ``--pure``, they get
those of plain Python.

A line for each game, and one for all, has the number of judged turns, and

- precision: how many of the turns marked ``?`` or ``??`` lost at least ``RIGHT`` men of an even
  position by the long search;
- recall: how many of the turns that lost ``LOST`` men or more in an undecided position, by the long
  search, are marked.

``--wrong`` also lists the wrong marks, and the lost men without a mark.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any, Final, NamedTuple

from cogs.analysis.reviews.thinking import FIRST, SURE
from cogs.analysis.reviews.turns import LEVEL, Course, course_of
from cogs.computers.worker import answer_to
from engine.computer.levels import level
from engine.study.chances import chances
from engine.study.judging import METHOD, Judged, Mark, loss
from tools.benchmarks.reviews import compiled_again, is_compiled, judged, played, say

GAMES: Final = ("frisian", "frysk", "international", "checkers", "turkish", "alliance")

LEVELS: Final = (2, 3, 4, 5)

RIGHT: Final = 0.5
"""The fewest men that a rightly marked turn loses in the long search: three quarters of the
threshold for a mark, because two searches differ by some points.
"""

LOST: Final = 0.8
"""The men that a turn has to lose in the long search to count as having lost a man."""

UNDECIDED: Final = 0.8
"""The winning chances up to which a position is undecided, for either side."""

LONGEST: Final = 90
"""The most turns played in a match."""

FROM: Final = 8
"""The number of first turns of a match that are not judged, because nothing is lost in them."""

APART: Final = 17
"""From match to match, the judged turns begin this many turns later, modulo ``BEGUN``."""

BEGUN: Final = 48


class Found(NamedTuple):
    """A turn: its mark, its losses by the review and by the long search, and the position before.

    Losses are in men of an even position; ``before`` is the winning chance before the turn by the
    long search.
    """

    game: str
    match: int
    number: int
    move: str
    mark: str
    lost: float
    truly: float
    before: float
    text: str

    @property
    def is_marked(self) -> bool:
        """Whether the turn is marked as a mistake or a blunder."""
        return self.mark in {Mark.MISTAKE, Mark.BLUNDER}

    @property
    def lost_a_man(self) -> bool:
        """Whether the turn lost a man in an undecided position, by the long search."""
        return self.truly >= LOST and 1 - UNDECIDED <= self.before <= UNDECIDED


def window(course: Course, match: int, count: int) -> Course:
    """Return the course with only ``count`` consecutive turns, chosen by the match's number."""
    most = max(len(course.turns) - count, 0)
    first = min(FROM + APART * match % BEGUN, most)
    return replace(course, turns=course.turns[first : first + count])


def truth(
    course: Course, judgements: Sequence[Judged], times: int
) -> dict[int, tuple[float, float]]:
    """Return the chance before each turn and its loss in men by the long search, by place.

    Forced turns are left out, and so are unmarked turns in clearly decided positions.
    """
    known: dict[int, tuple[float, str]] = {}
    forced = {turn.at for turn in course.turns if turn.forced}

    pace = course.game.read(course.texts[-1], len(course.sides), **course.options).pace
    long = replace(course, nodes=level(LEVEL, pace).nodes)

    def looked(at: int) -> tuple[float, str]:
        if at not in known:
            answer = answer_to(long.question(at, FIRST * times))
            known[at] = (chances(course.game, answer.value, course.sides), answer.variation[0])
        return known[at]

    found = {}
    for turn, judgement in zip(course.turns, judgements, strict=True):
        decided = not 1 - SURE < judgement.chance < SURE
        if turn.forced or (decided and judgement.mark is None):
            continue
        before, best = looked(turn.at)
        after, behind = before, turn.at + 1
        while behind in forced:
            behind += 1
        if behind in course.over:
            after = course.over[behind][turn.seat]
        elif best != turn.text:
            after, _ = looked(behind)
            if course.movers[behind] != turn.seat:
                after = 1 - after
        found[turn.at] = (before, loss(course.game, before, after, course.sides))
    return found


def looked_at(name: str, match: int, turns: int, times: int, *, fast: bool) -> list[Found]:
    """Play a match, judge some of its turns, and return the findings."""
    of = played(name, LEVELS[match % len(LEVELS)], LONGEST, seed=match)
    course = window(course_of(of, fast=fast), match, turns)
    judgements = asyncio.run(judged(course))
    true = truth(course, judgements, times)
    return [
        Found(
            name,
            match,
            turn.number,
            turn.text,
            judgement.mark or "",
            round(
                loss(
                    course.game, judgement.chance, judgement.chance - judgement.lost, course.sides
                ),
                2,
            ),
            round(true[turn.at][1], 2),
            round(true[turn.at][0], 3),
            course.texts[turn.at],
        )
        for turn, judgement in zip(course.turns, judgements, strict=True)
        if turn.at in true
    ]


def stored(file: Path, *, fast: bool) -> list[dict[str, Any]]:
    """Return the matches of a file that were judged by the present method and engine's nodes."""
    if not file.exists():
        return []
    matches = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [match for match in matches if match["method"] == [METHOD, fast]]


def told(name: str, turns: Sequence[Found]) -> str:
    """Return the line with the precision and recall of turns; ``name`` is a game or "all"."""
    marked = [turn for turn in turns if turn.is_marked]
    right = sum(turn.truly >= RIGHT for turn in marked)
    lost = [turn for turn in turns if turn.lost_a_man]
    seen = sum(turn.is_marked for turn in lost)
    return (
        f"{name:14} {len(turns):5} turns; precision {_part(right, len(marked))}; "
        f"recall {_part(seen, len(lost))}"
    )


def _part(some: int, every: int) -> str:
    return f"{some}/{every}" + (f" = {100 * some / every:.0f} %" if every else "")


def wrong(turns: Iterable[Found]) -> Iterable[str]:
    """Yield a line for each wrong mark, and for each lost man without a mark."""
    for turn in turns:
        is_wrong = turn.is_marked and turn.truly < RIGHT
        if is_wrong or (turn.lost_a_man and not turn.is_marked):
            yield (
                f"{turn.game} match {turn.match}, {turn.number}. {turn.move}{turn.mark} "
                f"{turn.lost:.2f} men, truly {turn.truly:.2f} from {turn.before:.2f}: {turn.text}"
            )


def main() -> None:
    """Judge the matches that are not in the file yet, and print the results in the file."""
    parser = argparse.ArgumentParser(prog="python -m tools.benchmarks.marks", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("game", nargs="*", default=GAMES)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--pure", action="store_true")
    asked = parser.parse_args()
    if asked.compiled:
        compiled_again("tools.benchmarks.marks")
    fast = is_compiled() and not asked.pure
    known = {(match["game"], match["match"]) for match in stored(asked.file, fast=fast)}
    for match in range(asked.games):
        for name in asked.game:
            if (name, match) in known or process_time() > asked.seconds:
                continue
            found = looked_at(name, match, asked.turns, asked.times, fast=fast)
            line = {"method": [METHOD, fast], "game": name, "match": match, "turns": found}
            with asked.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
    turns = [Found(*turn) for match in stored(asked.file, fast=fast) for turn in match["turns"]]
    for name in asked.game:
        say(told(name, [turn for turn in turns if turn.game == name]))
    say(told("all", turns))
    if asked.wrong:
        for line_of_turn in wrong(turns):
            say(line_of_turn)


if __name__ == "__main__":
    main()
