"""The playground's errors if it cannot run; `test_page` starts it as a process of its own."""

import socket
from pathlib import Path

import pytest

import bot
from cogs.operating.settings import Settings
from data import Store
from tests.patience import PATIENCE
from tests.playground.process import start


async def refused(monkeypatch: pytest.MonkeyPatch, database: Path, port: int) -> str:
    """Return the sentence with which `bot.py --playground` ends."""
    monkeypatch.setenv("PLAYGROUND_DATABASE_URL", f"sqlite+aiosqlite:///{database}")
    monkeypatch.setenv("PLAYGROUND_PORT", str(port))
    with pytest.raises(bot.Failed) as failed:
        await bot.play(Settings.read())
    return str(failed.value)


async def test_a_port_in_use_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, new_database: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = await refused(monkeypatch, new_database, taken.getsockname()[1])
    assert said.startswith("The playground's page cannot be served: ")
    assert "\n" not in said


async def test_a_database_in_use_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, new_database: Path
) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{new_database}")
    try:
        said = await refused(monkeypatch, new_database, 0)
    finally:
        await store.close()
    assert said == f"The database {new_database} is in use by another process."


def test_it_begins_without_a_warning_of_discord_s(tmp_path: Path) -> None:
    with start(tmp_path / "nowhere" / "damier.db", level="WARNING") as process:
        try:
            _, said = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    (line,) = said.splitlines()
    assert line.endswith(f"there is no directory {tmp_path / 'nowhere'}.")
