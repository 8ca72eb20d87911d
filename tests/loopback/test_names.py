"""Texts full of names: they cause few requests to Discord, whoever sends them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cogs.members.directory import BUDGET
from tests.loopback.faults import Request
from tests.loopback.table import Table
from tests.loopback.world import Member

LONGEST_TEXT = 2_000
MOST_REQUESTS = 6
COMMANDS = (
    *("challenge", "play", "open", "block", "unblock", "history", "profile", "games", "export"),
    *("replay", "board", "resign", "draw", "settings", "admin end", "import", "rules", "help", ""),
)


async def requests_for(table: Table, who: Member, text: str) -> int:
    """Return the number of requests that a text causes, by HTTP and over the gateway.

    The answer to the text is one of them, in the channel or as a direct message. What the shared
    bot still edits in the channels of earlier tests, and its question for the time, do not count.
    """
    await table.settled()
    requests, gateway = table.discord.requests, table.discord.gateway
    sent, asked = len(requests), gateway.asked_for_members
    await table.say(who, text)
    await table.discord.until(
        lambda: any(r.method == "POST" and r.path.endswith("/messages") for r in requests[sent:])
    )
    caused = [one for one in requests[sent:] if not _is_of_others(one, table.channel.id)]
    return len(caused) + gateway.asked_for_members - asked


def _is_of_others(request: Request, channel: int) -> bool:
    """Return whether a request edits something in another channel, or asks for the time."""
    elsewhere = not request.path.startswith(f"/channels/{channel}/")
    edits = request.method in {"PATCH", "DELETE"} and request.path.startswith("/channels/")
    return (edits and elsewhere) or (request.method, request.path) == ("GET", "/users/@me")


def full(words: Iterator[str], start: str) -> str:
    """Return a message with ``start`` and as many of these words as it has room for."""
    text = start
    for word in words:
        if len(text) + len(word) >= LONGEST_TEXT:
            break
        text += f" {word}"
    return text


def hostile_words(table: Table, chance: random.Random) -> Iterator[str]:
    """Yield names and mentions, without end: of members, of strangers, and of one person."""
    kinds = chance.sample(range(6), chance.randrange(1, 4))
    while True:
        number = chance.randrange(10**6)
        yield (
            f"@a{number}",
            f"<@{10**17 + number}>",
            table.ben.mention,
            "@Ben",
            f"@{chance.choice('abcdefgh')}",
            f"@{table.ben.id}",
        )[chance.choice(kinds)]


async def test_no_text_of_names_makes_more_than_a_few_requests(guest: Table) -> None:
    chance = random.Random(13)
    members = [guest.discord.world.member(guest.guild, f"Ann{number}") for number in range(40)]
    for who in members:
        start = f"{guest.mention} {chance.choice(COMMANDS)}"
        words = hostile_words(guest, chance)
        if chance.random() < 0.3:
            start += chance.choice((" frisian", " chinese-checkers 6", " halma"))
        text = full((next(words) for _ in range(chance.choice((1, 3, 5, 6, 400)))), start)
        found = await requests_for(guest, who, text)
        assert found <= MOST_REQUESTS, (found, text)


async def test_too_many_names_are_refused_before_anything_is_asked(guest: Table) -> None:
    asked = guest.discord.gateway.asked_for_members
    names = " ".join(f"@a{number}" for number in range(2))
    await requests_for(guest, guest.ann, f"{guest.mention} challenge {names} frisian")
    assert guest.replies[-1] == "Too many names: here you can name 1 person."
    names = " ".join(f"<@{10**17 + number}>" for number in range(80))
    assert await requests_for(guest, guest.ann, f"{guest.mention} challenge {names}") == 1
    assert guest.replies[-1] == "Too many names: here you can name 5 people at most."
    assert guest.discord.gateway.asked_for_members == asked


async def test_a_mention_asks_nothing_and_a_name_is_asked_for_once(guest: Table) -> None:
    count, asked = len(guest.discord.requests), guest.discord.gateway.asked_for_members
    await guest.say(guest.ann, f"{guest.mention} challenge {guest.ben.mention} halma")
    await guest.shown(1)
    members = [one for one in guest.discord.requests[count:] if "/members" in one.path]
    assert (members, guest.discord.gateway.asked_for_members) == ([], asked)
    for _ in range(3):
        await requests_for(guest, guest.ann, f"{guest.mention} history @ben @BEN")
    assert guest.discord.gateway.asked_for_members == asked + 1


async def test_a_person_has_a_budget_of_names_and_others_have_their_own(guest: Table) -> None:
    asked = guest.discord.gateway.asked_for_members
    for number in range(BUDGET + 5):
        await requests_for(guest, guest.ann, f"{guest.mention} profile @nobody{number}")
    assert guest.discord.gateway.asked_for_members == asked + BUDGET
    assert guest.replies[-1].startswith("You have named many people within a minute")
    await requests_for(guest, guest.ben, f"{guest.mention} profile @ann")
    assert guest.discord.gateway.asked_for_members == asked + BUDGET + 1


async def test_lists_name_their_people_without_asking_again(guest: Table) -> None:
    asked = guest.discord.gateway.asked_for_members
    await guest.begin()
    for _ in range(4):
        await requests_for(guest, guest.ann, f"{guest.mention} games")
    assert guest.discord.gateway.asked_for_members == asked + 1
