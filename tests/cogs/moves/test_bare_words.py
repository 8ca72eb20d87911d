"""Words that stand alone and are commands: resign, draw, takeback, accept, decline, join."""

from __future__ import annotations

import pytest

from cogs.language.typed_words import bare_command
from engine.table.record import Status
from tests.cogs.conftest import Club, labels, private_text


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("resign", "resign"),
        ("I resign.", "resign"),
        ("RESIGN!", "resign"),
        ("j’abandonne", "resign"),
        ("j'abandonne", "resign"),
        ("abandonner", "resign"),
        ("draw?", "draw"),
        ("nulle ?", "draw"),
        ("nulle\u202f?", "draw"),
        ("take back", "takeback"),
        ("accepte", "accept"),
        ("je refuse", "decline"),
        ("rejoindre", "join"),
        ("join?", None),
        ("resign?", None),
        ("I will resign soon", None),
        ("draw a card", None),
        ("nul", None),
        ("", None),
    ],
)
def test_a_word_alone_is_a_command_in_any_language(text: str, command: str | None) -> None:
    assert bare_command(text) == command


@pytest.mark.parametrize("word", ["resign", "j’abandonne"])
async def test_resigning_is_asked_about_first(club: Club, word: str) -> None:
    match = await club.start()
    await club.play("32-28", "19-23")
    await club.alice.send(club.channel, word)
    assert "Do you want to resign" in club.text()
    assert (await club.reload(match)).status is Status.LIVE
    stranger = await club.bob.click(club.last, label="Yes, I resign")
    assert "for your opponent" in private_text(stranger)
    await club.alice.click(club.last, label="Yes, I resign")
    assert (await club.reload(match)).status is Status.OVER


async def test_a_draw_is_asked_about_by_who_offers_and_by_who_accepts(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "19-23")
    await club.alice.send(club.channel, "draw")
    assert (await club.reload(match)).offer is None
    (yes,) = labels(club.last)
    await club.alice.click(club.last, label=yes)
    assert (await club.reload(match)).offer is not None
    await club.bob.send(club.channel, "accept")
    assert (await club.reload(match)).status is Status.LIVE
    assert "do you agree?" in club.text()
    (yes,) = labels(club.last)
    await club.bob.click(club.last, label=yes)
    assert (await club.reload(match)).status is Status.OVER


async def test_a_takeback_is_asked_about_and_declined(club: Club) -> None:
    match = await club.start()
    await club.play("32-28")
    await club.alice.send(club.channel, "takeback")
    assert (await club.reload(match)).offer is None
    (yes,) = labels(club.last)
    await club.alice.click(club.last, label=yes)
    assert (await club.reload(match)).offer is not None
    await club.bob.send(club.channel, "decline")
    assert (await club.reload(match)).offer is None


async def test_a_challenge_is_accepted(club: Club) -> None:
    match = await club.challenge()
    await club.carol.send(club.channel, "accept")
    assert (await club.reload(match)).status is Status.CHALLENGE
    await club.bob.send(club.channel, "accept")
    assert (await club.reload(match)).status is Status.LIVE


async def test_a_challenge_is_declined(club: Club) -> None:
    match = await club.challenge()
    await club.bob.send(club.channel, "je refuse")
    assert (await club.reload(match)).status is Status.OVER


async def test_an_open_seat_is_taken(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} open frisian")
    (match,) = await club.store.matches(status=Status.CHALLENGE)
    await club.alice.send(club.channel, "join")
    assert (await club.reload(match)).status is Status.CHALLENGE
    await club.bob.send(club.channel, "join")
    assert (await club.reload(match)).status is Status.LIVE


@pytest.mark.parametrize(
    "word", ["resign", "draw", "takeback", "accept", "decline", "join", "nulle", "refuse"]
)
async def test_where_a_word_makes_no_sense_it_is_chat(club: Club, word: str) -> None:
    await club.start()
    shown = len(club.messages)
    await club.carol.send(club.channel, word)
    assert len(club.messages) == shown + 1
    if word not in {"resign", "draw", "nulle"}:
        await club.bob.send(club.channel, word)
        assert len(club.messages) == shown + 2


async def test_where_several_matches_are_possible_a_menu_asks(club: Club) -> None:
    first, second = await club.start(), await club.start("frysk white")
    await club.alice.send(club.channel, "resign")
    assert "Which match do you mean?" in club.text()
    (label,) = [label for label in labels(club.last) if f"#{second.id}" in label]
    await club.alice.click(club.last, label=label)
    assert "Do you want to resign" in club.text()
    assert f"#{second.id}" in club.text()
    assert (await club.reload(first)).status is (await club.reload(second)).status is Status.LIVE


async def test_a_word_below_a_board_is_about_its_match(club: Club) -> None:
    first = await club.start()
    board = club.last
    await club.start("frysk white")
    await club.alice.send(club.channel, "resign", reply_to=board)
    assert f"#{first.id}" in club.text()
