"""Sentences in the listener's language.

A language is a catalogue: ``locales/<language>/LC_MESSAGES/damier.po``, named after one of
Discord's locales (``fr``, ``pt_BR``) or the language alone (``es``). Catalogues are compiled in
memory; a language without one is English. Private answers use the person's language, public
posts the server's.

Names of commands and of their options are looked up in contexts of their own, ``command`` and
``option``: they follow Discord's rules for names, not those of sentences.
"""

from __future__ import annotations

import io
import unicodedata
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

import babel
import discord
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from discord import app_commands

from engine import Text

CATALOGUES = Path(__file__).with_name("locales")

ENGLISH = discord.Locale.american_english

COMMAND, OPTION = "command", "option"
"""The contexts of names in the catalogues."""

_CONTEXTS = {
    app_commands.TranslationContextLocation.command_name: COMMAND,
    app_commands.TranslationContextLocation.group_name: COMMAND,
    app_commands.TranslationContextLocation.parameter_name: OPTION,
}


def catalogues() -> tuple[Path, ...]:
    """The files of all catalogues."""
    return tuple(sorted(CATALOGUES.glob("*/LC_MESSAGES/damier.po")))


def language_of(catalogue: Path) -> str:
    """The name of a catalogue's language: ``fr``, ``pt_BR``."""
    return catalogue.parent.parent.name


@lru_cache(maxsize=1)
def available() -> tuple[tuple[str, str], ...]:
    """The languages there are: the value of Discord's locale for each, and its own name for it."""
    found = [(ENGLISH, "en")]
    for catalogue in catalogues():
        language = language_of(catalogue)
        found.append((next(locale for locale in discord.Locale if _is(locale, language)), language))
    return tuple(
        (locale.value, _capitalised(babel.Locale.parse(language).get_display_name() or language))
        for locale, language in found
    )


@lru_cache(maxsize=64)
def translator(locale: discord.Locale) -> NullTranslations:
    """The catalogue of a language, or one that leaves everything in English."""
    fitting = [path for path in catalogues() if _is(locale, language_of(path))]
    if not fitting:
        return NullTranslations()
    return _compiled(max(fitting, key=lambda path: len(language_of(path))))


def say(text: Text, locale: discord.Locale) -> str:
    """The sentence in that language."""
    return text.render(translator(locale))


@lru_cache(maxsize=1024)
def in_all_languages(text: Text) -> frozenset[str]:
    """What may be typed for a text: it in every language, with its accents and without."""
    said = {str(text), *(text.render(_compiled(path)) for path in catalogues())}
    return frozenset(said | {without_accents(words) for words in said})


def without_accents(word: str) -> str:
    """A word in plain letters, for those who type it so: ``défi`` is ``defi``."""
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
        """The translation, or None where the catalogue has none."""
        catalogue, kind = translator(locale), context_of(context)
        if kind is None:
            translated = catalogue.gettext(string.message)
        else:
            translated = catalogue.pgettext(kind, string.message)
        return None if translated == string.message else translated


def context_of(context: app_commands.TranslationContextTypes) -> str | None:
    """The context in which the catalogues have such a string; None for sentences and menus."""
    if isinstance(context.data, app_commands.ContextMenu):
        return None
    return _CONTEXTS.get(context.location)


def _is(locale: discord.Locale, language: str) -> bool:
    """Whether a catalogue is in the language of a locale."""
    return language in {locale.value.replace("-", "_"), locale.value.partition("-")[0]}


@lru_cache(maxsize=64)
def _compiled(catalogue: Path) -> NullTranslations:
    compiled = io.BytesIO()
    with catalogue.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language_of(catalogue)))
    compiled.seek(0)
    return GNUTranslations(compiled)


def _capitalised(name: str) -> str:
    return name[:1].upper() + name[1:]
