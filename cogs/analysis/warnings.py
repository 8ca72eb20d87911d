"""Warnings: people who want them are told what a blunder allows, before the move counts."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from discord.ext import commands

from cogs.analysis.hints import UNFAIR
from cogs.analysis.thoughts import Thoughts
from cogs.client.client import Damier, Interaction, Origin
from cogs.client.error_answers import OUT_OF_DATE, TOO_LONG
from cogs.client.replies import answer_to
from cogs.computers.fair_play import FairPlay
from cogs.computers.worker_pool import ThoughtFailed, Workers
from cogs.members.match_lookup import visible_match
from cogs.messages.buttons import ControlKind
from cogs.messages.layouts import picture_file
from cogs.moves.move_questions import (
    Blunder,
    Doubtful,
    Doubts,
    Unsure,
    asked_in,
    control_of,
    picture_of,
    question,
)
from cogs.moves.play import match_after_moves
from engine import Refusal
from engine.capabilities.huffs import HUFF
from engine.study.chances import chances
from engine.study.endings import is_known_draw
from engine.study.explaining import refuted, taken_at_once
from engine.study.judging import DOUBTFUL, WARNED, loss
from engine.table.match import Match
from engine.table.record import Status

log = logging.getLogger(__name__)

WAITED_FOR_WHY: Final = 10.0
"""The most seconds that a person waits after asking why."""


class Warnings(Doubts, commands.Cog):
    """Looks for blunders of people who want to be warned, in unrated matches."""

    def __init__(self, bot: Damier, workers: Workers, fair_play: FairPlay) -> None:
        self.bot = bot
        self._thoughts, self._fair_play = Thoughts(workers), fair_play

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.text_buttons[ControlKind.WHY] = self.why

    async def cog_unload(self) -> None:
        """Cancel the computer's thoughts about warnings."""
        await self._thoughts.close()

    async def doubt(
        self, match: Match, played: Match, seconds: float | None = None
    ) -> Blunder | None:
        """Return why the last move of ``played`` is a blunder, or None if it is not one.

        None is also returned if the match is rated, of an event, a crowd's, between servers or
        blindfold, if the turn has several moves or ended the match, or if a warning would be advice
        for a rated match. If the computer does not answer within ``seconds``, only a move that lets
        pieces be taken at once for nothing counts; None means the usual time.
        """
        counts = match.rated or match.tournament is not None
        if counts or match.crowds or match.hides_pieces or match.is_between_servers:
            return None
        if match.status is not Status.LIVE or match.position.setup is not None:
            return None
        if len(played.last_turn) != 1 or played.position.outcome() is not None:
            return None
        end = asyncio.get_running_loop().time() + (seconds or self.bot.paces.warning_within)
        try:
            async with asyncio.timeout_at(end):
                if await self._is_unfair(match, played):
                    return None
        except TimeoutError:
            return None
        try:
            async with asyncio.timeout_at(end):
                return await self._found(match, played)
        except TimeoutError:
            pass
        except ThoughtFailed as error:
            log.error("Match %s, a warning after %s: %s", match.id, match.position.fen(), error)
        return await asyncio.to_thread(_seen_at_once, match, played)

    async def _is_unfair(self, match: Match, played: Match) -> bool:
        """Return whether a warning about the move would be advice in a rated match."""
        person = played.last_turn[-1].person
        return person is None or await self._fair_play.forbids_in_match(match, [person])

    async def _found(self, match: Match, played: Match) -> Blunder | None:
        """Return why a move is a blunder by the standards of reviews, or None if it is not one."""
        position, after = match.position, played.position
        move = position.parse(played.last_turn[-1].text)
        best, replies = await asyncio.gather(
            self._thoughts.best(match), self._thoughts.line_from(match, after)
        )
        if best.moves[0] == move or best.moves[0].kind == HUFF:  # the player has to notice that
            return None
        better = 0 if is_known_draw(position) else best.value
        value = 0 if is_known_draw(after) else replies.value
        sides = {one.team for one in position.seats if one.active}
        if position.seats[after.turn].team != position.seats[position.turn].team:
            value = -value
        if len(sides) > 2 or _lost(match, better, value) >= DOUBTFUL:
            better, value = await self._thoughts.compared(match, best.moves[0], move)
        if _lost(match, better, value) < WARNED:
            return None
        return Blunder(refuted(position, move, replies.moves), replies.moves)

    async def why(self, interaction: Interaction, about: str) -> None:
        """Handle Show me why: say in private what the typed move allows."""
        asked, text = asked_in(interaction, about)
        match = await visible_match(self.bot.store, interaction, asked.match)
        if match.since != asked.since or match.status is not Status.LIVE:
            raise Refusal(OUT_OF_DATE)
        origin = Origin(now=interaction.created_at, source=asked.source)
        refusal = await self._reason(match, asked.person, text, origin)
        answer = answer_to(interaction)
        picture = await picture_of(self.bot, refusal, asked.person, answer.locale)
        control = await control_of(
            self.bot, asked.person, origin, refusal, answer, interaction.guild
        )
        layout = question(refusal.text, control, picture, answer)
        await answer.show(view=layout, file=picture_file(picture))

    async def _reason(self, match: Match, person: int, text: str, origin: Origin) -> Unsure:
        """Return the warning about a typed move: the rules' own, or else its refutation.

        Raises Refusal if a warning would be unfair or none was found in time.
        """
        try:
            played = await match_after_moves(match, person, text, origin, sure=False)
        except Unsure as warned:
            return warned
        found = await self.doubt(match, played, WAITED_FOR_WHY)
        if found is None and await self._is_unfair(match, played):
            raise Refusal(UNFAIR)
        if found is None:
            raise Refusal(TOO_LONG)
        return Doubtful(text, match, played, *found)


def _lost(match: Match, best: int, value: int) -> float:
    """Return the loss of a move worth ``value`` against one worth ``best``.

    Values are in points, the loss is in men at an even position.
    """
    game, teams = match.game, [one.team for one in match.position.seats]
    return loss(game, chances(game, best, teams), chances(game, value, teams), teams)


def _seen_at_once(match: Match, played: Match) -> Blunder | None:
    """Return the blunder of a move that lets pieces be taken for nothing, or None. CPU work."""
    position = match.position
    move = position.parse(played.last_turn[-1].text)
    if move.kind == HUFF or not any(other != move for other in position.legal_moves()):
        return None
    reply = taken_at_once(position, move)
    return Blunder(refuted(position, move, [reply]), [reply]) if reply is not None else None
