"""The state of the loopback Discord: users, guilds, channels, messages and permissions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from discord import Intents, MessageFlags, Permissions

Json = dict[str, Any]

DISCORD_EPOCH_MS = 1_420_070_400_000
COMPONENTS_V2 = MessageFlags(components_v2=True).value
EPHEMERAL = MessageFlags(ephemeral=True).value
LOADING = MessageFlags(loading=True).value

MEMBER_PERMISSIONS = Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    add_reactions=True,
    use_application_commands=True,
)


class Snowflakes:
    """Makes ids like Discord's: milliseconds since 2015 above 22 bits, each id greater than all
    before.
    """

    def __init__(self) -> None:
        self._last = 0
        self.ahead_ms = 0
        """The milliseconds by which this Discord's clock is ahead of real time."""

    def next(self) -> int:
        now = (time.time_ns() // 1_000_000 + self.ahead_ms - DISCORD_EPOCH_MS) << 22
        self._last = max(now, self._last + 1)
        return self._last


def created_at(snowflake: int) -> datetime:
    return datetime.fromtimestamp(((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000, UTC)


@dataclass(eq=False)
class User:
    """An account."""

    id: int
    name: str
    bot: bool = False

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass(eq=False)
class Member:
    """An account in a guild."""

    guild: Guild
    user: User
    nick: str | None = None
    administrator: bool = False

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def mention(self) -> str:
        return self.user.mention

    @property
    def permissions(self) -> int:
        return Permissions.all().value if self.administrator else self.guild.everyone.value


@dataclass(eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    locale: str = "en-US"
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    everyone: Permissions = field(default_factory=lambda: Permissions(MEMBER_PERMISSIONS.value))
    bot_role_id: int = 0
    bot_role: Permissions = field(default_factory=lambda: Permissions(MEMBER_PERMISSIONS.value))


@dataclass(eq=False)
class Channel:
    """A text channel of a guild, a thread of one, or the direct messages with one user."""

    id: int
    name: str
    guild: Guild | None = None
    recipient: User | None = None
    denied: Permissions = field(default_factory=Permissions.none)
    """The permissions that the channel denies to the bot."""
    messages: dict[int, Message] = field(default_factory=dict)
    parent: Channel | None = None
    """The channel of a thread; None for other channels."""
    type: int = 0
    """Discord's number of the type of a guild's channel; unused for threads and direct messages."""
    archived: bool = False
    inside: set[int] = field(default_factory=set)
    """The ids of the users added to a thread."""

    @property
    def bot_permissions(self) -> Permissions:
        if self.parent is not None:
            may = self.parent.bot_permissions
            may.send_messages = may.send_messages_in_threads
            return may
        if self.guild is None:
            return Permissions(MEMBER_PERMISSIONS.value)
        allowed = self.guild.everyone.value | self.guild.bot_role.value
        return Permissions(allowed & ~self.denied.value)


@dataclass(eq=False)
class Attachment:
    """An uploaded file."""

    id: int
    filename: str
    data: bytes
    content_type: str
    description: str | None = None
    url: str = ""


@dataclass(eq=False)
class Message:
    """A message, as everybody in its channel sees it or, if ephemeral, its one reader."""

    id: int
    channel: Channel
    author: User
    content: str = ""
    type: int = 0
    flags: int = 0
    nonce: str | int | None = None
    reply_to: Message | None = None
    mentions: list[User] = field(default_factory=list)
    mention_everyone: bool = False
    allowed_mentions: Json | None = None
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    reactions: set[str] = field(default_factory=set)
    edited_at: datetime | None = None
    edits: int = 0
    deleted: bool = False
    interaction: Json | None = None
    """The metadata of the interaction that this message answers."""
    more: Json = field(default_factory=dict)
    """Further fields of the message's payload."""

    @property
    def created_at(self) -> datetime:
        return created_at(self.id)

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether the message only says that the bot is thinking."""
        return bool(self.flags & LOADING)

    @property
    def text(self) -> str:
        """The content and the texts of all text displays, a line each."""
        shown = (part["content"] for part in walk(self.components) if part["type"] == 10)
        return "\n".join(filter(None, (self.content, *shown)))

    @property
    def pings(self) -> set[int]:
        """The ids of the users who were notified; an edit notifies nobody."""
        return {user.id for user in self.mentions}

    @property
    def files(self) -> dict[str, bytes]:
        return {attachment.filename: attachment.data for attachment in self.attachments}

    @property
    def custom_ids(self) -> list[str]:
        """The custom_ids of all enabled buttons and menus, in the order shown."""
        return [
            part["custom_id"]
            for part in walk(self.components)
            if "custom_id" in part and not part.get("disabled")
        ]

    def custom_id(self, label: str) -> str:
        """Return the custom_id of the button with this label. Raises LookupError without one."""
        for part in walk(self.components):
            if part["type"] == 2 and part.get("label") == label and "custom_id" in part:
                return str(part["custom_id"])
        labels = [part.get("label") for part in walk(self.components) if part["type"] == 2]
        raise LookupError(f"no button {label!r} among {labels}")


def walk(components: list[Json]) -> Iterator[Json]:
    """Yield all components, those inside others too, in the order shown."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        for inner in ("component", "accessory"):
            if inner in component:
                yield from walk([component[inner]])


class World:
    """The whole state. Change it directly only before the bot starts, later by LoopbackDiscord.

    LoopbackDiscord sends the bot an event for each change.
    """

    def __init__(self, token: str = "loopback-token") -> None:  # noqa: S107 - it opens nothing
        self.token = token
        self.snowflakes = Snowflakes()
        self.bot = User(self.snowflakes.next(), "Damier", bot=True)
        self.application_id = self.bot.id
        self.approved_intents = Intents(members=True, message_content=True)
        """The privileged intents switched on for the application."""
        self.reviewed = False
        """Whether Discord has reviewed the application's use of the message content intent."""
        self.team: dict[int, str] = {}
        """The roles of the members of the team that owns the application, by user id.

        If empty, one person owns the application.
        """
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.bot_guilds: set[int] = set()
        """The ids of the guilds that the bot is in."""
        self.commands: dict[int | None, list[Json]] = {}
        """Registered commands: global ones under None, a guild's own under its id."""

    def guild(
        self, name: str = "Club", *, with_bot: bool = True, shard: int = 0, shards: int = 1
    ) -> Guild:
        """Add a guild whose id belongs to number ``shard`` of ``shards`` shards; return it."""
        id_ = self.snowflakes.next()
        id_ += (shard - (id_ >> 22)) % shards << 22
        guild = Guild(id_, name, bot_role_id=self.snowflakes.next())
        self.guilds[guild.id] = guild
        if with_bot:
            self.let_bot_in(guild)
        return guild

    def let_bot_in(self, guild: Guild) -> None:
        guild.members[self.bot.id] = Member(guild, self.bot)
        self.bot_guilds.add(guild.id)

    def channel(self, guild: Guild, name: str) -> Channel:
        channel = Channel(self.snowflakes.next(), name, guild)
        guild.channels[channel.id] = self.channels[channel.id] = channel
        return channel

    def thread(self, message: Message, name: str) -> Channel:
        """Add a thread started from a message; return it. Its id is the message's."""
        parent = message.channel
        thread = Channel(message.id, name, parent.guild, parent=parent)
        self.channels[thread.id] = thread
        return thread

    def threads(self, parent: Channel) -> list[Channel]:
        """Return the threads of a channel, oldest first."""
        return [channel for channel in self.channels.values() if channel.parent is parent]

    def user(self, name: str, *, bot: bool = False) -> User:
        user = User(self.snowflakes.next(), name, bot)
        self.users[user.id] = user
        return user

    def member(self, guild: Guild, who: str | User, *, bot: bool = False) -> Member:
        user = self.user(who, bot=bot) if isinstance(who, str) else who
        member = guild.members[user.id] = Member(guild, user)
        return member

    def direct_messages(self, user: User) -> Channel:
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        channel = Channel(self.snowflakes.next(), user.name, recipient=user)
        self.channels[channel.id] = channel
        return channel
