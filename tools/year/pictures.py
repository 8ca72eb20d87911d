"""Files on the simulated Discord, which keeps only the newest."""

from __future__ import annotations

from typing import Any, Final

from simcord.backend.cdn import CdnStore

KEPT: Final = 500
"""The number of files kept. Nobody looks at older ones, and those of a year are a gigabyte."""


class ShortMemory(CdnStore):
    """The store of the files in messages, with only the newest."""

    def __init__(self) -> None:
        super().__init__()
        self._newest: dict[str, bytes] = {}

    def store_attachment(
        self,
        attachment_id: int,
        channel_id: int,
        filename: str,
        data: bytes,
        description: str | None,
    ) -> dict[str, Any]:
        """Store a file, and forget the oldest if there are more than KEPT."""
        told = super().store_attachment(attachment_id, channel_id, filename, b"", description)
        self._newest[told["url"]] = data
        for url in [*self._newest][:-KEPT]:
            del self._newest[url]
        return {**told, "size": len(data)}

    def get(self, url: str) -> bytes | None:
        """Return the data of a file, None if it is unknown or forgotten."""
        return self._newest.get(url)
