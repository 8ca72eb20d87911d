"""Layouts of messages: texts, boards as pictures and in words, and rows of buttons and menus.

The words describe the board to people who do not see the picture.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import discord
from discord import ui

import render
from cogs.language.catalogues import ENGLISH, translate, translator
from cogs.members.preferences import DEFAULT_LOOK, Look, Preferences
from engine import Move, Outcome, Position, Text, telling
from engine.table.match import Match
from engine.table.record import Kind, Status
from engine.text import joined
from engine.values import Seat

BUTTONS_IN_A_ROW = 5
"""Discord's limit for the buttons in a row."""

LONGEST_WORDS = 1200
"""The most characters for a position in words; the message needs room for other texts."""

LISTED = 40
"""The most pieces that are listed by owner; a longer list is unreadable."""

LONGEST_ALT = 1024
"""The most characters that Discord allows for the description of a picture."""

B = TypeVar("B")


def text_layout(text: str) -> ui.LayoutView:
    """Return a new layout with a text, to which more components can be added."""
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(text))
    return layout


def components_of(layout: ui.LayoutView) -> list[Any]:
    """Return the components of a layout as plain data, which can be compared."""
    # discord.py gives no types for the data of components
    components: list[Any] = layout.to_components()  # type: ignore[no-untyped-call]
    return components


def picture_layout(text: str, file: str, alt: str) -> ui.LayoutView:
    """Return the layout of a text above the attached picture ``file``, which ``alt`` describes."""
    layout = text_layout(text)
    gallery: ui.MediaGallery[Any] = ui.MediaGallery()
    gallery.add_item(media=f"attachment://{file}", description=alt[:LONGEST_ALT])
    layout.add_item(gallery)
    return layout


def rows_of(buttons: Sequence[B]) -> Iterator[list[B]]:
    """Yield buttons in as few rows as Discord allows, of nearly equal lengths."""
    count = -(-len(buttons) // BUTTONS_IN_A_ROW)
    start = 0
    for left in range(count, 0, -1):
        length = -(-(len(buttons) - start) // left)
        yield list(buttons[start : start + length])
        start += length


def add_button_rows(layout: ui.LayoutView, buttons: Sequence[ui.Item[Any]]) -> None:
    """Add buttons to a layout, in as few rows as Discord allows."""
    for row in rows_of(buttons):
        layout.add_item(ui.ActionRow(*row))


def view_of(*controls: ui.Item[Any]) -> ui.View:
    """Return a view with these buttons or menus, for a message with plain content."""
    view = ui.View(timeout=None)
    for control in controls:
        view.add_item(control)
    return view


# Boards

BOARD_FILE = "board.png"

PICTURE_SIZE = 900
"""The size of a posted picture in pixels."""

WITH_BOARD = frozenset(
    {
        Kind.START,
        Kind.MOVE,
        Kind.RESIGN,
        Kind.TIMEOUT,
        Kind.TAKEBACK,
        Kind.TAKEOVER,
        Kind.RESULT,
        Kind.ABORT,
        Kind.LAPSE,
        Kind.ADJUDICATE,
        Kind.PAUSE,
        Kind.RESUME,
        Kind.REPOST,
        Kind.REMIND,
    }
)
"""Events whose post has a picture of the board."""


def is_map(position: Position) -> bool:
    """Return whether a board is a map, which is seen from one side only, in part or as a whole."""
    return position.board.style == "map"


def own_side(match: Match, person: int, look: Look) -> int:
    """Return the side from which a person first sees the board: their own first seat, or 0."""
    if is_map(match.position) or not look.own_side:
        return 0
    return next(iter(match.seats_of(person)), 0)


async def posted_side(match: Match, preferences: Preferences) -> int:
    """Return the side from which a match's board is posted: that of the first seat.

    For one person against computers it is the person's own side, if they prefer that.
    """
    if len(match.persons) != 1:
        return 0
    (person,) = match.persons
    return own_side(match, person, await preferences.look_for(person, match.guild))


def has_board(match: Match) -> bool:
    """Return whether the post of a match's last event has a picture of the board."""
    last = match.events[-1]
    proposed = last.kind is Kind.OFFER and last.person is None
    return bool(match.line) and (last.kind in WITH_BOARD or proposed)


class Addition(NamedTuple):
    """An addition to the post of a match, such as the vote of a crowd.

    ``lines`` are already translated, ``rows`` of controls stand above the match's own buttons, and
    ``arrows`` are drawn on the board.
    """

    lines: Sequence[str] = ()
    rows: Sequence[Sequence[ui.Item[Any]]] = ()
    arrows: Sequence[render.Arrow] = ()


NOTHING_ADDED = Addition()


def describe(match: Match, arrows: Sequence[render.Arrow] = ()) -> Text:
    """Return the description of the picture that ``draw`` makes for the public."""
    before, moves = match.last_moves()
    position = match.position.seen_by(None)
    seen = before.seen_by(None) if before else None
    return render.describe(
        position, moves, seen, arrows=arrows, state=standing(match), blind=match.hides_pieces
    )


def draw(
    match: Match,
    seat: int | None = None,
    *,
    side: int = 0,
    marks: Sequence[Move] = (),
    ways: Sequence[render.Way] = (),
    arrows: Sequence[render.Arrow] = (),
    whole: bool = False,
    quarter: int | None = None,
    size: int = PICTURE_SIZE,
    look: Look = DEFAULT_LOOK,
    locale: discord.Locale = ENGLISH,
    described: Callable[[Text], object] | None = None,
) -> render.Picture:
    """Return the picture of a match's board as ``seat`` may see it; None is the public.

    CPU work: call it in a thread. The board is drawn from the side of the seat ``side``. ``marks``
    are moves whose squares are marked. ``ways`` are drawn as moves played in the position or better
    ones, in place of the last move. ``arrows`` are proposed moves. On a map, the front of the seat
    is drawn (that of the seat to move for the public or with ``marks``), or the ``whole``, or a
    ``quarter``. An unfinished blindfold match is drawn without pieces. ``described`` is called with
    the picture's description before the file is made.
    """
    position = match.position.seen_by(seat)
    before, moves = match.last_moves() if not ways else (None, ())
    diagram = render.Diagram(
        position,
        before=before.seen_by(seat) if before else None,
        moves=moves,
        viewer=side,
        theme=look.theme,
        coordinates=look.coordinates,
        marks=marks,
        ways=ways,
        arrows=arrows,
        size=size,
        region=render.WHOLE_MAP if whole else None,
        front=None if marks else seat,
        quarter=quarter,
        translator=translator(locale),
        state=standing(match),
        blind=match.hides_pieces,
    )
    return render.drawn(diagram, described)


def in_words(position: Position, locale: discord.Locale, longest: int = LONGEST_WORDS) -> str:
    """Return the squares of a position's pieces as small print, ``""`` if there are no pieces.

    Up to forty pieces are listed by owner, more row by row. If the list exceeds ``longest``
    characters, the pieces are only counted.
    """
    many = sum(1 for _ in position.pieces()) > LISTED
    listing = telling.by_rows(position) if many else telling.standing(position)
    lines = [translate(text, locale) for text in listing]
    if sum(map(len, lines)) > longest:
        lines = [translate(text, locale) for text in telling.standing(position, squares=False)]
        many = False
    told = lines if many else [" ".join(lines)] * bool(lines)
    return "\n".join(f"-# {line}" for line in told)


def with_words(text: str, position: Position, look: Look, locale: discord.Locale) -> str:
    """Return the text above a board, followed by the position in words if the look wants that."""
    words = in_words(position, locale) if look.text_first else ""
    return "\n".join(filter(None, (text, words)))


def picture_file(picture: render.Picture) -> discord.File:
    """Return a picture as the file to attach to a message with ``board_layout``."""
    return discord.File(io.BytesIO(picture.png), BOARD_FILE)


def board_layout(text: str, alt: str) -> ui.LayoutView:
    """Return the layout of a text above the attached picture of a board, described by ``alt``."""
    return picture_layout(text, BOARD_FILE, alt)


def standing(match: Match) -> Text | None:
    """Return the text about a match's end, or the player who has just dropped out; else None."""
    if match.outcome is not None:
        decision = match.decision
        if decision is None or decision.person is None or match.imported:
            return over(match.seats, match.outcome)
        typed = f"{str(match.outcome.reason).rstrip(' .')}."
        decided = match.outcome._replace(reason=Text("{reason}", reason=typed))
        return joined([Text("A moderator has decided the match."), over(match.seats, decided)])
    over_here = match.status is Status.OVER and not match.imported
    if over_here or match.position.outcome() is not None:
        return Text("The match is over, without a result.")
    last = match.events[-1]
    if last.kind not in {Kind.RESIGN, Kind.TIMEOUT} or last.seat is None:
        return None
    out = match.seats[last.seat].name
    left = (
        Text("{seat} resigned.", seat=out)
        if last.kind is Kind.RESIGN
        else Text("{seat} ran out of time.", seat=out)
    )
    turn = match.seats[match.position.turn].name
    return joined([left, Text("{seat} to move.", seat=turn)])


def over(seats: Sequence[Seat], outcome: Outcome) -> Text:
    """Return the sentence that a game is over, with the winners or the draw and the reason."""
    best = [seat for seat, rank in zip(seats, outcome.ranks, strict=True) if rank == 1]
    if len(best) == len(outcome.ranks):
        return Text("The game is over, a draw: {reason}", reason=outcome.reason)
    return Text(
        "The game is over, {winners} won: {reason}",
        winners=joined([seat.name for seat in best], ", "),
        reason=outcome.reason,
    )
