"""The organiser's actions; everybody sees the reason for an action, if there is one.

Nobody decides about their own table, whether as organiser or as manager of the server.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final, Generic, TypeVar

from engine.errors import Refusal
from engine.reasons import optional_reason
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import OPEN, is_computer
from engine.text import Text, readable
from engine.tournaments.forms.conduct import check_going_on
from engine.tournaments.log import Log
from engine.tournaments.record import Entry, Kind
from engine.tournaments.scores import WIN, How
from engine.tournaments.state import Phase, Round, Table, tables_handed_on

MOST_UNPAIRED: Final = 3
"""The most times that one round is paired again."""

TAKEN_OUT: Final = "organiser"
"""The reason for the withdrawal of a player whom the organiser has taken out, or replaced."""

LONGEST_MESSAGE: Final = 1_000
"""The most characters of a message to players with games still to play."""

Organised = TypeVar("Organised", bound=Log)


class Organising(Generic[Organised]):
    """The organiser's actions: each method returns the tournament after one of them."""

    def __init__(self, tournament: Organised) -> None:
        self._tournament = tournament
        self._state, self._terms = tournament.state, tournament.terms

    def check_impartial(self, person: int, tables: Sequence[Table]) -> None:
        """Raise Refusal if ``person``, who decides about ``tables``, plays at one of them."""
        if any(person in table.players for table in tables):
            raise Refusal(
                Text(
                    "That is your own match, so somebody else decides it: somebody who manages "
                    "the server, or another organiser, whom you can ask on the panel."
                )
            )

    def _unscored(self, one: Round) -> list[Table]:
        return [table for table in one.tables if self._state.score_of(table) is None]

    def decide(
        self,
        person: int,
        round_number: int,
        number: int,
        points: Sequence[int],
        reason: str,
        *,
        now: datetime,
        source: str | None,
    ) -> Organised:
        """Return the tournament with a table's score as the organiser decided. Raises Refusal.

        ``points`` are half points, in the order of the table's players.
        """
        self._tournament.check_new(source)
        table = self._running_table(round_number, number)
        self.check_impartial(person, [table])
        if self._tournament.conduct.is_settled(self._state, table):
            raise Refusal(Text("The next round is paired already; this one stands."))
        if len(points) != len(table.players):
            raise Refusal(Text("Each player of the table needs a score."))
        pairs = len(points) * (len(points) - 1) // 2
        if min(points) < 0 or sum(points) > WIN * pairs * self._state.games_of(table):
            raise Refusal(Text("Nobody can win that many points at this table."))
        self._tournament.conduct.check_decision(self._state, table, points)
        return self._tournament.score_table(
            table,
            points,
            How.PLAYED if any(points) else How.WALKOVER,
            decided=True,
            reason=optional_reason(reason),
            person=person,
            now=now,
            source=source,
        )

    def shift(
        self, person: int, until: datetime, reason: str, *, now: datetime, source: str | None
    ) -> Organised:
        """Return the tournament with ``until`` as the deadline of its round. Raises Refusal."""
        self._tournament.check_new(source)
        self.check_impartial(person, self._unscored(self._running_round()))
        if until <= now:
            raise Refusal(Text("That time is over; name one that is to come."))
        return self._tournament.add(
            Kind.SHIFT, now, person, source, until=until.isoformat(), reason=optional_reason(reason)
        )

    def unpair(self, person: int, reason: str, *, now: datetime, source: str | None) -> Organised:
        """Return the tournament with its last round undone, to be paired again.

        The round's matches must have been broken off before, so nobody may have moved in any.
        Raises Refusal if no other pairs are left.
        """
        self._tournament.check_new(source)
        last = self._running_round()
        self.check_impartial(person, last.tables)
        again = [one for one in self._tournament.entries if one.kind is Kind.UNPAIR]
        if sum(one.data["round"] == last.number for one in again) >= MOST_UNPAIRED:
            raise Refusal(
                Text(
                    "This round was paired again {count} times already, and everybody is called "
                    "each time; it stays as it is.",
                    count=MOST_UNPAIRED,
                )
            )
        if any(table.results for table in last.tables):
            raise Refusal(Text("A table of this round has a result already."))
        undone = self._tournament.add(
            Kind.UNPAIR, now, person, source, round=last.number, reason=optional_reason(reason)
        )
        anew = undone.conduct.tables(undone.state, now)
        if _seats(one["players"] for one in anew) == _seats(one.players for one in last.tables):
            raise Refusal(
                Text(
                    "By the rules of this event the same players would meet again: there are no "
                    "other pairs."
                )
            )
        return undone

    def pause(self, person: int, reason: str, *, now: datetime, source: str | None) -> Organised:
        """Return the tournament paused: it pairs nobody, ends nothing, and nobody is late.

        Raises Refusal.
        """
        self._tournament.check_open(source)
        if self._state.paused:
            raise Refusal(Text("It is paused already."))
        return self._tournament.add(Kind.PAUSE, now, person, source, reason=optional_reason(reason))

    def resume(self, person: int, *, now: datetime, source: str | None) -> Organised:
        """Return the tournament resumed, with its rounds extended by the pause. Raises Refusal."""
        self._tournament.check_open(source)
        if not self._state.paused:
            raise Refusal(Text("It is not paused."))
        since = self._state.paused_since or now
        span = max(now - since, timedelta())
        resumed = self._tournament.add(Kind.RESUME, now, person, source, late=span.total_seconds())
        if self._state.phase is Phase.RUNNING:
            return resumed
        if self._state.starts is not None and self._state.starts < now:
            starts = self._state.starts + span
            return resumed.add(Kind.POSTPONE, now, person, starts=starts.isoformat(), reason="")
        return resumed

    def postpone(
        self, person: int, starts: datetime, reason: str, *, now: datetime, source: str | None
    ) -> Organised:
        """Return the tournament with another start time. Raises Refusal."""
        self._tournament.check_open(source)
        if self._state.phase is Phase.RUNNING:
            raise Refusal(Text("It has begun already."))
        if starts <= now:
            raise Refusal(Text("That time is over; name one that is to come."))
        return self._tournament.add(
            Kind.POSTPONE,
            now,
            person,
            source,
            starts=starts.isoformat(),
            reason=optional_reason(reason),
        )

    def choose_role(
        self, person: int, role: int | None, *, now: datetime, source: str | None
    ) -> Organised:
        """Return the tournament with a role for its winner; None is no role. Raises Refusal."""
        self._tournament.check_open(source)
        if role == self._state.role:
            raise Refusal(Text("That is so already."))
        return self._tournament.add(Kind.ROLE, now, person, source, role=role or 0)

    def name(self, person: int, organiser: int, *, now: datetime, source: str | None) -> Organised:
        """Return the tournament with ``organiser`` asked to organise it. Raises Refusal.

        If ``organiser`` is the acting person, they become the organiser at once.
        """
        self._tournament.check_open(source)
        if organiser == self._state.organiser:
            raise Refusal(Text("They are the organiser already."))
        if organiser == person:
            return self._tournament.add(Kind.NAME, now, person, source, organiser=person)
        if organiser == self._state.asked:
            raise Refusal(Text("They have been asked already; it is for them to answer."))
        return self._tournament.add(Kind.ASK, now, person, source, organiser=organiser)

    def agree_to_organise(self, person: int, *, now: datetime, source: str | None) -> Organised:
        """Return the tournament with the person who was asked as its organiser. Raises Refusal."""
        self._tournament.check_open(source)
        if person != self._state.asked:
            raise Refusal(Text("You have not been asked to organise it, or not any more."))
        return self._tournament.add(Kind.NAME, now, person, source, organiser=person)

    def move(self, person: int, channel: int, *, now: datetime, source: str | None) -> Organised:
        """Return the tournament in another channel, where it gets a new card. Raises Refusal."""
        self._tournament.check_open(source)
        if channel == self._tournament.channel:
            raise Refusal(Text("It is in that channel already."))
        moved = self._tournament.add(Kind.MOVE, now, person, source, channel=channel)
        return replace(moved, channel=channel)

    def cancel(self, person: int, reason: str, *, now: datetime, source: str | None) -> Organised:
        """Return the tournament cancelled: it does not count, and none follows. Raises Refusal."""
        self._tournament.check_open(source)
        return self._tournament.add(
            Kind.CANCEL, now, person, source, reason=optional_reason(reason)
        )

    def _running_round(self) -> Round:
        check_going_on(self._state)
        if self._state.round is None:
            raise Refusal(Text("No round has been paired yet."))
        return self._state.round

    def _running_table(self, round_number: int, number: int) -> Table:
        self._running_round()
        table = self._state.table(round_number, number)
        if table is None or len(table.players) == 1:
            raise Refusal(Text("There is no such table."))
        return table

    # Players

    def add_player(
        self, person: int, player: int, *, now: datetime, source: str | None
    ) -> Organised:
        """Return the tournament with a player whom the organiser adds, even if entries are closed.

        Raises Refusal.
        """
        self._tournament.check_open(source)
        kind, data = self._tournament.conduct.add(self._state, player)
        return self._tournament.add(kind, now, player, source, **data, by=person)

    def take_out(
        self, person: int, player: int, reason: str, *, now: datetime, source: str | None
    ) -> Organised:
        """Return the tournament without a player whom the organiser takes out. Raises Refusal."""
        self._tournament.check_open(source)
        self._check_player(player)
        if self._tournament.conduct.is_needed(self._state, player):
            raise Refusal(Text("Without its host there is no event: cancel it."))
        self._check_of_others(person, player)
        more = {"reason": optional_reason(reason), "by": person}
        if self._state.phase is not Phase.RUNNING:
            return self._tournament.add(Kind.LEAVE, now, player, source, **more)
        return self._tournament.add(Kind.WITHDRAW, now, player, source, why=TAKEN_OUT, **more)

    def replace_player(
        self,
        person: int,
        old: int,
        new: int,
        reason: str,
        *,
        in_hand: Collection[int] = (),
        now: datetime,
        source: str | None,
    ) -> Organised:
        """Return the tournament with a new player in place of an old one. Raises Refusal.

        ``in_hand`` are the ids of matches in which somebody has moved. In a league or a knockout,
        the new player takes over the old player's place in all rounds to come, and at the tables
        without a result or a match in hand. A match in hand ends with the points for the opponent.
        In other forms, the new player comes in for the next round.
        """
        self._tournament.check_open(source)
        tables = self.places(old, in_hand)
        if self._state.is_in(new) or is_computer(new):
            raise Refusal(Text("They are in it already."))
        self._check_of_others(person, old)
        self._check_of_others(person, new)
        if tables is None:
            without = self.take_out(person, old, reason, now=now, source=source)
            return Organising(without).add_player(person, new, now=now, source=None)
        return self._tournament.add(
            Kind.REPLACE,
            now,
            new,
            source,
            place=old,
            by=person,
            reason=optional_reason(reason),
            tables=[[one.round, one.number] for one in tables],
        )

    def places(self, player: int, in_hand: Collection[int] = ()) -> list[Table] | None:
        """Return the tables at which a replacement for a player sits down now.

        Return None if the replacement comes in for the next round. Raises Refusal if nobody can
        replace the player.
        """
        self._check_player(player)
        self._tournament.conduct.check_may_replace()
        return self._tournament.conduct.places(self._state, player, in_hand)

    def _check_player(self, player: int) -> None:
        if not self._state.is_in(player) or player not in self._state.entrants:
            raise Refusal(Text("They are not in it."))

    def _check_of_others(self, person: int, player: int) -> None:
        """Raise Refusal if ``person`` decides about another player with whom they have a match."""
        own = [one for one in self._state.open_tables if person in one.players]
        if person != player:
            self.check_impartial(person, [one for one in own if player in one.players])

    # The start and the terms

    def start_now(self, person: int, *, now: datetime, source: str | None) -> Organised:
        """Return the tournament set to start at once with the people who are ``there``.

        Raises Refusal if these people are too few.
        """
        self._tournament.check_open(source)
        state = self._state
        if state.phase is Phase.RUNNING:
            raise Refusal(Text("It has begun already."))
        if state.paused:
            raise Refusal(Text("{name} is paused.", name=self._tournament.title))
        there = len(self.there)
        if there < self._terms.least:
            raise Refusal(
                Text(
                    "It has {there} of the {least} players that it needs; add others, or wait.",
                    there=there,
                    least=self._terms.least,
                )
            )
        return self._tournament.add(Kind.BEGIN, now, person, source, players=list(self.there))

    @property
    def there(self) -> Collection[int]:
        """The people for an immediate start: those checked in, or all people before check-in."""
        return self._tournament.conduct.there(self._state)

    def change(
        self,
        person: int,
        *,
        now: datetime,
        source: str | None,
        name: str | None = None,
        time: TimeControl | None = None,
        round_time: timedelta | None = None,
        rounds: int | None = None,
        most: int | None = None,
        closed: bool | None = None,
    ) -> Organised:
        """Return the tournament with changed terms; None leaves a term as it is. Raises Refusal.

        Matches and rounds that have begun keep their time.
        """
        self._tournament.check_open(source)
        terms, state = self._terms, self._state
        if rounds is not None:
            self._tournament.conduct.check_rounds(state, rounds)
        if most is not None and most < len(state.people):
            raise Refusal(Text("There are more players already: {count}.", count=len(state.people)))
        wanted = {
            "name": None if name is None else readable(name),
            "time": time,
            "round_time": round_time,
            "rounds": rounds,
            "most": most,
        }
        changed = {
            key: value
            for key, value in wanted.items()
            if value is not None and value != getattr(terms, key)
        }
        new = replace(terms, **changed).check()  # type: ignore[arg-type] # each value has its field's type
        if state.phase is Phase.RUNNING and new.is_live != terms.is_live:
            raise Refusal(
                Text("It has begun: its games can no longer change from live to slow, or back.")
            )
        said = _said(changed)
        if "name" in said:
            said["before"] = terms.name
        if closed is not None and closed != state.closed:
            said["closed"] = closed
        if not said:
            raise Refusal(Text("That is so already."))
        return replace(self._tournament.add(Kind.CHANGE, now, person, source, **said), terms=new)

    # Rounds

    def fix_pair(
        self, person: int, one: int, other: int, *, now: datetime, source: str | None
    ) -> Organised:
        """Return the tournament with two players fixed as a pair of the next round. Raises Refusal.

        The rest of the round is paired automatically. A pair replaces earlier pairs of its players;
        a player fixed with themselves is paired automatically again.
        """
        self._tournament.check_open(source)
        number = len(self._state.rounds) + 1
        self._tournament.conduct.check_may_pair(self._state)
        if self._state.planned and number > self._state.planned:
            raise Refusal(Text("There is no round any more."))
        for player in (one, other):
            self._check_player(player)
        if person in {one, other}:
            self.check_impartial(person, [Table(number, 0, (one, other))])
        return self._tournament.add(
            Kind.FIX, now, person, source, round=number, players=[one, other]
        )

    def call_players(
        self, person: int, said: str, *, now: datetime, source: str | None
    ) -> Organised:
        """Return the tournament with a message to all players with games to play. Raises Refusal.

        The message is cut off after ``LONGEST_MESSAGE`` characters.
        """
        self._tournament.check_open(source)
        message = said.strip()[:LONGEST_MESSAGE]
        if not readable(message):
            raise Refusal(Text("The message is empty."))
        called = self.to_play
        if not called:
            raise Refusal(Text("Nobody has a match to play now."))
        return self._tournament.add(Kind.MESSAGE, now, person, source, text=message, called=called)

    @property
    def to_play(self) -> list[int]:
        """The people who have a game to play now or, before the start, all who signed up."""
        if self._state.phase is not Phase.RUNNING:
            return [one for one in self._state.people if not is_computer(one)]
        found = dict.fromkeys(
            player
            for table in self._state.open_tables
            for player in table.players
            if not is_computer(player) and self._state.is_in(player)
        )
        return list(found)


def seats_anew(entry: Entry, round_number: int | None = None, number: int | None = None) -> bool:
    """Return whether an entry takes matches off their tables, for new players or a new pairing.

    If a round and a table are given, return whether it takes the matches of that table.
    """
    if entry.kind is Kind.UNPAIR:
        return round_number in {None, entry.data["round"]}
    if entry.kind is not Kind.REPLACE:
        return False
    tables = tables_handed_on(entry.data)
    return bool(tables) if round_number is None else (round_number, number) in tables


def is_touched(match: Match) -> bool:
    """Return whether a member of the server has moved in a match."""
    return any(event.person is not None and event.person > OPEN for event in match.turns)


def check_untouched(matches: Iterable[Match]) -> None:
    """Raise Refusal if a member of the server has moved in one of the matches."""
    for match in matches:
        if is_touched(match):
            raise Refusal(
                Text("Somebody has moved in match {match} already.", match=f"#{match.id}")
            )


def _said(changed: dict[str, Any]) -> dict[str, Any]:
    """Return changed terms, by the names of their fields, as JSON data."""
    found = dict(changed)
    if "time" in found:
        found["time"] = str(found["time"])
    if "round_time" in found:
        found["round_time"] = found["round_time"].total_seconds()
    return found


def _seats(tables: Iterable[Sequence[int]]) -> set[frozenset[int]]:
    return set(map(frozenset, tables))
