"""Count duplicated mechanisms in ``cogs``, or in another folder: ``python -m tools.figures``.

``--list`` also names the places. Run this before and after removing a duplicate.
"""

from __future__ import annotations

import ast
import re
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]

SHORTEST_COPY: Final = 6
"""The fewest equal lines in a row that count as a copy."""

TELLING: Final = re.compile(r"\w")
"""A line without a match, such as a bracket, does not count in copies."""

HOLDS_TASKS: Final = re.compile(r"\b(Task|TimerHandle|Timer)\b")
A_KEY: Final = re.compile(r"(?i)\b\w*(dict|cache|mapping)\[")
METHODS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
MODALS: Final = frozenset({"Modal", "InputForm"})

TRANSLATES: Final = "language/catalogues.py"
"""The module in which texts are translated."""


class Module(NamedTuple):
    """A module: its path in its folder, its lines, and its syntax tree."""

    name: str
    lines: Sequence[str]
    tree: ast.Module

    def at(self, node: ast.AST) -> str:
        """Return the place of a node as "path:number text"."""
        number: int = getattr(node, "lineno", 1)
        return f"{self.name}:{number} {self.lines[number - 1].strip()}"


def read(folder: Path) -> list[Module]:
    """Return the modules in a folder and its subfolders, by path."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        found.append(
            Module(path.relative_to(folder).as_posix(), text.splitlines(), ast.parse(text))
        )
    return found


def nodes(modules: Sequence[Module]) -> Iterator[tuple[Module, ast.AST]]:
    """Yield every node of every module."""
    for module in modules:
        for node in ast.walk(module.tree):
            yield module, node


def holders(modules: Sequence[Module], *, a_key: bool) -> list[str]:
    """Return the places of classes with a task or timer or, if ``a_key``, with one per key."""
    found = []
    for module, node in nodes(modules):
        if not isinstance(node, ast.ClassDef):
            continue
        held = [ast.unparse(one.annotation) for one in ast.walk(node)
                if isinstance(one, ast.AnnAssign)]  # fmt: skip
        held += [
            ast.unparse(one.value)
            for one in ast.walk(node)
            if isinstance(one, ast.Assign)
            and any(isinstance(target, ast.Attribute) for target in one.targets)
        ]
        held = [one for one in held if HOLDS_TASKS.search(one) and "Callable[" not in one]
        if any(A_KEY.match(one) for one in held) if a_key else held:
            found.append(module.at(node))
    return found


def modals(modules: Sequence[Module]) -> list[str]:
    """Return the places of the classes of forms."""
    return [
        module.at(node)
        for module, node in nodes(modules)
        if isinstance(node, ast.ClassDef)
        and MODALS & {ast.unparse(base).rpartition(".")[2] for base in node.bases}
    ]


def translations(modules: Sequence[Module]) -> list[str]:
    """Return the places of the calls of ``translate`` outside its own module."""
    return [
        module.at(node)
        for module, node in nodes(modules)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "translate"
        and module.name != TRANSLATES
    ]


def set_from_outside(modules: Sequence[Module]) -> list[str]:
    """Return the places of assignments to an attribute of an attribute, such as ``self.a.b = c``.

    Assignments of an object's own method to an attribute of another object count, too.
    """
    found = []
    for module, node in nodes(modules):
        if not isinstance(node, ast.ClassDef | ast.Module):
            continue
        own = {one.name for one in node.body if isinstance(one, METHODS)}
        found += [
            module.at(target)
            for assigned in ast.walk(node)
            if isinstance(assigned, ast.Assign)
            for target, value in _attributes(assigned)
            if isinstance(target.value, ast.Attribute)
            or (ast.unparse(target.value) != "self" and _is_one_of(own, value))
        ]
    return sorted({*found})


def _attributes(assigned: ast.Assign) -> Iterator[tuple[ast.Attribute, ast.expr]]:
    """Yield the attributes that an assignment sets, also in tuples, with their values."""
    for target in assigned.targets:
        value = assigned.value
        row = target.elts if isinstance(target, ast.Tuple) else [target]
        values = value.elts if isinstance(value, ast.Tuple) else [value] * len(row)
        for one, its in zip(row, values, strict=False):
            if isinstance(one, ast.Attribute):
                yield one, its


def _is_one_of(methods: Collection[str], value: ast.expr) -> bool:
    """Return whether an expression is one of these methods of ``self``."""
    return ast.unparse(value) in {f"self.{name}" for name in methods}


def telling_lines(module: Module) -> list[tuple[int, str]]:
    """Return the lines of code and their numbers, without docstrings, comments and imports."""
    silent: set[int] = set()
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Expr | ast.Import | ast.ImportFrom):
            continue
        value = node.value if isinstance(node, ast.Expr) else None
        is_text = isinstance(value, ast.Constant) and isinstance(value.value, str)
        if is_text or value is None:
            silent |= {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    lines = ((number, line.strip()) for number, line in enumerate(module.lines, 1))
    return [
        (number, line)
        for number, line in lines
        if number not in silent and TELLING.search(line) and not line.startswith("#")
    ]


def copies(modules: Sequence[Module]) -> list[str]:
    """Return pairs of places with at least SHORTEST_COPY equal lines, each copy once."""
    shortest = SHORTEST_COPY
    lines = [(module.name, telling_lines(module)) for module in modules]
    found: Mapping[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
    for module, (_, telling) in enumerate(lines):
        texts = [text for _, text in telling]
        for at in range(len(texts) - shortest + 1):
            found[(*texts[at : at + shortest],)].append((module, at))
    alike = {
        (one, other)
        for places in found.values()
        for number, one in enumerate(places)
        for other in places[number + 1 :]
    }
    begun = [
        (one, other)
        for one, other in sorted(alike)
        if ((one[0], one[1] - 1), (other[0], other[1] - 1)) not in alike
    ]
    return [" = ".join(f"{lines[module][0]}:{lines[module][1][at][0]}" for module, at in pair)
            for pair in begun]  # fmt: skip


def figures(folder: Path) -> dict[str, list[str]]:
    """Return the places of everything counted, by its name."""
    modules = read(folder)
    return {
        "lines": [""] * sum(len(module.lines) for module in modules),
        "modules": [module.name for module in modules if not module.name.endswith("__init__.py")],
        "classes that hold a timer or a task a key": holders(modules, a_key=True),
        "classes that hold any task or timer": holders(modules, a_key=False),
        "classes of forms": modals(modules),
        "calls of translate outside its place": translations(modules),
        "attributes set from outside": set_from_outside(modules),
        f"pairs of places of {SHORTEST_COPY} lines that are alike": copies(modules),
    }


def main() -> None:
    """Print the figures."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "cogs")
    parser.add_argument("--list", action="store_true", help="name the places, too")
    given = parser.parse_args()
    for name, places in figures(given.folder).items():
        print(f"{len(places):7,} {name}")
        if given.list and name != "lines":
            print(*(f"        {place}" for place in places), sep="\n")


if __name__ == "__main__":
    main()
