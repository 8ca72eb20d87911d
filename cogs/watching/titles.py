"""Titles in profiles: the best final places of a member in the tournaments of a server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import Final

import engine
from cogs.client.paged_lists import more_text
from cogs.timekeeping.seasons import QUARTER, season_at, season_name
from data import Title
from engine import Text
from engine.text import Words, counted
from engine.tournaments.terms import LONGEST_NAME, Form

MOST: Final = 5
"""The most titles listed in a profile; the others are counted."""

GROUP: Final = 3
"""The number of places that count as much as one group of a league."""

CHAMPIONS: Final = MappingProxyType(
    {
        Form.LEAGUE: Text("League champion"),
        Form.SWISS: Text("Tournament winner"),
        Form.KNOCKOUT: Text("Cup winner"),
        Form.ARENA: Text("Arena winner"),
        Form.LADDER: Text("Top of the ladder"),
    }
)
"""The titles of first places, in the highest group of a league."""

ORDINALS: Final = (Text("1st"), Text("2nd"), Text("3rd"))


def title_lines(titles: Sequence[Title], zone: str) -> Iterator[Text]:
    """Yield the lines of the best titles, and the number of the others.

    The seasons of the titles are quarters in a time zone.
    """
    for title in _best_first(titles)[:MOST]:
        yield _told(title, zone)
    if len(titles) > MOST:
        yield more_text(len(titles) - MOST)


def _best_first(titles: Iterable[Title]) -> list[Title]:
    """Return titles with the best places first, then those among more players, then the newest."""
    newest = sorted(titles, key=lambda title: title.ended, reverse=True)
    return sorted(newest, key=lambda title: (title.place + GROUP * title.group, -title.players))


def _told(title: Title, zone: str) -> Text:
    known = engine.games.get(title.game)
    name, game = Words(title.name, LONGEST_NAME), known.title if known else Words(title.game)
    season = season_name(season_at(QUARTER, zone, title.ended))
    players = counted("{count} player", "{count} players", title.players)
    if title.place == 1 and title.group == 0:
        return Text(
            "**{champion}**, {game}, {season}: {name} ({players})",
            champion=CHAMPIONS[title.form],
            game=game,
            season=season,
            name=name,
            players=players,
        )
    place = Text("Place {place}", place=title.place)
    if title.place <= len(ORDINALS):
        place = ORDINALS[title.place - 1]
    if title.group:
        return Text(
            "{place} in {name}, group {group} ({game}, {players}, {season})",
            place=place,
            name=name,
            group=title.group + 1,
            game=game,
            players=players,
            season=season,
        )
    return Text(
        "{place} in {name} ({game}, {players}, {season})",
        place=place,
        name=name,
        game=game,
        players=players,
        season=season,
    )
