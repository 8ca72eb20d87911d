from __future__ import annotations

import pytest


@pytest.fixture
def kind() -> str:
    """Return the one kind that all tests of this folder are about."""
    return "postgresql"
