"""The buttons that only exhibitions and team matches have."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

import discord

from cogs.events.sides.side_rules import team_of
from cogs.language.catalogues import Translate
from cogs.messages.buttons import TextButton, Use
from engine import Text
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form
from engine.tournaments.tournament import Tournament


class Deed(StrEnum):
    """The actions of the buttons."""

    JOIN = "join"
    FIRST = "first"
    SECOND = "second"
    """Join the first team, or the second one."""
    START = "start"
    RESERVES = "reserves"
    """Give a board to a reserve."""


TEAMS: Final = (Deed.FIRST, Deed.SECOND)
"""The buttons of the two teams."""

LABELS: Final = {
    Deed.JOIN: Text("Join"),
    Deed.START: Text("Start"),
    Deed.RESERVES: Text("Send in a reserve"),
}

STYLES: Final = {
    Deed.JOIN: discord.ButtonStyle.success,
    Deed.FIRST: discord.ButtonStyle.success,
    Deed.SECOND: discord.ButtonStyle.success,
    Deed.START: discord.ButtonStyle.primary,
}
"""Buttons that are not grey."""


def side_buttons(tournament: Tournament, translated: Translate) -> Iterator[TextButton]:
    """Yield the buttons that can be used now."""
    terms = tournament.terms
    running = tournament.phase is Phase.RUNNING
    if tournament.is_over:
        return
    if not running or tournament.may_enter_late:
        for deed in TEAMS if terms.form is Form.TEAM else (Deed.JOIN,):
            yield side_button(tournament, deed, translated)
    if not running and not tournament.state.pressed:
        yield side_button(tournament, Deed.START, translated)
    if running and terms.form is Form.TEAM and any(tournament.sides.reserves):
        yield side_button(tournament, Deed.RESERVES, translated)


def side_button(tournament: Tournament, deed: Deed, translated: Translate) -> TextButton:
    """Return a button of a tournament; that of a team has the team's name."""
    if deed in TEAMS:
        team = str(team_of(tournament.terms, TEAMS.index(deed)))  # labels have no markup
        label = Text("Join {team}", team=team)
    else:
        label = LABELS[deed]
    style = STYLES.get(deed, discord.ButtonStyle.secondary)
    return TextButton(Use.SIDES, f"{deed}:{tournament.id}", translated(label), style)
