"""Answers to errors: the sentence for the person, and the line in the log."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client.command_questions import ask
from cogs.client.replies import acknowledge, answer_to
from cogs.language.catalogues import COMMAND
from cogs.language.did_you_mean import Unclear
from cogs.language.game_names import DEFAULT_GAME
from cogs.members.match_lookup import UNKNOWN_MATCH
from cogs.messages.buttons import ControlKind
from data import Unavailable, UnknownMatch
from engine import Refusal, Text
from engine.event_log import Repeated
from engine.text import term

log = logging.getLogger(__name__)

OUT_OF_DATE = Text("This board is out of date; `/match board` shows the current one.")

GONE = Text("That is out of date; `/match board` shows how the match stands.")

TOO_LONG = Text("That took too long: please ask again.")

OOPS = Text("Something went wrong here; nothing is lost. Please try again in a moment.")

UNAVAILABLE = Text(
    "This could not be done: my database cannot be used at the moment. Nothing that was saved "
    "before is lost; please try again in a few minutes."
)

BLOCKED = Text(
    "My operator has blocked you, so you cannot play or do anything else here; `/privacy` gives or "
    "deletes what I keep about you."
)

PRIVACY = "privacy"
"""The name of the only command that blocked people may use."""

SERVERS_ONLY = Text(
    "That works on a server only. Here you play the computer: `{play} {game}` begins a match.",
    play=term(COMMAND, "play"),
    game=DEFAULT_GAME,
)

UNREADABLE = Text("Please say that without quotation marks: I cannot read it with them.")


@asynccontextmanager
async def answering(interaction: discord.Interaction[Any]) -> AsyncIterator[None]:
    """Answer an error raised in the block with a private sentence; log the bot's own errors.

    A repeated action is only acknowledged.
    """
    try:
        yield
    except Repeated:
        await acknowledge(interaction)
    except Exception as error:
        text = sentence_of(error)
        if text is None:
            log.exception(
                "%s by %s in %s", _control(interaction), interaction.user, interaction.channel
            )
        await answer_to(interaction).show(text or OOPS)


async def answer_tree_error(
    interaction: discord.Interaction[Any], error: app_commands.AppCommandError
) -> None:
    """Answer an error of a slash command; this is the command tree's error handler."""
    async with answering(interaction):
        raise cause_of(error)


async def answer_command_error(
    context: commands.Context[Any], error: commands.CommandError
) -> None:
    """Answer an error of a typed command, or of the same command given with a slash."""
    cause = cause_of(error)
    if isinstance(cause, Repeated):
        return
    if context.interaction is None:
        context.bot.refused.note(context.message)
    if isinstance(cause, Unclear):
        await ask(context, cause)
        return
    text = sentence_of(cause)
    if text is None:
        log.error("Command %r", context.message.content, exc_info=cause)
    await answer_to(context).briefly(text or OOPS)


def cause_of(error: BaseException) -> BaseException:
    """Return the error raised inside a command, which the command frameworks wrap."""
    while (inner := getattr(error, "original", None)) is not None:
        error = inner
    return error


def sentence_of(error: BaseException) -> Text | None:
    """Return the sentence for the person about an error, None if it is the bot's fault."""
    if isinstance(error, Refusal):
        return error.text
    if isinstance(error, UnknownMatch):
        return UNKNOWN_MATCH
    if isinstance(error, Unavailable):
        return UNAVAILABLE
    if isinstance(error, commands.NoPrivateMessage):
        return SERVERS_ONLY
    if isinstance(error, commands.UserInputError):
        return UNREADABLE
    return None


def is_about_privacy(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an interaction is the privacy command, or a button of its answers."""
    data: dict[str, Any] = dict(interaction.data or {})
    pressed = str(data.get("custom_id")).startswith(f"damier:text-{ControlKind.PRIVACY}:")
    return pressed or data.get("name") == PRIVACY


def _control(interaction: discord.Interaction[Any]) -> str:
    """Return the id of an interaction's control, or the name of its command, for the log.

    The typed text is left out: a set-up is secret.
    """
    data: dict[str, Any] = dict(interaction.data or {})
    return str(data.get("custom_id") or data.get("name"))
