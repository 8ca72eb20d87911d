"""Interactions: the payloads of presses, commands and forms, and the bot's answers."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from tests.loopback import errors, payloads
from tests.loopback.api import Events
from tests.loopback.composing import Composer, check_components
from tests.loopback.rest import Answer, Call, Routes
from tests.loopback.world import LOADING, Channel, Json, Member, Message, User, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
REPLY, DEFERRED_REPLY, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
CHOICE_LIMIT = 25
CALLBACK = "/interactions/{interaction}/{token}/callback"
WEBHOOK = "/webhooks/{application}/{token}"


@dataclass(eq=False)
class Interaction:
    """An interaction, with all the bot's answers to it."""

    id: int
    type: int
    user: User
    channel: Channel
    data: Json
    source: Message | None
    """The message whose button or menu was used, if any."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    answer_type: int | None = None
    """The type of the bot's first response, such as REPLY; None until it has answered."""
    original: Message | None = None
    """The message sent as the first response, or `source` if that response edits it."""
    followups: list[Message] = field(default_factory=list)
    choices: list[Json] = field(default_factory=list)
    modal: Json | None = None
    expired: bool = False
    """Whether the interaction is too old for any answer; set by a test."""

    @property
    def answered(self) -> bool:
        return self.answer_type is not None

    @property
    def answers(self) -> list[Message]:
        """The messages sent in answer, ephemeral ones too, oldest first."""
        first = [self.original] if self.original not in (None, self.source) else []
        return [message for message in (*first, *self.followups) if message is not None]

    @property
    def text(self) -> str:
        return "\n".join(message.text for message in self.answers)


class Interactions:
    """Makes interactions, and serves the routes by which the bot answers them."""

    def __init__(self, world: World, composer: Composer, events: Events) -> None:
        self.all: list[Interaction] = []
        self._world = world
        self._composer = composer
        self._events = events

    def create(
        self,
        type_: int,
        who: Member | User,
        channel: Channel,
        data: Json,
        source: Message | None = None,
    ) -> tuple[Interaction, Json]:
        """Return a new interaction and the payload of its INTERACTION_CREATE.

        Raises TypeError if a user, not a member, acts in a guild.
        """
        user = who if isinstance(who, User) else who.user
        number = self._world.snowflakes.next()
        interaction = Interaction(number, type_, user, channel, data, source)
        self.all.append(interaction)
        guild = channel.guild
        payload: Json = {
            "id": str(number),
            "application_id": str(self._world.application_id),
            "type": type_,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": str(channel.id),
            "channel": payloads.channel(channel, self._world),
            "app_permissions": str(channel.bot_permissions.value),
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild.id) if guild else "0"},
            "context": 0 if guild else 1,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if guild is not None:
            if not isinstance(who, Member):
                raise TypeError("in a guild members act, not users")
            permissions = {"permissions": str(who.permissions)}
            payload["member"] = payloads.member(who) | permissions
            payload["guild_id"] = str(guild.id)
            payload["guild_locale"] = guild.locale
            payload["guild"] = {"id": str(guild.id), "locale": guild.locale, "features": []}
        else:
            payload["user"] = payloads.user(user)
        if source is not None:
            payload["message"] = payloads.message(source, self._world, content_intent=True)
        return interaction, payload

    def routes(self) -> Routes:
        message = WEBHOOK + "/messages/{message}"
        return {
            ("POST", CALLBACK): self._callback,
            ("POST", WEBHOOK): self._follow_up,
            ("GET", message): self._get,
            ("PATCH", message): self._edit,
            ("DELETE", message): self._delete,
        }

    async def _callback(self, call: Call) -> Answer:
        interaction = self._by_token(call)
        if interaction is None or interaction.id != call.id("interaction") or interaction.expired:
            raise errors.unknown(errors.UNKNOWN_INTERACTION, "interaction")
        if interaction.answered:
            raise errors.already_acknowledged()
        kind, data = call.body["type"], call.body.get("data") or {}
        if kind in (REPLY, DEFERRED_REPLY):
            self._reply(interaction, call, data, loading=kind == DEFERRED_REPLY)
        elif kind in (UPDATE, DEFERRED_UPDATE) and interaction.source is not None:
            interaction.original = interaction.source
            if kind == UPDATE:
                self._composer.revise(interaction.source, data, call.uploads)
                self._events.message("MESSAGE_UPDATE", interaction.source)
        elif kind == CHOICES and interaction.type == AUTOCOMPLETE:
            if len(data["choices"]) > CHOICE_LIMIT:
                raise errors.invalid("data.choices", f"Must be {CHOICE_LIMIT} or fewer.")
            interaction.choices = data["choices"]
        elif kind == MODAL and interaction.type != MODAL_SUBMIT:
            check_components(data["components"])
            interaction.modal = data
        else:
            raise errors.invalid("type", "This interaction cannot be answered so.")
        interaction.answer_type = kind
        wanted = call.query.get("with_response") in ("1", "true")
        return self._receipt(interaction) if wanted else None

    def _reply(self, interaction: Interaction, call: Call, data: Json, *, loading: bool) -> None:
        message = self._composer.compose(
            interaction.channel, self._world.bot, data, call.uploads, loading=loading
        )
        if loading:
            message.flags |= LOADING
        interaction.original = message
        self._publish(interaction, message)

    def _publish(self, interaction: Interaction, message: Message) -> None:
        if interaction.type == COMMAND:
            message.type = 20
        message.interaction = {
            "id": str(interaction.id),
            "type": interaction.type,
            "user": payloads.user(interaction.user),
            "authorizing_integration_owners": {},
        }
        if not message.ephemeral:
            self._events.publish(message)

    def _receipt(self, interaction: Interaction) -> Json:
        payload: Json = {
            "interaction": {"id": str(interaction.id), "type": interaction.type},
            "resource": {"type": interaction.answer_type},
        }
        if (message := interaction.original) is not None:
            payload["interaction"] |= {
                "response_message_id": str(message.id),
                "response_message_loading": message.loading,
                "response_message_ephemeral": message.ephemeral,
            }
            if interaction.answer_type != DEFERRED_UPDATE:
                payload["resource"]["message"] = self.shown(message)
        return payload

    async def _follow_up(self, call: Call) -> Answer:
        interaction = self._authorized(call)
        original = interaction.original
        if original is not None and original.loading:
            # Discord's documentation does not say what happens to "is thinking" in this case.
            raise errors.invalid("type", "Edit the original response instead.")
        message = self._composer.compose(
            interaction.channel, self._world.bot, call.body, call.uploads
        )
        interaction.followups.append(message)
        self._publish(interaction, message)
        return self.shown(message)

    async def _get(self, call: Call) -> Answer:
        return self.shown(self._message(call))

    async def _edit(self, call: Call) -> Answer:
        message = self._message(call)
        self._fill(message, call)
        return self.shown(message)

    def _fill(self, message: Message, call: Call) -> None:
        self._composer.revise(message, call.body, call.uploads)
        message.flags &= ~LOADING
        self._events.message("MESSAGE_UPDATE", message)

    async def _delete(self, call: Call) -> None:
        self._events.remove(self._message(call))

    def shown(self, message: Message) -> Json:
        return payloads.message(message, self._world, content_intent=True)

    def _by_token(self, call: Call) -> Interaction | None:
        return next((one for one in self.all if one.token == call.path["token"]), None)

    def _authorized(self, call: Call) -> Interaction:
        interaction = self._by_token(call)
        if interaction is None or not interaction.answered:
            raise errors.unknown(errors.UNKNOWN_WEBHOOK, "Webhook")
        if interaction.expired:
            raise errors.ApiError(401, 50027, "Invalid Webhook Token")
        return interaction

    def _message(self, call: Call) -> Message:
        interaction, wanted = self._authorized(call), call.path["message"]
        known = {str(message.id): message for message in interaction.followups}
        if (original := interaction.original) is not None:
            known["@original"] = known[str(original.id)] = original
        if wanted not in known or known[wanted].deleted:
            raise errors.unknown(errors.UNKNOWN_MESSAGE, "Message")
        return known[wanted]
