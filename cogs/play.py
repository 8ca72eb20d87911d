"""Moves, from every way to enter one: they all end in ``Play.enter``."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Iterator, Sequence
from typing import Any, cast
from weakref import WeakValueDictionary

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

import engine
from cogs.boards import current, list_moves, moves_from
from cogs.buttons import LABELS, Action, MatchButton, Menu, TextButton, TextForm, Use
from cogs.client import (
    OOPS,
    OUT_OF_DATE,
    Damier,
    Interaction,
    Origin,
    acknowledge,
    origin_of,
    private,
)
from cogs.language import say
from cogs.setups import SetUps
from engine import AmbiguousMove, InvalidMove, MoveError, Position, Refusal, Text, notation
from engine.board import Board
from engine.match import Match
from engine.record import NotAPlayer, Repeated, Status, Warned

log = logging.getLogger(__name__)

CHOICES = 25
"""Choices that Discord shows for one option."""

NOT_UNDERSTOOD = Text("I do not know what to do with that; `/help` says what to type.")

SAY_WHICH = Text("This fits several of your matches: reply to the board you mean.")

TOO_LONG = Text("Enter this move by the button or by `/move`.")

LONGEST_CARRIED = 28
"""Characters of a move that fit beside the rest into the id of a button or menu."""

QUESTION_SHOWN_FOR = 300.0
"""Seconds after which a question asked in the channel is removed."""

_SEPARATORS = re.compile(r"[\sx×:–—-]+")


def _samples() -> Iterator[Position]:
    """A position of each board that a game can be played on."""
    boards: set[Board] = set()
    for game in engine.games.values():
        variants: list[Position] = [game.start()]
        for name, option in game.options.items():
            for choice in option.choices:
                try:
                    variants.append(game.start(None, **{name: choice}))
                except ValueError:
                    continue
        for position in variants:
            if position.board not in boards:
                boards.add(position.board)
                yield position


SAMPLES = tuple(_samples())


class WhichMatch(Refusal):
    """A move fits several matches of the player; ``matches`` are those."""

    def __init__(self, matches: Sequence[Match]) -> None:
        super().__init__(Text("Which match do you mean?"))
        self.matches = matches


class HalfTyped(Refusal):
    """The beginning of a move: ``point`` is where it starts, in the match ``match``."""

    def __init__(self, match: Match, point: int) -> None:
        position = match.position.seen_by(match.position.turn)
        moves = moves_from(position, point)
        name = position.board.names[point]
        if moves:
            listed = list_moves(position, moves)
            super().__init__(Text("From {point}: {moves}", point=name, moves=listed))
        else:
            super().__init__(Text("Nothing can move from {point} now.", point=name))
        self.match = match
        self.point = point


class Play(commands.Cog):
    """Moves."""

    def __init__(self, bot: Damier) -> None:
        self.bot = bot
        self._in_order: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def cog_load(self) -> None:
        """Registers the buttons and the menu."""
        self.bot.presses[Action.MOVE] = self.ask
        self.bot.presses[Action.CLAIM] = self.claim
        self.bot.menus[Use.PICK] = self.pick
        self.bot.texts[Use.SURE] = self.sure

    async def enter(
        self,
        person: int,
        text: str,
        origin: Origin,
        *,
        channel: int,
        match_id: int | None = None,
        bare: bool = False,
        late: bool = False,
        sure: bool = False,
    ) -> Match:
        """Plays ``text`` for a person in the match of that id, or in the one it fits.

        ``bare`` text may be chat: it counts only in matches whose notation it is. ``late`` is
        for messages read after an outage: they move only in matches in which nothing has
        happened since they were sent. Returns the match after the move. Raises Refusal;
        WhichMatch, Warned or HalfTyped where the person has to say more.
        """
        if match_id is None:
            meant = await self._meant(person, text, origin, channel, bare=bare, late=late)
            match_id = meant.id

        def change(match: Match) -> Match:
            if late and match.events[-1].at >= origin["now"]:
                raise Repeated
            try:
                return match.play(person, text, **origin, sure=sure)
            except InvalidMove:
                point = notation.read_start(match.position.board, text)
                if point is None:
                    raise
                raise HalfTyped(match, point) from None

        return await self.bot.change(match_id, change)

    async def _meant(
        self, person: int, text: str, origin: Origin, channel: int, *, bare: bool, late: bool
    ) -> Match:
        matches = await self.bot.store.matches(status=Status.LIVE, channel=channel, person=person)
        if late:
            matches = [match for match in matches if match.events[-1].at < origin["now"]]
        if bare:
            matches = [match for match in matches if match.position.reads(text)]
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

        ``late`` messages (sent while the bot was away) that cannot be played get no answer. Those
        of a channel are heard one after the other: after an outage a move and its answer may
        arrive together.
        """
        if message.author.bot:
            return
        async with self._in_order.setdefault(message.channel.id, asyncio.Lock()):
            answer = await self._hear(message, late=late)
        if answer is not None:
            await answer

    async def _hear(self, message: discord.Message, *, late: bool) -> Awaitable[None] | None:
        """Plays the move that a message is; returns what is still to be answered."""
        text, addressed = self.bot.addressed(message)
        set_ups = cast("SetUps", self.bot.get_cog("SetUps"))
        if await set_ups.hear_open(message, text):
            return None
        is_move = any(position.reads(text) for position in SAMPLES)
        replied = message.reference.message_id if message.reference else None
        half = replied and any(
            notation.read_start(position.board, text) is not None for position in SAMPLES
        )
        if not (is_move or addressed or half):
            return None
        post = await self.bot.store.post_of_message(replied) if replied else None
        said = addressed or post is not None
        if not (is_move or said):
            return None
        try:
            await self.enter(
                message.author.id,
                text,
                origin_of(message),
                channel=message.channel.id,
                match_id=post.match if post else None,
                bare=not addressed,
                late=late,
            )
        except Repeated:
            return None
        except Refusal as refusal:
            if late or (isinstance(refusal, NotAPlayer) and not said):
                return None
            return self._answer(message, text, refusal, is_move=is_move)
        except Exception:
            log.exception("Move %r by %s in channel %s", text, message.author, message.channel)
            return self.bot.briefly(message, OOPS)
        return None

    async def _answer(
        self, message: discord.Message, text: str, refusal: Refusal, *, is_move: bool
    ) -> None:
        """Replies to a typed move that is not played, with a control where there is a choice."""
        locale = self.bot.locale_of(message.guild)
        control = self._control(message.author.id, text, origin_of(message), refusal, locale)
        if control is None:
            stranger = isinstance(refusal, NotAPlayer) and not is_move
            await self.bot.briefly(message, NOT_UNDERSTOOD if stranger else refusal.text)
            return
        view = ui.View(timeout=None)
        view.add_item(control)
        await message.reply(
            say(refusal.text, locale),
            view=view,
            mention_author=False,
            delete_after=QUESTION_SHOWN_FOR,
        )

    def _control(
        self, person: int, text: str, origin: Origin, refusal: Refusal, locale: discord.Locale
    ) -> ui.Item[Any] | None:
        """The control with which a person says more, where the refusal asks for it."""
        text = " ".join(text.split())
        match refusal:
            case HalfTyped():
                label = say(LABELS[Action.SHOW], locale)
                meant, point = refusal.match, refusal.point
                return MatchButton(Action.SHOW, meant.id, meant.since, point, label=label)
            case WhichMatch() | Warned() if len(text) > LONGEST_CARRIED:
                raise Refusal(SAY_WHICH if isinstance(refusal, WhichMatch) else TOO_LONG)
            case WhichMatch():
                return self._menu(person, text, origin, refusal.matches, locale)
            case Warned():
                label = say(Text("Play it all the same"), locale)
                about = f"{person}:{origin['source']}:{text}"
                return TextButton(Use.SURE, about, label, discord.ButtonStyle.danger)
        return None

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
        await self._again(interaction, about, match_id=int(choice))

    async def sure(self, interaction: Interaction, about: str) -> None:
        """Plays the move that was typed, in spite of the warning."""
        await self._again(interaction, about, sure=True)

    async def _again(
        self,
        interaction: Interaction,
        about: str,
        *,
        match_id: int | None = None,
        sure: bool = False,
    ) -> None:
        person, kind, number, text = about.split(":", 3)
        if interaction.user.id != int(person):
            raise Refusal(Text("This question is for somebody else."))
        origin = Origin(now=interaction.created_at, source=f"{kind}:{number}")
        channel = interaction.channel_id or 0
        await self.enter(int(person), text, origin, channel=channel, match_id=match_id, sure=sure)
        await interaction.response.defer()
        await interaction.delete_original_response()

    # By command, form and button

    @app_commands.command(name="move", description=locale_str("Play a move in your match here"))
    @app_commands.describe(move=locale_str("Your move, such as 32-28"))
    @app_commands.guild_only()
    async def slash(self, interaction: Interaction, move: str) -> None:
        """Plays a move."""
        await self._enter_privately(interaction, move)

    async def _enter_privately(
        self, interaction: Interaction, text: str, match_id: int | None = None
    ) -> None:
        """Plays a move that was not typed in the channel; the answer is private."""
        who, origin, locale = interaction.user.id, origin_of(interaction), interaction.locale
        channel = interaction.channel_id or 0
        try:
            match = await self.enter(who, text, origin, channel=channel, match_id=match_id)
        except NotAPlayer:
            if match_id is not None:
                raise
            raise Refusal(Text("You have no match in this channel.")) from None
        except (WhichMatch, Warned, HalfTyped) as refusal:
            view = ui.View(timeout=None)
            control = self._control(who, text, origin, refusal, locale)
            if control is not None:
                view.add_item(control)
            await private(interaction, say(refusal.text, locale), view=view)
            return
        moves = ", ".join(f"`{event.text}`" for event in match.last_turn)
        await private(interaction, say(Text("You played {moves}.", moves=moves), locale))

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

    async def ask(self, interaction: Interaction, button: MatchButton) -> None:
        """Opens the form for a move."""
        match = await current(self.bot, button)
        match.check_turn(interaction.user.id)

        async def answer(submitted: Interaction, text: str) -> None:
            await self._enter_privately(submitted, text, button.match)

        locale = interaction.locale
        title = f"{say(match.game.title, locale)} #{match.id}"
        label = say(Text("Your move"), locale)
        await interaction.response.send_modal(
            TextForm(title[:45], label, match.game.example, answer)
        )

    async def claim(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed the button of a claim, such as to huff."""
        match = await current(self.bot, button)
        match.check_turn(interaction.user.id)
        claims = match.position.claims()
        if button.which >= len(claims):
            raise Refusal(OUT_OF_DATE)
        origin, channel = origin_of(interaction), interaction.channel_id or 0
        text = claims[button.which].text
        await self.enter(interaction.user.id, text, origin, channel=channel, match_id=match.id)
        await acknowledge(interaction)


def _fits(match: Match, text: str) -> bool:
    try:
        match.position.parse_all(text)
    except AmbiguousMove:
        return True
    except MoveError:
        return False
    return True


def _beginning(position: Position, typed: str) -> list[str]:
    """The legal moves whose text begins with what is typed, whatever separates the points."""
    wanted = _plain(typed)
    written = (position.write(move) for move in position.legal_moves())
    return [move for move in written if _plain(move).startswith(wanted)]


def _plain(move: str) -> str:
    return _SEPARATORS.sub("-", move.strip().lower())


async def setup(bot: Damier) -> None:
    """Adds the cog."""
    await bot.add_cog(Play(bot))
