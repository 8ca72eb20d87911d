"""Plain records of every game: each is read back as written, whatever happened in the match."""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import archive
from engine.archive import Act, Action, InvalidRecord, Record
from engine.archive.game_record import CLOSING, MOST_ACTIONS, Replay
from engine.archive.record_layout import LONGEST_RECORD
from engine.table.clock import TimeControl
from engine.table.match import Match
from engine.table.record import Status
from tests.each import check_each
from tests.engine.archive.random_matches import LONGEST_MATCH, NOW, begun, played, set_up
from tests.engine.golden import FILES, game_of
from tests.engine.setups import Setup, every_setup, setups, usual_setups
from tests.nightly import examples, is_night, mostly_at_night, one_of_each_family

SHORT_MATCH = 120 if is_night() else 40
"""The most actions of a match with options, whose header lines do not grow with it."""

WIDTH = 79
RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))

every_game = pytest.mark.parametrize("game", engine.games.values(), ids=engine.games.keys())


def _record(match: Match) -> Record:
    names = {person: f"Player {person}" for person in match.people}
    return archive.record_of(match, names, {"Site": "Draughts club", "Channel": "halma"})


@every_setup
def test_a_match_is_read_back_from_its_record(setup: Setup) -> None:
    for seed in range(3 if is_night() and not setup.options else 1):
        match = played(setup, seed, SHORT_MATCH if setup.options else LONGEST_MATCH)
        record = _record(match)
        text = archive.write(record)
        again = archive.read(text)
        assert again == record
        assert again.headers == record.headers
        assert archive.write(again) == text
        assert [
            step.position
            for step in again.positions()
            if step.action is None or step.action.act not in CLOSING
        ] == [place.read() for _, place in match.path]
        assert again.ranks == (match.outcome.ranks if match.outcome else ())
        assert again.start.options == match.position.options


@usual_setups
def test_a_record_survives_being_wrapped_anew(setup: Setup) -> None:
    record = _record(played(setup, seed=7))
    text = archive.write(record)
    lines = text.splitlines()
    assert max(len(line) for line in lines if not line.startswith("[")) <= WIDTH
    for width in (WIDTH, 40):
        wrapped = "\n".join(
            part
            for line in lines
            for part in textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)
            or [""]
        )
        assert archive.read(wrapped) == record
    assert archive.read(" ".join(text.split())) == record


@pytest.mark.parametrize("game", one_of_each_family())
def test_a_whole_game_is_read_back(game: str) -> None:
    rng = random.Random(3)
    replay = Replay(engine.games[game].start())
    while replay.position.outcome() is None:
        move = rng.choice(replay.position.legal_moves())
        replay.do(Action(Act.MOVE, replay.position.write(move)))
    actions = tuple(step.action for step in replay.steps if step.action)
    record = Record(replay.steps[0].position, actions, replay.ranks, replay.reason)
    assert archive.read(archive.write(record)) == record


@every_game
def test_a_game_that_ends_in_every_way_is_read_back(game: engine.Game) -> None:
    def check(file: Path) -> None:
        record = _of_golden(file)
        again = archive.read(archive.write(record))
        assert again == record
        assert f"result: {' '.join(map(str, again.ranks))} {again.reason}" in file.read_text(
            encoding="utf-8"
        )

    check_each(
        check, {f.stem: f for f in FILES if game_of(f.read_text(encoding="utf-8")) == game.name}
    )


def _of_golden(file: Path) -> Record:
    """Return the record of the golden game in ``file``."""
    head, _, body = file.read_text(encoding="utf-8").partition("\n\n")
    headers = dict(line.split(": ", 1) for line in head.splitlines())
    game, seats = engine.games[headers.pop("game")], int(headers.pop("seats"))
    fen = headers.pop("start", None)
    options = {
        name: next(choice for choice in game.options[name].choices if str(choice) == value)
        for name, value in headers.items()
    }
    start = game.read(fen, seats, **options) if fen else game.start(seats, **options)
    replay = Replay(start)
    names = [str(seat.name) for seat in start.seats]
    for turn in body.splitlines():
        who, _, what = turn.rpartition(" ")
        if what == "resigns":
            replay.do(Action(Act.RESIGN, seat=names.index(who)))
        elif who == "all agree on":
            replay.do(Action(Act.AGREE, what))
        elif turn and not turn.startswith((" ", "result")):
            mover = names[replay.position.turn]
            replay.do(Action(Act.MOVE, turn.removeprefix(f"{mover} ")))
    actions = tuple(step.action for step in replay.steps if step.action)
    return Record(start, actions, replay.ranks, replay.reason)


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_record_that_was_kept_is_written_the_same(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = archive.read(text)
    assert archive.write(record) == text
    assert record.ranks
    assert "?" not in record.players


def test_a_record_of_every_game_is_kept() -> None:
    assert {archive.read(file.read_text(encoding="utf-8")).game.name for file in RECORDS} == set(
        engine.games
    )


FRISIAN = '[Game "frisian"]\n[White "Ann"]\n[Black "Ben"]\n\n1. 32-28 19-23 2. 28x19 14x23\n'


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\n\n  " + text.replace("1. ", "1."),
        lambda text: text.replace("1. ", "").replace("2. ", ""),
        lambda text: text.replace("1. ", "{a comment\n; in lines} 1. ; another\n"),
        lambda text: "{first of all}\n" + text.replace("\n\n", "\n% a line\n"),
        lambda text: text.replace("frisian", "Frisian").replace("x", " X ").replace(" X ", "X"),
        lambda text: text.replace("19-23", "19–23"),
        lambda text: text + "{ } \n\n",
    ],
)
def test_a_text_may_be_written_in_many_ways(change: Callable[[str], str]) -> None:
    assert archive.read(change(FRISIAN)) == archive.read(FRISIAN)
    assert archive.read(change(FRISIAN)).players == ("Ann", "Ben")


def test_nothing_but_the_game_has_to_be_named() -> None:
    record = archive.read('[Game "halma"]')
    assert record == Record(engine.games["halma"].start())
    assert record.players == ("?", "?")
    assert len(record.positions()) == 1


def test_what_is_no_move_is_written_in_words() -> None:
    record = archive.read(
        '[Game "chinese-checkers"] [Seats "3"]\n'
        "1. < RED  resigns > m3-k3 < Yellow runs\nout of time>"
    )
    assert [(a.act, a.seat) for a in record.actions] == [
        (Act.RESIGN, 0),
        (Act.MOVE, 1),
        (Act.TIMEOUT, 2),
    ]
    assert record.ranks == (3, 1, 2)
    assert "<Red resigns> 1. m3-k3 <Yellow runs out of time>" in archive.write(record)


@pytest.mark.parametrize(
    ("closed", "ranks"),
    [
        ("<adjudicated: 2 1>", (2, 1)),
        ("<adjudicated>", ()),
        ("<aborted>", ()),
        ("<lapsed>", ()),
        ("<Black resigns> <adjudicated: 1 1>", (1, 1)),
    ],
)
def test_a_game_may_be_ended_from_outside(closed: str, ranks: tuple[int, ...]) -> None:
    text = f'[Reason "So it was decided"]\n{FRISIAN} {closed}'
    record = archive.read(text)
    assert (record.ranks, record.reason) == (ranks, "So it was decided")
    assert archive.read(archive.write(record)) == record
    with pytest.raises(InvalidRecord, match="already over"):
        archive.read(f"{text} 31-27").positions()


def test_a_drawn_battle_may_be_begun_anew() -> None:
    (file,) = (file for file in FILES if file.stem == "allies-both-undecided")
    over = archive.write(_of_golden(file)).replace("[Result", "[Was").replace("[Reason", "[Why")
    record = archive.read(f"{over} <agreed: restart> @G3")
    assert record.ranks == ()
    steps = record.positions()
    assert steps[-3].position.outcome() is not None
    assert steps[-2].position == engine.games["allies"].start()
    assert steps[-1].position.setup is not None
    assert archive.read(archive.write(record)) == record


def test_the_third_repetition_ends_a_game_as_it_ends_a_match() -> None:
    kings = '[Game "frisian"] [FEN "W:WK36,45:B6,K15"]\n'
    around = "36-41 15-20 41-36 20-15 "
    record = archive.read(kings + around * 2)
    assert record.ranks == (1, 1)
    assert record.reason == "The same position stood for the third time."
    # Other programs may have played on: a draw by rule ends no record while legal moves follow.
    longer = archive.read(kings + around * 3)
    assert len(longer.actions) == 12
    assert [step.position.outcome() for step in longer.positions()[:-1]] == [None] * 12


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "I can read no game in that. A record looks like `1. 32-28"),
        ('[Game "chess"]', "`chess` is none of `frisian`, "),
        ('[Game "frisian', "I can read no game"),
        ("[Game frisian]", "I can read no game"),
        ('[Game "halma', "I can read no game"),
        ('[Game "halma"] [White', "is not a header; a header looks like"),
        ('[Game "frisian"] [Seats "3"]', "is played by 2, not by 3"),
        ('[Game "frisian"] [Seats "²"]', "not a number of seats"),
        ('[Game "frisian"] [Options "size=8"]', "no option `size`"),
        ('[Game "halma"] [Options "size=9"]', "can be .*, not `9`"),
        ('[Game "halma"] [Options "size"]', "can be"),
        ('[Game "frisian"] [FEN "X"]', "A position gives the side to move"),
        (f"{FRISIAN} 3. 31-27 1-6", "Move 3, `1-6`: .*1 cannot move|Move 3, `1-6`:"),
        ('[Game "halma"] 1. pass', "Move 1, `pass`: That is not a move I can read"),
        ('[Game "halma"] {', "opened and not closed"),
        ('[Game "halma"] }', "opened and not closed"),
        (f"{FRISIAN} <White resigns", "opened and not closed"),
        (f"{FRISIAN} <White sleeps>", "`<White sleeps>` is not a move here"),
        (f"{FRISIAN} <Red resigns>", "is not a move here"),
        (f"{FRISIAN} <agreed: count>", "cannot be agreed on"),
        (f"{FRISIAN} <agreed>", "cannot be agreed on"),
        (f"{FRISIAN} <White resigns> 31-27", "The game was over: White resigned"),
        (f"{FRISIAN} <White resigns> <Black resigns>", "The game was over: White resigned"),
        (f"{FRISIAN} <adjudicated: 2 2>", "rank of each of the 2 seats"),
        (f"{FRISIAN} <adjudicated: 1>", "rank of each of the 2 seats"),
        (f"{FRISIAN} <adjudicated: 1 x>", "rank of each of the 2 seats"),
        (f'[Result "1 2"]\n{FRISIAN}', "says that the result was `1 2`, and by the moves it is"),
        (" " * LONGEST_RECORD + FRISIAN, "at most 1000000 characters"),
        ('[Game "frisian"]' + "<agreed: x>" * 2, "Move 1, `x`"),
    ],
)
def test_a_text_that_is_no_record_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(InvalidRecord, match=why) as refused:
        archive.read(text)
    assert str(refused.value).endswith((".", "?"))
    assert "\n" not in str(refused.value)


def test_a_seat_that_is_out_cannot_give_up_again() -> None:
    with pytest.raises(InvalidRecord, match="still in the game"):
        archive.read('[Game "halma"] [Seats "4"] <Red resigns> <Red runs out of time>')


def test_a_record_has_an_end() -> None:
    replay = Replay(engine.games["frisian"].start())
    replay.steps *= MOST_ACTIONS + 1
    with pytest.raises(InvalidRecord, match=f"at most {MOST_ACTIONS} moves"):
        replay.do(Action(Act.MOVE, "32-28"))


@given(st.text(), st.text())
def test_people_may_be_called_anything(name: str, site: str) -> None:
    headers = {"White": name, "Site": site}
    record = archive.read(archive.write(Record(engine.games["frisian"].start(), headers=headers)))
    for header, value in headers.items():
        shown = " ".join("".join(c if c.isprintable() else " " for c in value).split())
        assert record.headers[header] == shown


@given(st.text())
def test_hostile_text_is_no_record_and_harms_nothing(text: str) -> None:
    for whole in (text, FRISIAN + text, f'[Game "{text}"]', f'[Game "allies"]{text}'):
        _try_to_read(whole)


@pytest.mark.parametrize(
    ("head", "part"),
    mostly_at_night(
        product(
            ['[Game "frisian"]', '[GameType "40"]', "", '[A "'],
            ["{", "(", "<", "[", "{(", "!a", "1", "\n%", '\\"', "1.! "],
        ),
        lambda case: case[0] == '[Game "frisian"]' or case[1] in {"{", "[", "{(", '\\"'},
    ),
)
def test_a_text_made_to_be_slow_is_read_at_once(head: str, part: str) -> None:
    _try_to_read(head + part * (LONGEST_RECORD // len(part) - len(head) - 2) + "\na")


@settings(max_examples=examples(100))
@given(st.deferred(lambda: st.sampled_from(setups())), st.randoms(use_true_random=False))
def test_a_tampered_record_is_refused_or_sound(setup: Setup, rng: random.Random) -> None:
    letters = list(archive.write(_record(played(setup, 1, longest=15))))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(letters) + 1)
        letters[at : at + rng.randint(0, 3)] = rng.choices('[]"<>{};_-x= 0123456789abK@', k=1)
    _try_to_read("".join(letters))


def _try_to_read(text: str) -> None:
    try:
        record = archive.read(text)
    except InvalidRecord:
        return
    assert archive.read(archive.write(record)) == record


@pytest.mark.parametrize(
    ("game", "options"), [("allies", {"field": "france-germany"}), ("alliance", {"setup": "free"})]
)
def test_a_sealed_set_up_is_in_no_record(game: str, options: dict[str, str]) -> None:
    rng = random.Random(5)
    match = set_up(begun(Setup(engine.games[game], 2, dict(options)), rng), rng)
    assert match.setting_up
    assert "@" not in archive.write(_record(match))
    match = set_up(match, rng)
    assert "@" in archive.write(_record(match))


def test_a_record_does_not_tell_of_an_offence() -> None:
    setup = Setup(engine.games["assaut"], 2, {})
    offences = 0
    for seed in range(10):
        match = played(setup, seed)
        for event in match.events:
            then = match.until(event.number)
            if then.line and then.position != then.position.seen_by(None):
                offences += 1
                assert "offence" in then.position.fen()
                assert "offence" not in archive.write(_record(then))
    assert offences


def test_a_match_is_recorded_as_far_as_it_has_been_played() -> None:
    match = begun(Setup(engine.games["frisian"], 2, {}), random.Random(1))
    match = match.play(1, "32-28", now=NOW + timedelta(hours=1), source=None)
    record = archive.record_of(match, {1: "Ann"}, {"Event": "Cup"})
    assert record.ranks == ()
    assert record.players == ("Ann", "?")
    assert record.headers == {
        "Event": "Cup",
        "Round": "0",
        "Date": "2026.11.21",
        "Begin": "2026-11-21 18:30 UTC",
        "TimeControl": "none",
        "Rated": "no",
        "White": "Ann",
        "Black": "?",
    }
    text = archive.write(record)
    assert re.search(r'\[Result "\*"\]\n\n1\. 32-28\n$', text)
    over = match.resign(2, now=NOW + timedelta(hours=30), source=None)
    assert archive.record_of(over, {}).headers["End"] == "2026-11-23 00:30 UTC"
    assert "<Black resigns>" in archive.write(archive.record_of(over, {}))


def test_what_was_taken_back_is_in_no_record() -> None:
    match = begun(Setup(engine.games["frisian"], 2, {}), random.Random(1))
    for person, text in [(1, "32-28"), (2, "19-23"), (1, "28x19"), (2, "14x23")]:
        match = match.play(person, text, now=NOW, source=None)
    match = match.offer_takeback(1, now=NOW, source=None)
    assert match.offer is not None
    match = match.agree(2, match.offer.number, now=NOW, source=None)
    match = match.play(1, "28x19", now=NOW, source=None).play(2, "13x24", now=NOW, source=None)
    text = archive.write(_record(match))
    assert text.endswith("\n1. 32-28 19-23 2. 28x19 13x24\n")
    assert archive.read(text).positions()[-1].position == match.position


def test_who_runs_out_of_time_is_out_and_the_others_go_on() -> None:
    setup = Setup(engine.games["chinese-checkers"], 3, {})
    match = replace(begun(setup, random.Random(1)), time=TimeControl.read("1d"))
    for person in match.people:
        text = match.position.write(match.position.legal_moves()[0])
        match = match.play(person, text, now=NOW, source=None)
    late = NOW
    while match.status is Status.LIVE:
        late += timedelta(days=1)
        match = match.tick(now=late, chance=random.Random(1))
    record = _record(match)
    assert archive.read(archive.write(record)) == record
    assert "<Red runs out of time> <Blue runs out of time>" in archive.write(record)
    assert record.reason == "Blue ran out of time."
    assert record.headers["TimeControl"] == "1d"


@pytest.mark.parametrize(("ranks", "said"), [((2, 1), "<adjudicated: 2 1>"), ((), "<adjudicated>")])
def test_a_moderators_last_decision_is_the_result(ranks: tuple[int, ...], said: str) -> None:
    match = begun(Setup(engine.games["frisian"], 2, {}), random.Random(1))
    match = match.play(1, "32-28", now=NOW, source=None).resign(2, now=NOW, source=None)
    match = match.adjudicate(9, (1, 1), "Too fast", now=NOW, source=None)
    match = match.adjudicate(9, ranks, "Both were away", now=NOW, source=None)
    record = _record(match)
    assert (record.ranks, record.reason) == (ranks, "Both were away")
    assert archive.write(record).endswith(f"1. 32-28 <Black resigns> {said}\n")
    assert archive.read(archive.write(record)) == record


def test_a_match_without_a_result_says_so() -> None:
    match = begun(Setup(engine.games["frisian"], 2, {}), random.Random(1))
    aborted = match.abort(1, now=NOW, source=None)
    lapsed, late = match, NOW
    while lapsed.status is Status.LIVE:
        late += timedelta(days=1)
        lapsed = lapsed.tick(now=late, chance=random.Random(1))
    for ended, said in [(aborted, "<aborted>"), (lapsed, "<lapsed>")]:
        record = _record(ended)
        assert archive.write(record).endswith(f'[Result "*"]\n\n{said}\n')
        assert archive.read(archive.write(record)) == record
