"""Imports: records of games that people bring, singly or as a whole file.

A record is stored at once, so that a restart loses nothing. If its moves are legal in several
games, it is stored as a match of the likeliest game, and the person is asked. The answer may
replace the match by one of another game.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

import engine
from cogs.client.client import Context, Damier, Interaction, Origin, origin_of
from cogs.client.commands import hybrid_command
from cogs.client.paged_lists import page_turner, show_page
from cogs.client.replies import Reply, answer_to, edit_later, open_form
from cogs.language.catalogues import Translate, shortened
from cogs.language.game_names import named_game, near_games, simplified
from cogs.members.match_lookup import visible_match
from cogs.members.mentions import players
from cogs.messages.buttons import ControlKind, Menu, TextButton
from cogs.messages.forms import LONGEST_TEXT, InputForm, Typed, file_of, text_of
from cogs.messages.layouts import text_layout
from cogs.watching.move_viewer import MoveViewer, open_button
from data import IMPORTS_KEPT, StoreError
from engine import Game, Refusal, Text, archive
from engine.archive import InvalidRecord, Reading
from engine.event_log import Repeated
from engine.table.match import Match
from engine.table.record import Kind
from engine.text import Words, counted, joined

log = logging.getLogger(__name__)

LARGEST = 1_000_000
"""The most bytes read from a file."""

LISTED: Final = 15
"""The number of imports on a page of their list."""

TOLD_EVERY: Final = 20
"""The number of records of a file between two reports of progress."""

REASONS: Final = 3
"""The most reasons listed for records that cannot be read, or only in part."""

_FENCED = re.compile(r"```(?:\w*\n)?(.*)```", re.DOTALL)
"""Matches a code block of Discord, with or without the name of a language."""

_GAME_BEFORE = re.compile(r"\s*([^\W\d_][^\d\[{`;%<\n]*?)\s*(?=[\[`\d]|\b[a-h][-:x]?[a-h]?[1-8]\b)")
"""Matches the words before a record, which may name its game."""

EXAMPLE = "1. 32-28 19-23 2. 28x19 14x23"

NO_RECORD = Text("Paste the record of a game, or attach its file.")

Tell = Callable[[Text], Awaitable[None]]
"""Tells a person the progress of reading a file."""


class Brought(NamedTuple):
    """The result of an import: the stored ``matches``, and the records left out.

    ``readings`` are, for each match, the readings of its record as every game that it can be of,
    the likeliest first. ``refused`` are the reasons why records could not be read. ``beyond`` is
    the number of records over the most that are kept, and ``lost`` the number of those that the
    database did not accept.
    """

    matches: Sequence[Match]
    readings: Sequence[Sequence[Reading]]
    refused: Sequence[Text]
    beyond: int
    lost: int

    @property
    def is_list(self) -> bool:
        """Whether to show a list: there is more than one match, or a record is missing."""
        return len(self.matches) > 1 or bool(self.refused or self.lost)


def import_form(cause: Interaction) -> InputForm:
    """Return the form for the record of a game, as a text or as a file."""
    translated = answer_to(cause).said
    form = InputForm(ControlKind.IMPORT, "", translated(Text("Import a game")), cause)
    record: ui.TextInput[Any] = ui.TextInput(
        placeholder=EXAMPLE,
        style=discord.TextStyle.paragraph,
        max_length=LONGEST_TEXT,
        required=False,
    )
    form.add("record", translated(Text("Its record")), record)
    file: ui.FileUpload[Any] = ui.FileUpload(required=False)
    form.add_item(ui.Label(text=translated(Text("Or its file")), component=file))
    return form


class Importing(commands.Cog):
    """``/import``."""

    def __init__(self, bot: Damier, viewer: MoveViewer) -> None:
        self.bot = bot
        self._viewer = viewer
        self._one_at_a_time = asyncio.Lock()

    async def cog_load(self) -> None:
        """Register the buttons."""
        self.bot.text_buttons[ControlKind.IMPORT] = self.open_form
        self.bot.forms[ControlKind.IMPORT] = self.take
        self.bot.text_buttons[ControlKind.IMPORT_AS] = self.read_as
        self.bot.text_buttons[ControlKind.IMPORTS] = self.turn

    @hybrid_command(
        "import", locale_str("Look through games from a file or a text, in private"), direct=True
    )
    @app_commands.describe(
        file=locale_str("A record from /match export, or PDN of one game or many"),
        text=locale_str("The record, or the name of its game if you attach a file"),
    )
    async def import_record(
        self, context: Context, file: discord.Attachment | None = None, *, text: str = ""
    ) -> None:
        """``/import``, ``@Damier import checkers`` with a file or with the record after it."""
        if file is None and not text.strip():
            await self._ask(context)
            return
        named = named_game(text) if file is not None else None
        content = await _read(file, text)
        if file is None:
            named, content = _game_and_record(content)
        origin, who = origin_of(context), context.author.id
        if context.interaction is not None:
            await self._bring(context.interaction, who, content, named, origin)
            return
        answer = self.bot.reply(context.message)

        told: list[discord.Message] = []

        async def tell(progress: Text) -> None:
            if told:
                await told[0].edit(content=answer.said(progress))
            else:
                told.append(await answer.send(progress))

        brought = await self._stored(who, content, named, origin, tell)
        await self._reply(answer, brought)

    async def _ask(self, context: Context) -> None:
        """Ask for the record by a form, or by a button that opens the form."""
        if context.interaction is not None:
            await self.open_form(context.interaction, "")
            return
        answer = answer_to(context)
        button = TextButton(ControlKind.IMPORT, "", answer.said(Text("Paste a record")))
        hint = Text("Attach the file of a game, or write its moves after `import`.")
        await answer.show(hint, button)

    async def open_form(self, interaction: Interaction, _about: str) -> None:
        """Handle the button for importing: open the form for a pasted record or a file."""
        await open_form(interaction, import_form(interaction))

    async def take(self, interaction: Interaction, _about: str, typed: Typed) -> None:
        """Handle the form: import its record or file. Raises Refusal."""
        content = await _read(file_of(interaction), text_of(typed))
        if not content.strip():
            raise Refusal(NO_RECORD)
        await self._bring(interaction, interaction.user.id, content, None, origin_of(interaction))

    # Storing and showing imports

    async def _bring(
        self, interaction: Interaction, who: int, content: str, named: Game | None, origin: Origin
    ) -> None:
        """Store the records of a text and show them in private. Raises Refusal."""
        answer = answer_to(interaction)

        told: list[int | None] = []

        async def tell(progress: Text) -> None:
            if not told:
                told.append(await answer.show(progress))
            elif told[0] is not None:
                with suppress(discord.HTTPException):  # the person may have dismissed the message
                    said, locale = answer.said(progress), answer.locale
                    await edit_later(self.bot, interaction.token, told[0], (), locale, content=said)

        brought = await self._stored(who, content, named, origin, tell)
        await self._show(interaction, brought)

    async def _show(self, interaction: Interaction, brought: Brought) -> None:
        """Show an import in private: the match, a question which game it is of, or the list."""
        answer = answer_to(interaction)
        if brought.is_list:
            ids = [match.id for match in brought.matches]
            layout = await self._list(
                interaction.user.id, (ids[0], ids[-1]), 0, answer.said, brought
            )
            await answer.show(view=layout)
            return
        (match,) = brought.matches
        if len(brought.readings[0]) > 1:
            await answer.show(_question(), *_choices(match, brought.readings[0], answer.said))
            return
        await self._viewer.open(interaction, open_button(match, answer.said, _start_of(match)))
        if (note := brought.readings[0][0].note) is not None:
            await answer.show(note)

    async def _reply(self, answer: Reply, brought: Brought) -> None:
        """Reply to a typed command with buttons that only its author can use."""
        match = brought.matches[0]
        if brought.is_list:
            ids = (match.id, brought.matches[-1].id)
            about = f"{ids[0]}-{ids[1]}:0"
            button = TextButton(ControlKind.IMPORTS, about, answer.said(Text("Look through them")))
            lines = [
                counted(
                    "{count} game: only you can look through it.",
                    "{count} games: only you can look through them.",
                    len(brought.matches),
                ),
                *_left_out(brought),
            ]
            await answer.show(joined(lines, "\n"), button)
            return
        if len(brought.readings[0]) > 1:
            await answer.show(_question(), *_choices(match, brought.readings[0], answer.said))
            return
        done = Text(
            "{game}, {moves}: only you can look through it.",
            game=match.game.title,
            moves=counted("{count} move", "{count} moves", len(match.turns)),
        )
        note = brought.readings[0][0].note
        said = done if note is None else joined([done, note])
        await answer.show(said, open_button(match, answer.said, _start_of(match)))

    async def _stored(
        self, person: int, content: str, named: Game | None, origin: Origin, tell: Tell
    ) -> Brought:
        """Store the records of a text as matches that only one person sees.

        Raises Refusal if none can be read, and the errors of ``_saved``.
        """
        texts = await asyncio.to_thread(archive.games_in, content)
        chosen = texts[:IMPORTS_KEPT]
        found: list[Sequence[Reading]] = []
        refused: list[Text] = []
        for number, text in enumerate(chosen, 1):
            try:
                async with self._one_at_a_time:
                    found.append(await asyncio.to_thread(archive.readings, text, named))
            except InvalidRecord as error:
                if len(texts) == 1:
                    raise
                refused.append(error.text)
            if number % TOLD_EVERY == 0 and number < len(chosen):
                await tell(Text("Read: {done} of {all}.", done=number, all=len(chosen)))
        settled = archive.settled(found)
        if not settled:
            raise Refusal(_none_of(refused))
        matches, stored, lost = await self._saved(settled, person, origin)
        return Brought(matches, stored, refused, len(texts) - len(chosen), lost)

    async def _saved(
        self, settled: Sequence[Sequence[Reading]], person: int, origin: Origin
    ) -> tuple[list[Match], list[Sequence[Reading]], int]:
        """Store each record as its likeliest game; return matches, readings, and how many failed.

        Raises StoreError if all fail, and Repeated if all were stored before.
        """
        matches: list[Match] = []
        stored: list[Sequence[Reading]] = []
        lost = 0
        for number, readings in enumerate(settled):
            source = origin["source"] if not number else f"{origin['source']}:{number}"
            match = archive.match_of(readings[0].record, person, now=origin["now"], source=source)
            try:
                matches.append(await self.bot.store.create(match))
            except Repeated:  # stored before a restart in the middle of the file
                if number == len(settled) - 1 and not matches:
                    raise
                continue
            except StoreError:
                if not matches:
                    raise
                log.exception("Records of a file cannot be stored")
                lost = len(settled) - number
                break
            stored.append(readings)
        return matches, stored, lost

    async def read_as(self, interaction: Interaction, about: str) -> None:
        """Handle the answer which game a record is of: store it as that game, and show it."""
        number, _, name = about.partition(":")
        match = await self._own(interaction, number)
        if match.game.name != name and name in engine.games:
            record = archive.record_of(match, {})
            other = await asyncio.to_thread(archive.as_game, record, engine.games[name])
            origin = origin_of(interaction)
            new = archive.match_of(other, interaction.user.id, **origin)
            match = await self.bot.store.create(new, instead_of=match.id)
        await self._viewer.open(
            interaction, open_button(match, answer_to(interaction).said, _start_of(match))
        )

    async def _own(self, interaction: Interaction, number: str) -> Match:
        """Return the match with a number. Raises Refusal unless the person imported it."""
        match = await visible_match(self.bot.store, interaction, int(number))
        if not match.imported:
            raise Refusal(Text("That match was played here: it is no imported record."))
        return match

    # The list

    async def turn(self, interaction: Interaction, about: str) -> None:
        """Handle the buttons of the list: show a page. Raises Refusal."""
        span, _, page = about.partition(":")
        first, _, last = span.partition("-")
        ids = (int(first or 0), int(last or 0))
        who, translated = interaction.user.id, answer_to(interaction).said
        layout = await self._list(who, ids, int(page or 0), translated, None)
        await show_page(interaction, layout)

    async def _list(
        self,
        person: int,
        span: tuple[int, int],
        page: int,
        translated: Translate,
        brought: Brought | None,
    ) -> ui.LayoutView:
        """Return a page of a person's imports in a span of numbers, and notes on those ``brought``.

        Raises Refusal if no such imports are kept.
        """
        kept = await self.bot.store.imports(person)
        ids = [number for number in kept if span[0] <= number <= span[1]]
        if not ids:
            raise Refusal(Text("These records are no longer kept: import them again."))
        pages = -(-len(ids) // LISTED)
        page = min(page, pages - 1)
        shown = ids[page * LISTED : (page + 1) * LISTED]
        matches = [await self.bot.store.load(number) for number in shown]
        heading = counted("{count} imported game", "{count} imported games", len(ids))
        lines = [f"### {translated(heading)}"]
        for at, match in enumerate(matches, page * LISTED + 1):
            lines.append(f"{at}. {players(match, translated)} · {_about(match, translated)}")
        if brought is not None:
            lines += [f"-# {translated(line)}" for line in _left_out(brought)]
        layout = text_layout("\n".join(lines))
        options = [
            discord.SelectOption(
                label=shortened(f"{at}. {_title(match)}", 100), value=str(match.id)
            )
            for at, match in enumerate(matches, page * LISTED + 1)
        ]
        menu = Menu(ControlKind.OPEN, "", translated(Text("Look through a game")), options)
        layout.add_item(ui.ActionRow(menu))
        about = f"{span[0]}-{span[1]}"
        for item in page_turner(ControlKind.IMPORTS, about, page, pages, translated):
            layout.add_item(item)
        return layout


def _game_and_record(text: str) -> tuple[Game | None, str]:
    """Return the game named before a record, None without one, and the record."""
    before = _GAME_BEFORE.match(text)
    words = simplified(before[1]) if before else ""
    game = engine.games.get(words) or (near_games(words).sure if words else None)
    return game, text[before.end() :] if before and game else text


def _question() -> Text:
    return Text("These moves are legal in several games. Which is it?")


def _choices(match: Match, readings: Sequence[Reading], translated: Translate) -> list[TextButton]:
    """Return the buttons for the games that a record can be of, the likeliest first."""
    games = [reading.record.game for reading in readings]
    return [
        TextButton(ControlKind.IMPORT_AS, f"{match.id}:{game.name}", translated(game.title))
        for game in games
    ]


def _left_out(brought: Brought) -> Iterator[Text]:
    """Yield the sentences about records left out, read in part, or perhaps of another game."""
    if brought.refused:
        yield counted(
            "{count} game could not be read: {reasons}",
            "{count} games could not be read: {reasons}",
            len(brought.refused),
            reasons=_reasons(brought.refused),
        )
    notes = [readings[0].note for readings in brought.readings]
    if said := [note for note in notes if note is not None]:
        yield counted(
            "{count} game is read in part: {reasons}",
            "{count} games are read in part: {reasons}",
            len(said),
            reasons=_reasons(said),
        )
    unsure = [readings for readings in brought.readings if len(readings) > 1]
    if unsure:
        first, second = (reading.record.game.title for reading in unsure[0][:2])
        yield counted(
            "{count} game was read as {game} but could also be of another kind, such as {other}: "
            "name the game with the file to choose.",
            "{count} games were read as {game} but could also be of another kind, such as "
            "{other}: name the game with the file to choose.",
            len(unsure),
            game=first,
            other=second,
        )
    if brought.lost:
        yield counted(
            "{count} game could not be saved just now: import it again.",
            "{count} games could not be saved just now: import them again.",
            brought.lost,
        )
    if brought.beyond:
        yield Text(
            "{count} more are left out: the newest {kept} imports of a person are kept.",
            count=brought.beyond,
            kept=IMPORTS_KEPT,
        )


def _reasons(refused: Sequence[Text]) -> Text:
    """Return the most common reasons, at most ``REASONS``."""
    common = [reason for reason, _ in Counter(refused).most_common(REASONS)]
    return joined(common)


def _none_of(refused: Sequence[Text]) -> Text:
    return Text(
        "None of the {count} games can be read. The first: {reason}",
        count=len(refused),
        reason=refused[0],
    )


def _about(match: Match, translated: Translate) -> str:
    """Return the round, the number of moves and the result of an import in a few words."""
    headers = match.headers
    said = [
        translated(Text("round {number}", number=Words(headers["Round"], 20)))
        if headers.get("Round")
        else "",
        translated(counted("{count} move", "{count} moves", len(match.turns))),
        _score(match),
    ]
    return " · ".join(filter(None, said))


def _title(match: Match) -> str:
    """Return the players and the result of an import, for a menu."""
    names = [match.headers.get(archive.header_of(seat), archive.UNKNOWN) for seat in match.seats]
    number = match.headers.get("Round", "")
    parts = [" – ".join(Words(name, 40) for name in names), number and f"({number})", _score(match)]
    return " ".join(filter(None, parts))


def _score(match: Match) -> str:
    """Return a result as points of both sides, empty without a result or with more sides."""
    scores: dict[tuple[int, ...], str] = {(1, 2): "2-0", (1, 1): "1-1", (2, 1): "0-2"}
    return scores.get(match.outcome.ranks, "") if match.outcome else ""


async def _read(file: discord.Attachment | None, text: str) -> str:
    """Return the content of a file, or else the text out of its code block. Raises Refusal."""
    if file is None:
        fenced = _FENCED.fullmatch(text.strip())
        return fenced[1] if fenced else text
    if file.size > LARGEST:
        raise Refusal(
            Text("That file is too large: at most {size} MB can be imported at once.", size=1)
        )
    try:
        content = await file.read()
    except discord.HTTPException as error:
        log.info("File %s is not read: %s", file.url, error)
        raise Refusal(Text("Discord does not give me that file; please send it again.")) from None
    return archive.decoded(content)


def _start_of(match: Match) -> int:
    """Return the number of the event with which a match begins."""
    return next(event.number for event in match.events if event.kind is Kind.START)
