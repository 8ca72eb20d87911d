"""The messages of a poll: the card, which is kept up to date, and the result, posted once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, cast

import discord
from discord.utils import format_dt

import engine
from cogs.client.client import Damier
from cogs.delivery.marked_posts import Part
from cogs.delivery.outbox import Author, Place
from cogs.delivery.standing_posts import Layout, LayoutPost, StandingPosts
from cogs.language.catalogues import plainly, translate_into
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.layouts import add_button_rows, text_layout
from data import Bulletin
from engine import Text
from engine.text import counted, together
from tests.examples.polls.poll import Poll
from tests.examples.polls.poll_store import KIND, PollStore

VOTE: Final = cast("ControlKind", "vote")
PROPOSE: Final = cast("ControlKind", "propose")
"""The kinds of buttons. Those of a shipped activity are lines of ``ControlKind``."""

ANOTHER: Final = Text("Propose another game")


class PollPosts(Author):
    """The author of polls' messages: the outbox calls it if a poll is woken, and every minute."""

    kind = KIND

    def __init__(self, bot: Damier, polls: PollStore) -> None:
        self.bot, self._polls = bot, polls
        self._cards = StandingPosts[int]("card of poll", bot, bot.clock, bot.paces)

    async def behind(self) -> Collection[int]:
        """Return the ids of all polls: any may be due to end, or have an outdated card."""
        return await self._polls.all()

    async def place_of(self, about: int) -> Place | None:
        """Return the channel of a poll, None if the poll is gone."""
        poll = await self._polls.find(about)
        return Place(poll.guild, poll.channel) if poll is not None else None

    async def begin(self, about: int) -> None:
        """End a poll whose time is up; its result is sent next."""
        poll, now = await self._polls.find(about), self.bot.clock.now()
        if poll is not None and poll.ends <= now:
            await self._polls.end(about, now)

    async def compose(self, bulletin: Bulletin, locale: discord.Locale) -> Sequence[Part]:
        """Return the result of a poll, which mentions the voters; nothing if the poll is gone."""
        poll, translated = await self._polls.find(bulletin.about), translate_into(locale)
        if poll is None:
            return ()
        text = Text("The poll is over; nobody voted.")
        if poll.winners:
            games = together([engine.games[game].title for game in poll.winners])
            votes = _votes(poll, poll.winners[0])
            text = Text("The next game: **{games}**, {votes}.", games=games, votes=votes)
        return [Part(text_layout(translated(text)), calls=sorted(poll.votes))]

    async def finish(self, about: int) -> float | None:
        """Bring the card up to date; delete the poll once the card shows its end.

        Return the seconds after which to try again, None if there is nothing left to do.
        """
        poll = await self._polls.find(about)
        if poll is None:
            return None
        wait = await self._cards.show(about, PollCard(self.bot, self._polls, poll))
        if poll.is_over and not wait:
            self._cards.forget(about)
            await self._polls.delete(about)
        return wait or None

    def ask_again(self, about: int) -> None:
        """Let a card that Discord has refused be tried again at once."""
        self._cards.ask_again(lambda key: key == about)


class PollCard(LayoutPost):
    """The card of a poll: the games and their votes, and the buttons while it is open."""

    def __init__(self, bot: Damier, polls: PollStore, poll: Poll) -> None:
        place = bot.get_partial_messageable(poll.channel, guild_id=poll.guild)
        super().__init__(place, poll.message)
        self._polls, self._poll, self._marked = polls, poll, bot.outbox.marked
        self._locale = bot.preferences.locale_of(bot.get_guild(poll.guild))
        self._mark = f"{KIND[0]}{poll.id:x}.0"
        """The mark of the card, by which its message is found again."""

    async def compose(self) -> Layout:
        """Return the card's content: games with votes, the end, and buttons while it is open."""
        poll, translated = self._poll, translate_into(self._locale)
        titles = {game: engine.games[game].title for game in poll.games}
        lines = [f"### {translated(Text('What do we play next?'))}"]
        for game, title in titles.items():
            line = Text("{game}: {votes}", game=title, votes=_votes(poll, game))
            lines.append(f"- {translated(line)}")
        end = (
            Text("This poll is over.") if poll.is_over else Text("It ends {when}.", when=_end(poll))
        )
        layout = text_layout("\n".join([*lines, f"-# {translated(end)}"]))
        if not poll.is_over:
            buttons = [
                TextButton(VOTE, f"{poll.id}:{game}", plainly(title, self._locale))
                for game, title in titles.items()
            ]
            another = TextButton(PROPOSE, str(poll.id), plainly(ANOTHER, self._locale))
            add_button_rows(layout, [*buttons, another])
        self._marked.mark(layout, self._mark)
        return Layout(layout)

    async def find(self) -> int | None:
        """Return the id of a card that was sent before a crash but not noted, None without one."""
        found = await self._marked.find(self.place, self._mark, self._poll.opened)
        return found.id if found is not None else None

    async def send(self, content: Layout) -> discord.Message:
        """Send the card with its mark."""
        return await self._marked.send(self.place, self._mark, Part(*content))

    async def note(self, message: int | None) -> None:
        """Store the id of the card's message, None if there is none any more."""
        await self._polls.change(self._poll.id, lambda poll: poll._replace(message=message))


def _votes(poll: Poll, game: str) -> Text:
    return counted("{count} vote", "{count} votes", poll.counts[game])


def _end(poll: Poll) -> str:
    return format_dt(poll.ends, "R")
