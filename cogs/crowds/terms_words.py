"""The terms of a match of crowds, read from the words of a command, and put into sentences.

Examples of such words: ``relay frisian computer 4``, ``vote halma @Bob 12h quorum 3``,
``daily frysk 18:00 monday friday``, ``vote frisian @Reds against @Blues guard``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from cogs.language.moments import DAYS
from cogs.language.time_limits import span_of
from cogs.language.typed_words import plain, words_for
from cogs.members.mentions import people, person, side_name
from engine import Refusal, Text
from engine.crowds.crowd import Crowd
from engine.crowds.terms import EVERY_DAY, CrowdTerms, Nobody, Shown, Way
from engine.table.clock import span_text
from engine.table.match import Match
from engine.text import counted, in_context, joined, listed, quoted

AGAINST: Final = in_context("typed", "against vs versus")
GUARD: Final = in_context("typed", "guard guarded")
QUORUM: Final = in_context("typed", "quorum")
CAPTAIN: Final = in_context("typed", "captain")
DAYS_HERE: Final = in_context("typed", "member-days")
MESSAGES: Final = in_context("typed", "messages")
VISIBLE: Final = in_context("typed", "visible")
SECRET: Final = in_context("typed", "secret")
FORFEIT: Final = in_context("typed", "forfeit")
"""The words for the options of a crowd.

A member follows ``CAPTAIN``; a number follows ``QUORUM``, ``DAYS_HERE`` and ``MESSAGES``.
"""

_FLAGS: Final[Mapping[Text, Mapping[str, Any]]] = {
    GUARD: {"guard": True},
    VISIBLE: {"shown": Shown.OPEN},
    SECRET: {"shown": Shown.END},
    FORFEIT: {"nobody": Nobody.CLOCK},
}

ON_DAYS: Final = (
    in_context("day", "Monday"),
    in_context("day", "Tuesday"),
    in_context("day", "Wednesday"),
    in_context("day", "Thursday"),
    in_context("day", "Friday"),
    in_context("day", "Saturday"),
    in_context("day", "Sunday"),
)
"""The days of the week, from Monday on, as named in the terms."""

MOST_SAID: Final = 10
"""The most people named as a crowd; of more, some are only counted."""

FIRST_MOVES: Final = Text(
    "Whoever comes first moves; while more than three take part, nobody twice in a row."
)

USUAL: Final = CrowdTerms(Way.VOTE)
"""The terms of a vote if nothing else is said."""

_ROLE: Final = re.compile(r"<@&([0-9]{15,20})>")
_EVERYBODY: Final = re.compile(r"@(?:everyone|here)\b")
_HOUR: Final = re.compile(r"([01]?[0-9]|2[0-3])(?::00|h(?:00)?)")


def with_words(terms: CrowdTerms, words: Sequence[str]) -> tuple[CrowdTerms, list[str]]:
    """Return a crowd's terms with the options among typed ``words``, and the other words.

    Raises Refusal for an option without its number.
    """
    rest: list[str] = []
    weekdays: set[int] = set()
    left = list(words)
    while left:
        word = left.pop(0)
        said, following = plain(word), plain(left[0]) if left else ""
        if terms.way is Way.DAILY and (day := _weekday(said)) is not None:
            weekdays.add(day)
        elif (changed := _timed(terms, said) or _flagged(terms, said)) is not None:
            terms = changed
        elif (changed := _with_next(terms, said, following)) is not None:
            terms = changed
            left.pop(0)
        else:
            rest.append(word)
    if weekdays:
        terms = replace(terms, weekdays=frozenset(weekdays))
    return terms, rest


def _with_next(terms: CrowdTerms, said: str, following: str) -> CrowdTerms | None:
    """Return the terms with the option made by two words, such as ``12 hours``; None for others.

    Raises Refusal for an option without its number.
    """
    if said.isdecimal() and following.isalpha():
        return _timed(terms, said + following)
    return _numbered(terms, said, following)


def _timed(terms: CrowdTerms, said: str) -> CrowdTerms | None:
    """Return the terms with the hour, or the length of votes, in a word; None for others."""
    if terms.way is Way.DAILY and (hour := _HOUR.fullmatch(said)) is not None:
        return replace(terms, hour=int(hour[1]))
    span = span_of(said) if terms.way is Way.VOTE else None
    return replace(terms, span=span) if span is not None else None


def _flagged(terms: CrowdTerms, said: str) -> CrowdTerms | None:
    """Return the terms with the option that a word names; None for any other word."""
    for words, changes in _FLAGS.items():
        if said in words_for(words):
            return replace(terms, **changes)
    return None


def _numbered(terms: CrowdTerms, said: str, number: str) -> CrowdTerms | None:
    """Return the terms with an option that has a number; None for any other word.

    Raises Refusal for an option without its number.
    """
    options = {QUORUM: "quorum", DAYS_HERE: "days_here", MESSAGES: "messages"}
    for word, name in options.items():
        if said in words_for(word):
            if not number.isdecimal():
                raise Refusal(
                    Text("Say a number after `{word}`, such as `{word} 3`.", word=quoted(said))
                )
            changes: dict[str, Any] = {name: int(number[:4])}
            return replace(terms, **changes)
    return None


def _weekday(said: str) -> int | None:
    return next((day for day, names in enumerate(DAYS) if said in words_for(names)), None)


def sides_of(words: str) -> tuple[str, str | None]:
    """Return the words before ``against``, and those after it or None if that word is missing."""
    said = words.split()
    for place, word in enumerate(said):
        if plain(word) in words_for(AGAINST):
            return " ".join(said[:place]), " ".join(said[place + 1 :])
    return words, None


def take_roles(words: str, guild: discord.Guild) -> tuple[list[int], str]:
    """Return the roles named in words, and the words without them.

    A role is named by its mention, or by ``@`` and its name. The role of everybody is not counted.
    Raises Refusal for a role of another server.
    """
    found: list[int] = []

    def take(match: re.Match[str]) -> str:
        found.append(int(match[1]))
        return " "

    rest = _EVERYBODY.sub(" ", _ROLE.sub(take, words))
    for role in sorted(guild.roles, key=lambda one: -len(one.name)):
        name = re.compile(rf"@{re.escape(role.name)}(?!\w)", re.IGNORECASE)
        if not role.is_default() and not role.is_bot_managed() and name.search(rest):
            rest = name.sub(" ", rest, count=1)
            found.append(role.id)
    found = [role for role in found if role != guild.id]
    for number in found:
        if guild.get_role(number) is None:
            raise Refusal(Text("There is no such role on this server."))
    return found, rest


# Said


def terms_text(match: Match, crowd: Crowd, before: Crowd | None) -> Text:
    """Return the sentences on a crowd: who plays, how, and what is unusual in its votes.

    Terms that the crowd ``before`` shares are said with that crowd, and not again.
    """
    said = [] if before is None else [*_terms(before)]
    told = [one for one in _terms(crowd) if one not in said]
    return joined([members_text(match, crowd), *told])


def _terms(crowd: Crowd) -> Iterator[Text]:
    yield from _conditions(crowd.terms)
    yield _how(crowd.terms)
    if crowd.terms.votes:
        yield from _of_votes(crowd)


def members_text(match: Match, crowd: Crowd) -> Text:
    """Return the sentence about the members of a crowd."""
    terms, name = crowd.terms, side_name(match, crowd.user)
    if terms.role is not None and crowd.is_open:
        return Text("The role of {crowd} is gone: everybody in this channel plays.", crowd=name)
    if terms.role is not None:
        return Text("{crowd} is whoever has the role {role}.", crowd=name, role=f"<@&{terms.role}>")
    if len(terms.people) > MOST_SAID:
        named = people(terms.people[: MOST_SAID - 1])
        more = len(terms.people) - MOST_SAID + 1
        return Text("{crowd} is {people} and {more} others.", crowd=name, people=named, more=more)
    if terms.people:
        return Text("{crowd} is {people}.", crowd=name, people=people(terms.people))
    return Text("{crowd} is everybody in this channel.", crowd=name)


def _conditions(terms: CrowdTerms) -> Iterator[Text]:
    """Yield the sentences about the conditions that a crowd's members must meet."""
    if terms.days_here:
        yield counted(
            "Only members who have been here for {count} day play.",
            "Only members who have been here for {count} days play.",
            terms.days_here,
        )
    if terms.messages:
        yield counted(
            "Only members who have written {count} message in the channel lately play.",
            "Only members who have written {count} messages in the channel lately play.",
            terms.messages,
        )


def _how(terms: CrowdTerms) -> Text:
    """Return the sentence about a crowd's way of moving and its time limit."""
    if terms.way is Way.RELAY:
        return FIRST_MOVES
    if terms.way is Way.VOTE:
        return Text("Each move is voted on, for {span} at most.", span=span_text(terms.span))
    hour, zone = f"{terms.hour}:00", terms.zone
    if terms.weekdays == EVERY_DAY:
        return Text("One move a day is voted on, until {hour} ({zone}).", hour=hour, zone=zone)
    days = listed([ON_DAYS[day] for day in sorted(terms.weekdays)])
    return Text(
        "Each move is voted on, until {hour} ({zone}) on these days: {days}.",
        hour=hour,
        zone=zone,
        days=days,
    )


def _of_votes(crowd: Crowd) -> Iterator[Text]:
    """Yield the sentences about the unusual terms of a crowd's votes."""
    terms = crowd.terms
    if crowd.captain is not None:
        yield Text(
            "{captain} is the captain and chooses if fewer than {quorum} vote.",
            captain=person(crowd.captain),
            quorum=terms.quorum,
        )
    elif terms.quorum != USUAL.quorum and terms.way is Way.VOTE:
        yield Text("A vote may end early once {quorum} have voted.", quorum=terms.quorum)
    if terms.shown is Shown.OPEN:
        yield Text("Everybody sees how a vote stands.")
    elif terms.shown is Shown.END:
        yield Text("The votes are shown once voting has ended.")
    if terms.guard:
        yield Text("The computer drops moves that lose more than a piece for nothing.")
    if terms.nobody is Nobody.CLOCK:
        yield Text("If nobody votes, the time is extended once; then the side has lost.")
    elif terms.level != USUAL.level:
        yield Text(
            "If nobody votes, the time is extended once; then a computer of level {level} moves.",
            level=terms.level,
        )
