"""All commands and controls at once: names, places, and who answers."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.client.commands import MATCH, pause_after
from cogs.language.actions import ACTIONS, Action
from cogs.messages.buttons import ControlKind
from tests.cogs.conftest import Club


async def test_no_two_commands_have_one_name(club: Club) -> None:
    tree = club.bot.tree
    slash = Counter(command.name for command in tree.get_commands())
    typed = Counter(
        name for command in club.bot.commands for name in (command.name, *command.aliases)
    )
    assert {name: count for name, count in (slash + Counter()).items() if count > 1} == {}
    assert {name: count for name, count in typed.items() if count > 1} == {}


DIRECT = frozenset(
    [
        "help",
        "hint",
        "import",
        "learn",
        "match",
        "move",
        "mygames",
        "play",
        "puzzle",
        "rules",
    ]
)
"""The commands that work in direct messages, for play against the computer, and on servers."""

ON_SERVERS = frozenset(
    [
        "accept",
        "begin",
        "claim",
        "decline",
        "follow",
        "guess",
        "join",
        "leave",
        "unfollow",
        "withdraw",
    ]
)
"""The commands of a match that are refused in direct messages, though Discord shows them there."""

MOST = 36
"""The most commands that the bot may have: people look through them all."""


async def test_every_command_says_what_it_does_and_where_it_is(club: Club) -> None:
    for command in club.bot.tree.walk_commands(type=discord.AppCommandType.chat_input):
        if command.parent is None:
            contexts = command.allowed_contexts
            if command.name in DIRECT:
                assert contexts is not None
                assert contexts.guild
                assert contexts.dm_channel
            else:
                assert command.guild_only
        assert 5 < len(command.description) <= 100
        if isinstance(command, app_commands.Group):
            continue
        for parameter in command.parameters:
            assert parameter.description != "…", f"{command.name} {parameter.name}"


async def test_commands_of_a_match_are_refused_where_none_is_played(club: Club) -> None:
    group = club.bot.tree.get_command(MATCH)
    assert isinstance(group, app_commands.Group)
    typed = {command.name: club.bot.get_command(command.name) for command in group.commands}
    guarded = {name for name, command in typed.items() if command is not None and command.checks}
    assert guarded == ON_SERVERS


async def test_there_are_few_commands_to_look_through(club: Club) -> None:
    assert len(club.bot.tree.get_commands()) <= MOST


async def test_discord_takes_so_many_menus_of_members(club: Club) -> None:
    assert len(club.bot.tree.get_commands(type=discord.AppCommandType.user)) <= 5


async def test_every_control_has_a_label_and_somebody_who_answers(club: Club) -> None:
    assert set(club.bot.buttons) == set(Action)
    assert {*club.bot.menus, *club.bot.text_buttons, *club.bot.forms} == set(ControlKind)
    of_games = {Action.CLAIM, Action.PROPOSE, Action.FILL_IN, Action.QUARTER, Action.WINS}
    labelled = set(Action) - of_games
    assert labelled <= {action for action, traits in ACTIONS.items() if traits.label}


async def test_who_types_play_finds_play_first(club: Club) -> None:
    tree = club.bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    for typed in ("play", "rules", "help", "challenge"):
        assert [command.name for command in tree if typed in command.name] == [typed]


def refused(status: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, "")


@pytest.mark.parametrize(
    ("error", "hours"),
    [
        (refused(400), [6, 12, 24, 24]),
        (refused(403), [6, 12, 24, 24]),
        (refused(503), [1 / 60, 2 / 60, 4 / 60, 8 / 60]),
        (OSError(), [1 / 60, 2 / 60, 4 / 60, 8 / 60]),
        (discord.RateLimited(7200), [2, 2, 2, 2]),
    ],
)
def test_what_discord_refuses_is_sent_again_seldom(error: Exception, hours: list[float]) -> None:
    pauses = [pause_after(error, tries) / timedelta(hours=1) for tries in range(4)]
    assert pauses == pytest.approx(hours)
    assert pause_after(error, 10**6) <= timedelta(days=1)
