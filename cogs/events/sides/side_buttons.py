"""The buttons that only exhibitions and team matches have."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

import discord

from cogs.events.sides.side_rules import team_of
from cogs.language.catalogues import Translate
from cogs.messages.buttons import ControlKind, TextButton
from engine import Text
from engine.tournaments.state import Phase
from engine.tournaments.tournament import Tournament


class SideAction(StrEnum):
    """Actions of the buttons that only exhibitions and team matches have."""

    JOIN = "join"
    FIRST = "first"
    SECOND = "second"
    """Join the first team, or the second one."""
    START = "start"
    RESERVES = "reserves"
    """Give a board to a reserve."""


TEAMS: Final = (SideAction.FIRST, SideAction.SECOND)
"""The actions that join the two teams, in the order of the teams."""

LABELS: Final = {
    SideAction.JOIN: Text("Join"),
    SideAction.START: Text("Start"),
    SideAction.RESERVES: Text("Send in a reserve"),
}

STYLES: Final = {
    SideAction.JOIN: discord.ButtonStyle.success,
    SideAction.FIRST: discord.ButtonStyle.success,
    SideAction.SECOND: discord.ButtonStyle.success,
    SideAction.START: discord.ButtonStyle.primary,
}
"""The styles of the buttons that are not grey."""


def side_buttons(tournament: Tournament, translated: Translate) -> Iterator[TextButton]:
    """Yield the buttons of an exhibition or a team match that can be used now."""
    terms = tournament.terms
    running = tournament.phase is Phase.RUNNING
    if tournament.is_over:
        return
    if not running or tournament.may_enter_late:
        for deed in TEAMS if terms.form.traits.has_teams else (SideAction.JOIN,):
            yield side_button(tournament, deed, translated)
    if not running and not tournament.state.pressed:
        yield side_button(tournament, SideAction.START, translated)
    if running and terms.form.traits.has_teams and any(tournament.sides.reserves):
        yield side_button(tournament, SideAction.RESERVES, translated)


def side_button(tournament: Tournament, deed: SideAction, translated: Translate) -> TextButton:
    """Return a button of a tournament; one that joins a team has the team's name."""
    if deed in TEAMS:
        team = str(team_of(tournament.terms, TEAMS.index(deed)))  # labels have no markup
        label = Text("Join {team}", team=team)
    else:
        label = LABELS[deed]
    style = STYLES.get(deed, discord.ButtonStyle.secondary)
    return TextButton(ControlKind.SIDES, f"{deed}:{tournament.id}", translated(label), style)
