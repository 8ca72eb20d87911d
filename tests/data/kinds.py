"""Marks for tests that run on one kind of database alone, always or by day."""

import pytest

from tests.nightly import at_night

on_sqlite = pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
on_postgresql = pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
postgresql_at_night = pytest.mark.parametrize(
    "kind", ["sqlite", at_night("postgresql")], indirect=True
)
"""For long tests, and tests of decisions before any statement.

Another test executes every statement on PostgreSQL each time.
"""
