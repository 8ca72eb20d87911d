"""The outbox's worker: it posts what it is handed, in order and once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.delivery import poster
from cogs.delivery.match_messages import MatchMessages
from cogs.members.mentions import FIRST_ID
from cogs.moves.play import Play
from cogs.timekeeping.paces import Paces
from data import Store
from engine.table.match import Match
from tests.cogs.conftest import Club


def numbers(club: Club, match: Match) -> list[int]:
    """Return the numbers of a match's events that the channel's messages show, in order."""
    return [
        (component.id or 0) - FIRST_ID
        for message in club.messages
        for component in message.components
        if isinstance(component, discord.components.TextDisplay)
        and (component.id or 0) > FIRST_ID
        and component.content.endswith(f"#{match.id}")
    ]


async def test_moves_saved_while_another_is_posted_are_posted_once_and_in_order(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.start()
    shown = numbers(club, match)
    answers = ["19-23", "28x19", "14x23"]
    send = MatchMessages.send

    async def answered(messages: MatchMessages, *given: Any) -> int:  # noqa: ANN401 - passed on
        message = await send(messages, *given)
        while answers:
            async with club.store.match(match.id) as table:
                person = table.match.people[table.match.position.turn]
                now = discord.utils.utcnow()
                table.match = table.match.play(person, answers.pop(0), now=now, source=None)
        return message

    monkeypatch.setattr(MatchMessages, "send", answered)
    await club.alice.send(club.channel, "32-28")
    match = await club.store.load(match.id)
    assert [event.text for event in match.moves] == ["32-28", "19-23", "28x19", "14x23"]
    assert numbers(club, match) == [*shown, *(event.number for event in match.moves)]
    assert await club.store.outbox.pending() == []


async def test_what_is_handed_to_the_worker_is_not_read_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.start()
    read: list[int] = []
    outgoing = Store.outgoing

    async def noted(store: Store, match_id: int) -> Any:  # noqa: ANN401 - passed on
        read.append(match_id)
        return await outgoing(store, match_id)

    monkeypatch.setattr(Store, "outgoing", noted)
    await club.alice.send(club.channel, "32-28")
    assert "played `32-28`" in club.text()
    assert read == []
    await club.bob.send(club.channel, f"{club.me} board")
    assert numbers(club, match)[-1] == len((await club.store.load(match.id)).events)


def nonces(club: Club) -> list[str]:
    """Return the nonces of the messages sent, in order."""
    sent = [r.json for r in club.env.http_requests if r.method == "POST" and r.json]
    return [json["nonce"] for json in sent if "nonce" in json]


async def test_posts_of_two_databases_are_not_taken_for_each_other(
    club: Club, tmp_path: Path, migrated: bytes
) -> None:
    await club.start()
    await club.restart()
    await club.play("32-28")
    first = nonces(club)
    assert len({nonce.partition(".")[0] for nonce in first}) == 1
    (tmp_path / "other.db").write_bytes(migrated)
    other = await Store.open(str(tmp_path / "other.db"))
    club.store, own = other, club.store
    await club.restart()
    await club.start()
    await club.play("32-28")
    second = nonces(club)[len(first) :]
    assert [nonce.partition(".")[2] for nonce in second] == [
        nonce.partition(".")[2] for nonce in first
    ]
    assert set(first).isdisjoint(second)
    assert max(map(len, first + second)) <= 25
    club.store = own
    await club.restart()
    await other.close()


async def test_other_work_gives_way_to_posts_in_hand(
    club: Club, paces: Paces, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.start()
    gives_way, waits = club.bot.poster.give_way, list[int]()
    send = MatchMessages.send
    monkeypatch.setattr(paces, "looked_every", 0)

    async def watched(messages: MatchMessages, *given: Any) -> Any:  # noqa: ANN401 - passed on
        note()
        return await send(messages, *given)

    def note() -> None:
        """Note how many times other work waits before it goes on."""
        waits.append(sum(1 for _ in gives_way().__await__()))

    async def handled(*_: object) -> None:
        note()

    monkeypatch.setattr(MatchMessages, "send", watched)
    async with club.store.match(match.id) as table:
        now = discord.utils.utcnow()
        table.match = table.match.play(club.alice.id, "32-28", now=now, source=None)
    await club.bot.poster.finish()
    assert waits == [poster.LOOKS]  # while a post is in hand, but not for ever
    note()
    assert waits.pop() == 0  # nothing is in hand
    monkeypatch.setattr(Play, "handle_message", handled)
    await club.bob.send(club.channel, "19-23")
    assert waits.pop() == poster.LOOKS
