"""Actions that end a match or offer a draw, and the question before each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import discord
from discord.ext import commands

from cogs.client.client import Context, Damier, Interaction, Origin, origin_of
from cogs.client.commands import action_command
from cogs.client.error_answers import OUT_OF_DATE
from cogs.client.replies import answer_to
from cogs.language.actions import ACTIONS, Action, agreeing, change_of, is_watched_by
from cogs.language.catalogues import COMMAND, Translate
from cogs.members.match_lookup import NoMatch, chosen_match, own_match, possible
from cogs.members.mentions import people, person, player
from cogs.messages.buttons import MatchButton, labelled_button
from data import Takeover
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import GIVEN_UP, Status, level_of
from engine.text import joined, term, together

DONE = Text("Done.")

WITHDRAW: Final = "withdraw"
"""The command that withdraws a challenge."""

ASKED = Text(
    "You have no match in this channel, but you are asked to play one: `{accept}` or `{decline}`.",
    accept=term(COMMAND, "accept"),
    decline=term(COMMAND, "decline"),
)
"""The refusal for people who want to end a match that they have not accepted yet."""

QUESTION_SHOWN_FOR = 120.0
"""Seconds after which a question asked in the channel is removed."""

TAKEOVER_LEVEL: Final = 4
"""The level of a computer that takes over a seat in a match without computers."""


class Confirmations(commands.Cog):
    """Commands and buttons of resigning, aborting and draws: each asks for confirmation first."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self.without_match: list[Callable[[discord.Message], Awaitable[bool]]] = []
        """Functions tried on the message of a person who resigns but plays no match there.

        Each returns whether it handled the message.
        """

    async def cog_load(self) -> None:
        """Register the buttons."""
        for action, traits in ACTIONS.items():
            if traits.confirmed is not None:
                self.bot.buttons[traits.confirmed] = self.confirm
                if not traits.at_once:
                    self.bot.buttons[action] = self.press
        self.bot.buttons[Action.SURRENDER_NOW] = self.confirm

    async def press(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle the button of an action that needs confirmation: ask for it. Raises Refusal."""
        await self.ask(interaction, await self.bot.store.load(button.match), button.action)

    @action_command(Action.RESIGN)
    async def resign(self, context: Context) -> None:
        """``@Damier resign``, ``/match resign``."""
        await self._ask_typed(context, Action.RESIGN)

    @action_command(Action.ABORT)
    async def abort(self, context: Context) -> None:
        """``@Damier abort``, ``/match abort``."""
        await self._ask_typed(context, Action.ABORT)

    @action_command(Action.DRAW)
    async def draw(self, context: Context) -> None:
        """``@Damier draw``, ``/match draw``."""
        await self._ask_typed(context, Action.DRAW)

    # Asking

    async def _ask_typed(self, context: Context, action: Action) -> None:
        cause = context.interaction or context.message
        origin = origin_of(context)

        def question(match: Match) -> object:
            return _question(match, context.author.id, action, origin)

        if (watched := await self._watched(context, action)) is not None:
            await self.ask(cause, watched, Action.ABORT)
            return
        if action is not Action.DRAW and await withdraw_challenge(self.bot, context):
            return
        private = context.interaction is not None
        try:
            match = await own_match(self.bot.store, context, possible(question), named=private)
        except NoMatch:
            if not await self._try_without_match(context, action):
                raise
        else:
            await self.ask(cause, match, action)

    async def _try_without_match(self, context: Context, action: Action) -> bool:
        """Try to handle a typed resignation as giving up something else; return whether it was."""
        if action is not Action.RESIGN or context.interaction is not None:
            return False
        for take in self.without_match:
            if await take(context.message):
                return True
        return False

    async def ask(self, cause: Interaction | discord.Message, match: Match, action: Action) -> None:
        """Ask a person to confirm an action that they chose or typed.

        The question is private after an interaction; otherwise it is a temporary reply, which in a
        channel names nobody and can be answered by typing. Raises Refusal if the person cannot do
        the action.
        """
        origin = origin_of(cause)
        if isinstance(cause, discord.Message):
            who, answer = cause.author.id, self.bot.reply(cause)
            text, meant = _question(match, who, action, origin, public=cause.guild is not None)
            buttons = _buttons(match, who, meant, answer.said)
            shown = await answer.send(text, *buttons, shown_for=QUESTION_SHOWN_FOR)
            seat = next(iter(match.seats_of(who)), 0)
            button = MatchButton(_confirmed(action), match.id, match.since, seat, label="")
            self.bot.open_questions.note(
                who, shown, lambda yes: self._do(who, origin_of(yes), button)
            )
        else:
            own = answer_to(cause)
            text, meant = _question(match, cause.user.id, action, origin)
            await own.show(text, *_buttons(match, cause.user.id, meant, own.said))

    async def _watched(self, context: Context, action: Action) -> Match | None:
        """Return the channel's match between computers that its host wants to end, or None.

        A host who plays in no match of the channel may also type that they resign.
        """
        if action is Action.DRAW:
            return None
        here = context.channel.id
        if action is Action.RESIGN and await self.bot.store.live_of(context.author.id, here):
            return None
        for match in await self.bot.store.matches(status=Status.LIVE, channel=context.channel.id):
            if is_watched_by(match, context.author.id):
                return match
        return None

    # Doing the action

    async def confirm(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle the button that confirms an action: do the action. Raises Refusal."""
        await self._do(interaction.user.id, origin_of(interaction), button)
        await answer_to(interaction).conclude(DONE)

    async def _do(self, who: int, origin: Origin, button: MatchButton) -> None:
        """Do the action of a confirming button, and apply the server's takeover policy.

        Raises Refusal if the question was for somebody else, or is out of date.
        """
        async with self.bot.store.match(button.match) as table:
            match = table.match
            if not is_watched_by(match, who) and button.which not in match.seats_of(who):
                plays = bool(match.seats_of(who))
                other = Text("This question is for your opponent.")
                raise Refusal(other if plays else Text("This question is for somebody else."))
            if ACTIONS[button.action].agreement and button.event != match.since:
                raise Refusal(OUT_OF_DATE)
            policy = self.bot.preferences.server(match.guild).takeover
            table.match = taken_over(_done(match, who, button.action, origin), policy)


async def withdraw_challenge(bot: Damier, context: Context) -> bool:
    """Withdraw the author's challenge if they have no match to end; return whether that is done.

    The challenge is the one that the command chooses, otherwise one in the channel if the author
    plays no live match there. Raises Refusal if the author is only asked to play, and Unclear if
    several challenges may be meant.
    """
    store, who = bot.store, context.author.id
    chosen = await chosen_match(store, context)
    if chosen is None:
        if await store.live_of(who, context.channel.id):
            return False
        known = await store.matches(status=Status.CHALLENGE, channel=context.channel.id, person=who)
        if not any(match.host == who for match in known):
            if any(match.asks(who) for match in known):
                raise Refusal(ASKED)
            return False
    elif chosen.status is not Status.CHALLENGE or chosen.host != who:
        return False
    command: commands.Command[Any, ..., None] | None = bot.get_command(WITHDRAW)
    if command is None:
        return False
    await context.invoke(command)
    return True


def _question(
    match: Match,
    who: int,
    action: Action,
    origin: Origin,
    *,
    public: bool = False,
) -> tuple[Text, list[Action]]:
    """Return the question before an action, and the actions that its buttons confirm.

    A ``public`` question names nobody: the opponents need not know yet. Raises Refusal if the
    person cannot do the action.
    """
    confirmed = [_confirmed(action)]
    after = _done(match, who, confirmed[0], origin)
    text = _asked(match, who, action, public=public)
    if action is Action.RESIGN:
        text = joined([text, *_consequences(match, after, who, public=public)])
        confirmed += [Action.SURRENDER_NOW] * match.may_surrender(who)
    return text, confirmed


def _buttons(
    match: Match, who: int, confirmed: Sequence[Action], translated: Translate
) -> list[MatchButton]:
    """Return a button for each confirmed action, with the person's first seat in its id."""
    seat = next(iter(match.seats_of(who)), 0)
    return [
        labelled_button(done, match.id, match.since, seat, translated=translated)
        for done in confirmed
    ]


def _consequences(match: Match, after: Match, who: int, *, public: bool) -> Iterator[Text]:
    """Yield sentences about the consequences of resigning; ``after`` is the match afterwards."""
    partners = dict.fromkeys(
        match.players[partner]
        for seat in match.seats_of(who)
        if (partner := match.partner_of(seat)) is not None
    )
    if partners:
        yield from _played_on(partners, alone=match.may_surrender(who), public=public)
        return
    if after.is_aborted and match.tournament is not None:
        yield Text(
            "Some players have not moved yet: you lose by a walkover, which changes no rating."
        )
    elif after.is_aborted:
        yield Text(
            "Some players have not moved yet: the match ends without a result, and nobody loses."
        )
    elif after.status is Status.LIVE:
        yield Text("The others play on without you, and you come last of those still playing.")
    elif after.outcome is not None:
        ranked = zip(after.people, after.outcome.ranks, strict=True)
        won = dict.fromkeys(user for user, rank in ranked if rank == 1)
        if not public:
            yield Text("Victory then goes to {people}.", people=_named(won))
        if after.rated:
            yield Text("The match is rated.")
        elif after.ended_too_early:
            yield Text("It changes no rating: some players have moved fewer than three times.")


def _played_on(partners: Iterable[int], *, alone: bool, public: bool) -> Iterator[Text]:
    """Yield sentences about partners who play on and, with ``alone``, about surrendering singly."""
    if public:
        yield Text("Your partner plays on for you, and you win or lose together.")
        if alone:
            yield Text("If you surrender alone, your pieces are lost.")
        return
    yield Text(
        "{partner} plays on for you, and you win or lose together.", partner=people(partners)
    )
    if alone:
        yield Text(
            "If you surrender alone, your pieces are lost and {partner} plays on without them.",
            partner=people(partners),
        )


def _confirmed(action: Action) -> Action:
    """Return the action that confirms ``action``. Raises KeyError if it needs no confirmation."""
    confirmed = ACTIONS[action].confirmed
    if confirmed is None:
        raise KeyError(action)
    return confirmed


def _done(match: Match, who: int, action: Action, origin: Origin) -> Match:
    """Return the match after an action of a person.

    Raises Refusal if the person cannot do the action, and KeyError if it changes no match.
    """
    change = change_of(action)
    if change is None:
        raise KeyError(action)
    return change(match, who, **origin)


def _asked(match: Match, who: int, action: Action, *, public: bool) -> Text:
    """Return the question whether a person means an action, without its consequences.

    A draw or another agreement that an opponent has offered is asked about as an answer to it.
    """
    number, game, offer, traits = f"#{match.id}", match.game.title, match.offer, ACTIONS[action]
    if offer is not None and agreeing(offer.agreement.name) is action and offer.by != who:
        if public:
            return Text(
                "Do you want to accept {agreement} in match {match}, {game}?",
                agreement=offer.agreement.text,
                match=number,
                game=game,
            )
        return Text(
            "{person} offers {agreement} in match {match}, {game}: do you agree?",
            person=player(match, offer.by or 0),
            agreement=offer.agreement.text,
            match=number,
            game=game,
        )
    if traits.question_to is not None and not public:
        others = _named(user for user in match.players if user != who)
        return traits.question_to(others=others, match=number, game=game)
    if traits.question is None:
        raise KeyError(action)
    return traits.question(match=number, game=game)


def _named(users: Iterable[int]) -> str | Text:
    """Return the names of people; computers of one level, which share a name, are named once."""
    return together([*dict.fromkeys(map(person, users))])


def taken_over(match: Match, policy: Takeover) -> Match:
    """Return a match with the server's takeover ``policy`` applied to seats just given up.

    By the policy, a computer takes the seats, the other players are asked, or nothing happens.
    """
    last = match.events[-1]
    if policy == "never" or last.kind not in GIVEN_UP or last.text:
        return match
    now = last.at
    level = max(map(level_of, match.computers), default=TAKEOVER_LEVEL)
    if policy == "always":
        return match.take_over(level, now=now)
    return match.offer_takeover(level, now=now)
