"""How the bot is doing: the figures of one line of the log."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import timedelta
from statistics import median

from cogs.computers.worker_load import Load
from cogs.delivery.poster import Figures
from data import Counts

Figure = str | int | float | None


def health(
    figures: Figures,
    counts: Counts,
    load: Load,
    *,
    ahead: timedelta,
    latency: float,
    servers: int,
) -> dict[str, Figure]:
    """Return the figures by the names that they have in the line.

    Times are in seconds: from a message to the board that shows its move, and to Discord's
    gateway and back; None is for what was not measured. Computers have a budget of 1 to think
    with, and parts of it under load. ``clock`` is how far the clock of the machine is ahead of
    Discord's.
    """
    waits = [wait.total_seconds() for wait in figures.waits]
    return {
        "matches": counts.live,
        "challenges": counts.challenges,
        "turns": figures.turns,
        "thinking": load.thinking_now,
        "thoughts_waiting": load.waiting_now,
        "thought_worst": _finite(load.take_longest()),
        "budget": load.budget,
        "outbox_waiting": counts.waiting,
        "outbox_refused": counts.refused,
        "board_median": _finite(median(waits) if waits else math.nan),
        "board_worst": _finite(max(waits, default=math.nan)),
        "gateway": _finite(latency),
        "clock": ahead.total_seconds(),
        "servers": servers,
    }


def line_of(told: Mapping[str, Figure]) -> str:
    """Return the figures as a line, ``key=value`` each; ``-`` is for what was not measured."""
    return " ".join(f"{key}={_said(key, figure)}" for key, figure in told.items())


def _said(key: str, figure: Figure) -> str:
    if isinstance(figure, float):
        return f"{figure:+.3f}" if key == "clock" else f"{figure:.3f}"
    return "-" if figure is None else str(figure)


def _finite(span: float) -> float | None:
    return span if math.isfinite(span) else None
