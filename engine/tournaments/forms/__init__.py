"""The forms of tournaments: an object for each decides their course from the first sign-up on.

Facts that are the same for all tournaments of a form are in ``Form.traits``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.tournaments.forms.arena import Arena
from engine.tournaments.forms.conduct import Conduct
from engine.tournaments.forms.knockout import Knockout
from engine.tournaments.forms.ladder import Ladder
from engine.tournaments.forms.league import League
from engine.tournaments.forms.simul import Simul
from engine.tournaments.forms.swiss import Swiss
from engine.tournaments.forms.team_match import TeamMatch
from engine.tournaments.terms import Form

CONDUCTS: Final[Mapping[Form, Conduct]] = MappingProxyType(
    {
        Form.LEAGUE: League(),
        Form.SWISS: Swiss(),
        Form.KNOCKOUT: Knockout(),
        Form.ARENA: Arena(),
        Form.LADDER: Ladder(),
        Form.SIMUL: Simul(),
        Form.TEAM: TeamMatch(),
    }
)
"""The conduct of the tournaments of each form."""
