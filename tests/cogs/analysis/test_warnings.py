"""Warnings: a blunder of a player who wants them is asked about first, and played once."""

from __future__ import annotations

import pytest
from simcord import InteractionResult

from cogs.analysis import warnings
from engine.table.match import Match
from tests.cogs.analysis.conftest import Studies
from tests.cogs.conftest import SHARED, Club, alt_of, labels, picture_of, private_text

pytestmark = SHARED

BEFORE = ("33-29", "17-22", "34-30", "11-17")
BLUNDER = "29-24"
WHY = f"`{BLUNDER}`: This lets Black take 2 men: `14x25`."


async def begun(club: Club, words: str = "frisian white unrated", *, warned: bool = True) -> Match:
    await club.start(words)
    match = await club.play(*BEFORE)
    if warned:
        await club.alice.send(club.channel, f"{club.me} settings warn on")
    return match


async def played(club: Club, match: Match) -> list[str]:
    return [event.text for event in (await club.reload(match)).moves[len(BEFORE) :]]


async def show_why(club: Club) -> InteractionResult:
    return await club.alice.click(club.last, label="Show me why")


async def test_a_blunder_is_asked_about_and_played_once(club: Club, studies: Studies) -> None:
    match = await begun(club)
    await club.alice.send(club.channel, BLUNDER)
    assert await played(club, match) == []
    asked = club.last
    assert labels(asked) == ["Show me why", "Play it all the same"]
    assert "14x25" not in club.text()
    for label in labels(asked):
        other = await club.bob.click(asked, label=label)
        assert private_text(other).strip() == "This question is for somebody else."
    why = await show_why(club)
    assert private_text(why).strip() == WHY
    assert why.response is not None
    await picture_of(why.response.message)
    assert "14x25" in alt_of(why.response.message)
    assert labels(why.response.message) == ["Play it all the same"]
    await club.restart()
    await club.alice.click(why.response, label="Play it all the same")
    assert await played(club, match) == [BLUNDER]
    await club.alice.click(asked, label="Play it all the same")
    assert await played(club, match) == [BLUNDER]
    assert len({question.nodes for question in studies.asked}) == 1


@pytest.mark.usefixtures("studies")
async def test_no_move_of_a_rated_match_is_tried_out_elsewhere(club: Club) -> None:
    copy = await begun(club)
    await club.alice.send(club.channel, BLUNDER)
    asked = club.last
    assert labels(asked) == ["Show me why", "Play it all the same"]
    await club.start("frisian white rated")
    rated = club.public()[-1]
    for who, move in zip((club.alice, club.bob) * 2, BEFORE, strict=True):
        await who.send(club.channel, move, reply_to=rated)
        rated = club.public()[-1]
    why = await club.alice.click(asked, label="Show me why")
    assert "There is no hint now" in private_text(why)
    assert "14x25" not in private_text(why)
    board = next(post for post in reversed(club.public()) if f"#{copy.id}" in club.text(post))
    await club.alice.send(club.channel, BLUNDER, reply_to=board)
    assert await played(club, copy) == [BLUNDER]  # without a question


@pytest.mark.usefixtures("studies")
async def test_another_move_is_played_instead(club: Club) -> None:
    match = await begun(club)
    await club.alice.send(club.channel, BLUNDER)
    asked = club.last
    await club.alice.send(club.channel, "30-25")
    assert await played(club, match) == ["30-25"]
    late = await club.alice.click(asked, label="Play it all the same")
    assert "out of date" in private_text(late)
    assert await played(club, match) == ["30-25"]


@pytest.mark.usefixtures("studies")
async def test_what_is_picked_is_asked_about_in_private(club: Club) -> None:
    match = await begun(club)
    asked = await club.alice.slash(club.channel, "move", move=BLUNDER)
    assert private_text(asked).strip() == WHY
    assert asked.response is not None
    await picture_of(asked.response.message)
    await club.alice.click(asked.response, label="Play it all the same")
    assert await played(club, match) == [BLUNDER]


@pytest.mark.parametrize(
    ("terms", "warned"), [("rated", True), ("unrated", False), ("unrated blindfold", True)]
)
async def test_none_is_warned_in_rated_or_blindfold_matches_or_without_wishing_so(
    club: Club, studies: Studies, terms: str, warned: bool
) -> None:
    match = await begun(club, f"frisian white {terms}", warned=warned)
    await club.alice.send(club.channel, BLUNDER)
    assert await played(club, match) == [BLUNDER]
    assert not studies.asked


LINE = ("32-28", "18-23", "33-29", "23x32", "31x33", "20-25")
"""After these moves 34-30 loses two men; the computer values the loss at just under 1.5 men."""


async def test_what_a_review_marks_as_a_blunder_has_been_asked_about(
    club: Club, studies: Studies
) -> None:
    studies.most_nodes = 10_000
    await club.start("frisian white unrated")
    match = await club.play(*LINE)
    await club.alice.send(club.channel, f"{club.me} settings warn on")
    await club.alice.send(club.channel, "34-30")
    assert [event.text for event in (await club.reload(match)).moves] == [*LINE]
    assert (
        private_text(await show_why(club))
        .strip()
        .startswith("`34-30`: This lets Black take 2 men: `25x23`")
    )


@pytest.mark.parametrize("sign", ["no answer in time", "it fails"])
async def test_without_an_answer_a_move_that_loses_men_for_nothing_is_asked_about(
    club: Club, studies: Studies, sign: str
) -> None:
    match = await begun(club)
    studies.silent = sign == "no answer in time"
    studies.failing = not studies.silent
    await club.alice.send(club.channel, BLUNDER)
    if studies.silent:
        await club.env.advance_time(club.bot.paces.warning_within)
    studies.silent, studies.failing = False, True
    assert await played(club, match) == []
    assert private_text(await show_why(club)).strip() == WHY
    await club.alice.send(club.channel, "30-25")
    assert await played(club, match) == ["30-25"]


async def test_without_an_answer_why_says_that_it_took_too_long(
    club: Club, studies: Studies, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(club)
    await club.alice.send(club.channel, BLUNDER)
    await club.restart()  # which forgets the answers
    studies.failing = True
    monkeypatch.setattr(warnings, "_seen_at_once", lambda *_: None)
    assert private_text(await show_why(club)).strip() == "That took too long: please ask again."


@pytest.mark.usefixtures("studies")
@pytest.mark.parametrize("move", ["huff e6", "d4-d5"])
async def test_a_capture_that_was_omitted_is_not_told_of(club: Club, move: str) -> None:
    await club.start("assaut officers unrated")
    match = await club.play("@c6,e6", "e4-e5", "c6-c5")
    await club.alice.click(club.last, label="Play it all the same")
    await club.bob.send(club.channel, f"{club.me} settings warn on")
    await club.bob.send(club.channel, move)
    assert [event.text for event in (await club.reload(match)).moves][-1] == move
