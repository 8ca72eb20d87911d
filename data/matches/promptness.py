"""Positions whose moves take long to list: that is done in a thread, so that others may run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from engine.captures import TakesLong, quickly
from engine.table.match import Match

T = TypeVar("T")


async def promptly(work: Callable[[], T]) -> T:
    """Return what comes of some work with positions, which may be begun twice.

    Where it lists moves for long, it is done anew in a thread. A position remembers its moves, so
    that whoever asks for them later gets them at once.
    """
    try:
        with quickly():
            return work()
    except TakesLong:
        return await asyncio.to_thread(work)


def list_moves(match: Match) -> None:
    """List the moves of a match's position, and of the one before, of which its board tells."""
    for position in match.line[-2:]:
        position.legal_moves()
