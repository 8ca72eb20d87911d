"""Moves, from every way to enter one: they all end in ``Play.enter``."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

import engine
from cogs.buttons import Action, MatchButton, Menu, TextForm, Use
from cogs.client import (
    OOPS,
    OUT_OF_DATE,
    Damier,
    Interaction,
    Origin,
    acknowledge,
    briefly,
    origin_of,
    private,
)
from cogs.language import say
from cogs.posts import board_layout, draw, picture_file
from engine import AmbiguousMove, MoveError, Position, Refusal, Text, notation
from engine.match import Match, NotAPlayer, Repeated, Status

log = logging.getLogger(__name__)

CHOICES = 25
"""Choices that Discord shows for one option."""

LISTED = 100
"""Legal moves that are listed in words; the picture marks all of them."""

NOT_UNDERSTOOD = Text("I do not know what to do with that; `/help` says what to type.")

SAY_WHICH = Text("This fits several of your matches: reply to the board you mean.")

LONGEST_PICK = 30
"""Characters of a move that fit beside the rest into the id of the menu that asks which match."""

MENU_SHOWN_FOR = 300.0
"""Seconds after which a menu posted in the channel is removed."""

_SEPARATORS = re.compile(r"[\sx×:–—-]+")

BOARDS = tuple({game.start().board for game in engine.games.values()})


class WhichMatch(Refusal):
    """A move fits several matches of the player; ``matches`` are those."""

    def __init__(self, matches: Sequence[Match]) -> None:
        super().__init__(Text("Which match do you mean?"))
        self.matches = matches


class Play(commands.Cog):
    """Moves."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Registers the buttons and the menu."""
        self.bot.presses[Action.MOVE] = self.ask
        self.bot.presses[Action.LEGAL] = self.legal
        self.bot.presses[Action.FLIP] = self.flip
        self.bot.presses[Action.CLAIM] = self.claim
        self.bot.menus[Use.PICK] = self.pick

    async def enter(
        self,
        person: int,
        text: str,
        origin: Origin,
        *,
        channel: int,
        match_id: int | None = None,
        late: bool = False,
    ) -> Match:
        """Plays ``text`` for a person in the match of that id, or in the one it fits.

        ``late`` is for messages read after an outage: they move only in matches in which
        nothing has happened since they were sent. Returns the match after the move. Raises
        Refusal; WhichMatch where the person has to say which.
        """
        if match_id is None:
            match_id = (await self._meant(person, text, origin, channel, late=late)).id

        def change(match: Match) -> Match:
            if late and match.events[-1].at >= origin["now"]:
                raise Repeated
            return match.play(person, text, **origin)

        return await self.bot.change(match_id, change)

    async def _meant(
        self, person: int, text: str, origin: Origin, channel: int, *, late: bool
    ) -> Match:
        matches = await self.bot.store.matches(status=Status.LIVE, channel=channel, person=person)
        if late:
            matches = [match for match in matches if match.events[-1].at < origin["now"]]
        if not matches:
            raise NotAPlayer
        if len(matches) == 1:
            return matches[0]
        turns = [match for match in matches if match.people[match.position.turn] == person]
        fitting = [match for match in turns if _fits(match, text)]
        candidates = fitting or turns or matches
        if len(candidates) == 1:
            return candidates[0]
        raise WhichMatch(candidates)

    # Typed

    @commands.Cog.listener()
    async def on_words(self, message: discord.Message) -> None:
        """A message that is no command."""
        await self.hear(message)

    async def hear(self, message: discord.Message, *, late: bool = False) -> None:
        """Plays the move that a message is; what is not said to the bot and no move is left alone.

        ``late`` messages (sent while the bot was away) that cannot be played get no answer.
        """
        if message.author.bot:
            return
        text, addressed = self.bot.addressed(message)
        is_move = any(notation.is_move(board, text) for board in BOARDS)
        if not is_move and not addressed:
            return
        replied = message.reference.message_id if message.reference else None
        post = await self.bot.store.post_of_message(replied) if replied else None
        match_id = post.match if post else None
        try:
            origin, channel = origin_of(message), message.channel.id
            await self.enter(
                message.author.id, text, origin, channel=channel, match_id=match_id, late=late
            )
        except Repeated:
            return
        except WhichMatch as which:
            if not late:
                await self._ask_which(message, text, which.matches)
        except Refusal as refusal:
            stranger = isinstance(refusal, NotAPlayer)
            if late or (stranger and not addressed and post is None):
                return
            said = NOT_UNDERSTOOD if stranger and not is_move else refusal.text
            await briefly(message, said)
        except Exception:
            log.exception("Move %r by %s in channel %s", text, message.author, message.channel)
            await briefly(message, OOPS)

    async def _ask_which(
        self, message: discord.Message, text: str, matches: Sequence[Match]
    ) -> None:
        locale = self.bot.locale_of(message.guild)
        text = " ".join(text.split())
        if len(text) > LONGEST_PICK:
            await briefly(message, SAY_WHICH)
            return
        menu = self._menu(message.author.id, text, origin_of(message), matches, locale)
        view = ui.View(timeout=None)
        view.add_item(menu)
        await message.reply(
            say(Text("Which match do you mean?"), locale),
            view=view,
            mention_author=False,
            delete_after=MENU_SHOWN_FOR,
        )

    def _menu(
        self,
        person: int,
        text: str,
        origin: Origin,
        matches: Sequence[Match],
        locale: discord.Locale,
    ) -> Menu:
        """A menu of matches, whose answer plays the text for that person and no other."""
        about = f"{person}:{origin['source']}:{text}"
        options = [
            discord.SelectOption(
                label=f"#{match.id} · {say(match.game.title, locale)}"[:100],
                description=self._against(match, person, locale),
                value=str(match.id),
            )
            for match in matches[:CHOICES]
        ]
        return Menu(Use.PICK, about, say(Text("Which match?"), locale), options)

    def _against(self, match: Match, person: int, locale: discord.Locale) -> str:
        others = [user for user in match.people if user != person]
        users = [self.bot.get_user(user) for user in others]
        names = ", ".join(user.display_name if user else "?" for user in users)
        text = Text("against {names}, move {number}", names=names, number=match.move_number)
        return say(text, locale)[:100]

    async def pick(self, interaction: Interaction, about: str, choice: str) -> None:
        """Plays the move that was typed in the match that is chosen now."""
        person, kind, number, text = about.split(":", 3)
        if interaction.user.id != int(person):
            raise Refusal(Text("This menu is for somebody else."))
        origin = Origin(now=interaction.created_at, source=f"{kind}:{number}")
        await self.enter(
            int(person), text, origin, channel=interaction.channel_id or 0, match_id=int(choice)
        )
        await interaction.response.defer()
        await interaction.delete_original_response()

    # By command

    @app_commands.command(name="move", description=locale_str("Play a move in your match here"))
    @app_commands.describe(move=locale_str("Your move, such as 32-28"))
    @app_commands.guild_only()
    async def slash(self, interaction: Interaction, move: str) -> None:
        """Plays a move."""
        origin = origin_of(interaction)
        channel = interaction.channel_id or 0
        try:
            match = await self.enter(interaction.user.id, move, origin, channel=channel)
        except NotAPlayer:
            raise Refusal(Text("You have no match in this channel.")) from None
        except WhichMatch as which:
            text = " ".join(move.split())
            if len(text) > LONGEST_PICK:
                raise Refusal(SAY_WHICH) from None
            view = ui.View(timeout=None)
            view.add_item(
                self._menu(interaction.user.id, text, origin, which.matches, interaction.locale)
            )
            await private(interaction, say(which.text, interaction.locale), view=view)
            return
        await private(interaction, self._played(match, interaction))

    @slash.autocomplete("move")
    async def moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The legal moves that begin with what is typed."""
        matches = await self.bot.store.matches(
            status=Status.LIVE, channel=interaction.channel_id, person=interaction.user.id
        )
        written: list[str] = []
        for match in matches:
            position = match.position
            if match.people[position.turn] == interaction.user.id:
                seen = position.seen_by(position.turn)
                written += await asyncio.to_thread(_beginning, seen, typed)
        return [app_commands.Choice(name=move, value=move) for move in dict.fromkeys(written)][
            :CHOICES
        ]

    # By button

    async def ask(self, interaction: Interaction, button: MatchButton) -> None:
        """Opens the form for a move."""
        match = await self._current(button)
        match.check_turn(interaction.user.id)

        async def answer(submitted: Interaction, text: str) -> None:
            origin = origin_of(submitted)
            channel = submitted.channel_id or 0
            played = await self.enter(
                submitted.user.id, text, origin, channel=channel, match_id=button.match
            )
            await private(submitted, self._played(played, submitted))

        locale = interaction.locale
        title = f"{say(match.game.title, locale)} #{match.id}"
        label = say(Text("Your move"), locale)
        await interaction.response.send_modal(
            TextForm(title[:45], label, match.game.example, answer)
        )

    async def legal(self, interaction: Interaction, button: MatchButton) -> None:
        """Shows privately what can be played."""
        match = await self._current(button)
        position = match.position.seen_by(match.seat_seen_by(interaction.user.id))
        moves = await asyncio.to_thread(_written, position)
        listed = " ".join(f"`{move}`" for move in moves[:LISTED])
        text = Text("{seat} can play {moves}", seat=match.seats[position.turn].name, moves=listed)
        if len(moves) > LISTED:
            text = Text("{text} and {count} more.", text=text, count=len(moves) - LISTED)
        await show_privately(interaction, match, text, side=position.turn, legal=True)

    async def flip(self, interaction: Interaction, button: MatchButton) -> None:
        """Shows privately the board from the other side."""
        match = await self._current(button)
        side = len(match.people) // 2
        text = Text("From the side of {seat}:", seat=match.seats[side].name)
        await show_privately(interaction, match, text, side=side)

    async def claim(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed the button of a claim, such as to huff."""
        match = await self._current(button)
        match.check_turn(interaction.user.id)
        claims = match.position.claims()
        if button.which >= len(claims):
            raise Refusal(OUT_OF_DATE)
        origin, channel = origin_of(interaction), interaction.channel_id or 0
        text = claims[button.which].text
        await self.enter(interaction.user.id, text, origin, channel=channel, match_id=match.id)
        await acknowledge(interaction)

    async def _current(self, button: MatchButton) -> Match:
        """The match, if the button belongs to its last board. Raises Refusal."""
        match = await self.bot.load(button.match)
        if match.status is Status.OVER:
            raise Refusal(Text("This match is over."))
        if match.since != button.event:
            raise Refusal(OUT_OF_DATE)
        return match

    def _played(self, match: Match, interaction: Interaction) -> str:
        moves = ", ".join(f"`{event.text}`" for event in match.last_turn)
        return say(Text("You played {moves}.", moves=moves), interaction.locale)


async def show_privately(
    interaction: Interaction, match: Match, text: Text, *, side: int = 0, legal: bool = False
) -> None:
    """A picture of the board for one person, who sees of it what he may."""
    seat = match.seat_seen_by(interaction.user.id)
    picture = await asyncio.to_thread(draw, match, seat, side=side, legal=legal)
    locale = interaction.locale
    layout = board_layout(say(text, locale), say(picture.alt, locale))
    await private(interaction, view=layout, file=picture_file(picture))


def _fits(match: Match, text: str) -> bool:
    try:
        match.position.seen_by(match.position.turn).parse_all(text)
    except AmbiguousMove:
        return True
    except MoveError:
        return False
    return True


def _written(position: Position) -> list[str]:
    return [position.write(move) for move in position.legal_moves()]


def _beginning(position: Position, typed: str) -> list[str]:
    """The legal moves whose text begins with what is typed, whatever separates the points."""
    wanted = _plain(typed)
    return [move for move in _written(position) if _plain(move).startswith(wanted)]


def _plain(move: str) -> str:
    return _SEPARATORS.sub("-", move.strip().lower())


async def setup(bot: Damier) -> None:
    """Adds the cog."""
    await bot.add_cog(Play(bot))
