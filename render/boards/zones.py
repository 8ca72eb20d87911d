"""Where the zones of a board end: the edges of camps and of a fortress."""

from __future__ import annotations

from collections.abc import Iterator

from engine.board import NOWHERE
from render.view.board_view import BoardView


def edges(view: BoardView) -> Iterator[tuple[int, int, int]]:
    """Yield the edges of zones: owner's seat, point, and quarter turns from its right side."""
    layout = view.layout
    at = {place: point for point, place in enumerate(layout.xy)}
    for point, owner in view.zones.items():
        x, y = layout.xy[point]
        for quarter, (dx, dy) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
            other = at.get((x + dx, y + dy), NOWHERE)
            if view.zones.get(other) != owner:
                yield owner, point, quarter
