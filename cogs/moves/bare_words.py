"""Words that stand alone in a channel and are commands there: ``resign``, ``draw``, ``join``.

They are left alone where they make no sense: they may be chat. What ends or offers something is
asked about first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import discord

from cogs.bot.client import Context, Damier, Origin, origin_of
from cogs.language.typed_words import bare_command
from cogs.members.match_lookup import match_replied_to, possible
from cogs.messages.buttons import Action
from cogs.playing.confirmations import Confirmations, taken_back
from engine.table.match import Match
from engine.table.offers import TAKEBACK
from engine.table.record import OPEN, Status
from engine.values import DRAW

Sense = Callable[[Match, int, Origin], object]
"""What a word does to a live match; it raises Refusal where the word makes no sense."""

DONE: dict[str, Sense] = {
    "resign": lambda match, who, origin: match.resign(who, **origin),
    "draw": lambda match, who, origin: match.offer_agreement(who, DRAW.name, **origin),
    "takeback": taken_back,
}

ASKED = {"draw": Action.DRAW, "takeback": Action.TAKEBACK}
"""What is asked about before it is offered, or agreed to."""


class Word(NamedTuple):
    """A word that makes sense: its command, and what has to be asked first about a match."""

    command: str
    asked: tuple[Match, Action] | None


class BareWords:
    """Takes the messages that are such a word from somebody of whom it makes sense."""

    def __init__(self, bot: Damier, confirmations: Confirmations) -> None:
        self.bot = bot
        self._confirmations = confirmations

    async def find(self, message: discord.Message) -> Word | None:
        """Return the word that a message is, None if it is none or makes no sense there."""
        command = bare_command(message.content)
        if command is None or message.author.bot:
            return None
        matches = [m for m in await self._matches(message) if _makes_sense(m, message, command)]
        if not matches:
            return None
        action = ASKED.get(_meant(command, matches))
        return Word(command, (matches[0], action) if action and len(matches) == 1 else None)

    async def take(self, message: discord.Message) -> bool:
        """Do what a message says if it is a word that makes sense there; return whether it is."""
        word = await self.find(message)
        if word is None:
            return False
        if word.asked is not None:
            await self._confirmations.ask(message, *word.asked)
        else:
            context: Context = await self.bot.get_bare_context(message, word.command)
            await self.bot.invoke(context)
        return True

    async def _matches(self, message: discord.Message) -> list[Match]:
        """Return the match that a message replies to, else those of the channel."""
        store = self.bot.store
        replied = await match_replied_to(store, message)
        if replied is not None:
            return [replied]
        channel, who = message.channel.id, message.author.id
        challenges = await store.matches(status=Status.CHALLENGE, channel=channel)
        return [*challenges, *await store.matches(status=Status.LIVE, channel=channel, person=who)]


def _makes_sense(match: Match, message: discord.Message, command: str) -> bool:
    """Return whether a word makes sense in a match, of who has typed it."""
    who, origin = message.author.id, origin_of(message)
    if command == "join":
        return match.status is Status.CHALLENGE and OPEN in match.people and who not in match.people
    if command in {"accept", "decline"}:
        return match.asks(who)
    change = DONE[command]
    return match.status is Status.LIVE and possible(lambda m: change(m, who, origin))(match)


def _meant(command: str, matches: Sequence[Match]) -> str:
    """Return what a word does: to accept a draw is to agree to it."""
    offer = matches[0].offer if matches[0].status is Status.LIVE else None
    if command == "accept" and offer is not None:
        if offer.agreement == DRAW:
            return "draw"
        if offer.agreement.name.startswith(TAKEBACK):
            return "takeback"
    return command
