"""The panel for creating an event: a summary, menus, and a form for the other terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, Final

import discord
from discord import ui

from cogs.events.creating.draft import CREATE, FORM, GAME, LONGEST_WORDS, OTHER, Draft
from cogs.events.creating.event_forms import EVENT_FORMS, Choices, form_of
from cogs.events.event_rules import FORMS, headline, option_lines
from cogs.language.catalogues import Translate, plainly, translate, translate_into
from cogs.language.moments import EXAMPLES, as_typed
from cogs.messages.buttons import ControlKind, Menu, TextButton
from cogs.messages.forms import Field, InputForm, fields_form
from cogs.messages.layouts import text_layout
from engine import Game, Refusal, Text
from engine.table.clock import span_text
from engine.text import Words
from engine.tournaments.terms import LONGEST_NAME

MOST_GAMES: Final = 25
"""The most options that Discord allows in a menu."""


def details_form(draft: Draft, zone: str, cause: discord.Interaction[Any]) -> InputForm:
    """Return the form for the terms that have no menu, such as the name and the start.

    ``zone`` is the time zone of typed times; ``cause`` is the interaction that opens the form.
    """
    locale, event_form = cause.locale, form_of(draft)
    examples = plainly(Text("{time}, or {count} players: `{number}`", time=EXAMPLES[0],
                            count=8, number=8), locale)  # fmt: skip
    starts = as_typed(draft.start, zone) if draft.start else event_form.wanted(draft)
    span = plainly(span_text(timedelta(minutes=draft.minutes)), locale) if draft.minutes else ""
    fields = [
        Field("name", Text("Name"), longest=LONGEST_NAME, value=draft.name, needed=False),
        Field(
            "words",
            Text("Game, options, time limit"),
            longest=LONGEST_WORDS,
            value=draft.words,
            about=Text("As in a challenge: `frisian 3d rated`"),
        ),
        Field(
            "starts",
            event_form.starts_label,
            value=starts,
            needed=False,
            about=Text("{example} ({zone})", example=examples, zone=zone),
        ),
    ]
    if (lasts := event_form.lasts_label) is not None:
        about = Text("`7d` or `2h`")
        fields.append(Field("span", lasts, value=span, needed=False, about=about))
    if (size := event_form.size) is not None:
        fields.append(Field("size", size.label, value=str(draft.size or ""), needed=False))
    return fields_form(
        ControlKind.NEW_EVENT, draft.form_code, Text("The tournament"), fields, cause
    )


def panel(
    draft: Draft,
    games: Sequence[Game],
    usual: str,
    locale: discord.Locale,
    public: discord.Locale,
) -> ui.LayoutView:
    """Return the panel of a draft.

    ``usual`` is the server's time limit, ``locale`` the language of the panel, and ``public`` that
    of the event's card.
    """
    translated, code = translate_into(locale), draft.code()
    lines, can_be = _summary(draft, usual, translated, public)
    layout = text_layout("\n".join(lines))
    for one in _menus(draft, games, usual, locale):
        about, label = f"{one.name}:{code}", translated(one.label)
        menu = Menu(ControlKind.NEW_EVENT, about, label, one.options, several=one.several)
        layout.add_item(ui.ActionRow(menu))
    create = TextButton(
        ControlKind.NEW_EVENT,
        f"{CREATE}:{code}",
        translated(Text("Create")),
        discord.ButtonStyle.success,
        disabled=not can_be,
    )
    more = translated(Text("Name, start and more"))
    layout.add_item(
        ui.ActionRow(create, TextButton(ControlKind.NEW_EVENT, f"{OTHER}:{code}", more))
    )
    return layout


def _summary(
    draft: Draft, usual: str, translated: Translate, public: discord.Locale
) -> tuple[list[str], bool]:
    """Return the lines about a draft's event, and whether the event can be created."""
    form = form_of(draft)
    try:
        terms = form.terms(draft, usual, public)
    except Refusal as refusal:
        return [translated(Text("### A new tournament")), translated(refusal.text)], False
    return [
        translated(Text("### New: {name}", name=Words(terms.name, LONGEST_NAME))),
        translated(headline(terms)),
        *(f"• {line}" for line in option_lines(terms, translated)),
        *form.summary(terms, translated),
    ], True


def _menus(
    draft: Draft, games: Sequence[Game], usual: str, locale: discord.Locale
) -> Iterator[Choices]:
    """Yield the menus of forms and of games, then those of the draft's form."""
    forms = [
        discord.SelectOption(
            label=translate(FORMS[form], locale),
            description=plainly(one.about, locale)[:100],
            value=f"{form.value}|{draft.name}",
            default=form is draft.form,
        )
        for form, one in EVENT_FORMS.items()
    ]
    yield Choices(FORM, Text("Form"), forms)
    chosen, form = draft.words.partition(" ")[0], form_of(draft)
    shown = [game for game in games if game.name == chosen]
    shown += [game for game in games if game.name != chosen and form.plays(game)]
    options = [
        discord.SelectOption(
            label=plainly(game.title, locale),
            value=draft.words if game.name == chosen else game.name,
            default=game.name == chosen,
        )
        for game in shown[:MOST_GAMES]
    ]
    yield Choices(GAME, Text("Game"), options)
    yield from form.menus(draft, usual, locale)
