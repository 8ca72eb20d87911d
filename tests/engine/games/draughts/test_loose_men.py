"""Kings among many loose men: the list of captures is complete or says that it is not.

A slow search here finds the captures of every draughts game independently: for each piece, every
jump from every place it has reached, with every set of pieces taken.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
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
    """A capture in progress, whose sets of points are integers, a bit for each."""

    at: int
    taken: int
    king: bool
    last: Place = (0, 0)
    """The direction of the last jump, (0, 0) if the rules do not depend on it."""


Kings = tuple[bool, ...]
"""Of each captured piece in order, whether it is a king."""

Landing = tuple[int, bool, Place]
"""The point where a jump lands, whether the piece is a king there, and the jump's direction."""


def by_number(_: bool, taken: Kings) -> object:
    return len(taken)


def italian_order(king: bool, taken: Kings) -> object:
    if not king:
        return len(taken), False, 0, ()
    return len(taken), True, sum(taken), taken


def by_value(king: bool, taken: Kings) -> object:
    return sum(199 if one else 100 for one in taken), king


class Rules(NamedTuple):
    """The rules of captures in one game, with directions as White sees them."""

    man: tuple[Place, ...]
    king: tuple[Place, ...]
    flying: bool = True
    best: Callable[[bool, Kings], object] | None = by_number
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
            point: Piece(piece.seat, piece.kind == "king") for point, piece in position.pieces()
        }
        white_first = str(position.seats[0].name) == "White"
        self.turn = position.turn
        self.up = -1 if position.turn == 0 else 1
        assert white_first or position.game.name == "checkers"
        self.last_row = 0 if self.up < 0 else position.board.size[1] - 1
        self._known: dict[tuple[int, bool, int], list[tuple[int, list[Landing]]]] = {}
        self._lines: dict[tuple[int, Place], list[int]] = {}

    def all(self) -> set[Effect]:
        """Return the effects of the legal captures."""
        found: dict[Effect, object] = {}
        for start, piece in self.pieces.items():
            if piece.seat == self.turn:
                for way, taken in self.of(start):
                    points = frozenset(point for point in self.pieces if way.taken >> point & 1)
                    worth = self.rules.best and self.rules.best(piece.king, taken)
                    effect = (start, way.at, points)
                    if effect not in found or (worth and worth > found[effect]):  # type: ignore[operator]
                        found[effect] = worth
        if not found or self.rules.best is None:
            return set(found)
        best = max(found.values())  # type: ignore[type-var]
        return {effect for effect, worth in found.items() if worth == best}

    def of(self, start: int) -> Iterator[tuple[Way, Kings]]:
        """Yield the captures of a piece that go no further, with the pieces taken.

        Every rule makes going on compulsory: one more piece is always better. Of several orders,
        the one that takes kings soonest is yielded.
        """
        level: dict[Way, Kings] = {Way(start, 0, self.pieces[start].king): ()}
        while level:
            following: dict[Way, Kings] = {}
            for way, taken in level.items():
                ends = True
                for after, over in self.onward(start, way):
                    ends = False
                    order = (*taken, self.pieces[over].king)
                    known = following.get(after)
                    if known is None or order > known:
                        following[after] = order
                if ends and way.taken:
                    yield way, taken
            level = following

    def onward(self, start: int, way: Way) -> Iterator[tuple[Way, int]]:
        """Yield each capture after one more jump, with the point of the piece jumped.

        If no capture is preferred, a king lands where it can go on.
        """
        for over, landings in self.jumps(start, way):
            taken = way.taken | 1 << over
            behind = [Way(end, taken, king, last) for end, king, last in landings]
            able = behind if self.rules.best else [w for w in behind if self.jumps(start, w)]
            for after in able or behind:
                yield after, over

    def jumps(self, start: int, way: Way) -> list[tuple[int, list[Landing]]]:
        """Return the points that can be jumped next, each with its landings."""
        gone = 1 << start | (way.taken if self.rules.lifted else 0)
        known = self._known.get((way.at, way.king, gone))
        if known is None:
            known = self._known[way.at, way.king, gone] = self.jumps_on(way.at, way.king, gone)
        if self.rules.lifted:
            back = (-way.last[0], -way.last[1])
            return [(over, ends) for over, ends in known if ends[0][2] != back]
        return [(over, ends) for over, ends in known if not way.taken >> over & 1]

    def jumps_on(self, at: int, king: bool, gone: int) -> list[tuple[int, list[Landing]]]:
        """Return the enemies that can be jumped from ``at``, each with its landings.

        The pieces of the points ``gone`` are not on the board.
        """
        rules, found = self.rules, []
        for dx, dy in rules.king if king else rules.man:
            step = (dx, dy if king else -dy * self.up)
            line = self.line(at, step)
            near = self.empty(line, gone)
            if near == len(line) or (near and not (king and rules.flying)):
                continue
            over = line[near]
            if self.pieces[over].seat == self.turn:
                continue
            if rules.spared and self.pieces[over].king and not king:
                continue
            behind = line[near + 1 :] if king and rules.flying else line[1:2]
            landings: list[Landing] = []
            for end in behind[: self.empty(behind, gone)]:
                crowned = king or (rules.crowned and self.places[end][1] == self.last_row)
                landings.append((end, crowned, step if rules.lifted else (0, 0)))
            if landings:
                found.append((over, landings))
        return found

    def empty(self, line: list[int], gone: int) -> int:
        """Return how many points of a line are empty before its first piece."""
        for number, point in enumerate(line):
            if point in self.pieces and not gone >> point & 1:
                return number
        return len(line)

    def line(self, at: int, step: Place) -> list[int]:
        """Return the points beyond ``at`` in the direction ``step``, up to the edge."""
        known = self._lines.get((at, step))
        if known is None:
            x, y = self.places[at]
            known = self._lines[at, step] = []
            while (point := self.point.get((x := x + step[0], y := y + step[1]))) is not None:
                known.append(point)
        return known


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
