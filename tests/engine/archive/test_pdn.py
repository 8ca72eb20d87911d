"""Draughts as PDN, read back by two other programs: pydraughts and py-draughts."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import Position, Refusal, archive
from engine.archive import Act, Action, InvalidRecord, Record, pdn
from engine.archive.game_record import Replay
from tests.nightly import is_night, mostly_at_night, thinned
from tests.oracles import py_draughts, pydraughts
from tests.oracles.moves import PYDRAUGHTS, effect, pydraughts_board, pydraughts_moves

Move = pydraughts("core.variant").Move
PDNReader = pydraughts("PDN").PDNReader

HERE = Path(__file__).parent
KEPT = sorted((HERE / "records").glob("*.pdn"))
FRISIAN = ["frisian", "frisian-official", "frysk"]
GAMES = list(PYDRAUGHTS)
SEEDS = 4 if is_night() else 1

START = "W:W31-50:B1-20"


def frisian_board(text: str) -> Any:  # noqa: ANN401 - loaded at run time
    """Return the last position of a PDN game as py-draughts reads it."""
    return py_draughts("boards.frisian").Board.from_pdn(text)


def _random_game(name: str, seed: int) -> Record:
    rng = random.Random(seed)
    replay = Replay(engine.games[name].start())
    while replay.position.outcome() is None:
        move = rng.choice(replay.position.legal_moves())
        replay.do(Action(Act.MOVE, replay.position.write(move)))
    actions = tuple(step.action for step in replay.steps if step.action)
    return Record(replay.steps[0].position, actions, replay.ranks, replay.reason)


def _pieces(fen: str, name: str = "frisian") -> Position:
    """Return the position of a FEN without its counters, which differ between programs."""
    return engine.games[name].read(fen.partition(" ")[0])


def _followed(record: Record) -> bool:
    """Return whether pydraughts plays the whole game, reading every move as Damier does.

    Its Frisian rules differ a little: a king counts as one and a half men, while ``frisian`` has no
    such values. A move that pydraughts does not allow ends the comparison.
    """
    name = record.game.name
    (game,) = PDNReader(pdn.write(record)).games
    assert game.variant == PYDRAUGHTS[name]
    assert len(game.moves) == len(record.actions)
    board = pydraughts_board(name, game.tags.get("FEN", "startpos"))
    steps = record.positions()
    assert _pieces(board.fen, name) == _pieces(steps[0].position.fen(), name)
    for word, before, step in zip(game.moves, steps, steps[1:], strict=False):
        assert step.move is not None
        if effect(before.position, step.move) not in pydraughts_moves(name, board):
            return False
        # pydraughts does not read the colon of Russian captures.
        board.push(Move(board, pdn_move=word.replace(":", "x")))
        assert _pieces(board.fen, name) == _pieces(step.position.fen(), name), word
    return True


@pytest.mark.parametrize("name", mostly_at_night(FRISIAN, lambda name: name == "frisian-official"))
def test_other_programs_read_whole_games(name: str) -> None:
    read = Counter[str]()
    for seed in range(SEEDS):
        record = _random_game(name, seed)
        if not _followed(record):
            continue
        read["pydraughts"] += 1
        text = pdn.write(record)
        try:
            board = frisian_board(text)
        except ValueError:
            assert name == "frisian"  # its rules choose captures differently
            continue
        read["py-draughts"] += 1
        last = record.positions()[-1].position
        assert _pieces(board.fen.split('"')[1]) == _pieces(last.fen())
    assert min(read.values()) >= SEEDS * (0.5 if name == "frisian" else 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_read_back_from_its_pdn(name: str) -> None:
    for seed in range(SEEDS):
        record = _random_game(name, seed)
        text = pdn.write(record)
        assert max(map(len, text.splitlines())) < 80
        assert archive.read(text) == record


def _stem(file: Path) -> str:
    return file.stem


@pytest.mark.parametrize("file", thinned(KEPT, 3), ids=_stem)
def test_a_record_and_its_pdn_tell_the_same(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = archive.read(text)
    assert pdn.write(record) == text
    assert archive.read(file.with_suffix(".txt").read_text(encoding="utf-8")) == record
    assert _followed(record)
    (game,) = PDNReader(text).games
    assert game.tags["White"] == "Ann Lee"
    assert game.game_ending == game.tags["Result"]


def test_pdn_is_kept_of_every_game_it_is_for() -> None:
    assert {file.stem for file in KEPT} == set(GAMES)
    assert [name for name, game in engine.games.items() if game.pdn] == GAMES
    with pytest.raises(Refusal, match="PDN is for draughts"):
        pdn.write(Record(engine.games["halma"].start()))


def _captures(fen: str) -> dict[str, str]:
    """Return the captures in a position as PDN, by their canonical text."""
    position = engine.games["frisian-official"].read(fen)
    written = {}
    for move in position.legal_moves():
        action = Action(Act.MOVE, position.write(move))
        record = Record(position, (action,))
        assert _followed(record)
        board = frisian_board(pdn.write(record))
        after = record.positions()[1].position
        assert _pieces(board.fen.split('"')[1]) == _pieces(after.fen())
        written[action.text] = pdn.write(record).splitlines()[-1]
    return written


def test_a_capture_is_written_in_full_where_the_short_form_is_ambiguous() -> None:
    assert _captures("W:W17:B21,27,29,32,43") == {
        "17x26x28x30": "1. 17x26x28x30 *",
        "17x37x28x30": "1. 17x37x28x30 *",
        "17x37": "1. 17x37 *",
    }
    assert _captures("W:W28:B23,14,32") == {"28x10": "1. 28x10 *"}


def test_a_capture_straight_on_lands_right_behind_what_it_takes() -> None:
    assert _captures("W:WK39:B9,10,16,32,35,38") == {
        "39x36x4x15x45": "1. 39x36x4x15x45 *",
        "39x37x14x5x45": "1. 39x37x28x5x45 *",
    }


def test_black_may_begin() -> None:
    record = Record(
        engine.games["frisian"].read("B:W31-50:B1-20"),
        tuple(Action(Act.MOVE, text, seat) for text, seat in [("19-23", 1), ("32-28", 0)]),
    )
    text = pdn.write(record)
    assert text.endswith("\n\n1... 19-23 2. 32-28 *\n")
    assert archive.read(text) == record
    board = frisian_board(text)
    assert _pieces(board.fen.split('"')[1]) == _pieces("B:W28,31,33-50:B1-18,20,23")
    # If Black begins, pydraughts reads the first move twice, even in its own files.
    (game,) = PDNReader(text).games
    assert game.moves == ["19-23", "19-23", "32-28"]


def test_a_game_without_moves_is_written_and_read() -> None:
    for name in GAMES:
        record = Record(engine.games[name].start())
        assert archive.read(pdn.write(record)) == record


@pytest.mark.parametrize(
    ("name", "kind", "position", "capture", "won"),
    [
        ("international", "20,W,10,10,N2,0", "W:W28:B23", "28x19", ("2-0", "1-1", "0-2")),
        ("checkers", "21,B,8,8,N1,0", "B:W18:B15", "15x22", ("1-0", "1/2-1/2", "0-1")),
        ("russian", "25,W,8,8,A0,0", "W:Wc3:Bd4", "c3:e5", ("1-0", "1/2-1/2", "0-1")),
        ("brazilian", "26,W,8,8,A0,0", "W:Wc3:Bd4", "c3xe5", ("1-0", "1/2-1/2", "0-1")),
        ("turkish", "30,W,8,8,A0,0", "W:Wc3:Bc4", "c3xc5", ("1-0", "1/2-1/2", "0-1")),
        ("frisian-official", "40,W,10,10,N2,0", "W:W28:B23", "28x19", ("2-0", "1-1", "0-2")),
    ],
)
def test_each_game_has_its_type(
    name: str, kind: str, position: str, capture: str, won: tuple[str, str, str]
) -> None:
    game = engine.games[name]
    start = game.read(position)
    move = Action(Act.MOVE, start.write(start.parse(capture)), start.turn)
    text = pdn.write(Record(start, (move,)))
    assert f'[GameType "{kind}"]\n[SetUp "1"]\n[FEN "{position}"]' in text
    assert text.splitlines()[-1] == f"1. {capture} *"
    assert archive.read(f'[GameType "{kind.partition(",")[0]}"]').game is game
    # The first number belongs to the side that begins, which in checkers is Black.
    for result, loser in zip(won, (1, None, 0), strict=True):
        replay = Replay(game.start())
        end = Action(Act.AGREE, "draw") if loser is None else Action(Act.RESIGN, seat=loser)
        replay.do(end)
        record = Record(replay.steps[0].position, (end,), replay.ranks, replay.reason)
        assert f'[Result "{result}"]' in pdn.write(record)
        assert archive.read(pdn.write(record)) == record


HEAD = f'[GameType "40"]\n[FEN "{START}"]\n'


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. 32-28 19-23 2. 28x19 14x23 *", 4),
        ("1.32-28 19-23 2.28x19 14x23", 4),
        ("1. 32-28 1... 19-23 2. 28x19 14x23 2-0 ", 4),
        ("1. 32-28! {best (not 31-27} 19-23? (1... 18-23 (1... 17-22)) $12 2. 28:19 *", 3),
        ("1. 32-28 ; to the centre\n% nothing\n19-23", 2),
        ("1. 05-10 *", None),
        ('1. 32-28 19-23 * 2. 99-99 [Event "next"]', 2),
    ],
)
def test_pdn_of_others_is_read(text: str, moves: int | None) -> None:
    if moves is None:
        with pytest.raises(InvalidRecord, match="Move 1, `05-10`: The piece on 5 is your"):
            archive.read(HEAD + text)
        return
    record = archive.read(HEAD + text)
    assert record.game.name == "frisian-official"
    assert sum(action.act is Act.MOVE for action in record.actions) == moves


@pytest.mark.parametrize(
    ("result", "ranks", "said"),
    [
        ("2-0", (1, 2), Action(Act.RESIGN, seat=1)),
        ("1-0", (1, 2), Action(Act.RESIGN, seat=1)),
        ("0-2", (2, 1), Action(Act.RESIGN, seat=0)),
        ("0-1", (2, 1), Action(Act.RESIGN, seat=0)),
        ("1-1", (1, 1), Action(Act.AGREE, "draw")),
        ("1/2-1/2", (1, 1), Action(Act.AGREE, "draw")),
        ("0-0", (), Action(Act.MOVE, "32-28", 0)),
        ("*", (), Action(Act.MOVE, "32-28", 0)),
    ],
)
def test_a_result_that_the_position_does_not_show_was_agreed(
    result: str, ranks: tuple[int, ...], said: Action
) -> None:
    for text in (f"{HEAD}1. 32-28 {result}", f'[Result "{result}"]{HEAD}1. 32-28'):
        record = archive.read(text)
        assert record.ranks == ranks
        assert record.actions[-1] == said
        assert archive.read(pdn.write(record)) == record


def test_a_win_on_the_board_goes_before_any_result() -> None:
    record = archive.read('[GameType "40"][Result "0-2"][FEN "W:W28:B23"] 1. 28x19 0-2')
    assert record.ranks == (1, 2)
    assert record.actions[-1] == Action(Act.MOVE, "28x19", 0)


def test_a_win_against_a_draw_on_the_board_was_adjudicated() -> None:
    text = '[GameType "40"][Reason "A moderator"][FEN "W:WK28:BK1"] 1. 28-22 0-2'
    record = archive.read(text)
    assert record.ranks == (2, 1)
    assert record.actions[-1] == Action(Act.ADJUDICATE, "2 1")
    assert archive.read(pdn.write(record)) == record


@pytest.mark.parametrize(
    ("headers", "game"),
    [
        ('[GameType "40"]', "frisian-official"),
        ('[GameType "40,W,10,10,N2,0"] [Game "frisian"]', "frisian"),
        ('[GameType "40"] [Game "halma"]', "frisian-official"),
        ('[GameType "40"] [FEN "W:W46,47,48,49,50:B1,2,3,4,5"]', "frysk"),
        ('[GameType "40"] [FEN "W:W46,47,48,49,50:B1,2,3,4,5:H0:F1"]', "frysk"),
        ('[GameType "97"]', "frysk"),
        ('[GameType "40"] [FEN "B:B5,6:WK46."]', "frisian-official"),
    ],
)
def test_the_game_is_known_by_its_type(headers: str, game: str) -> None:
    assert archive.read(headers).game.name == game


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[GameType "23"] 1. 32-28', "The game type `23` is not played here"),
        ('[GameType "Canadian"]', "The record is one of `Canadian`, which is not played here"),
        ('[GameType "40"] [FEN "nonsense"]', "gives the side to move"),
        ('[GameType "40"] 1. 32-28 19-24 2. 28x19', "Move 2, `28x19`"),
        ('[GameType "40"] 1. e3-d4', "Move 1, `e3-d4`"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(InvalidRecord, match=why):
        archive.read(text)
