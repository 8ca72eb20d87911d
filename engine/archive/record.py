"""The record of one game: who played what, where and when, all that was done, and the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from types import MappingProxyType
from typing import Final

from engine.archive.replay import Act, Action, Replay, Step
from engine.game import Game, Position
from engine.table.record import Kind
from engine.table.state import MatchState
from engine.values import OptionValue, Seat

UNKNOWN: Final = "?"
"""The name of a player who has none."""


@dataclass(frozen=True)
class Record:
    """A game from its start to its last position.

    ``ranks`` are those of the seats, 1 the best, equal ranks a draw, none where there is no
    result; ``reason`` says in English how it came about. ``headers`` are whatever else is
    known: event, site, date, the players by ``header_of`` their seats...
    """

    start: Position
    actions: tuple[Action, ...] = ()
    ranks: tuple[int, ...] = ()
    reason: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.start.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in order of play."""
        return self.start.seats

    @property
    def unusual(self) -> dict[str, OptionValue]:
        """The options that have to be named, because they are not what the game has by itself."""
        named: dict[str, OptionValue] = {}
        while True:
            # One option's default may depend on another, so it takes another round.
            usual = self.game.start(len(self.seats), **named).options
            more = {n: value for n, value in self.start.options.items() if value != usual[n]}
            if not more:
                return named
            named |= more

    @property
    def is_from_the_start(self) -> bool:
        """Whether it begins with the usual starting position."""
        return self.start == self.game.start(len(self.seats), **self.unusual)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players by seat."""
        return tuple(self.headers.get(header_of(seat), UNKNOWN) for seat in self.seats)

    def positions(self) -> tuple[Step, ...]:
        """Return the start, then each position with what led to it. Raises InvalidRecord.

        They are complete: what may be shown of them is what ``Position.seen_by`` returns.
        """
        return self._steps

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        replay = Replay(self.start)
        for action in self.actions:
            replay.do(action)
        return tuple(replay.steps)


def header_of(seat: Seat) -> str:
    """Return the header that names the player of a seat: ``White``, ``EntenteWest``."""
    return str(seat.name).replace(" ", "")


def record_of(
    match: MatchState,
    names: Mapping[int, str],
    headers: Mapping[str, str] = MappingProxyType({}),
) -> Record:
    """Return the record of a match, as far as it has been played.

    ``names`` are those of the people by id; ``headers`` are added to those that follow from the
    match. A set-up that is not complete is no part of it, so nothing secret can be read from a
    match that goes on. The record of an imported match has the headers that it came with. Raises
    IndexError before the start.
    """
    outcome, decision = match.outcome, match.decision
    reason = str(outcome.reason) if outcome else ""
    if decision is not None:
        _, _, reason = decision.text.partition("\n")
    known = match.headers if match.imported else _known(match, names)
    return Record(
        start=match.path[0].place.read(),
        actions=tuple(actions_of(match)),
        ranks=outcome.ranks if outcome else (),
        reason=reason,
        headers={**known, **headers},
    )


def _known(match: MatchState, names: Mapping[int, str]) -> dict[str, str]:
    """Return the headers that follow from a match."""
    (begins, place), *_ = match.path
    known = {
        "Event": str(match.game.title),
        "Round": str(match.id),
        "Date": _date(begins.at),
        "Begin": _moment(begins.at),
        **({"End": _moment(match.ended)} if match.ended else {}),
        "TimeControl": str(match.time),
        "Rated": "yes" if match.rated else "no",
    }
    players = {
        header_of(seat): names.get(person, UNKNOWN)
        for seat, person in zip(place.read().seats, match.people, strict=True)
    }
    return known | players


def actions_of(match: MatchState) -> Iterator[Action]:
    """Yield what was done in a match, without what was taken back."""
    for event, _ in match.path[1:]:
        match event.kind:
            case Kind.OFFER | Kind.AGREE:
                yield Action(Act.AGREE, event.text)
            case Kind.RESIGN | Kind.TIMEOUT:
                yield Action(Act(event.kind), seat=event.seat)
            case _:
                yield Action(Act(event.kind), event.text, event.seat)
    # A moderator may decide more than once, also on a match that was over: the last one counts.
    if match.decision is not None:
        ranks, _, _ = match.decision.text.partition("\n")
        yield Action(Act.ADJUDICATE, ranks)
    else:
        for event in match.events:
            if event.kind in {Kind.ABORT, Kind.LAPSE}:
                yield Action(Act(event.kind))


def _date(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y.%m.%d")


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
