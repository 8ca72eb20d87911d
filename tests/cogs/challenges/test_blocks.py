"""Blocks: a member refuses the challenges of the people whom they block."""

from __future__ import annotations

import pytest

from data.members.blocks import EVERYBODY
from engine.table.record import Status
from tests.cogs.conftest import SHARED, Club, labels, private_text

pytestmark = SHARED


async def test_who_is_blocked_cannot_challenge(club: Club) -> None:
    result = await club.bob.slash(club.channel, "people block", person=club.alice)
    assert f"{club.alice.mention} cannot challenge you any more" in private_text(result)
    await club.restart()
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} frisian")
    assert "does not take challenges from you at present" in club.text()
    result = await club.alice.slash(club.channel, "challenge", opponent=club.bob, game="frisian")
    assert "does not take challenges from you" in private_text(result)
    assert await club.matches() == []
    await club.carol.send(club.channel, f"{club.me} challenge {club.bob.mention} frisian")
    assert len(await club.matches()) == 1


async def test_who_blocks_cannot_challenge_either(club: Club) -> None:
    await club.store.blocks.add(club.alice.id, club.bob.id)
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} frisian")
    assert f"You have blocked {club.bob.mention}" in club.text()
    assert await club.matches() == []


def direct(club: Club) -> str:
    """Return the text of the last direct message between the bot and Bob."""
    return str(club.bob.user.dm_channel.history()[-1].content)


async def test_a_typed_block_is_answered_where_others_do_not_read_it(club: Club) -> None:
    for words in (f"block {club.alice.mention}", f"unblock {club.alice.mention}", "block @bob"):
        before = len(club.messages)
        await club.bob.send(club.channel, f"{club.me} {words}")
        assert len(club.messages) == before + 1
    said = [message.content for message in club.bob.user.dm_channel.history()]
    assert f"{club.alice.mention} cannot challenge you any more" in said[0]
    assert "Nobody else sees that you use `/people block`" in said[0]
    assert f"{club.alice.mention} can challenge you again" in said[1]
    assert "cannot block yourself" in said[2]


async def test_where_no_direct_message_arrives_a_button_shows_it_in_private(club: Club) -> None:
    route = f"/channels/{club.bob.user.dm_channel.id}/messages"
    club.env.inject_error("POST", route, status=403, code=50007)
    await club.bob.send(club.channel, f"{club.me} block {club.alice.mention}")
    assert club.alice.mention not in club.text()
    shown = await club.bob.click(club.last, label="Show me")
    assert club.alice.mention in private_text(shown)
    nosy = await club.alice.click(club.last, label="Show me")
    assert "You have blocked nobody" in private_text(nosy)


@pytest.mark.parametrize("blocker", ["host", "joiner"])
async def test_nobody_joins_where_one_blocks_the_other(club: Club, blocker: str) -> None:
    await club.alice.send(club.channel, f"{club.me} open frisian")
    pair = (club.alice.id, club.bob.id) if blocker == "host" else (club.bob.id, club.alice.id)
    await club.store.blocks.add(*pair)
    result = await club.bob.click(club.last, label="Join")
    sentence = "cannot play in this match" if blocker == "host" else "You have blocked"
    assert sentence in private_text(result)
    assert len(await club.matches(status=Status.CHALLENGE)) == 1
    await club.carol.click(club.last, label="Join")
    assert len(await club.matches(status=Status.LIVE)) == 1


async def test_who_is_blocked_after_challenging_is_not_played(club: Club) -> None:
    await club.challenge()
    card = club.last
    await club.store.blocks.add(club.bob.id, club.alice.id)
    result = await club.bob.click(card, label="Accept")
    assert f"You have blocked {club.alice.mention}" in private_text(result)
    assert "Accept" in labels(card)


async def test_who_takes_no_challenges_can_still_join(club: Club) -> None:
    asked = await club.bob.slash(club.channel, "people block")
    assert await club.store.blocks.of(club.bob.id) == frozenset()
    assert asked.response is not None
    done = await club.bob.click(asked.response, label="Take no challenges at all")
    assert "Nobody can challenge you any more" in private_text(done)
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} frisian")
    assert "does not take challenges from you at present" in club.text()
    await club.alice.send(club.channel, f"{club.me} open frisian")
    await club.bob.click(club.last, label="Join")
    assert len(await club.matches(status=Status.LIVE)) == 1
    await club.bob.send(club.channel, f"{club.me} unblock")
    await club.alice.send(club.channel, f"{club.me} challenge {club.bob.mention} frisian")
    assert len(await club.matches()) == 2


async def test_blocks_are_typed_listed_and_taken_back(club: Club) -> None:
    await club.bob.send(club.channel, f"{club.me} block {club.alice.mention} @carol")
    assert await club.store.blocks.of(club.bob.id) == {club.alice.id, club.carol.id}
    listed = await club.bob.slash(club.channel, "people list")
    assert club.alice.mention in private_text(listed)
    await club.bob.send(club.channel, f"{club.me} blocks")
    assert club.alice.mention not in club.text()
    shown = await club.bob.click(club.last, label="Show me")
    assert club.alice.mention in private_text(shown)
    nosy = await club.alice.click(club.last, label="Show me")
    assert "You have blocked nobody" in private_text(nosy)
    await club.bob.send(club.channel, f"{club.me} unblock @carol")
    result = await club.bob.slash(club.channel, "people unblock", person=club.alice)
    assert "can challenge you again" in private_text(result)
    assert await club.store.blocks.of(club.bob.id) == frozenset()
    result = await club.bob.slash(club.channel, "people unblock", person=club.alice)
    assert "You have not blocked" in private_text(result)


async def test_somebody_is_blocked_from_the_menu_of_their_name(club: Club) -> None:
    result = await club.bob.context_menu(club.channel, "Block challenges", club.alice)
    assert "cannot challenge you" in private_text(result)
    assert await club.store.blocks.of(club.bob.id) == {club.alice.id}


async def test_blocking_twice_or_oneself_changes_nothing(club: Club) -> None:
    asked = await club.bob.slash(club.channel, "people block")
    assert asked.response is not None
    for _ in range(2):
        await club.bob.click(asked.response, label="Take no challenges at all")
    assert await club.store.blocks.of(club.bob.id) == {EVERYBODY}
    result = await club.bob.slash(club.channel, "people block", person=club.bob)
    assert "cannot block yourself" in private_text(result)


async def test_words_that_name_nobody_block_nobody(club: Club) -> None:
    await club.bob.send(club.channel, f"{club.me} block alice")
    assert "Mention a member" in direct(club)
    assert await club.store.blocks.of(club.bob.id) == frozenset()


@pytest.mark.parametrize("typed", [True, False], ids=["typed", "slash"])
async def test_to_block_nobody_by_name_asks_whom_and_says_what_it_would_do(
    club: Club, typed: bool
) -> None:
    if typed:
        await club.bob.send(club.channel, f"{club.me} block")
        assert "Only you see whom" in club.text()
        asked = await club.bob.click(club.last, label="Choose")
    else:
        asked = await club.bob.slash(club.channel, "people block")
    assert "Whom do you want to block?" in private_text(asked)
    assert "cannot challenge you any more, nor join your matches" in private_text(asked)
    assert await club.store.blocks.of(club.bob.id) == frozenset()
    menu, panel = "damier:person-blocks:whom", asked.response
    assert panel is not None
    done = await club.bob.select(panel, values=[club.alice], custom_id=menu)
    assert f"{club.alice.mention} cannot challenge you" in private_text(done)
    assert await club.store.blocks.of(club.bob.id) == {club.alice.id}
    done = await club.bob.select(panel, values=[club.bob], custom_id=menu)
    assert "cannot block yourself" in private_text(done)
