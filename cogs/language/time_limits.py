"""The words that people type for time limits (``1d``, ``1 day``, ``blitz``); texts about clocks."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import discord

from cogs.language.catalogues import without_accents
from cogs.language.did_you_mean import Entry, Unclear, near
from cogs.language.typed_words import words_for
from engine import Text
from engine.table.clock import LARGEST_BANK, TURN_LIMITS, UNLIMITED, TimeControl, is_time
from engine.table.match import Match
from engine.text import either, in_context, joined, quoted

CLOCKS: Final = ("5+5", "10+10", "15+10", "30+20")
"""The clocks that are proposed; others can be typed."""

UNITS: Final = {
    in_context("typed", "m min mins minute minutes"): timedelta(minutes=1),
    in_context("typed", "h hr hrs hour hours"): timedelta(hours=1),
    in_context("typed", "d day days"): timedelta(days=1),
    in_context("typed", "w week weeks"): timedelta(days=7),
}

PACES: Final = {
    in_context("typed", "bullet blitz"): ("5+5", "10+10"),
    in_context("typed", "rapid"): ("10+10", "15+10"),
    in_context("typed", "classical slow"): ("30+20", "1d", "3d"),
    in_context("typed", "daily correspondence"): ("1d", "3d", "7d"),
}
"""The closest time limits, by the words for paces of play."""

NO_LIMIT: Final = in_context("typed", "unlimited untimed")

_MINUTES: Final = next(iter(UNITS))
"""The words for minutes: ``15 min`` is a clock for all moves, unless a limit of a turn is as long.
"""

PROPOSED: Final = 2
"""The most limits that a question names as the nearest."""

_CLOCK = re.compile(
    r"(?<![\w+|.:])([0-9]{1,3})\s*(?:m|mins?|minutes?|['′])?\s*[+|]\s*"
    r"([0-9]{1,3})\s*(?:s|secs?|seconds?|secondes?|[\"″]|'')?(?![\w+|'\"])"
)
_PRIME = re.compile(r"(?<![\w+|.:])([0-9]{1,3})\s*['′](?![\w'′])")
"""Clocks as people write them: ``10 + 10``, ``5|3``, ``10 min + 5 s``, ``15'``."""

_SPAN = re.compile(r"([0-9]{1,4})([a-z]+)")


def with_clocks(words: str) -> str:
    """Return words with the clocks among them, however written, in the form ``10+10``."""
    written = words.replace("\u2019", "'")
    return _PRIME.sub(r"\1+0", _CLOCK.sub(r"\1+\2", written))


def take_times(words: Sequence[str]) -> tuple[TimeControl | None, list[str]]:
    """Return the time control among words, None if there is none, and the other words.

    The words are in lower case, without accents. Raises Unclear for a limit that does not exist,
    and for a pace, which several limits may suit.
    """
    found, rest = list[str](), list[str]()
    for phrase in _phrases(words):
        if is_time(phrase):
            found.append(phrase)
        elif (limit := _limit_of(phrase)) is not None:
            found.append(limit)
        else:
            rest.append(phrase)
    return (TimeControl.read(" ".join(found)) if found else None), rest


def is_time_word(word: str) -> bool:
    """Return whether a word names a pace of play, or is a unit of time."""
    return word in _units() or any(word in words_for(text) for text in (*PACES, NO_LIMIT))


def read_time(typed: str) -> TimeControl:
    """Return a typed time control. Raises Unclear for an unreadable one."""
    words = without_accents(with_clocks(typed.lower())).replace(",", " ").split()
    control, rest = take_times(words)
    if rest or control is None:
        said = " ".join(rest)
        known = {word: (word, str(TimeControl.read(word).text)) for word in _LIMITS}
        raise _unclear(said, near(said, known).proposed)
    return control


_LIMITS: Final = (*TURN_LIMITS, *CLOCKS, UNLIMITED)


def _phrases(words: Sequence[str]) -> Iterator[str]:
    """Yield the words, but a number and the unit after it together: ``10 min``."""
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if word.isdecimal() and waiting and waiting[0] in _units() and len(word) < 5:
            word = f"{word} {waiting.pop(0)}"
        yield word


def _limit_of(phrase: str) -> str | None:
    """Return the limit that a phrase names, None if it names no time.

    Raises Unclear for a pace, and for a span that is no limit.
    """
    if phrase in words_for(NO_LIMIT):
        return UNLIMITED
    for pace, limits in PACES.items():
        if phrase in words_for(pace):
            raise _unclear(phrase, limits)
    span = span_of(phrase)
    if span is None:
        return None
    for limit, length in TURN_LIMITS.items():
        if length == span:
            return limit
    minutes = re.sub(r"\D", "", phrase)
    is_in_minutes = phrase.replace(" ", "").removeprefix(minutes) in words_for(_MINUTES)
    if is_in_minutes and timedelta() < span <= LARGEST_BANK:
        return f"{int(minutes)}+0"
    span = max(span, timedelta(minutes=1))
    nearest = sorted(TURN_LIMITS, key=lambda limit: abs(math.log(TURN_LIMITS[limit] / span)))
    raise _unclear(phrase, nearest[:PROPOSED])


def span_of(phrase: str) -> timedelta | None:
    """Return the span that a phrase such as ``10min`` or ``10 min`` names, None for others.

    The phrase is in lower case, without accents.
    """
    written = _SPAN.fullmatch(phrase.replace(" ", ""))
    unit = _units().get(written[2]) if written else None
    return None if written is None or unit is None else int(written[1]) * unit


def _unclear(said: str, nearest: Sequence[str]) -> Unclear:
    limits = list(dict.fromkeys([*nearest, *_LIMITS]))
    texts = [
        Text("`{limit}` ({text})", limit=limit, text=TimeControl.read(limit).text)
        for limit in nearest[:PROPOSED]
    ]
    if texts:
        text = Text(
            "I have no time limit `{word}`. Did you mean {limits}?",
            word=quoted(said),
            limits=either(texts),
        )
    else:
        text = Text(
            "I have no time limit `{word}`. Say how long a turn may take, such as `1d`, or a "
            "clock such as `10+10`: minutes for all moves, and seconds more for each.",
            word=quoted(said),
        )
    entries = [Entry(limit, limit, TimeControl.read(limit).text) for limit in limits]
    return Unclear(text, entries, option="time", said=said)


@lru_cache(maxsize=1)
def _units() -> MappingProxyType[str, timedelta]:
    return MappingProxyType(
        {word: span for text, span in UNITS.items() for word in words_for(text)}
    )


def time_text(match: Match) -> Text:
    """Return the text about a match's time limit, and the effect of running out of time."""
    if not match.time and match.crowds:
        return Text("Time: that of each vote")
    if not match.time:
        return Text("No time limit")
    if match.time.claimed:
        return Text(
            "Time: {limit}; when it is over, an opponent may claim the game", limit=match.time.text
        )
    return Text("Time: {limit}; if you run out of it, you are out at once", limit=match.time.text)


def clock_texts(match: Match, now: datetime | None = None) -> Iterator[Text]:
    """Yield texts about the time left in a match whose time runs; none for other matches.

    By default, they stay right as time passes: they give the moment when the moving seat's time
    ends, and the clocks of the other seats at the last event. With ``now``, they give all clocks at
    that time.
    """
    if match.deadline is None:
        return
    turn = match.position.turn
    running = turn if now is None else None
    now = now or match.events[-1].at
    holiday = match.timing.holiday(turn, now)
    if holiday is not None and match.time.turn:
        until = discord.utils.format_dt(holiday, "D")
        yield Text("On holiday until {when}: time stands still.", when=until)
    if match.time.bank is None or running is not None:  # otherwise the seat's clock is shown
        yield Text("Time runs out {when}.", when=discord.utils.format_dt(match.deadline, "R"))
    if match.time.bank is not None:
        clocks = [
            Text("{seat} {clock}", seat=seat.name, clock=_face(left))
            for number, seat in enumerate(match.seats)
            if seat.active and number != running and (left := match.left(number, now)) is not None
        ]
        if clocks:
            yield joined(clocks, " · ")


def _face(left: timedelta) -> str:
    """Return a span as a clock shows it, such as ``1:05:09`` or ``9:32``; at least ``0:00``."""
    seconds = max(int(left.total_seconds()), 0)
    hours, minutes = divmod(seconds // 60, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds % 60:02}"
    return f"{minutes}:{seconds % 60:02}"
