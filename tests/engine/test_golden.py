from pathlib import Path

import pytest

from tests.engine import same_rules
from tests.engine.golden import FILES, last_before_the_end, replay


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_is_played_the_same(file: Path) -> None:
    text = file.read_text()
    assert replay(text) == text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_computer_sees_how_a_golden_game_ends(file: Path) -> None:
    """Whatever move ends it is one that the state has, with the same end."""
    position = last_before_the_end(file.read_text())
    checked = list(same_rules.check(position, children=10_000))
    assert checked or position.setup is not None or position.thinking is None
