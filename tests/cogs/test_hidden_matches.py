"""People who may not see a match are told nothing of it, in whatever way they ask.

All commands, autocompletions, buttons and menus of the bot are tried on a match in a hidden
channel. A new one that is not named here makes a test fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import discord
import pytest_asyncio
from discord import app_commands
from simcord import ChannelHandle, InteractionResult, MemberActor
from simcord.enums import InteractionType

from cogs.language.actions import Action
from cogs.members.match_lookup import match_replied_to
from cogs.messages.buttons import ControlKind, MatchButton, Menu, TextButton
from cogs.messages.layouts import view_of
from engine.table.match import Match
from engine.table.record import Status
from tests.cogs.conftest import SHARED, UNSEEN, Club, private_text

pytestmark = [SHARED, UNSEEN]

UNKNOWN = "I do not know that match."
NOT_FOR_ALL = "Not everybody here may see that match."

TYPED: Final = {
    "admin": "admin end {match} white they left",
    "analyse": "analyse {match}",
    "animate": "animate {match}",
    "begin": "begin {match}",
    "board": "board {match}",
    "crowd": "crowd void {match} @bob",
    "export": "export {match}",
    "follow": "follow {match}",
    "join": "join {match}",
    "leave": "leave {match}",
    "match": "match {match}",
    "moves": "moves {match}",
    "review": "review {match}",
    "unfollow": "unfollow {match}",
    "where": "where #{match}",
}
"""The commands that can name a match, with the words to type."""

UNNAMED: Final = {
    "abort": "",
    "accept": "",
    "block": "@bob",
    "blocks": "",
    "challenge": "@bob frisian",
    "claim": "",
    "daily": "frisian",
    "decline": "",
    "draw": "",
    "flip": "",
    "games": "",
    "guess": "32-28",
    "help": "",
    "history": "@alice",
    "hint": "",
    "holiday": "",
    "import": "",
    "leaderboard": "frisian",
    "learn": "frisian",
    "legal": "",
    "lobby": "",
    "mygames": "",
    "open": "frisian",
    "play": "frisian",
    "privacy": "",
    "profile": "@alice",
    "propose": "",
    "puzzle": "frisian",
    "relay": "frisian",
    "rematch": "",
    "resign": "",
    "rules": "frisian",
    "servers": "",
    "settings": "",
    "simul": "",
    "takeback": "",
    "teams": "",
    "tournament": "",
    "unblock": "@bob",
    "vote": "frisian",
    "withdraw": "",
}
"""The other commands, with words to type: they are about the channel, the server or a person."""

ONLY_SLASH: Final = {"move": {"move": "32-28"}}
"""The commands that exist as slash commands alone, with their options."""

OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "admin end": {"result": "White", "reason": "they left"},
    "challenge": {"game": "frisian"},
    "crowd daily": {"game": "frisian"},
    "crowd relay": {"game": "frisian"},
    "crowd vote": {"game": "frisian"},
    "match guess": {"move": "32-28"},
    "open": {"game": "frisian"},
    "match propose": {"what": "draw"},
    "servers block": {"server": "123456789012345678"},
    "servers challenge": {"server": "123456789012345678", "game": "frysk"},
    "servers unblock": {"server": "123456789012345678"},
    "tournament here": {"number": 999},
    "tournament rules": {"number": 999},
    "tournament show": {"number": 999},
    "tournament standings": {"number": 999},
}
"""The options that slash commands need besides a match or a person."""

USES: Final = {
    ControlKind.CROWD: "vote:{match}:-1:{since}:",
    ControlKind.TALK: "talk {match} -1 0",
    ControlKind.AGAIN: "{carol}/match/match//",
    ControlKind.FILL: "{match}",
    ControlKind.IMPORT_AS: "{match}:frisian",
    ControlKind.INVITE: None,
    ControlKind.LEVEL: None,
    ControlKind.LOBBY: "{match}",
    ControlKind.LOOK: "",
    ControlKind.MINE: None,
    ControlKind.NEXT: None,
    ControlKind.MOVE: "{match} {since} 32-28",
    ControlKind.OPEN: "",
    ControlKind.PAGE: "{match}:1",
    ControlKind.PICK: "{carol}:message:1",
    ControlKind.PIECE: "{match} {since} 0",
    ControlKind.PIECES: "{match} {since}",
    ControlKind.REMOVAL: "{match}",
    ControlKind.REMOVE: "{match}",
    ControlKind.REPLAY: "{match}:0:0:0",
    ControlKind.MOMENT: "{match} 0 0 1",
    ControlKind.REVIEW: "{match}",
    ControlKind.SEAT: "{match}",
    ControlKind.SURE: "{carol}:message:1:{match}:{since}",
    ControlKind.TARGET: "{match} {since}",
    ControlKind.TELL: "{match} where",
    ControlKind.TYPE: "{match} 32-28",
    ControlKind.APPOINTMENT: None,
    ControlKind.EVENT: None,
    ControlKind.EVENT_LIST: None,
    ControlKind.NEW_EVENT: None,
    ControlKind.ORGANISE: None,
    ControlKind.INTERVENE: None,
    ControlKind.FORM: None,
    ControlKind.SERVERS: None,
    ControlKind.SIDES: None,
    ControlKind.TOUR: None,
    ControlKind.WHY: "{carol}:message:1:{match}:{since}",
    **dict.fromkeys(
        (
            ControlKind.ANALYSE, ControlKind.BLOCKS, ControlKind.DAILY_PUZZLE, ControlKind.DESK,
            ControlKind.DESK_PIECE, ControlKind.DESK_TARGET, ControlKind.HELP,
            ControlKind.HISTORY, ControlKind.IMPORT, ControlKind.IMPORTS, ControlKind.LEADERS,
            ControlKind.LEARN, ControlKind.LESSON, ControlKind.OWNER, ControlKind.PLAY,
            ControlKind.PRIVACY, ControlKind.PUZZLE, ControlKind.RIVAL,
            ControlKind.RULES, ControlKind.SETTING, ControlKind.SETTINGS,
            ControlKind.SHARED_PUZZLE, ControlKind.TABLE, ControlKind.WATCH,
        )
    ),
}  # fmt: skip
"""The content of the ids of controls about a match; None for the other controls."""

ABOUT_GAMES: Final = {"game", "options"}
"""The options whose suggestions do not depend on a match."""

CHOSEN: Final = {ControlKind.AGAIN, ControlKind.LOOK, ControlKind.OPEN, ControlKind.PICK}
"""The controls in which the match itself is chosen."""


@dataclass
class Secret:
    """A match between Alice and Bob in a channel that Carol and Mona, a moderator, do not see."""

    club: Club
    channel: ChannelHandle
    match: Match
    mona: MemberActor

    def is_told(self, text: str) -> bool:
        """Return whether a text names the match or its channel."""
        named = re.search(rf"#{self.match.id}\b", text)
        return named is not None or self.channel.mention in text

    def said(self, before: int) -> str:
        """Return the bot's texts in the open channel after the message ``before``.

        The names of attached files are included.
        """
        new = [m for m in self.club.since(before) if m.author.bot]
        files = [file.filename for message in new for file in message.attachments]
        return "\n".join([*map(self.club.text, new), *files])

    async def typed(self, who: MemberActor, words: str) -> str:
        """Let ``who`` type a command in the open channel; return the bot's texts there."""
        before = self.club.newest
        await who.send(self.club.channel, f"{self.club.me} {words}")
        return self.said(before)

    async def pressed(self, who: MemberActor, *controls: Any) -> InteractionResult:  # noqa: ANN401
        """Let ``who`` use the first of some controls on an old message in the open channel."""
        place = self.club.bot.get_channel(self.club.channel.id)
        assert isinstance(place, discord.TextChannel)
        old = await place.send("`32-28`", view=view_of(*controls))
        (message,) = self.club.since(old.id - 1)
        if isinstance(controls[0], Menu):
            return await who.select(message, values=[str(self.match.id)])
        return await who.click(message)


@pytest_asyncio.fixture(loop_scope="module")
async def secret(club: Club) -> Secret:
    channel = club.guild.create_text_channel("secret")
    await club.alice.send(channel, f"{club.me} challenge {club.bob.mention} frisian white")
    await club.bob.click(channel.history()[-1], label="Accept")
    may = discord.Permissions(manage_messages=True, manage_guild=True)
    role = club.guild.create_role("Mods", permissions=may)
    mona = club.guild.add_member(club.env.create_user("mona"), roles=[role])
    await club.hide_from_everybody(channel)
    (match,) = await club.matches(status=Status.LIVE)
    return Secret(club, channel, match, mona)


# Nothing is forgotten


def leaves(
    tree: app_commands.CommandTree[Any],
) -> Iterator[app_commands.Command[Any, ..., Any]]:
    return (one for one in tree.walk_commands() if isinstance(one, app_commands.Command))


async def test_every_command_is_known_here(club: Club) -> None:
    typed = {command.name for command in club.bot.walk_commands()}
    assert typed == TYPED.keys() | UNNAMED.keys()
    slash = {command.qualified_name for command in leaves(club.bot.tree)}
    alone = {name for name in slash if " " not in name}
    assert alone - ONLY_SLASH.keys() <= typed
    assert {name.partition(" ")[0] for name in slash - alone} == {
        "admin",
        "crowd",
        "match",
        "people",
        "servers",
        "tournament",
    }
    menus = club.bot.tree.get_commands(type=discord.AppCommandType.user)
    assert {menu.name for menu in menus} == {"Challenge to a game", "Block challenges"}
    assert not club.bot.tree.get_commands(type=discord.AppCommandType.message)


async def test_every_control_is_known_here(club: Club) -> None:
    assert club.bot.text_buttons.keys() | club.bot.menus.keys() == USES.keys()
    assert set(club.bot.buttons) <= set(Action)
    names = {action for action, _ in enumerate(Action)}
    assert len(names) == len(club.bot.buttons)


# Commands


async def test_what_is_typed_of_a_hidden_match_is_refused(secret: Secret) -> None:
    for command, words in TYPED.items():
        who = secret.mona if command == "admin" else secret.club.carol
        for number in (secret.match.id, 999):
            assert await secret.typed(who, words.format(match=number)) == UNKNOWN, command
    assert (await secret.club.reload(secret.match)).status is Status.LIVE


async def test_a_player_shows_a_hidden_match_to_nobody_by_typing(secret: Secret) -> None:
    for command in sorted(TYPED.keys() - {"admin", "begin", "crowd", "join", "leave"}):
        said = await secret.typed(secret.club.alice, TYPED[command].format(match=secret.match.id))
        assert said.startswith(NOT_FOR_ALL), command
        assert not secret.is_told(said), command


async def test_no_other_typed_command_tells_of_a_hidden_match(secret: Secret) -> None:
    await secret.club.alice.send(secret.channel, f"{secret.club.me} open halma")
    for command, words in UNNAMED.items():
        said = await secret.typed(secret.club.alice, f"{command} {words}")
        assert not secret.is_told(said), command


async def test_every_slash_command_refuses_a_hidden_match(secret: Secret) -> None:
    club = secret.club
    for command in leaves(club.bot.tree):
        name, options = command.qualified_name, {p.name: p for p in command.parameters}
        given: dict[str, Any] = {**OPTIONS.get(name, {}), **ONLY_SLASH.get(name, {})}
        names_one = "match" in options
        if names_one:
            given["match"] = secret.match.id
        for option, parameter in options.items():
            if parameter.required and option not in given:
                assert parameter.type is discord.AppCommandOptionType.user, (name, option)
                given[option] = club.alice
        who = secret.mona if name.startswith(("admin", "servers")) else club.carol
        before = club.newest
        result = await who.slash(club.channel, name, **given)
        answers = [result.response, *result.followups]
        texts = [club.text(one.message) for one in answers if one is not None]
        said = "\n".join([*texts, secret.said(before)])
        assert not names_one or said.strip() == UNKNOWN, name
        assert not secret.is_told(said), (name, said)
    assert (await club.reload(secret.match)).status is Status.LIVE


async def test_no_autocompletion_tells_of_a_hidden_match(secret: Secret) -> None:
    club = secret.club
    for command in leaves(club.bot.tree):
        name = command.qualified_name
        who = secret.mona if name.startswith(("admin", "servers")) else club.carol
        options = {parameter.name for parameter in command.parameters}
        for parameter in command.parameters:
            if not parameter.autocomplete:
                continue
            given = {"match": secret.match.id} if "match" in options else {}
            given.pop(parameter.name, None)
            found = await who.autocomplete(club.channel, name, parameter.name, "", **given)
            if "match" in options and parameter.name not in ABOUT_GAMES:
                assert not found, (name, parameter.name)
            assert not any(secret.is_told(choice["name"]) for choice in found), name


async def test_who_sees_the_channel_has_it_suggested_anywhere(secret: Secret) -> None:
    club = secret.club
    role = club.guild.create_role("Heads", permissions=discord.Permissions(administrator=True))
    head = club.guild.add_member(club.env.create_user("hedy"), roles=[role])
    found = await head.autocomplete(club.channel, "admin end", "match", "")
    assert [choice["value"] for choice in found] == [secret.match.id]


# Buttons, menus and forms


async def test_a_button_of_a_hidden_match_is_refused(secret: Secret) -> None:
    for action in Action:
        for number in (secret.match.id, 999):
            button = MatchButton(action, number, secret.match.since, label="old")
            result = await secret.pressed(secret.club.carol, button)
            assert private_text(result) == UNKNOWN, action
            assert result.modal is None, action
    assert await secret.club.reload(secret.match) == secret.match


async def test_any_other_control_of_a_hidden_match_is_refused(secret: Secret) -> None:
    club, number = secret.club, str(secret.match.id)
    for use, template in USES.items():
        if template is None:
            continue
        who = secret.mona if use in {ControlKind.REMOVE, ControlKind.REMOVAL} else club.carol
        about = template.format(match=number, since=secret.match.since, carol=club.carol.id)
        controls: list[Any] = []
        if use in club.bot.text_buttons:
            controls.append(TextButton(use, about + (f"/{number}" if use in CHOSEN else ""), "old"))
        if use in club.bot.menus:
            options = [discord.SelectOption(label="old", value=number)]
            controls.append(Menu(use, about, "old", options))
        for control in controls:
            result = await secret.pressed(who, control)
            assert private_text(result) == UNKNOWN, use
            assert result.modal is None, use
    assert await club.reload(secret.match) == secret.match


async def test_a_form_of_a_hidden_match_is_refused(secret: Secret) -> None:
    club, number, since = secret.club, secret.match.id, secret.match.since
    asked = await secret.pressed(club.alice, MatchButton(Action.MOVE, number, since, label="old"))
    assert asked.response is not None
    form = await club.alice.click(asked.response, label="Type the move")
    data = {
        "custom_id": f"damier:form-move:{number}:1",
        "components": [{"type": 18, "component": {"type": 4, "custom_id": "1", "value": "32-28"}}],
    }
    submit = InteractionType.MODAL_SUBMIT
    result = await club.carol._dispatch_interaction(submit, club.channel, data)
    assert private_text(result) == UNKNOWN
    await club.alice.submit_modal(form, club.form(form, "32-28"))
    moves = (await club.reload(secret.match)).moves
    assert [move.text for move in moves] == ["32-28"]  # a player plays from anywhere


async def test_a_reply_to_a_post_that_one_may_not_see_is_none(secret: Secret) -> None:
    club = secret.club
    board = secret.channel.history()[-1]
    place = club.bot.get_channel(club.channel.id)
    assert isinstance(place, discord.TextChannel)
    for who, found in ((club.carol, None), (club.alice, secret.match)):
        typed = await place.fetch_message((await who.send(club.channel, "resign")).id)
        typed.reference = board.to_reference()  # as a forwarded message has it
        assert await match_replied_to(club.store, typed) == found


# Places of matches


async def private_thread(club: Club) -> tuple[ChannelHandle, Match]:
    """Begin a match in a private thread that only Alice and Bob are in."""
    place = club.bot.get_channel(club.channel.id)
    assert isinstance(place, discord.TextChannel)
    thread = await place.create_thread(name="two", type=discord.ChannelType.private_thread)
    for player in (club.alice, club.bob):
        await thread.add_user(discord.Object(player.id))
    (handle,) = club.channel.threads
    await club.alice.send(handle, f"{club.me} challenge {club.bob.mention} frisian white")
    await club.bob.click(handle.history()[-1], label="Accept")
    return handle, (await club.matches())[-1]


async def test_a_private_thread_is_for_those_who_are_in_it(club: Club) -> None:
    thread, match = await private_thread(club)
    asked = await club.carol.slash(club.channel, "match show", match=match.id)
    assert private_text(asked) == UNKNOWN
    assert "Nothing is being played" in private_text(await club.carol.slash(club.channel, "games"))
    for words in (f"board {match.id}", f"export {match.id}"):
        await club.alice.send(club.channel, f"{club.me} {words}")
        assert NOT_FOR_ALL in club.text()
    await club.alice.send(club.channel, f"{club.me} resign")
    assert "You have no match in this channel" in club.text()
    await club.alice.send(club.channel, f"{club.me} games")
    assert "Nothing is being played" in club.text()
    panel = (await club.alice.slash(club.channel, "match moves", match=match.id)).response
    assert panel is not None
    shared = await club.alice.click(panel, label="Post here")
    assert "Not everybody may see" in private_text(shared)
    await club.alice.send(thread, f"{club.me} match {match.id}")
    assert f"#{match.id}" in club.text(thread.history()[-1])


async def test_practice_in_direct_messages_is_for_its_player(club: Club) -> None:
    await club.alice.send_dm("play frisian white level 1")
    (match,) = await club.store.matches(status=Status.LIVE, person=club.alice.id)
    for words in ("board", "match", "export", "moves", "animate"):
        await club.alice.send(club.channel, f"{club.me} {words} {match.id}")
        assert NOT_FOR_ALL in club.text(), words
        await club.carol.send(club.channel, f"{club.me} {words} {match.id}")
        assert UNKNOWN in club.text(), words
        await club.carol.send_dm(f"{words} {match.id}")
        assert UNKNOWN in club.text(club.carol.user.dm_channel.history()[-1]), words
    own = await club.alice.slash(club.channel, "match show", match=match.id)
    assert f"#{match.id}" in private_text(own)


async def test_the_matches_of_a_deleted_channel_are_for_their_players(club: Club) -> None:
    gone = club.guild.create_text_channel("gone")
    await club.alice.send(gone, f"{club.me} challenge {club.bob.mention} frisian white")
    await club.bob.click(gone.history()[-1], label="Accept")
    (match,) = await club.matches(status=Status.LIVE)
    await club.delete(gone)
    asked = await club.carol.slash(club.channel, "match show", match=match.id)
    assert private_text(asked) == UNKNOWN
    assert f"#{match.id}" in private_text(await club.bob.slash(club.channel, "match show"))
    await club.alice.send(club.channel, f"{club.me} board {match.id}")
    assert "it is your turn" in club.text()  # it goes on where a player wants it


async def test_who_has_left_the_server_sees_their_own_matches_alone(club: Club) -> None:
    own = await club.start()
    await club.alice.send(club.channel, f"{club.me} challenge {club.carol.mention} halma red")
    await club.carol.click(club.last, label="Accept")
    other = (await club.matches(status=Status.LIVE))[-1]
    await club.leave(club.bob)
    await club.bob.send_dm(f"match {own.id}")
    assert f"#{own.id}" in club.text(club.bob.user.dm_channel.history()[-1])
    await club.bob.send_dm(f"match {other.id}")
    assert UNKNOWN in club.text(club.bob.user.dm_channel.history()[-1])


async def test_a_channel_hidden_from_some_by_name_is_not_for_all(club: Club) -> None:
    match, lobby = await club.start(), club.guild.create_text_channel("lobby")
    await club.alice.send(lobby, f"{club.me} match {match.id}")
    assert f"#{match.id}" in club.text(lobby.history()[-1])
    await club.hide(club.channel, club.carol)
    await club.alice.send(lobby, f"{club.me} match {match.id}")
    assert NOT_FOR_ALL in club.text(lobby.history()[-1])
    await club.hide(lobby, club.carol)
    await club.alice.send(lobby, f"{club.me} match {match.id}")
    assert f"#{match.id}" in club.text(lobby.history()[-1])


async def test_a_thread_is_read_by_those_who_read_its_channel(club: Club) -> None:
    match = await club.start()
    await club.hide_from_everybody(club.channel)
    place = club.bot.get_channel(club.channel.id)
    assert isinstance(place, discord.TextChannel)
    await place.create_thread(name="talk", type=discord.ChannelType.public_thread)
    (thread,) = club.channel.threads
    await club.alice.send(thread, f"{club.me} match {match.id}")
    assert f"#{match.id}" in club.text(thread.history()[-1])
