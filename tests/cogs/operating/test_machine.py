"""What a check finds on this machine, without any part of Discord."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import render
from cogs.client.operator_settings import OperatorSettings
from cogs.operating.checking import machine
from cogs.operating.checking.findings import Finding, FindingMark
from engine import Position


async def found(name: str, folder: Path) -> Finding:
    """Return the finding ``name`` about a machine whose database does not exist yet."""
    url = f"sqlite+aiosqlite:///{folder / 'damier.db'}"
    lines = await machine.findings(url, OperatorSettings())
    return next(line for line in lines if line.name == name)


async def test_where_all_is_well_the_lines_are_green(tmp_path: Path) -> None:
    for name in ("free space", "pictures"):
        assert (await found(name, tmp_path)).mark is FindingMark.GOOD


async def test_too_little_free_space(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=machine.ROOM - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    space = await found("free space", tmp_path)
    assert space.mark is FindingMark.BAD
    assert "make room" in space.advice


async def test_a_board_that_cannot_be_drawn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    draw = render.picture

    def without_letters(position: Position) -> render.Picture:
        if position.game.name == "halma":
            raise OSError("cannot open resource")
        return draw(position)

    monkeypatch.setattr(render, "picture", without_letters)
    pictures = await found("pictures", tmp_path)
    assert pictures.mark is FindingMark.BAD
    assert pictures.found == "no board of halma: OSError('cannot open resource')"
