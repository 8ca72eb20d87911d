"""Moves that members of crowds type or choose: a relay's moves, and votes.

They are entered in the same ways as players' moves, and refused with the same sentences.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Final

import discord
from cachetools import TTLCache
from discord.ext import commands

from cogs.client.client import Damier, Origin
from cogs.client.error_answers import OUT_OF_DATE
from cogs.crowds.conductor import Change, CrowdConductor
from cogs.members.directory import member_of
from cogs.moves.play import Crowds, MoveRequest, check_late, is_chat, match_after_moves
from data import once_more
from engine import Refusal
from engine.crowds.crowd import Crowd
from engine.crowds.terms import Member, Way
from engine.event_log import Repeated
from engine.table.match import Match
from engine.table.record import NotAPlayer, Status, is_crowd

READ_BACK: Final = 200
"""The number of a channel's last messages among which a member's are counted."""

COUNTED_FOR: Final = timedelta(minutes=10)
"""How long the count of a channel's messages is kept."""

KNOWN_FOR: Final = timedelta(minutes=10)
"""How long a member's roles are remembered without news of them."""

MOST_ANSWERS: Final = 3
ANSWERED_WITHIN: Final = timedelta(seconds=30)
"""The time within which a member gets at most ``MOST_ANSWERS`` answers to refused typed moves."""

CHANNELS_KEPT: Final = 1_000
MEMBERS_KEPT: Final = 10_000


class CrowdMoves(Crowds, commands.Cog):
    """Handles the moves of members of crowds."""

    def __init__(self, bot: Damier, conductor: CrowdConductor) -> None:
        self.bot = bot
        self._conductor = conductor
        self._members: TTLCache[tuple[int, int], discord.Member] = TTLCache(
            MEMBERS_KEPT, KNOWN_FOR.total_seconds()
        )
        self._told: TTLCache[tuple[int, int], list[int]] = TTLCache(
            MEMBERS_KEPT, ANSWERED_WITHIN.total_seconds()
        )
        self._written: TTLCache[int, dict[int, int]] = TTLCache(
            CHANNELS_KEPT, COUNTED_FOR.total_seconds()
        )

    # Who they are

    def note(self, member: discord.abc.User) -> None:
        """Remember the roles of a member who has written or pressed something."""
        if isinstance(member, discord.Member):
            self._members[member.guild.id, member.id] = member

    async def in_thread(self, channel: int) -> Collection[int]:
        """Return the id of the match that a crowd discusses in a thread, if the channel is one."""
        found = await self.bot.store.crowds.in_thread(channel)
        return () if found is None else (found[0],)

    async def seat_holder(self, match: Match, person: int) -> int | None:
        """Return the player for whom a person moves in a match; None if they have no say there.

        The player is the person, or the crowd for which they moved or voted, or the crowd to move.
        """
        if person in match.people or not match.crowds:
            return person
        for crowd in await self.bot.store.crowds.of_match(match.id):
            voter = crowd.voters.get(person)
            if voter is not None:
                return voter.crowd
        if match.status is not Status.LIVE:
            return None
        player = match.players[match.position.turn]
        return player if is_crowd(player) else None

    async def facts(self, match: Match, crowd: Crowd, person: int) -> Member:
        """Return the facts about a member that a crowd's terms require. Raises Refusal."""
        terms = crowd.terms
        guild = self.bot.get_guild(match.guild)
        if guild is None or not (terms.role or terms.days_here or terms.messages):
            return Member(person)
        member = self._members.get((guild.id, person))
        if member is None:
            member = await member_of(guild, person)
            self.note(member)
        messages = await self._count(guild, match.channel, person) if terms.messages else None
        return Member(
            person, frozenset(role.id for role in member.roles), member.joined_at, messages
        )

    async def _count(self, guild: discord.Guild, channel: int, person: int) -> int | None:
        """Return how many of a channel's last messages are a member's; None if unreadable."""
        if channel not in self._written:
            place = guild.get_channel_or_thread(channel)
            counts: dict[int, int] = {}
            if not isinstance(place, discord.abc.Messageable):
                return None
            try:
                async for message in place.history(limit=READ_BACK):
                    counts[message.author.id] = counts.get(message.author.id, 0) + 1
            except discord.HTTPException:
                return None
            self._written[channel] = counts
        return self._written[channel].get(person, 0)

    # Their moves

    @once_more
    async def play(self, request: MoveRequest, match: Match) -> Match:
        """Handle a move of a crowd's member, as ``Play.play`` does; return the resulting match.

        A vote leaves the match as it was. Raises the errors of ``Play.play``, and Repeated for a
        refused message of somebody who has had ``MOST_ANSWERS`` answers.
        """
        user = await self.seat_holder(match, request.person)
        if user is None or is_chat(request, match, user):
            raise NotAPlayer
        try:
            return await self._taken(request, match, user)
        except Refusal:
            told = self._told.setdefault((match.id, request.person), [0])
            told[0] += 1
            if told[0] > MOST_ANSWERS and request.origin["source"].startswith("message:"):
                raise Repeated from None
            raise

    async def _taken(self, request: MoveRequest, match: Match, user: int) -> Match:
        if request.since not in {None, match.since}:
            raise Refusal(OUT_OF_DATE)
        origin, crowds = request.origin, self.bot.store.crowds
        if request.late and await crowds.knows(match.id, user, origin["source"]):
            raise Repeated  # it was saved before the bot ended; the turn may be over since
        played = await match_after_moves(match, user, request.written, origin, sure=request.sure)
        crowd = await crowds.load(match.id, user)
        if request.late and crowd.terms.way is Way.RELAY:
            check_late(match, origin)
        written = " ".join(event.text for event in played.last_turn)
        await self.decide(match, user, request.person, written, origin)
        return await self.bot.store.load(match.id)

    async def decide(
        self, match: Match, user: int, person: int, text: str, origin: Origin
    ) -> Crowd:
        """Make a person's move in a relay, or count their vote for a legal move. Raises Refusal."""
        crowd = await self.bot.store.crowds.load(match.id, user)
        electors = await self._conductor.electors(crowd) if crowd.terms.way is Way.VOTE else 0

        def change(one: Crowd) -> Crowd:
            if one.ballot is None or one.ballot.event != match.since:
                raise Refusal(OUT_OF_DATE)
            if one.terms.way is Way.RELAY:
                return one.move(person, text, **origin)
            known = electors if self._conductor.is_judged(match, one, text) else 0
            return one.vote(person, text, **origin, elector_count=known)

        return await self.act(match, user, person, origin, change)

    async def act(
        self, match: Match, user: int, person: int, origin: Origin, change: Change
    ) -> Crowd:
        """Return a crowd as changed by a person who may play for it, and for no other.

        ``change`` is as in ``CrowdConductor.change``. Raises Refusal for anybody else.
        """
        crowd = await self.bot.store.crowds.load(match.id, user)
        member, players = await self.facts(match, crowd, person), match.persons

        def checked(one: Crowd) -> Crowd:
            one.check_may_play(member, origin["now"], players)
            return change(one)

        return await self._conductor.change(match, user, checked)
