"""Every language has a translation of every text, with the same fields and markup."""

from __future__ import annotations

import ast
import re
import string
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import discord
import pytest
from babel.messages.catalog import Catalog, Message

from cogs.language.catalogues import (
    CATALOGUES,
    CHOICE,
    COMMAND,
    OPTION,
    available,
    languages,
    merged,
)
from cogs.language.challenge_parser import KEYWORDS
from cogs.language.game_names import in_english, simplified
from cogs.language.locales.__main__ import (
    TEMPLATES,
    name_of,
    split,
    template,
    updated,
    written,
)
from cogs.language.time_limits import read_time
from cogs.language.typed_words import READY, is_word, to_notation, words_for
from engine import Refusal
from engine.text import Agreeing
from tests.sources import calls
from tests.test_texts import MAKERS, sources

MARKUP = ("**", "\n", "###", "-# ")

SPANS = re.compile(r"`([^`]*)`")
CALLED = re.compile(r"(?<![\w/])(/|@\{bot\} )([a-z-]+)")
"""A command named in a sentence: ``/board``, ``@{bot} draw``."""

MENTION = re.compile(r"@[a-z]{4,}")
"""A placeholder for a mention in an example: ``@name``."""

SUBCOMMAND = re.compile(r"^(/\S+ )([a-z]+)\b(?!:)")
"""A command of a group: ``/admin end``."""

OPTION_TYPED = re.compile(r"\b[a-z]+:")
"""A typed option of a command: ``match:12``."""

CODE = re.compile(r"`[^`]*`")

FRENCH_SPACING = re.compile(r"[^\u202f] ?[;!?»]|[ \u202f\w]:(?= |$)|«[^\u202f]|'")
"""French signs without their non-breaking space, and the typewriter's apostrophe."""

COUNTED = re.compile(
    r"(?:\{(?:count|turns)\}|(?<![\w#])[0-9]+) (?:cases?|coups?|dames?|heures?|jours?|joueurs|"
    r"minutes?|officiers?|parties?|pièces?|pions?|places?|points?|soldats?|tours?)\b"
)
"""A number and its noun with a plain space, where French has a non-breaking one (U+00A0)."""

PRONOUNS = re.compile(r"\b(he|his|him|himself|she|hers?|herself)\b", re.IGNORECASE)

CALQUES = re.compile(
    r"au trait|trait aux|\b(va|vont) d’un pas|n’importe comment|"
    r"celles d’entre elles|ceux d’entre eux|"
    r"tomb(e|ent|er) (sur|en)\b|c’est nul\b|partie écrite|\bd’ici\b|déclin|mêmes bouts|"
    r"à qui qu’elle soit|décompté\b|\bdites\b|ajouté ici",
    re.IGNORECASE,
)
"""French words that no player would use here; each has been in a translation once."""

TRANSLATED = re.compile(
    r"(?:^|[.:;\n] ?)Who (cannot|can|could|just|captur|gives|lost|runs|owes)|\bWhether\b|Added here"
)
"""English that reads like a translation, and does not address the reader."""

NEIGHBOURHOOD = 20
"""The signs shown on each side of a fault."""

every_catalogue = pytest.mark.parametrize("language", languages())


@lru_cache(maxsize=1)
def texts() -> Catalog:
    return template()


@lru_cache
def catalogue(language: str) -> Catalog:
    return merged(language)


def files(folder: Path, suffix: str) -> dict[str, str]:
    """Return the contents of a folder's files with a suffix, by the names of their catalogues."""
    found = folder.rglob(f"*{suffix}")
    return {
        str(path.relative_to(folder)).removesuffix(suffix): path.read_text(encoding="utf-8")
        for path in found
    }


def entries(catalog: Catalog) -> Iterator[Message]:
    return (message for message in catalog if message.id)


def key(message: Message) -> tuple[str | None, Any]:
    return message.context, message.id


def originals(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def translations(message: Message) -> tuple[str, ...]:
    forms = message.string or ""
    return (forms,) if isinstance(forms, str) else tuple(forms)


def fields(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def spans(text: str) -> Counter[str]:
    """Return the texts in backquotes, without those that address the bot or stand for a mention."""
    found = SPANS.findall(text)
    return Counter(s for s in found if not s.startswith("@{bot}") and not MENTION.fullmatch(s))


def read(span: str) -> str:
    """Return a text in backquotes as the bot reads it: in English if the bot knows the words."""
    if is_word(span, READY):
        return str(READY)
    if re.match(r"[0-9]+[a-z]", span):
        try:
            return str(read_time(span))
        except Refusal:
            return span
    said = in_english(simplified(span)) if span[:1].isalpha() else span
    known = {word: str(text) for text in KEYWORDS for word in words_for(text)}
    return to_notation(" ".join(known.get(word, word) for word in said.split(" ")))


def translated_spans(text: str, names: dict[str, str]) -> Counter[str]:
    """Return `spans` with commands and options replaced by their ``names`` in a language."""

    def call(span: str) -> str:
        span = CALLED.sub(lambda found: found[1] + names.get(found[2], found[2]), span)
        span = SUBCOMMAND.sub(lambda found: found[1] + names.get(found[2], found[2]), span)
        return OPTION_TYPED.sub(lambda found: names.get(found[0], found[0]), span)

    found = spans(text)
    return Counter({call(s) if s.startswith("/") else s: found[s] for s in found})


@lru_cache(maxsize=1)
def typed_words() -> frozenset[str]:
    """Return the words that may be typed for those of the notation, in all languages.

    A translation may name them besides those of the notation.
    """
    return frozenset(
        word
        for language in languages()
        for entry in entries(catalogue(language))
        if entry.context == "typed"
        for form in translations(entry)
        for word in form.split()
    )


def faults(message: Message, translated: str, commands: dict[str, str]) -> list[str]:
    """Return the faults of one form of a translation, compared with the form it fits best."""
    return min((_faults(message, o, translated, commands) for o in originals(message)), key=len)


def _faults(
    message: Message, original: str, translated: str, commands: dict[str, str]
) -> list[str]:
    found = []
    wanted, given = fields(original), fields(translated)
    if len(originals(message)) > 1:
        del wanted["count"], given["count"]
    if set(wanted) != set(given):
        found.append(f"fields {sorted(wanted)} became {sorted(given)}")
    found += [
        f"{original.count(sign)} of {sign!r} became {translated.count(sign)}"
        for sign in MARKUP
        if original.count(sign) != translated.count(sign)
    ]
    if translated.count("`") % 2:
        found.append("a backquote is not closed")
    wanted, given = translated_spans(original, commands), spans(translated)
    needed, had = (Counter(map(read, said.elements())) for said in (wanted, given))
    others = {span for span in given if read(span) not in needed} - typed_words()
    if needed - had or others:
        found.append(f"code {spans(original)} became {spans(translated)}")
    named = [before + commands.get(name, name) for before, name in CALLED.findall(original)]
    return found + [f"does not name {call}" for call in named if call not in translated]


def badly_set(text: str) -> list[str]:
    """Return the faults of French typography in a translation, each with the words around it."""
    prose = CODE.sub("c", text).replace("Frysk!", "Frysk")
    return [
        f"{said(at[0])} in “{prose[max(0, at.start() - NEIGHBOURHOOD) : at.end() + NEIGHBOURHOOD]}”"
        for pattern, said in ((FRENCH_SPACING, _lacking), (COUNTED, _counted))
        for at in pattern.finditer(prose)
    ]


def _lacking(found: str) -> str:
    """Return the fault of a sign that ``FRENCH_SPACING`` has found."""
    if found == "'":
        return "not `’` but `'`"
    if found.startswith("«"):
        return "no U+202F after `«`"
    return f"no {'U+00A0' if found[-1] == ':' else 'U+202F'} before `{found[-1]}`"


def _counted(found: str) -> str:
    return f"no U+00A0 in `{found}`"


@lru_cache
def names_of(language: str) -> dict[str, str]:
    """Return the names of commands, and of options as typed, in a language, by the English."""
    found = entries(catalogue(language))
    named = {str(entry.id): str(entry.string) for entry in found if entry.context == COMMAND}
    found = entries(catalogue(language))
    options = {f"{e.id}:": f"{e.string}:" for e in found if e.context == OPTION}
    return named | options


def broken(one: str | tuple[str, str], translated: str) -> list[str]:
    return faults(Message(one), translated, {"board": "plateau", "match:": "partie:"})


def test_languages_are_offered_by_the_locale_of_discord_and_their_own_name() -> None:
    assert ("en-US", "English") in available()
    assert ("fr", "Français") in available()
    assert {discord.Locale(code) for code, _ in available()}


def test_the_templates_are_up_to_date() -> None:
    wanted = {name: written(part) for name, part in split(texts()).items()}
    assert files(TEMPLATES, ".pot") == wanted, "run `make texts`"


@every_catalogue
def test_every_text_stands_once_and_in_the_catalogue_of_its_room(language: str) -> None:
    wanted = {name: written(part) for name, part in split(updated(language, texts())).items()}
    assert files(CATALOGUES / language, ".po") == wanted, "run `make texts`"


def test_the_template_has_every_text() -> None:
    known = {original for text in entries(texts()) for original in originals(text)}
    for path in sources():
        for name, call in calls(path):
            for argument in call.args[: MAKERS.get(name, 0)]:
                if "context" not in name or argument is not call.args[0]:
                    assert isinstance(argument, ast.Constant)
                    assert argument.value in known, f"{path}:{call.lineno}"


def test_a_member_is_they_and_a_piece_is_it() -> None:
    found = (original for text in entries(texts()) for original in originals(text))
    assert [original for original in found if PRONOUNS.search(original)] == []


def test_english_is_written_to_the_reader() -> None:
    found = (original for text in entries(texts()) for original in originals(text))
    assert [original for original in found if TRANSLATED.search(original)] == []


def test_french_is_what_players_say() -> None:
    wrong = [
        translated
        for entry in entries(catalogue("fr"))
        for translated in translations(entry)
        if entry.context != "typed" and CALQUES.search(translated)
    ]
    assert wrong == []


@every_catalogue
def test_nothing_is_missing_or_only_guessed(language: str) -> None:
    known = {key(entry): entry for entry in entries(catalogue(language))}
    missing = [
        key(text)
        for text in entries(texts())
        if key(text) not in known
        or known[key(text)].fuzzy
        or not all(translations(known[key(text)]))
        or len(translations(known[key(text)]))
        != (1 if isinstance(text.id, str) else catalogue(language).num_plurals)
    ]
    assert missing == []


@every_catalogue
def test_fields_markup_and_what_is_typed_are_the_same(language: str) -> None:
    wrong = {
        key(entry): found
        for entry in entries(catalogue(language))
        for translated in translations(entry)
        if (found := faults(entry, translated, names_of(language)))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("one", "translated"),
    [
        ("{seat} begins.", "Les {place} commencent."),
        ("{seat} begins.", "Les Blancs commencent."),
        ("Type `{move}`.", "Écrivez {move}."),
        ("**No** way", "*Non*"),
        ("One\nTwo", "Un deux"),
        ("`auto front` fills.", "`auto façade` complète."),
        ("`huff` lifts it.", "`pousser` l’enlève."),
        ("Say `rated`.", "Dites `comptée`."),
        ("`field=east` is a duel.", "`terrain=orient` est un duel."),
        ("`/board` shows it.", "`/board` le montre."),
        ("Type @{bot} board.", "Écrivez @{bot} échiquier."),
        ("`/board match:{id}`", "`/plateau match:{id}`"),
        ("`@K11` places.", "`@K12` place."),
        (("{count} man on {square}", "{count} men on {square}"), "{count} pions"),
    ],
)
def test_faults_are_found(one: str | tuple[str, str], translated: str) -> None:
    assert broken(one, translated)


def test_commands_and_their_options_are_named_as_in_that_language() -> None:
    assert not broken("`/board match:{id}` shows it.", "`/plateau partie:{id}` le montre.")


def test_a_typed_word_may_stand_beside_that_of_the_notation() -> None:
    assert not broken("`huff` lifts it.", "`huff` (ou `souffler`) l’enlève.")


def test_a_typed_word_is_one_that_is_read_in_that_language() -> None:
    assert not broken("`auto front` fills.", "`auto devant` complète.")
    assert not broken("Say `rated`.", "Dites `classée`.")
    assert not broken("Type `level {level}` or `1d`.", "Tapez `niveau {level}` ou `1j`.")
    assert not broken("`no_block`, `field=east`", "`sans-blocage`, `terrain=zone-est`")


@every_catalogue
def test_words_for_options_are_single_and_stand_apart(language: str) -> None:
    """Each word is read as its own English word, since a game may not have one word twice."""
    found = [entry for entry in entries(catalogue(language)) if entry.context == CHOICE]
    read_as = {str(entry.id): in_english(simplified(str(entry.string))) for entry in found}
    assert {word: other for word, other in read_as.items() if word != other} == {}


def test_a_plural_form_may_do_without_its_number() -> None:
    assert not broken(("{count} man", "{count} men"), "un seul pion")


@every_catalogue
def test_every_text_can_be_filled_in(language: str) -> None:
    for entry in entries(catalogue(language)):
        for translated in translations(entry):
            assert translated == translated.strip()
            filled = translated.format_map(dict.fromkeys(fields(translated), Agreeing("7")))
            assert filled
            assert not set("{}") & set(filled)


def test_french_is_set_as_french_is() -> None:
    wrong = [
        f"{name_of(entry)}.po: {fault}"
        for entry in entries(catalogue("fr"))
        for translated in translations(entry)
        for fault in badly_set(translated)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Le coup : `28x19`.", "no U+00A0 before `:` in “Le coup : c.”"),
        ("Voilà !", "no U+202F before `!` in “Voilà !”"),
        ("Oui\u00a0; non", "no U+202F before `;` in “Oui\u00a0; non”"),
        ("« Frysk! »", "no U+202F after `«` in “« Frysk »”"),
        ("C'est nul.", "not `’` but `'` in “C'est nul.”"),
        ("Après 12 coups, on compte.", "no U+00A0 in `12 coups` in “Après 12 coups, on compte.”"),
    ],
)
def test_the_sign_that_is_not_set_as_french_is_is_named(text: str, fault: str) -> None:
    assert fault in badly_set(text)
