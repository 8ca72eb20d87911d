"""The settings of the puzzle of the day: where, at which hour, in which time zone."""

from __future__ import annotations

import discord
import pytest
from simcord import MemberActor

from data import ServerSettings
from tests.cogs.conftest import SHARED, Club, labels, private_text
from tests.cogs.settings.test_settings import SELECT, manager, server_panel

pytestmark = SHARED


CHANNEL = "damier:channels-setting:server:daily_channel"


async def daily_panel(club: Club, mona: MemberActor) -> discord.Message:
    """Open the panel of the puzzle of the day."""
    opened = await mona.click(await server_panel(club, mona), label="Puzzle of the day")
    assert "Each day I post a puzzle" in private_text(opened)
    assert opened.response is not None
    return opened.response.message


def settings(club: Club) -> ServerSettings:
    return club.bot.preferences.server(club.guild.id)


async def test_channel_hour_and_zone_are_chosen(club: Club) -> None:
    mona = manager(club)
    panel = await daily_panel(club, mona)
    assert "No puzzle is posted." in club.text(panel)
    await mona.select(panel, [club.channel], custom_id=CHANNEL)
    await mona.select(panel, ["9"], custom_id=f"{SELECT}server:daily_hour")
    await mona.select(panel, ["Europe/Paris"], custom_id=f"{SELECT}server:daily_zone")
    set_to = settings(club)
    assert (set_to.daily_channel, set_to.daily_hour, set_to.daily_zone) == (
        club.channel.id,
        9,
        "Europe/Paris",
    )
    shown = club.text(await daily_panel(club, mona))
    assert "The next one is due <t:1767340800:F>" not in shown  # a day later
    assert "The next one is due <t:1767254400:F>." in shown  # 1 January, 8:00 in UTC
    await club.forbid("attach_files")
    shown = club.text(await daily_panel(club, mona))
    assert f"in <#{club.channel.id}>: I am missing Attach Files." in shown
    await mona.select(panel, [], custom_id=CHANNEL)
    assert settings(club).daily_channel is None


async def test_a_channel_is_chosen_by_who_may_write_there(club: Club) -> None:
    """By the menu and typed; the same goes for channels of matches, also with other servers."""
    mona = manager(club)
    hall = club.guild.create_text_channel("announcements")
    panel = await daily_panel(club, mona)
    await club.silence(hall, mona)
    refused = await mona.select(panel, [hall], custom_id=CHANNEL)
    assert "You may not write in" in private_text(refused)
    for words in ("daily", "abroad", "channels"):
        typed = f"server {words} <#{hall.id}>"
        refused = await mona.slash(club.channel, "settings", words=typed)
        assert "You may not write in" in private_text(refused)
    assert settings(club) == ServerSettings()
    await club.bot.preferences.change_server(club.guild.id, channels=(hall.id,))
    both = f"server channels <#{hall.id}> <#{club.channel.id}>"
    await mona.slash(club.channel, "settings", words=both)
    assert settings(club).channels == (hall.id, club.channel.id)


async def test_any_other_zone_is_typed(club: Club) -> None:
    mona = manager(club)
    panel = await daily_panel(club, mona)
    form = await mona.click(panel, label="Another time zone")
    await mona.submit_modal(form, club.form(form, "reykjavik"))
    assert settings(club).daily_zone == "Atlantic/Reykjavik"
    shown = await daily_panel(club, mona)
    assert "Atlantic/Reykjavik" in club.text(shown)
    form = await mona.click(panel, label="Another time zone")
    refused = await mona.submit_modal(form, club.form(form, "middle earth " * 20))
    assert "I know no city and no time zone `middle earth" in private_text(refused)
    assert settings(club).daily_zone == "Atlantic/Reykjavik"
    back = await mona.click(shown, label="Settings of the server")
    assert back.response is not None
    assert "Puzzle of the day" in labels(back.response.message)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("daily #draughts hour 21:00 zone Paris", (True, 21, "Europe/Paris")),
        ("daily draughts hour 7h zone new york", (True, 7, "America/New_York")),
        ("hour 0 zone Europe/Amsterdm", (False, 0, "Europe/Amsterdam")),
        ("daily #draughts daily off", (False, 18, "UTC")),
        ("zone Lyon", (False, 18, "Europe/Paris")),
        ("zone saint-étienne", (False, 18, "Europe/Paris")),
        ("zone Le Caire", (False, 18, "Africa/Cairo")),
        ("zone Leeuwarden", (False, 18, "Europe/Amsterdam")),
        ("zone san francisco", (False, 18, "America/Los_Angeles")),
        ("zone Genève", (False, 18, "Europe/Zurich")),
        ("zone Marsielle", (False, 18, "Europe/Paris")),
    ],
)
async def test_the_same_in_words(club: Club, typed: str, expected: tuple[bool, int, str]) -> None:
    mona = manager(club)
    await mona.send(club.channel, f"{club.me} settings server {typed}")
    found = settings(club)
    channel = club.channel.id if expected[0] else None
    assert (found.daily_channel, found.daily_hour, found.daily_zone) == (channel, *expected[1:])


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("hour 24", "Hour of the puzzle of the day must be 0 to 23."),
        ("hour noon", "Hour of the puzzle of the day must be 0 to 23."),
        ("daily #nowhere", "cannot be `#nowhere`. It can be \\#draughts or none."),
        ("zone " + "x" * 500, "I know no city and no time zone `xxx"),
        ("zone Mars/Phobos", "I know no city and no time zone `Mars/Phobos`. Type a larger city"),
    ],
)
async def test_what_is_no_value_is_refused_with_examples(
    club: Club, typed: str, answer: str
) -> None:
    mona = manager(club)
    await mona.send(club.channel, f"{club.me} settings server {typed}")
    assert answer in club.text()
    assert settings(club) == ServerSettings()


async def test_which_city_is_asked_where_two_have_the_name(club: Club) -> None:
    mona = manager(club)
    await mona.send(club.channel, f"{club.me} settings server zone Springfield")
    assert "Which do you mean by `Springfield`: " in club.text()
    await mona.click(club.last, label="Springfield (America/Chicago)")
    assert settings(club) == ServerSettings(daily_zone="America/Chicago")


async def test_only_managers_set_it(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} settings server hour 9")
    assert "members who may manage the server" in club.text()
    assert settings(club) == ServerSettings()
