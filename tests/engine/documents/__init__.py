"""Tests of the games' documents."""

from engine import documents


def forget() -> None:
    """Make documents be read anew."""
    documents.document.cache_clear()
    documents.written.cache_clear()
