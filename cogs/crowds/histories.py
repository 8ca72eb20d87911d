"""Looking back on crowds: the decisions behind their moves, and each member's part."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cachetools import LRUCache
from discord.ext import commands

from cogs.client.client import Damier
from cogs.crowds.ballot_view import decision
from cogs.watching.move_viewer import MoveViewer
from cogs.watching.ratings import Ratings
from engine import Text
from engine.crowds.crowd_state import Decided
from engine.crowds.past_turns import PastTurn
from engine.table.match import Match
from engine.table.record import Event
from engine.table.steps import Step
from engine.text import counted

KEPT: Final = 2_000
"""Turns of crowds cached while somebody steps through them."""

_SOURCE: Final = re.compile(r"crowd:[0-9]+\.(-[0-9]+)\.([0-9]+)")
"""The source of an event decided by a crowd: the match, the crowd, and its entry."""


class Histories(commands.Cog):
    """Adds the proposals to the viewer of moves, and members' part in crowds to profiles."""

    def __init__(self, bot: Damier, viewer: MoveViewer, ratings: Ratings) -> None:
        self.bot = bot
        self._viewer, self._ratings = viewer, ratings
        self._known: LRUCache[tuple[int, int, int], Decided] = LRUCache(KEPT)

    async def cog_load(self) -> None:
        """Register with the viewer and with profiles."""
        self._viewer.notes_of = self.notes
        self._ratings.profile_lines.append(self.record)

    async def notes(self, match: Match, step: Step) -> Sequence[Text]:
        """Return how the move of a step was chosen, if a crowd made it."""
        decided = await self.decided(match, step.event)
        return (decision(decided),) if decided is not None else ()

    async def decided(self, match: Match, event: Event) -> Decided | None:
        """Return how the move of an event was chosen, None unless a crowd made it."""
        found = _SOURCE.fullmatch(event.source or "")
        if found is None:
            return None
        user, number = int(found[1]), int(found[2])
        key = (match.id, user, number)
        if key not in self._known:
            for turn in await self.bot.store.crowds.history(match.id, user):
                self._known[match.id, user, turn.number] = _decided(turn)
        return self._known.get(key)

    async def record(self, guild: int, who: int) -> Sequence[Text]:
        """Return the line about a person's part in the crowds of a server, none for no part."""
        record = await self.bot.store.crowds.record_of(who, guild)
        if not record.votes:
            return ()
        line = counted(
            "**Crowds**: {chosen} of {count} vote or move was played, in {matches}.",
            "**Crowds**: {chosen} of {count} votes and moves were played, in {matches}.",
            record.votes,
            chosen=record.chosen,
            matches=counted("{count} match", "{count} matches", record.matches),
        )
        return [line]


def _decided(turn: PastTurn) -> Decided:
    """Return how a turn ended."""
    votes = sum(one.votes for one in turn.tally)
    return Decided(turn.number, turn.text, turn.person, turn.how, turn.tally, votes)
