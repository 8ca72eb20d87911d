"""The light state of Halma and Chinese checkers.

A board is bytes with the seat, counted from 1, at each point; the pieces of a seat are bytes
with their points. What seats are worth is carried along from turn to turn.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from engine.capabilities.thinking import DECIDED, State
from engine.games.halma.light.evaluation import LAST, WARNING
from engine.games.halma.light.moves import MOVE, can_move, ranked_moves
from engine.games.halma.light.tables import Tables

CANDIDATES: Final = 10
"""The search tries no more moves than these."""

BACKWARD: Final = 2
"""So many of them at most may lead away from the target camp, or across."""

PLACED: Final = DECIDED * 9 // 10
"""The best place while others play on: less than a win, so that it is no mate to the search."""

LEAVING: Final = 1 << 32
"""What brings a ranked move before all others."""

CONTEMPT: Final = 1000
"""What a side would give to avoid a draw: more than it can be behind in a game still to be won.

Otherwise who is behind goes to and fro, and a camp that is nearly full is never filled.
"""

GOES_ON: Final = 0
PLACES: Final = 1
TOO_LATE: Final = 2
DRAWN: Final = 3
"""How the game stands: it goes on, all places are decided, somebody stayed in their camp too
long, or it is drawn."""

ONE: Final = tuple(bytes((point,)) for point in range(256))


class HalmaState(State):
    """A position of Halma or Chinese checkers."""

    __slots__ = (
        "board",
        "end",
        "hash",
        "home",
        "idle",
        "out",
        "pieces",
        "played",
        "seat",
        "tables",
        "worth",
    )

    tables: Tables
    seat: int
    board: bytes
    pieces: list[bytes]
    home: list[int]
    out: list[int]
    """Seats that have arrived, in that order, and that gave up."""
    idle: int
    played: list[int]
    worth: list[int]
    """By seat: the sum of the values of its pieces' points."""
    hash: int
    end: int

    def __init__(
        self,
        tables: Tables,
        seat: int,
        board: bytes,
        pieces: list[bytes],
        home: list[int],
        out: list[int],
        idle: int,
        played: list[int],
        worth: list[int],
        key: int,
        end: int,
    ) -> None:
        self.tables = tables
        self.seat = seat
        self.side = tables.team[seat]
        self.board = board
        self.pieces = pieces
        self.home = home
        self.out = out
        self.idle = idle
        self.played = played
        self.worth = worth
        self.hash = key
        self.end = end

    def sides(self) -> int:
        return self.tables.sides

    def contempt(self) -> int:
        return CONTEMPT

    def key(self) -> int:
        return self.hash ^ self.tables.turn_keys[self.seat]

    def moves(self) -> list[int]:
        return [
            ranked & MOVE
            for ranked in ranked_moves(self.tables, self.board, self.pieces[self.seat], self.seat)
        ]

    def candidates(self) -> list[int]:
        """Return the ``CANDIDATES`` moves that gain most, two of them at most by going back.

        Of the 140 moves in the middle of a game on 16x16 the others are cut: short jumps and
        steps of pieces far ahead, nearly all that go back, and moves that only hinder others.
        Shortly before the deadline moves of pieces that must leave their camp come first.
        """
        return self._likely(
            ranked_moves(self.tables, self.board, self.pieces[self.seat], self.seat)
        )

    def likely(self, among: Set[int]) -> list[int]:
        """Return the ``CANDIDATES`` that are left when only some moves are looked at."""
        ranked = ranked_moves(self.tables, self.board, self.pieces[self.seat], self.seat)
        return self._likely([move for move in ranked if move & MOVE in among])

    def _likely(self, ranked: list[int]) -> list[int]:
        tables = self.tables
        seat = self.seat
        if tables.deadline and tables.deadline - self.played[seat] < WARNING:
            home = tables.homes[seat]
            ranked = [
                move + LEAVING if move > 0 and (move & MOVE) >> 8 in home else move
                for move in ranked
            ]
        ranked.sort(reverse=True)
        backward = 0
        found: list[int] = []
        for move in ranked[:CANDIDATES]:
            if move < 0:
                backward += 1
                if backward > BACKWARD:
                    break
            found.append(move & MOVE)
        return found

    def quiet(self, move: int) -> bool:
        return True

    def play(self, move: int) -> HalmaState:
        tables = self.tables
        seat = self.seat
        start = move >> 8
        end = move & 255
        keys = tables.point_keys[seat]
        changed = bytearray(self.board)
        pieces = self.pieces[:]
        worth = self.worth[:]
        key = self.hash ^ keys[start] ^ keys[end]
        swapped = changed[end]
        changed[end] = seat + 1
        changed[start] = swapped
        board = bytes(changed)
        pieces[seat] = pieces[seat].replace(ONE[start], ONE[end])
        worth[seat] += gained(tables, board, seat, start, end)
        if swapped:
            other = swapped - 1
            pieces[other] = pieces[other].replace(ONE[end], ONE[start])
            worth[other] += gained(tables, board, other, end, start)
            key ^= tables.point_keys[other][start] ^ tables.point_keys[other][end]
        played = self.played
        if tables.deadline and played[seat] < tables.deadline:
            played = played[:]
            played[seat] += 1
        home = self.home
        if tables.arriving[end] or (swapped and tables.arriving[start]):
            home = arrived(tables, board, home, self.out, seat)
            for place in range(len(self.home), len(home)):
                key ^= tables.home_keys[home[place]][place]

        # Whose turn it is; who cannot move is skipped.
        turn = seat
        skipped = 0
        stuck = True
        for _ in range(tables.count):
            turn += 1
            if turn == tables.count:
                turn = 0
            if turn in home or turn in self.out:
                continue
            if can_move(tables, board, pieces[turn], turn):
                stuck = False
                break
            skipped += 1
        if stuck:
            turn = (seat + 1) % tables.count

        idle = 0  # turns since a piece entered its target camp
        if not tables.in_target[seat][end] or tables.in_target[seat][start]:
            idle = self.idle + 1 + (0 if stuck else skipped)
            before = tables.count - len(self.home) - len(self.out)
            now = tables.count - len(home) - len(self.out)
            if now < before:
                idle = idle * now // before
            idle = min(idle, idle_limit(tables, home, self.out))
        end_of_game = GOES_ON
        if len(home) > len(self.home) and all_places(tables, home, self.out):
            end_of_game = PLACES
        elif tables.deadline and is_late(tables, board, played, seat):
            end_of_game = TOO_LATE
        elif stuck or idle >= idle_limit(tables, home, self.out):
            end_of_game = DRAWN
        return HalmaState(
            tables, turn, board, pieces, home, self.out, idle, played, worth, key, end_of_game
        )

    def over(self) -> bool:
        return self.end != GOES_ON

    def final(self, side: int) -> int:
        tables = self.tables
        if self.end == TOO_LATE:
            late = 0 if is_late(tables, self.board, self.played, 0) else 1
            return -DECIDED if tables.team[late] == side else DECIDED
        return self._placed(side, DECIDED)

    def evaluate(self, side: int) -> int:
        """Return how far a side is ahead of the others: of the best of them."""
        tables = self.tables
        placed = 0
        if self.home and tables.play_on:
            placed = self._placed(side, PLACED)
            if side in sides_home(tables, self.home):
                return placed
        elif tables.count == 2:
            return self._worth(side) - self._worth(1 - side)
        worth = [0] * tables.sides
        for seat in range(tables.count):
            worth[tables.team[seat]] += self._worth(seat)
        best = -DECIDED
        for other in range(tables.sides):
            if other != side and self._takes_part(other):
                best = max(best, worth[other])
        return placed + worth[side] - best

    def _takes_part(self, side: int) -> bool:
        """Return whether a side has neither given up nor its place."""
        return side not in self.out and side not in sides_home(self.tables, self.home)

    def _worth(self, seat: int) -> int:
        """Return what the pieces of a seat are worth: the more, the nearer they are."""
        tables = self.tables
        if seat in self.home:
            return tables.values.full[seat]
        worth = self.worth[seat]
        board = self.board
        own = seat + 1
        if tables.deadline:
            turns = tables.deadline - self.played[seat]
            if turns < WARNING:
                waiting = 0
                for point in tables.homes[seat]:
                    if board[point] == own:
                        waiting += 1
                worth -= tables.values.warning(waiting, turns)
        target = tables.in_target[seat]
        outside: list[int] = []
        for point in self.pieces[seat]:
            if not target[point]:
                outside.append(point)
                if len(outside) > LAST:
                    return worth
        holes = [
            point
            for point in tables.targets[seat]
            if not board[point] or (board[point] != own and not tables.unblock)
        ]
        return worth - tables.values.closing(outside, holes)

    def _placed(self, side: int, best: int) -> int:
        """Return the value of a side's place, ``best`` for the first and ``-best`` for the last.

        Those who have no place yet share what is left; who gave up is last.
        """
        tables = self.tables
        if side in self.out:
            return -best
        order = sides_home(tables, self.home)
        others = tables.sides - 1 - len(self.out) * tables.sides // tables.count
        if side in order:
            place = 2 * order.index(side)
        elif order and not tables.play_on:
            return -best
        else:
            place = len(order) + others
        return best * (others - place) // others if others else best


def gained(tables: Tables, board: bytes, seat: int, start: int, end: int) -> int:
    """Return what a seat's piece has gained by going from one point to another of the board."""
    points = tables.values.points[seat]
    gain = points[end] - points[start]
    pair = tables.values.pair
    if pair:
        own = seat + 1
        for point in tables.around[end]:
            if board[point] == own:
                gain += pair
        for point in tables.around[start]:
            if board[point] == own and point != end:
                gain -= pair
    return gain


def sides_home(tables: Tables, home: list[int]) -> list[int]:
    """Return the sides all of whose seats have arrived, in the order of the last of them."""
    missing = [tables.count // tables.sides] * tables.sides
    order: list[int] = []
    for seat in home:
        side = tables.team[seat]
        missing[side] -= 1
        if not missing[side]:
            order.append(side)
    return order


def all_places(tables: Tables, home: list[int], out: list[int]) -> bool:
    """Return whether all places that are played for are decided."""
    order = sides_home(tables, home)
    if order and not tables.play_on:
        return True
    return tables.sides - len(order) - len(out) * tables.sides // tables.count <= 1


def arrived(tables: Tables, board: bytes, home: list[int], out: list[int], first: int) -> list[int]:
    """Return the seats that have arrived, those of now included, ``first`` before others."""
    for number in range(first, first + tables.count):
        seat = number % tables.count
        if seat in home or seat in out:
            continue
        own = 0
        others = 0
        for point in tables.targets[seat]:
            owner = board[point]
            if owner == seat + 1:
                own += 1
            elif owner:
                others += 1
            else:
                own = -tables.size
        if own > 0 and (not others or tables.unblock):
            home = [*home, seat]
    return home


def is_late(tables: Tables, board: bytes, played: list[int], seat: int) -> bool:
    """Return whether a seat has a piece in its own camp after the deadline."""
    if played[seat] < tables.deadline:
        return False
    return any(board[point] == seat + 1 for point in tables.homes[seat])


def idle_limit(tables: Tables, home: list[int], out: list[int]) -> int:
    """Return the turns after which the game is drawn if no piece enters its target camp."""
    return tables.rounds * max(tables.count - len(home) - len(out), 1)
