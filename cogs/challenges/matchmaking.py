"""Matchmaking: storing challenges, taking and giving up seats, beginning matches."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord

import engine
from cogs.challenges.admission import (
    check_computers,
    check_game,
    check_opener,
    check_proposal,
    check_seat,
)
from cogs.client.client import Damier, Origin
from cogs.client.error_answers import SERVERS_ONLY
from cogs.language.challenge_parser import (
    NAMED,
    Terms,
    friend_in,
    most_opponents,
    parse_challenge,
    strange_words,
    with_computers,
)
from cogs.language.did_you_mean import GAME, OPPONENT, Unclear
from cogs.language.game_names import DEFAULT_GAME, which_game
from cogs.members.directory import LONGEST_NAME, NamesRoles, roles_in
from cogs.members.match_channels import GuildChannel, check_channel, check_permissions
from data import ComputerMatches, Result
from engine import Game, Refusal, Text
from engine.capabilities.thinking import LEVELS
from engine.rating import Rating
from engine.scale import figures, suitable
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import NOWHERE, OPEN, Stakes, Status, another
from engine.text import Words, quoted

FIRST_LEVEL: Final = 2
"""The level for a person who has not yet played against the computer."""

WATCHED_LEVEL: Final = 6
"""The level of computers that play each other: worth watching, without long thoughts."""


MOST_STRANGE: Final = 4
"""The most unknown words of a challenge that are looked up among the names of members."""

FIRST_GAMES: Final = ("frisian", "checkers", "halma", "assaut")
"""The first games offered by a server that has not played yet: four of different kinds."""

Admit = Callable[[Match, ComputerMatches], None]
Create = Callable[[Match, Admit], Awaitable[Match]]
"""Stores a new match, unless ``Admit`` raises Refusal."""


class Matchmaking:
    """Stores challenges and seats people, for commands, buttons and menus alike.

    Matches are changed one at a time: two changes at once could exceed a limit that each respects.
    """

    def __init__(self, bot: Damier) -> None:
        self._bot = bot
        self._one_at_a_time = asyncio.Lock()

    async def games(self, guild: discord.Guild | None) -> list[Game]:
        """Return the games that may be opened on a server, the most played first."""
        return await games_of(self._bot, guild)

    async def read(self, words: str, guild: discord.Guild | None) -> Terms:
        """Return the terms in the words of a challenge. Raises Unclear and Refusal.

        If no game is named, Unclear offers the server's games: of different kinds first, and the
        most played first.
        """
        try:
            return parse_challenge(words)
        except Unclear as unclear:
            if unclear.said or unclear.option != GAME:
                raise
            raise which_game(of_different_kinds(await self.games(guild))) from None

    async def opponents(
        self, message: discord.Message, words: str
    ) -> tuple[list[discord.Member], str]:
        """Return the members named in the words of a challenge, and the words without them.

        A member may be named without ``@``, by a word that means nothing else. Raises Unclear for
        words such as "a friend", and Refusal; for a role, the refusal says how roles can play.
        """
        people_in = self._bot.directory.people_in
        try:
            found, rest = await people_in(message, words, most_opponents(words))
        except NamesRoles as named:
            raise Refusal(_of_roles(self._bot, message, words, named.names)) from None
        if found:
            return found, rest
        for word in strange_words(words)[:MOST_STRANGE]:
            at = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", rest)
            if at is None:
                continue  # the word is a part of a name found before
            one = await self._bot.directory.called(message, rest[at.start() :])
            if one is not None:
                member, length = one
                found.append(member)
                rest = rest[: at.start()] + rest[at.start() + length :]
        if found:
            return found, rest
        if (friend := friend_in(words)) is not None:
            raise whom(friend)
        for word in strange_words(words)[:MOST_STRANGE]:
            named_on = words[words.find(word) :]
            if roles := roles_in(f"@{named_on}", message.guild):
                raise Refusal(_of_roles(self._bot, message, words.replace(word, " "), roles))
        return found, rest

    async def challenge(
        self,
        host: discord.abc.User,
        channel: object,
        terms: Terms,
        opponents: Sequence[discord.Member],
        origin: Origin,
    ) -> Match:
        """Store a challenge with these terms, so that its card is posted; return the match.

        Against computers alone, the match begins at once. Raises Refusal.
        """
        check_opponents(self._bot, host, opponents)
        guild, where = _place(channel)
        settings = self._bot.preferences.server(guild)
        named = [member.id for member in opponents if member != self._bot.user]
        terms = with_computers(terms, named=len(opponents), bots=len(opponents) - len(named))
        computers = await self._computers(terms, host, guild)
        if terms.watch:
            match = Match.exhibition(
                guild=guild,
                channel=where,
                game=terms.game,
                options=terms.options,
                host=host.id,
                computers=computers,
                **origin,
            )
            match = replace(match, blindfold=terms.blindfold)
            return await self.propose(match, host)
        free = (terms.players or 0) - len(named) - len(computers) - 1
        if guild == NOWHERE and (named or free > 0 or not computers):
            raise Refusal(SERVERS_ONLY)
        seat = terms.seat
        if seat is None and not named and free <= 0:
            seat = await self._first_seat(terms, host.id)
        rated, stakes = await self._stakes(terms, [host.id, *named], usual=settings.rated)
        match = Match.challenge(
            guild=guild,
            channel=where,
            game=terms.game,
            options=terms.options,
            host=host.id,
            opponents=named + computers + [OPEN] * free,
            seat=seat,
            time=TimeControl.read(settings.time) if terms.time is None else terms.time,
            rated=rated,
            stakes=stakes,
            **origin,
        )
        match = replace(match, blindfold=terms.blindfold)
        return await self.propose(match, host)

    async def _first_seat(self, terms: Terms, person: int) -> int | None:
        """Return the seat that moves first, for a person new to the game; None for others."""
        if not await self._bot.store.history.newcomers(terms.game.name, [person]):
            return None
        return terms.game.start(terms.players, **terms.options).turn

    async def _stakes(
        self, terms: Terms, people: Sequence[int], *, usual: bool
    ) -> tuple[bool, Stakes]:
        """Return whether a match of these people is rated, and why.

        If the terms do not decide, ``usual`` does; but the match is unrated if none of the people
        has played the game before.
        """
        if terms.rated is not None:
            return terms.rated, Stakes.SAID
        if usual and not await self._bot.store.history.have_played(people, terms.game.name):
            return False, Stakes.FIRST
        return usual, Stakes.USUAL

    async def _computers(self, terms: Terms, host: discord.abc.User, guild: int) -> list[int]:
        """Return the ids of a match's computers, at the levels named or the usual one.

        The usual level suits the host; if the host only watches, it is ``WATCHED_LEVEL``.
        """
        if not terms.computers:
            return []
        usual = WATCHED_LEVEL
        if not terms.watch and not terms.levels:
            seats = len(terms.game.start(terms.players, **terms.options).seats)
            known = figures(terms.game, seats, terms.options)
            usual = await self.level_for(host.id, guild, terms.game, known)
        levels = terms.levels or (usual,)
        found: list[int] = []
        for number in range(terms.computers):
            found.append(another(levels[min(number, len(levels) - 1)], found))
        return found

    async def level_for(
        self, person: int, guild: int, game: Game, figures: Mapping[int, int]
    ) -> int:
        """Return the computer's level that suits a person in a game.

        ``guild`` is the server whose ratings count, or ``NOWHERE``. ``figures`` has the figure of
        each level, if known.
        """
        store = self._bot.store
        latest = await store.practice.latest(person, game.name)
        rating = None if latest else await store.standings.rating(guild, person, game.name)
        return proposed_level(latest, rating, figures)

    async def propose(
        self, match: Match, host: discord.abc.User, create: Create | None = None
    ) -> Match:
        """Store a challenge, so that its card is posted, and return it as stored. Raises Refusal.

        A challenge to computers alone begins at once. ``create``, if given, stores the match
        instead, for example together with its crowds.
        """
        match = match.begun(now=match.events[0].at, chance=random.Random())
        settings = self._bot.preferences.server(match.guild)
        channel = self._bot.get_channel(match.channel)
        if isinstance(channel, GuildChannel):
            check_channel(settings, channel)
        check_opener(settings, host)
        check_game(self._bot, match.guild, match.game)
        async with self._one_at_a_time:
            await check_proposal(self._bot, match)
            match = await self._limited(match)
            create = create or self._bot.store.create
            return await create(match, partial(check_computers, self._bot))

    async def accept(self, match_id: int, person: int, origin: Origin) -> Match:
        """Accept a challenge for a person named in it. Raises Refusal."""
        chance = random.Random()
        return await self._seat(
            match_id, person, lambda m: m.accept(person, **origin, chance=chance)
        )

    async def join(self, match_id: int, person: int, origin: Origin) -> Match:
        """Take an open seat for a person. Raises Refusal."""
        chance = random.Random()
        return await self._seat(match_id, person, lambda m: m.join(person, **origin, chance=chance))

    async def begin(self, match_id: int, host: int, origin: Origin) -> Match:
        """Begin a match with the people who have joined. Raises Refusal."""
        chance = random.Random()
        return await self._seat(match_id, host, lambda m: m.begin(host, **origin, chance=chance))

    async def add_computer(self, match_id: int, host: int, level: int, origin: Origin) -> Match:
        """Give an open seat to a computer, as the host wants. Raises Refusal."""
        chance = random.Random()
        return await self._seat(
            match_id, host, lambda m: m.add_computer(host, level, **origin, chance=chance)
        )

    async def fill(self, match_id: int, host: int, level: int, origin: Origin) -> Match:
        """Give all open seats to computers, as the host wants. Raises Refusal."""
        chance = random.Random()
        return await self._seat(
            match_id, host, lambda m: m.fill(host, level, **origin, chance=chance)
        )

    async def leave(self, match_id: int, person: int, origin: Origin) -> Match:
        """Give up the seat that a person has taken. Raises Refusal."""
        async with self._bot.store.match(match_id) as table:
            table.match = table.match.stand_up(person, **origin)
        return table.match

    async def refresh_card(self, match: Match) -> None:
        """Update the card of a challenge after somebody has accepted, joined or left."""
        if match.status is Status.CHALLENGE:
            await self._bot.poster.refresh(match.id)

    async def _seat(self, match_id: int, person: int, change: Callable[[Match], Match]) -> Match:
        """Change the seats of a match, and return it. Raises Refusal if the person may not play."""
        admit = partial(check_computers, self._bot)
        async with self._one_at_a_time:
            seated = change(await self._bot.store.load(match_id))
            await check_seat(self._bot, seated, person)
            begins = seated.status is Status.LIVE
            rated = not begins or (await self._limited(seated)).rated
            async with self._bot.store.match(match_id, admit) as table:
                match = change(table.match)
                table.match = match if rated or not match.rated else match.as_one_too_many()
            return table.match

    async def _limited(self, match: Match) -> Match:
        """Return a match, unrated if its people have played each other too often.

        Two people could inflate a rating that way, so only few of their matches are rated.
        """
        too_often = match.rated and await self._bot.store.ratings.met_too_often(match)
        return match.as_one_too_many() if too_often else match


def _of_roles(bot: Damier, message: discord.Message, words: str, roles: Sequence[str]) -> Text:
    """Return the answer to a challenge that names roles: the commands by which roles can play."""
    for role in roles:
        words = words.replace(role, " ")
    try:
        game = parse_challenge(NAMED.sub(" ", words)).game
    except Refusal:
        game = engine.games[DEFAULT_GAME]
    me = message.guild.me if message.guild is not None else bot.user
    first, *others = (Words(role, LONGEST_NAME) for role in roles)
    return Text(
        "{role} is a role, and only members can be challenged. A role can play in other ways: "
        "with `@{bot} vote {game} {first}` it votes on every move, with `@{bot} relay {game} "
        "{first}` whoever comes first moves, and with `@{bot} teams {game} {first} {other}` two "
        "roles play each other board by board.",
        role=first,
        bot=Words(me.display_name if me is not None else "Damier"),
        game=game.title,
        first=first,
        other=others[0] if others else "@…",
    )


async def games_of(bot: Damier, guild: discord.Guild | None) -> list[Game]:
    """Return the games that may be opened on a server.

    The most played come first, then ``FIRST_GAMES``, then all others.
    """
    where = guild.id if guild else NOWHERE
    played = await bot.store.history.games(where) if guild else []
    allowed = {game.name: game for game in bot.preferences.games_of(where)}
    order = dict.fromkeys([*played, *FIRST_GAMES, *allowed])
    return [allowed[name] for name in order if name in allowed]


def of_different_kinds(games: Sequence[Game]) -> list[Game]:
    """Return the games, the first on each board before the others on the same boards."""
    boards = {game.start().board: game for game in reversed(games)}
    return sorted(games, key=lambda game: game is not boards[game.start().board])


def whom(said: str = "") -> Unclear:
    """Return the question about the opponent; ``said`` is the word for an unnamed person."""
    return Unclear(Text("Whom do you challenge?"), (), option=OPPONENT, said=said)


def nobody_called(name: str) -> Unclear:
    """Return the question about the opponent, after a name that no member has."""
    text = Text("Nobody here is called `{name}`. Whom do you challenge?", name=quoted(name))
    return Unclear(text, (), option=OPPONENT, said=name)


def _place(channel: object) -> tuple[int, int]:
    """Return the ids of server and channel for a match in a channel. Raises Refusal."""
    if isinstance(channel, discord.DMChannel):
        return NOWHERE, channel.id
    if not isinstance(channel, GuildChannel):
        raise Refusal(Text("Matches are played in the channels of a server."))
    check_permissions(channel)
    return channel.guild.id, channel.id


def check_opponents(
    bot: Damier, host: discord.abc.User, opponents: Sequence[discord.abc.User]
) -> None:
    """Raise Refusal if one of these members cannot be challenged by the host."""
    if host in opponents:
        raise Refusal(Text("You cannot challenge yourself."))
    if any(member.bot and member != bot.user for member in opponents):
        raise Refusal(Text("Bots do not play; challenge another member."))


def proposed_level(
    latest: Sequence[Result], rating: Rating | None, figures: Mapping[int, int]
) -> int:
    """Return the computer's level that suits a person.

    ``latest`` are the person's results against computers, the newest first. The level is one above
    the last after a win, and one below it after two losses. For a first match the ``rating``
    decides, if the ``figures`` of the levels are known.
    """
    if not latest:
        known = None if rating is None else suitable(figures, rating.shown)
        return FIRST_LEVEL if known is None else known
    level = latest[0].level + latest[0].won
    level -= len(latest) > 1 and latest[0].lost and latest[1].lost
    return min(max(level, LEVELS[0]), LEVELS[-1])
