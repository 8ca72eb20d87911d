"""The sum of a line of moves: the losses of both sides at its end, and their promoted pieces.

A sum holds for a line that ends at rest, where no capture is about to happen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, Self

from engine.game import Position
from engine.pieces import Noun
from engine.study.explaining import robbed
from engine.study.stories import Happened, Story, happening, said
from engine.text import Text
from engine.values import Move


class Crowned(NamedTuple):
    """A piece that is promoted in a line.

    ``seat`` is the name of a seat on its side. ``ours`` says whether that is the side to move
    before the line.
    """

    noun: Noun
    seat: Text
    ours: bool


class Sum(NamedTuple):
    """The sum of a line for the side to move before it.

    ``taken`` are the pieces that this side takes, ``lost`` the pieces that it loses; a piece that
    is promoted in the line and then taken counts as unpromoted. ``crowned`` are the promoted pieces
    that remain, those of the other side first. ``winner`` is the team that has won, or None.
    """

    plies: tuple[Happened, ...]
    taken: Counter[Noun]
    lost: Counter[Noun]
    crowned: tuple[Crowned, ...]
    winner: int | None

    @classmethod
    def of(cls, position: Position, moves: Sequence[Move]) -> Self:
        """Return the sum of a line, for the side to move in ``position``."""
        own = position.seats[position.turn].team
        plies: list[Happened] = []
        now = position
        for number, move in enumerate(moves):
            after = now.play(move)
            plies.append(happening(now, move, after, own)._replace(number=number))
            now = after
        gone: dict[bool, Counter[Noun]] = {}
        crowned: list[Crowned] = []
        for ours in (False, True):
            gone[ours], made = _gone(_nouns(position, own, ours=ours), _nouns(now, own, ours=ours))
            seat = next(one.name for one in position.seats if (one.team == own) == ours)
            crowned += (Crowned(noun, seat, ours) for noun in made)
        winner = Story.of(position, moves).winner
        return cls(tuple(plies), gone[False], gone[True], tuple(crowned), winner)

    def told(self, line: str, position: Position) -> Text | None:
        """Return the sentence on pieces taken, lost and crowned, or None if there are none.

        ``line`` has the moves after the first one, in notation. If both sides take pieces, the
        sentence names the pieces taken and lost: "After …: 3 men taken, 6 lost."
        """
        if self.taken and self.lost:
            return self._trade(line)
        if self.lost:
            return robbed(position, Story(self.plies, self.taken, self.lost, None, False), line)
        made = next(iter(self.crowned), None)
        if self.taken and made is not None and not made.ours:
            return Text(
                "That wins {pieces}, but {seat} gets {piece}: {moves}.",
                pieces=said(self.taken),
                seat=made.seat,
                piece=made.noun.single,
                moves=line,
            )
        if self.taken:
            return Text("That wins {pieces}: {moves}.", pieces=said(self.taken), moves=line)
        if made is None:
            return None
        piece = made.noun.single
        if made.ours:
            return Text("That gets {piece}: {moves}.", piece=piece, moves=line)
        return Text(
            "This lets {seat} get {piece}: {moves}.", seat=made.seat, piece=piece, moves=line
        )

    def _trade(self, line: str) -> Text:
        """Return the sentence on a line in which both sides take pieces."""
        alike = len(self.taken | self.lost) == 1
        lost = str(self.lost.total()) if alike else said(self.lost)
        if self.crowned:
            return Text(
                "After {moves}: {taken} taken, {lost} lost, and {seat} gets {piece}.",
                moves=line,
                taken=said(self.taken),
                lost=lost,
                seat=self.crowned[0].seat,
                piece=self.crowned[0].noun.single,
            )
        if alike:
            return Text(
                "After {moves}: {taken} taken, {lost} lost.",
                moves=line,
                taken=said(self.taken),
                lost=lost,
            )
        return Text(
            "After {moves}: {taken} taken and {lost} lost.",
            moves=line,
            taken=said(self.taken),
            lost=lost,
        )


def _nouns(position: Position, team: int, *, ours: bool) -> Counter[Noun]:
    """Return the pieces of a team, or of all others, by their nouns."""
    kinds, seats = position.game.kinds, position.seats
    return Counter(
        kinds[piece.kind].noun
        for _, piece in position.pieces()
        if (seats[piece.seat].team == team) == ours
    )


def _gone(before: Counter[Noun], after: Counter[Noun]) -> tuple[Counter[Noun], Counter[Noun]]:
    """Return the pieces that a side has lost, and its new pieces by promotion."""
    made, gone = after - before, before - after
    for noun in made:
        was = max(gone, key=lambda one: gone[one], default=None)
        if was is not None:
            gone[was] -= made[noun]
    return +gone, made
