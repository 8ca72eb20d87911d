"""The requirements: all versions are pinned, and the lock files have all packages with hashes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from cogs import VERSION

ROOT = Path(__file__).parent.parent
LISTS = [
    str(path.relative_to(ROOT))
    for names in ("requirements*.txt", "tests/oracles/*.txt")
    for path in sorted(ROOT.glob(names))
]
LOCKED = ["requirements", "requirements-fast"]
"""The names of the lists with a lock file."""

EXACT_PIN = re.compile(r"[A-Za-z0-9][\w.-]*(\[[\w,]+\])?==\d[\w.]*")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def lines(name: str) -> list[str]:
    """Return the requirements of a list or lock file, each as one line with its hashes."""
    text = re.sub(r"^ *#.*\n", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [line.strip() for line in text.replace("\\\n", " ").splitlines() if line.strip()]


def pins(name: str) -> dict[str, Requirement]:
    """Return the pins of a list and of the lists that it includes, by package name."""
    found: dict[str, Requirement] = {}
    for line in lines(name):
        if line.startswith("-r "):
            found |= pins(line.removeprefix("-r "))
        else:
            one = Requirement(HASH.sub("", line).strip())
            found[canonicalize_name(one.name)] = one
    return found


@pytest.mark.parametrize("name", LISTS)
def test_every_requirement_is_pinned_exactly(name: str) -> None:
    for line in lines(name):
        pin, _, _ = line.removeprefix("-r ").partition(";")
        assert pin in LISTS or EXACT_PIN.fullmatch(pin), line


def test_the_bot_needs_nothing_that_only_tests_need() -> None:
    assert not set(lines("requirements.txt")) & set(lines("requirements-dev.txt"))
    assert pins("requirements.txt").keys() < pins("requirements-dev.txt").keys()


def test_the_engine_as_a_package_has_the_version_and_the_pins_of_the_bot() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert package["version"] == VERSION
    assert set(package["dependencies"]) < set(lines("requirements.txt"))


def needed(requirements: dict[str, Requirement]) -> Iterator[str]:
    """Yield the names of these packages and of all that they require here, as installed."""
    waiting = list(requirements.values())
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        if (name, frozenset(one.extras)) in seen:
            continue
        seen.add((name, frozenset(one.extras)))
        yield name
        for text in metadata.requires(one.name) or ():
            further = Requirement(text)
            extras = {"", *one.extras}
            if further.marker is None or any(further.marker.evaluate({"extra": e}) for e in extras):
                waiting.append(further)


@pytest.mark.parametrize("name", LOCKED)
def test_the_lock_file_has_all_that_is_installed(name: str) -> None:
    """`make lock` brings it up to date."""
    locked, wanted = pins(f"{name}.lock"), pins(f"{name}.txt")
    for key, one in wanted.items():
        assert locked[key].specifier == one.specifier, f"{one}: `make lock`"
    assert set(needed(wanted)) <= locked.keys()
    assert "aiohttp" in pins("requirements.lock")


@pytest.mark.parametrize("name", LOCKED)
def test_everything_in_the_lock_file_is_pinned_and_hashed_wherever_it_comes_from(name: str) -> None:
    assert not re.search(
        r"https?:|--[a-z-]*(index|find-links|trusted)",
        (ROOT / f"{name}.lock").read_text(encoding="utf-8"),
    )
    for line in lines(f"{name}.lock"):
        pin, *hashes = line.split(" --hash=")
        assert EXACT_PIN.fullmatch(pin.partition(" ; ")[0].strip()), line
        assert hashes, line
        assert all(HASH.fullmatch(f"--hash={one.strip()}") for one in hashes), line


def test_the_lock_files_agree() -> None:
    first, second = (pins(f"{name}.lock") for name in LOCKED)
    for name in first.keys() & second.keys():
        assert first[name].specifier == second[name].specifier
