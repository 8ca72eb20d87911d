"""Les Alliés: the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.errors import InvalidPosition
from engine.game import Game, Position
from engine.games.allies import position_text
from engine.games.allies.battle.field_rules import ORDERS, FieldRules, rules_of
from engine.games.allies.battle.state import start
from engine.games.allies.map.europe import DUEL, FIELDS, FULL_BATTLE, KINDS
from engine.games.allies.position import AlliesPosition
from engine.text import Text
from engine.values import Option, Options, OptionValue

_SEATS: Final = (4, 2)
_QUIET: Final = (40, 25)
"""The choices of the option ``quiet``: turns by each side without progress that end a fight."""
_DUEL: Final = Text("This field is short: about fifty turns a player, with twelve soldiers each.")
_ZONE: Final = Text(
    "This field takes more than a hundred turns a player; for a first game choose a duel such as "
    "`france-germany`, which takes about fifty."
)
_LENGTHS: Final = dict.fromkeys(FIELDS, _DUEL) | {
    "west": _ZONE,
    "east": _ZONE,
    FULL_BATTLE: Text(
        "The full battle takes about a hundred and thirty turns a player; for a first game choose "
        "a duel such as `france-germany`, which takes about fifty."
    ),
}


class LesAllies(Game):
    """Les Alliés: draughts on the map of Europe of 1914.

    Four directors fight in the west and in the east, two allies on each side; or two directors
    fight in one of these zones, or two powers with twelve soldiers each. Soldiers are placed in
    secret in their own countries. A soldier steps and takes in any diagonal direction; a soldier
    whose turn ends on an enemy fortress becomes a General, which flies. A piece that could take
    and did not may be huffed, or its side forced to take. A fight is won when the other side
    has no piece left or cannot move; then the winner's ally directs the survivors, too, and the
    border between the zones opens. An alliance that wins both fights wins the battle.

    Source: "Damier géographique Les Alliés" (Saussine, 1916), rules in a translation published
    on a collectors' forum in 2017. The printed board is lost; the map is drawn from the borders
    of 1914. Decided here: placing in secret and at the same time, what "at the same time" means
    for two fights, the end of a quiet fight, the third repetition, fallen fortresses, closed
    zones, and that a fight of one General against two at most is undecided unless the side to
    move can take.

    Options: ``field`` (the part of the map: for four seats the full battle, for two
    ``france-germany`` by default), ``attack`` (who begins in the full battle),
    ``neutral_start`` (whether soldiers may start in Switzerland), ``majority`` (whether a
    stroke must take the most), ``strict`` (whether taking is compulsory), ``quiet`` (the turns
    after which a quiet fight ends).
    """

    name = "allies"
    seats = _SEATS
    kinds = KINDS
    colours = "map"
    options: Mapping[str, Option] = MappingProxyType(
        {
            "field": Option(
                tuple(FIELDS),
                FULL_BATTLE,
                Text("What is fought"),
                (
                    Text("The whole battle is fought, in the west and in the east"),
                    Text("The west is fought over: Entente against Central Powers"),
                    Text("The east is fought over: Entente against Central Powers"),
                    Text("France fights Germany, alone"),
                    Text("Russia fights Germany, alone"),
                    Text("Russia fights Austria, alone"),
                ),
            ),
            "attack": Option(
                tuple(ORDERS),
                "entente-west",
                Text("Who attacks"),
                (
                    Text("The Entente attacks in the west, the Central Powers in the east"),
                    Text("The Central Powers attack in the west, the Entente in the east"),
                ),
            ),
            "neutral_start": Option(
                (False, True),
                False,
                Text("Starting in Switzerland"),
                (
                    Text("No army starts in Switzerland"),
                    Text(
                        "Armies of the west may also start on squares of Switzerland that touch "
                        "no enemy country"
                    ),
                ),
            ),
            "majority": Option(
                (False, True),
                False,
                Text("Choice among strokes"),
                (
                    Text("Any stroke may be chosen, however many it takes"),
                    Text("Only strokes that take the most are legal"),
                ),
            ),
            "strict": Option(
                (False, True),
                False,
                Text("When you can take"),
                (
                    Text("If you can take and do not, you may be huffed or forced"),
                    Text("If you can take, you must: there is no huff and no force"),
                ),
            ),
            "quiet": Option(
                _QUIET,
                40,
                Text("Quiet fights"),
                tuple(
                    Text(
                        "A fight is over after {turns} turns by each side without a taking, a "
                        "huff or a promotion",
                        turns=turns,
                    )
                    for turns in _QUIET
                ),
            ),
        }
    )
    example = "K7-L8"
    solo_teams = True

    def __init__(self) -> None:
        self._rules: dict[tuple[OptionValue, ...], FieldRules] = {}

    def start(self, seats: int | None = None, **options: OptionValue) -> AlliesPosition:
        """Return the empty map; the first seat is to place its armies."""
        return AlliesPosition(start(self._in_force(seats, options)))

    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> AlliesPosition:
        """Return the position in a text by ``AlliesPosition.fen``.

        Fights are judged as at the start of a turn. Raises InvalidPosition.
        """
        state = position_text.read(self._in_force(seats, options), text)
        return AlliesPosition(state if state.phase.setup else state.judged())

    def remark(self, position: Position) -> Text | None:
        """Return a remark on the length of games on the field."""
        return _LENGTHS[str(position.options["field"])]

    def settle(self, seats: int | None, options: Options) -> tuple[int, dict[str, OptionValue]]:
        """Return the number of seats and every option; without a field, two seats play ``DUEL``.

        Raises InvalidPosition for wrong options, or a field for another number of seats.
        """
        field = options.get("field")
        if seats is None:
            seats = 4 if field in {None, FULL_BATTLE} else 2
        seats, settled = super().settle(seats, options)
        if field is None and seats == 2:
            settled["field"] = DUEL
        needed = 4 if settled["field"] == FULL_BATTLE else 2
        if seats != needed:
            raise InvalidPosition(
                Text(
                    "The field `{field}` is for {needed} seats, not for {seats}.",
                    field=str(settled["field"]),
                    needed=needed,
                    seats=seats,
                )
            )
        return seats, settled

    def _in_force(self, seats: int | None, options: Mapping[str, OptionValue]) -> FieldRules:
        """Return the rules in force: one object for each choice of options."""
        _, settled = self.settle(seats, options)
        values = tuple(settled[name] for name in self.options)
        found = self._rules.get(values)
        if found is None:
            view = MappingProxyType({name: settled[name] for name in self.options})
            # Several threads may ask at the same time: all get the one that came first.
            found = self._rules.setdefault(values, rules_of(self, settled, view))
        return found
