"""The buttons below posts of all games: at most two rows, and of two rows none has one button."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import discord
import pytest

import engine
from cogs.language.actions import Action
from cogs.language.catalogues import translate_into
from cogs.messages.buttons import MatchButton, Menu, TextButton
from cogs.messages.layouts import has_board
from cogs.messages.match_posts import button_rows, rare_buttons
from cogs.messages.move_lists import by_piece, has_moves, rows_on_post
from engine.table.match import Match
from engine.table.record import Status, another
from engine.values import DRAW
from tests.cogs.conftest import UNSEEN, Club, labels, private_text

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ENGLISH = translate_into(discord.Locale.american_english)
TABLES = [(name, seats) for name, game in engine.games.items() for seats in game.seats]


def begun(name: str, seats: int) -> Match:
    """Return a match of as many people as there are seats, before the first move."""
    match = Match.challenge(
        guild=1,
        channel=1,
        game=engine.games[name],
        options={},
        host=1,
        opponents=list(range(2, seats + 1)),
        seat=0,
        now=NOON,
        source=None,
    )
    for person in range(2, seats + 1):
        match = match.accept(person, now=NOON, source=None, chance=random.Random(0))
    return match


def played(match: Match, turns: int, chance: random.Random) -> Iterator[Match]:
    """Yield a match after each set-up and each of ``turns`` random turns, or fewer at its end."""
    while match.setting_up:
        who = match.people[match.setting_up[0]]
        match = match.arrange(who, match.setup.completion, chance=chance)
        match = match.ready(who, now=NOON, source=None)
        yield match
    for _ in range(turns):
        position = match.position
        moves = position.legal_moves()
        if match.outcome is not None or not moves:
            return
        move = position.write(chance.choice(moves[:200]))
        match = match.play(match.people[position.turn], move, now=NOON, source=None, sure=True)
        yield match


def check(match: Match) -> list[Action]:
    """Check the rows of a post; return the actions of its buttons, in order."""
    every = list(button_rows(match, ENGLISH))
    rows = [row for row in every if isinstance(row[0], MatchButton)]
    moves = [item for row in every for item in row if isinstance(item, Menu | TextButton)]
    assert every == [*every[: len(every) - len(rows)], *rows]
    assert len(rows) <= 2, rows
    assert all(len(row) <= 5 for row in every)
    assert len(rows) < 2 or all(len(row) > 1 for row in rows)
    check_moves(match, moves)
    shown = [button for row in rows for button in row if isinstance(button, MatchButton)]
    hidden = rare_buttons(match, ENGLISH)
    ids = [item.item.custom_id for item in [*moves, *shown, *hidden]]
    assert len(ids) == len(set(ids))
    assert all(len(name or "") <= 100 for name in ids)
    return [button.action for button in shown]


def check_moves(match: Match, items: Sequence[Menu | TextButton]) -> None:
    """Check that a post offers each move once; of more than 25 moves, each piece that can move.

    Up to five are buttons, and more are in menus; of more than 50 pieces none is offered.
    """
    if not has_moves(match) or not has_board(match):
        assert not items
        return
    texts = {match.position.write(move) for move in match.public_moves}
    pieces = set(map(str, by_piece(match.position.seen_by(None), match.public_moves)))
    buttons = [item.about.split(" ", 2)[2] for item in items if isinstance(item, TextButton)]
    options = [option for item in items if isinstance(item, Menu) for option in item.item.options]
    tapped = [*buttons, *(option.value for option in options)]
    assert len(tapped) == len(set(tapped))
    assert set(tapped) == (texts if len(texts) <= 25 else pieces if len(pieces) <= 50 else set())
    assert bool(buttons) == (len(texts) <= 5 or (len(texts) > 25 and len(pieces) <= 5))
    assert all(len(option.description or "") <= 100 for option in options)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_no_board_of_any_game_has_more_than_two_rows_or_a_lonely_button(
    name: str, seats: int
) -> None:
    chance = random.Random(seats)
    start = begun(name, seats)
    for match in (start, *played(start, 60, chance)):
        actions = check(match)
        if match.outcome is not None:
            continue
        assert Action.RULES in actions
        assert actions[-1] is Action.MORE
        if match.setting_up:
            continue
        assert actions[0] is Action.LEGAL or not rows_on_post(match, ENGLISH)
        assert Action.MOVE in {*actions, *(b.action for b in rare_buttons(match, ENGLISH))}
        assert (Action.WHOLE in actions) == (match.position.display.view() is not None)
        assert Action.PROPOSE not in actions


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_offers_results_and_challenges_keep_to_two_rows(name: str, seats: int) -> None:
    chance = random.Random(0)
    match = [*played(begun(name, seats), 4, chance)][-1]
    for agreement in match.position.agreements():
        who = match.people[agreement.seats[0] if agreement.seats else match.position.turn]
        offered = match.offer_agreement(who, agreement.name, now=NOON, source=None)
        check(offered)
        reposted = offered.repost(now=NOON)
        if agreement == DRAW and offered.offer is not None:
            assert check(reposted)[:3] == [Action.AGREE, Action.REFUSE, Action.RECALL]
            assert Action.RULES in check(reposted)
    for seat in range(seats - 1):
        if match.status is Status.LIVE:
            match = match.resign(match.people[seat], now=NOON, source=None)
    check(match)
    challenge = begun(name, seats).until(1)
    check(challenge)


def test_who_watches_computers_has_no_moves_to_make() -> None:
    for game in engine.games.values():
        computers: list[int] = []
        for _ in range(min(game.seats)):
            computers.append(another(1, computers))
        match = Match.exhibition(
            guild=1,
            channel=1,
            game=game,
            options={},
            host=1,
            computers=computers,
            now=NOON,
            source=None,
        )
        match = match.begun(now=NOON, chance=random.Random(0))
        actions = check(match)
        if not match.setting_up:
            assert not {Action.MOVE, Action.DRAW, Action.RESIGN} & set(actions)
            assert {Action.LEGAL, Action.RULES, Action.MORE} <= set(actions)


async def test_the_rules_of_the_game_are_shown_below_its_board(club: Club) -> None:
    match = await club.start()
    shown = await club.carol.click(club.last, label="Rules")
    assert "Frisian draughts" in private_text(shown)
    assert shown.response is not None
    assert "Next" in labels(shown.response.message)
    await club.carol.click(shown.response, label="Next")
    assert (await club.reload(match)).events == match.events


async def test_the_rules_below_a_board_begin_with_the_options_of_the_match(club: Club) -> None:
    await club.start("assaut free no-block soldiers")
    first = await club.carol.click(club.last, label="Rules")
    begins = private_text(first)
    assert begins.startswith(
        "\nIn this match:"
        "\n• Outside the fortress soldiers step up or sideways, never back"
        "\n• A soldier's move that leaves the officers no move loses the game"
        "\n### Assaut: "
    )
    assert first.response is not None
    following = await club.carol.click(first.response, label="Next")
    assert following.response is not None
    assert "In this match:" not in private_text(following)
    back = await club.carol.click(following.response, label="Back")
    assert private_text(back) == begins


async def test_the_rules_below_a_board_of_the_usual_game_begin_with_its_name(club: Club) -> None:
    await club.start("halma")
    shown = await club.carol.click(club.last, label="Rules")
    assert private_text(shown).startswith("\n### Halma: ")


@UNSEEN
async def test_what_is_rare_is_proposed_under_more(club: Club) -> None:
    await club.start("allies battle")
    board = club.public()[-1]
    assert not [label for label in labels(board) if label.startswith("Propose")]
    panel = await club.alice.click(board, label="More")
    assert panel.response is not None
    proposals = [x for x in labels(panel.response.message) if x.startswith("Propose")]
    assert len(proposals) == 2
    watching = await club.carol.click(board, label="More")
    assert watching.response is not None
    assert "Propose" not in " ".join(labels(watching.response.message))
    await club.alice.click(panel.response, label=proposals[0])
    assert labels(club.last) == ["Accept", "Decline", "Withdraw"]
