"""The acts of the owner: events, settings, and channels that are deleted."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from simcord import ChannelHandle

from cogs.messages.buttons import ControlKind
from engine.tournaments.terms import Form, Recurs
from tools.random_members.components import answers, control
from tools.year.acts import Acts

SETTINGS: Final = (
    *("boards keep", "boards fold", "boards one", "overview channel", "overview none"),
    *("threads on", "threads off", "moves off", "moves on", "theme slate", "theme wood"),
    *("guesses both", "guesses none", "tournaments managers", "tournaments everyone"),
    *("takeover always", "takeover vote", "time 1d", "time 3d", "rated off", "rated on"),
)
"""The settings from which the owner changes one now and then."""

AT_HOME: Final = "hour 18 zone paris seasons quarter time 1d"
"""The owner's settings on the first day, besides the channel of the puzzles."""

SWISS: Final[dict[str, str]] = {
    "form": Form.SWISS.value,
    "game": "frysk",
    "time": "5min",
    "name": "Friday Swiss",
    "starts": "friday 20:00",
}
LEAGUE: Final[dict[str, str]] = {
    "form": Form.LEAGUE.value,
    "game": "frysk",
    "time": "1d",
    "name": "League of the quarter",
}
LADDER: Final[dict[str, str]] = {
    "form": Form.LADDER.value,
    "game": "checkers",
    "time": "1d",
    "name": "Ladder",
}
EVENTS: Final = ((SWISS, Recurs.WEEK), (LEAGUE, Recurs.QUARTER), (LADDER, None))


class Owner:
    """The member who manages the server; ``crowd_words`` begin a match of all."""

    def __init__(self, acts: Acts) -> None:
        self._acts = acts
        self.crowd_words = "daily frysk 18h level 1"

    async def settle_in(self) -> None:
        """Set up the server, create the events of the year, and begin the daily vote."""
        await self.set(f"{AT_HOME} daily {self.crowds.mention}")
        for options, recurs in EVENTS:
            await self._acts.tried("create an event", partial(self._create, options, recurs))
        await self.gather()

    @property
    def crowds(self) -> ChannelHandle:
        """The channel of the crowd's match and of the daily puzzles."""
        return self._acts.server.channels[-1]

    async def gather(self) -> None:
        """Begin the match of all members against the computer."""
        said = f"{self._acts.driver.me} {self.crowd_words}"

        async def say() -> None:
            await self._acts.driver.say(
                self._acts.server, self.crowds, self._acts.server.keeper, said
            )

        await self._acts.tried("begin a daily vote", say)

    async def set(self, words: str) -> None:
        """Change settings of the server by a typed command."""

        async def say() -> None:
            said = f"{self._acts.driver.me} settings server {words}"
            channel = self._acts.open_channels()[0]
            await self._acts.driver.say(self._acts.server, channel, self._acts.server.keeper, said)

        await self._acts.tried("change settings", say)

    async def change_something(self) -> None:
        """Change a random setting."""
        await self.set(self._acts.chance.choice(SETTINGS))

    async def lose_a_channel(self) -> None:
        """Delete a random channel, and make another one in its place."""
        world, server = self._acts.driver.world, self._acts.server
        lost = self._acts.chance.choice(server.channels)
        world.env.backend.delete_channel(lost.id)
        await world.env.settle()
        made = server.guild.create_text_channel(lost.name or "again")
        await world.env.settle()
        kept = tuple(made if one is lost else one for one in server.channels)
        world.servers[0] = replace(server, channels=kept)
        self._acts.driver.done["a channel vanishes"] += 1
        if lost.id == server.channels[-1].id:
            await self.set(f"daily {made.mention}")
            await self.gather()

    async def move_events(self) -> None:
        """Move events whose channel was deleted to another channel."""
        world = self._acts.driver.world
        there = {channel.id for channel in self._acts.server.channels}
        events = world.store.tournaments
        for number in await events.in_server(self._acts.server.guild.id):
            if (await events.load(number)).channel not in there:
                await self._acts.tried("move an event", partial(self._move, number))

    async def _move(self, number: int) -> None:
        channel = self._acts.open_channels()[0]
        await self._acts.driver.slash(
            self._acts.server, channel, self._acts.server.keeper, "tournament here", number=number
        )

    async def _create(self, options: dict[str, str], recurs: Recurs | None) -> None:
        driver, server = self._acts.driver, self._acts.server
        channel = self._acts.open_channels()[0]
        shown = answers(
            await driver.slash(server, channel, server.keeper, "tournament create", **options)
        )[-1]
        if recurs is not None:
            menu = f"damier:menu-{ControlKind.NEW_EVENT}:again"
            await driver.choose(server, server.keeper, shown, menu, recurs.value)
            shown = driver.world.anew(shown)
        create = control(shown.components, f"damier:text-{ControlKind.NEW_EVENT}:create")
        assert create is not None, f"no event can be created: {shown.components}"
        await driver.press(server, server.keeper, shown, create)
