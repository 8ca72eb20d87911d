"""A failing disk, a quota, a size limit or a missing permission is not taken for damage."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from data import Store, Unavailable, inspect
from tests.data.database.sqlite.refusing import refusal
from tests.data.tables import START, change, live, turn
from tests.disks import limited
from tests.needs import COMPILER, leave_out
from tests.postgres import NOBODY

HERE = Path(__file__).parent

NO_LOSS = "nothing that was saved is lost, and no backup has to be restored."


@pytest.fixture
def said(tmp_path: Path, new_database: Path) -> dict[str, str]:
    """Return the message about each fault, by its name."""
    if not COMPILER.is_here:
        leave_out(COMPILER)
    library, control = tmp_path / "failing_disk.so", tmp_path / "control"
    subprocess.run(  # noqa: S603 - the compiler that is there
        [*COMPILER.paths, "-shared", "-fPIC", "-o", library, HERE / "failing_disk.c", "-ldl"],
        check=True,
    )
    folder = tmp_path / "control.d"
    folder.mkdir()
    shutil.copy(new_database, folder / "damier.db")
    done = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-m", f"{__package__}.failing"],
        env=os.environ | {"LD_PRELOAD": str(library), "FAILING_DISK": str(control)},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return dict(json.loads(line) for line in done.stdout.splitlines())


def test_what_is_said_of_a_disk_that_fails(said: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "control.d"
    written = f"Unavailable: The database {folder}/damier.db cannot be written: "
    fails = f"the disk of {folder} fails (Input/output error); see the system's log, and whether"
    assert said["write EDQUOT"] == (
        f"{written}the quota of this user on the disk of {folder} is used up; free space there, or "
        f"raise the quota: {NO_LOSS}"
    )
    assert said["write ENOSPC"].startswith(f"{written}the disk of {folder} is full (")
    for operation in ("write EIO", "sync EIO"):
        assert said[operation].startswith(f"{written}{fails}"), said[operation]
        assert said[operation].endswith(NO_LOSS)
    for part in ("all", "half"):
        assert said[f"check {part}"] == "UNAVAILABLE"
        for way in (f"open {part}", f"inspect {part}"):
            assert f"The database {folder}/damier.db cannot be opened: {fails}" in said[way]
        assert f"cannot be copied to {tmp_path}/copy.db: {fails}" in said[f"backup {part}"]
    assert not [one for one in said.values() if "--restore" in one or ".recover" in one]
    assert said["lost"] == "nothing"
    assert said["corrupt"] == "DAMAGED"


async def test_a_file_that_may_grow_no_more_is_no_damage(
    new_database: Path, migrated: bytes
) -> None:
    store = await Store.open(str(new_database))
    match = await live(store)
    refusal = r"no larger file may be written in .*; raise the limit .*`ulimit -f`"

    async def play() -> None:
        nonlocal match
        for _ in range(1000):
            match = await change(store, match.id, lambda match: match.repost(now=START))

    with limited(len(migrated)), pytest.raises(Unavailable, match=refusal):
        await play()
    store.memory.forget_all()
    assert await store.load(match.id) == match
    await store.close()
    assert not (await inspect(str(new_database), None)).refusal


def permit(path: Path, mode: int) -> None:
    """Give a file or folder the permissions ``mode``."""
    path.chmod(mode)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Yield a folder whose user can be forbidden something, even if root runs the tests."""
    folder = Path(tempfile.mkdtemp(dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    user = os.geteuid()
    if not user:
        shutil.chown(folder, NOBODY)
        os.seteuid(NOBODY)
    yield folder
    os.seteuid(user)
    shutil.rmtree(folder)


async def test_a_folder_that_may_not_be_written(folder: Path, migrated: bytes) -> None:
    file = folder / "damier.db"
    await asyncio.to_thread(file.write_bytes, migrated)
    store = await Store.open(str(file))
    match = await live(store)
    await store.close()
    lock = folder / "damier.db.lock"
    permit(folder, 0o500)
    permit(lock, 0o400)
    for refused in (await refusal(file), (await inspect(str(file), None)).refusal):
        assert f"this user may not write to {folder} (Permission denied); give the user" in refused
        assert "damaged" not in refused
    permit(folder, 0o700)
    permit(lock, 0o600)
    permit(file, 0o400)
    for refused in (await refusal(file), (await inspect(str(file), None)).refusal):
        assert f"this user may not write to {file} (Permission denied); give the user" in refused
    permit(file, 0o600)
    assert f"this user may not write to {file}-shm" in await refusal(file)
    permit(folder / "damier.db-shm", 0o600)
    store = await Store.open(str(file))
    await change(store, match.id, turn)
    await store.close()


async def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    found = await inspect(str(tmp_path / "nowhere" / "damier.db"), None)
    assert "there is no directory" in found.refusal
