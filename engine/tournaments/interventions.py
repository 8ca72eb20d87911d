"""What an organiser does with players, rounds and terms while a tournament goes on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, Self

from engine.errors import Refusal
from engine.reasons import optional_reason
from engine.table.clock import TimeControl
from engine.table.record import is_computer
from engine.text import Text, readable
from engine.tournaments.record import Kind
from engine.tournaments.state import Phase, Table
from engine.tournaments.terms import MOST_PLAYERS, Form
from engine.tournaments.tournament import Organising

TAKEN_OUT: Final = "organiser"
"""Why somebody is withdrawn whom the organiser has taken out, or replaced."""

LONGEST_MESSAGE: Final = 1_000
"""Characters of a message to those who have still to play."""


@dataclass(frozen=True)
class Interventions(Organising):
    """What the organiser does with players, pairings and terms."""

    # Players

    def add_player(self, person: int, player: int, *, now: datetime, source: str | None) -> Self:
        """Return it with a player whom the organiser adds, even if entries are closed.

        Raises Refusal.
        """
        self._check_new(source)
        self._check_going_on()
        state, form = self.state, self.terms.form
        if self.terms.is_exhibition:
            raise Refusal(Text("Here everybody chooses their side on the card."))
        if state.is_in(player):
            raise Refusal(Text("They are in it already."))
        if len(state.people) >= min(self.terms.most, MOST_PLAYERS):
            raise Refusal(Text("{name} is full.", name=self.title))
        if state.phase is Phase.RUNNING:
            if form is Form.KNOCKOUT:
                raise Refusal(Text("The bracket is drawn; they can only replace a player."))
            if form is Form.SWISS and len(state.rounds) >= state.planned:
                raise Refusal(Text("The last round is paired; nobody can come in any more."))
            if form is Form.LEAGUE and player in state.entrants:
                raise Refusal(Text("Who has left a league can come back in the next season."))
        kind = Kind.JOIN
        if player in state.entrants:
            kind = Kind.RETURN
            return self._add(kind, now, player, source, by=person)
        return self._add(kind, now, player, source, every=False, by=person)

    def take_out(
        self, person: int, player: int, reason: str, *, now: datetime, source: str | None
    ) -> Self:
        """Return it without a player whom the organiser takes out. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        self._check_player(player)
        if self.terms.form is Form.SIMUL and self.state.entrants[player].side == 0:
            raise Refusal(Text("Without its host there is no event: cancel it."))
        self._check_of_others(person, player)
        more = {"reason": optional_reason(reason), "by": person}
        if self.phase is not Phase.RUNNING:
            return self._add(Kind.LEAVE, now, player, source, **more)
        return self._add(Kind.WITHDRAW, now, player, source, why=TAKEN_OUT, **more)

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
    ) -> Self:
        """Return it with another player in the place of one who goes. Raises Refusal.

        In a league and a knockout the new one has the place of the old one: all rounds to come, and
        the tables that have no result and no match ``in_hand``, which are matches in which somebody
        has moved. Those end for the one who goes. Elsewhere the new one comes in for the next
        round.
        """
        self._check_new(source)
        self._check_going_on()
        self.check_replaceable(old, in_hand)
        if self.state.is_in(new) or is_computer(new):
            raise Refusal(Text("They are in it already."))
        self._check_of_others(person, old)
        self._check_of_others(person, new)
        if not self.hands_places_on:
            without = self.take_out(person, old, reason, now=now, source=source)
            return without.add_player(person, new, now=now, source=None)
        tables = [[one.round, one.number] for one in self._untouched(old, in_hand)]
        data = {"place": old, "by": person, "reason": optional_reason(reason), "tables": tables}
        return self._add(Kind.REPLACE, now, new, source, **data)

    def check_replaceable(self, player: int, in_hand: Collection[int] = ()) -> None:
        """Raise Refusal if nobody can come in the place of a player now.

        ``in_hand`` are matches in which somebody has moved.
        """
        self._check_player(player)
        if self.terms.is_exhibition:
            raise Refusal(Text("Here the captain has a reserve play, from the card."))
        knockout = self.terms.form is Form.KNOCKOUT and self.hands_places_on
        if knockout and not self._untouched(player, in_hand):
            raise Refusal(
                Text("They have no match in this round that is still to begin; nobody replaces "
                     "them now.")
            )  # fmt: skip

    @property
    def hands_places_on(self) -> bool:
        """Whether a new player now takes the place and the tables of the one who goes."""
        return self.phase is Phase.RUNNING and self.terms.form in {Form.LEAGUE, Form.KNOCKOUT}

    def _untouched(self, player: int, in_hand: Collection[int]) -> list[Table]:
        """Return the tables of a player at which nothing was played yet."""
        return [
            one
            for one in self.state.open_tables
            if player in one.players
            and not one.results
            and not any(match in in_hand for match in one.matches.values())
        ]

    def _check_player(self, player: int) -> None:
        if not self.state.is_in(player) or player not in self.state.entrants:
            raise Refusal(Text("They are not in it."))

    def _check_of_others(self, person: int, player: int) -> None:
        """Raise Refusal if a person who has a match with a player decides about that player."""
        own = [one for one in self.state.open_tables if person in one.players]
        if person != player:
            self.check_impartial(person, [one for one in own if player in one.players])

    # The start and the terms

    def start_now(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return it to start at once: with who has checked in, or all before check-in.

        Raises Refusal if they are too few.
        """
        self._check_new(source)
        self._check_going_on()
        state = self.state
        if state.phase is Phase.RUNNING:
            raise Refusal(Text("It has begun already."))
        if state.paused:
            raise Refusal(Text("{name} is paused.", name=self.title))
        there = len(self.there)
        if there < self.terms.least:
            raise Refusal(
                Text(
                    "{there} of the {least} players that it needs are there; add others, or wait.",
                    there=there,
                    least=self.terms.least,
                )
            )
        return self._add(Kind.BEGIN, now, person, source, players=list(self.there))

    @property
    def there(self) -> Collection[int]:
        """Those with whom it would start at once: who has checked in, or all before check-in."""
        everybody = self.phase is Phase.SIGN_UP or self.terms.form is Form.LADDER
        entrants = self.state.entrants.values()
        return [one.player for one in entrants if one.checked_in or everybody]

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
    ) -> Self:
        """Return it with other terms from now on; what is None stays. Raises Refusal.

        Matches and rounds that have begun keep their time.
        """
        self._check_new(source)
        self._check_going_on()
        terms, state = self.terms, self.state
        if rounds is not None and terms.form is not Form.SWISS:
            raise Refusal(Text("Only a Swiss has as many rounds as you like."))
        if rounds is not None and state.planned and rounds < len(state.rounds):
            raise Refusal(Text("Round {number} is paired already.", number=len(state.rounds)))
        if most is not None and most < len(state.people):
            raise Refusal(Text("More players are in it already: {count}.", count=len(state.people)))
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
            raise Refusal(Text("It has begun; live games stay live, and others stay as they are."))
        said = _said(changed)
        if closed is not None and closed != state.closed:
            said["closed"] = closed
        if not said:
            raise Refusal(Text("That is so already."))
        return replace(self._add(Kind.CHANGE, now, person, source, **said), terms=new)

    # Rounds

    def fix_pair(
        self, person: int, one: int, other: int, *, now: datetime, source: str | None
    ) -> Self:
        """Return it with two players who are to meet in the next round. Raises Refusal.

        The rest of the round is paired by itself. A pair takes the place of those that its players
        had before; a player with themselves: none any more.
        """
        self._check_new(source)
        self._check_going_on()
        number = len(self.state.rounds) + 1
        if self.terms.form is not Form.SWISS or self.terms.seats > 2:
            raise Refusal(Text("Only the rounds of a Swiss for two are paired by hand."))
        if self.state.planned and number > self.state.planned:
            raise Refusal(Text("There is no round any more."))
        for player in (one, other):
            self._check_player(player)
        if person in {one, other}:
            self.check_impartial(person, [Table(number, 0, (one, other))])
        return self._add(Kind.FIX, now, person, source, round=number, players=[one, other])

    def call_players(self, person: int, said: str, *, now: datetime, source: str | None) -> Self:
        """Return it with a message to all who have still to play. Raises Refusal."""
        self._check_new(source)
        self._check_going_on()
        message = said.strip()[:LONGEST_MESSAGE]
        if not readable(message):
            raise Refusal(Text("The message is empty."))
        called = self.to_play
        if not called:
            raise Refusal(Text("Nobody has a match to play now."))
        return self._add(Kind.MESSAGE, now, person, source, text=message, called=called)

    @property
    def to_play(self) -> list[int]:
        """The people who have still to play now, or to come before the start."""
        if self.phase is not Phase.RUNNING:
            return [one for one in self.state.people if not is_computer(one)]
        found = dict.fromkeys(
            player
            for table in self.state.open_tables
            for player in table.players
            if not is_computer(player) and self.state.is_in(player)
        )
        return list(found)


def _said(changed: dict[str, Any]) -> dict[str, Any]:
    """Return changed terms as JSON data."""
    found = dict(changed)
    if "time" in found:
        found["time"] = str(found["time"])
    if "round_time" in found:
        found["round_time"] = found["round_time"].total_seconds()
    return found
