"""The real bot, which tells how long its event loop was held: ``tools.benchmarks.many_matches``.

Whatever the loop runs between two looks at its events is timed, by the clock and by the processor
time of its thread: a busy machine adds to the first alone. On SIGUSR1 it prints both, and what it
was, since the last time. SIGUSR2 stops that, which takes its time too, and begins it again.
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
"""What the line begins with."""


class Held:
    """The longest piece of work, and what it was."""

    def __init__(self) -> None:
        self.longest = self.by_clock = 0.0
        self.what = ""
        self._run: Callable[[Handle], None] | None = None
        """What the event loop runs where it is timed."""

    def watch(self, *_: object) -> None:
        """Time all that the event loop runs from now on, or no longer."""
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
                if took > 10:  # what took less needs no name, which takes its time to make
                    self.what = repr(handle)[:200]

        Handle._run = timed  # type: ignore[method-assign, assignment] # it is measured

    def tell(self, *_: object) -> None:
        """Print it as JSON."""
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
