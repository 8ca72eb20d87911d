"""The draft of an event: its choices and its typed words.

The panel itself holds the draft, so that the panel works after a restart and in any process. Short
values are in the ids of its controls; the name and the game's words are in the options of its
menus.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, Self

import discord

from cogs.messages.buttons import ControlKind
from engine import Game, Refusal, Text
from engine.tournaments.terms import Form, HostsSeat, Recurs

FORM, GAME, TIME, RECURRENCE, EXTRAS = "form", "game", "time", "again", "extras"
BOARDS, SEAT, COMPUTERS = "boards", "seat", "computers"
"""The names of the panel's menus."""

CREATE, OTHER = "create", "other"
"""The actions of the panel's buttons: create the event, and open the form."""

OUT_OF_DATE: Final = Text("This panel is out of date; `/tournament create` opens another.")

FILLING_LEVEL: Final = 4
"""The default level of computers that fill seats."""

LONGEST_WORDS: Final = 90
"""The most characters of a game's words that an option of a menu can hold."""

NUMBERS: Final = 7
"""The most numbers at the end of a code."""


@dataclass(frozen=True)
class Draft:
    """The choices for an event that is not created yet.

    ``words`` name the game and its options as in a challenge. An empty ``name`` or ``time``, and 0
    for ``minutes`` (of a round), ``size`` or ``boards``, stand for the default. ``starts`` is in
    Unix seconds; if it is 0, the event starts once ``wanted`` people have joined, or all boards are
    taken. ``size`` is the number of rounds of a Swiss tournament, or of players in a league's
    group. Computers of ``level`` take empty seats; 0 means no computers.

    The other values are for events with sides: ``boards``; the ``seat`` of the host; ``host``, the
    level of a computer that is the host, or 0 for a person; and two teams' names, roles, or people
    (``named``). The panel holds no teams: they come from commands, which create the event directly.
    """

    words: str = ""
    form: Form = Form.LEAGUE
    name: str = ""
    time: str = ""
    rated: bool = True
    games: bool = False
    double: bool = False
    level: int = 0
    recurs: Recurs = Recurs.SEASON
    starts: int = 0
    wanted: int = 4
    minutes: int = 0
    size: int = 0
    boards: int = 0
    seat: HostsSeat = HostsSeat.FIRST
    host: int = 0
    teams: tuple[str, ...] = ()
    roles: tuple[int, ...] = ()
    named: tuple[tuple[int, ...], ...] = ()

    def code(self) -> str:
        """Return the short values of the draft as text for the ids of controls."""
        flags = f"{self.rated:d}{self.games:d}{self.double:d}{self.level}"
        seat = [*HostsSeat].index(self.seat)
        numbers = [
            self.starts, self.wanted, self.minutes, self.size, self.boards, self.host, seat
        ]  # fmt: skip
        while numbers and not numbers[-1]:
            numbers.pop()
        return ".".join([self.time, flags, self.recurs.value, *map(str, numbers)])

    @classmethod
    def read(cls, code: str, form: str, words: str) -> Self:
        """Return the draft that a panel's values describe.

        ``form`` is the form and the name, joined by ``|``. Raises ValueError for malformed values.
        """
        time, flags, recurs, *written = code.split(".")
        numbers = [*map(int, written), *[0] * (NUMBERS - len(written))]
        starts, wanted, minutes, size, boards, host, seat = numbers
        kind, _, name = form.partition("|")
        rated, games, double, level = map(int, flags)
        return cls(
            words,
            Form(kind),
            name,
            time,
            rated=bool(rated),
            games=bool(games),
            double=bool(double),
            level=level,
            recurs=Recurs(recurs),
            starts=starts,
            wanted=wanted,
            minutes=minutes,
            size=size,
            boards=boards,
            host=host,
            seat=[*HostsSeat][seat % len(HostsSeat)],
        )

    @property
    def form_code(self) -> str:
        """The values that the draft's form does not ask for, as text for the form's id."""
        return f"{self.form.value}:{replace(self, minutes=0, size=0).code()}"

    @classmethod
    def of_form(cls, code: str, words: str = "") -> Self:
        """Return the draft in a form's id, without a name. Raises Refusal if it is malformed."""
        form, _, rest = code.partition(":")
        try:
            return cls.read(rest, form, words)
        except ValueError:
            raise Refusal(OUT_OF_DATE) from None

    @classmethod
    def of(cls, code: str, message: discord.Message | None) -> Self:
        """Return the draft of the panel in a message; ``code`` is from the id of a control.

        Raises Refusal if the message has no panel, or one of another version.
        """
        chosen = {} if message is None else _chosen(message.components)
        try:
            return cls.read(code, chosen[FORM], chosen[GAME])
        except (KeyError, ValueError):
            raise Refusal(OUT_OF_DATE) from None

    @property
    def start(self) -> datetime | None:
        """The chosen time of the start, None if none is chosen."""
        return datetime.fromtimestamp(self.starts, UTC) if self.starts else None


def _chosen(components: Sequence[Any]) -> dict[str, str]:
    """Return the chosen values of a panel's menus, by name; several are joined by spaces."""
    found: dict[str, str] = {}
    for component in components:
        found |= _chosen(getattr(component, "children", ()))
        prefix = f"damier:menu-{ControlKind.NEW_EVENT}:"
        written = str(getattr(component, "custom_id", ""))
        if isinstance(component, discord.SelectMenu) and written.startswith(prefix):
            name = written.removeprefix(prefix).partition(":")[0]
            found[name] = " ".join(one.value for one in component.options if one.default)
    return found


def game_words(game: Game, options: dict[str, Any], players: int | None) -> str:
    """Return the shortest words that ``parse_challenge`` reads as a game with these options."""
    chosen = [
        f"{name}={str(value).lower()}"
        for name, value in options.items()
        if value != game.options[name].default
    ]
    count = [str(players)] if players is not None and len(game.seats) > 1 else []
    return " ".join([game.name, *count, *chosen])
