"""Backups by the clock, figures in the log, and the operator's commands."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import update

from cogs.client.client import Damier
from cogs.client.operator_settings import OperatorSettings
from cogs.computers.worker_load import Load
from cogs.operating.maintenance import CHECKED_EVERY, COMPARED_EVERY, Maintenance
from cogs.operating.metrics import exposition
from cogs.operating.wellbeing import Stage
from cogs.timekeeping.paces import Paces
from data import Spans, Store
from data.database import backup
from data.database.schema import matches
from tests.cogs.conftest import RARE_TICKS, Club
from tests.data.database.sqlite.damages import execute
from tests.simulator import hang_up, patient

pytestmark = RARE_TICKS

EVERY = 2 * CHECKED_EVERY
SELDOM = timedelta(minutes=1)
"""How long the bot runs in each step: it looks for due work every minute."""

STEP = timedelta(minutes=5)


@pytest.fixture
def operator_settings(tmp_path: Path) -> OperatorSettings:
    return OperatorSettings(backup_dir=tmp_path / "backups", backup_every=EVERY, backups_kept=2)


@pytest.fixture
def simcord_bot(
    store: Store, operator_settings: OperatorSettings, paces: Paces
) -> Iterator[Damier]:
    with patient():
        yield Damier(store, shard_count=1, operator_settings=operator_settings, paces=paces)


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, str]]:
    """Return the figures of each health line in the log."""
    told = [record.getMessage() for record in caplog.records]
    return [dict(re.findall(r"(\S+)=(\S+)", line)) for line in told if line.startswith("health ")]


def figures(club: Club) -> dict[str, float]:
    """Return the figures of the backups that Prometheus reads, by their names."""
    told, _ = exposition(Stage(club.bot), Spans(), None, "")
    families = text_string_to_metric_families(told.decode())
    return {
        sample.name.removeprefix("damier_backup_"): sample.value
        for family in families
        for sample in family.samples
        if sample.name.startswith("damier_backup_")
    }


async def wait(club: Club, span: timedelta) -> None:
    """Let ``span`` pass, in steps after each of which the bot does due work, and a minute more."""
    for _ in range(span // STEP):
        club.env.backend.advance_clock((STEP - SELDOM).total_seconds())
        await club.env.advance_time(SELDOM.total_seconds())
    await club.env.advance_time(SELDOM.total_seconds())


async def test_a_backup_now_and_then_of_which_the_newest_are_kept(
    club: Club, tmp_path: Path
) -> None:
    for number in range(3):
        copies = backup.copies_in(tmp_path / "backups")
        assert len(copies) == min(number + 1, 2)
        await wait(club, EVERY)
    store = await Store.open(str(copies.popitem()[1]))
    assert await store.matches() == []
    await store.close()


async def test_a_restart_makes_no_backup_and_skips_none(
    club: Club, operator_settings: OperatorSettings, paces: Paces, tmp_path: Path
) -> None:
    made = backup.copies_in(tmp_path / "backups")
    await wait(club, EVERY / 2)
    await hang_up(club.env, club.store)
    await club.env.restart_bot(
        Damier(club.store, shard_count=1, operator_settings=operator_settings, paces=paces)
    )
    assert backup.copies_in(tmp_path / "backups") == made
    await wait(club, EVERY / 2)
    assert len(backup.copies_in(tmp_path / "backups")) == 2


async def test_a_backup_that_fails_is_logged_and_tried_again(
    club: Club, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "backups").rename(tmp_path / "moved")
    (tmp_path / "backups").write_text("a file in the way", encoding="utf-8")
    await wait(club, EVERY)
    assert "There is no new backup" in caplog.text
    assert figures(club) == {"succeeded": 0, "interval_seconds": EVERY.total_seconds()}
    await club.start()
    await club.play("32-28")
    (tmp_path / "backups").unlink()
    await wait(club, EVERY / 2)
    (begun,) = backup.copies_in(tmp_path / "backups")
    told = figures(club)
    assert told["succeeded"] == 1
    assert 0 <= told["last_success_timestamp_seconds"] - begun.timestamp() < 1


async def test_the_line_says_how_the_bot_is_doing(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "cogs.operating.maintenance")
    await club.start()
    await club.challenge()
    await club.alice.send(club.channel, "32-28", reply_to=club.messages[1])
    await wait(club, timedelta(minutes=5))
    told = lines(caplog)[-1]
    assert told["matches"] == "1"
    assert told["challenges"] == "1"
    assert told["turns"] == "1"
    assert told["outbox_waiting"] == told["outbox_refused"] == "0"
    assert float(told["board_median"]) <= float(told["board_worst"])
    assert told["servers"] == "1"
    assert set(told) == {
        "matches", "challenges", "turns", "outbox_waiting", "outbox_refused", "board_median",
        "board_worst", "gateway", "servers", "thinking", "thoughts_waiting", "thought_worst",
            "budget", "clock",
    }  # fmt: skip
    await wait(club, timedelta(minutes=5))
    told = lines(caplog)[-1]
    assert told["turns"] == "0"
    assert told["board_median"] == told["board_worst"] == "-"


async def test_the_line_says_what_discord_refuses(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "cogs.operating.maintenance")
    await club.start()
    await club.forbid("send_messages")
    await club.play("32-28")
    await wait(club, timedelta(minutes=5))
    told = lines(caplog)[-1]
    assert (told["turns"], told["outbox_refused"], told["board_worst"]) == ("1", "2", "-")


async def test_the_line_goes_on_where_the_database_fails(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await store.close()
    await Maintenance(Damier(store), Load(1)).log_figures()
    assert "How the bot is doing cannot be told" in caplog.text


async def test_a_database_that_gets_damaged_replaces_no_good_backup(
    club: Club, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await wait(club, EVERY)
    maintenance = club.bot.cog(Maintenance)
    good = backup.copies_in(tmp_path / "backups")
    execute(tmp_path / "damier.db", script="INSERT INTO posts VALUES (9, 9, 1, 'x', 5, '', 0, 0)")
    await wait(club, 2 * EVERY)
    await maintenance.back_up(tmp_path / "backups")
    assert backup.copies_in(tmp_path / "backups") == good
    *_, (_, newest) = good.items()
    assert "There is no new backup, and none is deleted: The database " in caplog.text
    assert f"`python bot.py --restore {newest}`" in caplog.text


async def test_what_is_wrong_beside_a_match_is_mended_within_the_hour_and_logged(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    match = await club.start()
    async with club.store._database.writing() as connection:
        await connection.execute(update(matches).values(duty=True))
    await wait(club, COMPARED_EVERY)
    said = f"It was wrong and is written anew: duty of match {match.id} is not as its events say."
    assert caplog.messages.count(said) == 1
    assert await club.store.lists.with_duties() == []
