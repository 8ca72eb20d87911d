"""Notation for games with huffs: claims that a piece omitted a capture."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, NamedTuple

from engine.capabilities.notation import LONGEST_MOVE, Notation
from engine.errors import IllegalMove, InvalidMove
from engine.text import Text
from engine.values import Move

HUFF: Final = "huff"

FORCED: Final = "force"
"""The claim that a player must make the capture they omitted."""

_HUFF = re.compile(rf"{HUFF}(?:[\s,:–—-]+(.*))?", re.DOTALL)
_NAME = re.compile(r"[a-z][0-9]+")
_BETWEEN = re.compile(r"[\s,x×:–—-]+")


class Huff(NamedTuple):
    """A typed huff: the point of the piece, None if none is named, and the move typed after it.

    ``move`` is ``""`` if the huff stands alone.
    """

    point: int | None
    move: str


class HuffNotation(Notation):
    """Paths of points; ``huff`` or ``huff c6``, alone or before a move: ``huff c6 d4-d5``."""

    no_huff: ClassVar[Text]
    """The refusal of an unreadable text that begins like a huff."""
    most_names: ClassVar[int] = LONGEST_MOVE
    """The most points named in a huff and the move after it."""

    @abstractmethod
    def check_name(self, name: str) -> None:
        """Raise InvalidMove for a name that is not on the board."""

    @abstractmethod
    def claimed(self, word: str, point: int | None) -> Move:
        """Return the claim meant by ``word``, on the piece on ``point`` if it is not None.

        Raises MoveError.
        """

    @abstractmethod
    def only_alone(self, claim: Move) -> Text:
        """Return the refusal of a move typed after a ``claim`` that ends the turn or the game."""

    def huff(self, text: str) -> Huff | None:
        """Return the huff meant by a text, None for other text. Raises InvalidMove.

        The position is not considered: the huff may still be refused.
        """
        match = _HUFF.fullmatch(text.strip().lower()) if len(text) <= LONGEST_MOVE else None
        if match is None:
            return None
        names = _NAME.findall(match[1] or "")
        first, *between = _NAME.split(match[1] or "")
        last = between.pop() if between else ""
        others = first.strip() or last.strip() or not all(map(_BETWEEN.fullmatch, between))
        if others or len(names) > self.most_names:
            raise InvalidMove(self.no_huff)
        for name in names:
            self.check_name(name)
        points = [self.board.point[name] for name in names]
        piece = None if len(points) in {0, 2} else points.pop(0)
        return Huff(piece, "-".join(self.board.names[point] for point in points))

    def parse(self, text: str) -> Move:
        """Return the legal move, or the huff, that ``text`` means.

        Raises what ``Notation.parse`` raises, and InvalidMove for a huff with a move after it.
        """
        huff = self.huff(text)
        if huff is None:
            return super().parse(text)
        if huff.move:
            raise InvalidMove(
                Text(
                    "A huff and a move are two moves: `{claim}`, then `{move}`.",
                    claim=HUFF,
                    move=huff.move,
                )
            )
        return self.claimed(HUFF, huff.point)

    def parse_all(self, text: str) -> tuple[Move, ...]:
        """Return the move in a message, or a huff and the move after it.

        Raises what ``Notation.parse`` raises.
        """
        huff = self.huff(text)
        if huff is None or not huff.move:
            return super().parse_all(text)
        claim = self.claimed(HUFF, huff.point)
        after = self.position.play(claim)
        if after.turn != self.position.turn or after.outcome() is not None:
            raise IllegalMove(self.only_alone(claim))
        return (claim, after.parse(huff.move))

    def paths(self) -> Iterable[Move]:
        """Return the legal moves that are not claims."""
        return (move for move in self.position.legal_moves() if move.kind == "move")

    def one_of(self, claims: Sequence[Move], word: str) -> Move:
        """Return the only one of ``claims``. Raises AmbiguousMove if ``word`` means several."""
        if len(claims) > 1:
            raise self.ambiguous(word, claims)
        return claims[0]

    def write(self, move: Move) -> str:
        """Return the text of a legal move, or of a huff."""
        if move.kind == HUFF:
            return f"{HUFF} {self.board.names[move.path[0]]}"
        return super().write(move)
