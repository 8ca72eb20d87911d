"""Descriptions of pictures for people who cannot see them."""

from gettext import NullTranslations
from random import Random

import pytest

import engine
from engine.game import Position
from engine.text import Text
from render import describe, picture
from render.drawing.picture import LONGEST_ALT_TEXT
from render.pictures import alt_text

GAME = engine.games["frisian"]


def described(position: Position, *texts: str) -> str:
    before, moves = position, []
    for text in texts:
        moves.append(position.parse(text))
        position = position.play(moves[-1])
    return str(picture(position, moves, before=before if moves else None, size=200).alt)


def test_a_position_is_described_by_turn_and_pieces() -> None:
    assert described(GAME.read("B:W28,K33,35:BK3,14")) == (
        "Black to move. White: 2 men on 28, 35; 1 king on 33. Black: 1 man on 14; 1 king on 3."
    )


def test_the_last_move_is_told() -> None:
    assert described(GAME.start(), "32-28").startswith("Black to move. White played 32-28. White:")


def test_captures_and_promotions_are_told() -> None:
    text = described(GAME.read("W:W35,46:B26,10,20,30"), "35x4")
    assert "White played 35x4. It takes 3 pieces: 30, 20, 10. It becomes a king. White: " in text
    text = described(GAME.read("W:W31,36,46:B27,9"), "31x22")
    assert "White played 31x22. It takes the piece on 27." in text


def test_the_end_is_told_instead_of_a_turn() -> None:
    text = described(GAME.read("W:W31,46:B27"), "31x22")
    assert text.startswith("The game is over: ")
    assert "to move" not in text


def test_marks_are_counted() -> None:
    position = GAME.start()
    moves = position.legal_moves()
    text = str(picture(position, marks=moves, size=200).alt)
    assert f"{len(moves)} legal moves are marked." in text


def test_every_position_of_a_game_fits_in_discord_s_field() -> None:
    chance = Random(2)
    for _ in range(3):
        position = GAME.start()
        for _ in range(60):
            moves = position.legal_moves()
            if not moves or position.outcome():
                break
            move = chance.choice(moves)
            before, position = position, position.play(move)
            text = describe(position, [move], before, ())
            assert len(str(text)) <= LONGEST_ALT_TEXT


def test_what_does_not_fit_is_only_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alt_text, "LONGEST_ALT_TEXT", 100)
    assert described(GAME.start()) == "White to move. White: 20 men. Black: 20 men."


class Spy(NullTranslations):
    """A translator that marks every text it is given."""

    def gettext(self, message: str) -> str:
        return f"<{message}>"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"<{msgid1 if n == 1 else msgid2}>"


def test_every_word_can_be_translated() -> None:
    text = picture(GAME.read("W:W28:BK3"), size=200).alt
    assert isinstance(text, Text)
    assert text.render(Spy()) == (
        "<<<<White> to move.> <<White>: <<1 man> on 28>.>> <<Black>: <<1 king> on 3>.>>"
    )
