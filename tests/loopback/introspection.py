"""A process that describes itself.

This module imports none of ours, because it lists those that the process has imported.
"""

import json
import os
import signal
import sys
import threading
from pathlib import Path

IMPORTED = "bot", "cogs.client", "alembic.command", "PIL.ImageFont"


def tell() -> None:
    """Write a description of this process as JSON to its output, and wait to be ended."""
    about = {
        "pid": os.getpid(),
        "arguments": sys.argv[1:],
        "environment": dict(os.environ),
        "files": [int(file.name) for file in Path("/proc/self/fd").iterdir()],
        "signals": {s.name: str(signal.getsignal(s)) for s in signal.Signals},
        "blocked": [str(number) for number in signal.pthread_sigmask(signal.SIG_BLOCK, [])],
        "imported": [name for name in IMPORTED if name in sys.modules],
    }
    sys.stdout.write(f"about {json.dumps(about)}\n")
    threading.Event().wait()
