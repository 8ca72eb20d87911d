"""The contents of a large database: servers, channels, members, and their matches."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from tests.loopback.world import DISCORD_EPOCH_MS, Channel, Guild, Member, User, World

SEED = 14


@dataclass(frozen=True)
class Size:
    """The numbers of matches by state, of channels and persons, and of turns of ended matches."""

    live: int = 10_000
    ended: int = 50_000
    challenges: int = 500
    channels: int = 2_000
    persons: int = 2_000
    ended_turns: int = 40

    @property
    def name(self) -> str:
        """A name for the file of a database of this size."""
        return f"{self.live}-{self.ended}-{self.challenges}-{self.channels}-{self.ended_turns}"


class Place(NamedTuple):
    """A server: the ids of its guild, its channels and its members."""

    guild: int
    channels: tuple[int, ...]
    people: tuple[int, ...]


class Copied(NamedTuple):
    """A copy of a match: the index of its pattern, its place, its players, and the age of its last
    event.
    """

    id: int
    pattern: int
    place: Place
    channel: int
    people: tuple[int, ...]
    age: timedelta


def snowflake(at: datetime, number: int = 0) -> int:
    """Return an id such as Discord gives at a moment."""
    return ((int(at.timestamp() * 1000) - DISCORD_EPOCH_MS) << 22) + number


def places(size: Size, made: datetime) -> list[Place]:
    """Return the servers: the first has a tenth of all channels, each other one ten at most."""
    chance = random.Random(SEED)
    founded = made - timedelta(days=400)
    ids = iter(range(snowflake(founded), snowflake(made)))
    persons = [next(ids) for _ in range(size.persons)]
    channels = [next(ids) for _ in range(size.channels)]
    found = []
    first = max(size.channels // 10, 1)
    parts = [channels[:first], *(channels[i : i + 10] for i in range(first, len(channels), 10))]
    for part in parts:
        many = min(len(persons), 40 + 2 * len(part))
        found.append(Place(next(ids), tuple(part), tuple(chance.sample(persons, many))))
    return found


def copies(size: Size, found: list[Place], seats: dict[str, list[int]]) -> dict[str, list[Copied]]:
    """Return the matches by state; ``seats`` are the numbers of seats of each state's patterns.

    Nobody plays two live matches in one channel, so that it is clear which match a move is for.
    """
    chance = random.Random(SEED + 1)
    homes = [(place, channel) for place in found for channel in place.channels]
    made: dict[str, list[Copied]] = {}
    number = 0
    for state, count in (("over", size.ended), ("live", size.live), ("challenge", size.challenges)):
        free: dict[int, list[int]] = {}
        made[state] = []
        for index in range(count):
            place, channel = homes[index % len(homes)]
            pattern = chance.randrange(len(seats[state]))
            many = seats[state][pattern]
            people = free.get(channel, [])
            if len(people) < many:
                people = chance.sample(place.people, 40)
            free[channel] = people[many:]
            number += 1
            days = 1.2 if state == "live" else 0.4 if state == "challenge" else 360
            age = timedelta(days=days * (1 - index / count) + 0.02 + 1.5 * (state == "over"))
            made[state].append(Copied(number, pattern, place, channel, tuple(people[:many]), age))
    return made


def settle(world: World, found: list[Place]) -> None:
    """Put the servers, channels and members into the world of a loopback Discord."""
    for number, place in enumerate(found):
        guild = Guild(place.guild, f"Club {number}", bot_role_id=place.guild + 1)
        world.guilds[guild.id] = guild
        world.let_bot_in(guild)
        for one in place.channels:
            channel = Channel(one, f"draughts-{one % 1000}", guild)
            guild.channels[one] = world.channels[one] = channel
        for person in place.people:
            user = world.users.setdefault(person, User(person, f"Player {person % 10_000}"))
            guild.members[person] = Member(guild, user)
