"""The buttons of crowds: their actions, and ids that can be read after a restart."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Self

import discord

from cogs.client.error_answers import OUT_OF_DATE
from cogs.messages.buttons import ControlKind, TextButton
from engine import Refusal


class CrowdAction(StrEnum):
    """The actions of a crowd's buttons, each followed by the meaning of its ``rest``."""

    VOTE = "vote"
    """Vote for a proposal: its index in ``Ballot.first``."""
    STANDING = "standing"
    """Show the state of the vote, to the person alone."""
    CLOSE = "close"
    """The captain closes the vote."""
    VETO = "veto"
    """The captain vetoes a proposal: its index, or empty to choose one."""
    RETRACT = "retract"
    """Take back the relay's last move, by the person who made it."""
    FOR = "for"
    """Vote for a motion: its ``what``."""
    AGAINST = "against"
    """Vote against a motion: its ``what``."""
    MOTION = "motion"
    """Put a motion, after asking whether it is meant: its ``what``."""


class CrowdControl(NamedTuple):
    """A button's action in the crowd ``user`` of a match, for the turn since ``event``."""

    action: CrowdAction
    match: int
    user: int
    event: int
    rest: str = ""

    @classmethod
    def read(cls, about: str) -> Self:
        """Return the control that a button's text describes. Raises Refusal for any other text."""
        try:
            action, match, user, event, rest = about.split(":", 4)
            return cls(CrowdAction(action), int(match), int(user), int(event), rest)
        except ValueError:
            raise Refusal(OUT_OF_DATE) from None

    def button(
        self, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
    ) -> TextButton:
        """Return the button, with a translated label."""
        about = f"{self.action}:{self.match}:{self.user}:{self.event}:{self.rest}"
        return TextButton(ControlKind.CROWD, about, label, style)
