"""The table of actions, and what commands, words, panels, crowds and the help take from it."""

from __future__ import annotations

from collections import Counter

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client.commands import MATCH, slash_of
from cogs.crowds.ballot_buttons import MOTIONS
from cogs.help.help import SUBJECTS
from cogs.language import actions
from cogs.language.actions import ACTIONS, LOOKS, MORE, Action
from cogs.language.first_words import OF_MOVES, command_alone, request_in
from cogs.language.typed_words import bare_command
from tests.cogs.conftest import SHARED, Club

pytestmark = SHARED

MANAGED = {"admin": "manage_messages", "servers": "manage_guild"}
"""The commands that Discord shows only to some, and the permission they need."""


def test_every_action_has_its_traits() -> None:
    assert set(ACTIONS) == set(Action)
    names = Counter(one.name for one in actions.commands())
    assert [name for name, count in names.items() if count > 1] == []


def test_what_is_asked_about_has_a_question_and_a_change() -> None:
    asked = {action: traits for action, traits in ACTIONS.items() if traits.confirmed is not None}
    assert set(asked) == {Action.DRAW, Action.TAKEBACK, Action.RESIGN, Action.ABORT}
    for action, traits in asked.items():
        assert traits.question is not None, action
        assert actions.change_of(action) is not None, action
        confirming = ACTIONS[traits.confirmed] if traits.confirmed else None
        assert confirming is not None
        assert confirming.agreement == traits.agreement, action


def test_panels_know_when_to_show_what_they_have() -> None:
    by_cogs = {Action.CLAIM_LEFT, Action.GUESS, Action.WINNER}
    assert {action for action in (*MORE, *LOOKS) if ACTIONS[action].offered is None} == by_cogs


def test_words_for_an_action_mean_its_command() -> None:
    for one in actions.commands():
        for word in str(one.alone or one.name).split(", "):
            assert one.alone is None or bare_command(word) == one.name, word
        for phrase in str(one.phrases).split(", ") if one.phrases is not None else []:
            request = request_in(phrase, is_command=False)
            assert request is not None
            assert request.command == one.name, phrase


def test_phrases_about_their_own_moves_are_left_to_players() -> None:
    assert set(OF_MOVES) == {"takeback", "legal", "hint"}
    assert command_alone("undo that") == "takeback"
    assert command_alone("cancel the match") is None


def test_the_help_lists_each_command_of_an_action_once() -> None:
    listed = Counter(name for subject in SUBJECTS.values() for name in subject.commands)
    with_slash = {one.name for one in actions.commands() if one.description is not None}
    assert {name for name in with_slash if listed[name] != 1} == {"rules"}  # listed with the games


def test_crowds_vote_on_what_ends_or_changes_a_match() -> None:
    assert set(MOTIONS) == {Action.DRAW, Action.TAKEBACK, Action.RESIGN}
    assert all(ACTIONS[action].motion_text is not None for action in MOTIONS)


async def test_commands_are_declared_as_the_table_has_them(club: Club) -> None:
    for one in actions.commands():
        slash = slash_of(club.bot, one.name)
        if one.description is None:
            assert slash is None, one.name
        else:
            assert isinstance(slash, app_commands.Command)
            assert slash.description == str(one.description)
            group = slash.parent.name if slash.parent is not None else None
            assert group == (MATCH if one.grouped else None), one.name
        typed = club.bot.get_command(one.name)
        if one.name != "move":  # moves are typed without a command
            assert isinstance(typed, commands.Command), one.name
            assert set(one.aliases) <= set(typed.aliases)


SAID_AS_WITH_A_SLASH = {
    "match takeback": "takeback",
    "/match takeback": "takeback",
    "/takeback": "takeback",
    "takeback": "takeback",
    "Match Moves 12": "moves",
    "match show 12": "match",
    "match 12": "match",
    "people unblock @bob": "unblock",
    "people list": "blocks",
    "partie abandonner": "resign",
    "partie nulle": "draw",
}


async def test_what_is_given_with_a_slash_may_be_typed_with_its_group_or_without(
    club: Club,
) -> None:
    await club.alice.send(club.channel, "hello")
    place = club.bot.get_channel(club.channel.id)
    assert isinstance(place, discord.TextChannel)
    for said, command in SAID_AS_WITH_A_SLASH.items():
        message = await place.fetch_message(club.channel.history()[-1].id)
        message.content = f"{club.me} {said}"
        context = await club.bot.get_context(message)
        assert context.command is not None, said
        assert context.command.name == command, said


async def test_a_typed_command_with_its_group_is_done(club: Club) -> None:
    match = await club.start("frisian white")
    await club.play("32-28")
    await club.alice.send(club.channel, f"{club.me} match takeback")
    assert (await club.reload(match)).offer is not None
    await club.bob.slash(club.channel, "match accept")
    assert (await club.reload(match)).position == match.position


async def test_discord_shows_members_what_they_may_use_and_newcomers_what_they_need(
    club: Club,
) -> None:
    tree = club.bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    guarded = {one.name: one.default_permissions for one in tree if one.default_permissions}
    assert guarded == {
        name: discord.Permissions(**{permission: True}) for name, permission in MANAGED.items()
    }
    shown = sorted(one.name for one in tree if one.name not in MANAGED)
    assert shown[0] == "challenge"
    assert {"challenge", "games", "help", "hint", "learn", "match"} <= set(shown[:12])
