"""The look-up of a server's members by name or id, with few requests to Discord.

A name is looked up over the gateway, which takes 120 requests a minute for all servers of a shard.
So the names in one text are limited, each name is asked for only once a minute, and each person has
a small budget. Mentions come with their members and cost nothing.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Collection, Sequence
from typing import Final

import aiohttp
import discord
from cachetools import TTLCache

from engine import Refusal, Text
from engine.table.record import OPEN
from engine.text import Words, counted

log = logging.getLogger(__name__)

_MENTION = re.compile(r"<@!?([0-9]{15,20})>")

MOST_NAMED: Final = 5
"""The most people that a text may name; the largest match has one seat more, for the author."""

BUDGET: Final = 10
"""The most look-ups a minute for the texts of one person."""

KEPT_FOR: Final = 60.0
"""Seconds after which a budget is renewed, and for which Discord's answers are reused."""

PEOPLE_KEPT: Final = 10_000
"""The number of people whose budgets are kept, at some hundred bytes each."""

MEMBERS_KEPT: Final = 4_000
"""The number of members in the kept answers, at about a kilobyte each."""

NAMES_KEPT: Final = 20_000
"""The number of names kept for lists, at some hundred bytes each."""

_ROLE = re.compile(r"<@&([0-9]{15,20})>")
_EVERYBODY = re.compile(r"@(everyone|here)\b")

NOT_ANSWERED = Text("Discord does not tell me who that is just now; please try again in a moment.")

Found = Sequence[discord.Member]

LONGEST_NAME = 32
"""The number of characters in the longest name that Discord allows."""

ASKED_AT_ONCE = 100
"""The most members in one of Discord's answers."""

ANSWERED_WITHIN = 5.0
"""Seconds to wait for Discord's answer."""

DOUBTED: Final = 20
"""The most people missing in Discord's answers who may have left; with more, an answer was lost."""


class NamesRoles(Refusal):
    """A text names roles where members are expected.

    ``names`` are the roles with their ``@``, such as ``@Reds`` or ``@everyone``; at least one.
    """

    def __init__(self, names: Sequence[str]) -> None:
        named = Words(names[0], LONGEST_NAME)
        super().__init__(Text("{role} is a role: here you name members, one by one.", role=named))
        self.names = tuple(names)


def roles_in(text: str, guild: discord.Guild | None) -> list[str]:
    """Return the names of the roles in a text, each with its ``@``, in order.

    A role is named by a mention, or by ``@`` and its name. Roles of bots are left out, since such a
    name means the bot.
    """
    known = {role.id: role.name for role in guild.roles} if guild is not None else {}
    bots = {role.id for role in guild.roles if role.is_bot_managed()} if guild is not None else {}
    found = {one.start(): f"@{one[1]}" for one in _EVERYBODY.finditer(text)}
    for one in _ROLE.finditer(text):
        if int(one[1]) not in bots:
            found[one.start()] = f"@{known.get(int(one[1]), '…').removeprefix('@')}"
    for number, name in known.items():
        if number not in bots and not name.startswith("@"):
            named = re.search(rf"@{re.escape(name)}(?!\w)", text, re.IGNORECASE)
            if named is not None:
                found.setdefault(named.start(), f"@{name}")
    return [found[start] for start in sorted(found)]


class Directory:
    """Finds the people named in messages, and the names of people for lists."""

    def __init__(self) -> None:
        self._asked: TTLCache[int, list[float]] = TTLCache(PEOPLE_KEPT, KEPT_FOR)
        self._found: TTLCache[tuple[int, str], Found] = TTLCache(
            MEMBERS_KEPT, KEPT_FOR, getsizeof=len
        )
        self._names: TTLCache[tuple[int, int], str | None] = TTLCache(NAMES_KEPT, KEPT_FOR)

    async def people_in(
        self, message: discord.Message, text: str, most: int = MOST_NAMED
    ) -> tuple[list[discord.Member], str]:
        """Return the members named in a part of a message, in order, and the part without them.

        A member is named by ``<@id>``, or by ``@`` and any of their names in full, which may
        contain spaces. Raises Refusal if a name belongs to no member or to several, if the author's
        look-ups are used up, or, before Discord is asked, if there are more than ``most`` names.
        Raises NamesRoles if a role is named.
        """
        found, rest = await self._read(message, text, most)
        return [await self._member(message, one) for one in found], rest

    async def persons_in(
        self, message: discord.Message, text: str, most: int = MOST_NAMED
    ) -> tuple[list[int], str]:
        """Return the ids of the people named in a part of a message, and the part without them.

        People are named as for ``people_in``, with the same errors, except that a person mentioned
        by id may have left the server.
        """
        found, rest = await self._read(message, text, most)
        return [one if isinstance(one, int) else one.id for one in found], rest

    async def mentioning(self, message: discord.Message, text: str, most: int = MOST_NAMED) -> str:
        """Return a text in which each member and role named is mentioned by id.

        A name is read as by ``people_in``, with the same errors. If a member and a role share a
        name, the member is meant.
        """
        _check_count(text, most)
        written = ""
        while "@" in text:
            before, _, after = text.partition("@")
            written += before
            if before.endswith("<"):
                mention, sign, text = after.partition(">")
                written += f"@{mention}{sign}"
                continue
            role, length = _role_called(message.guild, after)
            try:
                member, length = await self._by_name(message, after)
                written += f"{member.mention} "
            except NamesRoles:
                if role is None:
                    raise
                written += f"{role.mention} "
            text = after[length:]
        return written + text

    async def called(
        self, message: discord.Message, text: str
    ) -> tuple[discord.Member, int] | None:
        """Return the member whose name, without ``@``, begins a text, and the name's length.

        Return None if no member has such a name, or if Discord cannot be asked now. Raises Refusal
        if several members have the name.
        """
        try:
            found, length = await self._named(message, text)
        except Refusal:
            return None
        return (_only(found, text[:length]), length) if found else None

    async def names_of(self, guild: discord.Guild, people: Collection[int]) -> dict[int, str]:
        """Return the names of people on a server, by their ids; those who have left are missing."""
        unknown = {user for user in people if (guild.id, user) not in self._names}
        names = {user: self._names.get((guild.id, user)) for user in set(people) - unknown}
        if unknown:
            members = await members_of(guild, unknown)
            for user in unknown:
                member = members.get(user)
                names[user] = member.display_name if member else None
                self._names[guild.id, user] = names[user]
        return {user: name for user, name in names.items() if name is not None}

    async def _read(
        self, message: discord.Message, text: str, most: int
    ) -> tuple[list[int | discord.Member], str]:
        """Return the people named in a text, mentions as bare ids, and the rest of the text.

        If a member and a role share a name, the member is meant. Raises Refusal and NamesRoles as
        ``people_in`` does.
        """
        _check_count(text, most)
        people: list[int | discord.Member] = []
        rest = ""
        while "@" in text:
            before, _, after = text.partition("@")
            start = max(len(before) - 1, 0)
            mention = _MENTION.match(text, start) if before.endswith("<") else None
            if before.endswith("<") and after.startswith("&"):
                raise NamesRoles(roles_in(f"<@{after}", message.guild) or ["@…"])
            if mention:
                rest += before[:-1] + " "
                people.append(int(mention[1]))
                text = text[mention.end() :]
            else:
                rest += before
                member, length = await self._by_name(message, after)
                people.append(member)
                text = after[length:]
        return people, rest + text

    async def _member(self, message: discord.Message, one: int | discord.Member) -> discord.Member:
        """Return the member for an id, from the message's mentions or else from Discord.

        Raises Refusal if there is no such member, or the author's look-ups are used up.
        """
        if isinstance(one, discord.Member):
            return one
        for mentioned in message.mentions:
            if mentioned.id == one and isinstance(mentioned, discord.Member):
                return mentioned
        guild = message.guild
        known = guild.get_member(one) if guild else None
        if guild is None or known is not None:
            return _checked(known)
        asked = guild.id, f"<@{one}>"
        if asked not in self._found:
            self._spend(message.author.id)
            self._found[asked] = [await member_of(guild, one)]
        return self._found[asked][0]

    async def _by_name(self, message: discord.Message, text: str) -> tuple[discord.Member, int]:
        """Return the member whose name begins ``text``, and the length of that name.

        Raises NamesRoles if only a role's name does, otherwise Refusal if none or several do.
        """
        found, longest = await self._named(message, text)
        if not found and (roles := roles_in(f"@{text}", message.guild)):
            raise NamesRoles(roles)
        if not found:
            said = Words(f"@{_first(text)}", LONGEST_NAME)
            raise Refusal(Text("There is no member called {name} here.", name=said))
        return _only(found, text[:longest]), longest

    async def _named(self, message: discord.Message, text: str) -> tuple[set[discord.Member], int]:
        """Return the members with the longest name that begins ``text``, and that name's length.

        The length is 0 if there are none. Raises Refusal if Discord does not answer.
        """
        guild = message.guild
        members = [*(guild.members if guild else ()), *await self._called(message, _first(text))]
        named = [
            (len(name), member)
            for member in {member.id: member for member in members}.values()
            for name in {member.name, member.display_name, member.global_name or member.name}
            if _begins(text, name)
        ]
        longest = max((length for length, _ in named), default=0)
        return {member for length, member in named if length == longest}, longest

    async def _called(self, message: discord.Message, first: str) -> Found:
        """Return the members with a name that begins with the word ``first``.

        Raises Refusal if Discord does not answer in time, or the author's look-ups are used up.
        """
        guild = message.guild
        if guild is None or not first:
            return ()
        asked = guild.id, first.lower()
        if asked not in self._found:
            self._spend(message.author.id)
            query = guild.query_members(first, limit=ASKED_AT_ONCE, cache=False)
            try:
                found = await asyncio.wait_for(query, ANSWERED_WITHIN)
            except (TimeoutError, OSError, aiohttp.ClientError, discord.ClientException) as error:
                log.warning("Members called %r of server %s: %r", first, guild.id, error)
                raise Refusal(NOT_ANSWERED) from None
            if not found:
                return ()
            self._found[asked] = found
        return self._found.get(asked, ())

    def _spend(self, person: int) -> None:
        """Take one look-up from a person's budget. Raises Refusal if none is left."""
        spent = self._asked.setdefault(person, [0])
        if spent[0] >= BUDGET:
            raise Refusal(
                Text(
                    "You have named many people within a minute: wait a little, or choose them "
                    "from the list that Discord offers while you type @."
                )
            )
        spent[0] += 1


async def member_of(guild: discord.Guild, user: int) -> discord.Member:
    """Return the member of a server with the id ``user``. Raises Refusal if there is none."""
    try:
        return guild.get_member(user) or await guild.fetch_member(user)
    except discord.NotFound:
        return _checked(None)


def _check_count(text: str, most: int) -> None:
    """Raise Refusal if a text names more than ``most`` people."""
    if text.count("@") > most:
        raise Refusal(
            counted(
                "Too many names: here you can name {count} person.",
                "Too many names: here you can name {count} people at most.",
                most,
            )
        )


def _role_called(guild: discord.Guild | None, text: str) -> tuple[discord.Role | None, int]:
    """Return the role with the longest name that begins a text, and the length of that name.

    Return None and 0 if there is no such role.
    """
    roles = [role for role in guild.roles if _begins(text, role.name)] if guild is not None else []
    role = max(roles, key=lambda one: len(one.name), default=None)
    return role, 0 if role is None else len(role.name)


def _checked(member: discord.Member | None) -> discord.Member:
    if member is None:
        raise Refusal(Text("That person is not a member of this server."))
    return member


def _first(text: str) -> str:
    """Return the first word of a text, up to a space or a comma."""
    return re.split(r"[\s,]", text, maxsplit=1)[0]


def _only(found: set[discord.Member], name: str) -> discord.Member:
    """Return the only member found by a name. Raises Refusal if several were found."""
    if len(found) > 1:
        raise Refusal(
            Text(
                "Several members are called {name}: choose one from the list that Discord "
                "offers while you type @.",
                name=Words(f"@{name}"),
            )
        )
    return next(iter(found))


def _begins(text: str, name: str) -> bool:
    """Return whether a text begins with a name as a whole word, ignoring case."""
    following = text[len(name) : len(name) + 1]
    is_longer = following.isalnum() or following == "_"
    return text[: len(name)].lower() == name.lower() and not is_longer


async def members_of(guild: discord.Guild, people: Collection[int]) -> dict[int, discord.Member]:
    """Return the members of a server among these people, by their ids.

    People who have left are missing, and so are those for whom Discord does not answer in time.
    """
    wanted = sorted(user for user in people if user > OPEN)  # only ids of persons are above OPEN
    found: dict[int, discord.Member] = {}
    for start in range(0, len(wanted), ASKED_AT_ONCE):
        some = wanted[start : start + ASKED_AT_ONCE]
        asked = guild.query_members(user_ids=some, limit=ASKED_AT_ONCE, cache=False)
        try:
            members = await asyncio.wait_for(asked, ANSWERED_WITHIN)
        except (TimeoutError, OSError, aiohttp.ClientError, discord.ClientException) as error:
            log.warning("Members of server %s are not known: %r", guild.id, error)
            break
        found |= {member.id: member for member in members}
    return found


async def gone_from(
    guild: discord.Guild, people: Collection[int], known: Collection[int] = ()
) -> list[int]:
    """Return the people who have certainly left a server.

    Each person missing in Discord's list is asked about singly, unless ``known`` to have left.
    If more than ``DOUBTED`` others are missing, the answer is not believed: they count as there.
    """
    there = await members_of(guild, people)
    gone = [user for user in people if user in known and user not in there]
    missing = [user for user in people if user not in there and user not in known]
    if len(missing) > DOUBTED:
        return gone
    for user in missing:
        try:
            await member_of(guild, user)
        except Refusal:
            gone.append(user)
        except (discord.DiscordException, OSError) as error:
            log.info("Person %s of server %s: %r", user, guild.id, error)
    return gone
