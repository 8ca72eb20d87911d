"""Matches are exported, and records imported and stepped through."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import discord
import pytest
from simcord import InteractionResult

import engine
from cogs.watching import imports as imports_cog
from data import IMPORTS_KEPT, StoreError
from engine import archive
from engine.archive import imported_match
from engine.table.match import Match
from engine.table.record import Status
from engine.table.steps import steps_of
from tests.cogs.conftest import SHARED, UNSEEN, Club, alt_of, labels, private_text
from tests.cogs.watching.test_move_viewer import played
from tests.nightly import one_of_each_family

pytestmark = [SHARED, UNSEEN]

GAMES = sorted(engine.games)

OTHERS_PDN = b"""\
[Event "Frysk kampioenskip"]
[White "Jan *de* Boer @everyone"]
[Black "Piet"]
[Result "2-0"]
[GameType "40"]

1. 32-28 19-23 2. 28x19 14x23 {a comment} 3. 37-32 2-0
"""


def answer(result: InteractionResult) -> discord.Message:
    """Return the last message that answers an interaction."""
    shown = result.followups[-1] if result.followups else result.response
    assert shown is not None
    return shown.message


async def text_of(message: discord.Message, number: int = 0) -> str:
    return (await message.attachments[number].read()).decode()


async def bring(club: Club, record: str | bytes, name: str = "game.txt") -> InteractionResult:
    """Let Carol import a record as a file."""
    content = record.encode() if isinstance(record, str) else record
    return await club.carol.slash(club.channel, "import", file=(name, content))


async def imports(club: Club) -> list[Match]:
    return [match for match in await club.matches() if match.imported]


@pytest.mark.parametrize("name", one_of_each_family())
async def test_play_export_import_and_step_through(club: Club, name: str) -> None:
    number = await played(club, name)
    match = await club.store.load(number)
    exported = await club.bob.slash(club.channel, "match export", match=number)
    assert f"#{number}" in private_text(exported)
    record = await text_of(answer(exported))
    assert "alice" in record
    panel = await bring(club, record)
    assert "-# 0/" in private_text(panel)
    assert "alice" in private_text(panel)
    (imported,) = await imports(club)
    assert imported.path[-1][1].read() == match.position
    assert [event.text for event in imported.moves] == [event.text for event in match.moves]
    shown = panel.followups[-1] if panel.followups else panel.response
    assert shown is not None
    for step in steps_of(imported)[1:]:
        await club.carol.click(shown, label="Next")
        if step.before:
            assert f"**`{step.event.text}`**" in club.text(shown.message)
    again = archive.record_of(imported, {})
    assert archive.write(again).partition("\n\n")[2] == record.partition("\n\n")[2]


async def test_the_button_gives_every_format_there_is(club: Club) -> None:
    match = await club.start()
    await club.play("32-28")
    more = await club.carol.click(club.last, label="More")
    assert more.response is not None
    files = answer(await club.carol.click(more.response, label="Export"))
    names = [f"damier-{match.id}.{kind}" for kind in ("txt", "pdn")]
    assert [file.filename for file in files.attachments] == names
    assert "GameType" in await text_of(files, 1)


async def test_by_mention(club: Club) -> None:
    match = await club.start()
    await club.play("32-28", "19-23")
    await club.alice.send(club.channel, f"{club.me} export {match.id} pdn")
    pdn = await text_of(club.last)
    assert "1. 32-28 19-23" in pdn
    await club.carol.send(club.channel, f"{club.me} import\n```pdn\n{pdn}\n```")
    assert "only you can look through it" in club.text()
    assert labels(club.last) == ["Step through"]
    refused = await club.bob.click(club.last, label="Step through")
    assert "I do not know that match" in private_text(refused)
    panel = await club.carol.click(club.last, label="Step through")
    assert "**start**" in private_text(panel)
    await club.carol.send(club.channel, f"{club.me} import", attachments=[("a.pdn", pdn.encode())])
    assert len(await imports(club)) == 2


def filled(form: InteractionResult, text: str, *files: tuple[str, bytes]) -> dict[str, Any]:
    """Return the values that fill the form for a record with a text and files."""
    assert form.modal is not None
    pasted, attached = (label["component"]["custom_id"] for label in form.modal["components"])
    return {pasted: text, attached: files}


async def test_a_form_to_paste_into_or_attach_to(club: Club) -> None:
    await club.carol.send(club.channel, f"{club.me} import")
    form = await club.carol.click(club.last, label="Paste a record")
    panel = await club.carol.submit_modal(form, filled(form, '[Game "frysk"] 1. 46-41'))
    assert "Frysk!" in private_text(panel)
    form = await club.carol.slash(club.channel, "import")
    record = ("game.txt", b'[Game "frysk"] 1. 35-30')
    panel = await club.carol.submit_modal(form, filled(form, "", record))
    assert "Move 1, `35-30`" in private_text(panel)
    form = await club.carol.slash(club.channel, "import")
    refused = await club.carol.submit_modal(form, filled(form, " "))
    assert "Paste the record of a game, or attach its file." in private_text(refused)


async def test_pdn_of_another_program(club: Club) -> None:
    panel = await bring(club, OTHERS_PDN, "partij.pdn")
    text = private_text(panel)
    assert "Jan \\*de\\* Boer" in text
    assert r"White Jan \*de\* Boer \@everyone – Black Piet" in text
    (match,) = await imports(club)
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 2)
    assert [event.text for event in match.moves][-1] == "37-32"
    summary = await club.carol.slash(club.channel, "match show", match=match.id)
    assert "A record that you have imported, of 5 moves." in private_text(summary)
    back = await club.carol.slash(club.channel, "match export", match=match.id, format="pdn")
    assert '[Event "Frysk kampioenskip"]' in await text_of(answer(back))


async def test_letters_of_older_programs(club: Club) -> None:
    record = '[Game "frisian"]\n[White "Jürgen"]\n1. 32-28'.encode("cp1252")
    assert "Jürgen" in private_text(await bring(club, record))


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("hello", "I can read no game in that."),
        ('[Game "chess"] 1. e4', "`chess` is none of"),
        ('[Game "frisian"] 1. 32-28 19-23 2. 32-27', "Move 2, `32-27`: "),
        ('[Game "halma"] [White', "is not a header"),
        ("", "The file is empty."),
        ('[Game "frisian"] ' + "1. 32-28 " * 200_000, "too large"),
    ],
)
async def test_what_is_no_record_is_refused_in_one_sentence(
    club: Club, record: str, sentence: str
) -> None:
    text = private_text(await bring(club, record))
    assert sentence in text
    assert "\n" not in text.strip()
    assert await imports(club) == []


def shown(result: InteractionResult) -> Any:  # noqa: ANN401 - whichever kind it is
    """Return the last answer to an interaction, as an object whose controls can be used."""
    last = result.followups[-1] if result.followups else result.response
    assert last is not None
    return last


async def test_where_several_games_are_possible_buttons_ask(club: Club) -> None:
    asked = await bring(club, '[White "Ann"]\n[Result "0-2"]\n\n1. 32-28 19-23 0-2', "partij.pdn")
    assert "These moves are legal in several games. Which is it?" in private_text(asked)
    assert labels(shown(asked).message) == [
        "International draughts",
        "Frisian draughts (official rules)",
        "Frisian draughts",
    ]
    await club.restart()  # the record is kept meanwhile
    panel = await club.carol.click(shown(asked), label="Frisian draughts (official rules)")
    assert "### Frisian draughts (official rules)" in private_text(panel)
    (match,) = await imports(club)
    assert match.game.name == "frisian-official"
    assert match.outcome is not None
    assert match.outcome.ranks == (2, 1)
    again = await club.carol.click(shown(asked), label="International draughts")
    assert "I do not know that match" in private_text(again)


async def test_the_game_may_be_named_before_the_record(club: Club) -> None:
    await club.carol.send(club.channel, f"{club.me} import frisian 1. 32-28 19-23")
    assert "Frisian draughts, 2 moves: only you" in club.text()
    await club.carol.send(club.channel, f"{club.me} import 1. 32-28 19-23")
    assert labels(club.last)[:2] == ["International draughts", "Frisian draughts (official rules)"]
    refused = await club.bob.click(club.last, label="International draughts")
    assert "I do not know that match" in private_text(refused)
    await club.carol.send(club.channel, f"{club.me} import Russian checkers cd4 dc5 gh4")
    assert "Russian draughts, 3 moves" in club.text()
    named = await club.carol.slash(
        club.channel, "import", file=("a.pdn", b"1. 32-28 19-23"), text="frisian"
    )
    assert "### Frisian draughts · " in private_text(named)


FILE = "\n\n".join(
    f'[White "Ann {number}"]\n[Black "Ben"]\n[Round "{number}"]\n[Result "2-0"]\n\n'
    f"1. 11-15 {'23-19' if number != 5 else '23-20'} 2-0"
    for number in range(1, 23)
)


async def test_all_games_of_a_file_are_imported(club: Club) -> None:
    brought = await bring(club, FILE, "club.pdn")
    assert brought.response is not None
    assert club.text(brought.response.message) == "Read: 20 of 22."
    text = club.text(shown(brought).message)
    assert "### 21 imported games" in text
    assert "1. Black Ben – White Ann 1 · round 1 · 2 moves · 2-0" in text
    assert "1 game could not be read: As Checkers (English draughts): Move 1, `23-20`: " in text
    await club.carol.click(shown(brought), label="Next")
    text = club.text(shown(brought).message)
    assert "21. Black Ben – White Ann 22 · round 22" in text
    newest = (await imports(club))[-1]
    panel = await club.carol.select(shown(brought), values=[str(newest.id)])
    assert "White Ann 22" in private_text(panel)
    await club.carol.send(club.channel, f"{club.me} import", attachments=[("a.pdn", FILE.encode())])
    assert "21 games: only you can look through them." in club.text()
    assert "Ann" not in club.text()
    listed = await club.carol.click(club.last, label="Look through them")
    assert "### 21 imported games" in private_text(listed)
    refused = await club.bob.click(club.last, label="Look through them")
    assert "no longer kept" in private_text(refused)


async def test_what_is_left_open_in_a_file_is_told(club: Club) -> None:
    text = '[Event "1"]\n1. 32-28 19-23 2-0 37-31\n\n[Event "2"]\n1. 31-26 16-21 2-0\n'
    told = private_text(await bring(club, text, "club.pdn"))
    assert "1 game is read in part: The record ends with `2-0`; what follows it is left" in told
    assert "could also be of another kind, such as Frisian draughts" in told
    named = await club.carol.slash(
        club.channel, "import", file=("a.pdn", text.encode()), text="frisian"
    )
    assert "another kind" not in private_text(named)


async def test_a_database_that_fails_in_the_middle_of_a_file(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    create, times = club.bot.store.create, 0

    async def failing(match: Match) -> Match:
        nonlocal times
        times += 1
        if times > 3:
            raise StoreError("The disk is full.")
        return await create(match)

    monkeypatch.setattr(club.bot.store, "create", failing)
    told = private_text(await bring(club, FILE, "club.pdn"))
    assert "### 3 imported games" in told
    assert "18 games could not be saved just now: import them again." in told


async def test_a_restart_in_the_middle_of_a_file(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = club.bot.store.create

    async def killed(match: Match) -> Match:
        if len(await imports(club)) == 2:
            raise asyncio.CancelledError
        return await create(match)

    monkeypatch.setattr(club.bot.store, "create", killed)
    text = f"{club.me} import"
    with suppress(asyncio.CancelledError):
        await club.carol.send(club.channel, text, attachments=[("a.pdn", FILE.encode())])
    assert len(await imports(club)) == 2
    monkeypatch.undo()
    (sent,) = [message for message in club.messages if message.attachments]
    place = club.bot.get_channel(club.channel.id)
    assert isinstance(place, discord.TextChannel)
    await club.bot.on_message(await place.fetch_message(sent.id))
    await club.env.settle()
    assert len(await imports(club)) == 21


async def test_more_games_than_are_kept(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports_cog, "IMPORTS_KEPT", 3)
    brought = await bring(club, FILE, "club.pdn")
    assert "19 more are left out: the newest 3 imports of a person are kept." in private_text(
        brought
    )


async def test_a_record_that_stops_says_so(club: Club) -> None:
    brought = await bring(club, '[GameType "20"]\n1. 32-28 19-23 -- 2. 28x19', "a.pdn")
    assert "The record is read up to `--`" in club.text(shown(brought).message)


async def test_stepping_through_an_import_tells_what_stands_there(club: Club) -> None:
    panel = await bring(club, '[GameType "20"]\n1. 32-28 19-23', "a.pdn")
    told = alt_of(shown(panel).message)
    assert "White to move" in told
    assert "over" not in told
    await club.carol.click(shown(panel), label="Last")
    assert "The record ends here." in alt_of(shown(panel).message)
    assert "The record ends here." in club.text(shown(panel).message)


async def test_import_and_export_in_direct_messages(club: Club) -> None:
    await club.carol.send_dm('import [GameType "20"] 1. 32-28 19-23')
    (match,) = await imports(club)
    answered = club.carol.user.dm_channel.history()[-1]
    assert "International draughts, 2 moves" in club.text(answered)
    panel = await club.carol.user.click(answered, label="Step through")
    assert "**start**" in private_text(panel)
    await club.carol.send_dm(f"export {match.id} pdn")
    assert "1. 32-28 19-23 *" in await text_of(club.carol.user.dm_channel.history()[-1])


async def test_a_record_that_is_too_long(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imported_match, "MOST_MOVES", 4)
    assert "at most 4 moves" in private_text(await bring(club, OTHERS_PDN))
    assert await imports(club) == []
    monkeypatch.setattr(imported_match, "MOST_MOVES", 5)
    await bring(club, OTHERS_PDN)
    (match,) = await imports(club)
    assert len(match.moves) == 5


async def test_an_import_is_a_match_for_nobody_else(club: Club) -> None:
    await bring(club, OTHERS_PDN)
    (match,) = await imports(club)
    assert match.status is Status.OVER
    assert match.due is None
    assert await club.store.outbox.posts(match.id) == []
    assert await club.store.matches(guild=club.guild.id) == []
    assert await club.store.matches(person=club.carol.id) == []
    for command in ("match moves", "match show", "match export", "match board"):
        result = await club.alice.slash(club.channel, command, match=match.id)
        assert "I do not know that match" in private_text(result)
    assert "Nothing is being played here" in private_text(
        await club.carol.slash(club.channel, "games")
    )


async def test_a_position_of_an_import_can_be_shown(club: Club) -> None:
    panel = await bring(club, OTHERS_PDN)
    shown = panel.followups[-1] if panel.followups else panel.response
    assert shown is not None
    await club.carol.click(shown, label="Post here")
    assert "shows a position" in club.text(club.public()[-1])
    assert labels(club.public()[-1]) == []


async def test_only_the_newest_are_kept(club: Club) -> None:
    record = archive.read('[Game "frisian"] 1. 32-28')
    now = discord.utils.utcnow()
    kept = [
        await club.store.create(
            archive.match_of(record, club.carol.id, now=now, source=f"message:{n}")
        )
        for n in range(IMPORTS_KEPT + 2)
    ]
    other = archive.match_of(record, club.bob.id, now=now, source="message:900")
    await club.store.create(other)
    ids = [match.id for match in await imports(club)]
    assert ids == [match.id for match in kept[2:]] + [kept[-1].id + 1]


async def test_an_import_outlives_the_process(club: Club) -> None:
    panel = await bring(club, OTHERS_PDN)
    shown = panel.followups[-1] if panel.followups else panel.response
    assert shown is not None
    await club.restart()
    await club.carol.click(shown, label="Next")
    assert "**`32-28`**" in club.text(shown.message)


async def test_imports_are_deleted_with_the_person(club: Club) -> None:
    await bring(club, OTHERS_PDN)
    data = await club.store.kept_about(club.carol.id)
    assert "Frysk kampioenskip" in data["matches"][0]["events"][0]["text"]
    await club.bot.store.forget(club.carol.id)
    assert await club.matches() == []


async def test_nothing_sealed_is_exported(club: Club) -> None:
    match = await club.challenge("alliance free white")
    await club.bob.click(club.last, label="Accept")
    await club.alice.send_dm((await club.store.load(match.id)).setup.completion)
    exported = await club.alice.slash(club.channel, "match export", match=match.id)
    assert "@" not in (await text_of(answer(exported))).partition("\n\n")[2]


async def test_a_game_that_pdn_does_not_know(club: Club) -> None:
    match = await club.start("halma")
    refused = await club.alice.slash(club.channel, "match export", match=match.id, format="pdn")
    assert "PDN is for draughts" in private_text(refused)


RECORD = "1. 11-15 23-19\n2. 8-11 22-17 2-0"


@pytest.mark.parametrize("said", [RECORD, f"```\n{RECORD}\n```", '[Event "x"]\n' + RECORD])
async def test_a_record_needs_no_word_if_it_is_given_to_the_bot(club: Club, said: str) -> None:
    await club.carol.send(club.channel, said)
    assert not await imports(club), "what is said to nobody is nobody's"
    await club.carol.send(club.channel, f"{club.me} {said}")
    assert "4 moves: only you can look through it" in club.text()
    await club.carol.send_dm(said)
    assert len(await imports(club)) == 2
    await club.carol.send(club.channel, f"{club.me} 1. 11-15")
    assert len(await imports(club)) == 2, "a move with its number is no record"


async def test_a_file_needs_no_word_if_it_is_given_to_the_bot(club: Club) -> None:
    file = ("a.PDN", b"1. 32-28 19-23")
    await club.carol.send(club.channel, f"{club.me}", attachments=[file])
    assert "Which is it?" in club.text()
    await club.carol.send(club.channel, f"{club.me} frisian", attachments=[file])
    assert "Frisian draughts, 2 moves" in club.text()
