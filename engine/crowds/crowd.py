"""A crowd: many people who hold seats of a match together, and their actions.

A ``Crowd`` is a value, as a ``Match`` is: its methods return a changed crowd, or raise a
``Refusal``. Its decisions are its ``orders``, each of which its match carries out once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Self

from engine.crowds.ballot import Motion
from engine.crowds.crowd_state import RECENT_TURNS, CrowdState
from engine.crowds.record import How, Kind
from engine.crowds.terms import Member, Nobody, Way
from engine.errors import Refusal
from engine.event_log import check_new
from engine.text import Text

RETRACTED_WITHIN: Final = timedelta(minutes=1)
"""The time within which a person can take back their move in a relay."""

SLOW: Final = timedelta(seconds=10)
"""The shortest time after which a person can change their vote in a turn."""

A_FEW: Final = 3
"""If at most this many people moved within ``LATELY``, each may move twice in a row."""

LATELY: Final = timedelta(days=1)

ONE_OF: Final = 10
MOST_NEEDED: Final = 10
"""A motion needs at least one supporter for each ``ONE_OF`` people who may play. This least number
is never above ``MOST_NEEDED``, because in a large channel most members never play.
"""


@dataclass(frozen=True)
class Crowd(CrowdState):
    """A crowd on seats of a match, and the actions of its people."""

    # A turn

    def begin(self, event: int, *, now: datetime) -> Self:
        """Return the crowd with a new turn, for the position after ``event`` of its match.

        The crowd is unchanged if that turn has already begun, even if it is over: its decision has
        to be carried out first. The crowd is also unchanged after the end of the match.
        """
        ballot = self.ballot
        if self.is_over or (ballot is not None and ballot.event == event):
            return self
        return self._begun_at(event, now)

    def begin_again(self, *, now: datetime) -> Self:
        """Return the crowd with its turn begun again, after its match refused its decision.

        The crowd is unchanged while the turn is open, and after the end of the match.
        """
        ballot = self.ballot
        if self.is_over or ballot is None or ballot.closed is None:
            return self
        return self._begun_at(ballot.event, now)

    def _begun_at(self, event: int, now: datetime) -> Self:
        ballot = self.ballot
        end = self.terms.end_after(now)
        return self._add(
            Kind.BEGIN,
            now,
            data={
                "event": event,
                "turn": ballot.turn + 1 if ballot is not None else 1,
                "ends": end.isoformat() if end is not None else "",
                "captain": self.captain or 0,
                "barred": sorted(self.barred),
                "open": self.is_open,
                "moved": [[one.person, one.at.isoformat(), one.entry] for one in self.movers],
                "last": self.last_end,
            },
        )

    def check_may_play(self, member: Member, now: datetime, players: Collection[int]) -> None:
        """Raise Refusal, with the reason, unless a member may move or vote in this crowd.

        ``players`` are the people with seats of their own in the match.
        """
        person = member.person
        self.check_plays_for_no_other(person, players)
        if person in self.barred:
            raise Refusal(Text("Those who manage this server have voided your votes here."))
        terms = replace(self.terms, role=None) if self.is_open else self.terms
        terms.check_member(member, now)

    def check_plays_for_no_other(self, person: int, players: Collection[int]) -> None:
        """Raise Refusal if a person has a seat of their own or is on another side for good.

        ``players`` are the people with seats of their own in the match. A person who had their data
        deleted is refused, too.
        """
        if person in players:
            raise Refusal(Text("You have a seat of your own in this match."))
        self._check_side(person)

    def join(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the crowd with a person on its side for good; unchanged if they are already.

        This binds people who see secrets of this side before they move or vote. Raises Refusal if
        the person is on another side, or had their data deleted.
        """
        self._check_side(person)
        if person in self.voters:
            return self
        return self._add(Kind.JOIN, now, person, source=source)

    def _check_side(self, person: int) -> None:
        self.terms.check_not_gone(person)
        voter = self.voters.get(person)
        if voter is not None and voter.crowd != self.user:
            raise Refusal(Text("You play for the other side in this match."))

    def move(self, person: int, text: str, *, now: datetime, source: str | None) -> Self:
        """Return the crowd with a person's move, which ends its turn in a relay.

        Raises Refusal if the crowd is not to move or the person may not, such as the person who
        moved last unless few move, and ValueError if the crowd decides by votes.
        """
        check_new(self.entries, source)
        if self.terms.way is not Way.RELAY:
            raise ValueError("This crowd decides by votes.")
        self._check_open()
        self._check_side(person)
        if self.movers and self.movers[-1].person == person:
            lately = {one.person for one in self.movers if now - one.at < LATELY}
            if len(lately) > A_FEW:
                raise Refusal(Text("You made this side's last move: now it is for somebody else."))
        return self._add(Kind.MOVE, now, person, {"text": text}, source)

    def retract(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the crowd after a person took back their last move in a relay.

        Raises Refusal if it is too late, or if the person did not make the last move.
        """
        check_new(self.entries, source)
        last = self.movers[-1] if self.movers else None
        if self.terms.way is not Way.RELAY or last is None or last.person != person:
            raise Refusal(Text("Only the person who made the last move can take it back."))
        if now - last.at > RETRACTED_WITHIN:
            raise Refusal(Text("A move can be taken back within a minute; it is too late now."))
        return self._add(Kind.RETRACT, now, person, {"entry": last.entry}, source)

    def vote(
        self, person: int, text: str, *, now: datetime, source: str | None, elector_count: int = 0
    ) -> Self:
        """Return the crowd with a person's vote for a legal move, and closed if that decides it.

        ``elector_count`` is the result of ``electors``; 0 leaves the vote open until its end.
        The crowd is unchanged if the person has voted for that move already. Raises Refusal.
        """
        check_new(self.entries, source)
        ballot = self._check_open()
        if ballot.ends is not None and now >= ballot.ends:
            raise Refusal(Text("The vote was over when you sent this."))
        self._check_side(person)
        if text in ballot.dropped:
            raise Refusal(self._dropped(text))
        last = ballot.votes.get(person)
        if last is not None:
            if last.text == text:
                return self
            if now - last.at < SLOW:
                raise Refusal(Text("You can change your vote again in a few seconds."))
        crowd = self._add(Kind.VOTE, now, person, {"text": text}, source)
        return crowd.settled(elector_count, now=now)

    def settled(self, elector_count: int, *, now: datetime) -> Self:
        """Return the crowd with its vote closed if it is decided now, else unchanged.

        A move of the day is never closed before its hour. ``elector_count`` is as in ``vote``.
        """
        ballot = self.open_ballot
        if ballot is None or not elector_count or self.terms.way is Way.DAILY:
            return self
        if not ballot.is_sure(elector_count, self.terms.quorum):
            return self
        return self._closed(ballot.standing[0].text, How.SURE, now)

    def _dropped(self, text: str) -> Text:
        entry = self._check_open().dropped[text]
        if entry.person is None:
            return Text("`{move}` loses more than a piece for nothing; it is out.", move=text)
        return Text("The captain has vetoed `{move}`.", move=text)

    def drop(
        self,
        text: str,
        *,
        now: datetime,
        person: int | None = None,
        loses: float = 0,
        source: str | None = None,
    ) -> Self:
        """Return the crowd with a proposal dropped: by the computer, or by the captain's veto.

        ``person`` is the captain, None for the computer; ``loses`` is the loss in pieces, which the
        caller has checked. Raises Refusal for anybody but the captain, and for a move that is not
        proposed.
        """
        check_new(self.entries, source)
        if person is not None:
            self._check_captain(person)
        ballot = self._check_open()
        if text not in ballot.first or text in ballot.dropped:
            raise Refusal(Text("There is no such proposal."))
        return self._add(Kind.DROP, now, person, {"text": text, "loses": loses}, source)

    def close(self, person: int, *, now: datetime, source: str | None) -> Self:
        """Return the crowd with its vote closed by the captain, decided by the votes so far.

        Raises Refusal for anybody but the captain, if nobody has voted, and for a move of the day.
        """
        check_new(self.entries, source)
        self._check_captain(person)
        if self.terms.way is Way.DAILY:
            raise Refusal(Text("A move of the day is played at its hour, not before."))
        ballot = self._check_open()
        decision = ballot.decision(self.captain, self.terms.quorum)
        if decision is None:
            raise Refusal(Text("Nobody has voted yet."))
        text, how = decision
        return self._closed(text, how if how is How.CHOICE else How.CAPTAIN, now, person, source)

    @property
    def asks_computer(self) -> bool:
        """Whether a computer's move has to end the vote, because nobody has voted."""
        return self._is_forsaken and self.terms.nobody is Nobody.COMPUTER

    @property
    def _is_forsaken(self) -> bool:
        ballot = self.open_ballot
        return ballot is not None and ballot.extended and not ballot.standing

    def tick(self, *, now: datetime) -> Self:
        """Return the crowd with its vote closed or extended if its time is over, else unchanged.

        A crowd that ``asks_computer`` is unchanged, too: ``computed`` ends its vote.
        """
        ballot = self.open_ballot
        if ballot is None or ballot.ends is None or now < ballot.ends:
            return self
        decision = ballot.decision(self.captain, self.terms.quorum)
        if decision is not None:
            return self._closed(*decision, now)
        if not ballot.extended:
            end = self.terms.end_after(now)
            ends = end.isoformat() if end is not None else ""
            return self._add(Kind.EXTEND, now, data={"ends": ends, "why": "nobody"})
        if self.terms.nobody is Nobody.CLOCK:
            return self._add(Kind.OUT, now)
        return self

    def computed(self, text: str, *, now: datetime) -> Self:
        """Return the crowd with its vote ended by a computer's move.

        The crowd is unchanged if it does not ask for that, or if its time is not over.
        """
        ballot = self.open_ballot
        if not self.asks_computer or ballot is None or ballot.ends is None or now < ballot.ends:
            return self
        return self._closed(text, How.COMPUTER, now)

    def give_back(self, start: datetime, end: datetime, *, now: datetime) -> Self:
        """Return the crowd with a vote extended by the part of an outage during which it ran.

        The crowd is unchanged if no vote ran then, or if it was extended for that outage already.
        """
        ballot = self.open_ballot
        if ballot is None or ballot.ends is None or end <= ballot.began or start >= ballot.ends:
            return self
        outage = end.isoformat()
        if any(entry.data.get("outage") == outage for entry in self.entries):
            return self
        longer = (ballot.ends + (end - max(start, ballot.began))).isoformat()
        data = {"ends": longer, "why": "outage", "outage": outage}
        return self._add(Kind.EXTEND, now, data=data)

    def _closed(
        self,
        text: str,
        how: How,
        now: datetime,
        person: int | None = None,
        source: str | None = None,
    ) -> Self:
        ballot = self._check_open()
        tally = [[one.text, one.votes, one.by] for one in ballot.standing]
        data = {"text": text, "how": how.value, "tally": tally}
        return self._add(Kind.CLOSE, now, person, data, source)

    # Other decisions

    def propose(
        self,
        person: int,
        what: str,
        *,
        offer: int = 0,
        elector_count: int = 0,
        now: datetime,
        source: str | None,
    ) -> Self:
        """Return the crowd with a motion for an agreement, for resigning or for a takeback.

        ``offer`` is the number of the other side's offer that the motion would answer, 0 for none;
        ``elector_count`` is the result of ``electors``. If there is such a motion already, this is
        a vote for it. Raises Refusal, also if no move of the crowd's people was played yet.
        """
        check_new(self.entries, source)
        ballot = self.ballot
        if ballot is None:
            raise Refusal(Text("The match has not begun."))
        if ballot.motion(what) is not None:
            return self.answer(person, what, yes=True, now=now, source=source)
        if any(m.what == what and m.offer == offer and m.carried is False for m in ballot.motions):
            raise Refusal(Text("That was voted on in this turn already."))
        if not self.has_played:
            raise Refusal(Text("Your side can vote on that once it has played a move."))
        self._check_say(person)
        data = {"what": what, "offer": offer, "least": self.least(elector_count)}
        return self._add(Kind.MOTION, now, person, data, source)._settled(what, now)

    def answer(
        self, person: int, what: str, *, yes: bool, now: datetime, source: str | None
    ) -> Self:
        """Return the crowd with a person's vote for or against a motion. Raises Refusal."""
        check_new(self.entries, source)
        ballot = self.ballot
        motion = ballot.motion(what) if ballot is not None else None
        if motion is None:
            raise Refusal(Text("That is not voted on any more."))
        if motion.answers.get(person) is yes:
            return self
        self._check_say(person)
        data = {"what": what, "yes": yes}
        return self._add(Kind.ANSWER, now, person, data, source)._settled(what, now)

    def _check_say(self, person: int) -> None:
        if person not in self.recent:
            raise Refusal(Text("Those who moved or voted lately decide that."))

    def least(self, elector_count: int) -> int:
        """Return the least number of supporters of a motion, however few moved or voted lately.

        It is one in ten of the people who may play, but at most ten. It is at least the quorum in
        the crowd's first turns, when few people have come yet, and if it is unknown how many may
        play. ``elector_count`` is the result of ``electors``.
        """
        least = min(-(-elector_count // ONE_OF), MOST_NEEDED)
        if not elector_count or self.ballot is None or self.ballot.turn <= RECENT_TURNS:
            least = max(least, min(self.terms.quorum, self.electors(self.terms.quorum)))
        return max(least, 1)

    def needed(self, motion: Motion) -> int:
        """Return the number of supporters that a motion needs.

        It is two thirds of the people who moved or voted lately, but at least the motion's
        ``least``.
        """
        return max(self._two_thirds, motion.least)

    @property
    def _two_thirds(self) -> int:
        return -(-2 * len(self.recent) // 3)

    def _settled(self, what: str, now: datetime) -> Self:
        motion = self.ballot.motion(what) if self.ballot is not None else None
        if motion is None:
            return self
        recent = self.recent
        for_it = sum(yes for who, yes in motion.answers.items() if who in recent)
        against = sum(not yes for who, yes in motion.answers.items() if who in recent)
        carried = for_it >= self.needed(motion)
        if not carried and (not against or len(recent) - against >= self._two_thirds):
            return self  # more people may come
        data = {"what": what, "offer": motion.offer, "yes": carried}
        return self._add(Kind.SETTLE, now, data=data)

    def _settled_all(self, now: datetime) -> Self:
        """Return the crowd with every motion settled that is decided after a person is removed."""
        crowd = self
        for motion in self.ballot.motions if self.ballot is not None else ():
            crowd = crowd._settled(motion.what, now)
        return crowd

    def bar(self, member: int, manager: int, *, now: datetime, source: str | None) -> Self:
        """Return the crowd with a person's votes voided for good by a manager of the server.

        Raises Refusal if they are void already.
        """
        check_new(self.entries, source)
        if member in self.barred:
            raise Refusal(Text("Their votes are void already."))
        return self._add(Kind.BAR, now, manager, {"member": member}, source)._settled_all(now)

    def name_captain(self, captain: int, *, by: int, now: datetime, source: str | None) -> Self:
        """Return the crowd with ``captain`` as its captain, 0 for none.

        The caller has checked that the person ``by`` may decide that.
        """
        check_new(self.entries, source)
        return self._add(Kind.CAPTAIN, now, by, {"captain": captain}, source)

    def leave(self, person: int, *, now: datetime) -> Self:
        """Return the crowd without the vote of a person who has their data deleted.

        If the person was the captain, the crowd has no captain any more.
        """
        crowd = self
        if person == self.captain:
            crowd = crowd._add(Kind.CAPTAIN, now, person, {"captain": 0})
        return crowd._add(Kind.LEAVE, now, person)._settled_all(now)

    def admit_all(self, *, now: datetime) -> Self:
        """Return the crowd opened to everybody, because its role is gone."""
        return self if self.is_open else self._add(Kind.ADMIT, now)

    def end(self, *, now: datetime) -> Self:
        """Return the crowd with the end of its match recorded, if it was not recorded before."""
        return self if self.is_over else self._add(Kind.END, now)
