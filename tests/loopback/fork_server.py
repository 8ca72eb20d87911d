"""A process that has imported the bot once and forks it for every test that starts one.

Importing takes seconds, forking milliseconds. A forked bot is a process like any other: it has an
id, arguments, an environment, input and output of its own, and can be killed. A request is a line
of JSON with three file descriptors (input, output, where to write the exit status); the answer is
the process id.
"""

from __future__ import annotations

import atexit
import functools
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
RUNNER = "tests.loopback.runner"
PRELOADED = "tests.loopback.preloaded"
CHUNK = 1 << 16


@dataclass(frozen=True)
class Start:
    """A request to start a bot."""

    arguments: list[str]
    """The arguments of `tests.loopback.runner`."""
    env: dict[str, str]
    fresh: bool
    """Whether to run a new Python interpreter instead of using what is imported."""


class ForkServer:
    """The tests' end of the connection to the server."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        self._process = subprocess.Popen(  # noqa: S603 - the tests' own interpreter
            [sys.executable, "-u", "-m", __name__, str(theirs.fileno())],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()

    def start(self, start: Start, files: tuple[int, int, int]) -> int:
        """Start a process with these files as input, output and exit status; return its id."""
        socket.send_fds(self._socket, [json.dumps(asdict(start)).encode() + b"\n"], files)
        answer = self._socket.recv(CHUNK)
        if not answer:
            raise RuntimeError("the fork server has ended")
        return int(answer)

    def close(self) -> None:
        """End the server."""
        self._socket.close()
        self._process.wait()


@functools.cache
def fork_server() -> ForkServer:
    """Return the server of this process, started when it is first needed."""
    server = ForkServer()
    atexit.register(server.close)
    return server


def serve(connection: socket.socket) -> Start:
    """Fork for every request until the tests have ended; return in each fork, with its request."""
    statuses: dict[int, int] = {}

    def reap(*_: object) -> None:
        while statuses:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            file = statuses.pop(pid)
            os.write(file, b"%d\n" % os.waitstatus_to_exitcode(status))
            os.close(file)

    signal.signal(signal.SIGCHLD, reap)
    while True:
        text, files, *_ = socket.recv_fds(connection, CHUNK, 3)
        if not text:
            sys.exit()
        while not text.endswith(b"\n"):
            text += connection.recv(CHUNK)
        # A child may end at once: `reap` waits until `statuses` knows it.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
        pid = os.fork()
        if not pid:
            break
        *given, statuses[pid] = files
        for file in given:
            os.close(file)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        connection.sendall(b"%d" % pid)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
    stdin, stdout, status = files
    os.dup2(stdin, 0)
    os.dup2(stdout, 1)
    os.dup2(stdout, 2)
    for file in (stdin, stdout, status, *statuses.values()):
        os.close(file)
    connection.close()
    return Start(**json.loads(text))


ended: list[SystemExit] = []
"""How a forked bot has ended, if by itself."""


def end() -> None:
    """End a forked bot without freeing all that it shares with the server, object by object.

    Its threads have ended, and what it left unfinished is told as at the end of any interpreter.
    So is the sentence with which it leaves, if it leaves with one: the interpreter has written it.
    """
    if ended:
        code = ended[0].code
        gc.collect()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))


def main() -> None:
    """Serve on the socket with the given number; in a fork, run the bot."""
    atexit.register(end)  # first, so that it is called last
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests; they end the server
    connection = socket.socket(fileno=int(sys.argv[1]))
    importlib.import_module(PRELOADED)
    gc.collect()
    gc.freeze()  # so that a collection in a fork does not copy what it shares with the server
    start = serve(connection)
    if start.fresh:
        command = [sys.executable, "-u", "-m", RUNNER, *start.arguments]
        os.execve(sys.executable, command, start.env)  # noqa: S606 - no shell is wanted
    os.environ.clear()
    os.environ.update(start.env)
    sys.argv = [RUNNER, *start.arguments]
    try:
        importlib.import_module(RUNNER).main()
    except SystemExit as left:
        ended.append(left)
        raise


if __name__ == "__main__":
    main()
