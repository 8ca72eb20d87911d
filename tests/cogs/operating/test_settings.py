"""Settings are read as people write them, or refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.operating.settings import Settings, unknown_settings


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # which has no .env


@pytest.mark.parametrize("level", ["info", "Info", "INFO", " info "])
def test_words_are_read_in_any_case(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", level)
    monkeypatch.setenv("LOG_FORMAT", "JSON")
    settings = Settings.read()
    assert (settings.log_level, settings.log_format) == ("INFO", "json")


HOURS = "a number from 0.01 to 10000"
PORT = "a whole number from 0 to 65535"
MANY = "a whole number from 1 to 10000"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("LOG_LEVEL", "loud", "one of DEBUG, INFO, WARNING, ERROR"),
        ("LOG_FORMAT", "xml", "one of text, json"),
        *(("BACKUP_EVERY", value, HOURS) for value in ("inf", "-inf", "nan", "1e300", "-1", "0")),
        *(("BACKUP_EVERY", value, HOURS) for value in ("1e-300", "daily", "1,5", "24h")),
        ("HEALTH_EVERY", "inf", HOURS),
        ("BACKUPS_KEPT", "0", MANY),
        ("BACKUPS_KEPT", "1.5", MANY),
        ("METRICS_PORT", "65536", PORT),
        ("PLAYGROUND_PORT", "-1", PORT),
        ("TEST_GUILD", "-3", f"a whole number from 1 to {2**63 - 1}"),
        ("TEST_GUILD", "9" * 30, f"a whole number from 1 to {2**63 - 1}"),
        ("SHARD_COUNT", "9" * 30, MANY),
        ("SHARD_COUNT", "0", MANY),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    name: str, value: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValueError, match=r"^A setting is wrong: ") as raised:
        Settings.read()
    assert str(raised.value) == f"A setting is wrong: {name} has to be {expected}, not {value}."


def test_a_name_in_the_file_that_is_no_setting_is_told() -> None:
    assert unknown_settings() == []
    lines = ["DISCORD_TOKN=x", "metrics_port=9100", "# BACKUPS=1", "GRAFANA=1"]
    Path(".env").write_text("\n".join(lines), encoding="utf-8")
    assert unknown_settings() == [
        ".env has DISCORD_TOKN, which is no setting; did you mean DISCORD_TOKEN?",
        ".env has GRAFANA, which is no setting, and does nothing",
    ]
    assert Settings.read().metrics_port == 9100


def test_backups_are_made_beside_the_database_unless_said_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/damier.db")
    assert Settings.read().backups() == (tmp_path / "backups", "")
    (tmp_path / "backups").write_text("a file in the way", encoding="utf-8")
    folder, why = Settings.read().backups()
    assert folder is None
    assert why == f"BACKUP_DIR is not set, and {tmp_path / 'backups'} cannot be written"
    monkeypatch.setenv("BACKUP_DIR", str(tmp_path / "elsewhere"))
    assert Settings.read().backups() == (tmp_path / "elsewhere", "")
    monkeypatch.setenv("BACKUP_DIR", "Off")
    assert Settings.read().backups() == (None, "BACKUP_DIR is off")
    monkeypatch.delenv("BACKUP_DIR")
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite://")
    assert Settings.read().backups() == (None, "BACKUP_DIR is not set")


@pytest.mark.parametrize("ids", ["4", "0,x", "-1"])
def test_shards_that_are_none_are_refused(ids: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "4")
    monkeypatch.setenv("SHARD_IDS", ids)
    with pytest.raises(ValueError, match=r"^SHARD_IDS has to be numbers from 0 to 3, such as"):
        Settings.read()
