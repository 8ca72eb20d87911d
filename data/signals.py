"""Signals: events told to every listener."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

log = logging.getLogger(__name__)

P = ParamSpec("P")


class Signal(Generic[P]):
    """One kind of event, told to its listeners at once, in the order of their connecting.

    Call it to tell of an event. A listener must not wait; its errors are raised to the caller.
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[P, object]] = []

    def connect(self, listener: Callable[P, object]) -> None:
        """Call a listener for every event from now on."""
        self._listeners.append(listener)

    def disconnect(self, listener: Callable[P, object]) -> None:
        """Stop calling a listener; an unknown one is ignored."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Tell all listeners of an event."""
        for listener in [*self._listeners]:
            listener(*args, **kwargs)

    def tell(self, what: str, *args: P.args, **kwargs: P.kwargs) -> None:
        """Tell of an event that stands whatever the listeners do: their errors are logged.

        ``what`` names the event in the log.
        """
        try:
            self(*args, **kwargs)
        except Exception:
            log.exception("After %s", what)
