"""The parser of typed times and spans: ``sunday 20:00``, ``in 2 days``, ``7d``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from cogs.language.time_limits import span_of
from cogs.language.typed_words import plain, with_plain_signs, words_for
from cogs.timekeeping.time_zones import zone_names, zone_of
from engine import Refusal, Text
from engine.text import either, in_context, quoted

FURTHEST: Final = timedelta(days=366)
"""The longest wait for a time that is accepted; later times are slips of the finger."""

SHORTEST_ZONE: Final = 3
"""The fewest characters of a time zone's name that is read after a time."""

MOST_WORDS: Final = 5
"""The most words of a time that is found among other words."""

LONGEST: Final = 60
"""The most characters of a time or a span that is read."""

DAYS: Final = (
    in_context("typed", "monday mon"),
    in_context("typed", "tuesday tue tues"),
    in_context("typed", "wednesday wed"),
    in_context("typed", "thursday thu thur thurs"),
    in_context("typed", "friday fri"),
    in_context("typed", "saturday sat"),
    in_context("typed", "sunday sun"),
)
"""The words for the days of the week, from Monday on."""

TODAY: Final = in_context("typed", "today tonight")
TOMORROW: Final = in_context("typed", "tomorrow")
NOW: Final = in_context("typed", "now")
IN: Final = in_context("typed", "in")
"""The word before a span of time; without it, *20h* is an hour of the day."""

BETWEEN: Final = in_context("typed", "at on the next")
"""The words in a time that mean nothing."""

EXAMPLES: Final = (Text("sunday 20:00"), Text("2026-12-31 20:00"), Text("in 2 days"))

NOON: Final = in_context("typed", "noon midday")
MIDNIGHT: Final = in_context("typed", "midnight")
"""The words for hours of a day; midnight is its first moment."""

_HOUR = re.compile(
    r"([01]?[0-9]|2[0-3])(?:(?::|h)([0-5][0-9])?(?::[0-5][0-9])?)(am|pm)?|(1[0-2]|0?[1-9])(am|pm)"
)
_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_HALF = re.compile(r"(?<=[0-9])\s*([ap])\.?m\.?(?!\w)")
"""The halves of a day: ``8 pm``, ``8 p.m.``"""
_DOTTED = re.compile(r"(?<![0-9.])([01]?[0-9]|2[0-3])\.([0-5][0-9])(?![0-9.])")
_BETWEEN_DATE_AND_HOUR = re.compile(r"(?<=[0-9]{4}-[0-9]{2}-[0-9]{2})t(?=[0-9])")
_OFFSET = re.compile(
    r"(?<=:[0-5][0-9])\s*(?:z|([+-])([0-9]{2}):?([0-9]{2}))\Z"
    r"|(?<!\w)(?:utc|gmt|z)(?:([+-])([0-9]{1,2})(?::?([0-9]{2}))?)?\Z"
)
"""The difference from UTC after a time: ``20:00Z``, ``20:00+02:00``, ``20:00 utc+2``."""
_STAMP = re.compile(r"<t:([0-9]{1,12})(?::[A-Za-z])?>")


def read_moment(typed: str, *, zone: str, now: datetime) -> datetime:
    """Return a typed future time in UTC, read in a time zone.

    An hour without a day is the next such hour; a day of the week is the next such day. Another
    zone may follow the time: ``20:00 UTC``, ``20:00+02:00``, ``8 pm Paris``. Raises Refusal for an
    unreadable time, one in the past, and one more than a year away.
    """
    said = plain(with_plain_signs(typed[: 2 * LONGEST])).replace(",", " ").replace("'", "")
    if len(typed) > LONGEST:
        raise _unclear(typed)
    stamp = _STAMP.fullmatch(said.strip())
    if stamp:
        moment = _stamped(stamp[1])
    else:
        said, named = _zone_in(_written_alike(said).rstrip(" ."))
        moment = _said(said.split(), named or zone_of(zone), now)
    if moment is None:
        raise _unclear(typed)
    if moment > now + FURTHEST:
        raise Refusal(Text("That is more than a year away; name a nearer time."))
    if moment < now:
        raise Refusal(Text("That time is over; name one that is to come."))
    return moment


def as_typed(moment: datetime, zone: str) -> str:
    """Return a moment as typed in a time zone, to the minute: ``2026-12-31 20:00``."""
    return f"{moment.astimezone(zone_of(zone)):%Y-%m-%d %H:%M}"


def moment_among(
    words: Sequence[str], *, zone: str, now: datetime
) -> tuple[datetime | None, list[str]]:
    """Return the first time among words, None if there is none, and the words without it.

    A time begins with a day, a date, an hour such as ``20:00``, or a word for *now* or *in*: a span
    alone is no time. Raises Refusal for a time in the past, or too far away.
    """
    for start, word in enumerate(words):
        if not _begins_moment(plain(word)):
            continue
        for end in range(min(len(words), start + MOST_WORDS), start, -1):
            said = _written_alike(plain(" ".join(words[start:end])).replace(",", " "))
            rest, named = _zone_in(said.rstrip(" ."))
            if _said(rest.split(), named or zone_of(zone), now) is not None:
                moment = read_moment(" ".join(words[start:end]), zone=zone, now=now)
                return moment, [*words[:start], *words[end:]]
    return None, list(words)


def _begins_moment(word: str) -> bool:
    """Return whether a time, rather than a span, may begin with a word."""
    firsts = (*DAYS, TODAY, TOMORROW, NOW, IN)
    is_hour = ":" in word and _hour(word) is not None
    return is_hour or bool(_DATE.fullmatch(word)) or any(word in words_for(one) for one in firsts)


def read_span(typed: str) -> timedelta:
    """Return a typed span, such as ``7d`` or ``2 hours``. Raises Refusal if it is unreadable."""
    span = span_of(plain(with_plain_signs(typed[:LONGEST])))
    if span is None:
        raise Refusal(
            Text(
                "I do not understand `{words}` as a span of time; say `7d` or `2h`.",
                words=quoted(typed),
            )
        )
    return span


def _written_alike(said: str) -> str:
    """Return a text with hours such as ``20.00`` as ``20:00``, and ``8 p.m.`` as ``8pm``.

    The ``t`` between a date and an hour becomes a space.
    """
    said = _BETWEEN_DATE_AND_HOUR.sub(" ", _HALF.sub(r"\1m", said))
    return _DOTTED.sub(r"\1:\2", said)


def _zone_in(said: str) -> tuple[str, tzinfo | None]:
    """Return a text without the time zone at its end, and the zone or None if there is none."""
    if (found := _OFFSET.search(said)) is not None:
        sign, hours, minutes = found.groups()[:3] if found[1] else found.groups()[3:]
        span = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
        if span < timedelta(days=1):
            return said[: found.start()], timezone(-span if sign == "-" else span)
    words = said.split()
    for count in (2, 1):
        name = " ".join(words[-count:])
        if len(words) > count and len(name) >= SHORTEST_ZONE:
            zones = [zone for zone, names in zone_names().items() if name in names]
            if len(zones) == 1:
                return " ".join(words[:-count]), zone_of(zones[0])
    return said, None


def _said(words: list[str], zone: tzinfo, now: datetime) -> datetime | None:
    """Return the time that lower-case words name, None if they name none.

    A span is counted from ``now``.
    """
    if words and all(word in words_for(NOW) for word in words):
        return now
    if words and words[0] in words_for(IN):
        span = span_of(" ".join(words[1:]))
        return None if span is None else now + span
    rest = [word for word in words if word not in words_for(BETWEEN)]
    hours = [hour for word in rest if (hour := _hour(word)) is not None]
    days = [word for word in rest if _hour(word) is None]
    if len(hours) != 1 or len(days) > 1:
        span = span_of(" ".join(rest))
        return None if span is None else now + span
    today = now.astimezone(zone).date()
    if not days:
        first = _at(today, hours[0], zone, now)
        return first if first > now else _at(today + timedelta(days=1), hours[0], zone, now)
    day = _day(days[0], today)
    if day is None:
        return None
    moment = _at(day, hours[0], zone, now)
    if moment <= now and days[0] in _weekdays():
        return _at(day + timedelta(days=7), hours[0], zone, now)
    return moment


def _stamped(seconds: str) -> datetime | None:
    """Return the time of a Discord timestamp in Unix seconds, None if it is out of range."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (OverflowError, OSError, ValueError):
        return None


def _hour(word: str) -> time | None:
    """Return the time of day in a word such as ``20:00``, ``20h30``, ``8pm``, None for others."""
    if word in words_for(NOON) or word in words_for(MIDNIGHT):
        return time(12 * (word in words_for(NOON)))
    found = _HOUR.fullmatch(word)
    if found is None:
        return None
    hour, minute, half = int(found[1] or found[4]), int(found[2] or 0), found[3] or found[5]
    if half is not None:
        hour = hour % 12 + 12 * (half == "pm")
    return time(hour, minute)


def _day(word: str, today: date) -> date | None:
    """Return the day that a word names, None for other words."""
    if word in words_for(TODAY):
        return today
    if word in words_for(TOMORROW):
        return today + timedelta(days=1)
    if word in _weekdays():
        return today + timedelta(days=(_weekdays()[word] - today.weekday()) % 7)
    written = _DATE.fullmatch(word)
    try:
        return date(*map(int, written.groups())) if written else None
    except ValueError:
        return None


def _at(day: date, hour: time, zone: tzinfo, now: datetime) -> datetime:
    """Return the moment of an hour on a day in a zone.

    An hour that the clocks skip is shifted by the gap. If an hour comes twice, and the first time
    is over, the second is meant.
    """
    first, second = (
        datetime.combine(day, hour.replace(fold=fold), zone).astimezone(UTC) for fold in (0, 1)
    )
    return second if first <= now < second else first


def _unclear(typed: str) -> Refusal:
    examples = [Text("`{example}`", example=one) for one in EXAMPLES]
    return Refusal(
        Text(
            "I cannot read `{words}` as a time. Write it like {examples}.",
            words=quoted(typed),
            examples=either(examples),
        )
    )


@lru_cache(maxsize=1)
def _weekdays() -> Mapping[str, int]:
    return MappingProxyType(
        {word: number for number, text in enumerate(DAYS) for word in words_for(text)}
    )
