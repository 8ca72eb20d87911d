"""The plain record: any game as text that people can read and that is read back without loss.

Headers come first. ``Game`` is the key of the game, ``Seats`` the number of seats, ``Options``
those that are not the usual ones (``size=10 teams=True``), ``FEN`` the first position if it is not
the usual one; ``Result`` gives the ranks of the seats (``1 2``; ``1 1`` is a draw; ``*`` is no
result) and ``Reason`` the reason for it. All but ``Game`` may be missing, and any others may be
added: the event, the date, the players by the names of their seats.

The actions follow, separated by spaces::

    1. 32-28 19-23 2. 28x19 <Black resigns>

A number with a dot counts the moves, for people. Pieces that are set up before the first move have
lines of their own, one seat after the other. A move is in the game's own notation, with ``_`` for a
space in it (``huff_c6``). Any other action stands in angle brackets, in these words, with any space
between them:

``<Green resigns>``, ``<Green runs out of time>``
    a seat resigned, or ran out of time; the others may go on;
``<agreed: count>``
    the seats concerned made the agreement of that name: ``draw``, ``count``, ``undecided``,
    ``undecided-west``, ``undecided-east``, ``restart``;
``<adjudicated: 1 2>``, ``<adjudicated>``
    a moderator gave the ranks of the seats, or annulled the result; this ends the game;
``<aborted>``, ``<lapsed>``
    the game ended without a result, before all had moved or because nobody moved any more.

``read`` plays all moves by the rules, including the draw by third repetition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import engine
from engine.archive import record_layout
from engine.archive.game_record import Act, Action, InvalidRecord, Record, Replay
from engine.capabilities.set_ups import is_placing
from engine.errors import Refusal
from engine.game import Game, Position
from engine.table.record import Numbering
from engine.text import Text, either, quoted
from engine.values import OptionValue

UNDECIDED: Final = "*"
"""The result of an undecided game."""

OWN: Final = ("Game", "Seats", "Options", "FEN", "Result", "Reason")
"""The headers that determine how the moves are read, and those with the result."""

_OF_A_SEAT: Final = MappingProxyType({"resigns": Act.RESIGN, "runs out of time": Act.TIMEOUT})
_OF_ALL: Final = MappingProxyType(
    {
        "agreed": Act.AGREE,
        "adjudicated": Act.ADJUDICATE,
        "aborted": Act.ABORT,
        "lapsed": Act.LAPSE,
    }
)


def write(record: Record) -> str:
    """Return the text of a record, which ``read`` turns into the same record."""
    options = " ".join(f"{name}={value}" for name, value in record.unusual.items())
    own = {
        "Game": record.game.name,
        "Seats": str(len(record.seats)),
        "Options": options,
        "FEN": "" if record.is_from_the_start else record.start.fen(),
        "Result": " ".join(map(str, record.ranks)) or UNDECIDED,
        "Reason": record.reason,
    }
    others = {name: value for name, value in record.headers.items() if name not in OWN}
    headers = others | {name: value for name, value in own.items() if value}
    return record_layout.write(headers, _words(record))


def _words(record: Record) -> Iterator[str]:
    numbering, written = Numbering(), 0
    sets_up = record.game.start(len(record.seats), **record.start.options).setup is not None
    last: int | None = None
    for action in record.actions:
        if action.act is not Act.MOVE:
            yield f"<{_said(record, action)}>"
            continue
        seat = action.seat or 0
        placing = seat if sets_up and is_placing(action.text) else None
        if placing != last:
            yield record_layout.NEW_LINE
        last = placing
        move = action.text.replace(" ", "_")
        number = numbering.count(seat) if placing is None else written
        yield f"{number}. {move}" if number > written else move
        written = number


def _said(record: Record, action: Action) -> str:
    """Return the words for an action other than a move."""
    for words, act in _OF_A_SEAT.items():
        if act is action.act and action.seat is not None:
            return f"{record.seats[action.seat].name} {words}"
    word = next(word for word, act in _OF_ALL.items() if act is action.act)
    return f"{word}: {action.text}" if action.text else word


def read(headers: Mapping[str, str], moves: str) -> Record:
    """Return the record with these headers and moves. Raises InvalidRecord."""
    start = _start(headers)
    replay = Replay(start)
    for word in record_layout.words(moves):
        replay.do(_action(start, word))
    _check_result(replay, headers.get("Result", UNDECIDED))
    return Record(
        start=start,
        actions=tuple(step.action for step in replay.steps if step.action is not None),
        ranks=replay.ranks,
        reason=headers.get("Reason", "") or replay.reason,
        headers={name: value for name, value in headers.items() if name not in OWN},
    )


def _start(headers: Mapping[str, str]) -> Position:
    name = headers.get("Game", "").lower()
    game = engine.games.get(name)
    if game is None:
        raise InvalidRecord(
            Text(
                "The record has to name its game in a line like `{example}`; `{name}` is none of "
                "{games}.",
                example='[Game "frisian"]',
                name=quoted(name),
                games=either([f"`{key}`" for key in engine.games]),
            )
        )
    seats = headers.get("Seats")
    if seats is not None and not (seats.isascii() and seats.isdecimal() and len(seats) < 3):
        raise InvalidRecord(Text("`{seats}` is not a number of seats.", seats=quoted(seats)))
    options = dict(read_option(game, word) for word in headers.get("Options", "").split())
    number = None if seats is None else int(seats)
    try:
        if "FEN" in headers:
            return game.read(headers["FEN"], number, **options)
        return game.start(number, **options)
    except Refusal as error:
        raise InvalidRecord(error.text) from error


def read_option(game: Game, word: str) -> tuple[str, OptionValue]:
    """Return the name and the value in a word such as ``size=8``.

    Neither is checked: a game that is started with an unknown option or value refuses it.
    """
    name, _, text = word.partition("=")
    choices = game.options[name].choices if name in game.options else ()
    value = next((choice for choice in choices if str(choice).lower() == text.lower()), text)
    return name, value


def _action(start: Position, word: str) -> Action:
    """Return the action that a word describes. Raises InvalidRecord."""
    if not word.startswith("<"):
        return Action(Act.MOVE, word.replace("_", " "))
    said = " ".join(word[1:-1].split())
    for seat, held in enumerate(start.seats):
        for words, act in _OF_A_SEAT.items():
            if said.lower() == f"{held.name} {words}".lower():
                return Action(act, seat=seat)
    name, _, text = said.partition(":")
    if name.strip().lower() not in _OF_ALL:
        raise InvalidRecord(
            Text(
                "`{word}` is not a move here. A move looks like `{example}`.",
                word=quoted(word),
                example=f"<{start.seats[0].name} resigns>",
            )
        )
    return Action(_OF_ALL[name.strip().lower()], text.strip())


def _check_result(replay: Replay, result: str) -> None:
    """Raise InvalidRecord if the headers contradict the moves."""
    ranks = " ".join(map(str, replay.ranks)) or UNDECIDED
    if result in {ranks, UNDECIDED}:
        return
    raise InvalidRecord(
        Text(
            "The header says that the result was `{result}`, and by the moves it is `{ranks}`.",
            result=quoted(result),
            ranks=ranks,
        )
    )
