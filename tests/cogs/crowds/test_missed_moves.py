"""Moves of crowds typed while the bot was away are played, or have to be sent again."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from engine.table.match import Match
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels
from tests.cogs.crowds.conftest import gathered, played

pytestmark = [SHARED, UNSEEN, pytest.mark.usefixtures("thoughts")]

AGAIN = "please send it again"


async def relay(club: Club) -> Match:
    """Begin a relay against Bob, in which the crowd is to move."""
    match = await gathered(club, f"relay frisian {club.bob.mention}")
    await club.bob.click(club.last, label="Accept")
    return await club.reload(match)


def notices(club: Club) -> list[str]:
    """Return the bot's requests to send a message again."""
    return [club.text(message) for message in club.messages if AGAIN in club.text(message)]


async def test_a_reply_is_for_the_match_of_its_board(club: Club) -> None:
    first = await relay(club)
    board = next(post for post in reversed(club.messages) if labels(post))
    second = await relay(club)
    await club.gone()
    club.env.backend.advance_clock(1)
    await club.carol.send(club.channel, "32-28", reply_to=board)
    await club.restart()
    assert played(await club.reload(first)) == ["32-28"]
    assert played(await club.reload(second)) == []
    assert notices(club) == []


async def test_a_move_that_cannot_be_played_has_to_be_sent_again(club: Club) -> None:
    match = await relay(club)
    await club.away((club.carol, "31-22"))
    assert played(await club.reload(match)) == []
    (notice,) = notices(club)
    assert str(typed(club).id) in notice


async def test_a_move_typed_before_somebody_else_acted_has_to_be_sent_again(club: Club) -> None:
    match = await relay(club)
    await club.gone()
    club.env.backend.advance_clock(1)
    await club.carol.send(club.channel, "32-28")
    at = typed(club).created_at + timedelta(seconds=1)
    club.env.backend.advance_clock(2)
    async with club.store.match(match.id) as table:
        table.match = table.match.offer_agreement(club.bob.id, "draw", now=at, source=None)
    await club.restart()
    assert played(await club.reload(match)) == []
    (notice,) = notices(club)
    assert str(typed(club).id) in notice


def typed(club: Club) -> discord.Message:
    """Return the last message that a member typed."""
    return next(message for message in reversed(club.messages) if not message.author.bot)
