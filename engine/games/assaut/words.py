"""What only Assaut writes: placing the officers (``@c6,e6``) and the claim (``huff c6``).

They say nothing of the position: what they ask for may still be refused.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from engine.capabilities import notation
from engine.errors import InvalidMove
from engine.games.assaut.board import BOARD
from engine.text import Text

PLACEMENT: Final = "@c6,e6"
CLAIM: Final = "huff c6"
STEP: Final = "d4-d5"

_NAME = re.compile(r"[a-z][0-9]+")
_BETWEEN_PLACES = re.compile(r"[\s,;@–—-]+")
_BETWEEN_POINTS = re.compile(r"[\s,x×:–—-]+")
_CLAIM = re.compile(r"huff(?:[\s,:–—-]+(.*))?", re.DOTALL)


class Claimed(NamedTuple):
    """A typed claim: the officer it names, if it does, and the move typed behind it, if any."""

    officer: int | None
    move: str


def placed(text: str) -> tuple[int, ...] | None:
    """Return the points of a placement, one or more; None for other text.

    Raises InvalidMove where it begins as a placement and names no points of the board.
    """
    text = _plain(text)
    if not text.startswith("@"):
        return None
    names = _NAME.findall(text)
    first, *between = _NAME.split(text[1:])
    last = between.pop() if between else ""
    if not names or first.strip() or last or not all(map(_BETWEEN_PLACES.fullmatch, between)):
        raise InvalidMove(
            Text(
                "That places no officers I can find; they are placed like `{example}`.",
                example=PLACEMENT,
            )
        )
    return tuple(_point(name, PLACEMENT) for name in names)


def claimed(text: str) -> Claimed | None:
    """Return the claim, alone or before a move; None for other text.

    Raises InvalidMove where it begins as a claim and names no points of the board.
    """
    match = _CLAIM.fullmatch(_plain(text))
    if match is None:
        return None
    rest = match[1] or ""
    names = _NAME.findall(rest)
    first, *between = _NAME.split(rest)
    last = between.pop() if between else ""
    if first or last or len(names) > 3 or not all(map(_BETWEEN_POINTS.fullmatch, between)):
        raise InvalidMove(
            Text(
                "That is no claim I can read; you claim `{claim}`, `{officer}`, or "
                "`{officer} {move}` together with your move.",
                claim="huff",
                officer=CLAIM,
                move=STEP,
            )
        )
    points = [_point(name, CLAIM) for name in names]
    officer = points[0] if len(points) % 2 else None
    return Claimed(officer, "-".join(names[len(points) % 2 :]))


def _plain(text: str) -> str:
    return text.strip().lower() if len(text) <= notation.LONGEST else ""


def _point(name: str, example: str) -> int:
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
