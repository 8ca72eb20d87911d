"""Signals: calls to every listener of an event."""

from __future__ import annotations

import pytest

from data.signals import Signal


def fail(_: int) -> None:
    raise ValueError("this listener fails")


def test_all_are_told_though_one_fails(caplog: pytest.LogCaptureFixture) -> None:
    told: list[int] = []
    signal = Signal[int]()
    for listener in (fail, told.append, fail):
        signal.connect(listener)
    signal.tell("a move", 7)
    assert told == [7]
    assert caplog.text.count("ValueError: this listener fails") == 2
    assert "After a move" in caplog.text
    with pytest.raises(ValueError, match="this listener fails"):
        signal(8)
    assert told == [7]
