"""What people write or are called has no effect as markup when the bot repeats it.

Every command, option, suggestion and form is given a text full of markup, on a server where all
names are such texts, too. A new one is tried without being named here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import discord
import pytest
import pytest_asyncio
from simcord import ChannelHandle, MemberActor

from cogs.language.actions import Action
from cogs.messages.buttons import MatchButton
from cogs.messages.layouts import view_of
from engine.table.match import Match
from engine.table.record import Status
from tests.cogs.conftest import SHARED, UNSEEN, Club
from tests.cogs.test_hidden_matches import leaves
from tests.sources import ROOT, calls, having, nodes

pytestmark = [SHARED, UNSEEN]

EVIL: Final = "`[EVIL](https://e.evil/x) **EVIL** @everyone ||EVIL||\n# EVIL\u202e"
NAME: Final = "`[EVIL](https://e.evil/x)** @here"
"""A shorter text like ``EVIL`` for names, which may have 32 characters."""

INERT = re.compile(r"\\[^0-9A-Za-z\s]|(`+)(?!`).*?[^`]\1(?!`)", re.DOTALL)
"""An escaped sign, or code, whichever comes first."""

HARMFUL: Final = re.compile(
    r"`|\[EVIL|https?://e|evil/|\*\*EVIL|\|\|EVIL|@everyone|@here|(?m:^\s*#+ EVIL)|\u202e"
)

RECORD: Final = r"""
[Game "frisian"]
[White "`[EVIL](https://e.evil/x)** @here"]
[Black "`[EVIL](https://e.evil/y)"]
[Event "[EVIL](https://e.evil/e)"]
[Reason "`[EVIL](https://e.evil/r) **EVIL** @everyone ||EVIL||"]

1. 32-28 19-23 <adjudicated: 1 2>
"""

SPOILED: Final = (
    ('[Game "frisian"]', '[Game "`[EVIL](https://e.evil/x)"]'),
    ('[Game "frisian"]', '[Game "frisian"]\n[Seats "`[EVIL](https://e.evil/x)"]'),
    ('[Game "frisian"]', '[Game "frisian"]\n[Options "`[EVIL](https://e.evil/x)=1"]'),
    ('[Game "frisian"]', '[Game "allies"]\n[Options "field=`[EVIL](https://e.evil/x)"]'),
    ('[Game "frisian"]', '[Game "frisian"]\n[FEN "`[EVIL](https://e.evil/x)"]'),
    ('[Game "frisian"]', '[Game "frisian"]\n[FEN "W:W`[EVIL](https://e.evil/x):B1"]'),
    ('[Game "frisian"]', '[Game "alliance"]\n[FEN "`[EVIL](https://e.evil/x) w"]'),
    ('[Game "frisian"]', '[Game "frisian"]\n[Result "`[EVIL](https://e.evil/x)"]'),
    ('[Game "frisian"]', '[GameType "99 `[EVIL](https://e.evil/x)"]'),
    ("32-28 19-23", "`[EVIL](https://e.evil/x)"),
    ("32-28 19-23", "<`[EVIL](https://e.evil/x)>"),
    ("32-28 19-23", "<agreed: `[EVIL](https://e.evil/x)>"),
    ("32-28 19-23", "32-28{`[EVIL](https://e.evil/x)"),
)
"""Replacements that spoil a record, each with markup where reading the record fails."""


def shown(json: object) -> Iterator[str]:
    """Yield the texts of a message in which Discord reads markup."""
    if isinstance(json, dict):
        if isinstance(json.get("content"), str):
            yield json["content"]
        for key, value in json.items():
            if key not in {"options", "choices"}:
                yield from shown(value)
    if isinstance(json, list):
        for one in json:
            yield from shown(one)


def labels(json: object) -> Iterator[str]:
    """Yield the texts without markup for Discord: labels, suggestions, titles, descriptions."""
    if isinstance(json, dict):
        found = (json.get(key) for key in ("label", "title", "placeholder", "description", "name"))
        yield from (text for text in found if isinstance(text, str))
        for value in json.values():
            yield from labels(value)
    if isinstance(json, list):
        for one in json:
            yield from labels(one)


def check(club: Club, start: int, what: str) -> None:
    """Fail if markup has an effect in a request from number ``start`` on."""
    for request in club.env.http_requests[start:]:
        if request.method not in {"POST", "PATCH"} or "/commands" in request.path:
            continue
        for text in shown(request.json):
            assert HARMFUL.search(INERT.sub("", text)) is None, (what, text)
        for text in labels(request.json):
            assert "\n" not in text, (what, text)
            assert "\u202e" not in text, (what, text)


class Evil(NamedTuple):
    """A channel and two members of a server whose names are full of markup; Eve manages it."""

    channel: ChannelHandle
    eve: MemberActor
    mal: MemberActor


@pytest_asyncio.fixture(loop_scope="module")
async def evil(club: Club) -> Evil:
    guild = club.env.create_guild(NAME)
    channel = guild.create_text_channel("evil")
    manager = guild.create_role(NAME, permissions=discord.Permissions.all())
    eve = guild.add_member(club.env.create_user("eve", global_name=NAME), roles=[manager])
    mal = guild.add_member(club.env.create_user("mal"), nick=NAME)
    assert club.bot.user is not None
    here = club.bot.get_guild(guild.id)
    assert here is not None
    await here.me.edit(nick=NAME)
    await club.env.settle()
    return Evil(channel, eve, mal)


OF_MATCHES = ("match show", "match moves", "match animate", "match board", "match export")
"""The commands that show a match."""


async def match_on(club: Club, channel: ChannelHandle) -> Match:
    """Return the live match of a channel."""
    (match,) = await club.store.matches(status=Status.LIVE, channel=channel.id)
    return match


async def test_every_command_takes_any_words(club: Club, evil: Evil) -> None:
    channel, eve, mal = evil
    await eve.send(channel, f"{club.me} challenge {mal.mention} frisian white")
    await mal.click(channel.history()[-1], label="Accept")
    match = await match_on(club, channel)
    for command in sorted({command.name for command in club.bot.walk_commands()}):
        words = [EVIL, f"@{EVIL}", f"frisian {EVIL}", f"{match.id} {EVIL}"]
        if command == "settings":
            words += [f"server {EVIL}", f"server channels {EVIL}", f"server opener {EVIL}"]
        for one in words:
            start = len(club.env.http_requests)
            await eve.send(channel, f"{club.me} {command} {one}")
            check(club, start, f"typed {command} {one}")
    for text in (EVIL, f"{club.me} {EVIL}", f"{club.me} 32-28 {EVIL}", f"32-{EVIL}"):
        start = len(club.env.http_requests)
        await eve.send(channel, text)
        await eve.send_dm(text)
        check(club, start, text)


async def test_every_option_takes_any_words(club: Club, evil: Evil) -> None:
    channel, eve, mal = evil
    await eve.send(channel, f"{club.me} challenge {mal.mention} frisian white")
    await mal.click(channel.history()[-1], label="Accept")
    match = await match_on(club, channel)
    for command in leaves(club.bot.tree):
        needed: dict[str, Any] = {"match": match.id, "game": "frisian", "result": "White"}
        for parameter in command.parameters:
            if parameter.type is not discord.AppCommandOptionType.string or parameter.choices:
                continue
            given = {p.name: needed.get(p.name, "x") for p in command.parameters if p.required}
            for one in command.parameters:
                if one.required and one.type is discord.AppCommandOptionType.user:
                    given[one.name] = mal
            start = len(club.env.http_requests)
            if parameter.autocomplete:
                options = {name: value for name, value in given.items() if name != parameter.name}
                name = command.qualified_name
                await eve.autocomplete(channel, name, parameter.name, EVIL, **options)
            await eve.slash(channel, command.qualified_name, **given | {parameter.name: EVIL})
            check(club, start, f"/{command.qualified_name} {parameter.name}")


async def test_a_moderators_reason_is_said_wherever_the_result_is(club: Club, evil: Evil) -> None:
    channel, eve, mal = evil
    for result in ("White", "draw", "no result"):
        await eve.send(channel, f"{club.me} challenge {mal.mention} frisian white unrated")
        await mal.click(channel.history()[-1], label="Accept")
        match = await match_on(club, channel)
        await eve.send(channel, "32-28")
        await mal.send(channel, "19-23")
        start = len(club.env.http_requests)
        await eve.slash(channel, "admin end", match=match.id, result=result, reason=EVIL)
        text = "\n".join(club.text(message) for message in channel.history()[-1:])
        assert r"\[EVIL\](https\:\/\/e.evil\/x) \*\*EVIL\*\* \@everyone" in text
        for command in OF_MATCHES:
            await eve.slash(channel, command, match=match.id)
            await eve.send(channel, f"{club.me} {command} {match.id}")
        await eve.slash(channel, "history")
        await eve.send(channel, f"{club.me} history {eve.mention}")
        check(club, start, result)


async def test_an_imported_record_says_what_it_says(club: Club) -> None:
    start = len(club.env.http_requests)
    await club.carol.slash(club.channel, "import", file=("game.txt", RECORD.encode()))
    (match,) = await club.matches()
    for command in OF_MATCHES:
        await club.carol.slash(club.channel, command, match=match.id)
        await club.carol.send(club.channel, f"{club.me} {command} {match.id}")
    place = club.bot.get_channel(club.channel.id)
    assert isinstance(place, discord.TextChannel)
    share = MatchButton(Action.SHARE, match.id, 2, label="Post here")
    old = await place.send("old", view=view_of(share))
    (message,) = [m for m in club.messages if m.id == old.id]
    await club.carol.click(message, label="Post here")
    check(club, start, "record")
    said = "\n".join(map(club.text, club.messages))
    assert r"White \`\[EVIL\](https\:\/\/e.evil\/x)" in said
    assert r"\|\|EVIL\|\|" in said


@pytest.mark.parametrize(("sound", "spoiled"), SPOILED, ids=range(len(SPOILED)))
async def test_a_record_that_cannot_be_read_is_refused_in_our_words(
    club: Club, sound: str, spoiled: str
) -> None:
    record = RECORD.replace(sound, spoiled)
    assert record != RECORD
    start = len(club.env.http_requests)
    await club.carol.slash(club.channel, "import", file=("game.txt", record.encode()))
    check(club, start, spoiled)
    assert not await club.matches()


async def test_a_server_is_named_on_another(club: Club, evil: Evil) -> None:
    channel, eve, mal = evil
    await eve.send(channel, f"{club.me} challenge {mal.mention} frisian white")
    await mal.click(channel.history()[-1], label="Accept")
    elsewhere = club.guild.add_member(eve.user)
    start = len(club.env.http_requests)
    await elsewhere.slash(club.channel, "mygames")
    check(club, start, "mygames")


# Nothing is forgotten

NAMES: Final = {"display_name", "global_name", "nick"}
NAMED: Final = {"guild", "server", "role", "channel", "c", "thread", "member", "user", "place"}

PLAIN: Final = {
    (
        "cogs/server_matches/card_buttons.py",
        "guild.name",
    ),  # stored, and escaped on the other server
    ("cogs/server_matches/card_buttons.py", "person.display_name"),
    ("cogs/client/client.py", "bot.user.display_name"),  # compared with typed words
    ("cogs/client/client.py", "bot.user.name"),
    ("cogs/client/client.py", "message.guild.me.display_name"),
    ("cogs/crowds/gathering.py", "role.name"),  # stored, and escaped where sides are named
    ("cogs/crowds/terms_words.py", "role.name"),  # compared with typed words
    (
        "cogs/events/creating/typed_drafts.py",
        "role.name",
    ),  # a team's, escaped where teams are named
    ("cogs/settings/setting_types.py", "channel.name"),
    ("cogs/settings/setting_types.py", "role.name"),
    ("cogs/members/directory.py", "member.display_name"),
    ("cogs/members/directory.py", "member.global_name"),
    ("cogs/members/directory.py", "member.name"),
    ("cogs/members/directory.py", "role.name"),
    ("cogs/operating/owner_arguments.py", "guild.name"),
    ("cogs/operating/owner_arguments.py", "member.name"),
    ("cogs/watching/match_files.py", "guild.name"),  # a file
}
"""Names that are not shown in a message, as file and expression."""


def test_every_name_that_is_shown_is_a_persons_words() -> None:
    bare = set()
    for path in having(rf"\.(?:name|{'|'.join(NAMES)})\b", "cogs"):
        if path.parent.name == "checking":  # for the operator, in a terminal
            continue
        words = {node for name, call in calls(path) if name == "Words" for node in ast.walk(call)}
        for node in nodes(path):
            if not isinstance(node, ast.Attribute) or node in words:
                continue
            whose = ast.unparse(node.value).rpartition(".")[2].partition("[")[0]
            if node.attr in NAMES or (node.attr == "name" and whose in NAMED):
                bare.add((str(path.relative_to(ROOT)), ast.unparse(node)))
    assert bare == PLAIN
