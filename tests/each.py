"""Many cases in one test, which tells of every one that fails.

A test of its own for each case costs more than most cases do: every process makes all of them
known, and reports on each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import pytest

T = TypeVar("T")


def check_each(check: Callable[[T], object], cases: Mapping[str, T]) -> None:
    """Check each case by its name.

    Raises what the one that failed raised, or a group of what all that failed did; each tells the
    name of its case.
    """
    assert cases
    failed: list[BaseException] = []
    for name, case in cases.items():
        try:
            check(case)
        except (Exception, pytest.fail.Exception) as error:
            error.add_note(f"The case that failed: {name}")
            failed.append(error)
    if len(failed) == 1:
        raise failed[0]
    if failed:
        raise BaseExceptionGroup(f"{len(failed)} of {len(cases)} cases failed", failed)
