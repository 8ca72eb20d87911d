"""Sentences about a move's effects: captures, promotions, huffs and their causes."""

from __future__ import annotations

import pytest

import engine
from engine import Position
from engine.telling import effects
from tests.engine.games.allies.positions import west
from tests.engine.games.assaut.positions import OMITTED, REST, placed
from tests.engine.games.assaut.positions import read as assaut


def told(position: Position, *texts: str) -> list[str]:
    """Return the sentences about the effects of the last of some moves."""
    last = None
    sentences: list[str] = []
    for text in texts:
        move = position.parse(text)
        after = position.play(move)
        sentences = [str(sentence) for sentence in effects(position, move, after, last)]
        position, last = after, move
    return sentences


def read(name: str, text: str) -> Position:
    return engine.games[name].read(text)


def test_a_quiet_move_needs_no_more_words() -> None:
    assert told(engine.games["frisian"].start(), "32-28") == []


def test_a_capture_is_told_by_number_and_squares_in_its_order() -> None:
    position = read("frisian", "W:W35,46:B26,10,20,30")
    assert told(position, "35x4") == ["It takes 3 pieces: 30, 20, 10.", "It becomes a king."]


def test_a_capture_of_twelve_pieces_is_one_short_line() -> None:
    position = read("frisian", "W:WK47:B42,33,24,14,9,18,27,37,32,22,13,8")
    lines = [told(position, position.write(move)) for move in position.legal_moves()]
    assert all(len(" ".join(line)) < 120 for line in lines)


@pytest.mark.parametrize(("name", "piece"), [("frisian", "king"), ("checkers", "king")])
def test_a_promotion_is_told(name: str, piece: str) -> None:
    position = read(name, "W:W6,46:B30" if name == "frisian" else "W:W5,30:B20")
    (move,) = (each for each in position.legal_moves() if each.path[-1] == 0)
    assert told(position, position.write(move)) == [f"It becomes a {piece}."]


def test_a_cross_that_is_switched_is_told_and_one_that_is_not_is_not() -> None:
    position = engine.games["alliance"].start()
    assert told(position, "c3-c4") == []
    assert told(position, "c3-c4=+") == ["Its cross is switched to + (upright)."]


class TestAssaut:
    def test_an_officer_that_did_not_capture(self) -> None:
        assert told(assaut(OMITTED), "d6-e6", "huff") == [
            "The officer on e6 could have captured d5."
        ]

    def test_one_of_two_officers_that_could_have_captured(self) -> None:
        position = assaut(placed(f"{REST} d5 c6", "d6 c7", "o"))
        assert told(position, "d6-e6", "huff c7") == ["The officer on c7 could have captured c6."]

    def test_an_officer_that_stopped_short(self) -> None:
        position = assaut(placed("d5 e4 c6 a3 a4 b3 g3 g4 c1", "d6 c7", "o"))
        assert told(position, "d6xd4", "huff") == ["The officer on d4 could have captured e4."]

    def test_a_huff_whose_offence_was_not_seen(self) -> None:
        position = assaut(OMITTED)
        position = position.play(position.parse("d6-e6"))
        huff = position.parse("huff")
        seen = position.seen_by(None)
        assert [str(each) for each in effects(seen, huff, seen.play(huff))] == [
            "The officer on e6 did not capture all it could."
        ]

    def test_a_huff_at_once(self) -> None:
        assert told(assaut(OMITTED, capture="auto"), "d6-e6") == [
            "The officer on e6 could have captured d5, so it is taken off."
        ]

    def test_captures_to_choose_from_are_no_hint_at_what_was_omitted(self) -> None:
        position = assaut(placed("d5 e4 c6 a3 a4 b3 g3 g4 c1", "d6 c7", "o"))
        assert told(position, "d6xd4") == ["It takes the piece on d5."]


class TestLesAllies:
    def test_a_general_is_made(self) -> None:
        position = west(0, "FK9 FM7 GF12")
        assert told(position, "K9-L10") == ["It becomes a General."]

    def test_one_of_several_pieces_that_could_have_taken(self) -> None:
        position = west(0, "FM7 FM9 FM3 GN8 GF12")
        sentences = told(position, "M3-L4", "huff M7")
        assert sentences == [
            "The pieces on M7, M9 could have taken and none did, so the one on M7 is taken off."
        ]

    def test_a_piece_that_could_have_taken(self) -> None:
        position = west(0, "FM7 FM3 GN8 GF12")
        assert told(position, "M3-L4", "huff") == [
            "The piece on M7 could have taken and did not, so it is taken off."
        ]

    def test_a_move_that_is_forced_back(self) -> None:
        position = west(0, "FM7 FM3 GN8 GF12")
        assert told(position, "M3-L4", "force") == [
            "The move from M3 to L4 is undone: it omitted a taking."
        ]
