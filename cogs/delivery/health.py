"""How the bot is doing, measured as it goes and told in one line of the log."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import median

from data import Counts
from engine.table.match import Match
from engine.table.record import Event, Kind


class Health:
    """What has happened since the last line."""

    def __init__(self) -> None:
        self._turns = 0
        self._waits: list[timedelta] = []

    def saved(self, new: Iterable[Event]) -> None:
        """Count a turn, if these new events of a match have one."""
        self._turns += any(event.kind is Kind.MOVE for event in new)

    def shown(self, match: Match, now: datetime) -> None:
        """The post of the match's last event stands in its channel.

        What a person typed or pressed has Discord's time, which may be ahead of ours.
        """
        if match.events[-1].kind is Kind.MOVE:
            self._waits.append(max(now - match.events[-1].at, timedelta()))

    def line(self, counts: Counts, *, latency: float, servers: int) -> str:
        """The line, ``key=value`` each; what is counted since the last line begins anew.

        Times are in seconds: from a message to the board that shows its move, and to Discord's
        gateway and back. ``-`` is for what was not measured.
        """
        waits = [wait.total_seconds() for wait in self._waits]
        values = {
            "matches": counts.live,
            "challenges": counts.challenges,
            "turns": self._turns,
            "outbox_waiting": counts.waiting,
            "outbox_refused": counts.refused,
            "board_median": _seconds(median(waits) if waits else math.nan),
            "board_worst": _seconds(max(waits, default=math.nan)),
            "gateway": _seconds(latency),
            "servers": servers,
        }
        self._turns = 0
        self._waits.clear()
        return " ".join(["health", *(f"{key}={value}" for key, value in values.items())])


def _seconds(span: float) -> str:
    return f"{span:.3f}" if math.isfinite(span) else "-"
