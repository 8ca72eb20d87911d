"""Analysis boards: ``/match analyse``, the viewer's button *Analyse*, and the boards' controls."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from cachetools import LRUCache
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

import engine
from cogs.analysis.analysis import (
    KIND,
    SETTING_UP,
    Analysis,
    board_of,
    board_of_step,
    reset,
    started,
)
from cogs.analysis.desk_keeper import Moved, SeenDesk
from cogs.analysis.desks import Desks, button
from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import action_command
from cogs.client.replies import answer_to, open_form
from cogs.computers.fair_play import SOON, FairPlay
from cogs.computers.worker_pool import Rank, ThoughtFailed, Workers
from cogs.computers.worker_protocol import Answer, about
from cogs.language.actions import Action
from cogs.language.catalogues import Translate
from cogs.language.challenge_parser import parse_challenge
from cogs.language.did_you_mean import Unclear
from cogs.members.match_lookup import NOT_BEGUN, last_match, possible, visible_match
from cogs.messages.buttons import ControlKind, MatchButton, labelled_button
from cogs.messages.forms import Typed, text_form, text_of
from cogs.messages.layouts import own_side
from cogs.watching.move_viewer import LATEST, MoveViewer
from data import Desk
from engine import Move, Position, Refusal, Text
from engine.computer.levels import level
from engine.study import explaining
from engine.study.chances import CERTAIN, chances
from engine.study.endings import known_reason, result_text
from engine.study.explaining import shown, told
from engine.table.match import Match
from engine.table.steps import Step, index_of, steps_of
from engine.text import joined

THOROUGH: Final = 7
"""The level that the computer thinks at: a second on an idle core."""

ANSWERS_KEPT: Final = 1_000
"""The most answers cached: people go back to positions they have asked about."""

SILENT: Final = Text(
    "The computer says nothing about this position: it is in a match in progress or a puzzle that "
    "still counts, or close to one. Ask again once that is over."
)

BUSY: Final = Text("The computer has no time for that now; please ask again in a moment.")

_POSITION = re.compile(r"(?:\[\s*FEN\b|\b[WB]\s*:|\S*[:/]).*", re.DOTALL | re.IGNORECASE)
"""Matches the position in a command: from a FEN header, a side or a board row to the end."""


BETTER: Final = (
    (
        0.55,
        Text("The game is about even: {percent}% winning chances for {side}.", side="", percent=0),
    ),
    (0.65, Text("A small advantage for {side}: {percent}% winning chances.", side="", percent=0)),
    (0.80, Text("An advantage for {side}: {percent}% winning chances.", side="", percent=0)),
    (0.93, Text("A clear advantage for {side}: {percent}% winning chances.", side="", percent=0)),
    (
        1.01,
        Text("A decisive advantage for {side}: {percent}% winning chances.", side="", percent=0),
    ),
)
"""Sentences about the better side, each with the bound its winning chances (0 to 1) are below."""

WORSE: Final = Text(
    "The others are ahead of {side}: {percent}% winning chances.", side="", percent=0
)
"""The sentence about a side behind two or more others; which of these is ahead is unknown."""

BETWEEN: Final = 1, 99
"""The least and greatest percentage shown unless the computer sees the end of the game."""


class Analyse(commands.Cog):
    """``/match analyse``, the controls of its boards, and the computer's opinion of a position."""

    def __init__(
        self,
        bot: Damier,
        desks: Desks,
        viewer: MoveViewer,
        workers: Workers,
        fair_play: FairPlay,
    ) -> None:
        self.bot = bot
        self._desks, self._viewer, self._workers = desks, viewer, workers
        self._analysis, self._fair_play = Analysis(bot.store), fair_play
        self._answers: LRUCache[Position, Answer] = LRUCache(ANSWERS_KEPT)
        self._asking: set[int] = set()

    async def cog_load(self) -> None:
        """Register the keeper, the controls and the viewer's button."""
        self._desks.keepers[KIND] = self._analysis
        self.bot.buttons[Action.ANALYSE] = self.of_step
        self.bot.text_buttons[ControlKind.ANALYSE] = self.press
        self.bot.menus[ControlKind.ANALYSE] = self.choose
        self.bot.forms[ControlKind.ANALYSE] = self.take
        self._viewer.step_buttons.append(_step_buttons)

    # Opening a board

    @action_command(Action.ANALYSE)
    @app_commands.describe(
        match=locale_str("The number of the match; by default the last one that ended here"),
        game=locale_str("A game, to begin with its first position or with one of your own"),
        options=locale_str("Options of the game, such as 16x16"),
        position=locale_str("A position as text"),
    )
    @app_commands.autocomplete(game=autocompletion.games, options=autocompletion.options)
    async def analyse(
        self,
        context: Context,
        match: int | None = None,
        game: str = "",
        options: str = "",
        *,
        position: str = "",
    ) -> None:
        """``/match analyse``, ``@Damier analyse 12``, ``@Damier analyse frisian W:WK28:B19,20``."""
        words = f"{game} {options} {position}".strip()
        if match is None and words:
            desk = await asyncio.to_thread(_board_named, words, context)
        else:
            desk = await self._board_of_match(context, match)
        await self._open(context, desk)

    async def _board_of_match(self, context: Context, number: int | None) -> Desk:
        """Return a board of a match, or else the board that the person used last.

        A ``number`` of None means the match of ``last_match``; only then does the board used last
        replace it. Raises Refusal.
        """
        who = context.author.id
        try:
            shown = possible(Match.check_shown)
            match = await last_match(self.bot.store, context, number, shown)
        except Unclear:
            raise
        except Refusal:
            latest = await self.bot.store.desks.latest(who, KIND)
            if number is not None or latest is None:
                raise
            return latest
        match.check_shown()
        look = await self.bot.preferences.look_for(who, match.guild)
        side = own_side(match, who, look)
        return await asyncio.to_thread(_board_at, match, LATEST, who, side)

    async def _open(self, context: Context, desk: Desk) -> None:
        """Show a board in private, or answer a command typed on a server with a button for it."""
        interaction = context.interaction or context.pressed
        if interaction is not None:
            await self._desks.open(interaction, desk)
        elif context.guild is None:
            await self._desks.send(context, desk)
        else:
            if not desk.id:
                await self._desks.seen(desk)
                desk = await self.bot.store.desks.add(desk, context.message.created_at)
            answer = answer_to(context)
            label = answer.said(Text("Open the board"))
            text = Text("{game}: a board to think on.", game=engine.games[desk.game].title)
            await answer.show(text, button(desk, ControlKind.ANALYSE, label, "open"))

    async def of_step(self, interaction: Interaction, pressed: MatchButton) -> None:
        """Handle Analyse in the viewer: open a board at the step shown. Raises Refusal."""
        match = await visible_match(self.bot.store, interaction, pressed.match)
        if not match.line:
            raise Refusal(NOT_BEGUN)
        match.check_shown()
        who, side = interaction.user.id, pressed.which
        desk = await asyncio.to_thread(_board_at, match, pressed.event, who, side)
        await self._desks.open(interaction, desk)

    # On a board

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle the buttons of a board."""
        match about.split()[2]:
            case "open":
                await self._desks.open(interaction, await self._desks.of(interaction, about))
            case "text":
                await self._ask_for_position(interaction, about)
            case "think":
                await self._think(interaction, about)
            case does:
                await self._desks.change(interaction, about, lambda seen: _after_step(seen, does))

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the menu of lines."""

        async def go(seen: SeenDesk) -> Moved:
            return Moved(seen.desk.at(int(choice)))

        await self._desks.change(interaction, about, go)

    async def _ask_for_position(self, interaction: Interaction, about: str) -> None:
        """Open a form that contains the position as text, for the person to replace."""
        desk = await self._desks.of(interaction, about)
        seen = await self._desks.seen(desk)
        game, said = seen.position.game, answer_to(interaction).said

        form = text_form(
            ControlKind.ANALYSE,
            about,
            said(game.title),
            said(Text("The position as text")),
            interaction,
            example=game.start(len(seen.position.seats), **seen.position.options).fen()[:100],
            many_lines=True,
            default=seen.position.fen(),
        )
        await open_form(interaction, form)

    async def take(self, interaction: Interaction, about: str, typed: Typed) -> None:
        """Start the board from the typed position, or say above the board why it is refused."""
        text, who = text_of(typed), interaction.user.id

        async def begin(present: SeenDesk) -> Moved:
            position = await asyncio.to_thread(_read, text, present.position)
            new = board_of(position, who, side=present.desk.side)
            return Moved(_instead(present.desk, new))

        try:
            await self._desks.change(interaction, about, begin)
        except Refusal as refusal:
            why = refusal.text

            async def refuse(present: SeenDesk) -> Moved:
                return Moved(present.desk, why)

            await self._desks.change(interaction, about, refuse)

    # The computer

    async def _think(self, interaction: Interaction, about: str) -> None:
        """Show the computer's opinion of a position, unless fair play forbids it."""
        who = interaction.user.id
        desk = await self._desks.of(interaction, about)
        if who in self._asking:
            raise Refusal(Text("The computer is thinking about it already."))
        self._asking.add(who)
        try:
            opinion = await self._opinion(interaction, desk)
        finally:
            self._asking.discard(who)

        async def say(seen: SeenDesk) -> Moved:
            return Moved(seen.desk, opinion)

        await self._desks.change(interaction, about, say)

    async def _opinion(self, interaction: Interaction, desk: Desk) -> Text:
        """Return the computer's opinion of a desk's position, ``SILENT`` if fair play forbids it.

        Raises Refusal if the pieces are not set up, the game is over or the computer has no time.
        """
        line = await self._desks.line(desk, SOON)
        position = line[-1]
        if position.setup is not None:
            raise Refusal(SETTING_UP)
        if position.outcome() is not None or not position.legal_moves():
            raise Refusal(Text("The game is over here."))
        who, guilds = interaction.user.id, _guilds_of(interaction)
        if await self._analysis.is_going_on(desk):
            return SILENT
        ended = await self._analysis.ended(desk)
        if await self._fair_play.forbids(line, who, guilds, ended=ended):
            return SILENT
        answer = await self._answer(line)
        moves = await asyncio.to_thread(explaining.read, position, answer.variation or answer.moves)
        expected = await asyncio.to_thread(lambda: [*_following(position, moves)])
        # By now a match may have reached this position, or one that the line leads to.
        if await self._fair_play.forbids(line, who, guilds, expected=expected, ended=ended):
            return SILENT
        return await asyncio.to_thread(verdict_text, position, Verdict(answer.value, moves))

    async def _answer(self, line: list[Position]) -> Answer:
        """Return the answer about the last position of a line. Raises Refusal if there is none."""
        position = line[-1]
        if (known := self._answers.get(position)) is not None:
            return known
        nodes = level(THOROUGH, position.pace).nodes
        try:
            answer = await self._workers.study(about([position], nodes=nodes), Rank.HINT)
        except ThoughtFailed:
            raise Refusal(BUSY) from None
        self._answers[position] = answer
        return answer


def _guilds_of(interaction: Interaction) -> frozenset[int]:
    """Return the ids of the servers that a person is known to be on."""
    known = {guild.id for guild in interaction.user.mutual_guilds}
    return frozenset(known | {interaction.guild_id or 0})


def _step_buttons(
    match: Match, step: Step, side: int, translated: Translate
) -> Iterator[MatchButton]:
    """Yield the viewer's button Analyse for a step, unless pieces are being set up there."""
    if step.position.setup is None:
        yield labelled_button(
            Action.ANALYSE, match.id, step.event.number, side, translated=translated
        )


def _board_at(match: Match, event: int, person: int, side: int) -> Desk:
    """Return a board at the step of a match's event. CPU work. Raises Refusal."""
    steps = steps_of(match)
    return board_of_step(match, steps, index_of(steps, event), person, side=side)


def _board_named(words: str, context: Context) -> Desk:
    """Return a board of the game in ``words``, which may end with a position. Raises Refusal."""
    found = _POSITION.search(words)
    text = found[0].strip("` \n") if found else ""
    terms = parse_challenge(words[: found.start()] if found else words)
    chance = random.Random(context.message.id)
    position = started(terms.game, terms.players, terms.options, chance)
    if text:
        position = _read(text, position)
    return board_of(position, context.author.id)


def _read(text: str, like: Position) -> Position:
    """Return the position in ``text``, with the game, seats and options of ``like``.

    Raises Refusal if ``text`` is no position or its pieces are not set up.
    """
    position = like.game.read(" ".join(text.split()), len(like.seats), **like.options)
    if position.setup is not None:
        raise Refusal(SETTING_UP)
    position.legal_moves()
    return position


def _following(position: Position, moves: tuple[Move, ...]) -> Iterator[Position]:
    for move in moves:
        position = position.play(move)
        yield position


def _instead(old: Desk, new: Desk) -> Desk:
    """Return the desk ``new`` with the id and version of ``old``, to be stored in its place."""
    return replace(new, id=old.id, version=old.version)


async def _after_step(seen: SeenDesk, does: str) -> Moved:
    """Return the board after a press of a button that steps through it or resets it."""
    desk = seen.desk
    ways = {
        "first": lambda: desk.at(0),
        "back": lambda: desk.at(desk.lines.back().at),
        "next": lambda: desk.at(desk.lines.forward().at),
        "last": lambda: desk.at(desk.lines.last().at),
        "new": lambda: reset(desk),
    }
    return Moved(ways[does]())


class Verdict(NamedTuple):
    """The computer's result: points for the seat to move, and the expected line."""

    points: int
    line: Sequence[Move]


def verdict_text(position: Position, verdict: Verdict) -> Text:
    """Return the sentences about the better side, its chances in percent, and the best line."""
    judged = result_text(position) or _judged(position, verdict.points)
    if not verdict.line:
        return judged
    reason = known_reason(position, verdict.line[0])
    best = Text(
        "The best move is {move}: it {brings}.",
        move=shown(position, verdict.line[:1]),
        brings=told(position, verdict.line) if reason is None else reason.text,
    )
    if not verdict.line[1:]:
        return joined([judged, best])
    return joined([judged, best, Text("Its line: {moves}.", moves=shown(position, verdict.line))])


def _judged(position: Position, points: int) -> Text:
    """Return the sentence about the better side and its chances in percent."""
    seats = position.seats
    own = seats[position.turn].team
    teams = {seat.team for seat in seats if seat.active}
    chance = chances(position.game, points, [seat.team for seat in seats])
    if len(teams) == 2 and chance < 0.5:
        (own,) = teams - {own}
        chance = 1 - chance
    side = joined([seat.name for seat in seats if seat.team == own], ", ")
    if abs(points) >= CERTAIN:
        wins = Text("A sure win for {side}.", side=side)
        return wins if chance > 0.5 else Text("A sure defeat for {side}.", side=side)
    least, most = BETWEEN
    percent = min(max(round(100 * chance), least), most)
    said = next(text for bound, text in BETTER if chance < bound)
    return (WORSE if chance < 1 - BETTER[0][0] else said).with_values(side=side, percent=percent)
