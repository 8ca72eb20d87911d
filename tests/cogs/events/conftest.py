"""Tournaments with plain posts, for tests of whether there are posts at all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.events import exhibition_cards
from tests.cogs.events.hall import plain, plain_card


@pytest.fixture(scope="module")
def plain_posts() -> Iterator[None]:
    """Have posts and cards of tournaments made of one line."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exhibition_cards, "bulletin_of", plain)
        patch.setattr(exhibition_cards, "card_of", plain_card)
        yield
