"""What a server that is new to the bot reads first, and what ``/help`` says first."""

from __future__ import annotations

import discord
import pytest

from cogs.house.help import overview
from cogs.house.recovery import Recovery
from tests.cogs.conftest import Club

LONGEST_TEXT = 3500
"""Characters of a text; Discord takes 4,000, and the bot's name may be longer than here."""


async def greet(club: Club) -> None:
    cog = club.bot.get_cog("Recovery")
    assert isinstance(cog, Recovery)
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    await cog.on_guild_join(guild)


async def test_a_new_server_is_shown_the_games(club: Club) -> None:
    await greet(club)
    assert "Choose a game, and the board is here" in club.text()
    assert club.last.attachments


async def test_without_pictures_it_is_shown_their_names(club: Club) -> None:
    await club.forbid("attach_files")
    await greet(club)
    assert "Choose a game" in club.text()
    assert not club.last.attachments


async def test_where_nothing_can_be_written_nothing_is(club: Club) -> None:
    await club.forbid("send_messages")
    await greet(club)
    assert club.messages == []


@pytest.mark.parametrize("locale", [discord.Locale.american_english, discord.Locale.french])
@pytest.mark.parametrize("sees_messages", [True, False])
async def test_help_begins_with_the_computer_and_fits(
    club: Club, locale: discord.Locale, sees_messages: bool
) -> None:
    club.bot.sees_messages = sees_messages
    text = overview(club.bot, club.bot.get_guild(club.guild.id), locale)
    assert text.startswith(("**Play the computer**", "**Jouer contre l’ordinateur**"))
    assert len(text) <= LONGEST_TEXT, len(text)
