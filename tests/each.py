"""Many cases in one test, which reports every case that fails.

A separate test for each case would cost more than most cases do, because every worker collects
all tests and reports on each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def check_each(check: Callable[[T], object], cases: Mapping[str, T]) -> None:
    """Check each case, given by name.

    If one fails, raise its error; if several fail, raise a group of their errors. A note on each
    error has the name of its case.
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
    """Return a decorator that runs a test with every combination of ``values``, as one test."""
    combined = list(product(*values))

    def decorate(test: Callable[..., None]) -> Callable[[], None]:
        def of_all() -> None:
            cases = {"-".join(map(str, case)): case for case in combined}
            check_each(lambda case: test(*case), cases)

        of_all.__name__, of_all.__module__ = test.__name__, test.__module__
        of_all.__doc__ = test.__doc__
        return of_all

    return decorate
