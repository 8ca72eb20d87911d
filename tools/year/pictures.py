"""Files on the simulated Discord, of which only the newest are kept."""

from __future__ import annotations

from typing import Any, Final

from simcord.backend.cdn import CdnStore

KEPT: Final = 500
"""Files that are kept: nobody looks at older ones, and those of a year are a gigabyte."""


class ShortMemory(CdnStore):
    """The files of messages."""

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
        """Store a file, and forget the oldest one."""
        told = super().store_attachment(attachment_id, channel_id, filename, b"", description)
        self._newest[told["url"]] = data
        for url in [*self._newest][:-KEPT]:
            del self._newest[url]
        return {**told, "size": len(data)}

    def get(self, url: str) -> bytes | None:
        """Return a file, None if it is not there or forgotten."""
        return self._newest.get(url)
