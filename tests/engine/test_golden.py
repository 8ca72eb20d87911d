from pathlib import Path

import pytest

import engine
from tests.each import check_each
from tests.engine import same_rules
from tests.engine.golden import FILES, NotPlayed, game_of, last_before_the_end, replay

every_game = pytest.mark.parametrize("game", engine.games)


def files_of(game: str) -> dict[str, Path]:
    return {file.stem: file for file in FILES if game_of(file.read_text(encoding="utf-8")) == game}


@every_game
def test_golden_games_are_played_the_same(game: str) -> None:
    def check(file: Path) -> None:
        text = file.read_text(encoding="utf-8")
        assert replay(text) == text

    check_each(check, files_of(game))


@every_game
def test_the_computer_sees_how_golden_games_end(game: str) -> None:
    """The state has the move that ends a game, with the same result."""

    def check(file: Path) -> None:
        position = last_before_the_end(file.read_text(encoding="utf-8"))
        checked = list(same_rules.check(position, children=10_000))
        assert checked or position.setup is not None or position.thinking is None

    check_each(check, files_of(game))


@pytest.mark.parametrize(
    ("turns", "why"),
    [
        ("Black 11-15\nWhite 23x19", "line 5, `White 23x19`: the move is written `23-19`."),
        ("Black 11-15\nWhite 23-1", "line 5, `White 23-1`: A man moves"),
        ("White 23-19", "line 4, `White 23-19`: Black is to move."),
        ("Black 11-15", "line 4, `Black 11-15`: the game is not over after this."),
        ("Black resigns\nWhite 23-19", "line 4, `Black resigns`: the game is over, and goes on"),
        ("all agree on tea", "line 4, `all agree on tea`: what can be agreed on is \\['draw'\\]."),
    ],
)
def test_a_turn_that_is_not_played_is_named(turns: str, why: str) -> None:
    with pytest.raises(NotPlayed, match=why):
        replay(f"game: checkers\nseats: 2\n\n{turns}\n")
