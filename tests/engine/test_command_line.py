"""The engine in the terminal: ``python -m engine``."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

import pytest

import engine
from engine import Refusal, Text, archive
from engine.__main__ import main
from engine.draughts import DraughtsPosition
from engine.games.checkers import Checkers, CheckersPosition
from engine.values import Option, OptionValue


class Free(CheckersPosition):
    """Checkers with an option that has its usual value."""

    options = MappingProxyType({"capture": "free"})


class Most(CheckersPosition):
    """Checkers in which the most is taken."""

    options = MappingProxyType({"capture": "most"})
    takes_most = True


class Choosy(Checkers):
    """Checkers with an option for captures."""

    name = "choosy"
    title = Text("Choosy checkers")
    options = MappingProxyType(
        {
            "capture": Option(
                ("free", "most"), "free", Text("Captures"), (Text("any"), Text("the most"))
            )
        }
    )

    def start(self, seats: int | None = None, **options: OptionValue) -> DraughtsPosition:
        return self._position(seats, options).first(self)

    def read(self, text: str, seats: int | None = None, **options: OptionValue) -> DraughtsPosition:
        return self._position(seats, options).read(self, text)

    def _position(
        self, seats: int | None, options: dict[str, OptionValue]
    ) -> type[DraughtsPosition]:
        _, settled = self.settle(seats, options)
        return Most if settled["capture"] == "most" else Free


CHOOSY = Choosy()


def test_moves_are_played_and_those_that_follow_are_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["moves", "halma", "h4-g4", "--options", "size=8"])
    after, legal = capsys.readouterr().out.splitlines()
    assert after.startswith("BBBB4/")
    assert legal.startswith("Blue to move: a8-c6 ")


@pytest.mark.parametrize(("game", "plain"), [("checkers", []), ("checkers", ["--plain"])])
def test_a_record_is_written_and_read_again(
    game: str, plain: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["write", game, "11-15", "23-19", *plain])
    file = tmp_path / "record.txt"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert ("GameType" in file.read_text(encoding="utf-8")) is not bool(plain)
    main(["read", str(file)])
    assert "23-19 B:W19,21,22,24-32:B1-10,12,15" in capsys.readouterr().out


def test_a_game_with_options_is_written_as_the_plain_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engine, "games", {**engine.games, CHOOSY.name: CHOOSY})
    main(["write", CHOOSY.name, "11-15", "--options", "capture=most"])
    written = capsys.readouterr().out
    assert '[Options "capture=most"]' in written
    record = archive.read(written)
    assert record.unusual == {"capture": "most"}
    with pytest.raises(Refusal, match="PDN has no options"):
        archive.pdn.write(record)
    main(["write", CHOOSY.name, "11-15", "--options", "capture=free"])
    assert "GameType" in capsys.readouterr().out


def test_files_of_games_end_with_their_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.pdn"
    games = ["1. 11-15 1-0", "1. 32-28 19-23", "1. 32-28 19-24 2. 28x19", "1. 32-28 19-22"]
    text = "".join(f'[Round "{game[3:]}"]\n{game}\n\n' for game in games)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["read", str(file), str(file)])
    told = capsys.readouterr().out
    assert "club.pdn:1: Checkers (English draughts): ?, ?, moves: 1, 1 2\n" in told
    assert "club.pdn:2: International draughts or Frisian draughts" in told
    assert "\n2 read, 2 of several games, 4 refused\n" in told
    assert "     2 As International draughts: Move …, …: There is no enemy" in told


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["moves", "checkers", "1-1"], "Move 1, `1-1`"),
        (["moves", "checkers", "--seats", "7"], "by 2, not by 7"),
        (["moves", "halma", "--options", "size=9"], "`size`"),
        (["read", "nowhere.pdn"], "nowhere.pdn"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(arguments: list[str], why: str) -> None:
    with pytest.raises(SystemExit, match=why):
        main(arguments)
