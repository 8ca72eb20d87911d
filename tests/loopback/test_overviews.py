"""SIGKILL while an overview is posted or edited: there is exactly one, and it is up to date."""

import pytest

from cogs.watching.overviews import OVERVIEW_ID
from tests.loopback.killing import COMMIT, KILLED, SENT, first_of, killed
from tests.loopback.table import Table
from tests.loopback.world import Member, Message
from tests.nightly import at_night, mostly_at_night

TOLD = "tell:cogs.watching.overviews:Overviews._refresh"
LOOKED = "told: Overviews._refresh"

FIRST = [
    "before:data.matches.posts:Overviews.put",
    "after:data.matches.posts:Overviews.put",
    f"before:{SENT}#2",
    f"after:{SENT}#2",
    "before:data.matches.posts:Overviews.put#2",
    "after:data.matches.posts:Overviews.put#2",
    "after:cogs.watching.overviews:Overviews._refresh",
]
"""Points at which an overview is posted for the first time, after the first board."""

DAILY = [f"after:{SENT}#2"]

LATER = [
    f"after:{COMMIT}",
    "after:cogs.delivery.standing_posts:LayoutPost.edit",
]
"""Points at which the overview is edited after a move."""

AROUND_IT = [
    "before:cogs.watching.overviews:Overviews._refresh",
    "before:cogs.delivery.standing_posts:LayoutPost.edit",
    "after:cogs.watching.overviews:Overviews._refresh",
]
"""Points next to those of LATER, with the same states of the overview."""


def overviews(table: Table) -> list[Message]:
    """Return the overviews in the channel."""
    posts = table.discord.posts(table.channel)
    return [post for post in posts if any(part["id"] == OVERVIEW_ID for part in post.components)]


async def says(table: Table, words: str) -> None:
    """Wait until an overview contains these words; fail if there is more than one overview."""
    await table.discord.until(lambda: any(words in post.text for post in overviews(table)))
    assert len(overviews(table)) == 1


async def challenged(table: Table, **env: str) -> None:
    """Have Ann challenge Ben on a server with an overview, and wait until it is refreshed."""
    await table.start(TOLD, **env)
    await table.say(table.ann, f"{table.mention} settings server overview channel")
    await table.discord.until(lambda: table.replies)
    await table.discord.until(lambda: LOOKED in table.bot.log)
    looked = table.bot.log.count(LOOKED)
    await table.challenge()
    await table.settled()
    await table.discord.until(lambda: table.bot.log.count(LOOKED) > looked)


def in_turn(table: Table) -> tuple[Member, Member]:
    """Return the player to move, and the other one."""
    return (table.ben, table.ann) if len(table.moves) % 2 else (table.ann, table.ben)


async def ends_well(table: Table) -> None:
    """Play a move; check that there is still one overview, which the database knows."""
    mover, other = in_turn(table)
    await table.say(mover, table.legal())
    await says(table, f"{other.mention} to move, last move")
    await table.settled()
    await table.leave()
    (overview,) = overviews(table)
    assert table.query("SELECT channel, message FROM overviews") == [
        (table.channel.id, overview.id)
    ]
    assert "Traceback" not in table.bot.log


@pytest.mark.parametrize("fault", mostly_at_night(FIRST, lambda point: point in DAILY))
async def test_killed_while_it_is_posted(table: Table, fault: str) -> None:
    await challenged(table)
    await table.bot.arm(fault)
    await table.press(table.ben, "Accept", patience=None)
    assert await table.bot.exit() == KILLED
    await table.restart(forget=True)
    await says(table, f"{table.ann.mention} to move, last move")
    await table.say(table.ann, "32-28")
    await says(table, f"{table.ben.mention} to move, last move")
    await ends_well(table)


@pytest.mark.parametrize("faults", [LATER, at_night(AROUND_IT)], ids=first_of)
async def test_killed_while_it_is_edited(table: Table, faults: list[str]) -> None:
    await challenged(table)
    await table.press(table.ben, "Accept")
    await says(table, f"{table.ann.mention} to move, last move")
    for fault in faults:
        with killed(fault):
            await table.settled()
            await table.bot.arm(fault)
            mover, other = in_turn(table)
            await table.say(mover, table.legal())
            assert await table.bot.exit() == KILLED
            await table.restart(TOLD, forget=True)
            await says(table, f"{other.mention} to move, last move")
            await table.discord.until(lambda: LOOKED in table.bot.log)
    await ends_well(table)


async def test_after_an_hour_it_is_edited_more_seldom(table: Table) -> None:
    await challenged(table, OLD_EVERY="600")
    await table.press(table.ben, "Accept")
    await says(table, f"{table.ann.mention} to move, last move")
    (first,) = overviews(table)
    await table.later(hours=2)
    await table.say(table.ann, "32-28")
    await says(table, f"{table.ben.mention} to move, last move")
    await table.settled()
    edits, looked = first.edits, table.bot.log.count(LOOKED)
    await table.say(table.ben, "19-23")
    await table.shown(4)
    await table.discord.until(lambda: table.bot.log.count(LOOKED) > looked)
    await table.leave()
    assert first.edits == edits
    assert overviews(table) == [first]
