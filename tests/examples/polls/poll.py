"""A poll as a value: its votes, its proposals, and when they are refused. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from engine import Refusal, Text

MOST_GAMES: Final = 9
"""The most games of a poll: with the button to propose another, two rows of buttons."""

OVER: Final = Text("This poll is over.")


class Poll(NamedTuple):
    """A poll on the next game of a channel.

    ``votes`` has each person's game, by the person's id. ``message`` is the id of the card, None
    before the card is sent.
    """

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
        """The number of votes for each game."""
        return Counter(self.votes.values())

    @property
    def winners(self) -> list[str]:
        """The games with the most votes, in the poll's order; none if nobody has voted."""
        most = max(self.counts.values(), default=0)
        return [game for game in self.games if most and self.counts[game] == most]

    def vote(self, person: int, game: str) -> Poll:
        """Return the poll with a person's vote, which replaces an earlier one.

        Raises Refusal if the poll is over.
        """
        self._check_open()
        return self._replace(votes={**self.votes, person: game})

    def propose(self, game: str) -> Poll:
        """Return the poll with one more game.

        Raises Refusal if the poll is over, has the game already, or has enough games.
        """
        self._check_open()
        if game in self.games:
            raise Refusal(Text("That game has been proposed already."))
        if len(self.games) == MOST_GAMES:
            raise Refusal(Text("There are enough games to choose from."))
        return self._replace(games=(*self.games, game))

    def _check_open(self) -> None:
        if self.is_over:
            raise Refusal(OVER)
