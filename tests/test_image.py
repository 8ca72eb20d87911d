"""The image and the compose files, tested without a container engine by doing as they say.

The files that the image copies are copied into a folder, unless `.dockerignore` excludes them.
Commands that need neither root nor the network are run there, and the bot is started as in a
container.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field, fields
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from cogs import VERSION
from cogs.operating.settings import Settings
from data import shards_of
from data.database.opening import backend_of
from tests.loopback.server import LoopbackDiscord
from tests.nightly import NIGHTLY
from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent
CONTAINERFILE = ROOT / "contrib" / "Containerfile"
COMPOSE = ROOT / "contrib" / "compose.yaml"
SMALL = ROOT / "contrib" / "compose.small.yaml"

RUN_HERE: Final = ("python -m compileall ",)
"""The beginnings of the commands that are run here."""

COMPILE: Final = "python -m engine.computer.compiling"

NOT_RUN: Final = ("apt-get ", "rm -rf /var/lib/apt/lists/", "pip install ", "useradd ", "install ",
                  COMPILE)  # fmt: skip
"""The beginnings of the commands that are not, because they need root, the network or minutes."""

REDIRECT: Final = """
import os, sys
from tests.loopback.runner import redirect
redirect(os.environ["LOOPBACK_ADDRESS"])
sys.path.remove(os.environ["TESTS"])
"""
"""Code that points the bot at the loopback Discord, and then hides the repository from it."""


# Reading


def instructions() -> list[tuple[str, str]]:
    """Return the image's instructions and their arguments."""
    text = re.sub(r"^#.*\n", "", CONTAINERFILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n *", "", text).splitlines()
    found = (line.partition(" ") for line in lines if line)
    return [(name, arguments.strip()) for name, _, arguments in found]


def is_sent(path: Path) -> bool:
    """Return whether `.dockerignore` lets a file or folder of the repository into the image."""
    names = [str(part) for part in (path, *path.parents)][:-1]
    sent = True
    for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            pattern = line.removeprefix("!").removeprefix("**/")
            deep = "**/" in line
            if any(fnmatch(Path(name).name if deep else name, pattern) for name in names):
                sent = line.startswith("!")
    return sent


@dataclass
class Stage:
    """A stage of the image: its files, below ``root``, and its settings."""

    root: Path
    workdir: str = "/"
    env: dict[str, str] = field(default_factory=dict)
    user: str = "root"
    entrypoint: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def at(self, place: str) -> Path:
        """Return the path on this machine of a path in the image."""
        return self.root / os.path.normpath(os.path.join(self.workdir, place)).lstrip("/")  # noqa: PTH118 - of the image

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables of the image's processes."""
        here = {name: self.here(value) for name, value in self.env.items()}
        return {"PATH": os.environ["PATH"]} | here

    def here(self, text: str) -> str:
        """Return a word of the image with its path replaced by that on this machine."""
        if text == "python":
            return sys.executable
        return re.sub(r"^/(opt|data)\b", rf"{self.root}/\1", text)

    @property
    def files(self) -> set[Path]:
        """All files of the image outside of its volume."""
        return {path for path in self.root.rglob("*") if self.at("/data") not in path.parents}


def copy(source: Path, target: Path) -> None:
    """Copy a file or folder as COPY does, without the files that `.dockerignore` excludes."""

    def kept_back(folder: str, names: list[str]) -> list[str]:
        place = Path(folder).relative_to(ROOT)
        return [name for name in names if not is_sent(place / name)]

    if not source.is_relative_to(ROOT):
        shutil.copytree(source, target)
        return
    assert is_sent(source.relative_to(ROOT)), f".dockerignore keeps {source} back"
    if source.is_dir():
        shutil.copytree(source, target, ignore=kept_back)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


def run(stage: Stage, command: list[str], **env: str) -> tuple[int, str]:
    """Run a command as in the image; return its exit status and its output."""
    done = subprocess.run(  # noqa: S603 - the image's own words
        [stage.here(word) for word in command],
        cwd=stage.at("."), env=stage.environment | env, check=False, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout


class Builder:
    """Builds the image in a folder, with a method named after each instruction."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stages: dict[str, Stage] = {}
        for name, arguments in instructions():
            if name not in {"EXPOSE", "VOLUME"}:
                getattr(self, f"do_{name.lower()}")(arguments)

    @property
    def image(self) -> Stage:
        """The last stage."""
        return list(self._stages.values())[-1]

    def do_from(self, arguments: str) -> None:
        base, _, called = arguments.partition(" AS ")
        stage = Stage(self._folder / (called or "image"))
        if below := self._stages.get(base):
            stage.workdir, stage.env = below.workdir, dict(below.env)
        stage.at(".").mkdir(parents=True)
        self._stages[called] = stage

    def do_workdir(self, arguments: str) -> None:
        self.image.workdir = arguments
        self.image.at(".").mkdir(parents=True, exist_ok=True)

    def do_env(self, arguments: str) -> None:
        self.image.env |= dict(pair.split("=", 1) for pair in shlex.split(arguments))

    def do_copy(self, arguments: str) -> None:
        *sources, target = shlex.split(arguments)
        base = ROOT
        if sources[0].startswith("--from="):
            base = self._stages[sources.pop(0).removeprefix("--from=")].root
        for name in sources:
            source, place = base / name.lstrip("/"), self.image.at(target)
            copy(source, place / source.name if target.endswith("/") else place)

    def do_run(self, arguments: str) -> None:
        for command in map(str.strip, arguments.split("&&")):
            words = shlex.split(command)
            if command.startswith(RUN_HERE):
                assert run(self.image, words) == (0, "")
                continue
            assert command.startswith(NOT_RUN), command
            if command == COMPILE:
                self.image.at("build").mkdir()
            if words[0] == "install":
                self.image.at(words[-1]).mkdir()

    def do_user(self, arguments: str) -> None:
        self.image.user = arguments

    def do_healthcheck(self, arguments: str) -> None:
        self.image.health = json.loads(arguments[arguments.index("[") :])

    def do_entrypoint(self, arguments: str) -> None:
        self.image.entrypoint = json.loads(arguments)


# The image


def test_no_token_no_database_and_nothing_of_the_tests_is_sent() -> None:
    for name in (".env", "contrib/.env", ".git", "damier.db", "data/damier.db", "tests", ".venv",
                 "cogs/__pycache__", "backups/damier.dump"):  # fmt: skip
        assert not is_sent(Path(name)), name
    assert is_sent(Path("data/puzzles/frisian.txt"))


def test_the_compiler_needs_nothing_but_the_engine_and_its_own_lock_file(tmp_path: Path) -> None:
    copy(ROOT / "engine", tmp_path / "engine")
    code = (
        "import sys; before = set(sys.modules); import engine.computer.compiling;"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before}"
        " - set(sys.stdlib_module_names))"
    )
    status, said = run(Stage(tmp_path), ["python", "-c", code])
    assert (status, set(said.split())) == (0, {"engine", "mypy_extensions"})
    assert "mypy-extensions==" in (ROOT / "requirements-fast.lock").read_text(encoding="utf-8")


@NIGHTLY
async def test_the_bot_runs_in_the_image(tmp_path: Path) -> None:
    image = Builder(tmp_path).image
    assert (image.user, image.workdir) == ("10001", "/data")
    assert image.at("/opt/damier/build").is_dir()
    before = image.files
    assert run(image, [*image.entrypoint, "--version"]) == (0, f"Damier {VERSION}\n")
    status, said = run(image, [*image.entrypoint, "--check"])
    assert status == 0, said
    async with LoopbackDiscord() as discord:
        discord.world.guild("Club")
        redirect = {
            "DISCORD_TOKEN": discord.world.token,
            "LOOPBACK_ADDRESS": discord.address,
            "TESTS": str(ROOT),
            "PYTHONPATH": f"{tmp_path}{os.pathsep}{image.at('/opt/damier')}{os.pathsep}{ROOT}",
        }
        (tmp_path / "sitecustomize.py").write_text(REDIRECT, encoding="utf-8")
        bot = await asyncio.create_subprocess_exec(
            *map(image.here, image.entrypoint), cwd=image.at("."), stderr=asyncio.subprocess.PIPE,
            env=image.environment | redirect | {"METRICS_PORT": "0"},
        )  # fmt: skip
        try:
            async with asyncio.timeout(PATIENCE):
                port = await answering(bot)
                await discord.until(lambda: discord.gateway.identified > 0)
                while (asked := await asyncio.to_thread(healthy, image, port))[0]:
                    assert asked[0] == 1, asked
            assert asked == (0, "gateway: ok\ndatabase: ok\n")
            bot.terminate()
            _, log = await bot.communicate()
        finally:
            if bot.returncode is None:
                bot.kill()
    assert bot.returncode == 0, log
    assert all(json.loads(line) for line in log.splitlines())
    assert image.at("/data/damier.db").is_file()
    assert list(image.at("/data/backups").iterdir())
    assert image.files == before  # the image may be read-only except for its volume
    status, said = healthy(image, port)
    assert (status, said.startswith("The bot does not answer: ")) == (1, True)


async def answering(bot: asyncio.subprocess.Process) -> str:
    """Return the port of the bot's metrics, once it logs that."""
    assert bot.stderr is not None
    async for line in bot.stderr:
        said = json.loads(line)["message"]
        if found := re.fullmatch(r"Metrics are at http://0\.0\.0\.0:(\d+)/metrics", said):
            return found[1]
    raise AssertionError("the bot ended")


def healthy(image: Stage, port: str) -> tuple[int, str]:
    """Run the health check; return its exit status and its output."""
    return run(image, image.health, METRICS_PORT=port)


# The compose file


@pytest.fixture
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))
    return loaded


@pytest.fixture
def bots(compose: dict[str, Any]) -> list[dict[str, Any]]:
    """The services that run the bot."""
    return [service for service in compose["services"].values() if "build" in service]


def test_what_the_compose_file_names_is_there(
    compose: dict[str, Any], bots: list[dict[str, Any]]
) -> None:
    for service in compose["services"].values():
        for volume in service["volumes"]:
            assert volume.partition(":")[0] in compose["volumes"]
        assert set(service.get("depends_on", ())) <= compose["services"].keys()
        assert service["healthcheck"]["test"][0] == "CMD"
    for bot in bots:
        context = COMPOSE.parent / bot["build"]["context"]
        assert (context / bot["build"]["dockerfile"]).samefile(CONTAINERFILE)
        assert bot["env_file"] == ".env"
        assert "data:/data" in bot["volumes"]


def test_the_processes_have_settings_that_there_are_and_each_shard_once(
    bots: list[dict[str, Any]],
) -> None:
    names = {field.name.upper() for field in fields(Settings)}
    assert all(bot["environment"].keys() <= names for bot in bots)
    shards = [
        shards_of(bot["environment"]["SHARD_IDS"], int(bot["environment"]["SHARD_COUNT"]))
        for bot in bots
    ]
    assert {one.count for one in shards} == {len(bots)}
    assert sorted(shard for one in shards for shard in one.ids) == list(range(len(bots)))


def test_the_processes_find_the_server_of_databases(
    compose: dict[str, Any], bots: list[dict[str, Any]]
) -> None:
    server = compose["services"]["postgres"]["environment"]
    (url,) = {bot["environment"]["DATABASE_URL"] for bot in bots}
    given, told = "${POSTGRES_PASSWORD:?is missing in contrib/.env}", "0a1b2c"
    assert server["POSTGRES_PASSWORD"] == given
    where = backend_of(url.replace(given, told)).where
    user, name = server["POSTGRES_USER"], server["POSTGRES_DB"]
    assert where == f"postgresql://{user}:***@postgres/{name}"


def test_the_small_compose_file_is_one_process_that_is_run_as_the_large_ones_are(
    bots: list[dict[str, Any]],
) -> None:
    small = yaml.safe_load(SMALL.read_text(encoding="utf-8"))
    (alone,) = small["services"].values()
    own = {"environment", "depends_on", "ports"}
    assert {key: value for key, value in bots[0].items() if key not in own} == {
        key: value for key, value in alone.items() if key not in own
    }
    assert "environment" not in alone
    assert set(small["volumes"]) == {"data"}


def test_the_port_of_metrics_is_this_machines_alone(bots: list[dict[str, Any]]) -> None:
    small = yaml.safe_load(SMALL.read_text(encoding="utf-8"))
    image = dict(re.findall(r"(METRICS_\w+)=(\S+)", CONTAINERFILE.read_text(encoding="utf-8")))
    for services in (bots, list(small["services"].values())):
        ports = [service["ports"] for service in services]
        assert len({port for (port,) in ports}) == len(ports)
        for (port,) in ports:
            assert re.fullmatch(rf"127\.0\.0\.1:\d+:{image['METRICS_PORT']}", port)


def test_the_image_can_back_up_the_server_of_databases(compose: dict[str, Any]) -> None:
    (client,) = re.findall(r"postgresql-client-(\d+)", CONTAINERFILE.read_text(encoding="utf-8"))
    (server,) = re.findall(r"postgres:(\d+)", compose["services"]["postgres"]["image"])
    assert int(server) <= int(client)


def test_both_health_checks_are_the_same(bots: list[dict[str, Any]]) -> None:
    (arguments,) = [arguments for name, arguments in instructions() if name == "HEALTHCHECK"]
    for bot in bots:
        check = bot["healthcheck"]
        command = json.loads(arguments[arguments.index("[") :])
        assert check["test"] == ["CMD", *command]
        for key in ("interval", "timeout", "start_period", "retries"):
            assert f"--{key.replace('_', '-')}={check[key]} " in arguments
