"""A French server: everything that its members see is French."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import discord
import pytest
from discord import app_commands
from simcord import InteractionResult, MemberActor

import engine
from cogs.language.catalogues import available, translate_into, translator
from cogs.messages.challenge_cards import rule_lines
from cogs.messages.match_posts import texts_of
from engine.table.record import Status
from tests.cogs.conftest import OWN, SHARED, UNSEEN, Club, labels
from tests.cogs.results import begun
from tests.nightly import one_of_each_board
from tests.test_catalogues import catalogue, entries, names_of, originals, translations

pytestmark = [SHARED, UNSEEN]


GAMES = sorted(engine.games)

CODE = re.compile(r"`+[^`]*`+|<[^>]*>|@\w+|https?://\S+|#\d+")
"""The parts of texts that are the same in every language, such as moves, mentions and links."""

WORD = re.compile(r"[^\W\d_]{2,}")


def words(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(re.sub(r"\{\w*\}", " ", CODE.sub(" ", text)))}


@cache
def english() -> frozenset[str]:
    """Return the words of English texts that no French text has, except moves and options."""
    ours, theirs = set[str](), {"huff", "force"}
    for game in engine.games.values():
        for option in game.options.values():
            theirs.update(*(words(str(choice)) for choice in option.choices))
    for entry in entries(catalogue("fr")):
        if entry.context is None:
            ours.update(*map(words, originals(entry)))
        theirs.update(*map(words, translations(entry)))
    for _, name in available():  # each language is called what its speakers call it
        theirs.update(words(name))
    return frozenset(ours - theirs)


@pytest.fixture
def language() -> str:
    return "fr"


def shown(message: discord.Message) -> Iterator[str]:
    """Return every text of a message: content, labels, description of the picture."""
    yield message.content
    yield from texts_of(message.components)
    yield from labels(message)
    yield from _inner(message.components)


def _inner(components: Any) -> Iterator[str]:  # noqa: ANN401 - of every kind
    for component in components:
        for item in getattr(component, "items", ()):
            yield item.description or ""
        for option in getattr(component, "options", ()):
            yield from (option.label, option.description or "")
        yield getattr(component, "placeholder", None) or ""
        yield from _inner(getattr(component, "children", ()))


def told(result: InteractionResult) -> list[str]:
    """Return the texts of the answer to an interaction."""
    answers = [answer for answer in (result.response, *result.followups) if answer is not None]
    found = [text for answer in answers for text in shown(answer.message)]
    if result.modal is not None:
        found += [result.modal["title"], *(part["label"] for part in result.modal["components"])]
    return found


def check(*found: str) -> None:
    for text in found:
        assert not words(text) & english(), text


async def answered(member: MemberActor, text: str) -> discord.Message:
    """Send the bot a direct message; return its reply."""
    sent = await member.send_dm(text)
    return await anext(reply async for reply in sent.channel.history() if reply.author.bot)


async def say(club: Club, member: MemberActor, text: str) -> None:
    await member.send(club.channel, text)
    check(*shown(club.last))


async def press(club: Club, member: MemberActor, label: str) -> InteractionResult:
    board = next(post for post in reversed(club.public()) if label in labels(post))
    result = await member.click(board, label=label)
    check(*told(result), *shown(club.last))
    return result


async def press_move(club: Club, member: MemberActor) -> None:
    """Press Move, which is behind More if the moves themselves are below the board."""
    if "Jouer" in labels(club.public()[-1]):
        await press(club, member, "Jouer")
        return
    panel = await press(club, member, "Plus")
    assert panel.response is not None
    if "Jouer" in labels(panel.response.message):
        check(*told(await member.click(panel.response, label="Jouer")))


@pytest.mark.parametrize("name", GAMES)
def test_what_options_say_is_french_and_names_no_value(name: str) -> None:
    game = engine.games[name]
    french = translate_into(discord.Locale.french)
    for key, option in game.options.items():
        for choice in option.choices:
            if choice == option.default:
                continue
            (line,) = rule_lines(game, {key: choice}, french)
            assert line != str(option.said(choice))
            typed = str(choice) if isinstance(choice, str) and len(choice) > 1 else key
            assert typed not in line.split()


@pytest.mark.parametrize("name", one_of_each_board())
async def test_a_game_is_played_in_french(club: Club, name: str) -> None:
    chance = random.Random(name)
    await say(club, club.alice, f"{club.me} défi {club.bob.mention} {name}")
    await press(club, club.bob, "Accepter")
    (match,) = await club.matches(status=Status.LIVE)
    for seat in match.setting_up:
        member = club.alice if match.people[seat] == club.alice.id else club.bob
        looked = await press(club, member, "Préparer")
        assert looked.response is not None
        check(*told(await member.click(looked.response, label="Placer")))
        for said in ("auto arrière", "vider", "Auto mixte", "huff", "@c6,e6", "@+", "prêt"):
            check(*shown(await answered(member, said)))
    for turn in range(4):
        match = await club.store.load(match.id)
        position = match.position
        moves = [move for move in position.legal_moves() if position.claiming.warning(move) is None]
        mover = club.alice if match.people[position.turn] == club.alice.id else club.bob
        other = club.bob if mover is club.alice else club.alice
        if turn in {0, 3}:
            for nonsense in ("1-1", "a1-a1", "N8-N9", "huff", "98-97", position.board.names[3]):
                await say(club, mover, f"{club.me} {nonsense}")
            await say(club, other, position.write(moves[0]))
            await press_move(club, other)
        await say(club, mover, position.write(chance.choice(moves)))
    await press(club, club.carol, "Coups possibles")
    if match.position.board.style != "map":
        await press(club, club.alice, "Tourner le plateau")
    await press_move(club, club.carol)
    if "Nulle" in labels(club.public()[-1]):
        proposed = await press(club, club.alice, "Nulle")
        assert proposed.response is not None
        await club.alice.click(proposed.response, label="Oui, la nulle")
        await press(club, club.bob, "Refuser")
    for command, options in (("match board", {}), ("games", {}), ("move", {"move": "1-1"})):
        check(*told(await club.carol.slash(club.channel, command, **options)))
    asked = await press(club, club.bob, "Abandonner")
    assert asked.response is not None
    await club.bob.click(asked.response, label="Oui, j’abandonne")
    answers = (message for message in club.messages if message.author.bot)
    check(*(text for message in answers for text in shown(message)))
    assert " ont gagné" in club.text()


@pytest.mark.parametrize("name", one_of_each_board())
async def test_the_rules_are_explained_in_french(club: Club, name: str) -> None:
    check(*told(await club.carol.slash(club.channel, "help", game=name)))
    result = await club.carol.slash(club.channel, "rules", game=name)
    check(*told(result))
    assert result.response is not None
    for _ in engine.games[name].pages[1:]:
        await club.carol.click(result.response, label="Suivant")
        check(*shown(result.response.message))


def test_a_king_of_one_step_is_called_roi_where_one_that_flies_is_a_dame() -> None:
    french = translator(discord.Locale.french)
    named = {
        name: str(game.kind("king").named(2).render(french))
        for name, game in engine.games.items()
        if "king" in game.kinds
    }
    assert named.pop("alliance") == "2\u00a0rois"
    assert set(named.values()) == {"2\u00a0dames"}


async def test_who_asks_for_help_reads_french(club: Club) -> None:
    result = await club.carol.slash(club.channel, "help")
    check(*told(result))
    assert result.response is not None
    chosen = await club.carol.select(result.response, values=["people"])
    check(*told(chosen))
    assert any("`/défi`" in text for text in told(chosen))


@pytest.mark.parametrize("begun", [False, True])
async def test_every_command_answers_in_french(club: Club, begun: bool) -> None:
    """By slash and typed: without a match, and while Alice plays and Carol watches."""
    if begun:
        await say(club, club.alice, f"{club.me} défi {club.bob.mention} assaut 10+10 classée")
        await press(club, club.bob, "Accepter")
    commands = club.bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    plain = [c for c in commands if isinstance(c, app_commands.Command)]
    names = names_of("fr")
    for name in [c.name for c in plain if not any(p.required for p in c.parameters)]:
        check(*told(await club.carol.slash(club.channel, name)))
        if begun:
            check(*told(await club.alice.slash(club.channel, name)))
        await say(club, club.alice if begun else club.carol, f"{club.me} {names[name]}")


async def test_what_was_typed_while_the_bot_was_away_is_answered_in_french(club: Club) -> None:
    await say(club, club.alice, f"{club.me} défi {club.bob.mention} alliance setup=free")
    await press(club, club.bob, "Accepter")
    await club.away((club.alice, "@e5,e6"))
    (answer,) = (m for m in club.messages if m.reference and m.author.bot)
    assert "Pas devant tout le monde" in answer.content
    await club.wait(seconds=30)
    assert answer.id not in {message.id for message in club.messages}


@OWN
async def test_a_first_direct_message_is_answered_in_the_language_of_ones_servers(
    club: Club,
) -> None:
    async def is_french(member: MemberActor) -> bool:
        said = "\n".join(shown(await answered(member, "chess")))
        assert ("I have no game" in said) != ("Je n’ai pas de jeu" in said)
        return "Je n’ai pas de jeu" in said

    assert await is_french(club.alice)  # before anybody has pressed anything
    club.env.create_guild("Elsewhere", preferred_locale="en-US")
    assert not await is_french(club.alice), "the bot is on servers of two languages"
    await begun(club)
    assert await is_french(club.alice), "she has played on the French one"
    assert not await is_french(club.carol)
    await club.carol.slash(club.channel, "help")
    assert await is_french(club.carol), "her Discord was French when she pressed something"
