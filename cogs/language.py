"""Sentences in the listener's language.

Catalogues are compiled gettext files under ``cogs/locales/<language>/LC_MESSAGES``; a language
without one is English. Private answers use the person's language, public posts the server's.
"""

from __future__ import annotations

import gettext
from functools import lru_cache
from pathlib import Path

import discord
from discord import app_commands

from engine import Text
from engine.text import Translator

CATALOGUES = Path(__file__).with_name("locales")


@lru_cache(maxsize=64)
def translator(locale: discord.Locale) -> Translator:
    """The catalogue of a language, or one that leaves everything in English."""
    languages = [locale.value.replace("-", "_"), locale.language_code]
    return gettext.translation("damier", CATALOGUES, languages, fallback=True)


def say(text: Text, locale: discord.Locale) -> str:
    """The sentence in that language."""
    return text.render(translator(locale))


class CommandTranslator(app_commands.Translator):
    """Names and descriptions of commands, from the same catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The translation, or None where the catalogue has none."""
        translated = translator(locale).gettext(string.message)
        return None if translated == string.message else translated
