"""A poll: what it is, and what a vote and a proposal make of it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from engine import Refusal, Text

MOST_GAMES: Final = 9
"""Games that can be proposed: with the button for another one, two rows of buttons."""

OVER: Final = Text("This poll is over.")


class Poll(NamedTuple):
    """A poll; ``votes`` has the game that each person wants, ``message`` is its card."""

    id: int
    guild: int
    channel: int
    opened: datetime
    ends: datetime
    games: tuple[str, ...]
    votes: Mapping[int, str] = {}
    is_over: bool = False
    message: int | None = None

    @property
    def counts(self) -> Counter[str]:
        """The votes for each game."""
        return Counter(self.votes.values())

    @property
    def winners(self) -> list[str]:
        """The games with the most votes, none if nobody has voted."""
        most = max(self.counts.values(), default=0)
        return [game for game in self.games if most and self.counts[game] == most]

    def vote(self, person: int, game: str) -> Poll:
        """Return the poll with a person's vote, in the place of their last. Raises Refusal."""
        self._check_open()
        return self._replace(votes={**self.votes, person: game})

    def propose(self, game: str) -> Poll:
        """Return the poll with one more game. Raises Refusal."""
        self._check_open()
        if game in self.games:
            raise Refusal(Text("That game has been proposed already."))
        if len(self.games) == MOST_GAMES:
            raise Refusal(Text("There are enough games to choose from."))
        return self._replace(games=(*self.games, game))

    def _check_open(self) -> None:
        if self.is_over:
            raise Refusal(OVER)
