"""The panel by which an exhibition is created: good defaults, and menus for the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord
from discord import ui

from cogs.bot.autocompletion import control_text
from cogs.events.event_rules import headline, option_lines
from cogs.events.sides.side_rules import exhibition_rules
from cogs.exhibitions.drafts import OUT_OF_DATE, Draft
from cogs.language.catalogues import plainly, translate_into
from cogs.language.computer_names import level_text
from cogs.language.time_limits import CLOCKS
from cogs.messages.buttons import Menu, TextButton, Use
from cogs.messages.layouts import text_layout
from engine import Game, Refusal, Text
from engine.capabilities.thinking import LEVELS
from engine.table.clock import TURN_LIMITS, TimeControl
from engine.text import Words
from engine.tournaments.terms import FEWEST_BOARDS, LONGEST_NAME, Form, HostsSeat

GAME, BOARDS, TIME, SEAT, COMPUTERS = "game", "boards", "time", "seat", "computers"
"""The menus."""

CREATE: Final = "create"
"""The button."""

HOSTS, FILLS = "h", "f"
"""Stand before a level in the menu of computers: it is the host's, or of those who fill boards."""

NONE: Final = "none"

MOST_OPTIONS: Final = 25
LONGEST_LABEL: Final = 100
"""What Discord allows for a menu."""

SEATS: Final = {
    HostsSeat.FIRST: Text("The host moves first"),
    HostsSeat.SECOND: Text("The guests move first"),
    HostsSeat.TURNS: Text("The host moves first at every second board"),
}


def panel(
    draft: Draft,
    games: Sequence[Game],
    usual: str,
    locale: discord.Locale,
    public: discord.Locale,
) -> ui.LayoutView:
    """Return the panel of a draft; ``public`` is the language of its card."""
    translated = translate_into(locale)
    can_be = True
    try:
        terms = draft.terms(usual, public)
        lines = [
            translated(Text("### New: {name}", name=Words(terms.name, LONGEST_NAME))),
            translated(headline(terms)),
            *(f"• {line}" for line in option_lines(terms, translated)),
            *(f"- {translated(text)}" for text in exhibition_rules(terms)),
        ]
    except Refusal as refusal:
        can_be = False
        lines = [translated(Text("### A new tournament")), translated(refusal.text)]
    layout = text_layout("\n".join(lines))
    for name, label, options in _menus(draft, games, usual, locale):
        menu = Menu(Use.NEW_SIDES, f"{name}:{draft.code()}", translated(label), options)
        layout.add_item(ui.ActionRow(menu))
    create = TextButton(
        Use.NEW_SIDES,
        f"{CREATE}:{draft.code()}",
        translated(Text("Create")),
        discord.ButtonStyle.success,
        disabled=not can_be,
    )
    layout.add_item(ui.ActionRow(create))
    return layout


def _menus(
    draft: Draft, games: Sequence[Game], usual: str, locale: discord.Locale
) -> Iterator[tuple[str, Text, list[discord.SelectOption]]]:
    """Yield the menus: the name, the label and the entries."""
    option = partial(_option, locale)
    chosen = draft.words.partition(" ")[0]
    two = [game for game in games if 2 in game.seats]
    shown = sorted(two, key=lambda game: game.name != chosen)[:MOST_OPTIONS]
    yield (
        GAME,
        Text("Game"),
        [
            option(
                game.title,
                draft.words if game.name == chosen else game.name,
                default=game.name == chosen,
            )
            for game in shown
        ],
    )
    counts = range(FEWEST_BOARDS, draft.most + 1)
    yield (
        BOARDS,
        Text("Boards"),
        [
            option(Text("{count} boards", count=count), str(count), default=count == draft.boards)
            for count in counts
        ],
    )
    control = draft.control(usual)
    written = list(dict.fromkeys([*TURN_LIMITS, *CLOCKS, str(control)]))
    yield (
        TIME,
        Text("Time limit"),
        [
            option(control_text(TimeControl.read(one)), one, default=one == str(control))
            for one in written
        ],
    )
    if draft.form is Form.SIMUL:
        yield (
            SEAT,
            Text("Who moves first"),
            [option(text, seat.value, default=seat is draft.seat) for seat, text in SEATS.items()],
        )
    yield COMPUTERS, Text("Computers"), [*_computers(draft, locale)]


def _option(
    locale: discord.Locale, text: Text, value: str, *, default: bool
) -> discord.SelectOption:
    label = plainly(text, locale)[:LONGEST_LABEL]
    return discord.SelectOption(label=label, value=value, default=default)


def _computers(draft: Draft, locale: discord.Locale) -> Iterator[discord.SelectOption]:
    """Yield the entries for computers: none, at empty boards, or as the host."""
    option = partial(_option, locale)
    nobody = not draft.host and not draft.level
    yield option(Text("No computers"), NONE, default=nobody)
    for level in LEVELS:
        yield option(
            Text("At empty boards: {level}", level=level_text(level)),
            f"{FILLS}{level}",
            default=draft.level == level,
        )
    if draft.form is Form.SIMUL:
        for level in LEVELS:
            yield option(
                Text("As the host: {level}", level=level_text(level)),
                f"{HOSTS}{level}",
                default=draft.host == level,
            )


def with_choice(draft: Draft, menu: str, choice: str) -> Draft:
    """Return a draft after a choice in one of its menus. Raises Refusal for an unknown one."""
    try:
        match menu:
            case "game":
                return replace(draft, words=choice)
            case "boards":
                return replace(draft, boards=int(choice))
            case "time":
                return replace(draft, time=str(TimeControl.read(choice)))
            case "seat":
                return replace(draft, seat=HostsSeat(choice))
            case "computers":
                hosts = int(choice[1:]) if choice.startswith(HOSTS) else 0
                fills = int(choice[1:]) if choice.startswith(FILLS) else 0
                return replace(draft, host=hosts, level=fills)
    except ValueError:
        pass
    raise Refusal(OUT_OF_DATE)
