import signal
import socket
from pathlib import Path

from tests.patience import PATIENCE
from tests.playground.process import playground_process, start


def test_it_says_where_it_is_and_leaves_when_asked(database: Path) -> None:
    with playground_process(database, signal.SIGTERM) as url:  # SIGINT is what the others send
        assert url.startswith("http://127.0.0.1:")


def test_a_port_in_use_is_told_in_one_sentence(database: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        with start(database, taken.getsockname()[1]) as process:
            _, complaint = process.communicate(timeout=PATIENCE)
        assert process.returncode == 1
        assert complaint.startswith("The playground's page cannot be served: ")
        assert complaint.count("\n") == 1


def test_a_database_in_use_is_told_in_one_sentence(database: Path) -> None:
    with playground_process(database), start(database) as process:
        _, complaint = process.communicate(timeout=PATIENCE)
        assert process.returncode == 1
        assert complaint == f"The database {database} is in use by another process.\n"
