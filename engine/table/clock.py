"""Time control: how long players may take, and when time stands still."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final, NamedTuple, Self

from engine.errors import Refusal
from engine.text import Text, counted, quoted

TURN_LIMITS: Final = MappingProxyType(
    {
        "5min": timedelta(minutes=5),
        "1h": timedelta(hours=1),
        "8h": timedelta(hours=8),
        "1d": timedelta(days=1),
        "3d": timedelta(days=3),
        "7d": timedelta(days=7),
    }
)
"""The possible limits of a turn, by the word typed for each."""

UNLIMITED: Final = "none"
"""The word for no time limit."""

CLAIMED: Final = "claim"
"""The word for time-outs that count only if an opponent claims them."""

LARGEST_BANK: Final = timedelta(hours=3)
LARGEST_INCREMENT: Final = timedelta(minutes=3)
"""The largest settings of a clock for live games."""

_CLOCK = re.compile(r"([0-9]{1,3})\+([0-9]{1,3})")
_HOST = re.compile(r"seat([0-9]{1,2})x([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time limits of the players.

    ``turn`` limits each turn. ``bank`` limits all turns of a player together, with ``increment``
    added after each. If both are None, there is no limit. A player without time left is out at once
    or, if time-outs are ``claimed``, when an opponent claims it. The seat ``host`` belongs to a
    player at ``boards`` boards, whose bank is that many times as large, up to ``LARGEST_BANK``.
    """

    turn: timedelta | None = None
    bank: timedelta | None = None
    increment: timedelta = timedelta()
    claimed: bool = False
    host: int | None = None
    boards: int = 1

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the time control in a text: ``none``, ``1d``, ``10+10``, ``3d claim``.

        Raises Refusal for anything else.
        """
        control = cls()
        for word in text.lower().split():
            clock, host = _CLOCK.fullmatch(word), _HOST.fullmatch(word)
            if word == CLAIMED:
                control = replace(control, claimed=True)
            elif word in TURN_LIMITS:
                control = replace(control, turn=TURN_LIMITS[word], bank=None)
            elif clock:
                bank, increment = _clock(int(clock[1]), int(clock[2]))
                control = replace(control, turn=None, bank=bank, increment=increment)
            elif host:
                control = replace(control, host=int(host[1]), boards=int(host[2]))
            elif word != UNLIMITED:
                raise Refusal(
                    Text(
                        "I do not know the time limit `{word}`: say one of {limits}, or a clock "
                        "such as `10+10` (minutes for all moves, seconds added after each).",
                        word=quoted(word),
                        limits=", ".join(f"`{limit}`" for limit in (UNLIMITED, *TURN_LIMITS)),
                    )
                )
        return control or cls()

    def __str__(self) -> str:
        if self.bank is not None:
            written = f"{self.bank // timedelta(minutes=1)}+{self.increment.seconds}"
        else:
            written = next((w for w, limit in TURN_LIMITS.items() if limit == self.turn), UNLIMITED)
        if self.host is not None:
            written = f"{written} seat{self.host}x{self.boards}"
        return f"{written} {CLAIMED}" if self.claimed else written

    def __bool__(self) -> bool:
        """Return whether there is any limit."""
        return self.turn is not None or self.bank is not None

    @property
    def limit(self) -> timedelta | None:
        """The limit of a turn, or of all turns of a player; None without a limit."""
        return self.turn or self.bank

    def with_host(self, seat: int, boards: int) -> Self:
        """Return this time control with ``seat`` as the seat of a host who plays at ``boards``."""
        return replace(self, host=seat, boards=boards)

    def bank_of(self, seat: int) -> timedelta | None:
        """Return the bank of a seat at the start, or None if there is no clock."""
        if self.bank is None or seat != self.host:
            return self.bank
        return max(self.bank, min(self.bank * self.boards, LARGEST_BANK))

    @property
    def text(self) -> Text:
        """The limit in words, for a card."""
        if self.bank is not None and not self.increment and self.host is not None:
            return Text(
                "{bank} on the clock, {more} for the host",
                bank=span_text(self.bank),
                more=span_text(self.bank_of(self.host) or self.bank),
            )
        if self.bank is not None and not self.increment:
            return Text("{bank} each on the clock", bank=span_text(self.bank))
        if self.bank is not None and self.host is not None:
            return Text(
                "{bank} on the clock, {more} for the host, {seconds} s more after every move",
                bank=span_text(self.bank),
                more=span_text(self.bank_of(self.host) or self.bank),
                seconds=self.increment.seconds,
            )
        if self.bank is not None:
            return Text(
                "{bank} each on the clock, {seconds} s more after every move",
                bank=span_text(self.bank),
                seconds=self.increment.seconds,
            )
        if self.turn is not None:
            return Text("{limit} a turn", limit=span_text(self.turn))
        return Text("no time limit")


def span_text(span: timedelta) -> Text:
    """Return a span of time in words, in the largest unit that gives a whole number."""
    if not span % timedelta(days=1):
        return counted("{count} day", "{count} days", span.days)
    if not span % timedelta(hours=1):
        return counted("{count} hour", "{count} hours", span // timedelta(hours=1))
    return counted("{count} minute", "{count} minutes", span // timedelta(minutes=1))


def _clock(minutes: int, seconds: int) -> tuple[timedelta, timedelta]:
    bank, increment = timedelta(minutes=minutes), timedelta(seconds=seconds)
    if not bank or bank > LARGEST_BANK or increment > LARGEST_INCREMENT:
        raise Refusal(
            Text(
                "A clock has 1 to {minutes} minutes, and 0 to {seconds} seconds more for each "
                "move.",
                minutes=LARGEST_BANK // timedelta(minutes=1),
                seconds=LARGEST_INCREMENT // timedelta(seconds=1),
            )
        )
    return bank, increment


def is_time(word: str) -> bool:
    """Return whether a typed word names a time control, or a part of one."""
    return word in {UNLIMITED, CLAIMED, *TURN_LIMITS} or _CLOCK.fullmatch(word) is not None


NO_LIMIT: Final = TimeControl()


class Span(NamedTuple):
    """A span of time, such as one during which a player's time does not run."""

    start: datetime
    end: datetime


def merged(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in order, with those that overlap or touch joined."""
    whole: list[Span] = []
    for span in sorted(spans):
        if whole and span.start <= whole[-1].end:
            whole[-1] = Span(whole[-1].start, max(whole[-1].end, span.end))
        else:
            whole.append(span)
    return whole


def running(start: datetime, end: datetime, stops: Sequence[Span]) -> timedelta:
    """Return the time that ran between two moments, outside ``stops``, which are ``merged``."""
    stood = (min(stop.end, end) - max(stop.start, start) for stop in stops)
    return end - start - sum((span for span in stood if span > timedelta()), timedelta())


def moment_after(start: datetime, span: timedelta, stops: Sequence[Span]) -> datetime:
    """Return the moment at which ``span`` has run since ``start``, outside ``merged`` ``stops``."""
    moment = start
    for stop in stops:
        if stop.end <= moment:
            continue
        if stop.start - moment >= span:
            break
        span -= max(stop.start - moment, timedelta())
        moment = stop.end
    return moment + span
