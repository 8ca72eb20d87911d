"""``/servers``: challenge another server, list matches with others, block or unblock one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction, origin_of
from cogs.client.commands import SLASH_ONLY
from cogs.client.replies import answer_to
from cogs.language.catalogues import COMMAND, Translate
from cogs.language.challenge_parser import Terms, parse_challenge, terms_from_options
from cogs.language.typed_words import is_word, words_for
from cogs.server_matches.card_buttons import FOR_MANAGERS, block, blocked_text, side_of
from cogs.server_matches.server_card import terms_text
from data import BlockedServer
from engine import Refusal, Text
from engine.server_matches.server_match import (
    CHALLENGED,
    MOST_BOARDS,
    Phase,
    ServerMatch,
    Side,
    check_size,
)
from engine.server_matches.twins import check_terms
from engine.table.clock import TimeControl
from engine.text import Words, in_context, term

_SERVER = re.compile(
    r"<?(?:https?://(?:\w+\.)?discord(?:app)?\.com/channels/)?([0-9]{15,20})(?:/[0-9/]*)?>?"
)
"""Matches a server's id, or the link to a channel or message there."""

BOARDS: Final = in_context("typed", "boards board")
"""The word beside the number of boards."""

LONGEST: Final = 2000
"""The most characters of a message."""

MOST_OPEN: Final = 3
"""The most unanswered challenges of a server to others at a time."""

MOST_FAILED: Final = 3
"""The most failed challenges of one server to another within ``FAILURE_COUNTS_FOR``."""

FAILURE_COUNTS_FOR: Final = timedelta(days=1)
"""How long a failed challenge counts.

Each challenge is a post in the other server's channel, which must not be flooded.
"""

NOBODY: Final = Text(
    "No server of that number takes challenges. A server’s number is on its panel *Other servers* "
    "in `/settings`, where those who manage it choose a channel for such matches; a link to one of "
    "its channels does as well."
)
"""The refusal for servers that do not exist, accept no challenges, or have blocked this one.

One text for all of them does not reveal which is the case.
"""


SERVER: Final = locale_str("Its number, or a link to one of its channels")


class ServerCommands(commands.Cog, name="Servers"):
    """``/servers`` and ``@Damier servers``."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    servers = app_commands.Group(
        name="servers",
        description=locale_str("Matches against other servers"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    @servers.command(name="challenge", description=locale_str("Challenge another server"))
    @app_commands.describe(
        server=SERVER,
        game=autocompletion.TERMS["game"],
        boards=locale_str("How many boards at most"),
        options=autocompletion.TERMS["options"],
        time=autocompletion.TERMS["time"],
    )
    @app_commands.autocomplete(**autocompletion.FOR_EVENTS)
    async def challenge(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        server: str,
        game: str,
        boards: app_commands.Range[int, 1, MOST_BOARDS] = 1,
        options: str = "",
        time: str = "",
    ) -> None:
        """``/servers challenge``."""
        terms = terms_from_options(game, options, players=None, seat="", time=time)
        said = await self._challenge(interaction, server, terms, boards)
        await answer_to(interaction).show(said)

    @servers.command(name="list", description=locale_str("Matches with other servers, and blocks"))
    async def list_all(self, interaction: Interaction) -> None:
        """``/servers list``."""
        member, answer = interaction.user, answer_to(interaction)
        if not isinstance(member, discord.Member):
            return
        lines = await self._lines(member.guild, answer.said)
        manages = member.guild_permissions.manage_guild
        blocked = await self.bot.store.servers.blocked(member.guild.id) if manages else []
        if blocked:
            lines.append(answer.said(Text("Blocked:")))
            lines += [f"- {Words(one.name)} `{one.guild}`" for one in blocked]
        await answer.show("\n".join(lines)[:LONGEST])

    @servers.command(
        name="block",
        description=locale_str("Take no more challenges from a server"),
        extras={SLASH_ONLY: True},
    )
    @app_commands.describe(server=SERVER)
    async def block(self, interaction: Interaction, server: str) -> None:
        """``/servers block``."""
        guild, number = _guild_of(interaction.user), _number(server)
        if number == guild.id:
            raise Refusal(Text("That is this server."))
        name = str(number)
        for match in await self.bot.store.servers.going_on(guild.id):
            name = next((s.name for s in match.sides if s.guild == number and s.name), name)
        await block(self.bot, guild.id, BlockedServer(number, name))
        await answer_to(interaction).show(blocked_text(name))

    @servers.command(
        name="unblock",
        description=locale_str("Take challenges from a server again"),
        extras={SLASH_ONLY: True},
    )
    @app_commands.describe(server=SERVER)
    async def unblock(self, interaction: Interaction, server: str) -> None:
        """``/servers unblock``."""
        guild = _guild_of(interaction.user)
        if not await self.bot.store.servers.unblock(guild.id, _number(server)):
            raise Refusal(Text("That server is not blocked."))
        said = Text("It may challenge this server again.")
        await answer_to(interaction).show(said)

    @unblock.autocomplete("server")
    async def blocked(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the blocked servers, to members who may manage the server."""
        if not interaction.permissions.manage_guild:
            return []
        found = await self.bot.store.servers.blocked(interaction.guild_id or 0)
        return [
            app_commands.Choice(name=f"{Words(one.name, 70)} {one.guild}", value=str(one.guild))
            for one in found
            if typed.lower() in f"{one.name} {one.guild}".lower()
        ][:25]

    @commands.command(name="servers")
    @commands.guild_only()
    async def typed(self, context: Context, *, words: str = "") -> None:
        """``@Damier servers challenge 1234 frisian 3d 4 boards``, ``@Damier servers``."""
        first, _, rest = words.strip().partition(" ")
        if context.guild is not None and (not first or is_word(first, term(COMMAND, "list"))):
            answer = answer_to(context)
            lines = await self._lines(context.guild, answer.said)
            await answer.show("\n".join(lines)[:LONGEST])
            return
        if any(is_word(first, term(COMMAND, name)) for name in ("block", "unblock")):
            raise Refusal(BLOCKED_BY_SLASH)
        if not is_word(first, term(COMMAND, "challenge")):
            raise Refusal(HOW_TYPED)
        server, _, rest = rest.strip().partition(" ")
        said, boards = _without_boards(rest)
        result = await self._challenge(context, server, parse_challenge(said), boards)
        await answer_to(context).show(result)

    # Details

    async def _lines(self, guild: discord.Guild, translated: Translate) -> list[str]:
        """Return the lines of a server's list: its number for challenges, and its open matches."""
        settings = self.bot.preferences.server(guild.id)
        taken = (
            Text("Others challenge this server by its number, `{number}`.", number=str(guild.id))
            if settings.abroad_channel is not None
            else Text("This server takes no challenges: `/settings`, *Other servers*.")
        )
        lines = [translated(taken)]
        for match in await self.bot.store.servers.going_on(guild.id):
            side = match.side_of(guild.id)
            other = match.sides[1 - side]
            name = Words(other.name) if other.name else str(other.guild)
            line = Text("{server}: {terms}, {channel}", server=name, terms=terms_text(match),
                        channel=f"<#{match.sides[side].channel}>")  # fmt: skip
            lines.append(f"- {translated(line)}")
        return lines

    async def _challenge(
        self, cause: Interaction | Context, server: str, terms: Terms, boards: int
    ) -> Text:
        """Challenge a server; return the confirmation. Raises Refusal."""
        member = cause.user if isinstance(cause, discord.Interaction) else cause.author
        guild = _guild_of(member)
        home, number = side_of(self.bot, guild), _number(server)
        if number == guild.id:
            raise Refusal(Text("That is this server."))
        check_size(boards)
        time = self._time(guild.id, terms)
        _check_words(terms)
        check_terms(terms.game, terms.options, time)
        channel = await self._check_taken(guild.id, number)
        await self._check_failed_challenges(guild.id, number)
        origin = origin_of(cause)
        await self.bot.store.servers.create(
            _new(home, Side(number, "", channel), terms, time, boards, origin["now"]),
            origin["source"],
            lambda going_on: _check_going_on(going_on, guild.id, number),
        )
        return Text(
            "The challenge is sent. The answer will be shown in {channel}.",
            channel=f"<#{home.channel}>",
        )

    def _time(self, guild: int, terms: Terms) -> TimeControl:
        """Return the named time control, or the server's own, in which time-outs need no claim."""
        if terms.time is not None:
            return terms.time
        usual = TimeControl.read(self.bot.preferences.server(guild).time)
        return TimeControl(usual.turn, usual.bank, usual.increment)

    async def _check_taken(self, guild: int, other: int) -> int:
        """Return the channel for challenges of the server ``other``.

        Raises Refusal if either server has blocked the other, or ``other`` takes no challenges.
        """
        servers, preferences = self.bot.store.servers, self.bot.preferences
        if other in {one.guild for one in await servers.blocked(guild)}:
            raise Refusal(Text("You have blocked that server; `/servers unblock` lifts it."))
        channel = preferences.server(other).abroad_channel
        is_gone = self.bot.store.shards.have(other) and self.bot.get_guild(other) is None
        blocks = guild in {one.guild for one in await servers.blocked(other)}
        if channel is None or is_gone or blocks or other in preferences.orders.servers:
            raise Refusal(NOBODY)
        return channel

    async def _check_failed_challenges(self, guild: int, other: int) -> None:
        """Raise Refusal if too many recent challenges of a server to another failed."""
        since = self.bot.clock.now() - FAILURE_COUNTS_FOR
        found = await self.bot.store.servers.failed_challenges(guild, other, since)
        ends = sorted(match.ended for match in found if match.ended is not None)
        if len(ends) >= MOST_FAILED:
            until = ends[-MOST_FAILED] + FAILURE_COUNTS_FOR
            raise Refusal(
                Text(
                    "{count} recent challenges to that server failed: you can send the next one "
                    "{when}.",
                    count=len(ends),
                    when=discord.utils.format_dt(until, "R"),
                )
            )


HOW_TYPED: Final = Text(
    "Name the server by its number, the game, and whatever else you want: `servers challenge "
    "123456789012345678 frisian 3d 4 boards`."
)


BLOCKED_BY_SLASH: Final = Text(
    "Only the slash commands do that: `/servers block`, `/servers unblock`."
)


def _check_going_on(going_on: Sequence[ServerMatch], guild: int, other: int) -> None:
    """Raise Refusal if the two servers have a match, or the first has too many open challenges."""
    for match in going_on:
        if other not in {side.guild for side in match.sides}:
            continue
        where = f"<#{match.sides[match.side_of(guild)].channel}>"
        if match.phase is Phase.ASKED and match.sides[CHALLENGED].guild == guild:
            raise Refusal(
                Text("That server has challenged yours: answer it in {channel}.", channel=where)
            )
        raise Refusal(
            Text("You have a match with that server already: see {channel}.", channel=where)
        )
    asked = [m for m in going_on if m.phase is Phase.ASKED and m.sides[0].guild == guild]
    if len(asked) >= MOST_OPEN:
        raise Refusal(
            Text("{count} challenges of this server are unanswered: withdraw one first.",
                 count=len(asked))
        )  # fmt: skip


def _guild_of(member: discord.abc.User) -> discord.Guild:
    """Return the server of a member who may manage it. Raises Refusal for anybody else."""
    if not isinstance(member, discord.Member) or not member.guild_permissions.manage_guild:
        raise Refusal(FOR_MANAGERS)
    return member.guild


def _number(typed: str) -> int:
    """Return the id of a server from a typed number or a link. Raises Refusal for other texts."""
    found = _SERVER.fullmatch(typed.strip())
    if found is None or int(found[1]) >= 2**63:
        raise Refusal(NOBODY)
    return int(found[1])


def _check_words(terms: Terms) -> None:
    """Raise Refusal if the terms name anything that a match between servers cannot have."""
    if terms.rated or terms.blindfold or terms.seat is not None or terms.computers or terms.watch:
        raise Refusal(
            Text("Name the game, its options and the time limit: between servers the sides "
                 "alternate, nothing is rated, and no computers play.")
        )  # fmt: skip


def _without_boards(words: str) -> tuple[str, int]:
    """Return the words without the number of boards, and the number, by default 1."""
    said = words.split()
    names = words_for(BOARDS)
    for at, word in enumerate(said):
        if word.lower() in names and at and said[at - 1].isdecimal() and len(said[at - 1]) < 4:
            return " ".join(said[: at - 1] + said[at + 1 :]), int(said[at - 1])
    return words, 1


def _new(  # noqa: PLR0917 - each is something else
    home: Side, away: Side, terms: Terms, time: TimeControl, boards: int, now: datetime
) -> ServerMatch:
    options = terms.game.start(2, **terms.options).options
    return ServerMatch(0, terms.game, options, time, boards, now, (home, away))
