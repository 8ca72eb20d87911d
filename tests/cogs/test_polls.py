"""The example of docs/add-an-activity.md: a poll on the next game, from its card to its result."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import pytest
from simcord import InteractionResult

from cogs.client.client import Damier
from cogs.delivery.outbox import SWEPT_EVERY
from cogs.messages import buttons, forms
from cogs.messages.buttons import ControlKind
from cogs.timekeeping.paces import Paces
from data import Store
from tests.cogs import server
from tests.cogs.conftest import RARE_TICKS, Club, labels, private_text
from tests.cogs.events.club import pressed
from tests.examples.polls.poll_store import PollStore
from tests.examples.polls.polls import LASTS
from tests.examples.polls.posts import PROPOSE, VOTE
from tests.simulator import patient

pytestmark = RARE_TICKS

ANOTHER = "Propose another game"


class PollingBot(Damier):
    """The bot with the example's polls."""

    async def load_cogs(self) -> None:
        await super().load_cogs()
        await self.load_extension("tests.examples.polls.extension")


@pytest.fixture
def simcord_bot(store: Store, paces: Paces, monkeypatch: pytest.MonkeyPatch) -> Iterator[Damier]:
    """A bot with polls, even after a restart, that knows the kinds of their buttons."""
    names = {kind.name: kind.value for kind in ControlKind}
    names |= {"VOTE": VOTE, "PROPOSE": PROPOSE}
    kinds = StrEnum("ControlKind", names)  # type: ignore[misc] # names are not literal
    monkeypatch.setattr(buttons, "ControlKind", kinds)
    monkeypatch.setattr(forms, "ControlKind", kinds)
    monkeypatch.setattr(server, "Damier", PollingBot)
    with patient():
        yield PollingBot(store, shard_count=1, paces=paces)


async def proposed(club: Club, game: str) -> InteractionResult:
    """Have Carol propose a game by the form of the last card; return the answer."""
    form = await club.carol.click(club.last, label=ANOTHER)
    shown = await club.carol.submit_modal(form, club.form(form, game))
    await club.posted()
    return shown


async def test_a_poll_goes_from_its_card_to_its_result(club: Club) -> None:
    shown = await club.alice.slash(club.channel, "poll", game="halma")
    assert private_text(shown) == "The poll is open."
    await club.posted()
    card = club.last
    assert "- Halma: 0 votes" in club.text()
    assert labels(card) == ["Halma", ANOTHER]

    assert "You propose Frisian" in private_text(await proposed(club, "frisian"))
    assert labels(await club.fetch(card)) == ["Halma", "Frisian draughts", ANOTHER]
    refused = await proposed(club, "halma")
    assert "proposed already" in private_text(refused)
    assert refused.response is not None
    assert labels(refused.response.message) == ["Change it"]

    voted = await club.bob.click(club.last, label="Halma")
    assert private_text(voted) == "You vote for Halma."
    await club.restart()
    await club.bob.click(club.last, label="Frisian draughts")  # replaces his first vote
    await club.carol.click(club.last, label="Frisian draughts")
    await club.posted()
    assert club.last.id == card.id
    assert "- Halma: 0 votes\n- Frisian draughts: 2 votes" in club.text()

    await club.later(seconds=LASTS.total_seconds())
    await club.posted()
    assert "The next game: **Frisian draughts**, 2 votes." in club.text()
    assert club.pinged() == {club.bob.id, club.carol.id}
    ended = await club.fetch(card)
    assert "This poll is over." in club.text(ended)
    assert labels(ended) == []
    count = len(club.messages)
    await club.restart()
    await club.wait(minutes=2)
    assert len(club.messages) == count


async def test_a_poll_ends_while_the_bot_runs_and_a_late_press_is_refused(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} poll halma")
    await club.posted()
    card = next(message for message in club.messages if "Halma" in labels(message))
    polls = PollStore(club.store._database)
    (number,) = await polls.all()
    club.env.backend.advance_clock(LASTS.total_seconds())
    await club.env.advance_time(SWEPT_EVERY.total_seconds())
    await club.posted()
    assert "The poll is over; nobody voted." in club.text()
    assert labels(await club.fetch(card)) == []
    late = await pressed(club, club.bob, VOTE, f"{number}:halma")
    assert private_text(late) == "This poll is over."
    assert await polls.all() == []
