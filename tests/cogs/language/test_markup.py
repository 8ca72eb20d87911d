"""People's words are shown as they wrote them, and have no effect in Discord's markup."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.language.catalogues import ENGLISH, escaped, in_code, plainly, shortened, translate
from engine import Text
from engine.text import ISOLATED, ISOLATED_UNTIL, LONGEST_WORDS, Words

LITERAL = "\ue000"
"""Replaces an escaped sign, which has no effect."""

RULES = {
    "link": r"(?i)[a-z]+://|<[a-z]+:",
    "masked link": r"\[[^\]]*\]\(",
    "mention": r"@(?:everyone|here)|<[@#][!&]?[0-9]+>|<id:",
    "command": r"</[\w -]+:[0-9]+>",
    "time": r"<t:-?[0-9]+",
    "emoji": r"<a?:\w+:[0-9]+>|:\w+:",
    "invitation": r"(?i)discord(?:app)?\.(?:gg|com/invite)/\w",
    "code": r"`",
    "bold, italics, underline": r"[*_]",
    "strikethrough, spoiler": r"~~|\|\|",
    "heading": r"(?m)^\s*#{1,3} ",
    "small": r"(?m)^\s*-# ",
    "list": r"(?m)^\s*(?:[-*+]|[0-9]+[.)]) ",
    "quotation": r"(?m)^\s*>",
    "line": r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]",
    "what turns the line round": r"[\u061c\u200e\u200f\u202a-\u202e]",
    "what nobody sees": r"[\x00-\x1f\x7f\xad\u200b\u2060-\u2064\ufeff\U000e0001-\U000e007f]",
}
"""Effects of Discord's markup by name, each with the pattern of texts that have it."""

HOSTILE = [
    "[win](https://evil.example)", "https://evil.example/a_b", "discord.gg/abc", "<@1>", "<@&1>",
    "<#1>", "</admin end:1>", "<t:0:R>", "<a:b:1>", ":tada:", "@everyone", "@here", "<id:browse>",
    "# big", "-# small", "> said", ">>> said", "- one", "* one", "1. one", "1) one", "**b**",
    "__u__", "_i_", "~~s~~", "||s||", "`c`", "```\nc\n```", "\\[a](b)", "\\\\", "a\nb", "a\r\n# b",
    "a\u2028b", "\u202eabc", "\u2066abc", "\u200b", "\x00", "\ud800", "a" + "\u0301" * 99, "שלום",
    "مرحبا :b:", "<mailto:a@b.c>", "steam://run", "\u3164", "",
]  # fmt: skip

texts = st.text(max_size=60) | st.lists(
    st.sampled_from(HOSTILE) | st.text(max_size=5), max_size=6
).map("".join)


def acts(shown: str) -> list[str]:
    """Return the names of the effects that a text would have in Discord."""
    plain = re.sub(r"\\[^0-9A-Za-z\s]", LITERAL, shown)
    return [name for name, rule in RULES.items() if re.search(rule, plain)]


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_finds_what_it_is_about(rule: str) -> None:
    assert any(rule in acts(written) for written in HOSTILE)


@given(texts)
def test_nothing_happens_in_what_a_person_wrote(written: str) -> None:
    words = Words(written)
    assert acts(escaped(words)) == []
    assert acts(f"x {escaped(words)} x") == []
    assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", escaped(words)) == words
    code = in_code(words)
    assert "`" not in code
    assert len(code) == len(words)


@given(texts, st.integers(1, 80))
def test_words_are_one_line_of_what_can_be_read(written: str, longest: int) -> None:
    words = Words(written, longest)
    assert 0 < len(words) <= longest + len(ISOLATED + ISOLATED_UNTIL)
    assert "  " not in words
    assert words == words.strip()
    assert words.count(ISOLATED) == words.count(ISOLATED_UNTIL)
    assert Words(written, longest) == words
    words.encode()
    marks = [unicodedata.category(sign) in {"Mn", "Me"} for sign in words]
    assert not any(all(marks[at : at + 4]) for at in range(len(marks) - 3))


@given(st.text("abcdefgh 0123456789äöü.,!?'()", min_size=1, max_size=LONGEST_WORDS))
def test_what_is_written_plainly_is_said_plainly(written: str) -> None:
    words = Words(written)
    assert words == " ".join(written.split()) or words == "…"


def test_what_is_read_from_the_right_keeps_to_itself() -> None:
    assert Words("Ann") == "Ann"
    assert Words("שלום") == f"{ISOLATED}שלום{ISOLATED_UNTIL}"


@given(texts, st.integers(10, 60))
def test_a_text_is_shortened_between_its_signs(written: str, longest: int) -> None:
    cut = shortened(f"Words: {escaped(Words(written))}", longest)
    assert len(cut) <= longest + len(ISOLATED_UNTIL)
    assert acts(cut) == []
    assert cut.count(ISOLATED) == cut.count(ISOLATED_UNTIL)


def test_words_in_a_sentence_are_escaped_where_markup_is_read() -> None:
    said = Words("`*now*`")
    text = Text("{said}: `{said_again}`", said=said, said_again=Text("{said}!", said=said))
    assert translate(text, ENGLISH) == r"\`\*now\*\`: `'*now*'!`"
    assert plainly(text, ENGLISH) == "`*now*`: ``*now*`!`"
    twice = Text("{said} `{said}`", said=said)
    assert translate(twice, ENGLISH).startswith(r"\`\*now\*\` ")


def test_our_own_markup_stays() -> None:
    assert translate(Text("{person}: {when}", person="<@1>", when="<t:0:R>"), ENGLISH) == (
        "<@1>: <t:0:R>"
    )
