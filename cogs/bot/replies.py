"""How the bot answers: in private, or for a short while below what was typed."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import ui
from discord.ext import commands
from discord.utils import MISSING

from cogs.language.catalogues import translate
from cogs.members.preferences import Preferences
from cogs.messages.layouts import view_of
from engine import Text

log = logging.getLogger(__name__)

SHOWN_FOR = 30.0
"""Seconds after which a short reply is removed from the channel."""


async def private(interaction: discord.Interaction[Any], text: str = "", **more: Any) -> None:  # noqa: ANN401 - what a send takes
    """Answer an interaction so that only the person sees it, also when it was answered before."""
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text or MISSING, ephemeral=True, **more)
        else:
            await interaction.response.send_message(text or None, ephemeral=True, **more)
    except discord.HTTPException as error:
        log.warning("Interaction %s is not answered: %s", interaction.id, error)


async def acknowledge(interaction: discord.Interaction[Any]) -> None:
    """Tell Discord that an interaction has arrived, if it is not answered yet."""
    if not interaction.response.is_done():
        await interaction.response.defer()


async def reply_to(message: discord.Message, content: str = "", **more: Any) -> discord.Message:  # noqa: ANN401 - what a send takes
    """Reply to a message without a ping; where it is deleted meanwhile, just answer."""
    reference = message.to_reference(fail_if_not_exists=False)
    return await message.channel.send(content or None, reference=reference, **more)


async def briefly(message: discord.Message, text: Text, locale: discord.Locale) -> None:
    """Reply to a message without a ping; in a channel the reply is removed after a while."""
    try:
        reply = await reply_to(message, translate(text, locale))
        if message.guild is not None:
            await reply.delete(delay=SHOWN_FOR)
    except discord.HTTPException as error:
        log.info("Message %s gets no reply: %s", message.id, error)


async def answer(context: commands.Context[Any], text: Text) -> None:
    """Answer a command: in private if it was given with a slash, else by a short reply."""
    locale = locale_for(context)
    if context.interaction is not None:
        await private(context.interaction, translate(text, locale))
    else:
        await briefly(context.message, text, locale)


async def confirm(context: commands.Context[Any], text: Text) -> None:
    """Answer a slash command in private; a typed one needs no answer, its post is one."""
    if context.interaction is not None:
        await private(context.interaction, translate(text, context.interaction.locale))


async def reply_with_button(
    context: commands.Context[Any], text: Text, button: ui.Item[Any]
) -> None:
    """Reply to a typed command with a button, whose answer only who presses it will see."""
    await context.reply(translate(text, locale_for(context)), view=view_of(button))


async def answer_by_message(
    context: commands.Context[Any], text: Text, button: ui.Item[Any]
) -> None:
    """Answer a typed command by a direct message, so that nobody else reads it.

    Where the person takes none, reply for a while with a button that shows it to them alone.
    """
    locale = locale_for(context)
    try:
        await context.author.send(translate(text, locale))
    except discord.HTTPException:
        done = translate(Text("Only you can see the answer:"), locale)
        await context.reply(done, view=view_of(button), delete_after=SHOWN_FOR)


def locale_for(context: commands.Context[Any]) -> discord.Locale:
    """Return the language of the answer: the person's in private, the server's in public."""
    if context.interaction is not None:
        return context.interaction.locale
    preferences: Preferences = context.bot.preferences
    return preferences.locale_of(context.guild, context.author.id)
