"""Organisers, and nobody else, decide matches, move times, pause, end and hand over."""

from __future__ import annotations

from datetime import timedelta

import pytest
from simcord import InteractionResult, MemberActor

from cogs.messages.buttons import ControlKind
from engine import Refusal, games
from engine.table.clock import TimeControl
from engine.table.record import MOST_RATED, Status
from engine.tournaments.record import Kind
from engine.tournaments.state import Phase
from engine.tournaments.terms import Form
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text
from tests.cogs.events.club import begun, fill, menus, only, pressed, signed_up
from tests.cogs.events.hall import Hall, as_bot
from tests.cogs.lasting import officer
from tests.cogs.results import ended

pytestmark = [SHARED, UNSEEN]


async def chose(
    member: MemberActor, asked: InteractionResult, table: str, result: int
) -> InteractionResult:
    """Return the form that opens after the choice of a table and of a result by its index."""
    assert asked.response is not None
    results = await member.select(asked.response, values=[table])
    assert results.response is not None
    menu = menus(results.response.message)[0]
    return await member.select(results.response, values=[menu.options[result].value])


async def test_entries_are_closed_only_while_somebody_can_enter(club: Club) -> None:
    tournament = await begun(club, Form.KNOCKOUT)
    shown = await pressed(club, officer(club), ControlKind.ORGANISE, f"panel:{tournament.id}")
    assert shown.response is not None
    found = labels(shown.response.message)
    assert "Players" in found
    assert "Close entries" not in found


async def test_the_panel_is_for_the_organiser_and_who_manages_the_server(club: Club) -> None:
    tournament = await begun(club, Form.SWISS)
    about = f"panel:{tournament.id}"
    refused = await pressed(club, club.bob, ControlKind.ORGANISE, about)
    assert private_text(refused).startswith("That is for the organiser")
    shown = await pressed(club, officer(club), ControlKind.ORGANISE, about)
    assert shown.response is not None
    assert labels(shown.response.message) == [
        "Decide a match", "Another end of the round", "Pair the round again", "Players",
        "Close entries", "Pair two by hand", "Name, times, rounds",
        "Message to those still to play", "Pause", "End it", "Cancel it",
    ]  # fmt: skip
    card = await club.alice.slash(club.channel, "tournament show", number=tournament.id)
    assert card.response is not None
    assert "Organise" in labels(card.response.message)


async def test_who_has_the_role_of_organisers_organises_all_that_they_see(club: Club) -> None:
    tournament, role = await begun(club, Form.SWISS), club.guild.create_role("Organisers")
    oscar = club.guild.add_member(club.env.create_user("oscar"), roles=[role])
    about = f"pause:{tournament.id}"
    refused = await pressed(club, oscar, ControlKind.ORGANISE, about)
    assert private_text(refused).startswith("That is for the organiser")
    await club.bot.preferences.change_server(club.guild.id, organiser=role.id)
    card = await oscar.slash(club.channel, "tournament show", number=tournament.id)
    assert card.response is not None
    assert "Organise" in labels(card.response.message)
    await fill(oscar, await pressed(club, oscar, ControlKind.ORGANISE, about), "a storm")
    assert (await only(club)).state.paused
    await club.hide(club.channel, oscar)
    elsewhere = club.guild.create_text_channel("elsewhere")
    hidden = await oscar.slash(elsewhere, "tournament show", number=tournament.id)
    assert "I do not know that tournament." in private_text(hidden)


async def test_the_organiser_decides_a_match_with_a_reason(club: Club) -> None:
    tournament, olga = await begun(club, Form.SWISS), officer(club)
    asked = await pressed(club, olga, ControlKind.ORGANISE, f"decide:{tournament.id}")
    assert asked.response is not None
    results = await olga.select(asked.response, values=["1.1"])
    assert results.response is not None
    menu = menus(results.response.message)[0]
    assert [option.label for option in menu.options] == [
        "alice won", "Draw", "bob won", "Nobody came"
    ]  # fmt: skip
    form = await olga.select(results.response, values=[menu.options[1].value])
    done = await fill(olga, form, "`they` agreed")
    assert "everybody is told" in private_text(done)
    (entry,) = (one for one in (await only(club)).entries if one.kind is Kind.SCORE)
    assert entry.data["points"] == [1, 1]
    assert entry.data["reason"] == "`they` agreed"


async def test_nobody_decides_pairs_or_moves_a_table_of_their_own(club: Club) -> None:
    tournament = await begun(club, Form.SWISS)
    ask, number = "somebody else decides it", tournament.id
    assert club.alice.id in tournament.state.tables[0].players
    asked = await pressed(club, club.alice, ControlKind.ORGANISE, f"decide:{number}")
    assert ask in private_text(asked)
    for what, typed in (("unpair", ()), ("shift", ("in 2 days",))):
        form = await pressed(club, club.alice, ControlKind.ORGANISE, f"{what}:{number}")
        assert ask in private_text(await fill(club.alice, form, *typed, "a better draw"))
    done = {entry.kind for entry in (await only(club)).entries}
    assert done.isdisjoint({Kind.SCORE, Kind.UNPAIR, Kind.SHIFT})
    form = await pressed(club, officer(club), ControlKind.ORGANISE, f"unpair:{number}")
    rules = await club.bob.slash(club.channel, "tournament rules", number=number)
    assert "Nobody decides a match of their own" in private_text(rules)


async def test_a_rated_match_under_way_counts_as_its_table_is_decided(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4)
    await hall.start()
    (match, _) = await hall.live()
    await hall.move(match)
    await hall.move(match)
    place = (await hall.state()).place_of(match.id)
    assert place is not None
    table = place[0]
    points = [2 * (player == match.people[0]) for player in table.players]
    now = club.bot.clock.now()
    await hall.do(
        lambda t: t.organising.decide(
            club.alice.id, table.round, table.number, points, "He left", now=now, source=None
        )
    )
    await hall.wait(seconds=1)
    decided = await club.reload(match)
    assert decided.rated
    assert decided.outcome is not None
    assert decided.outcome.ranks == (1, 2)
    (won, _) = await club.store.ratings.changes(match.id)
    assert won.person == match.people[0]
    for other, ranks in (([2 - one for one in points], (2, 1)), ([0, 0], None)):
        await hall.do(
            lambda t, points=other: t.organising.decide(  # type: ignore[misc] # the default binds the value of this turn of the loop
                club.alice.id, table.round, table.number, points, "He was ill", now=now, source=None
            )
        )
        await hall.wait(seconds=1)
        corrected = await club.reload(match)
        assert (corrected.outcome.ranks if corrected.outcome else None) == ranks
        changes = await club.store.ratings.changes(match.id)
        assert [change.person for change in changes[:1]] == [match.people[1]] * bool(ranks)


async def test_what_was_played_keeps_its_effect_and_the_answer_says_so(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4)
    await hall.start()
    (match, other) = await hall.live()
    for _ in range(6):
        await hall.move(match)
    await hall.finish(match)
    await hall.wait(seconds=1)
    place = (await hall.state()).place_of(match.id)
    assert place is not None
    result = (await club.reload(match)).outcome
    olga = officer(club)
    asked = await pressed(club, olga, ControlKind.ORGANISE, f"decide:{hall.number}")
    assert asked.response is not None
    table = place[0]
    form = await chose(olga, asked, f"{table.round}.{table.number}", 1)
    done = private_text(await fill(olga, form, "A wrong result"))
    assert f"match #{match.id} keeps its result" in done
    await hall.wait(seconds=1)
    kept = await club.reload(match)
    assert kept.rated
    assert kept.outcome == result is not None
    form = await chose(olga, asked, f"{table.round}.{3 - table.number}", 1)
    assert "keeps its result" not in private_text(await fill(olga, form, "Both ill"))
    assert other.id != match.id


async def test_who_decides_second_is_told_what_was_decided_first(club: Club) -> None:
    tournament, olga = await begun(club, Form.SWISS), officer(club)
    rita = officer(club)
    forms = []
    for member in (olga, rita):
        asked = await pressed(club, member, ControlKind.ORGANISE, f"decide:{tournament.id}")
        assert asked.response is not None
        forms.append(await chose(member, asked, "1.1", 0 if member is olga else 2))
    first, second = forms
    assert "everybody is told" in private_text(await fill(olga, first, "He *left*"))
    told = private_text(await fill(rita, second, "She left"))
    assert f"{olga.mention} has decided that meanwhile, 1 – 0: He \\*left\\*" in told
    (entry,) = (one for one in (await only(club)).entries if one.kind is Kind.SCORE)
    assert entry.person == olga.id
    asked = await pressed(club, rita, ControlKind.ORGANISE, f"decide:{tournament.id}")
    assert asked.response is not None
    form = await chose(rita, asked, "1.1", 2)
    assert "everybody is told" in private_text(await fill(rita, form, "She left"))


async def test_nobody_moves_or_pairs_a_round_without_knowing_that_it_was_done(club: Club) -> None:
    tournament, olga = await begun(club, Form.SWISS), officer(club)
    rita = officer(club)
    for what, typed in (("shift", ("in 2 days",)), ("unpair", ())):
        first = await pressed(club, olga, ControlKind.ORGANISE, f"{what}:{tournament.id}")
        second = await pressed(club, rita, ControlKind.ORGANISE, f"{what}:{tournament.id}")
        assert "everybody is told" in private_text(await fill(olga, first, *typed, "Rain"))
        told = private_text(await fill(rita, second, *typed, "Snow"))
        assert f"{olga.mention} has decided that meanwhile: Rain" in told
    reasons = [one.data.get("reason") for one in (await only(club)).entries]
    assert "Snow" not in reasons


async def test_an_event_rates_few_matches_of_the_same_two(club: Club) -> None:
    hall = await Hall.open(club, Form.ARENA, 3, wanted=3, time=TimeControl.read("5+5"))
    friends = hall.players[:2]
    await hall.check_in()
    for _ in range(MOST_RATED):
        await ended(club, friends, game="frysk")
    while not (matches := await hall.live()):
        await hall.wait(minutes=10)
    (match,) = matches
    together = {one.id for one in friends} == {*match.people}
    assert match.played_too_often is together
    assert match.rated is not together
    assert together


async def test_who_has_blocked_the_organiser_is_not_asked_to_be_it(club: Club) -> None:
    tournament = await signed_up(club, Form.ARENA)
    await club.store.blocks.add(club.bob.id, club.alice.id)
    about, bob = f"name:{tournament.id}", f"{club.bob.id}"
    asked = await pressed(club, club.alice, ControlKind.ORGANISE, about, bob)
    assert "cannot be asked" in private_text(asked)


async def test_a_round_is_not_paired_anew_without_end(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4)
    await hall.start()
    for _ in range(3):
        form = await pressed(club, club.alice, ControlKind.ORGANISE, f"unpair:{hall.number}")
        assert "everybody is told" in private_text(await fill(club.alice, form, "a mistake"))
        await hall.wait(seconds=1)
    form = await pressed(club, club.alice, ControlKind.ORGANISE, f"unpair:{hall.number}")
    assert "it stays as it is" in private_text(await fill(club.alice, form, "a mistake"))


async def test_there_are_no_hints_in_matches_of_events(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, rated=False)
    await hall.start()
    match = (await hall.live())[0]
    player = next(one for one in hall.players if one.id == match.people[match.position.turn])
    refused = await player.slash(club.channel, "hint")
    assert "no hints in matches of an event" in private_text(refused)
    rules = await player.slash(club.channel, "tournament rules", number=hall.number)
    assert "There are no hints in its matches" in private_text(rules)
    boards = club.store.live_boards
    assert {one.rated for one in (await boards.versions(["frysk"])).values()} == {True}


async def test_a_move_that_comes_while_a_round_is_paired_anew_keeps_it(club: Club) -> None:
    """The move is saved while the unit of work that pairs again is open."""
    hall = await Hall.open(club, Form.SWISS, 4)
    await hall.start()
    match = (await hall.live())[0]
    refused = pytest.raises(Refusal, match=f"has moved in match #{match.id}")
    with as_bot(club.env), refused:
        async with club.store.tournaments.open(hall.number) as table:
            now = club.bot.clock.now()
            table.tournament = table.tournament.organising.unpair(
                club.alice.id, "A mistake.", now=now, source=None
            )
            await hall.move(match)
    assert match.id in (await hall.state()).matches
    assert (await club.reload(match)).status is Status.LIVE


async def test_times_move_and_it_pauses_and_goes_on(club: Club) -> None:
    tournament = await signed_up(club, Form.LEAGUE)
    number = tournament.id
    form = await pressed(club, club.alice, ControlKind.ORGANISE, f"start:{number}")
    assert "as a time" in private_text(await fill(club.alice, form, "soonish", "x"))
    form = await pressed(club, club.alice, ControlKind.ORGANISE, f"start:{number}")
    await fill(club.alice, form, "in 10 minutes", "all are here")
    state = (await only(club)).state
    assert state.starts is not None
    assert timedelta(minutes=9) < state.starts - club.env.now() <= timedelta(minutes=10)
    form = await pressed(club, club.alice, ControlKind.ORGANISE, f"pause:{number}")
    await fill(club.alice, form, "a holiday")
    assert (await only(club)).state.paused
    resumed = await pressed(club, club.alice, ControlKind.ORGANISE, f"resume:{number}")
    assert "everybody is told" in private_text(resumed)
    early = await pressed(club, club.alice, ControlKind.ORGANISE, f"end:{number}")
    assert "cancel it" in private_text(await fill(club.alice, early, "x"))
    form = await pressed(club, club.alice, ControlKind.ORGANISE, f"cancel:{number}")
    await fill(club.alice, form, "nobody wants it")
    assert (await club.store.tournaments.load(number)).phase is Phase.CANCELLED


async def test_it_is_handed_over_and_goes_on_elsewhere(club: Club) -> None:
    tournament = await signed_up(club, Form.ARENA)
    other = club.guild.create_text_channel("evenings")
    refused = await club.bob.slash(other, "tournament here", number=tournament.id)
    assert private_text(refused).startswith("That is for the organiser")
    panel = await pressed(club, club.alice, ControlKind.ORGANISE, f"panel:{tournament.id}")
    assert panel.response is not None
    chosen = await club.alice.select(
        panel.response, values=[club.bob], custom_id=f"damier:person-organise:name:{tournament.id}"
    )
    assert "is asked in the channel" in private_text(chosen)
    assert (await only(club)).state.organiser == club.alice.id
    await club.env.advance_time(5)
    ask = next(post for post in reversed(club.public()) if "I organise it" in labels(post))
    assert "asks you to organise" in club.text(ask)
    assert club.pinged() == {club.bob.id}
    again = await pressed(
        club, club.alice, ControlKind.ORGANISE, f"name:{tournament.id}", f"{club.bob.id}"
    )
    assert "have been asked already" in private_text(again)
    assert "not been asked" in private_text(await club.carol.click(ask, label="I organise it"))
    agreed = await club.bob.click(ask, label="I organise it")
    assert "You are the organiser now" in private_text(agreed)
    moved = await club.bob.slash(other, "tournament here", number=tournament.id)
    assert "with a new card" in private_text(moved)
    now = await only(club)
    assert (now.channel, now.state.organiser) == (other.id, club.bob.id)


async def test_it_goes_on_only_where_the_organiser_may_write(club: Club) -> None:
    tournament = await signed_up(club, Form.ARENA)
    silent, hidden = (club.guild.create_text_channel(name) for name in ("news", "staff"))
    await club.silence(silent, club.alice)
    await club.hide(hidden, club.alice)
    for place in (silent, hidden):
        refused = await pressed(
            club, club.alice, ControlKind.ORGANISE, f"move:{tournament.id}", str(place.id)
        )
        assert "You may not write in" in private_text(refused)
    assert (await only(club)).channel == club.channel.id


@pytest.mark.parametrize(
    ("game", "steps", "points"),
    [
        ("halma", [["2"], ["0", "3"]], [3, 0, 6, 3]),  # the last one is left
        ("halma", [["0", "1", "2", "3"]], [3, 3, 3, 3]),
        ("allies", [["1"]], [1, 5, 1, 5]),  # teams
        ("halma", None, [0, 0, 0, 0]),
    ],
)
async def test_the_result_of_a_table_of_four_is_chosen(
    club: Club, game: str, steps: list[list[str]] | None, points: list[int]
) -> None:
    hall = await Hall.open(club, Form.SWISS, 4, game=games[game], seats=4)
    await hall.start()
    asked = await pressed(club, club.alice, ControlKind.ORGANISE, f"decide:{hall.number}")
    assert asked.response is not None
    asked = await club.alice.select(asked.response, values=["1.1"])
    for step in steps or [["nobody"]]:
        assert asked.response is not None
        menu = menus(asked.response.message)[0 if steps else 1]
        assert {*step} <= {one.value for one in menu.options}
        asked = await club.alice.select(asked.response, step, custom_id=menu.custom_id)
    done = await fill(club.alice, asked, "a power cut")
    assert "everybody is told" in private_text(done)
    (entry,) = (one for one in (await only(club)).entries if one.kind is Kind.SCORE)
    assert entry.data["points"] == points
    assert entry.data["reason"] == "a power cut"


async def test_of_many_tables_it_is_asked_whose_is_decided(club: Club) -> None:
    hall = await Hall.open(club, Form.SWISS, 52)
    await hall.check_in()
    now = club.bot.clock.now() + timedelta(days=9)
    await hall.do(lambda one: one.tick(now=now, strengths={}).tick(now=now, strengths={}))
    asked = await pressed(club, club.alice, ControlKind.ORGANISE, f"decide:{hall.number}")
    assert "Whose match" in private_text(asked)
    whose = hall.players[50]
    table = next(one for one in (await hall.state()).tables if whose.id in one.players)
    assert asked.response is not None
    asked = await club.alice.select(asked.response, values=[whose])
    assert asked.response is not None
    (menu,) = menus(asked.response.message)
    assert [one.value for one in menu.options] == [f"1.{table.number}"]
    assert whose.user.name in menu.options[0].label
