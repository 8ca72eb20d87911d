"""Boards, panels and answers of all games, with every two personal settings together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any, Final

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

import engine
from cogs.client.error_answers import OOPS
from cogs.language.catalogues import in_all_languages
from data import PersonSettings
from engine.table.record import Status
from tests.cogs.analysis.conftest import studies
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels
from tests.nightly import FAMILIES, is_night, mostly_at_night

pytestmark = [SHARED, UNSEEN, pytest.mark.usefixtures("studies")]

__all__ = ["studies"]  # a fixture

OTHERS: Final = {
    "theme": "slate",
    "chosen_language": "fr",
    "language": "fr",
    "move_buttons": "off",
}
"""Another value than the usual one for each setting that is not on or off."""

STARTS: Final = {"alliance": "alliance free", "allies": "allies france-germany"}
"""The words that begin games with a secret set-up; other games begin with their name."""

PANELS: Final = {"More", "Plus", "Set up", "Placer"}
LEFT_OUT: Final = {"Resign", "Abandonner", "Abort", "Annuler la partie"}


def values() -> dict[str, tuple[Any, ...]]:
    """Return two values of every setting, and the games."""
    usual = PersonSettings()
    found: dict[str, tuple[Any, ...]] = {
        "game": tuple(engine.games) if is_night() else tuple(FAMILIES.values())
    }
    for field in PersonSettings.__dataclass_fields__:
        value = getattr(usual, field)
        found[field] = (value, OTHERS.get(field, not value))
    return found


def rows() -> Iterator[dict[str, Any]]:
    """Yield combinations of values in which every pair of values of two settings occurs."""
    every = values()
    missing = {
        frozenset({(one, a), (other, b)})
        for one, other in combinations(every, 2)
        for a, b in product(every[one], every[other])
    }
    while missing:
        row: dict[str, Any] = dict(max(map(sorted, missing), key=str))
        for field, choices in every.items():
            if field not in row:
                row[field] = max(choices, key=lambda value: gain(missing, row, field, value))
        missing -= {frozenset(pair) for pair in combinations(row.items(), 2)}
        yield row


def gain(
    missing: set[frozenset[tuple[str, Any]]], row: Mapping[str, Any], field: str, value: object
) -> int:
    """Return how many of the missing pairs ``row`` gains if ``field`` has ``value``."""
    return sum(frozenset({(field, value), other}) in missing for other in row.items())


def named(row: Mapping[str, Any]) -> str:
    """Return the names of the game and of the settings that are not as usual."""
    usual = PersonSettings()
    changed = [field for field in row if field != "game" and row[field] != getattr(usual, field)]
    return "-".join([row["game"], *changed])


@pytest.mark.parametrize("row", mostly_at_night(rows(), lambda row: row["text_first"]), ids=named)
async def test_all_that_a_board_offers_is_answered(club: Club, row: dict[str, Any]) -> None:
    settings = {field: value for field, value in row.items() if field != "game"}
    for member in (club.alice, club.bob):
        await club.bot.preferences.change_person(member.id, **settings)
    match = await club.challenge(f"{STARTS.get(row['game'], row['game'])} unrated")
    await club.bob.click(club.last, label=labels(club.last)[0])
    match = await club.reload(match)
    assert match.status is Status.LIVE
    if match.setting_up:
        await press_all(club, club.alice)
    for seat in match.setting_up:
        member = club.alice if match.people[seat] == club.alice.id else club.bob
        await member.send_dm((await club.reload(match)).setup.completion)
        await member.send_dm("ready")
    match = await club.reload(match)
    member = club.alice if match.people[match.position.turn] == club.alice.id else club.bob
    await press_all(club, member)
    for command in ("match moves", "match where", "mygames"):
        answered(club, await member.slash(club.channel, command))
    await member.send(club.channel, match.example)


async def press_all(club: Club, member: MemberActor) -> None:
    """Press every button of the board, and every button of the panels that they open."""
    board = club.last
    for label in labels(board):
        if label in LEFT_OUT:
            continue
        shown = answered(club, await member.click(board, label=label))
        if shown is None or label not in PANELS:
            continue
        for inner in labels(shown.message):
            opened = answered(club, await member.click(board, label=label))
            if inner not in LEFT_OUT and opened is not None:  # a press may have changed the panel
                answered(club, await member.click(opened, label=inner))


def answered(club: Club, result: InteractionResult) -> ResponseMessage | None:
    """Return the answer to an interaction, if any; fail if it says that something went wrong."""
    if result.response is None:
        return None
    text = club.text(result.response.message)
    assert not any(wrong in text for wrong in in_all_languages(OOPS)), text
    return result.response
