"""Signals: calls to every listener of an event."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

log = logging.getLogger(__name__)

P = ParamSpec("P")


class Signal(Generic[P]):
    """One kind of event; call the signal to announce an event.

    Its listeners are called at once, in the order they were connected. A listener must not block.
    Its error is raised to the caller, and later listeners are not called.
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
        """Call all listeners with these arguments."""
        for listener in [*self._listeners]:
            listener(*args, **kwargs)

    def tell(self, what: str, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all listeners; the error of one is logged, and the others are called all the same.

        This is for events that have already taken effect. ``what`` names the event in the log.
        """
        for listener in [*self._listeners]:
            try:
                listener(*args, **kwargs)
            except Exception:
                log.exception("After %s", what)
