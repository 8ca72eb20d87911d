import ast
import logging
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from importlinter.cli import lint_imports

from cogs import VERSION
from tests.sources import ROOT, having, nodes


@pytest.fixture
def _loggers() -> Iterator[None]:
    """Restore the loggers after the test, because the linter disables all of them."""
    known = [log for log in logging.root.manager.loggerDict.values() if hasattr(log, "disabled")]
    before = [log.disabled for log in known]
    yield
    for log, disabled in zip(known, before, strict=True):
        log.disabled = disabled


@pytest.mark.usefixtures("_loggers")
def test_imports_point_one_way() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml")) == 0


def test_tests_of_the_engine_start_without_discord_and_the_painter() -> None:
    """Tests of the engine should not wait for these imports."""
    code = """
import sys, pytest
pytest.main(["--collect-only", "-qq", "tests/engine/test_board.py"])
sys.exit(", ".join({"discord", "PIL", "sqlalchemy", "trio"} & sys.modules.keys()))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)  # noqa: S603 - our own interpreter and code
    assert done.stderr.split() == []


def test_the_bot_starts_without_what_few_commands_need_and_with_its_cogs() -> None:
    """Early imports would delay the start, and late ones would hold up the event loop."""
    code = """
import asyncio, sys, bot
rare = {"alembic", "cogs.operating.checking.run", "engine.computer",
        "rapidfuzz", "sqlalchemy.orm"}
early = rare & sys.modules.keys()

def run(work):
    from cogs.language.catalogues import _compiled
    from cogs.moves.bare_messages import sample_positions
    work.close()
    if not (_compiled.cache_info().currsize and sample_positions.cache_info().currsize):
        early.add("nothing is prepared")
    if "cogs.operating.extension" not in sys.modules:
        early.add("no cogs")
    metrics = {"prometheus_client", "aiohttp.web", "cogs.operating.metrics"}
    early.update(metrics & sys.modules.keys())  # nobody has asked for them

asyncio.run, sys.argv[1:] = run, []
bot.main()
sys.exit(", ".join(early))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)  # noqa: S603 - our own interpreter and code
    assert done.stderr.split() == []


def test_the_encoding_of_a_file_is_not_left_to_the_machine() -> None:
    """The linter misses calls on paths of unknown type."""
    folders = ("cogs", "data", "engine", "playground", "render", "tests", "tools")
    for path in having(r"\.(read|write)_text\(", "bot.py", *folders):
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                positional = {"read_text": 1, "write_text": 2}.get(node.func.attr, 0)
                if len(node.args) < positional:
                    given = {keyword.arg for keyword in node.keywords}
                    assert "encoding" in given, f"{path}:{node.lineno}"


def test_the_version_is_the_newest_in_the_changelog() -> None:
    heading = re.compile(r"## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)")
    first, *entries = re.findall(
        r"^## .*", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert first == "## [Unreleased]"
    found = [heading.fullmatch(entry) for entry in entries]
    assert all(found), entries
    versions = [one[1] for one in found if one]
    assert versions[0] == VERSION
    numbers = [tuple(map(int, version.split("."))) for version in versions]
    assert numbers == sorted(set(numbers), reverse=True)
    days = [one[2] for one in found if one]
    assert days == sorted(days, reverse=True)
