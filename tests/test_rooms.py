"""The rooms, our packages: each describes its contents, and imports form no circles."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from graphlib import TopologicalSorter

import grimp

from tests.each import for_each
from tests.sources import ROOT, having, nodes

TOPS = ("engine", "render", "data", "cogs")


ROOMS = sorted(
    str(door.parent.relative_to(ROOT)) for top in TOPS for door in (ROOT / top).rglob("__init__.py")
)

every_room = for_each(ROOMS)


@every_room
def test_every_room_opens_with_a_sentence(room: str) -> None:
    opening = (
        ast.get_docstring(ast.parse((ROOT / room / "__init__.py").read_text(encoding="utf-8")))
        or ""
    )
    assert re.match(r"[A-Z][^\n]+(\n[^\n]+)?\.(\n|$)", opening), opening


@every_room
def test_every_folder_with_modules_is_a_room(room: str) -> None:
    for folder in (ROOT / room).iterdir():
        modules = folder.is_dir() and folder.name != "versions" and any(folder.glob("*.py"))
        assert not modules or (folder / "__init__.py").exists(), folder


def test_no_module_is_imported_by_what_it_imports() -> None:
    """Imports only for types count, too."""
    graph = grimp.build_graph(*TOPS, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle


def test_nothing_compares_a_tournament_with_the_name_of_a_form() -> None:
    """Differences between forms should be traits or methods of the forms' objects."""
    named = []
    for path in having(r"Form\.", *TOPS):
        for node in nodes(path):
            if isinstance(node, ast.Compare):
                compared: Sequence[ast.expr | ast.pattern] = node.comparators
            elif isinstance(node, ast.match_case):
                compared = [node.pattern]
            else:
                continue
            if any(_is_form(one) for found in compared for one in ast.walk(found)):
                named.append(f"{path.relative_to(ROOT)}:{compared[0].lineno}")
    assert named == []


def _is_form(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Form"
        and node.attr.isupper()
    )
