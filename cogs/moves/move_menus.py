"""The Move button: a move is chosen from menus, first the piece and then its target, or typed.

Menus carry the match and the event that made its position, so that they work after a restart and
are out of date once somebody has moved. They show the position as the seat to move may see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import dist

import discord
from discord import ui
from discord.ext import commands

from cogs.bot.client import Damier, Interaction
from cogs.bot.error_answers import OUT_OF_DATE
from cogs.bot.replies import private, replace
from cogs.language.catalogues import plainly, translate, translate_into
from cogs.messages.buttons import Action, MatchButton, Menu, TextButton, Use
from cogs.messages.layouts import board_layout, picture_file
from cogs.moves.move_questions import CHOICES
from cogs.moves.private_boards import match_as_it_was, own_picture
from cogs.moves.private_moves import PrivateMoves
from engine import Move, Position, Refusal, Text
from engine.table.match import Match
from engine.text import joined

MENUS = 4
"""Menus of pieces below one picture; another row is for buttons."""

LONGEST_VALUE = 100
"""Characters that Discord allows for an entry of a menu; a longer move is typed."""

Chosen = tuple[Match, Position]


class MoveMenus(commands.Cog):
    """The button Move and its menus."""

    def __init__(self, bot: Damier, moves: PrivateMoves) -> None:
        self.bot = bot
        self._moves = moves

    async def cog_load(self) -> None:
        """Register the button and the menus."""
        self.bot.buttons[Action.MOVE] = self.ask
        self.bot.menus[Use.PIECE] = self.choose_piece
        self.bot.menus[Use.TARGET] = self.choose_target
        self.bot.text_buttons[Use.PIECES] = self.ask_again

    async def ask(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Move: ask which piece moves, or, if only one can, where to."""
        match, position = await self._current(interaction, button.match, button.event)
        if match.hides_pieces:
            await self._moves.type(interaction, f"{match.id} ")
            return
        pieces = by_piece(position)
        point = next(iter(pieces)) if len(pieces) == 1 else None
        await self._show(interaction, match, position, point)

    async def ask_again(self, interaction: Interaction, about: str) -> None:
        """Ask once more which piece moves."""
        match, position = await self._current(interaction, *map(int, about.split()))
        match.check_shown()
        await self._show(interaction, match, position, None, again=True)

    async def choose_piece(self, interaction: Interaction, about: str, choice: str) -> None:
        """Ask where the chosen piece goes."""
        number, since, _ = map(int, about.split())
        match, position = await self._current(interaction, number, since)
        match.check_shown()
        if int(choice) not in by_piece(position):
            raise Refusal(OUT_OF_DATE)
        await self._show(interaction, match, position, int(choice), again=True)

    async def choose_target(self, interaction: Interaction, about: str, choice: str) -> None:
        """Play the chosen move."""
        number, since = map(int, about.split())
        await self._moves.enter(interaction, choice, number, since=since)

    async def _current(self, interaction: Interaction, number: int, since: int) -> Chosen:
        """Return a match and its position as its player sees it. Raises Refusal."""
        match = await match_as_it_was(interaction, number, since)
        match.check_turn(interaction.user.id)
        if match.outcome is not None:
            raise Refusal(OUT_OF_DATE)
        return match, match.position.seen_by(match.position.turn)

    async def _show(
        self,
        interaction: Interaction,
        match: Match,
        position: Position,
        point: int | None,
        *,
        again: bool = False,
    ) -> None:
        """Show the pieces that can move, or the moves of the piece on a point: a picture and menus.

        If ``again``, they take the place of the question before.
        """
        locale = interaction.locale
        pieces = by_piece(position)
        marks = pieces[point] if point is not None else [m for ms in pieces.values() for m in ms]
        picture = await own_picture(self.bot, interaction.user.id, match, locale, marks=marks)
        text = which_move(position, pieces, point)
        layout = board_layout(translate(text, locale), plainly(picture.alt, locale))
        about = f"{match.id} {match.since}"
        menus = (
            menus_of_pieces(Use.PIECE, about, position, pieces, locale)
            if point is None
            else menu_of_moves(Use.TARGET, about, position, pieces[point], locale)
        )
        for menu in menus:
            layout.add_item(ui.ActionRow(menu))
        typed = translate(Text("Type the move"), locale)
        buttons = [TextButton(Use.TYPE, f"{match.id} ", typed)]
        if point is not None and len(pieces) > 1:
            other = translate(Text("Another piece"), locale)
            buttons.append(TextButton(Use.PIECES, about, other))
        layout.add_item(ui.ActionRow(*buttons))
        file = picture_file(picture)
        if again:
            await replace(interaction, view=layout, attachments=[file])
        else:
            await private(interaction, view=layout, file=file)


def by_piece(position: Position) -> Mapping[int, Sequence[Move]]:
    """Return the moves of each piece that can move, those nearest the goal first.

    Two pieces that are placed in one move are each a piece that can be chosen first.
    """
    pieces: dict[int, list[Move]] = {}
    moves = (move for move in position.legal_moves() if move.kind in {"move", "place"})
    for move in towards_goal(position, moves):
        for point in move.path if move.kind == "place" else move.path[:1]:
            pieces.setdefault(point, []).append(move)
    order = {name: number for number, name in enumerate(sorted(position.board.names, key=_natural))}
    return dict(sorted(pieces.items(), key=lambda piece: order[position.board.names[piece[0]]]))


def towards_goal(position: Position, moves: Iterable[Move]) -> list[Move]:
    """Return the moves sorted by the distance from their ends to the goal, opposite the own camp.

    Without a camp they keep their order.
    """
    board = position.board
    home = [board.xy[point] for point, seat in position.display.zones() if seat == position.turn]
    if not home:
        return list(moves)
    goal = [
        side - sum(along) / len(home)
        for side, along in zip(board.size, zip(*home, strict=True), strict=True)
    ]
    return sorted(moves, key=lambda move: dist(board.xy[move.path[-1]], goal))


def _natural(name: str) -> tuple[str, int]:
    """Return the key by which names are sorted: letters, then numbers by their value."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


def which_move(position: Position, pieces: Mapping[int, Sequence[Move]], point: int | None) -> Text:
    """Return the question, which says so if the menu does not hold all moves."""
    if not pieces:
        return Text("No piece can move; what you can claim has a button below the board.")
    if point is None:
        return Text("Which piece? Then you choose where to.")
    text = Text("From {point}: where to?", point=position.board.names[point])
    moves = pieces[point]
    if len(moves) <= CHOICES:
        return text
    more = Text(
        "The menu holds {shown} of {all} moves; any other can be typed.",
        shown=CHOICES,
        all=len(moves),
    )
    return joined([text, more])


def menus_of_pieces(
    use: Use,
    about: str,
    position: Position,
    pieces: Mapping[int, Sequence[Move]],
    locale: discord.Locale,
) -> list[Menu]:
    """Return as few menus as hold the pieces to choose from."""
    names, standing = position.board.names, dict(position.pieces())
    options = []
    for point, moves in pieces.items():
        piece = standing.get(point)
        kind = position.game.kind(piece.kind).named(1) if piece is not None else None
        captures = any(move.captured for move in moves)
        described = [kind] if kind is not None else []
        described += [Text("can capture")] if captures else []
        description = translate(joined(described, ", "), locale) if described else None
        options.append(
            discord.SelectOption(label=names[point], value=str(point), description=description)
        )
    menus = []
    for number, start in enumerate(range(0, min(len(options), MENUS * CHOICES), CHOICES)):
        shown = options[start : start + CHOICES]
        placeholder = translate(Text("The piece"), locale)
        if len(options) > CHOICES:
            first, last = shown[0].label, shown[-1].label
            placeholder = translate(
                Text("The piece: {first} – {last}", first=first, last=last), locale
            )
        menus.append(Menu(use, f"{about} {number}", placeholder, shown))
    return menus


def menu_of_moves(
    use: Use, about: str, position: Position, moves: Sequence[Move], locale: discord.Locale
) -> list[Menu]:
    """Return the menu in which one of a piece's moves is chosen; its value is the move's text."""
    written = [(move, position.write(move)) for move in moves[:CHOICES]]
    options = [
        discord.SelectOption(label=text, value=text, description=_effect(position, move, locale))
        for move, text in written
        if len(text) <= LONGEST_VALUE
    ]
    return [Menu(use, about, translate(Text("Where to"), locale), options)]


def _effect(position: Position, move: Move, locale: discord.Locale) -> str | None:
    """Return the effects of a move in words, such as captures and promotion; None without any."""
    translated, names = translate_into(locale), position.board.names
    told = []
    if move.captured:
        squares = ", ".join(names[point] for point in move.captured)
        told.append(translated(Text("takes {squares}", squares=squares)))
    before = dict(position.pieces()).get(move.path[0])
    after = dict(position.play(move).pieces()).get(move.path[-1]) if move.kind == "move" else None
    if before is not None and after is not None and before.kind != after.kind:
        became = translated(position.game.kind(after.kind).named(1))
        told.append(translated(Text("becomes {piece}", piece=became)))
    return ", ".join(told)[:100] or None
