"""What a position of Assaut is worth."""

from __future__ import annotations


def evaluate(soldiers: int, officers: int, side: int) -> int:  # noqa: ARG001
    """Return what it is worth to the soldiers."""
    return 100 * soldiers.bit_count() - 500 * officers.bit_count()
