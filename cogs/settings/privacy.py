"""The data kept about a person: its description, its export as a file, and its deletion.

Cogs that keep data about people in memory drop them on ``on_forgotten``, which gets the id of the
person whose data was deleted.
"""

from __future__ import annotations

import asyncio
import gzip
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import hybrid_command
from cogs.client.replies import Answer, answer_to, send_to
from cogs.language.typed_words import is_word
from cogs.messages.buttons import ControlKind, TextButton
from engine import Refusal, Text
from engine.table.record import Status
from engine.text import joined

EXPORT, DELETE = Text("export"), Text("delete")
"""The words typed after the command."""

CHOICES = [
    app_commands.Choice(name=locale_str("export"), value="export"),
    app_commands.Choice(name=locale_str("delete"), value="delete"),
]

QUESTION_SHOWN_FOR = 120.0
"""Seconds after which a question asked in the channel is removed."""

LARGEST = 8 * 1024 * 1024
"""The most bytes of a file that is not compressed; Discord accepts 10 MiB."""

ATTEMPTS = 5
"""The number of attempts to delete a person's data while new matches with them begin."""

KEPT = Text(
    "**What I keep about you**\n"
    "- your matches: your Discord id on your seats, your moves and whatever else you did in them, "
    "with the time and the id of the message it came from;\n"
    "- your leagues and tournaments: the same of what you do in them, your tables and what they "
    "scored, your final places, and your places in closed seasons of a server’s ratings;\n"
    "- your settings, whom you block, which matches you follow, your holidays, your ratings, the "
    "puzzles that you were shown and how you solved them, and the records that you imported;\n"
    "- if my operator has blocked you, that they have, and since when.\n"
    "I keep no names and no other messages. What I have posted in channels is kept by Discord, "
    "and stays there until it is deleted there."
)

QUESTION = Text(
    "**Shall I delete everything that I keep about you?** It cannot be undone.\n"
    "- Matches that you are playing are resigned, and your challenges closed.\n"
    "- In matches that others played too the moves stay, under “a former player”; reasons that "
    "moderators gave stay as well, without your name.\n"
    "- Tournaments that you are in go on without you; your results, places and titles have no "
    "name any more.\n"
    "- Your settings, blocks by you or against you, matches that you follow, holidays, puzzles, "
    "records that you imported and matches in direct messages are deleted; your ratings have no "
    "name any more.\n"
    "What I have posted in channels is kept by Discord, and you or a moderator can delete it "
    "there. My operator’s backups keep your data until newer ones replace them. If my operator has "
    "blocked you, that stays."
)

ALL = Text("All that I keep about you:")

DONE = Text(
    "Everything that I kept about you is deleted. What I have posted in channels is still there."
)


class Privacy(commands.Cog):
    """``/privacy``."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._one_at_a_time = asyncio.Lock()

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.text_buttons[ControlKind.PRIVACY] = self.press

    @hybrid_command(
        "privacy", locale_str("What I keep about you: read it, get it as a file, delete it")
    )
    @app_commands.describe(what=locale_str("Get it as a file, or have it deleted"))
    @app_commands.choices(what=CHOICES)
    async def privacy(self, context: Context, what: str = "") -> None:
        """``/privacy``, ``@Damier privacy export``, ``@Damier privacy delete``."""
        answer = answer_to(context)
        wish = what.strip().lower()
        if is_word(wish, EXPORT):
            await self._hand_over(context, answer)
        elif is_word(wish, DELETE):
            really = _really(context.author.id, answer)
            await answer.show(QUESTION, really, shown_for=QUESTION_SHOWN_FOR)
        else:
            file, delete = answer.said(Text("Get it as a file")), answer.said(Text("Delete it"))
            await answer.show(
                joined([KEPT, *self._more()], "\n"),
                TextButton(ControlKind.PRIVACY, "export", file),
                TextButton(ControlKind.PRIVACY, "delete", delete),
            )

    def _more(self) -> Iterator[Text]:
        """Yield the operator's contact and the links to the policy and the terms that are known."""
        if contact := self.bot.operator_settings.contact:
            yield Text("I am run by {operator}.", operator=contact)
        application = self.bot.application
        if application and (policy := application.privacy_policy_url):
            yield Text("What I keep, how long and why: [privacy policy]({url})", url=f"<{policy}>")
        if application and (terms := application.terms_of_service_url):
            yield Text("The rules for playing here: [terms of use]({url})", url=f"<{terms}>")

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button: ``export``, ``delete``, or the confirmation ``delete:person``.

        Raises Refusal if another person was asked for confirmation.
        """
        wish, _, person = about.partition(":")
        answer = answer_to(interaction)
        if person and interaction.user.id != int(person):
            raise Refusal(Text("This question is for somebody else."))
        if person:
            await self.forget(interaction.user.id)
            await answer.show(DONE)
        elif wish == "delete":
            await answer.show(QUESTION, _really(interaction.user.id, answer))
        else:
            file = await self._file(interaction.user.id)
            await answer.show(ALL, file=file)

    async def _hand_over(self, context: Context, answer: Answer) -> None:
        """Give a person the file: in private after a slash command, else by direct message.

        Raises Refusal if Discord refuses the direct message.
        """
        file = await self._file(context.author.id)
        if answer.is_private:
            await answer.show(ALL, file=file)
            return
        try:
            await send_to(context, ALL, file=file)
        except discord.Forbidden:
            raise Refusal(
                Text("You do not take direct messages from me: use `/privacy` instead.")
            ) from None
        await answer.show(Text("I have sent it to you in a direct message."))

    async def _file(self, person: int) -> discord.File:
        data = await self.bot.store.kept_about(person)
        content, name = await asyncio.to_thread(packed, data)
        return discord.File(io.BytesIO(content), name)

    async def forget(self, person: int) -> None:
        """Take a person out of their matches, then delete all data about them.

        If a crash interrupts the deletion, repeating the request completes it. Raises Refusal if
        new matches with the person keep beginning.
        """
        async with self._one_at_a_time:
            for _ in range(ATTEMPTS):
                await leave_all(self.bot, person)
                if await self.bot.store.forget(person, self.bot.clock.now()):
                    break
            else:
                raise Refusal(Text("You are in a match that began just now: please try again."))
        self.bot.preferences.forget_person(person)
        self.bot.dispatch("forgotten", person)


async def leave_all(bot: Damier, person: int) -> None:
    """Take a person out of all their matches: close their challenges, and resign live matches."""
    now = bot.clock.now()
    for status in (Status.CHALLENGE, Status.LIVE):
        for match in await bot.store.matches(status=status, person=person):
            async with bot.store.match(match.id) as table:
                table.match = table.match.leave(person, now=now)


def packed(data: Mapping[str, Any], largest: int = LARGEST) -> tuple[bytes, str]:
    """Return the data as the content of a JSON file, and the file's name.

    The content is compressed if it has more than ``largest`` bytes.
    """
    content = json.dumps(data, indent=1, ensure_ascii=False).encode()
    if len(content) <= largest:
        return content, "damier.json"
    return gzip.compress(content), "damier.json.gz"


def _really(person: int, answer: Answer) -> TextButton:
    """Return the button that deletes a person's data; only that person may press it."""
    label = answer.said(Text("Yes, delete everything"))
    return TextButton(ControlKind.PRIVACY, f"delete:{person}", label, discord.ButtonStyle.danger)
