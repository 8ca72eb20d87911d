"""The files that operators copy: the systemd unit, and the file with the settings."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import fields, replace
from pathlib import Path

import pytest

from cogs.operating.settings import Settings
from tests.needs import SYSTEMD

CONTRIB = Path(__file__).parent.parent / "contrib"
UNIT = CONTRIB / "damier.service"
SETTING = re.compile(r"#?([A-Z_]+)=(\S*)")

MOST_EXPOSED = 14
"""Ten times the exposure that the unit states."""

NEWER = re.compile(r".*Unknown key 'Restart(Steps|MaxDelaySec)' in section \[Service\], ignoring\.")
"""The warning about these keys in versions of systemd before 254."""

needs_systemd = pytest.mark.needs(SYSTEMD)


def settings() -> list[tuple[str, str]]:
    """Return the names and values in the sample, including those commented out."""
    lines = (CONTRIB / "damier.env").read_text(encoding="utf-8").splitlines()
    return [(found[1], found[2]) for line in lines if (found := SETTING.fullmatch(line))]


def test_the_sample_has_every_setting_once() -> None:
    assert sorted(name for name, _ in settings()) == sorted(
        field.name.upper() for field in fields(Settings)
    )


def test_the_sample_has_the_defaults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, _ in settings():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    default = Settings.read()
    file = tmp_path / ".env"
    file.write_text("".join(f"{name}={value}\n" for name, value in settings()), encoding="utf-8")
    assert Settings.read() == default
    file.write_text(
        (CONTRIB / "damier.env").read_text(encoding="utf-8").replace("TOKEN=", "TOKEN=abc"),
        encoding="utf-8",
    )
    assert Settings.read() == replace(default, discord_token="abc")  # noqa: S106 - a test's


def analyzed(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run systemd's analyser, always in a locale in which it can print its table."""
    return subprocess.run(  # noqa: S603 - systemd's own program
        [*SYSTEMD.paths, *map(str, arguments)], env=os.environ | {"LC_ALL": "C.UTF-8"},
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


@needs_systemd
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    for place, executable in (("bot.py", False), (".venv/bin/python", True), ("README.md", False)):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o755 if executable else 0o644)
    copy = tmp_path / UNIT.name
    copy.write_text(
        UNIT.read_text(encoding="utf-8").replace("/opt/damier", str(tmp_path)), encoding="utf-8"
    )
    told = analyzed("verify", "--man=no", copy).stderr.splitlines()
    assert [line for line in told if not NEWER.fullmatch(line)] == []


@needs_systemd
def test_the_unit_is_no_more_exposed_than_it_says() -> None:
    done = analyzed("security", "--offline=true", f"--threshold={MOST_EXPOSED}", UNIT)
    assert done.returncode == 0, done.stdout
    assert f"an exposure of {MOST_EXPOSED / 10}," in UNIT.read_text(encoding="utf-8")
