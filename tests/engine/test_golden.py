from pathlib import Path

import pytest

from tests.engine.golden import FILES, replay


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_is_played_the_same(file: Path) -> None:
    text = file.read_text()
    assert replay(text) == text
