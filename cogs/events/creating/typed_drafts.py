"""Drafts of events from typed words: ``swiss halma sunday 20:00``, ``frisian 10 boards 1d``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

import discord

from cogs.events.creating.draft import FILLING_LEVEL, Draft
from cogs.events.creating.event_forms import EVENT_FORMS, LONGEST_COUNT, form_of
from cogs.language.challenge_parser import parse_challenge
from cogs.language.moments import moment_among
from cogs.language.typed_words import plain, words_for
from engine import Refusal, Text
from engine.text import in_context, readable
from engine.tournaments.terms import MOST_BOARDS_OF_A_TEAM, Form, HostsSeat

PEOPLE: Final = in_context("typed", "players player people")
"""The words after the number of players with whom the event starts."""

ROUNDS: Final = in_context("typed", "rounds round")
"""The words after the number of rounds."""

BOARDS: Final = in_context("typed", "boards board")
FILL: Final = in_context("typed", "fill filled")
TURNS: Final = in_context("typed", "alternating alternate turns")
VERSUS: Final = in_context("typed", "vs versus against")
"""The words after the number of boards, for computers at empty boards, for alternating seats, and
between two teams.
"""

_PERSON = re.compile(r"<@!?([0-9]{15,20})>")
_ROLE = re.compile(r"<@&([0-9]{15,20})>")


def form_named(word: str) -> Form | None:
    """Return the form of tournaments that a word names, None if it names none."""
    for form, one in EVENT_FORMS.items():
        if one.typed is not None and plain(word) in words_for(one.typed):
            return form
    return None


def typed_draft(draft: Draft, words: str, zone: str, now: datetime) -> Draft:
    """Return a draft changed by typed words: a form, the words of a challenge, a start.

    ``6 players`` means a start once six have joined, unless the game has tables of six. ``3
    rounds`` sets the rounds of a Swiss tournament. Raises Unclear for an unclear word, and Refusal
    for a time in the past, for rounds in another form, and for words that do not apply.
    """
    moment, typed = moment_among(words.split(), zone=zone, now=now)
    if moment is not None:
        draft = form_of(draft).with_moment(draft, moment, now)
    rest, players, rounds = list[str](), 0, 0
    for word in typed:
        follows_number = bool(rest) and rest[-1].isascii() and rest[-1].isdecimal()
        if follows_number and plain(word) in words_for(PEOPLE):
            players = int(rest.pop()[:LONGEST_COUNT])
            continue
        if follows_number and plain(word) in words_for(ROUNDS):
            rounds = int(rest.pop()[:LONGEST_COUNT])
            continue
        form = form_named(word)
        if form is None:
            rest.append(word)
        else:
            draft = EVENT_FORMS[form].chosen(draft)
    said = " ".join(rest)
    changed = form_of(draft).with_words(draft, said) if said else draft
    if rounds and not draft.form.traits.may_set_rounds:
        raise Refusal(Text("Only a Swiss has as many rounds as you like."))
    if rounds:
        changed = replace(changed, size=rounds)
    if not players:
        return changed
    seats = parse_challenge(changed.words).game.seats
    if len(seats) > 1 and players in seats:
        return form_of(draft).with_words(changed, f"{changed.words} {players}")
    return replace(changed, wanted=players)


def typed_sides(draft: Draft, words: str) -> Draft:
    """Return a draft with sides changed by typed words, such as ``halma @Red @Blue 10 boards 1d``.

    Raises Unclear for an unclear word, and Refusal for words that do not apply.
    """
    draft, words = _with_sides(draft, words)
    rest: list[str] = []
    for word in words.split():
        if plain(word) in words_for(BOARDS) and rest and rest[-1].isdecimal():
            draft = replace(draft, boards=int(rest.pop()[:LONGEST_COUNT]))
        elif plain(word) in words_for(TURNS):
            draft = replace(draft, seat=HostsSeat.TURNS)
        elif plain(word) in words_for(FILL):
            draft = replace(draft, level=FILLING_LEVEL)
        else:
            rest.append(word)
    return form_of(draft).with_words(draft, " ".join(rest)) if rest else draft


def with_named(draft: Draft, roles: Sequence[discord.Role | None], names: Sequence[str]) -> Draft:
    """Return a draft with the roles and the names of two teams, by default the roles' names.

    Raises Refusal if only one team has a role, or a name.
    """
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


def _with_sides(draft: Draft, words: str) -> tuple[Draft, str]:
    """Return a draft with the two roles, or the two teams of people, mentioned in ``words``.

    Return the words without the mentions, too. Raises Refusal if the mentions make no two teams, or
    the form has no teams.
    """
    roles = tuple(int(one) for one in dict.fromkeys(_ROLE.findall(words)))
    people = _PERSON.findall(words)
    if (roles or people) and not form_of(draft).has_teams:
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
    """Return the people mentioned before and after the word that separates two teams.

    Raises Refusal unless there are two teams of people, neither too large.
    """
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
