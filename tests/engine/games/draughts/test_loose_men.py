"""Kings among many loose men: the list of captures is complete or says that it is not.

A slow search here finds the captures of every draughts game independently: for each piece, every
jump from every place it has reached, with every set of pieces taken.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Set
from fractions import Fraction
from typing import NamedTuple

import pytest

import engine
from engine import Position
from engine.capabilities import captures
from tests.nightly import examples

Place = tuple[int, int]
Effect = tuple[int, int, frozenset[int]]
"""The points where a capture starts and ends, and those of the captured pieces."""

DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))
AHEAD = ((-1, -1), (1, -1))
"""Forward for White, whose men move up, to lower rows."""

ALL_SIDES = (*DIAGONAL, (-2, 0), (2, 0), (0, -2), (0, 2))
STRAIGHT = ((-1, 0), (1, 0), (0, -1), (0, 1))
STRAIGHT_AHEAD = ((-1, 0), (1, 0), (0, -1))


class Piece(NamedTuple):
    """A man or a king of a seat."""

    seat: int
    king: bool


class Way(NamedTuple):
    """A capture in progress."""

    at: Place
    taken: frozenset[Place]
    king: bool
    last: Place = (0, 0)
    """The direction of the last jump, (0, 0) if the rules do not depend on it."""


Landing = tuple[Place, bool, Place]
"""The place where a jump lands, whether the piece is a king there, and the jump's direction."""


def by_number(_: bool, taken: list[Piece]) -> object:
    return len(taken)


def italian_order(king: bool, taken: list[Piece]) -> object:
    if not king:
        return len(taken), False, 0, []
    return len(taken), True, sum(piece.king for piece in taken), [piece.king for piece in taken]


def by_value(king: bool, taken: list[Piece]) -> object:
    return sum(Fraction(199, 100) if piece.king else Fraction(1) for piece in taken), king


class Rules(NamedTuple):
    """The rules of captures in one game, with directions as White sees them."""

    man: tuple[Place, ...]
    king: tuple[Place, ...]
    flying: bool = True
    best: Callable[[bool, list[Piece]], object] | None = by_number
    """The key of a capture, the highest of which is compulsory; None if every capture is legal."""
    crowned: bool = False
    """Whether a man that reaches the last row goes on as a king."""
    lifted: bool = False
    """Whether captured pieces leave the board at once; then no jump may turn back."""
    spared: bool = False
    """Whether men may not take kings."""


RULES = {
    "international": Rules(DIAGONAL, DIAGONAL),
    "checkers": Rules(AHEAD, DIAGONAL, flying=False, best=None),
    "italian": Rules(AHEAD, DIAGONAL, flying=False, best=italian_order, spared=True),
    "russian": Rules(DIAGONAL, DIAGONAL, best=None, crowned=True),
    "brazilian": Rules(DIAGONAL, DIAGONAL),
    "turkish": Rules(STRAIGHT_AHEAD, STRAIGHT, lifted=True),
    "frisian": Rules(ALL_SIDES, ALL_SIDES),
    "frisian-official": Rules(ALL_SIDES, ALL_SIDES, best=by_value),
    "frysk": Rules(ALL_SIDES, ALL_SIDES, best=by_value),
}


class Captures:
    """The captures of a position."""

    def __init__(self, position: Position) -> None:
        self.rules = RULES[position.game.name]
        # Points are the middles of squares, half a unit in.
        self.places = [(int(x), int(y)) for x, y in position.board.xy]
        self.point = {place: point for point, place in enumerate(self.places)}
        self.pieces = {
            self.places[point]: Piece(piece.seat, piece.kind == "king")
            for point, piece in position.pieces()
        }
        white_first = str(position.seats[0].name) == "White"
        self.turn = position.turn
        self.up = -1 if position.turn == 0 else 1
        assert white_first or position.game.name == "checkers"
        self.last_row = 0 if self.up < 0 else position.board.size[1] - 1
        self._standing: dict[tuple[Place, Place, bool], list[tuple[Place, list[Landing]]]] = {}

    def all(self) -> set[Effect]:
        """Return the effects of the legal captures."""
        found: dict[Effect, object] = {}
        for start, piece in self.pieces.items():
            if piece.seat == self.turn:
                for way, taken in self.of(start):
                    points = frozenset(self.point[place] for place in way.taken)
                    worth = self.rules.best and self.rules.best(piece.king, taken)
                    effect = (self.point[start], self.point[way.at], points)
                    if effect not in found or (worth and worth > found[effect]):  # type: ignore[operator]
                        found[effect] = worth
        if not found or self.rules.best is None:
            return set(found)
        best = max(found.values())  # type: ignore[type-var]
        return {effect for effect, worth in found.items() if worth == best}

    def of(self, start: Place) -> Iterator[tuple[Way, list[Piece]]]:
        """Yield the captures of a piece with the pieces taken, in order.

        Of several orders, the one that takes kings soonest is yielded.
        """
        level: dict[Way, list[Piece]] = {Way(start, frozenset(), self.pieces[start].king): []}
        while level:
            following: dict[Way, list[Piece]] = {}
            for way, taken in level.items():
                onward = list(self.onward(start, way))
                if way.taken and (self.rules.best or not onward):
                    yield way, taken
                for after, over in onward:
                    order = [*taken, self.pieces[over]]
                    known = following.get(after)
                    if known is None or [p.king for p in order] > [p.king for p in known]:
                        following[after] = order
            level = following

    def onward(self, start: Place, way: Way) -> Iterator[tuple[Way, Place]]:
        """Yield each capture after one more jump, with the place of the piece jumped.

        If no capture is preferred, a king lands where it can go on.
        """
        for over, landings in self.jumps(start, way):
            taken = way.taken | {over}
            behind = [Way(end, taken, king, last) for end, king, last in landings]
            able = behind if self.rules.best else [w for w in behind if self.jumps(start, w)]
            for after in able or behind:
                yield after, over

    def jumps(self, start: Place, way: Way) -> list[tuple[Place, list[Landing]]]:
        """Return the places that can be jumped next, each with its landings."""
        if self.rules.lifted:
            back = (-way.last[0], -way.last[1])
            found = self.jumps_on(way.at, way.king, self.pieces.keys() - {start} - way.taken)
            return [(over, ends) for over, ends in found if ends[0][2] != back]
        known = self._standing.get((start, way.at, way.king))
        if known is None:
            known = self.jumps_on(way.at, way.king, self.pieces.keys() - {start})
            self._standing[start, way.at, way.king] = known
        return [(over, ends) for over, ends in known if over not in way.taken]

    def jumps_on(
        self, at: Place, king: bool, standing: Set[Place]
    ) -> list[tuple[Place, list[Landing]]]:
        """Return the enemies that can be jumped from ``at``, each with its landings.

        ``standing`` are the occupied places.
        """
        rules, found = self.rules, []
        for dx, dy in rules.king if king else rules.man:
            step = (dx, dy if king else -dy * self.up)
            line = list(self.line(at, step))
            if not (king and rules.flying):
                line = line[:2]
            over = next((place for place in line if place in standing), None)
            if over is None or self.pieces[over].seat == self.turn:
                continue
            if over != line[0] and not (king and rules.flying):
                continue
            if rules.spared and self.pieces[over].king and not king:
                continue
            landings: list[Landing] = []
            for end in line[line.index(over) + 1 :]:
                if end in standing:
                    break
                crowned = king or (rules.crowned and end[1] == self.last_row)
                landings.append((end, crowned, step if rules.lifted else (0, 0)))
            if landings:
                found.append((over, landings))
        return found

    def line(self, at: Place, step: Place) -> Iterator[Place]:
        """Yield the places beyond ``at`` in the direction ``step``, up to the edge."""
        while (at := (at[0] + step[0], at[1] + step[1])) in self.point:
            yield at


def effects(position: Position) -> set[Effect]:
    return {
        (move.path[0], move.path[-1], frozenset(move.captured))
        for move in position.legal_moves()
        if move.captured
    }


def among_loose_men(game: str, chance: random.Random) -> Position:
    """Return a random position of one to three own pieces, mostly kings, and many enemies."""
    start = engine.games[game].start()
    names = start.board.names
    many = max(sum(1 for _ in start.pieces()) // 2, len(names) * 2 // 5)
    while True:
        enemy = chance.randint(many // 2, many)
        own = chance.choice((1, 1, 1, 2, 3))
        places = chance.sample(names, enemy + own)
        kings = chance.choice((0, 0, 0.3))
        sides = [
            ",".join("K" * (chance.random() < share) + name for name in part)
            for part, share in ((places[:own], 0.9), (places[own:], kings))
        ]
        turn = chance.choice("WB")
        white, black = sides if turn == "W" else reversed(sides)
        try:
            return engine.games[game].read(f"{turn}:W{white}:B{black}")
        except ValueError:
            continue  # a man on its last row, or too many pieces


@pytest.mark.parametrize("game", RULES)
def test_every_capture_among_many_loose_men_is_listed(game: str) -> None:
    chance, compared = random.Random(game), 0
    while compared < examples(600):
        position = among_loose_men(game, chance)
        captures = Captures(position).all()
        if captures:
            compared += 1
            assert effects(position) == captures, position
            assert position.complete


LOOSEST = [
    ("frisian", "W:WK2:B3,5,10-14,16,17,20,23,25,28,30,32,38-41,43", 11),
    ("frisian", "W:WK45:B3,7,10,14,16,18,19,21,22,25,27,28,30,31,34,36,38,41,43", 17),
    ("frysk", "W:WK5:B1,4,8,10-12,16,18,21,23,25,28-30,32,36-38,40,44", 9),
    ("turkish", "W:WKa1:BKc8,Ke8,Kd7,Kg7,Ka6,Kf6,Ke5,Kh5,Kc4,Kf4,Kb3,Ke3,Ka2,Kc2,Kg2,Kd1", 63),
]
"""Positions in which captures have very many paths, and the number of legal captures."""


@pytest.mark.parametrize(("game", "fen", "count"), LOOSEST)
def test_those_that_a_search_had_no_time_for_are_listed(game: str, fen: str, count: int) -> None:
    position = engine.games[game].read(fen)
    assert effects(position) == Captures(position).all()
    assert len(position.legal_moves()) == count
    assert position.complete
    for move in position.legal_moves():
        assert position.parse(position.write(move)) == move


@pytest.mark.parametrize(("game", "fen", "count"), LOOSEST)
def test_a_list_that_cannot_have_them_all_says_so_and_the_others_can_be_typed(
    monkeypatch: pytest.MonkeyPatch, game: str, fen: str, count: int
) -> None:
    whole = engine.games[game].read(fen)
    monkeypatch.setattr(captures, "STATES", 5_000)
    position = engine.games[game].read(fen)
    assert not position.complete
    assert 0 < len(position.legal_moves()) <= count
    for move in whole.legal_moves():
        typed = position.parse("x".join(position.board.names[point] for point in move.path))
        assert (typed.path[-1], {*typed.captured}) == (move.path[-1], {*move.captured})
