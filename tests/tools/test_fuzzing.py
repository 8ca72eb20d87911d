"""A small share of the texts that ``python -m tools.fuzzing`` sends."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import engine
from engine import IllegalMove, InvalidMove, archive
from tests.each import for_each
from tests.engine.setups import Setup
from tests.nightly import is_night
from tools.fuzzing.__main__ import send
from tools.fuzzing.parsers import of_games, of_words
from tools.fuzzing.texts import ODD

TEXTS = 40_000 if is_night() else 2_000

SETUPS = [
    *(Setup(game, seats, {}) for game in engine.games.values() for seats in game.seats),
    Setup(engine.games["alliance"], 2, {"setup": "free"}),
]


def test_parsers_raise_nothing_but_what_they_document() -> None:
    chance = Random(7)
    findings = send(TEXTS, chance, [of_games(chance, SETUPS), [*of_words()]])
    assert findings.errors == []
    assert min(findings.outcomes["read"], findings.outcomes["refused"]) > TEXTS / 10


@for_each(ODD)
def test_odd_signs_are_refused_where_a_move_or_a_record_is_read(sign: str) -> None:
    position = engine.games["frisian"].start()
    for text in (f"{sign}-28", f"32-28{sign}", f"32{sign}28"):
        try:
            assert position.write(position.parse(text)) == "32-28"
        except (InvalidMove, IllegalMove):
            continue
    with suppress(archive.InvalidRecord):  # a blank is no type, and the game is found without it
        assert archive.read(f'[GameType "{sign}"]\n\n1. 32-28 *').game.name == "international"
