"""The HTTP API for users, guilds, channels and their messages."""

from __future__ import annotations

from discord import Intents

from tests.loopback import errors, payloads
from tests.loopback.composing import Composer
from tests.loopback.gateway import Gateway
from tests.loopback.rest import Answer, Call, Routes
from tests.loopback.world import Channel, Guild, Json, Message, World

NONCE_LIFETIME_MS = 5 * 60 * 1000  # "a few minutes", says Discord
HISTORY_LIMIT = 100
MESSAGES = "/channels/{channel}/messages"


class Events:
    """Sends the gateway's events about messages, filtered by the bot's permissions and intents."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway

    def message(self, event: str, message: Message) -> None:
        if message.ephemeral or not message.channel.bot_permissions.view_channel:
            return
        shape = payloads.new_message if event == "MESSAGE_CREATE" else payloads.message
        self._gateway.dispatch(
            event,
            lambda session: shape(
                message,
                self._world,
                content_intent=session.intents.message_content,
                event=True,
            ),
            intent=_message_intent(message.channel),
        )

    def deleted(self, message: Message) -> None:
        payload = {"id": str(message.id), "channel_id": str(message.channel.id)}
        if message.channel.guild is not None:
            payload["guild_id"] = str(message.channel.guild.id)
        self._gateway.dispatch("MESSAGE_DELETE", payload, intent=_message_intent(message.channel))

    def publish(self, message: Message) -> None:
        """Put a new message into its channel and send MESSAGE_CREATE."""
        message.channel.messages[message.id] = message
        self.message("MESSAGE_CREATE", message)

    def remove(self, message: Message) -> None:
        message.deleted = True
        if message.channel.messages.pop(message.id, None) is not None:
            self.deleted(message)


def _message_intent(channel: Channel) -> Intents:
    return Intents(dm_messages=True) if channel.guild is None else Intents(guild_messages=True)


class Api:
    """Handlers of all requests that do not belong to an interaction."""

    def __init__(self, world: World, composer: Composer, events: Events, gateway: Gateway) -> None:
        self._world = world
        self._composer = composer
        self._events = events
        self._gateway = gateway
        self.nonces_since = 0
        """The nonces of messages with an id below this one are forgotten."""

    def routes(self) -> Routes:
        return {
            ("GET", "/users/@me"): self._me,
            ("GET", "/users/{user}"): self._user,
            ("POST", "/users/@me/channels"): self._direct_messages,
            ("GET", "/oauth2/applications/@me"): self._application,
            ("GET", "/applications/@me"): self._application,
            ("GET", "/gateway"): self._gateway_address,
            ("GET", "/gateway/bot"): self._gateway_address,
            ("GET", "/guilds/{guild}"): self._guild,
            ("GET", "/guilds/{guild}/channels"): self._channels,
            ("DELETE", "/users/@me/guilds/{guild}"): self._leave_guild,
            ("GET", "/guilds/{guild}/members/{user}"): self._member,
            ("GET", "/channels/{channel}"): self._channel,
            ("DELETE", "/channels/{channel}"): self._delete_thread,
            ("PATCH", "/channels/{channel}"): self._change_thread,
            ("POST", "/channels/{channel}/typing"): self._typing,
            ("POST", MESSAGES): self._send,
            ("GET", MESSAGES): self._history,
            ("GET", MESSAGES + "/{message}"): self._message,
            ("PATCH", MESSAGES + "/{message}"): self._edit,
            ("DELETE", MESSAGES + "/{message}"): self._delete,
            ("POST", MESSAGES + "/{message}/threads"): self._start_thread,
            ("PUT", "/channels/{channel}/thread-members/{user}"): self._add_to_thread,
            ("PUT", MESSAGES + "/{message}/reactions/{emoji}/@me"): self._react,
            ("DELETE", MESSAGES + "/{message}/reactions/{emoji}/@me"): self._unreact,
        }

    async def _me(self, _: Call) -> Answer:
        return payloads.user(self._world.bot) | {"verified": True, "mfa_enabled": True}

    async def _user(self, call: Call) -> Answer:
        user = self._world.users.get(call.id("user"))
        if user is None:
            raise errors.unknown(errors.UNKNOWN_USER, "User")
        return payloads.user(user)

    async def _application(self, _: Call) -> Answer:
        return payloads.application(self._world)

    async def _gateway_address(self, _: Call) -> Answer:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return {"url": self._gateway.url, "shards": 1, "session_start_limit": limit}

    async def _direct_messages(self, call: Call) -> Answer:
        user = self._world.users.get(int(call.body["recipient_id"]))
        if user is None:
            raise errors.unknown(errors.UNKNOWN_USER, "User")
        if user.bot:
            raise errors.cannot_message_user()
        return payloads.channel(self._world.direct_messages(user), self._world)

    async def _guild(self, call: Call) -> Answer:
        return payloads.guild(self._joined_guild(call), self._world)

    async def _channels(self, call: Call) -> Answer:
        guild = self._joined_guild(call)
        return [payloads.channel(channel, self._world) for channel in guild.channels.values()]

    async def _leave_guild(self, call: Call) -> None:
        guild = self._joined_guild(call)
        self._world.bot_guilds.remove(guild.id)
        del guild.members[self._world.bot.id]
        self._gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, intent=Intents(guilds=True))

    async def _member(self, call: Call) -> Answer:
        member = self._joined_guild(call).members.get(call.id("user"))
        if member is None:
            known = call.id("user") in self._world.users
            if known:
                raise errors.unknown(errors.UNKNOWN_MEMBER, "Member")
            raise errors.unknown(errors.UNKNOWN_USER, "User")
        return payloads.member(member)

    async def _channel(self, call: Call) -> Answer:
        return payloads.channel(self._visible_channel(call), self._world)

    async def _typing(self, call: Call) -> None:
        self._visible_channel(call)

    async def _send(self, call: Call) -> Answer:
        channel, body = self._visible_channel(call), call.body
        self._may_send(channel, call)
        if body.get("enforce_nonce") and (first := self._sent_with(body.get("nonce"), channel)):
            return self._sent(first)
        reply_to = self._answered(channel, body.get("message_reference"))
        message = self._composer.compose(
            channel, self._world.bot, body, call.uploads, reply_to=reply_to
        )
        self._events.publish(message)
        return self._sent(message)

    async def _history(self, call: Call) -> Answer:
        channel, query = self._visible_channel(call), call.query
        if not channel.bot_permissions.read_message_history:
            return []
        limit = int(query.get("limit", 50))
        if not 1 <= limit <= HISTORY_LIMIT:
            raise errors.invalid("limit", f"Must be between 1 and {HISTORY_LIMIT}.")
        ids = sorted(channel.messages)
        if "after" in query:
            ids = [id_ for id_ in ids if id_ > int(query["after"])][:limit]
        elif "around" in query:
            middle = int(query["around"])
            before = [id_ for id_ in ids if id_ <= middle][-(limit // 2 + 1) :]
            ids = (before + [id_ for id_ in ids if id_ > middle])[:limit]
        else:
            before_id = int(query.get("before", 1 << 63))
            ids = [id_ for id_ in ids if id_ < before_id][-limit:]
        return [self._shown(channel.messages[id_]) for id_ in reversed(ids)]

    async def _message(self, call: Call) -> Answer:
        channel = self._visible_channel(call)
        if not channel.bot_permissions.read_message_history:
            raise errors.missing_access()
        return self._shown(self._posted(call))

    async def _edit(self, call: Call) -> Answer:
        message = self._posted(call)
        if message.author is not self._world.bot:
            raise errors.not_the_author()
        self._composer.revise(message, call.body, call.uploads)
        self._events.message("MESSAGE_UPDATE", message)
        return self._shown(message)

    async def _delete(self, call: Call) -> None:
        message = self._posted(call)
        may = message.channel.bot_permissions.manage_messages
        if message.author is not self._world.bot and not may:
            raise errors.missing_permissions()
        self._events.remove(message)

    async def _start_thread(self, call: Call) -> Answer:
        message = self._posted(call)
        if not message.channel.bot_permissions.create_public_threads:
            raise errors.missing_permissions()
        if message.id in self._world.channels:
            raise errors.has_a_thread()
        thread = self._world.thread(message, call.body["name"])
        payload = payloads.channel(thread, self._world)
        self._gateway.dispatch("THREAD_CREATE", payload, intent=Intents(guilds=True))
        return payload

    async def _delete_thread(self, call: Call) -> Answer:
        thread = self._visible_channel(call)
        if not thread.bot_permissions.manage_threads:
            raise errors.missing_permissions()
        del self._world.channels[thread.id]
        return payloads.channel(thread, self._world)

    async def _change_thread(self, call: Call) -> Answer:
        """Archive or reopen a thread; the bot needs no permission for a thread it made."""
        thread = self._visible_channel(call)
        thread.archived = call.body["archived"]
        return payloads.channel(thread, self._world)

    async def _add_to_thread(self, call: Call) -> None:
        thread = self._visible_channel(call)
        if not thread.bot_permissions.send_messages:
            raise errors.missing_permissions()
        thread.inside.add(call.id("user"))

    async def _react(self, call: Call) -> None:
        message = self._posted(call)
        if not message.channel.bot_permissions.add_reactions:
            raise errors.missing_permissions()
        message.reactions.add(call.path["emoji"])

    async def _unreact(self, call: Call) -> None:
        self._posted(call).reactions.discard(call.path["emoji"])

    def _sent(self, message: Message) -> Json:
        return payloads.new_message(message, self._world, content_intent=True, event=False)

    def _shown(self, message: Message) -> Json:
        approved = self._world.approved_intents.message_content
        return payloads.message(message, self._world, content_intent=approved)

    def _joined_guild(self, call: Call) -> Guild:
        if call.id("guild") not in self._world.bot_guilds:
            raise errors.unknown(errors.UNKNOWN_GUILD, "Guild")
        return self._world.guilds[call.id("guild")]

    def _visible_channel(self, call: Call) -> Channel:
        channel = self._world.channels.get(call.id("channel"))
        if channel is None:
            raise errors.unknown(errors.UNKNOWN_CHANNEL, "Channel")
        away = channel.guild is not None and channel.guild.id not in self._world.bot_guilds
        if away or not channel.bot_permissions.view_channel:
            raise errors.missing_access()
        return channel

    def _may_send(self, channel: Channel, call: Call) -> None:
        may = channel.bot_permissions
        if not may.send_messages or (call.uploads and not may.attach_files):
            raise errors.missing_permissions()
        if call.body.get("message_reference") and not may.read_message_history:
            raise errors.cannot_reply_without_history()

    def _posted(self, call: Call) -> Message:
        message = self._visible_channel(call).messages.get(call.id("message"))
        if message is None:
            raise errors.unknown(errors.UNKNOWN_MESSAGE, "Message")
        return message

    def _sent_with(self, nonce: str | int | None, channel: Channel) -> Message | None:
        """Return the bot's recent message in ``channel`` with this nonce, or None."""
        if nonce is None:
            return None
        lifetime = self._world.snowflakes.next() - (NONCE_LIFETIME_MS << 22)
        oldest = max(lifetime, self.nonces_since)
        for message in reversed(channel.messages.values()):
            if message.id < oldest:
                return None
            if message.author is self._world.bot and str(message.nonce) == str(nonce):
                return message
        return None

    def _answered(self, channel: Channel, reference: Json | None) -> Message | None:
        if reference is None:
            return None
        message = channel.messages.get(int(reference["message_id"]))
        if message is None and reference.get("fail_if_not_exists", True):
            raise errors.invalid("message_reference", "Unknown message")
        return message
