"""Finished reviews as others look at them, and what of them is not told to whom."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from data import Store
from engine.study.judging import Judged
from engine.table.match import Match
from engine.table.record import Status


async def judged_turns(store: Store, match: Match) -> Sequence[Judged]:
    """Return the judged turns of a match in their order, none where it is not reviewed."""
    if match.status is not Status.OVER:
        return ()
    review = await store.reviews.of(match.id)
    return review.turns[::-1] if review.done else ()


async def untold(store: Store, match: Match, who: int) -> Collection[int]:
    """Return the turns about which a person is not told what the computer thinks, by their events.

    In a live match of theirs the position before it stands on the board.
    """
    live = await store.matches(status=Status.LIVE, person=who)
    standing = {one.line.places[-1].key for one in live if one.game is match.game and one.line}
    return {
        event.number
        for (event, _), (_, before) in zip(match.path[1:], match.path, strict=False)
        if standing and before.key in standing
    }
