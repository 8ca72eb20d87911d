"""The context of a command, also of one that is given again once its person has chosen."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands


class AnyContext(commands.Context[Any]):
    """What is known of a command that was given.

    Where it is given again, ``pressed`` is the choice that had it given, ``match`` the match that
    was chosen, and ``corrected`` has the words that were chosen so far, by those that they
    replace.
    """

    pressed: discord.Interaction[Any] | None = None
    match: int | None = None
    corrected: tuple[tuple[str, str], ...] = ()
