"""How moves of Les Alliés are read and written: paths, soldiers to place, and claims."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from engine.capabilities import arranging as messages
from engine.capabilities.notation import Notation, Readable, passes, write_path
from engine.errors import AmbiguousMove, IllegalMove, InvalidMove
from engine.games.allies import moves
from engine.games.allies.fights import course, strokes
from engine.games.allies.map.ground import BOARD
from engine.games.allies.moves import Moves
from engine.games.allies.notation import refusals, words
from engine.games.allies.rules import Rules
from engine.games.allies.setup import arranging, placing
from engine.games.allies.state import State
from engine.text import EXAMPLES, Text, either
from engine.values import Move


class AlliesNotation(Notation):
    """Paths of squares, ``@K11`` for a soldier to place, ``huff`` and ``force`` for claims."""

    def __init__(self, position: Readable, rules: Rules, state: State, found: Moves) -> None:
        super().__init__(position)
        self._rules = rules
        self._state = state
        self._all = found
        self._by_ends: dict[tuple[int, int], list[Move]] | None = None

    def is_notation(self, text: str) -> bool:
        """Return whether a text is a path, a claim, or an order to place an army."""
        if arranging.is_order(text) or words.is_word(text, words.FORCE):
            return True
        if words.is_word(text, words.SURRENDER) or words.is_move(text):
            return True
        try:
            return words.huff(text) is not None
        except InvalidMove:
            return False

    def parse(self, text: str) -> Move:
        """Return the legal move that ``text`` means; raises what the contract says."""
        if messages.opens(text):
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
        """Return the move of a message, or a huff and the move behind it."""
        huff = words.huff(text)
        if huff is None or not huff.move:
            return (self.parse(text),)
        claim = self._claimed(words.HUFF, huff.point)
        after = self.position.play(claim)
        if after.turn != self._state.turn or after.outcome() is not None:
            raise IllegalMove(
                Text("`{claim}` ends the fight: type it alone.", claim=self.write(claim))
            )
        return (claim, after.parse(huff.move))

    def _claimed(self, word: str, point: int | None) -> Move:
        """Return the claim of that word, on that piece if one is named."""
        found = [
            move for move in self._all.claims if move.kind == word and point in {None, move.path[0]}
        ]
        if not found:
            raise IllegalMove(refusals.of_claim(self._situation(), word))
        if len(found) > 1:
            shown = tuple(found[:EXAMPLES])
            choices = either([f"`{self.write(move)}`" for move in shown])
            raise AmbiguousMove(
                Text("`{move}` could be {choices}.", move=word, choices=choices), shown
            )
        return found[0]

    def _placement(self, text: str) -> Move:
        """Return the one soldier that a text places."""
        if not self._state.setup or self.position.outcome() is not None:
            raise IllegalMove(Text("The armies stand already: none can be placed now."))
        arrangement = arranging.read(
            self._rules, self._state, self._state.turn, text, {}, chance=random.Random(0)
        )
        placed = messages.moves(arrangement)
        if len(placed) != 1:
            places = placing.placeable(self._rules, self._state, self._state.turn)
            raise InvalidMove(
                Text(
                    "Soldiers are placed one by one here: `{example}`.",
                    example=messages.example(BOARD, places),
                )
            )
        return placed[0]

    def write(self, move: Move) -> str:
        """Return the canonical text of a legal move."""
        if move.kind == "place":
            return messages.write(BOARD, move)
        if move.kind == words.FORCE:
            return words.FORCE
        if move.kind == words.HUFF:
            return f"{words.HUFF} {BOARD.names[move.path[0]]}"
        if move.captured and not self._all.strokes.complete:
            # A short form might fit a stroke that is not in the list.
            return write_path(BOARD, move.path, "x")
        return super().write(move)

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Return the legal moves that typed squares describe."""
        if suffix or self._state.setup or self.position.outcome() is not None:
            return
        listed = self._between(points[0], points[-1])
        exact = next((m for m in listed if m.path == tuple(points)), None)
        if exact is None:
            exact = self._other_way(points, listed)
        if exact is not None:
            yield exact
            return
        fits = [move for move in listed if passes(move.path, points)]
        if len(fits) > 1 or self._all.strokes.complete or not any(m.captured for m in fits):
            yield from fits

    def _between(self, start: int, end: int) -> list[Move]:
        """Return the listed moves from one square to another."""
        if self._by_ends is None:
            self._by_ends = {}
            for move in (*self._all.strokes.moves, *self._all.quiet):
                self._by_ends.setdefault((move.path[0], move.path[-1]), []).append(move)
        return self._by_ends.get((start, end), [])

    def _other_way(self, points: Sequence[int], listed: Sequence[Move]) -> Move | None:
        """Return the stroke along a path, listed with another path or, in a sample, not at all."""
        rules, state = self._rules, self._state
        side = course.side_of(rules, state, state.turn)
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
        """Return why no legal move fits, and what would be right."""
        return refusals.refusal(self._situation(), points, suffix)

    def _situation(self) -> refusals.Situation:
        state = self._state
        return refusals.Situation(
            self._rules,
            state,
            self._all,
            course.side_of(self._rules, state, state.turn),
            self.write,
        )
