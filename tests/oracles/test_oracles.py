import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests import oracles
from tests.oracles import py_draughts, pydraughts


def test_both_programs_are_used_side_by_side() -> None:
    theirs = py_draughts("boards.standard")
    others = pydraughts("core.variant")
    assert theirs.__file__ is not None
    assert Path(theirs.__file__).is_relative_to(oracles.INSTALLED / "py-draughts")
    assert others.__file__ is not None
    assert Path(others.__file__).is_relative_to(oracles.INSTALLED / "pydraughts")
    assert py_draughts("boards.standard") is theirs
    assert len(theirs.Board().legal_moves) == len(others.Board("standard").legal_moves()) == 9


def test_what_one_program_has_is_not_found_in_the_other() -> None:
    with pytest.raises(ModuleNotFoundError):
        pydraughts("boards.standard")
    with pytest.raises(ModuleNotFoundError):
        py_draughts("core.variant")


def test_afterwards_draughts_means_neither() -> None:
    py_draughts("boards.standard")
    assert "draughts" not in sys.modules


def test_a_program_is_missing_until_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(oracles, "INSTALLED", tmp_path)
    with pytest.raises(ModuleNotFoundError, match="run `make test` once"):
        py_draughts("boards.standard")


def test_a_direct_import_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "draughts", ModuleType("draughts"))
    with pytest.raises(ImportError, match="imported directly"):
        py_draughts("boards.standard")
