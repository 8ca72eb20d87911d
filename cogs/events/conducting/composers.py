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

    ``more`` are posts that follow, if the first cannot call all people.
    """

    layout: ui.LayoutView
    files: Sequence[discord.File] = ()
    calls: Collection[int] = ()
    more: Sequence[Contents] = ()


class Asked(NamedTuple):
    """A request to compose the post of an entry."""

    bot: Damier
    tournament: Tournament
    """The tournament in its present state, with later entries."""
    entry: Entry
    locale: discord.Locale
    person: int | None = None
    """The person who gets a private note about the entry, None for the post in the channel."""
    is_sent: bool = False
    """Whether the post is in the channel already, and is edited: useless buttons are left out."""

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
        """The function that translates texts into the locale."""
        return translate_into(self.locale)


Composer = Callable[[Asked], Awaitable[Contents | None]]
"""Composes the post of an entry, or a private note about the entry; None if neither is needed.

A post that is not sent yet may come too late, and is then not needed.
"""

CardComposer = Callable[[Tournament, discord.Locale], Awaitable[Layout]]
"""Composes the card of a tournament's present state."""
