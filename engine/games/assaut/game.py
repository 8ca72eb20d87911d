"""Assaut (Asalto): the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.game import Game
from engine.games.assaut import position_text
from engine.games.assaut.board import BEGINNING, MANNERS, OFFICERS
from engine.games.assaut.position import AssautPosition
from engine.games.assaut.state import AssautRules, AssautState
from engine.pieces import SOLDIER, Noun, PieceKind
from engine.text import Text
from engine.values import Option, OptionValue

_OFFICER: Final = Noun("{count} officer", "{count} officers", Text("an officer"))


class Assaut(Game):
    """Assaut: twenty-four soldiers storm a fortress that two officers hold.

    A cross of 33 points. The soldiers stand on the 24 outside the fortress; the officers begin
    on two of its nine points, which their player names; then the soldiers move. A soldier goes
    one step along a line, outside the fortress by the shortest way to it, inside in any
    direction and never out. An officer goes one step anywhere or jumps over soldiers, one
    after another. It must capture if it can, and go on as long as it can; if it does not, the
    soldiers may huff it, that is, take it off, before their move. The soldiers win when nine of
    them are in the fortress, both officers are huffed, or the officers are blocked; the officers
    win when sixteen soldiers are captured, or the soldiers are blocked.

    House rules, so that games end: a game is drawn when a position occurs for the third time, and
    after 100 plies without a capture, a huff or a soldier's step ahead.

    Source: a museum's rule sheet of the 19th-century game; what it leaves open is settled by
    public descriptions of Asalto.

    Options: ``soldiers`` (how they move outside the fortress), ``first`` (who moves first),
    ``capture`` (what follows an omitted capture), ``no_block`` (blocking the officers loses).
    """

    name = "assaut"
    options: Mapping[str, Option] = MappingProxyType(
        {
            "soldiers": Option(
                MANNERS,
                "shortest",
                Text("How soldiers move outside the fortress"),
                (
                    Text("Outside the fortress soldiers go the shortest way to it"),
                    Text(
                        "Outside the fortress soldiers take any step up; sideways only beside the "
                        "fortress"
                    ),
                    Text("Outside the fortress soldiers step up or sideways, never back"),
                ),
            ),
            "first": Option(
                ("soldiers", "officers"),
                "soldiers",
                Text("Who moves first"),
                (
                    Text("The soldiers move first once the officers are placed"),
                    Text("The officers move first once they are placed"),
                ),
            ),
            "capture": Option(
                ("huff", "forced", "auto"),
                "huff",
                Text("When an officer omits a capture"),
                (
                    Text(
                        "If an officer omits a capture and the soldiers notice, they may huff it: "
                        "take it off"
                    ),
                    Text("An officer that can capture must, and as far as it goes"),
                    Text("An officer that omits a capture is taken off at once"),
                ),
            ),
            "no_block": Option(
                (False, True),
                False,
                Text("When the officers are blocked"),
                (
                    Text("If the officers cannot move, the soldiers win"),
                    Text("A soldier's move that leaves the officers no move loses the game"),
                ),
            ),
        }
    )
    example = "d4-d5"
    kinds = MappingProxyType(
        {
            "soldier": PieceKind(
                "{count} soldier", "{count} soldiers", "small disc", "chevrons", noun=SOLDIER
            ),
            "officer": PieceKind(
                "{count} officer", "{count} officers", "large disc", "star", noun=_OFFICER
            ),
        }
    )
    colours = "fortress"

    def __init__(self) -> None:
        self._rules: dict[tuple[OptionValue, ...], AssautRules] = {}

    def start(self, seats: int | None = None, **options: OptionValue) -> AssautPosition:
        """Return the soldiers around the fortress, and the officers to be placed in it."""
        rules = self._in_force(seats, options)
        state = AssautState(rules, OFFICERS, BEGINNING, 0, True, 0, False, 0)
        return AssautPosition(self, state)

    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> AssautPosition:
        """Return the position in a text by ``AssautPosition.fen``. Raises InvalidPosition."""
        return AssautPosition(self, *position_text.read(text, self._in_force(seats, options)))

    def _in_force(self, seats: int | None, options: Mapping[str, OptionValue]) -> AssautRules:
        """Return the rules in force: one object for each choice of options."""
        _, settled = self.settle(seats, options)
        values = tuple(settled[name] for name in self.options)
        rules = self._rules.get(values)
        if rules is None:
            rules = AssautRules(MappingProxyType({name: settled[name] for name in self.options}))
            # Several threads may ask at the same time: all get the one that came first.
            rules = self._rules.setdefault(values, rules)
        return rules


GAMES: Final = (Assaut(),)
