"""The real bot, which also times its event loop, for ``tools.benchmarks.many_matches``.

Each callback of the loop is timed by the clock and by its thread's processor time; a busy machine
adds only to the first. On SIGUSR1, the bot prints the longest times since the last SIGUSR1, and the
longest callback. SIGUSR2 stops the timing, which takes some time itself, or starts it again.
"""

from __future__ import annotations

import json
import signal
import sys
from asyncio.events import Handle
from collections.abc import Callable
from time import perf_counter, thread_time

import bot

LINE = "held: "
"""The beginning of the printed line."""


class Held:
    """The longest callback of the event loop: its times in milliseconds, and its text."""

    def __init__(self) -> None:
        self.longest = self.by_clock = 0.0
        self.what = ""
        self._run: Callable[[Handle], None] | None = None
        """The event loop's own function while callbacks are timed, else None."""

    def watch(self, *_: object) -> None:
        """Start to time the callbacks of the event loop, or stop if already timing."""
        if self._run is not None:
            Handle._run, self._run = self._run, None  # type: ignore[method-assign, assignment] # as it was
            return
        run = self._run = Handle._run

        def timed(handle: Handle) -> None:
            began, began_by_clock = thread_time(), perf_counter()
            run(handle)
            took = (thread_time() - began) * 1000
            self.by_clock = max(self.by_clock, (perf_counter() - began_by_clock) * 1000)
            if took > self.longest:
                self.longest = took
                if took > 10:  # making the text takes time, too
                    self.what = repr(handle)[:200]

        Handle._run = timed  # type: ignore[method-assign, assignment] # it is measured

    def tell(self, *_: object) -> None:
        """Print the longest times and the callback as JSON, and start anew."""
        told = {"cpu": self.longest, "clock": self.by_clock, "what": self.what}
        self.longest, self.by_clock, self.what = 0.0, 0.0, ""
        sys.stdout.write(f"{LINE}{json.dumps(told)}\n")
        sys.stdout.flush()


def main() -> None:
    """Run the bot."""
    held = Held()
    held.watch()
    signal.signal(signal.SIGUSR1, held.tell)
    signal.signal(signal.SIGUSR2, held.watch)
    bot.main()


if __name__ == "__main__":
    main()
