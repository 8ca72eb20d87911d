"""The matches that a typed move may be for, each with the player its author would move for."""

from __future__ import annotations

from collections.abc import Collection

import discord

from cogs.client.client import Origin
from data import Store
from engine import AmbiguousMove, MoveError
from engine.table.match import Match


class Crowds:
    """The moves of people who play together on one seat; their room is above this one."""

    def note(self, member: discord.abc.User, /) -> None:
        """Remember the roles of a member who has written something."""
        raise NotImplementedError  # ``cogs.crowds`` does, as all these

    async def in_thread(self, channel: int, /) -> Collection[int]:
        """Return the ids of the matches discussed in a thread."""
        raise NotImplementedError  # see above

    async def seat_holder(self, match: Match, person: int, /) -> int | None:
        """Return the player for whom a person moves in a match, None for nobody."""
        raise NotImplementedError  # see above

    async def play(
        self,
        match: Match,
        person: int,
        text: str,
        origin: Origin,
        /,
        *,
        bare: bool,
        marked: bool,
        late: bool,
        since: int | None,
        sure: bool,
    ) -> Match:
        """Play a move of a crowd's member as ``Play.play`` does."""
        raise NotImplementedError  # see above


async def held_by(
    store: Store, crowds: Crowds, ids: Collection[int], person: int
) -> list[tuple[Match, int]]:
    """Return those of these matches that a person may move in, each with the player they move for.

    That is the person, or a crowd.
    """
    held = []
    for match in await store.some([*ids]) if ids else ():
        who: int | None = person
        if match.crowds:
            who = await crowds.seat_holder(match, person)
        if who is not None:
            held.append((match, who))
    return held


def fits(match: Match, text: str) -> bool:
    """Return whether a text is a legal move, or may be one of several."""
    try:
        match.position.parse_all(text)
    except AmbiguousMove:
        return True
    except MoveError:
        return False
    return True
