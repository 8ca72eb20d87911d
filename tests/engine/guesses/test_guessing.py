"""Watchers' guesses: when they are open, which ones count, and their worth."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

import engine
from engine.errors import IllegalMove, Refusal
from engine.guesses import move_guesses, winner_guesses
from engine.guesses.move_guesses import MoveGuess, difficulty, guess_of, rated, summed_up
from engine.guesses.winner_guesses import DRAWN, WinnerGuess, closes_at, sides_of, winner_of
from engine.rating import NEW
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import NOWHERE, Event, Kind, Line, abroad, computer, crowd

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ANN, BEN, CID, DOT = 1, 2, 3, 4


def begun(name: str = "frisian", *opponents: int) -> Match:
    """Return a match of Ann on the first seat, without a time limit."""
    match = Match.challenge(
        guild=7,
        channel=8,
        game=engine.games[name],
        options={},
        host=ANN,
        opponents=list(opponents or (BEN,)),
        seat=0,
        now=NOON,
        source=None,
    )
    for person in opponents or (BEN,):
        match = match.accept(person, now=NOON, source=None, chance=random.Random(0))
    return match


def moved(match: Match, *moves: str, minutes: int = 1) -> Match:
    """Return the match after ``moves``, each ``minutes`` after the event before."""
    for move in moves:
        now = match.events[-1].at + timedelta(minutes=minutes)
        who = match.players[match.position.turn]
        match = match.play(who, move, now=now, source=None)
    return match


def agreed(match: Match, offered: Match) -> Match:
    """Return the match after Ben has agreed to what Ann offered."""
    assert offered.offer is not None
    return offered.agree(BEN, offered.offer.number, now=match.events[-1].at, source=None)


def taken_back(match: Match) -> Match:
    match = moved(match, "32-28")
    return agreed(match, match.offer_takeback(ANN, now=NOON, source=None))


def with_time(text: str) -> Match:
    return replace(begun(), time=TimeControl.read(text))


def seated_by_computer() -> Match:
    return replace(begun(), people=(computer(3), ANN))


@pytest.mark.parametrize("time", ["none", "1h", "3d claim"])
def test_a_move_is_guessed_if_watchers_have_time_for_it(time: str) -> None:
    assert move_guesses.is_open(with_time(time))


def test_no_other_turn_is_guessed() -> None:
    match = begun()
    closed = {
        "ten minutes": [with_time("5min"), with_time("90+30")],
        "computer": [seated_by_computer()],
        "taken back": [taken_back(match)],
        "Only one move": [moved(begun("international"), "32-28", "19-23")],
        "being set up": [begun("allies", BEN, CID, DOT)],
        "There is no move": [
            match.resign(BEN, now=NOON, source=None),
            replace(match, guild=NOWHERE),
            replace(match, people=(ANN, crowd(0))),
            replace(match, people=(ANN, abroad(0))),
        ],
    }
    for words, matches in closed.items():
        for one in matches:
            assert words in str(move_guesses.why_closed(one)), (words, one.record())
    blind = replace(moved(begun("international"), "32-28", "19-23"), blindfold=True)
    assert move_guesses.is_open(blind)  # a blindfold match hides that the move is forced


def test_a_player_of_any_seat_cannot_guess() -> None:
    match = begun("halma", BEN, CID, DOT)
    match = match.resign(DOT, now=NOON, source=None)
    for person in (ANN, BEN, CID, DOT):
        with pytest.raises(Refusal, match="You play in this match"):
            guess_of(match, person, "a1-a2", at=NOON, turn=match.since)


def test_a_blindfold_refusal_tells_nothing_of_the_position() -> None:
    match = begun()
    with pytest.raises(IllegalMove, match="on 1 is"):
        guess_of(match, 9, "1-6", at=NOON, turn=match.since)
    with pytest.raises(IllegalMove, match="Blindfold"):
        guess_of(replace(match, blindfold=True), 9, "1-6", at=NOON, turn=match.since)


def test_a_guess_that_is_not_before_its_move_is_none() -> None:
    match = begun()
    turn, at = match.since, NOON + timedelta(seconds=30)
    early = guess_of(match, 9, "32x28", at=at, turn=turn)
    assert early == MoveGuess(turn, 9, "32-28", 9, at)
    after = moved(match, "32-28")
    end = move_guesses.end_of(after, turn)
    assert end is not None
    late = early._replace(person=10, at=end.at)
    wrong = early._replace(person=11, move="31-27")
    assert summed_up([late, wrong, early], end) == (2, (9,))
    for changed, right in ((end.at, (9,)), (at, ())):  # too late once the move is seen
        other = early._replace(move="31-27", at=changed, number=2)
        assert summed_up([early, other], end) == (1, right)
    with pytest.raises(Refusal, match="Too late"):
        guess_of(after, 9, "32-28", at=end.at, turn=turn)
    with pytest.raises(Refusal, match="Too late"):  # sent before the board it would be for
        guess_of(after, 9, "19-23", at=at, turn=after.since)
    resigned = move_guesses.end_of(match.resign(ANN, now=end.at, source=None), turn)
    assert resigned is not None
    assert summed_up([early], resigned) == (0, ())
    assert move_guesses.end_of(match, turn) is None


def test_a_board_tells_of_the_move_that_it_shows_first() -> None:
    match = moved(begun(), "32-28")
    move = move_guesses.guessed_move(match)
    assert isinstance(move, Event)
    assert move_guesses.turn_of(match, move) == begun().since
    assert move_guesses.guessed_move(begun()) is None
    answered = moved(replace(begun(), people=(ANN, computer(3))), "32-28", "19-23")
    first = move_guesses.guessed_move(answered)
    assert (first and first.text, answered.events[-1].text) == ("32-28", "19-23")
    watched = moved(replace(begun(), people=(computer(2), computer(3))), "32-28")
    assert move_guesses.guessed_move(watched) is None
    assert move_guesses.guessed_move(match.resign(BEN, now=NOON, source=None)) is None


def test_more_choices_are_worth_more() -> None:
    shown = [difficulty(choices).shown for choices in (2, 5, 10, 30, 150)]
    assert shown == sorted(shown)
    assert 1300 < shown[0] < 1400
    assert 1700 < shown[2] < 1850
    gains = [rated(NEW, choices, right=True).mu - NEW.mu for choices in (2, 10, 30)]
    losses = [NEW.mu - rated(NEW, choices, right=False).mu for choices in (2, 10, 30)]
    assert 0 < gains[0] < gains[1] < gains[2]
    assert losses[0] > losses[1] > losses[2] > 0


# The winner


def test_guesses_of_the_winner_close_earlier_in_short_games() -> None:
    assert closes_at(begun()) == 10
    assert closes_at(begun("halma", BEN)) == 10
    small = engine.games["halma"].start(2, size=8)
    short = replace(begun("halma", BEN), line=Line.of([small]))
    assert closes_at(short) == 6


def test_guesses_close_with_a_move_and_one_board_says_so() -> None:
    chance, match = random.Random(2), begun()
    boards = list[bool]()
    while match.outcome is None and match.move_number < 12:
        move = chance.choice(match.position.legal_moves())
        match = moved(match, match.position.write(move))
        assert winner_guesses.is_open(match) == (match.move_number < 10)
        boards.append(winner_guesses.have_closed(match))
    assert boards.count(True) == 1
    assert not winner_guesses.have_closed(match.repost(now=match.events[-1].at))


def test_sides_are_teams_and_several_first_places_are_a_draw() -> None:
    assert [str(name) for name in sides_of(begun()).values()] == ["White", "Black", "Draw"]
    pairs = begun("allies", BEN, CID, DOT)
    assert len(set(sides_of(pairs)) - {DRAWN}) == 2
    match = moved(begun(), "32-28", "19-23")
    assert winner_of(match) is None
    assert winner_of(match.resign(BEN, now=match.events[-1].at, source=None)) == 0
    offered = match.offer_agreement(ANN, "draw", now=match.events[-1].at, source=None)
    assert winner_of(agreed(match, offered)) == DRAWN
    won = match.resign(BEN, now=match.events[-1].at + timedelta(seconds=9), source=None)
    guesses = [
        WinnerGuess(person, side, match.events[-1].at + timedelta(seconds=seconds))
        for person, side, seconds in ((7, 0, 1), (8, 1, 8), (9, 0, 9))
    ]
    assert winner_guesses.summed_up(guesses, won) == (2, (7,))
    aborted = begun().resign(BEN, now=NOON, source=None)
    assert aborted.events[-1].kind in {Kind.ABORT, Kind.RESULT}
    assert winner_of(aborted) is None
