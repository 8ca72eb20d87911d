"""Rules and records of the games in the terminal, without the bot.

``games`` lists the games. ``moves`` shows the position after some moves and its legal moves.
``write`` prints the record of a game, as PDN if other programs know the game, and ``read``
describes the records in files, including those of other programs. ``python -m engine.computer``
plays.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import engine
from engine import archive
from engine.archive.game_record import Replay
from engine.archive.plain_record import read_option
from engine.errors import Refusal
from engine.game import Game, Position


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("games", help="list the games: key, name, numbers of players")
    moves = commands.add_parser("moves", help="tell a position and its legal moves")
    write = commands.add_parser("write", help="print the record of a game")
    for command in (moves, write):
        command.add_argument("game", choices=sorted(engine.games))
        command.add_argument("moves", nargs="*", help="moves in the game's notation")
        command.add_argument("--position", help="text of the position to begin with")
        command.add_argument("--seats", type=int, help="how many seats play")
        command.add_argument("--options", nargs="+", default=[], help="such as size=8")
    write.add_argument("--plain", action="store_true", help="the plain record, which any game has")
    read = commands.add_parser("read", help="tell the positions of a record, plain or PDN")
    read.add_argument(
        "files", nargs="+", help="files of one or many games, or - for standard input"
    )
    read.add_argument("--game", choices=sorted(engine.games), help="the game that they are of")
    return parser.parse_args(arguments)


def _games() -> None:
    for game in engine.games.values():
        print(f"{game.name:18}{game.title}, {' or '.join(map(str, sorted(game.seats)))} players")


def _replayed(asked: argparse.Namespace) -> Replay:
    game = engine.games[asked.game]
    options = dict(read_option(game, word) for word in asked.options)
    if asked.position:
        start = game.read(asked.position, asked.seats, **options)
    else:
        start = game.start(asked.seats, **options)
    replay = Replay(start)
    for text in asked.moves:
        replay.do(archive.Action(archive.Act.MOVE, text))
    return replay


def _tell(position: Position) -> None:
    print(position.fen())
    outcome = position.outcome()
    if outcome is not None:
        print(outcome.reason)
        return
    print(f"{position.seats[position.turn].name} to move:", end=" ")
    print(*map(position.write, position.legal_moves()))
    if not position.complete:
        print("These are not all; any other can be typed, jump by jump.")


def _write(replay: Replay, *, plain: bool) -> None:
    actions = tuple(step.action for step in replay.steps if step.action is not None)
    record = archive.Record(replay.steps[0].position, actions, replay.ranks, replay.reason)
    known = archive.pdn.suits(record) and not plain
    print(archive.pdn.write(record) if known else archive.write(record), end="")


def _read(files: Sequence[str], game: Game | None) -> int:
    """Print the records in files; return the exit status, 1 if any of several is refused.

    Raises Refusal if the files hold a single record and it is refused.
    """
    games = [
        (f"{file}:{number}", text)
        for file in files
        for number, text in enumerate(archive.games_in(_text(file)), 1)
    ]
    if len(games) == 1:
        _tell_record(archive.readings(games[0][1], game))
        return 0
    found: list[Sequence[archive.Reading]] = []
    refused: list[str] = []
    for name, text in games:
        try:
            found.append(archive.readings(text, game))
        except Refusal as error:
            refused.append(_kind_of_reason(str(error)))
            print(f"{name}: {error}")
            found.append(())
    settled = archive.settled(found)
    for (name, _), readings in zip(games, settled, strict=True):
        if readings:
            print(f"{name}: {_in_a_line(readings)}")
    asked = sum(len(readings) > 1 for readings in settled)
    read = len(games) - asked - len(refused)
    print(f"\n{read} read, {asked} of several games, {len(refused)} refused")
    for reason, times in Counter(refused).most_common():
        print(f"{times:6} {reason}")
    return bool(refused)


def _text(file: str) -> str:
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return archive.decoded(data)


def _in_a_line(readings: Sequence[archive.Reading]) -> str:
    record, note = readings[0]
    titles = " or ".join(str(reading.record.game.title) for reading in readings)
    moves = sum(action.act is archive.Act.MOVE for action in record.actions)
    result = " ".join(map(str, record.ranks)) or "no result"
    said = f"{titles}: {', '.join(record.players)}, moves: {moves}, {result}"
    return f"{said}. {note}" if note else said


def _kind_of_reason(sentence: str) -> str:
    """Return a refusal with ``…`` for each quotation and number, so that like ones are equal."""
    return re.sub(r"`[^`]*`|[0-9]+", "…", sentence)


def _tell_record(readings: Sequence[archive.Reading]) -> None:
    record, note = readings[0]
    print(f"{record.game.title}: {', '.join(record.players)}")
    if len(readings) > 1:
        others = " or ".join(str(reading.record.game.title) for reading in readings[1:])
        print(f"It may also be {others}: --game tells which.")
    if note:
        print(note)
    for step in record.positions():
        print(step.action.text or step.action.act if step.action else "", step.position.fen())
    if record.ranks:
        print("ranks:", *record.ranks, record.reason)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command. Exits with status 1 and a sentence if the input is wrong."""
    asked = _arguments(arguments)
    try:
        match asked.command:
            case "games":
                _games()
            case "moves":
                _tell(_replayed(asked).position)
            case "write":
                _write(_replayed(asked), plain=asked.plain)
            case _:
                if _read(asked.files, engine.games.get(asked.game)):
                    sys.exit(1)
    except (Refusal, OSError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
