"""The state of a tournament: the outcome of its entries, applied one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from engine.table.record import is_computer
from engine.tournaments.record import About, Entry, Kind
from engine.tournaments.scores import DRAW, WIN, How, Score
from engine.tournaments.terms import AN_EVENING, NEVER, STARTS_AFTER, Terms

AHEAD: Final = timedelta(hours=1)
"""The time that a proposal must be ahead, and must be open for acceptance, to count as an offer."""


class Phase(StrEnum):
    """The phases of a tournament."""

    SIGN_UP = "sign-up"
    CHECK_IN = "check-in"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(slots=True)
class Entrant:
    """A person who has signed up, or a computer that takes a seat.

    ``every`` says whether they also join the following tournaments. ``missed`` counts their
    no-shows, and ``missed_at`` is the time of the last one counted. ``entered`` is the number of
    the first round that they are in. ``side`` is their side in an exhibition, 0 or 1. ``why`` is
    the reason for their withdrawal, empty if they wished it.
    """

    player: int
    every: bool = False
    checked_in: bool = False
    withdrawn: bool = False
    missed: int = 0
    missed_at: datetime | None = None
    entered: int = 1
    side: int = 0
    why: str = ""


@dataclass(slots=True)
class Table:
    """A table of a round: ``players`` in the order of the seats of its first game.

    ``matches`` are the ids of its matches by the numbers of the games. ``results`` are the half
    points of its games by number; the number 0 stands for all games. ``scored`` is the time of the
    last result.

    ``proposals`` has the present proposals of each player: the times proposed, each with the time
    since which it could be accepted. ``offered`` has each player's earlier proposals that count as
    offers. ``agreed`` is the agreed time of the game, ``there`` are the players who have come to
    it, and ``came`` those who were there at an earlier agreed time. ``reminded`` is the subject of
    the last reminder, and ``waited_since`` the time since which those present have waited.

    ``lot`` is the player who advances if nobody played here. ``climbed`` is the player who climbed
    a ladder by the result, and the place that they had before.
    """

    round: int
    number: int
    players: tuple[int, ...]
    group: int = 0
    how: How = How.PLAYED
    matches: dict[int, int] = field(default_factory=dict)
    results: dict[int, tuple[int, ...]] = field(default_factory=dict)
    proposals: dict[int, dict[datetime, datetime]] = field(default_factory=dict)
    offered: dict[int, set[datetime]] = field(default_factory=dict)
    scored: datetime | None = None
    agreed: datetime | None = None
    reminded: str | None = None
    waited_since: datetime | None = None
    there: set[int] = field(default_factory=set)
    came: set[int] = field(default_factory=set)
    lot: int | None = None
    climbed: tuple[int, int] | None = None

    def seated(self, game: int) -> tuple[int, ...]:
        """Return the players by seat in a game: two players change seats after each game."""
        return self.players if game % 2 or len(self.players) > 2 else self.players[::-1]

    @property
    def has_games(self) -> bool:
        """Whether a game of the table was played to its end."""
        return self.how is How.PLAYED and any(game > 0 for game in self.results)

    def came_by(self, moment: datetime) -> set[int]:
        """Return the players who by ``moment`` were there at an agreed time, not only before it."""
        has_come = self.agreed is not None and self.agreed <= moment
        return self.came | self.there if has_come else set(self.came)

    def hours_offered(self, player: int, moment: datetime) -> int:
        """Return the number of different hours at which a player had offered to play by ``moment``.

        An offer counts if it was at least ``AHEAD`` in the future, and could be accepted for that
        long.
        """
        lasting = lasting_offers(self.proposals.get(player, {}), moment)
        times = self.offered.get(player, set()) | lasting
        return len({one.replace(minute=0) for one in times})


@dataclass(slots=True)
class Round:
    """A round: its number, the time of its pairing, its deadline, and its tables in order."""

    number: int
    paired: datetime
    deadline: datetime
    tables: list[Table]


def lasting_offers(proposals: Mapping[datetime, datetime], moment: datetime) -> set[datetime]:
    """Return the proposed times that count as offers even if they are withdrawn at ``moment``.

    ``proposals`` has the times, each with the time since which it could be accepted.
    """
    return {at for at, since in proposals.items() if min(at, moment) - since >= AHEAD}


def tables_handed_on(data: Mapping[str, Any]) -> set[tuple[int, int]]:
    """Return the tables, by round and number, at which one player replaces another."""
    tables = {(one, number) for one, number in data.get("tables", ())}
    return tables | ({(data["round"], data["table"])} if "table" in data else set())


class Counting:
    """The effects of entries and tables in a form of tournaments; the defaults suit most forms."""

    def starts(self, state: State, last: Entry) -> datetime | None:
        """Return the start of a tournament without a date after the entry ``last``, or None.

        ``last`` is the entry of somebody who has joined or left.
        """
        if len(state.entrants) < state.terms.wanted:
            return None
        return state.starts or last.at + STARTS_AFTER

    def enter_late(self, state: State, entrant: Entrant) -> None:
        """Let in somebody who joins after the start, to be paired from the next round on."""
        state.order.append(entrant.player)

    def check_in(self, state: State, entry: Entry) -> None:
        """Note that somebody has checked in."""
        state.entrants[entry.person or 0].checked_in = True

    def withdraw(self, state: State, player: int) -> None:
        """Note that somebody has left: they keep their place in the order of seeding."""

    def score(self, state: State, table: Table, before: int | None) -> None:
        """Note a new score of a table; ``before`` is the table's previous winner, or None."""

    def games(self, state: State, table: Table) -> int:
        """Return the number of games at a table, by its results so far."""
        return state.terms.games

    def struck(self, state: State) -> set[int]:
        """Return the players whose results do not count."""
        return set()

    def absences(self, state: State) -> Iterable[Score]:
        """Return the scores of players who sat at no table of a paired round."""
        return ()


class State:
    """The state of a tournament after its entries so far.

    ``order`` has all players, the best first; on a ladder, it is the ladder. ``groups`` are the
    groups of a league, or the two sides of an exhibition. ``rounds`` are the rounds paired so far,
    and ``planned`` is the number of rounds in all (0: unknown).

    ``starts`` is the time of the start, None while too few have signed up. ``paused_since`` is the
    beginning of the present pause, and ``stood`` the length of all earlier pauses after the start.
    ``pressed`` says whether somebody has begun the tournament by hand. ``closed`` says whether
    entries are closed.

    ``asked`` is the person who is asked to become its organiser. ``role`` is the winner's role on
    the server. ``next`` is the id of its automatic successor. ``fixed`` has the pairs that are to
    meet in a round, by round. ``undone`` counts, for each round, how often each pair was paired and
    taken back.
    """

    def __init__(self, terms: Terms, entries: Iterable[Entry], counting: Counting) -> None:
        self.terms = terms
        self._counting = counting
        self.phase = Phase.SIGN_UP
        self.paused_since: datetime | None = None
        self.stood = timedelta()
        self.organiser: int | None = None
        self.asked: int | None = None
        self.role = terms.role
        self.entrants: dict[int, Entrant] = {}
        self.seeds: list[int] = []
        self.earlier_groups: list[int] = []
        self.order: list[int] = []
        self.groups: list[list[int]] = []
        self.rounds: list[Round] = []
        self.planned = 0
        self.starts = terms.starts
        self.postponed = 0
        self.passes: set[tuple[int, int]] = set()
        self.challenges: list[tuple[int, int]] = []
        self.ended: Entry | None = None
        self.next: int | None = None
        self.begun: datetime | None = None
        self.named: list[list[int]] = []
        self.pressed = False
        self.closed = False
        self.fixed: dict[int, list[tuple[int, int]]] = {}
        self.undone: dict[int, Counter[frozenset[int]]] = {}
        self._places: dict[int, tuple[Table, int]] = {}
        self._heirs: dict[int, int] = {}
        for entry in entries:
            _APPLY[entry.kind](self, entry, entry.data)

    @property
    def is_over(self) -> bool:
        """Whether the tournament has ended or was cancelled."""
        return self.phase in {Phase.OVER, Phase.CANCELLED}

    @property
    def paused(self) -> bool:
        """Whether the tournament is paused."""
        return self.paused_since is not None

    @property
    def round(self) -> Round | None:
        """The last round that was paired, or None."""
        return self.rounds[-1] if self.rounds else None

    @property
    def people(self) -> list[int]:
        """The players who are in the tournament, in the order in which they joined."""
        return [one.player for one in self.entrants.values() if not one.withdrawn]

    def heir_of(self, player: int) -> int:
        """Return the player at somebody's place in the order: themselves, or their replacement."""
        while player not in self.order and player in self._heirs:
            player = self._heirs[player]
        return player

    def is_in(self, player: int) -> bool:
        """Return whether a player is in the tournament and not withdrawn; a computer always is."""
        if is_computer(player):
            return True
        entrant = self.entrants.get(player)
        return entrant is not None and not entrant.withdrawn

    @property
    def tables(self) -> list[Table]:
        """The tables of all rounds, in order."""
        return [table for one in self.rounds for table in one.tables]

    def table(self, round_number: int, number: int) -> Table | None:
        """Return the table ``number`` of a round, or None if there is none; both count from 1."""
        if not 1 <= round_number <= len(self.rounds):
            return None
        tables = self.rounds[round_number - 1].tables
        return tables[number - 1] if 1 <= number <= len(tables) else None

    @property
    def matches(self) -> frozenset[int]:
        """The ids of the matches at all tables."""
        return frozenset(self._places)

    def place_of(self, match: int) -> tuple[Table, int] | None:
        """Return the table of a match and the number of its game there, or None if it has none."""
        return self._places.get(match)

    def games_of(self, table: Table) -> int:
        """Return the number of games at a table, by its results so far."""
        return self._counting.games(self, table)

    def score_of(self, table: Table) -> Score | None:
        """Return the score of a table, or None while a game has no result."""
        games = self.games_of(table)
        if len(table.players) == 1:
            points = {How.BYE: WIN, How.HALF_BYE: DRAW}.get(table.how, 0) * self.terms.games
            return Score(table.round, table.players, (points,), table.how, self.terms.games)
        if 0 in table.results:
            return Score(table.round, table.players, table.results[0], table.how, games)
        results = [table.results.get(game) for game in range(1, games + 1)]
        if None in results:
            return None
        points_of = zip(*(result for result in results if result), strict=True)
        return Score(table.round, table.players, tuple(map(sum, points_of)), table.how, games)

    @property
    def open_tables(self) -> list[Table]:
        """The tables that have no score yet."""
        return [table for table in self.tables if self.score_of(table) is None]

    @property
    def scores(self) -> list[Score]:
        """The scores of all tables that have one, then those of absences.

        Tables with players who are ``struck`` are left out.
        """
        struck = self.struck
        found = (self.score_of(table) for table in self.tables)
        scores = [score for score in found if score and struck.isdisjoint(score.players)]
        return [*scores, *self._counting.absences(self)]

    @property
    def struck(self) -> set[int]:
        """The players who left so early that their results do not count."""
        return self._counting.struck(self)

    def played(self, player: int) -> int:
        """Return the number of tables at which a player has played to the end."""
        return sum(
            player in table.players and table.how is How.PLAYED and self.score_of(table) is not None
            for table in self.tables
        )

    def has_played(self, player: int) -> bool:
        """Return whether a player has finished a game; walkovers and decisions do not count."""
        return any(player in table.players and table.has_games for table in self.tables)

    def won_by(self, table: Table) -> int | None:
        """Return the winner of a table, or None for a draw or while there is no score."""
        score = self.score_of(table)
        return score.leaders[0] if score is not None and len(score.leaders) == 1 else None

    # The effects of the kinds of entries

    def _create(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.organiser = entry.person
        self.seeds = list(data.get("order", ()))
        self.earlier_groups = list(data.get("groups", ()))
        self.named = [list(people) for people in data.get("named", ())]

    def _join(self, entry: Entry, data: Mapping[str, Any]) -> None:
        person, side = entry.person or 0, data.get("side", 0)
        known = self.entrants.get(person)
        if known is not None and not known.withdrawn:
            known.every, known.side = data["every"], side
        else:
            self._enter(Entrant(person, every=data["every"], side=side))
        self._count(entry)

    def _enter(self, entrant: Entrant) -> None:
        """Let somebody in; after the start, as a late player."""
        self.entrants[entrant.player] = entrant
        entrant.checked_in = self.phase is not Phase.SIGN_UP
        if self.phase is Phase.RUNNING:
            entrant.entered = len(self.rounds) + 1
            self._counting.enter_late(self, entrant)

    def side(self, number: int) -> list[int]:
        """Return the players on a side of an exhibition, in the order in which they joined."""
        return [p for p in self.people if self.entrants[p].side == number]

    def _count(self, entry: Entry) -> None:
        """Set the time of the start once enough people have signed up."""
        if self.terms.starts is None and self.phase is Phase.SIGN_UP and not self.postponed:
            self.starts = self._counting.starts(self, entry)

    def _leave(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.entrants.pop(entry.person or 0, None)
        self._count(entry)

    def _call(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.phase = Phase.CHECK_IN

    def _check_in(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self._counting.check_in(self, entry)

    def _postpone(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.starts = datetime.fromisoformat(data["starts"])
        self.postponed += 1

    def _start(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.phase, self.begun = Phase.RUNNING, entry.at
        self.order = list(data["order"])
        self.groups = [list(group) for group in data["groups"]]
        self.planned = data["rounds"]
        for player in self.order:
            if player not in self.entrants and is_computer(player):
                side = next((n for n, some in enumerate(self.groups) if player in some), 0)
                self.entrants[player] = Entrant(player, checked_in=True, side=side)
        for player in [one for one in self.entrants if one not in self.order]:
            self.entrants[player].withdrawn = True

    def _pair(self, entry: Entry, data: Mapping[str, Any]) -> None:
        tables = [
            Table(
                data["round"],
                number,
                tuple(one["players"]),
                one.get("group", 0),
                How(one.get("how", How.PLAYED)),
            )
            for number, one in enumerate(data["tables"], 1)
        ]
        deadline = datetime.fromisoformat(data["deadline"])
        self.rounds.append(Round(data["round"], entry.at, deadline, tables))
        self.challenges = []

    def _make(self, entry: Entry, data: Mapping[str, Any]) -> None:
        for round_number, number, game, match in data["matches"]:
            table = self.table(round_number, number)
            if table is not None:
                table.matches[game] = match
                self._places[match] = (table, game)

    def _score(self, entry: Entry, data: Mapping[str, Any]) -> None:
        table = self.table(data["round"], data["table"])
        if table is None:
            return
        before = self.won_by(table)
        if table.how is not How.PLAYED or not table.results.keys() - {data["game"]}:
            table.how = How(data["how"])  # a table with one game played is played
        table.results[data["game"]] = tuple(data["points"])
        table.scored = entry.at
        table.lot = data.get("lot")
        for player in data.get("absent", ()):
            self._miss(self.entrants[player], entry.at)
        self._counting.score(self, table, before)

    def _miss(self, entrant: Entrant, at: datetime) -> None:
        """Count a no-show.

        If all matches begin together, the no-shows within half a day count once.
        """
        last = entrant.missed_at
        if not self.terms.together or last is None or at - last > AN_EVENING:
            entrant.missed += 1
            entrant.missed_at = at

    def _withdraw(self, entry: Entry, data: Mapping[str, Any]) -> None:
        entrant = self.entrants[entry.person or 0]
        entrant.withdrawn, entrant.every, entrant.why = True, False, data.get("why", "")
        self._counting.withdraw(self, entrant.player)

    def _return(self, entry: Entry, data: Mapping[str, Any]) -> None:
        entrant = self.entrants[entry.person or 0]
        entrant.withdrawn, entrant.missed, entrant.missed_at = False, 0, None
        if entrant.player not in self.order:  # they missed the start, and come late
            entrant.entered = len(self.rounds) + 1
            self.order.append(entrant.player)

    def _pass(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.passes.add((entry.person or 0, data["round"]))

    def _replace(self, entry: Entry, data: Mapping[str, Any]) -> None:
        new, old = entry.person or 0, data["place"]
        places = {old: new}
        self._heirs[old] = new
        if "reason" in data and old in self.entrants:  # the organiser takes them out
            gone = self.entrants[old]
            gone.withdrawn, gone.every, gone.why = True, False, "organiser"
        if "table" in data:
            places[new] = old  # the player who leaves the board is a reserve now
        for round_number, number in tables_handed_on(data):
            self._seat_anew(self.table(round_number, number), places)
        for players in (self.order, *self.groups):
            players[:] = [places.get(player, player) for player in players]
        self.entrants.setdefault(new, Entrant(new)).entered = len(self.rounds) + 1
        self.entrants[new].checked_in = True
        self.entrants[new].withdrawn = False

    def _seat_anew(self, table: Table | None, places: Mapping[int, int]) -> None:
        if table is not None:
            table.players = tuple(places.get(player, player) for player in table.players)
            for gone in places:
                table.proposals.pop(gone, None)
                table.offered.pop(gone, None)
            table.agreed = table.reminded = table.waited_since = None
            table.there, table.came = set(), set()
            self._forget_matches(table)

    def _forget_matches(self, table: Table) -> None:
        for match in table.matches.values():
            self._places.pop(match, None)
        table.matches.clear()

    def _propose(self, entry: Entry, data: Mapping[str, Any]) -> None:
        table = self.table(data["round"], data["table"])
        if table is not None:
            person = entry.person or 0
            before = table.proposals.get(person, {})
            times = map(datetime.fromisoformat, data["times"])
            table.proposals[person] = {at: before.get(at, entry.at) for at in times}
            gone = {at: since for at, since in before.items() if at not in table.proposals[person]}
            table.offered.setdefault(person, set()).update(lasting_offers(gone, entry.at))

    def _agree(self, entry: Entry, data: Mapping[str, Any]) -> None:
        table = self.table(data["round"], data["table"])
        if table is None:
            return
        for person, proposals in table.proposals.items():
            # After an agreement, an offer need not stay open for acceptance.
            accepted = {at for at, since in proposals.items() if at - since >= AHEAD}
            table.offered.setdefault(person, set()).update(accepted)
        self._part(table, entry)
        table.agreed = datetime.fromisoformat(data["at"]) if data["at"] else None
        table.there = set()
        table.reminded = table.waited_since = None
        table.proposals.clear()

    @staticmethod
    def _part(table: Table, entry: Entry) -> None:
        """Note the players who came to the agreed time, which ends now, and those who did not.

        The player who cancels it counts as not having come or offered anything, unless they had
        waited for the others in vain. A player who did not come loses their offers, too.
        """
        if table.agreed is None:
            return
        came, failed = table.came_by(entry.at), set[int]()
        if entry.person is not None and table.reminded != About.ALONE:
            failed = {entry.person}
            came -= failed - table.came
        elif table.agreed <= entry.at:
            failed = {*table.players} - came
        for person in failed:
            table.offered.pop(person, None)
        table.came = came

    def _come(self, entry: Entry, data: Mapping[str, Any]) -> None:
        table = self.table(data["round"], data["table"])
        if table is not None:
            person = entry.person or 0
            if person in table.there:  # they were asked what to do, and wait on
                table.reminded, table.waited_since = About.NOW, entry.at
            table.there.add(person)

    def _remind(self, entry: Entry, data: Mapping[str, Any]) -> None:
        table = self.table(data["round"], data["table"])
        if table is not None:
            table.reminded = data["about"]
            table.waited_since = max(entry.at, table.agreed or entry.at)

    def _challenge(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.challenges.append((entry.person or 0, data["place"]))

    def _shift(self, entry: Entry, data: Mapping[str, Any]) -> None:
        for one in self.rounds if self.terms.together else self.rounds[-1:]:
            one.deadline = datetime.fromisoformat(data["until"])

    def _unpair(self, entry: Entry, data: Mapping[str, Any]) -> None:
        if self.rounds:
            last = self.rounds.pop()
            taken_back = self.undone.setdefault(last.number, Counter())
            for table in last.tables:
                taken_back[frozenset(table.players)] += 1
                self._forget_matches(table)

    def _begin(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.pressed, self.starts, self.phase = True, entry.at, Phase.CHECK_IN
        for player in data["players"]:
            self.entrants[player].checked_in = True

    def _change(self, entry: Entry, data: Mapping[str, Any]) -> None:
        """Apply the changes that are not terms; the tournament itself has the new terms."""
        self.closed = data.get("closed", self.closed)
        if self.planned and "rounds" in data:
            self.planned = data["rounds"] or self.planned

    def _fix(self, entry: Entry, data: Mapping[str, Any]) -> None:
        one, other = data["players"]
        pairs = self.fixed.setdefault(data["round"], [])
        pairs[:] = [pair for pair in pairs if {one, other}.isdisjoint(pair)]
        if one != other:
            pairs.append((one, other))

    def _message(self, entry: Entry, data: Mapping[str, Any]) -> None:
        """Change nothing: the message is only sent."""

    def _role(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.role = data["role"] or None

    def _pause(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.paused_since = entry.at

    def _resume(self, entry: Entry, data: Mapping[str, Any]) -> None:
        since, self.paused_since = self.paused_since, None
        if since is None or self.phase is not Phase.RUNNING:
            return
        span = timedelta(seconds=data.get("late", 0))
        self.stood += span
        for one in self.rounds:
            if since < one.deadline < NEVER:
                one.deadline += span
        for table in self.tables:
            self._wait_on(table, since, span)

    @staticmethod
    def _wait_on(table: Table, since: datetime, span: timedelta) -> None:
        """Extend the wait for players at an agreed time by the length of a pause.

        An agreed time within the pause is cancelled, and nobody has missed it.
        """
        if table.agreed is not None and since <= table.agreed <= since + span:
            table.agreed = table.reminded = table.waited_since = None
            table.there = set()
        elif table.waited_since is not None and table.waited_since < since:
            table.waited_since += span

    def _ask(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.asked = data["organiser"]

    def _name(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.organiser, self.asked = data["organiser"], None

    def _move(self, entry: Entry, data: Mapping[str, Any]) -> None:
        """Change nothing: the tournament itself knows its channel."""

    def _end(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.phase, self.ended = Phase.OVER, entry

    def _cancel(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.phase, self.ended = Phase.CANCELLED, entry

    def _follow(self, entry: Entry, data: Mapping[str, Any]) -> None:
        self.next = data["tournament"]


_APPLY: Mapping[Kind, Callable[[State, Entry, Mapping[str, Any]], None]] = {
    Kind.CREATE: State._create,
    Kind.JOIN: State._join,
    Kind.LEAVE: State._leave,
    Kind.CALL: State._call,
    Kind.CHECK_IN: State._check_in,
    Kind.POSTPONE: State._postpone,
    Kind.START: State._start,
    Kind.PAIR: State._pair,
    Kind.MAKE: State._make,
    Kind.SCORE: State._score,
    Kind.WITHDRAW: State._withdraw,
    Kind.RETURN: State._return,
    Kind.PASS: State._pass,
    Kind.REPLACE: State._replace,
    Kind.PROPOSE: State._propose,
    Kind.AGREE: State._agree,
    Kind.COME: State._come,
    Kind.REMIND: State._remind,
    Kind.CHALLENGE: State._challenge,
    Kind.SHIFT: State._shift,
    Kind.UNPAIR: State._unpair,
    Kind.ROLE: State._role,
    Kind.PAUSE: State._pause,
    Kind.RESUME: State._resume,
    Kind.ASK: State._ask,
    Kind.NAME: State._name,
    Kind.MOVE: State._move,
    Kind.END: State._end,
    Kind.CANCEL: State._cancel,
    Kind.BEGIN: State._begin,
    Kind.CHANGE: State._change,
    Kind.FIX: State._fix,
    Kind.MESSAGE: State._message,
    Kind.FOLLOW: State._follow,
}
