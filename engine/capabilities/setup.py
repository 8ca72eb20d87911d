"""Secret set-ups: pieces that each player arranges unseen by the others before the first move.

An arrangement says what stands where. The table keeps one for each seat and replaces it as its
player changes it; the position knows what may be placed, reads their messages and says what is
missing. Once all arrangements are complete they become moves of the kind ``"place"``, seat after
seat. ``engine.capabilities.arranging`` reads such messages, and makes moves of an arrangement.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Generic, NamedTuple, TypeVar

from engine.text import Text

Arrangement = Mapping[int, str]
"""What stands on a point, in the words of a move's ``suffix``."""

P_co = TypeVar("P_co", covariant=True)
"""The class of positions."""


class Filling(NamedTuple):
    """A message that fills in what is left of an arrangement, and what its button is called."""

    label: Text
    text: str


class SetUp(ABC, Generic[P_co]):
    """The set-up that goes on in a position."""

    completion: ClassVar[str]
    """The message that completes any arrangement by itself, for a player who does not."""

    fillings: ClassVar[tuple[Filling, ...]] = ()
    """The messages that a player can choose from instead of naming every point."""

    @abstractmethod
    def seats(self) -> tuple[int, ...]:
        """Return the seats that are still to set up, at least one."""

    @abstractmethod
    def choices(self, seat: int) -> Mapping[int, tuple[str, ...]]:
        """Return the points where a seat may place, with what can be chosen on each."""

    @abstractmethod
    def arrange(
        self, seat: int, text: str, arrangement: Arrangement, chance: random.Random
    ) -> Arrangement:
        """Return a seat's arrangement after one message of its player. Raises MoveError."""

    @abstractmethod
    def missing(self, seat: int, arrangement: Arrangement) -> Text | None:
        """Return what an arrangement lacks, in one sentence; None where it is complete."""

    @abstractmethod
    def shown(self, seat: int, arrangement: Arrangement) -> P_co:
        """Return what a seat sees, with its arrangement on the board: to look at, not to play."""
