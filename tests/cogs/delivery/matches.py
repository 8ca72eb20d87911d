"""Live matches in any position, which are not stored."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import discord

import engine
from engine.table.match import Match
from engine.table.record import Line
from engine.values import OptionValue

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ENGLISH = discord.Locale.american_english
FRENCH = discord.Locale.french


def live(name: str, fen: str, **options: OptionValue) -> Match:
    """Return a live match of persons 1 and 2 in the given position."""
    match = Match.challenge(
        guild=1,
        channel=1,
        game=engine.games[name],
        options=options,
        host=1,
        opponents=[2],
        seat=0,
        now=NOON,
        source=None,
    ).accept(2, now=NOON, source=None, chance=random.Random(0))
    position = match.game.read(fen, None, **options)
    start = replace(match.events[-1], position=position.fen())
    return replace(match, events=(*match.events[:-1], start), line=Line.of([position]))


def played(match: Match, *moves: str) -> Match:
    """Return the match after moves by the player to move."""
    for move in moves:
        match = match.play(
            match.people[match.position.turn], move, now=NOON, source=None, sure=True
        )
    return match
