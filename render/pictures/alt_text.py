"""The contents of a picture in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.game import Position
from engine.telling import effects, standing, turn_told
from engine.text import Text, counted, joined
from engine.values import POINT, Move
from render.drawing.picture import LONGEST_ALT_TEXT
from render.pictures.arrows import Arrow
from render.pictures.diagram import Diagram, of_diagram

LONGEST_LIST: Final = 320
"""Most characters of a list of proposed moves: the pieces need room, too."""


@of_diagram
def describe(diagram: Diagram) -> Text:
    """Return the description of a diagram, given the fields of ``Diagram``; see ``described``."""
    return described(diagram)


def described(diagram: Diagram) -> Text:
    """Return a description of a diagram: the seat to move, the last turns, and all pieces.

    For a blind diagram, the description says that the board is shown without pieces, and names
    none. It should have at most ``LONGEST_ALT_TEXT`` characters in English: if it would be longer,
    the pieces are only counted. Raises KeyError for a kind of piece that the game does not declare.
    """
    position, moves, marks = diagram.position, diagram.moves, diagram.marks
    sentences = [diagram.state or _state(position)]
    if diagram.before is not None and moves:
        sentences += _turns(diagram.before, moves)
    if marks and position.setup is not None:
        sentences.append(
            counted(
                "{count} point is marked where pieces may stand.",
                "{count} points are marked where pieces may stand.",
                len(marks),
            )
        )
    else:
        sentences += _marked(position, marks)
    for way in diagram.ways:
        move = position.write(way.move)
        if way.omitted:
            squares = ", ".join(position.board.names[point] for point in way.move.captured)
            missed = Text("Omitted: {move}, which captures {squares}.", move=move, squares=squares)
            sentences.append(missed)
            continue
        better, played = Text("Better: {move}.", move=move), Text("Played: {move}.", move=move)
        sentences.append(better if way.better else played)
    sentences += _proposed(position, diagram.arrows)
    if diagram.blind:
        return joined([*sentences, Text("The board is shown without its pieces.")])
    complete = joined([*sentences, *standing(position)])
    if len(str(complete)) <= LONGEST_ALT_TEXT:
        return complete
    return joined([*sentences, *standing(position, squares=False)])


def _state(position: Position) -> Text:
    outcome = position.outcome()
    if outcome is not None:
        return Text("The game is over: {reason}", reason=outcome.reason)
    if position.setup is not None:
        return Text("Pieces are set up in secret before the first move.")
    return Text("{seat} to move.", seat=position.seats[position.turn].name)


def _marked(position: Position, marks: Sequence[Move]) -> Iterator[Text]:
    """Yield the number of marked moves, their pieces, the marked points and the marked claims."""
    names = position.board.names
    moves = [move for move in marks if move.kind in {"move", "place"}]
    if moves:
        yield counted(
            "{count} legal move is marked.", "{count} legal moves are marked.", len(moves)
        )
    pieces = dict.fromkeys(names[move.path[0]] for move in moves if move.kind == "move")
    if pieces:
        yield Text("Pieces that can move: {squares}.", squares=", ".join(pieces))
    points = [names[move.path[0]] for move in marks if move.kind == POINT]
    if points:
        yield Text("Marked: {squares}.", squares=", ".join(points))
    claims = [position.write(move) for move in marks if move not in moves and move.kind != POINT]
    if claims:
        yield Text("Claims are marked, too: {claims}.", claims=", ".join(claims))


def _proposed(position: Position, arrows: Sequence[Arrow]) -> Iterator[Text]:
    """Yield the proposed moves with their letters, as many as fit."""
    moves = [f"{arrow.name} {position.write(arrow.move)}" for arrow in arrows]
    count = len(moves)
    while count > 1 and len(", ".join(moves[:count])) > LONGEST_LIST:
        count -= 1
    if count == len(moves) and moves:
        yield Text("Proposed: {moves}.", moves=", ".join(moves))
    elif moves:
        yield Text(
            "Proposed: {moves} and {count} more.",
            moves=", ".join(moves[:count]),
            count=len(moves) - count,
        )


def _turns(before: Position, moves: Sequence[Move]) -> Iterator[Text]:
    """Yield sentences about the moves of each seat, in order, and about their effects."""
    turns: list[tuple[int, list[str], list[Text]]] = []
    last = None
    for move in moves:
        if not turns or turns[-1][0] != before.turn:
            turns.append((before.turn, [], []))
        _, written, told = turns[-1]
        written.append(before.write(move))
        after = before.play(move)
        told += effects(before, move, after, last)
        before, last = after, move
    for seat, written, told in turns:
        name = before.seats[seat].name
        yield turn_told(name, written)
        yield from told
