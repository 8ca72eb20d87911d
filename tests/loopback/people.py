"""The acts of people: write, press buttons, choose from menus, use commands, fill in forms."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tests.loopback import commands
from tests.loopback.commands import UsageError, Value, filled_in
from tests.loopback.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Interaction,
)
from tests.loopback.parts import Parts
from tests.loopback.world import Channel, Json, Member, Message, User, walk
from tests.patience import PATIENCE

USER_COMMAND, MESSAGE_COMMAND = 2, 3
BUTTON, TEXT_INPUT, ACTION_ROW, LABEL = 2, 4, 1, 18
MENUS = {3, 5}  # of texts, of users


class People(Parts):
    """The acts of members, or of users in direct messages.

    Every act that makes an interaction waits for the bot's answer, and raises TimeoutError if none
    comes within ``patience`` seconds. With `patience=None` it returns at once, so that a test can
    act several times at once. Raises UsageError if Discord's client would not allow the act.
    """

    async def say(
        self,
        who: Member | User,
        channel: Channel,
        text: str,
        *,
        reply_to: Message | None = None,
        ping: bool = True,
    ) -> Message:
        """Write a message and return it.

        `<@id>` in the text mentions a user. A reply mentions the author of the message it answers
        if ``ping``.
        """
        user = who if isinstance(who, User) else who.user
        body = {"content": text}
        message = self._composer.compose(channel, user, body, {}, reply_to=reply_to)
        if not ping:
            parse = {"parse": ["users"], "replied_user": False}
            self._composer.address(message, parse)
        self.events.publish(message)
        return message

    async def edit(self, message: Message, text: str) -> None:
        """Edit a message, as its author."""
        self._composer.revise(message, {"content": text}, {})
        self.events.message("MESSAGE_UPDATE", message)

    async def delete(self, message: Message) -> None:
        """Delete a message, as its author or a moderator."""
        self.events.remove(message)
        self.changed()

    async def press(
        self,
        who: Member | User,
        message: Message,
        custom_id: str,
        *,
        even_if_gone: bool = False,
        patience: float | None = PATIENCE,
    ) -> Interaction:
        """Press a button.

        With `even_if_gone`, the button need not be there any more, as for a person whose client
        shows an old version of the message.
        """
        if not even_if_gone:
            _usable(message, custom_id, {BUTTON})
        data: Json = {"component_type": BUTTON, "custom_id": custom_id, "id": 0}
        return await self._use(who, message, data, patience)

    async def choose(
        self,
        who: Member | User,
        message: Message,
        custom_id: str,
        values: Sequence[str | Member],
        *,
        patience: float | None = PATIENCE,
    ) -> Interaction:
        """Choose from a menu: options by their values, or members from a menu of users."""
        menu = _usable(message, custom_id, MENUS)
        resolved: Json = {}
        offered = {option["value"] for option in menu.get("options", ())}
        for value in values:
            if isinstance(value, Member):
                commands.resolve(value, resolved)
            elif value not in offered:
                raise UsageError(f"{value!r} is not among {sorted(offered)}")
        data: Json = {
            "component_type": menu["type"],
            "custom_id": custom_id,
            "id": menu["id"],
            "values": [str(v.id) if isinstance(v, Member) else v for v in values],
        }
        if resolved:
            data["resolved"] = resolved
        return await self._use(who, message, data, patience)

    async def slash(
        self,
        who: Member | User,
        channel: Channel,
        name: str,
        options: Mapping[str, Value] | None = None,
        *,
        patience: float | None = PATIENCE,
    ) -> Interaction:
        """Use a registered slash command; ``name`` is "name" or "group name"."""
        first, *path = name.split()
        command = self._commands.find(channel, first)
        data = filled_in(command, path, options or {})
        return await self._interact(COMMAND, who, channel, data, patience=patience)

    async def autocomplete(
        self,
        who: Member | User,
        channel: Channel,
        name: str,
        focused: str,
        options: Mapping[str, Value],
        *,
        patience: float | None = PATIENCE,
    ) -> Interaction:
        """Type in the option `focused` of a slash command; the interaction has the `choices`."""
        first, *path = name.split()
        command = self._commands.find(channel, first)
        data = filled_in(command, path, options, focused=focused)
        return await self._interact(AUTOCOMPLETE, who, channel, data, patience=patience)

    async def context_menu(
        self,
        who: Member,
        channel: Channel,
        name: str,
        target: Member | Message,
        *,
        patience: float | None = PATIENCE,
    ) -> Interaction:
        """Use a command from the context menu of a member or a message."""
        kind = USER_COMMAND if isinstance(target, Member) else MESSAGE_COMMAND
        command = self._commands.find(channel, name, kind)
        resolved: Json = {}
        if isinstance(target, Member):
            commands.resolve(target, resolved)
        else:
            shown = self._interactions.shown(target)
            resolved["messages"] = {str(target.id): shown}
        data = {
            "id": command["id"],
            "name": name,
            "type": kind,
            "target_id": str(target.id),
            "resolved": resolved,
        }
        return await self._interact(COMMAND, who, channel, data, patience=patience)

    def inputs(self, form: Interaction) -> list[str]:
        """Return the custom_ids of the text inputs of a form; none if ``form`` has none."""
        parts = walk(form.modal["components"]) if form.modal else ()
        return [part["custom_id"] for part in parts if part["type"] == TEXT_INPUT]

    async def submit(
        self,
        form: Interaction,
        values: Mapping[str, str],
        *,
        patience: float | None = PATIENCE,
    ) -> Interaction:
        """Submit the form with which an interaction was answered.

        ``values`` are texts by custom_id; the other inputs keep the texts that the bot gave them.
        """
        if form.modal is None:
            raise UsageError("that interaction was not answered with a form")
        parts = list(walk(form.modal["components"]))
        inputs = {part["custom_id"]: part for part in parts if part["type"] == TEXT_INPUT}
        if extra := values.keys() - inputs.keys():
            raise UsageError(f"the form has {sorted(inputs)}, not {sorted(extra)}")
        for name, part in inputs.items():
            text = values.get(name, part.get("value") or "")
            limits = part.get("min_length") or 0, part.get("max_length") or 4000
            if (text or part.get("required", True)) and not max(1, limits[0]) <= len(
                text
            ) <= limits[1]:
                raise UsageError(f"{name} cannot be {text!r}")
        data = {
            "custom_id": form.modal["custom_id"],
            "components": [_sent(part, values) for part in form.modal["components"]],
            "resolved": {},
        }
        who: Member | User = form.user
        if form.channel.guild is not None:
            who = form.channel.guild.members[form.user.id]
        return await self._interact(
            MODAL_SUBMIT, who, form.channel, data, form.source, patience=patience
        )

    async def _use(
        self, who: Member | User, message: Message, data: Json, patience: float | None
    ) -> Interaction:
        reader = message.interaction["user"]["id"] if message.interaction else None
        if message.ephemeral and reader != str(who.id):
            raise UsageError(f"{who.name} cannot see this message")
        return await self._interact(
            COMPONENT, who, message.channel, data, message, patience=patience
        )

    async def _interact(
        self,
        type_: int,
        who: Member | User,
        channel: Channel,
        data: Json,
        source: Message | None = None,
        *,
        patience: float | None,
    ) -> Interaction:
        interaction, payload = self._interactions.create(type_, who, channel, data, source)
        self.gateway.dispatch("INTERACTION_CREATE", payload)
        if patience is not None:
            await self.until(lambda: interaction.answered, patience)
        return interaction


def _usable(message: Message, custom_id: str, types: Collection[int]) -> Json:
    if message.deleted:
        raise UsageError("the message is gone")
    for part in walk(message.components):
        if part.get("custom_id") == custom_id and part["type"] in types:
            if part.get("disabled"):
                raise UsageError(f"{custom_id} is disabled")
            return part
    raise UsageError(f"{custom_id!r} is not among {message.custom_ids}")


def _sent(part: Json, values: Mapping[str, str]) -> Json:
    """Return a component of a form as Discord sends it back, with the texts written in it."""
    if part["type"] == ACTION_ROW:
        inner = [_sent(one, values) for one in part["components"]]
        return {"type": ACTION_ROW, "id": part.get("id", 0), "components": inner}
    if part["type"] == LABEL:
        return {
            "type": LABEL,
            "id": part.get("id", 0),
            "component": _sent(part["component"], values),
        }
    if part["type"] != TEXT_INPUT:
        return {"type": part["type"], "id": part.get("id", 0)}
    return {
        "type": TEXT_INPUT,
        "id": part.get("id", 0),
        "custom_id": part["custom_id"],
        "value": values.get(part["custom_id"], part.get("value") or ""),
    }
