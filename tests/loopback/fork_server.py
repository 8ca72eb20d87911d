"""A process that has imported the bot once and forks it for every test that starts one.

Importing takes seconds, forking milliseconds. A forked bot is a process like any other: it has an
id, arguments, an environment, input and output of its own, and can be killed. A request is a line
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
    """Whether to run a new Python interpreter instead of using what is imported."""


class ForkServer:
    """The tests' end of a connection to the server, which is started unless it runs."""

    def __init__(self, address: Path) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._socket = socket.socket(socket.AF_UNIX)
        with lock_of(address):
            if not address.exists():
                self._process = begin(address)
            self._socket.connect(str(address))

    def start(self, start: Start, files: tuple[int, int, int]) -> int:
        """Start a process with these files as input, output and exit status; return its id."""
        socket.send_fds(self._socket, [json.dumps(asdict(start)).encode() + b"\n"], files)
        answer = self._socket.recv(CHUNK)
        if not answer:
            raise RuntimeError("the fork server has ended")
        return int(answer)

    def close(self) -> None:
        """Leave the server, and wait until it has ended if this process started it."""
        self._socket.close()
        if self._process is not None:
            self._process.wait()


def lock_of(address: Path) -> FileLock:
    """Return the lock that is held while a server begins or ends at that Unix socket."""
    return FileLock(address.with_suffix(".lock"))


def begin(address: Path) -> subprocess.Popen[bytes]:
    """Start a server; it can be asked at once, and answers when it has imported the bot."""
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
        """Return the next request, its files and where to answer; None once all have left."""
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
        """Let nobody connect any more; return whether nobody has meanwhile."""
        lock = lock_of(self.address)
        with lock:
            if select.select([self.listening], [], [], 0)[0]:
                return False
            self.address.unlink()
            Path(lock.lock_file).unlink()
            return True

    def close(self) -> None:
        """Close all in a fork."""
        for one in (self.listening, *self.connections):
            one.close()


def serve(listener: Listener) -> Start:
    """Fork for every request until the tests have ended; return in each fork, with its request."""
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
        # A child may end at once: `reap` waits until `statuses` knows it.
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
    """Serve on the socket with the given number and address; in a fork, run the bot."""
    atexit.register(end)  # first, so that it is called last
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests; they end the server
    listener = Listener(socket.socket(fileno=int(sys.argv[1])), Path(sys.argv[2]))
    importlib.import_module(PRELOADED)
    gc.collect()
    gc.freeze()  # so that a collection in a fork does not copy what it shares with the server
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
