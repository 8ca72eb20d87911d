"""Matches between servers whose posts are edited at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.delivery import standing_posts


@pytest.fixture(scope="module", autouse=True)
def quick_posts() -> Iterator[None]:
    """Have posts edited without pauses, which would be waited for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(standing_posts, "EVERY", 0.0)
        patch.setattr(standing_posts, "OLD_EVERY", 0.0)
        yield
