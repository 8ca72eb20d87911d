"""Private hints in a match: first the piece to move; if asked again, the move and why."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, NamedTuple

from discord.ext import commands

from cogs.analysis.thoughts import Thoughts
from cogs.client.client import Context, Damier, Interaction, Origin, origin_of
from cogs.client.commands import action_command
from cogs.client.error_answers import OUT_OF_DATE, TOO_LONG
from cogs.client.replies import Answer, Reply, answer_to
from cogs.computers.fair_play import FairPlay
from cogs.computers.worker_pool import ThoughtFailed, Workers
from cogs.language.actions import Action
from cogs.language.catalogues import Translate, plainly
from cogs.members.match_lookup import own_match, possible
from cogs.messages.buttons import MatchButton, labelled_button
from cogs.messages.layouts import add_button_rows, board_layout, picture_file, with_words
from cogs.moves.private_boards import current_match, moves_from, own_picture
from engine import Refusal, Text
from engine.study.advising import ValuedLine, what_to_play, where_to_look
from engine.table.match import Match
from engine.text import joined
from render import Way

log = logging.getLogger(__name__)

UNFAIR: Final = Text(
    "There is no hint now: it would also help in a rated match with this position, or one "
    "close to it. You can have one when that match is over, or has moved on."
)


class Asked(NamedTuple):
    """A request for a hint: the person, the reply to them, and its time and source."""

    who: int
    answer: Answer
    origin: Origin


class Hints(commands.Cog):
    """``/hint``, and its button behind More. Hints are recorded in the match."""

    def __init__(self, bot: Damier, workers: Workers, fair_play: FairPlay) -> None:
        self.bot = bot
        self._thoughts, self._fair_play = Thoughts(workers), fair_play

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.buttons[Action.HINT] = self.press

    async def cog_unload(self) -> None:
        """Cancel the computer's thoughts about hints."""
        await self._thoughts.close()

    @action_command(Action.HINT)
    async def hint(self, context: Context) -> None:
        """``/hint``, ``@Damier hint``."""
        who = context.author.id

        def check(match: Match) -> None:
            match.hints.check(who)

        match = await own_match(self.bot.store, context, possible(check))
        check(match)
        interaction = context.interaction or context.pressed
        if interaction is not None:
            await self._give(interaction, match)
            return
        if context.guild is None:
            locale = await self.bot.preferences.locale_for_person(who, answer_to(context).locale)
            own = Reply(context.message, locale)
            await self._give_to(Asked(who, own, origin_of(context)), match)
            return
        answer = answer_to(context)
        button = _button(match, answer.said)
        text = Text(
            "Press *Hint*: only you see it, but everybody sees that you took one. #{match} · "
            "{game}",
            match=match.id,
            game=match.game.title,
        )
        await answer.show(text, button)

    async def press(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle the button Hint."""
        await self._give(interaction, await current_match(interaction, button))

    async def _give(self, interaction: Interaction, match: Match) -> None:
        """Answer a press or a slash command with the next hint. Raises Refusal."""
        who, origin = interaction.user.id, origin_of(interaction)
        await self._give_to(Asked(who, answer_to(interaction), origin), match)

    async def _give_to(self, asked: Asked, match: Match) -> None:
        """Record and show the next hint for a person's turn. Raises Refusal if there is none."""
        who = asked.who
        match.hints.check(who)
        if await self._fair_play.forbids_in_match(match, [who]):
            raise Refusal(UNFAIR)
        position = match.position
        moves = position.legal_moves()
        if len(moves) == 1:
            only = Text("There is only one move: `{move}`.", move=position.write(moves[0]))
            await asked.answer.show(only)
            return
        try:
            async with asyncio.timeout(self.bot.paces.hint_within):
                best = await self._thoughts.best(match)
                last = match.hints.now > 0
                text = await self._second(match, best) if last else None
        except TimeoutError:
            raise Refusal(TOO_LONG) from None
        except ThoughtFailed as error:
            log.error("Match %s, a hint after %s: %s", match.id, match.position.fen(), error)
            raise Refusal(TOO_LONG) from None
        async with self.bot.store.match(match.id) as table:
            if table.match.since != match.since:
                raise Refusal(OUT_OF_DATE)
            if table.match.hints.now == match.hints.now:  # else it was pressed twice
                table.match = table.match.hints.take(who, **asked.origin)
        if text is None:
            text = where_to_look(position, best.moves[0])
        await self._show(asked, match, best, text, last=last)

    async def _second(self, match: Match, best: ValuedLine) -> Text:
        """Return the second hint: the move, and why. Raises ThoughtFailed."""
        position, move = match.position, best.moves[0]
        other, threat = await asyncio.gather(
            self._thoughts.next_best(match, move), self._thoughts.threat(match, move)
        )
        return await asyncio.to_thread(what_to_play, position, best, other, threat)

    async def _show(
        self, asked: Asked, match: Match, best: ValuedLine, text: Text, *, last: bool
    ) -> None:
        """Answer with a hint and its picture; the first hint has a button for the next."""
        position, move = match.position, best.moves[0]
        answer = asked.answer
        on_board = move.kind == "move"
        picture = await own_picture(
            self.bot,
            asked.who,
            match,
            answer.locale,
            marks=moves_from(position, move.path[0]) if on_board and not last else (),
            ways=[Way(move, better=True)] if on_board and last else (),
        )
        if not last and not match.hints.now:
            seen = Text("Your opponents will see with your move that you took a hint.")
            if len(match.persons) > 1:
                text = joined([text, seen], "\n-# ")
        look = await self.bot.preferences.look_for(asked.who, match.guild)
        words = with_words(answer.said(text), position, look, answer.locale)
        layout = board_layout(words, plainly(picture.alt, answer.locale))
        if not last:
            more = Text("The move, and why")
            add_button_rows(layout, [_button(match, answer.said, more)])
        await answer.show(view=layout, file=picture_file(picture))


def _button(match: Match, said: Translate, label: Text | None = None) -> MatchButton:
    return labelled_button(Action.HINT, match.id, match.since, translated=said, label=label)
