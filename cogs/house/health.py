"""How the bot is doing: one line of the log."""

from __future__ import annotations

import math
from datetime import timedelta
from statistics import median

from cogs.computers.load import Load
from cogs.delivery.poster import Figures
from data import Counts


def health_line(
    figures: Figures,
    counts: Counts,
    load: Load,
    *,
    ahead: timedelta,
    latency: float,
    servers: int,
) -> str:
    """Return the line, ``key=value`` each.

    Times are in seconds: from a message to the board that shows its move, and to Discord's
    gateway and back. ``-`` is for what was not measured. Computers have a budget of 1 to think
    with, and parts of it under load. ``clock`` is how far the clock of the machine is ahead of
    Discord's.
    """
    waits = [wait.total_seconds() for wait in figures.waits]
    values = {
        "matches": counts.live,
        "challenges": counts.challenges,
        "turns": figures.turns,
        "thinking": load.thinking_now,
        "thoughts_waiting": load.waiting_now,
        "thought_worst": _seconds(load.take_longest()),
        "budget": load.budget,
        "outbox_waiting": counts.waiting,
        "outbox_refused": counts.refused,
        "board_median": _seconds(median(waits) if waits else math.nan),
        "board_worst": _seconds(max(waits, default=math.nan)),
        "gateway": _seconds(latency),
        "clock": f"{ahead.total_seconds():+.3f}",
        "servers": servers,
    }
    return " ".join(["health", *(f"{key}={value}" for key, value in values.items())])


def _seconds(span: float) -> str:
    return f"{span:.3f}" if math.isfinite(span) else "-"
