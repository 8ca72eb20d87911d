"""Computers in challenges: how many there are, and which level suits somebody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.language.challenge_parser import Terms
from data import Result
from engine import Refusal, Text
from engine.capabilities.thinking import LEVELS

FIRST_LEVEL: Final = 2
"""The level for who has not played against the computer yet."""


def proposed_level(latest: Sequence[Result]) -> int:
    """Return the level that suits somebody with these results, the newest first.

    It is one up after a win, and one down after two losses.
    """
    if not latest:
        return FIRST_LEVEL
    level = latest[0].level + latest[0].won
    level -= len(latest) > 1 and latest[0].lost and latest[1].lost
    return min(max(level, LEVELS[0]), LEVELS[-1])


def against_computers(terms: Terms) -> Terms:
    """Return the terms of a match in which computers have all seats that nobody is named for.

    Where as many computers are named as can play among themselves, and not one less, they do.
    """
    seats = terms.game.seats
    if terms.watch or (terms.players is not None and terms.computers):
        return terms
    if not terms.computers:
        return terms._replace(computers=(terms.players or min(seats)) - 1)
    return terms._replace(watch=1 + terms.computers not in seats and terms.computers in seats)


def with_computers(terms: Terms, *, named: int, bots: int) -> Terms:
    """Return the terms with the computers that are to play, of ``named`` opponents so many bots.

    Raise Refusal for terms that contradict each other.
    """
    seats = terms.game.seats
    computers = terms.computers + bots
    if terms.watch and named:
        raise Refusal(Text("Only computers play where you watch: name nobody."))
    if terms.watch:
        computers = computers or terms.players or max(len(terms.levels), min(seats))
    if terms.levels and not computers:
        raise Refusal(Text("Only a computer has a level: say that one plays."))
    if terms.rated and computers:
        raise Refusal(Text("Matches with a computer are not rated."))
    players = max(terms.players or 0, 1 + named - bots + computers)
    if terms.watch:
        players = computers
    if terms.players not in {None, *seats} or players > max(seats):
        raise Refusal(
            Text("{game} is not for {count} players.", game=terms.game.title, count=players)
        )
    return terms._replace(computers=computers)
