"""The tables whose time is over: no-shows lose, unfinished games are judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from cogs.client.client import Damier
from cogs.events.conducting import judging
from cogs.events.conducting.judging import Judging
from cogs.events.conducting.table_matches import TableMatches
from cogs.language.catalogues import translate
from data import UnknownMatch
from engine.table.clock import merged, running
from engine.table.match import Match
from engine.table.record import Status
from engine.tournaments.scores import How
from engine.tournaments.state import Table
from engine.tournaments.tournament import Tournament


class LateTables:
    """Scores tables that have no score when the time of their round is over."""

    def __init__(self, bot: Damier, judging: Judging, matches: TableMatches) -> None:
        self.bot = bot
        self._judging = judging
        self._matches = matches

    async def judge(self, tournament: Tournament, now: datetime) -> bool:
        """Judge the first table whose time is over, or one of its games.

        A table gets as much more time as its board could not be seen. Return whether anything has
        changed.
        """
        for table in tournament.late_tables(now):
            games = range(1, tournament.state.games_of(table) + 1)
            left = [game for game in games if game not in table.results]
            found = {game: await self._match(table, game) for game in left}
            deadline = tournament.state.rounds[table.round - 1].deadline
            hidden = [_hidden(match, now) for match in found.values() if match is not None]
            if deadline + max(hidden, default=timedelta()) <= now:
                return await self._judge(tournament, table, found, now)
        return False

    async def _judge(
        self,
        tournament: Tournament,
        table: Table,
        found: Mapping[int, Match | None],
        now: datetime,
    ) -> bool:
        """Judge a table, or one of its games; return whether that was done.

        ``found`` are the matches of the games without a result, None for a game without a match.
        Games that are over or under way come first. A walkover is saved before its match is ended:
        a match that ended first, without a result, would count for nobody.
        """
        if not table.matches and tournament.terms.by_appointment:
            return await self._change(
                tournament, table, lambda one, its: one.appointments.never_begun(its, now=now)
            )
        for match in found.values():
            if match is not None and match.status is Status.OVER:
                await self._matches.see_to_match(match)
                return True
            if match is not None and match.is_under_way:
                await self._adjudicate(match)
                return True
        missed = [judging.missed(match, table.players) for match in found.values()]
        counted = [*table.results.values(), *(one.points for one in missed)]
        points = [sum(each) for each in zip(*counted, strict=True)]
        absent = {player for one in missed for player in one.absent}
        if not await self._change(
            tournament,
            table,
            lambda one, its: one.score_table(
                its,
                points,
                How.WALKOVER if absent else How.PLAYED,
                absent=[] if table.results else sorted(absent),
                now=now,
            ),
        ):
            return False
        for match in found.values():
            if match is not None:
                await self._matches.break_off(match, judging.OVER)
        return True

    async def _change(
        self,
        tournament: Tournament,
        table: Table,
        change: Callable[[Tournament, Table], Tournament],
    ) -> bool:
        """Apply ``change`` to a tournament and a table of its present state, and save the result.

        Nothing changes if the tournament is paused by now, or the table's results have changed.
        Return whether anything was saved.
        """

        def changed(one: Tournament) -> Tournament:
            its = one.state.table(table.round, table.number)
            if its is None or its.results != table.results or one.state.paused:
                return one
            return change(one, its)

        return await self.bot.store.tournaments.change(tournament.id, changed)

    async def _match(self, table: Table, number: int) -> Match | None:
        """Return the match of a table's game by the game's number, None if there is none."""
        try:
            return await self.bot.store.load(table.matches[number])
        except (KeyError, UnknownMatch):
            return None

    async def _adjudicate(self, match: Match) -> None:
        """End a match with the verdict on it, unless it has gone on meanwhile; then score it."""
        verdict = await self._judging.verdict(match)
        locale = self.bot.preferences.locale_of(self.bot.get_guild(match.guild))
        me, now = self.bot.user, self.bot.clock.now()
        async with self.bot.store.match(match.id) as table:
            if me is not None and table.match.events == match.events:
                reason = translate(verdict.reason, locale)
                table.match = table.match.adjudicate(
                    me.id, verdict.ranks, reason, now=now, source=None, rated=False
                )
        await self._matches.see_to_match(table.match)


def _hidden(match: Match, now: datetime) -> timedelta:
    """Return the time, up to ``now`` and without pauses, in which a match's board was hidden."""
    pauses = merged(match.timing.pauses())
    hidings = match.timing.hidings()
    spans = (running(start, min(end, now), pauses) for start, end in hidings)
    return sum(spans, timedelta())
