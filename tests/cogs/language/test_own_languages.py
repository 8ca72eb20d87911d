"""A language that Discord does not offer: a server's, a person's, and in typed words."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from simcord import InteractionResult

from cogs.language import catalogues
from cogs.language.catalogues import available, language_names, locale_named, plainly
from engine import Text
from engine.table.record import Status
from tests.cogs.conftest import OWN, SHARED, Club, labels, private_text
from tests.cogs.settings.test_settings import SELECT, manager, personal_panel

pytestmark = SHARED

FRISIAN = r"""
msgid ""
msgstr "Language: fy\nContent-Type: text/plain; charset=utf-8\n"

msgid "Your settings"
msgstr "Dyn ynstellings"

msgid "Legal moves"
msgstr "Setten"

msgid "as in my Discord"
msgstr "as myn Discord"

msgid "That is out of date; `/help` tells what there is now."
msgstr "Dat is ferâldere."

msgid "There is no match here in which you play."
msgstr "Do spilest hjir net."

msgid "No server and no person is blocked."
msgstr "Nimmen is blokkearre."

msgctxt "command"
msgid "board"
msgstr "boerd"

msgctxt "typed"
msgid "draw, draw?, offer a draw, offer draw, I offer a draw, let's call it a draw"
msgstr "remys"
"""

BROKEN = 'msgid "Move"\nmsgstr "Set\nmsgid'

MEANINGLESS = r"""
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\n"

msgid "{game}: {counts}"
msgstr "{spul}"

msgid "Flip"
msgstr "{"

msgid "Accept"
msgstr "Akkoart"
"""


def forget_languages() -> None:
    """Clear the caches of catalogues and of all that is made from them."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("cogs.language."):
            for value in vars(module).values():
                getattr(value, "cache_clear", lambda: None)()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make West Frisian the only catalogue; yield its folder."""
    catalogue = tmp_path / "locales" / "fy" / "all.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text(FRISIAN, encoding="utf-8")
    monkeypatch.setattr(catalogues, "CATALOGUES", tmp_path / "locales")
    forget_languages()
    yield catalogue.parent
    forget_languages()


def shown(result: InteractionResult) -> discord.Message:
    """Return the message that answers an interaction."""
    answer = result.followups[-1] if result.followups else result.response
    assert answer is not None
    return answer.message


# The catalogues


def test_it_has_its_own_name() -> None:
    assert available() == (("en-US", "English"), ("fy", "Frysk"))
    assert {"frysk", "western frisian", "fy"} & language_names("fy") >= {"frysk"}
    frisian = locale_named("fy")
    assert plainly(Text("Legal moves"), frisian) == "Setten"
    assert plainly(Text("Legal moves"), discord.Locale.dutch) == "Legal moves"


def test_one_without_a_known_name_is_called_by_its_code(folder: Path) -> None:
    folder.rename(folder.with_name("xxq"))
    assert available() == (("en-US", "English"), ("xxq", "xxq"))
    assert language_names("xxq") == {"xxq"}


def test_what_is_no_language_or_broken_is_logged_and_left_out(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (folder.parent / "old texts").mkdir()
    (folder.parent / "old texts" / "all.po").write_text(FRISIAN, encoding="utf-8")
    (folder / "broken.po").write_text(BROKEN, encoding="utf-8")
    (folder / "binary.po").write_bytes(b'msgid "Move"\nmsgstr "\xff\xfe"\n')
    (folder / "meaningless.po").write_text(MEANINGLESS, encoding="utf-8")
    assert [value for value, _ in available()] == ["en-US", "fy"]
    frisian = locale_named("fy")
    said = {word: plainly(Text(word), frisian) for word in ("Move", "Flip", "Accept")}
    assert said == {"Move": "Move", "Flip": "Flip", "Accept": "Akkoart"}
    assert plainly(Text("Legal moves"), frisian) == "Setten"
    assert plainly(Text("{game}: {counts}", game="Halma", counts=2), frisian) == "Halma: 2"
    for wrong in ("old texts", "broken.po", "binary.po", "'Flip'", "'{game}: {counts}'"):
        assert sum(wrong in line for line in caplog.messages) == 1, wrong
    assert {record.levelno for record in caplog.records} == {logging.ERROR}


# A server's


async def test_a_server_speaks_it(club: Club) -> None:
    mona = manager(club)
    await mona.send(club.channel, f"{club.me} settings server language frysk")
    assert club.bot.preferences.server(club.guild.id).language == "fy"
    await club.start()
    assert "Setten" in labels(club.last)
    pressed = await club.alice.slash(club.channel, "settings")
    assert "Your settings" in private_text(pressed)  # in English: only Alice sees it


async def test_a_server_whose_language_is_gone_speaks_its_own(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, language="nds")
    await club.start()
    assert "Legal moves" in labels(club.last)


# A person's


async def test_a_person_reads_it_at_once_and_until_they_choose_another(club: Club) -> None:
    panel = await personal_panel(club, club.alice)
    menu = f"{SELECT}person:chosen_language"
    changed = shown(await club.alice.select(panel, ["fy"], custom_id=menu))
    assert "Dyn ynstellings" in club.text(changed)
    assert "Frysk" in club.text(changed)
    await club.restart()
    again = await club.alice.slash(club.channel, "settings")
    assert "Dyn ynstellings" in private_text(again)
    other = await club.bob.slash(club.channel, "settings")
    assert "Your settings" in private_text(other)
    restored = shown(await club.alice.select(shown(again), ["-"], custom_id=menu))
    assert "Your settings" in club.text(restored)
    assert "as in my Discord" in club.text(restored)


async def test_a_person_types_it(club: Club) -> None:
    given = await club.alice.slash(club.channel, "settings", words="language fy")
    assert "Frysk" in private_text(given)
    again = await club.alice.slash(club.channel, "settings", words="language discord")
    assert "as in my Discord" in private_text(again)


@OWN
async def test_direct_messages_are_in_it(club: Club) -> None:
    club.bot.owner_id = club.alice.id
    await club.bot.preferences.change_person(club.alice.id, chosen_language="fy")
    await club.restart()
    club.bot.owner_id = club.alice.id
    await club.alice.send_dm("play frisian white level 1")
    (match,) = await club.store.matches(status=Status.LIVE)
    board = club.alice.user.dm_channel.history()[-1]
    assert "Setten" in labels(board)
    await club.alice.user.click(board, label="Setten")
    settings = await club.bot.preferences.person(club.alice.id)
    assert settings.language == "en-US"  # as her Discord says
    await club.bot.preferences.change_person(club.alice.id, chosen_language=None)
    await club.alice.send_dm(match.position.write(match.position.legal_moves()[0]))
    assert "Legal moves" in labels(club.alice.user.dm_channel.history()[-1])


async def test_a_word_to_a_person_alone_is_in_it_where_the_server_has_another(club: Club) -> None:
    await club.bot.preferences.change_person(club.alice.id, chosen_language="fy")
    usual = discord.Locale.american_english
    for person, value in ((club.alice, "fy"), (club.bob, "en-US")):
        assert (await club.bot.preferences.locale_for_person(person.id, usual)).value == value


# Typed words


async def test_its_words_are_commands(club: Club) -> None:
    await club.under_way()
    await club.alice.send(club.channel, f"{club.me} boerd")
    assert "Legal moves" in labels(club.last)
    await club.alice.send(club.channel, "remys")
    assert labels(club.last) == ["Yes, a draw"]
