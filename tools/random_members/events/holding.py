"""Holds whole tournaments, in which random members enter, play, stay away and leave."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Final

from simcord import ResponseMessage
from simcord.components import walk_components

from cogs.delivery.match_messages import DATABASE
from cogs.events.conducting.director import GRACE, TournamentDirector
from cogs.events.sides.side_buttons import TEAMS, SideAction
from cogs.messages.buttons import ControlKind, TextButton
from cogs.timekeeping.keyed_worker import LONGEST_PAUSE
from cogs.timekeeping.paces import USUAL
from engine import Refusal
from engine.event_log import Repeated
from engine.table.match import Match
from engine.table.record import Status, is_computer
from engine.tournaments.organising import is_touched
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form, Terms
from engine.tournaments.tournament import Tournament
from tests.cogs.conftest import Club
from tests.cogs.events.hall import as_bot
from tools.random_members.events.audit import audited
from tools.random_members.events.plans import Plan

OUTSIDE: Final = 4
"""The number of members who do not enter at first, and may enter later."""

LONGEST: Final = 400
"""The most steps of a tournament; one that takes more is stuck."""

MOST_ERRORS: Final = 12
"""The most posts in a row that Discord refuses."""


@dataclass
class Evening:
    """A tournament in a club.

    ``done`` counts the acts by name, and ``story`` lists the happenings. ``gone`` are the members
    who have left the server or had their data deleted, ``fates`` the ways matches are to go.
    """

    club: Club
    plan: Plan
    chance: random.Random
    number: int = 0
    done: Counter[str] = field(default_factory=Counter)
    story: list[str] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)
    fates: dict[int, str] = field(default_factory=dict)

    # The whole of it

    async def hold(self) -> list[str]:
        """Hold the tournament, with all its seasons; return its faults."""
        club = self.club
        spare = [
            club.guild.add_member(club.env.create_user(f"p{number}"))
            for number in range(self.plan.players + OUTSIDE)
        ]
        self._members = {one.id: one for one in (club.alice, *spare)}
        self._outside = [one.id for one in spare[self.plan.players :]]
        self._keeper = club.alice
        terms = Terms(name=self.plan.name, **{"wanted": 3, **self.plan.terms})
        host = spare[0].id if terms.form is Form.SIMUL else None
        created = Tournament.exhibit(
            guild=club.guild.id, channel=club.channel.id, terms=terms, person=club.alice.id,
            now=club.bot.clock.now(), source=None, host=host,
        )  # fmt: skip
        with as_bot(club.env):
            self.number = (await club.store.tournaments.create(created)).id
        await club.env.settle()
        await self.wait(timedelta(seconds=1))
        for number, member in enumerate(spare[: self.plan.players]):
            way = "every" if self.plan.seasons > 1 else "join"
            await self.press(member.id, TEAMS[number % 2] if terms.form is Form.TEAM else way)
        if terms.is_exhibition:
            await self.press(self._keeper.id, SideAction.START)
        wrong: list[str] = []
        for season in range(self.plan.seasons):
            wrong += await self._season()
            following = (await self.tournament()).state.next
            if following is not None and season + 1 < self.plan.seasons:
                self.number = following
        return wrong

    async def _season(self) -> list[str]:
        still, before = [*self.plan.happenings], [*self.plan.before]
        for step in range(LONGEST):
            tournament = await self.tournament()
            if tournament.is_over:
                break
            if tournament.phase is Phase.CHECK_IN:
                await self._check_in(tournament)
                if before:
                    await self.happen(before.pop(0))
            if tournament.phase is Phase.RUNNING:
                for what in still[:2]:
                    await self.happen(what)
                    still.remove(what)
                if not still and self.chance.random() < 0.12:
                    await self.happen(self.chance.choice(sorted(HAPPENINGS)))
                await self._play()
                if tournament.terms.form is Form.LADDER:
                    await self._on_the_ladder(step)
            await self.wait(await self._until_next())
        else:
            raise AssertionError(f"{self.plan.name} does not end: {self.story[-9:]}")
        for _ in range(3):
            await self.wait(timedelta(minutes=2))
        await self._catch_up()
        database = await self.club.store.facts.get(DATABASE) or ""
        return await audited(self.club, self.number, database)

    async def _until_next(self) -> timedelta:
        """Return the time until people act again: a step or, before the start, until the next due
        time.
        """
        tournament, step = await self.tournament(), self.plan.step
        waits = tournament.phase in {Phase.SIGN_UP, Phase.CHECK_IN}
        if waits and tournament.due is not None:
            return max(step, tournament.due - self.club.bot.clock.now())
        return step

    async def tournament(self) -> Tournament:
        """Return the stored tournament."""
        return await self.club.store.tournaments.load(self.number)

    async def change(self, change: Callable[[Tournament], Tournament]) -> bool:
        """Change the tournament; return whether it changed, False if the change is refused."""
        try:
            with as_bot(self.club.env):
                return await self.club.store.tournaments.change(self.number, change)
        except Refusal:
            return False

    async def wait(self, span: timedelta) -> None:
        """Let time pass, and wait until the bot has done everything due.

        Raises AssertionError if the bot is still busy after a long time.
        """
        self.club.env.backend.advance_clock(span.total_seconds())
        await self.club.env.advance_time((GRACE + USUAL.events).total_seconds())
        for _ in range(90):
            if not self._director.is_busy:
                return
            await self.club.env.advance_time(USUAL.events.total_seconds())
        raise AssertionError(f"The director of {self.plan.name} is busy for ever")

    async def _catch_up(self) -> None:
        """Let time pass until posts that Discord refused have been tried again."""
        for _ in range(MOST_ERRORS):
            if self.number not in await self._director.bulletins.behind():
                return
            await self.wait(timedelta(seconds=LONGEST_PAUSE))

    @property
    def _director(self) -> TournamentDirector:
        return self.club.bot.cog(TournamentDirector)

    # What members do

    async def press(self, person: int, what: str) -> None:
        """Have a person press a button of the card, if it has that button and they are not gone."""
        card = await self.club.store.tournaments.card_of(self.number)
        kept = self.club.env.backend.messages.get(card.channel or 0, {}).get(card.message or 0)
        if kept is None or person in self.gone:
            return
        wanted = f":{what}:{self.number}"
        parts = walk_components(kept.components)
        found = [p["custom_id"] for p in parts if str(p.get("custom_id")).endswith(wanted)]
        if not found:
            return
        message = ResponseMessage(self.club.env, kept)
        await self._members[person].click(message, custom_id=found[0])
        self.done[f"pressed {what}"] += 1

    async def _check_in(self, tournament: Tournament) -> None:
        for one in [*tournament.state.entrants.values()]:
            late = self.chance.random() < 0.06
            if not one.checked_in and one.player in self._members and not late:
                await self.press(one.player, "in")
                if not (await self.tournament()).state.entrants[one.player].checked_in:
                    now = self.club.bot.clock.now()
                    checked = partial(Tournament.check_in, person=one.player, now=now, source=None)
                    await self.change(checked)

    async def _play(self) -> None:
        for match in await self.club.matches(Status.LIVE):
            if match.tournament == self.number:
                await self._act(match)

    def _fate(self, match: Match) -> str:
        kinds = ("decided", "drawn", "missed", "stopped", "slow")
        fate = self.chance.choices(kinds, weights=(55, 20, 10, 8, 7))[0]
        return self.fates.setdefault(match.id, fate)

    async def _act(self, match: Match) -> None:
        """Have the players of a match act once, by the match's fate."""
        fate = self._fate(match)
        if fate == "missed" or (fate == "stopped" and match.is_under_way):
            return
        for _ in range(3 * len(match.people)):
            match = await self.club.store.load(match.id)
            if match.status is not Status.LIVE or match.is_under_way:
                break
            if not await self._move(match):
                return
        if match.status is not Status.LIVE or not match.is_under_way:
            return
        self.done[fate] += 1
        if fate == "slow":
            await self._move(match)
            return
        now = self.club.bot.clock.now()
        people = [one for one in match.people if not is_computer(one)]
        if fate == "decided" and len(match.people) == 2:
            loser = self.chance.choice(people)
            await self._in_match(match, partial(Match.resign, person=loser, now=now, source=None))
            return
        ranks = [self.chance.randint(1, len(match.people)) for _ in match.people]
        ranks = [1] * len(ranks) if fate == "drawn" else [r - min(ranks) + 1 for r in ranks]
        ended = partial(
            Match.adjudicate, person=self._keeper.id, ranks=ranks, reason="agreed", now=now,
            source=None,
        )  # fmt: skip
        await self._in_match(match, ended)

    async def _move(self, match: Match) -> bool:
        """Have the player to move make a move; return False if that player is gone.

        Computers move by themselves.
        """
        turn = match.position.turn
        person = match.people[turn]
        if person not in self._members or person in self.gone:
            await self.club.env.settle()
            return is_computer(person)
        text = match.position.write(self.chance.choice(match.position.legal_moves()))
        now = self.club.bot.clock.now()
        await self._in_match(match, partial(Match.play, person=person, text=text, now=now,
                                            source=None))  # fmt: skip
        return True

    async def _in_match(self, match: Match, change: Callable[[Match], Match]) -> None:
        try:
            with as_bot(self.club.env):
                async with self.club.store.match(match.id) as table:
                    table.match = change(table.match)
        except (Refusal, Repeated) as refusal:
            self.story.append(f"#{match.id}: {refusal!r}")
        await self.club.env.settle()

    async def _on_the_ladder(self, step: int) -> None:
        order = (await self.tournament()).state.order
        now = self.club.bot.clock.now()
        for _ in range(2):
            if len(order) > 1:
                below = self.chance.randrange(1, len(order))
                above = max(0, below - self.chance.randint(1, 3))
                await self.change(
                    partial(
                        Tournament.challenge,
                        person=order[below],
                        other=order[above],
                        now=now,
                        source=None,
                    )
                )
        if step > 25:
            await self.change(
                partial(Tournament.end, person=self._keeper.id, reason="winter is over", now=now)
            )

    # What happens

    async def happen(self, what: str) -> None:
        """Let one of the HAPPENINGS or ENDINGS happen, by its name."""
        self.done[what] += 1
        self.story.append(what)
        await (HAPPENINGS | ENDINGS)[what](self)

    async def _someone(self) -> int | None:
        inside = [one for one in (await self.tournament()).state.people if one in self._members]
        inside = [one for one in inside if one not in self.gone]
        return self.chance.choice(inside) if len(inside) > 4 else None

    async def restarts(self) -> None:
        await self.club.restart()

    async def is_away(self) -> None:
        """Stop the bot for some steps, and start it again."""
        steps = self.chance.randint(1, 6)
        await self.club.later(seconds=self.plan.step.total_seconds() * steps)

    async def leaves(self) -> None:
        person = await self._someone()
        if person is not None:
            now = self.club.bot.clock.now()
            await self.change(partial(Tournament.leave, person=person, now=now, source=None))

    async def comes_back(self) -> None:
        for one in (await self.tournament()).state.entrants.values():
            if one.withdrawn and one.player in self._members and one.player not in self.gone:
                now = self.club.bot.clock.now()
                await self.change(
                    partial(Tournament.come_back, person=one.player, now=now, source=None)
                )
                return

    async def leaves_the_server(self) -> None:
        person = await self._someone()
        if person is not None:
            self.gone.add(person)
            await self.club.leave(self._members[person])

    async def deletes(self) -> None:
        """Have a member delete their data."""
        person = await self._someone()
        if person is None:
            return
        asked = await self._members[person].slash(self.club.channel, "privacy", what="delete")
        assert asked.response is not None
        sure = TextButton(ControlKind.PRIVACY, f"delete:{person}", "").item.custom_id
        await self._members[person].click(asked.response, custom_id=sure)
        self.gone.add(person)

    async def enters(self) -> None:
        if self._outside:
            await self.press(self._outside.pop(), "join")

    async def passes(self) -> None:
        person = await self._someone()
        if person is not None:
            now = self.club.bot.clock.now()
            await self.change(partial(Tournament.pass_next, person=person, now=now, source=None))

    async def pauses(self) -> None:
        keeper, now = self._keeper.id, self.club.bot.clock.now()
        await self.change(
            lambda t: t.organising.pause(person=keeper, reason="rain", now=now, source=None)
        )
        await self.wait(self.plan.step * 2)
        now = self.club.bot.clock.now()
        await self.change(lambda t: t.organising.resume(person=keeper, now=now, source=None))

    async def cancels(self) -> None:
        """Have the keeper cancel the tournament, with all its live matches."""
        now, keeper = self.club.bot.clock.now(), self._keeper.id
        await self.change(lambda t: t.organising.cancel(keeper, "flood", now=now, source=None))
        await self.wait(timedelta(minutes=1))

    async def adds(self) -> None:
        """Have the keeper add a member who has not entered."""
        if self._outside:
            now, keeper, player = self.club.bot.clock.now(), self._keeper.id, self._outside[-1]
            if await self.change(
                lambda t: t.organising.add_player(keeper, player, now=now, source=None)
            ):
                self._outside.pop()

    async def takes_out(self) -> None:
        """Have the keeper remove a player."""
        player = await self._someone()
        if player is not None:
            now, keeper = self.club.bot.clock.now(), self._keeper.id
            await self.change(
                lambda one: one.organising.take_out(keeper, player, "rude", now=now, source=None)
            )

    async def replaces(self) -> None:
        """Have the keeper replace a player by a member who has not entered."""
        old = await self._someone()
        if old is None or not self._outside:
            return
        now, keeper, new = self.club.bot.clock.now(), self._keeper.id, self._outside[-1]
        matches = await self.club.matches(Status.LIVE)
        in_hand = {match.id for match in matches if is_touched(match)}
        if await self.change(
            lambda one: one.organising.replace_player(
                keeper, old, new, "ill", in_hand=in_hand, now=now, source=None
            )
        ):
            self._outside.pop()

    async def shifts(self) -> None:
        now, keeper = self.club.bot.clock.now(), self._keeper.id
        last = (await self.tournament()).state.round
        if last is not None:
            ends = min(last.deadline, now + 9 * self.plan.step)
            await self.change(
                lambda t: t.organising.shift(
                    person=keeper,
                    until=ends + self.plan.step,
                    reason="holidays",
                    now=now,
                    source=None,
                )
            )

    async def decides(self) -> None:
        tables = (await self.tournament()).state.open_tables
        if not tables:
            return
        table = self.chance.choice(tables)
        points = [0] * len(table.players)
        points[self.chance.randrange(len(points))] = 2
        now = self.club.bot.clock.now()
        await self.change(
            lambda one: one.organising.decide(
                self._keeper.id,
                table.round,
                table.number,
                points,
                "as agreed",
                now=now,
                source=None,
            )
        )

    async def unpairs(self) -> None:
        state = (await self.tournament()).state
        for match in await self.club.matches(Status.LIVE):
            place = state.place_of(match.id)
            if (
                place
                and state.round
                and place[0].round == state.round.number
                and len(match.line) > 1
            ):
                return
        now = self.club.bot.clock.now()
        await self.change(
            lambda t: t.organising.unpair(
                person=self._keeper.id, reason="a mistake", now=now, source=None
            )
        )

    async def loses_its_channel(self) -> None:
        """Delete the channel; the keeper resumes the tournament in another one."""
        await self.club.delete(self.club.channel)
        await self.wait(timedelta(seconds=1))
        self.club.channel = self.club.guild.create_text_channel("elsewhere")
        now, channel, keeper = self.club.bot.clock.now(), self.club.channel.id, self._keeper.id
        await self.change(
            lambda one: one.organising.move(
                keeper, channel, now=now, source=None
            ).organising.resume(keeper, now=now, source=None)
        )

    async def is_in_trouble(self) -> None:
        """Have Discord refuse some messages in the channel."""
        path = f"/channels/{self.club.channel.id}/messages"
        status = self.chance.choice((429, 500, 503))
        self.club.env.inject_error(
            "POST", path, status=status, times=self.chance.randint(1, MOST_ERRORS)
        )

    async def is_decided_anew(self) -> None:
        """Have the keeper change the result of a match that is over."""
        over = [
            match
            for match in await self.club.matches(Status.OVER)
            if match.tournament == self.number and match.outcome and len(match.people) == 2
        ]
        if over:
            now = self.club.bot.clock.now()
            decided = partial(
                Match.adjudicate, person=self._keeper.id, ranks=(2, 1), reason="cheated", now=now,
                source=None,
            )  # fmt: skip
            await self._in_match(self.chance.choice(over), decided)


HAPPENINGS: Final[dict[str, Callable[[Evening], Awaitable[None]]]] = {
    "restarts": Evening.restarts,
    "is away": Evening.is_away,
    "leaves": Evening.leaves,
    "comes back": Evening.comes_back,
    "leaves the server": Evening.leaves_the_server,
    "deletes": Evening.deletes,
    "enters": Evening.enters,
    "passes": Evening.passes,
    "pauses": Evening.pauses,
    "adds": Evening.adds,
    "takes out": Evening.takes_out,
    "replaces": Evening.replaces,
    "shifts": Evening.shifts,
    "decides": Evening.decides,
    "unpairs": Evening.unpairs,
    "loses its channel": Evening.loses_its_channel,
    "is in trouble": Evening.is_in_trouble,
    "is decided anew": Evening.is_decided_anew,
}
"""The happenings that may come at any time, by name."""

ENDINGS: Final[dict[str, Callable[[Evening], Awaitable[None]]]] = {"cancels": Evening.cancels}
"""The happenings that end a tournament, which come only if planned."""
