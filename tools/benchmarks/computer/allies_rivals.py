"""The computer in Les Alliés: against a plain alpha-beta, and against greedy directors.

In the fields for two, it plays the alpha-beta with equal time. In the battle of four, a team of
one level plays a team of greedy directors, who look one move ahead and then through all captures.
Run ``python -m tools.benchmarks.computer.allies_rivals [FIELD ...] [--games 100] [--seconds 0.1]
[--level 6]``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import engine
from engine.game import Position
from engine.values import Move
from tools.benchmarks.computer.games import Played, Player, computer, opening, play, reason, score
from tools.benchmarks.computer.plain_rival import WON, AlphaBeta

GAME = engine.games["allies"]
BATTLE = "battle"
FIELDS = (*(field for field in GAME.options["field"].choices if field != BATTLE), BATTLE)

PLIES = 4
"""The number of random moves at the start of each pair of games."""


class Greedy(AlphaBeta):
    """A player that looks one move ahead, then through all captures. Ties are broken at random."""

    def __init__(self, chance: Random) -> None:
        super().__init__(seconds=60)
        self._chance = chance

    def __call__(self, line: Sequence[Position]) -> Move:
        position = line[-1]
        moves = list(position.legal_moves())
        self._chance.shuffle(moves)
        self.begin()
        return max(moves, key=lambda move: self.after(position, move, -WON, WON, 0))


def duels(field: str, games: int, seconds: float) -> Iterator[tuple[Played, int]]:
    """Yield games of the computer against the plain alpha-beta, with the computer's seat.

    It alternates between both seats.
    """
    for number in range(games):
        line = opening(GAME.start(field=field), PLIES, Random(number // 2))
        seat = number % 2
        players: list[Player] = [AlphaBeta(seconds), AlphaBeta(seconds)]
        players[seat] = computer(8, number, seconds)
        yield play(line, players), seat


def battles(games: int, level: int) -> Iterator[tuple[Played, int]]:
    """Yield battles of the computer's team against greedy directors, with the computer's team.

    It alternates between both teams.
    """
    for number in range(games):
        line = opening(GAME.start(field=BATTLE), PLIES, Random(number // 2))
        team = number % 2
        players: list[Player] = [
            computer(level, number) if seat % 2 == team else Greedy(Random(number))
            for seat in range(4)
        ]
        yield play(line, players), team


def main() -> None:
    """Print the score in each field, and how its games ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("field", nargs="*", default=FIELDS)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--level", type=int, default=6, help="that of the team in the battle")
    asked = parser.parse_args()
    for field in asked.field:
        if field == BATTLE:
            games = list(battles(asked.games, asked.level))
        else:
            games = list(duels(field, asked.games, asked.seconds))
        turns = sum(len(played.line) for played, _ in games) // len(games)
        print(f"{field:16} {score(games)}; {turns} turns", flush=True)
        for text, count in Counter(reason(played) for played, _ in games).most_common():
            print(f"{'':20}{count:4} {text}", flush=True)


if __name__ == "__main__":
    main()
