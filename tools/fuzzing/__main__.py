"""Send random and mutated texts to every parser: ``python -m tools.fuzzing --texts 500000``.

The same ``--seed`` gives the same texts. Printed are the errors that a parser does not
document, with the texts that raised them, and the texts that took the longest. The status is 1 if
there was such an error.
"""

from __future__ import annotations

import argparse
import heapq
import sys
import traceback
from collections import Counter
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

from tools.fuzzing.parsers import Parser, of_games, of_words
from tools.fuzzing.texts import mutated

SLOWEST: Final = 5
"""The number of slowest texts that are printed."""

SHOWN: Final = 20
"""The most errors printed."""


class Slow(NamedTuple):
    """The time that a parser took for a text, in seconds."""

    seconds: float
    parser: str
    text: str


class Findings(NamedTuple):
    """The results of sending texts: undocumented errors, slowest texts, and counts of outcomes.

    An outcome is "read", "refused" or "wrong". Errors from the same place are listed once.
    """

    errors: list[str]
    slowest: list[Slow]
    outcomes: Counter[str]


def send(texts: int, chance: Random, kinds: Sequence[Sequence[Parser]]) -> Findings:
    """Send random texts, the same number to parsers of each kind; return the findings."""
    errors: list[str] = []
    slowest: list[Slow] = []
    outcomes: Counter[str] = Counter()
    seen: set[str] = set()
    for number in range(texts):
        parser = chance.choice(kinds[number % len(kinds)])
        text = mutated(chance.choice(parser.texts), chance)
        begin = perf_counter()
        try:
            parser.read(text)
            outcomes["read"] += 1
        except parser.documented:
            outcomes["refused"] += 1
        except Exception as error:  # undocumented errors are what this program looks for
            outcomes["wrong"] += 1
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = (
                f"{parser.name.split(':')[-1]} {type(error).__name__} {last.filename}:{last.lineno}"
            )
            if where not in seen:
                seen.add(where)
                errors.append(f"{parser.name}, {text!r}\n{traceback.format_exc(limit=-3)}")
        slow = Slow(perf_counter() - begin, parser.name, text)
        (heapq.heappush if len(slowest) < SLOWEST else heapq.heappushpop)(slowest, slow)
    return Findings(errors, sorted(slowest, reverse=True), outcomes)


def main() -> None:
    """Send texts, and print the findings."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--texts", type=int, default=100_000)
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    chance = Random(asked.seed)
    kinds = [of_games(chance), [*of_words()]]
    begin = perf_counter()
    findings = send(asked.texts, chance, kinds)
    seconds = perf_counter() - begin
    count = sum(map(len, kinds))
    print(f"{asked.texts} texts into {count} parsers in {seconds:.0f} s: {findings.outcomes}")
    for slow in findings.slowest:
        print(f"{slow.seconds:.3f} s: {slow.parser}, {slow.text[:80]!r} ({len(slow.text)})")
    for error in findings.errors[:SHOWN]:
        print(error)
    sys.exit(bool(findings.errors))


if __name__ == "__main__":
    main()
