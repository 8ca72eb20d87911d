"""The sentence about each value of an option, proved by play.

A new option needs a case: a position read with each value, a function that observes the position,
and for each value its sentence and observation. No two values may give the same observation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

import pytest

import engine
from engine import Position, Refusal
from engine.values import Move, OptionValue
from tests.engine.games.alliance import positions as alliance
from tests.engine.games.allies import positions as allies
from tests.engine.games.assaut import positions as assaut
from tests.engine.games.halma.tables import table


class Case(NamedTuple):
    """The proof of one option; ``seen`` has the sentence and the observation of each value."""

    read: Callable[[OptionValue], Position]
    look: Callable[[Position], object]
    seen: Mapping[OptionValue, tuple[str, object]]


# Observations


def legal(*moves: str) -> Callable[[Position], tuple[str, ...]]:
    """Return a function that picks those of ``moves`` that are legal in a position."""

    def look(position: Position) -> tuple[str, ...]:
        return tuple(move for move in moves if _allows(position, move))

    return look


def _allows(position: Position, move: str) -> bool:
    try:
        position.parse(move)
    except Refusal:
        return False
    return True


def after(*moves: str) -> Callable[[Position], tuple[int, ...] | None]:
    """Return a function that gives the ranks after ``moves``, None if the game goes on."""

    def look(position: Position) -> tuple[int, ...] | None:
        for text in moves:
            position = position.play(position.parse(text))
        outcome = position.outcome()
        return outcome and outcome.ranks

    return look


def turn(position: Position) -> str:
    return str(position.seats[position.turn].name)


def teams(position: Position) -> tuple[int, ...]:
    return tuple(seat.team for seat in position.seats)


def resigned(*seats: int) -> Callable[[Position], bool]:
    """Return a predicate: whether the game is over once ``seats`` have resigned."""

    def look(position: Position) -> bool:
        for seat in seats:
            position = position.resign(seat)
        return position.outcome() is not None

    return look


# Readers of positions


def jumping(
    option: str,
    pieces: str,
    seats: int,
    game: str = "halma",
    fields: str = "",
    **others: OptionValue,
) -> Callable[[OptionValue], Position]:
    """Return a reader of a position of Halma or Chinese checkers, given the option's value."""
    return lambda value: table(game, pieces, "A", fields, seats, **others, **{option: value})


def starting(game: str, option: str, seats: int | None = None) -> Callable[[OptionValue], Position]:
    """Return a function that starts a game, given the option's value."""
    return lambda value: engine.games[game].start(seats, **{option: value})


def star(option: str, pieces: str, seats: int = 2) -> Callable[[OptionValue], Position]:
    """Return a reader of a position of Chinese checkers, given the option's value."""
    return jumping(option, pieces, seats, "chinese-checkers")


# The cases

CAMP = "b8 c8 d8 a7 b7 c7 a6 c6 a5"
"""Red's target camp on 8×8 without a8, and with c6 instead of b6."""

FOUR_CAMP = "m16 n16 o16 p16 m15 n15 o15 p15 n14 o14 p14 p13 n12"
"""Red's target camp in a game for four, with n12 instead of o13."""
NORTH = "p1 p2 o1 o2 o3 n1 n2 n3 m8"
"""Red's target camp on the star without q1, and with m8 instead of n4."""

FAR = "a3 a4 b3 b4 c1 c2 d1 e1 e2 g3"
"""Soldiers too far away to be captured."""

BLOCKING = assaut.placed("b3 b4 a5 c3 d4 c4 e3 e4 d2 a4 b5", "a3")

_LOCK = (
    "A piece that begins its turn in its target camp also ends it there",
    "A piece that begins its turn in its target camp stays in it with every jump",
)
_HOME = (
    "A piece may come back to its own camp",
    "A piece that has left its own camp may not end a turn there again",
)
_FOREIGN = (
    "You may stop in any camp",
    "Through camps other than your own and your target you may jump, but not stop there",
    "Camps other than your own and your target are closed to you",
)
_UNBLOCK = (
    "You win only when all your own pieces are in your target camp",
    "A full target camp counts as filled if at least one piece in it is its player's",
)
_TEAMS = ("Everybody plays for themselves", "Partners sit opposite each other and win together")
_PLAY_ON = (
    "The game is over when somebody has won",
    "When somebody has won, the others play on for places",
)


def _turns_to_the_end(position: Position) -> int:
    """Return the turns until the game ends, if both sides make the quietest moves."""
    turns = 0
    while position.outcome() is None:
        position = position.play(min(position.legal_moves(), key=partial(_unrest, position)))
        turns += 1
    return turns


def _unrest(position: Position, move: Move) -> tuple[bool, bool, bool]:
    """Return whether a move captures, whether it allows a capture, and whether a man makes it."""
    piece = position.piece_on(move.path[0])
    taken = any(reply.captured for reply in position.play(move).legal_moves())
    return bool(move.captured), taken, piece is not None and piece.kind != "king"


def _stays_at_home(position: Position) -> int | None:
    """Return the turns until the game ends if the first seat stays in its camp, None beyond 55."""
    home = {point for point, seat in position.display.zones() if seat == 0}
    for number in range(1, 56):
        for own in (True, False):
            moves = position.legal_moves()
            position = position.play(next(m for m in moves if not own or m.path[-1] in home))
        if position.outcome() is not None:
            return number
    return None


def _first_two(position: Position) -> list[str]:
    """Return the names of the seats that make the first two moves."""
    after_it = position.play(position.legal_moves()[0])
    return [turn(position), turn(after_it)]


def huffed(position: Position) -> tuple[bool, int, bool]:
    """Return whether d6 may pass a capture, the officers left then, and whether a huff is legal."""
    if not _allows(position, "d6-e6"):
        return False, 2, False
    position = position.play(position.parse("d6-e6"))
    officers = [piece for _, piece in position.pieces() if piece.kind == "officer"]
    return True, len(officers), _allows(position, "huff")


def crosses(position: Position) -> tuple[set[str], set[str]]:
    """Return the kinds of crosses in White's middle row, and in the two other rows."""
    kinds: tuple[set[str], set[str]] = (set(), set())
    for point, piece in position.pieces():
        name = position.board.names[point]
        if piece.seat == 0:
            kinds[name[1] != "2"].add(piece.kind)
    return kinds


CASES: dict[tuple[str, str], Case] = {
    ("alliance", "setup"): Case(
        starting("alliance", "setup"),
        crosses,
        {
            "x": ("All crosses are diagonal (×) at the start", ({"x"}, {"x"})),
            "plus": ("All crosses are upright (+) at the start", ({"+"}, {"+"})),
            "rows": (
                (
                    "At the start the crosses of each side's middle row are upright (+), "
                    "all others diagonal (×)"
                ),
                ({"+"}, {"x"}),
            ),
            "free": (
                "Before the first move both players set their own crosses, in secret",
                ({"unset"}, {"unset"}),
            ),
        },
    ),
    ("alliance", "kings_only"): Case(
        lambda value: alliance.at("w", "Ka1 Kc1 kh8", kings_only=str(value)),
        lambda position: (after()(position), alliance.names(position)),
        {
            "agree": (
                "When only kings are left, the players may agree to count them",
                (None, ["draw", "count"]),
            ),
            "auto": ("When only kings are left, they are counted at once", ((1, 2), [])),
        },
    ),
    ("alliance", "no_progress"): Case(
        lambda value: alliance.at("w", "Ka1 Kc1 Xa3 kh8", "idle=39", no_progress=int(value)),
        _turns_to_the_end,
        {
            turns: (
                (
                    f"It is a draw after {turns} turns ({turns // 2} by each side) "
                    "without a capture and without a man changing rank"
                ),
                turns - 39,
            )
            for turns in (40, 80, 120)
        },
    ),
    ("assaut", "soldiers"): Case(
        lambda value: assaut.read(assaut.placed("b4 a3", "e7 c7"), soldiers=value),
        legal("b4-a5", "b4-a4", "b4-c5", "b4-b3"),
        {
            "shortest": ("Outside the fortress soldiers go the shortest way to it", ("b4-c5",)),
            "forward": (
                "Outside the fortress soldiers take any step up; sideways only beside the fortress",
                ("b4-a5", "b4-c5"),
            ),
            "free": (
                "Outside the fortress soldiers step up or sideways, never back",
                ("b4-a5", "b4-a4", "b4-c5"),
            ),
        },
    ),
    ("assaut", "first"): Case(
        starting("assaut", "first"),
        lambda position: turn(assaut.after(position, "@c6,e6")),
        {
            "soldiers": ("The soldiers move first once the officers are placed", "Soldiers"),
            "officers": ("The officers move first once they are placed", "Officers"),
        },
    ),
    ("assaut", "capture"): Case(
        lambda value: assaut.read(assaut.placed(f"{FAR} d5", "d6 c7", "o"), capture=value),
        huffed,
        {
            "huff": (
                (
                    "If an officer omits a capture and the soldiers notice, they may huff it: "
                    "take it off"
                ),
                (True, 2, True),
            ),
            "forced": (
                "An officer that can capture must, and as far as it goes",
                (False, 2, False),
            ),
            "auto": ("An officer that omits a capture is taken off at once", (True, 1, False)),
        },
    ),
    ("assaut", "no_block"): Case(
        lambda value: assaut.read(BLOCKING, no_block=value, soldiers="free"),
        after("b5-c5"),
        {
            False: ("If the officers cannot move, the soldiers win", (1, 2)),
            True: ("A soldier's move that leaves the officers no move loses the game", (2, 1)),
        },
    ),
    ("halma", "size"): Case(
        starting("halma", "size"),
        lambda position: position.board.size,
        {size: (f"The board has {size}×{size} squares", (size, size)) for size in (16, 10, 8)},
    ),
    ("halma", "teams"): Case(
        starting("halma", "teams", 4),
        resigned(0, 2),
        {False: (_TEAMS[0], False), True: (_TEAMS[1], True)},
    ),
    ("halma", "first"): Case(
        starting("halma", "first", 4),
        turn,
        {
            number: (f"Seat {number} begins, in order of play", name)
            for number, name in enumerate(("Red", "Blue", "Yellow", "Green"), 1)
        },
    ),
    ("halma", "lock"): Case(
        jumping("lock", "A a5 c3 B b5 c6 b4", 2, size=8),
        legal("a5-c5-c7", "a5-c5"),
        {"end": (_LOCK[0], ("a5-c5-c7",)), "hop": (_LOCK[1], ())},
    ),
    ("halma", "no_return"): Case(
        jumping("no_return", "A g5 B a1", 2, size=8),
        legal("g5-h4"),
        {False: (_HOME[0], ("g5-h4",)), True: (_HOME[1], ())},
    ),
    ("halma", "foreign"): Case(
        jumping("foreign", "A b12 D b13 c14", 4),
        legal("b12-b14", "b12-b14-d14"),
        {
            "stop": (_FOREIGN[0], ("b12-b14", "b12-b14-d14")),
            "pass": (_FOREIGN[1], ("b12-b14-d14",)),
            "closed": (_FOREIGN[2], ()),
        },
    ),
    ("halma", "deadline"): Case(
        lambda value: (
            table("halma", "A j1 B e4", "A", "", 2, size=10, deadline=value)
            if value == 50
            else table("halma", "A h1 B e4", "A", "", 2, size=8, deadline=value)
        ),
        _stays_at_home,
        {
            0: ("There is no deadline for leaving home", None),
            30: ("A player with pieces still at home after turn 30 loses", 30),
            50: ("A player with pieces still at home after turn 50 loses", 50),
        },
    ),
    ("halma", "unblock"): Case(
        jumping("unblock", f"A {CAMP} B a8 e4", 2, size=8),
        after("c6-b6"),
        {False: (_UNBLOCK[0], None), True: (_UNBLOCK[1], (1, 2))},
    ),
    ("halma", "play_on"): Case(
        jumping("play_on", f"A {FOUR_CAMP} B e9 C e7 D e5", 4),
        after("n12-o13"),
        {False: (_PLAY_ON[0], (1, 2, 2, 2)), True: (_PLAY_ON[1], None)},
    ),
    ("chinese-checkers", "pieces"): Case(
        starting("chinese-checkers", "pieces"),
        lambda position: sum(piece.seat == 0 for _, piece in position.pieces()),
        {count: (f"Each player has {count} pieces", count) for count in (10, 15)},
    ),
    ("chinese-checkers", "teams"): Case(
        starting("chinese-checkers", "teams", 4),
        resigned(0, 2),
        {False: (_TEAMS[0], False), True: (_TEAMS[1], True)},
    ),
    ("chinese-checkers", "first"): Case(
        starting("chinese-checkers", "first", 6),
        lambda position: position.turn,
        {number: (f"Seat {number} begins, in order of play", number - 1) for number in range(1, 7)},
    ),
    ("chinese-checkers", "lock"): Case(
        star("lock", "A n4 B k9 m7 m8"),
        legal("n4-l7-n2", "n4-l7", "n4-n3"),
        {"end": (_LOCK[0], ("n4-l7-n2", "n4-n3")), "hop": (_LOCK[1], ("n4-n3",))},
    ),
    ("chinese-checkers", "no_return"): Case(
        star("no_return", "A e5 B k8 f12 m3"),
        legal("e5-d1", "e5-f5"),
        {False: (_HOME[0], ("e5-d1", "e5-f5")), True: (_HOME[1], ("e5-f5",))},
    ),
    ("chinese-checkers", "foreign"): Case(
        star("foreign", "A m9 B l10 e13 m10", 6),
        legal("m9-m11", "m9-m11-k9", "m9-n4"),
        {
            "stop": (_FOREIGN[0], ("m9-m11", "m9-m11-k9", "m9-n4")),
            "pass": (_FOREIGN[1], ("m9-m11-k9", "m9-n4")),
            "closed": (_FOREIGN[2], ("m9-n4",)),
        },
    ),
    ("chinese-checkers", "unblock"): Case(
        star("unblock", f"A {NORTH} B q1 e5"),
        after("m8-n4"),
        {False: (_UNBLOCK[0], None), True: (_UNBLOCK[1], (1, 2))},
    ),
    ("chinese-checkers", "play_on"): Case(
        star("play_on", f"A q1 {NORTH} B i5 C i7", 3),
        after("m8-n4"),
        {False: (_PLAY_ON[0], (1, 2, 2)), True: (_PLAY_ON[1], None)},
    ),
    ("chinese-checkers", "long_jump"): Case(
        star("long_jump", "A i1 B i3"),
        legal("i1-i5", "i1-i2"),
        {
            False: ("You jump over neighbours only", ("i1-i2",)),
            True: (
                "You may jump over a distant piece, with as many empty holes behind it as before",
                ("i1-i5", "i1-i2"),
            ),
        },
    ),
    ("chinese-checkers", "swap"): Case(
        star("swap", "A m5 B n1 q1 l5"),
        legal("m5-n1", "m5-l5"),
        {
            False: ("You cannot step onto another's piece", ()),
            True: ("A step onto another's piece in your target camp swaps the two", ("m5-n1",)),
        },
    ),
    ("allies", "field"): Case(
        starting("allies", "field"),
        lambda position: (
            [str(seat.name) for seat in position.seats],
            position.write(position.legal_moves()[0]),
        ),
        {
            "battle": (
                "The whole battle is fought, in the west and in the east",
                (["Entente West", "Central West", "Entente East", "Central East"], "@A3"),
            ),
            "west": (
                "The west is fought over: Entente against Central Powers",
                (["Entente", "Central Powers"], "@A3"),
            ),
            "east": (
                "The east is fought over: Entente against Central Powers",
                (["Entente", "Central Powers"], "@A25"),
            ),
            "france-germany": ("France fights Germany, alone", (["France", "Germany"], "@I5")),
            "russia-germany": ("Russia fights Germany, alone", (["Russia", "Germany"], "@A25")),
            "russia-austria": ("Russia fights Austria, alone", (["Russia", "Austria"], "@A25")),
        },
    ),
    ("allies", "attack"): Case(
        lambda value: allies.filled(attack=value),
        _first_two,
        {
            "entente-west": (
                "The Entente attacks in the west, the Central Powers in the east",
                ["Entente West", "Central East"],
            ),
            "central-west": (
                "The Central Powers attack in the west, the Entente in the east",
                ["Central West", "Entente East"],
            ),
        },
    ),
    ("allies", "neutral_start"): Case(
        starting("allies", "neutral_start"),
        legal("@P10=it"),
        {
            False: ("No army starts in Switzerland", ()),
            True: (
                (
                    "Armies of the west may also start on squares of Switzerland that "
                    "touch no enemy country"
                ),
                ("@P10=it",),
            ),
        },
    ),
    ("allies", "majority"): Case(
        lambda value: allies.west(0, "FN8 GM9 GK11 FN4 GM5 GE11", majority=value),
        legal("N4xL6", "N8xL10xJ12"),
        {
            False: (
                "Any stroke may be chosen, however many it takes",
                ("N4xL6", "N8xL10xJ12"),
            ),
            True: ("Only strokes that take the most are legal", ("N8xL10xJ12",)),
        },
    ),
    ("allies", "strict"): Case(
        lambda value: allies.west(0, "FM7 GN8 GF12 FM3", strict=value),
        legal("M7xO9", "M3-L4"),
        {
            False: ("If you can take and do not, you may be huffed or forced", ("M7xO9", "M3-L4")),
            True: ("If you can take, you must: there is no huff and no force", ("M7xO9",)),
        },
    ),
    ("allies", "quiet"): Case(
        lambda value: allies.west(0, "FU5 GC13", "quiet-west=49", quiet=value),
        _turns_to_the_end,
        {
            turns: (
                (
                    f"A fight is over after {turns} turns by each side without a taking, "
                    "a huff or a promotion"
                ),
                2 * turns - 49,
            )
            for turns in (25, 40)
        },
    ),
}


def test_every_option_has_a_case() -> None:
    assert {(game.name, name) for game in engine.games.values() for name in game.options} == {
        *CASES
    }


@pytest.mark.parametrize(("game", "name"), CASES)
def test_what_is_said_of_each_value_is_what_is_played(game: str, name: str) -> None:
    option, case = engine.games[game].options[name], CASES[game, name]
    assert {value: str(option.said(value)) for value in option.choices} == {
        value: said for value, (said, _) in case.seen.items()
    }
    seen = {value: case.look(case.read(value)) for value in option.choices}
    assert seen == {value: what for value, (_, what) in case.seen.items()}
    assert len({repr(what) for what in seen.values()}) == len(option.choices)
