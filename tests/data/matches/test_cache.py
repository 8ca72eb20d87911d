"""The cache of matches: its size is limited, in bytes."""

from __future__ import annotations

import gc
import random
import tracemalloc
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import engine
from data.matches.memory import SIZE, weight
from data.records import Cache
from engine.table.match import Match
from engine.table.record import NOWHERE, OPEN, Event, Kind, Line
from tests.nightly import one_of_each_family

NOW = datetime(2026, 1, 1, tzinfo=UTC)
MEBIBYTE = 1024 * 1024
TURNS = 150


def fens(name: str, steps: int) -> list[str]:
    """Return the texts of ``steps`` positions of random games, one game after another."""
    chance, texts = random.Random(name), list[str]()
    position = engine.games[name].start()
    while len(texts) < steps:
        moves = position.legal_moves()
        over = not moves or position.outcome() is not None
        position = engine.games[name].start() if over else position.play(chance.choice(moves))
        texts.append(position.fen())
    return texts


def restored(name: str, texts: list[str], match_id: int = 1) -> Match:
    """Return a match with these positions, with copies of ``texts`` as if just read."""
    game = engine.games[name]
    events = [
        Event(
            number, Kind.MOVE, NOW, 0, None, f"32-28 {number}", "".join(list(text)), f"m:{number}"
        )
        for number, text in enumerate(texts, 1)
    ]
    start = game.start()
    return Match(
        id=match_id,
        guild=NOWHERE,
        channel=NOWHERE,
        game=game,
        options=start.options,
        host=1,
        people=(OPEN,) * len(start.seats),
        drawn=True,
        events=tuple(events),
        line=Line.of(game.read(text) for text in texts),
    )


@pytest.mark.parametrize("name", one_of_each_family())
def test_a_match_takes_no_more_than_it_is_weighed(name: str) -> None:
    texts = fens(name, 40)
    restored(name, texts).line[-1].legal_moves()  # makes what all matches share
    tracemalloc.start()
    match = restored(name, texts)
    for position in match.line:
        position.legal_moves()
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert taken <= weight(match) + 20_000


def test_long_matches_stay_within_the_bound() -> None:
    size = 2 * MEBIBYTE
    cache, texts = Cache[int, Match](size, weight), fens("frisian", TURNS)
    tracemalloc.start()
    for match_id in range(1, 9):
        cache.put(match_id, restored("frisian", texts, match_id))
        assert cache.weight <= size
    gc.collect()
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert taken <= size
    kept = [number for number in range(1, 9) if cache.get(number)]
    assert 1 <= len(kept) < 8
    assert kept[-1] == 8


def test_a_match_that_is_larger_than_the_bound_is_not_kept() -> None:
    texts = fens("frisian", 20)
    cache = Cache[int, Match](weight(restored("frisian", texts)), weight)
    cache.put(1, restored("frisian", texts))
    assert cache.get(1) is not None
    cache.put(1, restored("frisian", [*texts, texts[-1]]))
    assert (cache.get(1), cache.weight) == (None, 0)


def test_a_match_that_grows_is_weighed_anew() -> None:
    match = restored("frisian", fens("frisian", 20))
    cache = Cache[int, Match](SIZE, weight)
    cache.put(1, replace(match, events=match.events[:10], line=match.line[:10]))
    before = cache.weight
    cache.put(1, match)
    assert before < cache.weight == weight(match)


def test_the_match_that_was_not_asked_for_the_longest_goes_first() -> None:
    texts = fens("frisian", 5)
    one, two, three = (restored("frisian", texts, number) for number in (1, 2, 3))
    cache = Cache[int, Match](2 * weight(one), weight)
    cache.put(1, one)
    cache.put(2, two)
    cache.get(1)
    cache.put(3, three)
    assert [cache.get(number) for number in (1, 2, 3)] == [one, None, three]
