"""Two teams are seated by strength on alternating sides, with nobody in both teams."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

import engine
from engine import Refusal
from engine.server_matches.server_match import GATHERED_WITHIN, Phase, Player, ServerMatch, Side
from engine.table.clock import NO_LIMIT
from engine.table.record import abroad

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOME, AWAY = Side(1, "Home", 11), Side(2, "Away", 12)


def player(side: int, number: int, strength: float = 0.0) -> Player:
    return Player(side, 100 * side + number, f"P{number}", strength, id=10 * side + number)


def accepted(most: int = 3) -> ServerMatch:
    game = engine.games["frysk"]
    sides = HOME, Side(AWAY.guild, "", 0)
    asked = ServerMatch(7, game, game.start().options, NO_LIMIT, most, NOW, sides)
    return asked.accept(AWAY)


def test_boards_are_by_strength_and_the_sides_begin_in_turn() -> None:
    match = accepted()
    for one in (
        player(0, 1, 5.0),
        player(0, 2, 9.0),
        player(0, 3),
        player(1, 1),
        player(1, 2, 1.0),
    ):
        match = match.join(one)
    match = match.ready(1).seated()
    assert match.phase is Phase.PLAYING  # the first team is full, the second is ready
    assert [board.players for board in match.boards] == [(2, 12), (1, 11)]
    assert match.seats(match.boards[0], 0) == (2, abroad(12))
    assert match.seats(match.boards[0], 1) == (abroad(2), 102)
    assert match.seats(match.boards[1], 1) == (101, abroad(1))


def test_who_is_in_a_team_is_in_no_other_and_once() -> None:
    match = accepted().join(player(0, 1))
    with pytest.raises(Refusal, match="in the team already"):
        match.join(player(0, 1))
    with pytest.raises(Refusal, match="in the other team"):
        match.join(replace(player(1, 1), person=1))
    with pytest.raises(Refusal, match="Nobody is in the team"):
        match.ready(1)
    with pytest.raises(Refusal, match="accepted already"):
        match.accept(AWAY)
    with pytest.raises(Refusal, match="is full"):
        accepted(1).join(player(0, 1)).join(player(0, 2))


def test_what_nobody_begins_expires() -> None:
    match = accepted()
    assert match.expired(NOW + GATHERED_WITHIN - timedelta(seconds=1)) is match
    assert match.expired(NOW + GATHERED_WITHIN).phase is Phase.EXPIRED
