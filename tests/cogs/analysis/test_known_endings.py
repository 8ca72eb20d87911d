"""Endings of known result: hints, analysis boards, warnings and reviews state the result."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import discord
import pytest

from cogs.language.catalogues import translate
from cogs.timekeeping.paces import Paces
from engine import Text
from tests.cogs.analysis.conftest import Studies
from tests.cogs.analysis.reviewed_matches import ask, moments, reviewed, with_moves
from tests.cogs.analysis.test_analysis import analyse, answer
from tests.cogs.conftest import SHARED, Club, private_text
from tests.cogs.results import begun, posted

pytestmark = SHARED

MOVES: Final = (
    "e3-d4 h6-g5 d2-e3 g5-f4 g3xe5 d6xb4 a3xc5 e7-d6 c5xg5 f8-e7 b2-c3 b6-a5 h2-g3 c7-d6 c1-d2 "
    "g7-f6 d2-e3 f6xh4 a1-b2 d8-c7 g1-h2 a7-b6 e1-d2 d6-e5 d4xd8 a5-b4 c3xa5 c7-d6 a5xe5 h8-g7 "
    "d8-c7 b8xf4 g3xe5 g7-h6 b2-a3 h6-g5 h2-g3 g5-f4 e3xg5 h4xd4 a3-b4 d4-c3 b4-a5 c3xe1"
)
"""A match in Russian draughts that reaches ``W:Wa5,g3,f2:BKe1``, where only g3-h4 wins."""


async def test_a_hint_a_warning_and_a_review_say_the_known_result_of_an_ending(
    club: Club, studies: Studies, paces: Paces, monkeypatch: pytest.MonkeyPatch
) -> None:
    studies.most_nodes = 100
    monkeypatch.setattr(paces, "progress_every", timedelta())
    match = await begun(club, game="russian", rated=False)
    async with club.store.match(match.id) as table:
        table.match = with_moves(table.match, MOVES.split())
    await posted(club)
    hint = await club.alice.slash(club.channel, "hint")
    assert hint.response is not None
    said = private_text(await club.alice.click(hint.response, label="The move, and why")).strip()
    assert said == (
        "A sure win for White in 2 moves. `g3-h4` is the only move that wins. "
        "I expect `e1xg3`, `h4xf2`."
    )
    await club.alice.send(club.channel, f"{club.me} settings warn on")
    await club.alice.send(club.channel, "a5-b6")
    why = await club.alice.click(club.last, label="Show me why")
    assert private_text(why).strip() == "`a5-b6`: Known ending: won in 2 moves → drawn."
    assert why.response is not None
    await club.alice.click(why.response, label="Play it all the same")
    await club.confirm(club.alice, club.last, "Resign")
    asked = await ask(club, club.alice, match)
    await reviewed(club)
    asked = await ask(club, club.alice, match)
    told = await moments(club, asked)
    last = told.rpartition("Move 23, White: `a5-b6`**??**\n")[2]
    assert last.startswith(
        "Your chances: 100% → 50%.\n"
        "Known ending: won in 2 moves → drawn.\n"
        "`g3-h4` is better: it is the only move that wins.\n"
    )


@pytest.mark.usefixtures("studies")
@pytest.mark.parametrize(
    ("position", "language", "said"),
    [
        (
            "W:WKa1,Kb4,Kh8:BKf2",
            "en-US",
            (
                "A sure win for White in 12 moves. "
                "The best move is `h8-e5`: it wins, and no other move wins sooner."
            ),
        ),
        (
            "W:Wc5:BKd8",
            "en-US",
            (
                "A draw with best play. The best move is `c5-d6`: "
                "it is the only move that holds the draw."
            ),
        ),
        (
            "B:WKb2,Kc1:Be7",
            "en-US",
            "A sure win for White in 2 moves. The best move is `e7-d6`: it holds out longest.",
        ),
        (
            "W:Wc5:BKd8",
            "fr",
            (
                "Nulle si chacun joue au mieux. Le meilleur coup est "
                "`c5-d6`\N{NO-BREAK SPACE}: il est le seul à tenir la nulle."
            ),
        ),
    ],
)
async def test_the_computer_says_the_known_result_of_an_ending(
    club: Club, position: str, language: str, said: str
) -> None:
    """The reason given for the best move is the result that it reaches."""
    board = answer(await analyse(club, game="russian", position=position))
    think = translate(Text("Ask the computer"), discord.Locale(language))
    assert said in private_text(await club.alice.click(board, label=think))
