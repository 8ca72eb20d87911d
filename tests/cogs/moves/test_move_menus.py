"""The Move button: a piece, then its target, from menus; or a typed move, and its correction."""

from __future__ import annotations

import random
from dataclasses import replace
from math import dist

import discord
import pytest
from simcord import InteractionResult, MemberActor

import engine
from cogs.delivery import standing_posts
from cogs.language.catalogues import translate_into
from cogs.messages.buttons import ControlKind
from cogs.messages.move_lists import CHOICES, by_piece, menu_of_moves, menus_of_pieces
from engine.table.match import Match
from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text
from tests.cogs.delivery.matches import ENGLISH as LOCALE
from tests.cogs.delivery.matches import live
from tests.cogs.results import posted
from tests.engine.setups import Setup, usual_setups
from tests.nightly import one_of_each_family

pytestmark = SHARED

ENGLISH = translate_into(LOCALE)


def mover(club: Club, match: Match) -> MemberActor:
    return club.alice if match.people[match.position.turn] == club.alice.id else club.bob


def menus(shown: InteractionResult) -> list[discord.SelectMenu]:
    """Return the menus of a private answer."""
    assert shown.response is not None
    return [
        item
        for row in shown.response.message.components
        for item in getattr(row, "children", ())
        if isinstance(item, discord.SelectMenu)
    ]


def options(shown: InteractionResult) -> dict[str, str]:
    """Return the values of all options in the menus of a private answer, by label."""
    return {option.label: option.value for menu in menus(shown) for option in menu.options}


async def choose(member: MemberActor, shown: InteractionResult, label: str) -> InteractionResult:
    """Choose the option ``label`` from the menus of a private answer."""
    menu = next(m for m in menus(shown) if label in [o.label for o in m.options])
    assert shown.response is not None
    return await member.select(shown.response, [options(shown)[label]], custom_id=menu.custom_id)


def left(club: Club) -> int:
    """Return the number of private messages that are still in the channel."""
    messages = club.env.backend.messages[club.channel.id].values()
    return sum(not message.visible_to(None) for message in messages)


def in_rows(message: discord.Message) -> list[discord.SelectMenu]:
    """Return the menus of a post."""
    return [
        item
        for row in message.components
        for item in getattr(row, "children", ())
        if isinstance(item, discord.SelectMenu)
    ]


async def pick(member: MemberActor, post: discord.Message, label: str) -> InteractionResult:
    """Choose the option ``label`` from the menus of a post."""
    found = ((menu, o) for menu in in_rows(post) for o in menu.options if o.label == label)
    menu, option = next(found)
    return await member.select(post, [option.value], custom_id=menu.custom_id)


@pytest.mark.parametrize("name", one_of_each_family())
async def test_a_move_of_any_game_is_tapped_in_few_steps(club: Club, name: str) -> None:
    match = await club.start(name)
    chance = random.Random(name)
    for _ in range(2):
        match = await club.reload(match)
        member, position, board = mover(club, match), match.position, club.public()[-1]
        pieces = by_piece(position)
        moves = {move for moves in pieces.values() for move in moves}
        safe = [move for move in moves if not position.claiming.warning(move)]
        move = chance.choice(sorted(safe))
        text, point = position.write(move), position.board.names[move.path[0]]
        own = pieces[move.path[0]]
        if text in labels(board):
            assert len(moves) <= 5
            await member.click(board, label=text)
        elif len(moves) <= CHOICES:
            assert [option.label for option in in_rows(board)[0].options] == [
                position.write(one) for of_piece in pieces.values() for one in of_piece
            ]
            await pick(member, board, text)
        else:
            if "Move" in labels(board):
                assert len(pieces) > 2 * CHOICES
                shown = await choose(member, await club.press_move(member, board), point)
            else:
                shown = await pick(member, board, point)
            if len(own) == 1:
                assert f"You played `{text}`, the only move of that piece." in private_text(shown)
                await club.env.advance_time(31)
            else:
                assert f"From {point}: where to?" in private_text(shown)
                assert shown.response is not None
                await picture_of(shown.response.message)
                if len(own) > CHOICES:
                    text = next(iter(options(shown)))
                    await choose(member, shown, text)
                else:
                    await member.click(shown.response, label=text)
        said = club.text(club.public()[-1])
        assert f"played `{text}`" in said or "placed their pieces" in said
        assert not left(club)


async def test_moves_are_below_the_board_unless_the_player_or_the_server_wants_none(
    club: Club,
) -> None:
    await club.start()
    preferences = club.bot.preferences
    for server, own, expected in ((True, None, True), (True, "off", False), (False, "on", True)):
        await preferences.change_server(club.guild.id, move_buttons=server)
        await preferences.change_person(club.alice.id, move_buttons=own)
        await club.alice.send(club.channel, f"{club.me} board")
        assert bool(in_rows(club.last)) is expected
        assert ("Move" in labels(club.last)) is not expected
        panel = await club.alice.click(club.last, label="More")
        assert panel.response is not None
        assert ("Move" in labels(panel.response.message)) is expected


async def test_a_press_is_one_move_however_often_it_comes(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing_posts, "FAILED_FOR", 3600.0)
    match = await club.start()
    await club.play("32-28", "19-23")
    board = club.last
    assert labels(board)[:2] == ["28x19", "Legal moves"]
    for member, said in ((club.bob, "not your turn"), (club.carol, "not a player")):
        assert said in private_text(await member.click(board, label="28x19"))
    await club.restart()
    club.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
    await club.alice.click(board, label="28x19")
    before = left(club)
    await club.alice.click(board, label="28x19")
    assert left(club) == before
    assert [move.text for move in (await club.reload(match)).moves][2:] == ["28x19"]
    await club.wait(seconds=30)  # before the edit that failed is tried again
    late = await club.alice.click(board, label="28x19")
    assert "out of date" in private_text(late)


async def test_the_only_move_of_a_piece_is_played_at_once_and_can_be_taken_back(
    club: Club,
) -> None:
    match = await club.start("halma")
    member = mover(club, match)
    pieces = by_piece(match.position)
    point, (move,) = next((p, moves) for p, moves in pieces.items() if len(moves) == 1)
    name, text = match.position.board.names[point], match.position.write(move)
    (menu, *_) = in_rows(club.last)
    (option,) = (option for option in menu.options if option.label == name)
    assert f"plays {text} at once" in (option.description or "")
    shown = await pick(member, club.last, name)
    assert labels(shown.response.message if shown.response else club.last) == ["Take back"]
    assert shown.response is not None
    await member.click(shown.response, label="Take back")
    assert (await club.reload(match)).offer is not None


async def test_a_tapped_move_is_confirmed_like_a_typed_one(club: Club) -> None:
    match = await club.start()
    await club.bot.preferences.change_person(club.alice.id, confirm=True)
    asked = await pick(club.alice, club.last, "32-28")
    assert "do you want to play this?" in private_text(asked)
    assert (await club.reload(match)).moves == ()
    assert asked.response is not None
    await club.alice.click(asked.response, label="Play it")
    assert [move.text for move in (await club.reload(match)).moves] == ["32-28"]
    assert not left(club)


async def test_the_menus_work_after_a_restart(club: Club) -> None:
    match = await club.start()
    shown = await club.press_move(club.alice)
    await club.restart()
    shown = await choose(club.alice, shown, "32")
    await club.restart()
    assert shown.response is not None
    await club.alice.click(shown.response, label="32-28")
    assert [move.text for move in (await club.reload(match)).moves] == ["32-28"]


async def test_stale_menus_say_so(club: Club) -> None:
    match = await club.start()
    pieces = await club.press_move(club.alice)
    second = await club.press_move(club.alice)
    targets = await choose(club.alice, second, "32")
    assert targets.response is not None
    await club.alice.send(club.channel, "31-27")
    assert "out of date" in private_text(await choose(club.alice, pieces, "32"))
    assert "out of date" in private_text(await club.alice.click(targets.response, label="32-28"))
    assert len((await club.reload(match)).moves) == 1


async def test_a_forced_capture_is_one_button_and_one_target(club: Club) -> None:
    await club.start()
    await club.play("32-28", "19-23")
    shown = await club.press_move(club.alice)
    assert "From 28: where to?" in private_text(shown)
    assert labels(shown.response.message if shown.response else club.last) == [
        "28x19",
        "Type the move",
    ]


async def test_another_piece_can_be_chosen(club: Club) -> None:
    await club.start()
    shown = await choose(club.alice, await club.press_move(club.alice), "32")
    assert shown.response is not None
    shown = await club.alice.click(shown.response, label="Another piece")
    assert "Which piece?" in private_text(shown)
    assert "31" in options(shown)


async def test_in_alliance_the_turn_is_chosen_besides(club: Club) -> None:
    await club.start("alliance white")
    shown = await choose(club.alice, await club.press_move(club.alice), "c3")
    targets = labels(shown.response.message if shown.response else club.last)
    assert {"c3-c4", "c3-c4=+"} <= set(targets)


@pytest.mark.parametrize("name", ["halma", "chinese-checkers"])
def test_the_targets_nearest_the_goal_come_first(name: str) -> None:
    position = engine.games[name].start(2)
    board = position.board
    goal = [point for point, seat in position.display.zones() if seat == 1]
    middle = [sum(board.xy[point][axis] for point in goal) / len(goal) for axis in (0, 1)]
    for moves in by_piece(position).values():
        left = [dist(board.xy[move.path[-1]], middle) for move in moves]
        assert left == pytest.approx(sorted(left))


def test_captures_with_the_same_ends_are_told_apart() -> None:
    position = engine.games["frisian"].read("W:WK28:B19,20,38,39,9,29")
    for moves in by_piece(position).values():
        texts = [position.write(move) for move in moves]
        assert len(set(texts)) == len(texts)


async def test_a_refused_text_can_be_mended(club: Club) -> None:
    match = await club.start()
    form = await club.open_form(club.alice)
    refused = await club.alice.submit_modal(form, club.form(form, "32-22"))
    assert "27 or 28" in private_text(refused)
    answer = refused.followups[-1] if refused.followups else refused.response
    assert answer is not None
    await club.restart()
    form = await club.alice.click(answer, label="Correct it")
    assert form.modal is not None
    (label,) = form.modal["components"]
    assert label["component"]["value"] == "32-22"
    await club.alice.submit_modal(form, club.form(form, "32-28"))
    assert [move.text for move in (await club.reload(match)).moves] == ["32-28"]


async def test_a_form_that_was_open_at_a_restart_is_answered(club: Club) -> None:
    match = await club.start()
    form = await club.open_form(club.alice)
    await club.restart()
    await club.alice.submit_modal(form, club.form(form, "32-28"))
    assert left(club) == 0
    assert [move.text for move in (await club.reload(match)).moves] == ["32-28"]


async def test_a_long_or_strange_text_can_be_mended(club: Club) -> None:
    await club.start()
    for text in ("x" * 300, "`32`:28:", "32:22:1", "é" * 100):
        form = await club.open_form(club.alice)
        refused = await club.alice.submit_modal(form, club.form(form, text))
        answer = refused.followups[-1] if refused.followups else refused.response
        assert answer is not None
        form = await club.alice.click(answer, label="Correct it")
        assert form.modal is not None
        (label,) = form.modal["components"]
        assert text.startswith(label["component"]["value"])


@usual_setups
def test_menus_hold_what_discord_allows_and_each_entry_is_a_move(setup: Setup) -> None:
    chance, position = random.Random(2), setup.start()
    for number in range(60):
        moves = position.legal_moves()
        if not moves or position.outcome() is not None:
            return
        if position.setup is None and number % 7 == 0:
            pieces = by_piece(position)
            of_pieces = menus_of_pieces(
                ControlKind.PIECE, "1 2", position, pieces, ENGLISH, at_once=True
            )
            assert len(of_pieces) <= 4
            point, own = chance.choice(list(pieces.items()))
            of_moves = menu_of_moves(ControlKind.TARGET, "1 2", position, own, ENGLISH)
            for menu in (*of_pieces, of_moves):
                values = [option.value for option in menu.item.options]
                assert 1 <= len(values) == len(set(values)) <= CHOICES
                for option in menu.item.options:
                    assert len(option.label) <= 100
                    assert len(option.description or "") <= 100
            assert len({menu.item.custom_id for menu in (*of_pieces, of_moves)}) > len(of_pieces)
            assert {o.value for menu in of_pieces for o in menu.item.options} == set(
                map(str, pieces)
            )
            for option in of_moves.item.options:
                move = position.parse(option.value)
                assert move in moves
                assert point in (move.path if move.kind == "place" else move.path[:1])
        position = position.play(chance.choice(moves))


async def standing(club: Club, name: str, fen: str) -> Match:
    """Store a match of Alice and Bob in the position ``fen``, beside another; return it."""
    begun, place = await club.start(f"{name} white"), live(name, fen)
    position = place.events[-1].position
    events = [
        replace(event, source=None, position=event.position and position) for event in begun.events
    ]
    return await club.store.create(replace(begun, id=0, line=place.line, events=tuple(events)))


async def test_few_pieces_with_many_moves_are_buttons(club: Club) -> None:
    match = await standing(club, "international", "W:WK28,K1,K50:B45,20")
    await posted(club)
    board = club.public()[-1]
    assert labels(board)[:3] == ["From 1", "From 28", "From 50"]
    targets = await club.alice.click(board, label="From 50")
    assert targets.response is not None
    played = await club.alice.click(targets.response, label="50-44")
    assert [move.text for move in (await club.reload(match)).moves] == ["50-44"]
    assert played.response is not None
    assert labels(played.response.message) == ["Next match"]  # the other match waits, too
