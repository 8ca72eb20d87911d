"""The message of a desk: its kind's text, the board, menus and buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import discord
from discord import ui

from cogs.analysis.desk_keeper import DeskContents, DeskReader, SeenDesk
from cogs.client.client import Damier
from cogs.language.actions import Action, label_of
from cogs.language.catalogues import plainly, translate_into
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.layouts import (
    add_button_rows,
    board_layout,
    is_map,
    over,
    picture_file,
    with_words,
)
from cogs.messages.move_lists import by_piece, menu_of_moves, menus_of_pieces, which_move
from cogs.messages.step_views import board_from, next_side
from data import Desk, promptly
from engine import Text
from engine.text import joined
from render import Way, describe

CLAIMS = 5
"""The most buttons for claims; other claims can be typed."""

LONGEST_SAID = 3500
"""The most characters of a message's text: Discord allows 4,000 with the texts of its controls."""


class View(NamedTuple):
    """The message of a desk, to be sent or to replace another."""

    layout: ui.LayoutView
    file: discord.File


def stamp(desk: Desk) -> str:
    """Return a desk's id and version as the text that its controls carry.

    A control is out of date once the desk's version is another.
    """
    return f"{desk.id} {desk.version}"


async def view_of_desk(
    bot: Damier,
    seen: SeenDesk,
    shown: DeskContents,
    reader: DeskReader,
    *,
    said: Text | None = None,
    point: int | None = None,
    typed: str = "",
    ways: Sequence[Way] = (),
) -> View:
    """Return the message of a desk, with the moves of the piece on ``point``, if any.

    ``said`` is a sentence above the kind's text. ``typed`` is a refused move, which the form for a
    move contains when it opens. ``ways`` are drawn instead of the last move and the piece's moves.
    """
    locale, translated, position = reader.locale, translate_into(reader.locale), seen.position
    outcome = position.outcome()
    moving = shown.moving and outcome is None
    pieces = await promptly(lambda: by_piece(position)) if moving else {}
    if point not in pieces:
        point = next(iter(pieces)) if len(pieces) == 1 else None
    marks = pieces[point] if point is not None and not ways else shown.marks
    look = await bot.preferences.look_for(reader.person, reader.guild)
    picture = await asyncio.to_thread(
        board_from,
        position,
        seen.before,
        seen.moves,
        seen.desk.side,
        marks=marks,
        ways=ways or shown.ways,
        look=look,
        locale=locale,
        state=over(position.seats, outcome) if outcome is not None else None,
    )
    if ways and said is not None:
        picture = picture._replace(alt=joined([describe(position, marks=marks), said]))
    texts = [translated(said)] if said is not None else []
    texts.append(with_words(shown.text, position, look, locale))
    if moving and (point is not None or not pieces):
        texts.append(translated(which_move(position, pieces, point)))
    text = "\n".join(filter(None, texts))[:LONGEST_SAID]
    layout = board_layout(text, plainly(picture.alt, locale))
    about = stamp(seen.desk)
    if point is not None:
        targets = f"{about} {point}"
        moves = pieces[point]
        menus = [menu_of_moves(ControlKind.DESK_TARGET, targets, position, moves, translated)]
    else:
        menus = menus_of_pieces(ControlKind.DESK_PIECE, about, position, pieces, translated)
    for menu in [*menus, *shown.menus]:
        layout.add_item(ui.ActionRow(menu))
    asks = point is not None and len(pieces) > 1
    own = _buttons(seen, reader, shown, moving=moving, again=asks, typed=typed)
    if buttons := [*own, *shown.buttons]:
        add_button_rows(layout, buttons)
    for row in shown.rows:
        layout.add_item(ui.ActionRow(*row))
    return View(layout, picture_file(picture))


def _buttons(
    seen: SeenDesk,
    reader: DeskReader,
    shown: DeskContents,
    *,
    moving: bool,
    again: bool,
    typed: str,
) -> Iterator[TextButton]:
    """Yield the buttons of every desk, except those that the contents leave out.

    ``again`` adds the button to choose another piece.
    """
    translated, about = translate_into(reader.locale), stamp(seen.desk)
    if again:
        yield TextButton(ControlKind.DESK, f"pieces {about}", translated(Text("Another piece")))
    if moving:
        label = Text("Correct it") if typed else Text("Type the move")
        room = 60 - len(about)
        yield TextButton(ControlKind.DESK, f"type {about} {typed[:room]}", translated(label))
        for number, claim in enumerate(seen.position.claiming.claims()[:CLAIMS]):
            if shown.claims is None or claim.text.split()[0] in shown.claims:
                yield TextButton(
                    ControlKind.DESK, f"claim {about} {number}", translated(claim.label)
                )
    if shown.flip and next_side(seen.position, seen.desk.side) != seen.desk.side:
        label = label_of(Action.FLIP)
        if is_map(seen.position):
            label = Text("Part of the map") if seen.desk.side else label_of(Action.WHOLE)
        yield TextButton(ControlKind.DESK, f"flip {about}", translated(label))
