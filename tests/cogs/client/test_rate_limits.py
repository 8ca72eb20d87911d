"""Discord's rate limits, which discord.py remembers: expired ones are forgotten now and then."""

from __future__ import annotations

import pytest

from cogs.client import rate_limits
from tests.cogs.conftest import Club


async def test_limits_are_looked_through_once_in_a_while(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    http, looks, now = club.bot.http, list[None](), 0.0
    monkeypatch.setattr(http, "_try_clear_expired_ratelimits", lambda: looks.append(None))
    monkeypatch.setattr(rate_limits, "monotonic", lambda: now)
    rate_limits.clear_seldom(http)
    for number in range(3):
        http.get_ratelimit(f"a new channel {number}")
    assert not looks
    now = rate_limits.CLEARED_EVERY
    for number in range(3):
        http.get_ratelimit(f"another channel {number}")
    assert len(looks) == 1
