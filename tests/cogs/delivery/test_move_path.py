"""One typed move goes straight through the code: ``tools.benchmarks.move_path`` shows where."""

from __future__ import annotations

from data import Store
from tests.simulator import patient
from tools.benchmarks.move_path import move_path

MOST_FILES = 67
"""The most files that a move passes through, those that draw its board left out.

The move is the first of a player's first match, whose board explains the game. The edit of the
previous board is counted, too.
"""


NOTATION = "engine/draughts/notation.py", "engine/games/frisian/position.py"
"""The pair of a position and its notation, which asks the position for its legal moves."""

HANDED_OVER = {
    ("cogs/delivery/poster.py", "cogs/timekeeping/keyed_worker.py"),
    ("cogs/delivery/edits.py", "cogs/timekeeping/keyed_worker.py"),
    ("cogs/delivery/earlier_posts.py", "cogs/delivery/edits.py"),
    ("cogs/delivery/earlier_posts.py", "cogs/delivery/standing_posts.py"),
    ("data/records.py", "data/store.py"),
    ("data/matches/match_rows.py", "data/records.py"),
    ("engine/capabilities/thinking.py", "engine/games/frisian/position.py"),
}
"""Pairs of files that call each other because one hands work to the other.

A worker is woken, and does the work it was given: posts, and the edits beside them. A unit of work
loads and saves the record as told; a log makes the rows of entries. A thinking asks its position
for the move of a code, unless another test of this process has had the moves of the start cached.
"""

SIGNALS = {
    ("cogs/client/client.py", "data/signals.py"),
    ("cogs/delivery/poster.py", "data/signals.py"),
}
"""Pairs of a signal and its listener, which gives signals of its own."""


async def test_no_match_is_read_again_for_a_move_and_no_two_files_call_each_other(
    store: Store,
) -> None:
    with patient():
        path = await move_path(store)
    assert path.loads == 0
    assert path.pairs.keys() <= {NOTATION, *HANDED_OVER, *SIGNALS}
    assert len(path.files) <= MOST_FILES, sorted(path.files)
    assert path.files_drawing
