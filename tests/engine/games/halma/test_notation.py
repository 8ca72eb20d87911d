"""Halma in text: turns, refusals and positions; its turns agree with an oracle's."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import InvalidMove, InvalidPosition, Position
from tests.engine.games.halma.tables import FOREIGN, after, four, refusal, small, texts
from tests.nightly import examples
from tests.oracles import halma_rules as oracle

start = engine.games["halma"].start

# 11. Notation


@pytest.mark.parametrize("text", ["e4-f5", "E4 F5", "e4xf5", "e4-g4-g6", "h4:h5", "a1–a3"])
def test_two_or_more_squares_are_notation(text: str) -> None:
    assert start(size=8).notation.is_notation(text)


@pytest.mark.parametrize("text", ["", "e4", "e4-", "e4-z9", "e4 and f5", "32-28", "e4-a9"])
def test_other_text_is_none(text: str) -> None:
    assert not start(size=8).notation.is_notation(text)
    with pytest.raises(InvalidMove):
        start(size=8).parse(text)


def test_the_squares_between_may_be_some_of_those_that_can_be_passed() -> None:
    position = small("A d1 B e1 f2 f4 g5")
    assert position.write(position.parse("d1-f3-h5")) == "d1-f1-f3-f5-h5"
    assert position.write(position.parse("d1-f1-h5")) == "d1-f1-f3-f5-h5"


@pytest.mark.parametrize(
    ("position", "typed", "sentence"),
    [
        ("A d4 B e5 h8", "d4-d4", "A turn may not end where it began: the piece on d4 can go to"),
        ("A d4 B e5 h8", "e5-e6", "The piece on e5 belongs to Blue: `d4-c3` is a move."),
        ("A d4 B e5 h8", "c4-c5", "There is no piece on c4: `d4-c3` is a move."),
        ("A d4 B e5 h8", "d4-e5", "There is a piece on e5 already: the piece on d4 can go to"),
        ("A d4 B e5 h8", "d4-d5=+", "Nothing is chosen with `=` in this game: `d4-c3` is a move."),
        (
            "A d4 B e5 h8",
            "d4-f4",
            "There is no piece on e4 to jump over on the way from d4 to f4: the piece on d4 can",
        ),
        (
            "A d4 B e5 h8",
            "d4-f6-f7",
            "f6-f7 is a step, and a turn is one step or only jumps: the piece on d4 can go to",
        ),
        (
            "A d4 B e5 h8",
            "d4-g8",
            "Neither a step nor jumps lead from d4 to g8: the piece on d4 can go to",
        ),
        (
            "A d4 B e5 h8",
            "d4-f6-d5",
            "d5 is reached by a step, which passes no other point: `d4-d5`.",
        ),
        (
            "A d4 B e5 h8 e4",
            "d4-a1-f6",
            "The piece cannot pass a1 in its jumps: `d4-f6` is the way.",
        ),
        (
            "A a6 B h8",
            "a6-a4",
            "There is no piece on a5 to jump over on the way from a6 to a4: the piece on a6 can",
        ),
        (
            "A b6 B h8",
            "b6-c6",
            (
                "The piece on b6 stands in its target camp and may not leave it: the piece on b6 "
                "can go to a5, a6, a7 or another."
            ),
        ),
        (
            "A a1 h7 B b1 b2 a2 h8 a3 c3 c1",
            "a1-b1",
            "There is a piece on b1 already: the piece on a1 cannot move.",
        ),
    ],
)
def test_a_refusal_says_why_and_what_would_be_right(
    position: str, typed: str, sentence: str
) -> None:
    said = refusal(small(position), typed)
    assert said.startswith(sentence)
    assert said.endswith(".")


@pytest.mark.parametrize(
    ("position", "typed", "sentence"),
    [
        (
            small("A a5 B b5 c6", lock="hop"),
            "a5-c5-c7",
            "The jumps to c7 lead out of the target camp, and every one must stay inside: ",
        ),
        (
            small("A g5 B a1", no_return=True),
            "g5-h4",
            "h4 is in your own camp, where a piece that has left it may not stop: ",
        ),
        (
            four(FOREIGN, foreign="pass"),
            "b12-a13",
            "a13 is in the camp of others, where your pieces may not stop: ",
        ),
        (
            four(FOREIGN, foreign="closed"),
            "b12-b14-d14",
            "The jumps to d14 lead through a closed camp: ",
        ),
    ],
)
def test_a_refusal_names_the_option_in_force(position: Position, typed: str, sentence: str) -> None:
    assert refusal(position, typed).startswith(sentence)


def test_who_cannot_move_is_told_so() -> None:
    assert refusal(small(""), "a1-a2") == "You have no legal move."


# Positions as text


def test_the_start_as_text() -> None:
    assert start(size=8).fen() == "BBBB4/BBB5/BB6/B7/7A/6AA/5AAA/4AAAA A"
    position = after(start(size=8), "h4-h5 a5-a4")
    assert position.fen() == "BBBB4/BBB5/BB6/7A/B7/6AA/5AAA/4AAAA A idle=2 played=1,1"


EMPTY = "8/8/8/8/8/8/8/A6B"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "",
            (
                "A position gives the pieces row by row, then the seat to move (a or b); `…` does "
                "not."
            ),
        ),
        (
            "8/8 A",
            ("The board has 8 rows, from top to bottom with `/` between them, and this text 2."),
        ),
        (EMPTY.replace("A6B", "A7B") + " A", "Row 8 has 8 points, and `A7B` fills 9."),
        (
            EMPTY.replace("A6B", "C6B") + " A",
            "`C` in row 8 is not a piece; the pieces are `A` or `B`.",
        ),
        (f"{EMPTY} C", "Write the seat to move after the pieces: a or b, not `C`."),
        (
            f"{EMPTY} A huff=1",
            "`huff=1` is not a field of this position, or comes twice.",
        ),
        (f"{EMPTY} A idle=121", "`idle=121` does not fit this position."),
        (f"{EMPTY} A played=31,1", "`played=31,1` does not fit this position."),
        (f"{EMPTY} A played=1", "`played=1` does not fit this position."),
        (f"{EMPTY} A home=A", "`home=A` does not fit this position."),
        (f"{EMPTY} A out=AB", "`out=AB` does not fit this position."),
        (f"{EMPTY} A out=AA", "`out=AA` does not fit this position."),
        (f"{EMPTY} A out=", "`out=` does not fit this position."),
        (f"{EMPTY} A result=won", "`result=won` does not fit this position."),
        (
            "AAAAAAAA/AAA5/8/8/8/8/8/7B A",
            "Red (`A`) has 11 pieces, and the camp only room for 10.",
        ),
    ],
)
def test_text_that_is_no_position_is_refused_with_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        engine.games["halma"].read(text, size=8)
    assert str(caught.value) == sentence


def test_fields_that_the_table_has_not_are_refused() -> None:
    with pytest.raises(InvalidPosition, match="`played=1,1` is not a field"):
        engine.games["halma"].read(f"{EMPTY} A played=1,1", size=8, deadline=0)
    with pytest.raises(InvalidPosition, match="its pieces are off the board"):
        four("A a8 B c8 C e8 D g8", "A", "out=D")
    with pytest.raises(InvalidPosition, match="`out=D` does not fit"):
        four("A a8 B c8 C e8", "A", "out=D", teams=True)


def test_positions_of_different_tables_are_different() -> None:
    text = start(size=8).fen()
    read = engine.games["halma"].read
    assert read(text, size=8) != read(text, size=8, lock="hop")
    assert read(text, size=8) == read(text, size=8, first=1)


# The turns by an oracle


tables = st.sampled_from([(16, 2), (16, 4), (10, 2), (8, 2)])
rules = st.fixed_dictionaries(
    {"lock": st.sampled_from(["end", "hop"]), "no_return": st.booleans()},
)


@settings(deadline=None, max_examples=examples(150))
@given(tables, rules, st.sampled_from(["stop", "pass", "closed"]), st.integers(0, 2**32))
def test_the_turns_are_those_of_the_oracle(
    kind: tuple[int, int], chosen: dict[str, str | bool], foreign: str, seed: int
) -> None:
    size, seats = kind
    rng = random.Random(seed)
    options: dict[str, int | bool | str] = {"size": size, **chosen}
    if seats > 2:
        options["foreign"] = foreign
    ground = oracle.squares(size, seats)
    pieces = oracle.scattered(ground, rng)
    text = oracle.written(ground, pieces, rng.randrange(seats))
    position = engine.games["halma"].read(text, seats, **options)
    found = oracle.turns(ground, pieces, position.turn, position.options)
    assert texts(position) == sorted(found.values())
    for (first, last), way in found.items():
        assert position.write(position.parse(f"{first}-{last}")) == way
