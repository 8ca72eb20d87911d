"""A process that describes itself. It imports none of our modules, so that it can list the imported
ones.
"""

import json
import os
import signal
import sys
import threading
from pathlib import Path

IMPORTED = "bot", "cogs.client", "alembic.command", "PIL.ImageFont"


def tell() -> None:
    """Describe this process, and wait to be ended."""
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
