"""Answers in words: accept, decline and withdraw, for challenges and for offers."""

from __future__ import annotations

from discord.app_commands import locale_str
from discord.ext import commands

from cogs.bot.client import Context, Damier, origin_of
from cogs.bot.commands import hybrid_command
from cogs.bot.replies import confirm
from cogs.challenges.challenges import Challenges
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status


class Answers(commands.Cog):
    """Answers that are typed, or given by slash."""

    def __init__(self, bot: Damier, challenges: Challenges) -> None:
        self.bot = bot
        self._challenges = challenges

    @hybrid_command(
        "accept", locale_str("Accept what is offered to you here: a match, a draw, a takeback")
    )
    async def accept(self, context: Context) -> None:
        """``@Damier accept``, ``/accept``."""
        who, cause = context.author.id, context.interaction or context.message
        origin = origin_of(cause)
        match = await self._asking(context)
        if match.status is Status.CHALLENGE:
            await self._challenges.take(match.id, who, origin)
        else:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.agree(who, _offer(table.match), **origin)
        await self.bot.poster.refresh(match.id)
        await confirm(context, Text("You accepted."))

    @hybrid_command("decline", locale_str("Decline what is offered to you here"))
    async def decline(self, context: Context) -> None:
        """``@Damier decline``, ``/decline``."""
        who, cause = context.author.id, context.interaction or context.message
        origin = origin_of(cause)
        match = await self._asking(context)
        if match.status is Status.CHALLENGE:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.decline(who, **origin)
        else:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.refuse(who, _offer(table.match), **origin)
        await confirm(context, Text("You declined."))

    @hybrid_command("withdraw", locale_str("Withdraw your own challenge or offer here"))
    async def withdraw(self, context: Context) -> None:
        """``@Damier withdraw``, ``/withdraw``."""
        who, cause = context.author.id, context.interaction or context.message
        origin = origin_of(cause)
        match = await self._asking(context, own=True)
        if match.status is Status.CHALLENGE:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.withdraw(who, **origin)
        else:
            async with self.bot.store.match(match.id) as table:
                table.match = table.match.recall(who, _offer(table.match), **origin)
        await confirm(context, Text("You withdrew it."))

    async def _asking(self, context: Context, *, own: bool = False) -> Match:
        """The match here with a challenge or an offer that waits for that person, or is his own.

        Raises Refusal where there is none, or more than one.
        """
        store, who, reply = self.bot.store, context.author.id, context.message.reference
        if reply is not None and reply.message_id is not None:
            post = await store.outbox.post_of_message(reply.message_id)
            if post is not None:
                return await self.bot.store.load(post.match)
        found = [
            match
            for status in (Status.CHALLENGE, Status.LIVE)
            for match in await store.matches(status=status, channel=context.channel.id, person=who)
            if _asks(match, who, own=own)
        ]
        if not found:
            raise Refusal(
                Text("You have offered nothing here.")
                if own
                else Text("Nothing here waits for your answer.")
            )
        if len(found) > 1:
            raise Refusal(
                Text("Several things here could be meant: use their buttons, or reply to one.")
            )
        return found[0]


def _asks(match: Match, person: int, *, own: bool) -> bool:
    """Whether a challenge or an offer waits for that person, or is his own."""
    if match.status is Status.CHALLENGE:
        return match.host == person if own else person not in match.accepted
    offer = match.offer
    if offer is None:
        return False
    asked = {match.people[seat] for seat in match.asked(offer)}
    return offer.by == person if own else person in asked - offer.agreed


def _offer(match: Match) -> int:
    """The number of the offer that stands. Raises Refusal for none."""
    if match.offer is None:
        raise Refusal(Text("That offer does not stand any more."))
    return match.offer.number
