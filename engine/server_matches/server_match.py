"""A match between two servers, from the challenge to the result: two teams, and boards.

A server match is a value: the methods for people's actions return a new one or raise Refusal. The
score follows from the matches on the boards; each server has its own twin of every one.
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
"""The time after which an unanswered challenge expires."""

GATHERED_WITHIN: Final = timedelta(days=14)
"""The time after the challenge at which the match expires if it has not begun."""

WIN: Final = 2
"""The half points for a won board."""

CHALLENGER, CHALLENGED = 0, 1
"""The sides, by their indices in ``ServerMatch.sides``."""


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
    """Called off, as stored by an older version, which did not note the server that did it."""
    OFF_BY_CHALLENGER = "off by 0"
    OFF_BY_CHALLENGED = "off by 1"
    """Called off by the challenged server, or ended because that server blocked the other."""
    GONE = "gone"
    """One of the servers, or its channel, cannot be reached any more."""


CLOSED: Final = frozenset(Phase) - {Phase.ASKED, Phase.GATHERING, Phase.PLAYING}
"""The final phases."""

OFF_BY: Final = (Phase.OFF_BY_CHALLENGER, Phase.OFF_BY_CHALLENGED)
"""The phases of a match that was called off, indexed by the side that did it."""

NOT_ACCEPTED: Final = frozenset({Phase.DECLINED, Phase.WITHDRAWN, Phase.EXPIRED})
"""The phases of matches that ended without being played or called off."""


@dataclass(frozen=True)
class Side:
    """One of the servers, by its Discord id ``guild``, and the id of its ``channel`` for the match.

    ``name`` is shown to the other server. ``names`` says whether that server may also see the names
    of this one's players. ``ready`` says whether this server wants to begin with its present team.
    """

    guild: int
    name: str
    channel: int
    names: bool = False
    ready: bool = False


@dataclass(frozen=True)
class Player:
    """A member of a team. ``person`` is their Discord id, and ``strength`` their rating.

    ``id`` is known to both servers, and is 0 until the player is stored.
    """

    side: int
    person: int
    name: str
    strength: float
    id: int = 0


@dataclass(frozen=True)
class Board:
    """A board: the id of each side's player, and the id of each side's match once it is made.

    ``number`` counts from 1. ``first`` is the side that has the first seat.
    """

    number: int
    first: int
    players: tuple[int, int]
    matches: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True)
class ServerMatch:
    """A match between two servers.

    ``most`` is the largest size of a team. ``version`` counts the changes of the match.
    """

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
        """Whether the match is over, whether it was played or not."""
        return self.phase in CLOSED

    @property
    def shows_names(self) -> bool:
        """Whether each server sees the names of the other's players; both have to allow that."""
        return all(side.names for side in self.sides)

    @property
    def due(self) -> datetime | None:
        """The time at which the match expires, or None if it has begun or is over."""
        if self.phase is Phase.ASKED:
            return self.created + ANSWERED_WITHIN
        return self.created + GATHERED_WITHIN if self.phase is Phase.GATHERING else None

    def side_of(self, guild: int) -> int:
        """Return the side of a server. Raises ValueError if the server is on neither side."""
        return [side.guild for side in self.sides].index(guild)

    def team(self, side: int) -> tuple[Player, ...]:
        """Return the players of a side, the strongest first."""
        team = (player for player in self.players if player.side == side)
        return tuple(sorted(team, key=lambda one: -one.strength))

    def player(self, number: int) -> Player:
        """Return the player with the id ``number``. Raises LookupError if there is none."""
        for player in self.players:
            if player.id == number:
                return player
        raise LookupError(number)

    def seats(self, board: Board, side: int) -> tuple[int, int]:
        """Return the people by seat of a board, as the server of ``side`` knows them.

        The other side's player has an id that is ``abroad``.
        """
        people = [
            self.player(number).person if own == side else abroad(number)
            for own, number in enumerate(board.players)
        ]
        return (people[board.first], people[1 - board.first])

    # Before it begins

    def accept(self, side: Side) -> Self:
        """Return the match as accepted by the challenged server, which becomes ``side``.

        Raises Refusal unless the challenge is unanswered.
        """
        self._check(Phase.ASKED)
        return replace(self, phase=Phase.GATHERING, sides=(self.sides[CHALLENGER], side))

    def decline(self, now: datetime) -> Self:
        """Return the match as declined by the challenged server at ``now``.

        Raises Refusal unless the challenge is unanswered.
        """
        self._check(Phase.ASKED)
        return replace(self, phase=Phase.DECLINED, ended=now)

    def withdraw(self, now: datetime) -> Self:
        """Return the match as withdrawn by the challenger at ``now``.

        Raises Refusal unless the challenge is unanswered.
        """
        self._check(Phase.ASKED)
        return replace(self, phase=Phase.WITHDRAWN, ended=now)

    def call_off(self, side: int, now: datetime) -> Self:
        """Return the match as called off by ``side``; unchanged if it is over.

        An unanswered challenge is withdrawn.
        """
        if self.is_over:
            return self
        if self.phase is Phase.ASKED:
            return self.withdraw(now)
        return replace(self, phase=OFF_BY[side], ended=now)

    def lost(self, now: datetime) -> Self:
        """Return the match as ended because a server is unreachable; unchanged if it is over."""
        return self if self.is_over else replace(self, phase=Phase.GONE, ended=now)

    def expired(self, now: datetime) -> Self:
        """Return the match as expired if it is ``due``; unchanged if not."""
        if self.due is None or now < self.due:
            return self
        return replace(self, phase=Phase.EXPIRED, ended=now)

    def join(self, player: Player) -> Self:
        """Return the match with ``player`` in the team of their side.

        It begins if each team is now full or its server ready. Raises Refusal if the teams are not
        gathering, the team is full, or the player is already in a team.
        """
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
        """Return the match without a person in the team of ``side``.

        Raises Refusal if the teams are not gathering, or the person is not in that team.
        """
        self._check(Phase.GATHERING)
        players = tuple(p for p in self.players if (p.side, p.person) != (side, person))
        if len(players) == len(self.players):
            raise Refusal(Text("You are not in the team."))
        return replace(self, players=players)

    def ready(self, side: int) -> Self:
        """Return the match with ``side`` ready to begin with its present team.

        It begins if the other team is full or its server ready. Raises Refusal if the teams are not
        gathering, the team is empty, or the side is ready already.
        """
        self._check(Phase.GATHERING)
        if not self.team(side):
            raise Refusal(Text("Nobody is in the team yet."))
        if self.sides[side].ready:
            raise Refusal(Text("Your server is ready; the other one is not yet."))
        sides = list(self.sides)
        sides[side] = replace(sides[side], ready=True)
        return replace(self, sides=(sides[0], sides[1]))._begun()

    def _begun(self) -> Self:
        """Return the match begun if each team is full or its server ready; unchanged if not."""
        teams = self.team(CHALLENGER), self.team(CHALLENGED)
        full = (len(team) == self.most for team in teams)
        if not all(done or s.ready for done, s in zip(full, self.sides, strict=True)):
            return self
        return replace(self, phase=Phase.PLAYING)

    def seated(self) -> Self:
        """Return the match with its boards, by strength; unchanged unless it has just begun.

        The sides take the first seat in turn. The weakest players of the larger team have no board
        and do not play. All players must have been stored, since boards have their ids.
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
        """Return the server match with the id ``match`` as a side's match on a board."""
        boards = []
        for one in self.boards:
            made = list(one.matches)
            if one.number == board:
                made[side] = match
            boards.append(replace(one, matches=(made[0], made[1])))
        return replace(self, boards=tuple(boards))

    def replaced(self, gone: Collection[int]) -> Self:
        """Return the match with reserves on the boards of ``gone``, the people who have left.

        The reserves are the team's members without a board who have not left, in the order of
        joining. A board stays as it is if its team has no reserve, or its match is already made.
        """
        match = self
        for board in self.boards:
            for side, number in enumerate(board.players):
                if board.matches[side] is None and self.player(number).person in gone:
                    match = match._taken_over(number, gone)
        return match

    def _taken_over(self, number: int, gone: Collection[int]) -> Self:
        """Return the match with a gone player's id given to a reserve; unchanged without one."""
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
        """Return the match as over once all its boards have ended; unchanged unless in play."""
        if self.phase is not Phase.PLAYING:
            return self
        return replace(self, phase=Phase.OVER, ended=now)


def check_size(most: int) -> None:
    """Raise Refusal unless two servers can play on ``most`` boards."""
    if not 1 <= most <= MOST_BOARDS:
        raise Refusal(Text("Two servers play on 1 to {most} boards.", most=MOST_BOARDS))


def score(matches: Iterable[Match]) -> tuple[int, int]:
    """Return the half points of the home server and of the other, from the home server's twins.

    A win is worth two half points, and a draw one for each server. A board without a result is
    worth nothing.
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
