"""Typed questions about a position, and their answers in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from cogs.language.catalogues import ALIAS, COMMAND, Translate, in_all_languages
from cogs.language.game_names import simplified
from cogs.language.time_limits import clock_texts, time_text
from cogs.language.typed_words import bare_command, plain, with_plain_signs
from cogs.members.mentions import players
from cogs.messages.layouts import over, standing
from cogs.messages.move_lists import or_more
from cogs.messages.post_texts import played_lines
from cogs.moves.private_boards import list_moves, moves_from
from engine import Move, Position, Refusal, Text, telling
from engine.board import Board
from engine.table.match import Match
from engine.table.record import Status
from engine.text import joined, quoted, term

NAME: Final = "where"
"""The name of the command, which is also the word that asks for the whole position."""

LONG_AGO: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Asked(StrEnum):
    """The kinds of questions."""

    WHERE = "where"
    ROW = "row"
    LINE = "line"
    FROM = "from"
    LAST = "last"
    CLOCK = "clock"
    WHO = "who"


WORDS: Final = {
    Asked.WHERE: (NAME,),
    Asked.ROW: ("row", "rank", "file", "column"),
    Asked.LINE: ("line", "diagonal"),
    Asked.FROM: ("from",),
    Asked.LAST: ("last",),
    Asked.CLOCK: ("clock",),
    Asked.WHO: ("who",),
}
"""The English words for each kind of question: the command's name and its aliases.

The words of other languages come from the catalogues.
"""

_POINTS = re.compile(r"[a-z]?[0-9]+")
_WORD = re.compile(r"\S+")


class Question(NamedTuple):
    """A kind of question, and the typed text after its word: a row, points, or a side."""

    asked: Asked
    rest: str = ""


@dataclass(frozen=True)
class AskedBoard:
    """A board that a ``person`` asks about, as they may see it.

    ``moves`` led to the ``position`` from the position ``before``. The board is that of a
    ``match``, or a private one if that is None; then ``used`` is the time of its last use.
    """

    position: Position
    before: Position | None = None
    moves: Sequence[Move] = ()
    match: Match | None = None
    person: int = 0
    used: datetime = LONG_AGO

    @classmethod
    def of(cls, match: Match, person: int) -> AskedBoard:
        """Return the board of a match as a person sees it, including their unfinished set-up."""
        seat = match.seat_seen_by(person)
        own = [one for one in match.setting_up if match.players[one] == person]
        if own:
            placed = match.set_up_of(own[0]).arrangement
            return cls(match.setup.shown(own[0], placed), match=match, person=person)
        before, moves = match.last_moves()
        position = match.position.seen_by(seat)
        return cls(position, before and before.seen_by(seat), moves, match, person)


# Reading a question


@lru_cache(maxsize=1)
def kinds() -> dict[str, Asked]:
    """Return the kinds of questions by their words in all languages."""
    known = {
        plain(said): asked
        for asked, words in WORDS.items()
        for word in words
        for names in (word, *in_all_languages(term(ALIAS, word)))
        for said in names.split()
    }
    return known | {plain(said): Asked.WHERE for said in in_all_languages(term(COMMAND, NAME))}


def read_question(said: str) -> Question:
    """Return the typed question: the kind that its word names, and the text after the word.

    Text before the word is ignored, so "the moves from 28" is a question. A text without such a
    word asks about the squares or the side that it names, and an empty text about all pieces.
    """
    text = plain(with_plain_signs(said)).rstrip(" ?.!")
    if not text or bare_command(text) == NAME:
        return Question(Asked.WHERE)
    for word in _WORD.finditer(text):
        asked = kinds().get(word[0])
        if asked is None:
            continue
        rest = text[word.end() :].strip()
        if asked is Asked.WHERE and any(one in kinds() for one in rest.split()):
            return read_question(rest)
        return Question(asked, rest)
    return Question(Asked.WHERE, text)


# Answering a question


def answer(
    board: AskedBoard, question: Question, translated: Translate, now: datetime
) -> list[str]:
    """Return a heading and the lines that answer a question.

    Raises Refusal if the question cannot be answered, or if a blindfold match hides the position.
    """
    match = board.match
    title = translated(board.position.game.title)
    heading = f"**{title} · #{match.id}**" if match is not None else f"**{title}**"
    if match is not None and question.asked not in {Asked.LAST, Asked.CLOCK, Asked.WHO}:
        match.check_shown()
    match question.asked:
        case Asked.LAST:
            told = _last(board, translated)
        case Asked.CLOCK:
            told = _clock(board, translated, now)
        case Asked.WHO:
            told = _who(board, translated)
        case Asked.FROM:
            told = [translated(_moves_from(board, question.rest))]
        case Asked.WHERE if not question.rest:
            told = [translated(text) for text in whole(board)]
        case Asked.WHERE:
            told = [translated(_named(board.position, question.rest))]
        case _:
            told = [translated(_line(board.position, question))]
    return [heading, *told]


def whole(board: AskedBoard) -> Iterator[Text]:
    """Yield a position in words: the side to move, and the pieces of each side by kind."""
    yield _state(board)
    yield from telling.standing(board.position)


def split(lines: Sequence[str], longest: int) -> Iterator[str]:
    """Yield lines joined to texts of at most ``longest`` characters.

    A longer line is cut between words, or within a word that is too long.
    """
    text = ""
    for line in lines:
        rest = line
        while len(rest) > longest:
            cut = rest.rfind(" ", 1, longest)
            cut = cut if cut > 0 else longest
            if text:
                yield text
            text, rest = rest[:cut], rest[cut:].lstrip()
        if text and len(text) + len(rest) >= longest:
            yield text
            text = ""
        text = f"{text}\n{rest}" if text else rest
    if text:
        yield text


def _state(board: AskedBoard) -> Text:
    """Return the sentence about the side to move, or about the end of the game."""
    position, match = board.position, board.match
    if match is not None and (told := standing(match)) is not None:
        return told
    outcome = position.outcome()
    if outcome is not None:
        return over(position.seats, outcome)
    if match is not None and match.setting_up:
        return Text("Pieces are set up in secret before the first move.")
    return Text("{seat} to move.", seat=position.seats[position.turn].name)


def _last(board: AskedBoard, translated: Translate) -> list[str]:
    """Return the sentences about the last turn and its effects."""
    if board.match is not None and board.match.last_turn:
        return list(played_lines(board.match, translated))
    if board.match is not None or board.before is None:
        return [translated(Text("Nobody has moved yet."))]
    position, told = board.before, list[Text]()
    for move in board.moves:
        after = position.play(move)
        seat = position.seats[position.turn].name
        written = position.write(move)
        told.append(telling.turn_told(seat, [written]))
        told += telling.effects(position, move, after)
        position = after
    return [translated(joined(told))]


def _clock(board: AskedBoard, translated: Translate, now: datetime) -> list[str]:
    """Return the lines with the time limits of a board and the time left."""
    if board.match is None:
        return [translated(Text("There is no clock on this board."))]
    running = clock_texts(board.match, now) if board.match.time else ()
    return [f"{translated(time_text(board.match))}.", *map(translated, running)]


def _who(board: AskedBoard, translated: Translate) -> list[str]:
    """Return the lines with the players of each side, the person's own sides, and the turn."""
    match = board.match
    if match is None:
        return [translated(_state(board))]
    told = [players(match, translated)]
    own = [match.seats[seat].name for seat in match.seats_of(board.person)]
    if own and match.status is Status.LIVE:
        told.append(translated(Text("You play {seats}.", seats=joined(own, " + "))))
    return [*told, translated(_state(board))]


def _moves_from(board: AskedBoard, said: str) -> Text:
    """Return the legal moves of the piece on the point named, or why it has none now.

    Raises Refusal if no point of the board is named.
    """
    position = board.position
    point = _points(position.board, said)[0]
    name, piece = position.board.names[point], dict(position.pieces()).get(point)
    if piece is None:
        return Text("{point} is empty.", point=name)
    stands = telling.along(position, [point])
    over_now = position.outcome() is not None or (
        board.match is not None and board.match.outcome is not None
    )
    if over_now or (board.match is not None and board.match.setting_up):
        return Text("{stands}. {state}", stands=stands, state=_state(board))
    if piece.seat != position.turn:
        return Text("{stands}. It cannot move now. {state}", stands=stands, state=_state(board))
    moves = moves_from(position, point)
    if not moves:
        return Text("{stands}. It has no legal move now.", stands=stands)
    listed = list_moves(position, moves)
    return or_more(position, Text("{stands}. Its moves: {moves}", stands=stands, moves=listed))


def _line(position: Position, question: Question) -> Text:
    """Return the pieces on a row or file, or on the line between two points.

    A line named by one word is a row, since some languages have one word for rows and lines.
    Raises Refusal if there is no such row or line.
    """
    board, said = position.board, question.rest
    row = board.rows.get(said)
    if row is not None:
        names = [board.names[point] for point in row]
        across = len({board.xy[point][1] for point in row}) == 1
        heading = Text("Row {name}", name=said) if across else Text("File {name}", name=said)
        if names[0].isdecimal():
            heading = Text(
                "Row {name}, {first} to {last}", name=said, first=names[0], last=names[-1]
            )
        return Text(
            "{line} – {told}.", line=heading, told=telling.along(position, row, in_line=True)
        )
    if len(_POINTS.findall(said)) < 2:
        if question.asked is Asked.LINE:
            start, end = _example_of_line(board)
            raise Refusal(
                Text("Name the two ends of a line, such as *line {ends}*.", ends=f"{start}-{end}")
            )
        raise Refusal(
            Text(
                "There is no row `{row}` on this board. Say *row {example}*, or one of {rows}.",
                row=quoted(said),
                example=next(iter(board.rows)),
                rows=", ".join(sorted(board.rows, key=_in_order)),
            )
        )
    first, last = _points(board, said)[:2]
    line = board.line(first, last)
    if not line:
        raise Refusal(
            Text(
                "{start} and {end} are not on one line: no direction leads from one to the other.",
                start=board.names[first],
                end=board.names[last],
            )
        )
    heading = Text("From {start} to {end}", start=board.names[first], end=board.names[last])
    return Text("{line} – {told}.", line=heading, told=telling.along(position, line, in_line=True))


def _named(position: Position, said: str) -> Text:
    """Return the pieces of the side named in a text, or those on the points named.

    Raises Refusal if the text names no side, and no points or unknown ones.
    """
    for seat in position.seats:
        found = seat.name
        if simplified(said) in map(simplified, in_all_languages(found)):
            told = [t for t in telling.standing(position) if t.values.get("seat") == found]
            return told[0] if told else Text("{seat} has no pieces.", seat=found)
    points = _points(position.board, said)
    return Text("{told}.", told=telling.along(position, points))


def _points(board: Board, said: str) -> list[int]:
    """Return the points named in a text, in order.

    Raises Refusal if the text names no point, or one that this board does not have.
    """
    found = _POINTS.findall(said)
    names = board.names
    if not found:
        raise Refusal(
            Text(
                "I read out the board: *where* is every piece, *row {row}* a row, *line {ends}* a "
                "line, *from {point}* the moves from a point, *last* the last move, *clock* the "
                "time, *who* the players.",
                row=next(iter(board.rows)),
                ends="-".join(_example_of_line(board)),
                point=names[0],
            )
        )
    for name in found:
        if name not in board.point:
            raise Refusal(
                Text(
                    "{name} is no point of this board; its points have names like {first} and "
                    "{last}.",
                    name=quoted(name.upper() if names[0][0].isupper() else name),
                    first=names[0],
                    last=names[-1],
                )
            )
    return [board.point[name] for name in found]


def _example_of_line(board: Board) -> tuple[str, str]:
    """Return the names of the ends of a board's longest line."""
    rays = ((at, board.ray(at, way)) for at in range(len(board)) for way in range(len(board.steps)))
    start, ray = max(rays, key=lambda one: len(one[1]))
    return board.names[start], board.names[ray[-1]]


def _in_order(name: str) -> tuple[str, int]:
    return ("", int(name)) if name.isdecimal() else (name, 0)
