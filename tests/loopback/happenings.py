"""Changes of guilds, channels and members while the bot runs."""

from __future__ import annotations

from discord import Intents, Permissions

from tests.loopback import payloads
from tests.loopback.parts import Parts
from tests.loopback.world import Channel, Guild, Json, Member, User

GUILDS = Intents(guilds=True)
MEMBERS = Intents(members=True)


class Happenings(Parts):
    """Changes of the world, each with its gateway event."""

    async def deny(self, channel: Channel, *permissions: str) -> None:
        """Take permissions (by discord.py's names) in a channel away from the bot."""
        channel.denied |= Permissions(**dict.fromkeys(permissions, True))
        self._channel_event("CHANNEL_UPDATE", channel)

    async def allow(self, channel: Channel, *permissions: str) -> None:
        """Give denied permissions in a channel back to the bot."""
        channel.denied &= ~Permissions(**dict.fromkeys(permissions, True))
        self._channel_event("CHANNEL_UPDATE", channel)

    async def set_bot_role(self, guild: Guild, permissions: Permissions) -> None:
        """Set the permissions of the bot's own role; those of @everyone stay."""
        guild.bot_role = permissions
        payload = {"guild_id": str(guild.id), "role": payloads.bot_role(guild)}
        self._guild_event("GUILD_ROLE_UPDATE", guild, payload)

    async def create_channel(self, guild: Guild, name: str) -> Channel:
        channel = self.world.channel(guild, name)
        self._channel_event("CHANNEL_CREATE", channel)
        return channel

    async def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with all its messages."""
        if channel.guild is None:
            raise ValueError("direct messages stay")
        del self.world.channels[channel.id]
        self._channel_event("CHANNEL_DELETE", channel)
        del channel.guild.channels[channel.id]
        for message in channel.messages.values():
            message.deleted = True

    async def throw_bot_out(self, guild: Guild) -> None:
        """Remove the bot from a guild."""
        self.world.bot_guilds.remove(guild.id)
        del guild.members[self.world.bot.id]
        self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, intent=GUILDS)

    async def invite_bot(self, guild: Guild) -> None:
        """Bring the bot into a guild, for the first time or again."""
        self.world.let_bot_in(guild)
        self.gateway.dispatch("GUILD_CREATE", payloads.guild(guild, self.world), intent=GUILDS)

    async def guild_outage(self, guild: Guild) -> None:
        """Make a guild unavailable, as during an outage of Discord."""
        payload = {"id": str(guild.id), "unavailable": True}
        self.gateway.dispatch("GUILD_DELETE", payload, intent=GUILDS)

    async def guild_back(self, guild: Guild) -> None:
        """End a guild's outage."""
        payload = payloads.guild(guild, self.world) | {"unavailable": False}
        self.gateway.dispatch("GUILD_CREATE", payload, intent=GUILDS)

    async def member_joins(self, guild: Guild, who: str | User) -> Member:
        member = self.world.member(guild, who)
        payload = payloads.member(member) | {"guild_id": str(guild.id)}
        self._guild_event("GUILD_MEMBER_ADD", guild, payload, MEMBERS)
        return member

    async def member_leaves(self, member: Member) -> None:
        del member.guild.members[member.id]
        payload = {"guild_id": str(member.guild.id), "user": payloads.user(member.user)}
        self._guild_event("GUILD_MEMBER_REMOVE", member.guild, payload, MEMBERS)

    def _channel_event(self, event: str, channel: Channel) -> None:
        assert channel.guild is not None
        self._guild_event(event, channel.guild, payloads.channel(channel, self.world))

    def _guild_event(
        self, event: str, guild: Guild, payload: Json, intent: Intents = GUILDS
    ) -> None:
        if guild.id in self.world.bot_guilds:
            self.gateway.dispatch(event, payload, intent=intent)
        self.changed()
