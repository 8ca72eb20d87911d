"""The story of a finished tournament: promotions, relegations, longest match and best move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cogs.analysis.reviews.posts import judged_turns, untold
from cogs.client.client import Damier
from cogs.computers.fair_play import FairPlay
from cogs.members.mentions import person
from engine import Text
from engine.study.judging import Judged, Mark
from engine.table.match import Match
from engine.table.record import OPEN, Status
from engine.text import together
from engine.tournaments.tournament import Tournament

LOOKED_THROUGH: Final = 200
"""The most matches considered for the story of a tournament, the last ones."""

READ_AT_ONCE: Final = 20

LONG: Final = 10
"""The fewest moves of a longest match that is mentioned."""

EVEN: Final = 0.5
"""The winning chances in an even position."""


def moved_texts(tournament: Tournament) -> Iterator[Text]:
    """Yield the promotions and relegations at the end of a league's season."""
    ended = tournament.state.ended
    if ended is None or not tournament.terms.form.traits.in_groups:
        return
    groups: dict[int, list[int]] = {}
    for _, player, _, group in ended.data.get("standings", ()):
        groups.setdefault(group, []).append(player)
    for group in sorted(groups)[1:]:
        above, below = groups[group - 1], groups[group]
        moved = min(2, len(above) // 2, len(below) // 2)
        if moved:
            yield Text(
                "Between the groups {above} and {below}: {risers} go up, {fallers} go down.",
                above=group,
                below=group + 1,
                risers=_all(below[:moved]),
                fallers=_all(above[-moved:]),
            )


def _all(players: Sequence[int]) -> str | Text:
    return together([person(one) for one in players])


async def story_of(bot: Damier, tournament: Tournament) -> list[Text]:
    """Return sentences about the longest match of a tournament, and the best reviewed move.

    Only the last ``LOOKED_THROUGH`` matches are considered.
    """
    ids = [match for match, _ in await bot.store.tournaments.matches_of(tournament.id)]
    ids = ids[-LOOKED_THROUGH:]
    longest: Match | None = None
    best: tuple[float, Match, Judged] | None = None
    for start in range(0, len(ids), READ_AT_ONCE):
        for match in await bot.store.some(ids[start : start + READ_AT_ONCE]):
            if match.status is Status.OVER and match.outcome is not None:
                if longest is None or len(match.turns) > len(longest.turns):
                    longest = match
                best = max(
                    (one for one in (best, await _praised(bot, match)) if one is not None),
                    key=lambda one: one[0],
                    default=None,
                )
    return [*_longest(longest), *_best(best)]


async def _praised(bot: Damier, match: Match) -> tuple[float, Match, Judged] | None:
    """Return the best reviewed move of a match: its interest, at most 0; the match; the move.

    The best move is a person's move marked as the only good one, in the most even position. Moves
    that fair play hides are left out. Return None if there is none.
    """
    turns = [
        turn
        for turn in await judged_turns(bot.store, match)
        if turn.mark is Mark.ONLY and match.people[turn.seat] > OPEN
    ]
    if not turns or bot.user is None:
        return None
    hidden = await untold(FairPlay(bot.store), match, turns, bot.user)
    told = [turn for turn in turns if turn.event not in hidden]
    if not told:
        return None
    found = min(told, key=lambda turn: abs(turn.chance - EVEN))
    return -abs(found.chance - EVEN), match, found


def _longest(match: Match | None) -> Iterator[Text]:
    if match is not None and match.move_number >= LONG:
        yield Text(
            "The longest match was {match}, {players}: {count} moves.",
            match=f"#{match.id}",
            players=_all(list(dict.fromkeys(match.people))),
            count=match.move_number,
        )


def _best(found: tuple[float, Match, Judged] | None) -> Iterator[Text]:
    if found is not None:
        _, match, turn = found
        played = next(event for event in match.turns if event.number == turn.event)
        yield Text(
            "The best move was {person}’s `{move}` in {match}: every other one would have been a "
            "blunder.",
            person=person(match.people[turn.seat]),
            move=played.text,
            match=f"#{match.id}",
        )
