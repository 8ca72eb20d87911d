"""How the bot answers: in private, or by a short reply below a typed message."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final

import discord
from discord import ui
from discord.ext import commands
from discord.utils import MISSING

from cogs.delivery.edits import edit_in
from cogs.delivery.match_messages import FAILING, TIMER, lock_of, stop_timer
from cogs.language.catalogues import translate
from cogs.members.preferences import Preferences
from cogs.messages.layouts import text_layout, view_of
from engine import Refusal, Text

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
"""Interactions that can be acknowledged; suggestions while somebody types cannot."""

UNANSWERED: Final = (*FAILING, discord.HTTPException, discord.InteractionResponded)
"""Errors of an answer that does not reach Discord, or that Discord does not take."""

_REMOVALS: Final[set[asyncio.Task[None]]] = set()
"""The removals that wait, kept: a task that nobody holds may be collected before it is done."""

FILLED: Final = "filled"
"""The key in an interaction's extras that says: the "thinking…" message was replaced."""


def expect_answer(interaction: discord.Interaction[Any], seconds: float) -> None:
    """Acknowledge an interaction after so many seconds if nothing has answered it by then.

    Discord waits three seconds. If the answer takes longer, such as while another process keeps
    the database busy, the same functions give it afterwards.
    """
    if interaction.type in ANSWERED and not interaction.response.is_done():
        loop = asyncio.get_running_loop()
        timer = loop.call_later(seconds, _in_time, interaction)
        interaction.extras[TIMER] = timer


async def private(
    interaction: discord.Interaction[Any],
    text: str = "",
    **more: Any,  # noqa: ANN401 - what a send takes
) -> int | None:
    """Answer an interaction so that only the person sees it, even if it was answered before.

    Return the id of the message, None if Discord does not take it.
    """
    async with _answering(interaction):
        response = interaction.response
        if not response.is_done():
            sent = await response.send_message(text or None, ephemeral=True, **more)
            return sent.message_id
        if _is_thinking(interaction):
            files = more.pop("files", None) or list(filter(None, [more.pop("file", None)]))
            edit, send = interaction.edit_original_response, _follow_up(interaction)
            shown = await edit_in(
                edit, send, files, interaction.locale, content=text or MISSING, **more
            )
            interaction.extras[FILLED] = True
            return shown.id
        followed = await _follow_up(interaction)(text or MISSING, **more)
        return followed.id
    return None


async def replace(
    interaction: discord.Interaction[Any],
    *,
    attachments: Sequence[discord.File] = (),
    **more: Any,  # noqa: ANN401 - what an edit takes
) -> None:
    """Change the message whose control was used; ``attachments`` are all its files."""
    async with _answering(interaction):
        shown = interaction.message
        send = _follow_up(interaction, ephemeral=shown is None or shown.flags.ephemeral)

        async def edit(**content: Any) -> None:  # noqa: ANN401 - the same
            if not interaction.response.is_done():
                await interaction.response.edit_message(**content)
            else:
                await interaction.edit_original_response(**content)
                interaction.extras[FILLED] = True

        await edit_in(edit, send, attachments, interaction.locale, **more)


async def open_form(interaction: discord.Interaction[Any], form: ui.Modal) -> None:
    """Open a form. Raises Refusal if something was answered: Discord takes forms only first."""
    async with _answering(interaction):
        if not interaction.response.is_done():
            await interaction.response.send_modal(form)
            return
    raise Refusal(TOO_LATE)


async def acknowledge(interaction: discord.Interaction[Any]) -> None:
    """Tell Discord that an interaction has arrived, if it is not answered yet.

    Nobody sees it if a control was used; after a command, the bot "is thinking" until the answer.
    """
    async with _answering(interaction):
        if not interaction.response.is_done():
            silent = interaction.message is not None
            await interaction.response.defer(ephemeral=not silent, thinking=not silent)


async def conclude(
    interaction: discord.Interaction[Any], text: str, *controls: ui.Item[Any]
) -> None:
    """Replace a private question by its result; remove a question in a channel."""
    asked = interaction.message
    if asked is None:
        await private(interaction, text, **({"view": view_of(*controls)} if controls else {}))
    elif not asked.flags.ephemeral:
        await remove_question(interaction)
    elif asked.flags.components_v2:
        layout = text_layout(text)
        if controls:
            layout.add_item(ui.ActionRow(*controls))
        await replace(interaction, view=layout)
    else:
        view = view_of(*controls) if controls else None
        await replace(interaction, content=text, view=view)


async def remove_private(interaction: discord.Interaction[Any]) -> None:
    """Remove the private message whose control was used."""
    await acknowledge(interaction)
    async with _answering(interaction):
        await interaction.delete_original_response()


def remove_later(interaction: discord.Interaction[Any], message: int | None) -> None:
    """Remove a private answer, by its id, after a while; do nothing for None."""
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

    Discord allows that for a quarter of an hour. Raises its errors.
    """
    kind = discord.WebhookType.application  # others send nothing to one person alone
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
    """Give one answer at a time, and log it if Discord does not take it.

    The action of a press is done all the same, so the error is not raised.
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


async def reply_to(message: discord.Message, content: str = "", **more: Any) -> discord.Message:  # noqa: ANN401 - what a send takes
    """Reply to a message without a ping; if it is deleted meanwhile, send an ordinary message."""
    reference = message.to_reference(fail_if_not_exists=False)
    return await message.channel.send(content or None, reference=reference, **more)


async def briefly(
    message: discord.Message, text: Text, locale: discord.Locale, **more: discord.File
) -> None:
    """Reply to a message without a ping; in a server the reply is removed after a while.

    ``more`` may be a ``file`` to show with it.
    """
    try:
        reply = await reply_to(message, translate(text, locale), **more)
        if message.guild is not None:
            await reply.delete(delay=SHOWN_FOR)
    except discord.HTTPException as error:
        log.info("Message %s gets no reply: %s", message.id, error)


async def answer(context: commands.Context[Any], text: Text) -> None:
    """Answer a command: in private if it was given with a slash, else by a brief reply."""
    locale = locale_for(context)
    if context.interaction is not None:
        await private(context.interaction, translate(text, locale))
    else:
        await briefly(context.message, text, locale)


async def show(context: commands.Context[Any], text: str = "", **more: Any) -> None:  # noqa: ANN401 - what a send takes
    """Answer a command by a message: in private if it was given with a slash, else by a reply."""
    if context.interaction is not None:
        await private(context.interaction, text, **more)
    else:
        await context.reply(text or None, **more)


async def confirm(context: commands.Context[Any], text: Text) -> None:
    """Answer a slash command in private; a typed one needs no answer, as its post is one."""
    if context.interaction is not None:
        await private(context.interaction, translate(text, context.interaction.locale))


async def reply_with_button(
    context: commands.Context[Any], text: Text, button: ui.Item[Any]
) -> None:
    """Reply to a typed command with a button whose answer is private."""
    await context.reply(translate(text, locale_for(context)), view=view_of(button))


async def answer_by_message(
    context: commands.Context[Any], text: Text, button: ui.Item[Any]
) -> None:
    """Answer a typed command by a direct message, so that nobody else reads it.

    If the person takes none, reply for a while with a button that shows it to them alone.
    """
    locale, preferences = locale_for(context), preferences_of(context)
    own = await preferences.locale_for_person(context.author.id, locale)
    try:
        await context.author.send(translate(text, own))
    except discord.HTTPException:
        done = translate(Text("Only you can see the answer:"), locale)
        await context.reply(done, view=view_of(button), delete_after=SHOWN_FOR)


def locale_for(context: commands.Context[Any]) -> discord.Locale:
    """Return the language of the answer: the person's in private, the server's in public."""
    if context.interaction is not None:
        return context.interaction.locale
    return preferences_of(context).locale_of(context.guild, context.author.id)


def preferences_of(context: commands.Context[Any]) -> Preferences:
    """Return the bot's settings of servers and people."""
    preferences: Preferences = context.bot.preferences
    return preferences
