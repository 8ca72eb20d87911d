"""The record of one game: the players, the place and date, all actions, and the result.

A record holds actions; a replay plays them by the rules, which gives their positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.errors import Refusal
from engine.game import Game, Position
from engine.table.match_state import MatchState
from engine.table.record import Kind, Numbering, after_repetition
from engine.text import Text, quoted
from engine.values import Move, OptionValue, Seat

MOST_ACTIONS: Final = 10_000
"""Actions of the longest record that is read; the longest random games have some thousands."""


class InvalidRecord(Refusal):
    """Text that is not the record of a game; the sentence says what is wrong and where."""


class Act(StrEnum):
    """The kinds of actions. Their values are those of the events of a match."""

    MOVE = "move"
    RESIGN = "resign"
    TIMEOUT = "timeout"
    AGREE = "agree"
    ADJUDICATE = "adjudicate"
    ABORT = "abort"
    LAPSE = "lapse"


CLOSING: Final = frozenset({Act.ADJUDICATE, Act.ABORT, Act.LAPSE})
"""The actions that end a game without changing the position; nothing follows them."""


class Action(NamedTuple):
    """One action; ``seat`` is the seat that acted, None if it was not a single seat.

    ``text`` is a move in canonical notation, the name of an agreement, or the adjudicated ranks
    (``"1 2"``, ``""`` for no result); ``""`` for other actions.
    """

    act: Act
    text: str = ""
    seat: int | None = None


class RecordStep(NamedTuple):
    """A position, the action that led to it (None at the start), and that action's move, if any."""

    position: Position
    action: Action | None = None
    move: Move | None = None


class Replay:
    """A game replayed by the rules of a match; ``steps`` holds the steps so far."""

    def __init__(self, start: Position) -> None:
        self.steps = [RecordStep(start)]
        self._numbering = Numbering()
        self._times = Counter([start.key])

    @property
    def position(self) -> Position:
        """The present position."""
        return self.steps[-1].position

    @property
    def number(self) -> int:
        """The number of the next move; a number covers one turn of each seat."""
        return self._numbering.of(self.position.turn)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks of the seats, empty without a result."""
        last = self.steps[-1].action
        if last is not None and last.act in CLOSING:
            return tuple(map(int, last.text.split()))
        outcome = self.position.outcome()
        return outcome.ranks if outcome else ()

    @property
    def reason(self) -> str:
        """The reason for the result in English, ``""`` if the position does not show it."""
        last, outcome = self.steps[-1].action, self.position.outcome()
        if outcome is None or self.ranks != outcome.ranks:
            return ""
        if last is not None and last.act is Act.TIMEOUT and last.seat is not None:
            seat = self.position.seats[last.seat].name
            return str(Text("{seat} ran out of time.", seat=seat))
        return str(outcome.reason)

    def do(self, action: Action) -> None:
        """Add one action; a move may be in any notation. Raises InvalidRecord."""
        try:
            self._check(action)
            step = self._after(action)
        except Refusal as error:
            raise InvalidRecord(
                Text(
                    "Move {number}, `{text}`: {reason}",
                    number=self.number,
                    text=quoted(action.text or action.act),
                    reason=error.text,
                )
            ) from error
        self.steps.append(step)
        self._times[step.position.key] += 1

    def _check(self, action: Action) -> None:
        last = self.steps[-1].action
        if len(self.steps) > MOST_ACTIONS:
            raise InvalidRecord(
                Text("A record has at most {most} moves; this one goes on.", most=MOST_ACTIONS)
            )
        if last is not None and last.act in CLOSING:
            raise InvalidRecord(Text("The game was already over."))

    def _after(self, action: Action) -> RecordStep:
        match action.act:
            case Act.MOVE:
                return self._moved(action.text)
            case Act.RESIGN | Act.TIMEOUT:
                return self._given_up(action)
            case Act.AGREE:
                return self._agreed(action)
            case Act.ADJUDICATE:
                return self._adjudicated(action)
        return RecordStep(self.position, action)

    def _moved(self, text: str) -> RecordStep:
        before = self._going_on()
        move = before.parse(text)
        action = Action(Act.MOVE, before.write(move), before.turn)
        after = before.play(move)
        after = after_repetition(after, move, self._times[after.key] + 1)
        if before.setup is None:
            self._numbering.count(before.turn)
        return RecordStep(after, action, move)

    def _given_up(self, action: Action) -> RecordStep:
        self._check_going_on()
        seat = action.seat
        if seat is None or not self.position.seats[seat].active:
            raise InvalidRecord(Text("Only a player who is still in the game can give up."))
        return RecordStep(self.position.resign(seat), action)

    def _agreed(self, action: Action) -> RecordStep:
        for agreement in self.position.agreements():
            if agreement.name == action.text:
                return RecordStep(self.position.agree(agreement), action)
        raise InvalidRecord(Text("That cannot be agreed on in this position."))

    def _adjudicated(self, action: Action) -> RecordStep:
        seats = len(self.position.seats)
        ranks = action.text.split()
        known = {str(rank) for rank in range(1, seats + 1)}
        if ranks and (len(ranks) != seats or "1" not in ranks or not known.issuperset(ranks)):
            raise InvalidRecord(
                Text(
                    "A result names the rank of each of the {seats} seats, 1 for the best.",
                    seats=seats,
                )
            )
        return RecordStep(self.position, action)

    def _going_on(self) -> Position:
        """Return the position for the next move.

        A draw by a rule that other programs may not have is removed from the last step. Raises
        InvalidRecord if the game is over otherwise.
        """
        last, outcome = self.steps[-1], self.position.outcome()
        agreed = last.action is not None and last.action.act is not Act.MOVE
        if outcome is None or outcome.ranks != (1, 1) or agreed:
            self._check_going_on()
            return self.position
        self.steps[-1] = last._replace(position=self.position.continued())
        return self.position

    def _check_going_on(self) -> None:
        outcome = self.position.outcome()
        if outcome is not None:
            raise InvalidRecord(Text("The game was over: {reason}", reason=outcome.reason))


UNKNOWN: Final = "?"
"""The name of a player whose name is not known."""


@dataclass(frozen=True)
class Record:
    """A game from its start to its last position.

    ``ranks`` are those of the seats: 1 the best, equal ranks a draw, empty without a result.
    ``reason`` is the reason for the result, in English. ``headers`` hold everything else known:
    event, site, date, the players' names under the ``header_of`` their seats...
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
        """The options that have to be named because they differ from the game's defaults."""
        named: dict[str, OptionValue] = {}
        while True:
            # The default of an option may depend on another option, so this may take more rounds.
            usual = self.game.start(len(self.seats), **named).options
            more = {n: value for n, value in self.start.options.items() if value != usual[n]}
            if not more:
                return named
            named |= more

    @property
    def is_from_the_start(self) -> bool:
        """Whether the game began from its usual starting position."""
        return self.start == self.game.start(len(self.seats), **self.unusual)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players by seat."""
        return tuple(self.headers.get(header_of(seat), UNKNOWN) for seat in self.seats)

    def positions(self) -> tuple[RecordStep, ...]:
        """Return the start, then each position with the action that led to it.

        The positions include secrets: show only what ``Position.seen_by`` returns. Raises
        InvalidRecord.
        """
        return self._steps

    @cached_property
    def _steps(self) -> tuple[RecordStep, ...]:
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

    ``names`` are the people's names by id; ``headers`` are added to those derived from the match.
    An incomplete set-up is left out, so that the record of a live match reveals no secret. The
    record of an imported match has its original headers. Raises IndexError before the start.
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
    """Return the headers derived from a match."""
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
    """Yield the actions of a match, without those taken back."""
    for event, _ in match.path[1:]:
        match event.kind:
            case Kind.OFFER | Kind.AGREE:
                yield Action(Act.AGREE, event.text)
            case Kind.RESIGN | Kind.TIMEOUT:
                yield Action(Act(event.kind), seat=event.seat)
            case _:
                yield Action(Act(event.kind), event.text, event.seat)
    # A moderator may decide more than once, even after the end: the last decision counts.
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
