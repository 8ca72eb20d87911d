"""What an overview says: what is played, whose turn it is since when, who looks for players.

It is known as ours by the id of its first line, which nobody sees.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from cogs.bot.paged_lists import fitting, more_text
from cogs.challenges.start_card import first_buttons
from cogs.language.catalogues import Translate, translate_into
from cogs.members.mentions import people, person, players, post_links
from data import Listed, Store
from engine import Text
from engine.table.match import Match
from engine.table.record import OPEN, Status

OVERVIEW_ID = 2_000_000
"""The id of the first component of an overview: no other message of ours has it."""

LONGEST = 3500
"""Characters of the list: Discord allows 4,000 for the texts of a message together."""

SHORTEST_LINE = 50
"""Characters of a match in the list, at least: with its link it has more."""

NOT_PINNED = Text(
    "I may not pin this post: I am missing the permission Pin Messages. Anybody who has it can "
    "pin it as well."
)


async def overview(
    store: Store,
    guild: discord.Guild,
    locale: discord.Locale,
    listed: Sequence[Listed],
    *,
    pinned: bool,
) -> ui.LayoutView:
    """Return the overview of these matches and challenges; it says if it cannot be ``pinned``."""
    translated = translate_into(locale)
    live = [one for one in listed if one.status is Status.LIVE]
    seeking = [one for one in listed if one.status is Status.CHALLENGE]
    ids = [one.id for one in (*live, *seeking)]
    matches = await store.some(ids[: LONGEST // SHORTEST_LINE])
    games = await post_links(store, matches, lambda match: translated(match.game.title))
    lines = [
        (_line if match.line else _seeking)(match, games[match.id], translated) for match in matches
    ]
    shown = fitting(lines, LONGEST)
    if len(shown) < len(ids):
        shown.append(translated(more_text(len(ids) - len(shown))))
    if not live:
        shown.insert(0, translated(Text("Nothing is being played here just now.")))
    layout = ui.LayoutView(timeout=None)
    heading = f"### {translated(Text('What is being played here'))}"
    layout.add_item(ui.TextDisplay("\n".join([heading, *shown]), id=OVERVIEW_ID))
    if not pinned:
        layout.add_item(ui.TextDisplay(f"-# {translated(NOT_PINNED)}"))
    layout.add_item(ui.ActionRow(*first_buttons(guild, locale)))
    return layout


def is_overview(message: discord.Message) -> bool:
    """Return whether a message of the bot is an overview."""
    first = next(iter(message.components), None)
    return isinstance(first, discord.components.TextDisplay) and first.id == OVERVIEW_ID


def texts_of(layout: ui.LayoutView) -> list[str]:
    """Return what an overview says, by which a change is known."""
    return [item.content for item in layout.walk_children() if isinstance(item, ui.TextDisplay)]


def _line(match: Match, game: str, translated: Translate) -> str:
    """Return what is played by whom, whose turn it is and since when, with a link to the board."""
    since = next(event.at for event in match.events if event.number == match.since)
    waiting = dict.fromkeys(match.people[seat] for seat in match.to_act)
    turn = Text(
        "{people} to move since {when}",
        people=people(list(waiting) or [match.people[match.position.turn]]),
        when=discord.utils.format_dt(since, "R"),
    )
    what = f"{players(match, translated)} · {translated(turn)}"
    return f"- **#{match.id}** {translated(Text('{game}: {what}', game=game, what=what))}"


def _seeking(match: Match, game: str, translated: Translate) -> str:
    """Return who looks for players of what, with a link to the card."""
    seats = Text(
        "{person} looks for players, {free} of {all} seats are free",
        person=person(match.host),
        free=match.people.count(OPEN),
        all=len(match.people),
    )
    return f"- **#{match.id}** {translated(Text('{game}: {what}', game=game, what=seats))}"
