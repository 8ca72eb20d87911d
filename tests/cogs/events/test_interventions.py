"""The organiser's actions on players, terms and pairs, and messages, from the panel."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from simcord import InteractionResult, MemberActor

from cogs.messages.buttons import ControlKind
from engine.table.clock import TimeControl
from engine.table.record import Status
from engine.tournaments.record import Kind
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form
from engine.tournaments.tournament import Tournament
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text
from tests.cogs.events.club import begun, fill, menus, only, pressed, signed_up, values
from tests.cogs.events.hall import Hall
from tests.cogs.lasting import officer

pytestmark = [SHARED, UNSEEN]


async def chosen(club: Club, member: MemberActor, about: str, who: int) -> InteractionResult:
    """Return the result of choosing a person in a menu of the panel."""
    return await pressed(club, member, ControlKind.INTERVENE, about, str(who))


async def test_the_card_leads_to_the_panel_however_the_event_is_named(club: Club) -> None:
    tournament = await signed_up(club, Form.SWISS)
    assert club.bot.user is not None
    await club.alice.send(club.channel, f"{club.bot.user.mention} tournament {tournament.id}")
    shown = club.last
    assert "Organise" in labels(shown)
    opened = await club.alice.click(shown, label="Organise")
    assert opened.response is not None
    assert "Start now" in labels(opened.response.message)
    refused = await club.bob.click(shown, label="Organise")
    assert "That is for the organiser" in private_text(refused)


async def test_it_starts_at_once_with_who_is_there(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 5, starts=club.env.now() + timedelta(days=9))
    asked = await pressed(club, club.alice, ControlKind.ORGANISE, f"now:{hall.number}")
    text = private_text(asked)
    assert "now? It was announced for" in " ".join(text.split())
    assert "Nobody has been called to check in" in text
    assert all(player.mention in text for player in hall.players)
    assert (await hall.state()).phase is Phase.SIGN_UP
    while (await hall.tournament()).phase is Phase.SIGN_UP:
        await hall.wait(hours=6)
    for player in hall.players[:4]:
        checked = partial(Tournament.check_in, person=player.id, now=club.env.now(), source=None)
        await hall.do(checked)
    asked = await pressed(club, club.alice, ControlKind.ORGANISE, f"now:{hall.number}")
    assert f"Not there yet, and left out: {hall.players[4].mention}." in private_text(asked)
    assert asked.response is not None
    started = await club.alice.click(asked.response, label="Start now")
    assert "It starts now" in private_text(started)
    await hall.wait(seconds=1)
    state = await hall.state()
    assert state.phase is Phase.RUNNING
    assert len(await hall.live()) == 2


async def test_players_are_added_taken_out_and_replaced(club: Club) -> None:
    tournament, olga = await begun(club, Form.SWISS), officer(club)
    number = tournament.id
    dave = club.guild.add_member(club.env.create_user("Dave"))
    erin = club.guild.add_member(club.env.create_user("Erin"))
    added = await chosen(club, olga, f"add:{number}", dave.id)
    assert "is in it" in private_text(added)
    form = await chosen(club, olga, f"out:{number}", club.bob.id)
    assert "everybody is told" in private_text(await fill(olga, form, ""))
    form = await chosen(club, olga, f"new:{number}:{club.carol.id}", erin.id)
    assert "everybody is told" in private_text(await fill(olga, form, "She is ill"))
    state = (await only(club)).state
    assert {*state.people} == {club.alice.id, dave.id, erin.id}
    await club.env.advance_time(60)
    told = " ".join(club.text(post) for post in club.public())
    assert f"{olga.mention} has taken {club.bob.mention} out" in told
    assert "Reason: She is ill" in told
    assert f"{olga.mention} has entered {dave.mention} for Winter" in told
    assert f"has {erin.mention} play in the place of {club.carol.mention}" in told
    assert club.pinged("in the place of") == {erin.id}, "who plays from now on has to know"


async def test_who_is_replaced_in_a_league_hands_on_what_nobody_has_moved_in(club: Club) -> None:
    hall = await Hall.open(
        club, Form.LEAGUE, 4, together=True, round_time=timedelta(days=60), rated=True
    )
    await hall.start()
    erin = club.guild.add_member(club.env.create_user("Erin"))
    old = hall.players[0]
    own = [match for match in await hall.live() if old.id in match.people]
    assert len(own) == 3
    await hall.move(own[0])
    await hall.move(own[0])
    (rival,) = {*own[0].people} - {old.id}
    asked = await chosen(club, club.alice, f"old:{hall.number}", old.id)
    assert "Matches under way end" in private_text(asked)
    form = await chosen(club, club.alice, f"new:{hall.number}:{old.id}", erin.id)
    assert "everybody is told" in private_text(await fill(club.alice, form, "ill"))
    await hall.wait(seconds=1)
    ended = await club.reload(own[0])
    assert ended.status is Status.OVER
    assert ended.outcome is None
    state = await hall.state()
    place = state.place_of(own[0].id)
    assert place is not None
    score = state.score_of(place[0])
    assert score is not None
    assert score.of(rival) == 2
    theirs = [match for match in await hall.live() if erin.id in match.people]
    assert [{*match.people} - {erin.id} for match in theirs] == [
        {*match.people} - {old.id} for match in own[1:]
    ]
    assert not any(old.id in match.people for match in await hall.live())
    assert any("Matches under way end" in said for said in hall.said())


async def test_in_a_knockout_nobody_replaces_who_has_begun_to_play(club: Club) -> None:
    hall = await Hall.open(club, Form.KNOCKOUT, 4)
    await hall.start()
    match = (await hall.live())[0]
    await hall.move(match)
    refused = await chosen(club, club.alice, f"old:{hall.number}", match.people[0])
    assert "nobody can replace them now" in private_text(refused)
    menu = (
        await pressed(club, club.alice, ControlKind.INTERVENE, f"players:{hall.number}")
    ).response
    assert menu is not None
    listed = menus(menu.message)[-1]
    assert {option.value for option in listed.options} == {
        str(one) for one in (await hall.live())[1].people
    }


async def test_entries_close_and_open(club: Club) -> None:
    tournament = await signed_up(club, Form.SWISS)
    await pressed(club, club.alice, ControlKind.INTERVENE, f"close:{tournament.id}")
    dave = club.guild.add_member(club.env.create_user("Dave"))
    card = await dave.slash(club.channel, "tournament show", number=tournament.id)
    assert card.response is not None
    assert "Join" not in labels(card.response.message)
    assert "Entries are closed" in private_text(card)
    joined = await pressed(club, dave, ControlKind.EVENT, f"join:{tournament.id}")
    assert "Entries are closed" in private_text(joined)
    await pressed(club, club.alice, ControlKind.INTERVENE, f"open:{tournament.id}")
    joined = await pressed(club, dave, ControlKind.EVENT, f"join:{tournament.id}")
    assert "You are in" in private_text(joined)


async def test_terms_change_and_a_refused_form_comes_back_as_it_was_typed(club: Club) -> None:
    tournament = await signed_up(club, Form.SWISS)
    form = await pressed(club, club.alice, ControlKind.INTERVENE, f"change:{tournament.id}")
    before = values(form)
    assert before["name"] == "Winter"
    typed = ["Spring", "1d", "a fortnite", "8", "5"]
    refused = await fill(club.alice, form, *typed)
    assert "as a span of time" in private_text(refused)
    assert refused.response is not None
    again = await club.alice.click(refused.response, label="Change it")
    assert list(values(again).values()) == typed
    assert again.modal is not None
    beside = {
        label["component"]["custom_id"]: label.get("description")
        for label in again.modal["components"]
    }
    assert "as a span of time" in beside["round_time"]
    assert not beside["name"]
    typed[2] = "9d"
    assert "everybody is told" in private_text(await fill(club.alice, again, *typed))
    terms = (await only(club)).terms
    assert (terms.name, terms.round_time, terms.most, terms.rounds) == (
        "Spring", timedelta(days=9), 8, 5
    )  # fmt: skip
    assert terms.time == TimeControl.read("1d")
    await club.env.advance_time(5)
    assert "Its name is Spring now; it was Winter." in club.text()


async def test_an_event_that_is_over_asks_no_reason_for_what_can_not_be_done(club: Club) -> None:
    tournament = await signed_up(club, Form.SWISS)
    form = await pressed(club, club.alice, ControlKind.ORGANISE, f"cancel:{tournament.id}")
    await fill(club.alice, form, "Nobody wants it")
    for what in ("pause", "cancel", "end", "start", "unpair", "shift"):
        asked = await pressed(club, club.alice, ControlKind.ORGANISE, f"{what}:{tournament.id}")
        assert private_text(asked) == "Winter is over."


async def test_a_time_that_is_not_understood_comes_back_in_the_words_typed(club: Club) -> None:
    tournament = await signed_up(club, Form.LEAGUE)
    form = await pressed(club, club.alice, ControlKind.ORGANISE, f"start:{tournament.id}")
    refused = await fill(club.alice, form, "soonish", "all `are` here")
    assert refused.response is not None
    again = await club.alice.click(refused.response, label="Change it")
    assert values(again) == {"time": "soonish", "reason": "all ˋareˋ here"}
    done = await fill(club.alice, again, "in 2 hours", "all are here")
    assert "everybody is told" in private_text(done)


async def test_two_are_paired_by_hand(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 6)
    one, other = hall.players[0].id, hall.players[1].id
    asked = await chosen(club, club.alice, f"first:{hall.number}", one)
    assert asked.response is not None
    done = await club.alice.select(asked.response, values=[str(other)])
    assert "meet in the next round" in private_text(done)
    await hall.start()
    pairs = [{*table.players} for table in (await hall.state()).rounds[0].tables]
    assert {one, other} in pairs
    assert len(pairs) == 3


async def test_a_message_calls_who_has_still_to_play(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4)
    await hall.start()
    first, second = await hall.live()
    await hall.finish(first)
    await hall.wait(seconds=1)
    form = await pressed(club, club.alice, ControlKind.INTERVENE, f"message:{hall.number}")
    await fill(club.alice, form, "Please play by *Friday*.")
    await hall.wait(seconds=1)
    (post,) = [post for post in club.public() if "a message from" in club.text(post)]
    assert "by \\*Friday\\*" in club.text(post)
    assert post.id == club.last.id
    assert club.pinged() == {*second.people}
    entry = (await only(club)).entries[-1]
    assert entry.kind is Kind.MESSAGE
