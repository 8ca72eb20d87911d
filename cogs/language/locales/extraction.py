"""Extraction of texts for Babel: from code, including f-strings, and from the games' documents."""

from __future__ import annotations

import ast
import gc
import io
import re
from collections.abc import Collection, Iterator
from typing import IO, Any

from babel.messages.extract import extract_python

from engine.documents import messages


def python(
    file: IO[bytes],
    keywords: dict[str, Any],
    comment_tags: Collection[str],
    options: Any,  # noqa: ANN401 - Babel's own
) -> Iterator[tuple[Any, ...]]:
    """Yield the texts of a Python file: those that Babel extracts, and those inside f-strings.

    Before Python 3.12, Babel sees an f-string as a single token.
    """
    source = file.read()
    call = rb"\b(?:%s)\s*\(" % "|".join(keywords).encode()
    if not re.search(call, source):
        return
    for found in extract_python(io.BytesIO(source), keywords, comment_tags, options):
        yield from _forms(found)
    if not re.search(rb"\{[^}]*" + call, source):
        return  # no such call in braces: parsing all files would take seconds
    for node in ast.walk(_parsed(source)):
        if isinstance(node, ast.FormattedValue):
            inside = io.BytesIO(ast.unparse(node.value).encode())
            for found in extract_python(inside, keywords, comment_tags, options):
                yield from ((node.lineno, *rest) for _, *rest in _forms(found))


def _parsed(source: bytes) -> ast.Module:
    """Return the syntax tree of a module, parsed without garbage collection.

    Python 3.11 can otherwise miscount the tree's depth and raise SystemError (python/cpython issue
    106905).
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        if was_enabled:
            gc.enable()


def _forms(found: Any) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - Babel's own
    """Yield the texts of a call in Babel's form; a call of ``conjugated`` has two."""
    line, function, templates, comments = found
    if function != "conjugated":
        yield line, function, templates, comments
        return
    for form in templates[:2]:
        yield line, "Text", form, comments


def document(
    file: IO[bytes],
    _keywords: dict[str, Any],
    _comment_tags: Collection[str],
    options: Any,  # noqa: ANN401, ARG001 - Babel's own, by its name
) -> Iterator[tuple[Any, ...]]:
    """Yield the texts of a game's document, in Babel's form, as if they were calls in code."""
    for line, context, template in messages(file.read().decode()):
        if context is None:
            yield line, "Text", template, []
        else:
            yield line, "in_context", (context, template), []
