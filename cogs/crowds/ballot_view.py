"""The view of a crowd's turn: lines and buttons below the board, arrows on it, and answers.

Everything is composed from the crowd's record alone. Numbers and names are hidden according to the
crowd's terms: each person sees them once they have voted, or all do at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from cogs.crowds.ballot_buttons import motion_text
from cogs.crowds.controls import CrowdAction, CrowdControl
from cogs.crowds.terms_words import FIRST_MOVES, members_text, terms_text
from cogs.language.catalogues import Translate
from cogs.members.mentions import people, person, side_name
from engine import Text
from engine.crowds.ballot import Ballot, Motion, Proposal
from engine.crowds.crowd import Crowd
from engine.crowds.crowd_state import Decided
from engine.crowds.record import How
from engine.crowds.terms import Shown, Way
from engine.table.match import Match
from engine.table.record import OPEN
from engine.text import counted, joined
from render import Arrow

MOST_LISTED: Final = 12
"""The most proposals listed and drawn; others can be voted for by typing them."""

MOST_BUTTONS: Final = 8
"""The most proposals with a button: Discord allows 40 components in a message."""

MOST_MOTIONS: Final = 1
"""The most motions with buttons at a time, for the same reason."""

LONGEST_LABEL: Final = 38
"""The most characters of a button that Discord shows in full."""

NAMED: Final = 3
"""The most supporters named for a proposal in a private answer."""

TAKEN_PART: Final = 700
"""The most characters of the list of all participants; those without room are counted.

Discord allows 4,000 in all, and the record of the game has up to 2,500.
"""

STRENGTHS: Final = (1.0, 0.5, 0.15)
"""The strengths of arrows: with the most votes, with at least half as many, and with fewer.

There are only these few so that a board is not drawn again for every vote.
"""

HIDDEN: Final = 0.5
"""The strength of all arrows while the state of the vote is hidden."""


class Listed(NamedTuple):
    """A proposal with its letter in this turn, and its index among all proposals of the turn."""

    name: str
    place: int
    proposal: Proposal

    @property
    def text(self) -> str:
        """The proposed move in notation."""
        return self.proposal.text


def listed(ballot: Ballot, *, open_: bool) -> list[Listed]:
    """Return the proposals that may win, the earliest first; if ``open_``, the strongest first."""
    places = {text: index for index, text in enumerate(ballot.first)}
    found = [Listed(letter(places[one.text]), places[one.text], one) for one in ballot.standing]
    return found if open_ else sorted(found, key=lambda one: one.place)


def letter(index: int) -> str:
    """Return the name of a proposal: A to Z, then AA, AB…"""
    later, last = divmod(index, 26)
    return (letter(later - 1) if later else "") + chr(ord("A") + last)


def is_open(crowd: Crowd, who: int | None = None) -> bool:
    """Return whether a person sees the state of the vote; None is the public.

    The captain always sees it: they may close the vote.
    """
    ballot = crowd.ballot
    if ballot is None or ballot.closed is not None or crowd.terms.shown is Shown.OPEN:
        return True
    if who is not None and who == crowd.captain:
        return True
    return crowd.terms.shown is Shown.VOTED and who in ballot.votes


# On the board


def arrows(match: Match, crowd: Crowd) -> list[Arrow]:
    """Return the proposals as arrows, with the letters of the list. CPU work."""
    ballot = crowd.open_ballot
    if ballot is None or ballot.event != match.since:
        return []
    public = is_open(crowd)
    there = listed(ballot, open_=public)[:MOST_LISTED]
    most = max((one.proposal.votes for one in there), default=1)
    drawn = []
    for one in there:
        moves = match.position.parse_all(one.text)
        move = next((move for move in moves if len(move.path) > 1), moves[0])
        strength = STRENGTHS[(one.proposal.votes < most) + (2 * one.proposal.votes < most)]
        drawn.append(Arrow(move, one.name, strength if public else HIDDEN))
    return drawn


# Lines below the board


def decisions(match: Match, crowds: Sequence[Crowd]) -> Iterator[Text]:
    """Yield the lines about how crowds chose the moves shown on their match's board."""
    for crowd in crowds:
        decided = crowd.decided
        if decided is not None and _is_shown(match, crowd, decided):
            yield decision(decided)


def lines(match: Match, crowd: Crowd, thread: int | None, before: Crowd | None) -> Iterator[Text]:
    """Yield the lines on a crowd's terms, turn, motions and discussion in ``thread``.

    Terms that the crowd ``before`` shares are not said again.
    """
    if not match.moves:
        yield terms_text(match, crowd, before)
        if several(match) and crowd.user == match.crowds[-1]:
            yield Text("If you press Talk, move or vote, you are on that side until the end.")
    ballot = crowd.open_ballot
    if ballot is not None and ballot.event == match.since:
        yield from _turn(match, crowd, ballot, said=not match.moves)
    ballot = crowd.ballot
    for motion in ballot.motions if ballot is not None else ():
        if motion.carried is None:
            yield _motion(match, crowd, motion)
    if thread is not None and not several(match):
        yield Text("Discussion: {thread}", thread=f"<#{thread}>")


def several(match: Match) -> bool:
    """Return whether crowds play each other, so that each needs its own discussion."""
    return len(match.crowds) > 1


def _is_shown(match: Match, crowd: Crowd, decided: Decided) -> bool:
    """Return whether a decision is about one of the moves shown on the board."""
    source = f"crowd:{crowd.match}.{crowd.user}.{decided.entry}"
    return any(event.source == source for turn in match.exchange for event in turn)


def decision(decided: Decided) -> Text:
    """Return the sentence about how a crowd's move was chosen."""
    move = decided.text
    if decided.how is None:
        return Text("`{move}` is by {person}.", move=move, person=person(decided.person or OPEN))
    if decided.how is How.COMPUTER:
        return Text("Nobody had voted: the computer found `{move}`.", move=move)
    others = [f"`{one.text}` {one.votes}" for one in decided.tally if one.text != move]
    votes = next((one.votes for one in decided.tally if one.text == move), 0)
    had = counted(
        "`{move}` had {votes} of {count} vote.",
        "`{move}` had {votes} of {count} votes.",
        decided.votes,
        move=move,
        votes=votes,
    )
    told = [had]
    match decided.how:
        case How.CAPTAIN:
            told = [Text("The captain closed the vote."), had]
        case How.CHOICE:
            told = [Text("Too few had voted: it was the captain’s choice."), had]
        case How.FEW:
            told = [Text("Too few had voted; this move had the most votes."), had]
    if others:
        told.append(Text("The others: {moves}.", moves=" · ".join(others[:MOST_LISTED])))
    if decided.how is not How.CHOICE and [one.votes for one in decided.tally].count(votes) > 1:
        told.append(Text("With equal votes, the earlier proposal wins."))
    return joined(told)


def _turn(match: Match, crowd: Crowd, ballot: Ballot, *, said: bool) -> Iterator[Text]:
    """Yield the lines about the turn being played or voted on; if ``said``, terms stand above."""
    if not said and not _is_everybodys(crowd):
        yield members_text(match, crowd)
    if crowd.terms.way is Way.RELAY:
        if not said:
            yield FIRST_MOVES
        return
    if ballot.ends is not None:
        ends = discord.utils.format_dt(ballot.ends, "R")
        about = Text("The vote ends {when}: type a move, or press a proposal.", when=ends)
        yield joined([about, *_cast(crowd, ballot)])
    public = is_open(crowd)
    there = listed(ballot, open_=public)
    if there:
        yield Text("Proposals: {moves}", moves=" · ".join(_named(there, public=public)))
    if len(there) > MOST_LISTED:
        more = len(there) - MOST_LISTED
        yield counted("There is {count} more.", "There are {count} more.", more)
    if ballot.dropped:
        yield from _dropped(ballot)
    if not public and there:
        yield _hidden(crowd.terms.shown)


def _is_everybodys(crowd: Crowd) -> bool:
    """Return whether everybody in the channel may play for a crowd, and always could."""
    return not (crowd.terms.people or crowd.terms.role)


def _cast(crowd: Crowd, ballot: Ballot) -> Iterator[Text]:
    """Yield the sentences about how many have voted, and whether that is enough."""
    cast, quorum = len(ballot.votes), crowd.terms.quorum
    if cast:
        yield counted("{count} person has voted.", "{count} people have voted.", cast)
    if cast < quorum and crowd.captain is not None:
        yield Text(
            "If fewer than {quorum} vote, the captain chooses: {captain}.",
            quorum=quorum,
            captain=person(crowd.captain),
        )
    elif crowd.captain is not None:
        yield Text("Captain: {captain}.", captain=person(crowd.captain))
    if ballot.extended:
        yield Text("Nobody had voted in time, so the vote was extended once.")


def _named(there: Sequence[Listed], *, public: bool) -> Iterator[str]:
    for one in there[:MOST_LISTED]:
        named = f"**{one.name}** `{one.text}`"
        yield f"{named} {one.proposal.votes}" if public else named


def _dropped(ballot: Ballot) -> Iterator[Text]:
    """Yield sentences about dropped proposals, each with the reason."""
    names = {text: letter(index) for index, text in enumerate(ballot.first)}
    for is_veto in (True, False):
        out = [
            f"**{names[text]}** `{text}`"
            for text, entry in ballot.dropped.items()
            if text in names and (entry.person is not None) is is_veto
        ][:MOST_LISTED]
        if out and is_veto:
            yield Text("Vetoed by the captain: {moves}.", moves=" · ".join(out))
        elif out:
            yield Text(
                "Out, because they lose more than a piece for nothing: {moves}.",
                moves=", ".join(out),
            )


def _hidden(shown: Shown) -> Text:
    if shown is Shown.END:
        return Text("The count of votes is shown at the end.")
    return Text("The count of votes is shown to those who have voted.")


def _motion(match: Match, crowd: Crowd, motion: Motion) -> Text:
    """Return the line about a motion being voted on."""
    yes = sum(motion.answers.values())
    return Text(
        "{person} wants {crowd} {what}: {yes} for it, {no} against it; {needed} have to be for it.",
        person=person(motion.by),
        crowd=side_name(match, crowd.user),
        what=motion_text(match, motion.what, motion.offer),
        yes=yes,
        no=len(motion.answers) - yes,
        needed=crowd.needed(motion),
    )


# Buttons


class Buttons:
    """The buttons of a crowd below the board of its match."""

    def __init__(self, match: Match, crowd: Crowd, translated: Translate) -> None:
        self._match, self._crowd, self._translated = match, crowd, translated
        ballot = crowd.open_ballot
        is_present = ballot is not None and ballot.event == match.since and crowd.terms.votes
        self.proposals: Sequence[Listed] = ()
        if ballot is not None and is_present:
            self.proposals = listed(ballot, open_=is_open(crowd))

    def votes(self) -> Iterator[ui.Item[Any]]:
        """Yield a button to vote for each of the first proposals."""
        for one in self.proposals[:MOST_BUTTONS]:
            yield self._button(CrowdAction.VOTE, f"{one.name} {one.text}", str(one.place))

    def about(self) -> Iterator[ui.Item[Any]]:
        """Yield the buttons about the turn as a whole."""
        if self.proposals:
            yield self._button(CrowdAction.STANDING, Text("How it stands"))
            if self._crowd.captain is not None:
                if self._crowd.terms.way is Way.VOTE:
                    yield self._button(CrowdAction.CLOSE, Text("Close the vote"))
                yield self._button(CrowdAction.VETO, Text("Veto"))
        decided = self._crowd.decided
        if decided is None or decided.how is not None:
            return
        if _is_shown(self._match, self._crowd, decided):
            yield self._button(CrowdAction.RETRACT, Text("Take it back"))

    def motions(self) -> Iterator[ui.Item[Any]]:
        """Yield the buttons for and against the first motions."""
        ballot = self._crowd.ballot
        there = [one for one in ballot.motions if one.carried is None] if ballot else []
        for motion in there[:MOST_MOTIONS]:
            what = motion_text(self._match, motion.what, motion.offer)
            yield self._button(CrowdAction.FOR, Text("For it: {what}", what=what), motion.what)
            yield self._button(
                CrowdAction.AGAINST, Text("Against it: {what}", what=what), motion.what
            )

    def _button(self, action: CrowdAction, label: Text | str, rest: str = "") -> ui.Item[Any]:
        ballot = self._crowd.ballot
        event = ballot.event if ballot is not None else 0
        control = CrowdControl(action, self._match.id, self._crowd.user, event, rest)
        written = label if isinstance(label, str) else self._translated(label)
        return control.button(written[:LONGEST_LABEL])


# Private answers


def standing_text(crowd: Crowd, who: int) -> Text:
    """Return the state of the vote as a person may see it, with their own vote."""
    if crowd.terms.way is Way.RELAY:
        return FIRST_MOVES
    ballot = crowd.ballot
    if ballot is None:
        return Text("The vote has not begun.")
    own = ballot.votes.get(who)
    said = [
        Text("You have voted for `{move}`; you can change it until the end.", move=own.text)
        if own is not None
        else Text("You have not voted in this turn.")
    ]
    decided = crowd.decided
    if ballot.closed is not None and decided is not None:
        over = Text("The vote is over: {move}", move=f"`{decided.text}`")
        said = [Text("You have voted for `{move}`.", move=own.text)] if own is not None else []
        said.append(over)
    if own is not None and own.text in ballot.dropped:
        said.append(Text("That move is out: vote for another one."))
    if not is_open(crowd, who):
        return joined([*said, _hidden(crowd.terms.shown)])
    there = listed(ballot, open_=True)
    supporters: dict[str, list[int]] = {}
    for voter, vote in ballot.votes.items():
        supporters.setdefault(vote.text, []).append(voter)
    told = [_supported(one, supporters.get(one.text, [])) for one in there[:MOST_LISTED]]
    if len(there) > MOST_LISTED:
        more = len(there) - MOST_LISTED
        told.append(counted("There is {count} more.", "There are {count} more.", more))
    return joined([joined(said), *told], "\n")


def _supported(one: Listed, supporters: Sequence[int]) -> Text:
    """Return the line about a proposal, with some of its supporters."""
    named, count = [who for who in supporters if who > OPEN][:NAMED], one.proposal.votes
    if not named:
        return Text("**{name}** `{move}`: {count}", name=one.name, move=one.text, count=count)
    if count > len(named):
        return Text(
            "**{name}** `{move}`: {count}, {people} and {more} more",
            name=one.name,
            move=one.text,
            count=count,
            people=people(named),
            more=count - len(named),
        )
    return Text(
        "**{name}** `{move}`: {count}, {people}",
        name=one.name,
        move=one.text,
        count=count,
        people=people(named),
    )


# The end


def taken_part(
    match: Match, faithful: Sequence[tuple[int, int, int, int]], translated: Translate
) -> Iterator[str]:
    """Yield the lines naming all participants of a match's crowds, the most active first."""
    longest = TAKEN_PART // max(len(match.crowds), 1)
    for user in match.crowds:
        theirs = [(who, votes) for who, crowd, votes, _ in faithful if crowd == user and votes > 0]
        known = [f"<@{who}> ({votes})" for who, votes in theirs if who > OPEN]
        if not theirs:
            continue
        count = len(known)
        while count > 1 and len(", ".join(known[:count])) > longest:
            count -= 1
        left, named = len(theirs) - count, ", ".join(known[:count])
        name = side_name(match, user)
        if named and left:
            text = counted(
                "Those who played for {crowd}: {people} and {count} other.",
                "Those who played for {crowd}: {people} and {count} others.",
                left,
                crowd=name,
                people=named,
            )
            yield translated(text)
        elif named:
            yield translated(
                Text("Those who played for {crowd}: {people}.", crowd=name, people=named)
            )
