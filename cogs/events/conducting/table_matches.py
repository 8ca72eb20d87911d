"""The matches of a tournament's tables: their beginning, their results and their end.

The source of a match's first event names its round, table and game. A match made before a crash is
found by its source, so each is made once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from cogs.client.client import Damier
from cogs.language.catalogues import plainly
from data import Store
from engine import Refusal, Text
from engine.event_log import Repeated
from engine.table.match import Match
from engine.table.record import OPEN, Status
from engine.text import Words
from engine.tournaments.organising import seats_anew
from engine.tournaments.record import Entry, Kind
from engine.tournaments.state import Phase, Table
from engine.tournaments.tournament import Tournament

log = logging.getLogger(__name__)

TOGETHER: Final = 4
"""The most matches that begin at once. If there are more, they begin one after the other, and are
noted in groups of this size.
"""

REST: Final = 1.6
"""Seconds between the starts of matches if many begin in a channel. Discord accepts five messages
in five seconds there, and this leaves room for the turns of others, whose boards have to be drawn.
"""

LEFT: Final = Text("A player has left the tournament.")
WITHDRAWN: Final = Text("A player is out of the tournament.")
CANCELLED: Final = Text("The tournament was cancelled.")
ENDED: Final = Text("The tournament has ended.")
DECIDED: Final = Text("The tournament has a result for this table already, without this match.")
ORGANISER: Final = Text("The organiser has decided this table.")
PAIRED_ANEW: Final = Text("The round of this match is paired again.")
"""The reasons why a match of a tournament is broken off."""

RECONCILED_AFTER: Final = frozenset({Kind.PAUSE, Kind.RESUME, Kind.MOVE, Kind.END, Kind.CANCEL})
"""The kinds of entries that pause all matches, resume them, move them, or end them."""

PAIRED_ANEW_BY: Final = frozenset({Kind.UNPAIR, Kind.REPLACE})
"""The kinds of entries after which a table may have other matches."""


class Begun(NamedTuple):
    """Whether any matches have begun, and the seconds until more may begin, 0 if none is left."""

    any: bool = False
    rest: float = 0.0


class TableMatches:
    """Begins the matches of tournaments, scores them, and ends those that no longer count."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._compared: set[int] = set()
        """The tournaments still to be compared with all of their matches."""
        self._noted: defaultdict[int, set[int]] = defaultdict(set)
        """The matches that may have ended, or may have to end, by tournament."""
        self._rested: dict[int, float] = {}
        """The time when matches may begin again, in monotonic seconds, by channel."""

    # Matches that have ended, or have to end

    def note(self, tournament: int, matches: Iterable[int]) -> None:
        """Note matches of a tournament that may have ended, or may have to end."""
        self._noted[tournament].update(matches)

    def forget(self, tournament: int) -> None:
        """Forget the matches noted for a finished tournament."""
        self._compared.discard(tournament)
        self._noted.pop(tournament, None)

    def compare(self, tournaments: Iterable[int]) -> None:
        """Note tournaments whose matches may have ended unnoticed."""
        self._compared.update(tournaments)

    def saved(self, tournament: Tournament, new: Sequence[Entry]) -> None:
        """Note the matches that new entries of a tournament may end."""
        state = tournament.state
        for entry in new:
            if entry.kind in PAIRED_ANEW_BY | RECONCILED_AFTER:
                self.compare([tournament.id])
            elif entry.kind is Kind.WITHDRAW:
                for table in state.open_tables:
                    if entry.person in table.players:
                        self.note(tournament.id, unscored(table))
            elif entry.kind is Kind.SCORE and entry.data["game"] == 0:
                decided = state.table(entry.data["round"], entry.data["table"])
                if decided is not None:
                    self.note(tournament.id, decided.matches.values())

    async def see_to(self, tournament: Tournament) -> bool:
        """Bring the noted matches of a tournament up to date; return whether there were any.

        If one fails, it and those after it stay noted.
        """
        if tournament.id in self._compared:
            self._compared.discard(tournament.id)
            self.note(tournament.id, await self._to_compare(tournament))
        seen = self._noted.pop(tournament.id, None)
        if not seen:
            return False
        try:
            for match in await self.bot.store.some(sorted(seen)):
                await self.see_to_match(match)
                seen.discard(match.id)
        except BaseException:
            self.note(tournament.id, seen)
            raise
        return True

    async def _to_compare(self, tournament: Tournament) -> set[int]:
        """Return the matches that may have ended, or may have to end.

        They are those without a result, those of tables whose result was decided, and those that
        have no table.
        """
        state = tournament.state
        found = {match for table in state.tables for match in unscored(table)}
        decided = (table for table in state.tables if 0 in table.results)
        found.update(match for table in decided for match in table.matches.values())
        games = games_to_begin(tournament, self.bot.clock.now())
        wanted = {source_of(tournament, game) for game in games}
        made = await self.bot.store.tournaments.matches_of(tournament.id)
        found.update(
            match
            for match, source in made
            if state.place_of(match) is None and source not in wanted
        )
        return found

    async def see_to_match(self, match: Match) -> None:
        """Score a match that is over; end a match that no longer counts, or whose player has left.

        Any other match is paused and resumed with its tournament. It moves to the tournament's new
        channel if its own accepts no posts. Raises Repeated if data of its players were deleted
        meanwhile: the match has to be read again.
        """
        store, now = self.bot.store, self.bot.clock.now()
        tournament = await store.tournaments.load(match.tournament or 0)
        place = _place_of(match, tournament)
        if match.status is Status.LIVE:
            if tournament.is_over:
                if is_ended_with(tournament, match):
                    await self.break_off(match, why_ended(tournament))
                return
            if place is not None:
                match = await self._without_those_who_left(tournament, match, place[0])
            elif not tournament.state.paused:
                await self.break_off(match, PAIRED_ANEW)
                return
            if match.status is Status.LIVE:
                await self._go_with(tournament, match)
        if match.status is Status.OVER and place is not None:
            if 0 in place[0].results:
                await self._correct(tournament, match, place[0])

            def scored(one: Tournament) -> Tournament:
                return one.scored(match, now=now) if _place_of(match, one) else one

            await store.tournaments.change(tournament.id, scored)

    async def _go_with(self, tournament: Tournament, match: Match) -> None:
        """Move, pause or resume a match with its tournament.

        The match may have been paused since it was read, so it is read again.
        """
        since, now = tournament.state.paused_since, self.bot.clock.now()
        if since == match.paused and not is_left_behind(tournament, match):
            return
        async with self.bot.store.match(match.id) as table:
            one = table.match
            if is_moving := is_left_behind(tournament, one):
                one = one.move_to(tournament.channel, now=now)
            if since != one.paused:
                going_on = one.resume(now=now)
                one = going_on if since is None else going_on.pause(since, now=now)
            elif is_moving:
                one = one.repost(now=now)
            table.match = one

    async def _without_those_who_left(
        self, tournament: Tournament, match: Match, table: Table
    ) -> Match:
        """End a match whose table has a result already, or which a player has left.

        A player who leaves a duel under way loses it. If the duel is not under way, or the player
        was taken out, or both have left, the table is a walkover, and the match ends without a
        result, so that no rating changes. In larger matches the others play on. Return the
        resulting match.
        """
        state = tournament.state
        left = [one for one in table.players if not state.is_in(one)]
        if 0 in table.results:
            taken_out = any(map(tournament.is_taken_out, left))
            ranks = () if taken_out else ranks_in(match, table)
            return await self.break_off(match, why_decided(tournament, left, ranks), ranks)
        if len(table.players) > 2:
            for person in left:
                match = await self._give_up(match, person)
            return match
        if not left:
            return match
        gone = any(map(tournament.is_taken_out, left)) or len(left) > 1
        if match.is_under_way and not gone:
            ranks = tuple(1 + (player in left) for player in match.players)
            return await self.break_off(match, LEFT, ranks)

        def walked_over(one: Tournament) -> Tournament:
            its = one.state.table(table.round, table.number)
            if its is None or its.players != table.players or 0 in its.results:
                return one
            return one.walked_over(its, now=self.bot.clock.now())

        await self.bot.store.tournaments.change(tournament.id, walked_over)
        return await self.break_off(match, why_decided(tournament, left, ()))

    async def break_off(self, match: Match, why: Text, ranks: Sequence[int] = ()) -> Match:
        """End a live match for a reason, with the ``ranks`` of its seats or without a result.

        Return the resulting match. With ranks, a rated match counts: nobody escapes a change of
        rating through a decision about their table.
        """
        me, locale = self.bot.user, self.bot.preferences.locale_of(self.bot.get_guild(match.guild))
        async with self.bot.store.match(match.id) as table:
            if me is not None and table.match.status is Status.LIVE:
                now, reason = self.bot.clock.now(), plainly(why, locale)
                table.match = table.match.adjudicate(me.id, ranks, reason, now=now, source=None)
        return table.match

    async def _correct(self, tournament: Tournament, match: Match, table: Table) -> None:
        """Change the result of a match that the bot has ended to the one decided for its table.

        A match that ended otherwise keeps its result. A match without a result because a player was
        taken out stays without one.
        """
        me, now = self.bot.user, self.bot.clock.now()
        locale = self.bot.preferences.locale_of(self.bot.get_guild(match.guild))
        async with self.bot.store.match(match.id) as opened:
            if me is None or not is_ended_by(opened.match, me.id):
                return
            outcome = opened.match.outcome
            had = outcome.ranks if outcome is not None else ()
            if not had and any(map(tournament.is_taken_out, table.players)):
                return
            if (ranks := ranks_in(opened.match, table)) != had:
                reason = plainly(ORGANISER, locale)
                opened.match = opened.match.adjudicate(me.id, ranks, reason, now=now, source=None)

    async def _give_up(self, match: Match, person: int) -> Match:
        """Resign a live match for a person who has left the tournament; return the match."""
        async with self.bot.store.match(match.id) as table:
            if table.match.status is Status.LIVE:
                table.match = table.match.leave(person, now=self.bot.clock.now())
        return table.match

    # Matches that begin

    async def begin(self, tournament: Tournament, now: datetime) -> Begun:
        """Begin at most ``TOGETHER`` of the due matches, and note them in the tournament.

        None begins while the channel rests from the last ones. Matches made before a crash, but
        not noted, are found instead of made again.
        """
        games = games_to_begin(tournament, now)
        elapsed = self.bot.clock.elapsed
        rest = self._rested.get(tournament.channel, 0.0) - elapsed()
        if not games or rest > 0:
            return Begun(rest=rest if games else 0.0)
        some, is_many = games[:TOGETHER], len(games) > TOGETHER
        store = self.bot.store
        known = {
            source: match for match, source in await store.tournaments.matches_of(tournament.id)
        }
        made: list[tuple[int, int, int, int]] = []
        for game in some:
            if made and is_many:
                await asyncio.sleep(REST)
            await self.bot.poster.give_way()
            async with store.tournaments.units.lock(tournament.id):  # no data are deleted meanwhile
                present = await store.tournaments.load(tournament.id)
                if present.entries[: len(tournament.entries)] != tournament.entries:
                    break  # data were deleted, and the players have other numbers
                match = await begun(store, tournament, game, known, self.bot.clock.now())
            if match is not None:
                made.append((game.table.round, game.table.number, game.number, match))
        rest = REST if is_many else REST * len(some)
        self._rested[tournament.channel] = elapsed() + rest
        pairings = _pairings(tournament)

        def noted(one: Tournament) -> Tournament:
            if _pairings(one) != pairings:
                return one  # these matches have no table any more
            return one.made(made, now=self.bot.clock.now())

        if not await store.tournaments.change(tournament.id, noted):
            self.compare([tournament.id])
            return Begun(rest=rest)
        return Begun(any=True, rest=rest if is_many else 0.0)


class Game(NamedTuple):
    """A game of a table, by its number from 1."""

    table: Table
    number: int


def games_to_begin(tournament: Tournament, now: datetime) -> list[Game]:
    """Return the games whose matches are to begin now.

    The games of a table begin together, or one after the other if they are played live. Games are
    left out if their time is over, or if their players have still to agree on a time, or if a
    player has left.
    """
    if tournament.phase is not Phase.RUNNING or tournament.state.paused:
        return []
    state = tournament.state
    late = {(table.round, table.number) for table in tournament.late_tables(now)}
    found = []
    for table in state.open_tables:
        if (table.round, table.number) in late or not tournament.appointments.is_to_begin(table):
            continue
        if len(table.players) == 1 or not all(map(state.is_in, table.players)):
            continue
        for number in range(1, state.games_of(table) + 1):
            if number in table.results:
                continue
            if number not in table.matches:
                found.append(Game(table, number))
            if tournament.terms.is_live:
                break
    return found


def source_of(tournament: Tournament, game: Game) -> str:
    """Return the source that identifies a game's match; it changes if the table is paired again."""
    table, number = game
    again = sum(seats_anew(entry, table.round, table.number) for entry in tournament.entries)
    source = f"tournament:{tournament.id}.{table.round}.{table.number}.{number}"
    return f"{source}.{again}" if again else source


def match_of(tournament: Tournament, game: Game, now: datetime) -> Match:
    """Return a new match for a game. Raises Refusal if the terms allow no match."""
    terms, (table, number) = tournament.terms, game
    people = [player for player in table.players if player > OPEN]
    host = people[0] if people else tournament.state.organiser or table.players[0]
    return Match.appointed(
        guild=tournament.guild,
        channel=tournament.channel,
        game=terms.game,
        options=terms.options,
        host=host,
        people=table.seated(number),
        time=tournament.sides.time_at(table),
        rated=terms.rated,
        tournament=tournament.id,
        now=now,
        source=source_of(tournament, game),
    )


async def begun(
    store: Store, tournament: Tournament, game: Game, known: Mapping[str, int], now: datetime
) -> int | None:
    """Create the match of a game, unless it is among the ``known`` ones, whose keys are sources.

    Return its id, None if the terms allow no match. A match that would be one too many between the
    same people is not rated.
    """
    made = known.get(source_of(tournament, game))
    if made is not None:
        return made
    try:
        match = match_of(tournament, game, now)
        # Ladders and arenas pair the same two again and again, and anybody may create events.
        if match.rated and await store.ratings.met_too_often(match):
            match = match.as_one_too_many()
        return (await store.create(match)).id
    except Repeated:
        found = await store.tournaments.matches_of(tournament.id)
        return next((m for m, s in found if s == source_of(tournament, game)), None)
    except Refusal as refusal:
        log.warning("Tournament %s, %s: no match: %s", tournament.id, game, refusal)
        return None


def _place_of(match: Match, tournament: Tournament) -> tuple[Table, int] | None:
    """Return the table of a match and the number of its game there, None if it has no table.

    Raises Repeated if data of its players were deleted after ``match`` or ``tournament`` was read.
    """
    place = tournament.state.place_of(match.id)
    if place is not None and not {*place[0].players} <= {*match.people}:
        raise Repeated
    return place


def is_left_behind(tournament: Tournament, match: Match) -> bool:
    """Return whether a tournament has moved away from a match whose board nobody can see.

    Discord has refused the match's last post: its channel or thread is deleted, or the bot has no
    access.
    """
    begun = match.events[0].at
    moved = any(one.kind is Kind.MOVE and one.at >= begun for one in tournament.entries)
    return moved and match.hidden is not None and match.channel != tournament.channel


def is_ended_with(tournament: Tournament, match: Match) -> bool:
    """Return whether a live match of a finished tournament ends without a result.

    A match under way is played to its end if the tournament ended by itself.
    """
    ended = tournament.state.ended
    in_time = tournament.phase is Phase.OVER and ended is not None and ended.person is None
    return not in_time or not match.is_under_way


def why_ended(tournament: Tournament) -> Text:
    """Return the reason why the matches of a finished tournament end without a result."""
    ended = tournament.state.ended
    if tournament.phase is not Phase.CANCELLED or ended is None:
        return ENDED
    reason = ended.data.get("reason")
    if not reason:
        return CANCELLED
    return Text("The tournament was cancelled: {reason}", reason=Words(reason))


def why_decided(tournament: Tournament, left: Sequence[int], ranks: Sequence[int]) -> Text:
    """Return the reason why a match ends if its table has a result already.

    ``left`` are the players who have left the tournament, ``ranks`` those of the match's seats.
    """
    if any(map(tournament.is_taken_out, left)):
        return WITHDRAWN
    return ORGANISER if ranks else LEFT if left else DECIDED


def ranks_in(match: Match, table: Table) -> tuple[int, ...]:
    """Return the ranks of a match's seats, 1 the best, by the score given to its table.

    Return no ranks, which is no result, if the match was not under way or nobody got a point.
    """
    if not match.is_under_way or not any(table.results[0]):
        return ()
    points = dict(zip(table.players, table.results[0], strict=True))
    won = [points[player] for player in match.players]
    return tuple(1 + sum(other > own for other in won) for own in won)


def is_ended_by(match: Match, person: int) -> bool:
    """Return whether ``person``, who may be the bot, made the last decision about a match's end."""
    return match.decision is not None and match.decision.person == person


def unscored(table: Table) -> list[int]:
    """Return the ids of a table's matches without a result."""
    return [match for game, match in table.matches.items() if game not in table.results]


def _pairings(tournament: Tournament) -> int:
    """Return the number of times that a round or a table was paired again."""
    return sum(entry.kind in PAIRED_ANEW_BY for entry in tournament.entries)
