"""Every evening at the club goes on to its end, in both languages."""

from __future__ import annotations

import pytest

from tests.nightly import NIGHTLY
from tools.evening.__main__ import EVENINGS, spend


@NIGHTLY
@pytest.mark.parametrize("language", ["en-US", "fr"])
@pytest.mark.parametrize("evening", EVENINGS)
async def test_an_evening_goes_on_to_its_end(
    evening: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await spend(evening, language)
    told = capsys.readouterr().out
    assert "You are not playing match" not in told
    assert "You play match" not in told
