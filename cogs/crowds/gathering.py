"""Gathering a match of crowds: the players of each side, the terms, and the record."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord

from cogs.challenges.matchmaking import Admit, Matchmaking
from cogs.client.client import Context, Damier, Origin
from cogs.crowds.terms_words import CAPTAIN, sides_of, take_roles, with_words
from cogs.language.challenge_parser import Terms
from cogs.language.typed_words import plain, words_for
from cogs.members.directory import member_of
from cogs.members.match_channels import GuildChannel, check_permissions
from engine import Refusal, Text
from engine.crowds.terms import MOST_NAMED, CrowdTerms, Member, Way
from engine.table.clock import NO_LIMIT, TimeControl
from engine.table.match import Match
from engine.table.record import another, crowd

USUAL_LEVEL: Final = 4
"""The level of computers in matches of crowds if none is named."""

USUAL_HOUR: Final = 18
"""The hour at which a move of the day is played by default."""

ONLY_CHANNELS: Final = Text("Crowds play in the channels of a server.")


CAPTAINS_PLAY: Final = Text(
    "A captain and the person who names one play for that side only: name somebody who may play "
    "for it."
)

Named = tuple[Sequence[int], Sequence[discord.Member]]
"""The roles and the members named for a side."""


@dataclass(frozen=True)
class Side:
    """The people who play one side together: a role, named members, or everybody."""

    role: int | None = None
    people: tuple[int, ...] = ()
    captain: int | None = None


@dataclass(frozen=True)
class Wanted:
    """A match of crowds that somebody wants.

    ``crowd`` has the terms of its crowds, except for their people: these are the one or two
    ``sides``. ``opponents`` are members with seats of their own, who have to accept.
    """

    terms: Terms
    crowd: CrowdTerms
    sides: tuple[Side, ...] = (Side(),)
    opponents: tuple[discord.Member, ...] = ()


class Gathering:
    """Reads the words that describe a match of crowds, and stores the match."""

    def __init__(self, bot: Damier, matchmaking: Matchmaking) -> None:
        self.bot = bot
        self._matchmaking = matchmaking

    def usual(self, way: Way, guild: discord.Guild | None) -> CrowdTerms:
        """Return the usual terms of a crowd on a server."""
        zone = self.bot.preferences.server(guild.id if guild else 0).daily_zone
        return CrowdTerms(way, zone=zone, hour=USUAL_HOUR)

    async def read(self, context: Context, way: Way, words: str) -> Wanted:
        """Return the match described by typed words.

        Raises Refusal, and Unclear to ask for the game.
        """
        guild = context.guild
        if guild is None:
            raise Refusal(ONLY_CHANNELS)
        captain, words = await self._captain(context, words)
        first, second = sides_of(words)
        (roles, people), rest = await self._named(context, guild, first)
        if second is not None:
            rivals, more = await self._named(context, guild, second)
            rest = f"{rest} {more}"
        elif len(people) == 1:
            rivals, people = (roles[1:], people), ()
        else:
            rivals = (roles[1:], ())
        if second is None:
            roles = roles[:1]
        crowd_terms, words_left = with_words(self.usual(way, guild), rest.split())
        terms = await self._matchmaking.read(" ".join(words_left), guild)
        context.readings += terms.readings
        sides = [_side(roles, people, captain)]
        if rivals[0] or len(rivals[1]) > 1:
            return Wanted(terms, crowd_terms, (*sides, _side(*rivals, None)))
        return Wanted(terms, crowd_terms, tuple(sides), tuple(rivals[1]))

    async def _named(self, context: Context, guild: discord.Guild, words: str) -> tuple[Named, str]:
        """Return the roles and the members named in words, and the words without them."""
        roles, rest = take_roles(words, guild)
        people, rest = await self.bot.directory.people_in(context.message, rest, MOST_NAMED)
        return (roles, people), rest

    async def _captain(self, context: Context, words: str) -> tuple[int | None, str]:
        """Return the member named after the word for a captain, and the other words."""
        said = words.split()
        for place, word in enumerate(said[:-1]):
            if plain(word) in words_for(CAPTAIN) and "@" in said[place + 1]:
                following = re.match(r"<@!?[0-9]+>", said[place + 1])
                named = following[0] if following else " ".join(said[place + 1 :])
                people, rest = await self.bot.directory.people_in(context.message, named, 1)
                after = said[place + 2 :] if following else rest.split()
                return people[0].id, " ".join([*said[:place], *after])
        return None, words

    async def gather(
        self, host: discord.abc.User, channel: object, wanted: Wanted, origin: Origin
    ) -> Match:
        """Store a match of crowds, so that its board or its challenge is posted. Raises Refusal."""
        if not isinstance(channel, GuildChannel):
            raise Refusal(ONLY_CHANNELS)
        check_permissions(channel)
        self._check_people(wanted)
        terms = wanted.terms
        settings = self.bot.preferences.server(channel.guild.id)
        people, crowds = _seated(wanted, self.bot.user)
        time = NO_LIMIT
        if wanted.opponents:
            time = TimeControl.read(settings.time) if terms.time is None else terms.time
        match = Match.gathering(
            guild=channel.guild.id,
            channel=channel.id,
            game=terms.game,
            options=terms.options,
            host=host.id,
            people=people,
            time=time,
            names={
                user: role.name
                for user, one in crowds.items()
                if one.role is not None and (role := channel.guild.get_role(one.role)) is not None
            },
            **origin,
        )
        match = replace(match, blindfold=terms.blindfold)
        for one in crowds.values():
            one.check()
            await _check_captain(one, channel.guild, match, crowds.values())

        async def create(match: Match, admit: Admit) -> Match:
            return await self.bot.store.crowds.create(match, crowds, admit)

        return await self._matchmaking.propose(match, host, create)

    def _check_people(self, wanted: Wanted) -> None:
        """Raise Refusal if somebody is on two sides, a bot is to play, or the match is rated."""
        named = [person for side in wanted.sides for person in side.people]
        named += [one.id for one in wanted.opponents]
        if len(set(named)) < len(named):
            raise Refusal(Text("Each member can be on one side only."))
        if any(one.bot and one != self.bot.user for one in wanted.opponents):
            raise Refusal(Text("Bots do not play; challenge another member."))
        if wanted.terms.rated:
            raise Refusal(Text("Matches of crowds are not rated."))


async def _check_captain(
    terms: CrowdTerms, guild: discord.Guild, match: Match, crowds: Collection[CrowdTerms]
) -> None:
    """Raise Refusal unless a crowd's captain may play for it, and for no other side."""
    captain = terms.captain
    if captain is None:
        return
    member = await member_of(guild, captain)
    roles = frozenset(role.id for role in member.roles)
    elsewhere = any(captain in one.people for one in crowds if one is not terms)
    try:
        terms.check_member(Member(captain, roles, member.joined_at), match.events[0].at)
    except Refusal:
        raise Refusal(CAPTAINS_PLAY) from None
    if member.bot or elsewhere or captain in match.persons:
        raise Refusal(CAPTAINS_PLAY)


def _side(roles: Sequence[int], people: Sequence[discord.Member], captain: int | None) -> Side:
    """Return the side of a role, of members, or of everybody if neither is named.

    Raises Refusal if both are named, for several roles, and for bots.
    """
    if roles and people:
        raise Refusal(Text("A side is a role, or members who are named: not both."))
    if len(roles) > 1:
        raise Refusal(Text("Only one role can play a side."))
    if any(one.bot for one in people):
        raise Refusal(Text("Bots do not play; challenge another member."))
    return Side(next(iter(roles), None), tuple(one.id for one in people), captain)


def _seated(
    wanted: Wanted, bot: discord.ClientUser | None
) -> tuple[list[int], dict[int, CrowdTerms]]:
    """Return the players in the order of the seats, and the terms of the crowds among them.

    The first crowd gets the seat named in the terms, or the seat that begins.
    """
    terms, game = wanted.terms, wanted.terms.game
    levels = terms.levels or (USUAL_LEVEL,)
    several = len(wanted.sides) > 1
    ids = [crowd(number + several) for number in range(len(wanted.sides))]
    members = [one.id for one in wanted.opponents if one != bot]
    others = [*ids[1:], *members]
    computers = terms.computers + len(wanted.opponents) - len(members)
    least = 1 + len(others) + computers
    count = terms.players or next((seats for seats in sorted(game.seats) if seats >= least), least)
    needed = max(computers, count - 1 - len(others))
    chosen: list[int] = []
    for number in range(needed):
        chosen.append(another(levels[min(number, len(levels) - 1)], chosen))
    people = [*others, *chosen]
    seat = game.start(terms.players, **terms.options).turn if terms.seat is None else terms.seat
    people.insert(min(seat, len(people)), ids[0])
    crowds = {
        user: replace(
            wanted.crowd,
            role=side.role,
            people=side.people,
            captain=side.captain,
            level=levels[0],
            quorum=min(wanted.crowd.quorum, len(side.people) or wanted.crowd.quorum),
        )
        for user, side in zip(ids, wanted.sides, strict=True)
    }
    return people, crowds
