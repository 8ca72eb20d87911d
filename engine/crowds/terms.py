"""The terms of a crowd: who belongs to it, how it decides, and by when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import blake2b
from typing import Any, Final, Self
from zoneinfo import ZoneInfo

from engine.capabilities.thinking import LEVELS
from engine.errors import Refusal
from engine.text import Text

SHORTEST_VOTE: Final = timedelta(minutes=1)
LONGEST_VOTE: Final = timedelta(days=7)

LEAD: Final = timedelta(hours=1)
"""A vote that ends at an hour of the day lasts at least this long."""

MOST_NAMED: Final = 50
LARGEST_QUORUM: Final = 100
MOST_DAYS: Final = 365
MOST_MESSAGES: Final = 100
EVERY_DAY: Final = frozenset(range(7))


class Way(StrEnum):
    """The ways in which a crowd moves."""

    RELAY = "relay"
    """Whoever comes first moves, but nobody twice in a row unless few people play."""
    VOTE = "vote"
    """Typing a move proposes it or votes for it; each vote lasts for a ``span``."""
    DAILY = "daily"
    """A vote that ends at the same hour each day."""


class Shown(StrEnum):
    """The time at which people see the votes of a ballot."""

    OPEN = "open"
    VOTED = "voted"
    """Once they have voted."""
    END = "end"
    """Once it is over."""


class Nobody(StrEnum):
    """The consequence if nobody has voted although the time was extended.

    Either a computer moves, or the crowd's time runs out.
    """

    COMPUTER = "computer"
    CLOCK = "clock"


def mark_of(person: int, salt: str) -> str:
    """Return a mark by which a person is recognised, and which does not reveal their id.

    The mark begins with ``salt``, which is hexadecimal; another salt gives another mark.
    """
    return f"{salt}:{blake2b(str(person).encode(), key=bytes.fromhex(salt)).hexdigest()}"


@dataclass(frozen=True)
class Member:
    """A member who wants to move or vote; ``joined`` and ``messages`` are None if unknown."""

    person: int
    roles: frozenset[int] = frozenset()
    joined: datetime | None = None
    messages: int | None = None
    """The number of messages that they wrote in the channel lately."""


@dataclass(frozen=True)
class CrowdTerms:
    """The terms of a crowd, decided when its match was made.

    The crowd is the ``people`` named, or the people with the ``role``, or else everybody in the
    channel. Its people must have been on the server for ``days_here`` days, and have written at
    least ``messages`` messages in the channel lately. Votes last ``span``, or end at ``hour``
    o'clock in the time zone ``zone`` on ``weekdays`` (0 is Monday). A vote can end early once
    ``quorum`` people have voted. ``level`` is that of a computer that moves if nobody votes; with
    ``guard``, it also drops proposals that lose more than a piece for nothing. ``gone`` has the
    marks of people who took part in the match and had their data deleted since.
    """

    way: Way
    role: int | None = None
    people: tuple[int, ...] = ()
    captain: int | None = None
    span: timedelta = timedelta(hours=12)
    hour: int = 18
    weekdays: frozenset[int] = EVERY_DAY
    zone: str = "UTC"
    shown: Shown = Shown.VOTED
    quorum: int = 2
    nobody: Nobody = Nobody.COMPUTER
    level: int = 4
    guard: bool = False
    days_here: int = 0
    messages: int = 0
    gone: tuple[str, ...] = ()

    def check(self) -> Self:
        """Return the terms if they are possible. Raises Refusal if they are not."""
        if self.way is Way.VOTE and not SHORTEST_VOTE <= self.span <= LONGEST_VOTE:
            raise Refusal(Text("A vote lasts from a minute to seven days."))
        if self.way is Way.DAILY and not (self.weekdays and self.weekdays <= EVERY_DAY):
            raise Refusal(Text("A move of the day needs at least one day of the week."))
        if len(self.people) > MOST_NAMED:
            raise Refusal(
                Text("At most {most} people can be named; for more, use a role.", most=MOST_NAMED)
            )
        for what, value, least, most in (
            (Text("The hour of the day"), self.hour, 0, 23),
            (Text("The quorum"), self.quorum, 1, LARGEST_QUORUM),
            (Text("The computer's level"), self.level, LEVELS[0], LEVELS[-1]),
            (Text("Days on the server"), self.days_here, 0, MOST_DAYS),
            (Text("Messages before the first vote"), self.messages, 0, MOST_MESSAGES),
        ):
            if not least <= value <= most:
                raise Refusal(
                    Text("{what}: from {least} to {most}.", what=what, least=least, most=most)
                )
        return self

    @property
    def votes(self) -> bool:
        """Whether the crowd decides by votes."""
        return self.way is not Way.RELAY

    def end_after(self, moment: datetime) -> datetime | None:
        """Return the end of a vote that begins at ``moment``; None for a relay, which has none."""
        if self.way is Way.RELAY:
            return None
        if self.way is Way.VOTE:
            return moment + self.span
        zone = ZoneInfo(self.zone)
        earliest = moment + LEAD
        end = earliest.astimezone(zone).replace(
            hour=self.hour, minute=0, second=0, microsecond=0, fold=0
        )
        while end < earliest or end.weekday() not in self.weekdays:
            end += timedelta(days=1)  # the same hour of the clock, even if summer time changes
        return end.astimezone(moment.tzinfo)

    def check_not_gone(self, person: int) -> None:
        """Raise Refusal if a person took part in the match and had their data deleted since."""
        if any(mark_of(person, mark.partition(":")[0]) == mark for mark in self.gone):
            raise Refusal(
                Text("You had your data deleted, and so you cannot play in this match again.")
            )

    def check_member(self, member: Member, now: datetime) -> None:
        """Raise Refusal, with the reason, unless a member belongs to the crowd."""
        if self.people and member.person not in self.people:
            raise Refusal(Text("This side is played by the members who were named for it."))
        if self.role is not None and self.role not in member.roles:
            role = f"<@&{self.role}>"
            raise Refusal(Text("This side is played by those who have the role {role}.", role=role))
        since = timedelta(days=self.days_here)
        if since and member.joined is not None and now - member.joined < since:
            raise Refusal(
                Text(
                    "Only members who have been on the server for {days} days play here; you can "
                    "play from {when} on.",
                    days=self.days_here,
                    when=f"<t:{int((member.joined + since).timestamp())}:d>",
                )
            )
        if self.messages and member.messages is not None and member.messages < self.messages:
            raise Refusal(
                Text(
                    "Only members who have written at least {count} messages in the channel "
                    "lately play here.",
                    count=self.messages,
                )
            )

    # As JSON data

    def data(self) -> dict[str, Any]:
        """Return the terms as JSON data."""
        return {
            "way": self.way.value,
            "role": self.role,
            "people": list(self.people),
            "captain": self.captain,
            "span": self.span.total_seconds(),
            "hour": self.hour,
            "weekdays": sorted(self.weekdays),
            "zone": self.zone,
            "shown": self.shown.value,
            "quorum": self.quorum,
            "nobody": self.nobody.value,
            "level": self.level,
            "guard": self.guard,
            "days_here": self.days_here,
            "messages": self.messages,
            "gone": list(self.gone),
        }

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Return the terms in JSON data. Raises LookupError or ValueError for other data."""
        return cls(
            way=Way(data["way"]),
            role=data["role"],
            people=tuple(data["people"]),
            captain=data["captain"],
            span=timedelta(seconds=data["span"]),
            hour=data["hour"],
            weekdays=frozenset(data["weekdays"]),
            zone=data["zone"],
            shown=Shown(data["shown"]),
            quorum=data["quorum"],
            nobody=Nobody(data["nobody"]),
            level=data["level"],
            guard=data["guard"],
            days_here=data["days_here"],
            messages=data["messages"],
            gone=tuple(data.get("gone", ())),  # older crowds have none
        )
