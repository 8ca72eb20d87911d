"""docs/settings.md: the settings of people and of servers, with their values."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from cogs.settings.known_settings import PERSONAL_SETTINGS, SERVER_SETTINGS
from cogs.settings.setting_types import Choice, Number, Setting, Toggle
from data import LIMITS, PersonSettings, ServerSettings

FILE: Final = Path(__file__).parents[2] / "docs" / "settings.md"

HEAD: Final = """\
# All settings

<!-- Made by `python -m tools.documents settings`. -->

`/settings` shows them in panels. Typed, the word is followed by the value, and several may be set
at once: `@Damier settings theme slate pings off`, `@Damier settings server time 3d boards keep`.
"""


def make() -> None:
    """Write docs/settings.md."""
    FILE.write_text(page(), "utf-8")


def page() -> str:
    """Return the page about all settings."""
    parts = [HEAD.strip(), "## Your own", table(PERSONAL_SETTINGS, PersonSettings())]
    parts += ["## Of a server", "For people who may manage the server."]
    parts.append(table(SERVER_SETTINGS, ServerSettings()))
    return "\n\n".join(parts) + "\n"


def table(settings: Iterable[Setting[Any]], defaults: Any) -> str:  # noqa: ANN401 - of both kinds
    """Return a table of settings, as Markdown."""
    lines = ["| word | what it sets | values | if nothing is set |", "|---|---|---|---|"]
    lines += [
        f"| `{setting.name}` | {setting.label} | {values(setting)} | "
        f"{setting.show(setting.value(defaults))} |"
        for setting in settings
    ]
    return "\n".join(lines)


def values(setting: Setting[Any]) -> str:
    """Return the typed values of a setting, as Markdown."""
    match setting:
        case Toggle():
            return "`on`, `off`"
        case Choice():
            words = [*setting.choices(), *([str(setting.unset[0])] if setting.unset else [])]
            return ", ".join(f"`{word}`" for word in words)
        case Number():
            least, most = LIMITS[setting.field]
            return f"{least} to {most}"
        case _:
            return TYPED[setting.field]


TYPED: Final = {
    "channels": "mentions of channels, `all`",
    "games": "names of games, `all`",
    "abroad_channel": "a mention of a channel, `none`",
    "daily_channel": "a mention of a channel, `none`",
    "daily_hour": "`8`, `18h`, `20:00`",
    "daily_zone": "a city or a zone: `paris`, `Europe/Paris`",
    "opener": "a mention of a role, `everyone`",
    "organiser": "a mention of a role, `none`",
}
"""The typed values of other settings, by field."""
