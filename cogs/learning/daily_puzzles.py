"""The puzzle of the day: one a day on each server that wants it, however often the bot starts.

Days are those of the server's time zone; the current time is Discord's.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

import discord
from discord import ui
from discord.utils import snowflake_time

from cogs.client.client import Damier, Interaction
from cogs.delivery.marked_posts import Part
from cogs.delivery.outbox import Author, Place
from cogs.language.catalogues import plainly, translate, translate_into
from cogs.learning.puzzle_choice import EVERYBODY, PuzzleChoice
from cogs.learning.puzzle_tries import (
    GONE,
    TITLE_OF_DAY,
    first_of,
    goal_marks,
    heading,
    solution_of,
    task,
)
from cogs.learning.puzzles import Puzzles
from cogs.members.match_channels import missing_permissions
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.layouts import board_layout, picture_file
from cogs.messages.step_views import board_from
from cogs.timekeeping.keyed_worker import NotNow
from cogs.timekeeping.loops import LoopCog
from cogs.timekeeping.time_zones import beginning, day_in
from data import DAILY_PUZZLE, Bulletin, DailyPuzzle, ServerSettings, StoreError
from engine import Refusal, Text
from engine.puzzles import Puzzle
from engine.text import Words, counted, joined

log = logging.getLogger(__name__)

EVERY: Final = timedelta(seconds=30)
"""How often to look for puzzles that are due."""

LATE: Final = timedelta(hours=6)
"""How long after its hour a puzzle that the bot missed is still posted on the next day."""

APART: Final = timedelta(hours=12)
"""The least time between two puzzles of a server, even if it changes the hour or time zone."""

REMEMBERED: Final = 400
"""The number of a server's last puzzles that are not repeated while there are others."""

TOLD: Final = "told that the puzzle of the day cannot be posted: "
"""The prefix of the fact that a server's managers were told; the server's id follows."""


class DailyPuzzles(LoopCog):
    """Chooses the puzzles of the day, and opens them in private."""

    def __init__(self, bot: Damier, puzzles: Puzzles) -> None:
        super().__init__(EVERY)
        self.bot = bot
        self._choice = puzzles.choice
        self._boards = puzzles.boards
        self._posts = DailyPosts(bot, puzzles.choice)

    async def cog_load(self) -> None:
        """Register the button and the author of the posts."""
        self.bot.text_buttons[ControlKind.DAILY_PUZZLE] = self.solve
        self.bot.outbox.add(self._posts)

    async def solve(self, interaction: Interaction, about: str) -> None:
        """Handle *Solve*: show the puzzle in private. Raises Refusal if it is gone."""
        guild, _, day = about.partition(":")
        one = await self.bot.store.daily_puzzles.get(int(guild), date.fromisoformat(day))
        if one is None:
            raise Refusal(GONE)
        await self._boards.begin_daily(interaction, one)

    async def look(self) -> None:
        """Choose the puzzles that are due on the servers of this process; log their failures."""
        for number, settings in self.bot.preferences.with_daily_puzzle().items():
            guild = self.bot.get_guild(number)
            if guild is not None and self.bot.store.shards.have(number):
                try:
                    await self._look_at(guild, settings)
                except (discord.DiscordException, OSError, StoreError, Refusal) as error:
                    log.info("Puzzle of the day of server %s: %r", number, error)

    async def _look_at(self, guild: discord.Guild, settings: ServerSettings) -> None:
        """Choose and announce a server's puzzle if one is due and not posted yet.

        If the channel cannot be used, the server's managers are told. Raises Refusal.
        """
        day, done = self._posts.due(settings), self._posts.done
        if day is None or done.get(guild.id) == day:
            return
        daily = self.bot.store.daily_puzzles
        earlier = await daily.of_server(guild.id, limit=REMEMBERED)
        newest = earlier[0] if earlier else None
        if newest is not None and (newest.day > day or (newest.day == day and newest.message)):
            done[guild.id] = day
            return
        last = next((one.message for one in earlier if one.message is not None), None)
        if last is not None and self.bot.clock.now() - snowflake_time(last) < APART:
            return
        wanted = settings.daily_channel or 0
        channel = guild.get_channel(wanted)
        missing = [] if channel is None else missing_permissions(channel)
        if not isinstance(channel, discord.TextChannel) or missing:
            await self._posts.tell_managers(guild, wanted, missing)
            return
        one = newest if newest is not None and newest.day == day else None
        if one is None or one.channel != wanted or await self._choice.get(one.puzzle) is None:
            puzzle = await self._choose(channel, earlier)
            one = DailyPuzzle(guild.id, day, puzzle.id, puzzle.game, channel.id, None)
        elif await self.bot.store.bulletins.waiting(DAILY_PUZZLE, guild.id):
            return  # its bulletin is waiting to be posted
        await daily.put(one)
        self.bot.outbox.ask_again(DAILY_PUZZLE, guild.id)

    async def _choose(self, channel: discord.TextChannel, earlier: Sequence[DailyPuzzle]) -> Puzzle:
        """Return a puzzle to post, of the allowed game posted least recently. Raises Refusal."""
        allowed, known = self.bot.preferences.games_of(channel.guild.id), self._choice.book.games
        games = [game.name for game in known if game in allowed]
        games = games or [game.name for game in known]
        if not games:
            raise Refusal(Text("I have no puzzles yet."))
        last = [one.game for one in earlier]
        turn = max(games, key=lambda game: last.index(game) if game in last else len(last))
        used = {one.puzzle for one in earlier}
        return await self._choice.for_channel(turn, channel, used)


class DailyPosts(Author):
    """Posts the puzzles of the day.

    A bulletin is about a server; its number is the day's ordinal.
    """

    kind = DAILY_PUZZLE

    def __init__(self, bot: Damier, choice: PuzzleChoice) -> None:
        self.bot, self._choice = bot, choice
        self.done: dict[int, date] = {}
        """The last finished day of each server."""

    def due(self, settings: ServerSettings) -> date | None:
        """Return the day whose puzzle is due on a server, None if none is."""
        return due_day(settings.daily_hour, settings.daily_zone, self.bot.clock.now())

    async def place_of(self, about: int) -> Place | None:
        """Return the place chosen by a server; its channel is 0 if none is chosen."""
        return Place(about, self.bot.preferences.server(about).daily_channel or 0)

    async def compose(self, bulletin: Bulletin, locale: discord.Locale) -> Sequence[Part]:
        """Return the post of a day's puzzle, with the solution of the puzzle before.

        Return no parts if the puzzle is posted already, replaced or out of date. Raises NotNow
        if it is not due yet.
        """
        guild, day = bulletin.guild, date.fromordinal(bulletin.number)
        settings = self.bot.preferences.server(guild)
        found = await self.bot.store.daily_puzzles.of_server(guild, limit=2)
        one, before = [*found, None, None][:2]
        puzzle = await self._choice.get(one.puzzle) if one is not None else None
        if one is None or one.day != day or one.message is not None or puzzle is None:
            return ()
        due = self.due(settings)
        if bulletin.channel != settings.daily_channel or (due is not None and due > day):
            return ()
        if due != day:
            raise NotNow(EVERY.total_seconds())
        layout, file = await self._layout(one, puzzle, before, locale)
        return [Part(layout, [file])]

    async def _layout(
        self,
        one: DailyPuzzle,
        puzzle: Puzzle,
        before: DailyPuzzle | None,
        locale: discord.Locale,
    ) -> tuple[ui.LayoutView, discord.File]:
        translated = translate_into(locale)
        look = self.bot.preferences.look_of(one.guild)
        picture = await asyncio.to_thread(
            board_from,
            puzzle.begin(),
            None,
            (),
            0,
            marks=goal_marks(puzzle, ()),
            look=look,
            locale=locale,
        )
        lines = [heading(puzzle, TITLE_OF_DAY, translated), task(puzzle, translated)]
        if number := await self._choice.match_of(puzzle, one.guild):
            match = await self._choice.match_told(number, EVERYBODY, over=False)
            lines += [f"-# {translated(match)}"] if match is not None else []
        layout = board_layout("\n".join(lines), plainly(picture.alt, locale))
        solve = translated(Text("Solve"))
        primary = discord.ButtonStyle.primary
        layout.add_item(
            ui.ActionRow(TextButton(ControlKind.DAILY_PUZZLE, _key(one), solve, primary))
        )
        earlier = await self._choice.get(before.puzzle) if before is not None else None
        if before is not None and earlier is not None:
            many = await self.bot.store.daily_puzzles.solvers(one.guild, before.day)
            solved = counted("{count} member solved it", "{count} members solved it", many)
            last = Text("**Solution of the last one:** {solved}", solved=solved)
            link = f"https://discord.com/channels/{one.guild}/{before.channel}/{before.message}"
            told = await solution_of(earlier, first_of(earlier), translated)
            text = f"{translated(last)} · {link}\n{told}"
            layout.add_item(ui.TextDisplay(text))
        return layout, picture_file(picture)

    async def note(self, bulletin: Bulletin, message: int) -> None:
        """Note the message of a puzzle, so that the next failure to post is reported again."""
        guild, day = bulletin.guild, date.fromordinal(bulletin.number)
        await self.bot.store.daily_puzzles.note(guild, day, message)
        self.done[guild] = day
        if await self.bot.store.facts.get(told := f"{TOLD}{guild}"):
            await self.bot.store.facts.set(told, "")

    async def refused(self, about: int, error: discord.HTTPException) -> None:
        """Give up for the due day, since Discord counts refused requests; tell the managers.

        The managers are told only if the channel is forbidden or gone.
        """
        guild, settings = self.bot.get_guild(about), self.bot.preferences.server(about)
        if (day := self.due(settings)) is not None:
            self.done[about] = day
        if guild is not None and isinstance(error, discord.Forbidden | discord.NotFound):
            await self.tell_managers(guild, settings.daily_channel or 0, ())

    async def tell_managers(
        self, guild: discord.Guild, channel: int, missing: Sequence[Text]
    ) -> None:
        """Tell the managers of a server, once, that its puzzle cannot be posted.

        The owner gets a direct message; if Discord refuses it, a channel of the server gets it.
        """
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
            "can choose another channel with `/settings`; the puzzles go on as soon as I can post.",
            server=Words(guild.name),
            why=why,
        )
        log.warning("Server %s gets no puzzle of the day: %s", guild.id, why)
        locale, preferences = self.bot.preferences.locale_of(guild), self.bot.preferences
        own = await preferences.locale_for_person(guild.owner_id or 0, locale)
        try:
            place = await self.bot.create_dm(discord.Object(guild.owner_id or 0))
            await place.send(translate(text, own))
        except discord.HTTPException as error:
            log.info("The owner of server %s is not told: %s", guild.id, error)
            await self._tell_publicly(guild, translate(text, locale))

    @staticmethod
    async def _tell_publicly(guild: discord.Guild, said: str) -> None:
        """Send a text to the channel for Discord's own messages, if the bot may post there."""
        place = guild.system_channel or guild.public_updates_channel
        if place is not None and not missing_permissions(place):
            await place.send(said, allowed_mentions=discord.AllowedMentions.none())


def due_day(hour: int, zone: str, now: datetime) -> date | None:
    """Return the day in a time zone whose puzzle is due, None if none is.

    That is today from the ``hour`` on; before it, yesterday for some hours after its own hour.
    """
    today = day_in(zone, now)
    if beginning(today, hour, zone) <= now:
        return today
    yesterday = today - timedelta(days=1)
    return yesterday if now < beginning(yesterday, hour, zone) + LATE else None


def _key(one: DailyPuzzle) -> str:
    return f"{one.guild}:{one.day.isoformat()}"
