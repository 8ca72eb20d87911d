"""A match: the actions of its players, of a moderator and of time at the table.

A ``Match`` is a value with an append-only record of events; its methods return a new ``Match`` with
the new events, or raise a ``Refusal``. Time and chance are arguments: ``now`` is the time of the
message or interaction, and ``chance`` draws lots. ``source`` names the message or interaction, so
that it acts only once; None stands for no source.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property, partial
from types import MappingProxyType
from typing import Self
from urllib.parse import quote

from engine import telling
from engine.capabilities.claims import Claim
from engine.capabilities.notation import unlike_typed
from engine.capabilities.set_ups import Arrangement, SetUp, placing_moves
from engine.capabilities.thinking import LEVELS
from engine.errors import InvalidMove, MoveError, Refusal
from engine.game import Game, Position
from engine.reasons import checked_reason
from engine.table.blindfold import check_shown, hides_pieces, unseen
from engine.table.clock import NO_LIMIT, TimeControl
from engine.table.decisions import written
from engine.table.duties import Duty, duty_of
from engine.table.hints import Hints
from engine.table.match_state import TAKEBACK, MatchState, is_vote
from engine.table.record import (
    EARLY,
    GIVEN_UP,
    LOT,
    OFTEN,
    OPEN,
    THIRD_TIME,
    Event,
    Kind,
    Line,
    LinePosition,
    NoMoveNow,
    Offer,
    Reminder,
    SeatSetUp,
    Stakes,
    Status,
    Warned,
    after_repetition,
    another,
    is_abroad,
    is_computer,
    is_crowd,
    is_person,
    known_of,
    level_of,
)
from engine.table.seating import Order, by_seat, rotated, seated
from engine.table.timing import BY_THE_BOT, Timing
from engine.text import Text, either, joined
from engine.values import DRAW, Agreement, Move, Options, OptionValue

NOTICES = BY_THE_BOT - {Kind.REPOST}
"""Kinds of events whose posts show nothing of the board that its players have not seen."""

ANNOUNCED_FROM = 1 / 20
"""The share of the limit that an outage must last to be given back with a post."""

NOTHING_TO_SET_UP = Text("You have nothing to set up in this match now.")


@dataclass(frozen=True)
class Match(MatchState):
    """One match, from the challenge to the result."""

    @classmethod
    def restore(
        cls,
        *,
        id: int,  # noqa: A002 - the field's own name
        guild: int,
        channel: int,
        game: Game,
        options: dict[str, OptionValue],
        host: int,
        people: tuple[int, ...],
        drawn: bool,
        events: tuple[Event, ...],
        set_ups: Mapping[int, SeatSetUp] = MappingProxyType({}),
        time: str = "none",
        rated: bool = False,
        previous: int | None = None,
        blindfold: bool = False,
        tournament: int | None = None,
    ) -> Self:
        """Return a stored match. Raises ValueError if its position cannot be read.

        Earlier positions are read when first needed.
        """
        line = Line(
            LinePosition(
                known=event.known,
                read=partial(game.read, event.position, len(people), **options),
            )
            for event in events
            if event.position
        )
        for place in line.places[-1:]:
            place.position  # noqa: B018 - reads the position and keeps it
        return cls(
            id=id,
            guild=guild,
            channel=channel,
            game=game,
            options=options,
            host=host,
            people=people,
            drawn=drawn,
            events=events,
            line=line,
            set_ups=set_ups,
            time=TimeControl.read(time),
            rated=rated,
            previous=previous,
            blindfold=blindfold,
            tournament=tournament,
        )

    # Before it begins

    @classmethod
    def challenge(
        cls,
        *,
        guild: int,
        channel: int,
        game: Game,
        options: Options,
        host: int,
        opponents: Sequence[int],
        seat: int | None,
        now: datetime,
        source: str | None,
        time: TimeControl = NO_LIMIT,
        rated: bool = False,
        stakes: Stakes = Stakes.USUAL,
    ) -> Self:
        """Return a challenge by ``host``, who wants ``seat`` (None: the seats are drawn by lot).

        ``opponents`` are the challenged players, in the order of the other seats; ``OPEN`` stands
        for a seat that anybody may take. ``stakes`` says why the match is ``rated`` or not. The
        match has no id (0) until it is stored. Raises Refusal for people or options that do not
        make a match.
        """
        named = [person for person in opponents if person != OPEN]
        if host in named:
            raise Refusal(Text("You cannot challenge yourself."))
        if len(set(named)) < len(named):
            raise Refusal(Text("Each member can take only one seat."))
        people = [*opponents]
        people.insert(0 if seat is None else seat, host)
        people = by_seat(game, people, options)
        match = cls(
            id=0,
            guild=guild,
            channel=channel,
            game=game,
            options=options,
            host=host,
            people=tuple(people),
            drawn=seat is not None,
            time=time,
            rated=rated and all(is_person(user) or user == OPEN for user in people),
        )
        return match._proposed(now, source, stakes)

    @classmethod
    def exhibition(
        cls,
        *,
        guild: int,
        channel: int,
        game: Game,
        options: Options,
        host: int,
        computers: Sequence[int],
        now: datetime,
        source: str | None,
    ) -> Self:
        """Return a match between computers for ``host`` to watch; ``begun`` begins it.

        ``computers`` are the players in the order of the seats. The match has no id (0) until it is
        stored. Raises Refusal for options or a number of players that do not make a match.
        """
        people = tuple(by_seat(game, [*computers], options))
        match = cls(0, guild, channel, game, options, host, people, drawn=True)
        return match._proposed(now, source)

    @classmethod
    def gathering(
        cls,
        *,
        guild: int,
        channel: int,
        game: Game,
        options: Options,
        host: int,
        people: Sequence[int],
        now: datetime,
        source: str | None,
        time: TimeControl = NO_LIMIT,
        names: Mapping[int, str] = MappingProxyType({}),
    ) -> Self:
        """Return a match, proposed by ``host``, in which crowds hold seats; ``begun`` begins it.

        ``people`` are the players in the order of the seats: crowds, computers, and members, who
        have to accept unless they are the host. ``names`` has the names of crowds by their ids. The
        match is never rated, and has no id (0) until it is stored. Raises Refusal for options or a
        number of players that do not make a match.
        """
        members = [user for user in people if is_person(user)]
        if len(set(members)) < len(members):
            raise Refusal(Text("Each member can take only one seat."))
        seated = tuple(by_seat(game, [*people], options))
        match = cls(0, guild, channel, game, options, host, seated, drawn=True, time=time)
        named = [f"{user}:{quote(name)}" for user, name in names.items()]
        return match._proposed(now, source, " ".join([Stakes.SAID, *named]))

    @classmethod
    def appointed(
        cls,
        *,
        guild: int,
        channel: int,
        game: Game,
        options: Options,
        host: int,
        people: Sequence[int],
        time: TimeControl,
        rated: bool,
        tournament: int,
        now: datetime,
        source: str,
    ) -> Self:
        """Return a match of a tournament, begun at once: its players have agreed by signing up.

        ``people`` are in the order of the seats. The match has no id (0) until it is stored. Raises
        Refusal for options or a number of players that do not make a match.
        """
        seated = tuple(by_seat(game, [*people], options))
        match = cls(
            id=0,
            guild=guild,
            channel=channel,
            game=game,
            options=options,
            host=host,
            people=seated,
            drawn=True,
            time=time,
            rated=rated and all(map(is_person, seated)),
            tournament=tournament,
        )
        match = match._proposed(now, source, Stakes.SAID)
        position = match.game.start(len(match.people), **match.options)
        return match.add(Kind.START, now, position=position)

    def _proposed(self, now: datetime, source: str | None, text: str = Stakes.USUAL) -> Self:
        """Return a new match with its host's proposal, of the text ``text``, as the first event.

        Raises Refusal for options or a number of players that do not make a match.
        """
        count = len(self.people)
        if count not in self.game.seats:
            raise Refusal(
                Text("{game} is not for {count} players.", game=self.game.title, count=count)
            )
        self.game.start(count, **self.options)
        return self.add(Kind.CHALLENGE, now, self.host, text=text, source=source)

    def rematch(
        self,
        person: int,
        order: Order,
        *,
        now: datetime,
        source: str | None,
        level: int | None = None,
    ) -> Self:
        """Return a challenge by a player to all others, to the same game on the same terms.

        ``order`` determines the seats; with ``Order.LOSER``, the player who came last begins. If
        ``level`` is given, the computers that people played against get this level. The rematch is
        rated if this match was, or would have been if its people had played fewer rated ones or it
        had not ended so early. After an unrated first match of people new to the game, it is rated
        if that match had a result and no computers play. Raises Refusal if this match is not over,
        if the person did not play in it, if one of the players is gone, or if crowds or players of
        another server play.
        """
        self._check_may_rematch(person)
        people, seats = self.people, self.line[0].seats
        ranks = self.outcome.ranks if self.outcome else ()
        loser = self.people[ranks.index(max(ranks))] if len(set(ranks)) > 1 else None
        if order is Order.LOSER and loser is not None:
            begins = self.line[0].turn
            if people[begins] != loser:
                people = rotated(people, seats, first=loser, to=begins)
        elif order in {Order.ROTATE, Order.LOSER}:
            people = rotated(people, seats)
        if level is not None:
            people = self._at_level(people, level)
        match = type(self)(
            id=0,
            guild=self.guild,
            channel=self.channel,
            game=self.game,
            options=self.options,
            host=person,
            people=people,
            drawn=order is not Order.RANDOM,
            time=replace(self.time, host=None, boards=1),
            rated=self.rated or self.played_too_often or self.ended_too_early,
            blindfold=self.blindfold,
            previous=self.id,
        )
        stakes = self.stakes
        if stakes is Stakes.FIRST and ranks:
            match, stakes = replace(match, rated=not self.computers), Stakes.USUAL
        return match.add(Kind.CHALLENGE, now, person, text=stakes, source=source)

    def _check_may_rematch(self, person: int) -> None:
        if self.crowds or any(map(is_abroad, self.people)):
            raise Refusal(Text("A match of crowds or servers has no rematch: begin a new one."))
        if person not in (self.people if self.persons else (self.host,)):
            raise Refusal(Text("A rematch is for those who played; challenge them instead."))
        if not self.line:
            raise Refusal(Text("This match was never played."))
        if self.status is not Status.OVER:
            raise Refusal(Text("This match is not over yet."))
        if min(self.persons, default=self.host) <= OPEN:
            raise Refusal(Text("A rematch needs all who played, and one of them is gone."))

    @property
    def next_level(self) -> int | None:
        """The next level to play if the only person at the table beat the computers, else None."""
        if self.outcome is None or len(self.persons) != 1 or self.unmoved or self.lowered:
            return None
        rivals = self._rivals
        ranks = self.outcome.ranks
        own = [ranks[seat] for seat in range(len(ranks)) if not self.is_computers(seat)]
        if not own or not rivals or max(own) >= min(ranks[seat] for seat in rivals):
            return None
        level = max(level_of(self.players[seat]) for seat in rivals) + 1
        return level if level in LEVELS else None

    @property
    def _rivals(self) -> list[int]:
        """The seats of the computers whose teams have no person."""
        seats = range(len(self.seats))
        teams = {self.seats[seat].team for seat in seats if not self.is_computers(seat)}
        return [seat for seat in seats if self.seats[seat].team not in teams]

    def _at_level(self, people: Sequence[int], level: int) -> tuple[int, ...]:
        """Return the people with every computer that people played against replaced by ``level``.

        The new computers have ids that are not yet among the people.
        """
        rivals = {self.players[seat] for seat in self._rivals}
        taken = [user for user in people if user not in rivals]
        changed: list[int] = []
        for user in people:
            changed.append(another(level, [*taken, *changed]) if user in rivals else user)
        return tuple(changed)

    @property
    def accepted(self) -> frozenset[int]:
        """The players who have agreed: the host, and those who accepted, joined, or are not asked.

        Computers, crowds and the players of another server are not asked.
        """
        agreed = {self.host}
        for event in self.events:
            if event.person is None:
                continue
            if event.kind in {Kind.ACCEPT, Kind.JOIN}:
                agreed.add(event.person)
            elif event.kind is Kind.LEAVE:
                agreed.discard(event.person)
        unasked = (u for u in self.people if is_computer(u) or is_crowd(u) or is_abroad(u))
        return frozenset(agreed.union(unasked))

    @property
    def joined(self) -> frozenset[int]:
        """The people who took an open seat and have not left it again."""
        joined = {event.person for event in self.events if event.kind is Kind.JOIN}
        return frozenset(person for person in self.accepted if person in joined)

    def add_computer(
        self,
        person: int,
        level: int,
        *,
        now: datetime,
        source: str | None,
        chance: random.Random,
    ) -> Self:
        """Return the match with a computer of ``level``, which the host puts on an open seat.

        The match starts once nobody is left to answer, and is not rated. Raises Refusal unless the
        person is the host of an open challenge with an open seat.
        """
        self._check_host_may_fill(person, source)
        user = another(level, self.people)
        people = seated(self.people, self.seats, user)
        match = replace(self, people=people, rated=False)
        return match.add(Kind.JOIN, now, user, source=source).begun(now=now, chance=chance)

    def fill(
        self,
        person: int,
        level: int,
        *,
        now: datetime,
        source: str | None,
        chance: random.Random,
    ) -> Self:
        """Return the match with computers of ``level``, which the host puts on all open seats.

        Raises Refusal like ``add_computer``.
        """
        match = self.add_computer(person, level, now=now, source=source, chance=chance)
        while match.status is Status.CHALLENGE and OPEN in match.people:
            match = match.add_computer(person, level, now=now, source=None, chance=chance)
        return match

    def remove_computer(self, person: int, user: int, *, now: datetime, source: str | None) -> Self:
        """Return the match after the host opens the seats of the computer ``user`` again.

        A computer that was challenged by name keeps its seat. Raises Refusal for such a computer,
        and unless the person is the host of an open challenge.
        """
        self._check_host(person, source)
        if user not in self.computers or user not in self.joined:
            raise Refusal(Text("That computer has no seat in this match."))
        people = tuple(OPEN if holder == user else holder for holder in self.people)
        return replace(self.add(Kind.LEAVE, now, user, source=source), people=people)

    def _check_host_may_fill(self, person: int, source: str | None) -> None:
        self._check_host(person, source)
        if OPEN not in self.people:
            raise Refusal(Text("No seat of this match is open."))

    def _check_host(self, person: int, source: str | None) -> None:
        self.check_new(source)
        if person != self.host:
            raise Refusal(Text("Only the host gives seats to computers."))
        self._check_status(Status.CHALLENGE)

    def accept(
        self, person: int, *, now: datetime, source: str | None, chance: random.Random
    ) -> Self:
        """Return the match as accepted by one of the people challenged.

        The match starts once nobody is left to answer. Raises Refusal unless the challenge is open
        and waits for the person's answer.
        """
        self._check_challenged(person, source)
        return self.add(Kind.ACCEPT, now, person, source=source).begun(now=now, chance=chance)

    def join(
        self, person: int, *, now: datetime, source: str | None, chance: random.Random
    ) -> Self:
        """Return the match with an open seat taken by a person.

        The match starts once nobody is left to answer. Raises Refusal if the challenge is closed,
        if there is no open seat, or if the person has a seat already.
        """
        self.check_new(source)
        self._check_status(Status.CHALLENGE)
        if person in self.people:
            raise Refusal(Text("You have a seat in this match already."))
        if OPEN not in self.people:
            raise Refusal(Text("No seat of this match is open."))
        match = replace(self, people=seated(self.people, self.seats, person))
        return match.add(Kind.JOIN, now, person, source=source).begun(now=now, chance=chance)

    def stand_up(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match after a person who joined leaves their seat again.

        Raises Refusal if the challenge is closed, or the person has not joined it.
        """
        self.check_new(source)
        self._check_status(Status.CHALLENGE)
        if person == self.host:
            raise Refusal(Text("This is your own challenge: withdraw it instead."))
        if person not in self.joined:
            raise Refusal(Text("You have not joined this match."))
        people = tuple(OPEN if user == person else user for user in self.people)
        return replace(self.add(Kind.LEAVE, now, person, source=source), people=people)

    def decline(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match as declined by one of the people challenged.

        Raises Refusal unless the challenge is open and waits for the person's answer.
        """
        self._check_challenged(person, source)
        return self.add(Kind.DECLINE, now, person, source=source)

    def withdraw(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match as withdrawn by the host.

        Raises Refusal for other people, and unless the challenge is open.
        """
        self.check_new(source)
        if person != self.host:
            raise Refusal(Text("Only the challenger can withdraw a challenge."))
        self._check_status(Status.CHALLENGE)
        return self.add(Kind.WITHDRAW, now, person, source=source)

    def _check_challenged(self, person: int, source: str | None) -> None:
        self.check_new(source)
        if person == self.host:
            raise Refusal(
                Text("This is your own challenge: your opponent answers it, you can withdraw it.")
            )
        if person not in self.people:
            raise Refusal(Text("This challenge is for somebody else."))
        self._check_status(Status.CHALLENGE)
        if person in self.accepted:
            raise Refusal(Text("You have accepted already; others have still to answer."))

    def begin(
        self, person: int, *, now: datetime, source: str | None, chance: random.Random
    ) -> Self:
        """Return the match begun by the host without its open seats, with the people in it.

        Raises Refusal unless the person is the host of an open challenge, everybody challenged has
        answered, and the game can be played by so few.
        """
        self.check_new(source)
        if person != self.host:
            raise Refusal(Text("Only the host can start before all seats are taken."))
        self._check_status(Status.CHALLENGE)
        if set(self.people) - self.accepted - {OPEN}:
            raise Refusal(Text("Somebody who was challenged has not answered yet."))
        fewer = self.fewer
        if fewer is None:
            raise Refusal(
                Text(
                    "{game} with these rules needs more than {count} players: wait for others to "
                    "join.",
                    game=self.game.title,
                    count=len(self.accepted),
                )
            )
        return replace(self, people=fewer).begun(now=now, chance=chance, source=source)

    @property
    def fewer(self) -> tuple[int, ...] | None:
        """The people by seat without the open seats, or None if that makes no smaller match."""
        there = [user for user in dict.fromkeys(self.people) if user in self.accepted]
        people = by_seat(self.game, there, self.options)
        if OPEN not in self.people or len(people) not in self.game.seats:
            return None
        try:
            self.game.start(len(people), **self.options)
        except Refusal:
            return None
        return tuple(people)

    def begun(self, *, now: datetime, chance: random.Random, source: str | None = None) -> Self:
        """Return the match begun, with the seats drawn, if everybody has agreed to play.

        The match is unchanged if somebody has not agreed, or if it has begun already. A challenge
        to computers alone, and a match between computers, can begin at once.
        """
        if self.status is not Status.CHALLENGE or not self.accepted.issuperset(self.people):
            return self
        people = list(self.people)
        if not self.drawn:
            persons = list(dict.fromkeys(people))
            drawn = dict(zip(persons, chance.sample(persons, len(persons)), strict=True))
            people = [drawn[person] for person in people]
        match = replace(self, people=tuple(people), drawn=True)
        position = match.game.start(len(match.people), **match.options)
        text = "" if self.drawn else LOT
        return match.add(Kind.START, now, text=text, position=position, source=source)

    def as_one_too_many(self) -> Self:
        """Return a new challenge, or a match that has just begun, as one rated match too many.

        It is no longer rated, and its last event notes why.
        """
        *earlier, last = self.events
        last = replace(last, text=f"{last.text} {OFTEN}".lstrip())
        return replace(self, rated=False, events=(*earlier, last))

    # Setting up pieces in secret

    @property
    def setup(self) -> SetUp[Position]:
        """The secret set-up in progress. Raises Refusal if there is none."""
        setup = self.position.setup
        if setup is None:
            raise Refusal(NOTHING_TO_SET_UP)
        return setup

    def seat_setting_up(self, person: int) -> int:
        """Return the seat that a person still has to set up. Raises Refusal if there is none."""
        self.check_player(person)
        seats = [seat for seat in self.setting_up if self.players[seat] == person]
        if not seats:
            raise Refusal(NOTHING_TO_SET_UP)
        return seats[0]

    def arrange(self, person: int, text: str, *, chance: random.Random) -> Self:
        """Return the match with a person's arrangement changed by the message ``text``.

        Nobody else sees the arrangement. Raises Refusal if the person has nothing to set up, and
        MoveError if ``text`` places no pieces. If the error is PartlyPlaced, ``with_arrangement``
        takes the arrangement of the pieces that can be placed.
        """
        seat = self.seat_setting_up(person)
        arrangement = self.setup.arrange(seat, text, self.set_up_of(seat).arrangement, chance)
        return self._with_set_up(seat, SeatSetUp(arrangement))

    def with_arrangement(self, person: int, arrangement: Arrangement) -> Self:
        """Return the match with a person's arrangement so far, unseen by others.

        Raises Refusal if the person has nothing to set up.
        """
        return self._with_set_up(self.seat_setting_up(person), SeatSetUp(arrangement))

    def with_seed(self, person: int, seed: int) -> Self:
        """Return the match with the random seed of a computer's arrangement, unseen by all.

        The match is unchanged if it has a seed already. Raises Refusal if the computer has nothing
        to set up.
        """
        seat = self.seat_setting_up(person)
        known = self.set_up_of(seat)
        return self if known.seed else self._with_set_up(seat, replace(known, seed=seed))

    def ready(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with a person's set-up finished; the last one puts all on the board.

        Raises Refusal if a piece is missing, or if the person has nothing to set up.
        """
        self.check_new(source)
        seat = self.seat_setting_up(person)
        arrangement = self.set_up_of(seat).arrangement
        missing = self.setup.missing(seat, arrangement)
        if missing is not None:
            raise Refusal(joined([Text("You are not ready yet."), missing]))
        match = self._with_set_up(seat, SeatSetUp(arrangement, ready=True))
        return match if match.setting_up else match._set_up(now, source)

    def _with_all_set_up(self, now: datetime, chance: random.Random) -> Self:
        """Return the match with all unfinished set-ups completed at random."""
        match = self
        for seat in self.setting_up:
            text, arrangement = self.setup.completion, self.set_up_of(seat).arrangement
            complete = self.setup.arrange(seat, text, arrangement, chance)
            match = match._with_set_up(seat, SeatSetUp(complete, ready=True))
        return match._set_up(now, None)

    def _set_up(self, now: datetime, source: str | None) -> Self:
        """Return the match with all arrangements put on the board by moves."""
        match = self
        for seat in self.position.setup.seats() if self.position.setup is not None else ():
            for move in placing_moves(self.set_up_of(seat).arrangement):
                match = match.add(
                    Kind.MOVE,
                    now,
                    self.players[seat],
                    text=match.position.write(move),
                    seat=seat,
                    position=match.position.play(move),
                    source=source,
                )
                source = None
        return replace(match, set_ups={})

    def _with_set_up(self, seat: int, set_up: SeatSetUp) -> Self:
        return replace(self, set_ups={**self.set_ups, seat: set_up})

    # Playing

    def play(
        self, person: int, text: str, *, now: datetime, source: str | None, sure: bool = False
    ) -> Self:
        """Return the match after the moves of one message: all of them or none.

        Raises Repeated, NotAPlayer, NotYourTurn, NoMoveNow, what ``Position.parse_all`` raises,
        Warned for a move with a warning unless the player is ``sure``, or another Refusal if the
        match is not being played or the player's time is over.
        """
        self.check_new(source)
        self._check_may_move(person, now)
        match = self
        try:
            moves = self.position.parse_all(text)
        except InvalidMove as error:
            # The usual move of the game may not be legal here: show one that is.
            refusal = InvalidMove(error.text.with_values(usual=self.example))
            raise unlike_typed(refusal, text) from error
        except MoveError as error:
            raise unseen(self, error) from error
        for move in moves:
            warning = match.position.claiming.warning(move)
            if warning is not None and not (sure or self.hides_pieces):
                raise Warned(warning)
            match = match._moved(move, person, now, source)
            source = None
        return match._ended(now)

    def _check_may_move(self, person: int, now: datetime) -> None:
        self.check_player(person)
        if self.setting_up:
            raise NoMoveNow(Text("The pieces are set up first, in secret, by the buttons below."))
        self.check_turn(person)
        if self.outcome is not None:
            raise NoMoveNow(Text("The game is over: answer what is proposed below the board."))
        if self.paused is not None and now >= self.paused:
            raise NoMoveNow(
                Text("The event of this match is paused. No clock runs; you move when it goes on.")
            )
        if self.deadline and now >= self.deadline and not self.time.claimed:
            raise Refusal(Text("Your time was up when you sent this."))

    def _moved(self, move: Move, person: int, now: datetime, source: str | None) -> Self:
        """Return the match after a legal move; a third repetition ends it or proposes a draw."""
        text, seat = self.position.write(move), self.position.turn
        position = self.position.play(move)
        key = known_of(position).key
        alike = (place for _, place in self.path if place.key == key)
        times = 1 + sum(place.read().key == position.key for place in alike)
        may_be_draw = DRAW in position.agreements()
        position = after_repetition(position, move, times)
        match = self.add(
            Kind.MOVE, now, person, text=text, seat=seat, position=position, source=source
        )
        if times == THIRD_TIME and may_be_draw and position.outcome() is None:
            return match._propose(DRAW, now)
        return match

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats of people for whom the match is waiting.

        Pings and reminders are only for these seats. A computer's next action is ``duty``, and a
        crowd follows its own record.
        """
        return tuple(seat for seat in self._waited_for if self.is_persons(seat))

    @property
    def awaited(self) -> tuple[int, ...]:
        """The own seats of the people for whom the match is waiting.

        A person who plays on for a partner counts with their own seats, not with the partner's.
        """
        people = {self.players[seat] for seat in self.to_act}
        return tuple(seat for seat, person in enumerate(self.people) if person in people)

    @property
    def _waited_for(self) -> tuple[int, ...]:
        """The seats for which the match is waiting, whoever plays them; empty during a pause."""
        if self.paused is not None:
            return ()
        match self.status:
            case Status.OVER:
                return ()
            case Status.CHALLENGE:
                return tuple(s for s, p in enumerate(self.people) if p not in self.accepted)
        waiting = set(self.setting_up) or {self.position.turn}
        if self.offer:
            asked = self.asked(self.offer)
            waiting.update(seat for seat in asked if self.players[seat] not in self.offer.agreed)
        return tuple(sorted(waiting))

    def waits_for(self, person: int) -> bool:
        """Return whether the match needs a person's answer or play, now or later, to go on."""
        match self.status:
            case Status.CHALLENGE:
                return person in self.people
            case Status.LIVE:
                return any(self.position.seats[seat].active for seat in self.seats_of(person))
        return False

    def asks(self, person: int) -> bool:
        """Return whether a challenge or an offer waits for a person's answer."""
        if self.status is Status.CHALLENGE:
            return person in self.people and person not in self.accepted
        offer = self.offer
        if offer is None or self.status is not Status.LIVE:
            return False
        return person in {self.players[seat] for seat in self.asked(offer)} - offer.agreed

    @cached_property
    def duty(self) -> Duty | None:
        """The next duty of a computer, or None if there is none."""
        return duty_of(self)

    @property
    def hints(self) -> Hints[Self]:
        """The hints that people have taken, and may still take."""
        return Hints(self)

    # What everybody sees

    @property
    def hides_pieces(self) -> bool:
        """Whether the board is shown without pieces: the match is blindfold and being played."""
        return hides_pieces(self)

    def check_shown(self) -> None:
        """Raise Refusal if the places of the pieces are secret from everybody now."""
        check_shown(self)

    @property
    def example(self) -> str:
        """An example of a move for the seat to move, in notation.

        The game's usual example is preferred if it is legal. In a rated match, any legal move takes
        its place, since a chosen one would be advice. In other matches, the example is a move that
        lets no piece be taken at once and, in a race, does not go back, if one of the first few is
        such a move. In a blindfold match it is always the usual example, legal or not: a legal move
        would reveal where a piece stands.
        """
        if self.hides_pieces:
            return self.game.example
        position = self.position.seen_by(None)
        return telling.example(position, self.public_moves, chosen=not self.rated)

    @property
    def news(self) -> Sequence[Text]:
        """The sentences for everybody about the position.

        In a blindfold match there are none after the first move.
        """
        if self.hides_pieces and self.moves:
            return ()
        return self.position.seen_by(None).display.news()

    @property
    def latest_news(self) -> Sequence[Text]:
        """The sentences of ``news`` that did not hold before the turns of ``exchange``."""
        known = self.until(self.exchange[0][0].number - 1).news if self.exchange else ()
        return [one for one in self.news if one not in known]

    @property
    def claims(self) -> Sequence[Claim]:
        """The claims that have a button: none in a blindfold match, since they name points."""
        return () if self.hides_pieces else self.position.claiming.claims()

    def line_seen_by(self, seat: int, most: int) -> tuple[str, ...]:
        """Return the last positions of the line of play as texts, as a seat may see them.

        There are at most ``most`` positions, the last one at the end.
        """
        return tuple(
            event.position if (seen := position.seen_by(seat)) is position else seen.fen()
            for event, position in ((event, place.read()) for event, place in self.path[-most:])
        )

    # Offers

    def last_turn_of(self, person: int) -> tuple[Event, ...]:
        """Return the moves of a person's last turn, even if others moved since; () without one."""
        turn: list[Event] = []
        for event in reversed(self.turns):
            if event.person == person:
                turn.insert(0, event)
            elif turn:
                break
        return tuple(turn)

    def offer_agreement(self, person: int, name: str, *, now: datetime, source: str | None) -> Self:
        """Return the match with an agreement offered by a person, or agreed to if others offer it.

        ``name`` is the name of one of ``position.agreements()``. Raises Refusal if the agreement is
        not possible now or does not concern the person, if another offer is open, or if the person
        has already offered it in this position.
        """
        self._check_player(person, source)
        if self.is_between_servers and name != DRAW.name:
            raise Refusal(Text("Between servers only a draw can be agreed on."))
        agreement = next((a for a in self.position.agreements() if a.name == name), None)
        if agreement is None:
            raise Refusal(self._not_agreed())
        if agreement.seats and not set(agreement.seats) & set(self.seats_of(person)):
            raise Refusal(Text("Only the players of that fight can agree on it."))
        return self._offered(person, agreement, now, source)

    def _not_agreed(self) -> Text:
        """Return the refusal of an impossible agreement, with the possible ones."""
        refused = Text("That cannot be agreed on in this position.")
        possible = [agreement.text for agreement in self.position.agreements()]
        if not possible:
            return refused
        return joined([refused, Text("You can propose {agreements}.", agreements=either(possible))])

    def offer_takeback(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with a takeback of a person's last turn offered to the others.

        Raises Refusal if the person has had no turn, or if something has happened since that cannot
        be undone.
        """
        self._check_player(person, source)
        if self.is_between_servers:
            raise Refusal(
                Text("Between servers no move is taken back: the other server has it already.")
            )
        turn = self.last_turn_of(person)
        if not turn:
            raise Refusal(Text("You have no turn that could be taken back."))
        since = self.events[turn[0].number - 1 :]
        if any(event.position and event.kind not in {Kind.MOVE, Kind.TAKEBACK} for event in since):
            raise Refusal(
                Text(
                    "That turn cannot be taken back any more: somebody has given up, or something "
                    "was agreed on since."
                )
            )
        return self._offered(person, self.takeback(turn[0].number), now, source)

    def retract(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with a crowd's last turn undone, including computers' answers to it.

        ``person`` is the crowd. Raises Refusal if it has had no turn, or if anybody but a computer
        has changed the position since.
        """
        self._check_player(person, source)
        turn = self.last_turn_of(person)
        later = self.events[turn[-1].number :] if turn else ()
        if not turn or any(
            event.position and (event.kind is not Kind.MOVE or not is_computer(event.person or 0))
            for event in later
        ):
            raise Refusal(Text("Somebody has moved since: that cannot be taken back any more."))
        number = turn[0].number
        before = self.until(number - 1).position
        return self.add(
            Kind.TAKEBACK, now, person, text=str(number), position=before, source=source
        )

    def _offered(
        self, person: int, agreement: Agreement, now: datetime, source: str | None
    ) -> Self:
        standing = self.offer
        if standing and standing.agreement == agreement:
            return self.agree(person, standing.number, now=now, source=source)
        if standing and standing.by != person:
            raise Refusal(
                Text(
                    "There is an open offer already ({agreement}): it has to be answered first.",
                    agreement=standing.agreement.text,
                )
            )
        name = agreement.name
        since = self.events[self.since :]
        if any((e.kind, e.person, e.text) == (Kind.OFFER, person, name) for e in since):
            raise Refusal(
                Text(
                    "You have offered {agreement} on this move already; you can again after the "
                    "next one.",
                    agreement=agreement.text,
                )
            )
        return self.add(Kind.OFFER, now, person, text=name, source=source)._settled(now)

    def agree(self, person: int, number: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with the offer of event ``number`` agreed to by a person.

        Once all have agreed, the offer takes effect. Raises Refusal if the offer is no longer open,
        or if the person made it or has agreed already.
        """
        offer = self._standing(person, number, source)
        if person == offer.by:
            raise Refusal(
                Text(
                    "You proposed {agreement}; it waits for an answer.",
                    agreement=offer.agreement.text,
                )
            )
        if person in offer.agreed:
            raise Refusal(Text("You have agreed already; not all others have."))
        agreed = self.add(Kind.AGREE, now, person, text=offer.agreement.name, source=source)
        return agreed._settled(now)

    def refuse(self, person: int, number: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with the offer of event ``number`` declined, or withdrawn by its author.

        Raises Refusal if the offer is no longer open.
        """
        offer = self._standing(person, number, source)
        match = self.add(Kind.REFUSE, now, person, text=offer.agreement.name, source=source)
        return match if match.outcome is None else match._closed(now)

    def recall(self, person: int, number: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with the person's own offer of event ``number`` withdrawn.

        Raises Refusal if the offer is no longer open, or if somebody else made it.
        """
        if self._standing(person, number, source).by != person:
            raise Refusal(
                Text("Only the player who made the offer can withdraw it; you can decline it.")
            )
        return self.refuse(person, number, now=now, source=source)

    def _voted_out(self, vote: Offer, now: datetime) -> Self:
        """Return the match with a vote closed because some have not answered in time."""
        return self.add(Kind.REFUSE, now, text=vote.agreement.name)

    def _standing(self, person: int, number: int, source: str | None) -> Offer:
        self._check_player(person, source)
        if self.offer is None or self.offer.number != number:
            raise Refusal(Text("That offer is no longer open."))
        return self.offer

    def _settled(self, now: datetime) -> Self:
        """Return the match with the offer in effect, if all whose agreement it needs agree.

        Computers agree at once, unless the agreement could give away a chance of winning.
        """
        match, offer = self, self.offer
        if offer is None:
            return self
        asked = dict.fromkeys(self.players[seat] for seat in self.asked(offer))
        if not offer.agreement.even:
            for user in filter(is_computer, asked):
                if user not in offer.agreed:
                    match = match.add(Kind.AGREE, now, user, text=offer.agreement.name)
            offer = match.offer or offer
        return match if set(asked) - offer.agreed else match._agreed(offer, now)

    def _agreed(self, offer: Offer, now: datetime) -> Self:
        """Return the match after an offer that all have agreed to takes effect."""
        if offer.agreement.name.startswith(TAKEBACK):
            number = int(offer.agreement.name.removeprefix(TAKEBACK))
            before = self.until(number - 1).position
            return self.add(Kind.TAKEBACK, now, offer.by, text=str(number), position=before)
        if is_vote(offer):
            return self.take_over(int(offer.agreement.name.split()[-1]), now=now)
        # The last answer is the event that changes the position.
        position = self.position.agree(offer.agreement)
        known = known_of(position)
        last = replace(self.events[-1], position=position.fen(), known=known)
        line = self.line.then(position, known)
        match = replace(self, events=(*self.events[:-1], last), line=line)
        match = match._ended(now)
        goes_on = match.status is Status.LIVE and match.outcome is None
        return match.add(Kind.REPOST, now) if goes_on else match

    def _propose(self, agreement: Agreement, now: datetime) -> Self:
        """Return the match with an agreement that the bot proposes to the players."""
        return self.add(Kind.OFFER, now, text=agreement.name)._settled(now)

    def _ended(self, now: datetime) -> Self:
        """Return the match with the result recorded, if the game is over.

        A match that is not under way is aborted. If an agreement is still possible, such as to
        begin again, the bot proposes it first, unless no people play.
        """
        if self.position.outcome() is None or self.status is Status.OVER:
            return self
        if not self.is_under_way:
            return self._aborted(now)
        left = self.position.agreements() if self.persons or self.crowds else ()
        return self._propose(left[0], now) if left else self._closed(now)

    def _closed(self, now: datetime) -> Self:
        """Return the match closed with the result on its board.

        The match becomes unrated if it was given up after a few moves: two people could arrange
        such results.
        """
        if not (self.rated and self._is_given_up_early):
            return self.add(Kind.RESULT, now)
        return replace(self, rated=False).add(Kind.RESULT, now, text=EARLY)

    def _aborted(self, now: datetime) -> Self:
        """Return the match aborted because of its last event: too few moves for a result."""
        last = self.events[-1]
        return self.add(Kind.ABORT, now, last.person, text=last.kind, seat=last.seat)

    @property
    def given_up(self) -> tuple[Event, ...]:
        """The events by which a player has just given up all of their seats, while others play on.

        It is empty after the next move, if a computer or a crowd gave up, and in a tournament,
        which counts the result for the players who began.
        """
        if self.status is not Status.LIVE or self.outcome is not None or self.tournament:
            return ()
        events: list[Event] = []
        for event, _ in reversed(self.path):
            seat = event.seat
            if event.kind not in GIVEN_UP or seat is None or not self.is_persons(seat):
                break
            if events and self.players[seat] != self.players[events[0].seat or 0]:
                break
            events.insert(0, event)
        return tuple(events)

    def offer_takeover(self, level: int, *, now: datetime) -> Self:
        """Return the match with a vote on a computer playing on for the player who has given up.

        The match is unchanged if nobody has just given up. Raises ValueError for an unknown level.
        """
        given_up = self.given_up
        if not given_up:
            return self
        another(level, self.people)
        return self._propose(self.takeover(given_up[0].number, level), now)

    def take_over(self, level: int, *, now: datetime) -> Self:
        """Return the match, now unrated, with a computer of ``level`` in the seats just given up.

        The computer plays on from the position before they were given up. The match is unchanged if
        nobody has just given up. Raises ValueError for an unknown level.
        """
        given_up = self.given_up
        if not given_up:
            return self
        first, user = given_up[0], another(level, self.people)
        gone = self.players[first.seat or 0]
        seated = zip(self.people, self.players, strict=True)
        people = tuple(user if player == gone else person for person, player in seated)
        match = replace(self, people=people, rated=False)
        position = self.until(first.number - 1).position
        return match.add(
            Kind.TAKEOVER, now, user, text=str(first.number), seat=first.seat, position=position
        )

    @property
    def departed(self) -> tuple[int, ...]:
        """The players who have left the server, as the record notes, and have not acted since."""
        if self.status is not Status.LIVE or self.outcome is not None:
            return ()
        gone: dict[int, None] = {}
        for event in self.events:
            if event.kind is Kind.REMIND and event.text == Reminder.LEFT:
                seat = event.seat or 0
                if self.is_persons(seat) and self.seats[seat].active:
                    gone[self.players[seat]] = None
            elif event.person is not None:
                gone.pop(event.person, None)
        return tuple(gone)

    def note_departed(self, person: int, *, now: datetime) -> Self:
        """Return the match with a note that a person left the server, which its post tells others.

        The match is unchanged if the departure is known, or if no other person plays in it.
        """
        seats = [seat for seat in self.seats_of(person) if self.seats[seat].active]
        alone = not set(self.persons) - {person, *self.departed}
        over = self.status is not Status.LIVE or self.outcome is not None
        if over or alone or not seats or person in self.departed:
            return self
        return self.add(Kind.REMIND, now, text=Reminder.LEFT, seat=seats[0])

    def may_replace(self, person: int, departed: int) -> bool:
        """Return whether a person may let a computer play on for a player who has left the server.

        All other people must have left. The match must not be in a set-up, in a tournament, with
        crowds or between servers.
        """
        others = {user for user in self.players if is_person(user)} - set(self.departed)
        counts = self.tournament is not None or self.is_between_servers or bool(self.crowds)
        return departed in self.departed and others == {person} and not (counts or self.setting_up)

    def replace_departed(
        self, person: int, departed: int, level: int, *, now: datetime, source: str | None
    ) -> Self:
        """Return the match, now unrated, with a computer in the seats of somebody who has left.

        Raises Refusal unless ``may_replace`` allows that, and ValueError for an unknown level.
        """
        self._check_player(person, source)
        if not self.may_replace(person, departed):
            raise Refusal(Text("A computer cannot play on in this match."))
        user, (seat, *_) = another(level, self.people), self.seats_of(departed)
        people = tuple(user if player == departed else player for player in self.players)
        match = replace(self, people=people, rated=False)
        following = str(len(self.events) + 1)
        return match.add(
            Kind.TAKEOVER,
            now,
            user,
            text=following,
            seat=seat,
            position=self.position,
            source=source,
        )

    # Ends other than on the board

    def resign(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with every seat of a person left to a partner, or given up without one.

        Raises Refusal unless the person is playing.
        """
        self._check_player(person, source)
        return self._left(Kind.RESIGN, self.seats_of(person), person, now, source)

    def surrender(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with a person's seats given up though a partner could play them.

        Raises Refusal unless the rules let the partner play on afterwards.
        """
        self._check_player(person, source)
        if not self.may_surrender(person):
            raise Refusal(Text("Nobody surrenders alone in this match: you can resign."))
        return self._given_up(Kind.RESIGN, self.seats_of(person), person, now, source)

    def may_surrender(self, person: int) -> bool:
        """Return whether a person can give up their seats while a partner keeps their own."""
        after = self.position
        partners = {self.partner_of(seat) for seat in self.seats_of(person)} - {None}
        for seat in self.seats_of(person):
            if after.outcome() is None:
                after = after.resign(seat)
        return after.outcome() is None and any(
            after.seats[partner].active for partner in partners if partner is not None
        )

    def leave(self, person: int, *, now: datetime) -> Self:
        """Return the match after a person leaves for good; unchanged if it does not wait for them.

        A challenge is closed, a match is resigned, and a proposal made after its end is declined.
        """
        if not self.waits_for(person):
            return self
        if self.status is Status.CHALLENGE:
            kind = Kind.WITHDRAW if person == self.host else Kind.DECLINE
            return self.add(kind, now, person)
        if self.outcome is not None:
            return self._closed(now)
        return self.resign(person, now=now, source=None)

    def _left(
        self,
        kind: Kind,
        seats: Iterable[int],
        person: int | None,
        now: datetime,
        source: str | None,
    ) -> Self:
        """Return the match with each seat left to a partner, or given up if it has none."""
        match, given_up = self, []
        for seat in seats:
            partner = match.partner_of(seat)
            if not match.seats[seat].active:
                continue
            if partner is None:
                given_up.append(seat)
                continue
            match = match.add(kind, now, person, text=str(partner), seat=seat, source=source)
            source = None
        return match._given_up(kind, given_up, person, now, source) if given_up else match

    def _given_up(
        self,
        kind: Kind,
        seats: Iterable[int],
        person: int | None,
        now: datetime,
        source: str | None,
    ) -> Self:
        """Return the match with the seats out of the game, and ended if that decides it."""
        match = self
        for seat in seats:
            if match.position.outcome() is None and match.position.seats[seat].active:
                position = match.position.resign(seat)
                match = match.add(kind, now, person, seat=seat, position=position, source=source)
                source = None
        if match.set_ups and not match.setting_up and match.position.outcome() is None:
            match = match._set_up(now, None)  # the others had waited for that seat alone
        return match._left_to_computers(now)._ended(now)

    def _left_to_computers(self, now: datetime) -> Self:
        """Return the match decided by the bot if all people who played have given up.

        The teams of these people have lost; there is no result if every team had people.
        """
        playing = any(
            seat.active and not self.is_computers(number)
            for number, seat in enumerate(self.position.seats)
        )
        if self.position.outcome() is not None or playing or not (self.persons or self.crowds):
            return self
        if not self.is_under_way:
            return self._aborted(now)
        lost = {s.team for number, s in enumerate(self.seats) if not self.is_computers(number)}
        ranks = [1 + (seat.team in lost) for seat in self.seats]
        text = " ".join(map(str, ranks)) if 1 in ranks else ""
        return self.add(Kind.ADJUDICATE, now, text=text)

    @property
    def may_abort(self) -> bool:
        """Whether the match may still end as if it had not begun: a seat has not moved yet.

        A match of a tournament may not: its players must get their points.
        """
        moved = {event.seat for event in self.turns}
        return (
            self.status is Status.LIVE
            and self.tournament is None
            and any(
                seat.active and number not in moved
                for number, seat in enumerate(self.position.seats)
            )
        )

    def check_abort(self) -> None:
        """Raise Refusal if the match can no longer be aborted."""
        if self.tournament is not None:
            raise Refusal(
                Text("A match of a tournament cannot be aborted; it can be resigned, and a "
                     "moderator can decide it.")
            )  # fmt: skip
        if not self.may_abort:
            raise Refusal(
                Text("Everyone has moved by now: a match can be resigned, but not aborted.")
            )

    def abort(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match ended without a result, before everyone has moved.

        The host of a match between computers can end it at any time. Raises Refusal for other
        people who do not play in it, and as ``check_abort`` does.
        """
        if person == self.host and not (self.persons or self.crowds):
            self.check_new(source)
            self._check_status(Status.LIVE)
        else:
            self._check_player(person, source)
            self.check_abort()
        return self.add(Kind.ABORT, now, person, source=source)

    def adjudicate(
        self,
        person: int,
        ranks: Sequence[int],
        reason: str,
        *,
        now: datetime,
        source: str | None,
        rated: bool = True,
    ) -> Self:
        """Return the match with the result decided by a moderator, replacing any other.

        ``ranks`` are the ranks of the seats, with 1 as the best; empty means no result. The match
        stays rated only if it is under way and ``rated`` is True. Raises Refusal if the match has
        not begun, if no reason is given, or if the match counts and the person plays in it; raises
        ValueError for impossible ranks.
        """
        self.check_new(source)
        if self.status is Status.CHALLENGE or not self.line:
            self._check_status(Status.LIVE)
        reason = checked_reason(reason)
        counts = self.tournament is not None or (self.rated and self.is_under_way)
        if counts and person in self.persons and len(self.persons) > 1:
            raise Refusal(
                Text(
                    "You play in this match, and it counts: another moderator of the server "
                    "decides it."
                )
            )
        if ranks and (len(ranks) != len(self.people) or min(ranks) != 1):
            raise ValueError(f"{ranks} are no ranks of {len(self.people)} seats")
        if self.is_between_servers and not is_abroad(person):
            self._check_fair(ranks)
        text = written(ranks, reason)
        match = replace(self, rated=rated and self.rated and self.is_under_way)
        return match.add(Kind.ADJUDICATE, now, person, text=text, source=source)

    def _check_fair(self, ranks: Sequence[int]) -> None:
        """Raise Refusal if a moderator decides a match between servers in favour of their own.

        They may only let the other server win, or end a live match without a result.
        """
        won = [rank for user, rank in zip(self.people, ranks, strict=False) if is_abroad(user)]
        for_them = won == [1] and max(ranks) > 1
        if not for_them and (ranks or self.status is Status.OVER):
            raise Refusal(
                Text("Between servers a moderator can decide for the other server, or end a "
                    "match under way without a result.")
            )  # fmt: skip

    # Time

    @property
    def timing(self) -> Timing:
        """The time of the match: the running clock, the past stops, and the next due events."""
        return Timing(self)

    @cached_property
    def hidden(self) -> Event | None:
        """The event by which the board was hidden, or None if it can be seen."""
        return self.timing.hidden

    @cached_property
    def deadline(self) -> datetime | None:
        """The time at which the seat on turn runs out of time, None if it does not at present."""
        return self.timing.deadline

    @cached_property
    def due(self) -> datetime | None:
        """The time of the next automatic event, or None if there will be none."""
        return self.timing.due

    def left(self, seat: int, now: datetime) -> timedelta | None:
        """Return the time that a seat has left: negative if it is over, None without a limit."""
        return self.timing.left(seat, now)

    # Effects of time

    def tick(self, *, now: datetime, chance: random.Random) -> Self:
        """Return the match after the next event due by now; unchanged if none is due."""
        if self.due is None or self.due > now:
            return self
        if self.status is Status.CHALLENGE:
            return self.add(Kind.EXPIRE, now)
        if self.timing.lapses and self.timing.lapses <= now:
            return self.add(Kind.LAPSE, now)
        if self.vote and self.timing.completed <= now:
            return self._voted_out(self.vote, now)
        if self.setting_up and self.timing.completed <= now:
            return self._with_all_set_up(now, chance)
        if self.outcome and self.timing.completed <= now:
            return self._closed(now)
        if self.deadline and self.deadline <= now and not self.timing.flagged:
            return self._out_of_time(now)
        if self.timing.warned <= now:
            return self._reminded_of(Reminder.UNTOUCHED, now)
        about = Reminder.SET_UP if self.setting_up else Reminder.TIME
        return self._reminded_of(about, now)

    def _out_of_time(self, now: datetime) -> Self:
        seat = self.position.turn
        if self.time.claimed:
            return self.add(Kind.FLAG, now, seat=seat)
        return self._left(Kind.TIMEOUT, [seat], None, now, None)

    def run_out(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match after a time-out of the player on turn that was found elsewhere.

        The player is a crowd, or sits on another server. The seat is left to a partner, or given up
        if there is none. Raises Refusal unless it is this player's turn.
        """
        self.check_new(source)
        self.check_turn(person)
        return self._left(Kind.TIMEOUT, [self.position.turn], None, now, source)

    def _reminded_of(self, about: Reminder, now: datetime) -> Self:
        return self.add(Kind.REMIND, now, text=about, seat=self.timing.on_turn)

    def claim_time(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match after an opponent claims the time-out of the seat on turn.

        The seat is left to a partner, or given up if there is none. Raises Refusal if time is left,
        if time-outs are not claimed in this match, or if the person is no opponent.
        """
        self._check_player(person, source)
        seat = self.timing.on_turn
        if seat is None or not self.time.claimed or not self.deadline:
            raise Refusal(Text("There is nothing to claim here."))
        if self.deadline > now:
            left = int(self.deadline.timestamp())
            raise Refusal(
                Text(
                    "{seat} has time until {when}.", seat=self.seats[seat].name, when=f"<t:{left}>"
                )
            )
        team = self.seats[seat].team
        if all(self.seats[own].team == team for own in self.seats_of(person)):
            raise Refusal(Text("Only the other side can claim this."))
        return self._left(Kind.TIMEOUT, [seat], None, now, source)

    def claim_departed(
        self, person: int, departed: int, *, now: datetime, source: str | None
    ) -> Self:
        """Return the match after an opponent claims the game of a player who left the server.

        This counts as if the player had resigned. Raises Refusal if the player has not left, or if
        the person is no opponent.
        """
        self._check_player(person, source)
        if departed not in self.departed:
            raise Refusal(Text("There is nothing to claim here."))
        left = self.seats_of(departed)
        teams = {self.seats[seat].team for seat in left}
        if all(self.seats[own].team in teams for own in self.seats_of(person)):
            raise Refusal(Text("Only the other side can claim this."))
        return self._left(Kind.RESIGN, left, departed, now, source)

    # Outages, pauses and holidays

    def give_back(self, start: datetime, end: datetime, *, now: datetime) -> Self:
        """Return the match with the time of an outage given back; unchanged if none was lost."""
        known = [outage.end for outage in self.timing.outages() if outage.end <= end]
        start = max([start, *known]) if known else start
        if self.hidden is not None and start >= datetime.fromisoformat(self.hidden.text):
            return self
        if self.paused is not None and start >= self.paused:
            return self
        if (
            not self.time
            or self.status is not Status.LIVE
            or start >= end
            or end <= self.timing.turned
        ):
            return self
        limit = self.time.limit or timedelta()
        kind = Kind.OUTAGE if end - start >= limit * ANNOUNCED_FROM else Kind.GAP
        return self.add(kind, now, text=f"{start.isoformat()} {end.isoformat()}")

    def hide(self, event: int, *, now: datetime) -> Self:
        """Return the match with time stopped since the event ``event``, whose post was refused.

        The match is unchanged if its board is hidden already, if it is over, or if the post is only
        a notice and the player has seen the board of this turn in private.
        """
        if self.hidden is not None or self.status is Status.OVER:
            return self
        if self.events[event - 1].kind in NOTICES and self.line:
            turn = self.events[self.timing.turn_came :]
            if any(e.kind is Kind.GAP and e.person is not None for e in turn):
                return self
        return self.add(Kind.HIDDEN, now, text=self.events[event - 1].at.isoformat())

    def reveal(self, person: int | None = None, *, now: datetime) -> Self:
        """Return the match with its time running again because its board can be seen.

        ``person`` is the player to move if only that player sees the board. The match is unchanged
        if its board was not hidden.
        """
        if self.hidden is None:
            return self
        since = datetime.fromisoformat(self.hidden.text)
        told = person is None and self.timing.on_turn is not None and bool(self.time)
        told = told and now - since >= (self.time.limit or timedelta()) * ANNOUNCED_FROM
        text = f"{since.isoformat()} {max(now, since).isoformat()}"
        return self.add(Kind.OUTAGE if told else Kind.GAP, now, person, text=text)

    def pause(self, since: datetime, *, now: datetime) -> Self:
        """Return the match paused from ``since`` on; unchanged if it is paused or not live."""
        if self.status is not Status.LIVE or self.paused is not None:
            return self
        return self.add(Kind.PAUSE, now, text=since.isoformat())

    def resume(self, *, now: datetime) -> Self:
        """Return the match resumed, with its paused time given back; unchanged unless paused."""
        if self.status is not Status.LIVE or self.paused is None:
            return self
        return self.add(Kind.RESUME, now)

    def start_holiday(
        self, person: int, until: datetime, *, now: datetime, source: str | None
    ) -> Self:
        """Return the match with the time of a person's turns stopped until ``until``.

        The match is unchanged if the person is already on holiday. Raises Refusal unless the person
        is playing.
        """
        self._check_player(person, source)
        if any(self.timing.holiday(seat, now) for seat in self.seats_of(person)):
            return self
        return self.add(Kind.HOLIDAY, now, person, text=until.isoformat(), source=source)

    def end_holiday(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the match with a person back from a holiday; unchanged if they are on none."""
        self.check_new(source)
        away = any(self.timing.holiday(seat, now) for seat in self.seats_of(person))
        if not away or self.status is not Status.LIVE:
            return self
        return self.add(Kind.BACK, now, person, source=source)

    # The channel

    def relocate(self, channel: int, *, now: datetime, source: str | None) -> Self:
        """Return the match moved to another channel and shown there again."""
        return self.move_to(channel, now=now, source=source).repost(now=now)

    def move_to(self, channel: int, *, now: datetime, source: str | None = None) -> Self:
        """Return the match moved to another channel, in which its unsent events will appear."""
        seen = self.reveal(now=now)
        return replace(seen.add(Kind.RELOCATE, now, source=source), channel=channel)

    def repost(self, *, now: datetime, source: str | None = None) -> Self:
        """Return the match with its present state shown in the channel again."""
        return self.add(Kind.REPOST, now, source=source)
