"""The panel that creates a tournament: good defaults, menus, and a form for the rest."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any, Final

import discord
from discord import ui

from cogs.bot.autocompletion import control_text
from cogs.events.creating.draft import (
    AGAIN,
    CREATE,
    DOUBLE,
    EXTRAS,
    FILLED,
    FILLING_LEVEL,
    FORM,
    GAME,
    GAMES,
    LONGEST_WORDS,
    NEVER,
    OTHER,
    RATED,
    TIME,
    Draft,
)
from cogs.events.event_rules import FORMS, RECURRENCES, headline, option_lines
from cogs.language.catalogues import Translate, plainly, translate, translate_into
from cogs.language.moments import EXAMPLES, as_typed
from cogs.language.time_limits import CLOCKS
from cogs.messages.buttons import Menu, TextButton, Use
from cogs.messages.forms import InputForm
from cogs.messages.layouts import text_layout
from engine import Game, Refusal, Text
from engine.table.clock import TURN_LIMITS, TimeControl, span_text
from engine.text import Words
from engine.tournaments.durations import HALF, about_text, fits, game_time, time_needed
from engine.tournaments.terms import EXHIBITIONS, LONGEST_NAME, Form, Recurs, Terms

LONGEST_TITLE: Final = 45
"""Characters of a form's title and labels."""

MOST_GAMES: Final = 25
"""Entries that Discord allows in a menu."""

Fill = Callable[[discord.Interaction[Any], Draft, dict[str, str]], Awaitable[None]]


def details_form(draft: Draft, zone: str, cause: discord.Interaction[Any]) -> InputForm:
    """Return the form for terms without a menu: name, game, start, length and number of rounds."""
    locale = cause.locale
    title = plainly(Text("The tournament"), locale)
    form = InputForm(Use.NEW_EVENT, draft.form_code, title, cause)
    examples = plainly(Text("{time}, or {count} players: `{number}`", time=EXAMPLES[0],
                            count=8, number=8), locale)  # fmt: skip
    starts = as_typed(draft.start, zone) if draft.start else str(draft.wanted)
    span = plainly(span_text(timedelta(minutes=draft.minutes)), locale) if draft.minutes else ""
    rounds = draft.form is Form.SWISS
    size = Text("Rounds") if rounds else Text("Players of a group")

    def add(
        name: str,
        label: Text,
        value: str,
        *,
        most: int = 60,
        about: Text | None = None,
        needed: bool = False,
    ) -> None:
        line: ui.TextInput[Any] = ui.TextInput(
            default=value[:most] or None, max_length=most, required=needed
        )
        described = None if about is None else plainly(about, locale).replace("`", "")[:100]
        form.add(name, plainly(label, locale), line, described)

    add("name", Text("Name"), draft.name, most=LONGEST_NAME)
    add(
        "words",
        Text("Game, options, time limit"),
        draft.words,
        most=LONGEST_WORDS,
        about=Text("As in a challenge: `frisian 3d rated`"),
        needed=True,
    )
    add(
        "starts",
        Text("Start, or how many have to join"),
        starts,
        about=Text("{example} ({zone})", example=examples, zone=zone),
    )
    arena = draft.form is Form.ARENA
    lasts = Text("How long it lasts") if arena else Text("How long a round lasts")
    if draft.form is Form.LEAGUE:
        lasts = Text("How long a round lasts, or the season")
    if draft.form is Form.LADDER:
        lasts = Text("How long a match may last")
    add("span", lasts, span, about=Text("`7d` or `2h`"))
    if draft.form in {Form.SWISS, Form.LEAGUE}:
        add("size", size, str(draft.size or ""))
    return form


# The panel


def panel(
    draft: Draft,
    games: Sequence[Game],
    usual: str,
    locale: discord.Locale,
    public: discord.Locale,
) -> ui.LayoutView:
    """Return the panel of a draft; ``public`` is the language of its card."""
    translated = translate_into(locale)
    lines, can_be = _summary(draft, usual, translated, public)
    layout = text_layout("\n".join(lines))
    for name, label, options, several in _menus(draft, games, usual, locale):
        about = f"{name}:{draft.code()}"
        menu = Menu(Use.NEW_EVENT, about, translated(label), options, several=several)
        layout.add_item(ui.ActionRow(menu))
    layout.add_item(
        ui.ActionRow(
            TextButton(
                Use.NEW_EVENT,
                f"{CREATE}:{draft.code()}",
                translated(Text("Create")),
                discord.ButtonStyle.success,
                disabled=not can_be,
            ),
            TextButton(
                Use.NEW_EVENT, f"{OTHER}:{draft.code()}", translated(Text("Name, start and more"))
            ),
        )
    )
    return layout


def _summary(
    draft: Draft, usual: str, translated: Translate, public: discord.Locale
) -> tuple[list[str], bool]:
    """Return the lines that say what will be created, and whether it can be."""
    try:
        terms = draft.terms(usual, public)
    except Refusal as refusal:
        return [translated(Text("### A new tournament")), translated(refusal.text)], False
    lines = [
        translated(Text("### New: {name}", name=Words(terms.name, LONGEST_NAME))),
        translated(headline(terms)),
        *(f"• {line}" for line in option_lines(terms, translated)),
        translated(_start(terms)),
        translated(_length(terms)),
        translated(_game_time(terms)),
    ]
    if not fits(terms):
        lines.append(f"⚠️ {translated(_too_short(terms))}")
    return lines, True


def _start(terms: Terms) -> Text:
    if terms.starts is not None:
        return Text("It starts {when}.", when=discord.utils.format_dt(terms.starts, "F"))
    if terms.form is Form.LADDER:
        return Text("It starts as soon as {count} have joined.", count=terms.wanted)
    return Text("It starts a day after {count} have joined.", count=terms.wanted)


def _length(terms: Terms) -> Text:
    span = span_text(terms.round_time)
    match terms.form:
        case Form.ARENA:
            return Text("It lasts {span}.", span=span)
        case Form.LADDER:
            return Text("It stands for good; a match takes at most {span}.", span=span)
        case Form.LEAGUE if terms.together:
            return Text(
                "Groups of up to {count}; all matches begin together, and the season ends when "
                "they are over, after {span} at most.",
                count=terms.group,
                span=span,
            )
        case Form.LEAGUE:
            return Text(
                "Groups of up to {count}; a round every {span}.", count=terms.group, span=span
            )
        case _ if terms.rounds:
            return Text("{count} rounds of at most {span}.", count=terms.rounds, span=span)
    return Text("Rounds of at most {span}.", span=span)


def _game_time(terms: Terms) -> Text:
    """Return about how long a game takes, at half of the time limit and at the whole."""
    half, whole = about_text(game_time(terms, HALF)), about_text(game_time(terms))
    turn = terms.time.turn
    if turn is None:
        return Text(
            "A game takes about {half} if everybody uses half of their time, and about {whole} if "
            "everybody uses all of it.",
            half=half,
            whole=whole,
        )
    if turn == timedelta(days=1):
        return Text(
            "A game takes about {half} if everybody answers twice a day, and about {whole} at once "
            "a day.",
            half=half,
            whole=whole,
        )
    return Text(
        "A game takes about {half} if everybody answers within {turn}, and about {whole} within "
        "{limit}.",
        half=half,
        turn=about_text(turn / 2),
        whole=whole,
        limit=span_text(turn),
    )


def _too_short(terms: Terms) -> Text:
    """Return the warning that games will not be over in time, with the time that they need."""
    if terms.form is Form.ARENA:
        return Text(
            "That is short: for those who use half of their time an arena of at least {span} would "
            "do. Matches that are not over at its end do not count.",
            span=about_text(2 * time_needed(terms)),
        )
    return Text(
        "That is short: players who use half of their time need up to {span}. What is not over "
        "then is judged by the computer, and changes no rating.",
        span=about_text(time_needed(terms)),
    )


Choices = tuple[str, Text, list[discord.SelectOption], bool]


def _menus(
    draft: Draft, games: Sequence[Game], usual: str, locale: discord.Locale
) -> Iterator[Choices]:
    """Yield the menus: the name, the label, the entries, and whether several can be chosen."""
    forms = [
        discord.SelectOption(
            label=translate(title, locale),
            description=plainly(ABOUT_FORMS[form], locale)[:100],
            value=f"{form.value}|{draft.name}",
            default=form is draft.form,
        )
        for form, title in FORMS.items()
        if form not in EXHIBITIONS
    ]
    yield FORM, Text("Form"), forms, False
    chosen = draft.words.partition(" ")[0]
    shown = [game for game in games if game.name == chosen]
    shown += [game for game in games if game.name != chosen]
    yield (
        GAME,
        Text("Game"),
        [_game(one, draft, chosen, locale) for one in shown[:MOST_GAMES]],
        False,
    )
    control = draft.control(usual)
    written = list(dict.fromkeys([*TURN_LIMITS, *CLOCKS, str(control)]))
    times = [
        discord.SelectOption(
            label=plainly(control_text(TimeControl.read(word)), locale)[:100],
            value=word,
            default=word == str(control),
        )
        for word in written
    ]
    yield TIME, Text("Time limit"), times, False
    again = [
        discord.SelectOption(
            label=translate(title, locale),
            value=recurs.value or NEVER,
            default=recurs is draft.recurs,
        )
        for recurs, title in RECURRENCES.items()
        if draft.form is not Form.LADDER or recurs is Recurs.NEVER
    ]
    yield AGAIN, Text("How often"), again, False
    extras = [
        discord.SelectOption(label=plainly(text, locale)[:100], value=name, default=on)
        for name, text, on in _extras(draft)
    ]
    yield EXTRAS, Text("Not rated, one game each, no computers"), extras, True


def _game(game: Game, draft: Draft, chosen: str, locale: discord.Locale) -> discord.SelectOption:
    is_it = game.name == chosen
    return discord.SelectOption(
        label=plainly(game.title, locale),
        value=draft.words if is_it else game.name,
        default=is_it,
    )


def _extras(draft: Draft) -> Iterator[tuple[str, Text, bool]]:
    yield RATED, Text("Rated"), draft.rated
    yield GAMES, Text("Two games a match, with sides turned"), draft.games
    if draft.form is Form.LEAGUE:
        yield DOUBLE, Text("Everybody plays everybody twice"), draft.double
    if draft.form is not Form.LADDER:
        level = draft.level or FILLING_LEVEL
        text = Text("Computers of level {level} take empty seats", level=level)
        yield FILLED, text, bool(draft.level)


ABOUT_FORMS: Final = {
    Form.LEAGUE: Text("Groups in which everybody plays everybody, for some weeks"),
    Form.SWISS: Text("A number of rounds, against players with as many points"),
    Form.KNOCKOUT: Text("One loss, and you are out"),
    Form.ARENA: Text("As many matches as you can until the time is over"),
    Form.LADDER: Text("Challenge those above you; it stands for good"),
}
"""The forms, described in a line each."""
