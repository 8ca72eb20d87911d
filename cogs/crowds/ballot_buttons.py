"""Buttons of crowds, and motions of their members: a draw, resigning, a takeback.

Players' buttons and words for these become motions when a crowd's member uses them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import discord
from discord.ext import commands

from cogs.client.client import Context, Damier, Interaction, origin_of
from cogs.client.error_answers import OUT_OF_DATE, TOO_LONG
from cogs.client.replies import acknowledge, answer_to
from cogs.crowds.conductor import CrowdConductor, agreed
from cogs.crowds.controls import CrowdAction, CrowdControl
from cogs.crowds.crowd_moves import CrowdMoves
from cogs.crowds.judgement import Judgement
from cogs.language.actions import ACTIONS, Action, agreeing
from cogs.members.match_lookup import chosen_match, visible_match, which_match
from cogs.messages.buttons import ControlKind, MatchButton, Menu
from data import UnknownCrowd
from engine import Refusal, Text
from engine.crowds.ballot import Ballot
from engine.crowds.crowd import Crowd
from engine.table.match import Match
from engine.table.record import NotAPlayer, Status

QUESTION_SHOWN_FOR: Final = 120.0
"""Seconds after which a question asked in the channel is removed."""

MOTIONS: Final = {action: traits.motion for action, traits in ACTIONS.items() if traits.motion}
"""The players' actions that become motions, each with the name of its motion."""

ANSWERED: Final = (Action.AGREE, Action.REFUSE, Action.PROPOSE)
"""The players' other buttons that concern motions."""

TYPED: Final = (Action.ACCEPT, Action.DECLINE, Action.PROPOSE, Action.ABORT)
"""The players' other commands that members of crowds can use."""

LONGEST_LABEL: Final = 100
MOST_CHOICES: Final = 25


Standing = Callable[[Crowd, int], Text]
"""Returns the private text about the state of a vote, as a person may see it."""


class BallotButtons(commands.Cog):
    """Handles the buttons of crowds, and the motions of their members."""

    def __init__(
        self,
        bot: Damier,
        conductor: CrowdConductor,
        moves: CrowdMoves,
        judgement: Judgement,
        standing: Standing,
    ) -> None:
        self.bot = bot
        self._conductor, self._moves, self._judgement = conductor, moves, judgement
        self._standing = standing

    async def cog_load(self) -> None:
        """Register the buttons, and handle players' buttons for members of crowds."""
        self.bot.text_buttons[ControlKind.CROWD] = self.press
        self.bot.menus[ControlKind.CROWD] = self.choose
        self.bot.crowd_buttons |= dict.fromkeys((*MOTIONS, *ANSWERED), self.press_match)
        self.bot.crowd_commands |= dict.fromkeys((*MOTIONS, *TYPED), self.typed)

    # The buttons of crowds

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button of a crowd. Raises Refusal for old buttons, and for outsiders."""
        control = CrowdControl.read(about)
        match = await visible_match(self.bot.store, interaction, control.match)
        try:
            crowd = await self.bot.store.crowds.load(match.id, control.user)
        except UnknownCrowd:
            raise Refusal(OUT_OF_DATE) from None
        self._moves.note(interaction.user)
        match control.action:
            case CrowdAction.STANDING:
                await self._show(interaction, crowd)
            case CrowdAction.VOTE:
                await self._vote(interaction, match, crowd, control)
            case CrowdAction.CLOSE:
                await self._close(interaction, match, crowd, control)
            case CrowdAction.VETO:
                await self._veto(interaction, match, crowd, control)
            case CrowdAction.RETRACT:
                await self._retract(interaction, match, crowd)
            case CrowdAction.FOR | CrowdAction.AGAINST:
                await self._answer(
                    interaction, match, crowd, control.rest, yes=control.action is CrowdAction.FOR
                )
            case CrowdAction.MOTION:
                await self._propose(interaction, match, crowd, control.rest)

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Handle the menu of proposals that the captain may veto."""
        await self.press(interaction, f"{about}{choice}")

    async def _show(self, interaction: Interaction, crowd: Crowd) -> None:
        text = self._standing(crowd, interaction.user.id)
        await answer_to(interaction).show(text)

    async def _vote(
        self, interaction: Interaction, match: Match, crowd: Crowd, control: CrowdControl
    ) -> None:
        text = _proposal(_present(crowd, control), control.rest)
        who, origin = interaction.user.id, origin_of(interaction)
        await self._show(
            interaction, await self._moves.decide(match, crowd.user, who, text, origin)
        )

    async def _close(
        self, interaction: Interaction, match: Match, crowd: Crowd, control: CrowdControl
    ) -> None:
        who, origin = interaction.user.id, origin_of(interaction)

        def change(one: Crowd) -> Crowd:
            _present(one, control)
            return one.close(who, **origin)

        await self._moves.act(match, crowd.user, who, origin, change)
        await acknowledge(interaction)

    async def _veto(
        self, interaction: Interaction, match: Match, crowd: Crowd, control: CrowdControl
    ) -> None:
        """Veto a losing proposal for the captain; if the button names none, ask which.

        Raises Refusal if the proposal does not lose, and for anybody else.
        """
        ballot = _present(crowd, control)
        who, origin, answer = interaction.user.id, origin_of(interaction), answer_to(interaction)
        if who != crowd.captain:
            raise Refusal(Text("Only the captain of this side can do that."))
        member = await self._moves.facts(match, crowd, who)
        crowd.check_may_play(member, origin["now"], match.persons)
        if not control.rest:
            first = list(ballot.first)
            options = [
                discord.SelectOption(
                    label=one.text[:LONGEST_LABEL], value=str(first.index(one.text))
                )
                for one in ballot.standing[:MOST_CHOICES]
            ]
            if not options:
                raise Refusal(Text("Nobody has voted yet."))
            about = f"{CrowdAction.VETO}:{match.id}:{crowd.user}:{ballot.event}:"
            menu = Menu(ControlKind.CROWD, about, answer.said(Text("Which proposal?")), options)
            await answer.show(Text("A proposal that loses at once can be vetoed:"), menu)
            return
        text = _proposal(ballot, control.rest)
        loss = await self._judgement.loss(match, crowd, text)
        if loss is None:
            raise Refusal(TOO_LONG)
        if not loss:
            raise Refusal(Text("`{move}` does not lose at once: the vote decides.", move=text))

        def change(one: Crowd) -> Crowd:
            _present(one, control)
            return one.drop(text, person=who, loses=loss, **origin)

        await self._moves.act(match, crowd.user, who, origin, change)
        await answer.show(Text("You have vetoed `{move}`.", move=text))

    async def _retract(self, interaction: Interaction, match: Match, crowd: Crowd) -> None:
        who, origin = interaction.user.id, origin_of(interaction)

        def change(one: Crowd) -> Crowd:
            retracted = one.retract(who, **origin)
            match.retract(crowd.user, now=origin["now"], source=None)
            return retracted

        await self._conductor.change(match, crowd.user, change)
        await acknowledge(interaction)

    # Motions

    async def _propose(
        self, interaction: Interaction, match: Match, crowd: Crowd, what: str, offer: int = 0
    ) -> None:
        """Put a motion that the person has confirmed, or vote for it if it has been put."""
        who, origin = interaction.user.id, origin_of(interaction)
        offer = offer or _offer_for(match, crowd.user, what)
        electors = await self._conductor.electors(crowd)

        def change(one: Crowd) -> Crowd:
            agreed(match, crowd.user, what, offer, now=origin["now"], source=None)
            return one.propose(who, what, offer=offer, elector_count=electors, **origin)

        after = await self._moves.act(match, crowd.user, who, origin, change)
        await answer_to(interaction).show(_put(after, what))

    async def _answer(
        self, interaction: Interaction, match: Match, crowd: Crowd, what: str, *, yes: bool
    ) -> None:
        who, origin = interaction.user.id, origin_of(interaction)
        await self._moves.act(
            match, crowd.user, who, origin, lambda one: one.answer(who, what, yes=yes, **origin)
        )
        await acknowledge(interaction)

    async def press_match(self, interaction: Interaction, button: MatchButton) -> bool:
        """Handle a players' button for a crowd's member as a motion.

        Return whether the press is for a crowd. Raises NotAPlayer for people who belong to none.
        """
        match, who = await self.bot.store.load(button.match), interaction.user.id
        if not match.crowds or who in match.people:
            return False
        self._moves.note(interaction.user)
        user = await self._moves.seat_holder(match, who)
        if user is None:
            raise NotAPlayer
        crowd = await self.bot.store.crowds.load(match.id, user)
        if button.action in MOTIONS:
            await self._ask(interaction, match, crowd, MOTIONS[button.action])
        elif button.action is Action.PROPOSE:
            agreements = match.position.agreements()
            if button.event != match.since or button.which >= len(agreements):
                raise Refusal(OUT_OF_DATE)
            await self._ask(interaction, match, crowd, agreements[button.which].name)
        else:
            await self._answer_offer(interaction, match, crowd, button)
        return True

    async def _answer_offer(
        self, interaction: Interaction, match: Match, crowd: Crowd, button: MatchButton
    ) -> None:
        """Accept an offer by a motion, or vote against the motion to accept it."""
        offer = match.offer
        if offer is None or offer.number != button.event:
            raise Refusal(Text("That offer is no longer open."))
        what = motion_of(offer.agreement.name)
        if button.action is Action.AGREE:
            await self._propose(interaction, match, crowd, what, offer.number)
        elif crowd.ballot is not None and crowd.ballot.motion(what) is not None:
            await self._answer(interaction, match, crowd, what, yes=False)
        else:
            raise Refusal(
                Text("A crowd’s next move declines an offer, unless two thirds have accepted it.")
            )

    async def _ask(
        self, cause: Interaction | discord.Message, match: Match, crowd: Crowd, what: str
    ) -> None:
        """Ask whether a motion is meant. Raises Refusal if the motion is not possible."""
        origin = origin_of(cause)
        offer = _offer_for(match, crowd.user, what)
        who = cause.author.id if isinstance(cause, discord.Message) else cause.user.id
        agreed(match, crowd.user, what, offer, now=origin["now"], source=None)
        electors = await self._conductor.electors(crowd)
        crowd.propose(
            who, what, offer=offer, elector_count=electors, now=origin["now"], source=None
        )  # raises Refusal if the motion cannot be put
        text = Text(
            "Do you want your side in match #{number}, {game}, to vote {motion}? Two thirds of "
            "those who moved or voted in the last turns have to be for it, at least {count}.",
            count=crowd.least(electors),
            number=match.id,
            game=match.game.title,
            motion=motion_text(match, what, offer),
        )
        control = CrowdControl(CrowdAction.MOTION, match.id, crowd.user, match.since, what)
        answer = self.bot.reply(cause) if isinstance(cause, discord.Message) else answer_to(cause)
        yes = control.button(answer.said(Text("Yes, let us vote")))
        await answer.show(text, yes, shown_for=QUESTION_SHOWN_FOR)

    # Typed

    async def typed(
        self, context: Context, action: Action, what: str = "", *, bare: bool = False
    ) -> bool:
        """Handle a players' command from a crowd's member; return whether it is for a crowd.

        A ``bare`` word may be chat: it counts only from people who have moved or voted.
        """
        found = await self._crowd_of(context, bare=bare)
        if found is None:
            return False
        match, crowd = found
        self._moves.note(context.author)
        cause = context.interaction or context.message
        if action in {Action.ACCEPT, Action.DECLINE}:
            offer = match.offer
            if offer is None or offer.by == crowd.user:
                return False
            what = motion_of(offer.agreement.name)
        if action is Action.DECLINE:
            raise Refusal(
                Text("A crowd’s next move declines an offer, unless two thirds have accepted it.")
            )
        await self._ask(cause, match, crowd, MOTIONS.get(action, what))
        return True

    async def _crowd_of(self, context: Context, *, bare: bool) -> tuple[Match, Crowd] | None:
        """Return the match and crowd of a member's command; None if it is about something else.

        Raises Unclear to ask which of several matches is meant.
        """
        store, who = self.bot.store, context.author.id
        chosen = await chosen_match(store, context)
        if chosen is not None:
            candidates = [chosen]
        else:
            played = await store.played_in(context.channel.id)
            ids = [*played] or [*await self._moves.in_thread(context.channel.id)]
            candidates = await store.some(ids) if ids else []
            if any(who in match.people for match in candidates):
                return None
        held = []
        for match in candidates:
            if match.crowds and match.status is Status.LIVE and who not in match.people:
                user = await self._moves.seat_holder(match, who)
                if user is not None:
                    held.append((match, await store.crowds.load(match.id, user)))
        known = [(match, crowd) for match, crowd in held if who in crowd.people]
        held = known if bare else known or held
        if len(held) > 1:
            raise await which_match(context, [match for match, _ in held])
        return held[0] if held else None


def motion_text(match: Match, what: str, offer: int = 0) -> Text:
    """Return the words for a motion, such as ``to resign`` or ``to accept a takeback``."""
    agreement = next((one.text for one in match.position.agreements() if one.name == what), None)
    if offer and match.offer is not None and match.offer.number == offer:
        return Text("to accept {agreement}", agreement=match.offer.agreement.text)
    if agreement is not None:
        return Text("to offer {agreement}", agreement=agreement)
    asked = {one.motion: one.motion_text for one in ACTIONS.values() if one.motion_text}
    return asked.get(what) or Text("to offer {agreement}", agreement=what)


def motion_of(agreement: str) -> str:
    """Return the name of the motion that accepts an offer of the agreement with a name."""
    action = agreeing(agreement)
    return ACTIONS[action].motion if action is not None else agreement


def _offer_for(match: Match, user: int, what: str) -> int:
    """Return the number of the open offer that a motion would accept, 0 for none."""
    offer = match.offer
    if offer is None or offer.by == user or user in offer.agreed:
        return 0
    return offer.number if motion_of(offer.agreement.name) == what else 0


def _present(crowd: Crowd, control: CrowdControl) -> Ballot:
    """Return the open ballot that a button belongs to. Raises Refusal for an old button."""
    ballot = crowd.open_ballot
    if ballot is None or ballot.event != control.event:
        raise Refusal(OUT_OF_DATE)
    return ballot


def _proposal(ballot: Ballot, index: str) -> str:
    """Return the move of the proposal with an index. Raises Refusal for an unknown index."""
    first = list(ballot.first)
    if not index.isdecimal() or int(index[:4]) >= len(first):
        raise Refusal(OUT_OF_DATE)
    return first[int(index)]


def _put(crowd: Crowd, what: str) -> Text:
    """Return the answer to a person who has put a motion, or voted for it."""
    ballot = crowd.ballot
    motion = ballot.motion(what) if ballot is not None else None
    if motion is None:
        return Text("Decided.")
    missing = crowd.needed(motion) - sum(motion.answers.values())
    return Text("Your side votes on it; still needed: {count}.", count=missing)
