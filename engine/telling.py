"""A position in words, the effects of a move (captures, promotions, huffs), and a move to try."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from engine.capabilities.huffs import FORCED, HUFF
from engine.capabilities.notation import read_path
from engine.capabilities.set_ups import PLACING_SIGN
from engine.game import Position
from engine.text import Text, counted, joined, together
from engine.values import Move, Piece

LISTED: Final = 3
"""The most successive points with the same piece that are named one by one in a line."""

_EXAMINED: Final = 8
"""The most moves considered for an example, because people wait for it."""


def standing(position: Position, *, squares: bool = True) -> Iterator[Text]:
    """Yield a sentence for each seat that has pieces: how many of each kind, and where.

    Without ``squares`` the pieces are only counted. Raises KeyError for a kind of piece that the
    game does not declare.
    """
    names, game = position.board.names, position.game
    found: dict[int, dict[str, list[str]]] = {}
    for point, (seat, kind) in sorted(position.pieces()):
        found.setdefault(seat, {}).setdefault(kind, []).append(names[point])
    for seat, kinds in sorted(found.items()):
        groups = []
        declared = {kind: game.kind(kind) for kind in kinds}
        for kind in sorted(kinds, key=list(game.kinds).index):
            where = kinds[kind]
            group = declared[kind].named(len(where))
            if squares:
                group = Text("{pieces} on {squares}", pieces=group, squares=", ".join(where))
            groups.append(group)
        pieces = groups[0]
        for group in groups[1:]:
            pieces = Text("{pieces}; {others}", pieces=pieces, others=group)
        yield Text("{seat}: {pieces}.", seat=position.seats[seat].name, pieces=pieces)


def by_rows(position: Position) -> Iterator[Text]:
    """Yield a sentence for each row of the board that has pieces, from the top.

    Raises KeyError for a kind of piece that the game does not declare.
    """
    names, places = position.board.names, position.board.xy
    found: dict[float, dict[Piece, list[int]]] = {}
    owners: dict[str, set[int]] = {}
    for point, piece in position.pieces():
        row = found.setdefault(round(places[point][1], 3), {})
        row.setdefault(piece, []).append(point)
        owners.setdefault(piece.kind, set()).add(piece.seat)

    def named(piece: Piece, count: int) -> Text:
        seat, pieces = position.seats[piece.seat].name, position.game.kind(piece.kind).named(count)
        if len(owners) == 1:
            return seat
        return (
            pieces
            if len(owners[piece.kind]) == 1
            else Text("{seat} {pieces}", seat=seat, pieces=pieces)
        )

    for _, row in sorted(found.items()):
        groups = []
        for piece, points in row.items():
            squares = ", ".join(names[point] for point in sorted(points, key=places.__getitem__))
            told = named(piece, len(points))
            groups.append(Text("{pieces}: {squares}", pieces=told, squares=squares))
        yield Text("{told}.", told=joined(groups, "; "))


def along(position: Position, points: Sequence[int], *, in_line: bool = False) -> Text:
    """Return a text that lists points and their pieces in order.

    Successive points with the same piece are one item. If the points are ``in_line``, an item of
    more than ``LISTED`` points names only the first and the last, except on a board with numbered
    points: there those between are not obvious.
    """
    names, pieces = position.board.names, dict(position.pieces())
    shortened = in_line and not names[0].isdecimal()
    told = []
    for piece, alike in groupby(points, key=pieces.get):
        found = [names[point] for point in alike]
        squares: str | Text = ", ".join(found)
        if shortened and len(found) > LISTED:
            squares = Text("{first} to {last}", first=found[0], last=found[-1])
        if piece is None:
            told.append(Text("{squares}: empty", squares=squares))
            continue
        told.append(
            Text(
                "{squares}: {seat}, {pieces}",
                squares=squares,
                seat=position.seats[piece.seat].name,
                pieces=position.game.kind(piece.kind).named(len(found)),
            )
        )
    return joined(told, ". ")


def turn_told(player: str | Text, written: Sequence[str], *, code: bool = False) -> Text:
    """Return the sentence on a turn: a placement, a forced capture, a huff or a move.

    ``written`` are the turn's moves in notation. With ``code``, they stand between backquotes.
    """
    told = placed(player, written)
    if told is not None:
        return told
    if [*written] == [FORCED]:
        return Text("{player} forced a capture.", player=player)
    first, *others = written
    claim, _, square = first.partition(" ")
    moves = ", ".join(f"`{text}`" if code else text for text in (others if square else written))
    if claim != HUFF or not square:
        return Text("{player} played {moves}.", player=player, moves=moves)
    if not others:
        return Text("{player} huffed {square}.", player=player, square=square)
    return Text(
        "{player} huffed {square} and played {moves}.", player=player, square=square, moves=moves
    )


def placed(player: str | Text, written: Sequence[str]) -> Text | None:
    """Return the sentence on a turn that only places pieces on points, None for other turns.

    ``written`` are the turn's moves in notation.
    """
    if not all(text.startswith(PLACING_SIGN) and "=" not in text for text in written):
        return None
    points = [name for text in written for name in text.removeprefix(PLACING_SIGN).split(",")]
    return Text(
        "{player} placed their pieces on {squares}.", player=player, squares=together(points)
    )


def effects(
    before: Position, move: Move, after: Position, last: Move | None = None
) -> Iterator[Text]:
    """Yield sentences about the effects of a move, from the position ``before`` to ``after``.

    Captured squares are in the order of their capture. ``last`` is the move before ``move``, if
    known: it gives the reason for a claim.
    """
    if move.captured:
        yield counted(
            "It takes the piece on {squares}.",
            "It takes {count} pieces: {squares}.",
            len(move.captured),
            squares=", ".join(before.board.names[point] for point in move.captured),
        )
    if (became := _became(before, move, after)) is not None:
        yield became
    if (cause := before.claiming.cause(move, last)) is not None:
        yield cause


def _became(before: Position, move: Move, after: Position) -> Text | None:
    """Return the sentence on a moved piece that became another kind, None if it did not."""
    if move.kind != "move" or not any(kind.becoming for kind in before.game.kinds.values()):
        return None
    was, now = before.piece_on(move.path[0]), after.piece_on(move.path[-1])
    if now is None or (was is not None and was.kind == now.kind):
        return None
    return before.game.kind(now.kind).becoming


def example(position: Position, public: Sequence[Move], *, chosen: bool) -> str:
    """Return a legal move of the seat to move, in notation, as an example to type.

    ``public`` are the legal moves that everybody may know. The game's usual example is preferred,
    and returned even if no move is legal. With ``chosen``, an example that exposes no piece to
    capture, and in a race does not go back, is preferred to any other.
    """
    usual, shown = position.game.example, position.display.view()
    claiming = position.claiming
    moves = [m for m in public if claiming.warns_in_private or claiming.warning(m) is None]
    moves = [m for m in moves if shown is None or shown.issuperset(m.path)] or moves
    moves = [m for m in moves if not m.suffix] or moves or list(position.legal_moves())
    # If captures are optional, an example must not give one away.
    moves = [m for m in moves if not m.captured] or moves
    if not moves:
        return usual
    points, _ = read_path(position.board, usual, usual)
    moves.sort(key=lambda move: (move.path != points, len(move.path)))
    if chosen:
        moves = [m for m in moves[:_EXAMINED] if _is_harmless(position, m)] or moves
    typed = usual if moves[0].path == points else position.write(moves[0])
    return typed.removeprefix(PLACING_SIGN)  # Discord takes an @ for a mention


def _is_harmless(position: Position, move: Move) -> bool:
    """Return whether a move exposes no piece to capture, and in a race does not go back."""
    goal, seat, board = position.goal, position.turn, position.board
    if goal is not None and move.kind == "move":
        start, end = (goal.away(board, seat, move.path[at]) for at in (0, -1))
        if end > start:
            return False
    after = position.play(move)
    return after.turn == seat or not any(reply.captured for reply in after.legal_moves())
