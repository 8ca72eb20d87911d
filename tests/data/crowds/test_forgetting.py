"""A person who asks to be forgotten is in no vote any more, and crowds go on without them."""

from __future__ import annotations

import json

import pytest

from data import Store
from engine import Refusal
from engine.crowds.record import Kind
from engine.crowds.terms import CrowdTerms, Way
from tests.data.crowds.votes import ONE, PEOPLE, TWO, at_end, begun, change, made, moved, voted
from tests.data.kinds import postgresql_at_night
from tests.data.tables import HOST, START
from tests.data.tournaments.events import DAY
from tests.data.tournaments.test_forgetting import FORMER, tables_with

GONE, BOB, CID, *_ = PEOPLE


@postgresql_at_night
async def test_a_vote_that_is_open_goes_on_without_theirs(store: Store) -> None:
    terms = CrowdTerms(Way.VOTE, people=(GONE, BOB, CID), captain=GONE)
    match, over = await made(store, terms), await made(store, terms)
    for one in (match, over):
        for step in (
            begun(), voted(GONE, source="message:1"), voted(BOB), voted(CID, "31-26"), at_end,
            begun(3), voted(GONE, "32-28", "message:2"), voted(BOB, "31-26"),
            lambda crowd: crowd.propose(GONE, "resign", now=crowd.since, source="press:1"),
            lambda crowd: crowd.bar(CID, GONE, now=crowd.since, source="press:2"),
        ):  # fmt: skip
            await change(store, one.id, step)
        await change(store, one.id, begun(2), TWO)
        await change(store, one.id, moved(PEOPLE[4]), TWO)
    for user in (ONE, TWO):
        await change(store, over.id, lambda crowd: crowd.end(now=crowd.since), user)
    assert await tables_with(store, GONE) == {"crowds", "crowd_entries", "crowd_people"}
    saved: list[tuple[int, list[Kind]]] = []
    store.crowds.saved.connect(
        lambda one, new: saved.append((one.match, [entry.kind for entry in new]))
    )
    kept = await store.kept_about(GONE)
    assert not [who for who in (BOB, CID) if str(who) in json.dumps(kept)]
    assert [(one["match"], one["turns"], one["chosen"]) for one in kept["crowds"]] == [
        (match.id, 2, 1), (over.id, 2, 1)
    ]  # fmt: skip
    assert [entry["kind"] for entry in kept["crowds"][0]["entries"]] == [
        "vote", "vote", "motion", "bar"
    ]  # fmt: skip

    assert await store.forget(GONE, START + DAY)
    assert await tables_with(store, GONE) == set()
    assert saved == [(match.id, [Kind.CAPTAIN, Kind.LEAVE])]
    store.crowds.empty_memory()
    crowd = await store.crowds.load(match.id, ONE)
    ballot = crowd.ballot
    assert ballot is not None
    assert {who: vote.text for who, vote in ballot.votes.items()} == {BOB: "31-26"}
    assert crowd.captain is None
    assert crowd.recent == {BOB}
    assert crowd.electors(0) == 1  # Bob alone is named, still there, and not barred
    assert crowd.barred == {CID}
    first, *_ = await store.crowds.history(over.id, ONE)
    assert first.tally[0].by == FORMER
    assert first.votes[FORMER] == "32-28"
    after = await change(store, match.id, at_end)
    assert after.orders[-1].text == "31-26"
    assert await store.kept_about(GONE) == {
        "person": str(GONE), "settings": {}, "blocked by the operator since": None,
        **{key: [] for key, value in kept.items() if isinstance(value, list)},
    }  # fmt: skip


async def test_who_is_only_named_is_taken_out_too(store: Store) -> None:
    """Even before the first turn, a named person or captain is forgotten."""
    match = await made(store, CrowdTerms(Way.RELAY, people=(GONE, BOB), captain=GONE))
    await change(
        store, match.id, lambda one: one.name_captain(GONE, by=HOST, now=START, source=None), TWO
    )
    assert [one["named"] for one in (await store.kept_about(GONE))["crowds"]] == [True, False]
    assert await store.forget(GONE, START)
    assert await tables_with(store, GONE) == set()
    for crowd in await store.crowds.of_match(match.id):
        assert crowd.begin(1, now=START).captain is None
    await change(store, match.id, begun())
    assert await tables_with(store, GONE) == set()


@postgresql_at_night
async def test_who_had_a_part_has_none_again_until_the_match_is_over(store: Store) -> None:
    match = await made(store)
    for user in (ONE, TWO):
        await change(store, match.id, begun(), user)
    await change(store, match.id, voted(GONE))
    await change(store, match.id, lambda one: one.bar(GONE, HOST, now=one.since, source=None))
    assert await store.forget(GONE, None)
    assert await tables_with(store, GONE) == set()
    for user, step in ((ONE, voted(GONE)), (TWO, moved(GONE))):
        with pytest.raises(Refusal, match="your data deleted"):
            await change(store, match.id, step, user)
    await change(store, match.id, voted(BOB))
    for user in (ONE, TWO):
        await change(store, match.id, lambda one: one.end(now=one.since), user)
    store.crowds.empty_memory()
    assert not [one for one in await store.crowds.of_match(match.id) if one.terms.gone]
