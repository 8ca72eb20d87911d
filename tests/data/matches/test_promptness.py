"""Lists of moves that take long to make are made in a thread."""

from __future__ import annotations

import threading
from functools import partial

import pytest

import engine
from data import promptly

LONG = "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47"
"""One legal capture, of 19 pieces, among 130,000 states."""


def listed_by(position: engine.Position) -> tuple[int, int]:
    """Return the number of legal moves, and the id of the thread that listed them."""
    return len(position.legal_moves()), threading.get_ident()


async def test_what_takes_long_is_done_in_a_thread() -> None:
    count, thread = await promptly(partial(listed_by, engine.games["frisian"].read(LONG)))
    assert count == 1
    assert thread != threading.get_ident()


async def test_what_is_quick_is_done_at_once() -> None:
    count, thread = await promptly(partial(listed_by, engine.games["frisian"].start()))
    assert count == 9
    assert thread == threading.get_ident()


async def test_an_error_of_the_work_is_raised() -> None:
    with pytest.raises(engine.InvalidMove):
        await promptly(partial(engine.games["frisian"].start().parse, "nonsense"))
