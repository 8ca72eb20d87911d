"""Omitted captures in Assaut: the duty to capture, huffing, and secrecy about offences."""

from __future__ import annotations

import pytest

import engine
from engine import Move
from tests.engine.games.assaut.positions import (
    ASSAUT,
    OFFICERS,
    OMITTED,
    REST,
    SOLDIERS,
    after,
    huffs,
    offence,
    on,
    placed,
    read,
    reason,
    texts,
)

# 8. Duty and huffing


def test_a_step_while_a_capture_exists_is_an_offence_of_the_officer_who_could_capture() -> None:
    assert offence(after(read(OMITTED), "d6-e6")) == "e6"
    assert offence(after(read(OMITTED), "c7-c6")) == "d6"
    assert offence(after(read(OMITTED), "d6xd4")) == ""


def test_a_step_without_a_capture_to_omit_is_none() -> None:
    assert offence(after(read(placed(REST, "d6 c7", "o")), "d6-e6")) == ""


def test_where_both_could_have_captured_and_none_did_the_soldiers_name_one() -> None:
    position = after(read(placed(f"{REST} d5 c6", "d6 c7", "o")), "d6-e6")
    assert offence(position) == "c7,e6"
    assert huffs(position) == ["huff c7", "huff e6"]
    assert on(after(position, "huff c7"), "officer") == "e6"
    assert on(after(position, "huff e6"), "officer") == "c7"
    with pytest.raises(engine.AmbiguousMove) as caught:
        position.parse("huff")
    assert str(caught.value) == "`huff` could be `huff c7` or `huff e6`."


def test_a_chain_broken_off_is_an_offence_of_that_officer_alone() -> None:
    position = read(placed("d5 e4 c6 a3 a4 b3 g3 g4 c1", "d6 c7", "o"))
    assert offence(after(position, "d6xd4")) == "d4"
    assert offence(after(position, "d6xd4xf4")) == ""


def test_who_captured_completely_spares_the_other() -> None:
    position = read(placed(f"{REST} d5 c6", "d6 c7", "o"))
    assert offence(after(position, "c7xc5xe5")) == ""


def test_the_huffed_officer_is_lifted_and_the_soldiers_still_move() -> None:
    position = after(read(OMITTED), "d6-e6")
    huff = position.parse("huff")
    e6 = position.board.point["e6"]
    assert huff == Move("huff", (e6,), removed=(e6,))
    then = position.play(huff)
    assert on(then, "officer") == "c7"
    assert then.turn == SOLDIERS
    assert not huffs(then)
    assert after(then, "d5-e5").turn == OFFICERS


def test_the_right_lapses_with_the_soldiers_next_move() -> None:
    position = after(read(OMITTED), "d6-e6", "d5-c5", "e6-e5")
    assert offence(position) == ""
    with pytest.raises(engine.IllegalMove):
        position.parse("huff")


def test_a_claim_in_vain_gets_an_answer_and_changes_nothing() -> None:
    position = after(ASSAUT.start(), "@c6,e6")
    text = position.fen()
    with pytest.raises(engine.IllegalMove, match="nothing to huff"):
        position.parse("huff")
    assert position.fen() == text


def test_one_officer_a_claim() -> None:
    position = after(read(placed(f"{REST} d5 c6", "d6 c7", "o")), "d6-e6", "huff c7")
    with pytest.raises(engine.IllegalMove, match="huffed on this turn"):
        position.parse("huff")


def test_claim_and_move_in_one_message_are_played_both_or_none() -> None:
    position = after(read(OMITTED), "d6-e6")
    assert [
        position.write(position.parse_all(text)[0]) for text in ("huff d5-e5", "HUFF E6 D5 E5")
    ] == [
        "huff e6",
        "huff e6",
    ]
    huff, step = position.parse_all("huff e6 d5-e5")
    assert position.play(huff).play(step) == after(position, "huff", "d5-e5")
    with pytest.raises(engine.IllegalMove, match="one step"):
        position.parse_all("huff e6 d5-d7")


def test_forced_an_officer_has_to_capture_and_to_go_on() -> None:
    position = read(placed(f"{REST} d5 e4", "d6 c7", "o"), capture="forced")
    assert texts(position) == ["d6xf4"]


def test_auto_huffs_the_officer_that_moved_if_he_is_to_blame() -> None:
    both = read(placed(f"{REST} d5 c6", "d6 c7", "o"), capture="auto")
    for text, left in (("d6-e6", "c7"), ("c7-d7", "d6")):
        move = both.parse(text)
        assert move.removed == (move.path[-1],)
        assert on(both.play(move), "officer") == left
        assert both.play(move).turn == SOLDIERS
    broken = read(placed(f"{REST} d5 e4", "d6 c7", "o"), capture="auto")
    assert on(after(broken, "d6xd4"), "officer") == "c7"
    assert on(after(broken, "d6xd4xf4"), "officer") == "c7 f4"


def test_auto_huffs_otherwise_the_first_in_the_order_of_the_ranks() -> None:
    # There are two officers: the one that moved is blameless only if the other alone could
    # capture.
    one = read(placed(f"{REST} d5", "d6 c7", "o"), capture="auto")
    assert on(after(one, "c7-d7"), "officer") == "d7"


def test_auto_huffs_nobody_when_the_sixteenth_soldier_has_fallen() -> None:
    position = read(placed("d5 e4 a3 a4 b3 g3 g4 c1 e1", "d6 c7", "o"), capture="auto")
    ended = after(position, "d6xd4")
    assert on(ended, "officer") == "c7 d4"
    assert reason(ended) == "(2, 1) Sixteen soldiers have been captured."


# Secrets


def test_an_offence_is_hidden_from_everybody() -> None:
    position = after(read(OMITTED), "d6-e6")
    plain = read(position.fen().replace(" offence=e6", ""))
    for seat in (None, SOLDIERS, OFFICERS):
        seen = position.seen_by(seat)
        assert seen == plain
        assert "offence" not in seen.fen()
        assert not huffs(seen)


def test_the_huff_is_offered_whether_or_not_it_is_due() -> None:
    position = after(ASSAUT.start(), "@c6,e6", "d4-d5", "c6-c7")
    due = after(read(OMITTED), "d6-e6")
    assert (
        position.claiming.claims()
        == due.claiming.claims()
        == due.seen_by(SOLDIERS).claiming.claims()
    )
    assert [(claim.text, str(claim.label)) for claim in position.claiming.claims()] == [
        ("huff", "Huff")
    ]
    assert ASSAUT.start().claiming.claims() == ()
    assert read(OMITTED).claiming.claims() == ()
    assert position.resign(SOLDIERS).claiming.claims() == ()
    for capture in ("forced", "auto"):
        started = after(ASSAUT.start(capture=capture), "@d6,d7", "d4-d5")
        assert after(started, started.write(started.legal_moves()[0])).claiming.claims() == ()


def test_the_huff_is_not_offered_where_there_can_be_nothing_to_huff() -> None:
    assert after(ASSAUT.start(), "@c6,e6").claiming.claims() == ()
    assert after(ASSAUT.start(first="officers"), "@c6,e6", "c6-d6").claiming.claims() == ()
    claimed = after(read(OMITTED), "d6-e6", "huff")
    assert claimed.turn == SOLDIERS
    assert claimed.claiming.claims() == ()


def test_refusals_of_other_moves_say_nothing_of_an_offence() -> None:
    due = after(read(OMITTED), "d6-e6")
    plain = due.seen_by(SOLDIERS)
    names = due.board.names
    for start in names:
        for end in names:
            answers = []
            for position in (due, plain):
                try:
                    answers.append(position.write(position.parse(f"{start}-{end}")))
                except engine.MoveError as refusal:
                    answers.append(str(refusal))
            assert answers[0] == answers[1]
            assert "huff" not in answers[0]


def test_naming_the_wrong_officer_gets_the_same_answer_with_and_without_an_offence() -> None:
    due = after(read(OMITTED), "d6-e6")
    for officer in ("c7", "d5", "a5"):
        answers = set()
        for position in (due, due.seen_by(SOLDIERS)):
            with pytest.raises(engine.IllegalMove) as caught:
                position.parse(f"huff {officer}")
            answers.add(str(caught.value))
        assert len(answers) == 1


def test_where_no_soldier_can_step_there_is_nothing_to_hide() -> None:
    text = placed("c5 d5 c6 d6 e6 c7 e7 b5 b4 f5", "d7 e5", "s", "offence=e5")
    for seat in (None, SOLDIERS, OFFICERS):
        assert read(text).seen_by(seat).outcome() is None
