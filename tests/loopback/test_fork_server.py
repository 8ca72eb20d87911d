"""A forked bot is a process of its own, which shares only the imported modules with others."""

import json
import os
import signal
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.loopback import fork_server
from tests.loopback.conftest import Club
from tests.loopback.fork_server import Listener, Start
from tests.loopback.introspection import IMPORTED
from tests.loopback.process import BotProcess
from tests.nightly import at_night


async def told(club: Club, *arguments: str, fresh: bool = False) -> tuple[BotProcess, Any]:
    """Start a process that describes itself; return it and its description."""
    env = {"WORD": "x" * 100_000}
    bot = club.discord.bot("tests.loopback.introspection:tell", *arguments, env=env, fresh=fresh)
    await bot.start()
    await club.discord.until(lambda: "}\n" in bot.log or bot.status is not None)
    assert bot.status is None, bot.log
    (line,) = [line for line in bot.log.splitlines() if line.startswith("about ")]
    return bot, json.loads(line.removeprefix("about "))


@pytest.mark.parametrize("fresh", [False, at_night(True)], ids=["forked", "fresh"])
async def test_a_bot_has_what_it_was_given_and_nothing_else(club: Club, *, fresh: bool) -> None:
    first, about = await told(club, fresh=fresh)
    _, other = await told(club, "--some", "argument", fresh=fresh)
    assert about["pid"] != other["pid"]
    assert os.getpgid(about["pid"]) == os.getpgid(0)
    assert (about["arguments"], other["arguments"]) == ([], ["--some", "argument"])
    assert about["environment"]["WORD"] == "x" * 100_000
    assert about["environment"]["PATH"] == os.environ["PATH"]
    assert sorted(about["files"])[:3] == [0, 1, 2]
    assert len(about["files"]) == len(other["files"]) == 4  # and that of the list of files
    assert about["blocked"] == []
    assert about["imported"] == ([] if fresh else list(IMPORTED))
    assert "default_int_handler" in about["signals"].pop("SIGINT")
    assert not [name for name, handler in about["signals"].items() if "function" in handler]
    assert await first.kill() == -signal.SIGKILL
    with pytest.raises(ProcessLookupError):
        os.kill(about["pid"], 0)


async def test_two_bots_end_each_in_its_own_way(club: Club) -> None:
    first, _ = await told(club)
    second, _ = await told(club)
    assert await second.terminate() == -signal.SIGTERM
    assert first.status is None
    assert await first.kill() == -signal.SIGKILL


async def test_a_bot_ends_when_the_tests_are_gone(club: Club) -> None:
    bot, _ = await told(club)
    assert bot.input is not None
    bot.input.close()
    assert await bot.exit() == 1


async def test_a_bot_that_cannot_run_says_why(club: Club) -> None:
    bot = await club.discord.bot("tests.loopback.nowhere:main").start()
    assert await bot.exit() == 1
    assert "No module named 'tests.loopback.nowhere'" in bot.log


async def test_the_server_goes_on_though_nobody_waits_for_a_bot_any_more(club: Club) -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    heard, output = os.pipe()
    ended, status = os.pipe()
    os.close(ended)
    nowhere = Start(["tests.loopback.nowhere:main"], dict(os.environ), fresh=False)
    fork_server.fork_server().start(nowhere, (nothing, output, status))
    for file in (nothing, output, status):
        os.close(file)
    with os.fdopen(heard, "rb") as said:
        said.read()  # until it has ended
    bot, _ = await told(club)
    assert await bot.kill() == -signal.SIGKILL


def test_one_server_serves_all_and_ends_with_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Listener] = []

    def begin(address: Path) -> None:
        begun.append(Listener(socket.socket(socket.AF_UNIX), address))
        begun[-1].listening.bind(str(address))
        begun[-1].listening.listen()

    monkeypatch.setattr(fork_server, "begin", begin)
    address = tmp_path / "server.socket"
    first, second = fork_server.ForkServer(address), fork_server.ForkServer(address)
    (listener,) = begun
    first.close()
    second._socket.sendall(b"{}\n")
    request = listener.wait()
    assert request is not None
    assert request[1] == b"{}\n"
    second.close()
    assert listener.wait() is None
    assert [*tmp_path.iterdir()] == []
    listener.close()
