"""An event in the making: its choices and its typed words.

All of it is in the panel itself, so that the panel works after a restart and in any process: short
values in the ids of its controls, the name and the game's words in the entries of its menus.
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

FORM, GAME, TIME, AGAIN, EXTRAS = "form", "game", "time", "again", "extras"
BOARDS, SEAT, COMPUTERS = "boards", "seat", "computers"
"""The menus."""

CREATE, OTHER = "create", "other"
"""The buttons: create it, and open the form."""

OUT_OF_DATE: Final = Text("This panel is out of date; `/tournament create` opens another.")

FILLING_LEVEL: Final = 4
"""The level of computers that fill seats, by default."""

LONGEST_WORDS: Final = 90
"""Characters of the words for a game that a menu entry can hold."""

NUMBERS: Final = 7
"""Numbers at the end of a code."""


@dataclass(frozen=True)
class Draft:
    """An event being created, as chosen so far.

    ``words`` name the game and its options as in a challenge. Empty values and 0 stand for the
    default: ``name``, ``time``, ``starts`` (seconds since 1970; 0: once ``wanted`` people have
    joined, or all boards are taken), ``minutes`` of a round, and ``size``: rounds of a Swiss,
    players of a league's group. Computers of ``level`` take empty seats; 0: none do. For events
    with sides: ``boards``, the ``seat`` of each side, the level of the computer that is the
    ``host`` (0: a person is), and for two teams their names, roles, or the people who are
    ``named``. Teams are in no panel: a command that names them needs none.
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
        """Return the short values of the draft, for the ids of controls."""
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
        """Return the draft of a panel's values. Raises ValueError for any others."""
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
        """Return the values not asked for in the draft's form, for the form's id."""
        return f"{self.form.value}:{replace(self, minutes=0, size=0).code()}"

    @classmethod
    def of_form(cls, code: str, words: str = "") -> Self:
        """Return the draft of a form, without its name. Raises Refusal for another version."""
        form, _, rest = code.partition(":")
        try:
            return cls.read(rest, form, words)
        except ValueError:
            raise Refusal(OUT_OF_DATE) from None

    @classmethod
    def of(cls, code: str, message: discord.Message | None) -> Self:
        """Return the draft of a panel. Raises Refusal if there is none, or one of another
        version.
        """
        chosen = {} if message is None else _chosen(message.components)
        try:
            return cls.read(code, chosen[FORM], chosen[GAME])
        except (KeyError, ValueError):
            raise Refusal(OUT_OF_DATE) from None

    @property
    def start(self) -> datetime | None:
        """The chosen time of the start, None if there is none."""
        return datetime.fromtimestamp(self.starts, UTC) if self.starts else None


def _chosen(components: Sequence[Any]) -> dict[str, str]:
    """Return the chosen values of a panel's menus by the menus' names."""
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
    """Return the shortest words for a game with options that can be read back."""
    chosen = [
        f"{name}={str(value).lower()}"
        for name, value in options.items()
        if value != game.options[name].default
    ]
    count = [str(players)] if players is not None and len(game.seats) > 1 else []
    return " ".join([game.name, *count, *chosen])
