"""The moves of a position on its post: buttons and menus to tap, and an example move.

Up to five moves are buttons, and up to a menu's capacity they are one menu of whole moves. With
more, the piece is chosen first and then its target. Moves are grouped by piece.

The example is a decent move from which to learn the notation. It stands on the first board of each
side, but in a rated match only at the start, since later it would be advice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import dist
from typing import Any, Final

import discord
from discord import ui

from cogs.language.catalogues import Translate
from cogs.messages.buttons import LONGEST_ID, ControlKind, Menu, TextButton
from cogs.messages.layouts import BUTTONS_IN_A_ROW
from engine import Move, Position, Text
from engine.board import Board
from engine.capabilities.set_ups import PLACING_SIGN
from engine.table.match import Match
from engine.table.record import Status
from engine.text import joined

CHOICES: Final = 25
"""The most choices that Discord allows in one menu."""

MENUS: Final = 4
"""The most menus of pieces below a private picture; one more row is for buttons."""

MENUS_ON_A_POST: Final = 2
"""The most menus of pieces below a posted board; more would fill a phone's screen."""

LONGEST_VALUE: Final = 100
"""The most characters that Discord allows in a menu's entry; longer moves have to be typed."""

LONGEST_LABEL: Final = 38
"""The most characters of a button's label by Discord's guidelines; phones cut longer ones."""

LONGEST_ROW: Final = 45
"""The most characters in a row of buttons that a phone shows on two lines; more need a menu."""

TARGETS_NAMED: Final = 6
"""The most targets named beside a piece in a menu."""

YOUR_MOVE, WHERE_TO = Text("Choose your move"), Text("Where to")

Row = Sequence[ui.Item[Any]]


# Below the board of a post


def has_moves(match: Match) -> bool:
    """Return whether a match waits for a person's move whose choices everybody may see."""
    return (
        match.status is Status.LIVE
        and match.paused is None
        and not match.hides_pieces
        and not match.setting_up
        and match.outcome is None
        and not match.is_computers(match.position.turn)
        and bool(match.public_moves)
    )


def rows_on_post(match: Match, translated: Translate) -> list[Row]:
    """Return the rows of buttons or menus below a board to choose a move, or first a piece.

    There are no rows if no person is to move, or if too many pieces can. Everybody sees the rows,
    so they show only public knowledge.
    """
    if not has_moves(match):
        return []
    position, about = match.position.seen_by(None), f"{match.id} {match.since}"
    pieces = by_piece(position, match.public_moves)
    moves = list(dict.fromkeys(move for of_piece in pieces.values() for move in of_piece))
    if len(moves) <= CHOICES and position.complete:  # if not, the next question says so
        write = position.notation.write
        written = {write(move): move for move in moves}
        if _fit_a_row(about, written):
            return [[_move_button(about, text) for text in written]]
        if all(len(text) <= LONGEST_VALUE for text in written):
            menu = _menu_of(
                ControlKind.TARGET, about, position, written, translated, question=YOUR_MOVE
            )
            return [[menu]]
    if len(pieces) <= BUTTONS_IN_A_ROW:
        return [[_piece_button(about, position, point, translated) for point in pieces]]
    if len(pieces) > MENUS_ON_A_POST * CHOICES:
        return []
    menus = menus_of_pieces(ControlKind.PIECE, about, position, pieces, translated, at_once=True)
    return [[menu] for menu in menus]


def rows_of_targets(
    about: str, position: Position, moves: Sequence[Move], translated: Translate
) -> list[Row]:
    """Return the rows to choose one of a piece's moves: buttons, or a menu if they do not fit.

    ``about`` names the match and the event that made the position.
    """
    texts = [position.write(move) for move in moves]
    if len(moves) > CHOICES or not all(_has_button(about, text) for text in texts):
        return [[menu_of_moves(ControlKind.TARGET, about, position, moves, translated)]]
    buttons = [_move_button(about, text) for text in texts]
    starts = range(0, len(buttons), BUTTONS_IN_A_ROW)
    return [buttons[start : start + BUTTONS_IN_A_ROW] for start in starts]


def _move_button(about: str, text: str) -> TextButton:
    """Return the button of a move, labelled with its notation."""
    return TextButton(ControlKind.MOVE, f"{about} {text}", text, discord.ButtonStyle.primary)


def _has_button(about: str, text: str) -> bool:
    """Return whether a move's text fits in the id of a button, and in its label on a phone."""
    known = f"damier:text-{ControlKind.MOVE}:{about} {text}"
    return len(known) <= LONGEST_ID and len(text) <= LONGEST_LABEL


def _fit_a_row(about: str, texts: Collection[str]) -> bool:
    """Return whether moves are few and short enough to be buttons below a board."""
    return (
        len(texts) <= BUTTONS_IN_A_ROW
        and sum(map(len, texts)) <= LONGEST_ROW
        and all(_has_button(about, text) for text in texts)
    )


def _piece_button(about: str, position: Position, point: int, translated: Translate) -> TextButton:
    """Return the button of the piece on ``point``, which asks for its target."""
    label = translated(Text("From {point}", point=position.board.names[point]))
    return TextButton(ControlKind.PIECE, f"{about} {point}", label, discord.ButtonStyle.primary)


# Moves by piece


def by_piece(
    position: Position, moves: Iterable[Move] | None = None
) -> Mapping[int, Sequence[Move]]:
    """Return the moves of each movable piece, by its point; the points are in order of name.

    The moves of a piece that end closest to the goal come first. All legal moves except claims are
    included, unless ``moves`` are given. A move that places several pieces is listed for each.
    """
    if moves is None:
        moves = (move for move in position.legal_moves() if move.kind in {"move", "place"})
    pieces: dict[int, list[Move]] = {}
    for move in towards_goal(position, moves):
        for point in move.path if move.kind == "place" else move.path[:1]:
            pieces.setdefault(point, []).append(move)
    order = _order(position.board)
    return dict(sorted(pieces.items(), key=lambda piece: order[piece[0]]))


def in_order(position: Position) -> list[Move]:
    """Return all legal moves: claims, then the moves of each piece in the order of ``by_piece``."""
    claims = [move for move in position.legal_moves() if move.kind not in {"move", "place"}]
    listed = (move for moves in by_piece(position).values() for move in moves)
    return list(dict.fromkeys([*claims, *listed]))


def towards_goal(position: Position, moves: Iterable[Move]) -> list[Move]:
    """Return moves, sorted by the distance from their ends to the goal opposite the own camp.

    In a game without camps the moves keep their order.
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


@cache
def _order(board: Board) -> Sequence[int]:
    """Return the rank of each point of a board among the points sorted by name."""
    points = sorted(range(len(board.names)), key=lambda point: _natural(board.names[point]))
    places = dict(zip(points, range(len(points)), strict=True))
    return [places[point] for point in range(len(points))]


def _natural(name: str) -> tuple[str, int]:
    """Return a key that sorts names of points by their letters, then by their numbers' values."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


# Questions and menus


NOT_ALL: Final = Text(
    "These are not all: there are too many ways to capture. Any other one can be typed, jump by "
    "jump."
)


def or_more(position: Position, listed: Text) -> Text:
    """Return a text that lists moves, with a remark if there are more moves than listed."""
    return listed if position.complete else joined([listed, NOT_ALL], "\n")


def which_move(position: Position, pieces: Mapping[int, Sequence[Move]], point: int | None) -> Text:
    """Return the question for a piece, or for the target of the piece on ``point``.

    A remark is added if the menu does not hold all moves.
    """
    if not pieces:
        return Text("No piece can move; the buttons below the board have what you can claim.")
    if point is None:
        return Text("Which piece? Then you choose where to.")
    text = Text("From {point}: where to?", point=position.board.names[point])
    if not position.complete:
        return joined([text, NOT_ALL])
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
    use: ControlKind,
    about: str,
    position: Position,
    pieces: Mapping[int, Sequence[Move]],
    translated: Translate,
    *,
    at_once: bool = False,
) -> list[Menu]:
    """Return the menus of the pieces to choose from, at most four, each piece with its targets.

    With ``at_once``, choosing a piece with only one move plays that move, and its entry says so.
    """
    names, standing = position.board.names, dict(position.pieces())
    kinds = {standing[point].kind for point in pieces if point in standing}
    options = []
    for point, moves in pieces.items():
        piece = standing.get(point)
        told = piece is not None and len(kinds) > 1
        described = [position.game.kind(piece.kind).named(1)] if piece is not None and told else []
        if any(move.captured for move in moves):
            described.append(Text("can capture"))
        if at_once and len(moves) == 1:
            described.append(Text("plays {move} at once", move=position.write(moves[0])))
        else:
            described.append(Text("to {targets}", targets=_targets(position, moves)))
        options.append(
            discord.SelectOption(
                label=names[point],
                value=str(point),
                description=translated(joined(described, ", "))[:LONGEST_VALUE],
            )
        )
    menus = []
    for number, start in enumerate(range(0, min(len(options), MENUS * CHOICES), CHOICES)):
        shown = options[start : start + CHOICES]
        placeholder = translated(Text("The piece"))
        if len(options) > CHOICES:
            first, last = shown[0].label, shown[-1].label
            placeholder = translated(Text("The piece: {first} – {last}", first=first, last=last))
        menus.append(Menu(use, f"{about} {number}", placeholder, shown))
    return menus


def _targets(position: Position, moves: Sequence[Move]) -> str:
    """Return the names of the points where moves end, at most the first few, with commas."""
    ends = list(dict.fromkeys(move.path[-1] for move in moves))
    shown = ", ".join(position.board.names[point] for point in ends[:TARGETS_NAMED])
    return f"{shown}, …" if len(ends) > TARGETS_NAMED else shown


def menu_of_moves(
    use: ControlKind,
    about: str,
    position: Position,
    moves: Sequence[Move],
    translated: Translate,
    *,
    question: Text = WHERE_TO,
) -> Menu:
    """Return the menu of the first moves that fit in one; its values are the moves' texts."""
    write = position.notation.write
    written = {write(move): move for move in moves[:CHOICES]}
    return _menu_of(use, about, position, written, translated, question=question)


def _menu_of(
    use: ControlKind,
    about: str,
    position: Position,
    written: Mapping[str, Move],
    translated: Translate,
    *,
    question: Text,
) -> Menu:
    """Return the menu of moves by their texts; moves too long for an entry are left out."""
    options = [
        discord.SelectOption(
            label=text, value=text, description=_effect(position, move, translated)
        )
        for text, move in written.items()
        if len(text) <= LONGEST_VALUE
    ]
    return Menu(use, about, translated(question), options)


def _effect(position: Position, move: Move, translated: Translate) -> str | None:
    """Return a move's captures and promotion in words, cut to Discord's limit; None without any."""
    told = []
    if move.captured:
        names = position.board.names
        squares = ", ".join(names[point] for point in move.captured)
        told.append(translated(Text("takes {squares}", squares=squares)))
    if move.kind == "move" and len(position.game.kinds) > 1:  # with one kind nothing is promoted
        before, after = position.piece_on(move.path[0]), position.play(move).piece_on(move.path[-1])
        if before is not None and after is not None and before.kind != after.kind:
            became = translated(position.game.kind(after.kind).named(1))
            told.append(translated(Text("becomes {piece}", piece=became)))
    return ", ".join(told)[:LONGEST_VALUE] or None


# The example

NODES: Final = 400
"""The nodes of a search that loses no piece at once, in some hundredths of a second."""

KEPT: Final = 256
"""The number of positions with a cached example: far more than there are starts of games."""


def has_example(match: Match) -> bool:
    """Return whether the board of a match shows an example: the side on turn has not moved yet.

    In a rated match only the first board shows one.
    """
    position = match.position
    if position.setup is not None or position.outcome() is not None:
        return False
    if match.rated and len(match.line) > 1:
        return False
    return not any(event.seat == position.turn for event in match.turns)


def example_of(match: Match) -> str:
    """Return the example on the board of a match: a good move, or that of ``Match.example``.

    CPU work, done once for each position.
    """
    found = _good_move(match.position.seen_by(None))
    return match.example if found is None else found


@lru_cache(maxsize=KEPT)
def _good_move(position: Position) -> str | None:
    """Return the move found by a short search, None if it is unsuitable as an example.

    A move is unsuitable if the public may not see it, if it is a claim or one to be warned of, or
    if it is a capture that need not be made.
    """
    from engine.computer import LEVELS, Computer  # noqa: PLC0415 - the bot starts without it

    try:
        move = Computer(LEVELS[-1]).think([position], nodes=NODES).move
    except ValueError:
        return None
    shown = position.display.view()
    hidden = shown is not None and not shown.issuperset(move.path)
    if hidden or move.kind not in {"move", "place"} or position.claiming.warning(move) is not None:
        return None
    if move.captured and not all(other.captured for other in position.legal_moves()):
        return None  # it is for the players to notice a capture that may be omitted
    written = position.write(move)
    if move.kind == "place":  # Discord takes an @ for a mention
        return written.removeprefix(PLACING_SIGN).replace(",", " ")
    return written
