"""A match between two servers, from the challenge to the result: two teams, and boards.

It is a value: people's actions return a new one, or raise a Refusal. The score follows from the
matches on the boards, of which each server has its own twin.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Self

from engine.errors import Refusal
from engine.game import Game
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import abroad, is_abroad
from engine.text import Text
from engine.values import Options

MOST_BOARDS: Final = 10

ANSWERED_WITHIN: Final = timedelta(days=3)
"""A challenge that is not answered within this time expires."""

GATHERED_WITHIN: Final = timedelta(days=14)
"""Teams that have not begun within this time after the challenge are dissolved."""

WIN: Final = 2
"""Half points for a won board."""

CHALLENGER, CHALLENGED = 0, 1
"""The sides."""


class Phase(StrEnum):
    """The progress of a match between servers."""

    ASKED = "asked"
    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    OFF = "off"
    """Called off; an older version did not note by which of the servers."""
    OFF_BY_CHALLENGER = "off by 0"
    OFF_BY_CHALLENGED = "off by 1"
    """Called off by the challenged server, or it has blocked the other."""
    GONE = "gone"
    """One of the servers, or its channel, cannot be reached any more."""


CLOSED: Final = frozenset(Phase) - {Phase.ASKED, Phase.GATHERING, Phase.PLAYING}
"""The final phases."""

OFF_BY: Final = (Phase.OFF_BY_CHALLENGER, Phase.OFF_BY_CHALLENGED)
"""The phases of a match that was called off, by the side that did it."""

NOT_ACCEPTED: Final = frozenset({Phase.DECLINED, Phase.WITHDRAWN, Phase.EXPIRED})
"""The phases of challenges that failed."""


@dataclass(frozen=True)
class Side:
    """One of the servers: its name as others may see it, its channel, and whether it is ready.

    ``names`` says whether the other server may see the names of its players.
    """

    guild: int
    name: str
    channel: int
    names: bool = False
    ready: bool = False


@dataclass(frozen=True)
class Player:
    """A member of a team. ``id`` is 0 until it is stored; ``strength`` is their rating."""

    side: int
    person: int
    name: str
    strength: float
    id: int = 0


@dataclass(frozen=True)
class Board:
    """A board: the player of each side by their id, and the match of each side once it is made.

    ``first`` is the side that has the first seat.
    """

    number: int
    first: int
    players: tuple[int, int]
    matches: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True)
class ServerMatch:
    """A match between two servers. ``version`` counts its changes; ``most`` is a team's size."""

    id: int
    game: Game
    options: Options
    time: TimeControl
    most: int
    created: datetime
    sides: tuple[Side, Side]
    phase: Phase = Phase.ASKED
    version: int = 1
    ended: datetime | None = None
    players: tuple[Player, ...] = ()
    boards: tuple[Board, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether it is over."""
        return self.phase in CLOSED

    @property
    def shows_names(self) -> bool:
        """Whether each server sees the names of the other's players: both have to allow it."""
        return all(side.names for side in self.sides)

    @property
    def due(self) -> datetime | None:
        """When it expires, None if it does not."""
        if self.phase is Phase.ASKED:
            return self.created + ANSWERED_WITHIN
        return self.created + GATHERED_WITHIN if self.phase is Phase.GATHERING else None

    def side_of(self, guild: int) -> int:
        """Return the side of a server. Raises LookupError for one that is not in it."""
        return [side.guild for side in self.sides].index(guild)

    def team(self, side: int) -> tuple[Player, ...]:
        """Return the players of a side, the strongest first."""
        team = (player for player in self.players if player.side == side)
        return tuple(sorted(team, key=lambda one: -one.strength))

    def player(self, number: int) -> Player:
        """Return the player of that id. Raises LookupError if there is none."""
        for player in self.players:
            if player.id == number:
                return player
        raise LookupError(number)

    def seats(self, board: Board, side: int) -> tuple[int, int]:
        """Return the people on the seats of a board as known to a side's server."""
        people = [
            self.player(number).person if own == side else abroad(number)
            for own, number in enumerate(board.players)
        ]
        return (people[board.first], people[1 - board.first])

    # Before it begins

    def accept(self, side: Side) -> Self:
        """Return the match accepted by the other server. Raises Refusal unless open."""
        self._check(Phase.ASKED)
        return replace(self, phase=Phase.GATHERING, sides=(self.sides[CHALLENGER], side))

    def decline(self, now: datetime) -> Self:
        """Return the match declined by the other server. Raises Refusal unless open."""
        self._check(Phase.ASKED)
        return replace(self, phase=Phase.DECLINED, ended=now)

    def withdraw(self, now: datetime) -> Self:
        """Return the match withdrawn by the challenger. Raises Refusal unless it is open."""
        self._check(Phase.ASKED)
        return replace(self, phase=Phase.WITHDRAWN, ended=now)

    def call_off(self, side: int, now: datetime) -> Self:
        """Return the match ended by one of the servers; unchanged if it is over."""
        if self.is_over:
            return self
        if self.phase is Phase.ASKED:
            return self.withdraw(now)
        return replace(self, phase=OFF_BY[side], ended=now)

    def lost(self, now: datetime) -> Self:
        """Return the match ended because a server cannot be reached; unchanged if it is over."""
        return self if self.is_over else replace(self, phase=Phase.GONE, ended=now)

    def expired(self, now: datetime) -> Self:
        """Return the match as expired if its time is over; unchanged if not."""
        if self.due is None or now < self.due:
            return self
        return replace(self, phase=Phase.EXPIRED, ended=now)

    def join(self, player: Player) -> Self:
        """Return the match with a player in a team. Raises Refusal."""
        self._check(Phase.GATHERING)
        for one in self.players:
            if one.person == player.person:
                raise Refusal(
                    Text("You are in the team already.")
                    if one.side == player.side
                    else Text("You are in the other team.")
                )
        if len(self.team(player.side)) >= self.most:
            raise Refusal(Text("The team is full."))
        return replace(self, players=(*self.players, player))._begun()

    def leave(self, side: int, person: int) -> Self:
        """Return the match without a player who is in a team. Raises Refusal."""
        self._check(Phase.GATHERING)
        players = tuple(p for p in self.players if (p.side, p.person) != (side, person))
        if len(players) == len(self.players):
            raise Refusal(Text("You are not in the team."))
        return replace(self, players=players)

    def ready(self, side: int) -> Self:
        """Return the match with a server ready to begin with its team. Raises Refusal."""
        self._check(Phase.GATHERING)
        if not self.team(side):
            raise Refusal(Text("Nobody is in the team yet."))
        if self.sides[side].ready:
            raise Refusal(Text("Your server is ready; the other one is not yet."))
        sides = list(self.sides)
        sides[side] = replace(sides[side], ready=True)
        return replace(self, sides=(sides[0], sides[1]))._begun()

    def _begun(self) -> Self:
        """Return the match begun once each team is full, or its server is ready."""
        teams = self.team(CHALLENGER), self.team(CHALLENGED)
        full = (len(team) == self.most for team in teams)
        if not all(done or s.ready for done, s in zip(full, self.sides, strict=True)):
            return self
        return replace(self, phase=Phase.PLAYING)

    def seated(self) -> Self:
        """Return the match with its boards, by strength; unchanged unless it begins.

        The sides have the first seat in turn. Players of the larger team without a board do not
        play. All players have their ids.
        """
        if self.phase is not Phase.PLAYING or self.boards:
            return self
        pairs = zip(self.team(CHALLENGER), self.team(CHALLENGED), strict=False)
        boards = tuple(
            Board(number, (number - 1) % 2, (one.id, other.id))
            for number, (one, other) in enumerate(pairs, 1)
        )
        return replace(self, boards=boards)

    def _check(self, phase: Phase) -> None:
        if self.phase is phase:
            return
        if self.phase is Phase.GATHERING:
            raise Refusal(Text("This challenge has been accepted already."))
        if self.phase is Phase.PLAYING:
            raise Refusal(Text("This match has begun already."))
        if self.phase is Phase.ASKED:
            raise Refusal(Text("This challenge has not been answered yet."))
        raise Refusal(Text("This match between servers is over."))

    # While it is played

    def with_match(self, board: int, side: int, match: int) -> Self:
        """Return the match with the match that a server has made for a board."""
        boards = []
        for one in self.boards:
            made = list(one.matches)
            if one.number == board:
                made[side] = match
            boards.append(replace(one, matches=(made[0], made[1])))
        return replace(self, boards=tuple(boards))

    def replaced(self, gone: Collection[int]) -> Self:
        """Return the match with reserves on the boards of people who left.

        The reserves are the team's members without a board who have not left, in the order of
        joining. A board stays as it is if nobody is available, or its match is already made.
        """
        match = self
        for board in self.boards:
            for side, number in enumerate(board.players):
                if board.matches[side] is None and self.player(number).person in gone:
                    match = match._taken_over(number, gone)
        return match

    def _taken_over(self, number: int, gone: Collection[int]) -> Self:
        """Return the match with a gone player's public id given to a reserve."""
        seated = {one for board in self.boards for one in board.players}
        side = self.player(number).side
        reserves = [
            player
            for player in self.players
            if player.side == side and player.id not in seated and player.person not in gone
        ]
        if not reserves:
            return self
        heir = min(reserves, key=lambda one: one.id)
        players = tuple(
            replace(heir, id=number) if player.id == number else player
            for player in self.players
            if player is not heir
        )
        return replace(self, players=players)

    def finished(self, now: datetime) -> Self:
        """Return the match over, as all boards have ended; unchanged if it is not live."""
        if self.phase is not Phase.PLAYING:
            return self
        return replace(self, phase=Phase.OVER, ended=now)


def check_size(most: int) -> None:
    """Raise Refusal unless that many boards can be played."""
    if not 1 <= most <= MOST_BOARDS:
        raise Refusal(Text("Two servers play on 1 to {most} boards.", most=MOST_BOARDS))


def score(matches: Iterable[Match]) -> tuple[int, int]:
    """Return the half points of the home server and of the other, from the home server's twins.

    A win is worth two, a draw one for each; a board without a result nothing.
    """
    home = away = 0
    for match in matches:
        if match.outcome is None:
            continue
        guest = next(seat for seat, user in enumerate(match.people) if is_abroad(user))
        ours, theirs = match.outcome.ranks[1 - guest], match.outcome.ranks[guest]
        home += 1 + (ours < theirs) - (ours > theirs)
        away += 1 + (ours > theirs) - (ours < theirs)
    return home, away
