"""Matches between servers, whose posts are edited without pauses: tests would wait for these."""

from __future__ import annotations

import pytest

from cogs.timekeeping.paces import Paces
from tests.cogs.conftest import quick_paces


@pytest.fixture(scope="module")
def paces() -> Paces:
    """Have posts edited without pauses."""
    return quick_paces(edited_every=0.0, old_edited_every=0.0)
