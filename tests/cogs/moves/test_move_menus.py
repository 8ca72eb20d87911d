"""The Move button: the piece, then where to, from menus; or a text, which can be mended."""

from __future__ import annotations

import random
from math import dist

import discord
import pytest
from simcord import InteractionResult, MemberActor

import engine
from cogs.messages.buttons import Use
from cogs.moves.move_menus import by_piece, menu_of_moves, menus_of_pieces
from cogs.moves.move_questions import CHOICES
from engine.table.match import Match
from tests.cogs.conftest import SHARED, Club, labels, picture_of, private_text
from tests.cogs.delivery.matches import ENGLISH
from tests.engine.setups import Setup, usual_setups
from tests.nightly import one_of_each_family

pytestmark = SHARED

GAMES = sorted(engine.games)


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
    """Return the values of all menus by their labels."""
    return {option.label: option.value for menu in menus(shown) for option in menu.options}


async def choose(member: MemberActor, shown: InteractionResult, label: str) -> InteractionResult:
    """Choose from the menu that has that label."""
    menu = next(m for m in menus(shown) if label in [o.label for o in m.options])
    assert shown.response is not None
    return await member.select(shown.response, [options(shown)[label]], custom_id=menu.custom_id)


@pytest.mark.parametrize("name", one_of_each_family())
async def test_a_move_of_any_game_is_chosen_piece_and_target(club: Club, name: str) -> None:
    match = await club.start(name)
    chance = random.Random(name)
    member, position = mover(club, match), match.position
    shown = await member.click(club.public()[-1], label="Move")
    assert shown.response is not None
    assert shown.response.ephemeral
    await picture_of(shown.response.message)
    pieces = by_piece(position)
    names = [position.board.names[point] for point in pieces]
    safe = {
        point: [move for move in moves if not position.claiming.warning(move)]
        for point, moves in pieces.items()
    }
    point = chance.choice([point for point, moves in safe.items() if moves])
    if len(pieces) > 1:
        assert list(options(shown)) == names
        assert all(len(menu.options) <= CHOICES for menu in menus(shown))
        shown = await choose(member, shown, position.board.names[point])
    move = chance.choice(safe[point])
    text = position.write(move)
    assert f"From {position.board.names[point]}: where to?" in private_text(shown)
    if text not in options(shown):
        assert len(pieces[point]) > CHOICES
        text = next(iter(options(shown)))
    played = await choose(member, shown, text)
    assert f"You played `{text}`." in private_text(played)
    assert f"played `{text}`" in club.text(club.public()[-1])


async def test_the_menus_work_after_a_restart(club: Club) -> None:
    match = await club.start()
    shown = await club.alice.click(club.last, label="Move")
    await club.restart()
    shown = await choose(club.alice, shown, "32")
    await club.restart()
    await choose(club.alice, shown, "32-28")
    assert [move.text for move in (await club.reload(match)).moves] == ["32-28"]


async def test_stale_menus_say_so(club: Club) -> None:
    match = await club.start()
    pieces = await club.alice.click(club.last, label="Move")
    second = await club.alice.click(club.last, label="Move")
    targets = await choose(club.alice, second, "32")
    await club.alice.send(club.channel, "31-27")
    for shown, label in ((pieces, "32"), (targets, "32-28")):
        assert "out of date" in private_text(await choose(club.alice, shown, label))
    assert len((await club.reload(match)).moves) == 1


async def test_two_presses_are_one_move(club: Club) -> None:
    match = await club.start()
    first = await choose(club.alice, await club.alice.click(club.last, label="Move"), "32")
    second = await choose(club.alice, await club.alice.click(club.last, label="Move"), "31")
    await choose(club.alice, first, "32-28")
    assert "out of date" in private_text(await choose(club.alice, second, "31-27"))
    assert [move.text for move in (await club.reload(match)).moves] == ["32-28"]


async def test_nobody_else_is_asked(club: Club) -> None:
    await club.start()
    board = club.last
    assert "not your turn" in private_text(await club.bob.click(board, label="Move"))
    assert "not a player" in private_text(await club.carol.click(board, label="Move"))


async def test_one_piece_that_must_capture_is_not_asked_for(club: Club) -> None:
    await club.start()
    await club.play("32-28", "19-23")
    shown = await club.alice.click(club.last, label="Move")
    assert "From 28: where to?" in private_text(shown)
    assert options(shown) == {"28x19": "28x19"}
    (option,) = menus(shown)[0].options
    assert option.description == "takes 23"
    assert labels(shown.response.message if shown.response else club.last) == ["Type the move"]


async def test_another_piece_can_be_chosen(club: Club) -> None:
    await club.start()
    shown = await choose(club.alice, await club.alice.click(club.last, label="Move"), "32")
    assert shown.response is not None
    shown = await club.alice.click(shown.response, label="Another piece")
    assert "Which piece?" in private_text(shown)
    assert "31" in options(shown)


async def test_in_alliance_the_turn_is_chosen_besides(club: Club) -> None:
    await club.start("alliance white")
    shown = await choose(club.alice, await club.alice.click(club.last, label="Move"), "c3")
    offered = {o.label: o.description for o in menus(shown)[0].options}
    assert offered["c3-c4"] != offered["c3-c4=+"]
    assert "becomes" in (offered["c3-c4=+"] or offered["c3-c4"] or "")


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
    played = await club.alice.submit_modal(form, club.form(form, "32-28"))
    assert "You played `32-28`." in private_text(played)
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
            of_pieces = menus_of_pieces(Use.PIECE, "1 2", position, pieces, ENGLISH)
            assert len(of_pieces) <= 4
            point, own = chance.choice(list(pieces.items()))
            (of_moves,) = menu_of_moves(Use.TARGET, "1 2", position, own, ENGLISH)
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
