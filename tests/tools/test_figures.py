"""The figures of the code, counted in a small folder."""

from __future__ import annotations

from pathlib import Path

from tools.figures.__main__ import figures

WORKER = '''"""A worker."""

class Worker:
    """Works."""

    def __init__(self, bot):
        self.bot = bot
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def load(self, clocks):
        self.bot.poster.shown = self.look
        clocks.also, self.looked = self.load, True
        return translate(self.text)


class Form(ui.Modal):
    """Asks."""
'''

COPY = "\n".join(f"    first(second, {number})" for number in range(7))


def test_what_stands_several_times_is_counted(tmp_path: Path) -> None:
    tmp_path.joinpath("worker.py").write_text(WORKER, "utf-8")
    for name in ("one", "other"):
        tmp_path.joinpath(f"{name}.py").write_text(f"def {name}():\n{COPY}\n", "utf-8")
    counts = [len(places) for places in figures(tmp_path).values()]
    assert counts == [17 + 8 + 8, 3, 1, 1, 1, 1, 2, 1]
