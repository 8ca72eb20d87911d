"""Marks for tests that one kind of database is enough for, always or by day."""

import pytest

from tests.nightly import at_night

on_sqlite = pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
on_postgresql = pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
postgresql_at_night = pytest.mark.parametrize(
    "kind", ["sqlite", at_night("postgresql")], indirect=True
)
"""For what is decided before a statement is made, or is long; each statement is executed on
PostgreSQL by another test every time."""
