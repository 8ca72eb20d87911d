"""What lines of moves bring, in sentences, game by game."""

from __future__ import annotations

import engine
from engine import Position
from engine.study.explaining import read, refuted, told


def position(name: str, text: str) -> Position:
    return engine.games[name].read(text)


def told_of(start: Position, *moves: str) -> str:
    return str(told(start, read(start, moves)))


def refuted_by(start: Position, move: str, *replies: str) -> str:
    parsed = start.parse(move)
    return str(refuted(start, parsed, read(start.play(parsed), replies)))


SHOT = position("international", "W:W33,38,43:B19,22,8")
"""White gives a man and takes two."""


def test_captures_are_summed_up_for_the_side_to_move() -> None:
    assert told_of(SHOT, "33-28", "22x33", "38x29") == "exchanges a man for a man"
    three = position("international", "W:W28,48:B22,12,2")
    assert told_of(three, "28x17", "12x21", "48-42", "2-7") == "exchanges a man for a man"
    assert told_of(position("frisian", "W:W35,46:B26,10,20,30"), "35x4") == (
        "takes 3 men and becomes a king"
    )


def test_who_breaks_through_later_is_told_so() -> None:
    start = position("international", "W:W12,48:B36")
    assert told_of(start, "12-8", "36-41", "8-2") == "breaks through and becomes a king"


def test_an_end_is_told_and_not_what_is_lost_before_it() -> None:
    start = position("international", "W:W28:B22")
    assert told_of(start, "28x17") == "takes a man and wins"
    lost = position("international", "W:W28:B17,21")
    assert told_of(lost, "28-22", "17x28") == "loses"


def test_what_happens_far_away_is_not_told() -> None:
    start = engine.games["international"].start()
    assert told_of(start, "32-28", "19-23", "28x19", "14x23") == "exchanges a man for a man"
    assert told_of(start, "32-28", "20-24").startswith("keeps everything safe")


def test_a_refuted_move_names_who_takes_what_and_how() -> None:
    start = position("frisian", "W:W33,38,49:B22,23,14,5")
    assert refuted_by(start, "33-28", "23x34") == "This lets Black take a man: `23x34`."


def test_kings_of_alliance_and_generals_have_their_own_nouns() -> None:
    kinds = engine.games["alliance"].kinds
    assert {str(kind.noun.single) for kind in kinds.values()} == {"a man", "a king"}
    names = {str(kind.noun.named(2)) for kind in engine.games["allies"].kinds.values()}
    assert names == {"2 soldiers", "2 Generals"}
    assert str(engine.games["assaut"].kinds["officer"].noun.single) == "an officer"


def test_games_of_camps_tell_of_the_way_there() -> None:
    start = engine.games["chinese-checkers"].start()
    assert told_of(start, "d1-e1") == "brings a piece closer to the camp"
    back = start.play(start.parse("d1-e1")).play(start.parse("n1-m1"))
    assert refuted_by(back, "e1-d1", "m1-n1") == "This piece moves away from where it has to go."
