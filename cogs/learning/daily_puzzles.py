"""The puzzle of the day: one a day on each server that wants it, however often the bot starts.

A puzzle is stored before it is sent, and the id of its message afterwards. A bot that starts again
between the two looks for the message in the channel. Days are those of the server's time zone, and
the time is Discord's.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

import discord
from discord import ui
from discord.ext import commands
from discord.utils import snowflake_time

from cogs.bot.client import Damier, Interaction
from cogs.delivery.match_messages import history
from cogs.language.catalogues import plainly, translate, translate_into
from cogs.learning.puzzle_choice import EVERYBODY
from cogs.learning.puzzle_tries import (
    GONE,
    TITLE_OF_DAY,
    first_of,
    heading,
    solution_of,
    spoken_of,
    task,
)
from cogs.learning.puzzles import Puzzles
from cogs.members.match_channels import missing_permissions
from cogs.messages.buttons import TextButton, Use
from cogs.messages.layouts import board_layout, picture_file
from cogs.messages.step_views import board_from
from cogs.timekeeping.loops import Loop
from cogs.timekeeping.time_zones import beginning, day_in
from data import DailyPuzzle, ServerSettings, StoreError
from engine import Refusal, Text
from engine.puzzles import Puzzle
from engine.text import Words, counted, joined

log = logging.getLogger(__name__)

EVERY: Final = timedelta(seconds=30)
"""How often to look for puzzles that are due."""

LATE: Final = timedelta(hours=6)
"""A puzzle that the bot was away for is still posted so long after its hour, even past midnight."""

APART: Final = timedelta(hours=12)
"""The least time between two puzzles, even if the server changes the hour or its time zone."""

SEARCHED: Final = 200
"""The newest messages of a channel that are searched for a puzzle that may have been sent."""

REMEMBERED: Final = 400
"""So many last puzzles of a server do not come again while there are others."""

TOLD: Final = "told that the puzzle of the day cannot be posted: "
"""The beginning of the name of the fact that a server's managers were told; its id follows."""


class DailyPuzzles(commands.Cog):
    """Posts the puzzles of the day, and opens them in private."""

    def __init__(self, bot: Damier, puzzles: Puzzles) -> None:
        self.bot = bot
        self._choice = puzzles.choice
        self._boards = puzzles.boards
        self._loop = Loop(self.look, EVERY)
        self._done: dict[int, date] = {}
        """The last day of each server for which nothing is left to do."""

    async def cog_load(self) -> None:
        """Register the button."""
        self.bot.text_buttons[Use.DAILY_PUZZLE] = self.solve

    async def cog_unload(self) -> None:
        """Stop looking."""
        self._loop.cancel()

    @commands.Cog.listener()
    async def on_caught_up(self, shard: int | None) -> None:
        """Start looking, now that the channels are known."""
        if not self._loop.is_running():
            self._loop.start()

    async def solve(self, interaction: Interaction, about: str) -> None:
        """Handle Solve: show the puzzle in private. Raises Refusal."""
        guild, _, day = about.partition(":")
        one = await self.bot.store.daily_puzzles.get(int(guild), date.fromisoformat(day))
        if one is None:
            raise Refusal(GONE)
        await self._boards.begin_daily(interaction, one)

    # Posting

    async def look(self) -> None:
        """Post the puzzles that are due, on the servers of this process."""
        for number, settings in self.bot.preferences.with_daily_puzzle().items():
            guild = self.bot.get_guild(number)
            if guild is not None and self.bot.store.shards.have(number):
                try:
                    await self._look_at(guild, settings)
                except (discord.DiscordException, OSError, StoreError, Refusal) as error:
                    log.info("Puzzle of the day of server %s: %r", number, error)

    async def _look_at(self, guild: discord.Guild, settings: ServerSettings) -> None:
        """Post the puzzle of a server if it is due and not posted yet."""
        day = due_day(settings.daily_hour, settings.daily_zone, self.bot.clock.now())
        if day is None or self._done.get(guild.id) == day:
            return
        daily = self.bot.store.daily_puzzles
        earlier = await daily.of_server(guild.id, limit=REMEMBERED)
        newest = earlier[0] if earlier else None
        if newest is not None and (newest.day > day or (newest.day == day and newest.message)):
            self._done[guild.id] = day
            return
        last = next((one.message for one in earlier if one.message is not None), None)
        if last is not None and self.bot.clock.now() - snowflake_time(last) < APART:
            return
        wanted = settings.daily_channel or 0
        channel = guild.get_channel(wanted)
        missing = [] if channel is None else missing_permissions(channel)
        if not isinstance(channel, discord.TextChannel) or missing:
            await self._tell_managers(guild, wanted, missing)
            return
        known = newest if newest is not None and newest.day == day else None
        if known is not None and (found := await self._find(guild, known)) is not None:
            await daily.put(known._replace(message=found))
            return
        one, puzzle = known, await self._choice.get(known.puzzle) if known is not None else None
        if one is None or one.channel != channel.id or puzzle is None:
            puzzle = await self._choose(channel, earlier)
            one = DailyPuzzle(guild.id, day, puzzle.id, puzzle.game, channel.id, None)
            await daily.put(one)
        before = next((each for each in earlier if each.day < day), None)
        try:
            await self._post(channel, one, puzzle, before)
        except (discord.Forbidden, discord.NotFound):
            self._done[guild.id] = day  # not again today: Discord counts what it refuses
            await self._tell_managers(guild, channel.id, ())

    async def _post(
        self,
        channel: discord.TextChannel,
        one: DailyPuzzle,
        puzzle: Puzzle,
        before: DailyPuzzle | None,
    ) -> None:
        """Post a puzzle, with the solution of the one before it."""
        layout, file = await self._layout(channel.guild, one, puzzle, before)
        message = await channel.send(
            view=layout,
            file=file,
            nonce=f"{one.guild}{one.day.toordinal():06}"[-25:],
            allowed_mentions=discord.AllowedMentions.none(),
        )
        await self.bot.store.daily_puzzles.put(one._replace(message=message.id))
        self._done[one.guild] = one.day
        if await self.bot.store.facts.get(told := f"{TOLD}{one.guild}"):
            await self.bot.store.facts.set(told, "")  # the next time they are told again

    async def _layout(
        self,
        guild: discord.Guild,
        one: DailyPuzzle,
        puzzle: Puzzle,
        before: DailyPuzzle | None,
    ) -> tuple[ui.LayoutView, discord.File]:
        locale = self.bot.preferences.locale_of(guild)
        translated = translate_into(locale)
        look = self.bot.preferences.look_of(guild.id)
        picture = await asyncio.to_thread(
            board_from,
            puzzle.begin(),
            None,
            (),
            0,
            marks=spoken_of(puzzle, ()),
            look=look,
            locale=locale,
        )
        lines = [heading(puzzle, TITLE_OF_DAY, translated), task(puzzle, translated)]
        if number := await self._choice.match_of(puzzle, guild.id):
            match = await self._choice.match_told(number, EVERYBODY, over=False)
            lines += [f"-# {translated(match)}"] if match is not None else []
        layout = board_layout("\n".join(lines), plainly(picture.alt, locale))
        solve = translated(Text("Solve"))
        primary = discord.ButtonStyle.primary
        layout.add_item(ui.ActionRow(TextButton(Use.DAILY_PUZZLE, _key(one), solve, primary)))
        earlier = await self._choice.get(before.puzzle) if before is not None else None
        if before is not None and earlier is not None:
            many = await self.bot.store.daily_puzzles.solvers(guild.id, before.day)
            solved = counted("{count} member solved it", "{count} members solved it", many)
            last = Text("**Solution of the last one:** {solved}", solved=solved)
            link = f"https://discord.com/channels/{guild.id}/{before.channel}/{before.message}"
            told = await solution_of(earlier, first_of(earlier), translated)
            text = f"{translated(last)} · {link}\n{told}"
            layout.add_item(ui.TextDisplay(text))
        return layout, picture_file(picture)

    async def _choose(self, channel: discord.TextChannel, earlier: Sequence[DailyPuzzle]) -> Puzzle:
        """Return a puzzle to post, of the game posted least recently. Raises Refusal."""
        allowed, known = self.bot.preferences.games_of(channel.guild.id), self._choice.book.games
        games = [game.name for game in known if game in allowed]
        games = games or [game.name for game in known]
        if not games:
            raise Refusal(Text("I have no puzzles yet."))
        last = [one.game for one in earlier]
        turn = max(games, key=lambda game: last.index(game) if game in last else len(last))
        used = {one.puzzle for one in earlier}
        return await self._choice.for_channel(turn, channel, used)

    async def _find(self, guild: discord.Guild, one: DailyPuzzle) -> int | None:
        """Return the id of a puzzle's post that was sent but not noted, or None."""
        channel = guild.get_channel(one.channel)
        if not isinstance(channel, discord.TextChannel) or missing_permissions(channel):
            return None
        async for message in history(self.bot, channel, SEARCHED):
            if message.author == self.bot.user and _shows(message, one):
                return message.id
        return None

    # What goes wrong

    async def _tell_managers(
        self, guild: discord.Guild, channel: int, missing: Sequence[Text]
    ) -> None:
        """Tell the managers of a server, once, that its puzzle cannot be posted."""
        fact = f"{TOLD}{guild.id}"
        if await self.bot.store.facts.get(fact):
            return
        await self.bot.store.facts.set(fact, str(channel))
        if missing:
            why = Text(
                "I am missing {permissions} in <#{channel}>.",
                permissions=joined(missing, ", "),
                channel=channel,
            )
        else:
            why = Text("The channel that was chosen for it is gone, or I may not post there.")
        text = Text(
            "I cannot post the puzzle of the day on {server}. {why} Those who manage the server "
            "choose another channel by `/settings`; it goes on as soon as I can post.",
            server=Words(guild.name),
            why=why,
        )
        log.warning("Server %s gets no puzzle of the day: %s", guild.id, why)
        locale, preferences = self.bot.preferences.locale_of(guild), self.bot.preferences
        own = await preferences.locale_for_person(guild.owner_id or 0, locale)
        try:
            owner = await self.bot.fetch_user(guild.owner_id or 0)
            await owner.send(translate(text, own))
        except discord.HTTPException as error:
            log.info("The owner of server %s is not told: %s", guild.id, error)
            await self._tell_publicly(guild, translate(text, locale))

    @staticmethod
    async def _tell_publicly(guild: discord.Guild, said: str) -> None:
        """Say it in the channel of Discord's own messages: the owner takes no direct messages."""
        place = guild.system_channel or guild.public_updates_channel
        if place is not None and not missing_permissions(place):
            await place.send(said, allowed_mentions=discord.AllowedMentions.none())


def due_day(hour: int, zone: str, now: datetime) -> date | None:
    """Return the day, in that time zone, whose puzzle is due, or None if none is."""
    today = day_in(zone, now)
    if beginning(today, hour, zone) <= now:
        return today
    yesterday = today - timedelta(days=1)
    return yesterday if now < beginning(yesterday, hour, zone) + LATE else None


def _key(one: DailyPuzzle) -> str:
    return f"{one.guild}:{one.day.isoformat()}"


def _shows(message: discord.Message, one: DailyPuzzle) -> bool:
    """Return whether a message of the bot is the post of a puzzle, going by its button."""
    wanted = TextButton(Use.DAILY_PUZZLE, _key(one), "").item.custom_id
    return any(
        getattr(item, "custom_id", None) == wanted
        for item in ui.LayoutView.from_message(message).walk_children()
    )
