"""Forms of one text, and how what is typed into them is read, in whichever process that is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

import discord
from discord import ui
from discord.utils import MISSING

from cogs.messages.buttons import ControlClient, TextPress
from data import once_more

LONGEST_LINE, LONGEST_TEXT = 300, 4000
"""Characters in a form: of its only line, or of a text, as many as Discord takes."""


class TextForm(ui.Modal):
    """A form for one line of text, or for many; the text is given to ``answer``."""

    def __init__(
        self,
        title: str,
        label: str,
        placeholder: str,
        answer: TextPress,
        *,
        many_lines: bool = False,
        default: str = "",
        custom_id: str = MISSING,
    ) -> None:
        super().__init__(title=title, timeout=None, custom_id=custom_id)
        self._text: ui.TextInput[Any] = ui.TextInput(
            placeholder=placeholder,
            default=default or None,
            style=discord.TextStyle.paragraph if many_lines else discord.TextStyle.short,
            max_length=LONGEST_TEXT if many_lines else LONGEST_LINE,
        )
        self.add_item(ui.Label(text=label, component=self._text))
        self._answer = answer

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Give the text to ``answer``."""
        client: ControlClient = interaction.client
        async with client.answering(interaction):
            await client.admit(interaction)
            await once_more(self._answer)(interaction, self._text.value)


def left_open(
    interaction: discord.Interaction[Any], name: str, opened: Collection[str]
) -> str | None:
    """Return the ``about`` of a submitted form that another process has opened.

    Its ``custom_id`` is ``name:about:`` and a part that makes it unique. Return None for any other
    interaction, such as with a form that this process has ``opened``, which discord.py knows.
    """
    data: dict[str, Any] = dict(interaction.data or {})
    form = str(data.get("custom_id"))
    submitted = interaction.type is discord.InteractionType.modal_submit
    if not submitted or not form.startswith(f"{name}:") or form in opened:
        return None
    return form.removeprefix(f"{name}:").rpartition(":")[0]


def typed_in_form(interaction: discord.Interaction[Any]) -> str:
    """Return the text typed into a form of one text, even if another process has opened it."""
    data: dict[str, Any] = dict(interaction.data or {})
    (text,) = _values(data["components"])
    return text


def _values(components: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield the values entered in the fields of a form."""
    for component in components:
        if "value" in component:
            yield component["value"]
        inner = [component["component"]] if "component" in component else []
        yield from _values([*component.get("components", []), *inner])
