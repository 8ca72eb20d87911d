"""How Les Alliés ends, in ranks and words."""

from __future__ import annotations

from typing import Final

from engine.games.allies.fights import course
from engine.games.allies.rules import Rules
from engine.games.allies.state import (
    AGREED,
    BLOCKED,
    DECISIVE,
    GENERALS,
    QUIET,
    REPETITION,
    SURRENDER,
    TAKEN,
    UNDECIDED,
    Result,
    State,
)
from engine.text import Text, joined
from engine.values import Outcome

SIDES: Final = (Text("the Entente"), Text("the Central Powers"))


def outcome(rules: Rules, state: State) -> Outcome | None:
    """Return how the game ended, None while it goes on."""
    if not course.is_over(rules, state):
        return None
    if state.agreed:
        return _ranks(rules, UNDECIDED, Text("The players agreed on it."))
    if not rules.is_battle:
        result = state.fights[rules.zone].result
        assert result is not None  # noqa: S101 - the game is over
        return _ranks(rules, result.winner, _why(rules, result))
    results = [fight.result for fight in state.fights if fight.result is not None]
    told = [
        fight_told(rules, number, fight.result)
        for number, fight in enumerate(state.fights)
        if fight.result is not None
    ]
    if course.are_both_undecided(state):
        told.append(Text("The armies may be placed anew."))
    if state.decisive:
        winner = results[DECISIVE].winner
    elif UNDECIDED in {result.winner for result in results}:
        winner = max(result.winner for result in results)
    else:
        same = results[0].winner == results[1].winner
        winner = results[0].winner if same else UNDECIDED
    return _ranks(rules, winner, joined(told))


def _ranks(rules: Rules, winner: int, reason: Text) -> Outcome:
    if winner == UNDECIDED:
        return Outcome((1,) * len(rules.seats), reason)
    return Outcome(
        tuple(1 if seat % 2 == winner else 2 for seat in range(len(rules.seats))), reason
    )


_CAPITALS: Final = (Text("West"), Text("East"), Text("Decisive fight"))


def fight_told(rules: Rules, number: int, result: Result) -> Text:
    """Return how one of several fights ended."""
    return Text("{where}: {how}", where=_CAPITALS[number], how=fight_ended(rules, result))


def names(rules: Rules) -> tuple[Text, Text]:
    """Return what the two sides are called in this field."""
    if rules.is_battle:
        return SIDES[0], SIDES[1]
    return rules.seats[0].name, rules.seats[1].name


def fight_ended(rules: Rules, result: Result) -> Text:
    """Return how a fight ended, in one sentence."""
    if result.winner == UNDECIDED:
        return _UNDECIDED[result.why]
    winner = names(rules)[result.winner]
    return Text("{winner} won: {why}", winner=winner, why=_why(rules, result))


def _why(rules: Rules, result: Result) -> Text:
    """Return why a fight ended as it did, in one sentence that does not name who won."""
    if result.winner == UNDECIDED:
        return _UNDECIDED[result.why]
    loser = names(rules)[1 - result.winner]
    if result.why == TAKEN:
        return Text("{loser} had no piece left.", loser=loser)
    if result.why == BLOCKED:
        return Text("{loser} could not move.", loser=loser)
    if result.why == SURRENDER:
        return Text("{loser} surrendered.", loser=loser)
    return Text("a quiet fight, with at least three Generals and three times as many pieces.")


_UNDECIDED: Final = {
    GENERALS: Text("Undecided: two Generals at most against a single one."),
    QUIET: Text("Undecided: too long without a taking, a huff or a promotion."),
    AGREED: Text("Undecided: the directors agreed on it."),
    REPETITION: Text("Undecided: the same position stood for the third time."),
    TAKEN: Text("Undecided: nobody had a piece left."),
}
