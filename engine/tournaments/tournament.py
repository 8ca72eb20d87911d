"""A tournament: what its people and its organiser may do. What time does is in ``conduct``."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final, Self

from engine.errors import Refusal
from engine.reasons import optional_reason
from engine.table.match import Match
from engine.table.record import OPEN, Repeated, is_computer
from engine.text import Text, Words
from engine.tournaments.record import Entry, Kind
from engine.tournaments.results import result_of
from engine.tournaments.scores import WIN, How, Score
from engine.tournaments.state import Phase, Round, State, Table, tables_handed_on
from engine.tournaments.terms import CLIMB, MOST_PLAYERS, Form, Terms

MISSED: Final = "missed"
"""Why somebody is withdrawn who did not come twice."""

GONE: Final = "gone"
"""Why somebody is withdrawn who has left the server, or had their data deleted."""

MOST_UNPAIRED: Final = 3
"""The most times that a round is paired anew."""

MISSES: Final = 2
"""Who does not come so often is withdrawn."""


@dataclass(frozen=True)
class Record:
    """A tournament as it is stored: its terms and its entries. It has no id (0) before that.

    ``previous`` is the tournament that this one follows by itself.
    """

    id: int
    guild: int
    channel: int
    terms: Terms
    entries: tuple[Entry, ...] = ()
    previous: int | None = None

    @cached_property
    def state(self) -> State:
        """What has become of it. It is not to be changed."""
        return State(self.terms, self.entries)

    @property
    def phase(self) -> Phase:
        """Whether people can sign up, play, or it is over."""
        return self.state.phase

    @property
    def is_over(self) -> bool:
        """Whether nothing happens in it any more."""
        return self.phase in {Phase.OVER, Phase.CANCELLED}

    def _check_new(self, source: str | None) -> None:
        """Raise Repeated if that message or interaction has been acted on."""
        if source is not None and any(entry.source == source for entry in self.entries):
            raise Repeated

    def _add(
        self,
        kind: Kind,
        now: datetime,
        person: int | None = None,
        source: str | None = None,
        **data: Any,  # noqa: ANN401 - JSON data
    ) -> Self:
        """Return it with one more entry, which is never before the last one."""
        at = max(now, self.entries[-1].at) if self.entries else now
        entry = Entry(len(self.entries) + 1, kind, at, person, data, source)
        return replace(self, entries=(*self.entries, entry))

    def _check_going_on(self) -> None:
        if self.is_over:
            raise Refusal(Text("{name} is over.", name=self.title))

    @property
    def title(self) -> Words:
        """Its name, as somebody typed it."""
        return Words(self.terms.name)


@dataclass(frozen=True)
class People(Record):
    """What the people of a tournament may do."""

    @classmethod
    def create(
        cls,
        *,
        guild: int,
        channel: int,
        terms: Terms,
        person: int,
        now: datetime,
        source: str | None,
        **more: Any,  # noqa: ANN401 - JSON data
    ) -> Self:
        """Return a new tournament for which people can sign up. Raises Refusal.

        ``more`` are data of its first entry.
        """
        terms = terms.check()
        if terms.starts is not None and terms.starts <= now:
            raise Refusal(Text("That time is over; name one that is to come."))
        return cls(0, guild, channel, terms)._add(Kind.CREATE, now, person, source, **more)

    def join(self, person: int, *, every: bool, now: datetime, source: str | None) -> Self:
        """Return it with one more person; or with another wish of theirs about the next ones.

        In a league that is being played they wait for a free place. Raises Refusal.
        """
        self._check_new(source)
        self._check_going_on()
        state = self.state
        known = state.entrants.get(person)
        if known is not None and not known.withdrawn:
            if known.every == every:
                raise Refusal(Text("You are in already."))
            return self._add(Kind.JOIN, now, person, source, every=every)
        if known is not None:
            return self.come_back(person, now=now, source=source)
        if len(state.people) >= min(self.terms.most, MOST_PLAYERS):
            raise Refusal(Text("{name} is full.", name=self.title))
        if state.closed:
            raise Refusal(Text("Entries are closed."))
        if state.phase is Phase.RUNNING and not self.may_enter_late:
            raise Refusal(Text("It has begun; nobody can enter any more."))
        return self._add(Kind.JOIN, now, person, source, every=every)

    @property
    def may_enter_late(self) -> bool:
        """Whether people can still come in, or wait for a place, after the start."""
        form, state = self.terms.form, self.state
        if form is Form.SWISS:
            return 2 * len(state.rounds) <= state.planned
        return form in {Form.ARENA, Form.LADDER, Form.LEAGUE}

    @property
    def may_come_back(self) -> bool:
        """Whether people who leave can come back: while others may enter, in a league never."""
        if self.phase is not Phase.RUNNING:
            return not self.is_over
        return self.terms.form is not Form.LEAGUE and self.may_enter_late

    def leave(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return it without a person: not signed up any more, or withdrawn. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        self._check_in_it(person)
        if self.phase is not Phase.RUNNING:
            return self._add(Kind.LEAVE, now, person, source)
        return self._add(Kind.WITHDRAW, now, person, source, why="")

    def come_back(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return it with a person who had withdrawn, from the next round on. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        entrant = self.state.entrants.get(person)
        if entrant is None:
            raise Refusal(Text("You are not in it."))
        if not entrant.withdrawn:
            raise Refusal(Text("You are in already."))
        if self.phase is Phase.RUNNING and self.terms.form in {Form.LEAGUE, Form.KNOCKOUT}:
            raise Refusal(Text("Here nobody can come back before the next one begins."))
        if not self.may_come_back:
            raise Refusal(
                Text("More than half of the rounds are paired; nobody can come back now.")
            )
        return self._add(Kind.RETURN, now, person, source)

    def check_in(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return it with a person who says that they will be there. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        if self.phase is Phase.RUNNING:
            raise Refusal(Text("It has begun already."))
        self._check_in_it(person)
        if self.phase is Phase.SIGN_UP:
            raise Refusal(Text("It is too early to check in; I will call you."))
        if self.state.entrants[person].checked_in:
            raise Refusal(Text("You have checked in already."))
        return self._add(Kind.CHECK_IN, now, person, source)

    def pass_next(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return it with a person who is not to be paired in the next round. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        self._check_in_it(person)
        state = self.state
        following = len(state.rounds) + 1
        if self.terms.form is not Form.SWISS:
            raise Refusal(Text("Only in a Swiss can a round be left out."))
        if any(asked == person for asked, _ in state.passes):
            raise Refusal(Text("You have left out a round already; that goes once."))
        if state.phase is Phase.RUNNING and following > state.planned:
            raise Refusal(Text("There is no round any more."))
        return self._add(Kind.PASS, now, person, source, round=following)

    def challenge(self, person: int, other: int, *, now: datetime, source: str | None) -> Self:
        """Return a ladder on which a person challenges another one. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        self._check_in_it(person)
        state = self.state
        if self.terms.form is not Form.LADDER or state.phase is not Phase.RUNNING:
            raise Refusal(Text("Challenges are for a ladder that has begun."))
        if other not in state.order or not state.is_in(other):
            raise Refusal(Text("They are not on this ladder."))
        up = state.order.index(person) - state.order.index(other)
        if not 1 <= up <= CLIMB:
            raise Refusal(Text("Challenge somebody one to {climb} places above you.", climb=CLIMB))
        busy = {one for table in state.open_tables for one in table.players}
        busy |= {one for pair in state.challenges for one in pair}
        if person in busy:
            raise Refusal(Text("You have a match on this ladder already; play that first."))
        if other in busy:
            raise Refusal(Text("They have a match on this ladder already."))
        return self._add(Kind.CHALLENGE, now, person, source, place=other)

    def _check_in_it(self, person: int) -> None:
        if not self.state.is_in(person):
            raise Refusal(Text("You are not in it."))

    # Matches

    def made(self, matches: Sequence[tuple[int, int, int, int]], *, now: datetime) -> Self:
        """Return it with matches that were begun: round, table, game and id of each."""
        known = {match for table in self.state.tables for match in table.matches.values()}
        new = [list(one) for one in matches if one[3] not in known]
        return self._add(Kind.MAKE, now, matches=new) if new else self

    def scored(self, match: Match, *, now: datetime) -> Self:
        """Return it with what a match that has ended counts, itself if that is known.

        A decision of a moderator changes the score until the tournament is over, or until the
        winner of a knockout's table has been paired again.
        """
        place = self.state.place_of(match.id)
        if place is None or self.is_over:
            return self
        table, game = place
        result = result_of(match, table.players)
        if result is None or 0 in table.results or table.results.get(game) == result.points:
            return self
        settled = self.terms.form is Form.KNOCKOUT and table.round < len(self.state.rounds)
        if game in table.results and settled:
            return self
        counts = game not in table.results and not self.terms.is_exhibition
        absent = result.absent if counts else ()
        return self.score_table(table, result.points, result.how, game=game, absent=absent, now=now)

    def score_table(
        self,
        table: Table,
        points: Sequence[int],
        how: How,
        *,
        game: int = 0,
        absent: Sequence[int] = (),
        reason: str = "",
        person: int | None = None,
        decided: bool = False,
        now: datetime,
        source: str | None = None,
    ) -> Self:
        """Return it with the score of a game of a table, 0: of the whole table, in half points.

        If nobody played at a table of a knockout, and nobody has decided, a lot says who goes on.
        """
        lot: dict[str, int] = {}
        leaders = [
            one for one in Score(0, table.players, tuple(points)).leaders if self.state.is_in(one)
        ]
        unplayed = self.terms.form is Form.KNOCKOUT and not game and not table.results
        if unplayed and person is None and len(leaders) > 1:
            lot = {"lot": secrets.choice(leaders)}
        scored = self._add(
            Kind.SCORE,
            now,
            person,
            source,
            round=table.round,
            table=table.number,
            game=game,
            points=list(points),
            how=how.value,
            absent=[one for one in absent if not is_computer(one)],
            reason=reason,
            **({"decided": True} if decided else {}),
            **lot,
        )
        return scored._without_missing(absent, now)

    def _without_missing(self, absent: Sequence[int], now: datetime) -> Self:
        """Withdraw who of these has missed too many rounds."""
        changed = self
        for player in absent:
            entrant = changed.state.entrants.get(player)
            if entrant and entrant.missed >= MISSES and not entrant.withdrawn:
                changed = changed._add(Kind.WITHDRAW, now, player, why=MISSED)
        return changed

    def is_taken_out(self, player: int) -> bool:
        """Return whether somebody is withdrawn who has not left by themselves."""
        entrant = self.state.entrants.get(player)
        return entrant is not None and entrant.withdrawn and entrant.why not in {"", GONE}

    def withdraw_gone(self, person: int, *, now: datetime) -> Self:
        """Return it without a person who has left the server; itself if they are not in it."""
        if self.is_over or not self.state.is_in(person):
            return self
        if self.phase is Phase.RUNNING:
            return self._add(Kind.WITHDRAW, now, person, why=GONE)
        return self._add(Kind.LEAVE, now, person)


@dataclass(frozen=True)
class Organising(People):
    """What the organiser may do; everybody sees the reason, if there is one.

    Nobody decides about a table of their own, whether they organise or manage the server.
    """

    def check_impartial(self, person: int, tables: Sequence[Table]) -> None:
        """Raise Refusal if a person who decides about tables plays at one of them."""
        if any(person in table.players for table in tables):
            raise Refusal(
                Text(
                    "That is about your own match, so somebody else decides it: who manages the "
                    "server, or another organiser, whom you can ask on the panel."
                )
            )

    def _unscored(self, one: Round) -> list[Table]:
        return [table for table in one.tables if self.state.score_of(table) is None]

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
    ) -> Self:
        """Return it with the score of a table that the organiser decides. Raises Refusal."""
        self._check_new(source)
        table = self._running_table(round_number, number)
        self.check_impartial(person, [table])
        last = len(self.state.rounds)
        if self.terms.form is Form.KNOCKOUT and round_number < last:
            raise Refusal(Text("The next round is paired already; this one stands."))
        if len(points) != len(table.players):
            raise Refusal(Text("Each player of the table needs a score."))
        pairs = len(points) * (len(points) - 1) // 2
        if min(points) < 0 or sum(points) > WIN * pairs * self.state.games_of(table):
            raise Refusal(Text("So many points cannot be won at this table."))
        if self.terms.form is Form.KNOCKOUT and len(set(points)) == 1:
            raise Refusal(Text("In a knockout one of them goes on: give that player more points."))
        return self.score_table(
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
    ) -> Self:
        """Return it with another end of its round, for all tables. Raises Refusal."""
        self._check_new(source)
        self.check_impartial(person, self._unscored(self._running_round()))
        if until <= now:
            raise Refusal(Text("That time is over; name one that is to come."))
        return self._add(
            Kind.SHIFT, now, person, source, until=until.isoformat(), reason=optional_reason(reason)
        )

    def unpair(self, person: int, reason: str, *, now: datetime, source: str | None) -> Self:
        """Return it with its round to be paired anew. Raises Refusal after a first move.

        The matches of the round have to be broken off before.
        """
        self._check_new(source)
        last = self._running_round()
        self.check_impartial(person, last.tables)
        again = [one for one in self.entries if one.kind is Kind.UNPAIR]
        if sum(one.data["round"] == last.number for one in again) >= MOST_UNPAIRED:
            raise Refusal(
                Text(
                    "This round was paired anew {count} times already, which calls everybody; it "
                    "stays as it is.",
                    count=MOST_UNPAIRED,
                )
            )
        if any(table.results for table in last.tables):
            raise Refusal(Text("A table of this round has a result already."))
        return self._add(
            Kind.UNPAIR, now, person, source, round=last.number, reason=optional_reason(reason)
        )

    def pause(self, person: int, reason: str, *, now: datetime, source: str | None) -> Self:
        """Return it paused: nothing is paired, ended or counted as late. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        if self.state.paused:
            raise Refusal(Text("It is paused already."))
        return self._add(Kind.PAUSE, now, person, source, reason=optional_reason(reason))

    def resume(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return it going on, all its rounds as much longer as it was paused. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        if not self.state.paused:
            raise Refusal(Text("It is not paused."))
        since = self.state.paused_since or now
        span = max(now - since, timedelta())
        resumed = self._add(Kind.RESUME, now, person, source, late=span.total_seconds())
        if self.phase is Phase.RUNNING:
            return resumed
        if self.state.starts is not None and self.state.starts < now:
            starts = self.state.starts + span
            return resumed._add(Kind.POSTPONE, now, person, starts=starts.isoformat(), reason="")
        return resumed

    def postpone(
        self, person: int, starts: datetime, reason: str, *, now: datetime, source: str | None
    ) -> Self:
        """Return it with another time of its start. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        if self.phase is Phase.RUNNING:
            raise Refusal(Text("It has begun already."))
        if starts <= now:
            raise Refusal(Text("That time is over; name one that is to come."))
        return self._add(
            Kind.POSTPONE,
            now,
            person,
            source,
            starts=starts.isoformat(),
            reason=optional_reason(reason),
        )

    def choose_role(
        self, person: int, role: int | None, *, now: datetime, source: str | None
    ) -> Self:
        """Return it with the role that its winner gets, None for none. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        if role == self.state.role:
            raise Refusal(Text("That is so already."))
        return self._add(Kind.ROLE, now, person, source, role=role or 0)

    def name(self, person: int, organiser: int, *, now: datetime, source: str | None) -> Self:
        """Return it with another person asked to organise it; a person names themselves at once.

        Raises Refusal.
        """
        self._check_new(source)
        self._check_going_on()
        if organiser == self.state.organiser:
            raise Refusal(Text("They are the organiser already."))
        if organiser == person:
            return self._add(Kind.NAME, now, person, source, organiser=person)
        if organiser == self.state.asked:
            raise Refusal(Text("They have been asked already; it is for them to answer."))
        return self._add(Kind.ASK, now, person, source, organiser=organiser)

    def agree_to_organise(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return it organised by a person who was asked for that. Raises Refusal for others."""
        self._check_new(source)
        self._check_going_on()
        if person != self.state.asked:
            raise Refusal(Text("You have not been asked to organise it, or not any more."))
        return self._add(Kind.NAME, now, person, source, organiser=person)

    def move(self, person: int, channel: int, *, now: datetime, source: str | None) -> Self:
        """Return it in another channel, where it goes on with a new card. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        if channel == self.channel:
            raise Refusal(Text("It is in that channel already."))
        moved = self._add(Kind.MOVE, now, person, source, channel=channel)
        return replace(moved, channel=channel)

    def cancel(self, person: int, reason: str, *, now: datetime, source: str | None) -> Self:
        """Return it cancelled: nothing counts, and no other one follows. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        return self._add(Kind.CANCEL, now, person, source, reason=optional_reason(reason))

    def _running_round(self) -> Round:
        self._check_going_on()
        if self.state.round is None:
            raise Refusal(Text("No round has been paired yet."))
        return self.state.round

    def _running_table(self, round_number: int, number: int) -> Table:
        self._running_round()
        table = self.state.table(round_number, number)
        if table is None or len(table.players) == 1:
            raise Refusal(Text("There is no such table."))
        return table


def seats_anew(entry: Entry, round_number: int | None = None, number: int | None = None) -> bool:
    """Return whether an entry takes matches from their tables, to be played by others, or anew.

    If a round is given, whether it takes those of that table of it.
    """
    if entry.kind is Kind.UNPAIR:
        return round_number in {None, entry.data["round"]}
    if entry.kind is not Kind.REPLACE:
        return False
    tables = tables_handed_on(entry.data)
    return bool(tables) if round_number is None else (round_number, number) in tables


def is_touched(match: Match) -> bool:
    """Return whether a person has moved in a match."""
    return any(event.person is not None and event.person > OPEN for event in match.turns)


def check_untouched(matches: Iterable[Match]) -> None:
    """Raise Refusal if a person has moved in one of these matches."""
    for match in matches:
        if is_touched(match):
            raise Refusal(
                Text("Somebody has moved in match {match} already.", match=f"#{match.id}")
            )
