import os
import signal
from pathlib import Path

import pytest

from tests.needs import CHROMIUM
from tests.nightly import NIGHTLY
from tests.playground.browser import Tab
from tests.playground.process import playground_process

pytestmark = pytest.mark.needs(CHROMIUM)

NOWHERE = "about:blank"


def keep(tab: Tab, name: str) -> None:
    """Keep a screenshot in the folder that `SCREENSHOTS` names, if it is set."""
    if folder := os.environ.get("SCREENSHOTS"):
        tab.screenshot(str(Path(folder, name)))


def test_two_members_play_on_the_page(database: Path) -> None:
    with Tab.at(NOWHERE) as tab, playground_process(database, signal.SIGTERM) as url:
        begin(tab, url)
        tab.become("Alice")
        tab.command("move", "28x19")
        tab.until(lambda: any("played 28x19" in message for message in tab.messages()))
        assert tab.is_whole("#places")  # though the channel is longer than the window
        tab.visit(NOWHERE)


@NIGHTLY
def test_they_go_on_after_a_restart(database: Path) -> None:
    with Tab.at(NOWHERE) as tab:
        with playground_process(database) as url:
            begin(tab, url)
            tab.visit(NOWHERE)
        with playground_process(database) as url:
            go_on(tab, url)


def begin(tab: Tab, url: str) -> None:
    tab.visit(url)
    tab.until(lambda: "Hello, I am" in tab.last_message())

    tab.say("@damier challenge @bob frisian white")
    tab.until(lambda: "Accept" in tab.buttons())
    keep(tab, "1-challenge.png")

    tab.become("Bob")
    tab.press("Accept")
    tab.until(lambda: len(tab.pictures()) == 2)
    assert "Accept" not in tab.buttons()
    keep(tab, "2-board.png")

    tab.become("Alice")
    tab.say("32-28")
    tab.until(lambda: "played 32-28" in tab.last_message())
    tab.until(tab.at_the_end)
    tab.until(lambda: len(tab.pictures()) == 2)  # the earlier board is folded

    tab.become("Bob")
    tab.press("More")
    tab.until(lambda: "Move" in tab.buttons())
    tab.press("Move")
    tab.until(lambda: len(tab.pictures()) == 3)
    keep(tab, "3-choice.png")
    tab.press("Type the move")
    keep(tab, "3-form.png")
    tab.fill("19-23")
    tab.until(lambda: any("played 19-23" in message for message in tab.messages()))
    assert tab.buttons().count("Legal moves") == 1
    keep(tab, "4-moves.png")


def go_on(tab: Tab, url: str) -> None:
    tab.visit(url)
    tab.until(lambda: len(tab.pictures()) == 2)
    assert "19-23" in tab.last_message()
    tab.say("28x19")
    tab.until(lambda: "played 28x19" in tab.last_message())
    tab.press("Legal moves")
    tab.until(lambda: "9x29" in tab.last_message())
    tab.until(lambda: len(tab.pictures()) == 3)
    keep(tab, "5-private.png")

    tab.become("Bob")
    tab.command("move", "14x23")
    tab.until(lambda: any("played 14x23" in message for message in tab.messages()))
    keep(tab, "6-command.png")
