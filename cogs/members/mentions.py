"""The names of people and seats in posts, links to boards, and the marks that identify posts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import discord
from cachetools import LRUCache

from cogs.language.catalogues import Translate
from cogs.language.computer_names import computer_name
from cogs.members.directory import LONGEST_NAME
from data import Post, Store
from engine import Text
from engine.archive import UNKNOWN, header_of
from engine.table.match import Match
from engine.table.record import NOWHERE, OPEN, crowd, is_abroad, is_computer, is_crowd
from engine.text import Words, listed

GUESTS_KEPT: Final = 10_000
"""The number of players of other servers whose names are kept in memory."""

_guests: LRUCache[int, Text] = LRUCache(GUESTS_KEPT)

FIRST_ID: Final = 1_000
FIRST_CALL_ID: Final = 1_000_000
"""The id of the last line of a post or of a call is this plus the number of the event.

Discord numbers the components of a message from 1 to 40 at most; the bot's own ids are above.
"""

HEADING_ID: Final = 2_500_000
"""The id of the line in the message from which a match's thread is made without a challenge."""

_ENDING = re.compile(r" #(?P<match>[0-9]{1,18})$")


def person(user: int) -> str | Text:
    """Return a person's mention, or a phrase for another kind of player, such as a computer.

    A mention alone pings nobody: each message has its own list of people to ping.
    """
    if user == OPEN:
        return Text("somebody")
    if is_computer(user):
        return computer_name(user)
    if is_crowd(user):
        return crowd_name(user)
    if is_abroad(user):
        return guest_name(user)
    return f"<@{user}>" if user > OPEN else Text("a former player")


def person_text(user: int, translated: Translate) -> str:
    """Return a player's mention or phrase as ``person`` does, as a string."""
    name = person(user)
    return name if isinstance(name, str) else translated(name)


def name_guest(user: int, name: str, server: str) -> None:
    """Note the name of a player of another server, and the server's name.

    ``name`` is empty if the player's server does not share it.
    """
    if name:
        shown = Text("{name} of {server}", name=Words(name), server=Words(server))
    else:
        shown = Text("a player of {server}", server=Words(server))
    _guests[user] = shown


def guest_name(user: int) -> Text:
    """Return the name of a player of another server, or a phrase if the name is unknown."""
    return _guests.get(user) or Text("a player of the other server")


def crowd_name(user: int) -> Text:
    """Return the name of a crowd: *the crowd* if its match has only one, else with its letter."""
    if user == crowd():
        return Text("the crowd")
    return Text("crowd {letter}", letter="ABCDEF"[crowd(1) - user])


def side_name(match: Match, user: int) -> str | Text:
    """Return the name of a crowd in its match: the name of its role, or ``crowd_name``."""
    known = match.crowd_names.get(user)
    return crowd_name(user) if known is None else Words(known, LONGEST_NAME)


def player(match: Match, user: int) -> str | Text:
    """Return a player's mention or phrase as ``person`` does; a crowd by its name in the match."""
    return side_name(match, user) if is_crowd(user) else person(user)


def people(users: Iterable[int]) -> str | Text:
    """Return people as ``person`` names them, separated by commas. Raises IndexError for none."""
    return listed([person(user) for user in users])


def seat_of(match: Match, seat: int, translated: Translate, user: int | None = None) -> str:
    """Return a seat with its player: ``White <@1>``, ``White (the crowd)``, or a recorded name.

    ``user`` is the person to name if it may not be the one who has the seat now.
    """
    return translated(_seated(match, seat, match.people[seat] if user is None else user))


def players(match: Match, translated: Translate) -> str:
    """Return the seats with their players: ``White <@1> – Black <@2>``, or ``Red … + Blue …``."""
    teams: dict[int, list[str]] = {}
    for number, seat in enumerate(match.seats):
        named = translated(_seated(match, number, match.people[number]))
        teams.setdefault(seat.team, []).append(named)
    return " – ".join(" + ".join(team) for team in teams.values())


def _seated(match: Match, seat: int, user: int) -> Text:
    name = match.seats[seat].name
    if match.imported:
        who = Words(match.headers.get(header_of(match.seats[seat]), UNKNOWN), LONGEST_NAME)
        return Text("{seat} {person}", seat=name, person=who)
    if is_crowd(user) or is_abroad(user):
        return Text("{seat} ({person})", seat=name, person=player(match, user))
    return Text("{seat} {person}", seat=name, person=person(user))


def opponents(match: Match) -> Iterator[tuple[int, int]]:
    """Yield the active seats that play against the seat on turn, each with its player."""
    seats, team = match.seats, match.seats[match.position.turn].team
    for number, seat in enumerate(seats):
        if seat.active and seat.team != team:
            yield number, match.players[number]


async def board_link(store: Store, match: Match, translated: Translate) -> str:
    """Return a link to the last post of a match, labelled *board*, as ``post_links`` does."""
    return (await board_links(store, [match], translated))[match.id]


async def board_links(
    store: Store, matches: Sequence[Match], translated: Translate
) -> dict[int, str]:
    """Return links to the last posts of matches, labelled *board*, as ``post_links`` does."""
    return await post_links(store, matches, lambda _: translated(Text("board")))


async def post_links(
    store: Store, matches: Sequence[Match], label: Callable[[Match], str]
) -> dict[int, str]:
    """Return a link to the last post of each match, by the match's id.

    For a match without a post it is the mention of the channel.
    """
    shown = await store.outbox.last_shown([match.id for match in matches])
    return {match.id: _link(match, shown.get(match.id), label(match)) for match in matches}


def _link(match: Match, post: Post | None, label: str) -> str:
    if post is None:
        return f"<#{match.channel}>"
    where = "@me" if match.guild == NOWHERE else str(match.guild)
    return f"[{label}](https://discord.com/channels/{where}/{post.channel}/{post.message})"


def game_and_others(match: Match, who: int) -> Text:
    """Return the game of a match and its other players: "Frisian draughts against @bob".

    If some of them are partners, the word for all of them is "with".
    """
    others = [user for user in dict.fromkeys(match.people) if user not in {who, OPEN}]
    if not others:
        return match.game.title
    own = set(match.seats_of(who))
    teams = {seat.team for number, seat in enumerate(match.seats) if number in own}
    partners = any(
        seat.team in teams and number not in own for number, seat in enumerate(match.seats)
    )
    return (
        Text("{game} with {people}", game=match.game.title, people=people(others))
        if partners
        else Text("{game} against {people}", game=match.game.title, people=people(others))
    )


# The marks of posts


class Mark(NamedTuple):
    """The numbers of the match and the event that a message shows, or calls somebody for."""

    match: int
    event: int


def ending(match: int) -> str:
    """Return the end of the last line of a match's posts, by which ``mark_of`` knows the match."""
    return f"#{match}"


def mark_of(message: discord.Message) -> Mark | None:
    """Return the mark of a bot's message, None if the message is no post of a match."""
    if not message.author.bot:
        return None
    for part in message.components:
        if not isinstance(part, discord.components.TextDisplay) or part.id is None:
            continue
        found = _ENDING.search(part.content)
        if found is not None and FIRST_ID < part.id < HEADING_ID:
            first = FIRST_CALL_ID if part.id > FIRST_CALL_ID else FIRST_ID
            return Mark(int(found["match"]), part.id - first)
    return None
