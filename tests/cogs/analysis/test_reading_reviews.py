"""Reviews are read moment by moment: the text and the picture of each turn."""

from __future__ import annotations

from dataclasses import replace

import engine
from cogs.analysis.reviews.moments import around, line_after
from data import Review
from engine.study.judging import Judged, Mark
from engine.table.steps import steps_of
from tests.cogs.analysis.reviewed_matches import (
    MOVES,
    ask,
    ended,
    moments,
    usable,
    with_moments,
)
from tests.cogs.conftest import OWN, SHARED, Club, labels, picture_of, private_text

pytestmark = SHARED


async def test_the_panel_has_the_marks_and_walks_the_computers_line(club: Club) -> None:
    match = await ended(club)
    panel = (await club.carol.slash(club.channel, "match moves", match=match.id)).response
    assert panel is not None
    await club.carol.click(panel, label="First")
    await club.carol.click(panel, label="Next")
    assert "Computer’s line" not in labels(panel.message)
    review = await club.store.reviews.of(match.id)
    turn = match.turns[0]
    line = ("33-28", "19-23", "28x19")
    judged = Judged(turn.number, 0, 0.5, 0.3, line, Mark.BLUNDER)
    review = replace(review, turns=(judged,), done=True)
    await club.store.reviews.put(review, turn.at)
    await club.carol.click(panel, label="Back")
    await club.carol.click(panel, label="Next")
    assert "**`32-28`??**" in club.text(panel.message)
    seen = {(await picture_of(panel.message)).tobytes()}
    await club.carol.click(panel, label="Computer’s line")
    assert "-# 0/3" in club.text(panel.message)
    for move in line:
        seen.add((await picture_of(panel.message)).tobytes())
        await club.carol.click(panel, label="Next")
        assert f"**`{move}`**" in club.text(panel.message)
    assert len(seen) == 4
    await club.carol.click(panel, label="Back")
    assert "-# 2/3" in club.text(panel.message)
    await club.carol.click(panel, label="To the match")
    assert "**`32-28`??**" in club.text(panel.message)


async def test_it_is_walked_by_two_buttons_in_one_message(club: Club) -> None:
    match = await ended(club)
    await with_moments(club, match, 3)
    panel = (await ask(club, club.carol, match)).response
    assert panel is not None
    assert "1. Move 1, White: `32-28`**??** Chances 50% → 20%." in club.text(panel.message)
    assert usable(panel.message) == ["Later", "Step through", "Post here"]
    pictures = set()
    for number, move in enumerate(MOVES[:3], 1):
        await club.carol.click(panel, label="Later")
        assert f"**{number}/3** · " in club.text(panel.message)
        assert f"`{move}`**??**" in club.text(panel.message)
        pictures.add((await picture_of(panel.message)).tobytes())
    assert len(pictures) == 3
    assert "Later" not in usable(panel.message)
    await club.carol.click(panel, label="Look at 2. 28x19")
    assert "**`28x19`??**" in club.text(panel.message)
    await club.carol.click(panel, label="To the review")
    assert "**3/3** · " in club.text(panel.message)
    await with_moments(club, match, 2)
    await club.carol.click(panel, label="Earlier")
    assert "**2/2** · " in club.text(panel.message), "the moment it stood at is none any more"


@OWN
async def test_it_is_walked_on_after_a_restart(club: Club) -> None:
    match = await ended(club)
    await with_moments(club, match, 2)
    panel = (await ask(club, club.carol, match)).response
    assert panel is not None
    await club.carol.click(panel, label="Later")
    await club.restart()
    await club.carol.click(panel, label="Later")
    assert "**2/2** · " in club.text(panel.message)


def test_of_a_map_the_part_around_the_moves_is_shown() -> None:
    position = engine.games["allies"].start()
    while position.setup is not None:
        position = position.play(position.legal_moves()[0])
    move = next(move for move in position.legal_moves() if move.kind == "move")
    shown = around(position, [move])
    assert shown >= set(move.path)
    assert len(shown) <= 100 < len(position.board.names)


async def test_a_player_is_told_of_their_own_moves_as_you(club: Club) -> None:
    match = await ended(club, ("34-30", "20-25", "32-28", "25x23"))
    turn = match.turns[2]
    judged = Judged(turn.number, 0, 0.5, 0.3, ("31-26", "25x34", "39x30"), Mark.BLUNDER)
    await club.store.reviews.put(Review(match.id, (judged,), done=True), turn.at)
    own = await moments(club, await ask(club, club.alice, match))
    assert "Your chances: 50% → 20%." in own
    assert "`31-26` is better: you exchange a man (`25x34`, `39x30`)." in own
    others = (await ask(club, club.carol, match)).response
    assert others is not None
    await club.carol.click(others, label="Later")
    assert "`31-26` is better: it exchanges a man" in club.text(others.message)


async def test_its_moments_can_be_read_without_pictures(club: Club) -> None:
    match = await ended(club)
    await with_moments(club, match, 2)
    await club.bot.preferences.change_person(club.carol.id, text_first=True)
    panel = (await ask(club, club.carol, match)).response
    assert panel is not None
    for men in ("31, 32,", "28, 31,"):
        await club.carol.click(panel, label="Later")
        assert f"\n-# White: 20 men on {men}" in club.text(panel.message)


async def test_the_line_after_a_turn_ends_where_nothing_is_told(club: Club) -> None:
    match = await ended(club)
    first, second = match.turns[:2]
    turns = (
        Judged(second.number, 1, 0.5, 0.0, ("19-23", "28x19"), None),
        Judged(first.number, 0, 0.5, 0.0, (), None),
    )
    await club.store.reviews.put(Review(match.id, turns, done=True), first.at)
    steps = steps_of(match)
    assert line_after(turns[::-1], steps, 0) == ["19-23", "28x19"]
    assert line_after(turns[::-1], steps, 0, {second.number}) == []


async def test_what_a_beginner_feels_is_told_beside_the_marks(club: Club) -> None:
    moves = ("34-30", "20-25", "32-28", "25x23", "31-26")
    match = await ended(club, moves)
    lines = {"34-30": ("34-30",), "32-28": ("31-26", "25x34", "39x30"), "31-26": ("31-26", "14-20")}
    judged = [
        Judged(turn.number, turn.seat or 0, 0.95, 0.02, lines.get(move, ()))
        for turn, move in zip(match.turns, moves, strict=False)
    ]
    review = replace(await club.store.reviews.of(match.id), turns=tuple(judged[::-1]), done=True)
    await club.store.reviews.put(review, match.turns[0].at)
    told = private_text(await ask(club, club.carol, match))
    assert (
        "Also:\n"
        "• Move 2, White: `32-28`. Still winning, but that was 3 men for nothing: `25x23`.\n"
        "• White resigned a game that stood well: winning chances of 93%."
    ) in told
    assert told.count("•") == 2
