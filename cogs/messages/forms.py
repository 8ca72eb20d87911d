"""Forms that still work after a restart of the bot.

The purpose of a form is in its ``custom_id``, as with a button. So nothing is kept in memory for a
form that may be dismissed, of which Discord does not tell the bot.
"""

from __future__ import annotations

import io
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from cogs.language.catalogues import plainly, shortened, translate, translate_into
from cogs.messages.buttons import ControlKind, TextButton
from cogs.messages.layouts import text_layout
from data import once_more
from engine import Refusal, Text

LONGEST_LINE, LONGEST_TEXT = 300, 4000
"""The most characters in a field of one line, and of many lines, where Discord sets the limit."""

LONGEST_TITLE: Final = 45
"""The most characters that Discord allows for a form's title and for the label of a field."""

LONGEST_ANSWER: Final = 1_000
"""The most typed characters that the answer to a form gives back in a message."""

FORM: Final = re.compile(r"damier:form-(?P<use>[a-z]+):(?P<about>[^\n]*):[0-9]+")
"""Matches the ``custom_id`` of a form; its number makes the id unique."""

LOST: Final = Text(
    "I no longer know what this form was for: it was opened before an update. Please open it "
    "again; this is what you had typed:"
)

Typed = Mapping[str, str]
"""The texts typed into a form, by the names of the fields."""

FormPress = Callable[[discord.Interaction[Any], str, Typed], Awaitable[None]]
"""Handles a sent form, given its ``about`` and the typed texts."""

LONGEST_ABOUT: Final = 100
"""The most characters that Discord allows for the line about a field."""

AGAIN: Final = Text("Change it")
"""The label of the button that opens a refused form again, with everything that was typed."""

FENCE, EMPTY = "```", "-# –"
"""The fence around each text typed into a refused form, and the placeholder for an empty one."""


class FieldRefusal(Refusal):
    """A refusal of the text typed into one ``field`` of a form."""

    def __init__(self, text: Text, field: str) -> None:
        super().__init__(text)
        self.field = field


@contextmanager
def reading(field: str) -> Iterator[None]:
    """Attach refusals raised in the block to a field; the form opened again shows them there.

    Raises FieldRefusal for any Refusal.
    """
    try:
        yield
    except Refusal as refusal:
        raise FieldRefusal(refusal.text, field) from refusal


class InputForm(ui.Modal):
    """A form, opened in answer to the interaction ``cause``.

    ``use`` selects the function that handles the form, and ``about`` has all that it needs.
    """

    def __init__(
        self, use: ControlKind, about: str, title: str, cause: discord.Interaction[Any]
    ) -> None:
        custom_id = f"damier:form-{use}:{about}:{cause.id}"
        super().__init__(title=title[:LONGEST_TITLE], timeout=None, custom_id=custom_id)
        self.stop()  # discord.py would wait for ever for a form that is dismissed

    def add(
        self, name: str, label: str, field: ui.TextInput[Any], about: str | None = None
    ) -> None:
        """Add a field for a text, with an optional line ``about`` the field."""
        field.custom_id = name
        self.add_item(ui.Label(text=label[:LONGEST_TITLE], description=about, component=field))

    def fill(self, typed: Sequence[str], field: str, refusal: str) -> None:
        """Fill the fields with the texts typed before, in order, and put a refusal at its field."""
        labels = [label for label in self.children if isinstance(label, ui.Label)]
        for label, text in zip(labels, typed, strict=False):
            line = label.component
            if isinstance(line, ui.TextInput):
                line.default = text[: line.max_length or LONGEST_TEXT] or None
                if line.custom_id == field:
                    label.description = _about(refusal)


FormBuilder = Callable[[discord.Interaction[Any], str], Awaitable[InputForm]]
"""Builds a form again from its ``about``."""


class Field(NamedTuple):
    """A text field of a form, with its initial ``value`` and a line ``about`` the field.

    ``longest`` is the most characters that can be typed.
    """

    name: str
    label: Text
    example: str = ""
    longest: int = 60
    needed: bool = True
    value: str = ""
    many_lines: bool = False
    about: Text | None = None


def fields_form(
    use: ControlKind,
    about: str,
    title: Text,
    fields: Iterable[Field],
    cause: discord.Interaction[Any],
) -> InputForm:
    """Return a form of several fields, in the language of the person who opens it."""
    locale = cause.locale
    form = InputForm(use, about, plainly(title, locale), cause)
    for one in fields:
        line: ui.TextInput[Any] = ui.TextInput(
            placeholder=one.example,
            default=one.value[: one.longest] or None,
            style=discord.TextStyle.paragraph if one.many_lines else discord.TextStyle.short,
            max_length=one.longest,
            required=one.needed,
        )
        said = None if one.about is None else _about(plainly(one.about, locale))
        form.add(one.name, plainly(one.label, locale), line, said)
    return form


def _about(text: str) -> str:
    """Return a text as the line about a field: without backticks, and cut to Discord's limit."""
    return shortened(text.replace("`", ""), LONGEST_ABOUT)


def text_form(
    use: ControlKind,
    about: str,
    title: str,
    label: str,
    cause: discord.Interaction[Any],
    *,
    example: str,
    many_lines: bool = False,
    default: str = "",
) -> InputForm:
    """Return a form with one field, for a line of text or for many lines."""
    field: ui.TextInput[Any] = ui.TextInput(
        placeholder=example,
        default=default or None,
        style=discord.TextStyle.paragraph if many_lines else discord.TextStyle.short,
        max_length=LONGEST_TEXT if many_lines else LONGEST_LINE,
    )
    form = InputForm(use, about, title, cause)
    form.add("text", label, field)
    return form


def text_of(typed: Typed) -> str:
    """Return the text of a form's only field. Raises ValueError unless there is just one."""
    (text,) = typed.values()
    return text


def file_of(interaction: discord.Interaction[Any]) -> discord.Attachment | None:
    """Return the first file uploaded in a form, None if there is none."""
    data: dict[str, Any] = dict(interaction.data or {})
    files = data.get("resolved", {}).get("attachments", {})
    first = next(iter(files.values()), None)
    return None if first is None else discord.Attachment(data=first, state=interaction._state)


def refused_form(
    interaction: discord.Interaction[Any],
    refusal: Refusal,
    builders: Mapping[ControlKind, FormBuilder],
) -> ui.LayoutView | None:
    """Return the answer to a refused form, with a button that opens the form again.

    The answer contains the typed texts, so that nothing is kept in memory. None if the form cannot
    be built again, or too much was typed for a message.
    """
    data: dict[str, Any] = dict(interaction.data or {})
    form = FORM.fullmatch(str(data.get("custom_id")))
    typed = [text for _, text in _values(data["components"])]
    if form is None or form["use"] not in builders or sum(map(len, typed)) > LONGEST_ANSWER:
        return None
    translated = translate_into(interaction.locale)
    layout = text_layout(translated(refusal.text))
    for text in typed:
        kept = f"{FENCE}\n{text.replace('`', 'ˋ')}\n{FENCE}" if text else EMPTY
        layout.add_item(ui.TextDisplay(kept))
    field = refusal.field if isinstance(refusal, FieldRefusal) else ""
    about = f"{form['use']}:{field}:{form['about']}"
    button = TextButton(ControlKind.FORM, about, translated(AGAIN), discord.ButtonStyle.primary)
    layout.add_item(ui.ActionRow(button))
    return layout


async def form_again(
    interaction: discord.Interaction[Any], about: str, builders: Mapping[ControlKind, FormBuilder]
) -> InputForm:
    """Return a refused form again, with all that was typed and the refusal beside its field.

    The texts are read from the message of the pressed button. Raises Refusal if this version of the
    bot has no such form.
    """
    use, field, rest = about.split(":", 2)
    if use not in builders or interaction.message is None:
        raise Refusal(LOST)
    form = await builders[ControlKind(use)](interaction, rest)
    shown = [
        part.content
        for part in interaction.message.components
        if isinstance(part, discord.TextDisplay)
    ]
    typed = [
        text.removeprefix(f"{FENCE}\n").removesuffix(f"\n{FENCE}") if text != EMPTY else ""
        for text in shown[1:]
    ]
    form.fill(typed, field, shown[0] if shown else "")
    return form


async def take_form(
    interaction: discord.Interaction[Any], forms: Mapping[ControlKind, FormPress]
) -> tuple[str, list[discord.File]] | None:
    """Pass a sent form to the function for its use, and return None.

    If there is no such function, return an answer that gives back the typed texts, and a file of
    them if they are too long for the answer.
    """
    data: dict[str, Any] = dict(interaction.data or {})
    typed = dict(_values(data["components"]))
    form = FORM.fullmatch(str(data.get("custom_id")))
    take = forms.get(ControlKind(form["use"])) if form and form["use"] in {*ControlKind} else None
    if form is not None and take is not None:
        await once_more(take)(interaction, form["about"], typed)
        return None
    said = translate(LOST, interaction.locale)
    text = "\n".join(filter(None, typed.values()))
    if len(text) > LONGEST_ANSWER:
        return said, [discord.File(io.BytesIO(text.encode()), "typed.txt")]
    return f"{said}\n```\n{text.replace('`', 'ˋ')}\n```", []


def _values(components: Iterable[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield the name of each text field, nested ones included, and the text typed into it."""
    for component in components:
        if "value" in component:
            yield str(component.get("custom_id")), str(component["value"] or "")
        inner = [component["component"]] if "component" in component else []
        yield from _values([*component.get("components", []), *inner])
