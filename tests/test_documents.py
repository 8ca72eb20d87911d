"""The pages of the documentation: their links work, and the things that they name exist."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import discord
import pytest

import bot
from cogs.match_actions import holidays
from cogs.moves import missed_messages
from cogs.operating.checking.channel import FOR_CROWDS, FOR_THREADS, OPTIONAL
from cogs.operating.settings import Settings
from data import ServerSettings
from engine.table import record
from tests.documents import HISTORY, PAGES, ROOT, anchors, blocks, prose, spans
from tests.each import for_each

NOW = sorted(PAGES.keys() - {HISTORY})
"""The pages about the present state of the project."""

GENERATED = ("docs/games/", "docs/commands.md", "docs/settings.md")

WRITTEN = [page for page in NOW if not page.startswith(GENERATED)]

README = PAGES["README.md"]

LINK = re.compile(r"!?\[[^]]*\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")

NAMED = re.compile(
    r"(?<![\w/<>.-])((?:engine|render|data|cogs|tests|tools|docs|contrib|playground)/[\w/.*-]*[\w/])(?![\w/<>])"
)
"""The path of a file or a folder, without placeholders such as ``<game>``."""

EXAMPLES = {
    "engine/games/mini.py",
    "engine/documents/mini.md",
    "cogs/settings/players.py",
    "cogs/language/locales/nl/",
}


@for_each(PAGES)
def test_links_and_pictures_lead_to_files_and_headings(page: str) -> None:
    for targets in LINK.findall(prose(PAGES[page])):
        path, _, anchor = "".join(targets).partition("#")
        if path.startswith(("http:", "https:", "mailto:")):
            continue
        file = (ROOT / page).parent / path if path else ROOT / page
        assert file.exists(), path
        if anchor:
            assert anchor in anchors(file.read_text("utf-8")), f"{path}#{anchor}"


def test_the_list_has_every_page() -> None:
    listed = {
        ((ROOT / page).parent / found).resolve()
        for page in ("docs/README.md", "docs/games/README.md")
        for found in re.findall(r"\]\(([\w./-]+\.md)\)", PAGES[page])
    }
    pages = {path.resolve() for path in (ROOT / "docs").rglob("*.md")}
    assert pages - listed == {ROOT / "docs" / "README.md"}


def test_the_readme_can_be_read_in_a_minute() -> None:
    assert len(README) <= 8000
    assert (ROOT / "docs/pictures/match.gif").stat().st_size < 1_500_000


@for_each(NOW)
def test_the_files_that_a_page_names_are_there(page: str) -> None:
    named = {path.removesuffix(".") for path in NAMED.findall(PAGES[page])} - EXAMPLES
    catalogues = ROOT / "cogs" / "language" / "locales" / "fr"
    places = (ROOT, (ROOT / page).parent, ROOT / "tests" / "cogs", catalogues)
    missing = [path for path in sorted(named) if not any([*place.glob(path)] for place in places)]
    assert missing == []


def commands(page: str) -> list[str]:
    """Return the shell commands in a page, in blocks and in prose."""
    given = [line for block in blocks(PAGES[page], "sh") for line in block.splitlines()]
    given += [one for one in spans(PAGES[page]) if re.match(r"(\S*python|make|pip) ", one)]
    return [line.partition(" #")[0].strip() for line in given if line.strip()]


@for_each(NOW)
def test_the_commands_of_make_are_there(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    called = {found[1] for line in commands(page) if (found := re.search(r"\bmake ([a-z]+)", line))}
    assert [one for one in called if not re.search(rf"^{one}:", makefile, re.MULTILINE)] == []


@for_each(NOW)
def test_the_programs_and_their_options_are_there(page: str) -> None:
    for line in commands(page):
        words = shlex.split(line.replace("…", "x").replace("<", "").replace(">", ""))
        if "-m" in words:
            module = words[words.index("-m") + 1]
            if module in {"pytest", "venv", "tools.name"}:
                continue
            source = sources(module)
        elif "bot.py" in words:
            source = Path(bot.__file__).read_text("utf-8")
        else:
            continue
        for word in words:
            if word.startswith("--"):
                assert f'"{word.partition("=")[0]}"' in source, line


def sources(module: str) -> str:
    """Return the source of a program, with its whole package if it has one.

    Raises AssertionError if there is no such program.
    """
    path = ROOT / module.replace(".", "/")
    if path.with_suffix(".py").exists():
        return path.with_suffix(".py").read_text("utf-8")
    assert (path / "__main__.py").exists(), module
    return "".join(file.read_text("utf-8") for file in path.rglob("*.py"))


@for_each(WRITTEN)
def test_the_tests_that_a_page_has_run_are_there(page: str) -> None:
    for line in commands(page):
        for word in shlex.split(line.replace("<", "*").replace(">", "*")):
            if word.startswith("tests/"):
                pattern = re.sub(r"\*\w+\*", "*", word)
                assert [*ROOT.glob(pattern)], word


MADE_WITH = {"ARGS", "MATCHES", "SEED", "EVENTS", "PYTHON", "PYTHONPATH", "VIRTUAL_ENV"}
"""Variables of make, and of Python."""


@for_each(NOW)
def test_variables_of_the_environment_are_settings(page: str) -> None:
    known = {field.name.upper() for field in fields(Settings)} | MADE_WITH
    given = set(re.findall(r"(?<![\w&?])([A-Z][A-Z_]{3,})=", PAGES[page]))
    given |= {one for one in spans(PAGES[page]) if re.fullmatch(r"[A-Z]+_[A-Z_]+", one)}
    assert given - known <= IN_CODE


IN_CODE = {"GUILD_DELETE", "RARE_TICKS"}
"""Names in code that look like settings."""


@pytest.mark.parametrize("page", ["docs/library.md"])
def test_examples_in_python_are_true(page: str) -> None:
    results = doctest.testfile(
        str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert results.attempted > 0
    assert results.failed == 0


def test_examples_of_the_engine_run(tmp_path: Path) -> None:
    (tmp_path / "match.pdn").write_text('[GameType "21"]\n\n1. 11-15 23-19 *\n', "utf-8")
    lines = [line for line in commands("docs/library.md") if "-m engine " in f"{line} "]
    assert len(lines) > 3
    for line in lines:
        done = subprocess.run(  # noqa: S603 - our own interpreter and examples
            [sys.executable, *shlex.split(line)[1:]], cwd=tmp_path, check=False,
            capture_output=True, env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip
        assert done.returncode == 0, (line, done.stderr)


LEAST = (
    "view_channel", "send_messages", "embed_links", "attach_files", "read_message_history",
)  # fmt: skip


def test_the_link_asks_for_the_permissions_of_the_first_table() -> None:
    asked, extras = README.split("permissions=")[1].split("The link asks for these.")
    (number,) = re.findall(r"^(\d+)", asked)
    names = {name for name, given in discord.Permissions(int(number)) if given}
    assert {discord_name(name) for name in names} == set(names_in(asked))
    assert discord.Permissions(int(number)) == discord.Permissions(
        **dict.fromkeys([*LEAST, *FOR_THREADS], True)
    )
    needed = {*FOR_CROWDS, *OPTIONAL, "create_events", "manage_events", "manage_roles"}
    assert {discord_name(name) for name in needed} == set(names_in(extras))


def discord_name(name: str) -> str:
    """Return Discord's name of a permission of discord.py."""
    title = name.replace("_", " ").title().replace(" In ", " in ")
    return {"Read Messages": "View Channel"}.get(title, title)


def names_in(text: str) -> list[str]:
    """Return the permissions in the first columns of the tables of a text."""
    rows = re.findall(r"^ *\| ([A-Z][A-Za-z ,]+?) \|", text, re.MULTILINE)
    return [name for row in rows for name in re.split(r", | or ", row)]


def test_figures_are_those_of_the_program() -> None:
    default, server = Settings(), ServerSettings()
    said = {
        "docs/playing.md": [
            f"up to {holidays.YEARLY.days} days a year",
            f"nobody touches for {record.LAPSED_AFTER.days} days",
        ],
        "docs/servers.md": [
            f"{server.computer_matches} live matches with computers alone",
        ],
        "docs/operating.md": [
            f"every `BACKUP_EVERY` hours ({default.backup_every})",
            f"newest `BACKUPS_KEPT` ({default.backups_kept})",
            f"Every `HEALTH_EVERY` minutes ({default.health_every})",
        ],
    }
    for page, sentences in said.items():
        text = " ".join(PAGES[page].split())
        assert [one for one in sentences if one not in text] == []
    assert missed_messages.LONGEST.days == 7  # "up to a week back"
    (lines,) = re.findall(r"tests/tic_tac_toe\.py`, (\d+) lines", PAGES["docs/add-a-game.md"])
    assert len((ROOT / "tests/tic_tac_toe.py").read_text("utf-8").splitlines()) == int(lines)


def test_metrics_are_those_of_the_program() -> None:
    source = (ROOT / "cogs/operating/metrics.py").read_text("utf-8")
    named = set(re.findall(r"damier_\w+", PAGES["docs/operating.md"]))
    assert len(named) > 15
    assert [one for one in named if re.sub("_(total|info)$", "", one) not in source] == []


@for_each(NOW)
def test_nothing_is_said_of_this_machine(page: str) -> None:
    assert not re.search(r"/(?:home|work|root|tmp)/|pypi\.org/simple", PAGES[page])
