"""Who gets reviews, in private and in the channel, and which turns are held back."""

from __future__ import annotations

import re

import discord
import pytest

from data import Review
from engine.study.judging import Judged, Mark
from tests.cogs.analysis.reviewed_matches import (
    MOVES,
    Study,
    ask,
    ended,
    moments,
    reviewed,
    some_moves,
    with_moments,
    with_moves,
)
from tests.cogs.conftest import OWN, SHARED, Club, alt_of, labels, private_text
from tests.cogs.results import begun

pytestmark = SHARED


@OWN
async def test_a_review_is_private_and_kept_and_can_be_posted(club: Club, study: Study) -> None:
    match = await ended(club)
    assert labels(club.last) == ["Rematch", "Review", "More"]
    before = len(club.messages)
    asked = await club.carol.click(club.last, label="Review")
    await reviewed(club)
    assert len(club.messages) == before
    assert asked.response is not None
    shown = private_text(asked)
    assert shown.strip().startswith(f"### Frisian draughts · #{match.id} · Review")
    assert "Judged by the computer at level 6." in shown
    names = [file.filename for file in asked.response.attachments]
    assert names[0] == "course.png"
    count = len(study.asked)
    assert 0 < count < 3 * len(MOVES)
    again = await ask(club, club.bob, match)
    assert private_text(again).strip().startswith(f"### Frisian draughts · #{match.id} · Review")
    assert len(study.asked) == count
    assert again.response is not None
    await club.bob.click(again.response, label="Post here")
    assert (
        club.text()
        .strip()
        .startswith(f"{club.bob.mention} shows:\n### Frisian draughts · #{match.id} · Review")
    )
    assert "Post here" not in labels(club.last)


async def test_a_posted_review_changes_for_who_posted_it(club: Club) -> None:
    match = await ended(club)
    await with_moments(club, match, 3)
    panel = (await ask(club, club.carol, match)).response
    assert panel is not None
    await club.carol.click(panel, label="Later")
    await club.carol.click(panel, label="Post here")
    post = club.last
    assert "**1/3** · " in club.text(post)
    for who in (club.bob, club.alice):
        own = await who.click(post, label="Later")
        assert "**2/3** · " in private_text(own)
        assert "**1/3** · " in club.text(club.last)
    await club.carol.click(post, label="Later")
    assert "**2/3** · " in club.text(club.last)
    assert club.last.id == post.id


@pytest.mark.usefixtures("study")
async def test_a_typed_command_is_answered_with_a_button(club: Club) -> None:
    match = await ended(club)
    await club.carol.send(club.channel, f"{club.me} review {match.id}")
    assert labels(club.last) == ["Review"]
    asked = await club.bob.click(club.last, label="Review")
    await reviewed(club)
    assert "Judged by the computer at level 6." in private_text(asked)


async def test_what_may_help_in_a_live_match_is_not_told(club: Club) -> None:
    match = await ended(club)
    turn = match.turns[0]
    judged = Judged(turn.number, 0, 0.5, 0.3, ("33-28", "18-23"), Mark.BLUNDER)
    await club.store.reviews.put(Review(match.id, (judged,), done=True), turn.at)
    assert "`33-28` is better" in await moments(club, await ask(club, club.alice, match))
    await begun(club)
    for who in (club.alice, club.carol):
        asked = await ask(club, who, match)
        told = private_text(asked)
        assert "Nothing is said about 1 turn yet: a match in progress has come to the same" in told
        assert "no mistake that the computer sees" in told
        assert "`33-28`" not in told
        assert "%" not in told.replace("100%", "")
        assert asked.response is not None
        assert not asked.response.message.attachments
        panel = (await who.slash(club.channel, "match moves", match=match.id)).response
        assert panel is not None
        await who.click(panel, label="First")
        await who.click(panel, label="Next")
        assert "??" not in club.text(panel.message)
        walked = await who.click(panel, label="Computer’s line")
        assert "A match in progress has come here, too" in private_text(walked)


async def test_a_copy_of_a_rated_match_tells_nothing_of_its_last_turns(club: Club) -> None:
    moves = some_moves(30)
    copy = await ended(club, moves)
    turns = [
        Judged(
            event.number,
            number % 2,
            0.5 + number / 100,
            0.1 + number / 100,
            (event.text,),
            Mark.MISTAKE,
        )
        for number, event in enumerate(copy.turns)
    ]
    done = Review(copy.id, tuple(turns[::-1]), done=True)
    await club.store.reviews.put(done, copy.turns[-1].at)
    asked = await ask(club, club.alice, copy)
    assert "Black: `18-22`**?** Chances 79% → 40%." in private_text(asked)
    assert asked.response is not None
    assert "from 79 to 40 percent" in alt_of(asked.response.message)
    live = await begun(club)
    assert live.rated
    async with club.store.match(live.id) as table:
        table.match = with_moves(table.match, moves[:-1])
    asked = await ask(club, club.alice, copy)
    told = private_text(asked)
    assert "79% → 40%." not in told
    assert f"`{moves[-1]}`" not in told
    assert re.search(r"Nothing is said about [0-9]+ turns yet", told)
    assert asked.response is not None
    assert "79" not in alt_of(asked.response.message)


async def test_an_unrated_match_that_is_nearly_a_copy_tells_nothing_either(club: Club) -> None:
    moves = some_moves(31)
    rated = await begun(club)
    assert rated.rated
    async with club.store.match(rated.id) as table:
        table.match = with_moves(table.match, moves[:-1])
    last = (await club.reload(rated)).line[-4]  # the copy leaves the match here
    other = next(move for move in map(last.write, last.legal_moves()) if move != moves[-4])
    copy = await ended(club, [*moves[:-4], other], rated=False)
    assert not copy.rated
    turns = [
        Judged(event.number, number % 2, 0.6, 0.2, (event.text,), Mark.MISTAKE)
        for number, event in enumerate(copy.turns)
    ]
    await club.store.reviews.put(Review(copy.id, tuple(turns[::-1]), done=True), copy.turns[-1].at)
    told = private_text(await ask(club, club.alice, copy))
    assert re.search(r"Nothing is said about [0-9]+ turns yet", told)
    assert f"`{other}`" not in told
    async with club.store.match(rated.id) as table:
        table.match = table.match.resign(club.bob.id, now=discord.utils.utcnow(), source=None)
    assert "Nothing is said about" not in private_text(await ask(club, club.alice, copy))
