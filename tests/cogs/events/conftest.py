"""Tournaments with plain posts, for tests that only look at which posts there are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.events import exhibition_cards
from tests.cogs.events.hall import plain, plain_card


@pytest.fixture(scope="module")
def plain_posts() -> Iterator[None]:
    """Replace the posts and cards of tournaments by single lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exhibition_cards, "bulletin_of", plain)
        patch.setattr(exhibition_cards, "card_of", plain_card)
        yield
