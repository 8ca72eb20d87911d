"""``/mygames``: a person's matches on all servers, and the next one that waits for them."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client.client import Context, Damier, Interaction
from cogs.client.commands import hybrid_command
from cogs.client.paged_lists import fitting, more_text
from cogs.client.replies import answer_to
from cogs.language.catalogues import Translate, escaped
from cogs.members.mentions import board_link, board_links, game_and_others, players
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.layouts import picture_file, rows_of, text_layout
from cogs.messages.match_posts import button_rows
from cogs.messages.post_texts import text_lines
from cogs.messages.waiting_matches import (
    IN_PLACE,
    WaitingMatches,
    is_waited_for,
    next_button,
    next_for,
    waiting_for,
)
from cogs.moves.private_boards import own_picture, own_text, seen_by
from engine import Refusal, Text
from engine.table.match import Match
from engine.table.record import Status
from engine.text import Words, counted

ELSEWHERE = Text("another server")

LONGEST_LIST = 3700
"""The most characters of the list; a message may have 4,000."""

SHORTEST_LINE = 50
"""The fewest characters of a match's lines in the list."""


class OwnMatches(commands.Cog):
    """``/mygames``, and the button *Next match*."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.text_buttons[ControlKind.MINE] = self.show
        self.bot.text_buttons[ControlKind.NEXT] = self.next

    @hybrid_command(
        "mygames", locale_str("Everything that waits for you, on every server"), direct=True
    )
    async def mygames(self, context: Context) -> None:
        """``/mygames`` lists in private; ``@Damier mygames`` gets a button that does."""
        if context.interaction is not None:
            await self.show(context.interaction, "")
            return
        answer = answer_to(context)
        button = TextButton(ControlKind.MINE, "", answer.said(Text("My matches")))
        await answer.show(Text("Only you can see what waits for you:"), button)

    async def show(self, interaction: Interaction, about: str) -> None:
        """List a person's matches in private, those that wait for the person first."""
        who, answer = interaction.user.id, answer_to(interaction)
        waiting = await waiting_for(self.bot.store, who)
        lines = await self._lines(waiting, who, interaction.guild_id, answer.said)
        layout = text_layout("\n".join(lines))
        if waiting.turns:
            layout.add_item(ui.ActionRow(next_button(0, answer.said)))
        await answer.show(view=layout)

    async def next(self, interaction: Interaction, about: str) -> None:
        """Handle *Next match*: show the next match that waits for the person, like its post.

        Raises Refusal if none waits.
        """
        number, _, where = about.partition(":")
        who, answer = interaction.user.id, answer_to(interaction)
        match = await next_for(self.bot.store, who, int(number))
        if match is None:
            raise Refusal(Text("Nothing waits for you now."))
        match = await seen_by(self.bot, match, who)
        translated = answer.said
        picture = await own_picture(self.bot, who, match, answer.locale)
        link = await board_link(self.bot.store, match, translated)
        shown = match.repost(now=match.events[-1].at)
        lines = [
            f"### {translated(match.game.title)} · #{match.id}",
            f"-# {self._where(match, link, interaction.guild_id, translated)}",
            players(match, translated),
            *text_lines(shown, translated),
        ]
        text = await own_text(self.bot, who, match, "\n".join(lines), answer.locale)
        layout = answer.board(text, picture)
        moves = await self.bot.preferences.move_buttons(match)
        rows = list(button_rows(shown, translated, move_buttons=moves))
        following = next_button(match.id, translated, in_place=True)
        rows = [*rows[:-1], *rows_of([*rows[-1], following])]
        for row in rows:
            layout.add_item(ui.ActionRow(*row))
        if where == IN_PLACE:
            await answer.replace(view=layout, files=[picture_file(picture)])
        else:
            await answer.show(view=layout, file=picture_file(picture))

    async def _lines(
        self, waiting: WaitingMatches, who: int, guild: int | None, translated: Translate
    ) -> list[str]:
        """Return the lines of the list that fit into a message, with headings.

        Each section ends with the number of its matches left out, if any.
        """
        if not any(waiting):
            hint = Text("You have no match and no challenge. Challenge somebody with `/challenge`.")
            return [translated(hint)]
        sections = (
            (_waiting_text(waiting.pending), [*waiting.turns, *waiting.to_answer]),
            (Text("Waiting for others: {count}", count=len(waiting.others)), waiting.others),
            (Text("Challenges that wait for others"), waiting.challenges),
            (Text("Matches between computers that you watch"), waiting.watched),
        )
        lines: list[str] = []
        room = LONGEST_LIST
        for heading, section in sections:
            if section or not lines:
                lines.append(f"### {translated(heading)}")
            most = max(room, 0) // SHORTEST_LINE
            matches = await self.bot.store.some([one.id for one in section[:most]])
            links = await board_links(self.bot.store, matches, translated)
            written = [self._line(m, links[m.id], who, guild, translated) for m in matches]
            listed = fitting(written, room)
            lines += listed
            if len(listed) < len(section):
                lines.append(translated(more_text(len(section) - len(listed))))
            room -= sum(map(len, listed))
        return lines

    def _line(
        self, match: Match, link: str, who: int, guild: int | None, translated: Translate
    ) -> str:
        what = game_and_others(match, who)
        state = " · ".join(translated(text) for text in _state(match, who))
        where = self._where(match, link, guild, translated)
        return f"**#{match.id}** {translated(what)}\n-# {state} · {where}"

    def _where(self, match: Match, link: str, here: int | None, translated: Translate) -> str:
        """Return the link to a match's board, after the server's name if that is not ``here``."""
        if match.guild == here:
            return link
        guild = self.bot.get_guild(match.guild)
        name = escaped(Words(guild.name)) if guild else translated(ELSEWHERE)
        return f"{name} · {link}"


def _waiting_text(count: int) -> Text:
    """Return the heading with the number of matches that wait for a person."""
    if not count:
        return Text("Nothing waits for you")
    return counted("{count} match waits for you", "{count} matches wait for you", count)


def _state(match: Match, who: int) -> Iterator[Text]:
    """Yield a person's duty in a match, and the time left or the time of the last move."""
    if match.status is Status.CHALLENGE:
        when = discord.utils.format_dt(match.timing.expires, "R")
        if is_waited_for(match, who):
            yield Text("a challenge for you to answer")
        yield Text("expires {when}", when=when)
        return
    turn = match.players[match.position.turn]
    if any(match.players[seat] == who for seat in match.setting_up):
        yield Text("set up your pieces")
    elif is_waited_for(match, who) and (turn != who or match.outcome):
        yield Text("an offer for you to answer")
    if match.paused is not None:
        yield Text("paused with its event")
    elif match.deadline is not None:
        yield Text("time runs out {when}", when=discord.utils.format_dt(match.deadline, "R"))
    else:
        since = discord.utils.format_dt(match.events[match.since - 1].at, "R")
        yield Text("last move {when}", when=since)
