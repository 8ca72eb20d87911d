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
from typing import NamedTuple

import engine
from engine import Position, Refusal

POSITION_EVERY = 10
THIRD_TIME = 3

FILES = sorted(Path(__file__).parent.glob("*.txt"))


class Turn(NamedTuple):
    """A turn as it is written, and the number of its line in the file."""

    line: int
    text: str


class NotPlayed(AssertionError):
    """A turn cannot be played as it is written; the sentence says which and why."""

    def __init__(self, turn: Turn, why: object) -> None:
        super().__init__(f"line {turn.line}, `{turn.text}`: {why}")


def replay(text: str) -> str:
    """Return the text of a game after the engine has played its turns again. Raises NotPlayed."""
    head, _, _ = text.partition("\n\n")
    return "\n".join([head, "", *_play(*_read(text))]) + "\n"


def game_of(text: str) -> str:
    """Return the name of the game in a golden text."""
    return text.partition("game: ")[2].partition("\n")[0]


def last_before_the_end(text: str) -> Position:
    """Return the position before the last turn of a game."""
    start, turns = _read(text)
    return [start, *_played(start, turns)][-2]


def _read(text: str) -> tuple[Position, list[Turn]]:
    """Return the first position of a game, and its turns."""
    head, _, body = text.partition("\n\n")
    lines = head.splitlines()
    headers = dict(line.split(": ", 1) for line in lines)
    turns = [
        Turn(number, line)
        for number, line in enumerate(body.splitlines(), len(lines) + 2)
        if line and not line.startswith((" ", "result"))
    ]
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


def _play(position: Position, turns: list[Turn]) -> list[str]:
    lines = []
    for number, (turn, after) in enumerate(zip(turns, _played(position, turns), strict=True), 1):
        position = after
        lines.append(turn.text)
        if number % POSITION_EVERY == 0 or number == len(turns):
            lines.append(f"    {position.fen()}")
        outcome = position.outcome()
        if outcome is not None and number < len(turns):
            raise NotPlayed(turn, f"the game is over, and goes on: {outcome.reason}")
    outcome = position.outcome()
    if outcome is None:
        raise NotPlayed(turns[-1], "the game is not over after this.")
    return [*lines, f"result: {' '.join(map(str, outcome.ranks))} {outcome.reason}"]


def _played(position: Position, turns: list[Turn]) -> Iterator[Position]:
    times = Counter([position.key])
    for turn in turns:
        who, _, what = turn.text.rpartition(" ")
        names = [str(seat.name) for seat in position.seats]
        if what == "resigns" and who in names:
            position = position.resign(names.index(who))
        elif who == "all agree on":
            agreements = {agreement.name: agreement for agreement in position.agreements()}
            if what not in agreements:
                raise NotPlayed(turn, f"what can be agreed on is {[*agreements]}.")
            position = position.agree(agreements[what])
        else:
            position = _moved(position, turn)
            times[position.key] += 1
            if times[position.key] == THIRD_TIME and position.outcome() is None:
                position = position.repeated()
        yield position


def _moved(position: Position, turn: Turn) -> Position:
    who = str(position.seats[position.turn].name)
    what = turn.text.removeprefix(f"{who} ")
    if what == turn.text:
        raise NotPlayed(turn, f"{who} is to move.")
    try:
        move = position.parse(what)
    except Refusal as error:
        raise NotPlayed(turn, error) from error
    if (written := position.write(move)) != what:
        raise NotPlayed(turn, f"the move is written `{written}`.")
    return position.play(move)
