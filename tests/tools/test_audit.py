"""The audit finds the fault in each of several broken bots."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.delivery.earlier_posts import EarlierPosts
from cogs.delivery.match_messages import MatchMessages
from cogs.language.actions import Action
from cogs.members.preferences import Preferences
from data.matches import match_rows
from engine.table.match import Match
from engine.table.record import Kind, Line
from tests.nightly import NIGHTLY, at_night
from tools.random_members import endings, moving
from tools.random_members.audit import Audit
from tools.random_members.driver import Driver, Table
from tools.random_members.world import World, opened


async def audited(file: Path) -> None:
    """Play a match on the French server and audit it. Raises AssertionError if a fault is found."""
    async with opened(file) as world:
        audit = await play(world)
        await audit.check(final=True)


async def play(world: World) -> Audit:
    """Play on the French server: some moves, a takeback, and the end."""
    driver = Driver(world, Audit(world), random.Random(1))
    server = world.servers[1]
    channel, (ann, ben, cleo, *_) = server.channels[0], server.members.values()
    words = f"{driver.me} challenge {ben.mention} frisian white"
    await driver.say(server, channel, ann, words)
    (match,) = await world.store.matches()
    table = Table(match.id, server, channel, "resign", 3)
    await driver.press(server, ben, await world.newest(table.match), Action.ACCEPT)
    for _ in range(3):
        await moving.move(driver, table)
    await driver.press(server, cleo, await driver.board(table), Action.LEGAL)
    await driver.command(table, ben, "takeback")
    await driver.command(table, ann, "takeback")
    await moving.move(driver, table)
    await endings.resign(driver, table)
    await world.quiet()
    return driver.audit


@NIGHTLY
async def test_what_is_right_is_found_right(tmp_path: Path) -> None:
    await audited(tmp_path / "right.db")


# Ways of breaking the bot


def _keep_buttons(patch: pytest.MonkeyPatch) -> None:
    def retire(*_: object) -> None:
        """Leave all posts as they are."""

    patch.setattr(EarlierPosts, "retire", retire)


def _post_twice(patch: pytest.MonkeyPatch) -> None:
    send = MatchMessages.send

    async def twice(*given: Any) -> int:  # noqa: ANN401 - passed on
        await send(*given)
        return await send(*given)

    patch.setattr(MatchMessages, "send", twice)


def _rank_wrongly(patch: pytest.MonkeyPatch) -> None:
    written = match_rows.seat_rows

    def wrong(match: Match) -> list[dict[str, Any]]:
        return [row | {"rank": row["rank"] and 3 - row["rank"]} for row in written(match)]

    patch.setattr(match_rows, "seat_rows", wrong)


def _keep_what_is_taken_back(patch: pytest.MonkeyPatch) -> None:
    settled = Match._settled

    def kept(match: Match, *given: Any) -> Match:  # noqa: ANN401 - passed on
        after = settled(match, *given)
        if after.events[-1].kind is not Kind.TAKEBACK:
            return after
        last = replace(after.events[-1], position=match.position.fen())
        line = Line.of([*after.line[:-1], match.position])
        return replace(after, events=(*after.events[:-1], last), line=line)

    patch.setattr(Match, "_settled", kept)


def _swap_seats(patch: pytest.MonkeyPatch) -> None:
    written = match_rows.seat_rows

    def swapped(match: Match) -> list[dict[str, Any]]:
        people = match.people[::-1]
        return [row | {"person": people[row["seat"]]} for row in written(match)]

    patch.setattr(match_rows, "seat_rows", swapped)


def _call_everybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("cogs.delivery.post_contents.pings", lambda match: sorted(match.people))


def _speak_english(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Preferences, "locale_of", lambda *_: discord.Locale.american_english)


def _fail(patch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:  # noqa: ANN401 - nothing is done with it
        raise ArithmeticError

    patch.setattr(Match, "seat_seen_by", broken)


@pytest.mark.parametrize(
    ("breaking", "found"),
    [
        (_keep_buttons, "still has buttons"),
        at_night((_post_twice, "is shown 2 times")),
        at_night((_rank_wrongly, "ranks")),
        at_night((_keep_what_is_taken_back, "(takeback")),
        at_night((_swap_seats, "out of turn")),
        at_night((_call_everybody, "calls")),
        at_night((_speak_english, "on a French server")),
        at_night((_fail, "ArithmeticError")),
    ],
)
async def test_what_is_broken_is_found(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    breaking: Callable[[pytest.MonkeyPatch], None],
    found: str,
) -> None:
    breaking(monkeypatch)
    with pytest.raises(AssertionError, match=re.escape(found)):
        await audited(tmp_path / "broken.db")
