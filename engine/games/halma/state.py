"""The state of Halma and Chinese checkers: the effects of turns, and values for the search.

``turns`` describes boards, pieces and moves. The values of pieces and the key are updated by each
turn.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from engine.capabilities.thinking import DECIDED, State
from engine.games.halma.evaluation import LAST, WARNING
from engine.games.halma.rules import HalmaRules
from engine.games.halma.turns import (
    GOES_ON,
    MOVE,
    NOBODY,
    PLACES_DECIDED,
    TOO_LATE,
    all_places,
    arrived,
    idle_limit,
    jumps_from,
    late_seat,
    moves_of,
    next_seat,
    sides_home,
    sides_out,
    undecided,
)

CANDIDATES: Final = 10
"""The most moves that the search tries."""

BACKWARD: Final = 2
"""The most candidates that may lead away from the target camp, or sideways."""

LEAVING: Final = 1 << 32
"""The number added to a ranked move to put it before all others."""

PLACED: Final = DECIDED * 9 // 10
"""The value of the best place while others play on: less than a win, so that the search does not
take it for one.
"""

CONTEMPT: Final = 1000
"""Points a side would give to avoid a draw: more than it can be behind in a game still to be won.

Otherwise the side that is behind would move to and fro, and a nearly full camp would never be
filled.
"""

ONE: Final = tuple(bytes((point,)) for point in range(256))


class HalmaState(State):
    """A position of Halma or Chinese checkers under the rules of its match."""

    __slots__ = (
        "board",
        "end",
        "hash",
        "home",
        "idle",
        "out",
        "pieces",
        "played",
        "rules",
        "seat",
        "worth",
    )

    rules: HalmaRules
    seat: int
    """The seat to move."""
    board: bytes
    pieces: list[bytes]
    """By seat: the points of its pieces, in no particular order."""
    home: list[int]
    out: list[int]
    """The seats that have arrived, and the seats that gave up, in the order in which they did."""
    idle: int
    """Turns since a piece entered its target camp."""
    played: list[int]
    """By seat: the number of its turns up to the deadline; empty if there is none."""
    worth: list[int]
    """By seat: the value of its pieces, by ``HalmaValues.worth``."""
    hash: int
    end: int

    def __init__(
        self,
        rules: HalmaRules,
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
        self.rules = rules
        self.seat = seat
        self.side = rules.team[seat]
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
        return len(self.rules.sides)

    def contempt(self) -> int:
        return CONTEMPT

    def key(self) -> int:
        return self.hash ^ self.rules.turn_keys[self.seat]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HalmaState):
            return NotImplemented
        return (
            self.seat == other.seat
            and self.board == other.board
            and self.home == other.home
            and self.out == other.out
            and self.idle == other.idle
            and self.played == other.played
            and self.end == other.end
            and self.rules == other.rules
        )

    def __hash__(self) -> int:
        return hash(self.key())

    # Moves

    def moves(self) -> list[int]:
        return self.moves_of(bytes(sorted(self.pieces[self.seat])))

    def moves_of(self, pieces: bytes, jumps: dict[int, dict[int, int]] | None = None) -> list[int]:
        """Return the moves of some pieces of the seat to move, piece by piece.

        ``jumps`` receives by piece what ``jumps_from`` returns, unless nothing is reached.
        """
        return moves_of(
            self.rules, self.board, pieces, self.seat, self.rules.unranked_points, jumps
        )

    def jumps_of(self, start: int) -> dict[int, int]:
        """Return the points that jumps of a piece reach, as ``jumps_from`` does."""
        landings = self.rules.landings[self.seat][start]
        return jumps_from(self.rules, self.board, start, landings, [None] * len(self.board))

    def candidates(self) -> list[int]:
        """Return the ``CANDIDATES`` moves with the highest gain, at most ``BACKWARD`` of them back.

        In the middle of a game on 16x16 there are about 140 moves. Cut are short jumps and steps of
        pieces far ahead, nearly all moves back, and moves that only hinder others. Shortly before
        the deadline, moves of pieces that must leave their camp come first.
        """
        rules, seat = self.rules, self.seat
        return self._likely(
            moves_of(rules, self.board, self.pieces[seat], seat, rules.ranked_points[seat])
        )

    def likely(self, among: Set[int]) -> list[int]:
        """Return the candidates among the moves in ``among``."""
        rules, seat = self.rules, self.seat
        ranked = moves_of(rules, self.board, self.pieces[seat], seat, rules.ranked_points[seat])
        return self._likely([move for move in ranked if move & MOVE in among])

    def _likely(self, ranked: list[int]) -> list[int]:
        rules = self.rules
        seat = self.seat
        if rules.deadline and rules.deadline - self.played[seat] < WARNING:
            home = rules.homes[seat]
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

    # Turns

    def play(self, move: int) -> HalmaState:
        rules = self.rules
        seat = self.seat
        start = move >> 8
        end = move & 255
        keys = rules.point_keys[seat]
        changed = bytearray(self.board)
        pieces = self.pieces[:]
        worth = self.worth[:]
        key = self.hash ^ keys[start] ^ keys[end]
        swapped = changed[end]
        changed[end] = seat + 1
        changed[start] = swapped
        board = bytes(changed)
        pieces[seat] = pieces[seat].replace(ONE[start], ONE[end])
        worth[seat] += rules.values.gained(board, seat, start, end)
        if swapped:
            other = swapped - 1
            pieces[other] = pieces[other].replace(ONE[end], ONE[start])
            worth[other] += rules.values.gained(board, other, end, start)
            key ^= rules.point_keys[other][start] ^ rules.point_keys[other][end]
        played = self.played
        if rules.deadline and played[seat] < rules.deadline:
            played = played[:]
            played[seat] += 1
        home = self.home
        if rules.arriving[end] or (swapped and rules.arriving[start]):
            home = arrived(rules, board, home, self.out, seat)
            for place in range(len(self.home), len(home)):
                key ^= rules.home_keys[home[place]][place]

        first = seat + 1 if seat + 1 < rules.count else 0
        found = next_seat(rules, board, pieces, home, self.out, first)
        stuck = found == NOBODY
        limit = idle_limit(rules, home, self.out)
        idle = 0
        if not rules.in_target[seat][end] or rules.in_target[seat][start]:
            idle = self.idle + 1
            if found > 255:  # skipped seats count as well
                idle += found >> 8
            if len(home) > len(self.home):
                idle = self._in_rounds(idle, home, self.out)
            idle = min(idle, limit)
        end_of_game = self.end
        if end_of_game < PLACES_DECIDED:
            at_deadline = rules.deadline > 0 and played[seat] == rules.deadline
            if len(home) > len(self.home) and all_places(rules, home, self.out):
                end_of_game = PLACES_DECIDED
            elif at_deadline or stuck or idle == limit or end_of_game != GOES_ON:
                end_of_game = undecided(rules, board, played, stuck, idle == limit)
        return HalmaState(
            rules,
            first if stuck else found & 255,
            board,
            pieces,
            home,
            self.out,
            idle,
            played,
            worth,
            key,
            end_of_game,
        )

    def _in_rounds(self, idle: int, home: list[int], out: list[int]) -> int:
        """Return ``idle`` turns scaled down to as many rounds of the seats that still play."""
        before = self.rules.count - len(self.home) - len(self.out)
        return idle * (self.rules.count - len(home) - len(out)) // before

    def resign(self, seat: int) -> HalmaState:
        """Return the state after a seat gave up together with its partners.

        If there are more than two sides, the pieces of these seats are taken off the board.
        """
        rules = self.rules
        side = rules.sides[rules.team[seat]]
        board = self.board
        if len(rules.sides) > 2:
            board = bytes([0 if owner and owner - 1 in side else owner for owner in board])
        home = [other for other in self.home if other not in side]
        out = [*self.out, *side]
        idle = min(self._in_rounds(self.idle, home, out), idle_limit(rules, home, out))
        return state_of(rules, self.seat, board, home, out, idle, self.played)

    def ended(self, end: int) -> HalmaState:
        """Return the state after a draw by agreement or repetition."""
        return HalmaState(
            self.rules,
            self.seat,
            self.board,
            self.pieces,
            self.home,
            self.out,
            self.idle,
            self.played,
            self.worth,
            self.hash,
            end,
        )

    # Ends

    def over(self) -> bool:
        return self.end != GOES_ON

    def final(self, side: int) -> int:
        if self.end == TOO_LATE:
            late = late_seat(self.rules, self.board, self.played)
            return -DECIDED if self.rules.team[late] == side else DECIDED
        return self._placed(side, DECIDED)

    def _placed(self, side: int, best: int) -> int:
        """Return the value of a side's place, ``best`` for the first and ``-best`` for the last.

        Sides without a place share the remaining places; a side that gave up is last.
        """
        rules = self.rules
        if self._gave_up(side):
            return -best
        order = sides_home(rules, self.home)
        others = len(rules.sides) - 1 - sides_out(rules, self.out)
        if side in order:
            place = 2 * order.index(side)
        elif order and not rules.play_on:
            return -best
        else:
            place = len(order) + others
        return best * (others - place) // others if others else best

    # Values

    def evaluate(self, side: int) -> int:
        """Return the lead of a side over the best of the others."""
        rules = self.rules
        placed = 0
        if self.home and rules.play_on:
            placed = self._placed(side, PLACED)
            if side in sides_home(rules, self.home):
                return placed
        elif rules.count == 2:
            return self._worth(rules.sides[side][0]) - self._worth(rules.sides[1 - side][0])
        sides = len(rules.sides)
        worth = [0] * sides
        for seat in range(rules.count):
            worth[rules.team[seat]] += self._worth(seat)
        best = -DECIDED
        for other in range(sides):
            if other != side and self._takes_part(other):
                best = max(best, worth[other])
        return placed + worth[side] - best

    def _takes_part(self, side: int) -> bool:
        """Return whether a side has neither given up nor been given its place."""
        return not self._gave_up(side) and side not in sides_home(self.rules, self.home)

    def _gave_up(self, side: int) -> bool:
        """Return whether a side has given up, which all of its seats do together."""
        return self.rules.sides[side][0] in self.out

    def _worth(self, seat: int) -> int:
        """Return the value of a seat's pieces, which grows as they come closer."""
        rules = self.rules
        if seat in self.home:
            return rules.values.full[seat]
        worth = self.worth[seat]
        board = self.board
        own = seat + 1
        if rules.deadline:
            turns = rules.deadline - self.played[seat]
            if turns < WARNING:
                waiting = 0
                for point in rules.homes[seat]:
                    if board[point] == own:
                        waiting += 1
                worth -= rules.values.warning(waiting, turns)
        target = rules.in_target[seat]
        outside: list[int] = []
        for point in self.pieces[seat]:
            if not target[point]:
                outside.append(point)
                if len(outside) > LAST:
                    return worth
        holes = [
            point
            for point in rules.targets[seat]
            if not board[point] or (board[point] != own and not rules.unblock)
        ]
        return worth - rules.values.closing(outside, holes)


def state_of(
    rules: HalmaRules,
    seat: int,
    board: bytes,
    home: list[int],
    out: list[int],
    idle: int,
    played: list[int],
    end: int = GOES_ON,
) -> HalmaState:
    """Return the state of a board; a seat to move that cannot move is skipped.

    ``end`` may be a draw by agreement or repetition; other ends are found by the rules.
    """
    pieces = [
        bytes([point for point in range(len(board)) if board[point] == owner])
        for owner in range(1, rules.count + 1)
    ]
    worth = [rules.values.worth(owner, points) for owner, points in enumerate(pieces)]
    key = 0
    for owner, points in enumerate(pieces):
        for point in points:
            key ^= rules.point_keys[owner][point]
    for place, owner in enumerate(home):
        key ^= rules.home_keys[owner][place]
    found = next_seat(rules, board, pieces, home, out, seat)
    if found != NOBODY:
        seat = found & 255
    if not end:
        if all_places(rules, home, out):
            end = PLACES_DECIDED
        else:
            too_idle = idle >= idle_limit(rules, home, out)
            end = undecided(rules, board, played, found == NOBODY, too_idle)
    return HalmaState(rules, seat, board, pieces, home, out, idle, played, worth, key, end)


def starting_state(rules: HalmaRules) -> HalmaState:
    """Return the state with all pieces in their starting camps."""
    board = bytearray(len(rules.board))
    for seat, home in enumerate(rules.homes):
        for point in home:
            board[point] = seat + 1
    played = [0] * rules.count if rules.deadline else []
    return state_of(rules, rules.first, bytes(board), [], [], 0, played)
