"""The shards of a bot: which process posts, times and cleans up the matches of which servers."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement


@dataclass(frozen=True)
class Shards:
    """The shards of this process, of ``count`` in all.

    A server belongs to the shard that Discord has for it; what belongs to no server, such as direct
    messages, to the first. ``waits`` says whether the process waits while another has its shards.
    """

    count: int = 1
    ids: frozenset[int] = frozenset({0})
    waits: bool = False

    def have(self, guild: int) -> bool:
        """Return whether a server is of these shards."""
        return (guild >> 22) % self.count in self.ids

    @property
    def are_all(self) -> bool:
        """Whether no other process has any."""
        return len(self.ids) == self.count

    @property
    def have_first(self) -> bool:
        """Whether what is there once for the whole bot is done by this process."""
        return 0 in self.ids

    def of(self, guild: ColumnElement[int]) -> list[ColumnElement[bool]]:
        """Return the conditions for servers of these shards; none where these are all."""
        if self.are_all:
            return []
        return [((guild // 2**22) % self.count).in_(sorted(self.ids))]


def shards_of(ids: str, count: int | None) -> Shards:
    """Return the shards as an operator has set them. Raises ValueError with a sentence."""
    if count is None:
        if ids:
            raise ValueError("SHARD_IDS needs SHARD_COUNT, the number of all shards.")
        return Shards()
    try:
        found = frozenset(map(int, ids.split(","))) if ids else frozenset(range(count))
    except ValueError:
        found = frozenset[int]()
    if not found or not all(0 <= shard < count for shard in found):
        raise ValueError(f"SHARD_IDS has to be numbers from 0 to {count - 1}, such as 0,1.")
    return Shards(count, found, waits=True)


Notice = tuple[str, int]
"""What one process tells the others of: a match, a person or a server, and its id."""
