"""Update the catalogues with the texts in the code: ``make texts``.

A language has a catalogue for every room, a part of the code with texts. ``games/halma.po`` is for
the files of ``engine/games/halma`` and the documents of its games, ``cogs/match_actions.po`` for
that package. The rest of the engine, ``render`` and ``data`` have one each, and ``commands.po`` has
the names of commands and the words for options. A text used in several rooms stands once, in the
first of them: ``engine``, ``render``, ``data``, ``cogs``, then the games in the order of their
list. So a new game at the end of that list adds a catalogue, and changes only the commands'.

New texts appear untranslated, removed texts are dropped, moved texts keep their translation.
``templates`` has the same files untranslated, for translators' tools. ``python -m
cogs.language.locales nl`` starts a new language. The files depend on the texts alone, not on dates
or line numbers.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from collections import Counter
from pathlib import Path, PurePosixPath
from typing import Any

import discord
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po
from discord import app_commands

from cogs.client.client import Damier
from cogs.language.catalogues import (
    ALIAS,
    CATALOGUES,
    CHOICE,
    broken_catalogues,
    context_of,
    languages,
    merged,
)
from cogs.language.game_names import option_terms
from data import Store
from engine import games

ROOT = Path(__file__).parents[3]

TEMPLATES = CATALOGUES / "templates"

SOURCES = ("engine", "render", "data", "cogs")

ROOMS = (*SOURCES, "games")
"""The first parts of the catalogues' names, in the order in which they claim a shared text."""

MODULES = {name: type(game).__module__.split(".")[2] for name, game in games.items()}
"""The names of the games' modules or packages, by the keys of the games."""

GAMES = tuple(dict.fromkeys(MODULES.values()))
"""The names of the games' modules or packages, in the order of the list of games."""

METHODS = [
    ("**.py", "cogs.language.locales.extraction:python"),
    ("documents/*.md", "cogs.language.locales.extraction:document"),
]

KEYWORDS: dict[str, Any] = {
    "Text": None,
    "because": None,
    "counted": (1, 2),
    "conjugated": None,  # its two texts are separated in ``extraction``
    "in_context": ((1, "c"), 2),
    "PieceKind": (1, 2),
    "Noun": (1, 2),
    "kind_in_context": ((1, "c"), 2, 3),
    "locale_str": None,
}
"""The functions that take templates, in Babel's form: the positions of templates and contexts."""

WIDTH = 100

HEADER = ("msg", '"Language:', '"Plural-Forms:', '"MIME-Version:', '"Content-')
"""The beginnings of the header's lines that are kept; the others are dates and blank forms."""


class Recorder(app_commands.Translator):
    """A translator that records the strings of Discord's commands, with their contexts."""

    def __init__(self) -> None:
        self.asked: dict[tuple[str, str | None], None] = {}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Record the string with its context, and return None: no translation."""
        self.asked[string.message, context_of(context)] = None
        return None


async def strings_of_commands() -> tuple[tuple[str, str | None], ...]:
    """Return the strings of commands with their contexts, sorted: names, descriptions, options.

    Names and aliases that may be typed, and the words for games' options, are among them.
    """
    recorder = Recorder()
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(str(Path(folder, "damier.db")))
        bot = Damier(store)
        await bot.load_cogs()
        for command in bot.tree.get_commands():
            await command.get_translated_payload(bot.tree, recorder)
        recorder.asked |= {
            (word, ALIAS): None
            for command in bot.walk_commands()
            for word in (command.name, *command.aliases)
        }
        recorder.asked |= {(word, CHOICE): None for word in option_terms()}
        for cog in tuple(bot.cogs):
            await bot.remove_cog(cog)
        await store.close()
    return tuple(sorted(recorder.asked, key=lambda asked: (asked[1] or "", asked[0])))


def template() -> Catalog:
    """Return the catalogue of all texts, untranslated."""
    catalog = Catalog(project="Damier", charset="utf-8")
    for message, context in asyncio.run(strings_of_commands()):
        catalog.add(message, context=context)
    for folder in SOURCES:
        found = extract_from_dir(ROOT / folder, METHODS, keywords=KEYWORDS)
        for name, line, text, _comments, context in sorted(found, key=lambda entry: entry[:2]):
            catalog.add(text, locations=[(f"{folder}/{name}", line)], context=context)
    return catalog


def room_of(file: str) -> str:
    """Return the name of the catalogue for the texts of a file."""
    path = PurePosixPath(file).with_suffix("")
    if path.parts[:2] == ("engine", "games") and path.parts[2] in GAMES:
        return f"games/{path.parts[2]}"
    folder = path.parent.parts
    if folder == ("engine", "documents") and path.name in MODULES:
        return f"games/{MODULES[path.name]}"
    return "/".join(folder[:2]) if folder[0] == "cogs" else folder[0]


def name_of(message: Message) -> str:
    """Return the name of a message's catalogue, ``commands`` if it has no place in the code."""
    rooms = {room_of(file) for file, _ in message.locations}
    return min(rooms, key=_place, default="commands")


def _place(room: str) -> tuple[int, int, str]:
    folder, _, name = room.partition("/")
    return ROOMS.index(folder), GAMES.index(name) if folder == "games" else 0, name


def split(catalog: Catalog) -> dict[str, Catalog]:
    """Return the parts of a catalogue for the rooms, by the rooms' names."""
    parts: dict[str, Catalog] = {}
    for message in catalog:
        if message.id:
            name = name_of(message)
            if name not in parts:
                parts[name] = Catalog(locale=catalog.locale, charset="utf-8")
                parts[name].mime_headers = catalog.mime_headers
            parts[name][message.id] = message
    return parts


def updated(language: str, texts: Catalog) -> Catalog:
    """Return the language's catalogue for exactly these texts, keeping its translations.

    Raises SystemExit if a file of the language is broken: its translations would be lost.
    """
    if broken := broken_catalogues(language):
        sys.exit(f"Nothing is changed in {language}; mend first {', '.join(map(str, broken))}.")
    catalog = merged(language)
    catalog.update(texts, no_fuzzy_matching=True)
    return catalog


def written(catalog: Catalog) -> str:
    """Return the text of a catalogue's file, without dates, line numbers and removed texts."""
    file = io.BytesIO()
    write_po(
        file, catalog, width=WIDTH, sort_by_file=True, ignore_obsolete=True, include_lineno=False
    )
    header, _, entries = file.getvalue().decode().partition("\n\n")
    kept = [line for line in header.splitlines() if line.startswith(HEADER)]
    return "\n".join(kept) + "\n\n" + entries


def write(catalog: Catalog, folder: Path, suffix: str) -> None:
    """Write the files of a language, or of the templates, and delete files without texts."""
    files = {folder / f"{name}{suffix}": part for name, part in split(catalog).items()}
    for path, part in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(part), encoding="utf-8")
    for path in set(folder.rglob(f"*{suffix}")) - set(files):
        path.unlink()


def untranslated(catalog: Catalog) -> Counter[str]:
    """Return the numbers of texts without a translation, by the names of their catalogues."""
    return Counter(
        name
        for name, part in split(catalog).items()
        for message in part
        if message.id and not all(_forms(message))
    )


def _forms(message: Message) -> tuple[str, ...]:
    forms = message.string or ""
    return (forms,) if isinstance(forms, str) else tuple(forms)


def main() -> None:
    """Write the templates, and the catalogues of all languages and of new ones in the arguments.

    A text that has changed is untranslated: the texts that wait for translators are counted.
    """
    texts = template()
    write(texts, TEMPLATES, ".pot")
    for language in sorted({*languages(), *sys.argv[1:]}):
        catalog = updated(language, texts)
        write(catalog, CATALOGUES / language, ".po")
        if missing := untranslated(catalog):
            said = ", ".join(f"{many} in {name}.po" for name, many in missing.items())
            print(f"{language}, to be translated: {missing.total()} ({said})")


if __name__ == "__main__":
    main()
