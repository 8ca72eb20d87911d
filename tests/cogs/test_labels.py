"""Labels of buttons are short enough for every device, in all languages.

Labels that are sent in other tests are checked there, by ``tests.cogs.requests``.
"""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator

import discord
import pytest

from cogs.language.actions import ACTIONS
from cogs.language.catalogues import plainly
from cogs.moves.private_boards import QUARTERS
from cogs.settings.known_settings import PERSONAL_SETTINGS, SERVER_SETTINGS
from cogs.settings.setting_types import OFF, ON, Toggle
from engine import Text
from tests.cogs.requests import LONGEST_LABEL
from tests.nightly import at_night
from tests.sources import calling, calls, nodes

FIELDS = {"square": "K12", "match": "#12345678"}
"""The longest values of fields in labels; labels with other fields are left to other tests."""

MAKERS = {"TextButton", "labelled_button", "MatchButton", "Claim", "Filling"}
"""The functions and classes that get a label."""


def texts(node: ast.AST) -> Iterator[Text]:
    """Yield the Texts written in a piece of code, with the values of ``FIELDS``."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
            said = [one.value for one in part.args if isinstance(one, ast.Constant)]
            if part.func.id == "Text":
                yield Text(str(said[0]), **FIELDS)
            elif part.func.id == "in_context":
                yield Text(str(said[1]), _context=str(said[0]), **FIELDS)


def labels() -> Iterator[Text]:
    """Yield the labels of buttons, wherever they are written."""
    yield from (*(one.label for one in ACTIONS.values() if one.label), *QUARTERS)
    for setting in (*PERSONAL_SETTINGS, *SERVER_SETTINGS):
        if isinstance(setting, Toggle):
            for value in (ON, OFF):
                yield Text("{what}: {value}", what=setting.label, value=value)
    for path in calling([*MAKERS, "Agreement"], "cogs", "engine"):
        named = {
            target.id: node.value
            for node in nodes(path)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for maker, call in calls(path):
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            if maker in MAKERS:
                for one in given:
                    yield from texts(named.get(one.id, one) if isinstance(one, ast.Name) else one)
            elif maker == "Agreement" and len(given) > 1:
                short = [keyword.value for keyword in call.keywords if keyword.arg == "label"]
                for what in texts(next(iter(short), given[1])):
                    yield Text("Propose {what}", what=what)


def is_whole(label: Text) -> bool:
    """Return whether a label has values for all of its fields."""
    fields = {field for _, field, _, _ in string.Formatter().parse(label.template)}
    return fields - {None} <= label.values.keys()


@pytest.mark.parametrize(
    "locale",
    [at_night((discord.Locale.american_english,)), discord.Locale.french],  # French is longer
    ids=str,
)
def test_labels_are_short(locale: discord.Locale) -> None:
    shown = {plainly(label, locale) for label in labels() if is_whole(label)}
    assert len(shown) > 80
    assert not [label for label in shown if len(label) > LONGEST_LABEL]
