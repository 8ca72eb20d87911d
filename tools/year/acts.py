"""The acts of members: they answer what waits for them, and begin things of their own."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from simcord import ChannelHandle, ResponseMessage
from simcord.backend.errors import BackendError

from cogs.events.card import EventAction
from cogs.language.actions import Action
from cogs.messages.buttons import ControlKind
from engine.table.match import Match
from engine.table.record import Status
from tools.random_members.components import answers, button, control, values
from tools.random_members.driver import Driver
from tools.random_members.world import Server
from tools.year.people import Person

GAMES: Final = ("frysk", "frysk", "checkers", "fox", "frisian", "halma")
"""The games of challenges; one listed twice is drawn more often."""

SHORTEST, LONGEST = 6, 24
"""The fewest and the most plies after which the player to move mostly resigns."""

ANSWERED: Final = 0.85
"""The share of challenges that are answered."""

COMMANDS: Final = (
    *("games", "mygames", "lobby", "leaderboard frysk", "profile", "history", "help"),
    *("rules frysk", "tournament list", "blocks"),
)
"""The commands with which members look at things now and then."""


@dataclass
class Cost:
    """The processor seconds of acts of one kind: all, the most, and the time of the most."""

    spent: list[float] = field(default_factory=list)
    worst: float = 0.0
    when: str = ""


@dataclass
class Acts:
    """Acts of members in a club.

    ``costs`` are the processor's seconds by kind, ``failed`` the acts that did not go as a member
    expects, and ``lengths`` the plies after which matches are resigned.
    """

    driver: Driver
    costs: defaultdict[str, Cost] = field(default_factory=lambda: defaultdict(Cost))
    failed: list[str] = field(default_factory=list)
    lengths: dict[int, int] = field(default_factory=dict)

    @property
    def chance(self) -> random.Random:
        """The random numbers by which members act."""
        return self.driver.chance

    @property
    def server(self) -> Server:
        """The club's server."""
        return self.driver.world.servers[0]

    def open_channels(self) -> list[ChannelHandle]:
        """Return the server's channels, without that of the crowd and the puzzles."""
        return list(self.server.channels[:-1])

    @asynccontextmanager
    async def timed(self, what: str) -> AsyncIterator[None]:
        """Add the processor time of the block, which includes the bot's work, to an act's costs."""
        began = time.process_time()
        yield
        cost, spent = self.costs[what], time.process_time() - began
        cost.spent.append(spent)
        if spent > cost.worst:
            cost.worst, cost.when = spent, f"{self.driver.world.env.now():%d %B %H:%M}"

    async def tried(self, what: str, act: Callable[[], Awaitable[object]]) -> bool:
        """Do an act and count it; return whether it went as a member expects, or note why not."""
        try:
            async with self.timed(what):
                await act()
        except (AssertionError, LookupError, BackendError) as error:
            now = self.driver.world.env.now()
            self.failed.append(f"{now:%d %B %H:%M} {what}: {error!r}"[:400])
            return False
        self.driver.done[what] += 1
        return True

    # What waits for them

    async def answer(self, person: Person, number: int) -> None:
        """Have a person do what a match waits for from them, if anything."""
        match = await self.driver.world.store.load(number)
        if match.status is Status.CHALLENGE:
            await self.tried("answer a challenge", lambda: self._answer_challenge(person, match))
        elif match.offer is not None:
            await self.tried("answer an offer", lambda: self._answer_offer(person, match))
        elif match.timing.on_turn is not None and match.players[match.position.turn] == person.id:
            await self._on_turn(person, match)

    async def _on_turn(self, person: Person, match: Match) -> None:
        length = self.lengths.setdefault(match.id, self.chance.randint(SHORTEST, LONGEST))
        if len(match.turns) < length or not match.is_under_way:
            await self.tried("move", lambda: self._move(person, match))
        elif self.chance.random() < 0.2:
            self.lengths[match.id] = length + 4
            await self.tried("offer a draw", lambda: self._command(person, match, "draw"))
            await self.tried("move", lambda: self._move(person, match))
        else:
            await self.tried("resign", lambda: self._resign(person, match))

    async def _move(self, person: Person, match: Match) -> None:
        moves = match.position.legal_moves()
        text = match.position.write(self.chance.choice(moves))
        shown = await self._newest(match)
        if shown is None and match.channel not in self.driver.world.env.backend.channels:
            await self._say(person, f"board {match.id}")  # its channel is gone
            return
        if shown is None or self.chance.random() < 0.3:
            text, shown = f"{self.driver.me} #{match.id} {text}", None
        channel = self._channel_of(match, shown)
        await self.driver.say(self.server, channel, person.actor, text, shown)
        after = await self.driver.world.store.load(match.id)
        assert len(after.events) > len(match.events), f"#{match.id}: {text} is not played"

    async def _resign(self, person: Person, match: Match) -> None:
        asked = await self._command(person, match, f"resign {match.id}")
        yes = [one for one in asked if button(one.components, Action.RESIGN_NOW)]
        assert yes, f"#{match.id}: to resign is answered by {[one.content for one in asked]}"
        await self.driver.press(self.server, person.actor, yes[0], Action.RESIGN_NOW)

    async def _answer_challenge(self, person: Person, match: Match) -> None:
        card = await self._newest(match)
        assert card is not None, f"#{match.id} has no card"
        if match.host == person.id or not button(card.components, Action.ACCEPT):
            return
        what = Action.ACCEPT if self.chance.random() < 0.8 else Action.DECLINE
        await self.driver.press(self.server, person.actor, card, what)

    async def _answer_offer(self, person: Person, match: Match) -> None:
        shown = await self._newest(match)
        what = Action.AGREE if self.chance.random() < 0.6 else Action.REFUSE
        if shown is not None and button(shown.components, what):
            await self.driver.press(self.server, person.actor, shown, what)
        else:
            await self._command(person, match, "accept" if what is Action.AGREE else "decline")

    async def _command(self, person: Person, match: Match, words: str) -> list[ResponseMessage]:
        shown = await self._newest(match)
        channel = self._channel_of(match, shown)
        said = f"{self.driver.me} {words}"
        return await self.driver.say(self.server, channel, person.actor, said, shown)

    async def _newest(self, match: Match) -> ResponseMessage | None:
        """Return the newest post of a match that stands in the match's channel, or None."""
        world = self.driver.world
        for post in reversed(await world.store.outbox.posts(match.id)):
            if post.channel != match.channel:
                continue  # direct messages, or the match's earlier channel
            if post.message in world.env.backend.messages.get(post.channel, {}):
                return world.message(post.channel, post.message or 0)
        return None

    def _channel_of(self, match: Match, shown: ResponseMessage | None) -> ChannelHandle:
        number = match.channel if shown is None else shown.channel_id
        guild = self.server.guild
        channel = self.driver.world.env.backend.channels.get(number)
        if channel is None:
            return self.chance.choice(self.open_channels())
        return ChannelHandle(self.driver.world.env, guild, channel)

    async def holiday(self, person: Person, days: int) -> None:
        """Have a person tell the bot about a holiday."""
        await self.tried("holiday", lambda: self._say(person, f"holiday {days}"))

    # What they begin

    async def begin(self, person: Person, people: list[Person]) -> None:
        """Have a person begin something: a game, a puzzle, or a look at a list."""
        others = [one for one in people if one is not person and not one.gone]
        what = self.chance.choices(
            (self._challenge, self._play_computer, self._puzzle, self._look, self._open),
            weights=(30, 10, 25, 25, 10),
        )[0]
        name = what.__name__.strip("_").replace("_", " ")
        await self.tried(name, lambda: what(person, others))

    async def _challenge(self, person: Person, others: list[Person]) -> None:
        other, game = self.chance.choice(others), self.chance.choice(GAMES)
        words = f"challenge {other.actor.mention} {game} {self.chance.choice(('1d', '3d', ''))}"
        await self._say(person, words)

    async def _open(self, person: Person, _: list[Person]) -> None:
        await self._say(person, f"open {self.chance.choice(GAMES)} 1d")

    async def _play_computer(self, person: Person, _: list[Person]) -> None:
        await self._say(person, "play frysk level 1 3d")

    async def _look(self, person: Person, _: list[Person]) -> None:
        await self._say(person, self.chance.choice(COMMANDS))

    async def _puzzle(self, person: Person, _: list[Person]) -> None:
        channel = self.chance.choice(self.open_channels())
        await self.driver.slash(self.server, channel, person.actor, "puzzle")

    async def _say(self, person: Person, words: str) -> None:
        channel = self.chance.choice(self.open_channels())
        said = f"{self.driver.me} {words}"
        await self.driver.say(self.server, channel, person.actor, said)

    async def join_seat(self, person: Person, number: int) -> None:
        """Have a person take an open seat, if there still is one."""
        match = await self.driver.world.store.load(number)
        card = await self._newest(match)
        if card is None or match.host == person.id or person.id in match.people:
            return
        if button(card.components, Action.JOIN):
            await self.tried(
                "join",
                lambda: self._pressed(person, card, f"damier:{Action.JOIN}:"),
            )

    async def _pressed(self, person: Person, shown: ResponseMessage, start: str) -> None:
        await self.driver.press(self.server, person.actor, shown, start)

    # Events

    async def press_card(
        self, person: Person, number: int, what: EventAction
    ) -> ResponseMessage | None:
        """Have a person press a button of an event's card, if the card has it.

        Return the last answer, or None.
        """
        world, answered = self.driver.world, list[ResponseMessage]()
        card = await world.store.tournaments.card_of(number)
        if card.message not in world.env.backend.messages.get(card.channel or 0, {}):
            return None
        shown = world.message(card.channel or 0, card.message or 0)
        wanted = f"damier:text-{ControlKind.EVENT}:{what}:{number}"
        if control(shown.components, wanted) is None:
            return None

        async def press() -> None:
            result = await self.driver.press(self.server, person.actor, shown, wanted)
            answered.extend(answers(result))

        await self.tried(f"press {what}", press)
        return answered[-1] if answered else None

    async def climb(self, person: Person, number: int) -> None:
        """Have a person challenge one above them on a ladder, if there is any."""
        asked = await self.press_card(person, number, EventAction.CHALLENGE)
        start = f"damier:menu-{ControlKind.EVENT}:{EventAction.CHALLENGE}:{number}"
        if asked is None or control(asked.components, start) is None:
            return
        whom = max(values(asked.components))

        async def choose() -> None:
            await self.driver.choose(self.server, person.actor, asked, start, whom)

        await self.tried("challenge on the ladder", choose)

    async def vote(self, person: Person, match: Match, channel: ChannelHandle) -> None:
        """Have a person type a random move in the channel of the crowd."""
        text = match.position.write(self.chance.choice(match.position.legal_moves()))

        async def say() -> None:
            await self.driver.say(self.server, channel, person.actor, text)

        await self.tried("vote", say)
