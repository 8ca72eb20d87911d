"""Why a match between two servers ended otherwise than on its own board."""

from __future__ import annotations

from enum import StrEnum

from engine.text import Text


class WhyEnded(StrEnum):
    """The reasons: each is the text of the event by which a twin ends."""

    ELSEWHERE = "elsewhere"
    MODERATOR = "moderator"
    OFF = "off"
    GONE = "gone"
    LEFT = "left"

    @property
    def sentence(self) -> Text:
        """The sentence for the players."""
        return _SENTENCES[self]


_SENTENCES = {
    WhyEnded.ELSEWHERE: Text("The match ended so on the other server."),
    WhyEnded.MODERATOR: Text("A moderator of the other server decided it."),
    WhyEnded.OFF: Text("The match between the two servers was called off."),
    WhyEnded.GONE: Text("The other server cannot be reached any more."),
    WhyEnded.LEFT: Text("A player had left their server, and nobody took over the board."),
}


def sentence_of(written: str) -> Text:
    """Return the sentence for the text of such an event after its ranks."""
    return WhyEnded(written).sentence
