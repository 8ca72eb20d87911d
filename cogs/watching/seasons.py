"""Seasons of ratings: closing them when they end, and finding closed ones.

When a season ends, the current leaderboards of a server are kept, and the ratings go on. The
running season is noted, so that a bot that was away at its end closes it later.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Final

import discord
from discord import app_commands

from cogs.client.client import Damier, Interaction
from cogs.language.catalogues import in_all_languages, plainly
from cogs.language.typed_words import plain
from cogs.timekeeping.loops import LoopCog
from cogs.timekeeping.seasons import end_of, season_at, season_name
from data import Season, ServerSettings, StoreError
from engine import Refusal, Text
from engine.text import quoted, some

log = logging.getLogger(__name__)

EVERY: Final = timedelta(minutes=1)
"""How often to look for seasons that have ended."""

RUNNING: Final = "season of the ratings: "
"""The prefix of the fact that holds a server's running season; the server's id follows."""

LATE: Final = timedelta(days=1)
"""How long after its end a season may be closed without a remark on its list."""


class Seasons(LoopCog):
    """Closes the seasons of the servers of this process."""

    def __init__(self, bot: Damier) -> None:
        super().__init__(EVERY)
        self.bot = bot
        self._running: dict[int, str] = {}
        """The length and the code of each server's running season, such as ``month 2026-10``."""

    async def look(self) -> None:
        """Close the seasons that have ended; forget those of servers that want none now."""
        wanted = self.bot.preferences.with_seasons()
        for guild, settings in wanted.items():
            if self.bot.get_guild(guild) is not None and self.bot.store.shards.have(guild):
                try:
                    await self._look_at(guild, settings)
                except (OSError, StoreError) as error:
                    log.info("Season of server %s: %r", guild, error)
        for guild in self._running.keys() - wanted.keys():
            await self._note(guild, "")
            del self._running[guild]

    async def _look_at(self, guild: int, settings: ServerSettings) -> None:
        """Close the season of a server if it has ended, and note the running one.

        After a change of the seasons' length a new one begins, and none is closed.
        """
        now, length = self.bot.clock.now(), settings.seasons
        code = season_at(length, settings.daily_zone, now)
        if guild not in self._running:
            self._running[guild] = await self.bot.store.facts.get(f"{RUNNING}{guild}") or ""
        known_length, _, known = self._running[guild].partition(" ")
        if known_length == length:
            if code <= known:  # it may be earlier after a change of the time zone
                return
            await self.bot.store.seasons.close_season(guild, known, now)
            log.info("Closed season %s of server %s", known, guild)
        await self._note(guild, f"{length} {code}")

    async def _note(self, guild: int, running: str) -> None:
        await self.bot.store.facts.set(f"{RUNNING}{guild}", running)
        self._running[guild] = running


async def closed_seasons(bot: Damier, guild: int) -> list[Season]:
    """Return the closed seasons of a server that have a leaderboard, the newest first."""
    return [season for season in await bot.store.seasons.seasons_of(guild) if season.games]


async def season_suggestions(
    interaction: Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Suggest the closed seasons whose names contain the typed text, the newest first."""
    said = plain(typed)
    return [
        app_commands.Choice(name=name, value=season.name)
        for season in await closed_seasons(interaction.client, interaction.guild_id or 0)
        if said in plain(name := plainly(season_name(season.name), interaction.locale))
    ][:25]


def find_season(seasons: Sequence[Season], said: str) -> Season:
    """Return the season with a code or a name, in any language.

    Raises Refusal if there is none; the refusal names some.
    """
    for season in seasons:
        if plain(said) in names_of_season(season):
            return season
    if not seasons:
        raise Refusal(
            Text(
                "No season of the ratings is closed yet on this server. Those who manage it "
                "choose with `/settings` whether there are any."
            )
        )
    raise Refusal(
        Text(
            "I know no closed season `{name}`; name {seasons}.",
            name=quoted(said),
            seasons=some([season_name(season.name) for season in seasons]),
        )
    )


def season_at_end(seasons: Iterable[Season], words: str) -> tuple[str, Season | None]:
    """Return the typed words without a season named at their end, and the season or None."""
    said = " ".join(plain(words).split())
    for season in seasons:
        for name in names_of_season(season):
            if said == name or said.endswith(f" {name}"):
                kept = len(words.split()) - len(name.split())
                return " ".join(words.split()[:kept]), season
    return words, None


def names_of_season(season: Season) -> frozenset[str]:
    """Return the code of a season, and its names in all languages, in plain letters."""
    return frozenset(
        plain(name) for name in (season.name, *in_all_languages(season_name(season.name)))
    )


def closed_text(season: Season, zone: str) -> Text:
    """Return the sentence with the time at which a season was closed, and whether that was late."""
    when = discord.utils.format_dt(season.closed, "D")
    end = end_of(season.name, zone)
    if end is not None and season.closed - end > LATE:
        return Text("The list is from {when}: I was away when the season ended.", when=when)
    return Text("As it was when the season was closed, {when}.", when=when)
