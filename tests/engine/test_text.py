from gettext import NullTranslations

import pytest

from engine.pieces import MAN_AND_KING, kind_in_context
from engine.text import Text, counted, either, in_context, joined


class Dutch(NullTranslations):
    """A Dutch catalogue of a sentence, a word, two plurals and a seat."""

    def gettext(self, message: str) -> str:
        words = {"{piece} on {square}": "{piece} op {square}", "a man": "een schijf"}
        return words.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{count} schijf" if n == 1 else "{count} schijven"

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return "{count} koning" if n == 1 else "{count} koningen"

    def pgettext(self, context: str, message: str) -> str:
        return {("seat", "France"): "Fransen"}.get((context, message), message)


def test_a_text_is_its_english_sentence() -> None:
    assert str(Text("{piece} on {square}", piece=Text("a man"), square=28)) == "a man on 28"


def test_the_values_are_translated_with_the_sentence() -> None:
    text = Text("{piece} on {square}", piece=Text("a man"), square=28)
    assert text.render(Dutch()) == "een schijf op 28"


@pytest.mark.parametrize(("number", "english"), [(1, "1 man"), (2, "2 men"), (0, "0 men")])
def test_the_plural_fits_the_count(number: int, english: str) -> None:
    assert str(counted("{count} man", "{count} men", number)) == english


def test_a_plural_may_depend_on_its_context() -> None:
    king = kind_in_context("Dames-Alliance", "{count} king", "{count} kings", MAN_AND_KING["king"])
    assert str(king.named(2)) == "2 kings"
    assert king.named(2).render(Dutch()) == "2 koningen"
    assert MAN_AND_KING["king"].named(2).render(Dutch()) == "2 schijven"


def test_the_plural_is_the_translators() -> None:
    assert counted("{count} man", "{count} men", 2).render(Dutch()) == "2 schijven"


def test_what_it_is_said_of_tells_translations_apart() -> None:
    france = in_context("seat", "France")
    assert (str(france), france.render(Dutch())) == ("France", "Fransen")
    assert Text("France").render(Dutch()) == "France"
    assert france != Text("France")


def test_texts_are_values() -> None:
    one, same = Text("{n} men", n=3), Text("{n} men", n=3)
    assert one == same
    assert hash(one) == hash(same)
    assert one != Text("{n} men", n=4)
    assert one != counted("{n} men", "{n} men", 3, n=3)


@pytest.mark.parametrize(
    ("choices", "phrase"), [(["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_choices_are_a_phrase(choices: list[str], phrase: str) -> None:
    assert str(either(choices)) == phrase


def test_texts_are_joined() -> None:
    assert str(joined([Text("One."), Text("Two.")])) == "One. Two."


@pytest.mark.parametrize(
    ("template", "value", "said"),
    [
        ("You play {game}.", "Frysk!", "You play Frysk!"),
        ("You are {game}.", "1500?", "You are 1500?"),
        ("You play {game}. Go on.", "Frysk!", "You play Frysk! Go on."),
        ("You play {game}.", "Halma", "You play Halma."),
        ("{game}... and more", "Frysk!", "Frysk!... and more"),
    ],
)
def test_a_full_stop_is_left_out_after_a_mark_of_a_value(
    template: str, value: str, said: str
) -> None:
    assert str(Text(template, game=value)) == said
