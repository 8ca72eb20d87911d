"""How moves of Les Alliés are read and written: paths, soldiers to place, and claims."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from engine.capabilities import secret_setup as messages
from engine.capabilities.huffs import HuffNotation
from engine.capabilities.notation import Readable, passes, write_path
from engine.errors import IllegalMove, InvalidMove
from engine.games.allies import moves
from engine.games.allies.fights import course, strokes
from engine.games.allies.map.cells import no_square
from engine.games.allies.map.ground import BOARD
from engine.games.allies.moves import Moves
from engine.games.allies.notation import refusals, words
from engine.games.allies.rules import Rules
from engine.games.allies.setup import arranging, placing
from engine.games.allies.state import State
from engine.text import EXAMPLES, Text
from engine.values import Move


class AlliesNotation(HuffNotation):
    """Paths of squares, ``@K11`` for a soldier to place, ``huff`` and ``force`` for claims."""

    no_huff = Text(
        "That is no claim I can read; it looks like `{claim}`, or `{both}` together with your "
        "move.",
        claim="huff N8",
        both="huff N8 K5-L6",
    )

    def __init__(self, position: Readable, rules: Rules, state: State, found: Moves) -> None:
        super().__init__(position)
        self._rules = rules
        self._state = state
        self._all = found

    def is_notation(self, text: str) -> bool:
        """Return whether a text is a path, a claim, or an order to place an army."""
        if arranging.is_order(text) or words.is_word(text, words.FORCE):
            return True
        if words.is_word(text, words.SURRENDER) or words.is_move(text):
            return True
        try:
            return self.huff(text) is not None
        except InvalidMove:
            return False

    def parse(self, text: str) -> Move:
        """Return the legal move that ``text`` means; raises what the contract says."""
        if messages.opens(text):
            return self._placement(text)
        if words.is_word(text, words.FORCE):
            return self.claimed(words.FORCE, None)
        if words.is_word(text, words.SURRENDER):
            raise IllegalMove(
                Text("To surrender is to resign: press *Resign*, and you are asked once more.")
            )
        words.check_cells(text)
        return super().parse(text)

    def check_name(self, name: str) -> None:
        """Raise InvalidMove for a name that is no square's."""
        why = no_square(name)
        if why is not None:
            raise InvalidMove(why)
        if name not in BOARD.point:  # too long to be repeated
            raise InvalidMove(self.no_huff)

    def claimed(self, word: str, point: int | None) -> Move:
        """Return the claim of that word, on that piece if one is named."""
        claims = self._all.claims
        found = [move for move in claims if move.kind == word and point in {None, move.path[0]}]
        if not found:
            raise IllegalMove(refusals.of_claim(self._situation(), word))
        return self.one_of(found[:EXAMPLES], word)

    def only_alone(self, claim: Move) -> Text:
        """Return that the huff ends the fight."""
        return Text("`{claim}` ends the fight: type it alone.", claim=self.write(claim))

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
        if move.captured and not self._all.strokes.complete:
            # A short form might fit a stroke that is not in the list.
            return write_path(BOARD, move.path, "x")
        return super().write(move)

    def fitting(self, points: Sequence[int], suffix: str) -> Iterator[Move]:
        """Return the legal moves that typed squares describe."""
        if suffix or self._state.setup or self.position.outcome() is not None:
            return
        listed = self.moves_by_ends.get((points[0], points[-1]), ())
        exact = next((m for m in listed if m.path == tuple(points)), None)
        if exact is None:
            exact = self._other_way(points, listed)
        if exact is not None:
            yield exact
            return
        fits = [move for move in listed if passes(move.path, points)]
        if len(fits) > 1 or self._all.strokes.complete or not any(m.captured for m in fits):
            yield from fits

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
