"""Sentences for people: an English template and its values.

The engine makes sentences (refusals, reasons, names) without knowing who reads them or in which
language. A ``Text`` keeps the English template and its values apart, so that the caller can
translate the template first; ``str()`` is the English sentence. A person's own words are among the
values as ``Words``, which never act as markup.

Templates are literals at the place where they are used, so that Babel finds them; its
keywords are ``Text``, ``because``, ``counted:1,2``, ``PieceKind:1,2``, ``in_context:1c,2`` and
``kind_in_context:1c,2,3``.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Final, NamedTuple, Protocol, Self


class Translator(Protocol):
    """The methods of a gettext catalogue that a ``Text`` needs. Caches use it as a key."""

    def __hash__(self) -> int:
        """Return a hash, so that caches can use the catalogue as a key."""
        ...

    def gettext(self, message: str, /) -> str:
        """Return the translation of ``message``, or ``message`` itself."""
        ...

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        """Return the translation of the form that fits ``n``."""
        ...

    def pgettext(self, context: str, message: str, /) -> str:
        """Return the translation of ``message`` in that context, or ``message`` itself."""
        ...

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int, /) -> str:
        """Return the translation of the form that fits ``n`` in that context."""
        ...


ENGLISH: Translator = NullTranslations()


class Medium(NamedTuple):
    """The escaping that keeps people's words from acting as markup, outside code and in code."""

    escape: Callable[[str], str]
    escape_in_code: Callable[[str], str]


PLAIN: Final = Medium(str, str)
"""The medium without markup."""


class Text:
    """One sentence (or a part of one): a template in ``str.format`` style and its values.

    Values are strings, integers or Texts, which are translated with the sentence. Strings are our
    own, or ``Words``, which are a person's. Texts are immutable, hashable and compared by value.
    ``counted`` makes a Text with a plural form, chosen by the value called ``count``;
    ``in_context`` makes one that other languages distinguish by context.
    """

    __slots__ = ("_context", "_plural", "_template", "_values")

    def __init__(
        self,
        template: str,
        /,
        *,
        _plural: str | None = None,
        _context: str | None = None,
        **values: str | int | Text,
    ) -> None:
        self._template = template
        self._plural = _plural
        self._context = _context
        self._values = tuple(values.items())

    @property
    def template(self) -> str:
        """The English template, which is also the catalogue's key."""
        return self._template

    @property
    def values(self) -> dict[str, str | int | Text]:
        """The values by name."""
        return dict(self._values)

    def with_values(self, **values: str | int | Text) -> Self:
        """Return the sentence with these values in place of its own of the same names."""
        kept = {name: values.get(name, value) for name, value in self._values}
        return type(self)(self._template, _plural=self._plural, _context=self._context, **kept)

    def without_examples(self) -> Text:
        """Return the sentence without any examples after a colon at its end, in any language.

        A refusal that names legal moves then gives only the reason: "You must capture 1 piece."
        """
        values = dict(self._values)
        return _WithoutExamples(
            self._template, _plural=self._plural, _context=self._context, **values
        )

    def render(
        self, translator: Translator, medium: Medium = PLAIN, *, in_code: bool = False
    ) -> str:
        """Return the sentence in the translator's language, with people's words escaped.

        ``in_code`` means that the sentence itself stands between backquotes. After a value that
        ends with ``!`` or ``?``, such as ``Frysk!``, the full stop is left out.
        """
        template = self._template_in(translator)
        if not self._values:
            return template.format() if "{" in template or "}" in template else template
        code = () if in_code else _fields_in_code(template)
        values: dict[str, str | int] = {}
        for name, value in self._values:
            here = in_code or name in code
            if isinstance(value, Text):
                values[name] = value.render(translator, medium, in_code=here)
            elif isinstance(value, Words):
                values[name] = medium.escape_in_code(value) if here else medium.escape(value)
            else:
                values[name] = value
        if "|" in template:
            values = {name: Agreeing(value) for name, value in values.items()}
        said = template.format_map(values)
        if "!." not in said and "?." not in said:
            return said
        ends = {str(value)[-1:] for value in values.values()}
        return said if ends.isdisjoint("!?") else _DOUBLED.sub(r"\1", said)

    def _template_in(self, translator: Translator) -> str:
        if self._plural is not None:
            count = _number(dict(self._values)["count"])
            if self._context is None:
                return translator.ngettext(self._template, self._plural, count)
            return translator.npgettext(self._context, self._template, self._plural, count)
        if self._context is not None:
            return translator.pgettext(self._context, self._template)
        return translator.gettext(self._template)

    def __str__(self) -> str:
        return self.render(ENGLISH)

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        return (self._template, self._plural, self._context, self._values)


class Agreeing(str):
    """A value whose grammatical number chooses a word of a translation: ``{seat:ont|a}``.

    The word before the bar is for a plural. A value counts as plural if its first word ends with
    ``s``, ``x`` or ``z``, or if it has no word.
    """

    __slots__ = ()

    def __format__(self, form: str) -> str:
        """Return the value, or the word that agrees with it."""
        if "|" not in form:
            return super().__format__(form)
        first = _WORD.search(self)
        several, one = form.split("|")
        return several if first is None or first[0][-1] in "sxz" else one


class _WithoutExamples(Text):
    __slots__ = ()

    def _template_in(self, translator: Translator) -> str:
        template = super()._template_in(translator)
        reason, colon, examples = template.rpartition(":")
        at_its_end = colon and "{" in examples and ". " not in examples
        return f"{reason.rstrip()}." if at_its_end else template

    def _identity(self) -> tuple[object, ...]:
        return (*super()._identity(), "without examples")


_WORD: Final = re.compile(r"[^\W\d_]+")

_DOUBLED: Final = re.compile(r"([!?])\.(?!\S)")
"""A full stop after another mark at the end of a sentence."""

LONGEST_WORDS: Final = 300
"""Characters shown of somebody's words, unless there is less room."""

NOTHING: Final = "…"
"""Shown for words that are cut off or unreadable."""

ISOLATED, ISOLATED_UNTIL = "\u2068", "\u2069"
"""Characters put around right-to-left words, so that the text around them stays in order."""

_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Invisible letters and signs, which are read as spaces."""

_JOINERS: Final = "\u200c\u200d"
"""Characters that join or separate letters and emoji; all others of their category are left out."""

_LEFT_OUT: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
_MARKS: Final = frozenset({"Mn", "Me"})
_FROM_THE_RIGHT: Final = frozenset({"R", "AL", "AN"})

MOST_MARKS: Final = 3
"""The most combining marks kept on one letter: no language needs more."""


class Words(str):
    """Words written by a person, as a value of a ``Text``, which escapes them when rendered.

    Line breaks, invisible characters and heaps of marks are removed when the words are made, and
    right-to-left words are isolated from the text around them.
    """

    __slots__ = ()

    def __new__(cls, written: str, longest: int = LONGEST_WORDS) -> Self:
        """Return readable words, cut to ``longest`` characters; ``NOTHING`` if none is left."""
        plain = readable(written[: 2 * LONGEST_WORDS + longest])
        if len(plain) > longest:
            plain = f"{plain[: longest - 1].rstrip()}{NOTHING}"
        if any(unicodedata.bidirectional(sign) in _FROM_THE_RIGHT for sign in plain):
            plain = f"{ISOLATED}{plain}{ISOLATED_UNTIL}"
        return super().__new__(cls, plain or NOTHING)


def counted(
    one: str, many: str, /, count: int, *, _context: str | None = None, **values: str | int | Text
) -> Text:
    """Return a Text in the form that fits ``count``, which is among its values."""
    return Text(one, _plural=many, _context=_context, count=count, **values)


def conjugated(move: str, you: str, /, *, yours: bool, **values: str | int | Text) -> Text:
    """Return a clause whose subject is a move ("takes"), or "you" ("take") if it is ``yours``."""
    return Text(you if yours else move, _plural=None, _context=None, **values)


def in_context(context: str, template: str, /, **values: str | int | Text) -> Text:
    """Return a Text whose translation depends on its context: ``France`` as a seat, a country."""
    return Text(template, _plural=None, _context=context, **values)


def with_fields(template: str, values: Mapping[str, str | int | Text]) -> Text:
    """Return a Text of a template that is a literal elsewhere, where Babel finds it."""
    return Text(template, _plural=None, _context=None, **values)


def term(context: str, word: str, /) -> Text:
    """Return a word that reached the catalogues from elsewhere, such as a command's name."""
    return Text(word, _context=context)


def listed(parts: Sequence[str | Text]) -> str | Text:
    """Return parts separated by commas. Raises IndexError for none."""
    whole = parts[0]
    for part in parts[1:]:
        whole = Text("{first}, {last}", first=whole, last=part)
    return whole


def together(parts: Sequence[str | Text]) -> str | Text:
    """Return parts as a phrase: ``a``, ``a and b``, ``a, b and c``. Raises IndexError for none."""
    phrase = listed(parts[:-1] or parts)
    return Text("{first} and {last}", first=phrase, last=parts[-1]) if parts[1:] else phrase


def either(choices: Sequence[str | Text]) -> str | Text:
    """Return choices as a phrase: ``a``, ``a or b``, ``a, b or c``. Raises IndexError for none."""
    phrase = listed(choices[:-1] or choices)
    return Text("{first} or {last}", first=phrase, last=choices[-1]) if choices[1:] else phrase


EXAMPLES: Final = 4
"""The most choices named to a player; if there are more, the last place is "or another"."""


def some(choices: Sequence[str | Text]) -> str | Text:
    """Return choices as a phrase that names the first few: ``a, b, c or another``.

    Raises IndexError for none.
    """
    choices = list(dict.fromkeys(choices))
    if len(choices) > EXAMPLES:
        return either([*choices[: EXAMPLES - 1], Text("another")])
    return either(choices)


def joined(texts: Sequence[Text], between: str = " ") -> Text:
    """Return several Texts as one, with ``between`` between them. Raises IndexError for none."""
    whole = texts[0]
    for text in texts[1:]:
        whole = Text("{first}{between}{last}", first=whole, between=between, last=text)
    return whole


LONGEST_QUOTE: Final = 50
"""Characters of a typed word that an answer shows."""


def quoted(typed: str) -> Words:
    """Return the beginning of a typed text, to be quoted in an answer."""
    return Words(typed, LONGEST_QUOTE)


@lru_cache(maxsize=4096)
def _fields_in_code(template: str) -> frozenset[str]:
    """Return the fields of a template that stand between backquotes, and nowhere else."""
    inside: set[str] = set()
    outside: set[str] = set()
    ticks = 0
    for literal, field, _, _ in string.Formatter().parse(template):
        ticks += literal.count("`")
        if field is not None:
            (inside if ticks % 2 else outside).add(field)
    return frozenset(inside - outside)


def _number(count: str | int | Text) -> int:
    return int(str(count))


def readable(written: str) -> str:
    """Return a text on one line, without invisible characters and heaps of marks."""
    if written.isascii() and written.isprintable():
        return " ".join(written.split())
    seen: list[str] = []
    marks = 0
    for sign in written:
        category = unicodedata.category(sign)
        blank = sign.isspace() or sign in _BLANK
        if category in _LEFT_OUT and not blank and sign not in _JOINERS:
            continue
        marks = marks + 1 if category in _MARKS else 0
        if marks <= MOST_MARKS:
            seen.append(" " if blank else sign)
    return " ".join("".join(seen).split()).strip(_JOINERS + " ")
