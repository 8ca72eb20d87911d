"""The start of matches: challenges and their answers, and open matches that members join."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from simcord import ChannelHandle, MemberActor

from cogs.language.actions import Action
from cogs.language.challenge_parser import parse_challenge
from cogs.language.game_names import find_game, option_words
from engine import Refusal
from engine.table.match import Match
from engine.table.record import OPEN, Status
from tools.random_members.components import answers
from tools.random_members.driver import Driver, Table
from tools.random_members.world import Server

INVITE = "damier:menu-invite:"

NEVER_PLAYED = ("decline", "withdraw", "expire")
"""The fates of challenges that never become matches."""

TIMES = {"time-out": ("5min", "10+5"), "claim": ("5min claim",), "lapse": ("none",)}
"""The time controls for some fates of matches; the others have one of USUAL_TIMES."""

USUAL_TIMES = ("none", "none", "1d", "3d", "7d", "8h", "90+30")

TABLES = {"halma": (2, 2, 4), "chinese-checkers": (2, 3, 4, 6), "allies": (2, 2, 4)}
"""The numbers of players in games that are not only for two."""

EXTRA_OPTIONS = 0.4
"""The share of challenges with an option other than the defaults, if there are any."""


class Place(NamedTuple):
    """The server and the channel in which a match is proposed."""

    server: Server
    channel: ChannelHandle


class Wanted(NamedTuple):
    """A proposal: the game, the word of an option or "", and the time control."""

    game: str
    options: str
    time: str


async def start(driver: Driver, game: str, fate: str, turns: int) -> Table | None:
    """Propose a match and have it answered; return its table, None if it does not start."""
    server = driver.chance.choice(driver.world.servers)
    channel = driver.chance.choice(server.channels)
    count = driver.chance.choice(TABLES.get(game, (2,)))
    time = driver.chance.choice(TIMES.get(fate, USUAL_TIMES))
    opening = fate != "decline" and driver.chance.random() < 0.3
    if game == "chinese-checkers" and fate != "decline" and not driver.done["early start"]:
        opening, count = True, 2  # of four seats, so that the match begins before all are taken
    if game == "allies" and count == 2:
        opening = False
    people = driver.chance.sample(list(server.members.values()), count)
    place, wanted = Place(server, channel), Wanted(game, _options(driver, game, count), time)
    before = await _newest(driver, channel)
    if opening:
        fewer = game == "chinese-checkers" and count in {2, 4}
        await _open(driver, place, people[0], wanted, count + 2 * fewer)
    else:
        await _challenge(driver, place, people, wanted)
    made = await _newest(driver, channel)
    if made is None or made == before:
        driver.done["challenge refused"] += 1
        return None
    table = Table(made.id, server, channel, fate, turns)
    if fate in NEVER_PLAYED:
        await _close(driver, table, made)
        return None
    for member in people[1:]:
        await (_join if opening else _accept)(driver, table, member)
    match = await driver.load(table)
    if match.status is Status.CHALLENGE:
        await _begin(driver, table, people[0])
    assert (await driver.load(table)).status is Status.LIVE, f"#{table.match} does not begin"
    return table


async def _newest(driver: Driver, channel: ChannelHandle) -> Match | None:
    """Return the newest open challenge in a channel, or None."""
    found = await driver.world.store.matches(status=Status.CHALLENGE, channel=channel.id)
    return found[-1] if found else None


def _options(driver: Driver, game: str, count: int) -> str:
    """Return the word of a random option that is possible with ``count`` players, or ""."""
    known = [word for word, _, _ in option_words(find_game(game))]
    if not known or driver.chance.random() > EXTRA_OPTIONS:
        return ""
    word = driver.chance.choice(known)
    try:
        read = parse_challenge(f"{game} {word}")
        read.game.start(4 if game == "allies" else count, **read.options)
    except Refusal:
        return ""
    return word


# Proposing


async def _challenge(
    driver: Driver, place: Place, people: Sequence[MemberActor], wanted: Wanted
) -> None:
    host, *others = people
    way = driver.chance.choice(("typed", "slash", "menu"))
    if way == "menu" and len(others) == 1 and wanted.time == "none" and not wanted.options:
        asked = await driver.menu(*place, host, "Challenge to a game", others[0])
        await driver.choose(place.server, host, answers(asked)[0], INVITE, wanted.game)
    elif way == "slash":
        names = ("opponent", "second", "third", "fourth", "fifth")
        fields = _fields(wanted) | dict(zip(names, others, strict=False))
        await driver.slash(*place, host, "challenge", **fields)
    else:
        way = "typed"
        named_so = " ".join(member.mention for member in others)
        words = f"{wanted.game} {wanted.options} {wanted.time}"
        await driver.say(*place, host, f"{driver.me} challenge {named_so} {words}")
    driver.done[f"challenge {way}"] += 1


async def _open(
    driver: Driver, place: Place, host: MemberActor, wanted: Wanted, count: int
) -> None:
    if driver.chance.random() < 0.5:
        await driver.slash(*place, host, "open", players=count, **_fields(wanted))
    else:
        players = f" {count}" if wanted.game in TABLES else ""
        words = f"{wanted.game}{players} {wanted.options} {wanted.time}"
        await driver.say(*place, host, f"{driver.me} open {words}")
    driver.done["open"] += 1


def _fields(wanted: Wanted) -> dict[str, Any]:
    """Return a proposal as the options of a slash command."""
    options = {"options": wanted.options} if wanted.options else {}
    return {"game": wanted.game, "time": wanted.time, **options}


# Answering


async def _accept(driver: Driver, table: Table, member: MemberActor) -> None:
    match = await driver.load(table)
    way = driver.chance.choice(("button", "slash", "typed"))
    if driver.chance.random() < 0.3:
        stranger = driver.stranger(table, match)
        await driver.press(
            table.server, stranger, await driver.world.newest(table.match), Action.ACCEPT
        )
        assert (await driver.load(table)).events == match.events
        driver.done["wrong person"] += 1
    if way == "slash" and await _only_one(driver, table, member):
        await driver.slash(table.server, table.channel, member, "match accept")
    elif way == "typed":
        await driver.command(table, member, "accept")
    else:
        await driver.press(
            table.server, member, await driver.world.newest(table.match), Action.ACCEPT
        )


async def _only_one(driver: Driver, table: Table, member: MemberActor) -> bool:
    """Return whether exactly one challenge, and no offer, in the channel concerns a member."""
    store = driver.world.store
    here = await store.matches(status=Status.CHALLENGE, channel=table.channel.id, person=member.id)
    live = await store.matches(status=Status.LIVE, channel=table.channel.id, person=member.id)
    return len(here) == 1 and not any(match.offer for match in live)


async def _join(driver: Driver, table: Table, member: MemberActor) -> None:
    way = driver.chance.choice(("button", "slash", "typed"))
    if way == "slash":
        await driver.slash(table.server, table.channel, member, "match join", match=table.match)
    elif way == "typed":
        await driver.command(table, member, f"join {table.match}", about=False)
    else:
        await driver.press(
            table.server, member, await driver.world.newest(table.match), Action.JOIN
        )
    driver.done["join"] += 1
    waiting = (await driver.load(table)).status is Status.CHALLENGE
    if waiting and (not driver.done["leave"] or driver.chance.random() < 0.2):
        await _leave(driver, table, member)
        await _join(driver, table, member)


async def _leave(driver: Driver, table: Table, member: MemberActor) -> None:
    """Have a member who has joined leave again."""
    if driver.chance.random() < 0.5:
        await driver.command(table, member, f"leave {table.match}", about=False)
    else:
        await driver.press(
            table.server, member, await driver.world.newest(table.match), Action.LEAVE
        )
    assert member.id not in (await driver.load(table)).people, f"#{table.match}: they do not leave"
    driver.done["leave"] += 1


async def _begin(driver: Driver, table: Table, host: MemberActor) -> None:
    """Begin the match as the host, although seats are open."""
    if driver.chance.random() < 0.5:
        await driver.command(table, host, f"begin {table.match}", about=False)
    else:
        card = await driver.world.newest(table.match)
        (asked,) = answers(await driver.press(table.server, host, card, Action.BEGIN))
        await driver.press(table.server, host, asked, Action.BEGIN_NOW)
    driver.done["early start"] += 1


async def _close(driver: Driver, table: Table, match: Match) -> None:
    """Decline or withdraw a challenge, or let it expire."""
    card = await driver.world.newest(table.match)
    if table.fate == "decline":
        asked = [person for person in match.people if person not in {match.host, OPEN}]
        member = table.player(driver.chance.choice(asked))
        if driver.chance.random() < 0.5:
            await driver.command(table, member, "decline")
        else:
            await driver.press(table.server, member, card, Action.DECLINE)
    elif table.fate == "withdraw":
        host = table.player(match.host)
        if driver.chance.random() < 0.5:
            await driver.command(table, host, "withdraw")
        else:
            await driver.press(table.server, host, card, Action.WITHDRAW)
    over = (await driver.load(table)).status is Status.OVER
    assert over == (table.fate != "expire"), f"#{table.match} is not closed by {table.fate}"
    driver.done[f"challenge: {table.fate}"] += 1
