"""What only Assaut writes: placing the officers (``@c6,e6``).

It says nothing of the position: what it asks for may still be refused.
"""

from __future__ import annotations

import re
from typing import Final

from engine.capabilities.notation import LONGEST
from engine.errors import InvalidMove
from engine.games.assaut.board import BOARD
from engine.text import Text

PLACEMENT: Final = "@c6,e6"

_NAME = re.compile(r"[a-z][0-9]+")
_BETWEEN = re.compile(r"[\s,;@–—-]+")


def placed(text: str) -> tuple[int, ...] | None:
    """Return the points of a placement, one or more; None for other text.

    Raises InvalidMove where it begins as a placement and names no points of the board.
    """
    text = text.strip().lower()
    if len(text) > LONGEST or not text.startswith("@"):
        return None
    names = _NAME.findall(text)
    first, *between = _NAME.split(text[1:])
    last = between.pop() if between else ""
    if not names or first.strip() or last or not all(map(_BETWEEN.fullmatch, between)):
        raise InvalidMove(
            Text(
                "That places no officers I can find; they are placed like `{example}`.",
                example=PLACEMENT,
            )
        )
    return tuple(point_named(name, PLACEMENT) for name in names)


def point_named(name: str, example: str) -> int:
    """Return the point of that name. Raises InvalidMove, with an example of what is typed."""
    point = BOARD.point.get(name)
    if point is None:
        raise InvalidMove(
            Text(
                "There is no {name} on this board; type it like `{example}`.",
                name=name,
                example=example,
            )
        )
    return point
