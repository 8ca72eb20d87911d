"""The bot's greeting on a server that is new to it."""

from __future__ import annotations

import asyncio

from cogs.operating.recovery import GREETING, OWED, Recovery
from data import ServerSettings
from tests.cogs.conftest import OWN, SHARED, Club, labels, private_text
from tests.cogs.settings.test_settings import SELECT, manager

pytestmark = SHARED


def greetings(club: Club) -> int:
    return sum("Hello, I am" in club.text(message) for message in club.messages)


async def greet(club: Club) -> None:
    cog = club.bot.cog(Recovery)
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    await cog.on_guild_join(guild)


async def test_a_new_server_is_shown_the_games(club: Club) -> None:
    await greet(club)
    assert "Hello, I am" in club.text()
    assert club.last.attachments
    assert "All games" in labels(club.last)


async def test_owners_read_how_the_server_is_set_and_what_i_lack(club: Club) -> None:
    await club.forbid("attach_files", "create_public_threads")
    await greet(club)
    text = club.text()
    for said in (
        "For those who manage this server",
        "Game channels: **all channels**",
        "Language of public posts: **the server's own**",
        "Who may create tournaments: **everyone who may open matches**",
        "Organisers of all tournaments: **no role**",
        f"Without **Attach Files** in {club.channel.mention}: no match can be played there.",
        f"Without **Create Public Threads** in {club.channel.mention}: no thread for a match",
    ):
        assert said in text, said
    assert "Read Message History" not in text
    begun = await club.bob.click(club.last, label="Try it")
    assert "missing the permission Attach Files" in private_text(begun)


async def test_the_card_of_owners_is_set_from_the_greeting_and_from_the_settings(
    club: Club,
) -> None:
    await greet(club)
    mona, greeting = manager(club), club.last
    refused = await club.bob.click(greeting, label="Set up this server")
    assert "Manage Server" in private_text(refused)
    opened = await mona.click(greeting, label="Set up this server")
    assert opened.response is not None
    card = opened.response.message
    assert labels(card) == ["Try it", "Settings of the server"]
    role = club.guild.create_role("Organisers")
    await mona.select(card, ["fr"], custom_id=f"{SELECT}card:language")
    await mona.select(card, [club.channel], custom_id="damier:channels-setting:card:channels")
    await mona.select(card, ["managers"], custom_id=f"{SELECT}card:tournaments")
    await mona.select(card, [role], custom_id="damier:role-setting:card:organiser")
    assert club.bot.preferences.server(club.guild.id) == ServerSettings(
        language="fr", channels=(club.channel.id,), tournaments="managers", organiser=role.id
    )
    own = await mona.slash(club.channel, "settings")
    assert own.response is not None
    again = await mona.click(own.response, label="Set up this server")
    text = private_text(again)
    for said in ("**Français**", club.channel.mention, role.mention, "Permissions"):
        assert said in text, said
    assert again.response is not None
    await mona.click(again.response, label="Try it")
    assert (await club.matches())[-1].host == mona.id


async def test_without_pictures_it_is_shown_their_names(club: Club) -> None:
    await club.forbid("attach_files")
    await greet(club)
    assert "Hello, I am" in club.text()
    assert not club.last.attachments


async def test_where_nothing_can_be_written_nothing_is(club: Club) -> None:
    await club.forbid("send_messages")
    await greet(club)
    assert club.messages == []


async def test_a_server_that_invites_me_twice_is_greeted_once(club: Club) -> None:
    await asyncio.gather(greet(club), greet(club))
    await greet(club)
    assert greetings(club) == 1


async def test_a_server_is_greeted_as_soon_as_i_may_write(club: Club) -> None:
    await club.forbid("send_messages")
    await greet(club)
    await club.forbid("send_messages", "attach_files")
    assert greetings(club) == 0
    await club.forbid()
    assert greetings(club) == 1
    await club.forbid("send_messages")
    await club.forbid()
    assert greetings(club) == 1


async def test_who_was_here_before_is_not_greeted_when_permissions_change(club: Club) -> None:
    await club.forbid("send_messages")
    await club.forbid()
    assert club.messages == []


@OWN
async def test_a_restart_neither_repeats_nor_loses_a_greeting(club: Club) -> None:
    await greet(club)
    await club.restart()
    await greet(club)
    assert greetings(club) == 1
    await club.store.facts.set(f"{GREETING}{club.guild.id}", OWED)
    await club.restart()
    assert greetings(club) == 2  # the one that was still owed
    await club.restart()
    assert greetings(club) == 2


async def test_a_greeting_that_discord_refuses_is_still_owed(club: Club) -> None:
    club.env.inject_error("POST", f"/channels/{club.channel.id}/messages", status=500)
    await greet(club)
    assert greetings(club) == 0
    await greet(club)
    assert greetings(club) == 1
