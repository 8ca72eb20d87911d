"""The history of matches: its order, its visibility and its results."""

from __future__ import annotations

from datetime import timedelta

import pytest

from data import Post, PostState, Store
from data.outcomes.history import Tally, Viewer, Wanted
from data.outcomes.standings import Standing
from tests.data.kinds import postgresql_at_night
from tests.data.results import ANN, BEN, CID, DOT, begun, ended
from tests.data.tables import CHANNEL, GUILD, START, challenge, change

DAY = timedelta(days=1)
ALL = Viewer([CHANNEL])


async def found(store: Store, wanted: Wanted, viewer: Viewer = ALL, **part: int) -> list[int]:
    return (await store.history.page(wanted, viewer, **({"limit": 100} | part))).matches


async def test_the_newest_come_first_page_by_page(store: Store) -> None:
    first, last, middle = [(await ended(store, after=day * DAY)).id for day in (1, 3, 2)]
    assert await found(store, Wanted(GUILD)) == [last, middle, first]
    assert await found(store, Wanted(GUILD), offset=1, limit=1) == [middle]
    page = await store.history.page(Wanted(GUILD), ALL, offset=2, limit=5)
    assert (page.matches, page.more) == ([first], False)
    assert await store.history.total(Wanted(GUILD), ALL) == 3
    page = await store.history.page(Wanted(GUILD), ALL, limit=1, after=last)
    assert (page.matches, page.more) == ([middle], True)
    page = await store.history.page(Wanted(GUILD), ALL, limit=1, before=first)
    assert page.matches == [middle]


async def test_of_a_person_of_two_and_of_a_game(store: Store) -> None:
    together = (await ended(store, (ANN, BEN))).id
    other = (await ended(store, (ANN, CID), game="assaut")).id
    strangers = (await ended(store, (CID, DOT))).id
    await ended(store, guild=GUILD + 1)
    assert await found(store, Wanted(GUILD, ANN)) == [other, together]
    assert await found(store, Wanted(GUILD, BEN, ANN)) == [together]
    assert await found(store, Wanted(GUILD, game="frisian")) == [strangers, together]
    assert await found(store, Wanted(GUILD, ANN, game="assaut")) == [other]
    assert await found(store, Wanted(GUILD, BEN, DOT)) == []


@postgresql_at_night
async def test_what_never_began_is_no_match_and_what_has_no_result_is_one(store: Store) -> None:
    await begun(store)
    match = await begun(store)
    await change(store, match.id, lambda m: m.abort(ANN, now=START, source=None))
    annulled = await ended(store, ranks=())
    declined = await store.create(challenge(host=ANN))
    await change(store, declined.id, lambda m: m.withdraw(ANN, now=START, source=None))
    assert await found(store, Wanted(GUILD, ANN)) == [annulled.id, match.id]
    assert await store.standings.of_person(GUILD, ANN) == [
        Standing("frisian", START, Tally(0, 0, 0), without_result=2)
    ]


async def test_channels_that_one_may_not_see_are_left_out_but_for_ones_own(store: Store) -> None:
    seen = (await ended(store)).id
    hidden = (await ended(store, channel=CHANNEL + 1)).id
    assert await found(store, Wanted(GUILD)) == [seen]
    assert await found(store, Wanted(GUILD), Viewer([CHANNEL], CID)) == [seen]
    assert await found(store, Wanted(GUILD), Viewer([CHANNEL], BEN)) == [hidden, seen]
    assert await found(store, Wanted(GUILD), Viewer([])) == []
    both = Wanted(GUILD, ANN, BEN)
    assert await store.history.score(both, ALL) == Tally(1, 0, 0)
    assert await store.history.score(both, Viewer([CHANNEL], ANN)) == Tally(2, 0, 0)


@postgresql_at_night
async def test_a_thread_belongs_to_the_channel_of_the_message_it_began_with(store: Store) -> None:
    thread = 777
    match = await ended(store, channel=thread)
    await store.outbox.mark_shown(Post(match.id, 1, CHANNEL, PostState.PENDING), thread)
    assert await store.history.channels(GUILD) == [CHANNEL]
    assert await found(store, Wanted(GUILD)) == [match.id]


async def test_the_score_of_two_is_the_mirror_of_the_others(store: Store) -> None:
    for ranks in ((1, 2), (1, 2), (2, 1), (1, 1), ()):
        await ended(store, ranks=ranks)
    await ended(store, (BEN, CID))
    assert await store.history.score(Wanted(GUILD, ANN, BEN), ALL) == Tally(2, 1, 1)
    assert await store.history.score(Wanted(GUILD, BEN, ANN), ALL) == Tally(1, 1, 2)
    assert await store.history.score(Wanted(GUILD, ANN, BEN, "assaut"), ALL) == Tally(0, 0, 0)
    with pytest.raises(ValueError, match="two people"):
        await store.history.score(Wanted(GUILD, ANN), ALL)


@postgresql_at_night
async def test_wins_draws_and_losses_game_by_game(store: Store) -> None:
    await ended(store, (ANN, BEN), after=2 * DAY)
    await ended(store, (BEN, ANN), after=1 * DAY)
    await ended(store, (BEN, ANN), (1, 1), after=3 * DAY)
    await ended(store, (ANN, BEN, CID, DOT), (1, 1, 2, 3), game="halma")
    frisian, halma = await store.standings.of_person(GUILD, ANN)
    assert (frisian.game, frisian.tally) == ("frisian", Tally(1, 1, 1))
    assert frisian.since == START + DAY
    assert (halma.game, halma.tally) == ("halma", Tally(0, 1, 0))
    (third,) = await store.standings.of_person(GUILD, CID)
    assert third.tally == Tally(0, 0, 1)
    assert await store.history.score(Wanted(GUILD, CID, DOT), ALL) == Tally(1, 0, 0)
