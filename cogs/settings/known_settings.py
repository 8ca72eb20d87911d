"""The settings of persons and servers: the list of them, and how values are read and shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from cogs.language.catalogues import Translate, available, in_all_languages, language_names
from cogs.language.did_you_mean import Entry, Unclear, near
from cogs.language.time_limits import CLOCKS
from cogs.language.typed_words import plain
from cogs.members.preferences import theme_titles
from cogs.settings.setting_types import (
    OFF,
    ON,
    WORDS,
    Channel,
    Channels,
    Choice,
    Games,
    Hour,
    Number,
    Role,
    Setting,
    Shown,
    Time,
    Toggle,
    Zone,
)
from data import LIMITS, PersonSettings, ServerSettings, Settings
from engine import Refusal, Text
from engine.table.clock import TURN_LIMITS, UNLIMITED, TimeControl
from engine.text import quoted, some

SERVER = Text("server")
"""The word typed before settings of the server, and for values taken from the server."""

ALWAYS, NEVER = Text("always"), Text("never")

_CONTROLS = {word: TimeControl.read(word).text for word in (UNLIMITED, *TURN_LIMITS, *CLOCKS)}


def _on(value: str) -> Iterable[str]:
    """Return the names of ``on`` if the value is "both", since guesses can be turned ``on``."""
    return map(plain, in_all_languages(ON)) if value == "both" else ()


PERSONAL_SETTINGS: tuple[Setting[Any], ...] = (
    Choice(
        "theme",
        Text("theme"),
        Text("Look of your private boards"),
        theme_titles,
        (SERVER, Text("as the server has it")),
    ),
    Choice(
        "chosen_language",
        Text("language"),
        Text("Language of private answers"),
        lambda: dict(available()),
        (Text("discord"), Text("as in my Discord")),
        language_names,
    ),
    Choice(
        "move_buttons",
        Text("moves"),
        Text("Moves below the board, on your turn"),
        lambda: {"on": ON, "off": OFF},
        (SERVER, Text("as the server has it")),
    ),
    Toggle("own_side", Text("side"), Text("Own side at the bottom")),
    Toggle("coordinates", Text("coordinates"), Text("Coordinates")),
    Toggle("text_first", Text("text"), Text("Text first")),
    Toggle("pings", Text("pings"), Text("Pings")),
    Toggle("confirm", Text("confirm"), Text("Confirm moves")),
    Toggle("warn", Text("warn"), Text("Warn of blunders")),
    Toggle("puzzles", Text("puzzles"), Text("Puzzles from my matches")),
)

SERVER_SETTINGS: tuple[Setting[Any], ...] = (
    Channels("channels", Text("channels"), Text("Game channels")),
    Games("games", Text("games"), Text("Games that may be opened")),
    Choice(
        "boards",
        Text("boards"),
        Text("Boards of earlier turns"),
        lambda: {
            "keep": Text("stay, each with its picture"),
            "fold": Text("are folded to one line"),
            "one": Text("make room: one post is edited"),
        },
    ),
    Choice(
        "overview",
        Text("overview"),
        Text("Pinned post of what is being played"),
        lambda: {
            "none": Text("none"),
            "channel": Text("in each channel with matches"),
            "server": Text("one for the server"),
        },
    ),
    Toggle("threads", Text("threads"), Text("A thread for each match")),
    Toggle("move_buttons", Text("moves"), Text("Moves below the board")),
    Choice(
        "language",
        Text("language"),
        Text("Language of public posts"),
        lambda: dict(available()),
        (SERVER, Text("the server's own")),
        language_names,
    ),
    Choice("theme", Text("theme"), Text("Look of the boards"), theme_titles),
    Time("time", Text("time"), Text("Usual time limit"), lambda: _CONTROLS),
    Toggle("rated", Text("rated"), Text("Rated unless said otherwise")),
    Choice(
        "takeover",
        Text("takeover"),
        Text("A computer takes over when somebody gives up"),
        lambda: {"vote": Text("if the others agree"), "always": ALWAYS, "never": NEVER},
    ),
    Choice(
        "tournaments",
        Text("tournaments"),
        Text("Who may create tournaments"),
        lambda: {
            "everyone": Text("everyone who may open matches"),
            "managers": Text("managers and organisers"),
        },
    ),
    Role("organiser", Text("organiser"), Text("Organisers of all tournaments"), Text("no role")),
    Choice(
        "seasons",
        Text("seasons"),
        Text("Seasons of the ratings"),
        lambda: {
            "none": Text("none"),
            "month": Text("by month"),
            "quarter": Text("by quarter"),
            "year": Text("by year"),
        },
    ),
    Choice(
        "guesses",
        Text("guesses"),
        Text("What watchers may guess"),
        lambda: {
            "none": Text("nothing"),
            "winner": Text("who wins"),
            "moves": Text("the next move"),
            "both": Text("who wins, and the next move"),
        },
        known_as=_on,
    ),
    Channel("abroad_channel", Text("abroad"), Text("Matches with other servers")),
    Toggle("abroad_names", Text("names"), Text("Names of players for other servers")),
    Channel("daily_channel", Text("daily"), Text("Puzzle of the day")),
    Hour("daily_hour", Text("hour"), Text("Hour of the puzzle of the day")),
    Zone("daily_zone", Text("zone"), Text("Time zone")),
    Role("opener", Text("opener"), Text("Who may open matches"), Text("everyone")),
    Number("open_challenges", Text("challenges"), Text("Open challenges per member")),
    Number("person_matches", Text("matches"), Text("Live matches per member")),
    Number("channel_matches", Text("tables"), Text("Live matches per channel")),
    Number("computer_matches", Text("computers"), Text("Matches with computers per member")),
)

NUMBERS = tuple(setting for setting in SERVER_SETTINGS if setting.field in LIMITS)


def setting_of(kind: type[Settings], field: str) -> Setting[Any]:
    """Return the setting with a field. Raises LookupError if there is none."""
    for setting in settings_of(kind):
        if setting.field == field:
            return setting
    raise LookupError(field)


def settings_of(kind: type[Settings]) -> tuple[Setting[Any], ...]:
    """Return the settings of persons or of servers, in the order of the panels."""
    return {PersonSettings: PERSONAL_SETTINGS, ServerSettings: SERVER_SETTINGS}[kind]


def read_changes(
    words: str,
    settings: Iterable[Setting[Any]],
    guild: discord.Guild,
    now: Settings,
    *,
    of_server: Sequence[Setting[Any]] = (),
) -> dict[str, Any]:
    """Return the values by field of typed settings, such as ``theme slate pings off``.

    Raises Unclear for an unknown setting or value, with proposals that include the settings
    ``of_server``, and for a setting without a value, with that of ``now``. Raises Refusal for a
    value that is not allowed.
    """
    settings = tuple(settings)
    typed: dict[str, list[str]] = {}
    chosen: Setting[Any] | None = None
    rest = words.split()
    while rest:
        found, count = _named_setting(rest, settings)
        if found is None and chosen is None:
            found = near(plain(rest[0]), {s: _names_of(s) for s in settings}).sure
        if found is not None and (chosen is None or typed[chosen.field]):
            chosen = found
            typed[chosen.field] = []
        elif chosen is not None:
            typed[chosen.field] += rest[:count]
        else:
            raise _unknown_setting(rest[0], settings, of_server)
        rest = rest[count:]
    by_field = {setting.field: setting for setting in settings}
    for field, values in typed.items():
        if not values:
            raise by_field[field].question(by_field[field].value(now), guild)
    try:
        return {f: by_field[f].read(" ".join(values), guild) for f, values in typed.items()}
    except Unclear as unclear:
        raise Unclear(unclear.text, unclear.entries, option=WORDS, said=unclear.said) from None


def _named_setting(
    words: Sequence[str], settings: Sequence[Setting[Any]]
) -> tuple[Setting[Any] | None, int]:
    """Return the setting named by the first words, in any language, and the number of words.

    A setting is named by the word typed for it, or by its label in panels: *Warn of blunders*.
    Without a name, the setting is None and the number 1.
    """
    best, longest = None, 0
    said = [plain(word) for word in words]
    for setting in settings:
        for name in _names_of(setting):
            parts = name.split()
            if len(parts) > longest and said[: len(parts)] == parts:
                best, longest = setting, len(parts)
    return best, max(longest, 1)


def is_of_server_alone(words: str) -> bool:
    """Return whether the first words name a setting that only servers have, even if misspelt."""
    said = words.split()
    own, count = _named_setting(said, PERSONAL_SETTINGS)
    servers, longer = _named_setting(said, SERVER_SETTINGS)
    if own is None and servers is None:
        known = {setting: _names_of(setting) for setting in (*PERSONAL_SETTINGS, *SERVER_SETTINGS)}
        return near(plain(said[0]), known).sure in SERVER_SETTINGS
    return servers is not None and (own is None or longer > count)


def _unknown_setting(
    said: str, settings: Sequence[Setting[Any]], of_server: Sequence[Setting[Any]]
) -> Refusal:
    """Return the question which setting is meant, with the closest ones first.

    If a setting of members was typed after *server*, return a refusal that says so.
    """
    own, _ = _named_setting([said], PERSONAL_SETTINGS)
    if own is not None:
        return Refusal(
            Text(
                "{setting} is a setting of each member: type `{name}` without `{server}` before "
                "it.",
                setting=own.label,
                name=own.name,
                server=SERVER,
            )
        )
    words = {setting: str(setting.name) for setting in settings}
    words |= {one: f"{SERVER} {one.name}" for one in of_server}
    nearest = near(plain(said), {setting: _names_of(setting) for setting in words}).proposed
    if nearest:
        text = Text(
            "I know no setting `{name}`. Did you mean {settings}?",
            name=quoted(said),
            settings=some([setting.label for setting in nearest]),
        )
    else:
        text = Text("I know no setting `{name}`. Which do you mean?", name=quoted(said))
    ordered = dict.fromkeys([*nearest, *settings])
    entries = [Entry(words[setting], setting.label) for setting in ordered]
    return Unclear(text, entries, option=WORDS, said=plain(said))


def _names_of(setting: Setting[Any]) -> set[str]:
    words = (setting.name, setting.label)
    return {plain(name) for text in words for name in in_all_languages(text)}


def setting_lines(settings: Settings, fields: Iterable[str] | None, translated: Translate) -> str:
    """Return a line for each setting with one of the ``fields``, or for all if that is None."""
    shown = [s for s in settings_of(type(settings)) if fields is None or s.field in fields]
    return "\n".join(setting_line(setting, settings, translated) for setting in shown)


def setting_line(setting: Setting[Any], settings: Settings, translated: Translate) -> str:
    """Return the line of a setting: its label and its value in bold."""
    text = Text("{what}: **{value}**", what=setting.label, value=value_in_words(setting, settings))
    return translated(text)


def value_in_words(setting: Setting[Any], settings: Settings) -> Shown:
    """Return the value of a setting in words."""
    return setting.show(setting.value(settings))
