"""A short year: two days of a club with its report, and the pace of its people."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path

from simcord import MemberActor

from tests.nightly import NIGHTLY
from tools.year.people import Person, person
from tools.year.year import lived

MEMBERS, SEED = 4, 3


async def told_of(folder: Path, days: int) -> list[str]:
    told: list[str] = []
    async with lived(folder, MEMBERS, SEED, told.append) as year:
        await year.spend(days, inf)
        return [*told, *year.lines()]


def line_of(told: list[str], start: str) -> str:
    return next(line for line in told if line.startswith(start))


async def test_two_days_go_as_members_expect(tmp_path: Path) -> None:
    told = await told_of(tmp_path, 2)
    for start in ("what did not go as a member expects", "logged errors", "raised"):
        assert line_of(told, start) == f"{start}: 0", "\n".join(told)
    assert "create an event 3" in line_of(told, "done: ")
    assert "move" in line_of(told, "done: ")
    assert line_of(told, "posts that are owed") == "posts that are owed: 0"
    assert [*(tmp_path / "backups").iterdir()]


@NIGHTLY
async def test_an_evening_of_the_swiss_is_played(tmp_path: Path) -> None:
    told = await told_of(tmp_path, 10)
    assert "Friday Swiss (swiss) over" in "\n".join(told)
    assert line_of(told, "raised") == "raised: 0"


async def test_people_sleep_and_take_minutes_to_a_day() -> None:
    chance = random.Random(SEED)
    one = Person(MemberActor.__new__(MemberActor), timedelta(hours=2), 0.5, wakes=7, sleeps=22)
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    assert one.is_awake(noon)
    assert not one.is_awake(noon.replace(hour=23))
    one.away = noon + timedelta(days=1)
    assert not one.is_awake(noon)
    spans = [one.answer_after(chance, live=False) for _ in range(500)]
    assert timedelta(minutes=1) <= min(spans) < timedelta(hours=1)
    assert timedelta(hours=12) < max(spans) <= timedelta(days=1)
    assert max(one.answer_after(chance, live=True) for _ in range(500)) < timedelta(minutes=2)
    assert person(one.actor, 0, chance).pace < person(one.actor, 4, chance).pace
