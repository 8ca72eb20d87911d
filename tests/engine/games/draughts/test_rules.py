"""The rules of the five games, one by one."""

from __future__ import annotations

import pytest

import engine
from engine import AmbiguousMove, IllegalMove, InvalidPosition, Position
from engine.capabilities import captures
from engine.draughts import state as state_module
from engine.draughts.state import DraughtsCaptures


def read(game: str, fen: str) -> Position:
    return engine.games[game].read(fen)


def texts(game: str, fen: str) -> list[str]:
    position = read(game, fen)
    return [position.write(move) for move in position.legal_moves()]


def after(game: str, fen: str, moves: str) -> str:
    position = read(game, fen)
    for text in moves.split():
        position = position.play(position.parse(text))
    return position.fen()


def reason(position: Position) -> str | None:
    outcome = position.outcome()
    return f"{outcome.ranks} {outcome.reason}" if outcome else None


# The start


@pytest.mark.parametrize(
    ("game", "fen", "names"),
    [
        ("international", "W:W31-50:B1-20", ["White", "Black"]),
        ("checkers", "B:W21-32:B1-12", ["Black", "White"]),
    ],
)
def test_the_start(game: str, fen: str, names: list[str]) -> None:
    start = engine.games[game].start()
    assert start.fen() == fen
    assert [str(seat.name) for seat in start.seats] == names
    assert start.turn == 0


def test_the_first_seat_sits_at_the_bottom_left_of_which_is_dark() -> None:
    for game, corner in (("checkers", "4"), ("international", "46"), ("russian", "a1")):
        board = engine.games[game].start().board
        assert board.xy[board.point[corner]] == (0.5, board.size[1] - 0.5)
    assert len(engine.games["russian"].start().board) == 32
    assert len(engine.games["turkish"].start().board) == 64


# Captures


def test_a_capture_takes_the_most_where_the_rules_say_so() -> None:
    assert texts("international", "W:W37,48:B32,22,31,4") == ["37x17"]
    assert texts("brazilian", "W:Wc3,g1:Bd4,d6,b4,h8") == ["c3xc7"]
    assert texts("turkish", "W:Wc4,f3:Bc5,d6,f4,h8") == ["c4xe6"]


def test_or_any_that_goes_on_to_its_end() -> None:
    assert texts("russian", "W:Wc3,g1:Bd4,d6,b4,h8") == ["c3xa5", "c3xc7"]
    assert texts("checkers", "B:W14,15,23,32:B10,1") == ["10x17", "10x26"]


def test_a_man_captures_backward_except_in_checkers_and_turkish() -> None:
    assert texts("international", "W:W18:B22") == ["18x27"]
    assert texts("russian", "W:We5:Bd4") == ["e5xc3"]
    assert texts("checkers", "B:W7,32:B10") == ["10-15", "10-14"]
    assert texts("turkish", "W:We5:Be4") == ["e5-e6", "e5-d5", "e5-f5"]


def test_a_man_that_passes_the_last_row_stays_a_man() -> None:
    assert after("international", "W:W12:B8,9,45", "12x3x14") == "B:W14:B45"
    assert after("brazilian", "W:Wf6,c1:Be7,c7,h8", "f6xd8xb6") == "B:Wb6,c1:Bh8"
    assert after("turkish", "W:Wc6:Bc7,d8,h3", "c6xc8xe8") == "B:WKe8:Bh3"


def test_but_in_russian_draughts_it_goes_on_as_a_king() -> None:
    assert after("russian", "W:Wf6,c1:Be7,b6,h8", "f6xa5") == "B:WKa5,c1:Bh8"
    assert texts("brazilian", "W:Wf6,c1:Be7,b6,h8") == ["f6xd8"]


def test_and_in_checkers_its_turn_ends() -> None:
    assert texts("checkers", "B:W26,27,12:B22,1") == ["22x31"]
    assert after("checkers", "B:W26,27,12:B22,1", "22x31") == "W:W12,27:B1,K31"
    assert texts("checkers", "B:W26,27,12:BK22,1") == ["22x24"]


def test_only_the_way_over_the_last_row_goes_on_as_a_king() -> None:
    assert texts("russian", "W:Wf6:Bg7,g5,g3") == ["f6xh8", "f6xf2"]


def test_a_russian_king_lands_where_it_can_go_on() -> None:
    assert texts("russian", "W:WKa1,c1:Bc3,g3,b8") == ["a1xh2"]
    assert texts("russian", "W:WKa1,c1:Bc3,b8") == [
        f"a1x{end}" for end in ["d4", "e5", "f6", "g7", "h8"]
    ]


def test_captured_pieces_stay_to_the_end() -> None:
    # If g5 were already off the board, the king could take d2 from h6.
    assert texts("brazilian", "W:WKc7:Bg5,d2,d6") == ["c7xh6", "c7xc1"]


def test_in_turkish_draughts_they_are_lifted_at_once() -> None:
    # The last jump goes through d3, where the first piece stood.
    assert texts("turkish", "W:WKd2:BKe7,Kb3,Kd3,Kh5") == ["d2xa3"]
    assert len(read("turkish", "W:WKd2:BKe7,Kb3,Kd3,Kh5").legal_moves()[0].captured) == 4


def test_a_turkish_capture_does_not_turn_back() -> None:
    assert texts("turkish", "W:WKc5:Bg5,b5") == ["c5xh5", "c5xa5"]


def test_a_short_form_that_fits_several_captures_is_asked_about() -> None:
    position = read("international", "W:WK5:B8,18,19,22")
    assert [position.write(move) for move in position.legal_moves()] == [
        "5x23x12x3",
        "5x28x17x3",
    ]
    with pytest.raises(AmbiguousMove) as error:
        position.parse("5x3")
    assert error.value.moves == position.legal_moves()


# Draws by counting

COUNTS = [
    ("international", "W:WK28,31:BK5,12 idle=49", "28-50", "25 moves by each side"),
    ("international", "W:WK28,K1,K6:BK4 sixteen=31", "28-50", "Three pieces had sixteen"),
    ("international", "W:WK28,K1:BK4 sixteen=12 five=9", "28-50", "Two pieces had five"),
    ("international", "W:WK28:BK5 five=9", "28-50", "Two pieces had five"),
    ("checkers", "B:WK32,21:BK1,12 idle=79", "1-6", "40 moves by each side without"),
    ("russian", "W:WKc1,a1:BKh8,a7 idle=29", "c1-d2", "15 moves by each side"),
    ("russian", "W:WKc1,Ke1,Kg1:BKa7 fifteen=29", "c1-d2", "Three kings or more had fifteen"),
    ("russian", "W:WKc1,Ke1,g3:BKh8 long-diagonal=9", "c1-d2", "Three pieces had five"),
    ("russian", "W:WKc1,g3:BKh8 five=9", "c1-d2", "Two pieces had five"),
    ("russian", "W:WKc1,g3:BKa7,h8 thirty=59", "g3-h4", "30 moves by each side"),
    ("russian", "W:WKc1,g3,Kg1:BKa7,Kb8,h8 sixty=119", "g3-h4", "60 moves by each side"),
    ("brazilian", "W:WKc1,a1:BKh8,a7 idle=39", "c1-d2", "20 moves by each side"),
    ("brazilian", "W:WKc1,Ka1:BKh6,a7 five=9", "c1-d2", "Five moves by each side"),
    ("turkish", "W:WKc1,a2:BKh8,a7 idle=49", "c1-d1", "25 moves by each side"),
]


@pytest.mark.parametrize(("game", "fen", "move", "why"), COUNTS)
def test_the_last_turn_of_a_limit_is_a_draw(game: str, fen: str, move: str, why: str) -> None:
    position = read(game, fen)
    assert position.fen().partition(" ")[2] == fen.partition(" ")[2]
    assert position.outcome() is None
    position = position.play(position.parse(move))
    assert (reason(position) or "").startswith(f"(1, 1) {why}")
    on = position.play(position.legal_moves()[0])
    assert read(game, on.fen()) == on


@pytest.mark.parametrize(
    ("game", "fen", "move", "counts"),
    [
        # A man's move or a capture resets the count.
        ("international", "W:WK28,31:BK5,12 idle=20", "31-26", ""),
        ("international", "W:WK28,31:BK23,12 idle=20", "28x19", ""),
        ("russian", "W:WKc1,a1:BKh8,a7 idle=20", "a1-b2", "thirty=1"),
        # A promotion does not reset it: the ending is of the same kind.
        ("international", "W:WK28,6:BK5 sixteen=3 five=3", "6-1", "sixteen=4 five=4"),
        ("international", "W:WK28,K2,6:BK5 sixteen=3", "6-1", "sixteen=4"),
        # The count of an ending begins when its pieces alone are on the board.
        ("international", "W:WK28,K1,6:B44,K45", "28x50", ""),
        ("international", "B:WK28,K2,6:BK45", "45-40", "idle=1 sixteen=1"),
        # The long diagonal counts only while the single king stands on it.
        (
            "russian",
            "B:WKc1,Ke1,g3:BKh8 long-diagonal=7",
            "h8-g7",
            "idle=1 long-diagonal=8 thirty=1",
        ),
        ("russian", "W:WKc1,Ke1,g3:BKa7", "e1-a5", "idle=1 thirty=1"),
        # A capture or a promotion ends a balanced ending and its count.
        ("russian", "W:WKc1,g3,g7:BKa7,b4 thirty=50", "g7-h8", ""),
        ("russian", "W:WKc1,g3:BKa7,b4 thirty=50", "g3-h4", "thirty=51"),
    ],
)
def test_what_a_turn_counts(game: str, fen: str, move: str, counts: str) -> None:
    assert after(game, fen, move).partition(" ")[2] == counts


def test_nothing_is_counted_before_there_is_a_king() -> None:
    assert after("international", "W:W31-50:B1-20", "32-28 19-23 28x19 14x23") == (
        "W:W31,33-50:B1-13,15-18,20,23"
    )


def test_one_piece_each_is_a_draw_in_turkish_draughts() -> None:
    assert reason(read("turkish", "W:Wa2:BKh8")) == "(1, 1) One piece each."
    assert reason(read("turkish", "W:Wa2:BKa3")) is None
    assert reason(read("turkish", "W:Wa2,b2:BKh8")) is None


@pytest.mark.parametrize(
    ("game", "fen", "why"),
    [
        ("international", "W:W:B1", "(2, 1) White has no pieces left."),
        ("checkers", "B:W13,14,17,18:B5,9", "(2, 1) Black cannot move."),
        ("checkers", "W:W:B1", "(1, 2) White has no pieces left."),
        ("turkish", "B:Wa4,a5,b6,c6:Ba6", "(1, 2) Black cannot move."),
    ],
)
def test_who_cannot_move_has_lost(game: str, fen: str, why: str) -> None:
    assert reason(read(game, fen)) == why


def test_resigning_agreeing_and_the_third_time() -> None:
    start = engine.games["checkers"].start()
    assert reason(start.resign(0)) == "(2, 1) Black resigned."
    assert start.resign(1).fen() == "B:W21-32:B1-12 result=white-resigned"
    assert reason(start.agree(start.agreements()[0])) == "(1, 1) The players agreed on it."
    assert reason(start.repeated()) == "(1, 1) The same position stood for the third time."


# Refusals


@pytest.mark.parametrize(
    ("game", "fen", "move", "why"),
    [
        ("russian", "W:Wc3:Bh8", "c3-d4=K", "Nothing is chosen with `=` in this game: `c3-b4`"),
        ("russian", "W:Wc3:Bh8", "e5-f6", "Square e5 is empty: `c3-b4` is a move."),
        ("russian", "W:Wc3:Bh8", "h8-g7", "The piece on h8 is your opponent's"),
        ("russian", "W:Wc3:Bd4,h8", "c3-b4", "You must capture: `c3xe5`."),
        ("checkers", "B:W26,27:B22", "22x31x24", "The capture ends on 31: `22x31`."),
        ("russian", "W:Wc3:Bd4,f6", "c3xe5", "A capture goes on as long as it can: `c3xg7`."),
        ("russian", "W:WKa1,c1:Bc3,g3", "a1xd4", "A capture goes on as long as it can: `a1xh2`."),
        ("checkers", "B:W15,16:B11,12", "12x19x12", "The capture ends on 19: `12x19`"),
        ("brazilian", "W:Wc3,g3:Bd4,f6,h4", "g3-f4", "You must capture 2 pieces: `c3xg7`."),
        ("brazilian", "W:Wc3,g3:Bd4,f6,f4", "g3xe5", "That captures 1 and you must capture 2"),
        ("brazilian", "W:Wc3:Bh8", "c3-d4-e5", "A move of more than two squares is a capture"),
        ("brazilian", "W:Wc3,d4:Bh8", "c3-d4", "There is a piece on d4 already: the man on c3"),
        ("brazilian", "W:Wc3:Bh8", "c3-c3", "A move ends on another square: the man on c3 can go"),
        ("brazilian", "W:Wc3:Bh8", "c3-b2", "A man moves forward only: the man on c3 can go to"),
        ("brazilian", "W:Wc3:Bh8", "c3-f6", "A man moves one square diagonally: the man on c3"),
        ("brazilian", "W:Wc3:Bh8", "c3-e5", "There is no enemy to capture on the way to e5"),
        ("brazilian", "W:WKc3,d4:Bh8", "c3-e5", "The piece on d4 is in the way: the king on c3"),
        ("brazilian", "W:WKc3:Bh6", "c3-c4", "There is no c4 on this board"),
        (
            "brazilian",
            "W:WKc3:Bh6",
            "c3-e3",
            "When it does not capture, a king moves along its diagonals",
        ),
        ("checkers", "B:W32:BK18", "18-27", "There is no enemy to capture on the way to 27:"),
        ("checkers", "B:W7,32:B10", "10x3", "A man captures forward only: the man on 10 can go to"),
        ("turkish", "W:We5:Bh8", "e5-e4", "A man moves one square forward or sideways: the man"),
        ("turkish", "W:WKe5:Bh8", "e5-f6", "A king moves along its row and its column: the king"),
        ("turkish", "W:We5:Bh8", "e5-e7", "There is no enemy to capture on the way to e7"),
        ("international", "W:W6:BK5", "6-2", "A man moves one square diagonally: the man on 6"),
        ("checkers", "B:W13,14,17,18:B5,9", "9-14", "You have no legal move."),
    ],
)
def test_a_move_is_refused_with_the_reason(game: str, fen: str, move: str, why: str) -> None:
    with pytest.raises(engine.MoveError) as error:
        read(game, fen).parse(move)
    assert str(error.value).startswith(why)
    assert isinstance(error.value, IllegalMove) or why.startswith("There is no c4")


# Text


@pytest.mark.parametrize(
    ("game", "fen", "again"),
    [
        ("international", "w:wk1,31-33:b05.", "W:WK1,31-33:B5"),
        ("russian", "B:Bb8:WKa1,C3", "B:Wc3,Ka1:Bb8"),
        ("checkers", "W:W21,22,K23:B", "W:W21,22,K23:B"),
    ],
)
def test_text_of_others_is_read(game: str, fen: str, again: str) -> None:
    assert read(game, fen).fen() == again


@pytest.mark.parametrize(
    ("game", "fen", "why"),
    [
        ("international", "W:W51:B1", "`51` is not on the board, whose squares are 1 to 50."),
        ("checkers", "W:W33:B1", "`33` is not on the board, whose squares are 1 to 32."),
        ("russian", "W:Wa2:Bb8", "`A2` is not on the board"),
        ("russian", "W:W2b:Bb8", "`2B` does not name pieces; they are written `c3` or `Kc3`."),
        (
            "russian",
            "W:Wa1-c1:Bb8",
            "`A1-C1` does not name pieces; they are written `c3` or `Kc3`.",
        ),
        (
            "checkers",
            "W:Wx:B1",
            "`X` does not name pieces; they are written `31`, `K31` or `31-35`",
        ),
        ("checkers", "B:W1:B12", "In `1` the man stands on the king row: it would be a king."),
        ("checkers", "B:W12:B12", "`12`: that square has a piece already."),
        ("checkers", "B:WK1-13:B32", "A side has 12 pieces at most; here one has more."),
        ("checkers", "B", "A position gives the side to move and the pieces of both sides, like"),
        ("checkers", "B:W20:B12 idle=3", "`idle=3` does not fit this position."),
        ("checkers", "B:WK20:B12 idle=81", "`idle=81` does not fit this position."),
        ("russian", "W:WKa1,Kc1:BKh8,b8 five=3", "`five=3` does not fit this position."),
        ("checkers", "B:WK20:B12 five=3", "`five=3` is not a field of this position"),
        ("checkers", "B:WK20:B12 result=won", "`result=won` does not fit this position."),
        ("checkers", "B:W" + "1," * 300, "A position has at most 500 characters"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(game: str, fen: str, why: str) -> None:
    with pytest.raises(InvalidPosition) as error:
        read(game, fen)
    assert str(error.value).startswith(why)


# The slowest positions for the search for captures that a long hunt has found

WORST = [
    ("international", "W:WK13,K27,K47,K50:BK4,K5,K8,11,14,18,19,21,30,31,33,35,36,42,43,K46,K49"),
    ("checkers", "B:BK22,K26,K27:WK2,K4,K5,K6,K7,K13,17,18,20,K24,K32"),
    ("russian", "W:WKa1,Kd8,Kf8:Bb2,b4,b6,d4,d6,f2,f4,f6,g7,h2"),
    ("brazilian", "W:WKa1,Ka3,Kd8,Kf8,Kg5:Bb2,b4,b6,c5,d6,e7,f2,f4,Kg1,g7"),
    ("turkish", "B:WKd8,c7,e7,g7,a6,Kd6,b5,Ke5,Kd4,f4,Kb3,e3,c2,Kg2,Kh2,Kd1:Bh7,h6,Kh5,Ka3,a2"),
    ("turkish", "W:WKb2,Kc3,Ke2:Ba5,b4,b7,c4,c7,d5,d6,d8,Ke1,e7,f3,f8,g5,g7,h2,h7"),
]


@pytest.mark.parametrize(("game", "fen"), WORST)
def test_no_position_costs_more_than_its_budget(
    monkeypatch: pytest.MonkeyPatch, game: str, fen: str
) -> None:
    onward, followed = DraughtsCaptures.onward, list[int]()

    def counted(self: DraughtsCaptures, state: int) -> list[int]:
        followed.append(state)
        return onward(self, state)

    monkeypatch.setattr(DraughtsCaptures, "onward", counted)
    assert read(game, fen).legal_moves()
    assert len(followed) <= captures.STATES


@pytest.mark.parametrize(("game", "fen"), WORST)
def test_what_a_bounded_search_leaves_out_can_be_typed(
    monkeypatch: pytest.MonkeyPatch, game: str, fen: str
) -> None:
    moves = read(game, fen).legal_moves()
    monkeypatch.setattr(captures, "STATES", 10)
    monkeypatch.setattr(state_module, "SEARCHED", 10)
    bounded = read(game, fen)
    assert bounded.legal_moves()
    assert bounded.complete is (game == "checkers")
    for move in moves:
        typed = bounded.parse("x".join(bounded.board.names[point] for point in move.path))
        assert set(typed.captured) == set(move.captured)
        assert typed.path[-1] == move.path[-1]
