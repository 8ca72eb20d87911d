"""PDN from other programs and people: its game, moves and result are recognised."""

from __future__ import annotations

import pytest

import engine
from engine import archive
from engine.archive import Act, Action, InvalidRecord, Record
from engine.errors import InvalidPosition
from tests.nightly import is_night
from tools.dialects.__main__ import read_back


def _names(text: str) -> list[str]:
    return [reading.record.game.name for reading in archive.readings(text)]


def _moves(record: Record) -> list[str]:
    return [action.text for action in record.actions if action.act is Act.MOVE]


def test_games_are_read_back_from_every_dialect() -> None:
    found = read_back(games=3 if is_night() else 1, seed=39)
    assert found.failures == []
    assert len(found.read) >= 60
    assert 0 < found.asked < found.read.total() / 10


# Which game it is

INTERNATIONAL = (
    "1. 33-28 18-23 2. 39-33 12-18 3. 31-27 20-24 4. 36-31 7-12 5. 44-39 14-20 6. 50-44 10-14"
)
"""Quiet moves in positions where Frisian draughts would require a capture."""


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("1. 32-28 19-23", ["international", "frisian-official"]),
        ('[Event "Fries kampioenschap"]\n1. 32-28 19-23', ["frisian-official", "international"]),
        ('[Variant "Frisian"]\n1. 32-28 19-23', ["frisian-official"]),
        ('[Game "Frisian draughts"]\n1. 32-28 19-23', ["frisian-official"]),
        ('[Game "frisian"]\n1. 32-28 19-23', ["frisian"]),
        ('[Variant "Frysk!"]\n[GameType "40"]\n1. 46-41 5-10', ["frysk"]),
        ('[Variant "Frysk!"]\n[FEN "W:W46-50:B1-5:H0:F1"]\n1. 46-41 5-10', ["frysk"]),
        # Programs that write one GameType for all games name the game in another header.
        ('[Variant "Russian draughts"]\n[GameType "20"]\n1. c3-d4 d6-c5', ["russian"]),
        (INTERNATIONAL, ["international"]),
        # White captures along a column: among games with numbered squares, only Frisian ones.
        ('[FEN "W:W33:B23"] 1. 33x13', ["frisian-official"]),
        ("1. 11-15 23-19 2. 8-11", ["checkers"]),
        ("1. 22-18 11-15 2. 18x11 8x15", ["russian", "brazilian"]),
        ("1. c3-d4 d6-c5", ["russian", "brazilian"]),
        ("1. cd4 dc5 2. gh4", ["russian", "brazilian"]),
        ("1. a3-a4 a6-a5", ["turkish"]),
        ('[GameType "21"] 1. b6-a5 c3-d4', ["checkers"]),
        ('[GameType "26"] 1. 22-18', ["brazilian"]),
        ('[GameType ""] 1. 11-15', ["checkers"]),
        # Only in Russian draughts does a man crowned during a capture continue as a king.
        ('[FEN "W:Wb6:Bc7,g5"] 1. b6xd8xh4', ["russian"]),
    ],
)
def test_the_game_is_found(text: str, games: list[str]) -> None:
    found = _names(text)
    assert found[: len(games)] == games
    assert {*found[len(games) :]} <= {"italian", "frisian"}
    assert "frisian" in found or {"international", "frisian-official"} - {*found}


def test_somebody_may_name_the_game() -> None:
    frisian = engine.games["frisian"]
    assert [r.record.game for r in archive.readings("1. 32-28 19-23", frisian)] == [frisian]
    with pytest.raises(InvalidRecord, match="Move 1, `32-28`"):
        archive.readings("1. 32-28 19-23", engine.games["checkers"])
    halma = archive.read(archive.write(Record(engine.games["halma"].start())))
    assert halma.game.name == "halma"


def test_what_no_game_allows_is_refused_by_the_nearest() -> None:
    with pytest.raises(InvalidRecord, match="As International draughts: Move 2, `28x18`"):
        archive.read("1. 32-28 19-23 2. 28x18")


def test_the_name_of_a_game_in_an_otherwise_foreign_record_helps() -> None:
    text = '[Game "frisian"]\n[White "Ann"]\n[Result "2-0"]\n\n1. 32-28! 19-23 {so} 2-0'
    assert archive.read(text).ranks == (1, 2)


def test_a_record_is_read_as_the_chosen_game_or_refused() -> None:
    text = '[FEN "W:WK42,46:B19,30"] 1. 42-31 30-35 2. 31-4 19-23 3. 4-10 23-29'
    chosen = engine.games["frisian-official"]
    three = archive.read(text, engine.games["international"])
    assert archive.as_game(three, chosen).game is chosen
    four = archive.read(f"{text} 4. 10-37", engine.games["international"])
    assert archive.as_game(four, engine.games["frisian"]).game.name == "frisian"
    with pytest.raises(
        InvalidRecord, match="`10-37`: The king on 10 has made three moves in a row"
    ):
        archive.as_game(four, chosen)


def test_the_games_of_a_file_tell_which_game_the_others_are() -> None:
    text = (
        '[Event "1"]\n\n1. 32-28 19-23 2-0\n\n'
        f'[Event "2"]\n\n{INTERNATIONAL} 1-1\n\n'
        '[Event "3"]\n[Event "4"]\n*\n'
    )
    games = archive.games_in(f"Of the club:\n{text}")
    assert len(games) == 4
    found = archive.settled([archive.readings(game) for game in games])
    assert [[one.record.game.name for one in readings] for readings in found] == [
        ["international"]
    ] * 4


# Its moves


@pytest.mark.parametrize(
    "line",
    [
        "1. 32-28 19-23 2. 28x19 14x23",
        "1.32-28 19-23 2.28:19 14:23",
        "1 32- 28 19 -23 2 28 x 19 14x23",
        "1) 32-28! 1) ... 19-23?! 2) 28x19 $1 14x23$2 +=",
        "32–28 19—23 28×19 14х23",
        "1. 32-28 {[%clk 0:00:01] 1-2} 19-23 (1. ... 18-23 (3 ) 2) 28x19 14x23",
        "1. 32-28 Remarkable 19-23 … 2. 28x19 □ 14x23 *",
        "[pdn]1. 32-28 19-23 2. 28x19 14x23[/pdn]",
        "32-28; 19-23; 28x19; 14x23",
        "32-28 ; 1-2\n19-23 ; 3-4\n28x19\n%1-2\n14x23",
        "1. 32-28 19-23 2. 28x19 14x23 2-0 3. 99-98",
        "1. 32-28 19-23 2. 28x19 14x23 * 99-98",
    ],
)
def test_words_are_read_as_they_are_meant(line: str) -> None:
    record = archive.read(line, engine.games["international"])
    assert _moves(record) == ["32-28", "19-23", "28x19", "14x23"]


FOUR = ["32-28", "19-23", "28x19", "14x23"]


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        # Clock times are neither results nor moves.
        ("1. 32-28 0:05 19-23 1:07 2. 28x19 0:00:09 14x23 0:10:00", ()),
        ('[Result "2-0"] 1. 32-28 19-23 2. 28x19 14x23 0:07', (1, 2)),
        # Evaluation signs are no commands.
        ("1. 32-28 +/- 19-23 -/+ 2. 28x19 =/+ 14x23 2-0", (1, 2)),
        ("1. 32--28 19--23 2. 28x19 14x23 2-0", (1, 2)),
        ("1. 32-28 19-23 :-( 2. 28x19 :( 14x23 2-0", (1, 2)),
        ("1. 32-28 (a: 1) 37-32 14-19 2) 41-37) 19-23 2. 28x19 14x23 2-0", (1, 2)),
        # A score followed by more moves and the real result is about something else.
        ("1. 32-28 19-23 (the score is 1-1) 2. 28x19 14x23 2-0", (1, 2)),
        ("1. 32-28 19-23 The score is 1-1 2. 28x19 14x23 2-0", (1, 2)),
        ('[Result "2-0"] 1. 32-28 19-23 2. 28x19 14x23 So it is 0-2 in the cup', (1, 2)),
        # A line above the moves contains no move, but may contain the game's result.
        ("Round 3, board 1: Ann (1200) - Ben 2-0\n\n1. 32-28 19-23 2. 28x19 14x23", (1, 2)),
        ("Played on 12-10-2023\n1. 32-28 19-23 2. 28x19 14x23 0-2", (2, 1)),
        ("1. 32-28 19-23 2. 28x19 14x23 1/2", (1, 1)),
        ("1. 32-28 19-23 2. 28x19 14x23 ½", (1, 1)),
        ('[Result "2-0 (by forfeit)"] 1. 32-28 19-23 2. 28x19 14x23', (1, 2)),
        ('[GameType "International"] 1. 32-28 19-23 2. 28x19 14x23 2-0F', (1, 2)),
        ("1. 32â€“28 19â€“23 2. 28Ã—19 14Ã—23 Â½-Â½", (1, 1)),
        ("1.&nbsp;32-28<br>19-23 2. 28x19 14x23 2&ndash;0", (1, 2)),
        ("| 1 | 32-28 | 19-23 |\n| 2 | 28x19 | 14x23 |\n| 2-0 |", (1, 2)),
        # Replies in parentheses, as in solutions of problems.
        ("32-28 (19-23!) 28x19 (2. ... 14x23) 2-0", (1, 2)),
        ("1. 32-28; 19-23\n2. 28x19; 14x23\n2-0", (1, 2)),
    ],
)
def test_nothing_that_people_write_is_taken_for_a_result_or_a_move(
    text: str, ranks: tuple[int, ...]
) -> None:
    record = archive.read(text, engine.games["international"])
    assert (_moves(record), record.ranks) == (FOUR, ranks)


def test_a_header_stands_behind_other_brackets() -> None:
    record = archive.read('[[[Game "frisian"]\n[White "Ann"]\n1. 32-28 19-23 [[[ 2. 28x19 *')
    assert record.headers == {"White": "Ann"}
    assert _moves(record) == ["32-28", "19-23", "28x19"]


def test_moves_without_anything_between_them_are_read() -> None:
    assert _moves(archive.read("1. c3d4 d6c5 2. b2c3", engine.games["russian"])) == [
        "c3-d4",
        "d6-c5",
        "b2-c3",
    ]


@pytest.mark.parametrize("end", ["2-0 99-98", "* 33-27 99-98", "3-0 3. 99-98"])
def test_it_is_said_that_moves_behind_the_end_are_left_out(end: str) -> None:
    reading = archive.readings(f"1. 32-28 19-23 2. 28x19 14x23 {end}")[0]
    assert _moves(reading.record)[:4] == FOUR
    assert "what follows it is left out" in str(reading.note)


def test_a_move_that_looks_like_a_score_is_none() -> None:
    with pytest.raises(InvalidRecord, match="`10-7`"):
        archive.read('[GameType "21"] 1. 11-15 24-19 10-7')
    with pytest.raises(InvalidRecord, match="`5-3`"):
        archive.read("1. 32-28 19-23 who won 5-3 at home", engine.games["international"])


@pytest.mark.parametrize("header", ["Variant", "Game", "GameType"])
def test_a_game_with_rules_of_its_own_is_not_read_as_another(header: str) -> None:
    with pytest.raises(InvalidRecord, match="`Antidraughts`, which is not played here"):
        archive.read(f'[{header} "Antidraughts"]\n\n1. 32-28 19-23 2-0')


GAMES = [("32-28 19-23 28x19 14x23", (1, 2)), ("31-26 16-21", (2, 1)), ("33-28 18-23", (1, 1))]


@pytest.mark.parametrize(
    "text",
    [
        "1. {} 2-0\n\n1. {} 0-2\n\n1. {} 1-1\n",
        "A - B 2-0\n\n1. {}\n\nC - D 0-2\n\n1. {}\n\nE - F 1-1\n1. {}\n",
        '[Event "1"]\n1. {} 2-0 {{so\n\n[Event "2"]\n1. {} 0-2\n\n[Event "3"]\n{{a}} 1. {} 1-1',
        '[Event "1"]\n[White "A"]\n1. {} 2-0\n[White "B"]\n1. {} 0-2\n[White "C"]\n1. {} 1-1',
        'Of 12-10-2023\n[Event "1"]\n1. {} 2-0\n[Event "2"]\n1. {} 0-2\n[Event "3"]\n1. {} 1-1',
    ],
)
def test_each_game_of_a_file_is_one(text: str) -> None:
    games = archive.games_in(text.format(*[moves for moves, _ in GAMES]))
    records = [archive.read(game, engine.games["international"]) for game in games]
    assert [(" ".join(_moves(one)), one.ranks) for one in records] == GAMES


def test_positions_without_moves_are_records_of_their_own() -> None:
    text = '[Event "1"]\n[FEN "W:WK31:BK5"]\n\n[FEN "W:WK32:BK6"]\n\n[FEN "W:WK33:BK7"]\n'
    starts = [archive.read(game).start.fen().split()[0] for game in archive.games_in(text)]
    assert starts == ["W:WK31:BK5", "W:WK32:BK6", "W:WK33:BK7"]


def test_moves_numbered_for_each_side_are_one_game() -> None:
    assert len(archive.games_in("1. 32-28\n1. 19-23\n2. 28x19\n2. 14x23\n2-0\n")) == 1


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("-- 2. 28x19", "The record is read up to `--`, which is not a move; the moves before it"),
        ("null 2. 28x19", "The record is read up to `null`, which is not a move"),
        ("/W:W31:B1/ 2. 31-27", "The record is read up to `/W:W31:B1/`, which is not a move"),
        ("(2. 28x19", "A variation begins with `(` and does not end; what follows it is left out."),
    ],
)
def test_a_record_that_stops_keeps_what_came_before(end: str, said: str) -> None:
    reading = archive.readings(f"1. 32-28 19-23 {end}")[0]
    assert _moves(reading.record) == ["32-28", "19-23"]
    assert str(reading.note).startswith(said)


def test_a_comment_without_an_end_stops_before_the_next_game() -> None:
    text = '[Event "1"]\n1. 32-28 {so\n\n[Event "2"]\n1. 31-27 *'
    assert [_moves(archive.read(game)) for game in archive.games_in(text)] == [["32-28"], ["31-27"]]


def test_the_capture_is_kept_from_which_the_rest_is_legal() -> None:
    # 39x45 has two paths, which capture different men; only after one can Black play 16-21.
    start = engine.games["frisian-official"].read("W:WK39:B9,10,16,32,35,38")
    captures = {start.write(move): move for move in start.legal_moves()}
    ways = [text for text in captures if text.endswith("45")]
    assert len(ways) > 1
    for way in ways:
        after = start.play(captures[way])
        for reply in after.legal_moves():
            text = f'[GameType "40"][FEN "{start.fen()}"] 1. 39x45 {after.write(reply)}'
            played = archive.read(text).positions()[-1].position
            assert played.fen() in {
                start.play(captures[other]).play(reply).fen()
                for other in ways
                if reply in start.play(captures[other]).legal_moves()
            }


@pytest.mark.parametrize(
    ("game", "start", "moves"),
    [
        ("international", "W:WK1:BK50", ["1-6", "50-45", "6-1", "45-50"]),
        ("international", "W:WK1,K2:BK50 idle=49", ["1-6", "50-45", "6-1"]),
        ("frisian-official", "W:WK1,K2:BK45 two-kings=6", ["1-6", "45-50", "6-1", "50-45"]),
    ],
)
def test_play_goes_on_after_a_draw_of_our_rules(game: str, start: str, moves: list[str]) -> None:
    text = f'[GameType "{_type(game)}"][FEN "{start}"][Result "2-0"] {" ".join(moves)} 2-0'
    record = archive.read(text)
    assert _moves(record) == moves
    assert record.ranks == (1, 2)
    for step in record.positions():
        assert engine.games[game].read(step.position.fen()).fen() == step.position.fen()
    agreed = '[Game "international"][Seats "2"] 1. 32-28 <agreed: draw> 19-23'
    with pytest.raises(InvalidRecord, match="The game was over: The players agreed"):
        archive.read(agreed)


def _type(name: str) -> int:
    kind = engine.games[name].pdn
    assert kind is not None
    return kind.number


@pytest.mark.parametrize(
    "fen",
    [
        "W:W31-50:B1-20",
        "w : w 31 - 50 : b 1 - 20 .",
        "W:W31–50:B1—20",
        "W:W:W31-50:B1-20",
        "W:W31-50:B1-20:H0:F1",
        "W:W31-50:B1-20:H0:F1:+0+0",
        '[FEN "W:W31-50:B1-20"]',
        "?",
        "-",
        "",
    ],
)
def test_a_position_is_read_however_it_is_written(fen: str) -> None:
    game = engine.games["frisian-official"]
    header = fen.replace('"', '\\"')
    record = archive.read(f'[GameType "40"]\n[FEN "{header}"]\n1. 32-28')
    assert record.start == game.start()
    if len(fen) > 1:
        assert game.read(fen) == game.start()


def test_the_moves_of_kings_in_a_row_count() -> None:
    read = engine.games["frisian-official"].read
    assert read("W:W31,K46:BK5,6:H0:F1:+2+0").fen() == "W:W31,K46:BK5,6 white-king=46:2"
    # The text does not say which of two kings has moved.
    assert read("W:W31,K46,K47:BK5:H0:F1:+2+0").fen() == "W:W31,K46,K47:BK5"
    assert engine.games["russian"].read("W:Wc3:Bd4:H3:F9:+1+1").fen() == "W:Wc3:Bd4"


def test_squares_may_have_their_other_names() -> None:
    read = {name: engine.games[name].read for name in ("russian", "checkers", "italian")}
    assert read["russian"]("W:W21-32:B1-12") == engine.games["russian"].start()
    assert read["russian"]("W:W22,K5:B18").fen() == "W:WKa7,c3:Bd4"
    assert read["checkers"]("B:Wc3,Ka7:Bd4").fen() == "B:WK5,22:B18"
    with pytest.raises(InvalidPosition, match="does not name pieces"):
        read["italian"]("W:Wc3:Bd4")


# Its result


def test_the_first_number_is_that_of_the_side_that_begins() -> None:
    text = '[GameType "21"] [FEN "B:W10:B6"] [Result "1-0"] 1. 6x15 1-0'
    assert archive.read(text).ranks == (1, 2)
    given_up = archive.read('[GameType "21"] [Result "1-0"] 1. 11-15 22-18 1-0')
    assert given_up.actions[-1] == Action(Act.RESIGN, seat=1)
    assert '[Result "1-0"]\n' in archive.pdn.write(given_up)
    assert archive.read(archive.pdn.write(given_up)) == given_up


def test_what_was_exported_with_whites_points_first_is_read_so() -> None:
    old = '[Result "1-0"]\n[GameType "21,B,8,8,N1,0"]\n[Game "checkers"]\n\n1. 11-15 22-18 1-0\n'
    assert archive.read(old).actions[-1] == Action(Act.RESIGN, seat=0)  # Black


@pytest.mark.parametrize(
    ("header", "last", "ranks"),
    [
        ("2-0", "*", (1, 2)),
        ("½-½", "*", (1, 1)),
        ("0.5-0.5", "*", (1, 1)),
        ("1.5-0.5", "*", (1, 2)),
        ("2:0", "", (1, 2)),
        ("12-0", "12-0", (1, 2)),
        ("4-6", "4-6", (2, 1)),
        ("1/2-1/2", "1/2-1/2", (1, 1)),
        ("*", "1½-½", (1, 2)),
        ("?", "4-6", (2, 1)),
        ("", "0-12", (2, 1)),
        ("*", "0-0", ()),
        ("*", "*", ()),
    ],
)
def test_results_of_every_kind_are_read(header: str, last: str, ranks: tuple[int, ...]) -> None:
    record = archive.read(f'[GameType "20"][Result "{header}"]\n1. 32-28 19-23 {last}')
    assert record.ranks == ranks
    assert _moves(record) == ["32-28", "19-23"]


def test_a_wrong_last_move_is_no_result() -> None:
    with pytest.raises(InvalidRecord, match="Move 2, `3-8`"):
        archive.read('[GameType "20"] 1. 32-28 19-23 3-8')


def test_a_loss_on_time_is_one() -> None:
    record = archive.read('[GameType "20"][Termination "Time forfeit"] 1. 32-28 19-23 0-2')
    assert record.actions[-1] == Action(Act.TIMEOUT, seat=0)
    assert record.reason == "White ran out of time."


def test_headers_without_a_value_are_unknown() -> None:
    record = archive.read('[GameType "20"][White ""][Black "Ben"] 1. 32-28')
    assert record.players == ("?", "Ben")


# Files


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("Änne".encode("utf-8-sig"), "Änne"),
        ("Änne".encode("utf-16"), "Änne"),
        ("[White “x”] Éric Günther Ünal".encode("cp1252"), "[White “x”] Éric Günther Ünal"),
        ("Петров - Ив 1-0".encode("cp1251"), "Петров - Ив 1-0"),
    ],
)
def test_a_file_is_decoded(data: bytes, text: str) -> None:
    assert archive.decoded(data) == text


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b" \n", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n\0\0", "The file is a picture"),
        (b"PK\x03\x04\0\0", "The file is not a text"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(InvalidRecord, match=why):
        archive.decoded(data)
