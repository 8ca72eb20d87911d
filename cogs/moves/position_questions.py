"""Questions about a position, answered in words and in private: ``where``, ``row 3``, ``from 28``.

The answers are for people who cannot see the board, and for all who would rather read. They
contain only what the person's seat may see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import action_command
from cogs.client.replies import answer_to
from cogs.language.actions import Action
from cogs.language.catalogues import Translate, plainly, translate_into
from cogs.language.did_you_mean import Unclear
from cogs.language.typed_words import plain
from cogs.members.match_lookup import (
    NONE_LIVE,
    NOT_BEGUN,
    chosen_match,
    match_here,
    visible_match,
    which_match,
)
from cogs.messages.buttons import ControlKind, MatchButton, TextButton
from cogs.moves.position_answers import (
    NAME,
    WORDS,
    AskedBoard,
    Question,
    answer,
    kinds,
    read_question,
    split,
)
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status

LONGEST_ANSWER: Final = 1900
"""The most characters in one message of an answer; Discord allows 2,000."""

LONGEST_QUESTION: Final = 60
"""The most characters of a question that a button carries."""

SUGGESTED: Final = {
    "where": Text("All pieces"),
    "last": Text("The last move"),
    "clock": Text("The clocks"),
    "who": Text("Who plays, and whose turn it is"),
    "row 3": Text("A row or file: name it"),
    "line": Text("A line: name its two ends"),
    "from": Text("The moves of a piece: name its square"),
}
"""The questions suggested while a slash command is typed, with their descriptions."""

_NUMBER = re.compile(r"(?<!\S)#([0-9]{1,18})(?!\S)")


class OwnBoards:
    """The interface to people's private boards, which a package above this one implements."""

    async def last_used(self, person: int) -> AskedBoard | None:
        """Return the private board that a person has used last, None if there is none to read."""
        raise NotImplementedError  # ``cogs.analysis`` does


class PositionQuestions(commands.Cog):
    """``/match where``, the words that ask about parts of a position, and *In words*."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.WORDS] = self.press
        self.bot.text_buttons[ControlKind.TELL] = self.tell

    @action_command(
        Action.WORDS,
        *(word for words in WORDS.values() for word in words if word != NAME),
    )
    @app_commands.describe(what=locale_str("row 3, line a1-h8, from 28, last, clock or who"))
    async def where(self, context: Context, *, what: str = "") -> None:
        """``/match where``; in direct messages ``where``, ``row 3``, ``line a1-h8``, ``last``.

        A question typed in a channel is answered by a direct message, or a button whose answer is
        private.
        """
        said = what
        if context.interaction is None:
            if (number := _NUMBER.search(context.message.content)) is not None:
                said = re.sub(rf"(?<!\S){number[1]}(?!\S)", f"#{number[1]}", said)
            if plain(context.invoked_with or "") in kinds():
                said = f"{context.invoked_with} {said}"
        board = await self._board(context, said)
        question = read_question(_NUMBER.sub(" ", said))
        if context.interaction is None and context.guild is not None:
            await self._offer(context, board, question)
            return
        answer = answer_to(context)
        for text in self._parts(board, question, answer.said):
            await answer.show(text)

    @where.autocomplete("what")
    async def suggest(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest questions whose word begins with the typed text or whose description has it."""
        locale, wanted = interaction.locale, plain(typed)
        return [
            app_commands.Choice(name=f"{word} · {plainly(text, locale)}"[:100], value=word)
            for word, text in SUGGESTED.items()
            if word.startswith(wanted) or wanted in plainly(text, locale).lower()
        ]

    async def press(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *In words*: tell the position in private. Raises Refusal."""
        await self.tell(interaction, f"{button.match} {NAME}")

    async def tell(self, interaction: Interaction, about: str) -> None:
        """Handle the button below a typed question: answer the question in private.

        Raises Refusal.
        """
        number, _, said = about.partition(" ")
        match = await visible_match(self.bot.store, interaction, int(number))
        if not match.line:
            raise Refusal(NOT_BEGUN)
        board = AskedBoard.of(match, interaction.user.id)
        answer = answer_to(interaction)
        for text in self._parts(board, read_question(said), answer.said):
            await answer.show(text)

    async def _offer(self, context: Context, board: AskedBoard, question: Question) -> None:
        """Answer a question typed in a channel by direct message, so that nobody else reads it.

        If Discord refuses the message, reply with a button that shows the answer in private. Raises
        Refusal.
        """
        match = board.match
        if match is None:
            raise Refusal(NONE_LIVE)
        answer, said = answer_to(context), f"{question.asked} {question.rest}"
        own = await self.bot.preferences.locale_for_person(context.author.id, answer.locale)
        parts = [*self._parts(board, question, translate_into(own))]
        try:
            for text in parts:
                await context.author.send(text)
        except discord.HTTPException:
            about = f"{match.id} {said[:LONGEST_QUESTION]}".strip()
            button = TextButton(ControlKind.TELL, about, answer.said(Text("Tell me")))
            shown = Text("#{match} · {game}", match=match.id, game=match.game.title)
            await answer.show(shown, button)

    def _parts(self, board: AskedBoard, question: Question, translated: Translate) -> Iterator[str]:
        """Return the texts of the messages that answer a question. Raises Refusal."""
        lines = answer(board, question, translated, self.bot.clock.now())
        return split(lines, LONGEST_ANSWER)

    # The board that is meant

    async def _board(self, context: Context, said: str) -> AskedBoard:
        """Return the board that a person asks about.

        It is the board of the match named, chosen or replied to, else that of ``_board_here``.
        Raises Refusal, and Unclear if several boards may be meant.
        """
        who, store = context.author.id, self.bot.store
        found = _NUMBER.search(said)
        number = int(found[1]) if found is not None else None
        if number is None and await chosen_match(store, context) is None:
            return await self._board_here(context, who)
        return AskedBoard.of(await match_here(store, context, number), who)

    async def _board_here(self, context: Context, who: int) -> AskedBoard:
        """Return the board that a person means in the command's channel without naming a match.

        On a server it is that of the channel's match. Without one, a slash command means the
        private board used last. For direct messages see ``_board_in_private``. Raises Refusal, and
        Unclear if several boards may be meant.
        """
        if context.guild is None:
            return await self._board_in_private(context, who)
        try:
            return AskedBoard.of(await match_here(self.bot.store, context, None), who)
        except Unclear:
            raise
        except Refusal:
            own = await self._own_board(who) if context.interaction is not None else None
            if own is None:
                raise
            return own

    async def _own_board(self, who: int) -> AskedBoard | None:
        return await self.bot.cog(OwnBoards).last_used(who)

    async def _board_in_private(self, context: Context, who: int) -> AskedBoard:
        """Return the board that a person means in a direct message.

        It is that of a match there that waits for the person. Otherwise it is the private board if
        the person used it after all their matches had their last event, else the board of a match
        there, of one elsewhere that waits for the person, or of any other. Raises Refusal, and
        Unclear if several matches may be meant.
        """
        store, own = self.bot.store, await self._own_board(who)
        live = await store.matches(status=Status.LIVE, person=who)
        waiting = _waiting(live, who)
        here = [match for match in live if match.channel == context.channel.id]
        found = [match for match in waiting if match in here]
        if (
            not found
            and own is not None
            and all(match.timing.touched <= own.used for match in live)
        ):
            return own
        matches = found or here or waiting or live
        if len(matches) > 1:
            raise await which_match(context, matches)
        if not matches:
            raise Refusal(Text("You play no match now, and have no board of your own."))
        return AskedBoard.of(matches[0], who)


def _waiting(matches: Sequence[Match], who: int) -> list[Match]:
    """Return the matches that wait for an action of a person."""
    return [match for match in matches if who in {match.players[seat] for seat in match.to_act}]
