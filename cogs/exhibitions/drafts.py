"""An exhibition that is being created: what was typed and chosen, and the terms that it makes.

All of it is in the panel itself, so that that works after a restart and in any process: what is
short in the ids of its controls, the game's words in the entry of its menu.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Self

import discord

from cogs.events.creating.draft import FILLING_LEVEL, game_words
from cogs.events.event_rules import FORMS
from cogs.language.catalogues import plainly, shortened
from cogs.language.challenge_parser import parse_challenge
from cogs.language.typed_words import plain, words_for
from engine import Refusal, Text
from engine.table.clock import TimeControl
from engine.table.record import computer
from engine.text import in_context, readable
from engine.tournaments.terms import (
    FEWEST_BOARDS,
    LONGEST_NAME,
    MOST_BOARDS,
    MOST_BOARDS_OF_A_TEAM,
    Form,
    HostsSeat,
    Terms,
)

OUT_OF_DATE: Final = Text("This panel is out of date; `/simul` and `/teams` open another.")

BOARDS: Final = in_context("typed", "boards board")
FILL: Final = in_context("typed", "fill filled")
TURNS: Final = in_context("typed", "alternating alternate turns")
VERSUS: Final = in_context("typed", "vs versus against")
"""The words for the number of boards, computers at empty boards, seats in turns, and two teams."""

USUAL_BOARDS: Final = {Form.SIMUL: 10, Form.TEAM: 4}

TEAMS: Final = (Text("Red"), Text("Blue"))
"""The names of teams that nobody has named."""

_PERSON = re.compile(r"<@!?([0-9]{15,20})>")
_ROLE = re.compile(r"<@&([0-9]{15,20})>")


@dataclass(frozen=True)
class Draft:
    """An exhibition that is being created.

    ``words`` name the game and its options as a challenge does. ``time`` is empty for the usual
    one, ``boards`` 0. A computer of the level ``host`` is the host, a person if it is 0. Computers
    of ``level`` take empty boards; 0: none do. ``named`` are the people of two teams.
    """

    form: Form
    words: str = ""
    boards: int = 0
    time: str = ""
    seat: HostsSeat = HostsSeat.FIRST
    host: int = 0
    level: int = 0
    name: str = ""
    teams: tuple[str, ...] = ()
    roles: tuple[int, ...] = ()
    named: tuple[tuple[int, ...], ...] = ()
    starts: datetime | None = None

    def code(self) -> str:
        """Return the draft as a short code, for the ids of controls."""
        return f"{self.form}.{self.boards}.{self.time}.{self.seat}.{self.host}.{self.level}"

    @classmethod
    def read(cls, code: str, words: str) -> Self:
        """Return the draft of a panel's values. Raises Refusal for any others."""
        try:
            form, boards, time, seat, host, level = code.split(".")
            return cls(
                Form(form),
                words,
                int(boards),
                time,
                HostsSeat(seat),
                int(host),
                int(level),
            )
        except ValueError:
            raise Refusal(OUT_OF_DATE) from None

    @property
    def most(self) -> int:
        """The most boards that its form has."""
        return MOST_BOARDS if self.form is Form.SIMUL else MOST_BOARDS_OF_A_TEAM

    @property
    def hosts_id(self) -> int | None:
        """The id of the computer that is the host; None for a person."""
        return computer(self.host) if self.host and self.form is Form.SIMUL else None

    @property
    def _usual_boards(self) -> int:
        """As many boards as people are named for the larger team, or the usual number."""
        named = max(map(len, self.named), default=0)
        return max(named, FEWEST_BOARDS) if named else USUAL_BOARDS[self.form]

    def control(self, usual: str) -> TimeControl:
        """Return the time limit; ``usual`` is that of the server."""
        if self.time:
            return TimeControl.read(self.time)
        return replace(TimeControl.read(usual), claimed=False) or TimeControl.read("1d")

    def terms(self, usual: str, locale: discord.Locale) -> Terms:
        """Return the terms. Raises Refusal if it cannot be made.

        ``locale`` is the language of names that nobody has given.
        """
        said = parse_challenge(self.words)
        seats = len(said.game.start(said.players, **said.options).seats)
        title = plainly(Text("{form}: {game}", form=FORMS[self.form], game=said.game.title), locale)
        teams = self.teams or tuple(plainly(team, locale) for team in TEAMS)
        return Terms(
            name=self.name or shortened(title, LONGEST_NAME),
            form=self.form,
            game=said.game,
            options=said.options,
            seats=seats,
            time=self.control(usual),
            rated=False,
            round_time=timedelta(),
            starts=self.starts,
            level=self.level,
            boards=self.boards or self._usual_boards,
            hosts_seat=self.seat,
            teams=teams if self.form is Form.TEAM else (),
            roles=self.roles,
        ).check()


def typed_draft(form: Form, words: str) -> Draft:
    """Return the draft of what was typed: ``frisian 10 boards 1d``, ``halma @Red @Blue``.

    Its words are empty if no game is named. Raises Refusal, and Unclear for a word that means
    nothing.
    """
    draft, words = _with_sides(Draft(form), words)
    rest: list[str] = []
    for word in words.split():
        if plain(word) in words_for(BOARDS) and rest and rest[-1].isdecimal():
            draft = replace(draft, boards=int(rest.pop()[:3]))
        elif plain(word) in words_for(TURNS):
            draft = replace(draft, seat=HostsSeat.TURNS)
        elif plain(word) in words_for(FILL):
            draft = replace(draft, level=FILLING_LEVEL)
        else:
            rest.append(word)
    return with_words(draft, " ".join(rest)) if rest else draft


def with_words(draft: Draft, words: str) -> Draft:
    """Return a draft with the game, options, time, side and computer of a challenge's words.

    Raises Unclear, and Refusal for what an exhibition does not have.
    """
    said = parse_challenge(words)
    if said.rated or said.blindfold or said.watch or said.computers > 1:
        raise Refusal(
            Text(
                "An exhibition is never rated, blindfold or played by computers alone: name the "
                "game, its options, the time limit and the number of boards."
            )
        )
    changed = replace(draft, words=game_words(said.game, said.options, said.players))
    if said.time is not None:
        changed = replace(changed, time=str(said.time))
    if said.seat is not None:
        changed = replace(changed, seat=[HostsSeat.FIRST, HostsSeat.SECOND][said.seat > 0])
    level = said.levels[0] if said.levels else FILLING_LEVEL
    if said.computers or said.levels:
        fills = draft.level > 0 or draft.form is Form.TEAM
        changed = replace(changed, level=level) if fills else replace(changed, host=level)
    return changed


def _with_sides(draft: Draft, words: str) -> tuple[Draft, str]:
    """Return a draft with the two roles, or the people of two teams, and the words without them."""
    roles = tuple(int(one) for one in dict.fromkeys(_ROLE.findall(words)))
    people = _PERSON.findall(words)
    if draft.form is Form.SIMUL and (roles or people):
        raise Refusal(Text("An exhibition names nobody: guests join by its button."))
    if len(roles) not in {0, 2}:
        raise Refusal(Text("Name two roles, one for each team."))
    if roles:
        draft = replace(draft, roles=roles)
    elif people:
        draft = replace(draft, named=_teams(words))
    bare = _PERSON.sub(" ", _ROLE.sub(" ", words))
    kept = [word for word in bare.split() if plain(word) not in words_for(VERSUS)]
    return draft, " ".join(kept)


def _teams(words: str) -> tuple[tuple[int, ...], ...]:
    """Return the people named before and after the word that stands between two teams."""
    teams: list[list[int]] = [[]]
    for word in words.replace("><", "> <").split():
        if plain(word) in words_for(VERSUS):
            teams.append([])
        elif found := _PERSON.fullmatch(word):
            teams[-1].append(int(found[1]))
    sizes = list(map(len, teams))
    if len(teams) != 2 or min(sizes) < 1 or max(sizes) > MOST_BOARDS_OF_A_TEAM:
        raise Refusal(
            Text(
                "Name the people of both teams with `vs` between them, up to {most} each.",
                most=MOST_BOARDS_OF_A_TEAM,
            )
        )
    return tuple(map(tuple, teams))


def with_named(draft: Draft, roles: Sequence[discord.Role | None], names: Sequence[str]) -> Draft:
    """Return a draft with roles and names of two teams: a role's name is its team's by default."""
    if any(roles) and not all(roles):
        raise Refusal(Text("Name two roles, one for each team."))
    found = tuple(role.id for role in roles if role is not None)
    given = [
        readable(name) or (role.name if role is not None else "")
        for name, role in zip(names, roles, strict=True)
    ]
    if any(given) and not all(given):
        raise Refusal(Text("Name both teams."))
    return replace(draft, roles=found, teams=tuple(given) if all(given) else ())
