"""Typed answers such as ``yes``, ``no`` or ``ok`` to whatever waits for a person in a channel.

They answer a challenge, an offer, or a question of the bot, such as whether a resignation is meant.
A typed answer counts only if it is addressed to the bot, replies to the question's message, or
comes right below that; any other is chat.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import discord

from cogs.client.client import Context, Damier
from cogs.client.command_questions import ask
from cogs.client.open_questions import OpenQuestion
from cogs.language.typed_words import answer_in
from cogs.members.match_lookup import post_replied_to, which_match
from data import Post
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status

SEVERAL: Final = Text(
    "Several things here wait for your answer: reply to the one you mean, or press its button."
)
LEFT: Final = Text("All right, that is left as it is.")


class Waiting(NamedTuple):
    """The matches with an offer or a challenge, and the questions, that a person can answer."""

    matches: list[Match]
    questions: list[OpenQuestion]


class TypedAnswers:
    """Handles messages that are only a *yes* or a *no*."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def take(self, message: discord.Message) -> bool:
        """Handle a message as an answer to what waits for its author; return whether it is one.

        If several things wait, ask which one is meant.
        """
        text, addressed = self.bot.addressed(message)
        answer = answer_in(text)
        if answer is None or message.author.bot:
            return False
        waiting = await self._waiting(message)
        if message.reference is not None:
            post = await post_replied_to(self.bot.store, message)
            waiting = self._shown_by(message.reference.message_id or 0, post, waiting)
        elif not addressed and any(waiting):
            above = await self._before(message)
            post = await self.bot.store.outbox.post_of_message(above)
            waiting = self._shown_by(above, post, waiting)
        if not any(waiting):
            return False
        if waiting.questions:
            if waiting.matches or len(waiting.questions) > 1:
                await self._say(message, SEVERAL)
            else:
                await self._answer(message, waiting.questions[0], yes=answer == "accept")
            return True
        number = waiting.matches[0].id if len(waiting.matches) == 1 else None
        context: Context = await self.bot.get_bare_context(message, answer, number)
        if number is None:
            await ask(context, await which_match(context, waiting.matches))
        else:
            await self.bot.invoke(context)
        return True

    async def _waiting(self, message: discord.Message) -> Waiting:
        who, here, matches = message.author.id, message.channel.id, list[Match]()
        if message.guild is not None:
            for status in (Status.CHALLENGE, Status.LIVE):
                matches += await self.bot.store.matches(status=status, channel=here, person=who)
        asking = [match for match in matches if match.asks(who)]
        return Waiting(asking, self.bot.open_questions.to(who, here))

    @staticmethod
    def _shown_by(shown: int, post: Post | None, waiting: Waiting) -> Waiting:
        """Return only the matches and questions shown in the message ``shown``.

        ``post`` is the post of a match in that message, None if it has none.
        """
        return Waiting(
            [match for match in waiting.matches if post is not None and match.id == post.match],
            [question for question in waiting.questions if question.message.id == shown],
        )

    @staticmethod
    async def _before(message: discord.Message) -> int:
        """Return the id of the message right above another, 0 if there is none to read."""
        try:
            async for above in message.channel.history(limit=1, before=message):
                return above.id
        except discord.HTTPException:
            pass
        return 0

    async def _answer(self, message: discord.Message, question: OpenQuestion, *, yes: bool) -> None:
        """Do what a question asks if the answer is ``yes``, and remove the question."""
        self.bot.open_questions.close(question.message.id)
        try:
            if yes:
                await question.yes(message)
            else:
                await self._say(message, LEFT)
        except Refusal as refusal:
            await self._say(message, refusal.text)
        try:
            await question.message.delete()
        except discord.HTTPException:
            return  # already removed, or not removable

    async def _say(self, message: discord.Message, text: Text) -> None:
        await self.bot.reply(message).briefly(text)
