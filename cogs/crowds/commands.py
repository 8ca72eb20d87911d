"""``/crowd``: matches in which many people play one side, their captains, and void votes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client import autocompletion
from cogs.client.client import Context, Damier, Interaction, Origin, origin_of
from cogs.client.replies import answer_to
from cogs.crowds.conductor import CrowdConductor
from cogs.crowds.crowd_moves import CrowdMoves
from cogs.crowds.gathering import CAPTAINS_PLAY, Gathering, Side, Wanted
from cogs.crowds.terms_words import with_words
from cogs.language.catalogues import COMMAND
from cogs.language.challenge_parser import terms_from_options
from cogs.language.typed_words import is_word
from cogs.match_actions.moderation import FOR_MODERATORS
from cogs.members.match_lookup import UNKNOWN_MATCH, Cause, visible_match
from engine import Refusal, Text
from engine.crowds.terms import CrowdTerms, Nobody, Shown, Way
from engine.table.match import Match
from engine.table.record import Status
from engine.text import Words, quoted, term

SHOWN_CHOICES: Final = [
    app_commands.Choice(name=locale_str("always"), value=Shown.OPEN.value),
    app_commands.Choice(name=locale_str("to those who have voted"), value=Shown.VOTED.value),
    app_commands.Choice(name=locale_str("once the vote is over"), value=Shown.END.value),
]
NOBODY_CHOICES: Final = [
    app_commands.Choice(name=locale_str("the computer moves"), value=Nobody.COMPUTER.value),
    app_commands.Choice(name=locale_str("the side has lost"), value=Nobody.CLOCK.value),
]

OF_ALL: Final = {
    **autocompletion.described("game", "options"),
    "side": locale_str("The side that the crowd takes"),
    "opponent": locale_str("A member who plays against the crowd; otherwise the computer does"),
    "level": autocompletion.LEVEL,
    "role": locale_str("The role that plays; otherwise everybody in the channel does"),
    "against": locale_str("Another role, which plays the other side"),
    "days": locale_str("Only members who have been here for this many days play"),
    "messages": locale_str("Only members with this many recent messages in the channel play"),
}
OF_VOTES: Final = {
    "captain": locale_str("A captain, to close votes and to veto moves that lose at once"),
    "quorum": locale_str("How many have to vote before a vote can end early"),
    "shown": locale_str("When people see how a vote stands"),
    "nobody": locale_str("What happens if nobody votes, even after more time"),
    "guard": locale_str("The computer drops moves that lose more than a piece for nothing"),
}

MEMBER_OF: Final = locale_str("The member")


class CrowdCommands(commands.Cog, name="Crowds"):
    """``/crowd``, and ``@Damier relay``, ``vote`` and ``daily``."""

    def __init__(
        self, bot: Damier, gathering: Gathering, conductor: CrowdConductor, moves: CrowdMoves
    ) -> None:
        self.bot = bot
        self._gathering, self._conductor, self._moves = gathering, conductor, moves

    crowd = app_commands.Group(
        name="crowd", description=locale_str("Play together on one side"), guild_only=True
    )

    # Slash

    @crowd.command(name="relay", description=locale_str("Whoever comes first moves"))
    @app_commands.describe(**OF_ALL)
    @app_commands.autocomplete(**autocompletion.FOR_GAMES)
    async def relay(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        game: str,
        options: str = "",
        side: str = "",
        opponent: discord.Member | None = None,
        level: int | None = None,
        role: discord.Role | None = None,
        against: discord.Role | None = None,
        days: int = 0,
        messages: int = 0,
    ) -> None:
        """``/crowd relay``."""
        wanted = self._wanted(
            interaction, Way.RELAY, game, options, side, opponent, level, (role, against), None
        )
        crowd = replace(wanted.crowd, days_here=days, messages=messages)
        await self._gather(interaction, replace(wanted, crowd=crowd))

    @crowd.command(name="vote", description=locale_str("Type proposals and vote for them"))
    @app_commands.describe(
        **OF_ALL, **OF_VOTES, time=locale_str("How long a vote lasts, such as 12h")
    )
    @app_commands.choices(shown=SHOWN_CHOICES, nobody=NOBODY_CHOICES)
    @app_commands.autocomplete(**autocompletion.FOR_GAMES)
    async def vote(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        game: str,
        time: str = "",
        options: str = "",
        side: str = "",
        opponent: discord.Member | None = None,
        level: int | None = None,
        role: discord.Role | None = None,
        against: discord.Role | None = None,
        captain: discord.Member | None = None,
        quorum: int = 2,
        shown: str = Shown.VOTED.value,
        nobody: str = Nobody.COMPUTER.value,
        guard: bool = False,
        days: int = 0,
        messages: int = 0,
    ) -> None:
        """``/crowd vote``."""
        wanted = self._wanted(
            interaction, Way.VOTE, game, options, side, opponent, level, (role, against), captain
        )
        crowd = _voting(wanted, time, shown, nobody)
        crowd = replace(crowd, quorum=quorum, guard=guard, days_here=days, messages=messages)
        await self._gather(interaction, replace(wanted, crowd=crowd))

    @crowd.command(name="daily", description=locale_str("One move a day, chosen by vote"))
    @app_commands.describe(
        **OF_ALL,
        **OF_VOTES,
        hour=locale_str("The hour of the day at which the vote ends, such as 18h"),
        weekdays=locale_str("Only on these days, such as monday friday"),
    )
    @app_commands.choices(shown=SHOWN_CHOICES, nobody=NOBODY_CHOICES)
    @app_commands.autocomplete(**autocompletion.FOR_GAMES)
    async def daily(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        game: str,
        hour: str = "",
        weekdays: str = "",
        options: str = "",
        side: str = "",
        opponent: discord.Member | None = None,
        level: int | None = None,
        role: discord.Role | None = None,
        against: discord.Role | None = None,
        captain: discord.Member | None = None,
        quorum: int = 2,
        shown: str = Shown.VOTED.value,
        nobody: str = Nobody.COMPUTER.value,
        guard: bool = False,
        days: int = 0,
        messages: int = 0,
    ) -> None:
        """``/crowd daily``."""
        wanted = self._wanted(
            interaction, Way.DAILY, game, options, side, opponent, level, (role, against), captain
        )
        crowd = _voting(wanted, f"{hour} {weekdays}", shown, nobody)
        crowd = replace(crowd, quorum=quorum, guard=guard, days_here=days, messages=messages)
        await self._gather(interaction, replace(wanted, crowd=crowd))

    def _wanted(  # noqa: PLR0917 - the options of the commands
        self,
        interaction: Interaction,
        way: Way,
        game: str,
        options: str,
        side: str,
        opponent: discord.Member | None,
        level: int | None,
        roles: tuple[discord.Role | None, discord.Role | None],
        captain: discord.Member | None,
    ) -> Wanted:
        """Return the match that a slash command's options describe. Raises Refusal."""
        terms = terms_from_options(game, options, players=None, seat=side, time="", level=level)
        sides = [Side(_role(roles[0]), captain=captain.id if captain is not None else None)]
        if roles[1] is not None:
            sides.append(Side(_role(roles[1])))
            if opponent is not None:
                raise Refusal(Text("The other side is a role, or one member: not both."))
        opponents = () if opponent is None else (opponent,)
        usual = self._gathering.usual(way, interaction.guild)
        return Wanted(terms, usual, tuple(sides), opponents)

    async def _gather(self, interaction: Interaction, wanted: Wanted) -> None:
        origin = origin_of(interaction)
        match = await self._gathering.gather(interaction.user, interaction.channel, wanted, origin)
        await answer_to(interaction).show(_begun(match))

    @crowd.command(name="captain", description=locale_str("Name another captain of a crowd"))
    @app_commands.describe(match=autocompletion.MATCH, member=MEMBER_OF)
    async def captain(self, interaction: Interaction, match: int, member: discord.Member) -> None:
        """``/crowd captain``."""
        text = await self._name(interaction, match, member.id, origin_of(interaction))
        await answer_to(interaction).show(text)

    @crowd.command(name="void", description=locale_str("Make a member’s votes in a match void"))
    @app_commands.describe(match=autocompletion.MATCH, member=MEMBER_OF)
    async def void(self, interaction: Interaction, match: int, member: discord.Member) -> None:
        """``/crowd void``."""
        text = await self._bar(interaction, match, member.id, origin_of(interaction))
        await answer_to(interaction).show(text)

    # Typed

    @commands.command(name="relay")
    @commands.guild_only()
    async def typed_relay(self, context: Context, *, words: str = "") -> None:
        """``@Damier relay frisian computer 4``."""
        await self._typed(context, Way.RELAY, words)

    @commands.command(name="vote")
    @commands.guild_only()
    async def typed_vote(self, context: Context, *, words: str = "") -> None:
        """``@Damier vote halma @Bob 12h``."""
        await self._typed(context, Way.VOTE, words)

    @commands.command(name="daily")
    @commands.guild_only()
    async def typed_daily(self, context: Context, *, words: str = "") -> None:
        """``@Damier daily frisian 18h monday friday``."""
        await self._typed(context, Way.DAILY, words)

    @commands.command(name="crowd")
    @commands.guild_only()
    async def typed_crowd(self, context: Context, *, words: str = "") -> None:
        """``@Damier crowd void 12 @Bob``, ``@Damier crowd captain 12 @Bob``, ``crowd relay …``."""
        first, _, rest = words.strip().partition(" ")
        for way in Way:
            if is_word(first, term(COMMAND, way.value)):
                await self._typed(context, way, rest)
                return
        said = re.match(r"#?([0-9]{1,9})\s+(\S.*)", rest.strip(), re.DOTALL)
        named = [action for action in ("void", "captain") if is_word(first, term(COMMAND, action))]
        if said is None or not named:
            raise Refusal(
                Text(
                    "Say `@{bot} relay frisian`, `@{bot} vote frisian 12h` or `@{bot} daily "
                    "frisian 18h` to begin; `@{bot} crowd captain 12 @friend` names a captain, "
                    "`@{bot} crowd void 12 @member` makes their votes void.",
                    bot=Words(context.me.display_name),
                )
            )
        (person,), _ = await self.bot.directory.persons_in(context.message, said[2], 1)
        act = self._bar if named == ["void"] else self._name
        text = await act(context.message, int(said[1]), person, origin_of(context))
        await answer_to(context).briefly(text)

    async def _typed(self, context: Context, way: Way, words: str) -> None:
        wanted = await self._gathering.read(context, way, words)
        await self._gathering.gather(context.author, context.channel, wanted, origin_of(context))

    # Captains and void votes

    async def _name(self, cause: Cause, number: int, member: int, origin: Origin) -> Text:
        """Make a member captain of the crowd that they may join; return the answer.

        Neither the member nor the person who appoints them may play for another side. Raises
        Refusal.
        """
        match, by = await self._live(cause, number)
        self._moves.note(by)
        crowds = await self.bot.store.crowds.of_match(match.id)
        manages = by.guild_permissions.manage_messages
        why = Text(
            "Only the captain, or somebody who may manage messages on this server, can name "
            "another captain."
        )
        for crowd in crowds:
            names = crowd.captain == by.id or (crowd.captain is None and match.host == by.id)
            if not (manages or names):
                continue
            rivals = {one.captain for one in crowds if one is not crowd}
            facts = [await self._moves.facts(match, crowd, one) for one in (by.id, member)]
            try:
                if by.id in rivals or member in rivals:
                    raise Refusal(CAPTAINS_PLAY)
                crowd.check_plays_for_no_other(by.id, match.persons)
                if not manages:
                    crowd.check_may_play(facts[0], origin["now"], match.persons)
                crowd.check_may_play(facts[1], origin["now"], match.persons)
            except Refusal:
                why = CAPTAINS_PLAY
                continue
            await self._conductor.change(
                match, crowd.user, lambda one: one.name_captain(member, by=by.id, **origin)
            )
            return Text("{person} is the captain now.", person=f"<@{member}>")
        raise Refusal(why)

    async def _bar(self, cause: Cause, number: int, member: int, origin: Origin) -> Text:
        """Make a member's votes void, for good; return the answer."""
        match, by = await self._live(cause, number)
        if not by.guild_permissions.manage_messages:
            raise Refusal(FOR_MODERATORS)
        crowds = await self.bot.store.crowds.of_match(match.id)
        theirs = [crowd for crowd in crowds if member in crowd.people] or crowds
        for crowd in theirs:
            await self._conductor.change(
                match, crowd.user, lambda one: one.bar(member, by.id, **origin)
            )
        return Text("The votes of {person} in this match are void.", person=f"<@{member}>")

    async def _live(self, cause: Cause, number: int) -> tuple[Match, discord.Member]:
        """Return a live match of crowds, and the member who asked. Raises Refusal."""
        match = await visible_match(self.bot.store, cause, number)
        by = cause.user if isinstance(cause, discord.Interaction) else cause.author
        if not isinstance(by, discord.Member) or by.guild.id != match.guild or not match.crowds:
            raise Refusal(UNKNOWN_MATCH)
        if match.status is not Status.LIVE:
            raise Refusal(Text("This match is not being played."))
        return match, by

    @captain.autocomplete("match")
    @void.autocomplete("match")
    async def matches(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        """Suggest the live matches of crowds in this channel."""
        here, said = interaction.channel_id or 0, answer_to(interaction).said
        return [
            app_commands.Choice(name=f"#{match.id} {said(match.game.title)}", value=match.id)
            for match in await self.bot.store.matches(status=Status.LIVE, channel=here)
            if match.crowds and str(typed) in str(match.id)
        ][:25]


def _role(role: discord.Role | None) -> int | None:
    """Return the id of a role, None for the role of everybody."""
    return None if role is None or role.is_default() else role.id


def _voting(wanted: Wanted, words: str, shown: str, nobody: str) -> CrowdTerms:
    """Return the terms of a crowd that votes, with the time that ``words`` state.

    Raises Refusal if ``words`` say anything else.
    """
    terms, rest = with_words(wanted.crowd, words.split())
    if rest:
        raise Refusal(
            Text(
                "I do not understand `{words}`. A vote takes a length, such as `12h` or `2d`; a "
                "move of the day takes an hour, such as `18h`, and days of the week.",
                words=quoted(" ".join(rest)),
            )
        )
    return replace(terms, shown=Shown(shown), nobody=Nobody(nobody))


def _begun(match: Match) -> Text:
    """Return the private answer to a person who has gathered a match."""
    if match.status is Status.LIVE:
        return Text("The board of {game} is in the channel.", game=match.game.title)
    return Text("It begins once the challenge is accepted.")
