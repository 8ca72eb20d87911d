"""Blindfold matches: nobody is shown a piece before the match is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import discord
import pytest
from simcord import MemberActor, SetupError

import engine
import render
from cogs.language.actions import Action
from cogs.language.challenge_parser import parse_challenge
from cogs.messages.match_posts import texts_of
from engine import Position, telling
from engine.table.match import Match
from engine.table.record import Status
from tests.cogs.conftest import OWN, SHARED, Club, _alts, alt_of, labels, private_text
from tests.nightly import at_night

pytestmark = SHARED

REFUSED = "This match is played blindfold: the pieces are shown once it is over."


@pytest.mark.parametrize("name", ["international", "chinese-checkers", "allies"])
def test_the_picture_shows_no_piece(name: str) -> None:
    start = engine.games[name].start()
    later = start
    while later.setup is not None or dict(later.pieces()) == dict(start.pieces()):
        later = later.play(later.legal_moves()[0])
    blind = [render.picture(position, size=400, blind=True) for position in (start, later)]
    assert blind[0].png == blind[1].png
    assert str(blind[1].alt).endswith("The board is shown without its pieces.")


@pytest.mark.parametrize(
    "said", ["frisian blindfold", "blindfolded frisian 1d", "dames frisonnes à l’aveugle, blancs"]
)
def test_it_is_said_in_both_languages(said: str) -> None:
    terms = parse_challenge(said)
    assert terms.blindfold
    assert terms.game.name == "frisian"
    assert not parse_challenge("frisian").blindfold


async def blindfold(club: Club) -> Match:
    await club.start("international white blindfold")
    return await club.play("32-28", "19-23")


async def test_what_is_posted_and_shown_tells_of_no_piece(club: Club) -> None:
    await club.bot.preferences.change_person(club.alice.id, text_first=True)
    match = await blindfold(club)
    assert match.blindfold
    said = [club.alt(), club.text()]
    assert "Legal moves" not in labels(club.last)
    said.append(private_text(await club.alice.slash(club.channel, "match moves")))
    for name in ("match moves", "mygames"):
        shown = await club.alice.slash(club.channel, name)
        assert shown.response is not None
        said.append(club.text(shown.response.message))
        if name == "moves":
            said.append(alt_of(shown.response.message))
    flipped = await club.alice.click(club.last, label="Flip")
    assert flipped.response is not None
    said += [private_text(flipped), alt_of(flipped.response.message)]
    await club.carol.send(club.channel, f"{club.me} board")
    said.append(club.alt())
    told = "\n".join(said)
    assert "The board is shown without its pieces." in told
    assert " men on " not in told
    assert "20 men" not in told


async def test_questions_about_the_position_are_not_answered(club: Club) -> None:
    await blindfold(club)
    for what in ("", "row 4", "line 46-5", "from 31", "28"):
        given = {"what": what} if what else {}
        for member in (club.alice, club.carol):
            shown = await member.slash(club.channel, "match where", **given)
            assert private_text(shown) == REFUSED, what
    last = private_text(await club.alice.slash(club.channel, "match where", what="last"))
    assert "played `19-23`" in last
    who = private_text(await club.alice.slash(club.channel, "match where", what="who"))
    assert "White to move." in who
    assert "No time limit" in private_text(
        await club.alice.slash(club.channel, "match where", what="clock")
    )
    for command in ("match analyse", "match animate"):
        assert private_text(await club.alice.slash(club.channel, command)) == REFUSED, command


async def test_moves_are_typed_and_no_list_of_them_is_shown(club: Club) -> None:
    match = await blindfold(club)
    assert not await club.alice.autocomplete(club.channel, "move", "move", "")
    board = club.last
    form = await club.alice.click(board, label="Move")
    assert form.modal is not None
    await club.alice.submit_modal(form, club.form(form, "28x19"))
    assert (await club.reload(match)).moves[-1].text == "28x19"
    assert board.id in [message.id for message in club.messages]
    await club.bob.send(club.channel, f"{club.me} 14")
    assert not labels(club.last), "half a move has no list of its targets"
    assert "14x23" not in club.text()
    await club.bob.send(club.channel, f"{club.me} move nonsense")
    assert "such as `32-28`" in club.text(), "no move that is legal now"


async def test_a_refusal_says_what_a_move_needs_and_not_what_this_one_lacks(club: Club) -> None:
    match = await blindfold(club)
    said = set()
    for move in ("31-24", "31-27", "15-20", "25-20", "44-40"):  # too far, a capture is due, …
        await club.alice.send(club.channel, f"{club.me} {move}")
        said.add(club.text())
    (refusal,) = said
    assert "begin with a piece of yours" in refusal
    assert "Blindfold, I do not say which of these is missing." in refusal
    assert "You must capture" not in club.text(match_post(club))
    assert (await club.reload(match)).moves == match.moves


def match_post(club: Club) -> discord.Message:
    """Return the newest board."""
    return next(message for message in club.messages[::-1] if message.attachments)


async def test_once_it_is_over_all_is_shown_and_the_rematch_is_blindfold_too(club: Club) -> None:
    match = await blindfold(club)
    summary = private_text(await club.carol.slash(club.channel, "match show"))
    assert "Blindfold: the board is shown without its pieces until the match is over." in summary
    await club.confirm(club.bob, club.last, "Resign")
    assert (await club.reload(match)).status is Status.OVER
    assert "White: 20 men on " in club.alt()
    shown = await club.alice.slash(club.channel, "match where", what=f"#{match.id}")
    assert "White: 20 men on " in private_text(shown)
    who = private_text(await club.alice.slash(club.channel, "match where", what=f"who #{match.id}"))
    assert "You play" not in who
    assert "White won" in who
    await club.alice.click(club.last, label="Rematch")
    (again,) = await club.matches(Status.CHALLENGE)
    assert again.blindfold
    assert "Blindfold: the board is shown without its pieces" in club.text()


async def test_pieces_are_still_set_up_in_secret_by_those_who_see_them(club: Club) -> None:
    await club.challenge("alliance white free blindfold")
    await club.bob.click(club.last, label="Accept")
    shown = await club.alice.click(club.last, label="Set up")
    assert shown.response is not None
    assert "White: " in alt_of(shown.response.message)
    assert "White: " not in club.alt()


async def test_a_hint_would_tell_where_a_piece_stands(club: Club) -> None:
    await club.alice.send(club.channel, f"{club.me} play international level 1 white blindfold")
    shown = await club.alice.slash(club.channel, "hint")
    assert private_text(shown) == REFUSED


LEFT_OUT = {
    *("challenge", "holiday", "import", "learn", "open", "play", "privacy"),
    *("puzzle", "rules", "settings", "simul", "teams"),
}
"""The commands that show other boards or none, or need more options."""

OTHERS = ("admin", "crowd", "people", "servers", "tournament")
"""The groups of such commands."""

PASSED_OVER = {
    *("abort-now", "agree", "draw-now", "resign-now", "surrender-now", "takeback-now"),
    "rules",
}
"""The actions that end or change the match, and the one that shows other boards."""

LOOKING = {"watch", "look", "replay", "open", "mine", "piece", "pieces", "target", "next", "page"}
"""The kinds of menus and of buttons with a text that lead to matches."""

WRONG = ("31-24", "28-22", "28", "huff c6", "e4-d4", "d5-d7", "e5", "50-45", "32-27")
"""Moves and halves of moves, each wrong in its own way."""


class Told:
    """Everything that was said and drawn, and the secrets in it: where pieces stand."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.said: dict[str, str] = {}
        self.drawn: list[str] = []
        self.where = ""
        later = match.line[1:]
        self.positions = [dict(position.pieces()) for position in later]
        known = {event.text for event in match.moves} | {match.game.example}
        known |= {str(text) for text in telling.standing(match.line[0])}
        self.secrets = [
            secret
            for position in later
            for secret in (
                position.fen(),
                *(str(text) for text in telling.standing(position)),
                *(str(text) for text in telling.standing(position, squares=False)),
                *(str(text) for text in position.display.news()),
                *(str(claim.label) for claim in position.claiming.claims()),
                *(f"`{move}`" for move in map(position.write, position.legal_moves())),
            )
            if secret.strip("`") not in known
        ]

    async def hear(self, message: discord.Message) -> None:
        """Take note of a message: its texts, descriptions and files."""
        files = [file for file in message.attachments if not file.filename.endswith(".png")]
        texts = [(await file.read()).decode() for file in files]
        said = [message.content, *texts_of(message.components), *_alts(message.components)]
        self.said[f"{self.where} {len(self.said)}"] = "\n".join([*said, *texts])

    def leaks(self) -> list[str]:
        """Return the secrets that were told or drawn, each with the place where."""
        found = [
            f"{where}: {secret}"
            for where, said in self.said.items()
            for secret in self.secrets
            if secret in said
        ]
        return [*found, *self.drawn]


def watched(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take note of pictures that show the pieces of a match."""
    plain: Callable[..., object] = render.picture

    def seen(position: Position, *others: object, **more: object) -> object:
        if not more.get("blind") and dict(position.pieces()) in told.positions:
            told.drawn.append(f"{told.where}: a picture")
        return plain(position, *others, **more)

    monkeypatch.setattr(render, "picture", seen)


async def press_all(
    member: MemberActor, told: Told, message: discord.Message, done: set[str]
) -> None:
    """Use the controls of a message and of the answers to them, each kind once."""
    await told.hear(message)
    for control in controls(message.components):
        kind = control.custom_id.split(":")[1]
        use = kind.rpartition("-")[2] if kind.startswith(("menu-", "text-")) else ""
        wanted = use in LOOKING if use else kind in set(Action) - PASSED_OVER
        if kind in done or not wanted:
            continue
        done.add(kind)
        told.where = f"{told.where.split(' > ')[0]} > {kind}"
        try:
            if isinstance(control, discord.SelectMenu):
                values = [control.options[0].value]
                answer = await member.select(message, values, custom_id=control.custom_id)
            else:
                answer = await member.click(message, custom_id=control.custom_id)
        except SetupError:  # out of date, or not theirs
            continue
        for shown in filter(None, [answer.response, *answer.followups]):
            await press_all(member, told, shown.message, done)


def controls(components: Sequence[Any]) -> Iterator[Any]:
    """Yield the enabled buttons and menus of a message."""
    for component in components:
        if getattr(component, "custom_id", None) and not component.disabled:
            yield component
        yield from controls(getattr(component, "children", ()))


@OWN
@pytest.mark.parametrize(
    ("game", "moves"),
    [
        at_night(("international", ("32-28", "19-23", "28x19", "14x23"))),
        ("assaut", ("@c6,e6", "e4-e5", "c6-c5", "d4-d5", "c5-c6")),
    ],
)
async def test_no_command_and_no_button_tells_of_a_piece(
    club: Club, game: str, moves: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.bot.preferences.change_person(club.alice.id, text_first=True)
    await club.bot.preferences.change_server(club.guild.id, guesses="both")
    await club.start(f"{game} white blindfold" if game == "international" else f"{game} blindfold")
    match = await club.play(*moves)
    told = Told(match)
    watched(told, monkeypatch)
    for member in (club.alice, club.bob, club.carol):
        done: set[str] = set()
        for name in member.available_commands(club.channel):
            told.where = f"{member.name} /{name}"
            if name in LEFT_OUT or name.startswith(OTHERS):
                continue
            given = {"move": WRONG[0]} if name in {"match guess", "move"} else {}
            answer = await member.slash(club.channel, name, **given)
            for shown in filter(None, [answer.response, *answer.followups]):
                await press_all(member, told, shown.message, done)
        told.where = f"{member.name} board"
        for message in club.messages:
            await press_all(member, told, message, done)
    for typed in WRONG:
        for member in (club.alice, club.bob):
            told.where = f"typed {typed}"
            before = club.newest
            await member.send(club.channel, f"{club.me} {typed}")
            for message in club.since(before):
                await told.hear(message)
        guessed = await club.carol.slash(club.channel, "match guess", move=typed)
        assert guessed.response is not None
        await told.hear(guessed.response.message)
    assert (await club.reload(match)).status is Status.LIVE
    assert told.leaks() == []
