"""The boards of an exhibition as one picture, each with the player on turn or the score."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import discord

import render
from cogs.client.client import Damier
from cogs.events.sides.side_lines import halves_text, players_of
from cogs.events.standings_pictures import names_of
from cogs.members.mentions import post_links
from engine import Text
from engine.table.match import Match
from engine.table.record import Status
from engine.text import Words
from engine.tournaments.state import Table
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

FILE: Final = "boards.png"

DOT: Final = "• "
"""The mark before the name of the player on turn."""


class Boards(NamedTuple):
    """The matches of an exhibition, the links to their posts, and the players on turn.

    All are by the id of a match.
    """

    matches: Mapping[int, Match]
    links: Mapping[int, str]
    turns: Mapping[int, int]


async def boards_of(bot: Damier, tournament: Tournament) -> Boards:
    """Return the matches of an exhibition, with their links and the players on turn."""
    ids = [match for table in tournament.state.tables for match in table.matches.values()]
    found = await bot.store.some(ids)
    links = await post_links(bot.store, found, lambda match: f"#{match.id}")
    turns = {
        match.id: match.players[seat]
        for match in found
        if match.status is Status.LIVE
        for seat in (*match.to_act,)[:1]
    }
    return Boards({match.id: match for match in found}, links, turns)


async def wall_of(
    bot: Damier, tournament: Tournament, boards: Boards, locale: discord.Locale
) -> render.Picture | None:
    """Return the picture of all boards; None if no match has begun, or drawing fails."""
    tables = [
        (number, table, boards.matches[match])
        for number, table in enumerate(tournament.state.tables, 1)
        for match in [*table.matches.values()][:1]
        if match in boards.matches and boards.matches[match].line
    ]
    if not tables:
        return None
    players = [player for _, table, _ in tables for player in table.players]
    names = await names_of(bot, tournament, players, locale)
    theme = bot.preferences.look_of(tournament.guild).theme
    try:
        return await asyncio.to_thread(_drawn, tournament, tables, names, theme)
    except Exception:
        log.exception("The boards of tournament %s", tournament.id)
        return None


def picture_file(picture: render.Picture) -> discord.File:
    """Return the file of a picture, with the name by which the card refers to it."""
    return discord.File(io.BytesIO(picture.png), FILE)


# CPU work, done in a thread


def _drawn(
    tournament: Tournament,
    tables: Sequence[tuple[int, Table, Match]],
    names: Mapping[int, str],
    theme: str,
) -> render.Picture:
    hung = [_hung(tournament, number, table, match, names) for number, table, match in tables]
    return render.wall(hung, theme=theme)


def _hung(
    tournament: Tournament, number: int, table: Table, match: Match, names: Mapping[int, str]
) -> render.Hung:
    """Return a board for the wall, seen from the host's seat, or from the first seat."""
    host = tournament.sides.host
    score = tournament.state.score_of(table)
    before, moves = match.last_moves()
    turn = next((match.players[seat] for seat in match.to_act), None)
    on_turn = turn if match.status is Status.LIVE and score is None else None

    def caption(player: int, prefix: str = "", points: str = "") -> render.Caption:
        name = render.legible(names[player])
        is_on_turn = player == on_turn
        return render.Caption(f"{prefix}{DOT if is_on_turn else ''}{name}{points}", is_on_turn)

    points = dict(zip(table.players, score.points, strict=True)) if score else {}
    if host is not None and tournament.terms.form.traits.has_host:
        (guest,) = (player for player in table.players if player != host)
        ended = f"{halves_text(points[host])} – {halves_text(points[guest])}" if points else ""
        under = render.Caption(ended) if points else caption(host)
        captions = (caption(guest, f"{number}. "), under)
    else:
        first, second = players_of(tournament, table)
        won = {player: f" {halves_text(count)}" for player, count in points.items()}
        upper = caption(first, f"{number}. ", won.get(first, ""))
        captions = (upper, caption(second, points=won.get(second, "")))
    return render.Hung(
        match.position.seen_by(None),
        captions,
        _told(number, table, names, points, on_turn),
        before.seen_by(None) if before else None,
        moves,
        viewer=next(iter(match.seats_of(host)), 0) if host is not None else 0,
        is_framed=on_turn is not None and on_turn == host,
        blind=match.hides_pieces,
    )


def _told(
    number: int,
    table: Table,
    names: Mapping[int, str],
    points: Mapping[int, int],
    on_turn: int | None,
) -> Text:
    """Return the sentence about a board for the description of the picture."""
    players = " – ".join(Words(names[player]) for player in table.players)
    if points:
        score = " – ".join(halves_text(points[player]) for player in table.players)
        return Text("Board {number}: {players}, {score}.", number=number, players=players,
                    score=score)  # fmt: skip
    if on_turn is None:
        return Text("Board {number}: {players}.", number=number, players=players)
    return Text(
        "Board {number}: {players}, {name} to move.",
        number=number,
        players=players,
        name=Words(names[on_turn]),
    )
