"""What a kind of desk is told and answers: what is said at it, and what becomes of a move.

A desk is a board on which one person moves by themselves. It draws the board, takes moves by menu,
form and direct message, refuses what the rules refuse, and keeps all of it. What it is good for is
its kind's business: for thinking, a puzzle, a lesson. A kind has a ``Keeper``, which it registers:
``desks.keepers["puzzle"] = keeper``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import discord
from discord import ui

from data import Desk
from engine import Move, Position, Text
from render import Way


class Reader(NamedTuple):
    """Who looks at a desk: a person, the language they read, and the server they are on, or 0."""

    person: int
    locale: discord.Locale
    guild: int = 0


@dataclass(frozen=True)
class Seen:
    """A desk with its position, and the move that has led there from the one ``before``."""

    desk: Desk
    position: Position
    before: Position | None = None
    move: Move | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The last move as a tuple of one, empty at the start."""
        return () if self.move is None else (self.move,)


@dataclass(frozen=True)
class Shown:
    """What a kind shows of a desk as it stands.

    ``text`` stands above the picture, in the reader's language. While the person is ``moving``
    there are the menus of pieces, the button to type and those of claims; without it nothing can be
    moved. ``buttons`` and ``menus`` are the kind's own, beside and below those; ``rows`` are more
    of its buttons, which stay together. ``flip`` says whether the board may be turned. Besides the
    last move the picture shows ``marks``.
    """

    text: str
    buttons: Sequence[ui.Item[Any]] = ()
    menus: Sequence[ui.Item[Any]] = ()
    rows: Sequence[Sequence[ui.Item[Any]]] = ()
    marks: Sequence[Move] = ()
    moving: bool = True
    flip: bool = True


@dataclass(frozen=True)
class Moved:
    """What has become of a desk: it is stored as ``desk`` and shown anew.

    It may have more moves (``desk.played("19-23")``), or be as it was before (``before.desk``).
    ``said`` is a sentence that is shown once, above what the kind shows of the desk, and ``ways``
    are drawn once, in the place of the last move.
    """

    desk: Desk
    said: Text | None = field(default=None)
    ways: Sequence[Way] = ()


class Keeper(Protocol):
    """What a kind of desk does. Its methods may ask the database; they may be called at any time,
    also by another process than the one that opened the desk, so that they remember nothing.
    """

    async def shown(self, seen: Seen, reader: Reader) -> Shown:
        """Return what a desk shows as it stands. Raises Refusal where it cannot be shown."""
        ...

    async def moved(self, before: Seen, after: Seen, reader: Reader) -> Moved:
        """Return what becomes of a desk on which a person has made a legal move.

        ``after.desk`` has the move already, as what it is when nothing else is to happen. Raises
        Refusal where they may not move.
        """
        ...
