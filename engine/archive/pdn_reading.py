"""Reading PDN: the game of a text, its moves by that game's rules, and its result.

The game follows from the header ``GameType``, from the name in ``Game`` or ``Variant``, or else
from the moves: every game with such names of squares is tried, and several may allow the moves. The
key that ``engine.archive.pdn`` writes in ``Game`` also distinguishes games of one type.

A result shown by the board overrides any written one; a word at the end overrides the header,
unless it is ``*``. A written result that the board does not show is read as a resignation, a loss
on time or an agreed draw. Draws by rules that others may not have (the third repetition, counted
moves, one king against one) end nothing while legal moves follow.

In PDN the first number of a result belongs to the side that begins by the type, in checkers Black.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Final, NamedTuple

import engine
from engine.archive.game_record import UNKNOWN, Act, Action, InvalidRecord, Record, Replay
from engine.archive.pdn_text import Word, WordKind, score, words
from engine.archive.plain_record import OWN, UNDECIDED
from engine.errors import AmbiguousMove, Refusal
from engine.game import Game, Position
from engine.text import Text, quoted
from engine.values import DRAW, PdnType

GAME_TYPE: Final = "GameType"
FIRST_NAMED: Final = "ResultFirst"
"""The header with the colour whose points come first in a result, if Black begins.

Older records without this header have White's points first.
"""

OF_A_GAME: Final = frozenset({GAME_TYPE, "Game", "Variant", FIRST_NAMED})
"""The headers that name the game or depend on it."""

NOT_KEPT: Final = (*OWN, GAME_TYPE, "SetUp", FIRST_NAMED)
"""The headers that a record does not keep, since they follow from it when it is written."""

_USUAL: Final = frozenset({"", "?", "-", UNDECIDED})
"""The texts of a position that mean the usual start."""

_SIDE = re.compile(r"(?:^|:)\s*[WB]", re.IGNORECASE)
"""The letter before the pieces of a side, in a position."""
_FIRST_TRIED: Final = (20, 21, 25, 26, 40, 22, 30)
"""The types in the order in which they are tried: the most played elsewhere first."""
_HINTS: Final = MappingProxyType(
    {
        21: ("checkers", "english", "american", "anglo"),
        22: ("ital",),
        25: ("russ", "rusy", "русск", "шашки"),
        26: ("brasil", "brazil", "brazyl", "бразил"),
        30: ("turk", "türk"),
        40: ("fries", "frys", "fris", "fryz", "фриз"),
    }
)
"""Prefixes of words in headers that make a type likelier, in several languages."""

_NOT_PLAYED = re.compile(
    r"\b(?:anti|loser|losing|giveaway|give-away|suicide|poddavki|поддавки|break-?through|killer"
    r"|pool|spanish|canadian|portuguese|czech|thai|spantsireti|malaysian|jamaican|sri)",
    re.IGNORECASE,
)
"""Prefixes of words in names of games with familiar boards but different rules."""

_MOST_TRIES: Final = 200
"""The most ways of reading ambiguous captures that are tried."""

_MOST_MOVES: Final = 20_000
"""Moves played in these tries after which no further one begins; they take a second or two."""

_EXAMPLE: Final = "1. 32-28 19-23 2. 28x19 14x23"


class Reading(NamedTuple):
    """A record as read, and remarks about the reading."""

    record: Record
    note: Text | None = None


def types_of(game: Game) -> tuple[int, ...]:
    """Return the numbers of a game's PDN types, its own first; none if PDN has no type for it."""
    return (game.pdn.number, *game.pdn.others) if game.pdn else ()


def games_of_type(number: int) -> list[Game]:
    """Return the games with a PDN type, first the one that other programs mean by ``number``."""
    games = [game for game in engine.games.values() if number in types_of(game)]
    return sorted(games, key=lambda game: not (game.pdn and game.pdn.usual))


def readings(headers: Mapping[str, str], moves: str, asked: Game | None) -> tuple[Reading, ...]:
    """Return the record read by the rules of each game that fits these headers and moves.

    The likeliest game comes first. If games of only one type fit, only the likeliest of them is
    returned. ``asked`` is the game named by a person, if any. Raises InvalidRecord.
    """
    headers, line = _with_headline(headers, tuple(words(moves)))
    if not headers and not any(word.kind is WordKind.MOVE for word in line):
        raise InvalidRecord(
            Text("I can read no game in that. A record looks like `{example}`.", example=_EXAMPLE)
        )
    named = asked or _named(headers)
    families = _families(headers, line, named)
    found: list[Reading] = []
    errors: list[_Unfit] = []
    others: dict[Game, list[Game]] = {}
    for family in families:
        for number, game in enumerate(family, 1):
            try:
                found.append(_read(game, headers, line))
            except _Unfit as unfit:
                errors.append(unfit)
            else:
                others[game] = family[number:]
                break
    if len(found) > 1:  # the person is asked, and can choose from all
        found += [one for first in found for one in _akin(first, others, headers, line)]
    if found:
        return tuple(found)
    deepest = max(errors, key=lambda unfit: unfit.moves)
    if len(families) == 1:
        raise InvalidRecord(deepest.text) from deepest
    raise InvalidRecord(
        Text("As {game}: {reason}", game=deepest.game.title, reason=deepest.text)
    ) from deepest


def reading_as(game: Game, headers: Mapping[str, str], moves: str) -> Reading:
    """Return the record read by the rules of that game. Raises InvalidRecord if it does not fit."""
    return _read(game, *_with_headline(headers, tuple(words(moves))))


def _akin(
    first: Reading,
    others: Mapping[Game, Sequence[Game]],
    headers: Mapping[str, str],
    line: tuple[Word, ...],
) -> Iterator[Reading]:
    """Yield the record of ``first`` as each other game of the same type whose rules it fits."""
    for game in others[first.record.game]:
        with suppress(_Unfit):
            yield _read(game, headers, line)


def _with_headline(
    headers: Mapping[str, str], line: tuple[Word, ...]
) -> tuple[Mapping[str, str], tuple[Word, ...]]:
    """Return headers and words, without the words of a headline before the first move.

    A result in the headline becomes the header ``Result``, unless that header has a result.
    """
    kinds = [word.kind for word in line]
    if WordKind.MOVE not in kinds:
        return headers, line
    first = kinds.index(WordKind.MOVE)
    before = [word.text for word in line[:first] if word.text in _SURE]
    if before and score(headers.get("Result", "")) is None:
        headers = {**headers, "Result": before[-1]}
    return headers, line[first:]


class _Unfit(InvalidRecord):
    """A record that a game's rules do not allow, and the number of moves before the error."""

    def __init__(self, text: Text, game: Game, moves: int) -> None:
        super().__init__(text)
        self.game = game
        self.moves = moves


# The game


def _named(headers: Mapping[str, str]) -> Game | None:
    """Return the draughts game that the headers name, None if they name none.

    A key of ours means that game. Any other name means the first game of its type that has the same
    starting position.
    """
    said = headers.get("Game", "").lower()
    if said in engine.games and engine.games[said].pdn:
        return engine.games[said]
    game = next(filter(None, map(knows, _names(headers))), None)
    if game is None:
        return None
    usual = game.start().fen()
    return next(one for one in games_of_type(types_of(game)[0]) if one.start().fen() == usual)


def _names(headers: Mapping[str, str]) -> Iterator[str]:
    """Yield the words that may name the game."""
    for name in ("Game", "Variant", GAME_TYPE):
        yield headers.get(name, "")


def knows(name: str) -> Game | None:
    """Return the draughts game with that key, title or alias, None if there is none."""
    said = name.casefold()
    for game in engine.games.values():
        others = str(game.aliases).split(", ") if game.aliases else []
        if game.pdn and said in {
            known.casefold() for known in (game.name, str(game.title), *others)
        }:
            return game
    return None


def _families(
    headers: Mapping[str, str], line: Sequence[Word], named: Game | None
) -> list[list[Game]]:
    """Return the games that a record may be of: a list for each type, the likeliest first.

    Raises InvalidRecord for a type or a game that is not played here.
    """
    kind = headers.get(GAME_TYPE, "").partition(",")[0].strip()
    if named is None:
        _check_known(headers)
    typed = games_of_type(int(kind)) if re.fullmatch(r"[0-9]{1,3}", kind) else []
    if named is not None and (named in typed or not typed):
        usual = named.start().fen()
        akin = [game for game in games_of_type(types_of(named)[0]) if game.start().fen() == usual]
        return [[named, *(game for game in akin if game is not named)]]
    if typed:
        other = [] if named is None else [[named]]
        return [_with_position(typed, headers), *other]
    if kind not in _USUAL and any(sign.isdecimal() for sign in kind):
        raise InvalidRecord(
            Text(
                "The game type `{kind}` is not played here; {known} are.",
                kind=quoted(kind),
                known=", ".join(f"`{number}`" for number in sorted(_FIRST_TRIED)),
            )
        )
    highest, letters = _squares(headers.get("FEN", ""), line)
    said = " ".join(headers.values()).casefold()

    def rank(number: int) -> tuple[bool, bool, int]:
        hinted = any(re.search(rf"\b{hint}", said) for hint in _HINTS.get(number, ()))
        native = _by_letters(number) == letters
        return not hinted, not native, _FIRST_TRIED.index(number)

    families = [
        _with_position(games_of_type(number), headers)
        for number in sorted(_FIRST_TRIED, key=rank)
        if _has(number, highest) and (not letters or _by_letters(number) or number == 21)
    ]
    return families or [games_of_type(20)]


def is_elsewhere(name: str) -> bool:
    """Return whether a name is that of a kind of draughts that is not played here."""
    return _NOT_PLAYED.search(name) is not None


def _check_known(headers: Mapping[str, str]) -> None:
    """Raise InvalidRecord if the headers name a similar game that is not played here."""
    for value in _names(headers):
        if is_elsewhere(value):
            raise InvalidRecord(
                Text("The record is one of `{game}`, which is not played here.", game=quoted(value))
            )


def _squares(fen: str, line: Iterable[Word]) -> tuple[int, bool]:
    """Return the highest number of a square, and whether squares are named by letters.

    The number is 0 if there are letters, or no squares at all.
    """
    texts = [word.text for word in line if word.kind is WordKind.MOVE]
    whole = " ".join([_SIDE.sub(" ", fen), *texts])
    if re.search(r"[a-h][1-8]", whole, re.IGNORECASE):
        return 0, True
    return max(map(int, re.findall(r"[0-9]{1,3}", whole)), default=0), False


def _by_letters(number: int) -> bool:
    """Return whether the squares of a type are named by letters and numbers."""
    return any(game.pdn and ",A" in game.pdn.details for game in games_of_type(number))


def _has(number: int, highest: int) -> bool:
    """Return whether the boards of a type have a square with that number."""
    board = games_of_type(number)[0].start().board
    return highest == 0 or str(highest) in board.point or str(highest) in board.also


def _with_position(games: list[Game], headers: Mapping[str, str]) -> list[Game]:
    """Return the games, first those whose starting position is the one in the headers."""
    fen = headers.get("FEN", "")
    if fen in _USUAL:
        return games

    def is_other(game: Game) -> bool:
        try:
            return game.read(fen) != game.start()
        except Refusal:
            return True

    return sorted(games, key=is_other)


# The moves


class _Read(NamedTuple):
    """A line of words as read: the game so far, the result written, and a note, if any."""

    replay: Replay
    result: str
    note: Text | None


def _read(game: Game, headers: Mapping[str, str], line: Sequence[Word]) -> Reading:
    """Return the record as one of that game. Raises _Unfit."""
    header = headers.get("Result", UNDECIDED)
    fen = headers.get("FEN", "")
    try:
        start = game.start() if fen in _USUAL else game.read(fen)
    except Refusal as error:
        raise _Unfit(error.text, game, -1) from error
    replay, result, note = _followed(start, line, header)
    if score(result) is None:
        result = header
    turned = game.pdn is not None and _is_turned(headers, game.pdn)
    _conclude(replay, result, headers.get("Termination", "").casefold(), turned)
    record = Record(
        start=start,
        actions=tuple(step.action for step in replay.steps if step.action is not None),
        ranks=replay.ranks,
        reason=headers.get("Reason", "") or replay.reason,
        headers={n: v for n, v in headers.items() if n not in NOT_KEPT and v != UNKNOWN},
    )
    return Reading(record, note)


def _followed(start: Position, line: Sequence[Word], header: str) -> _Read:
    """Return the game that the words record. Raises _Unfit.

    An ambiguous capture is the first that makes all the rest legal.
    """
    open_ends: list[_OpenEnd] = []
    replay, at, played = Replay(start), 0, 0
    deepest = _Unfit(Text("No move of it can be played."), start.game, -1)
    for _ in range(_MOST_TRIES):
        try:
            return _follow(replay, line, at, header, open_ends)
        except _Unfit as unfit:
            deepest = max(deepest, unfit, key=lambda unfit: unfit.moves)
        played += len(replay.steps)
        if not open_ends or played > _MOST_MOVES:
            break
        at, before, other = open_ends.pop()
        replay = Replay(start)
        for action in (*before, other):
            replay.do(action)
    raise deepest


class _OpenEnd(NamedTuple):
    """An untried choice for an ambiguous capture.

    ``at`` is the index of the word after the capture, ``before`` the actions before it, and
    ``other`` the choice.
    """

    at: int
    before: tuple[Action, ...]
    other: Action


def _follow(
    replay: Replay,
    line: Sequence[Word],
    at: int,
    header: str,
    open_ends: list[_OpenEnd],
) -> _Read:
    """Play the words from index ``at`` on, and add untried choices to ``open_ends``.

    Raises _Unfit.
    """
    ended, goes_on = "", False
    for number, word in enumerate(line[at:], at):
        last = number == len(line) - 1
        match word.kind:
            case WordKind.SCORE if word.text in _SURE and not goes_on:
                behind = line[number + 1 :]
                goes_on = _goes_on(replay.position, behind)
                if not goes_on:
                    of_header = _is_told(line, number) and score(header) is not None
                    result = header if of_header else word.text
                    return _Read(replay, result, _left_out(word.text, behind))
            case WordKind.SCORE if last or not _is_told(line, number):
                ended = word.text
            case WordKind.STAR:
                ended = word.text
            case WordKind.STOP | WordKind.REST:
                return _Read(replay, UNDECIDED, _stopped(word))
            case WordKind.MOVE if last and _same_score(word.text, header):
                ended = word.text
            case WordKind.MOVE:
                error = _error_of(replay, word.text, number + 1, open_ends)
                if error is not None:
                    return _ended(replay, line, number, ended, error)
                ended = ""
    return _Read(replay, ended or UNDECIDED, None)


def _error_of(
    replay: Replay, text: str, after: int, open_ends: list[_OpenEnd]
) -> InvalidRecord | None:
    """Play the move in a word; return the error if it cannot be played, else None."""
    try:
        _move(replay, text, after, open_ends)
    except InvalidRecord as error:
        return error
    return None


def _ended(
    replay: Replay, line: Sequence[Word], number: int, ended: str, error: InvalidRecord
) -> _Read:
    """Return the game up to a word that is no move, if it can end there. Raises _Unfit."""
    word, last = line[number].text, number == len(line) - 1
    if ended:
        return _Read(replay, ended, _left_out(ended, line[number:]))
    if last and _can_be_no_move(word):
        return _Read(replay, word, None)
    raise _Unfit(error.text, replay.position.game, len(replay.steps) - 1) from error


def _is_told(line: Sequence[Word], number: int) -> bool:
    """Return whether a remark stands right before or after a word."""
    return any(word.kind is WordKind.SAID for word in line[max(number - 1, 0) : number + 2])


def _goes_on(position: Position, behind: Sequence[Word]) -> bool:
    """Return whether the words ``behind`` a result lead by legal moves to another result."""
    moves = [word.text for word in behind if word.kind is WordKind.MOVE]
    if not moves or behind[-1].kind is not WordKind.SCORE:
        return False
    replay = Replay(position)
    try:
        for move in moves:
            _move(replay, move, 0, [])
    except InvalidRecord:
        return False
    return True


def _left_out(end: str, behind: Sequence[Word]) -> Text | None:
    """Return the note that moves after the ``end`` are left out; None if there are no moves."""
    if not any(word.kind is WordKind.MOVE for word in behind):
        return None
    return Text("The record ends with `{result}`; what follows it is left out.", result=end)


_SURE: Final = frozenset(
    {"1-0", "0-1", "2-0", "0-2", "1-1", "0-0", "2:0", "0:2", "1:1", "1/2-1/2", "½-½", "0.5-0.5"}
)
"""The results after which nothing more is read."""


def _can_be_no_move(word: str) -> bool:
    """Return whether a word is a result such as ``4-6``, and not a mistyped move."""
    points = score(word)
    if points is None or max(points) > _MOST_POINTS:
        return False
    return 0 in points or abs(points[0] - points[1]) < _SHORTEST_STEP


_MOST_POINTS: Final = 12
"""The most points for a game in any scoring system."""

_SHORTEST_STEP: Final = 3
"""The smallest difference of numbers between adjacent squares, on boards of any size."""


def _same_score(word: str, header: str) -> bool:
    points = score(word)
    return points is not None and points == score(header)


def _stopped(word: Word) -> Text:
    if word.kind is WordKind.REST:
        return Text("A variation begins with `(` and does not end; what follows it is left out.")
    return Text(
        "The record is read up to `{word}`, which is not a move; the moves before it are kept.",
        word=quoted(word.text),
    )


def _move(
    replay: Replay,
    text: str,
    after: int,
    open_ends: list[_OpenEnd],
) -> None:
    """Play a move, the first of an ambiguous text; add the others to ``open_ends``.

    Raises InvalidRecord.
    """
    before = replay.position
    try:
        replay.do(Action(Act.MOVE, text))
    except InvalidRecord as error:
        if not isinstance(error.__cause__, AmbiguousMove):
            raise
        first, *others = (Action(Act.MOVE, before.write(move)) for move in error.__cause__.moves)
        played = tuple(step.action for step in replay.steps if step.action is not None)
        open_ends += [_OpenEnd(after, played, other) for other in reversed(others)]
        replay.do(first)


# The result


def _is_turned(headers: Mapping[str, str], kind: PdnType) -> bool:
    """Return whether a result names White's points first although Black begins by the type.

    Our older records, without ``FIRST_NAMED``, do so; they have both the full type and the key of
    the game.
    """
    return (
        kind.details.startswith("B")
        and FIRST_NAMED not in headers
        and headers.get(GAME_TYPE) == f"{kind.number},{kind.details}"
        and headers.get("Game") in engine.games
    )


def _conclude(replay: Replay, result: str, termination: str, turned: bool) -> None:
    """End the game as the written result says, unless the board shows a winner."""
    points = score(result)
    shown = replay.position.outcome()
    if points is None or (points == (0, 0)) or (shown is not None and 2 in shown.ranks):
        return
    first, second = points[::-1] if turned else points
    ranks = (1 + (first < second), 1 + (second < first))
    if shown is not None and ranks == shown.ranks:
        return
    if shown is not None or "adjudicat" in termination:
        replay.do(Action(Act.ADJUDICATE, " ".join(map(str, ranks))))
    elif ranks == (1, 1):
        replay.do(Action(Act.AGREE, DRAW.name))
    else:
        on_time = any(word in termination for word in ("time", "flag", "forfeit on"))
        replay.do(Action(Act.TIMEOUT if on_time else Act.RESIGN, seat=ranks.index(2)))
