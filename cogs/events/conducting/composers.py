"""Types for composers of tournaments' posts and cards; the package above has their contents."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Protocol

import discord
from discord import ui

from cogs.client.client import Damier
from cogs.members.preferences import Preferences
from engine.tournaments.record import Entry
from engine.tournaments.tournament import Tournament


class Contents(Protocol):
    """A post's contents, the people it calls, and the posts that follow it."""

    @property
    def layout(self) -> ui.LayoutView:
        """Its components."""

    @property
    def files(self) -> Sequence[discord.File]:
        """The files that they show."""

    @property
    def calls(self) -> Collection[int]:
        """The people it pings, if they allow that."""

    @property
    def more(self) -> Sequence[Contents]:
        """Further posts, if one cannot call everybody."""


class Composer(Protocol):
    """Composes the post of an entry, or the private note to a ``person``, None if there is none.

    It may be too late for a post, unless it ``is_sent``.
    """

    def __call__(
        self,
        bot: Damier,
        tournament: Tournament,
        entry: Entry,
        locale: discord.Locale,
        /,
        *,
        person: int | None = None,
        is_sent: bool = False,
    ) -> Awaitable[Contents | None]:
        """Return the post."""


CardComposer = Callable[
    [Tournament, Preferences, Mapping[int, str], discord.Locale],
    Awaitable[tuple[ui.LayoutView, list[discord.File]]],
]
"""Composes the card of a tournament's present state."""
