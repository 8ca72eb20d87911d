"""Slash commands that change something, with their preconditions."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from simcord import MemberActor

from data import BlockedServer
from tests.cogs.conftest import Club
from tests.cogs.lasting import Press, Ready, offered, officer, opened, over, practising
from tests.cogs.lasting.crowds import voting
from tests.cogs.lasting.matches import claim_time
from tests.cogs.lasting.servers import another
from tests.cogs.lasting.tournaments import new_tournament


async def nothing(club: Club) -> None:
    await club.env.settle()


async def challenged(club: Club) -> None:
    await club.challenge()


async def begun(club: Club) -> None:
    await club.start()


async def under_way(club: Club) -> None:
    await club.under_way()


async def ended(club: Club) -> None:
    await over(club)


async def offering(club: Club) -> None:
    await offered(club)


async def practice(club: Club) -> None:
    await practising(club)


async def looking(club: Club) -> None:
    await opened(club, "chinese-checkers 4")


async def joined(club: Club) -> None:
    await looking(club)
    await club.bob.click(club.last, label="Join")


async def blocked(club: Club) -> None:
    await club.alice.slash(club.channel, "people block", person=club.bob)


async def followed(club: Club) -> None:
    match = await club.start()
    await club.carol.slash(club.channel, "match follow", match=match.id)


async def guessed(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, guesses="both")
    await club.start()


async def elsewhere(club: Club) -> None:
    other = club.guild.create_text_channel("evenings")
    await new_tournament(club, channel=other.id)


async def blocking(club: Club) -> None:
    other = BlockedServer(123456789012345678, "There")
    await club.store.servers.block(club.guild.id, other, club.env.now())


async def late(club: Club) -> None:
    (await claim_time(club)).close()


LAST = "last"
"""Stands for the number of the last match, tournament or server, as the option needs."""


class Given(NamedTuple):
    """A slash command: its preconditions, its user and its options."""

    before: Any
    who: str
    options: Mapping[str, Any] = MappingProxyType({})


COMMANDS = {
    "admin end": Given(begun, "officer", {"match": LAST, "result": "White", "reason": "they left"}),
    "challenge": Given(nothing, "alice", {"opponent": "bob", "game": "frisian"}),
    "crowd captain": Given(voting, "alice", {"match": LAST, "member": "bob"}),
    "crowd daily": Given(nothing, "alice", {"game": "frisian"}),
    "crowd relay": Given(nothing, "alice", {"game": "frisian"}),
    "crowd void": Given(voting, "officer", {"match": LAST, "member": "alice"}),
    "crowd vote": Given(nothing, "alice", {"game": "frisian"}),
    "hint": Given(practice, "alice"),
    "holiday": Given(nothing, "alice", {"days": 7}),
    "import": Given(nothing, "alice", {"text": '[Game "frysk"] 1. 46-41'}),
    "learn": Given(nothing, "alice", {"game": "halma"}),
    "match accept": Given(challenged, "bob"),
    "match analyse": Given(nothing, "alice", {"game": "frisian"}),
    "match begin": Given(joined, "alice"),
    "match board": Given(begun, "alice"),
    "match claim": Given(late, "bob"),
    "match decline": Given(challenged, "bob"),
    "match follow": Given(begun, "carol", {"match": LAST}),
    "match guess": Given(guessed, "carol", {"match": LAST, "move": "32-28"}),
    "match join": Given(looking, "bob"),
    "match leave": Given(joined, "bob"),
    "match propose": Given(under_way, "alice", {"what": "draw"}),
    "match rematch": Given(ended, "bob"),
    "match takeback": Given(under_way, "alice"),
    "match unfollow": Given(followed, "carol", {"match": LAST}),
    "match withdraw": Given(challenged, "alice"),
    "move": Given(begun, "alice", {"move": "32-28"}),
    "open": Given(nothing, "alice", {"game": "frisian"}),
    "people block": Given(nothing, "alice", {"person": "bob"}),
    "people unblock": Given(blocked, "alice", {"person": "bob"}),
    "play": Given(nothing, "alice", {"game": "frisian"}),
    "puzzle": Given(nothing, "alice", {"game": "checkers"}),
    "servers block": Given(nothing, "officer", {"server": "123456789012345678"}),
    "servers challenge": Given(another, "officer", {"server": LAST, "game": "frysk"}),
    "servers unblock": Given(blocking, "officer", {"server": "123456789012345678"}),
    "settings": Given(nothing, "alice", {"words": "theme slate"}),
    "simul": Given(nothing, "alice", {"game": "frisian"}),
    "teams": Given(nothing, "alice", {"game": "halma"}),
    "tournament here": Given(elsewhere, "officer", {"number": LAST}),
}
"""The commands that change something."""

READING = {
    "admin remove", "people list", "games", "help", "history", "leaderboard", "lobby",
    "match abort", "match animate", "match draw", "match export", "match moves", "match resign",
    "match review", "match show", "match where", "mygames", "privacy", "profile", "rules",
    "servers list", "tournament create", "tournament list", "tournament rules",
    "tournament show", "tournament standings", "tournament tour",
}  # fmt: skip
"""The commands that change nothing: they show something, or ask before they act."""


def ready_to(name: str) -> Ready:
    """Return the function that prepares a command."""
    given = COMMANDS[name]

    async def ready(club: Club) -> Press:
        await given.before(club)
        who: MemberActor = officer(club) if given.who == "officer" else getattr(club, given.who)
        options = dict(given.options)
        for option in options.keys() & {"member", "opponent", "person"}:
            options[option] = getattr(club, options[option])
        if options.get("number") == LAST:
            options["number"] = (await club.store.tournaments.in_server(club.guild.id))[-1]
        if options.get("server") == LAST:
            options["server"] = str(club.bot.guilds[-1].id)
        if options.get("match") == LAST:
            options["match"] = (await club.matches())[-1].id
        return who.slash(club.channel, name, **options)

    ready.__name__ = f"/{name}"
    return ready
