"""A second, plain and slow implementation of Les Alliés: on cells, path by path, fight by fight.

It uses the map of ``europe`` as rows, columns and a border of zones, and nothing of the engine's
squares, phases and states. It begins with the text of a position after the set-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import NamedTuple

from engine import Board
from engine.games.allies.map.europe import ARMIES, COUNTRIES, FIELDS, FORTRESSES, GRID

Cell = tuple[int, int]
WEST = "FBEIS~GA"
DECISIVE = 2
UNDECIDED = "undecided"
ALLIANCES = ("entente", "central")
FIGHTS = ("west", "east", "battle")
ORDERS = {"entente-west": (0, 3, 1, 2), "central-west": (1, 2, 0, 3)}
BEGINS_WITH_CENTRAL = ("east", "russia-germany", "russia-austria")
PROMOTING = {
    "france-germany": "L10 M11 M7 P8",
    "russia-germany": "C23 F20 G23",
    "russia-austria": "K27 I31",
}


def cell(name: str) -> Cell:
    """Return the cell of a name."""
    return ord(name[0].upper()) - ord("A"), int(name[1:]) - 1


def name(cell: Cell) -> str:
    """Return the name of a cell."""
    return f"{chr(ord('A') + cell[0])}{cell[1] + 1}"


class Turn(NamedTuple):
    """A turn: a move with its start, its end and the pieces taken, or a claim (huff or force)."""

    kind: str
    start: Cell = (-1, -1)
    end: Cell = (-1, -1)
    taken: frozenset[Cell] = frozenset()


class Offence(NamedTuple):
    """A quiet move that may be claimed, and the pieces that could have taken instead.

    ``closed`` is whether the border was closed at that move, though it has opened since.
    """

    start: Cell
    end: Cell
    promoted: bool
    able: frozenset[Cell]
    closed: bool = False


class Map:
    """The squares of some countries, and lines on them."""

    def __init__(self, countries: str) -> None:
        self.squares = {
            (row, column)
            for row, line in enumerate(GRID)
            for column, letter in enumerate(line)
            if letter in countries and letter in COUNTRIES and (row + column) % 2 == 0
        }
        self.west = {cell for cell in self.squares if GRID[cell[0]][cell[1]] in WEST}

    def line(self, cell: Cell, down: int, right: int, border: bool) -> Iterator[Cell]:
        """Yield the squares from a cell along a diagonal, nearest first.

        With ``border``, the line ends at the border between West and East.
        """
        row, column = cell
        while True:
            row, column = row + down, column + right
            if (row, column) not in self.squares:
                return
            if border and ((row, column) in self.west) != (cell in self.west):
                return
            yield row, column


DIRECTIONS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


class Side(NamedTuple):
    """The surroundings of a piece: the other pieces, the enemies among them, the border closed or
    not.
    """

    map: Map
    others: frozenset[Cell]
    enemy: frozenset[Cell]
    border: bool

    def quiet(self, cell: Cell, general: bool) -> Iterator[Cell]:
        """Yield the cells to which a piece can go without taking."""
        for down, right in DIRECTIONS:
            for end in self.map.line(cell, down, right, self.border):
                if end in self.others:
                    break
                yield end
                if not general:
                    break

    def jumps(
        self, cell: Cell, general: bool, taken: frozenset[Cell]
    ) -> Iterator[tuple[Cell, Cell]]:
        """Yield the cells where a piece can land after taking once, each with the piece taken."""
        for down, right in DIRECTIONS:
            met: Cell | None = None
            for distance, end in enumerate(self.map.line(cell, down, right, self.border), 1):
                if met is not None:
                    if end in self.others:
                        break
                    yield end, met
                    if not general:
                        break
                elif end in self.others:
                    if end not in self.enemy or end in taken or (distance > 1 and not general):
                        break
                    met = end

    def strokes(
        self, cell: Cell, general: bool, taken: frozenset[Cell] = frozenset()
    ) -> Iterator[tuple[Cell, frozenset[Cell]]]:
        """Yield the end of each path of a piece's strokes, with the pieces taken on it."""
        onward = list(self.jumps(cell, general, taken))
        if taken and not onward:
            yield cell, taken
        for end, met in onward:
            yield from self.strokes(end, general, taken | {met})


class Battle:
    """A position: each piece's army, and whether it is a General, by cell; and the fights."""

    def __init__(self, text: str, board: Board, options: Mapping[str, object]) -> None:
        self.options = options
        self.field = str(options["field"])
        self.countries = FIELDS[self.field].countries
        self.map = Map(self.countries)
        rows, turn, *fields = text.split()
        self.turn = int(turn) - 1
        self.pieces = dict(_pieces(rows, board))
        given = dict(field.split("=", 1) for field in fields)
        self.results: list[tuple[str, str] | None] = [None, None, None]
        self.quiet = [0, 0, 0]
        self.offences: list[Offence | None] = [None, None, None]
        for fight, key in enumerate(FIGHTS):
            if given.get(key, "on") != "on":
                winner, why = given[key].split("-")
                self.results[fight] = (winner, why)
            self.quiet[fight] = int(given.get(f"quiet-{key}", 0))
            if f"claim-{key}" in given:
                move, able = given[f"claim-{key}"].split(":")
                start, end = move.rstrip("!~").split("-")
                self.offences[fight] = Offence(
                    cell(start),
                    cell(end),
                    "!" in move,
                    frozenset(map(cell, able.split(","))),
                    "~" in move,
                )
        self.pending = "pending" in given
        self.decisive = "battle" in given
        self.forced = "forced" in given

    # Text

    def said(self) -> tuple[int, set[str], set[str]]:
        """Return the seat to move, the pieces as ``fM7``, and the fields of the position's text."""
        letters = {army.code: army.letter for army in ARMIES}
        pieces = {
            (letters[code].lower() if general else letters[code]) + name(at)
            for at, (code, general) in self.pieces.items()
        }
        fields = set()
        for fight, key in enumerate(FIGHTS):
            result, offence = self.results[fight], self.offences[fight]
            if result is not None:
                fields.add(f"{key}={'-'.join(result)}")
            elif fight == DECISIVE and self.decisive:
                fields.add("battle=on")
            if self.quiet[fight]:
                fields.add(f"quiet-{key}={self.quiet[fight]}")
            if offence is not None:
                marks = "!" * offence.promoted + "~" * offence.closed
                able = ",".join(sorted(map(name, offence.able)))
                fields.add(f"claim-{key}={name(offence.start)}-{name(offence.end)}{marks}:{able}")
        fields |= {f"{key}=1" for key in ("pending", "forced") if getattr(self, key)}
        return self.turn, pieces, fields

    # Who fights whom

    @property
    def is_battle(self) -> bool:
        return self.field == "battle"

    @property
    def is_over(self) -> bool:
        if not self.is_battle:
            return any(self.results)
        first, second, last = self.results
        return last is not None if self.decisive else first is not None and second is not None

    @property
    def one_is_left(self) -> bool:
        """Whether one of two fights has ended, and so has the half-round in which it did."""
        return self.is_battle and any(self.results) and not self.pending and not self.decisive

    @property
    def two_last(self) -> bool:
        return self.is_battle and not self.one_is_left and not self.decisive

    @property
    def border_is_open(self) -> bool:
        won = any(result is not None and result[0] != UNDECIDED for result in self.results)
        return self.decisive or (self.one_is_left and won)

    def fight(self, seat: int) -> int:
        if not self.is_battle:
            return int(COUNTRIES[self.countries[0]].zone)
        if self.decisive:
            return DECISIVE
        if self.one_is_left:
            return 0 if self.results[1] is not None else 1
        return seat // 2

    def directors(self, fight: int) -> tuple[int, int]:
        """Return the seats of a fight: the Entente's director, and the Central Powers'."""
        if not self.is_battle:
            return 0, 1
        if fight == DECISIVE:
            west = self.results[0]
            return (0, 3) if west is not None and west[0] == "entente" else (2, 1)
        return 2 * fight, 2 * fight + 1

    def opponent(self, seat: int) -> int:
        entente, central = self.directors(self.fight(seat))
        return central if seat == entente else entente

    def side(self, fight: int, alliance: int) -> frozenset[Cell]:
        """Return the cells of an alliance's pieces in a fight."""
        armies = {
            army.code
            for army in ARMIES
            if army.alliance == alliance and (not self.two_last or army.zone == fight)
        }
        return frozenset(at for at, (code, _) in self.pieces.items() if code in armies)

    def fortresses(self, alliance: int) -> set[Cell]:
        """Return the fortresses where soldiers of an alliance become Generals."""
        named = PROMOTING.get(self.field)
        found = set()
        for square in named.split() if named else FORTRESSES:
            at = cell(square)
            country = COUNTRIES[GRID[at[0]][at[1]]]
            if at not in self.map.squares or country.alliance != 1 - alliance:
                continue
            result = self.results[country.zone]
            if result is None or result[0] != ALLIANCES[alliance]:
                found.add(at)
        return found

    # Turns

    def turns(self) -> set[Turn]:
        """Return the legal turns: moves and claims."""
        if self.is_over:
            return set()
        fight = self.fight(self.turn)
        offence = self.offences[fight]
        if self.forced and offence is not None:
            return self._strokes(offence.able, closed=offence.closed)
        found = self._strokes(self.side(fight, self.turn % 2))
        if not (self.options["strict"] and found):
            found = found | set(self._quiet())
        if offence is not None:
            found = found | {Turn("huff", at) for at in offence.able} | {Turn("force")}
        return found

    def _sides(self, own: frozenset[Cell], closed: bool) -> Iterator[tuple[Cell, bool, Side]]:
        fight = self.fight(self.turn)
        enemy = self.side(fight, 1 - self.turn % 2)
        border = closed or not self.border_is_open
        for at in own:
            others = frozenset(self.pieces) - {at}
            yield at, self.pieces[at][1], Side(self.map, others, enemy, border)

    def _strokes(self, own: frozenset[Cell], closed: bool = False) -> set[Turn]:
        found = {
            Turn("move", at, end, taken)
            for at, general, side in self._sides(own, closed)
            for end, taken in side.strokes(at, general)
        }
        if self.options["majority"]:
            most = max((len(turn.taken) for turn in found), default=0)
            found = {turn for turn in found if len(turn.taken) == most}
        return found

    def _quiet(self) -> Iterator[Turn]:
        own = self.side(self.fight(self.turn), self.turn % 2)
        for at, general, side in self._sides(own, closed=False):
            for end in side.quiet(at, general):
                yield Turn("move", at, end)

    def _can_take(self) -> bool:
        own = self.side(self.fight(self.turn), self.turn % 2)
        return any(
            any(side.jumps(at, general, frozenset()))
            for at, general, side in self._sides(own, closed=False)
        )

    def play(self, turn: Turn) -> Battle:
        """Return the battle after a legal turn."""
        after = copy(self)
        after.pieces, after.results = dict(self.pieces), list(self.results)
        after.quiet, after.offences = list(self.quiet), list(self.offences)
        fight = self.fight(self.turn)
        offence = self.offences[fight]
        if turn.kind == "huff":
            del after.pieces[turn.start]
            after.quiet[fight], after.offences[fight] = 0, None
            if not after._end_without_pieces(fight):
                after._judge()
        elif turn.kind == "force":
            assert offence is not None
            code, general = after.pieces.pop(offence.end)
            after.pieces[offence.start] = (code, general and not offence.promoted)
            able = {offence.start if at == offence.end else at for at in offence.able}
            after.offences[fight] = offence._replace(able=frozenset(able))
            after.turn, after.forced = self.opponent(self.turn), True
        else:
            after._move(self, turn, fight)
        return after

    def _move(self, before: Battle, turn: Turn, fight: int) -> None:
        could = before._strokes(before.side(fight, before.turn % 2)) if not turn.taken else set()
        for at in turn.taken:
            del self.pieces[at]
        code, general = self.pieces.pop(turn.start)
        promoted = not general and turn.end in before.fortresses(before.turn % 2)
        self.pieces[turn.end] = (code, general or promoted)
        able = frozenset(
            turn.end if stroke.start == turn.start else stroke.start for stroke in could
        )
        new = Offence(turn.start, turn.end, promoted, able) if able else None
        self.offences[fight] = new
        quiet = 0 if turn.taken or promoted else before.quiet[fight] + 1
        self.quiet[fight] = min(quiet, 2 * int(str(self.options["quiet"])))
        if before.forced:
            self.turn, self.forced = before.opponent(before.turn), False
        if turn.taken and self._end_without_pieces(fight):
            return
        if before.forced:
            self._judge()
        else:
            self._pass_on()

    # Ends

    def _end_without_pieces(self, fight: int) -> bool:
        for alliance in (0, 1):
            if not self.side(fight, alliance):
                self._end(fight, ALLIANCES[1 - alliance], "taken")
                return True
        return False

    def _judge(self) -> None:
        """End the fight of the seat to move, if it is decided at the start of that seat's turn."""
        if self.is_over:
            return
        fight = self.fight(self.turn)
        if self.results[fight] is not None:
            self._pass_on()
            return
        if self.offences[fight] is not None:
            return
        alliance = self.turn % 2
        own, enemy = self.side(fight, alliance), self.side(fight, 1 - alliance)
        if not self._can_take() and not any(self._quiet()):
            self._end(fight, ALLIANCES[1 - alliance], "blocked")
            return
        if all(self.pieces[at][1] for at in own | enemy):
            few = min(len(own), len(enemy)) == 1 and max(len(own), len(enemy)) <= 2
            if few and not self._can_take():
                self._end(fight, UNDECIDED, "generals")
                return
        if self.quiet[fight] >= 2 * int(str(self.options["quiet"])):
            self._end(fight, self._stronger(fight), "quiet")

    def _stronger(self, fight: int) -> str:
        for alliance in (0, 1):
            own, enemy = self.side(fight, alliance), self.side(fight, 1 - alliance)
            generals = sum(self.pieces[at][1] for at in own)
            if generals >= 3 and len(own) >= 3 * len(enemy):
                return ALLIANCES[alliance]
        return UNDECIDED

    def _pass_on(self) -> None:
        if not self.two_last:
            self.turn = self.opponent(self.turn)
            self._judge()
            return
        order = ORDERS[str(self.options["attack"])]
        place = order.index(self.turn)
        if place % 2 == 0:
            self.turn = order[place + 1]
        else:
            following = order[:2] if place == 3 else order[2:]
            self.turn = following[0]
            if self.pending:
                left = 0 if self.results[0] is None else 1
                self.pending = False
                self.turn = next(seat for seat in following if seat // 2 == left)
                offence = self.offences[left]
                if offence is not None and self.border_is_open:
                    self.offences[left] = offence._replace(closed=True)
        self._judge()

    def _end(self, fight: int, winner: str, why: str) -> None:
        for alliance in (0, 1):
            if winner != ALLIANCES[alliance]:
                for at in self.side(fight, alliance):
                    del self.pieces[at]
        is_turn = self.fight(self.turn) == fight
        if is_turn and self.forced:
            self.turn, self.forced = self.opponent(self.turn), False
        was_one_left = self.one_is_left
        self.results[fight] = (winner, why)
        self.quiet[fight], self.offences[fight] = 0, None
        if not self.is_battle or fight == DECISIVE:
            self.forced = False
            return
        first, second, _ = self.results
        if first is None or second is None:
            self.pending = True
            if is_turn:
                self._pass_on()
            return
        self.pending = self.forced = False
        if was_one_left or first[0] == second[0] or UNDECIDED in {first[0], second[0]}:
            return
        self.decisive = True
        self.turn = min(self.directors(DECISIVE))
        standing = [a for a in (0, 1) if self.side(DECISIVE, a)]
        if len(standing) < 2:
            winner = ALLIANCES[standing[0]] if standing else UNDECIDED
            self.results[DECISIVE] = (winner, "taken")
        else:
            self._judge()

    def surrender(self, seat: int) -> Battle:
        """Return the battle after the surrender of a director whose fight is still on."""
        after = copy(self)
        after.pieces, after.results = dict(self.pieces), list(self.results)
        after.quiet, after.offences = list(self.quiet), list(self.offences)
        after._end(self.fight(seat), ALLIANCES[1 - seat % 2], "surrender")
        return after


def _pieces(rows: str, board: Board) -> Iterator[tuple[Cell, tuple[str, bool]]]:
    codes = {army.letter: army.code for army in ARMIES}
    cells = sorted(map(cell, board.names))
    for row, text in enumerate(rows.split("/")):
        squares = [at for at in cells if at[0] == row]
        number = ""
        place = 0
        for letter in text:
            if letter.isdigit():
                number += letter
                continue
            place += int(number or 0)
            number = ""
            yield squares[place], (codes[letter.upper()], letter.islower())
            place += 1
