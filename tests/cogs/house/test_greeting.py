"""What a server that is new to the bot reads first."""

from __future__ import annotations

from cogs.operating.recovery import Recovery
from tests.cogs.conftest import SHARED, Club, labels

pytestmark = SHARED


async def greet(club: Club) -> None:
    cog = club.bot.get_cog("Recovery")
    assert isinstance(cog, Recovery)
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    await cog.on_guild_join(guild)


async def test_a_new_server_is_shown_the_games(club: Club) -> None:
    await greet(club)
    assert "Hello, I am" in club.text()
    assert club.last.attachments
    assert "All games" in labels(club.last)


async def test_without_pictures_it_is_shown_their_names(club: Club) -> None:
    await club.forbid("attach_files")
    await greet(club)
    assert "Hello, I am" in club.text()
    assert not club.last.attachments


async def test_where_nothing_can_be_written_nothing_is(club: Club) -> None:
    await club.forbid("send_messages")
    await greet(club)
    assert club.messages == []
