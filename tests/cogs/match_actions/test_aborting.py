"""Aborting a match before everyone has moved."""

from __future__ import annotations

from engine.table.record import Status
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text

pytestmark = [SHARED, UNSEEN]


async def test_a_match_is_aborted_by_the_panel(club: Club) -> None:
    match = await club.start()
    await club.play("32-28")
    panel = await club.bob.click(club.last, label="More")
    assert panel.response is not None
    question = await club.bob.click(panel.response, label="Abort")
    assert f"Do you want to abort match #{match.id}" in private_text(question)
    assert question.response is not None
    await club.bob.click(question.response, label="Yes, abort the match")
    assert "aborts the match before everyone has moved" in club.text()
    assert club.pinged() == {club.alice.id}
    assert labels(club.last) == ["Rematch", "Review", "More"]
    over = await club.reload(match)
    assert (over.status, over.outcome) == (Status.OVER, None)


async def test_a_match_is_aborted_by_typing_and_only_by_who_was_asked(club: Club) -> None:
    match = await club.start()
    await club.alice.send(club.channel, f"{club.me} abort")
    question = club.last
    result = await club.bob.click(question, label="Yes, abort the match")
    assert "for your opponent" in private_text(result)
    bystander = await club.carol.click(question, label="Yes, abort the match")
    assert "for somebody else" in private_text(bystander)
    await club.alice.click(question, label="Yes, abort the match")
    assert (await club.reload(match)).status is Status.OVER


async def test_once_everyone_has_moved_nobody_aborts(club: Club) -> None:
    await club.start()
    await club.alice.send(club.channel, f"{club.me} abort")
    question = club.last
    await club.play("32-28", "18-23")
    result = await club.alice.click(question, label="Yes, abort the match")
    assert "Everyone has moved by now" in private_text(result)
    result = await club.alice.slash(club.channel, "match abort")
    assert "Everyone has moved by now" in private_text(result)
    panel = await club.alice.click(club.public()[-1], label="More")
    assert panel.response is not None
    assert "Abort" not in labels(panel.response.message)


async def test_strangers_find_nothing_to_end_in_the_panel(club: Club) -> None:
    await club.start()
    await club.play("32-28")
    panel = await club.carol.click(club.last, label="More")
    assert panel.response is not None
    assert not {"Abort", "Take back"} & set(labels(panel.response.message))
