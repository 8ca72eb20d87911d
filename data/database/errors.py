"""What can go wrong between a match and the disk."""

from __future__ import annotations


class StoreError(Exception):
    """The database cannot be opened, read or written; ``str()`` is one sentence."""


class Conflict(StoreError):
    """What was to be written contradicts what is there; nothing was written."""


class UnknownMatch(StoreError, LookupError):
    """There is no match of that id."""

    def __init__(self, match_id: int) -> None:
        super().__init__(f"There is no match {match_id}.")
        self.match_id = match_id
