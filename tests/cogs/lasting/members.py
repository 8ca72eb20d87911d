"""What members do by controls for themselves: follows, settings and desks; and forms."""

from __future__ import annotations

from cogs.analysis.desk_view import stamp
from cogs.language.actions import Action
from cogs.learning.daily_puzzles import DailyPuzzles
from cogs.messages.buttons import ControlKind, MatchButton, TextButton
from data import Desk, Review
from engine.study.judging import Judged
from engine.table.record import Kind
from tests.cogs.conftest import Club
from tests.cogs.lasting import (
    Press,
    action,
    control,
    menu,
    of_match,
    officer,
    other,
    over,
    practising,
    setting_up,
    use,
)

# Watching


@action(Action.FOLLOW_END)
async def follow_end(club: Club) -> Press:
    return await of_match(club, club.carol, Action.FOLLOW_END, await club.start())


@action(Action.FOLLOW_TURNS)
async def follow_turns(club: Club) -> Press:
    return await of_match(club, club.carol, Action.FOLLOW_TURNS, await club.start())


@action(Action.UNFOLLOW)
async def unfollow(club: Club) -> Press:
    match = await club.start()
    await (await of_match(club, club.carol, Action.FOLLOW_END, match))
    return await of_match(club, club.carol, Action.UNFOLLOW, match)


@action(Action.WINS)
async def guess_winner(club: Club) -> Press:
    await club.bot.preferences.change_server(club.guild.id, guesses="winner")
    return await of_match(club, club.carol, Action.WINS, await club.start(), 1)


@other
async def guess_move(club: Club) -> Press:
    await club.bot.preferences.change_server(club.guild.id, guesses="moves")
    await club.start()
    form = await club.carol.click(club.last, label="Guess the move")
    return club.carol.submit_modal(form, club.form(form, "32-28"))


@action(Action.SHARE)
async def share(club: Club) -> Press:
    match = await club.under_way()
    button = MatchButton(Action.SHARE, match.id, match.since, label="x")
    return await control(club, club.carol, button)


@use(ControlKind.REPLAY)
async def share_replay(club: Club) -> Press:
    match = await club.under_way()
    return await control(club, club.carol, TextButton(ControlKind.REPLAY, f"{match.id}:0:2:0", "x"))


@use(ControlKind.REVIEW)
async def share_review(club: Club) -> Press:
    match = await over(club)
    moves = [event for event in match.events if event.kind is Kind.MOVE]
    turns = tuple(Judged(move.number, seat, 0.5, 0.0) for seat, move in enumerate(moves))
    await club.store.reviews.put(Review(match.id, turns, done=True), club.env.now())
    return await control(club, club.carol, TextButton(ControlKind.REVIEW, str(match.id), "x"))


@use(ControlKind.REMOVAL)
async def remove(club: Club) -> Press:
    match = await club.start()
    return await control(club, officer(club), TextButton(ControlKind.REMOVAL, str(match.id), "x"))


# Settings and data


@use(ControlKind.OWNER)
async def block_person(club: Club) -> Press:
    club.bot.owner_id = club.carol.id
    button = TextButton(ControlKind.OWNER, f"block-person {club.bob.id}", "x")
    return await control(club, club.carol, button)


@use(ControlKind.SETTING)
async def setting(club: Club) -> Press:
    return await control(
        club, club.alice, menu(ControlKind.SETTING, "person:theme", "slate"), "slate"
    )


@use(ControlKind.SETTING)
async def toggle(club: Club) -> Press:
    return await control(club, club.alice, TextButton(ControlKind.SETTING, "person:pings:off", "x"))


@use(ControlKind.SETTING)
async def setting_of_server(club: Club) -> Press:
    asked = menu(ControlKind.SETTING, "server:theme", "slate")
    return await control(club, officer(club), asked, "slate")


@use(ControlKind.PRIVACY)
async def delete(club: Club) -> Press:
    await club.alice.slash(club.channel, "settings", words="theme slate")
    about = f"delete:{club.alice.id}"
    return await control(club, club.alice, TextButton(ControlKind.PRIVACY, about, "x"))


# Desks


async def desk_of(club: Club, kind: str) -> Desk:
    desk = await club.store.desks.latest(club.alice.id, kind)
    assert desk is not None
    return desk


async def at_desk(club: Club, kind: str, asks: str, game: str = "frisian") -> Desk:
    await club.alice.slash(club.channel, asks, **{"game": game} if game else {})
    return await desk_of(club, kind)


async def on_desk(club: Club, name: ControlKind, desk: Desk, does: str) -> Press:
    return await control(club, club.alice, TextButton(name, f"{stamp(desk)} {does}", "x"))


@action(Action.HINT)
async def hint(club: Club) -> Press:
    return await of_match(club, club.alice, Action.HINT, await practising(club))


@action(Action.ANALYSE)
async def analyse_step(club: Club) -> Press:
    return await of_match(club, club.carol, Action.ANALYSE, await club.under_way())


@use(ControlKind.ANALYSE)
async def new_board(club: Club) -> Press:
    desk = await analysing(club)
    return await on_desk(club, ControlKind.ANALYSE, desk, "first")


async def analysing(club: Club) -> Desk:
    """Open an analysis board of Alice's and play a move on it; return its desk."""
    desk = await at_desk(club, "analysis", "match analyse")
    await (await control(
        club, club.alice, menu(ControlKind.DESK_TARGET, stamp(desk), "32-28"), "32-28"
    ))  # fmt: skip
    return await desk_of(club, "analysis")


@use(ControlKind.DESK_TARGET)
async def move_at_desk(club: Club) -> Press:
    desk = await at_desk(club, "analysis", "match analyse")
    asked = menu(ControlKind.DESK_TARGET, stamp(desk), "32-28")
    return await control(club, club.alice, asked, "32-28")


@use(ControlKind.DESK)
async def flip_desk(club: Club) -> Press:
    desk = await at_desk(club, "analysis", "match analyse")
    return await control(club, club.alice, TextButton(ControlKind.DESK, f"flip {stamp(desk)}", "x"))


@use(ControlKind.LEARN)
async def learn(club: Club) -> Press:
    return await control(club, club.alice, TextButton(ControlKind.LEARN, "halma", "x"))


@use(ControlKind.LEARN)
async def learn_by_menu(club: Club) -> Press:
    return await control(club, club.alice, menu(ControlKind.LEARN, "", "halma"), "halma")


@use(ControlKind.LESSON)
async def next_step(club: Club) -> Press:
    desk = await at_desk(club, "lesson", "learn", "halma")
    return await on_desk(club, ControlKind.LESSON, desk, "step 1")


@use(ControlKind.LESSON)
async def jump(club: Club) -> Press:
    desk = await at_desk(club, "lesson", "learn", "halma")
    return await control(club, club.alice, menu(ControlKind.LESSON, stamp(desk), "2"), "2")


@use(ControlKind.PUZZLE)
async def solution(club: Club) -> Press:
    desk = await at_desk(club, "puzzle", "puzzle", "checkers")
    return await on_desk(club, ControlKind.PUZZLE, desk, "solution")


@use(ControlKind.PUZZLE)
async def post_puzzle(club: Club) -> Press:
    desk = await at_desk(club, "puzzle", "puzzle", "checkers")
    return await on_desk(club, ControlKind.PUZZLE, desk, "post")


@use(ControlKind.PUZZLE)
async def another_game(club: Club) -> Press:
    desk = await at_desk(club, "puzzle", "puzzle", "checkers")
    return await control(
        club, club.alice, menu(ControlKind.PUZZLE, stamp(desk), "frisian"), "frisian"
    )


@use(ControlKind.SHARED_PUZZLE)
async def shared_solution(club: Club) -> Press:
    await club.alice.send(club.channel, f"{club.me} puzzle checkers")
    return club.bob.click(club.last, label="Solution")


@use(ControlKind.DAILY_PUZZLE)
async def daily(club: Club) -> Press:
    puzzles = club.bot.cog(DailyPuzzles)
    await club.bot.preferences.change_server(
        club.guild.id, daily_channel=club.channel.id, daily_hour=0, daily_zone="UTC"
    )
    await puzzles.look()
    await club.posted()
    return club.alice.click(club.last, label="Solve")


# Forms, and menus of members


@other
async def move_form(club: Club) -> Press:
    await club.start()
    shown = await club.open_form(club.alice)
    return club.alice.submit_modal(shown, club.form(shown, "32-28"))


@other
async def set_up_form(club: Club) -> Press:
    match = await setting_up(club)
    shown = await (await of_match(club, club.alice, Action.PLACE, match))
    return club.alice.submit_modal(shown, club.form(shown, match.setup.fillings[0].text))


@other
async def import_form(club: Club) -> Press:
    shown = await (await control(club, club.alice, TextButton(ControlKind.IMPORT, "", "x")))
    assert shown.modal is not None
    pasted, attached = (label["component"]["custom_id"] for label in shown.modal["components"])
    return club.alice.submit_modal(shown, {pasted: '[Game "frysk"] 1. 46-41', attached: ()})


@other
async def desk_form(club: Club) -> Press:
    desk = await at_desk(club, "analysis", "match analyse")
    typed = TextButton(ControlKind.DESK, f"type {stamp(desk)} ", "x")
    shown = await (await control(club, club.alice, typed))
    return club.alice.submit_modal(shown, club.form(shown, "32-28"))


@other
async def position_form(club: Club) -> Press:
    desk = await at_desk(club, "analysis", "match analyse")
    shown = await (await on_desk(club, ControlKind.ANALYSE, desk, "text"))
    return club.alice.submit_modal(shown, club.form(shown, "W:W31:B20"))


@other
async def limits_form(club: Club) -> Press:
    olga = officer(club)
    shown = await (
        await control(club, olga, TextButton(ControlKind.SETTING, "server:limits:", "x"))
    )
    assert shown.modal is not None
    fields = [line["component"] for line in shown.modal["components"]]
    values = {field["custom_id"]: field["value"] for field in fields}
    return olga.submit_modal(shown, values | {fields[0]["custom_id"]: "3"})


@other
async def block_by_menu(club: Club) -> Press:
    return club.alice.context_menu(club.channel, "Block challenges", club.bob)
