"""Messages in a channel that are addressed to nobody: moves, command words, or chat.

A text in the form of a move (``32-28``) is a move, legal or not. A text that may also be chat
(``32.28``, ``3228``, ``e4 e5``, ``11:15``) is a move only if it is legal and its author on turn.
Every text of the person on turn that looks like a move is answered, with the reason if it cannot be
read; a score such as ``1-6`` counts if it is a step on this board.

Words such as ``resign``, ``draw``, ``join`` and ``help`` are taken for chat if the author cannot do
these things now. A word that ends or offers something is confirmed first.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

import discord

import engine
from cogs.client.client import Context, Damier, origin_of
from cogs.language.actions import ACTIONS, Action, action_of, agreeing, change_of, commands
from cogs.language.first_words import command_alone
from cogs.language.typed_words import answer_in, match_named
from cogs.match_actions.confirmations import Confirmations
from cogs.members.match_lookup import match_replied_to, possible
from cogs.moves.typed_answers import TypedAnswers
from engine import AmbiguousMove, InvalidMove, MoveError, Position, Refusal, Text
from engine.board import Board
from engine.capabilities.huffs import HUFF
from engine.capabilities.notation import read_paths
from engine.capabilities.set_ups import PLACING_SIGN, is_placing
from engine.table.match import Match
from engine.table.record import OPEN, Status
from engine.text import some

LONGEST_CHAT_READ = 60
"""The most characters of a text that may be a move although it is not notation."""

_SURE_SEPARATOR = re.compile(r"[-×:–—>→]|x(?![a-z])", re.IGNORECASE)
"""A separator that stands between the points of a move, but not between words."""

_SCORE = re.compile(r"[0-9]\s?[-–—:x×>.,/]\s?[0-9](?:[\s,;]+[0-9]\s?[-–—:x×]\s?[0-9])*")
_TIME = re.compile(r"(?:[01]?[0-9]|2[0-3])\s?[:.,h]\s?[0-5][0-9]")
_COLON_TIME = re.compile(r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9]")
_COUNT = re.compile(r"[0-9]+(?:[\s,;]+[0-9]+)+")
_RANGE = re.compile(r"[0-9]?[05]\s?[-–—]\s?[0-9]?[05]")
_DASHED = re.compile(r"[0-9]+\s?[-–—]\s?[0-9]+")
"""Two numbers with a dash: a score, a range, or the most usual way to write a move."""
_TAKEN = re.compile(r"[0-9]+\s?[x×]\s?[0-9]+")
"""Two numbers with a cross: the usual way to write a capture, but also a size or a product."""
_SPACED = re.compile(r"[0-9]+\s+[0-9]+")
_SINGLE = re.compile(r"[0-9]\s+[0-9]")
"""Two numbers with nothing between them, and two of one digit."""
_SUM = re.compile(r"[0-9\s]+[-x×+*/][0-9\s]+=[0-9\s]+")
_DATE = re.compile(r"(?:[0-9]|[12][0-9]|3[01])\s?[-–—]\s?(?:[0-9]|1[0-2])|1[0-2]\s?[-–—]\s?[0-9]+")
_DECIMAL = re.compile(r"[0-9]+[.,]?[0-9]+")
_CENTURIES = re.compile(r"(?:19|20)[0-9]{2}")
_YEAR = re.compile(r"20[0-4][0-9]")
"""The years that people write most: ``2024`` does not mean 20-24."""

_BETWEEN = r"[-x×:–—>→=.,\s]"
_LOOSE = re.compile(
    rf"(?:[a-z]?[0-9](?:[0-9]|(?![0-9])){_BETWEEN}*(?!{_BETWEEN})){{2,}}[xdo+]?[\s!]*",
    re.IGNORECASE,
)
"""Names of points with any separators between them that a notation accepts.

Nothing is matched by backtracking: digits could be split into names in too many ways.
"""
_SHAPES = (
    re.compile(r"([0-9]{2})()[0-9]{2}|([0-9]{1,2})(\s?[-–—>→~_x×|.,]{1,3}\s?)[0-9]{1,2}!?"),
    re.compile(
        r"([a-z][0-9]{1,2})([^\w?%€$£]{0,4}|_|\s(?:to|à|a|vers|en)\s)[a-z][0-9]{1,2}[^\w?]{0,2}",
        re.IGNORECASE,
    ),
)
"""The names of two points with any characters between them, on numbered and lettered boards."""

_WRITTEN = (
    re.compile(r"[0-9]{1,2}(?:\s?[-–—×x]\s?[0-9]{1,2})+[\s.!]*"),
    re.compile(r"[a-z][0-9]{1,2}(?:\s?[-–—×x:>→]\s?[a-z][0-9]{1,2})+[\s.!]*", re.IGNORECASE),
)
"""Moves in their usual forms, for numbered and lettered boards of any size."""

_PLACED = re.compile(r"[a-z][0-9](?:\s+and\s+[a-z][0-9])?", re.IGNORECASE)
"""One point, or two with *and* between them, on which pieces are placed."""

_LETTER = re.compile(r"[a-w]")
"""A letter of a square; ``x`` is the sign of a capture. Squares of lettered boards have both."""

_NAME = re.compile(r"[a-z]?[0-9]+")

_PAIR = 2
"""The number of points of a step."""

_ADJACENT, _JUMP, _FAR = 1, 2, 9
"""Distances in squares: a step, a jump over one square, and a distance that few moves exceed."""


@cache
def sample_positions() -> tuple[Position, ...]:
    """Return a starting position on each board that a game can be played on."""
    samples: dict[Board, Position] = {}
    for game in engine.games.values():
        variants: list[Position] = [game.start()]
        for name, option in game.options.items():
            for choice in option.choices:
                try:
                    variants.append(game.start(None, **{name: choice}))
                except ValueError:
                    continue
        for position in variants:
            samples.setdefault(position.board, position)
    return tuple(samples.values())


def is_notation(text: str) -> bool:
    """Return whether a text is in the notation of any game."""
    return any(position.notation.is_notation(text) for position in sample_positions())


def may_be_move(text: str) -> bool:
    """Return whether a text that is not notation may be meant as a move in some game."""
    plain = text.strip()
    return len(plain) <= LONGEST_CHAT_READ and any(
        pattern.fullmatch(plain) for pattern in (_LOOSE, _PLACED, *_SHAPES)
    )


def is_meant(match: Match, person: int, text: str, *, marked: bool = False) -> bool:
    """Return whether a message's whole text is a person's move in a match, legal or not.

    A text that was ``marked``, for example by brackets, may only mention a move, so it has to be
    legal.
    """
    position = match.position
    is_notation = not marked and position.notation.is_notation(text)
    own = _own_points(match, match.seats_of(person)) if is_notation else ()
    if is_notation and _is_sure(position, own, text):
        return True
    plain = text.strip()
    if match.players[position.turn] != person or match.setting_up or _YEAR.fullmatch(plain):
        return False
    if is_notation and _is_tried(match, own, plain.lower()):
        return True
    try:
        moves = position.parse_all(text)
    except AmbiguousMove:
        return not _is_talk(plain)
    except MoveError:
        return False
    # A colon stands in captures: if 17-22 is a step, 17:22 is a time.
    return bool(moves[0].captured) or _COLON_TIME.fullmatch(plain) is None


def hint(match: Match, person: int, text: str) -> Text | None:
    """Return the hint on a text of the person on turn that looks like a move but is none."""
    position, plain = match.position.seen_by(match.position.turn), text.strip().lower()
    board = position.board
    if match.players[position.turn] != person or match.setting_up:
        return None
    if _places_now(position) and _PLACED.fullmatch(plain):
        return _why_not_placed(position, plain)
    shape = _SHAPES[not _has_numbers(board)].fullmatch(plain)
    if shape is None:
        return None
    point = board.point.get(shape[1] or shape[3])
    if point is None or point not in _own_points(match, [position.turn]):
        return None
    if not _may_err(board, plain):
        return None
    own = [move for move in position.legal_moves() if move.kind == "move" and move.path[0] == point]
    try:
        position.parse_all(text)
    except InvalidMove as error:
        if not own:
            return error.text
        moves = some([f"`{position.write(move)}`" for move in own])
        name = board.names[point]
        return Text(
            "That is not a move I can read: from {point} you can play {moves}.",
            point=name,
            moves=moves,
        )
    except MoveError as error:
        return error.text
    return None


def _places_now(position: Position) -> bool:
    """Return whether the next move places pieces."""
    return any(move.kind == "place" for move in position.legal_moves()[:1])


def _why_not_placed(position: Position, text: str) -> Text | None:
    """Return the reason why pieces cannot be placed on the points of a text.

    None if they can, or if the text names no point on which a piece can be placed now.
    """
    names, board = _NAME.findall(text), position.board
    places = {point for move in position.legal_moves() for point in move.path}
    if not any(board.point.get(name) in places for name in names):
        return None
    try:
        position.parse_all(PLACING_SIGN + text)
    except MoveError as error:
        return error.text
    return None


def off_board(match: Match, person: int, text: str) -> Text | None:
    """Return the refusal of a move because of a non-existent point; None for any other text.

    Numbers may be chat. They are refused only if the first is a square with an own piece, or if it
    does not exist and the last one does.
    """
    position, plain = match.position.seen_by(match.position.turn), text.strip().lower()
    board, numbers = position.board, _has_numbers(position.board)
    if match.players[position.turn] != person or match.setting_up:
        return None
    if _WRITTEN[not numbers].fullmatch(plain) is None:
        return None
    names = _NAME.findall(plain)
    if all(name in board.point for name in names):
        return None
    if numbers:
        start, end = board.point.get(names[0]), board.point.get(names[-1])
        own = _own_points(match, [position.turn])
        fits = end is not None if start is None else start in own
        if not fits or _is_talk(plain) or _DATE.fullmatch(plain):
            return None
    try:
        position.parse_all(text)
    except InvalidMove as error:
        return error.text
    except MoveError:
        return None
    return None


def _own_points(match: Match, seats: Collection[int]) -> Collection[int]:
    """Return the points with pieces of these seats; in a blindfold match all points.

    There, silence about the other points would reveal where pieces stand.
    """
    if match.hides_pieces:
        return range(len(match.position.board.names))
    return {point for point, piece in match.position.seen_by(None).pieces() if piece.seat in seats}


def _is_sure(position: Position, own: Collection[int], text: str) -> bool:
    """Return whether a text in notation is certainly no chat: no score, time, date or range.

    ``own`` are the points with the author's pieces.
    """
    board, plain = position.board, text.strip().lower()
    if is_placing(text):
        return _places_now(position)
    if plain.startswith(HUFF):
        return True
    try:
        points = read_paths(board, text, position.game.example)[0][0]
    except InvalidMove:
        return board.point.get(plain[:2]) in own  # a man that is to be turned
    if len(points) < _JUMP:
        return True
    numbers = _has_numbers(board) or _LETTER.search(plain) is None
    if _SURE_SEPARATOR.search(text) is None or (numbers and _is_talk(plain)):
        return False
    farthest = _farthest(board, points)
    if points[0] not in own:
        return farthest <= (_ADJACENT if numbers else _FAR)
    dated = numbers and _DATE.fullmatch(plain) is not None
    return farthest <= (_JUMP if dated else _FAR)


def _is_tried(match: Match, own: Collection[int], text: str) -> bool:
    """Return whether two squares are a move tried by the player on turn, legal or not.

    Single digits are a score unless they make a step. With an ``own`` piece on the first square, a
    dash or a space between the squares is enough. Otherwise there must be a dash and a plausible
    distance, which is shorter for a range or a date, or a cross and the distance of a capture.
    """
    position = match.position.seen_by(match.position.turn)
    board = position.board
    try:
        points = read_paths(board, text, "")[0][0]
    except InvalidMove:
        return False
    if len(points) != _PAIR or points[0] == points[1]:
        return False
    if not _has_numbers(board) and _LETTER.search(text) is not None:
        return points[0] in own
    if _SCORE.fullmatch(text) or _SINGLE.fullmatch(text):
        return bool(_DASHED.fullmatch(text)) and _is_step(position, match.captures_due, text)
    if points[0] in own:
        return _DASHED.fullmatch(text) is not None or _SPACED.fullmatch(text) is not None
    farthest = _farthest(board, points)
    if _TAKEN.fullmatch(text) is not None:
        return farthest == _JUMP
    if _DASHED.fullmatch(text) is None:
        return False
    is_range, is_date = _RANGE.fullmatch(text), _DATE.fullmatch(text)
    return farthest <= (_ADJACENT if is_range else _JUMP if is_date else _FAR)


def _is_talk(text: str) -> bool:
    """Return whether numbers look like a score, a time, a count or the like."""
    talk = (_SCORE, _TIME, _COUNT, _RANGE, _SUM, _CENTURIES)
    return any(pattern.fullmatch(text) for pattern in talk)


def _is_step(position: Position, due: Collection[int], text: str) -> bool:
    """Return whether a score may be meant as a step, legal or not.

    Such a step leads from an own piece to the next square: to an empty one if a capture is ``due``,
    otherwise forwards or backwards as a legal move of the piece does. A player on turn seldom
    writes a score that fits so well.
    """
    board = position.board
    try:
        points = read_paths(board, text, "")[0][0]
    except InvalidMove:
        return False
    if len(points) != _PAIR or not 0 < _farthest(board, points) <= _ADJACENT:
        return False
    start, end = points
    pieces = dict(position.pieces())
    if start not in pieces or pieces[start].seat != position.turn:
        return False
    if due:
        return end not in pieces
    ways = (move.path for move in position.legal_moves() if move.path[0] == start)
    return any(_ahead(board, start, end) * _ahead(board, *way[:_PAIR]) > 0 for way in ways)


def _ahead(board: Board, start: int, end: int) -> float:
    """Return the signed vertical distance from one point of a board to another."""
    return board.xy[end][1] - board.xy[start][1]


def _may_err(board: Board, text: str) -> bool:
    """Return whether a text may be a mistyped move: it is no chat, and the distance is short."""
    numbers = _has_numbers(board)
    if numbers and _is_talk(text):
        return False
    try:
        points = read_paths(board, text, "")[0][0]
    except InvalidMove:
        return not numbers or not _DECIMAL.fullmatch(text)
    return 0 < _farthest(board, points) <= (_JUMP if numbers else _FAR)


def _has_numbers(board: Board) -> bool:
    return board.names[0].isdecimal()


def _farthest(board: Board, points: Sequence[int]) -> float:
    """Return the largest distance between consecutive points, in squares."""
    return max(
        max(abs(x - to_x), abs(y - to_y))
        for (x, y), (to_x, to_y) in pairwise(board.xy[point] for point in points)
    )


# Words

DONE: Final = {
    traits.command.name: change
    for action, traits in ACTIONS.items()
    if traits.command is not None and traits.command.alone is not None
    if (change := change_of(action)) is not None
}
"""The changes of a live match, by words; a change raises Refusal if it is not possible now."""

ASKED_OF_CROWDS: Final = frozenset({*DONE, "accept", "decline"})
"""The words that members of crowds may say for their side."""

OFFERED: Final = {
    traits.command.name: action
    for action, traits in ACTIONS.items()
    if traits.command is not None and traits.agreement
}
"""The actions by which words offer or agree to something; they are confirmed first."""

ON_TURN: Final = frozenset({"help", *(one.name for one in commands() if one.on_turn)})
"""The words that count only in a channel with a match that waits for the author."""

OF_OTHERS = "!"
"""Prefixes of other bots' commands."""


class Word(NamedTuple):
    """A word that its author can use now: its command, and the match and action to confirm."""

    command: str
    match: int | None
    """The number of the match named beside the word, None without one."""
    asked: tuple[Match, Action] | None
    """The match and the action to ask about first, None if no confirmation is needed."""


class BareWords:
    """Handles one-word messages (``draw``, ``resign``) from people who can use them now."""

    def __init__(self, bot: Damier, confirmations: Confirmations, answers: TypedAnswers) -> None:
        self.bot = bot
        self._confirmations, self._answers = confirmations, answers

    async def find(self, message: discord.Message) -> Word | None:
        """Return the word that makes up a message, None if its author can use no such word now."""
        command, number = self._said(message)
        if command is None or message.author.bot:
            return None
        if command in ON_TURN and message.content.lstrip().startswith(OF_OTHERS):
            return None
        matches = [
            match
            for match in await self._matches(message)
            if number in {None, match.id} and _makes_sense(match, message, command)
        ]
        if not matches:
            return None
        action = _offered(command, matches)
        return Word(command, number, (matches[0], action) if action and len(matches) == 1 else None)

    async def take(self, message: discord.Message) -> bool:
        """Handle a message if it is a word that its author can use now; return whether it is."""
        said, _ = self.bot.addressed(message)
        if answer_in(said) is not None and await self._answers.take(message):
            return True
        word = await self.find(message)
        if word is None:
            return await self._is_for_crowd(message)
        if word.asked is not None:
            await self._confirmations.ask(message, *word.asked)
        else:
            context: Context = await self.bot.get_bare_context(message, word.command, word.match)
            await self.bot.invoke(context)
        return True

    async def _is_for_crowd(self, message: discord.Message) -> bool:
        """Handle a crowd member's word for their side; return whether the message is one."""
        command, number = self._said(message)
        if message.author.bot or command is None or command not in ASKED_OF_CROWDS:
            return False
        take = self.bot.crowd_commands.get(action := action_of(command))
        if take is None:
            return False
        context: Context = await self.bot.get_bare_context(message, command, number)
        try:
            return await take(context, action, bare=True)
        except Refusal:  # not possible now, so it may be chat
            return False

    def _said(self, message: discord.Message) -> tuple[str | None, int | None]:
        """Return the command that a whole message means, if any, and the named match's number."""
        said = self.bot.without_slash(message.content)
        named = match_named(said)
        if named is None:
            return command_alone(said), None
        return command_alone(named.text), named.number

    async def _matches(self, message: discord.Message) -> list[Match]:
        """Return the match replied to, else the channel's challenges and the author's matches."""
        store = self.bot.store
        replied = await match_replied_to(store, message)
        if replied is not None:
            return [replied]
        channel, who = message.channel.id, message.author.id
        challenges = await store.matches(status=Status.CHALLENGE, channel=channel)
        return [*challenges, *await store.matches(status=Status.LIVE, channel=channel, person=who)]


def _makes_sense(match: Match, message: discord.Message, command: str) -> bool:
    """Return whether the author of a message can use a word in a match now."""
    who, origin = message.author.id, origin_of(message)
    if command == "join":
        return match.status is Status.CHALLENGE and OPEN in match.people and who not in match.people
    if command in {"accept", "decline"}:
        return match.asks(who)
    if command in ON_TURN:
        return match.status is Status.LIVE and who in {match.players[seat] for seat in match.to_act}
    change = DONE.get(command)
    if change is None or match.status is not Status.LIVE:
        return False
    return possible(lambda m: change(m, who, **origin))(match)


def _offered(command: str, matches: Sequence[Match]) -> Action | None:
    """Return the action by which a word makes or accepts an offer, None for other words."""
    offer = matches[0].offer if matches[0].status is Status.LIVE else None
    if command == "accept" and offer is not None:
        return agreeing(offer.agreement.name)
    return OFFERED.get(command)
