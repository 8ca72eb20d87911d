"""Posts of a tournament's matches name the cost of never making a move."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import engine
from cogs.language.catalogues import ENGLISH, translate_into
from cogs.messages.post_texts import text_lines
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import Kind, Reminder

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
THE_RULE = "never make a move"


def begun() -> Match:
    """Return a match begun by a tournament."""
    return Match.appointed(
        guild=1,
        channel=2,
        game=engine.games["frysk"],
        options={},
        host=10,
        people=(10, 11),
        time=TimeControl.read("1d"),
        rated=True,
        tournament=5,
        now=NOON,
        source="tournament:5.1.1.1",
    )


def next_post(match: Match) -> tuple[Match, str]:
    """Return the match after its next due event, and the text of the post about that."""
    assert match.due is not None
    after = match.tick(now=match.due, chance=random.Random(1))
    return after, "\n".join(text_lines(after, translate_into(ENGLISH)))


def test_reminders_and_ends_say_what_it_costs_never_to_move() -> None:
    reminded, said = next_post(begun())
    assert reminded.events[-1].text == Reminder.TIME
    assert THE_RULE in said
    ended, said = next_post(reminded)
    assert ended.events[-1].kind is Kind.ABORT
    assert "a walkover, which changes no rating" in said
    assert "counts for nobody" not in said


def test_who_has_moved_and_who_plays_no_tournament_is_not_told_so() -> None:
    match = begun()
    for _ in range(2):
        person = match.people[match.position.turn]
        move = match.position.write(match.position.legal_moves()[0])
        match = match.play(person, move, now=NOON, source=None)
    assert THE_RULE not in next_post(match)[1]
    assert THE_RULE not in next_post(replace(begun(), tournament=None))[1]
