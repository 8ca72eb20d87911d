"""Brings the catalogues up to date with the texts in the code: ``make texts``.

New texts appear untranslated, those that are gone are dropped; the template ``damier.pot`` is
what a new language starts from. What is written depends on the texts alone, not on dates or the
numbers of lines.
"""

from __future__ import annotations

import asyncio
import io
import tempfile
from pathlib import Path
from typing import Any

import discord
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from cogs.bot.client import Damier
from cogs.language.catalogues import CATALOGUES, catalogues, context_of, language_of
from data import Store

ROOT = Path(__file__).parents[3]

SOURCES = ("cogs", "data", "engine", "render")

METHODS = [("**.py", "cogs.language.locales.extraction:python")]

KEYWORDS: dict[str, Any] = {
    "Text": None,
    "counted": (1, 2),
    "in_context": ((1, "c"), 2),
    "PieceKind": (1, 2),
    "locale_str": None,
}
"""Who takes templates, as Babel writes it: which arguments they are, and which the context is."""

WIDTH = 100

HEADER = ("msg", '"Language:', '"Plural-Forms:', '"MIME-Version:', '"Content-')
"""Lines of a catalogue's header that say something; the others are dates and blank forms."""


class Recorder(app_commands.Translator):
    """Notes what Discord's commands want translated, with its context."""

    def __init__(self) -> None:
        self.asked: dict[tuple[str, str | None], None] = {}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Translates nothing."""
        self.asked[string.message, context_of(context)] = None
        return None


async def strings_of_commands() -> tuple[tuple[str, str | None], ...]:
    """Everything that is translated in the commands: names, descriptions, options, choices."""
    recorder = Recorder()
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(str(Path(folder, "damier.db")))
        bot = Damier(store)
        await bot.load_cogs()
        for command in bot.tree.get_commands():
            await command.get_translated_payload(bot.tree, recorder)
        for cog in tuple(bot.cogs):
            await bot.remove_cog(cog)
        await store.close()
    return tuple(sorted(recorder.asked, key=lambda asked: (asked[1] or "", asked[0])))


def template() -> Catalog:
    """All texts that there are, untranslated."""
    catalog = Catalog(project="Damier", charset="utf-8")
    for message, context in asyncio.run(strings_of_commands()):
        catalog.add(message, context=context)
    for folder in SOURCES:
        found = extract_from_dir(ROOT / folder, METHODS, keywords=KEYWORDS)
        for name, line, text, _comments, context in sorted(found, key=lambda entry: entry[:2]):
            catalog.add(text, locations=[(f"{folder}/{name}", line)], context=context)
    return catalog


def updated(path: Path, texts: Catalog) -> Catalog:
    """A catalogue with just these texts, translated as far as it had them."""
    with path.open("rb") as file:
        catalog = read_po(file, locale=language_of(path))
    catalog.update(texts, no_fuzzy_matching=True)
    return catalog


def written(catalog: Catalog) -> str:
    """The text of a catalogue's file."""
    file = io.BytesIO()
    write_po(
        file, catalog, width=WIDTH, sort_by_file=True, ignore_obsolete=True, include_lineno=False
    )
    header, _, entries = file.getvalue().decode().partition("\n\n")
    kept = [line for line in header.splitlines() if line.startswith(HEADER)]
    return "\n".join(kept) + "\n\n" + entries


def main() -> None:
    """Writes the template and all catalogues."""
    texts = template()
    (CATALOGUES / "damier.pot").write_text(written(texts))
    for path in catalogues():
        path.write_text(written(updated(path, texts)))


if __name__ == "__main__":
    main()
