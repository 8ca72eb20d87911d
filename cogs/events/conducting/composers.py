"""Types for composers of tournaments' posts and cards; the package above has their contents."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import discord
from discord import ui

from cogs.client.client import Damier
from cogs.delivery.standing_posts import Layout
from cogs.events.event_rules import name_of
from cogs.language.catalogues import Translate, translate_into
from engine.text import Words
from engine.tournaments.record import Entry
from engine.tournaments.tournament import Tournament


class Contents(NamedTuple):
    """A post: its layout and files, and the people it calls.

    ``more`` are posts that follow it, if it cannot call all people alone.
    """

    layout: ui.LayoutView
    files: Sequence[discord.File] = ()
    calls: Collection[int] = ()
    more: Sequence[Contents] = ()


class Asked(NamedTuple):
    """The entry of a post, and the means to compose it."""

    bot: Damier
    tournament: Tournament
    """As it is now."""
    entry: Entry
    locale: discord.Locale
    person: int | None = None
    """Who gets a private note about the entry, None for the post in the channel."""
    is_sent: bool = False
    """Whether the post is in the channel already: it has no buttons that can do nothing more."""

    @property
    def data(self) -> Mapping[str, Any]:
        """The entry's data."""
        return self.entry.data

    @property
    def name(self) -> Words:
        """The tournament's name."""
        return name_of(self.tournament.terms)

    @property
    def translated(self) -> Translate:
        """The function that translates texts."""
        return translate_into(self.locale)


Composer = Callable[[Asked], Awaitable[Contents | None]]
"""Composes the post of an entry, or a private note about it; None if it needs none.

It may be too late for a post, unless it is sent already.
"""

CardComposer = Callable[[Tournament, discord.Locale], Awaitable[Layout]]
"""Composes the card of a tournament's present state."""
