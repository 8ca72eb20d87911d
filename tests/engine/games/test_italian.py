"""The rules of Italian draughts, one by one; captures agree with an oracle and pydraughts."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import engine
from engine import IllegalMove, Position
from engine.draughts import DraughtsPosition
from tests.engine.games.draughts.test_moves import bare
from tests.oracles.moves import Effect, effect, pydraughts_board, pydraughts_moves

GAME = engine.games["italian"]

Place = tuple[int, int]
Pieces = dict[Place, tuple[int, str]]
"""The seat and kind of each piece, by column and row from the top left."""


def texts(fen: str) -> list[str]:
    position = GAME.read(fen)
    return [position.write(move) for move in position.legal_moves()]


def test_the_bottom_right_square_is_dark_and_a_move_leaves_no_edge() -> None:
    start = GAME.start()
    assert start.fen() == "W:W21-32:B1-12"
    assert start.board.xy[start.board.point["32"]] == (7.5, 7.5)
    assert start.board.xy[start.board.point["1"]] == (0.5, 0.5)
    assert len(start.legal_moves()) == 7
    assert texts("W:W9,24:B1") == ["9-5", "24-20"]
    assert set(texts("W:WK13:B1")) == {"13-9", "13-10", "13-17", "13-18"}


# The positions are those of the articles, after R. Halbersma's dctl (test/src/actions/rulebook).


@pytest.mark.parametrize(
    ("article", "fen", "moves"),
    [
        ("5.3: a man does not take a king", "W:W30:BK26", ["30-27"]),
        ("5.3: and may be blocked by one", "W:W32:BK28", []),
        ("5.6: a man captures forward", "W:W30:B27", ["30x23"]),
        ("5.7: and goes on", "W:W31:B12,20,28", ["31x8"]),
        ("5.8: a king captures backward, too", "W:WK22:B18,19,27", ["22x15", "22x31", "22x13"]),
        ("5.9: and goes on", "W:WK27:B5,6,13,15,21,23", ["27x25"]),
        ("6.6: most pieces", "W:WK21,31:B10,18,27", ["31x6"]),
        ("6.7: with a king", "W:WK23,31:B19,26,27", ["23x21"]),
        ("6.8: most kings", "W:WK23:B19,K28", ["23x32"]),
        ("6.8: before kings first", "W:WK29,K32:BK26,18,10,28,K20,K12", ["32x7"]),
        ("6.9: kings first", "W:WK30:B10,12,18,K20,K26,27", ["30x5"]),
        ("6.9: and the next ones first", "W:WK30:B10,K12,K18,20,K26,K27", ["30x5"]),
        ("6.10: else as one likes", "W:WK31:B18,20,K27,K28", ["31x15", "31x13"]),
    ],
)
def test_an_article(article: str, fen: str, moves: list[str]) -> None:
    assert texts(fen) == moves, article


def test_a_man_that_comes_to_the_last_row_stops_there() -> None:
    position = GAME.read("W:W11:B6,7,K3")
    assert position.play(position.parse("11x2")).fen() == "B:WK2:BK3,7"


@pytest.mark.parametrize(
    ("fen", "move", "why"),
    [
        ("W:W22,31:BK19,3", "22x15", "A man cannot take a king: the man on 22 can go to 18."),
        ("W:W22,26:B19,11,21,2", "26x17", "That captures 1 and you must capture 2 pieces: `22x6`."),
        (
            "W:WK18,24:B14,20,1",
            "24x15",
            "Where a king and a man can capture the same, the king must: `18x11`.",
        ),
        (
            "W:WK23:B19,K28",
            "23x14",
            "You must make the capture that takes the most kings: `23x32`.",
        ),
        (
            "W:WK30:B10,12,18,K20,K26,27",
            "30x23x16x7",
            "Of these captures you must make the one that takes a king earliest: `30x5`.",
        ),
    ],
)
def test_a_move_is_refused_with_the_reason(fen: str, move: str, why: str) -> None:
    with pytest.raises(IllegalMove) as error:
        GAME.read(fen).parse(move)
    assert str(error.value) == why


def positions(count: int) -> Iterator[DraughtsPosition]:
    """Yield ``count`` positions with a capture, from random games and of randomly placed pieces."""
    rng = random.Random(22)
    names = GAME.start().board.names
    while count:
        position: Position = GAME.start()
        if count % 3 == 0:
            for _ in range(rng.randint(4, 60)):
                if position.outcome() is None:
                    position = position.play(rng.choice(position.legal_moves()))
        else:
            squares = rng.sample(names, rng.randint(5, 20))
            cut = rng.randint(1, len(squares) // 2)
            white, black = (
                ",".join(rng.choice(("K", "K", "")) + name for name in side)
                for side in (squares[:cut], squares[cut:])
            )
            try:
                position = GAME.read(f"{rng.choice('WB')}:W{white}:B{black}")
            except ValueError:
                continue  # a man on its last row, or too many pieces
        moves = position.legal_moves()
        if moves and moves[0].captured:
            assert isinstance(position, DraughtsPosition)
            yield position
            count -= 1


def paths(
    at: Place, kind: str, seat: int, others: Pieces, taken: tuple[Place, ...] = ()
) -> Iterator[tuple[Place, tuple[Place, ...]]]:
    """Yield the end of every complete capture of a piece, and the places taken, in order."""
    goes_on = False
    ahead = 1 if seat else -1
    for dx, dy in ((-1, ahead), (1, ahead), (-1, -ahead), (1, -ahead)):
        over, end = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
        if over not in others or others[over][0] == seat or over in taken or end in others:
            continue
        if kind == "man" and (dy != ahead or others[over][1] == "king"):
            continue
        if 0 <= end[0] <= 7 and 0 <= end[1] <= 7:
            goes_on = True
            yield from paths(end, kind, seat, others, (*taken, over))
    if taken and not goes_on:
        yield at, taken


def captures(position: Position) -> set[Effect]:
    """Return the legal captures, found by following every path and ranked by the articles."""
    board = position.board
    places = [(int(x), int(y)) for x, y in board.xy]
    names = dict(zip(places, board.names, strict=True))
    pieces = {places[point]: (piece.seat, piece.kind) for point, piece in position.pieces()}
    found = []
    for start, (seat, kind) in pieces.items():
        if seat == position.turn:
            others = {place: piece for place, piece in pieces.items() if place != start}
            for end, taken in paths(start, kind, seat, others):
                kings = [pieces[place][1] == "king" for place in taken]
                worth = (len(taken), kind == "king", sum(kings), kings)
                found.append((worth, (names[start], names[end], frozenset(map(names.get, taken)))))
    best = max(worth for worth, _ in found)
    return {capture for worth, capture in found if worth == best}  # type: ignore[misc]


def test_the_captures_are_those_of_every_path_for_the_rules_and_the_computer() -> None:
    for position in positions(400):
        legal = position.legal_moves()
        assert {effect(position, move) for move in legal} == captures(position), position
        assert {position.thinking.move(code) for code in position.state.moves()} == set(legal)


def test_pydraughts_allows_the_same() -> None:
    """Of several kings taken, pydraughts compares only the first, so it may allow more captures."""
    for position in positions(150):
        ours = {effect(position, move) for move in position.legal_moves()}
        theirs = pydraughts_moves("italian", pydraughts_board("italian", bare(position)))
        kinds = dict(position.pieces())
        several = sum(kinds[p].kind == "king" for p in position.legal_moves()[0].captured) > 1
        assert ours == theirs or (several and ours < theirs), position
