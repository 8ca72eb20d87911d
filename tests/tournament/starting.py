"""How matches begin: challenges answered in every way, and open tables that people join."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from simcord import ChannelHandle, MemberActor

from cogs.language.challenge_parser import parse_challenge
from cogs.language.game_names import find_game, option_words
from cogs.messages.buttons import Action
from engine import Refusal
from engine.table.match import Match
from engine.table.record import OPEN, Status
from tests.tournament.hall import Hall, Table
from tests.tournament.reading import answers
from tests.tournament.venue import Server

INVITE = "damier:menu-invite:"

NEVER_PLAYED = ("decline", "withdraw", "expire")
"""How a challenge may end."""

TIMES = {"time-out": ("5min", "10+5"), "claim": ("5min claim",), "lapse": ("none",)}
"""The time that goes with how a match is to end; the others have any of the usual ones."""

USUAL_TIMES = ("none", "none", "1d", "3d", "7d", "8h", "90+30")

TABLES = {"halma": (2, 2, 4), "chinese-checkers": (2, 3, 4, 6), "allies": (2, 2, 4)}
"""How many play the games that are not only for two."""

EXTRA_OPTIONS = 0.4
"""How often a challenge asks for other rules than the usual ones."""


class Place(NamedTuple):
    """Where a match is proposed."""

    server: Server
    channel: ChannelHandle


class Wanted(NamedTuple):
    """What is proposed: the game, the word for another rule, and the time."""

    game: str
    options: str
    time: str


async def start(hall: Hall, game: str, fate: str, turns: int) -> Table | None:
    """Somebody proposes a match, and it is answered; None where it is not played."""
    server = hall.chance.choice(hall.venue.servers)
    channel = hall.chance.choice(server.channels)
    count = hall.chance.choice(TABLES.get(game, (2,)))
    time = hall.chance.choice(TIMES.get(fate, USUAL_TIMES))
    opening = fate != "decline" and hall.chance.random() < 0.3
    if game == "chinese-checkers" and fate != "decline" and not hall.done["early start"]:
        opening, count = True, 2  # of four seats: it begins before all are taken
    if game == "allies" and count == 2:
        opening = False
    people = hall.chance.sample(list(server.members.values()), count)
    place, wanted = Place(server, channel), Wanted(game, _options(hall, game, count), time)
    before = await _newest(hall, channel)
    if opening:
        fewer = game == "chinese-checkers" and count in {2, 4}
        await _open(hall, place, people[0], wanted, count + 2 * fewer)
    else:
        await _challenge(hall, place, people, wanted)
    made = await _newest(hall, channel)
    if made is None or made == before:
        hall.done["challenge refused"] += 1
        return None
    table = Table(made.id, server, channel, fate, turns)
    if fate in NEVER_PLAYED:
        await _close(hall, table, made)
        return None
    for member in people[1:]:
        await (_join if opening else _accept)(hall, table, member)
    match = await hall.load(table)
    if match.status is Status.CHALLENGE:
        await _begin(hall, table, people[0])
    assert (await hall.load(table)).status is Status.LIVE, f"#{table.match} does not begin"
    return table


async def _newest(hall: Hall, channel: ChannelHandle) -> Match | None:
    """The newest challenge of a channel."""
    found = await hall.venue.store.matches(status=Status.CHALLENGE, channel=channel.id)
    return found[-1] if found else None


def _options(hall: Hall, game: str, count: int) -> str:
    """A word for another rule, where the game can be played so by so many."""
    known = list(option_words(find_game(game)))
    if not known or hall.chance.random() > EXTRA_OPTIONS:
        return ""
    word = hall.chance.choice(known)
    try:
        read = parse_challenge(f"{game} {word}")
        read.game.start(4 if game == "allies" else count, **read.options)
    except Refusal:
        return ""
    return word


# Proposing


async def _challenge(
    hall: Hall, place: Place, people: Sequence[MemberActor], wanted: Wanted
) -> None:
    host, *others = people
    way = hall.chance.choice(("typed", "slash", "menu"))
    if way == "menu" and len(others) == 1 and wanted.time == "none" and not wanted.options:
        asked = await hall.menu(*place, host, "Challenge to a game", others[0])
        await hall.choose(place.server, host, answers(asked)[0], INVITE, wanted.game)
    elif way == "slash":
        names = ("opponent", "second", "third", "fourth", "fifth")
        fields = _fields(wanted) | dict(zip(names, others, strict=False))
        await hall.slash(*place, host, "challenge", **fields)
    else:
        way = "typed"
        named_so = " ".join(member.mention for member in others)
        words = f"{wanted.game} {wanted.options} {wanted.time}"
        await hall.say(*place, host, f"{hall.me} challenge {named_so} {words}")
    hall.done[f"challenge {way}"] += 1


async def _open(hall: Hall, place: Place, host: MemberActor, wanted: Wanted, count: int) -> None:
    if hall.chance.random() < 0.5:
        await hall.slash(*place, host, "open", players=count, **_fields(wanted))
    else:
        players = f" {count}" if wanted.game in TABLES else ""
        words = f"{wanted.game}{players} {wanted.options} {wanted.time}"
        await hall.say(*place, host, f"{hall.me} open {words}")
    hall.done["open"] += 1


def _fields(wanted: Wanted) -> dict[str, Any]:
    """What is proposed, as the options of a slash command."""
    options = {"options": wanted.options} if wanted.options else {}
    return {"game": wanted.game, "time": wanted.time, **options}


# Answering


async def _accept(hall: Hall, table: Table, member: MemberActor) -> None:
    match = await hall.load(table)
    way = hall.chance.choice(("button", "slash", "typed"))
    if hall.chance.random() < 0.3:
        stranger = hall.stranger(table, match)
        await hall.press(
            table.server, stranger, await hall.venue.newest(table.match), Action.ACCEPT
        )
        assert (await hall.load(table)).events == match.events
        hall.done["wrong person"] += 1
    if way == "slash" and await _only_one(hall, table, member):
        await hall.slash(table.server, table.channel, member, "accept")
    elif way == "typed":
        await hall.command(table, member, "accept")
    else:
        await hall.press(table.server, member, await hall.venue.newest(table.match), Action.ACCEPT)


async def _only_one(hall: Hall, table: Table, member: MemberActor) -> bool:
    """Whether nothing else there could be meant by a member's answer."""
    store = hall.venue.store
    here = await store.matches(status=Status.CHALLENGE, channel=table.channel.id, person=member.id)
    live = await store.matches(status=Status.LIVE, channel=table.channel.id, person=member.id)
    return len(here) == 1 and not any(match.offer for match in live)


async def _join(hall: Hall, table: Table, member: MemberActor) -> None:
    way = hall.chance.choice(("button", "slash", "typed"))
    if way == "slash":
        await hall.slash(table.server, table.channel, member, "join", match=table.match)
    elif way == "typed":
        await hall.command(table, member, f"join {table.match}", about=False)
    else:
        await hall.press(table.server, member, await hall.venue.newest(table.match), Action.JOIN)
    hall.done["join"] += 1
    waiting = (await hall.load(table)).status is Status.CHALLENGE
    if waiting and (not hall.done["leave"] or hall.chance.random() < 0.2):
        await _leave(hall, table, member)
        await _join(hall, table, member)


async def _leave(hall: Hall, table: Table, member: MemberActor) -> None:
    """Somebody who has joined gives their seat up again."""
    if hall.chance.random() < 0.5:
        await hall.command(table, member, f"leave {table.match}", about=False)
    else:
        await hall.press(table.server, member, await hall.venue.newest(table.match), Action.LEAVE)
    assert member.id not in (await hall.load(table)).people, f"#{table.match}: they do not leave"
    hall.done["leave"] += 1


async def _begin(hall: Hall, table: Table, host: MemberActor) -> None:
    """The host starts though seats are open."""
    if hall.chance.random() < 0.5:
        await hall.command(table, host, f"begin {table.match}", about=False)
    else:
        await hall.press(table.server, host, await hall.venue.newest(table.match), Action.BEGIN)
    hall.done["early start"] += 1


async def _close(hall: Hall, table: Table, match: Match) -> None:
    """A challenge that is declined or withdrawn, or left to expire."""
    card = await hall.venue.newest(table.match)
    if table.fate == "decline":
        asked = [person for person in match.people if person not in {match.host, OPEN}]
        member = table.player(hall.chance.choice(asked))
        if hall.chance.random() < 0.5:
            await hall.command(table, member, "decline")
        else:
            await hall.press(table.server, member, card, Action.DECLINE)
    elif table.fate == "withdraw":
        host = table.player(match.host)
        if hall.chance.random() < 0.5:
            await hall.command(table, host, "withdraw")
        else:
            await hall.press(table.server, host, card, Action.WITHDRAW)
    over = (await hall.load(table)).status is Status.OVER
    assert over == (table.fate != "expire"), f"#{table.match} is not closed by {table.fate}"
    hall.done[f"challenge: {table.fate}"] += 1
