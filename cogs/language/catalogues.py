"""Sentences in the listener's language.

A language is a folder of gettext catalogues, ``locales/<language>/**/*.po``, named after one of
Discord's locales (``fr``, ``pt_BR``) or the language alone (``es``). The catalogues of a language
are compiled into one in memory; a language without any is English. Private answers use the
person's language, public posts the server's.

Names of commands and of their options are looked up in contexts of their own, ``command`` and
``option``: they follow Discord's rules for names, not those of sentences. What else may be typed
for a command has the context ``alias``: for its name, and for each other English word, one or
several words of another language.
"""

from __future__ import annotations

import hashlib
import io
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

import babel
import discord
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from discord import app_commands

from cogs.language.markup import MARKUP
from engine import Text

Translate = Callable[[Text], str]
"""A function that translates texts into one language."""

CATALOGUES = Path(__file__).with_name("locales")

ENGLISH = discord.Locale.american_english

COMMAND, OPTION, ALIAS = "command", "option", "alias"
"""The contexts of names in the catalogues."""

_CONTEXTS = {
    app_commands.TranslationContextLocation.command_name: COMMAND,
    app_commands.TranslationContextLocation.group_name: COMMAND,
    app_commands.TranslationContextLocation.parameter_name: OPTION,
}


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have catalogues: ``fr``, ``pt_BR``."""
    files = CATALOGUES.rglob("*.po")
    return tuple(sorted({file.relative_to(CATALOGUES).parts[0] for file in files}))


def catalogues(language: str) -> tuple[Path, ...]:
    """Return the files of a language's catalogues."""
    return tuple(sorted((CATALOGUES / language).rglob("*.po")))


@cache
def fingerprint() -> str:
    """Return a digest of all catalogues: it changes with any translation."""
    digest = hashlib.sha256()
    for language in languages():
        for path in catalogues(language):
            digest.update(f"{path.relative_to(CATALOGUES)}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def merged(language: str) -> Catalog:
    """Return all catalogues of a language as one.

    Comments on where the texts are in the code are left out: it loads faster.
    """
    lines = b"\n".join(path.read_bytes() for path in catalogues(language)).splitlines()
    return read_po((line for line in lines if not line.startswith(b"#:")), locale=language)


def compile_catalogues() -> None:
    """Compile the catalogues of all languages now."""
    for language in languages():
        _compiled(language)


@lru_cache(maxsize=1)
def available() -> tuple[tuple[str, str], ...]:
    """Return the languages there are: Discord's value for each, and the language's own name."""
    found = [
        (next(locale for locale in discord.Locale if _is(locale, language)), language)
        for language in languages()
    ]
    return tuple(
        (locale.value, _capitalised(babel.Locale.parse(language).get_display_name() or language))
        for locale, language in [(ENGLISH, "en"), *found]
    )


@lru_cache(maxsize=64)
def language_names(code: str) -> frozenset[str]:
    """Return what the language of Discord's ``code`` is called in all languages, and its own."""
    own, *_ = code.split("-")
    known = {own, *(language.partition("_")[0] for language in (*languages(), "en"))}
    names = {str(babel.Locale(own).get_language_name(language)).lower() for language in known}
    return frozenset(names | set(map(without_accents, names)))


@lru_cache(maxsize=64)
def translator(locale: discord.Locale) -> NullTranslations:
    """Return the translations into a language, or what leaves everything in English."""
    fitting = [language for language in languages() if _is(locale, language)]
    return _compiled(max(fitting, key=len)) if fitting else NullTranslations()


def translate(text: Text, locale: discord.Locale) -> str:
    """Return a text as a sentence of that language, for a message."""
    return text.render(translator(locale), MARKUP)


def translate_into(locale: discord.Locale) -> Translate:
    """Return the function that translates texts into that language, for a message."""
    return lambda text: translate(text, locale)


def plainly(text: Text, locale: discord.Locale) -> str:
    """Return a text in that language for where Discord reads no markup.

    That is on buttons and menus, in suggestions, and in the descriptions of pictures.
    """
    return text.render(translator(locale))


@lru_cache(maxsize=1024)
def in_all_languages(text: Text) -> frozenset[str]:
    """Return what may be typed for a text: it in every language, with accents and without."""
    said = {str(text), *(text.render(_compiled(language)) for language in languages())}
    return frozenset(said | {without_accents(words) for words in said})


def without_accents(word: str) -> str:
    """Return a word in plain letters, for those who type it so: ``defi`` for ``défi``."""
    if word.isascii():
        return word
    letters = unicodedata.normalize("NFKD", word)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


class CommandTranslator(app_commands.Translator):
    """Names and descriptions of commands, from the same catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation, or None where the catalogue has none."""
        catalogue = translator(locale)
        if not isinstance(catalogue, GNUTranslations):
            return None  # most of Discord's languages, asked at each start for every string
        kind = context_of(context)
        if kind is None:
            translated = catalogue.gettext(string.message)
        else:
            translated = catalogue.pgettext(kind, string.message)
        return None if translated == string.message else translated


def context_of(context: app_commands.TranslationContextTypes) -> str | None:
    """Return the context of such a string in the catalogues; None for sentences and menus."""
    if isinstance(context.data, app_commands.ContextMenu):
        return None
    return _CONTEXTS.get(context.location)


def _is(locale: discord.Locale, language: str) -> bool:
    """Return whether a language is that of a locale."""
    return language in {locale.value.replace("-", "_"), locale.value.partition("-")[0]}


@lru_cache(maxsize=64)
def _compiled(language: str) -> NullTranslations:
    compiled = io.BytesIO()
    write_mo(compiled, merged(language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def _capitalised(name: str) -> str:
    return name[:1].upper() + name[1:]
