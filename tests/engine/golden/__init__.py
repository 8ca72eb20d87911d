"""Whole games as text files, one for every way a game can end.

A file opens with ``key: value`` lines: ``game``, ``seats``, the game's options, and ``start`` if
the position is not the usual one. After an empty line, every turn has a line: the seat and its
action. Indented lines are positions; the last line is the result. ``replay`` plays the turns and
must give the same text, letter by letter. ``python -m tests.engine.golden`` rewrites all files
from their turns; look at the difference before you keep it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import engine
from engine import Position

POSITION_EVERY = 10
THIRD_TIME = 3

FILES = sorted(Path(__file__).parent.glob("*.txt"))


def replay(text: str) -> str:
    """Return the text of a game after the engine has played its turns again."""
    head, _, _ = text.partition("\n\n")
    return "\n".join([head, "", *_play(*_read(text))]) + "\n"


def game_of(text: str) -> str:
    """Return the name of the game in a golden text."""
    return text.partition("game: ")[2].partition("\n")[0]


def last_before_the_end(text: str) -> Position:
    """Return the position before the last turn of a game."""
    start, turns = _read(text)
    return [start, *_played(start, turns)][-2]


def _read(text: str) -> tuple[Position, list[str]]:
    """Return the first position of a game, and its turns."""
    head, _, body = text.partition("\n\n")
    headers = dict(line.split(": ", 1) for line in head.splitlines())
    turns = [line for line in body.splitlines() if line and not line.startswith((" ", "result"))]
    return _start(headers), turns


def _start(headers: dict[str, str]) -> Position:
    game = engine.games[headers["game"]]
    seats = int(headers["seats"])
    options = {
        name: next(choice for choice in option.choices if str(choice) == headers[name])
        for name, option in game.options.items()
        if name in headers
    }
    if "start" in headers:
        return game.read(headers["start"], seats, **options)
    return game.start(seats, **options)


def _play(position: Position, turns: list[str]) -> list[str]:
    lines = []
    for number, (turn, after) in enumerate(zip(turns, _played(position, turns), strict=True), 1):
        position = after
        lines.append(turn)
        if number % POSITION_EVERY == 0 or number == len(turns):
            lines.append(f"    {position.fen()}")
        assert (position.outcome() is not None) == (number == len(turns)), turn
    outcome = position.outcome()
    assert outcome is not None
    return [*lines, f"result: {' '.join(map(str, outcome.ranks))} {outcome.reason}"]


def _played(position: Position, turns: list[str]) -> Iterator[Position]:
    times = Counter([position.key])
    for turn in turns:
        who, _, what = turn.rpartition(" ")
        names = [str(seat.name) for seat in position.seats]
        if what == "resigns":
            position = position.resign(names.index(who))
        elif who == "all agree on":
            position = position.agree(next(a for a in position.agreements() if a.name == what))
        else:
            who = names[position.turn]
            assert turn.startswith(f"{who} "), turn
            what = turn.removeprefix(f"{who} ")
            move = position.parse(what)
            assert position.write(move) == what
            position = position.play(move)
            times[position.key] += 1
            if times[position.key] == THIRD_TIME and position.outcome() is None:
                position = position.repeated()
        yield position
