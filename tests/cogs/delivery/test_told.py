"""What a post tells of the last turns: captures, promotions, huffs, and why a game was lost."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

import engine
from cogs.messages.layouts import describe
from cogs.messages.match_posts import compose
from engine.table.match import Match
from engine.table.record import computer
from tests.cogs.conftest import texts_in
from tests.cogs.delivery.matches import ENGLISH, FRENCH, live, played
from tests.engine.games.allies.positions import placed_text
from tests.engine.games.assaut.positions import OMITTED, REST, placed

LONGEST = 250
"""The most characters that a post tells of a turn: four lines on a phone."""


def post(match: Match) -> str:
    """Return the texts of a match's last post."""
    return "\n".join(texts_in(compose(match, ENGLISH, describe(match))))


def told(match: Match, locale: discord.Locale = ENGLISH) -> str:
    """Return the lines of a match's last post that tell of the last turns."""
    texts = texts_in(compose(match, locale, describe(match)))
    lines = "\n".join(texts).splitlines()
    return "\n".join(
        line for line in lines if set(line.split()) & {"played", "huffed", "joué", "soufflé"}
    )


def test_captures_and_a_promotion() -> None:
    match = played(live("frisian", "W:W35,46:B26,10,20,30"), "35x4")
    assert told(match) == (
        "White <@1> played `35x4`. It takes 3 pieces: 30, 20, 10. It becomes a king."
    )
    assert "3\u00a0pièces prises\xa0: 30, 20, 10. Le pion devient dame." in told(match, FRENCH)


def test_a_king_of_alliance_is_no_dame() -> None:
    match = played(live("alliance", "8/x7/8/8/8/8/8/7X b"), "a7-a6")
    match = played(live("alliance", "8/X7/8/8/8/7x/8/8 w"), "a7-a8")
    assert "It becomes a king." in told(match)
    assert "Le pion devient roi." in told(match, FRENCH)


def test_a_general_is_made() -> None:
    text = f"{placed_text('FK9 FM7 GF12')} 1"
    match = played(live("allies", text, field="west"), "K9-L10")
    assert told(match).endswith("played `K9-L10`. It becomes a General.")


def test_how_the_fights_stand_is_told_when_it_changes() -> None:
    text = f"{placed_text('FM7 FM3 GN8 GF12 RA25 RC27 DE17 DE19')} 1"
    match = played(live("allies", text, field="battle"), "M7xO9")
    assert "Pieces left: " in post(match)
    assert "Pieces left: " not in post(played(match, "E17-D16"))


def test_who_plays_one_of_two_fights_is_not_told_to_have_done_what_others_did_before() -> None:
    text = f"{placed_text('FM7 FM3 GN8 GF12 RA25 RC27 DE17')} 1"
    match = played(live("allies", text, field="battle"), "M7xO9", "E17-D16")
    assert len(match.last_moves()[1]) == 2  # the picture shows both
    assert told(match) == "Central East <@2> played `E17-D16`."


def test_a_huff_and_its_cause_before_the_move_that_follows() -> None:
    match = played(live("assaut", OMITTED), "d6-e6", "huff c1-c2")
    assert told(match) == (
        "Soldiers <@1> huffed e6 and played `c1-c2`. The officer on e6 could have captured d5."
    )
    assert told(match, FRENCH).startswith("Les Soldats (<@1>) ont soufflé e6 et joué `c1-c2`. ")
    assert "L’officier en e6 aurait pu prendre d5." in told(match, FRENCH)


def test_the_choice_of_captures_that_led_to_a_huff() -> None:
    match = played(live("assaut", placed(f"{REST} d5 c6", "d6 c7", "o")), "d6-e6", "huff c7")
    assert "The officer on c7 could have captured c6." in told(match)


def test_a_chain_that_was_broken_off() -> None:
    position = placed("d5 e4 c6 a3 a4 b3 g3 g4 c1 d1 e1", "d6 c7", "o")
    match = played(live("assaut", position), "d6xd4", "huff")
    assert "The officer on d4 could have captured e4." in told(match)


def test_one_fox_is_told_in_the_singular() -> None:
    match = played(live("fox-and-geese", "3/3/7/3F3/GGGGGGG/GGG/GGG f"), "d4-d5")
    assert told(match, FRENCH).startswith("Le Renard (<@2>) a joué `d4-d5`.")
    assert told(played(match, "d3-d4"), FRENCH).startswith("Les Oies (<@1>) ont joué `d3-d4`.")


def test_a_game_lost_by_huffs_says_so() -> None:
    match = played(live("assaut", placed(f"{REST} d5", "d6", "o")), "d6-e6", "huff")
    text = "\n".join(texts_in(compose(match, ENGLISH, describe(match))))
    assert "The officer on e6 could have captured d5." in text
    assert "Both officers were huffed: each omitted a capture." in text


def test_nothing_tells_of_an_offence_before_it_is_claimed() -> None:
    match = played(live("assaut", OMITTED), "d6-e6")
    assert told(match).endswith("played `d6-e6`.")


def test_the_example_of_a_move_is_no_hint_at_a_capture_that_may_be_omitted() -> None:
    match = live("assaut", OMITTED)
    assert any(move.captured for move in match.position.legal_moves())
    assert "x" not in match.example
    forced = live("assaut", OMITTED, capture="forced")
    assert "x" in forced.example


def test_the_first_board_of_assaut_says_that_the_officers_are_placed() -> None:
    match = live("assaut", engine.games["assaut"].start().fen())
    first = "First the officers are placed on two points of the fortress."
    assert first in "\n".join(texts_in(compose(match, ENGLISH, describe(match))))
    match = played(match, "@c6,e6")
    shown = "\n".join(texts_in(compose(match, ENGLISH, describe(match))))
    assert first not in shown
    assert "placed their pieces on c6 and e6." in shown


def test_a_turn_of_a_person_and_the_answer_of_a_computer_are_both_told() -> None:
    match = live("frisian", "W:W35,46:B26,10,20,30,5")
    match = replace(match, people=(1, computer(1)))
    match = played(match, "35x4")
    answer = match.position.write(match.position.legal_moves()[0])
    match = played(match, answer)
    first, second = told(match).splitlines()
    assert first.endswith("played `35x4`. It takes 3 pieces: 30, 20, 10. It becomes a king.")
    assert second == f"Black computer, level 1 played `{answer}`. It takes the piece on 4."


@pytest.mark.parametrize("locale", [ENGLISH, FRENCH])
def test_a_capture_of_twelve_pieces_is_short_enough_for_a_phone(locale: discord.Locale) -> None:
    position = engine.games["frisian"].read("W:WK47:B42,33,24,14,9,18,27,37,32,22,13,8")
    most = max(position.legal_moves(), key=lambda move: len(move.captured))
    assert len(most.captured) >= 8
    match = played(live("frisian", position.fen()), position.write(most))
    assert len(told(match, locale)) < LONGEST
