"""A process that has imported the bot once and forks for every test that starts a bot.

Importing takes seconds, forking milliseconds. A forked bot is a process like any other: it has its
own id, arguments, environment, input and output, and can be killed. A request is a line
of JSON with three file descriptors (input, output, where to write the exit status); the answer is
the process id. All processes of a run of tests use one server, which ends with the last of them.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from uuid import uuid4

from filelock import FileLock

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
    """Whether to run a new Python interpreter instead of using the modules already imported."""


class ForkServer:
    """The tests' end of a connection to the server; starts the server unless it runs."""

    def __init__(self, address: Path) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._socket = socket.socket(socket.AF_UNIX)
        with lock_of(address):
            if not address.exists():
                self._process = begin(address)
            self._socket.connect(str(address))

    def start(self, start: Start, files: tuple[int, int, int]) -> int:
        """Start a process and return its id.

        ``files`` are its input, its output and the file that its exit status is written to. Raises
        RuntimeError if the server has ended.
        """
        socket.send_fds(self._socket, [json.dumps(asdict(start)).encode() + b"\n"], files)
        answer = self._socket.recv(CHUNK)
        if not answer:
            raise RuntimeError("the fork server has ended")
        return int(answer)

    def close(self) -> None:
        """Disconnect from the server; if this process started it, wait until it has ended."""
        self._socket.close()
        if self._process is not None:
            self._process.wait()


def lock_of(address: Path) -> FileLock:
    """Return the lock that is held while a server starts or ends at the Unix socket `address`."""
    return FileLock(address.with_suffix(".lock"))


def begin(address: Path) -> subprocess.Popen[bytes]:
    """Start a server at a Unix socket.

    It accepts requests at once, and answers them when it has imported the bot.
    """
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(address))
        listener.listen()
        return subprocess.Popen(  # noqa: S603 - the tests' own interpreter
            [sys.executable, "-u", "-m", __name__, str(listener.fileno()), str(address)],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            pass_fds=[listener.fileno()],
        )


@functools.cache
def fork_server() -> ForkServer:
    """Return this process's connection to the server, made when it is first needed."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid4().hex
    server = ForkServer(Path(tempfile.gettempdir()) / f"damier-{run}.socket")
    atexit.register(server.close)
    return server


@dataclass(frozen=True)
class Listener:
    """The server's ends of the connections to it."""

    listening: socket.socket
    address: Path
    connections: list[socket.socket] = field(default_factory=list)

    def wait(self) -> tuple[socket.socket, bytes, list[int]] | None:
        """Return the connection, the text and the files of the next request; None after the last.

        The last request has come when all connections are closed and no other is made.
        """
        while True:
            ready = select.select([self.listening, *self.connections], [], [])[0][0]
            if ready is self.listening:
                self.connections.append(ready.accept()[0])
                continue
            text, files, *_ = socket.recv_fds(ready, CHUNK, 3)
            while text and not text.endswith(b"\n") and (more := ready.recv(CHUNK)):
                text += more
            if text.endswith(b"\n"):
                return ready, text, files
            ready.close()
            self.connections.remove(ready)
            if not self.connections and self._end():
                return None

    def _end(self) -> bool:
        """Remove the socket's file, and return True, unless a connection is already waiting."""
        lock = lock_of(self.address)
        with lock:
            if select.select([self.listening], [], [], 0)[0]:
                return False
            self.address.unlink()
            Path(lock.lock_file).unlink()
            return True

    def close(self) -> None:
        """Close the server's sockets in a fork, which does not need them."""
        for one in (self.listening, *self.connections):
            one.close()


def serve(listener: Listener) -> Start:
    """Fork for every request; return its request in each fork.

    In the server itself, exit when the tests have ended.
    """
    statuses: dict[int, int] = {}

    def reap(*_: object) -> None:
        while statuses:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            file = statuses.pop(pid)
            with contextlib.suppress(BrokenPipeError):  # nobody waits for it any more
                os.write(file, b"%d\n" % os.waitstatus_to_exitcode(status))
            os.close(file)

    signal.signal(signal.SIGCHLD, reap)
    while True:
        request = listener.wait()
        if request is None:
            sys.exit()
        asked, text, files = request
        # A child may end at once: `reap` must not run before `statuses` has it.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
        pid = os.fork()
        if not pid:
            break
        *given, statuses[pid] = files
        for file in given:
            os.close(file)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        with contextlib.suppress(BrokenPipeError):  # whoever asked has just ended
            asked.sendall(b"%d" % pid)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
    stdin, stdout, status = files
    os.dup2(stdin, 0)
    os.dup2(stdout, 1)
    os.dup2(stdout, 2)
    for file in (stdin, stdout, status, *statuses.values()):
        os.close(file)
    listener.close()
    return Start(**json.loads(text))


ended: list[SystemExit] = []
"""The SystemExit with which a forked bot has ended; empty if it has raised none."""


def end() -> None:
    """End a forked bot at once, without freeing each object that it shares with the server.

    At this point its threads have ended, and the interpreter has printed the message of its
    SystemExit, if any. The garbage collection prints its warnings about unfinished work.
    """
    if ended:
        code = ended[0].code
        gc.collect()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))


def main() -> None:
    """Serve on the socket with the given number and address; in a fork, run the bot."""
    atexit.register(end)  # first, so that it is called last
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests; they end the server
    listener = Listener(socket.socket(fileno=int(sys.argv[1])), Path(sys.argv[2]))
    importlib.import_module(PRELOADED)
    gc.collect()
    gc.freeze()  # so that a collection in a fork does not copy the memory shared with the server
    start = serve(listener)
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
