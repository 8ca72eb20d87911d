"""Buttons on the card of a tournament: join, leave, check in, look, challenge.

Every answer is private. The state of the tournament counts, not that of the card: a press that
comes twice, or too late, changes nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Final

import discord
from discord import ui

from cogs.challenges.admission import check_blocks, is_organiser
from cogs.client.client import Damier, Interaction, origin_of
from cogs.client.paged_lists import show_page
from cogs.client.replies import answer_to
from cogs.events.appointment_posts import is_to_agree, own_buttons, own_proposals
from cogs.events.card import (
    LABELS,
    EventAction,
    begins_now,
    card_of,
    event_button,
    organise_button,
    standing_now,
    when,
)
from cogs.events.event_rules import headline, name_of, option_lines, rules_of
from cogs.events.standings_pictures import standings_contents, table_files
from cogs.language.catalogues import Translate
from cogs.members.mentions import person, post_links
from cogs.members.visibility import channels_all_see, channels_seen
from cogs.messages.buttons import ControlKind, Menu, TextButton
from cogs.messages.layouts import add_button_rows, text_layout
from cogs.messages.waiting_matches import next_button
from data import UnknownTournament
from engine import Refusal, Text
from engine.text import NOTHING, Words, together
from engine.tournaments.state import Phase, Table
from engine.tournaments.terms import CLIMB, NEVER
from engine.tournaments.tournament import Tournament

UNKNOWN: Final = Text("I do not know that tournament.")

OUT_OF_DATE: Final = Text("That is out of date; `/tournament list` shows what there is now.")

Handler = Callable[[Interaction, Tournament], Awaitable[None]]

LONGEST_OPTION: Final = 100
"""The most characters that Discord allows in an option of a menu."""

LONGEST_NUMBER: Final = 9
"""The most digits of a tournament's number: a database holds no larger numbers."""


def number_in(written: str) -> int:
    """Return a tournament's number from its text, with or without ``#``.

    Raises Refusal if the text is no number.
    """
    digits = written.strip().removeprefix("#")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST_NUMBER):
        raise Refusal(UNKNOWN)
    return int(digits)


async def tournament_for(
    bot: Damier, member: discord.abc.User, guild: int | None, number: int
) -> Tournament:
    """Return a tournament that a member may see.

    Players, the organiser, managers of the server, and members who see the channel may see it.
    Raises Refusal for others, in the same words as for an unknown tournament.
    """
    try:
        tournament = await bot.store.tournaments.load(number)
    except UnknownTournament:
        raise Refusal(UNKNOWN) from None
    if tournament.guild != guild or not isinstance(member, discord.Member):
        raise Refusal(UNKNOWN)
    known = member.id in tournament.state.entrants or member.id == tournament.state.organiser
    if not (known or member.guild_permissions.manage_guild) and not await channels_seen(
        member, [tournament.channel]
    ):
        raise Refusal(UNKNOWN)
    return tournament


def all_see(tournament: Tournament, here: object) -> bool:
    """Return whether everybody who reads the channel ``here`` may see a tournament."""
    if not isinstance(here, discord.abc.GuildChannel | discord.Thread):
        return False
    return bool(channels_all_see(here, [tournament.channel]))


def may_organise(bot: Damier, tournament: Tournament, member: discord.abc.User) -> bool:
    """Return whether a member organises a tournament, or all tournaments of its server."""
    settings = bot.preferences.server(tournament.guild)
    return member.id == tournament.state.organiser or is_organiser(settings, member)


class Entering:
    """The handlers of the buttons on cards, and of their menus."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._answers: Mapping[EventAction, Handler] = {
            EventAction.JOIN: self._join_once,
            EventAction.EVERY: self._join_every_time,
            EventAction.LEAVE: self._ask_to_leave,
            EventAction.LEAVE_NOW: self._leave,
            EventAction.BACK: self._come_back,
            EventAction.CHECK_IN: self._check_in,
            EventAction.PASS: self._pass,
            EventAction.STANDINGS: self._standings,
            EventAction.FILES: self._files,
            EventAction.NEXT: self._next,
            EventAction.RULES: partial(show_rules, self.bot),
            EventAction.CHALLENGE: self._ask_whom,
            EventAction.SHOW: self._show,
        }

    def register(self) -> None:
        """Register the buttons, and the menus of opponents and of groups."""
        self.bot.text_buttons[ControlKind.EVENT] = self.press
        self.bot.menus[ControlKind.EVENT] = self.choose

    async def press(self, interaction: Interaction, about: str) -> None:
        """Handle a button. Raises Refusal if its action is not possible now."""
        what, _, written = about.partition(":")
        if what not in LABELS:
            raise Refusal(OUT_OF_DATE)
        tournament = await self._visible(interaction, number_in(written))
        await self._answers[EventAction(what)](interaction, tournament)

    async def choose(self, interaction: Interaction, about: str, choice: str) -> None:
        """Challenge the chosen player of a ladder, or show the chosen group.

        Raises Refusal if that is not possible now.
        """
        what, _, written = about.partition(":")
        tournament = await self._visible(interaction, number_in(written))
        if what == EventAction.CHALLENGE and choice.removeprefix("-").isdecimal():
            await self._challenge(interaction, tournament, int(choice))
        elif what == EventAction.STANDINGS and choice.isdecimal():
            layout, files = await standings_contents(
                self.bot,
                tournament,
                interaction.locale,
                who=interaction.user.id,
                group=int(choice),
            )
            await show_page(interaction, layout, files)
        else:
            raise Refusal(OUT_OF_DATE)

    async def _challenge(
        self, interaction: Interaction, tournament: Tournament, other: int
    ) -> None:
        who = interaction.user.id
        otherwise = Text("You cannot challenge that player; choose another.")
        await check_blocks(self.bot, who, [other], otherwise)
        now = await self._change(
            tournament, lambda t: t.challenge(who, other, **origin_of(interaction))
        )
        text = Text(
            "You challenge {person}. The board comes in a moment; *My next match* leads to it.",
            person=person(other),
        )
        await self._answer(interaction, now, [text], EventAction.NEXT)

    async def _visible(self, interaction: Interaction, number: int) -> Tournament:
        return await tournament_for(self.bot, interaction.user, interaction.guild_id, number)

    async def _change(
        self, tournament: Tournament, change: Callable[[Tournament], Tournament]
    ) -> Tournament:
        """Apply ``change`` to a tournament, save the result and return it.

        Raises Refusal if ``change`` does.
        """
        async with self.bot.store.tournaments.open(tournament.id) as table:
            table.tournament = change(table.tournament)
        return table.tournament

    async def _answer(
        self,
        interaction: Interaction,
        tournament: Tournament,
        texts: Sequence[Text],
        *presses: EventAction,
        before: Sequence[TextButton] = (),
    ) -> None:
        """Answer in private with sentences, the buttons ``before``, and those for ``presses``."""
        translated = answer_to(interaction).said
        layout = text_layout("\n".join(map(translated, texts)))
        buttons = [*before, *(event_button(one, tournament.id, translated) for one in presses)]
        if buttons:
            add_button_rows(layout, buttons)
        await answer_to(interaction).show(view=layout)

    # Joining and leaving

    async def _join_once(self, interaction: Interaction, tournament: Tournament) -> None:
        await self._join(interaction, tournament, every=False)

    async def _join_every_time(self, interaction: Interaction, tournament: Tournament) -> None:
        await self._join(interaction, tournament, every=True)

    async def _join(self, interaction: Interaction, tournament: Tournament, *, every: bool) -> None:
        who = interaction.user.id
        if tournament.terms.is_exhibition:
            raise Refusal(OUT_OF_DATE)  # people join a side of an exhibition
        now = await self._change(
            tournament, lambda t: t.join(who, every=every, **origin_of(interaction))
        )
        texts = [Text("You are in “{name}”.", name=name_of(now.terms)), _begins(now, who)]
        if every:
            texts.append(Text("You are also in the ones that follow, until you leave."))
        await self._answer(interaction, now, texts, EventAction.RULES, EventAction.LEAVE)

    async def _ask_to_leave(self, interaction: Interaction, tournament: Tournament) -> None:
        """Withdraw the person at once before the start; later, name the cost and ask first."""
        if tournament.phase is not Phase.RUNNING or not tournament.state.is_in(interaction.user.id):
            await self._leave(interaction, tournament)
            return
        ask = Text("Do you really want to leave “{name}”?", name=name_of(tournament.terms))
        await self._answer(interaction, tournament, [ask, _cost(tournament)], EventAction.LEAVE_NOW)

    async def _leave(self, interaction: Interaction, tournament: Tournament) -> None:
        who = interaction.user.id
        now = await self._change(tournament, lambda t: t.leave(who, **origin_of(interaction)))
        texts = [Text("You have left “{name}”.", name=name_of(now.terms))]
        back = now.phase is Phase.RUNNING and now.may_come_back
        await self._answer(interaction, now, texts, *([EventAction.BACK] if back else []))

    async def _come_back(self, interaction: Interaction, tournament: Tournament) -> None:
        who = interaction.user.id
        now = await self._change(tournament, lambda t: t.come_back(who, **origin_of(interaction)))
        back = Text("You are back in “{name}”.", name=name_of(now.terms))
        await self._answer(interaction, now, [back, _begins(now, who)], EventAction.NEXT)

    async def _check_in(self, interaction: Interaction, tournament: Tournament) -> None:
        who = interaction.user.id
        now = await self._change(tournament, lambda t: t.check_in(who, **origin_of(interaction)))
        texts = [Text("You have checked in: you will be paired."), *standing_now(now)]
        await self._answer(interaction, now, texts, EventAction.RULES)

    async def _pass(self, interaction: Interaction, tournament: Tournament) -> None:
        who = interaction.user.id
        now = await self._change(tournament, lambda t: t.pass_next(who, **origin_of(interaction)))
        text = Text(
            "You are not paired in round {number}, and get half a point for it.",
            number=len(now.state.rounds) + 1,
        )
        await self._answer(interaction, now, [text])

    # Looking

    async def _show(self, interaction: Interaction, tournament: Tournament) -> None:
        await show_card(interaction, tournament)

    async def _standings(self, interaction: Interaction, tournament: Tournament) -> None:
        await show_standings(self.bot, interaction, tournament)

    async def _files(self, interaction: Interaction, tournament: Tournament) -> None:
        """Send the standings in private as files for other programs."""
        files = await table_files(self.bot, tournament, interaction.locale)
        text = Text("The standings of {name} for other programs:", name=name_of(tournament.terms))
        await answer_to(interaction).show(text, files=files)

    async def _next(self, interaction: Interaction, tournament: Tournament) -> None:
        """Show a person's open tables with links to their boards, or when they play next.

        Buttons offer what the person can do now: join, check in, challenge, or agree on a time.
        """
        who, state = interaction.user.id, tournament.state
        traits = tournament.terms.form.traits
        own = [one for one in state.open_tables if who in one.players and len(one.players) > 1]
        ids = [match for table in own for match in table.matches.values()]
        matches = {one.id: one for one in await self.bot.store.some(ids)}
        links = await post_links(
            self.bot.store, list(matches.values()), lambda match: f"#{match.id}"
        )
        texts, presses = _waiting(tournament, who, own), list[EventAction]()
        for table in own:
            boards = [links[match] for match in table.matches.values() if match in links]
            texts.append(_own_table(tournament, table, who, boards))
        if tournament.terms.is_exhibition:
            pass  # people join with the buttons on its card
        elif not state.is_in(who) and not tournament.is_over:
            presses += _ways_in(tournament, who)
        elif tournament.phase is Phase.CHECK_IN and not state.entrants[who].checked_in:
            presses.append(EventAction.CHECK_IN)
        elif tournament.phase is Phase.RUNNING and traits.by_challenge and not own:
            presses.append(EventAction.CHALLENGE)
        elif _may_pass(tournament, who):
            presses.append(EventAction.PASS)
        to_agree = [table for table in own if is_to_agree(tournament, table)]
        for table in to_agree:
            texts += own_proposals(table, who)
        now, translated = interaction.created_at, answer_to(interaction).said
        buttons = [*own_buttons(tournament, to_agree, who, now, translated)]
        if len(matches) > 1:
            buttons.append(next_button(max(matches), translated))
        await self._answer(interaction, tournament, texts, *presses, before=buttons)

    async def _ask_whom(self, interaction: Interaction, tournament: Tournament) -> None:
        """Show the menu of players above on a ladder. Raises Refusal if none can be challenged."""
        who = interaction.user.id
        free = _challengeable(tournament, interaction)
        blocks = await self.bot.store.blocks.among({who, *free})
        free = [one for one in free if blocks.isdisjoint({(who, one), (one, who)})]
        if not free:
            raise Refusal(Text("There is nobody above you whom you can challenge now."))
        guild, translated = interaction.guild, answer_to(interaction).said
        names = await self.bot.directory.names_of(guild, free) if guild is not None else {}
        options = [
            discord.SelectOption(
                label=f"{place}. {Words(names.get(player, ''))}"[:LONGEST_OPTION],
                value=str(player),
            )
            for place, player in sorted((_place(tournament, one), one) for one in free)
        ]
        ask = translated(Text("Whom do you challenge?"))
        layout = text_layout(ask)
        layout.add_item(ui.ActionRow(_menu(tournament, ask, options)))
        await answer_to(interaction).show(view=layout)


def _menu(tournament: Tournament, ask: str, options: list[discord.SelectOption]) -> Menu:
    return Menu(ControlKind.EVENT, f"{EventAction.CHALLENGE}:{tournament.id}", ask, options)


def _place(tournament: Tournament, player: int) -> int:
    return tournament.state.order.index(player) + 1


def _challengeable(tournament: Tournament, interaction: Interaction) -> list[int]:
    """Return the players of a ladder whom a person can challenge, from the highest place down.

    Raises Refusal, with the reason, if there are none.
    """
    order, who = tournament.state.order, interaction.user.id
    own = order.index(who) if who in order else 0
    above = order[max(own - CLIMB, 0) : own]
    free, why = list[int](), Refusal(Text("Nobody is above you: you are the first of this ladder."))
    for other in above or [who] * (who not in order):
        try:
            tournament.challenge(who, other, **origin_of(interaction))
        except Refusal as refusal:
            why = refusal
        else:
            free.append(other)
    if not free:
        raise why
    return free


def _begins(tournament: Tournament, who: int) -> Text:
    """Return the sentence that tells a new player when they play."""
    state, traits = tournament.state, tournament.terms.form.traits
    if state.phase is Phase.CHECK_IN:
        return Text("You have checked in, too: it starts {when}.", when=_moment(state.starts))
    if state.phase is Phase.RUNNING:
        if traits.by_challenge and who in state.order:
            return Text("You stand on place {place}.", place=_place(tournament, who))
        if traits.in_groups:
            return Text("You take the first place that becomes free in the first half.")
        if traits.for_a_time:
            return Text("You are paired as soon as somebody is free.")
        return Text("You are paired from the next round on.")
    if begins_now(tournament):
        return Text("It begins now.")
    if state.starts is None:
        return Text("I call you here when enough have joined.")
    if not traits.checks_in:
        return Text("It starts {when}.", when=_moment(state.starts))
    return Text(
        "It starts {when}. Before that I call you here to check in.", when=_moment(state.starts)
    )


def _moment(starts: datetime | None) -> str:
    return when(starts) if starts is not None else NOTHING


def _ways_in(tournament: Tournament, who: int) -> list[EventAction]:
    """Return the button to join or, after leaving, to come back if that is possible."""
    if who not in tournament.state.entrants:
        return [EventAction.JOIN]
    return [EventAction.BACK] if tournament.may_come_back else []


def _cost(tournament: Tournament) -> Text:
    """Return the sentence about the cost of leaving a tournament under way."""
    if tournament.terms.is_exhibition:
        return Text("If you leave, you lose your game and cannot come back.")
    if tournament.terms.form.traits.in_groups:
        return Text(
            "If you leave before half of your games are played, your results are struck out; "
            "later, you lose your remaining games. You cannot come back in this season."
        )
    if tournament.terms.form.traits.knocks_out:
        return Text("Your opponent goes on, and you cannot come back.")
    if tournament.terms.form.traits.by_challenge:
        return Text("You lose your place; if you come back, you begin at the bottom.")
    if not tournament.may_come_back:
        return Text(
            "You are not paired any more, and cannot come back: more than half of the rounds are "
            "paired."
        )
    return Text("You are not paired any more; you can come back at the next round.")


def _waiting(tournament: Tournament, who: int, own: Sequence[Table]) -> list[Text]:
    """Return sentences for a person without an open table about when they may play."""
    state = tournament.state
    if tournament.is_over or tournament.phase is not Phase.RUNNING:
        return [*standing_now(tournament)]
    if not state.is_in(who):
        return [] if own else [Text("You are not in it, or not any more.")]
    if own:
        return []
    if tournament.terms.is_exhibition:
        return [Text("No match waits for you."), *standing_now(tournament)]
    if tournament.terms.form.traits.by_challenge:
        place = Text("You stand on place {place}.", place=_place(tournament, who))
        return [place, Text("No match waits for you.")]
    if tournament.terms.form.traits.for_a_time:
        return [Text("You are paired as soon as somebody is free."), *standing_now(tournament)]
    return [Text("No match of yours is open in this round."), *standing_now(tournament)]


def _own_table(tournament: Tournament, table: Table, who: int, boards: Sequence[str]) -> Text:
    """Return the line about a person's table: the opponents, links to the boards, the end."""
    others = together([person(one) for one in table.players if one != who])
    ends = tournament.appointments.last_moment(table)
    if boards and ends == NEVER:
        return Text("Against {people}: {boards}.", people=others, boards=", ".join(boards))
    until = when(ends)
    if boards:
        return Text(
            "Against {people}: {boards}. Until {when}.",
            people=others,
            boards=", ".join(boards),
            when=until,
        )
    if tournament.terms.by_appointment and table.agreed is not None:
        return Text("Against {people}, {when}.", people=others, when=when(table.agreed))
    if tournament.terms.by_appointment:
        return Text("Against {people}, at a time that you agree on, until {when}.",
                    people=others, when=until)  # fmt: skip
    return Text("Against {people}: the board comes in a moment.", people=others)


def _may_pass(tournament: Tournament, who: int) -> bool:
    """Return whether a person may leave out the next round of a Swiss tournament."""
    state = tournament.state
    left = state.planned > len(state.rounds)
    asked = any(player == who for player, _ in state.passes)
    running = tournament.phase is Phase.RUNNING and state.is_in(who)
    return tournament.terms.form.traits.may_set_rounds and running and left and not asked


# Answers shared with commands


async def show_rules(bot: Damier, interaction: Interaction, tournament: Tournament) -> None:
    """Show the rules of a tournament in private, with a button for its organisers."""
    translated = answer_to(interaction).said
    layout = text_layout(rules_text(tournament, translated))
    if may_organise(bot, tournament, interaction.user):
        layout.add_item(ui.ActionRow(organise_button(tournament, translated)))
    await answer_to(interaction).show(view=layout)


def rules_text(tournament: Tournament, translated: Translate) -> str:
    """Return the rules of a tournament below its name and terms, one a line."""
    terms = tournament.terms
    lines = [
        translated(Text("### Rules of {name}", name=name_of(terms))),
        translated(headline(terms)),
        *(f"- {line}" for line in option_lines(terms, translated)),
        *(f"- {translated(text)}" for text in rules_of(terms)),
    ]
    return "\n".join(lines)


async def show_card(interaction: Interaction, tournament: Tournament) -> None:
    """Show a tournament's card in private."""
    answer = answer_to(interaction)
    await answer.show(view=card_of(tournament, answer.locale))


async def show_standings(bot: Damier, interaction: Interaction, tournament: Tournament) -> None:
    """Show the standings in private; of a large tournament, those around the person.

    For an exhibition, show the card instead.
    """
    if tournament.terms.is_exhibition:
        await show_card(interaction, tournament)
        return
    layout, files = await standings_contents(
        bot, tournament, interaction.locale, who=interaction.user.id
    )
    await answer_to(interaction).show(view=layout, files=files)
