"""Moves by tapping: the moves on a post, the button *Move*, and the targets of a chosen piece.

Controls carry the match and the event that made its position, so they work after a restart and are
out of date once somebody has moved. A private picture shows the position as the seat to move may
see it.
"""

from __future__ import annotations

from discord import ui
from discord.ext import commands

from cogs.client.client import Damier, Interaction
from cogs.client.error_answers import OUT_OF_DATE
from cogs.client.replies import answer_to
from cogs.language.actions import Action
from cogs.messages.buttons import ControlKind, MatchButton, TextButton
from cogs.messages.layouts import picture_file, with_words
from cogs.messages.move_lists import by_piece, menus_of_pieces, rows_of_targets, which_move
from cogs.moves.private_boards import match_as_it_was, own_picture
from cogs.moves.private_moves import PrivateMoves
from engine import Position, Refusal, Text
from engine.table.match import Match

Chosen = tuple[Match, Position]


class MoveMenus(commands.Cog):
    """The moves and pieces on posts, the button *Move*, and its menus."""

    def __init__(self, bot: Damier, moves: PrivateMoves) -> None:
        self.bot = bot
        self._moves = moves

    async def cog_load(self) -> None:
        """Register the buttons and the menus."""
        self.bot.buttons[Action.MOVE] = self.ask
        self.bot.menus[ControlKind.PIECE] = self.choose_piece
        self.bot.menus[ControlKind.TARGET] = self.choose_target
        self.bot.text_buttons[ControlKind.PIECE] = self.press_piece
        self.bot.text_buttons[ControlKind.MOVE] = self.press_move
        self.bot.text_buttons[ControlKind.PIECES] = self.ask_again

    async def ask(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle *Move*: ask which piece moves, or where to if only one can move.

        In a blindfold match open the form for typing a move.
        """
        match, position = await self._current(interaction, button.match, button.event)
        if match.hides_pieces:
            await self._moves.type(interaction, f"{match.id} ")
            return
        pieces = by_piece(position)
        point = next(iter(pieces)) if len(pieces) == 1 else None
        await self._show(interaction, match, position, point)

    async def ask_again(self, interaction: Interaction, about: str) -> None:
        """Handle *Another piece*: ask again which piece moves."""
        match, position = await self._current(interaction, *map(int, about.split()))
        match.check_shown()
        await self._show(interaction, match, position, None)

    async def choose_piece(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the menu of pieces: play the piece's only move, or ask for its target."""
        number, since, _ = map(int, about.split())
        await self._take_piece(interaction, number, since, int(choice))

    async def press_piece(self, interaction: Interaction, about: str) -> None:
        """Handle the button of a piece: play the piece's only move, or ask for its target."""
        await self._take_piece(interaction, *map(int, about.split()))

    async def choose_target(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the menu of moves: play the chosen one."""
        number, since = map(int, about.split())
        await self._moves.tap(interaction, choice, number, since)

    async def press_move(self, interaction: Interaction, about: str) -> None:
        """Handle the button of a move: play the move."""
        number, since, text = about.split(" ", 2)
        await self._moves.tap(interaction, text, int(number), int(since))

    async def _take_piece(
        self, interaction: Interaction, number: int, since: int, point: int
    ) -> None:
        match, position = await self._current(interaction, number, since)
        match.check_shown()
        moves = by_piece(position).get(point)
        if moves is None:
            raise Refusal(OUT_OF_DATE)
        if len(moves) == 1:
            text = position.write(moves[0])
            await self._moves.tap(interaction, text, number, since, only=True)
        else:
            await self._show(interaction, match, position, point)

    async def _current(self, interaction: Interaction, number: int, since: int) -> Chosen:
        """Return a match and its position as the seat to move sees it.

        Raises Refusal if the person is not on turn, or the event ``since`` is not the last board.
        """
        match = await match_as_it_was(interaction, number, since)
        match.check_turn(interaction.user.id)
        if match.outcome is not None:
            raise Refusal(OUT_OF_DATE)
        return match, match.position.seen_by(match.position.turn)

    async def _show(
        self, interaction: Interaction, match: Match, position: Position, point: int | None
    ) -> None:
        """Show menus and a marked picture of the movable pieces, or of the moves from a point.

        The answer replaces a private message whose control was used.
        """
        answer = answer_to(interaction)
        locale, translated = answer.locale, answer.said
        pieces, about = by_piece(position), f"{match.id} {match.since}"
        marks = pieces[point] if point is not None else [m for ms in pieces.values() for m in ms]
        picture = await own_picture(self.bot, interaction.user.id, match, locale, marks=marks)
        look = await self.bot.preferences.look_for(interaction.user.id, match.guild)
        text = with_words(translated(which_move(position, pieces, point)), position, look, locale)
        layout = answer.board(text, picture)
        if point is not None:
            for row in rows_of_targets(about, position, pieces[point], translated):
                layout.add_item(ui.ActionRow(*row))
        else:
            menus = menus_of_pieces(
                ControlKind.PIECE, about, position, pieces, translated, at_once=True
            )
            for menu in menus:
                layout.add_item(ui.ActionRow(menu))
        buttons = [TextButton(ControlKind.TYPE, f"{match.id} ", translated(Text("Type the move")))]
        if point is not None and len(pieces) > 1:
            buttons.append(TextButton(ControlKind.PIECES, about, translated(Text("Another piece"))))
        layout.add_item(ui.ActionRow(*buttons))
        await answer.put(layout, picture_file(picture))
