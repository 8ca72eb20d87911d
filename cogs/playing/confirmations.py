"""Questions before an action that ends a match or offers something, and the action itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from types import MappingProxyType
from typing import Any, Final

import discord
from discord import ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.bot.client import Context, Damier, Interaction, Origin, origin_of
from cogs.bot.commands import hybrid_command
from cogs.bot.error_answers import OUT_OF_DATE
from cogs.bot.replies import conclude, locale_for, private, reply_to
from cogs.language.catalogues import COMMAND, translate, translate_into
from cogs.members.match_lookup import NoMatch, chosen_match, own_match, possible
from cogs.members.mentions import people, person
from cogs.messages.buttons import Action, MatchButton, labelled_button
from cogs.messages.layouts import view_of
from data import Takeover
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.offers import TAKEBACK
from engine.table.record import GIVEN_UP, Status, level_of
from engine.text import joined, term, together
from engine.values import DRAW

DONE = Text("Done.")

WITHDRAW: Final = "withdraw"
"""The command that withdraws an offer."""

ASKED = Text(
    "You have no match in this channel, but you are asked to play one: `{accept}` or `{decline}`.",
    accept=term(COMMAND, "accept"),
    decline=term(COMMAND, "decline"),
)
"""The answer to people who would end a match that they have not accepted yet."""

QUESTION_SHOWN_FOR = 120.0
"""Seconds after which a question asked in the channel is removed."""

CONFIRMED: Final = MappingProxyType(
    {
        Action.RESIGN: Action.RESIGN_NOW,
        Action.ABORT: Action.ABORT_NOW,
        Action.DRAW: Action.DRAW_NOW,
        Action.TAKEBACK: Action.TAKEBACK_NOW,
    }
)
"""The actions that are asked about, and those that confirm them."""

TAKEOVER_LEVEL: Final = 4
"""The level of the first computer that takes over a seat in a match."""


class Confirmations(commands.Cog):
    """``/resign``, ``/abort``, ``/draw`` and their buttons: each asks first whether it is meant."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self.without_match: list[Callable[[discord.Message], Awaitable[bool]]] = []
        """Functions that may take the message of somebody who gives up, and plays no match there.

        They return whether they take it.
        """

    async def cog_load(self) -> None:
        """Register the buttons."""
        for action in (Action.RESIGN, Action.ABORT, Action.DRAW):
            self.bot.buttons[action] = self.press
            self.bot.buttons[CONFIRMED[action]] = self.confirm
        self.bot.buttons[Action.TAKEBACK_NOW] = self.confirm
        self.bot.buttons[Action.SURRENDER_NOW] = self.confirm
        self.bot.more_buttons.append(self._more)

    def _more(self, match: Match, person: int, locale: discord.Locale) -> Iterator[MatchButton]:
        if is_watched_by(match, person) or (person in match.people and match.may_abort):
            number = match.events[-1].number
            yield labelled_button(Action.ABORT, match.id, number, translated=translate_into(locale))

    async def press(self, interaction: Interaction, button: MatchButton) -> None:
        """Handle Resign, Abort and Draw: ask whether it is meant."""
        await self.ask(interaction, await self.bot.store.load(button.match), button.action)

    @hybrid_command(
        "resign",
        locale_str("Give up your match here"),
        "surrender",
        "concede",
        "forfeit",
        direct=True,
    )
    async def resign(self, context: Context) -> None:
        """``@Damier resign``, ``/resign``."""
        await self._ask_typed(context, Action.RESIGN)

    @hybrid_command(
        "abort",
        locale_str("End your match here without a result, before everyone has moved"),
        direct=True,
    )
    async def abort(self, context: Context) -> None:
        """``@Damier abort``, ``/abort``."""
        await self._ask_typed(context, Action.ABORT)

    @hybrid_command(
        "draw", locale_str("Offer a draw in your match here, or accept one"), "tie", direct=True
    )
    async def draw(self, context: Context) -> None:
        """``@Damier draw``, ``/draw``."""
        await self._ask_typed(context, Action.DRAW)

    # Asking

    async def _ask_typed(self, context: Context, action: Action) -> None:
        cause = context.interaction or context.message
        locale, origin = locale_for(context), origin_of(context)

        def question(match: Match) -> object:
            return _question(match, context.author.id, action, origin, locale)

        if self.bot.for_crowds is not None and await self.bot.for_crowds(context, action.value):
            return
        if (watched := await self._watched(context, action)) is not None:
            await self.ask(cause, watched, Action.ABORT)
            return
        if action is not Action.DRAW and await withdraws(self.bot, context):
            return
        private = context.interaction is not None
        try:
            match = await own_match(self.bot.store, context, possible(question), named=private)
        except NoMatch:
            if not await self._is_taken(context, action):
                raise
        else:
            await self.ask(cause, match, action)

    async def _is_taken(self, context: Context, action: Action) -> bool:
        """Return whether somebody gives up something else than a match."""
        if action is not Action.RESIGN or context.interaction is not None:
            return False
        for take in self.without_match:
            if await take(context.message):
                return True
        return False

    async def ask(self, cause: Interaction | discord.Message, match: Match, action: Action) -> None:
        """Ask whether somebody means an action of ``CONFIRMED`` that they chose or typed.

        The question is private after an interaction; else it is a reply that goes away, and in a
        channel names nobody. Raises Refusal if they cannot do it.
        """
        if isinstance(cause, discord.Message):
            who = cause.author.id
            locale = self.bot.preferences.locale_of(cause.guild, who)
        else:
            who, locale = cause.user.id, cause.locale
        public = isinstance(cause, discord.Message) and cause.guild is not None
        text, view = _question(match, who, action, origin_of(cause), locale, public=public)
        if isinstance(cause, discord.Message):
            shown = await reply_to(cause, text, view=view, delete_after=QUESTION_SHOWN_FOR)
            seat = next(iter(match.seats_of(who)), 0)
            button = MatchButton(CONFIRMED[action], match.id, match.since, seat, label="")
            self.bot.open_questions.note(
                who, shown, lambda yes: self._do(who, origin_of(yes), button)
            )
        else:
            await private(cause, text, view=view)

    async def _watched(self, context: Context, action: Action) -> Match | None:
        """Return the match between computers here that its host wants to abort.

        They may also say that they resign, if they play in no match here.
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
        """Handle the answer to a question: do the action that was asked about."""
        await self._do(interaction.user.id, origin_of(interaction), button)
        await conclude(interaction, translate(DONE, interaction.locale))

    async def _do(self, who: int, origin: Origin, button: MatchButton) -> None:
        """Do the action of a button that confirms it. Raises Refusal."""
        async with self.bot.store.match(button.match) as table:
            match = table.match
            if not is_watched_by(match, who) and button.which not in match.seats_of(who):
                plays = bool(match.seats_of(who))
                other = Text("This question is for your opponent.")
                raise Refusal(other if plays else Text("This question is for somebody else."))
            offers = button.action in {Action.DRAW_NOW, Action.TAKEBACK_NOW}
            if offers and button.event != match.since:
                raise Refusal(OUT_OF_DATE)
            policy = self.bot.preferences.server(match.guild).takeover
            table.match = taken_over(_done(match, who, button.action, origin), policy)


async def withdraws(bot: Damier, context: Context) -> bool:
    """Withdraw the author's challenge instead of ending a match or a turn if they play none here.

    Return whether that is what they can mean. Raises Refusal if they are asked to play instead, and
    Unclear to ask which of several challenges is meant.
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


def is_watched_by(match: Match, person: int) -> bool:
    """Return whether that person had the computers of a live match play each other.

    Then they may end it.
    """
    alone = not (match.persons or match.crowds)
    return match.status is Status.LIVE and alone and match.host == person


def _question(
    match: Match,
    who: int,
    action: Action,
    origin: Origin,
    locale: discord.Locale,
    *,
    public: bool = False,
) -> tuple[str, ui.View]:
    """Return the question, with buttons that carry the person's seat. Raises Refusal.

    One that is ``public`` names nobody: it is not their business yet.
    """
    confirmed, translated = [CONFIRMED[action]], translate_into(locale)
    after = _done(match, who, confirmed[0], origin)
    text = _asked(match, who, action, public=public)
    if action is Action.RESIGN:
        text = joined([text, *_consequences(match, after, who, public=public)])
        confirmed += [Action.SURRENDER_NOW] * match.may_surrender(who)
    seat = next(iter(match.seats_of(who)), 0)
    buttons = [
        labelled_button(done, match.id, match.since, seat, translated=translated)
        for done in confirmed
    ]
    return translated(text), view_of(*buttons)


def _consequences(match: Match, after: Match, who: int, *, public: bool) -> Iterator[Text]:
    """Yield texts on the consequences of resigning, ``after`` which the match is as given."""
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
    """Yield texts on the partners who play on, and on surrendering ``alone`` if one may."""
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


def _done(match: Match, who: int, action: Action, origin: Origin) -> Match:
    """Return the match after an action that a person has confirmed. Raises Refusal."""
    match action:
        case Action.ABORT_NOW:
            return match.abort(who, **origin)
        case Action.DRAW_NOW:
            return match.offer_agreement(who, DRAW.name, **origin)
        case Action.TAKEBACK_NOW:
            return taken_back(match, who, origin)
        case Action.SURRENDER_NOW:
            return match.surrender(who, **origin)
    return match.resign(who, **origin)


def taken_back(match: Match, who: int, origin: Origin) -> Match:
    """Return the match with a takeback asked for, or agreed to if another player asks for one.

    Raises Refusal.
    """
    offer = match.offer
    if offer and offer.agreement.name.startswith(TAKEBACK) and offer.by != who:
        return match.agree(who, offer.number, **origin)
    return match.offer_takeback(who, **origin)


def _asked(match: Match, who: int, action: Action, *, public: bool) -> Text:
    """Return the question whether a person means an action."""
    number, game, offer = f"#{match.id}", match.game.title, match.offer
    if action is Action.ABORT:
        return Text("Do you want to abort match {match}, {game}?", match=number, game=game)
    if action is Action.RESIGN:
        return Text("Do you want to resign match {match}, {game}?", match=number, game=game)
    what = DRAW.name if action is Action.DRAW else TAKEBACK
    if offer is not None and offer.agreement.name.startswith(what) and offer.by != who:
        if public:
            return Text(
                "Do you want to accept {agreement} in match {match}, {game}?",
                agreement=offer.agreement.text,
                match=number,
                game=game,
            )
        return Text(
            "{person} offers {agreement} in match {match}, {game}: do you agree?",
            person=person(offer.by or 0),
            agreement=offer.agreement.text,
            match=number,
            game=game,
        )
    if public and action is Action.DRAW:
        return Text(
            "Do you want to offer a draw in match {match}, {game}?", match=number, game=game
        )
    if public:
        return Text(
            "Do you want to ask to take back your last turn in match {match}, {game}?",
            match=number,
            game=game,
        )
    others = _named(user for user in match.players if user != who)
    if action is Action.DRAW:
        return Text(
            "Do you want to offer {others} a draw in match {match}, {game}?",
            others=others,
            match=number,
            game=game,
        )
    return Text(
        "Do you want to ask {others} to let you take back your last turn in match {match}, {game}?",
        others=others,
        match=number,
        game=game,
    )


def _named(users: Iterable[int]) -> str | Text:
    """Return several people; computers of one level, which have one name, are named once."""
    return together([*dict.fromkeys(map(person, users))])


def taken_over(match: Match, policy: Takeover) -> Match:
    """Return a match after a possible resignation, with the server's takeover ``policy`` applied.

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
