"""Threads of crowds, and the boards in them on which proposals are tried."""

from __future__ import annotations

import discord
import pytest
from simcord import ChannelHandle
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from engine.table.record import crowd
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text
from tests.cogs.crowds.conftest import gathered, thoughts, typed
from tests.cogs.crowds.test_ballot_posts import board, shown

pytestmark = [SHARED, UNSEEN, pytest.mark.usefixtures("thoughts")]

__all__ = ["thoughts"]


def thread_of(club: Club, number: int | None) -> ChannelHandle:
    """Return the channel's thread with the id ``number``."""
    return next(thread for thread in club.channel.threads if thread.id == number)


async def test_a_proposal_is_tried_in_the_thread_without_a_word_of_the_computer(
    club: Club,
) -> None:
    match = await gathered(club, "vote frisian computer 1 1h quorum 3")
    await shown(club, lambda text: "Discussion: <#" in text)
    thread = thread_of(club, await club.store.crowds.thread_of(match.id, crowd()))
    await club.bob.send(thread, "32-28")  # a vote, wherever it is typed
    await shown(club, lambda text: "**A** `32-28`" in text)
    told = private_text(await club.carol.click(board(club), label="Try it"))
    tried = thread.history()[-1]
    assert str(tried.id) in told
    assert f"{club.carol.mention} tries `32-28`." in club.text(tried)
    assert "Ask the computer" not in labels(tried)
    await club.alice.click(tried, label="Back")
    again = private_text(await club.bob.click(board(club), label="Try it"))
    assert "already" in again
    club.env.backend.delete_channel(thread.id)
    await club.env.settle()
    await shown(club, lambda text: "Discussion" not in text)
    told = private_text(await club.bob.click(board(club), label="Talk about it"))
    new = await club.store.crowds.thread_of(match.id, crowd())
    assert new not in {None, thread.id}
    assert f"<#{new}>" in told


async def test_crowds_that_play_each_other_talk_in_private(club: Club) -> None:
    dave = club.guild.add_member(club.env.create_user("dave"))
    named = f"{club.alice.mention} {club.bob.mention} against {club.carol.mention} <@{dave.id}>"
    match = await gathered(club, f"vote frisian {named} 12h")
    await typed(club, club.alice, "32-28")
    await shown(club, lambda text: "**A** `32-28`" in text)
    text = club.text(board(club))
    assert "<#" not in text
    refused = private_text(await club.carol.click(board(club), label="Talk: crowd A"))
    assert "the members who were named" in refused
    told = private_text(await club.bob.click(board(club), label="Talk: crowd A"))
    number = await club.store.crowds.thread_of(match.id, crowd(1))
    assert f"<#{number}>" in told
    made = club.bot.get_channel(number or 0)
    assert isinstance(made, discord.Thread)
    assert made.is_private()


async def test_without_the_permission_it_is_said_once(club: Club) -> None:
    bot = club.bot.user
    assert bot is not None
    deny = int(discord.Permissions(create_public_threads=True).value)
    club.env.backend.set_overwrite(
        club.channel.id, Overwrite(bot.id, OverwriteType.MEMBER, allow=0, deny=deny)
    )
    match = await gathered(club, "vote frisian computer 1 1h quorum 2")
    text = await shown(club, lambda text: "The vote ends" in text)
    assert "I need the permission Create Public Threads." in text
    assert await club.store.crowds.thread_of(match.id, crowd()) is None
    await typed(club, club.alice, "32-28")
    await shown(club, lambda text: "**A** `32-28`" in text)
    opened = await club.alice.click(board(club), label="Try it")
    assert "Ask the computer" not in private_text(opened)
