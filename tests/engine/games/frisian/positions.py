"""Positions of Frisian draughts and Frysk!, and helpers of their tests."""

from __future__ import annotations

from hypothesis import strategies as st

import engine
from engine import Position
from tests.oracles import frisian_rules

PRESETS = ("frisian", "frisian-official", "frysk")
OFFICIAL = PRESETS[1:]
STRESS = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"


def read(fen: str, game: str = "frisian") -> Position:
    return engine.games[game].read(fen)


def texts(fen: str, game: str = "frisian") -> list[str]:
    position = read(fen, game)
    return [position.write(move) for move in position.legal_moves()]


def after(position: Position, moves: str) -> Position:
    for text in moves.split():
        position = position.play(position.parse(text))
    return position


def reason(position: Position) -> str:
    outcome = position.outcome()
    assert outcome is not None
    return f"{outcome.ranks} {outcome.reason}"


# In the terms of the oracle

Effects = dict[tuple[int, int, frozenset[int]], str]


def effects(position: Position) -> Effects:
    """Return the texts of the legal captures, by start, end and captured squares."""
    return {
        (m.path[0] + 1, m.path[-1] + 1, frozenset(p + 1 for p in m.captured)): "x".join(
            position.board.names[point] for point in m.path
        )
        for m in position.legal_moves()
        if m.captured
    }


def oracle_pieces(position: Position) -> frisian_rules.Pieces:
    return {
        frisian_rules.place(point + 1): ("WB"[piece.seat], piece.kind)
        for point, piece in position.pieces()
    }


def oracle_captures(position: Position, game: str) -> Effects:
    return frisian_rules.captures(
        oracle_pieces(position), "WB"[position.turn], official=game != "frisian"
    )


# Drawn by chance


@st.composite
def late_positions(draw: st.DrawFn, game: str) -> str:
    """Return the random text of a position with few men, some kings and counts near limits."""
    squares = draw(st.lists(st.integers(1, 50), min_size=2, max_size=11, unique=True))
    men = draw(st.sampled_from([0, 0, 3, 9]))
    sides: dict[str, list[str]] = {"W": [], "B": []}
    for index, square in enumerate(squares):
        side = "WB"[index] if index < 2 else draw(st.sampled_from("WB"))
        last = square <= 5 if side == "W" else square > 45
        sides[side].append(f"{square}" if index < men and not last else f"K{square}")
    fields = ""
    pieces = [*sides["W"], *sides["B"]]
    kings_only = all("K" in piece for piece in pieces)
    if kings_only and sorted(map(len, sides.values())) == [1, 2]:
        fields += f" two-kings={draw(st.integers(1, 7))}"
    if game == "frisian" and any("K" in piece for piece in pieces):
        fields += f" idle={draw(st.sampled_from([3, 47, 49, 50]))}"
    for side, key in (("W", "white-king"), ("B", "black-king")):
        kings = [piece for piece in sides[side] if "K" in piece]
        if game != "frisian" and 0 < len(kings) < len(sides[side]) and draw(st.booleans()):
            fields += f" {key}={kings[0][1:]}:{draw(st.integers(1, 3))}"
    return f"{draw(st.sampled_from('WB'))}:W{','.join(sides['W'])}:B{','.join(sides['B'])}{fields}"
