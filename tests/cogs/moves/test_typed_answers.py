"""``yes`` and ``no``: an offer or question to the person is answered, and chat is left alone."""

from __future__ import annotations

from engine.table.record import Kind, Status
from tests.cogs.conftest import SHARED, Club, labels

pytestmark = SHARED


async def say(club: Club, words: str) -> None:
    await club.bob.send(club.channel, words)


async def test_yes_and_no_answer_a_challenge(club: Club) -> None:
    match = await club.challenge()
    await say(club, f"{club.me} yes")
    assert (await club.reload(match)).status is Status.LIVE
    match = await club.challenge("halma")
    await say(club, f"{club.me} non merci !")
    match = await club.reload(match)
    assert (match.status, match.events[-1].kind) == (Status.OVER, Kind.DECLINE)


async def test_yes_right_below_the_card_is_an_answer_and_later_it_is_chat(club: Club) -> None:
    match = await club.challenge()
    await club.carol.send(club.channel, "is there cake?")
    await say(club, "yes")
    assert (await club.reload(match)).status is Status.CHALLENGE
    card = next(message for message in club.messages if "Accept" in labels(message))
    await club.bob.send(club.channel, "ok", reply_to=card)
    assert (await club.reload(match)).status is Status.LIVE
    match = await club.challenge("halma")
    await club.carol.send(club.channel, "yes")
    await club.bob.send(club.channel, "d’accord")
    assert (await club.reload(match)).status is Status.CHALLENGE


async def test_yes_alone_takes_the_challenge_above_it(club: Club) -> None:
    match = await club.challenge()
    await say(club, "Yes!")
    assert (await club.reload(match)).status is Status.LIVE


async def test_offers_are_answered(club: Club) -> None:
    match = await club.start("frisian white", "32-28", "19-23")
    await club.type(club.alice, "draw")
    await say(club, f"{club.me} no")
    assert (await club.reload(match)).events[-1].kind is Kind.REFUSE
    await club.alice.send(club.channel, f"{club.me} takeback")
    await say(club, f"{club.me} ok")
    assert Kind.TAKEBACK in [event.kind for event in (await club.reload(match)).events]
    await club.type(club.alice, "draw")
    await say(club, f"{club.me} oui")
    assert (await club.reload(match)).status is Status.OVER


async def test_a_question_whether_it_is_meant_is_answered(club: Club) -> None:
    match = await club.under_way()
    await club.alice.send(club.channel, f"{club.me} resign")
    await say(club, "yes")  # it is not his question
    await club.alice.send(club.channel, f"{club.me} no")
    assert "left as it is" in club.text()
    assert not any("Do you want to resign" in club.text(one) for one in club.messages)
    await club.alice.send(club.channel, f"{club.me} yes")
    assert (await club.reload(match)).status is Status.LIVE
    await club.alice.send(club.channel, f"{club.me} resign")
    await club.alice.send(club.channel, "yes")
    assert (await club.reload(match)).status is Status.OVER


async def test_a_move_that_is_asked_about_is_answered(club: Club) -> None:
    match = await club.start()
    await club.bot.preferences.change_person(club.alice.id, confirm=True)
    await club.alice.send(club.channel, "32-28")
    assert "do you want to play this" in club.text()
    await club.alice.send(club.channel, "ok")
    assert (await club.reload(match)).line


async def test_of_two_things_that_wait_it_is_asked_which(club: Club) -> None:
    first, second = await club.challenge(), await club.challenge("halma")
    await say(club, f"{club.me} yes")
    assert "Which match do you mean?" in club.text()
    label = next(one for one in labels(club.last) if f"#{second.id}" in one)
    await club.bob.click(club.last, label=label)
    assert (await club.reload(first)).status is Status.CHALLENGE
    match = await club.reload(second)
    assert match.status is Status.LIVE
    await say(club, f"{club.me} resign {match.id}")
    await say(club, f"{club.me} yes")
    assert "Several things here wait" in club.text()
    assert (await club.reload(match)).status is Status.LIVE
