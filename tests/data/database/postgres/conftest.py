from __future__ import annotations

import pytest


@pytest.fixture
def kind() -> str:
    """All of these tests are about the server."""
    return "postgresql"
