"""The texts about an offer in a post, its answers, and the choices after a player leaves."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from cogs.language.actions import Action
from cogs.language.catalogues import Translate
from cogs.members.mentions import people, person, player
from engine import Text
from engine.table.match import Match
from engine.table.match_state import is_vote
from engine.table.record import Event, Kind, Offer, Reminder
from engine.text import counted
from engine.values import Agreement

AGREED = frozenset({Kind.AGREE, Kind.TAKEBACK, Kind.TAKEOVER})
"""The events that end an offer to which all have agreed."""


def offer_line(match: Match, later: Match, translated: Translate, *, current: bool) -> str:
    """Return a post's line about the open offer of a match, and its answer in the ``later`` match.

    The line invites answers only while the post is ``current``. Raises StopIteration if the match
    has no open offer.
    """
    shown = match.offer
    offer = next(offer for offer in later.offers if shown and offer.number == shown.number)
    if offer.ended is not None:
        return translated(_end_text(match, offer, offer.ended))
    if not current and offer.by is not None:
        return translated(
            Text(
                "{person} proposes {agreement}; the answer is further down.",
                person=player(match, offer.by),
                agreement=offer.agreement.text,
            )
        )
    return _asked(match, offer, translated, current=current)


def is_answered(match: Match, later: Match) -> bool:
    """Return whether the open offer of a match is open no more in the match's ``later`` state."""
    standing = later.offer
    return match.offer is not None and (standing is None or standing.number != match.offer.number)


def _end_text(match: Match, offer: Offer, ended: Event) -> Text:
    """Return the sentence about the end of an offer by the event ``ended``."""
    agreement = offer.agreement.text
    if ended.kind is Kind.REFUSE and ended.person is None:
        return not_answered(offer.agreement)
    if ended.kind is Kind.REFUSE and ended.person == offer.by:
        return Text(
            "{person} no longer proposes {agreement}.",
            person=person(ended.person or 0),
            agreement=agreement,
        )
    if ended.kind is Kind.REFUSE and match.outcome is not None:
        return Text(
            "{person} declines {agreement}.", person=person(ended.person or 0), agreement=agreement
        )
    if ended.kind is Kind.REFUSE:
        return Text(
            "{person} declines {agreement}; the match goes on.",
            person=person(ended.person or 0),
            agreement=agreement,
        )
    agreed = ended.kind in AGREED or (ended.kind is Kind.ABORT and ended.text == Kind.AGREE)
    if agreed:
        return _agreed(offer)
    if ended.kind is Kind.OFFER:
        return Text("{agreement}: another proposal took its place.", agreement=agreement)
    if offer.by is None:
        return not_answered(offer.agreement)
    return Text(
        "{person} proposed {agreement}; the match has gone on without an answer.",
        person=player(match, offer.by),
        agreement=agreement,
    )


def not_answered(agreement: Agreement) -> Text:
    """Return the sentence about an agreement that the bot proposed and not all accepted."""
    return Text(
        "{agreement}: not all have agreed, and the match has gone on.", agreement=agreement.text
    )


def _agreed(offer: Offer) -> Text:
    """Return the sentence that names the people who accepted an offer, or agreed to the bot's."""
    accepting = sorted(offer.agreed - {offer.by})
    if offer.by is None or not accepting:
        return Text(
            "{people} agree to {agreement}.",
            people=people(sorted(offer.agreed)),
            agreement=offer.agreement.text,
        )
    return counted(
        "{people} accepts {agreement}.",
        "{people} accept {agreement}.",
        len(accepting),
        people=people(accepting),
        agreement=offer.agreement.text,
    )


def _voting(match: Match, vote: Offer, *, current: bool) -> Iterator[Text]:
    """Yield the sentences about a vote: the people still asked and, if ``current``, the end."""
    # Computers agree once all persons do.
    others = {match.players[seat] for seat in match.asked(vote)} & set(match.persons)
    yield Text(
        "{people}: do you agree to {agreement}?",
        people=people(sorted(others - vote.agreed)),
        agreement=vote.agreement.text,
    )
    if current:
        end = discord.utils.format_dt(match.timing.completed, "R")
        yield Text("If not all have agreed {when}, the match goes on without it.", when=end)
        if match.time:
            yield Text("Time stands still until then.")


def _asked(match: Match, offer: Offer, translated: Translate, *, current: bool) -> str:
    """Return the sentences that present an open offer and name the people still asked."""
    if offer.by is None and match.outcome is not None:
        return translated(
            Text(
                "{reason} Do you all agree to {agreement}? If anyone declines, the result stands.",
                reason=match.outcome.reason,
                agreement=offer.agreement.text,
            )
        )
    if is_vote(offer):
        return " ".join(map(translated, _voting(match, offer, current=current)))
    if offer.by is None:
        return translated(
            Text(
                "This position has come up for the third time: do you both agree to {agreement}?",
                agreement=offer.agreement.text,
            )
        )
    asked = {match.players[seat] for seat in match.asked(offer)}
    text = Text(
        "{person} proposes {agreement}. {others}: accept, decline, or simply play on.",
        person=player(match, offer.by),
        agreement=offer.agreement.text,
        others=people(sorted(asked - offer.agreed)),
    )
    if len(asked) < 3:
        return translated(text)
    vote = Text(
        "All of them have to agree: {agreed} of {all} do.",
        agreed=len(asked & offer.agreed),
        all=len(asked),
    )
    return f"{translated(text)} {translated(vote)}"


def for_departed(match: Match) -> list[Action]:
    """Return the choices of the remaining players if the last event says that a player has left."""
    last = match.events[-1]
    if last.kind is not Kind.REMIND or last.text != Reminder.LEFT or not (gone := match.departed):
        return []
    replaced = any(match.may_replace(person, gone[-1]) for person in match.persons)
    return [Action.CLAIM_LEFT, *[Action.REPLACE_LEFT] * replaced]


def departed_text(match: Match, event: Event) -> Text:
    """Return the sentence about a player who has left the server, and the others' options."""
    who = match.players[event.seat or 0]
    others = people([user for user in match.persons if user not in {who, *match.departed}] or [who])
    if any(match.may_replace(user, who) for user in match.persons):
        return Text(
            "{player} has left this server. {others}: claim the game, let a computer play on, or "
            "wait in case they come back.",
            player=person(who),
            others=others,
        )
    return Text(
        "{player} has left this server. {others}: claim the game, or wait in case they come back.",
        player=person(who),
        others=others,
    )
