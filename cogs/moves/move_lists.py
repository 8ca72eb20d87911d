"""Lists of legal moves in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Move, Position

GROUPED_FROM = 30
"""So many moves are grouped by piece."""

LONGEST_LIST = 1500
"""Characters of the legal moves in words; the picture marks all of them."""


def moves_from(position: Position, point: int) -> tuple[Move, ...]:
    """Return the legal moves of the piece on that point."""
    return tuple(move for move in position.legal_moves() if move.path[:1] == (point,))


def list_moves(position: Position, moves: Sequence[Move]) -> str:
    """Return legal moves in words.

    What can be claimed comes first, by its name. Many moves are grouped by piece, with the targets
    that each can reach and what is chosen there (``-c4=+``); many moves of one piece by target,
    with their whole texts. A list that is too long stops and says so.
    """
    if len(moves) < GROUPED_FROM:
        entries = [f" `{position.write(move)}`" for move in moves]
    else:
        names = position.board.names
        one_piece = len({move.path[:1] for move in moves}) == 1
        claims = [move for move in moves if move.kind not in {"move", "place"}]
        groups: dict[str, list[str]] = {}
        for move in moves:
            if move in claims:
                continue
            if one_piece:
                groups.setdefault(names[move.path[-1]], []).append(f"`{position.write(move)}`")
            else:
                target = ("x" if move.captured else "-") + names[move.path[-1]]
                turned = f"={move.suffix}" if move.suffix else ""
                groups.setdefault(names[move.path[0]], []).append(target + turned)
        entries = [f" `{position.write(move)}`" for move in claims]
        entries += [
            f"\n**{heading}** {' '.join(dict.fromkeys(group))}" for heading, group in groups.items()
        ]
    listed, length = "", 0
    for count, entry in enumerate(entries):
        length += len(entry)
        if length > LONGEST_LIST:
            return f"{listed or entry[:LONGEST_LIST]} … (+{len(entries) - count})"
        listed += entry
    return listed.strip(" ")
