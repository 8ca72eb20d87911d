"""People create tournaments, join and leave them by buttons, and look at them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from simcord import InteractionResult, ResponseMessage

import engine
from cogs.challenges.matchmaking import Matchmaking
from cogs.client.client import Origin
from cogs.events.card import EventAction
from cogs.events.creating.creation import Creation
from cogs.events.creating.draft import LONGEST_WORDS, Draft
from cogs.events.creating.panel import panel as panel_of
from cogs.language.moments import read_moment
from cogs.language.time_limits import CLOCKS
from cogs.messages.buttons import ControlKind
from engine import Refusal
from engine.table.clock import TURN_LIMITS
from engine.tournaments.record import Kind
from engine.tournaments.state import Phase
from engine.tournaments.terms import CALLED_BEFORE_LIVE, LONGEST_NAME, Form, HostsSeat, Recurs
from tests.cogs.conftest import SHARED, UNSEEN, Club, labels, private_text
from tests.cogs.events.club import begun, card, change, fill, only, pressed, signed_up
from tests.cogs.events.club import values as values_of
from tests.cogs.events.hall import as_bot
from tests.cogs.lasting.tournaments import new_tournament
from tests.data import results

pytestmark = [SHARED, UNSEEN]


async def test_three_presses_make_a_league_and_one_enters_it(club: Club) -> None:
    panel = await club.alice.slash(club.channel, "tournament create")
    assert panel.response is not None
    made = await club.alice.click(panel.response, label="Create")
    assert "its card is in this channel" in private_text(made)
    tournament = await only(club)
    assert (tournament.terms.form, tournament.terms.recurs) == (Form.LEAGUE, Recurs.SEASON)
    assert tournament.entries[0].source == f"panel:{panel.response.message.id}"  # made once
    shown = await card(club, tournament)
    assert labels(shown) == [
        "Join once", "Join every time", "Rules of this event", "Leave", "Organise"
    ]  # fmt: skip
    entered = await club.bob.click(shown, label="Join every time")
    assert "in the ones that follow" in private_text(entered)
    again = await club.bob.click(shown, label="Join every time")
    assert private_text(again) == "You are in already."
    assert club.bob.mention in club.text(await card(club, tournament))
    rules = await club.bob.click(shown, label="Rules of this event")
    assert "Everybody plays everybody" in private_text(rules)
    assert "You have left" in private_text(await club.bob.click(shown, label="Leave"))
    assert private_text(await club.bob.click(shown, label="Leave")) == "You are not in it."
    assert not (await only(club)).state.people


def menu_of(shown: ResponseMessage, name: str) -> dict[str, Any]:
    """Return a menu of the panel by its name, as Discord's data."""
    menus = [row["components"][0] for row in shown.components if "components" in row]
    prefix = f"damier:menu-newevent:{name}:"
    return next(one for one in menus if one["custom_id"].startswith(prefix))


async def test_the_panel_keeps_what_was_chosen_and_typed(club: Club) -> None:
    panel = await club.alice.slash(
        club.channel, "tournament create", name="*Cup* of `clubs`", game="halma", time="3d"
    )
    for name, begins in (("form", "arena"), ("form", "swiss"), ("again", "month"), ("extras", "g")):
        assert panel.response is not None
        menu = menu_of(panel.response, name)
        values = [one["value"] for one in menu["options"] if one["value"].startswith(begins)]
        panel = await club.alice.select(panel.response, values, custom_id=menu["custom_id"])
    assert panel.response is not None
    form = await club.alice.click(panel.response, label="Name, start and more")
    assert form.modal is not None
    fields = [label["component"] for label in form.modal["components"]]
    assert fields[0]["value"] == "*Cup* of `clubs`"
    typed = ["x" * 60, "frisian-official 3d rated", "sunday 20:00", "12h", "7"]
    written = {one["custom_id"]: text for one, text in zip(fields, typed, strict=True)}
    panel = await club.alice.submit_modal(form, written)
    assert panel.response is not None
    await club.alice.click(panel.response, label="Create")
    terms = (await only(club)).terms
    assert (terms.name, terms.form, terms.rounds) == ("x" * 60, Form.SWISS, 7)
    assert (terms.games, terms.rated, terms.recurs) == (2, True, Recurs.MONTH)
    assert (terms.game.name, terms.round_time) == ("frisian-official", timedelta(hours=12))
    assert terms.starts is not None
    assert (terms.starts.weekday(), terms.starts.hour) == (6, 20)


async def test_one_panel_makes_events_of_all_forms(club: Club) -> None:
    panel = await club.alice.slash(
        club.channel, "tournament create", name="Fête", game="frysk", form="simul"
    )
    assert "One host plays up to 10 guests" in private_text(panel)
    for name, begins in (("form", "arena"), ("form", "team"), ("boards", "3"), ("computers", "f2")):
        assert panel.response is not None
        menu = menu_of(panel.response, name)
        values = [one["value"] for one in menu["options"] if one["value"].startswith(begins)]
        panel = await club.alice.select(panel.response, values, custom_id=menu["custom_id"])
    assert "the captain (who joined first)" in private_text(panel)
    assert panel.response is not None
    form = await club.alice.click(panel.response, label="Name, start and more")
    assert values_of(form) == {"name": "Fête", "words": "frysk", "starts": ""}
    refused = await fill(club.alice, form, "Fête", "frysk rated", "sunday 20:00")
    assert "is never rated" in private_text(refused)
    assert refused.response is not None
    form = await club.alice.click(refused.response, label="Change it")
    panel = await fill(club.alice, form, "Fête", "frysk 1d", "sunday 20:00")
    assert panel.response is not None
    made = await club.alice.click(panel.response, label="Create")
    assert made.response is not None
    assert labels(made.response.message)[:2] == ["Join Red", "Join Blue"]
    terms = (await only(club)).terms
    assert (terms.form, terms.name, terms.boards, terms.level) == (Form.TEAM, "Fête", 3, 2)
    assert (str(terms.time), terms.rated) == ("1d", False)
    assert terms.starts == datetime(2026, 1, 4, 20, tzinfo=UTC)


def test_the_longest_draft_fits_into_the_ids_of_controls(club: Club) -> None:
    times = max([*TURN_LIMITS, *CLOCKS, "180+180"], key=len)
    draft = Draft(
        "x" * LONGEST_WORDS, Form.KNOCKOUT, "x" * LONGEST_NAME, times, level=8,
        recurs=Recurs.QUARTER, starts=2**33, wanted=256, minutes=5_256_000, size=20, boards=25,
        host=8, seat=HostsSeat.TURNS,
    )  # fmt: skip
    assert Draft.read(draft.code(), f"{draft.form}|{draft.name}", draft.words) == draft
    with as_bot(club.env):
        games = [engine.games["frisian"]]
        shown = panel_of(draft, games, "1d", discord.Locale.french, discord.Locale.french)
    ids = [getattr(one, "custom_id", "") for one in shown.walk_children()]
    assert max(map(len, ids)) <= 100
    button = f"damier:text-form:{ControlKind.NEW_EVENT}:starts:{draft.form_code}"
    form = f"damier:form-{ControlKind.NEW_EVENT}:{draft.form_code}:{2**63}"
    assert max(len(button), len(form)) <= 100


async def test_a_refused_form_of_a_new_event_comes_back_in_the_words_typed(club: Club) -> None:
    panel = await club.alice.slash(club.channel, "tournament create", form="swiss", time="1h")
    assert panel.response is not None
    form = await club.alice.click(panel.response, label="Name, start and more")
    for wrong, field, said in (
        (["Cup", "chess", "sunday 20:00", "12h", "7"], "words", "I have no game"),
        (["Cup", "halma", "someday", "12h", "7"], "starts", "as a time"),
        (["Cup", "halma", "sunday 20:00", "a fortnite", "7"], "span", "as a span of time"),
        (["Cup", "halma", "sunday 20:00", "12h", "700"], "size", "from 1 to 20"),
    ):
        refused = await fill(club.alice, form, *wrong)
        assert said in private_text(refused)
        assert refused.response is not None
        form = await club.alice.click(refused.response, label="Change it")
        assert [*values_of(form).values()] == wrong
        assert form.modal is not None
        (beside,) = (
            label.get("description", "")
            for label in form.modal["components"]
            if label["component"]["custom_id"] == field
        )
        assert said in beside
        assert "`" not in beside, "nothing there is markup"
        assert len(beside) < 99 or beside.endswith("…")
    panel = await fill(club.alice, form, "Cup", "halma", "sunday 20:00", "12h", "7")
    assert panel.response is not None
    form = await club.alice.click(panel.response, label="Name, start and more")
    assert values_of(form)["starts"] == "2026-01-04 20:00"  # as it can be typed again
    await fill(club.alice, form, *values_of(form).values())
    await club.alice.click(panel.response, label="Create")
    terms = (await only(club)).terms
    assert (terms.name, terms.form, terms.rounds) == ("Cup", Form.SWISS, 7)
    assert (terms.game.name, str(terms.time)) == ("halma", "1h")
    assert terms.starts == datetime(2026, 1, 4, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"starts": "x" * 2000}, "as a time. Write it like `sunday 20:00`"),
        ({"starts": "2020-01-01 20:00"}, "That time is over"),
        ({"game": "chess"}, "I have no game `chess`"),
        ({"options": "blindfold"}, "Name the game, its options"),
        ({"time": "none"}, "A tournament needs a time limit"),
        (
            {"form": "ladder", "game": "chinese-checkers", "options": "6"},
            "are for games with two players",
        ),
    ],
)
async def test_what_cannot_be_is_refused_in_a_sentence(
    club: Club, given: dict[str, str], said: str
) -> None:
    panel = await club.alice.slash(club.channel, "tournament create", **given)
    assert said in private_text(panel)


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("swiss halma", "Swiss tournament"),
        ("create arena halma", "Arena"),
        ("create simul halma", "Simultaneous exhibition"),
        ("teammatch halma", "Team match"),
        ("créer simultanée halma", "Simultaneous exhibition"),
    ],
)
async def test_a_typed_form_is_that_of_the_panel(club: Club, words: str, form: str) -> None:
    await club.alice.send(club.channel, f"{club.me} tournament {words}")
    panel = await club.alice.click(club.last, label=labels(club.last)[0])
    assert f"{form} · Halma" in private_text(panel)


async def test_a_typed_move_to_this_channel_names_the_slash_command(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} tournament here 1")
    assert "`/tournament here`" in club.text()


async def test_who_may_create_is_a_setting_and_nobody_has_too_many(club: Club) -> None:
    await club.bot.preferences.change_server(club.guild.id, tournaments="managers")
    refused = await club.alice.slash(club.channel, "tournament create")
    assert "those who manage it create tournaments" in private_text(refused)
    typed = [
        ("tournament create halma", "those who manage it create tournaments"),
        ("simul", "those who manage it create tournaments"),
        ("tournament", "There is no tournament yet."),
    ]
    for words, said in typed:
        await club.alice.send(club.channel, f"{club.me} {words}")
        assert said in club.text(), words
        assert not labels(club.last)
        assert "create`" not in club.text()
    await club.alice.send(club.channel, f"{club.me} help tournaments")
    assert "`/tournament list`" in club.text()
    assert "create" not in club.text()
    organisers = club.guild.create_role("Organisers")
    await club.bot.preferences.change_server(club.guild.id, organiser=organisers.id)
    refused = await club.alice.slash(club.channel, "tournament create")
    assert "members with the role Organisers create" in private_text(refused)
    oscar = club.guild.add_member(club.env.create_user("oscar"), roles=[organisers])
    panel = await oscar.slash(club.channel, "tournament create")
    assert panel.response is not None
    assert "Create" in labels(panel.response.message)
    await oscar.send(club.channel, f"{club.me} help tournaments")
    assert "`/tournament create`" in club.text()
    await club.bot.preferences.change_server(club.guild.id, tournaments="everyone")
    panel = await club.alice.slash(club.channel, "tournament create")
    assert panel.response is not None
    for _ in range(3):
        await new_tournament(club)
    refused = await club.alice.click(panel.response, label="Create")
    assert "3 tournaments of yours go on here" in private_text(refused)
    for number in await club.store.tournaments.in_server(club.guild.id):
        await club.store.tournaments.change(
            number,
            lambda t: t.organising.name(club.bob.id, club.bob.id, now=club.env.now(), source=None),
        )
    refused = await club.alice.click(panel.response, label="Create")
    assert "3 tournaments of yours go on here" in private_text(refused)


async def test_nobody_has_too_many_who_creates_them_at_once(club: Club) -> None:
    creation = Creation(club.bot, Matchmaking(club.bot))
    here = club.bot.get_channel(club.channel.id)
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    member = await guild.fetch_member(club.alice.id)
    draft = Draft("frisian", Form.SIMUL, boards=2)
    with as_bot(club.env):
        made = await asyncio.gather(
            *(
                creation.create(member, here, draft, Origin(now=club.env.now(), source=f"m:{n}"))
                for n in range(10)
            ),
            return_exceptions=True,
        )
    assert [type(one) for one in made].count(Refusal) == 7
    assert len(await club.store.tournaments.in_server(club.guild.id)) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("tournament", "There is no tournament yet"),
        ("tournoi", "There is no tournament yet"),
        ("tournoi créer suisse halma 10+10", "Only you see the panel"),
        ("tournament creat arena frisian", "Only you see the panel"),
        ("tournament zzzz", "What would you like?"),
        ("tournament 999", "I do not know that tournament."),
        ("tournament show", "No tournament goes on in this channel"),
        ("tournament show " + "9" * 2000, "I do not know that tournament."),
        ("tournament create " + "x " * 900, "too long"),
    ],
)
async def test_typed_commands_answer_in_a_sentence(club: Club, words: str, said: str) -> None:
    await club.alice.send(club.channel, f"{club.me} {words}"[:2000])
    assert said in club.text()


async def test_a_typed_command_opens_its_panel_and_others_show_it(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} tournament create arena halma 5+5 unrated")
    panel = await club.alice.click(club.last, label="Create a tournament")
    assert panel.response is not None
    await club.alice.click(panel.response, label="Create")
    tournament = await only(club)
    terms = tournament.terms
    assert (terms.form, str(terms.time), terms.rated) == (Form.ARENA, "5+5", False)
    await club.bob.send(club.channel, f"{club.me} tournoi {tournament.id}")
    assert "Arena" in club.text()
    await club.bob.send(club.channel, f"{club.me} tournament rules")
    assert "whoever is free is paired at once" in club.text()
    await club.bob.send(club.channel, f"{club.me} tournament list")
    assert f"#{tournament.id}" in club.text()


async def test_rounds_that_are_typed_are_no_level(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} tournament create swiss frysk 10m 3 rounds")
    panel = await club.alice.click(club.last, label="Create a tournament")
    assert panel.response is not None
    await club.alice.click(panel.response, label="Create")
    terms = (await only(club)).terms
    assert (terms.form, terms.rounds, terms.level) == (Form.SWISS, 3, 0)
    await club.alice.send(club.channel, f"{club.me} tournament create knockout frysk 3 rounds")
    assert "Only a Swiss has as many rounds as you like" in club.text()


@pytest.mark.parametrize(
    ("words", "game", "seats", "wanted"),
    [
        ("knockout checkers 6 players", "checkers", 2, 6),
        ("6 players knockout checkers 1d", "checkers", 2, 6),
        ("arena halma 4 players", "halma", 4, 4),
        ("arena halma 5 players 10+10", "halma", 2, 5),
    ],
)
async def test_players_that_are_typed_are_no_level(
    club: Club, words: str, game: str, seats: int, wanted: int
) -> None:
    await club.alice.send(club.channel, f"{club.me} tournament create {words}")
    panel = await club.alice.click(club.last, label="Create a tournament")
    assert panel.response is not None
    await club.alice.click(panel.response, label="Create")
    terms = (await only(club)).terms
    found = (terms.game.name, terms.seats, terms.wanted, terms.level)
    assert found == (game, seats, wanted, 0)


@pytest.mark.parametrize("typed", ["sunday 20:00", "now", "in 2 days", "20:00", "2026-02-01 18:30"])
async def test_a_start_that_is_typed_is_read(club: Club, typed: str) -> None:
    await club.alice.send(club.channel, f"{club.me} tournament create swiss {typed} checkers 1d")
    panel = await club.alice.click(club.last, label="Create a tournament")
    assert panel.response is not None
    await club.alice.click(panel.response, label="Create")
    terms = (await only(club)).terms
    assert (terms.game.name, str(terms.time), terms.level) == ("checkers", "1d", 0)
    now = club.bot.clock.now()
    assert terms.starts is not None
    expected = now + CALLED_BEFORE_LIVE
    if typed != "now":
        expected = read_moment(typed, zone="UTC", now=now)
    assert abs(terms.starts - expected) < timedelta(minutes=1)


async def test_nobody_hears_of_a_tournament_in_a_hidden_channel(club: Club) -> None:
    secret = club.guild.create_text_channel("secret")
    tournament = await new_tournament(club, channel=secret.id)
    await club.hide(secret, club.carol)
    unknown = "I do not know that tournament."
    for command in ("show", "rules", "standings", "here"):
        shown = await club.carol.slash(club.channel, f"tournament {command}", number=tournament.id)
        assert private_text(shown) == unknown
    listed = await club.carol.slash(club.channel, "tournament list")
    assert "Winter" not in private_text(listed)
    for press in ("join", "leave", "rules", "table", "files", "next"):
        assert private_text(
            await pressed(club, club.carol, ControlKind.EVENT, f"{press}:{tournament.id}")
        ) == unknown  # fmt: skip
    await club.alice.send(club.channel, f"{club.me} tournament {tournament.id}")
    assert unknown not in club.text()  # everybody except Carol sees the channel
    assert not (await only(club)).state.people


async def test_forged_and_old_controls_change_nothing(club: Club) -> None:
    tournament = await signed_up(club, Form.SWISS)
    number, before = tournament.id, len(tournament.entries)
    for use, about, value in (
        (ControlKind.EVENT, "nonsense:1", None),
        (ControlKind.EVENT, "join:99999999999999", None),
        (ControlKind.EVENT, "join", None),
        (ControlKind.EVENT, f"dare:{number}", "x"),
        (ControlKind.EVENT, f"dare:{number}", str(club.alice.id)),
        (ControlKind.EVENT, f"table:{number}", "7"),
        (ControlKind.EVENT, f"in:{number}", None),
        (ControlKind.EVENT, f"pass:{number}", None),
        (ControlKind.EVENT, f"back:{number}", None),
        (ControlKind.EVENT, f"files:{number}", None),
        (ControlKind.NEW_EVENT, "create:x", None),
        (ControlKind.NEW_EVENT, "open:league:1.2", None),
        (ControlKind.EVENT_LIST, "x", None),
        (ControlKind.NEW_EVENT, "form:1d.1000..0.4.0.0", "zzz"),
        (ControlKind.ORGANISE, f"cancel:{number}", None),
        (ControlKind.ORGANISE, f"resume:{number}", None),
        (ControlKind.ORGANISE, "panel:x", None),
        (ControlKind.ORGANISE, f"name:{number}", str(club.bob.id)),
    ):
        answered = await pressed(club, club.bob, use, about, value)
        assert answered.modal is None, about
        said = private_text(answered).strip()
        assert said, about
        assert "Something went wrong" not in said, about
    ids = await club.store.tournaments.in_server(club.guild.id)
    assert ids == [number]
    kinds = [entry.kind for entry in (await only(club)).entries[before:]]
    assert set(kinds) <= {Kind.PASS}  # a bye in a Swiss may be requested before the start


async def test_one_checks_in_and_asks_for_the_next_match(club: Club) -> None:
    tournament = await signed_up(club, Form.SWISS)
    early = await pressed(club, club.alice, ControlKind.EVENT, f"in:{tournament.id}")
    assert "too early" in private_text(early)
    starts = tournament.terms.starts
    assert starts is not None
    await change(club, tournament, lambda t: t.tick(now=starts, strengths={}))
    shown = await card(club, tournament)
    assert labels(shown)[0] == "Check in"
    assert "you will be paired" in private_text(await club.alice.click(shown, label="Check in"))
    again = await club.alice.click(shown, label="Check in")
    assert private_text(again) == "You have checked in already."
    waits = await pressed(club, club.bob, ControlKind.EVENT, f"next:{tournament.id}")
    assert labels_of(waits) == ["Check in"]


async def test_of_a_round_one_is_told_whom_one_plays_and_may_leave(club: Club) -> None:
    tournament = await begun(club, Form.SWISS)
    assert tournament.phase is Phase.RUNNING
    table = tournament.state.rounds[0].tables[0]
    who = next(one for one in (club.alice, club.bob, club.carol) if one.id in table.players)
    (other,) = {*table.players} - {who.id}
    shown = await card(club, tournament)
    told = await who.click(shown, label="My next match")
    assert f"Against <@{other}>" in private_text(told)
    asked = await who.click(shown, label="Leave")
    assert "can come back at the next round" in private_text(asked)
    assert (await only(club)).state.is_in(who.id)
    assert asked.response is not None
    left = await who.click(asked.response, label="Yes, I leave")
    assert labels_of(left) == ["Come back"]
    assert left.response is not None
    back = await who.click(left.response, label="Come back")
    assert "You are back" in private_text(back)
    standings = await club.bob.click(shown, label="Standings")
    assert "Standings of" in private_text(standings)
    assert standings.response is not None
    files = await club.bob.click(standings.response, label="As files")
    assert files.response is not None
    names = [file.filename for file in files.response.attachments]
    assert names == ["standings.csv", "report.trf"]


async def test_the_report_has_the_planned_rounds_and_the_ratings_at_the_start(club: Club) -> None:
    people = (club.alice.id, club.bob.id)
    guild, channel = club.guild.id, club.channel.id

    async def alice_wins(at: datetime) -> int:
        match = await results.begun(club.store, people, guild=guild, channel=channel, at=at)
        await results.decided(club.store, match, (1, 2), at)
        rating = await club.store.standings.rating(guild, club.alice.id, "frisian")
        assert rating is not None
        return rating.shown

    before = await alice_wins(club.env.now())
    tournament = await begun(club, Form.SWISS)
    started = tournament.state.begun
    assert started is not None
    now = await alice_wins(started + timedelta(days=1))
    assert now > before
    shown = await club.bob.click(await card(club, tournament), label="Standings")
    assert shown.response is not None
    files = await club.bob.click(shown.response, label="As files")
    assert files.response is not None
    report = (await files.response.attachments[-1].read()).decode()
    lines = report.splitlines()
    assert f"XXR {tournament.state.planned}" in lines
    assert tournament.state.planned == 3
    assert len(tournament.state.rounds) == 1
    rated = {line[14:47].strip(): line[48:52].strip() for line in lines if line[:3] == "001"}
    assert rated[club.alice.name] == str(before)
    pairs = [line[91:] for line in lines if line[:3] == "001"]
    assert pairs == ["", "", ""]  # the first round is being played


async def test_on_a_ladder_one_challenges_those_above(club: Club) -> None:
    tournament = await begun(club, Form.LADDER)
    first, second, third = tournament.state.order
    members = {one.id: one for one in (club.alice, club.bob, club.carol)}
    shown = await card(club, tournament)
    asked = await members[third].click(shown, label="Challenge")
    assert asked.response is not None
    await members[third].select(asked.response, values=[str(first)])
    assert (await only(club)).state.challenges == [(third, first)]
    refused = await members[second].click(shown, label="Challenge")
    assert private_text(refused) == "They have a match on this ladder already."
    alone = await members[first].click(shown, label="Challenge")
    assert "you are the first" in private_text(alone)


async def test_on_a_ladder_nobody_challenges_who_has_blocked_them(club: Club) -> None:
    tournament = await begun(club, Form.LADDER)
    first, second, third = tournament.state.order
    members = {one.id: one for one in (club.alice, club.bob, club.carol)}
    await club.store.blocks.add(first, third)
    shown = await card(club, tournament)
    asked = await members[third].click(shown, label="Challenge")
    assert asked.response is not None
    (menu,) = (row["components"][0] for row in asked.response.components if "components" in row)
    assert [one["value"] for one in menu["options"]] == [str(second)]
    about = f"{EventAction.CHALLENGE}:{tournament.id}"
    forged = await pressed(club, members[third], ControlKind.EVENT, about, str(first))
    assert private_text(forged) == "You cannot challenge that player; choose another."
    await club.store.blocks.add(third, second)
    forged = await pressed(club, members[third], ControlKind.EVENT, about, str(second))
    assert "use `/people unblock` first" in private_text(forged)
    assert "nobody above you" in private_text(await members[third].click(shown, label="Challenge"))
    assert (await only(club)).state.challenges == []


def labels_of(result: InteractionResult) -> list[str]:
    assert result.response is not None
    return labels(result.response.message)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("league frysk 1d", "about 4 weeks if everybody answers twice a day, and about 9 weeks"),
        ("league frysk 1d", "all matches begin together, and the season ends"),
        ("swiss frysk 10+10", "about 15 minutes if everybody uses half of their time"),
        ("knockout frysk 3d", "about 13 weeks if everybody answers within 36 hours"),
    ],
)
async def test_the_panel_says_how_long_a_game_takes(club: Club, words: str, said: str) -> None:
    form, game, time = words.split()
    panel = await club.alice.slash(
        club.channel, "tournament create", form=form, game=game, time=time
    )
    assert said in private_text(panel)
    assert "That is short" not in private_text(panel)


async def test_what_does_not_fit_is_said_and_can_be_created(club: Club) -> None:
    panel = await club.alice.slash(
        club.channel, "tournament create", form="knockout", game="frysk", time="1d"
    )
    assert panel.response is not None
    form = await club.alice.click(panel.response, label="Name, start and more")
    assert form.modal is not None
    fields = [label["component"] for label in form.modal["components"]]
    typed = {one["custom_id"]: str(one.get("value") or "") for one in fields}
    typed[next(name for name in typed if "span" in name)] = "7d"
    panel = await club.alice.submit_modal(form, typed)
    assert "players who use half of their time need up to 19 weeks" in private_text(panel)
    assert panel.response is not None
    await club.alice.click(panel.response, label="Create")
    assert (await only(club)).terms.round_time == timedelta(days=7)
