"""Events that discord.py cannot read: they are left out, so that the bot goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

log = logging.getLogger(__name__)


def leave_out_unreadable(parsers: dict[str, Callable[[Any], Any]]) -> None:
    """Make discord.py go on after an event that it cannot read, which would end the bot."""

    def guarded(name: str, parse: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def read(data: Any) -> Any:  # noqa: ANN401 - what Discord sends
            try:
                return parse(data)
            except Exception:
                ids = {key: data[key] for key in ("id", "channel_id", "guild_id") if key in data}
                log.exception("Event %s of %s cannot be read and is left out", name, ids)
                return None

        return read

    for name in parsers.keys() - {"READY", "RESUMED"}:  # there is no going on without these
        parsers[name] = guarded(name, parsers[name])
