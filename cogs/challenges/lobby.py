"""Open challenges: anyone joins until the seats are full; ``/lobby`` lists them."""

from __future__ import annotations

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.bot import suggestions
from cogs.bot.client import Context, Damier, Interaction, origin_of
from cogs.bot.commands import hybrid_command
from cogs.bot.replies import acknowledge, confirm, locale_for, private
from cogs.challenges.challenges import Challenges
from cogs.language.catalogues import say, say_in
from cogs.language.challenge_parser import Terms, parse_challenge
from cogs.language.game_names import find_game, find_seat
from cogs.language.time_texts import rated_text
from cogs.members.match_lookup import visible_match
from cogs.members.names import people
from cogs.members.visibility import may_see
from cogs.messages.button_rows import BUTTONS_IN_A_ROW
from cogs.messages.buttons import LABELS, Action, TextButton, Use
from cogs.messages.cards import rule_lines
from engine import Refusal, Text
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import OPEN, Status
from engine.text import counted

LISTED = 20
"""Open challenges that one list names; it says how many more there are."""

LONGEST = 3500
"""Characters of a list in a post, which may have 4,000."""


class Lobby(commands.Cog):
    """``/open``, ``/join``, ``/begin`` and ``/lobby``."""

    def __init__(self, bot: Damier, challenges: Challenges) -> None:
        self.bot = bot
        self._challenges = challenges

    async def cog_load(self) -> None:
        """Registers the buttons of the list."""
        self.bot.text_buttons[Use.LOBBY] = self.press

    # Opening

    @app_commands.command(name="open", description=locale_str("Look for players of a game"))
    @app_commands.describe(
        game=locale_str("Which game"),
        options=locale_str("Rules that differ from the usual ones"),
        players=locale_str("How many play"),
        seat=locale_str("Which side you take; by lot if you do not say"),
        time=locale_str("How long a turn may take, or a clock such as 10+10"),
        rated=locale_str("Whether it counts for the ratings"),
    )
    @app_commands.autocomplete(**suggestions.FOR_TERMS)
    @app_commands.guild_only()
    async def slash(  # noqa: PLR0917 - Discord calls it by name
        self,
        interaction: Interaction,
        game: str,
        options: str = "",
        players: int | None = None,
        seat: str = "",
        time: str = "",
        rated: bool | None = None,
    ) -> None:
        """Looks for players."""
        chosen = parse_challenge(f"{find_game(game).name} {options}")
        players = chosen.players if players is None else players
        chosen = chosen._replace(
            players=players,
            seat=find_seat(chosen.game, seat, players, chosen.options),
            time=TimeControl.read(time) if time else chosen.time,
            rated=chosen.rated if rated is None else rated,
        )
        await self._open(interaction.user, interaction.channel, chosen, interaction)
        text = Text("You are looking for players of {game}.", game=chosen.game.title)
        await private(interaction, say(text, interaction.locale))

    @commands.command(name="open")
    @commands.guild_only()
    async def typed(self, context: Context, *, words: str = "") -> None:
        """``@Damier open halma 4``."""
        if "@" in words and context.guild is not None:
            raise Refusal(
                Text(
                    "An open challenge names nobody; `@{bot} challenge @opponent halma 4` leaves "
                    "the other seats open.",
                    bot=context.guild.me.display_name,
                )
            )
        await self._open(context.author, context.channel, parse_challenge(words), context.message)

    async def _open(
        self,
        host: discord.abc.User,
        channel: object,
        proposed: Terms,
        cause: discord.Message | Interaction,
    ) -> None:
        proposed = proposed._replace(
            players=proposed.game.seats[0] if proposed.players is None else proposed.players
        )
        await self._challenges.challenge(host, channel, proposed, [], origin_of(cause))

    # Joining

    @hybrid_command("join", locale_str("Take an open seat"))
    @app_commands.describe(match=locale_str("The number of the match, if there are several"))
    async def join(self, context: Context, match: int | None = None) -> None:
        """``/join``, ``@Damier join 12``."""
        found = await self._meant(context, match)
        cause = context.interaction or context.message
        joined = await self._challenges.enter(found.id, context.author.id, origin_of(cause))
        await confirm(context, _joined(joined))
        await self._refresh(joined)

    @hybrid_command(
        "leave", locale_str("Give up the seat that you have taken, before the match begins")
    )
    @app_commands.describe(match=locale_str("The number of the match, if there are several"))
    async def leave(self, context: Context, match: int | None = None) -> None:
        """``/leave``, ``@Damier leave 12``."""
        found = await self._meant(context, match)
        cause = context.interaction or context.message
        left = await self._challenges.free(found.id, context.author.id, origin_of(cause))
        await confirm(context, Text("You left match {match}.", match=f"#{left.id}"))
        await self._refresh(left)

    @hybrid_command("begin", locale_str("Start your open match with those who have joined"))
    @app_commands.describe(match=locale_str("The number of the match, if there are several"))
    async def begin(self, context: Context, match: int | None = None) -> None:
        """``/begin``, ``@Damier begin 12``."""
        found = await self._meant(context, match, own=True)
        cause = context.interaction or context.message
        await self._challenges.start(found.id, context.author.id, origin_of(cause))
        await confirm(context, Text("The match begins."))

    async def _meant(self, context: Context, number: int | None, *, own: bool = False) -> Match:
        """The match of that number, of the card replied to, or the only open one here.

        It is the person's ``own``, or one of others. Raises Refusal.
        """
        reply = context.message.reference
        if number is None and reply is not None and reply.message_id is not None:
            post = await self.bot.store.outbox.post_of_message(reply.message_id)
            number = post.match if post else None
        if number is not None:
            return await visible_match(self.bot.store, context.author, number)
        here = [
            match
            for match in await self.bot.store.matches(
                status=Status.CHALLENGE, channel=context.channel.id
            )
            if OPEN in match.people and (match.host == context.author.id) == own
        ]
        if not here:
            raise Refusal(Text("No match has an open seat here; `/lobby` lists those elsewhere."))
        if len(here) > 1:
            raise Refusal(
                Text(
                    "Several matches have open seats here: say which, {numbers}.",
                    numbers=", ".join(f"`{match.id}`" for match in here),
                )
            )
        return here[0]

    async def _refresh(self, match: Match) -> None:
        if match.status is Status.CHALLENGE:
            await self.bot.poster.refresh(match.id)

    # The list

    @hybrid_command("lobby", locale_str("Which matches on this server have open seats"))
    async def lobby(self, context: Context) -> None:
        """``/lobby``, ``@Damier lobby``: in private all that he may see, else what all may."""
        guild, member = context.guild, context.author
        if guild is None or not isinstance(member, discord.Member):
            return
        locale = locale_for(context)
        if context.interaction is not None:
            layout = await self._list(member, locale)
            await private(context.interaction, view=layout)
        else:
            layout = await self._list(guild.default_role, locale, context.channel.id)
            await context.reply(view=layout, mention_author=False)

    async def press(self, interaction: Interaction, about: str) -> None:
        """Somebody pressed Join in a list."""
        found = await visible_match(self.bot.store, interaction.user, int(about))
        match = await self._challenges.enter(found.id, interaction.user.id, origin_of(interaction))
        message, guild, member = interaction.message, interaction.guild, interaction.user
        if message is None or guild is None or not isinstance(member, discord.Member):
            await acknowledge(interaction)
        elif message.flags.ephemeral:
            layout = await self._list(member, interaction.locale, done=_joined(match))
            await interaction.response.edit_message(view=layout)
        else:
            locale, here = self.bot.preferences.locale_of(guild), message.channel.id
            layout = await self._list(guild.default_role, locale, here)
            await interaction.response.edit_message(view=layout)
        await self._refresh(match)

    async def _list(
        self,
        reader: discord.Member | discord.Role,
        locale: discord.Locale,
        here: int | None = None,
        *,
        done: Text | None = None,
    ) -> ui.LayoutView:
        """What is open for a member, or for everybody who reads the channel ``here``."""
        now = discord.utils.utcnow()
        found = [
            match
            for match in await self.bot.store.matches(
                status=Status.CHALLENGE, guild=reader.guild.id
            )
            if OPEN in match.people
            and match.expires > now
            and await self._is_shown(reader, match, here)
        ]
        lines = [say(Text("Open matches on this server:"), locale)]
        if done is not None:
            lines.insert(0, say(done, locale))
        if not found:
            hint = Text(
                "Nothing is open on this server. Look for players: `@{bot} open frisian`, or "
                "`/open`.",
                bot=reader.guild.me.display_name,
            )
            lines[-1] = say(hint, locale)
        listed: list[Match] = []
        length = 0
        for match in found[:LISTED]:
            line = await self._line(match, locale)
            length += len(line)
            if length > LONGEST:
                break
            listed.append(match)
            lines.append(line)
        if len(found) > len(listed):
            more = Text("… and {count} more.", count=len(found) - len(listed))
            lines.append(say(more, locale))
        layout = ui.LayoutView(timeout=None)
        layout.add_item(ui.TextDisplay("\n".join(lines)))
        buttons = [
            TextButton(
                Use.LOBBY,
                str(match.id),
                f"{say(LABELS[Action.JOIN], locale)} #{match.id}",
                discord.ButtonStyle.success,
            )
            for match in listed
            if reader.id not in match.people
        ]
        for start in range(0, len(buttons), BUTTONS_IN_A_ROW):
            layout.add_item(ui.ActionRow(*buttons[start : start + BUTTONS_IN_A_ROW]))
        return layout

    async def _is_shown(
        self, reader: discord.Member | discord.Role, match: Match, here: int | None
    ) -> bool:
        if isinstance(reader, discord.Member):
            return await may_see(self.bot.store, reader, match)
        channel = reader.guild.get_channel(match.channel)
        seen = channel is not None and channel.permissions_for(reader).view_channel
        return seen or match.channel == here

    async def _line(self, match: Match, locale: discord.Locale) -> str:
        """A match in the list: its number, what is played, who is there, what is open."""
        start = match.game.start(len(match.people), **match.options)
        terms_ = [
            say(
                counted("{count} seat open", "{count} seats open", match.people.count(OPEN)), locale
            ),
            *rule_lines(match.game, start.options, say_in(locale)),
            say(match.time.text, locale),
            say(rated_text(match), locale),
        ]
        there = people(user for user in dict.fromkeys(match.people) if user != OPEN)
        posts = await self.bot.store.outbox.posts(match.id)
        shown = [post for post in posts if post.message is not None]
        where = f"<#{match.channel}>"
        if shown:
            url = f"https://discord.com/channels/{match.guild}/{shown[-1].channel}/{shown[-1].message}"
            card = say(Text("card"), locale)
            where = f"[{card}]({url})"
        who = Text("{game}: {people}", game=match.game.title, people=there)
        return f"- **#{match.id}** {say(who, locale)} · {' · '.join(terms_)} · {where}"


def _joined(match: Match) -> Text:
    if match.status is Status.LIVE:
        return Text("You joined match {match}, which begins.", match=f"#{match.id}")
    return Text("You joined match {match}.", match=f"#{match.id}")
