"""Signals: what has happened is told to everybody who listens."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

log = logging.getLogger(__name__)

P = ParamSpec("P")


class Signal(Generic[P]):
    """One kind of event, told to its listeners at once, in the order in which they came.

    Call it to tell of an event. A listener must not wait; its errors are raised to the caller.
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[P, object]] = []

    def connect(self, listener: Callable[P, object]) -> None:
        """Have a listener told of every event from now on."""
        self._listeners.append(listener)

    def disconnect(self, listener: Callable[P, object]) -> None:
        """Tell a listener no more, if it is told at all."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Tell all listeners of an event."""
        for listener in [*self._listeners]:
            listener(*args, **kwargs)

    def tell(self, what: str, *args: P.args, **kwargs: P.kwargs) -> None:
        """Tell of an event that has happened whatever listeners make of it: errors are logged.

        ``what`` says in the log what has happened.
        """
        try:
            self(*args, **kwargs)
        except Exception:
            log.exception("After %s", what)
