"""Many cases in one test, which tells of every one that fails.

A test of its own for each case costs more than most cases do: every process makes all of them
known, and reports on each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any, TypeVar

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


def for_each(*values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Have a test checked with every combination of ``values`` for its arguments, as one test."""
    combined = list(product(*values))

    def decorate(test: Callable[..., None]) -> Callable[[], None]:
        def of_all() -> None:
            cases = {"-".join(map(str, case)): case for case in combined}
            check_each(lambda case: test(*case), cases)

        of_all.__name__, of_all.__module__ = test.__name__, test.__module__
        of_all.__doc__ = test.__doc__
        return of_all

    return decorate
