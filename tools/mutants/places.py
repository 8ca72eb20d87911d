"""Places of the product for one small change each, chosen by a seed and kept as text."""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeAlias

Found: TypeAlias = Iterator[tuple[ast.expr, str | ast.expr]]
ROOMS: Final = "bot.py", "cogs", "engine", "render", "data", "playground"
LEFT_OUT: Final = "__main__.py", "/migrations/"
"""Parts of the paths left out: developers' programs, and migrations, which run once."""

MUTE: Final = {"log", "logger", "logging", "cast", "TypeVar", "Literal", "Annotated"}
"""The names of calls and types in which nothing is changed."""
COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
RETURNED: Final = {
    "bool": "not ({})", "int": "({}) + 1", "float": "({}) + 1", "str": "'?'", "Text": "Text('?')",
    "list": "[]", "tuple": "()", "dict": "{{}}", "set": "set()", "frozenset": "frozenset()",
    "Sequence": "()", "Iterable": "()", "Collection": "()", "Mapping": "{{}}",
}  # fmt: skip
"""The value returned instead, by the annotated return type of a function."""
JOINED: Final = ast.JoinedStr, ast.List, ast.ListComp, ast.Tuple
"""Expressions that `+` concatenates; constants other than numbers are further ones."""


@dataclass(frozen=True)
class Place:
    """An expression in a file, and the one that replaces it in the mutant."""

    path: str
    line: int
    column: int
    """The column of the expression in its line, in bytes, from 0."""
    source: str
    changed: str
    text: str
    """The whole line in which the expression begins, to find it again if the line has moved."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column + 1}: {self.source!r} -> {self.changed}"

    @property
    def room(self) -> str:
        return self.path.split("/", maxsplit=1)[0]

    def find(self, lines: list[bytes]) -> int:
        """Return the byte offset of the expression in a file with these lines; -1 if missing."""
        same = [i for i, line in enumerate(lines) if line.rstrip(b"\n") == self.text.encode()]
        if not same:
            return -1
        line = min(same, key=lambda i: abs(i + 1 - self.line))
        offset = sum(map(len, lines[:line])) + self.column
        return offset if b"".join(lines)[offset:].startswith(self.source.encode()) else -1


def changes(node: ast.AST, returned: str) -> Found:  # noqa: C901, PLR0912 - a case a kind
    """Yield the expressions of a node that can be changed, each with its replacement.

    ``returned`` is the return type of the function around the node.
    """
    match node:
        case ast.If() | ast.IfExp() | ast.match_case(guard=ast.expr()) | ast.While():
            test = node.guard if isinstance(node, ast.match_case) else node.test
            if test is not None and not isinstance(test, ast.Constant):
                yield test, "False"
                if not isinstance(node, ast.While):  # the loop would never end
                    yield test, "True"
        case ast.comprehension():
            yield from ((test, "True") for test in node.ifs)
        case ast.Compare():
            changed = deepcopy(node)
            changed.ops[0] = COMPARED[type(node.ops[0])]()
            yield node, changed
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, ast.BoolOp(other, node.values)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node, node.operand
        case ast.BinOp(op=ast.Add()) if is_number(node.left) and is_number(node.right):
            yield node, ast.BinOp(node.left, ast.Sub(), node.right)
        case ast.BinOp(op=ast.Sub()):
            yield node, ast.BinOp(node.left, ast.Add(), node.right)
        case ast.AugAssign(op=ast.Add() | ast.Sub()) if is_number(node.value):
            yield node.value, ast.UnaryOp(ast.USub(), node.value)
        case ast.Call(func=ast.Name(id="min" | "max" as name)):
            other_name = ast.Name("max" if name == "min" else "min")
            yield node, ast.Call(other_name, node.args, node.keywords)
        case ast.Constant(value=bool()):
            yield node, str(not node.value)
        case ast.Constant(value=int() | float() as number):
            yield node, repr(number + 1)
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) not in {"True", "False"}:
            kind = returned.split("[", maxsplit=1)[0]
            if returned.endswith("| None"):
                yield value, "None"
            elif kind in RETURNED:
                yield value, RETURNED[kind].format(ast.unparse(value))
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield node.value, "None"


def is_number(node: ast.expr) -> bool:
    """Return whether an expression may be a number: it is no text, list or tuple."""
    return not isinstance(node, JOINED) and not isinstance(getattr(node, "value", 0), str | bytes)


def below(node: ast.AST, returned: str = "", *, table: bool | None = False) -> Found:  # noqa: C901 - also
    """Yield the expressions in a node and below that may be changed, each with its replacement.

    Left out are annotations, decorators, patterns, calls of loggers, parts of f-strings, whose
    positions are unknown before Python 3.12, and numbers in tables of a module or a class.
    ``table`` is whether the node is in such a table, None in a function.
    """
    skipped: set[ast.AST | None] = set()
    match node:
        case ast.JoinedStr() | ast.pattern() | ast.arg():
            return
        case ast.If() if "TYPE_CHECKING" in ast.unparse(node.test):
            return
        case ast.Call() | ast.Subscript():
            named = node.func if isinstance(node, ast.Call) else node.value
            if ast.unparse(named).split(".", maxsplit=1)[0] in MUTE:
                return
        case ast.Expr(value=ast.Call(func=func)) if ast.unparse(func).split(".")[0] in MUTE:
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            returned, table = ast.unparse(node.returns) if node.returns else "", None
            skipped = {*node.decorator_list, node.returns}
        case ast.ClassDef():
            skipped = {*node.decorator_list}
        case ast.AnnAssign():
            skipped = {node.annotation}
        case ast.List() | ast.Tuple() | ast.Set() | ast.Dict() if table is False:
            table = True
        case ast.Constant(value=int() | float()) if table and not isinstance(node.value, bool):
            return
    yield from changes(node, returned)
    for child in ast.iter_child_nodes(node):
        if child not in skipped:
            yield from below(child, returned, table=table)


def candidates(root: Path, path: str) -> Iterator[Place]:
    """Yield all places of a file."""
    content = (root / path).read_text(encoding="utf-8")
    lines = [line.encode() for line in content.split("\n")]
    for node, new in below(ast.parse(content)):
        changed = new if isinstance(new, str) else ast.unparse(ast.fix_missing_locations(new))
        if changed == ast.unparse(node) or "\n" in changed:
            continue
        span = lines[node.lineno - 1 : node.end_lineno]
        span[-1] = span[-1][: node.end_col_offset]
        span[0] = span[0][node.col_offset :]
        text = lines[node.lineno - 1].decode()
        source = b"\n".join(span).decode()
        yield Place(path, node.lineno, node.col_offset, source, changed, text)


def product(root: Path) -> list[str]:
    """Return the paths of the product's files, in which places are chosen."""
    files = [root / "bot.py", *(file for room in ROOMS for file in (root / room).rglob("*.py"))]
    paths = sorted({file.relative_to(root).as_posix() for file in files if file.is_file()})
    return [path for path in paths if not any(part in path for part in LEFT_OUT)]


def choose(root: Path, seed: int, count: int) -> list[Place]:
    """Return about ``count`` places, chosen by a seed: from each room in proportion to its lines.

    A change of one file does not change the ranking of the lines of others.
    """
    lines: dict[str, dict[str, list[Place]]] = defaultdict(lambda: defaultdict(list))
    sizes: dict[str, int] = defaultdict(int)
    for path in product(root):
        content = (root / path).read_bytes()
        room = path.split("/", maxsplit=1)[0]
        sizes[room] += sum(1 for line in content.splitlines() if line.strip())
        for place in candidates(root, path):
            key = sha256(b"%d %s %d " % (seed, path.encode(), place.line) + content).hexdigest()
            lines[room][key].append(place)
    chosen = []
    for room, number in shares({room: sizes[room] for room in lines}, count).items():
        picked: list[Place] = []
        for key in sorted(lines[room]):
            on_line = lines[room][key]
            place = on_line[int(key, 16) % len(on_line)]
            if len(picked) < number and not any(overlap(place, other) for other in picked):
                picked.append(place)
        chosen += picked
    return sorted(chosen, key=lambda place: (place.path, place.line))


def shares(sizes: dict[str, int], count: int) -> dict[str, int]:
    """Divide a number in proportion to sizes, with largest remainders and at least 1 for each."""
    total = sum(sizes.values())
    exact = {name: count * size / total for name, size in sizes.items()}
    shared = {name: max(1, int(share)) for name, share in exact.items()}
    for name in sorted(exact, key=lambda name: int(exact[name]) - exact[name]):
        if sum(shared.values()) < count and exact[name] >= 1:
            shared[name] += 1
    return shared


def overlap(one: Place, other: Place) -> bool:
    """Return whether two places share a line of a file."""
    spans = [(p.line, p.line + p.source.count("\n")) for p in (one, other)]
    return one.path == other.path and spans[0][0] <= spans[1][1] and spans[1][0] <= spans[0][1]


def instrument(root: Path, places: list[Place]) -> list[int]:
    """Replace each place in a checkout by both expressions, of which `probe.at` chooses one.

    No line moves. Return the numbers of the places that are missing in this checkout.
    """
    missing = []
    by_file: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, place in enumerate(places):
        file = root / place.path
        lines = file.read_bytes().splitlines(keepends=True) if file.is_file() else []
        offset = place.find(lines)
        if offset < 0:
            missing.append(number)
        else:
            by_file[place.path].append((offset, number))
    for path, found in by_file.items():
        content = (root / path).read_bytes()
        for offset, number in sorted(found, reverse=True):
            source, changed = places[number].source.encode(), places[number].changed
            both = f"(({changed}) if _mutant({number}) else (".encode() + source + b"))"
            content = content[:offset] + both + content[offset + len(source) :]
        tree = ast.parse(content)
        first = next(node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom))
        lines = content.splitlines(keepends=True)
        end = sum(map(len, lines[: (first.end_lineno or 0) - 1])) + (first.end_col_offset or 0)
        content = content[:end] + b"; from mutants_probe import at as _mutant" + content[end:]
        ast.parse(content)
        (root / path).write_bytes(content)
    return missing


def write(places: list[Place], file: Path) -> None:
    """Write a list of places to a file, one a line."""
    rows = ([f"{p.path}:{p.line}:{p.column}", p.source, p.changed, p.text] for p in places)
    file.write_text(
        "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8"
    )


def read(file: Path) -> list[Place]:
    """Read a list of places from a file."""
    places = []
    for row in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
        path, line, column = row[0].rsplit(":", 2)
        places.append(Place(path, int(line), int(column), *row[1:]))
    return places
