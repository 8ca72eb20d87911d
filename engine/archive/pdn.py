"""Portable Draughts Notation, which draughts programs read: PDN 3.0 for the games that have a type.

The type (``Game.pdn``) says how results and captures are written. If the first and the last square
fit several captures, every square of landing is written, as the standard has it. A piece that goes
straight on to its next capture is written as landing right behind the captured piece. Frysk! has no
type of its own that programs agree on: it is written as Frisian draughts from its starting
position.

PDN knows moves and a result. Reading infers a resignation or an agreed draw from a result that the
last position does not show. Counts from before the first position are lost. The plain record keeps
both. The header ``Game`` names the game; without it, the game is the one that other programs mean
by the number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from types import MappingProxyType
from typing import Final

import engine
from engine.archive import record_layout
from engine.archive.game_record import UNKNOWN, Act, Action, InvalidRecord, Record, Replay
from engine.archive.plain_record import OWN, UNDECIDED
from engine.board import Board
from engine.capabilities import notation
from engine.errors import Refusal
from engine.game import Game, Position
from engine.text import Text, quoted
from engine.values import DRAW, ONE_POINT, TWO_POINTS, Move, PdnType

GAME_TYPE: Final = "GameType"
"""The header that marks a text as PDN."""

_RANKS: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        result: ranks
        for results in (ONE_POINT, TWO_POINTS)
        for result, ranks in zip(results, ((1, 2), (1, 1), (2, 1)), strict=True)
    }
)
"""The ranks of White and Black, by the result."""

_OWN: Final = (*OWN, GAME_TYPE, "SetUp")
_FIRST: Final = ("Event", "Site", "Date", "Round", "White", "Black")
"""The headers that the standard wants, in its order; the result follows them."""

_MARK = re.compile(r"[!?+#]+$|^\$[0-9]+$")
_ZERO = re.compile(r"(?<![0-9])0+(?=[0-9])")
_PARENTHESIS = re.compile(r"([()])")
_SIDES = re.compile(r"\s*([WB]):([WB][^:]*):([WB][^:.]*)", re.IGNORECASE)


def write(record: Record) -> str:
    """Return a record as PDN. Raises Refusal for a game without a PDN type."""
    kind = record.game.pdn
    if kind is None:
        raise Refusal(
            Text(
                "PDN is for draughts: {game} can only be had as a plain record.",
                game=record.game.title,
            )
        )
    ranks = _by_colour(record.ranks, kind)
    result = next((text for text in kind.results if _RANKS[text] == ranks), UNDECIDED)
    others = {n: value for n, value in record.headers.items() if n not in {*_OWN, *_FIRST}}
    # A position that is not the usual one of the type is given, so that nobody has to guess.
    usual = _games(str(kind.number))[0].start().fen()
    set_up = {} if record.start.fen() == usual else {"SetUp": "1", "FEN": _fen(record.start, kind)}
    headers = {
        **{name: record.headers.get(name, UNKNOWN) for name in _FIRST},
        "Result": result,
        GAME_TYPE: f"{kind.number},{kind.details}",
        **set_up,
        "Game": record.game.name,
        **({"Reason": record.reason} if record.reason else {}),
        **others,
    }
    return record_layout.write(headers, [*_moves(record, kind), result])


def _games(number: str) -> list[Game]:
    """Return the games written under a number, first the one that others mean by it."""
    games = [
        (not kind.usual, game)
        for game in engine.games.values()
        if (kind := game.pdn) and number in map(str, (kind.number, *kind.others))
    ]
    return [game for _, game in sorted(games, key=itemgetter(0))]


def _white(kind: PdnType) -> int:
    """Return White's seat: the type's details begin with the colour that begins."""
    return "WB".index(kind.details[0])


def _by_colour(ranks: Sequence[int], kind: PdnType) -> tuple[int, ...]:
    """Return the ranks of the seats as those of White and Black, or the other way round."""
    return tuple(ranks[::-1] if _white(kind) else ranks)


def _fen(position: Position, kind: PdnType) -> str:
    """Return the position with each piece by itself: not every program reads ranges."""
    names = position.board.names
    sides: tuple[list[str], list[str]] = ([], [])
    for point, piece in sorted(position.pieces()):
        sides[piece.seat].append(f"{'K' if piece.kind == 'king' else ''}{names[point]}")
    white = _white(kind)
    turn = "BW"[position.turn == white]
    return f"{turn}:W{','.join(sides[white])}:B{','.join(sides[1 - white])}"


def _moves(record: Record, kind: PdnType) -> Iterator[str]:
    before = record.start
    number = 1
    for step in record.positions():
        if step.move is not None:
            move = _written(before, step.move).replace("x", kind.capture)
            if before.turn == 0:
                yield f"{number}. {move}"
            else:
                yield f"{number}... {move}" if before is record.start else move
            number += before.turn
        before = step.position


def _written(position: Position, move: Move) -> str:
    """Return a move as other programs read it."""
    short = position.write(move)
    if len(notation.read_path(position.board, short, "")[0]) == 2:
        return short
    return notation.write_path(position.board, _landing_behind(position.board, move), "x")


def _landing_behind(board: Board, move: Move) -> tuple[int, ...]:
    """Return the path that, where it goes straight on, lands right behind the captured piece."""
    directions = [
        next(d for d in range(len(board.steps)) if captured in board.ray(start, d))
        for start, captured in zip(move.path, move.captured, strict=False)
    ]
    path = list(move.path)
    for jump, (one, other) in enumerate(pairwise(directions)):
        if one == other:
            path[jump + 1] = board.steps[one][move.captured[jump]]
    return tuple(path)


def read(headers: Mapping[str, str], moves: str) -> Record:
    """Return the record with these headers and moves of the first game. Raises InvalidRecord."""
    replay = Replay(_start(headers))
    result = headers.get("Result", UNDECIDED)
    for word in record_layout.words(_main_line(moves)):
        if word in _RANKS or word in {UNDECIDED, "0-0"}:
            result = word
            break
        text = _MARK.sub("", word)
        if text:
            replay.do(Action(Act.MOVE, _ZERO.sub("", text)))
    _conclude(replay, result)
    return Record(
        start=replay.steps[0].position,
        actions=tuple(step.action for step in replay.steps if step.action is not None),
        ranks=replay.ranks,
        reason=headers.get("Reason", "") or replay.reason,
        headers={n: v for n, v in headers.items() if n not in _OWN and v != UNKNOWN},
    )


def _start(headers: Mapping[str, str]) -> Position:
    number = headers[GAME_TYPE].partition(",")[0].strip()
    games = _games(number)
    if not games:
        numbers = sorted({kind.number for game in engine.games.values() if (kind := game.pdn)})
        raise InvalidRecord(
            Text(
                "The game type `{kind}` is none that is played here; {known} are.",
                kind=quoted(number),
                known=", ".join(f"`{known}`" for known in numbers),
            )
        )
    named = [game for game in games if game.name == headers.get("Game")]
    games = named or games
    if "FEN" not in headers:
        return games[0].start()
    sides = _SIDES.match(headers["FEN"].replace(" ", ""))
    fen = ":".join(sides.groups()) if sides else headers["FEN"]
    try:
        starts = [game.read(fen) for game in games]
    except Refusal as error:
        raise InvalidRecord(error.text) from error
    usual = (start for start in starts if start == start.game.start())
    return next(usual, starts[0])


def _main_line(moves: str) -> str:
    """Return the moves without comments and variations, which are parentheses, also nested.

    Raises InvalidRecord.
    """
    line: list[str] = []
    depth = 0
    for part in _PARENTHESIS.split(record_layout.uncommented(moves)):
        if part == "(":
            depth += 1
        elif part == ")":
            depth = max(0, depth - 1)
        elif not depth:
            line.append(part)
    if depth:
        raise InvalidRecord(Text("A variation begins with `(` and does not end."))
    return " ".join(line)


def _conclude(replay: Replay, result: str) -> None:
    """End the game as the result says, unless the position shows that result."""
    kind = replay.position.game.pdn
    ranks = _by_colour(_RANKS.get(result, ()), kind) if kind else ()
    if not ranks or ranks == replay.ranks:
        return
    if replay.ranks:
        replay.do(Action(Act.ADJUDICATE, " ".join(map(str, ranks))))
    elif ranks == (1, 1):
        replay.do(Action(Act.AGREE, DRAW.name))
    else:
        replay.do(Action(Act.RESIGN, seat=ranks.index(2)))
