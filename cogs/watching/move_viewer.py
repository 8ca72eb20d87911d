"""A private panel for stepping through the moves of a match and posting a position in the channel.

The ids of the buttons carry the state of the panel: the match, the number of the event whose
position is shown, and the side from which it is seen. Each button has its own action, so that no
two have the same id.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import action_command
from cogs.client.replies import acknowledge, answer_to
from cogs.language.actions import Action, label_of
from cogs.language.catalogues import Translate, plainly, translate_into
from cogs.members.match_lookup import NOT_BEGUN, match_here, visible_match
from cogs.members.mentions import person
from cogs.members.visibility import all_may_see
from cogs.messages import step_views as viewing
from cogs.messages.buttons import MatchButton, labelled_button, offered_buttons
from cogs.messages.layouts import (
    add_button_rows,
    board_layout,
    is_map,
    own_side,
    picture_file,
    with_words,
)
from cogs.moves.private_boards import seen_by
from data import Store
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status
from engine.table.steps import Step, index_of, steps_of
from engine.text import counted

LATEST = 0
"""The number that stands for the event of the last step."""

STEPS = {Action.FIRST: -(10**9), Action.BACK: -1, Action.NEXT: 1, Action.LAST: 10**9}
"""The number of steps by which each button moves on, at most to the first or the last one."""


Marks = Mapping[int, str]
"""The marks written after the moves of a match, by the numbers of their events."""

StepButtons = Callable[[Match, Step, int, Translate], Iterable[ui.Item[Any]]]
"""A function that makes the buttons for a step of a match seen from a side."""


class StepMarks:
    """The interface to the marks of moves, which a package above this one implements."""

    async def marks(self, match: Match, reader: discord.abc.User) -> Marks:
        """Return the marks of a match that a reader may see, none if the match is not judged."""
        raise NotImplementedError  # ``cogs.analysis`` does


class StepNotes:
    """The interface to notes on the moves of crowds, which a package above this one implements."""

    async def notes(self, match: Match, step: Step) -> Sequence[Text]:
        """Return the notes on how a crowd found the move of a step, none for other moves."""
        raise NotImplementedError  # ``cogs.crowds`` does


class MoveViewer(commands.Cog):
    """``/match moves`` and the panel that it opens.

    The functions ``step_buttons`` make further buttons for the panel, and ``marked_buttons`` those
    for matches whose moves have marks.
    """

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self.step_buttons: list[StepButtons] = []
        self.marked_buttons: list[StepButtons] = []

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.buttons[Action.VIEW] = self.open
        for action in (*STEPS, Action.SIDE):
            self.bot.buttons[action] = self.turn
        self.bot.buttons[Action.SHARE] = self.share

    @action_command(Action.VIEW)
    @app_commands.describe(match=autocompletion.MATCH)
    async def moves(self, context: Context, match: int | None = None) -> None:
        """``/match moves`` opens the panel; ``@Damier moves 12`` is answered with its button."""
        found = await match_here(self.bot.store, context, match)
        if context.interaction is not None:
            await self.show(context.interaction, found, LATEST, None)
            return
        text = Text(
            "{match} {game}: {moves}",
            match=f"#{found.id}",
            game=found.game.title,
            moves=counted("{count} move", "{count} moves", len(found.turns)),
        )
        answer = answer_to(context)
        await answer.show(text, open_button(found, answer.said))

    async def open(self, interaction: Interaction, button: MatchButton) -> None:
        """Open the panel at the step of the button's event."""
        match = await self._match(interaction, button)
        await self.show(interaction, match, button.event, button.which or None)

    async def turn(self, interaction: Interaction, button: MatchButton) -> None:
        """Show another step in the same panel, or the same step from the next side.

        Raises Refusal.
        """
        match = await self._match(interaction, button)
        steps = steps_of(match)
        at = index_of(steps, button.event) + STEPS.get(button.action, 0)
        at = min(max(at, 0), len(steps) - 1)
        side = button.which % len(match.people)
        if button.action is Action.SIDE:
            side = viewing.next_side(match.position, side)
        await self.show(interaction, match, steps[at].event.number, side, in_place=True)

    async def share(self, interaction: Interaction, button: MatchButton) -> None:
        """Post the position in the channel, as the public may see it. Raises Refusal."""
        match = await self._match(interaction, button)
        channel = await channel_to_post(self.bot.store, interaction, match)
        steps = steps_of(match)
        at, side = index_of(steps, button.event), button.which % len(match.people)
        locale = self.bot.preferences.locale_of(interaction.guild)
        look = self.bot.preferences.look_of(match.guild)
        picture = await asyncio.to_thread(
            viewing.picture_of, match, steps[at], None, side, look=look, locale=locale
        )
        shown = Text("{person} shows a position to talk about:", person=person(interaction.user.id))
        marks, translated = await self._marks(match, interaction.user), translate_into(locale)
        lines = [
            translated(shown),
            *viewing.lines(match, steps, at, side, translated, marks=marks),
            *map(translated, await self._notes(match, steps[at])),
        ]
        layout = board_layout("\n".join(lines), plainly(picture.alt, locale))
        if not match.imported:  # only its importer can open an imported match
            number = steps[at].event.number
            layout.add_item(ui.ActionRow(open_button(match, translated, number, side)))
        await post(channel, view=layout, file=picture_file(picture))
        await acknowledge(interaction)

    async def _marks(self, match: Match, reader: discord.abc.User) -> Marks:
        return await self.bot.cog(StepMarks).marks(match, reader)

    async def _notes(self, match: Match, step: Step) -> Sequence[Text]:
        return await self.bot.cog(StepNotes).notes(match, step) if match.crowds else ()

    async def _match(self, interaction: Interaction, button: MatchButton) -> Match:
        match = await visible_match(self.bot.store, interaction, button.match)
        if not match.line:
            raise Refusal(NOT_BEGUN)
        return match

    async def show(
        self,
        interaction: Interaction,
        match: Match,
        event: int,
        side: int | None,
        *,
        in_place: bool = False,
    ) -> None:
        """Show the step of an event in the panel, from a side, by default the person's usual one.

        With ``in_place``, the panel replaces the message of the pressed button.
        """
        who, answer = interaction.user.id, answer_to(interaction)
        locale = answer.locale
        match = await seen_by(self.bot, match, who)
        look = await self.bot.preferences.look_for(who, match.guild)
        if side is None:
            side = own_side(match, who, look)
        steps = steps_of(match)
        at, side = index_of(steps, event), side % len(match.people)
        picture = await asyncio.to_thread(
            viewing.picture_of, match, steps[at], who, side, look=look, locale=locale
        )
        marks = await self._marks(match, interaction.user)
        lines = [*viewing.lines(match, steps, at, side, answer.said, marks=marks)]
        lines += map(answer.said, await self._notes(match, steps[at]))
        then = match.until(steps[at].event.number)
        seen = steps[at].position.seen_by(then.seat_seen_by(who))
        text = "\n".join(lines)
        if not match.hides_pieces:
            text = with_words(text, seen, look, locale)
        layout = answer.board(text, picture)
        for row in _rows(match, steps, at, side, who=who, translated=answer.said):
            layout.add_item(ui.ActionRow(*row))
        makers = [*self.step_buttons, *(self.marked_buttons if marks else ())]
        made = [make(match, steps[at], side, answer.said) for make in makers]
        if more := [*chain(*made)]:
            add_button_rows(layout, more)
        if in_place:
            await answer.replace(view=layout, files=[picture_file(picture)])
        else:
            await answer.show(view=layout, file=picture_file(picture))


def open_button(
    match: Match,
    translated: Translate,
    event: int = LATEST,
    side: int = 0,
    *,
    label: Text | None = None,
) -> MatchButton:
    """Return the button that opens the panel at the step of an event, seen from a side."""
    return labelled_button(Action.VIEW, match.id, event, side, translated=translated, label=label)


async def channel_to_post(
    store: Store, interaction: Interaction, match: Match
) -> discord.abc.Messageable:
    """Return the channel of a press, for a post about a match.

    Raises Refusal if the person may not write there, or if not all readers of the channel may see
    the match.
    """
    here, guild, may = interaction.channel, interaction.guild, interaction.permissions
    if guild is None or not isinstance(here, discord.abc.Messageable):
        raise Refusal(Text("Matches are played in the channels of a server."))
    in_thread = isinstance(here, discord.Thread)
    if not (may.send_messages_in_threads if in_thread else may.send_messages):
        raise Refusal(Text("You may not write in this channel."))
    if not await all_may_see(store, here, match):
        raise Refusal(Text("Not everybody may see the channel of this match: post it there."))
    return here


async def post(channel: discord.abc.Messageable, **message: Any) -> None:  # noqa: ANN401 - what a send takes
    """Post a message that pings nobody. Raises Refusal if the bot may not write in the channel."""
    try:
        await channel.send(allowed_mentions=discord.AllowedMentions.none(), **message)
    except discord.Forbidden:
        raise Refusal(Text("I may not write in this channel.")) from None


def _rows(
    match: Match, steps: Sequence[Step], at: int, side: int, *, who: int, translated: Translate
) -> Iterator[list[MatchButton]]:
    def button(action: Action, *, enabled: bool = True, label: Text | None = None) -> MatchButton:
        event = steps[at].event.number
        return labelled_button(
            action, match.id, event, side, translated=translated, label=label, disabled=not enabled
        )

    is_last = at == len(steps) - 1
    yield [
        button(Action.FIRST, enabled=at > 0),
        button(Action.BACK, enabled=at > 0),
        button(Action.NEXT, enabled=not is_last),
        button(Action.LAST, enabled=not is_last or match.status is Status.LIVE),
    ]
    whole = label_of(Action.WHOLE) if not side else Text("Part of the map")
    yield [
        button(Action.SIDE, label=whole if is_map(match.position) else None),
        button(Action.SHARE),
        button(Action.REPLAY),
        *offered_buttons(match, who, [Action.FOLLOW], translated),
    ]
