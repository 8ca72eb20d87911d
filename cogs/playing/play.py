"""Moves, from every way to enter one: they all end in ``Play.enter``."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Iterator
from datetime import timedelta
from weakref import WeakValueDictionary

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

import engine
from cogs.bot.client import Damier, Interaction, Origin, origin_of
from cogs.bot.errors import OOPS, OUT_OF_DATE
from cogs.bot.replies import acknowledge, briefly, private
from cogs.language.catalogues import say
from cogs.language.notation_words import to_notation
from cogs.messages.buttons import Action, MatchButton, TextForm, Use
from cogs.messages.pictures import draw, picture_file
from cogs.messages.waiting import next_button, next_for
from cogs.playing.clocks import Clocks
from cogs.playing.private_boards import current_match
from cogs.playing.questions import (
    CHOICES,
    Asked,
    HalfTyped,
    Unsure,
    WhichMatch,
    control_of,
    question,
    typed_in,
)
from cogs.playing.setups import SetUps
from engine import AmbiguousMove, InvalidMove, MoveError, Position, Refusal, Text
from engine.board import Board
from engine.capabilities import notation
from engine.table.match import Match
from engine.table.record import NotAPlayer, Repeated, Status, Warned
from render import Picture

log = logging.getLogger(__name__)

NOT_UNDERSTOOD = Text("I do not know what to do with that; `/help` says what to type.")

SURE_WITHIN = timedelta(minutes=1)
"""Who says so within this time was sure when he sent his move; who takes longer is thinking."""

SMALL = 450
"""Pixels of the picture of a move that is not played yet."""

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


class Play(commands.Cog):
    """Moves."""

    def __init__(self, bot: Damier, clocks: Clocks, set_ups: SetUps) -> None:
        self.bot = bot
        self._clocks, self._set_ups = clocks, set_ups
        self._in_order: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def cog_load(self) -> None:
        """Registers the buttons and the menu."""
        self.bot.buttons[Action.MOVE] = self.ask
        self.bot.buttons[Action.CLAIM] = self.claim
        self.bot.menus[Use.PICK] = self.pick
        self.bot.text_buttons[Use.SURE] = self.sure

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
        since: int | None = None,
        sure: bool = False,
    ) -> Match:
        """Plays ``text`` for a person in the match of that id, or in the one it fits.

        ``bare`` text may be chat: it counts only in matches whose notation it is. ``late`` is
        for messages read after an outage: they move only in matches in which nothing has
        happened since they were sent; ``since`` is the board that the move was meant for. Returns
        the match after the move. Raises Refusal; WhichMatch, Unsure or HalfTyped where the person
        has to say more.
        """
        text = to_notation(text)
        confirm = not sure and (await self.bot.preferences.person(person)).confirm
        if match_id is None:
            meant = await self._meant(person, text, origin, channel, bare=bare, late=late)
            match_id = meant.id

        async with self.bot.store.match(match_id) as table:
            match = table.match
            if late and match.events[-1].at >= origin["now"]:
                raise Repeated
            if since not in {None, match.since}:
                raise Refusal(OUT_OF_DATE)
            match = self._clocks.given_back(match, origin["now"])
            try:
                played = match.play(person, text, **origin, sure=sure)
            except Warned as warned:
                played = match.play(person, text, **origin, sure=True)
                raise Unsure(text, match, played, warned.text) from None
            except InvalidMove:
                point = notation.read_start(match.position.board, text)
                if point is None:
                    raise
                raise HalfTyped(match, point) from None
            if confirm:
                raise Unsure(text, match, played, None)
            table.match = played
        return played

    async def _meant(
        self, person: int, text: str, origin: Origin, channel: int, *, bare: bool, late: bool
    ) -> Match:
        matches = await self.bot.store.matches(status=Status.LIVE, channel=channel, person=person)
        if late:
            matches = [match for match in matches if match.events[-1].at < origin["now"]]
        if bare:
            matches = [match for match in matches if match.position.notation.is_notation(text)]
        if not matches:
            raise NotAPlayer
        if len(matches) == 1:
            return matches[0]
        turns = [match for match in matches if match.people[match.position.turn] == person]
        fitting = [match for match in turns if _fits(match, text)]
        candidates = fitting or turns or matches
        if len(candidates) == 1:
            return candidates[0]
        raise WhichMatch(text, candidates)

    # Typed

    @commands.Cog.listener()
    async def on_channel_message(self, message: discord.Message) -> None:
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
        typed, addressed = self.bot.addressed(message)
        text = to_notation(typed)
        if await self._set_ups.hear_open(message, text):
            return None
        is_move = any(position.notation.is_notation(text) for position in SAMPLES)
        replied = message.reference.message_id if message.reference else None
        half = replied and any(
            notation.read_start(position.board, text) is not None for position in SAMPLES
        )
        if not (is_move or addressed or half):
            return None
        post = await self.bot.store.outbox.post_of_message(replied) if replied else None
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
            return self._answer(message, refusal, is_move=is_move)
        except Exception:
            log.exception("Move %r by %s in channel %s", text, message.author, message.channel)
            return briefly(message, OOPS, self.bot.preferences.locale_of(message.guild))
        return None

    async def _answer(self, message: discord.Message, refusal: Refusal, *, is_move: bool) -> None:
        """Replies to a typed move that is not played, with a control where there is a choice."""
        locale = self.bot.preferences.locale_of(message.guild)
        control = control_of(self.bot, message.author.id, origin_of(message), refusal, locale)
        if control is None:
            stranger = isinstance(refusal, NotAPlayer) and not is_move
            await briefly(message, NOT_UNDERSTOOD if stranger else refusal.text, locale)
            return
        await message.reply(
            view=question(refusal.text, control, None, locale),
            delete_after=QUESTION_SHOWN_FOR,
        )

    async def pick(self, interaction: Interaction, about: str, choice: str) -> None:
        """Plays the move that was typed in the match that is chosen now."""
        asked, text = self._asked(interaction, about)
        origin = Origin(now=interaction.created_at, source=asked.source)
        match = await self._play_privately(interaction, text, origin, int(choice))
        if match is not None:
            await self._answered(interaction, match)

    async def sure(self, interaction: Interaction, about: str) -> None:
        """Plays the move that was typed: the player is sure.

        It counts by the moment it was typed, if he is sure soon and nothing has happened since.
        """
        asked, text = self._asked(interaction, about)
        match = await self.bot.store.load(asked.match)
        now, typed = interaction.created_at, discord.utils.snowflake_time(asked.number)
        if match.events[-1].at <= typed and now - typed <= SURE_WITHIN:
            now = typed
        match = await self.enter(
            asked.person,
            text,
            Origin(now=now, source=asked.source),
            channel=match.channel,
            match_id=match.id,
            since=asked.since,
            sure=True,
        )
        await self._answered(interaction, match)

    async def _answered(self, interaction: Interaction, match: Match) -> None:
        """Takes a question away; one that was asked in private is followed by what was played."""
        await interaction.response.defer()
        await interaction.delete_original_response()
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await self._played(interaction, match)

    def _asked(self, interaction: Interaction, about: str) -> tuple[Asked, str]:
        """What the question was about. Raises Refusal for who was not asked."""
        asked = Asked.read(about)
        if interaction.user.id != asked.person:
            raise Refusal(Text("This question is for somebody else."))
        if interaction.message is None:
            raise Refusal(OUT_OF_DATE)
        return asked, typed_in(interaction.message)

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
        match = await self._play_privately(interaction, text, origin_of(interaction), match_id)
        if match is not None:
            await self._played(interaction, match)

    async def _played(self, interaction: Interaction, match: Match) -> None:
        """Says what was played, and shows the way to the next match that waits for him."""
        who, locale = interaction.user.id, interaction.locale
        moves = ", ".join(f"`{event.text}`" for event in match.last_turn)
        text = say(Text("You played {moves}.", moves=moves), locale)
        following = await next_for(self.bot.store, who, match.id)
        if following is None or following.id == match.id:
            await private(interaction, text)
            return
        view = ui.View(timeout=None)
        view.add_item(next_button(match.id, locale))
        await private(interaction, text, view=view)

    async def _play_privately(
        self, interaction: Interaction, text: str, origin: Origin, match_id: int | None
    ) -> Match | None:
        """Plays a move, or asks the player in private what is still to be said; None then."""
        who, channel = interaction.user.id, interaction.channel_id or 0
        try:
            return await self.enter(who, text, origin, channel=channel, match_id=match_id)
        except NotAPlayer:
            if match_id is not None:
                raise
            raise Refusal(Text("You have no match in this channel.")) from None
        except (WhichMatch, Unsure, HalfTyped) as refusal:
            await self._ask(interaction, origin, refusal)
            return None

    async def _ask(self, interaction: Interaction, origin: Origin, refusal: Refusal) -> None:
        """Asks in private; before a move, with the picture of it."""
        who, locale = interaction.user.id, interaction.locale
        picture = await self._picture(refusal.played, who) if isinstance(refusal, Unsure) else None
        control = control_of(self.bot, who, origin, refusal, locale)
        layout = question(refusal.text, control, picture, locale)
        if picture is None:
            await private(interaction, view=layout)
        else:
            await private(interaction, view=layout, file=picture_file(picture))

    async def _picture(self, match: Match, person: int) -> Picture:
        """The small picture of a match as it would be, as that person sees it."""
        look = await self.bot.preferences.look_for(person, match.guild)
        seat = match.last_turn[-1].seat
        side = (seat or 0) if look.own_side else 0
        return await asyncio.to_thread(draw, match, seat, side=side, look=look, size=SMALL)

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
        match = await current_match(self.bot, button)
        match.check_turn(interaction.user.id)

        async def answer(submitted: Interaction, text: str) -> None:
            await self._enter_privately(submitted, text, button.match)

        locale = interaction.locale
        title = f"{say(match.game.title, locale)} #{match.id}"
        label = say(Text("Your move"), locale)
        await interaction.response.send_modal(TextForm(title[:45], label, match.example, answer))

    async def claim(self, interaction: Interaction, button: MatchButton) -> None:
        """Somebody pressed the button of a claim, such as to huff."""
        match = await current_match(self.bot, button)
        match.check_turn(interaction.user.id)
        claims = match.position.claiming.claims()
        if button.which >= len(claims):
            raise Refusal(OUT_OF_DATE)
        text = claims[button.which].text
        played = await self._play_privately(interaction, text, origin_of(interaction), match.id)
        if played is not None:
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
