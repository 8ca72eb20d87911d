"""A tournament in the making: its choices, its typed words, and the terms that follow.

All of it is in the panel itself, so that that works after a restart and in any process: what is
short in the ids of its controls, the name and the game's words in the entries of its menus.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Self

import discord

from cogs.events.event_rules import FORMS
from cogs.language.catalogues import plainly, shortened
from cogs.language.challenge_parser import parse_challenge
from cogs.language.moments import read_moment, read_span
from cogs.messages.buttons import Use
from engine import Game, Refusal, Text
from engine.table.clock import TimeControl
from engine.tournaments.durations import usual_round_time
from engine.tournaments.terms import (
    CALLED_BEFORE_LIVE,
    LARGEST_GROUP,
    LONGEST_NAME,
    MOST_ROUNDS,
    SMALLEST_GROUP,
    Form,
    Recurs,
    Terms,
    check_round_time,
)

FORM, GAME, TIME, AGAIN, EXTRAS = "form", "game", "time", "again", "extras"
"""The menus."""

CREATE, OTHER = "create", "other"
"""The buttons: create it, and open the form."""

RATED, GAMES, DOUBLE, FILLED = "rated", "games", "double", "filled"
"""The entries of the menu of switches."""

OUT_OF_DATE: Final = Text("This panel is out of date; `/tournament create` opens another.")

FILLING_LEVEL: Final = 4
"""The level of computers that take seats unless another one is said."""

LONGEST_WORDS: Final = 90
"""Characters of the words for a game that an entry of a menu holds."""


@dataclass(frozen=True)
class Draft:
    """A tournament that is being created, as it was chosen.

    ``words`` name the game and its options as a challenge does. What is empty or 0 is as usual:
    ``name``, ``time``, ``starts`` (seconds since 1970; 0: once ``wanted`` people have joined),
    ``minutes`` of a round, and ``size``: rounds of a Swiss, players of a league's group.
    """

    words: str
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

    def code(self) -> str:
        """Return what is short of it, for the ids of controls."""
        flags = f"{self.rated:d}{self.games:d}{self.double:d}{self.level}"
        numbers = f"{self.starts}.{self.wanted}.{self.minutes}.{self.size}"
        return f"{self.time}.{flags}.{self.recurs.value}.{numbers}"

    @classmethod
    def read(cls, code: str, form: str, words: str) -> Self:
        """Return the draft of a panel's values. Raises ValueError for any others."""
        time, flags, recurs, starts, wanted, minutes, size = code.split(".")
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
            starts=int(starts),
            wanted=int(wanted),
            minutes=int(minutes),
            size=int(size),
        )

    @property
    def form_code(self) -> str:
        """Return what a form of it does not ask for, for the form's id."""
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
        """Return the draft of a panel. Raises Refusal if it is none, or one of another version."""
        chosen = {} if message is None else _chosen(message.components)
        try:
            return cls.read(code, chosen[FORM], chosen[GAME])
        except (KeyError, ValueError):
            raise Refusal(OUT_OF_DATE) from None

    @property
    def start(self) -> datetime | None:
        """The time of the start that was chosen, None if there is none."""
        return datetime.fromtimestamp(self.starts, UTC) if self.starts else None

    def control(self, usual: str) -> TimeControl:
        """Return the time limit; ``usual`` is that of the server."""
        if self.time:
            return TimeControl.read(self.time)
        known = replace(TimeControl.read(usual), claimed=False)
        if self.form is Form.ARENA:
            return known if known.bank is not None else TimeControl.read("10+10")
        return known or TimeControl.read("1d")

    def terms(self, usual: str, locale: discord.Locale) -> Terms:
        """Return the terms of the tournament. Raises Refusal if it cannot be made.

        ``locale`` is the language of its name, unless somebody has named it.
        """
        said = parse_challenge(self.words)
        seats = len(said.game.start(said.players, **said.options).seats)
        time = self.control(usual)
        title = plainly(Text("{form}: {game}", form=FORMS[self.form], game=said.game.title), locale)
        terms = Terms(
            name=self.name or shortened(title, LONGEST_NAME),
            form=self.form,
            game=said.game,
            options=said.options,
            seats=seats,
            time=time,
            rated=self.rated,
            games=2 if self.games and seats == 2 else 1,
            rounds=self.size if self.form is Form.SWISS else 0,
            double=self.double and self.form is Form.LEAGUE,
            starts=self.start,
            recurs=self.recurs,
            level=self.level,
        )
        minutes = timedelta(minutes=self.minutes)
        if self.form is Form.LEAGUE and self.size:
            terms = replace(terms, group=self.size)
        terms = replace(terms, together=self.form is Form.LEAGUE and not terms.is_live)
        terms = replace(terms, round_time=minutes or usual_round_time(terms))
        return replace(terms, wanted=max(self.wanted, terms.least)).check()


def _chosen(components: Sequence[Any]) -> dict[str, str]:
    """Return the values of the menus of a panel by their names: of each, the chosen entry's."""
    found: dict[str, str] = {}
    for component in components:
        found |= _chosen(getattr(component, "children", ()))
        prefix = f"damier:menu-{Use.NEW_EVENT}:"
        written = str(getattr(component, "custom_id", ""))
        if isinstance(component, discord.SelectMenu) and written.startswith(prefix):
            name = written.removeprefix(prefix).partition(":")[0]
            found[name] = " ".join(one.value for one in component.options if one.default)
    return found


# What is chosen, and typed


def with_form(draft: Draft, form: Form) -> Draft:
    """Return a draft of another form with its usual terms. A league has seasons."""
    recurs = Recurs.SEASON if form is Form.LEAGUE else Recurs.NEVER
    return replace(draft, form=form, recurs=recurs, minutes=0, size=0)


def with_choice(draft: Draft, menu: str, choice: str) -> Draft:
    """Return a draft after a choice in one of its menus. Raises Refusal for an unknown one."""
    try:
        match menu:
            case "form":
                return with_form(draft, Form(choice.partition("|")[0]))
            case "game":
                return replace(draft, words=choice[:LONGEST_WORDS])
            case "time":
                return replace(draft, time=str(TimeControl.read(choice)), minutes=0)
            case "again":
                return replace(draft, recurs=Recurs("" if choice == NEVER else choice))
            case "extras":
                on = set(choice.split())
                return replace(
                    draft,
                    rated=RATED in on,
                    games=GAMES in on,
                    double=DOUBLE in on,
                    level=(draft.level or FILLING_LEVEL) if FILLED in on else 0,
                )
    except ValueError:
        pass
    raise Refusal(OUT_OF_DATE)


def with_words(draft: Draft, words: str) -> Draft:
    """Return a draft with the game, options, time and stakes of a challenge's words.

    Raises Unclear, and Refusal for what a tournament does not have.
    """
    said = parse_challenge(words)
    if said.blindfold or said.seat is not None or said.watch:
        raise Refusal(
            Text(
                "Name the game, its options, the time limit, and `rated` or `unrated`: sides are "
                "for the pairing to choose."
            )
        )
    changed = replace(draft, words=game_words(said.game, said.options, said.players))
    if said.time is not None:
        changed = replace(changed, time=str(said.time))
    if said.rated is not None:
        changed = replace(changed, rated=said.rated)
    if said.levels:
        changed = replace(changed, level=said.levels[0])
    elif said.computers:
        changed = replace(changed, level=changed.level or FILLING_LEVEL)
    return changed


def game_words(game: Game, options: dict[str, Any], players: int | None) -> str:
    """Return the words for a game with options, as short as they can be read again."""
    chosen = [
        f"{name}={str(value).lower()}"
        for name, value in options.items()
        if value != game.options[name].default
    ]
    count = [str(players)] if players is not None and len(game.seats) > 1 else []
    return " ".join([game.name, *count, *chosen])


def with_start(draft: Draft, typed: str, *, zone: str, now: datetime) -> Draft:
    """Return a draft with the typed start: a time, or how many have to join. Raises Refusal."""
    said = typed.strip()
    if not said:
        return replace(draft, starts=0)
    if said.isascii() and said.isdecimal() and len(said) <= LONGEST_COUNT:
        return replace(draft, starts=0, wanted=int(said))
    return with_moment(draft, read_moment(said, zone=zone, now=now), now)


def with_moment(draft: Draft, moment: datetime, now: datetime) -> Draft:
    """Return a draft with a start, at least as far away as people need to be called to it."""
    return replace(draft, starts=int(max(moment, now + CALLED_BEFORE_LIVE).timestamp()))


LONGEST_COUNT: Final = 3
"""Digits of a number of players."""

NEVER: Final = "never"
"""The entry for a tournament that does not recur: an entry cannot be empty."""


def with_size(draft: Draft, typed: str) -> Draft:
    """Return a draft with the typed rounds of a Swiss, or players of a group. Raises Refusal."""
    said = typed.strip()
    if not said:
        return replace(draft, size=0)
    swiss = draft.form is Form.SWISS
    least, most = (1, MOST_ROUNDS) if swiss else (SMALLEST_GROUP, LARGEST_GROUP)
    if not (said.isascii() and said.isdecimal() and least <= int(said[:LONGEST_COUNT]) <= most):
        what = Text("Rounds") if swiss else Text("Players of a group")
        raise Refusal(Text("{what}: from {least} to {most}.", what=what, least=least, most=most))
    return replace(draft, size=int(said))


def with_span(draft: Draft, typed: str) -> Draft:
    """Return a draft with the typed length of a round. Raises Refusal."""
    if not typed.strip():
        return replace(draft, minutes=0)
    span = read_span(typed)
    check_round_time(span)
    return replace(draft, minutes=span // timedelta(minutes=1))
