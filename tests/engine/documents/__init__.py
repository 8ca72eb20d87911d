"""Tests of the games' documents."""

from engine import documents


def forget() -> None:
    """Forget the read documents."""
    documents.document.cache_clear()
    documents.written.cache_clear()
