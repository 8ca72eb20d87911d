"""The statements of PRIVACY.md and TERMS.md are true of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlalchemy import JSON, BigInteger

from cogs.match_actions import holidays
from cogs.moves import missed_messages
from cogs.operating.settings import Settings
from data.database.schema import metadata
from data.matches import quotas
from data.members import privacy
from engine.table import record
from tests.each import for_each

ROOT = Path(__file__).parent.parent
POLICY = (ROOT / "PRIVACY.md").read_text("utf-8")
ROW = re.compile(r"\| `(\w+)` \| (.*) \| (.*) ?\|")
NAME = re.compile(r"`(\w+)`")

OTHERS = frozenset(
    {
        *("guild", "other_guild", "message", "call", "key", "thread"),
        *("card", "card_channel", "about"),
    }
)
"""Columns with ids that identify no person. (A channel may: that of direct messages.)"""

said = {
    found[1]: (NAME.findall(found[2]), NAME.findall(found[3])) for found in ROW.finditer(POLICY)
}
"""The columns about persons, and the others, according to the policy, by table."""


def test_every_table_is_named() -> None:
    assert sorted(said) == sorted(metadata.tables)


@for_each(metadata.tables)
def test_every_column_is_named_once(table: str) -> None:
    about, rest = said[table]
    assert sorted(about + rest) == sorted(column.name for column in metadata.tables[table].columns)


@for_each(metadata.tables)
def test_what_may_hold_a_persons_id_is_said_to_be_about_persons(table: str) -> None:
    about, _ = said[table]
    ids = {
        column.name
        for column in metadata.tables[table].columns
        if isinstance(column.type, BigInteger) and column.name not in OTHERS
    }
    if table in {
        "overviews",
        "shared_puzzles",
        "daily_puzzles",
        "tournaments",
        "bulletins",
        "server_sides",
    }:
        ids.discard("channel")
    assert ids <= set(about)


@for_each(metadata.tables)
def test_a_column_that_may_hold_a_persons_id_says_what_becomes_of_it(table: str) -> None:
    about, _ = said[table]
    for column in metadata.tables[table].columns:
        if (
            isinstance(column.type, BigInteger)
            and column.name in about
            and column.name != "channel"
        ):
            assert "person" in column.info, column


def test_what_is_renamed_or_deleted_is_said_to_be_about_persons() -> None:
    for column in (*privacy.RENAMED, *privacy.DELETED):
        about, _ = said[column.table.name]
        assert column.name in about
        settings = [each.name for each in column.table.columns if isinstance(each.type, JSON)]
        if column in privacy.DELETED:
            assert set(settings) <= set(about)


def test_the_spans_are_those_of_the_program() -> None:
    default = Settings()
    spans = [
        f"expires after {record.CHALLENGE_LIFETIME.days} day,",
        f"nobody touches for {record.LAPSED_AFTER.days} days",
        f"up to {missed_messages.LONGEST.days} days back",
        f"in the last {missed_messages.PLAYED_IN.days} days",
        f"the newest {quotas.IMPORTS_KEPT},",
        f"on {holidays.YEARLY.days} days a year",
        f"a copy a day, of which the newest {default.backups_kept} stay",
    ]
    text = " ".join(POLICY.split())
    assert [span for span in spans if span not in text] == []
    assert default.backup_every == 24


@pytest.mark.parametrize("name", ["PRIVACY.md", "TERMS.md"])
def test_the_readme_leads_to_both(name: str) -> None:
    assert f"]({name})" in (ROOT / "README.md").read_text("utf-8")
