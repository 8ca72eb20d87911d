"""Sentences about the effects of lines of moves, game by game."""

from __future__ import annotations

import random
import re

import engine
from engine import Move, Position
from engine.study.explaining import given_away, proof, read, refuted, taken_at_once, told
from engine.study.stories import said


def position(name: str, text: str) -> Position:
    return engine.games[name].read(text)


def told_of(start: Position, *moves: str) -> str:
    return str(told(start, read(start, moves)))


def refuted_by(start: Position, move: str, *replies: str) -> str:
    parsed = start.parse(move)
    return str(refuted(start, parsed, read(start.play(parsed), replies)))


def test_captures_are_summed_up_for_the_side_to_move() -> None:
    even = position("international", "W:W28,32,37:B19,13")
    assert told_of(even, "28-23", "19x28", "32x23") == "exchanges a man"
    assert told_of(even, "28-23", "19x28") == "leads to an exchange"  # the exchange goes on
    assert told_of(position("frisian", "W:W35,46:B26,10,20,30"), "35x4") == (
        "takes 3 men and becomes a king"
    )


def test_who_breaks_through_later_is_told_so() -> None:
    start = position("international", "W:W12,48:B36")
    assert told_of(start, "12-8", "36-41", "8-2") == "breaks through and becomes a king"


def test_an_end_is_told_and_not_what_is_lost_before_it() -> None:
    start = position("international", "W:W28:B22")
    assert told_of(start, "28x17") == "takes a man and wins the game"
    lost = position("international", "W:W28:B17,21")
    assert told_of(lost, "28-22", "17x28") == "holds out longest"


def test_what_happens_far_away_is_not_told() -> None:
    start = engine.games["international"].start()
    assert told_of(start, "32-28", "19-23", "28x19", "14x23") == "exchanges a man"
    assert told_of(start, "32-28", "20-24") == "is a quiet move"
    safe = told_of(start, "32-28", "20-24", "38-32")
    assert safe == "keeps everything safe: nothing is taken in the next turns"


def test_a_refuted_move_names_who_takes_what_and_how() -> None:
    start = position("international", "W:W33,48:B23,3")
    assert refuted_by(start, "33-28", "23x32") == "This lets Black take a man: `23x32`."


def test_kings_of_alliance_and_generals_have_their_own_nouns() -> None:
    kinds = engine.games["alliance"].kinds
    assert {str(kind.noun.single) for kind in kinds.values()} == {"a man", "a king"}
    names = {str(kind.noun.named(2)) for kind in engine.games["allies"].kinds.values()}
    assert names == {"2 soldiers", "2 Generals"}
    assert str(engine.games["assaut"].kinds["officer"].noun.single) == "an officer"


def test_games_of_camps_tell_of_the_way_there() -> None:
    start = engine.games["chinese-checkers"].start()
    assert told_of(start, "d1-e5") == "brings a piece closer to the camp"
    there = start.play(start.parse("d1-e5"))
    reply = there.write(there.legal_moves()[0])
    back = there.play(there.parse(reply))
    assert refuted_by(back, "e5-d1") == "This piece moves away from where it has to go."


def test_a_piece_that_moved_later_is_not_said_to_break_through() -> None:
    start = position("international", "W:W12,48:B16")
    assert told_of(start, "48-43", "16-21", "12-8", "21-26", "8-3") == "gets a king"
    start = position("international", "W:W12,48:B36")
    assert told_of(start, "48-43", "36-41", "43-38", "41-46") == "lets Black get a king"
    assert refuted_by(start, "48-43", "36-41", "43-38", "41-46") == (
        "This lets Black get a king: `36-41`, `43-38`, `41-46`."
    )


def test_what_is_huffed_is_told_apart_from_what_is_taken() -> None:
    fronts = (
        "3/2/5/1G7/10/14/13/5G9/15/1F2F10/2F12/2FFfG10/1F1F1G1G8/5G10/1F3G9/1FF12/15/15/14/13/11"
        "/8/3/3/2 2"
    )
    duel = engine.games["allies"].read(fronts, field="france-germany")
    assert refuted_by(duel, "L12-K13", "huff M11", "J12xN16") == (
        "This lets France huff a soldier and take 2 soldiers: `huff M11`, `J12xN16`."
    )
    after = duel.play(duel.parse("L12-K13"))
    assert told_of(after, "huff M11", "J12xN16") == "huffs a soldier and takes 2 soldiers"


def test_pieces_that_reach_the_camp_are_told_in_words() -> None:
    start = engine.games["chinese-checkers"].start()
    goal = start.goal
    assert goal is not None
    assert [str(goal.entering(count)) for count in (1, 2)] == [
        "brings a piece into the camp",
        "brings 2 pieces into the camp",
    ]


def test_a_line_has_all_the_captures_that_are_claimed_of_it() -> None:
    chance, claims = random.Random(5), 0
    for _ in range(60):
        start = engine.games["checkers"].start()
        for _ in range(chance.randrange(4, 30)):
            start = start.play(chance.choice(start.legal_moves())) if start.legal_moves() else start
        if start.outcome() is not None:
            continue
        move = chance.choice(start.legal_moves())
        line: list[Move] = []
        now = start.play(move)
        while len(line) < 12 and now.outcome() is None:
            line.append(max(now.legal_moves(), key=lambda one: len(one.captured)))
            now = now.play(line[-1])
        proved = str(proof(start, move, line))
        claim = re.match(r"This lets \w+ take (an?|\d+) [^:]*: ", proved)
        if claim is None or " and " in claim[0]:
            continue
        claims += 1
        moves = read(start.play(move), re.findall("`([^`]+)`", proved))
        taken = sum(len(one.captured) for one in moves[::2])
        assert taken == (int(claim[1]) if claim[1].isdigit() else 1), proved
    assert claims > 5


def test_a_line_that_proves_nothing_makes_no_claim() -> None:
    start = engine.games["international"].start()
    move = start.parse("32-28")
    assert proof(start, move, read(start.play(move), ["20-24", "38-32"])) is None


def test_a_king_for_nothing_is_given_away_and_an_exchange_is_not() -> None:
    start = position("international", "W:WK46,47,48,49:B9,36")
    move, better = start.parse("46-14"), read(start, ["47-42", "9-13"])
    given = given_away(start, move, read(start.play(move), ["9x20"]), better)
    assert given is not None
    assert (str(said(given.lost)), not given.taken, given.line) == ("a king", True, "`9x20`")
    even = position("international", "W:W28,32,37:B19,13")
    move, better = even.parse("28-23"), read(even, ["37-31", "13-18"])
    assert given_away(even, move, read(even.play(move), ["19x28", "32x23"]), better) is None
    assert given_away(start, start.parse("46-14"), (), read(start, ["46-14"])) is None


def test_a_man_taken_for_nothing_is_told_from_an_exchange() -> None:
    def reply(start: Position, move: str) -> str:
        found = taken_at_once(start, start.parse(move))
        return "" if found is None else start.play(start.parse(move)).write(found)

    start = position("international", "W:W28,37,50:B19,13,1")
    assert reply(start, "28-23") == "19x28"
    assert reply(start, "37-32") == ""
    retaken = position("international", "W:W28,32,37:B19,13")
    assert reply(retaken, "28-23") == ""
    exchanged = position("international", "W:W28:B23,14,10")  # the man takes one and is taken
    assert reply(exchanged, "28x19") == ""
