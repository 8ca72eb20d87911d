"""Texts in the reader's language, as Discord shows them.

A language is a folder of gettext catalogues, ``locales/<language>/**/*.po``, named after one of
Discord's locales (``fr``, ``pt_BR``), the language alone (``es``), or a language that Discord does
not offer (``fy``). The catalogues of a language are compiled into one in memory; texts in a
language without catalogues stay English. Private answers use the person's language, public posts
the server's.

A language is passed on as a ``discord.Locale``. For a language that Discord does not offer,
``locale_named`` makes a value of that type, as discord.py does for an unknown locale.

Names of commands and of their options are looked up in the contexts ``command`` and ``option``:
they follow Discord's rules for names, not those of sentences. Other words that may be typed for a
command have the context ``alias``: the translation of the command's name, and of each English
alias, is one or several words. Words for the options of games and their values have the context
``choice``: the translation is one word, which is shown to readers of that language.

In messages the values of a text are escaped, so that people's words look as they were written. A
character after a backslash loses its special meaning. Links, mentions, emoji, times and invitations
need a colon, slash or bracket; headings, lists and quotations need their first character. So
escaping these characters is enough.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import logging
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from string import Formatter
from typing import Final

import babel
import discord
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from discord import app_commands
from discord.enums import try_enum

from engine import Text
from engine.text import ISOLATED, ISOLATED_UNTIL, NOTHING, Medium

log = logging.getLogger(__name__)

Translate = Callable[[Text], str]
"""A function that returns a text in one language, for a message."""

CATALOGUES = Path(__file__).with_name("locales")

ENGLISH = discord.Locale.american_english

COMMAND, OPTION, ALIAS, CHOICE = "command", "option", "alias", "choice"
"""The contexts of names and words in the catalogues."""

_LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|[0-9]{3}))?")
"""The name of a folder of catalogues: ``fy``, ``pt_BR``, ``sr_Latn``."""

_CONTEXTS = {
    app_commands.TranslationContextLocation.command_name: COMMAND,
    app_commands.TranslationContextLocation.group_name: COMMAND,
    app_commands.TranslationContextLocation.parameter_name: OPTION,
}


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have catalogues, such as ``fr`` and ``pt_BR``, in order.

    A folder that is not named after a language is logged and left out.
    """
    found = {file.relative_to(CATALOGUES).parts[0] for file in CATALOGUES.rglob("*.po")}
    for name in sorted(name for name in found if not _LANGUAGE.fullmatch(name)):
        log.error("The catalogues in %s are left out: its name is no language", CATALOGUES / name)
    return tuple(sorted(filter(_LANGUAGE.fullmatch, found)))


def catalogues(language: str) -> tuple[Path, ...]:
    """Return the files of a language's catalogues. A broken file is logged and left out."""
    return tuple(sorted(filter(_is_sound, (CATALOGUES / language).rglob("*.po"))))


def broken_catalogues(language: str) -> tuple[Path, ...]:
    """Return the broken files among a language's catalogues."""
    return tuple(sorted(itertools.filterfalse(_is_sound, (CATALOGUES / language).rglob("*.po"))))


@cache
def fingerprint() -> str:
    """Return a digest of all catalogues, which changes with any translation."""
    digest = hashlib.sha256()
    for language in languages():
        for path in catalogues(language):
            digest.update(f"{path.relative_to(CATALOGUES)}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def merged(language: str) -> Catalog:
    """Return all catalogues of a language as one.

    Comments on the places of texts in the code are left out, so that reading is faster.
    """
    lines = b"\n".join(path.read_bytes() for path in catalogues(language)).splitlines()
    return read_po((line for line in lines if not line.startswith(b"#:")), locale=language)


def compile_catalogues() -> None:
    """Compile the catalogues of all languages now, rather than at their first use."""
    for language in languages():
        _compiled(language)


@lru_cache(maxsize=1)
def available() -> tuple[tuple[str, str], ...]:
    """Return the locale's value and the native name of each language, English first.

    A language whose name Babel does not know is named by its code.
    """
    named = {ENGLISH.value: "en"} | {_locale_for(one).value: one for one in languages()}
    return tuple((value, _own_name(language)) for value, language in named.items())


def locale_named(value: str) -> discord.Locale:
    """Return the locale with a value such as ``fy``, even if Discord does not offer it."""
    return try_enum(discord.Locale, value)


@lru_cache(maxsize=64)
def language_names(code: str) -> frozenset[str]:
    """Return the names of a locale's language, in lower case, by which people may choose it.

    They are in English, in all languages with catalogues and in the language itself, with and
    without accents.
    """
    own, *_ = code.split("-")
    known = {own, *(language.partition("_")[0] for language in (*languages(), "en"))}
    try:
        named = [babel.Locale(own).get_language_name(language) for language in known]
    except babel.UnknownLocaleError:
        named = [own]
    names = {name.lower() for name in named if name is not None}
    return frozenset(names | set(map(without_accents, names)))


@lru_cache(maxsize=64)
def translator(locale: discord.Locale) -> NullTranslations:
    """Return the translations for a locale; without a catalogue, they leave texts in English."""
    fitting = [language for language in languages() if _is(locale, language)]
    return _compiled(max(fitting, key=len)) if fitting else NullTranslations()


def translate(text: Text, locale: discord.Locale) -> str:
    """Return a text in the language of a locale, for a message."""
    return text.render(translator(locale), MARKUP)


def translate_into(locale: discord.Locale) -> Translate:
    """Return the function that translates texts into the language of a locale, for messages."""
    return lambda text: translate(text, locale)


def plainly(text: Text, locale: discord.Locale) -> str:
    """Return a text in the language of a locale, without markup.

    Discord shows markup literally on buttons and menus, in suggestions, and in the descriptions of
    pictures.
    """
    return text.render(translator(locale))


@lru_cache(maxsize=1024)
def in_all_languages(text: Text) -> frozenset[str]:
    """Return the forms of a text that may be typed: in all languages, with and without accents."""
    said = {str(text), *(text.render(_compiled(language)) for language in languages())}
    return frozenset(said | {without_accents(words) for words in said})


def without_accents(word: str) -> str:
    """Return a word without accents, as many people type: ``defi`` for ``défi``."""
    if word.isascii():
        return word
    letters = unicodedata.normalize("NFKD", word)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


class CommandTranslator(app_commands.Translator):
    """Translates the names and descriptions of Discord's commands by the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation, or None if the catalogue has none."""
        catalogue = translator(locale)
        if not isinstance(catalogue, GNUTranslations):
            return None  # at each start, discord.py asks for every string in every locale
        kind = context_of(context)
        if kind is None:
            translated = catalogue.gettext(string.message)
        else:
            translated = catalogue.pgettext(kind, string.message)
        return None if translated == string.message else translated


def context_of(context: app_commands.TranslationContextTypes) -> str | None:
    """Return the context of a command's string in the catalogues.

    Return None for sentences, and for the names of context menus.
    """
    if isinstance(context.data, app_commands.ContextMenu):
        return None
    return _CONTEXTS.get(context.location)


def _is(locale: discord.Locale, language: str) -> bool:
    """Return whether the folder of a language has translations for a locale."""
    return language in {locale.value.replace("-", "_"), locale.value.partition("-")[0]}


def _locale_for(language: str) -> discord.Locale:
    """Return Discord's locale for the folder of a language, or one that Discord does not offer."""
    offered = next((locale for locale in discord.Locale if _is(locale, language)), None)
    return offered or locale_named(language.replace("_", "-"))


def _own_name(language: str) -> str:
    try:
        name = babel.Locale.parse(language).get_display_name() or language
    except babel.UnknownLocaleError:
        return language
    return name[:1].upper() + name[1:]


@cache
def _is_sound(path: Path) -> bool:
    """Return whether a catalogue's file can be read and compiled; if not, log the reason."""
    try:
        with path.open("rb") as file:
            write_mo(io.BytesIO(), read_po(file, abort_invalid=True))
    except (OSError, PoFileError, LookupError, TypeError, ValueError) as error:
        log.error("The catalogue %s is broken and left out: %s", path, error)
        return False
    return True


@lru_cache(maxsize=64)
def _compiled(language: str) -> NullTranslations:
    catalog, compiled = merged(language), io.BytesIO()
    for message in [message for message in catalog if not _fits(message)]:
        log.error("Left out in %s, for its fields are not its text's: %r", language, message.id)
        catalog.delete(message.id, message.context)
    write_mo(compiled, catalog)
    compiled.seek(0)
    return GNUTranslations(compiled)


def _fits(message: Message) -> bool:
    """Return whether a translation can be filled in: it has no fields that its text lacks."""
    fields = set[str]().union(*map(_fields, _forms(message.id)))
    try:
        return not message.id or all(_fields(said) <= fields for said in _forms(message.string))
    except ValueError:
        return False


def _forms(text: str | Sequence[str] | None) -> Sequence[str]:
    """Return the forms of a message: the singular and the plurals, or a single text."""
    return (text,) if isinstance(text, str) else text or ()


def _fields(template: str) -> set[str]:
    """Return the names of a template's fields. Raises ValueError for a malformed template."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


# Discord's markup

_SIGNS = re.compile(r"[\\`*_~|<>\[\]#@:/]|^[-+]|^[0-9]+[.)]")


def escaped(words: str) -> str:
    """Return words with their markup escaped, so that Discord shows them as they are."""
    return _SIGNS.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", words)


def in_code(words: str) -> str:
    """Return words for use between backquotes, where no other character is markup.

    Backquotes in the words become apostrophes.
    """
    return words.replace("`", "'")


def shortened(text: str, longest: int) -> str:
    """Return a text of at most ``longest`` characters, with ``…`` at its end if it was cut.

    The text may contain escaped words: no backslash is left without its character.
    """
    if len(text) <= longest:
        return text
    cut = text[: longest - 2].rstrip(" \\")
    ends = ISOLATED_UNTIL if cut.count(ISOLATED) > cut.count(ISOLATED_UNTIL) else ""
    return f"{cut}{NOTHING}{ends}"


MARKUP: Final = Medium(escaped, in_code)
"""The medium of Discord's messages, in which values of texts are escaped."""
