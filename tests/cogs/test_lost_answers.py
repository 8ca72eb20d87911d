"""The effect of a press is saved before the answer, and lasts if no answer reaches Discord.

Every button, menu, form and command that changes something is tried while Discord answers nothing
but 500. A new one that is not named here makes a test fail.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from discord import app_commands
from simcord.backend.errors import BackendError
from simcord.backend.state import Backend
from simcord.http import router

from cogs.language.actions import Action
from cogs.messages.buttons import ControlKind
from tests.cogs.analysis.conftest import studies
from tests.cogs.conftest import SHARED, UNSEEN, Club
from tests.cogs.lasting import (
    ACTIONS,
    OTHERS,
    USES,
    Ready,
    crowds,
    matches,
    members,
    servers,
    tournaments,
)
from tests.cogs.lasting.commands import COMMANDS, READING, ready_to

pytestmark = [SHARED, UNSEEN]


__all__ = ["crowds", "matches", "members", "servers", "studies", "tournaments"]

DEFERRALS = {5, 6}
"""The types of callbacks that only say that an interaction has arrived."""

READING_ACTIONS = {
    Action.ADD_COMPUTER, Action.BEGIN, Action.ABORT, Action.BACK, Action.DRAW, Action.EXPORT,
    Action.FIRST, Action.FLIP, Action.FOLLOW, Action.GUESS, Action.LAST, Action.LEGAL, Action.LINE,
    Action.LINE_BACK, Action.LINE_END, Action.LINE_NEXT, Action.MORE, Action.MOVE, Action.NEXT,
    Action.PLACE, Action.QUARTER, Action.REPLAY, Action.RESIGN, Action.REVIEW, Action.RULES,
    Action.SET_UP, Action.SHOW, Action.SIDE, Action.VIEW, Action.WHOLE, Action.WINNER, Action.WORDS,
}  # fmt: skip
"""The buttons of matches that only show something, ask, or open a form."""

READING_USES = {
    ControlKind.BLOCKS, ControlKind.DESK_PIECE, ControlKind.EVENT_LIST, ControlKind.FORM,
    ControlKind.HELP, ControlKind.HISTORY, ControlKind.IMPORT, ControlKind.IMPORTS,
    ControlKind.LEADERS, ControlKind.LEVEL, ControlKind.LOOK, ControlKind.MINE,
    ControlKind.MOMENT, ControlKind.NEXT, ControlKind.OPEN, ControlKind.PAGE, ControlKind.PIECES,
    ControlKind.REMOVE, ControlKind.RIVAL, ControlKind.RULES, ControlKind.SETTINGS,
    ControlKind.TALK, ControlKind.TELL, ControlKind.TOUR, ControlKind.TYPE, ControlKind.WATCH,
    ControlKind.WHY,
}  # fmt: skip
"""The other controls that only show something, ask, or open a form."""

ALL = [
    *ACTIONS.values(),
    *(ready for several in USES.values() for ready in several),
    *OTHERS,
    *map(ready_to, COMMANDS),
]


class Silence:
    """A Discord that refuses all answers with 500.

    ``first`` is what was stored at the first answer that says more than that the interaction has
    arrived. ``refused`` is the number of refused answers.
    """

    def __init__(self, club: Club) -> None:
        self._club = club
        self.refused = 0
        self.first: list[str] | None = None

    def refuse(self, backend: Backend, _method: str, path: str) -> None:
        """Raise BackendError with 500 if a request answers an interaction."""
        if not path.startswith(("/interactions/", "/webhooks/")):
            return
        self.refused += 1
        json = backend.http_requests[-1].json or {}
        if self.first is None and json.get("type") not in DEFERRALS:
            self.first = self.stored()
        raise BackendError(500, 0, "Ordered by the test")

    def stored(self) -> list[str]:
        """Return all that lasts: the database's rows, and the ids of the channel's messages."""
        with closing(sqlite3.connect(self._club.file)) as connection:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            rows = [
                (name, *row)
                for (name,) in tables
                for row in connection.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - its own name
            ]
        return [*map(str, rows), *(str(message.id) for message in self._club.public())]


@contextmanager
def silent(club: Club) -> Iterator[Silence]:
    """Have Discord refuse all answers to interactions while the block runs."""
    silence = Silence(club)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(router, "_check_faults", silence.refuse)
        yield silence


async def test_every_command_and_control_is_known_here(club: Club) -> None:
    slash = {
        one.qualified_name
        for one in club.bot.tree.walk_commands()
        if isinstance(one, app_commands.Command)
    }
    assert COMMANDS.keys() | READING == slash
    assert ACTIONS.keys() | READING_ACTIONS == set(Action)
    assert USES.keys() | READING_USES | club.bot.forms.keys() == set(ControlKind)
    assert not ACTIONS.keys() & READING_ACTIONS
    assert not USES.keys() & READING_USES


@pytest.mark.usefixtures("studies")
@pytest.mark.parametrize("ready", ALL, ids=[ready.__name__ for ready in ALL])
async def test_what_a_press_means_is_saved_first(club: Club, ready: Ready) -> None:
    press = await ready(club)
    await club.env.settle()
    with silent(club) as silence:
        before = silence.stored()
        await press
        await club.env.settle()
        after = silence.stored()
    assert silence.refused
    assert after != before
    assert silence.first != before
