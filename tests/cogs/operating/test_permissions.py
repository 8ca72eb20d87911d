"""Missing permissions: what denies them, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import discord
import pytest
from simcord import RoleHandle
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.operating.checking.channel import Missing, missing
from tests.cogs.conftest import SHARED, Club

pytestmark = SHARED

POSTING, SEEING = discord.Permissions(send_messages=True), discord.Permissions(view_channel=True)


@dataclass
class Server:
    """A server where everybody may post, except where a test denies it."""

    club: Club
    role: RoleHandle

    def deny(self, place: int, who: int, denied: discord.Permissions, *, role: bool = True) -> None:
        """Deny permissions in a channel or category to a role, or to a member if not ``role``."""
        kind = OverwriteType.ROLE if role else OverwriteType.MEMBER
        overwrite = Overwrite(who, kind, allow=0, deny=denied.value)
        self.club.env.backend.set_overwrite(place, overwrite)


def own(server: Server) -> None:
    me = server.club.bot.user
    assert me is not None
    server.deny(server.club.channel.id, me.id, POSTING, role=False)


def by_role(server: Server) -> None:
    server.deny(server.club.channel.id, server.role.id, POSTING)


def by_everyone(server: Server) -> None:
    server.deny(server.club.channel.id, server.club.guild.id, POSTING)


def by_category(server: Server) -> None:
    category = server.club.guild.create_category("Games")
    server.club.env.backend.edit_channel(server.club.channel.id, {"parent_id": category.id})
    for place in (category.id, server.club.channel.id):
        server.deny(place, server.club.guild.id, POSTING)


def by_server(server: Server) -> None:
    backend, guild = server.club.env.backend, server.club.guild.id
    me = server.club.bot.user
    assert me is not None
    for role in (guild, *backend.get_member(guild, me.id).role_ids):
        may = discord.Permissions(backend.get_role(guild, role).permissions)
        may.update(send_messages=False)
        backend.edit_role(guild, role, {"permissions": may.value})


def unseen(server: Server) -> None:
    server.deny(server.club.channel.id, server.club.guild.id, SEEING)


CASES: list[tuple[Callable[[Server], None], Missing]] = [
    (
        own,
        Missing(
            "the channel denies it to the bot itself",
            "allow it to the bot itself in the settings of the channel, page Permissions",
        ),
    ),
    (
        by_role,
        Missing(
            "the channel denies it to the role Quiet",
            "allow it to the role Quiet in the settings of the channel, page Permissions",
        ),
    ),
    (
        by_everyone,
        Missing(
            "the channel denies it to @everyone",
            "allow it to @everyone in the settings of the channel, page Permissions",
        ),
    ),
    (
        by_category,
        Missing(
            "the category Games, whose permissions the channel has, denies it to @everyone",
            "allow it to @everyone in the settings of the category, page Permissions",
        ),
    ),
    (
        by_server,
        Missing(
            "the server gives it to none of @everyone, Quiet, TestBot",
            "switch it on for the role TestBot in the settings of the server, page Roles",
        ),
    ),
    (unseen, Missing("Discord gives it with View Channel only", "give View Channel first")),
]


@pytest.mark.parametrize(("deny", "said"), CASES, ids=[deny.__name__ for deny, _ in CASES])
async def test_a_missing_permission_is_found(
    club: Club, deny: Callable[[Server], None], said: Missing
) -> None:
    me = club.bot.user
    assert me is not None
    role = club.guild.create_role("Quiet")
    club.env.backend.add_member_role(club.guild.id, me.id, role.id)
    deny(Server(club, role))
    await club.env.settle()
    guild = await club.bot.fetch_guild(club.guild.id)
    member = await guild.fetch_member(me.id)
    channels = await guild.fetch_channels()
    channel = discord.utils.get(channels, id=club.channel.id)
    assert isinstance(channel, discord.TextChannel)
    category = discord.utils.get(channels, id=channel.category_id)
    assert category is None or isinstance(category, discord.CategoryChannel)
    assert not channel.permissions_for(member).send_messages
    assert missing(channel, category, member, "send_messages") == said
