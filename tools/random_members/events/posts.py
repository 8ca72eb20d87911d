"""The check of a tournament's posts: each stands in the channel once, and the card is current."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from zlib import crc32

from simcord.components import walk_components

from cogs.client.client import Damier
from cogs.events.card import card_lines, card_of
from cogs.language.catalogues import translate_into
from engine.tournaments.tournament import Tournament
from tests.cogs.conftest import Club, texts_in
from tools.random_members.components import TEXT
from tools.random_members.events.records import Row, Told

ALWAYS = {
    "call",
    "postpone",
    "propose",
    "agree",
    "remind",
    "shift",
    "unpair",
    "pause",
    "resume",
    "message",
    "end",
    "cancel",
}
"""The kinds of entries that are always posted, whoever caused them."""

FIRST_MARK = 2**30


def _is_posted(told: Told, entry: Row) -> bool:
    kind, data = entry["kind"], entry["data"]
    if kind == "withdraw" and data["why"] in {"missed", "gone"}:
        return bool(entry["person"] > 0)  # a direct message; a person with deleted data gets none
    if kind == "pair":
        return told.form not in {"arena", "ladder", "simul", "team"}
    taken = kind == "score" and (told.form == "ladder" or entry["person"] is not None)
    by_organiser = kind in {"leave", "withdraw", "replace"} and "reason" in data
    by_organiser |= kind in {"join", "return"} and "by" in data
    return kind in ALWAYS or taken or by_organiser or bool(data.get("reason"))


def _may_be_missing(told: Told, entry: Row) -> bool:
    """Return whether the post of the entry before may include this entry."""
    before = told.entries[entry["number"] - 2]["kind"] if entry["number"] > 1 else ""
    return entry["kind"] in {"shift", "postpone"} and before == "resume"


def faults_of_posts(told: Told, club: Club, tournament: Tournament, database: str) -> Iterator[str]:
    """Yield the faults in the posts of a tournament, after the bot has sent all of them."""
    bulletins = {one["number"]: one for one in told.rows.bulletins.get(told.row["id"], [])}
    wanted = {one["number"] for one in told.entries if _is_posted(told, one)}
    shared = {one["number"] for one in told.entries if _may_be_missing(told, one)}
    if set(bulletins) - shared != wanted - shared:
        yield f"bulletins of {sorted(bulletins)}, and there are to be some of {sorted(wanted)}"
    shown = [one for one in bulletins.values() if one["state"] == "shown" and not one["person"]]
    if (order := [one["message"] for one in shown]) != sorted(order):
        yield f"posts out of order: {order}"
    marks = Counter(
        part["id"]
        for channel in _channels(club)
        for message in club.env.backend.messages.get(channel, {}).values()
        for part in walk_components(message.components)
        if part.get("id", 0) >= FIRST_MARK
    )
    for one in bulletins.values():
        if one["state"] not in {"shown", "joined"} and one["person"] is None:
            yield f"the post of entry {one['number']} is {one['state']}: {one['why']}"
        name = f"t{told.row['id']:x}.{one['number']:x}"
        there = marks[FIRST_MARK + crc32(f"{database}.{name}".encode()) % FIRST_MARK]
        is_there = one["channel"] in club.env.backend.messages
        if one["state"] == "shown" and one["person"] is None and is_there and there != 1:
            yield f"the post of entry {one['number']} stands there {there} times"
    yield from _card(told, club, tournament)


def _channels(club: Club) -> list[int]:
    return list(club.env.backend.messages)


def _is_card(text: str, number: int) -> bool:
    """Return whether a text is that of a tournament's card, by its last line."""
    lines = text.splitlines()
    return len(lines) > 2 and bool(re.match(rf"-# .*#{number}\b", lines[-1]))


def _card(told: Told, club: Club, tournament: Tournament) -> Iterator[str]:
    """Yield a fault unless there is exactly one card, which shows the tournament as it is now."""
    row = told.row
    cards = [
        message.id
        for channel in _channels(club)
        for message in club.env.backend.messages[channel].values()
        for part in walk_components(message.components)
        if part.get("type") == TEXT and _is_card(part["content"], row["id"])
    ]
    if len(cards) > 1 or (cards and cards[-1] != row["card"]):
        yield f"the cards {cards} are there, and {row['card']} is known"
    if row["card_due"] or row["card_version"] != row["version"]:
        yield f"the card shows entry {row['card_version']} of {row['version']}"
    if row["card"] is None:
        yield "there is no card"
        return
    assert isinstance(club.bot, Damier)
    locale = club.bot.preferences.locale_of(club.bot.get_guild(row["guild"]))
    layout = card_of(tournament, locale)
    message = club.env.backend.messages.get(row["card_channel"], {}).get(row["card"])
    if message is None:
        yield "the card is gone"
        return
    parts = walk_components(message.components)
    shown = [part["content"] for part in parts if part.get("type") == TEXT]
    if tournament.terms.is_exhibition:  # its boards have links, which are not compared
        wanted = [[*card_lines(tournament, translate_into(locale))][2]]
        shown = [line for text in shown for line in text.splitlines() if line in wanted]
    else:
        wanted = texts_in(layout)
    if shown != wanted:
        yield f"the card says {shown}, and is to say {wanted}"
