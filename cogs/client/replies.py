"""The bot's answers: in private, or as a reply to a message, in the language of their readers."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final, overload

import discord
from discord import ui
from discord.ext import commands
from discord.utils import MISSING

from cogs.delivery.edits import edit_in
from cogs.delivery.match_messages import FAILING, TIMER, lock_of, stop_timer
from cogs.language.catalogues import plainly, translate
from cogs.members.preferences import Preferences
from cogs.messages.layouts import board_layout, text_layout, view_of
from engine import Refusal, Text
from render import Picture

log = logging.getLogger(__name__)

SHOWN_FOR = 30.0
"""Seconds after which a short reply is removed from the channel."""

TOO_LATE = Text("That took too long, so no form could be opened: please try again.")

ANSWERED: Final = frozenset(
    {
        discord.InteractionType.application_command,
        discord.InteractionType.component,
        discord.InteractionType.modal_submit,
    }
)
"""Interactions that can be acknowledged; suggestions during typing cannot."""

UNANSWERED: Final = (*FAILING, discord.HTTPException, discord.InteractionResponded)
"""The errors of an answer that does not reach Discord, or that Discord refuses."""

_REMOVALS: Final[set[asyncio.Task[None]]] = set()
"""The tasks of pending removals; without a reference, a task may be garbage-collected."""

FILLED: Final = "filled"
"""The key in an interaction's extras noting that the "thinking…" message was replaced."""


def expect_answer(interaction: discord.Interaction[Any], seconds: float) -> None:
    """Acknowledge an interaction after ``seconds`` if nothing has answered it by then.

    Discord waits three seconds. If the answer takes longer, for example because another process
    keeps the database busy, the same functions can still send it afterwards.
    """
    if interaction.type in ANSWERED and not interaction.response.is_done():
        loop = asyncio.get_running_loop()
        timer = loop.call_later(seconds, _in_time, interaction)
        interaction.extras[TIMER] = timer


class Answer(ABC):
    """The answer to a person's action or message, in the language of its readers.

    A text is a ``Text``, or a string that is in the language already. ``controls`` are the buttons
    and menus below it; ``more`` are further arguments of discord.py's function that sends.
    """

    def __init__(self, locale: discord.Locale) -> None:
        self._locale = locale

    @property
    def locale(self) -> discord.Locale:
        """The readers' language."""
        return self._locale

    @property
    @abstractmethod
    def is_private(self) -> bool:
        """Whether only the person answered sees the answer."""

    def said(self, text: Text | str) -> str:
        """Return a text in the readers' language, also as a part of a longer answer."""
        return translate(text, self.locale) if isinstance(text, Text) else text

    def board(self, text: Text | str, picture: Picture) -> ui.LayoutView:
        """Return the layout of a text above a board's picture; its file is sent with the layout."""
        return board_layout(self.said(text), plainly(picture.alt, self.locale))

    async def show(
        self,
        text: Text | str = "",
        *controls: ui.Item[Any],
        shown_for: float | None = None,
        **more: Any,  # noqa: ANN401 - what a send takes
    ) -> int | None:
        """Add a message and return its id, None if Discord does not take it.

        A message that others see is removed after ``shown_for`` seconds, if given. A private one is
        sent even if the interaction was answered before.
        """
        return await self._add(self.said(text), _with(controls, more), shown_for)

    @abstractmethod
    async def _add(self, said: str, more: dict[str, Any], shown_for: float | None) -> int | None:
        """Add a message with the translated text ``said``, as ``show`` does."""

    @abstractmethod
    async def briefly(self, text: Text | str, *files: discord.File) -> None:
        """Add a message; one that others see is removed after ``SHOWN_FOR`` seconds."""

    @abstractmethod
    async def confirm(self, text: Text) -> None:
        """Say that something is done, unless a post shows it."""


class PrivateAnswer(Answer):
    """The answer to an interaction, which only the person sees."""

    is_private = True

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        super().__init__(interaction.locale)
        self._interaction = interaction

    @property
    def locale(self) -> discord.Locale:
        """The person's language, which they may be changing just now."""
        return self._interaction.locale

    @property
    def asked_in_private(self) -> bool:
        """Whether the control that was used is on a private message."""
        asked = self._interaction.message
        return asked is not None and asked.flags.ephemeral

    async def _add(self, said: str, more: dict[str, Any], _shown_for: float | None) -> int | None:
        interaction = self._interaction
        async with _answering(interaction):
            response = interaction.response
            if not response.is_done():
                sent = await response.send_message(said or None, ephemeral=True, **more)
                return sent.message_id
            if _is_thinking(interaction):
                files = more.pop("files", None) or list(filter(None, [more.pop("file", None)]))
                edit, send = interaction.edit_original_response, _follow_up(interaction)
                shown = await edit_in(
                    edit, send, files, self.locale, content=said or MISSING, **more
                )
                interaction.extras[FILLED] = True
                return shown.id
            followed = await _follow_up(interaction)(said or MISSING, **more)
            return followed.id
        return None

    async def briefly(self, text: Text | str, *files: discord.File) -> None:
        """Add a private message."""
        await self.show(text, **_files(files))

    async def confirm(self, text: Text) -> None:
        """Say that something is done."""
        await self.show(text)

    async def replace(
        self,
        text: Text | str = "",
        *controls: ui.Item[Any],
        files: Sequence[discord.File] = (),
        **more: Any,  # noqa: ANN401 - what an edit takes
    ) -> None:
        """Change the message whose control was used; ``files`` replace all files that it has."""
        interaction, more = self._interaction, _with(controls, more)
        if text:
            more = {"content": self.said(text), "view": None, **more}
        async with _answering(interaction):
            shown = interaction.message
            send = _follow_up(interaction, ephemeral=shown is None or shown.flags.ephemeral)

            async def edit(**content: Any) -> None:  # noqa: ANN401 - the same
                if not interaction.response.is_done():
                    await interaction.response.edit_message(**content)
                else:
                    await interaction.edit_original_response(**content)
                    interaction.extras[FILLED] = True

            await edit_in(edit, send, files, self.locale, **more)

    async def put(self, layout: ui.LayoutView, *files: discord.File) -> None:
        """Show a layout instead of the private message whose control was used, or in a new one."""
        if self.asked_in_private:
            await self.replace(view=layout, files=files)
        else:
            await self.show(view=layout, **_files(files))

    async def conclude(self, text: Text | str, *controls: ui.Item[Any]) -> None:
        """Replace a private question by its result; remove a question in a channel."""
        asked = self._interaction.message
        if asked is None:
            await self.show(text, *controls)
        elif not asked.flags.ephemeral:
            await remove_question(self._interaction)
        elif asked.flags.components_v2:
            layout = text_layout(self.said(text))
            if controls:
                layout.add_item(ui.ActionRow(*controls))
            await self.replace(view=layout)
        else:
            await self.replace(text, *controls)


class Reply(Answer):
    """The answer to a message: a reply without a ping, which everybody sees."""

    is_private = False

    def __init__(self, message: discord.Message, locale: discord.Locale) -> None:
        super().__init__(locale)
        self._message = message

    async def send(
        self,
        text: Text | str = "",
        *controls: ui.Item[Any],
        shown_for: float | None = None,
        **more: Any,  # noqa: ANN401 - what a send takes
    ) -> discord.Message:
        """Add a reply as ``show`` does, and return it."""
        return await self._send(self.said(text), _with(controls, more), shown_for)

    async def _add(self, said: str, more: dict[str, Any], shown_for: float | None) -> int:
        return (await self._send(said, more, shown_for)).id

    async def _send(
        self, said: str, more: dict[str, Any], shown_for: float | None
    ) -> discord.Message:
        fading = {} if shown_for is None else {"delete_after": shown_for}
        return await reply_to(self._message, said, **more, **fading)

    async def briefly(self, text: Text | str, *files: discord.File) -> None:
        """Add a reply, which on a server is removed after ``SHOWN_FOR`` seconds."""
        try:
            reply = await reply_to(self._message, self.said(text), **_files(files))
            if self._message.guild is not None:
                await reply.delete(delay=SHOWN_FOR)
        except discord.HTTPException as error:
            log.info("Message %s gets no reply: %s", self._message.id, error)

    async def confirm(self, text: Text) -> None:
        """Do nothing: a post is the answer."""


@overload
def answer_to(cause: discord.Interaction[Any]) -> PrivateAnswer: ...


@overload
def answer_to(cause: commands.Context[Any]) -> Answer: ...


def answer_to(cause: discord.Interaction[Any] | commands.Context[Any]) -> Answer:
    """Return the answer to an interaction or a command: private unless the command was typed.

    A reply is in the server's language or, in direct messages, the author's.
    """
    if isinstance(cause, discord.Interaction):
        return PrivateAnswer(cause)
    if cause.interaction is not None:
        return PrivateAnswer(cause.interaction)
    return Reply(cause.message, _preferences_of(cause).locale_of(cause.guild, cause.author.id))


def _files(files: Sequence[discord.File]) -> dict[str, Any]:
    return {"files": files} if files else {}


def _with(controls: Sequence[ui.Item[Any]], more: dict[str, Any]) -> dict[str, Any]:
    return {**more, "view": view_of(*controls)} if controls else more


async def answer_by_message(
    context: commands.Context[Any], text: Text, button: ui.Item[Any]
) -> None:
    """Answer a typed command by a direct message, so that nobody else reads it.

    If the person takes no direct messages, reply for ``SHOWN_FOR`` seconds with ``button``, which
    shows the answer to them alone.
    """
    try:
        await send_to(context, text)
    except discord.HTTPException:
        done = Text("Only you can see the answer:")
        await answer_to(context).show(done, button, shown_for=SHOWN_FOR)


async def send_to(
    context: commands.Context[Any],
    text: Text,
    **more: Any,  # noqa: ANN401 - what a send takes
) -> None:
    """Send a direct message to the author of a command, in their language.

    Raises discord.HTTPException, for example if they take no direct messages.
    """
    who, usual = context.author, answer_to(context).locale
    own = await _preferences_of(context).locale_for_person(who.id, usual)
    await who.send(translate(text, own), **more)


def _preferences_of(context: commands.Context[Any]) -> Preferences:
    """Return the bot's settings of servers and people."""
    preferences: Preferences = context.bot.preferences
    return preferences


async def reply_to(message: discord.Message, content: str = "", **more: Any) -> discord.Message:  # noqa: ANN401 - what a send takes
    """Reply to a message without a ping; if it has been deleted, send an ordinary message."""
    reference = message.to_reference(fail_if_not_exists=False)
    return await message.channel.send(content or None, reference=reference, **more)


async def open_form(interaction: discord.Interaction[Any], form: ui.Modal) -> None:
    """Open a form. Raises Refusal after another answer: Discord takes a form only as the first."""
    async with _answering(interaction):
        if not interaction.response.is_done():
            await interaction.response.send_modal(form)
            return
    raise Refusal(TOO_LATE)


async def acknowledge(interaction: discord.Interaction[Any]) -> None:
    """Tell Discord that an interaction has arrived, unless it is answered.

    If a control was used, nobody sees that; after a command, the bot "is thinking" until it
    answers.
    """
    async with _answering(interaction):
        if not interaction.response.is_done():
            silent = interaction.message is not None
            await interaction.response.defer(ephemeral=not silent, thinking=not silent)


async def remove_private(interaction: discord.Interaction[Any]) -> None:
    """Remove the private message whose control was used."""
    await acknowledge(interaction)
    async with _answering(interaction):
        await interaction.delete_original_response()


def remove_later(interaction: discord.Interaction[Any], message: int | None) -> None:
    """Remove the private answer with an id after ``SHOWN_FOR`` seconds; None does nothing."""
    if message is not None:
        task = asyncio.create_task(_removed(interaction, message), name="removal of an answer")
        _REMOVALS.add(task)
        task.add_done_callback(_REMOVALS.discard)


async def _removed(interaction: discord.Interaction[Any], message: int) -> None:
    await asyncio.sleep(SHOWN_FOR)
    with suppress(*UNANSWERED):  # somebody may have dismissed it
        await interaction.followup.delete_message(message)


async def remove_question(interaction: discord.Interaction[Any]) -> None:
    """Remove the question in a channel whose control was used."""
    await acknowledge(interaction)
    if interaction.message is not None:
        async with _answering(interaction):
            await interaction.message.delete()


async def edit_later(
    client: discord.Client,
    token: str,
    message: int,
    files: Sequence[discord.File],
    locale: discord.Locale,
    **content: Any,  # noqa: ANN401 - what an edit takes
) -> None:
    """Edit a private answer of an interaction, given its token alone.

    Discord allows that for a quarter of an hour. Raises Discord's errors.
    """
    kind = discord.WebhookType.application  # the only type that can send to one person alone
    answer = discord.Webhook.from_state(
        {"id": client.application_id or 0, "type": kind.value, "token": token},
        state=client._connection,
    )
    edit = partial(answer.edit_message, message)
    send = partial(answer.send, ephemeral=True, wait=True)
    await edit_in(edit, send, files, locale, **content)


def _follow_up(
    interaction: discord.Interaction[Any], *, ephemeral: bool = True
) -> Callable[..., Awaitable[discord.WebhookMessage]]:
    """Return the function that sends a further message of an answer."""
    return partial(interaction.followup.send, ephemeral=ephemeral, wait=True)


def _in_time(interaction: discord.Interaction[Any]) -> None:
    if not interaction.response.is_done():
        task = asyncio.create_task(acknowledge(interaction), name="acknowledgement")
        interaction.extras[TIMER] = task  # kept, or it might be collected before it is done


@asynccontextmanager
async def _answering(interaction: discord.Interaction[Any]) -> AsyncIterator[None]:
    """Let an interaction have one answer at a time; log an answer that Discord refuses.

    The error is not raised, since the action of the press is done all the same.
    """
    async with lock_of(interaction):
        try:
            yield
        except UNANSWERED as error:
            log.warning("Interaction %s is not answered: %r", interaction.id, error)
        finally:
            stop_timer(interaction)


def _is_thinking(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the first message of an answer is still to be written."""
    deferred = interaction.response.type is discord.InteractionResponseType.deferred_channel_message
    return deferred and FILLED not in interaction.extras
