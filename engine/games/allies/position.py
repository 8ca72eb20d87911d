"""Positions of Les Alliés: what may be played, who directs what, and how it ends."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, Self

from engine import drafts, notation
from engine.errors import AmbiguousMove, IllegalMove, InvalidMove
from engine.game import (
    DRAW,
    Agreement,
    Claim,
    Draft,
    Move,
    Options,
    Outcome,
    Piece,
    Position,
    Seat,
)
from engine.games.allies import (
    drafting,
    fen,
    fights,
    moves,
    news,
    outcomes,
    refusals,
    setup,
    strokes,
    words,
)
from engine.games.allies.europe import ARMIES
from engine.games.allies.ground import BOARD, ZONES, bits
from engine.games.allies.moves import Moves
from engine.games.allies.rules import Rules
from engine.games.allies.state import (
    AGREED,
    REPETITION,
    START,
    UNDECIDED,
    Result,
    State,
    alliance_pieces,
)
from engine.text import Text, either

if TYPE_CHECKING:
    from engine.games.allies.game import LesAllies

CLAIMS_SHOWN: Final = 10
"""So many pieces to huff have a button; more can be typed."""

RESTART: Final = Agreement("restart", Text("a new battle, with the armies placed anew"))
"""Two undecided fights leave the battle drawn, unless all agree on this."""

_UNDECIDED: Final = Agreement("undecided", Text("the fight left undecided"))
_OF_ZONES: Final = (
    Agreement("undecided-west", Text("the fight in the west left undecided"), (0, 1)),
    Agreement("undecided-east", Text("the fight in the east left undecided"), (2, 3)),
)


class AlliesPosition(Position):
    """A position of Les Alliés: its state, under the rules in force."""

    __slots__ = ("_by_ends", "_moves", "_rules", "_state")

    board = BOARD

    def __init__(self, rules: Rules, state: State) -> None:
        self._rules = rules
        self._state = state
        self._moves: Moves | None = None
        self._by_ends: dict[tuple[int, int], list[Move]] | None = None

    @property
    def game(self) -> LesAllies:
        """The game this is a position of."""
        return self._rules.game

    @property
    def options(self) -> Options:
        """Every option with the value in force."""
        return self._rules.options

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The directors; one who rests, or whose fight has ended, is inactive."""
        return tuple(
            seat._replace(active=fights.is_active(self._rules, self._state, number))
            for number, seat in enumerate(self._rules.seats)
        )

    @property
    def turn(self) -> int:
        """The seat to move; while a forced stroke is owed, the offender."""
        return self._state.turn

    @property
    def key(self) -> Hashable:
        """The pieces, whose turn it is, which fights last, and what may be claimed."""
        state = self._state
        return (
            state.turn,
            alliance_pieces(state, 0),
            alliance_pieces(state, 1),
            state.generals,
            tuple((fight.result, fight.offence) for fight in state.fights),
            state.pending,
            state.decisive,
            state.forced,
            state.setup,
            state.out,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AlliesPosition):
            return NotImplemented
        return self._state == other._state and self._rules is other._rules

    def __hash__(self) -> int:
        return hash(self._state)

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.fen()}>"

    def _with(self, state: State) -> Self:
        return type(self)(self._rules, state)

    # Moves

    @property
    def _all(self) -> Moves:
        if self._moves is None:
            self._moves = moves.moves(self._rules, self._state)
        return self._moves

    def legal_moves(self) -> tuple[Move, ...]:
        """Strokes, moves that take nothing, then claims; or the soldiers to place."""
        return self._all.all

    def play(self, move: Move) -> Self:
        """The position after a legal move: the fights are judged, and the turn is settled."""
        return self._with(moves.after(self._rules, self._state, move, self._all.strokes))

    def claims(self) -> tuple[Claim, ...]:
        """What may be huffed, piece by piece, and the force. An offence is no secret here."""
        claims = self._all.claims
        if len(claims) > CLAIMS_SHOWN:
            claims = (*claims[: CLAIMS_SHOWN - 1], claims[-1])
        return tuple(
            Claim(self.write(move), Text("Force"))
            if move.kind == words.FORCE
            else Claim(self.write(move), Text("Huff {square}", square=BOARD.names[move.path[0]]))
            for move in claims
        )

    def warning(self, move: Move) -> Text | None:
        """Who omits a taking, or goes for a fortress that has fallen, is told before."""
        found = self._all.strokes.moves
        if move.kind != "move" or move.captured or self._state.setup:
            return None
        if found:
            return Text(
                "You can take with `{move}`: after a move that takes nothing your opponent may "
                "huff or force you.",
                move=self.write(found[0]),
            )
        if self._state.generals >> move.path[0] & 1:
            return None
        return refusals.fallen_fortress(self._rules, self._state, move.path[-1])

    def view(self) -> frozenset[int] | None:
        """The field; of the full battle the zone whose turn it is, while the border is closed."""
        if not self._rules.is_battle:
            return _points(self._rules.squares)
        number = fights.fight_of(self._rules, self._state, self.turn)
        joined = fights.border_is_open(self._rules, self._state) or number >= len(ZONES)
        return None if joined or self._state.setup else _points(ZONES[number])

    def news(self) -> tuple[Text, ...]:
        """How the fights stand, what may be claimed, and who owes a stroke."""
        return news.of(self._rules, self._state)

    def pieces(self) -> Iterator[tuple[int, Piece]]:
        """The pieces, army by army, for the seat that directs them now.

        A kind is the code of the army, which never changes, and the rank: ``"FR soldier"``,
        ``"DW general"``.
        """
        for number, points in enumerate(self._state.armies):
            if points:
                seat = refusals.director(self._rules, self._state, number)
                for point in bits(points):
                    rank = "general" if self._state.generals >> point & 1 else "soldier"
                    yield point, Piece(seat, f"{ARMIES[number].code} {rank}")

    def zones(self) -> Iterator[tuple[int, int]]:
        """The fortresses that still promote, for the seat that held them first."""
        for alliance in (0, 1):
            standing = fights.standing_fortresses(self._rules, self._state, alliance)
            for zone, fortresses in enumerate(self._rules.fortresses):
                for point in bits(fortresses[alliance] & standing):
                    yield point, 2 * zone + alliance if self._rules.is_battle else alliance

    def fen(self) -> str:
        """The position as text; ``fen`` describes it."""
        return fen.write(self._state)

    # The end

    def outcome(self) -> Outcome | None:
        """Both fights ended, or the one of a field for two, or the decisive one."""
        return outcomes.outcome(self._rules, self._state)

    def resign(self, seat: int) -> Self:
        """A director surrenders: his pieces are prisoners. One who rests has none."""
        if self.outcome() is not None:
            return self
        surrendered = setup.surrendered if self._state.setup else fights.surrendered
        return self._with(surrendered(self._rules, self._state, seat))

    def agreements(self) -> tuple[Agreement, ...]:
        """A fight may be left undecided by those who direct it now.

        Once two are, the game is over, drawn, and all may agree to begin anew.
        """
        rules, state = self._rules, self._state
        if self.outcome() is not None:
            return (RESTART,) if fights.are_both_undecided(state) else ()
        if state.setup or not rules.is_battle:
            return (DRAW,)
        if state.decisive or fights.are_joined(rules, state):
            return (_UNDECIDED,)
        return tuple(
            agreement
            for zone, agreement in enumerate(_OF_ZONES)
            if state.fights[zone].result is None
        )

    def agree(self, agreement: Agreement) -> Self:
        """The position after the directors agreed."""
        rules, state = self._rules, self._state
        if self.outcome() is not None:
            anew = agreement.name == RESTART.name and fights.are_both_undecided(state)
            return self._with(START) if anew else self
        if state.setup:
            return self._with(state._replace(agreed=True))
        number = fights.fight_of(rules, state, state.turn)
        for zone, other in enumerate(_OF_ZONES):
            if agreement.name == other.name:
                number = zone
        return self._left(number, AGREED)

    def repeated(self) -> Self:
        """The third time leaves the last fight undecided; while two last it is not counted."""
        rules, state = self._rules, self._state
        two = rules.is_battle and not (state.decisive or fights.are_joined(rules, state))
        if self.outcome() is not None or state.setup or two:
            return self
        return self._left(fights.fight_of(rules, state, state.turn), REPETITION)

    def _left(self, number: int, why: str) -> Self:
        return self._with(fights.ended(self._rules, self._state, number, Result(UNDECIDED, why)))

    # Placing the armies

    def drafting(self) -> tuple[int, ...]:
        """The directors who have soldiers to place."""
        if self.outcome() is not None:
            return ()
        return setup.seats(self._rules, self._state)

    def placeable(self, seat: int) -> Mapping[int, tuple[str, ...]]:
        """The squares of a director's countries, without frontiers."""
        return setup.placeable(self._rules, self._state, seat)

    def draft(self, seat: int, text: str, draft: Draft, chance: random.Random) -> Draft:
        """``@K11 L12`` places, ``auto front|mixed|deep`` fills in, ``clear DW`` starts again."""
        return drafting.read(self._rules, self._state, seat, text, draft, chance=chance)

    def completion(self) -> str:
        """The soldiers that are left are spread by chance, nearest to the enemy first."""
        return "auto mixed"

    def undrafted(self, seat: int, draft: Draft) -> Text | None:
        """Every soldier needs a square."""
        return drafting.missing(self._rules, self._state, seat, draft)

    def drafted(self, seat: int, draft: Draft) -> Self:
        """The seat's own soldiers where he wants them; the others' stay hidden."""
        return self._with(setup.drafted(self._rules, self._state, seat, draft))

    def seen_by(self, seat: int | None) -> Self:
        """Until all armies stand nobody sees another's."""
        return (
            self._with(setup.hidden(self._rules, self._state, seat)) if self._state.setup else self
        )

    # Notation

    def reads(self, text: str) -> bool:
        """Squares, claims, and orders to place an army; cells that are sea or closed, too."""
        if words.is_setup(text) or words.is_word(text, words.FORCE):
            return True
        if words.is_word(text, words.SURRENDER) or words.is_move(text):
            return True
        try:
            return words.huff(text) is not None
        except InvalidMove:
            return False

    def parse(self, text: str) -> Move:
        """The legal move that ``text`` means; raises what the contract says."""
        if drafts.opens(text):
            return self._placement(text)
        if words.is_word(text, words.FORCE):
            return self._claimed(words.FORCE, None)
        if words.is_word(text, words.SURRENDER):
            raise IllegalMove(
                Text("To surrender is to resign, which is asked once more: resign to do so.")
            )
        huff = words.huff(text)
        if huff is not None:
            if huff.move:
                raise InvalidMove(
                    Text(
                        "A huff and a move are two moves: `{claim}`, then `{move}`.",
                        claim=words.HUFF,
                        move=huff.move.upper(),
                    )
                )
            return self._claimed(words.HUFF, huff.point)
        words.check_cells(text)
        return super().parse(text)

    def parse_all(self, text: str) -> tuple[Move, ...]:
        """The move of a message, or a huff and the move behind it."""
        huff = words.huff(text)
        if huff is None or not huff.move:
            return (self.parse(text),)
        claim = self._claimed(words.HUFF, huff.point)
        after = self.play(claim)
        if after.turn != self.turn or after.outcome() is not None:
            raise IllegalMove(
                Text("`{claim}` ends the fight: type it alone.", claim=self.write(claim))
            )
        return (claim, after.parse(huff.move))

    def _claimed(self, word: str, point: int | None) -> Move:
        """The claim of that word, on that piece if one is named."""
        found = [
            move for move in self._all.claims if move.kind == word and point in {None, move.path[0]}
        ]
        if not found:
            raise IllegalMove(refusals.of_claim(self._situation(), word))
        if len(found) > 1:
            shown = tuple(found[: refusals.EXAMPLES])
            choices = either([f"`{self.write(move)}`" for move in shown])
            raise AmbiguousMove(
                Text("`{move}` could be {choices}.", move=word, choices=choices), shown
            )
        return found[0]

    def _placement(self, text: str) -> Move:
        """The one soldier that a text places."""
        if not self._state.setup or self.outcome() is not None:
            raise IllegalMove(Text("The armies stand already: none can be placed now."))
        draft = drafting.read(
            self._rules, self._state, self.turn, text, {}, chance=random.Random(0)
        )
        placed = drafts.moves(draft)
        if len(placed) != 1:
            raise InvalidMove(
                Text(
                    "Soldiers are placed one by one here: `{example}`.",
                    example=drafts.example(BOARD, self.placeable(self.turn)),
                )
            )
        return placed[0]

    def write(self, move: Move) -> str:
        """The canonical text of a legal move."""
        if move.kind == "place":
            return drafts.write(BOARD, move)
        if move.kind == words.FORCE:
            return words.FORCE
        if move.kind == words.HUFF:
            return f"{words.HUFF} {BOARD.names[move.path[0]]}"
        ends = (move.path[0], move.path[-1])
        short = tuple(islice(self.fitting(ends, ""), 2)) == (move,)
        if move.captured and not self._all.strokes.complete:
            # A short form might fit a stroke that is not in the list.
            short = False
        between = "x" if move.captured else "-"
        return notation.write(BOARD, ends if short else move.path, between)

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """The legal moves that typed squares describe."""
        if suffix or self._state.setup or self.outcome() is not None:
            return
        listed = self._between(points[0], points[-1])
        exact = next((m for m in listed if m.path == tuple(points)), None)
        if exact is None:
            exact = self._other_way(points, listed)
        if exact is not None:
            yield exact
            return
        fits = [move for move in listed if _passes(move.path, points)]
        if len(fits) > 1 or self._all.strokes.complete or not any(m.captured for m in fits):
            yield from fits

    def _between(self, start: int, end: int) -> list[Move]:
        """The listed moves from one square to another."""
        if self._by_ends is None:
            self._by_ends = {}
            for move in (*self._all.strokes.moves, *self._all.quiet):
                self._by_ends.setdefault((move.path[0], move.path[-1]), []).append(move)
        return self._by_ends.get((start, end), [])

    def _other_way(self, points: Sequence[int], listed: Sequence[Move]) -> Move | None:
        """The stroke along a path, listed with another path or, in a sample, not at all."""
        rules, state = self._rules, self._state
        side = fights.side_of(rules, state, state.turn)
        captured, complete = strokes.walk(side, points)
        if not captured or not complete:
            return None
        taken = frozenset(captured)
        for move in listed:
            if frozenset(move.captured) == taken:
                return move
        if self._all.strokes.complete:
            return None
        best = max(len(move.captured) for move in self._all.strokes.moves)
        able = not state.forced or moves.offence_of(rules, state).able >> points[0] & 1
        if not able or (rules.majority and len(captured) < best):
            return None
        return Move("move", tuple(points), captured)

    def refusal(self, points: Sequence[int], suffix: str) -> Text:
        """Why no legal move fits, and what would be right."""
        return refusals.refusal(self._situation(), points, suffix)

    def _situation(self) -> refusals.Situation:
        state = self._state
        return refusals.Situation(
            self._rules,
            state,
            self._all,
            fights.side_of(self._rules, state, state.turn),
            self.write,
        )


@lru_cache(maxsize=32)
def _points(squares: int) -> frozenset[int]:
    """A set of squares as points: the same object for the same squares."""
    return frozenset(bits(squares))


def _passes(path: Sequence[int], points: Sequence[int]) -> bool:
    passed = iter(path)
    return all(point in passed for point in points)
