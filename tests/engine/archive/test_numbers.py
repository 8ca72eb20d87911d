"""Set-ups in records, and move numbers in posts, records, exports and the viewer."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import product

import pytest

import engine
from engine import archive
from engine.table.match import Match
from engine.table.record import WIDTH
from engine.table.steps import steps_of
from engine.values import OptionValue
from tests.nightly import thinned

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
PLAYERS = 4


@cache
def battle(**options: OptionValue) -> Match:
    """Return a battle of four players after all armies have been placed."""
    chance = random.Random(1)
    match = Match.challenge(
        guild=1,
        channel=1,
        game=engine.games["allies"],
        options=options,
        host=1,
        opponents=list(range(2, PLAYERS + 1)),
        seat=0,
        now=NOW,
        source=None,
    )
    for person in range(2, PLAYERS + 1):
        match = match.accept(person, now=NOW, source=None, chance=chance)
    for person in match.people:
        match = match.arrange(person, "auto mixed", chance=chance)
        match = match.ready(person, now=NOW, source=None)
    return match


def moved(match: Match, chance: random.Random) -> Match:
    legal = [move for move in match.position.legal_moves() if move.kind == "move"]
    text = match.position.write(chance.choice(legal))
    person = match.players[match.position.turn]
    return match.play(person, text, now=NOW, source=f"{len(match.events)}", sure=True)


def numbers(text: str) -> dict[str, int]:
    """Return the numbers in a record, by the move that follows each."""
    return {move: int(number) for number, move in re.findall(r"(\d+)\. (\S+)", text)}


@pytest.mark.parametrize(
    ("attack", "when", "who"),
    thinned(product(["entente-west", "central-west"], range(4, 8), range(PLAYERS)), 3),
)
def test_all_count_alike_before_a_surrender_and_after_it(attack: str, when: int, who: int) -> None:
    match, chance = battle(attack=attack), random.Random(2)
    announced = []
    for turn in range(14):
        if turn == when:
            match = match.surrender(match.people[who], now=NOW, source=None)
        announced.append(match.move_number)
        match = moved(match, chance)
    seats = [event.seat or 0 for event in match.turns]
    assert announced == sorted(announced)
    assert announced[0] == 1
    # Each director's turns are numbered without a gap, before the surrender and after it.
    for seat in set(seats):
        own = [number for number, mover in zip(announced, seats, strict=True) if mover == seat]
        assert own == list(range(own[0], own[0] + len(own)))
    assert [step.number for step in steps_of(match) if step.moves] == announced
    texts = [event.text for event in match.turns]
    begun = {text: n for at, (text, n) in enumerate(zip(texts, announced, strict=True))
             if n not in announced[:at]}  # fmt: skip
    assert numbers(match.record()) == begun
    exported = archive.write(archive.record_of(match, {}))
    assert numbers(exported) == begun
    record = archive.read(exported)
    assert archive.write(record) == exported


def test_each_army_has_lines_of_its_own() -> None:
    match = moved(battle(), random.Random(1))
    exported = archive.write(archive.record_of(match, {})).partition("\n\n")[2]
    for text in (match.record(), exported):
        lines = text.strip().splitlines()
        assert all(len(line) <= WIDTH for line in lines)
        assert lines[-1].startswith("1. ")
        assert "1." not in " ".join(lines[:-1])
        assert sum(len(line.split()) for line in lines[:-1]) == 120
        begins = 0
        for seat in range(PLAYERS):
            army = [e.text for e in match.moves if e.seat == seat and e.text.startswith("@")]
            own = next(at for at, line in enumerate(lines) if line.split()[0] == army[0])
            assert own == begins, "an army begins a line"
            while army and lines[begins].split() == army[: len(lines[begins].split())]:
                army = army[len(lines[begins].split()) :]
                begins += 1
            assert not army


def test_what_was_exported_before_is_still_read() -> None:
    match = moved(battle(), random.Random(1))
    record = replace(archive.record_of(match, {}), headers={})
    headers, _, moves = archive.write(record).partition("\n\n")
    old = f"{headers}\n\n1. {' '.join(moves.replace('1. ', '2. ').split())}\n"
    assert archive.read(old) == record
