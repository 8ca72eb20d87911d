"""The texts of Assaut: notation, refusals, positions and pages."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, InvalidMove, InvalidPosition, MoveError
from engine.values import OptionValue
from tests.engine.games.assaut.positions import ASSAUT, REST, after, placed, read

START = "3/O1O/SS3SS/SSSSSSS/SSSSSSS/SSS/SSS s"
SET_UP = "3/3/SS3SS/SSSSSSS/SSSSSSS/SSS/SSS o place=2"
DUEL = placed(f"{REST} d5 c6", "d6 c7", "o")
STUCK = "SOS/SSS/1SSSOS1/1S5/7/3/3 s"


# Notation


@pytest.mark.parametrize(
    "text", ["@c6,e6", "@e6,c6", "@c6 e6", "@C6, E6", " @ c6 @e6 ", "@c6;e6", "@c6-e6"]
)
def test_the_officers_are_placed_in_either_order_and_with_any_separator(text: str) -> None:
    start = ASSAUT.start()
    assert start.notation.is_notation(text)
    assert start.write(start.parse(text)) == "@c6,e6"
    assert start.parse_all(text) == (start.parse("@c6,e6"),)


@pytest.mark.parametrize("text", ["d6xd4xf4", "d6 d4 f4", "D6:D4:F4", "d6-f4", "d6×f4"])
def test_a_capture_is_named_by_its_points_or_by_its_ends(text: str) -> None:
    position = read(placed(f"{REST} d5 e4", "d6 c7", "o"))
    assert position.write(position.parse(text)) == "d6xf4"


def test_ends_that_fit_several_captures_are_asked_about() -> None:
    position = read(placed("c4 d5 d3 e4", "c3 a3", "o"))
    with pytest.raises(engine.AmbiguousMove) as caught:
        position.parse("c3-e5")
    assert str(caught.value) == "`c3xe5` could be `c3xc5xe5` or `c3xe3xe5`."
    for move in caught.value.moves:
        assert position.parse(position.write(move)) == move


@pytest.mark.parametrize("text", ["huff", "HUFF", "huff e6", "Huff: e6", "huff, e6", " huff  e6 "])
def test_a_claim_names_an_officer_or_none(text: str) -> None:
    position = after(read(placed(f"{REST} d5", "d6 c7", "o")), "d6-e6")
    assert position.notation.is_notation(text)
    assert position.write(position.parse(text)) == "huff e6"


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("@c6,e6", True),
        ("@e4", True),
        ("huff", True),
        ("huff c6", True),
        ("huff c6 d4-d5", True),
        ("huff d4-d5", True),
        ("d4-d5", True),
        ("@all", False),
        ("@somebody c6", False),
        ("huff and puff", False),
        ("huffed", False),
        ("huff c6 d4 d5 d6", False),
        ("huff z9", False),
        ("well played", False),
        ("d4", False),
        ("", False),
        ("@" + "c6," * 200, False),
    ],
)
def test_what_is_notation_and_what_is_chat(text: str, reads: bool) -> None:
    for position in (ASSAUT.start(), read(START), read(DUEL)):
        assert position.notation.is_notation(text) == reads


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("@", "I find no officers to place in your text; place them like `c6 e6`."),
        ("@z9,c6", "There is no z9 on this board; type it like `c6 e6`."),
        ("huff z9", "There is no z9 on this board; type it like `huff c6`."),
        (
            "huff and puff",
            (
                "That is no claim I can read; you claim `huff`, `huff c6`, or `huff c6 d4-d5` "
                "together with your move."
            ),
        ),
        ("d9-d5", "There is no d9 on this board; a move looks like `d4-d5`."),
        ("e4", "That is not a move I can read; a move looks like `d4-d5`."),
    ],
)
def test_text_that_is_no_move_is_refused_with_what_would_be_one(text: str, sentence: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        read(START).parse_all(text)
    assert str(caught.value) == sentence


def test_two_moves_are_not_one() -> None:
    with pytest.raises(InvalidMove, match="two moves"):
        read(START).parse("huff c6 d4-d5")


def test_a_huff_that_ends_the_game_is_typed_alone() -> None:
    position = after(read(placed(f"{REST} d5", "d6", "o")), "d6-e6")
    with pytest.raises(IllegalMove, match="With `huff e6` the game is over"):
        position.parse_all("huff d5-e5")


# Refusals


@pytest.mark.parametrize(
    ("text", "typed", "sentence"),
    [
        (
            SET_UP,
            "d4-d5",
            (
                "First the officers are placed, both in one move, on two points of the fortress: "
                "`c6 e6`."
            ),
        ),
        (SET_UP, "@c6", "Both officers are placed in one move, like `c6 e6`."),
        (SET_UP, "@c6,d6,e6", "Both officers are placed in one move, like `c6 e6`."),
        (SET_UP, "@c6,c6", "Two officers need two different points: `c6 e6`."),
        (
            SET_UP,
            "@e4",
            (
                "The fortress has nine points, from c5 to e7, and e4 is not one of them: the "
                "officers' player names two of them, like `c6 e6`."
            ),
        ),
        (SET_UP, "huff", "Only the soldiers huff, before their move."),
        (START, "@c6,e6", "The officers have been placed already: `b4-c5` is a move."),
        (START, "c6-c7", "The piece on c6 is your opponent's: `b4-c5` is a move."),
        (START, "c5-c6", "There is no piece on c5: `b4-c5` is a move."),
        (START, "d4-d5=x", "Nothing is chosen with `=` in this game: `b4-c5` is a move."),
        (START, "d4-d4", "A step ends on another point: {d4}."),
        (START, "d4-c3", "A soldier cannot go back: {d4}."),
        (START, "d4-d6", "A soldier goes one step along a line: {d4}."),
        (START, "d4-d5-d6", "A soldier makes one step in a turn: {d4}."),
        (START, "d4-c4", "A soldier takes the shortest way to the fortress: {d4}."),
        (
            START,
            "c4-d5",
            "No line joins c4 and d5: the soldier on c4 can play `c4-c5`.",
        ),
        (START, "d3-d4", "There is a piece on d4 already: the soldier on d3 cannot move now."),
        (
            placed(f"{REST} c5", "d6 d7"),
            "c5-b5",
            "A soldier never leaves the fortress: the soldier on c5 can play `c5-c6` or `c5-d5`.",
        ),
        (
            placed(f"{REST} c5", "d6 d7"),
            "c5-e7",
            "Soldiers do not capture: the soldier on c5 can play `c5-c6` or `c5-d5`.",
        ),
        (DUEL, "d6-c7", "Your other officer stands on c7: {d6}."),
        (
            DUEL,
            "d6-d5",
            "To capture the soldier on d5, jump over it: {d6}.",
        ),
        (DUEL, "d6-d6", "A step ends on another point: {d6}."),
        (DUEL, "d6xd4xf4", "There is no soldier to capture on e4: {d6}."),
        (DUEL, "d6xd4xd6", "The soldier on d5 cannot be jumped twice: {d6}."),
        (DUEL, "d6xd4xg3", "From d4 no jump along a line lands on g3: {d6}."),
        (
            DUEL,
            "d6-e4",
            "An officer goes one step along a line, or jumps over a soldier beside it: {d6}.",
        ),
        (DUEL, "c7xe5xc3", "An officer does not jump over an officer (d6): {c7}."),
        (
            placed(f"{REST} c4", "d5 e7", "o"),
            "d5-c4",
            (
                "No line joins d5 and c4: the officer on d5 can play `d5-c5`, `d5-d4`, `d5-d6` or "
                "`d5-e5`."
            ),
        ),
        (
            placed(f"{REST} d4 d3", "d5 e7", "o"),
            "d5xd3",
            (
                "There is a piece on d3 already: the officer on d5 can play `d5-c5`, `d5-d6` or "
                "`d5-e5`."
            ),
        ),
        (DUEL, "huff", "Only the soldiers huff, before their move."),
        (
            START,
            "huff",
            (
                "There is nothing to huff: no officer omitted a capture in its last turn. Asking "
                "cost you nothing: make your move."
            ),
        ),
        (
            START,
            "huff c6",
            (
                "The officer on c6 omitted no capture in the last turn. Asking cost you nothing: "
                "make your move."
            ),
        ),
        (
            START,
            "huff d4",
            "There is no officer on d4: name it by where it stands now, c6 or e6.",
        ),
        (STUCK, "f5-e5", "You have no legal move."),
        (f"{STUCK} offence=e5", "f5-e5", "No soldier can move: only `huff` is left."),
    ],
)
def test_a_refusal_says_why_and_what_would_be_right(text: str, typed: str, sentence: str) -> None:
    can = {
        "d4": "the soldier on d4 can play `d4-c5`, `d4-d5` or `d4-e5`",
        "d6": "the officer on d6 can play `d6xd4`, `d6-c5`, `d6-d7` or another",
        "c7": "the officer on c7 can play `c7xc5`, `c7xe5` or `c7-d7`",
    }
    with pytest.raises(IllegalMove) as caught:
        read(text).parse_all(typed)
    assert str(caught.value) == sentence.format(**can)


@pytest.mark.parametrize(
    ("options", "text", "typed", "sentence"),
    [
        (
            {"soldiers": "forward"},
            START,
            "a4-b4",
            (
                "A soldier goes forward; it goes sideways only beside the fortress, and only "
                "towards it: the soldier on a4 cannot move now."
            ),
        ),
        (
            {"capture": "forced"},
            placed(f"{REST} d5 e4", "d6 c7", "o"),
            "d6-e6",
            "You must capture: `d6xf4`.",
        ),
        (
            {"capture": "forced"},
            placed(f"{REST} d5 e4", "d6 c7", "o"),
            "d6xd4",
            "The officer must go on jumping from d4: the officer on d6 can play `d6xf4`.",
        ),
        (
            {"capture": "forced"},
            START,
            "huff",
            "There is nothing to huff in this game: officers that can capture must.",
        ),
        (
            {"capture": "auto"},
            START,
            "huff",
            "Nobody needs to claim in this game: officers are huffed at once.",
        ),
    ],
)
def test_a_refusal_names_the_rule_that_was_chosen(
    options: dict[str, OptionValue], text: str, typed: str, sentence: str
) -> None:
    with pytest.raises(IllegalMove) as caught:
        read(text, **options).parse(typed)
    assert str(caught.value) == sentence


def test_claims_are_answered_when_no_officer_is_left() -> None:
    with pytest.raises(MoveError, match="nothing to huff"):
        read(placed(REST, "")).parse("huff c6")


# Positions as text


@pytest.mark.parametrize(
    "text",
    [
        SET_UP,
        START,
        placed(f"{REST} d5", "d6 c7", "s", "offence=d6"),
        placed(f"{REST} d5", "d6 c7", "s", "offence=c7,d6 idle=3"),
        placed(f"{REST} d5", "d6", "s", "huffed=1"),
        placed(REST, "d6 c7", "o", "idle=100"),
        placed(REST, "d6 c7", "o", "result=agreed"),
        f"{SET_UP} result=soldiers-resigned",
    ],
)
def test_a_position_is_written_as_it_was_read(text: str) -> None:
    assert read(text).fen() == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "",
            "A position gives the pieces row by row, then the seat to move (s or o); `…` does not.",
        ),
        (
            "3/3/7 s",
            "The board has 7 rows, from top to bottom with `/` between them, and this text 3.",
        ),
        (START.replace("O1O", "O2O"), "Row 2 has 3 points, and `O2O` fills 4."),
        (START.replace("O1O", "O1Q"), "`Q` in row 2 is not a piece; the pieces are `S` or `O`."),
        (
            START.replace(" s", " w"),
            "Write the seat to move after the pieces: s or o, not `w`.",
        ),
        (
            START.replace("O1O", "OOO"),
            "There are 24 soldiers and 3 officers on this board; at most 24 and 2 take part.",
        ),
        (
            START.replace("O1O", "OSO"),
            "There are 25 soldiers and 2 officers on this board; at most 24 and 2 take part.",
        ),
        (f"{START} wind=3", "`wind=3` is not a field of this position, or comes twice."),
        (f"{START} idle=1 idle=2", "`idle=2` is not a field of this position, or comes twice."),
        (f"{START} idle=101", "`idle=101` does not fit this position."),
        (f"{START} idle=-1", "`idle=-1` does not fit this position."),
        (f"{START} offence=d4", "`offence=d4` does not fit this position."),
        (f"{START} offence=c6,c6", "`offence=c6,c6` does not fit this position."),
        (f"{START} offence=c6,z9", "`offence=c6,z9` does not fit this position."),
        (f"{START} offence=", "`offence=` does not fit this position."),
        (
            START.replace(" s", " o offence=c6"),
            "`offence=c6` does not fit this position.",
        ),
        (f"{START} huffed=1", "`huffed=1` does not fit this position."),
        (f"{START} result=won", "`result=won` does not fit this position."),
        (f"{START} place=2", "`place=2` does not fit this position."),
        (SET_UP.replace("=2", "=1"), "`place=1` does not fit this position."),
        (
            START.replace(" s", " o place=2"),
            (
                "While the officers are still to be placed (`place=2`), the fortress is empty and "
                "nothing has been played."
            ),
        ),
    ],
)
def test_text_that_is_no_position_is_refused_with_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        read(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("capture", ["forced", "auto"])
@pytest.mark.parametrize("field", ["offence=c6", "huffed=1"])
def test_where_nobody_claims_a_position_has_no_offence(capture: str, field: str) -> None:
    with pytest.raises(InvalidPosition, match="is not a field"):
        read(f"{START} {field}", capture=capture)


def test_positions_under_different_rules_are_different() -> None:
    rules: list[dict[str, OptionValue]] = [
        {},
        {"soldiers": "free"},
        {"first": "officers"},
        {"capture": "auto"},
        {"no_block": True},
    ]
    assert len({read(START, **options) for options in rules}) == len(rules)
    assert read(START) == read(START, soldiers="shortest")


# Pages


def test_the_pages_show_positions_and_moves_of_the_game() -> None:
    assert len(str(ASSAUT.summary)) < 1_500
    assert 5 <= len(ASSAUT.pages) <= 8
    for page in ASSAUT.pages:
        assert len(str(page.text)) <= 600
        if page.position:
            position = ASSAUT.read(page.position, page.seats, **page.options)
            assert position.fen() == page.position
            assert position.outcome() is None
            if page.move:
                assert position.play(position.parse(page.move)) != position
