"""The interface of a kind of desk: the contents of its message, and its answer to a move.

A desk is a private board on which one person tries moves. The desk draws the board, takes moves by
menu, form and direct message, refuses illegal ones, and stores everything. Its kind decides its
use: thinking, a puzzle, a lesson. A kind has a ``Keeper``, which it registers:
``desks.keepers["puzzle"] = keeper``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import discord
from discord import ui

from data import Desk
from engine import Move, MoveError, Position, Text
from render import Way


class DeskReader(NamedTuple):
    """A person who looks at a desk, their language, and the server's id, 0 in direct messages."""

    person: int
    locale: discord.Locale
    guild: int = 0


@dataclass(frozen=True)
class SeenDesk:
    """A desk with its position, and the move that led to it from the position ``before``."""

    desk: Desk
    position: Position
    before: Position | None = None
    move: Move | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The last move as a tuple of one, empty at the start."""
        return () if self.move is None else (self.move,)


@dataclass(frozen=True)
class DeskContents:
    """The kind's own contents of a desk's message.

    ``text`` stands above the picture, in the reader's language. If ``moving``, the message has
    menus of pieces, a button to type a move, and buttons for claims; otherwise no move can be made.
    The kind's own ``menus`` and ``buttons`` follow these; each of ``rows`` is one more row of
    buttons, kept together. ``flip`` says whether the board may be turned. Besides the last move,
    the picture shows ``marks``, and ``ways``: captures that the move omitted. ``claims`` are the
    first words of the claims that have a button, None for all.
    """

    text: str
    buttons: Sequence[ui.Item[Any]] = ()
    menus: Sequence[ui.Item[Any]] = ()
    rows: Sequence[Sequence[ui.Item[Any]]] = ()
    marks: Sequence[Move] = ()
    moving: bool = True
    flip: bool = True
    claims: Collection[str] | None = None
    ways: Sequence[Way] = ()


@dataclass(frozen=True)
class Moved:
    """The result of a move or a button: the ``desk`` that is stored and shown.

    The desk may have more moves (``desk.played("19-23")``), or be unchanged (``before.desk``).
    ``said`` is a sentence shown once, above the kind's text. ``ways`` are drawn once, instead of
    the last move. ``typed`` is a refused move, which the form for a move contains when it opens.
    """

    desk: Desk
    said: Text | None = field(default=None)
    ways: Sequence[Way] = ()
    typed: str = ""


AnswerToRefusal = Callable[[SeenDesk, MoveError], Awaitable[Moved]]
"""Returns the result of a move that the rules refuse; for kinds that count or explain these."""


class Keeper(Protocol):
    """One kind of desk.

    Its methods may query the database. They keep no state: the process that calls them need not be
    the one that opened the desk.
    """

    async def shown(self, seen: SeenDesk, reader: DeskReader) -> DeskContents:
        """Return the contents of a desk's message. Raises Refusal if it cannot be shown."""
        ...

    async def moved(self, before: SeenDesk, after: SeenDesk, reader: DeskReader) -> Moved:
        """Return the result of a person's legal move.

        ``after.desk`` already has the move; return it unchanged if nothing else is to happen.
        Raises Refusal if the person may not move.
        """
        ...
