"""The animated picture of a match: the page of the playground during a game with the computer."""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image

import engine
from engine.computer import Computer
from tests.playground.browser import Tab
from tests.playground.process import playground_process

ROOT: Final = Path(__file__).parents[2]
FILE: Final = ROOT / "docs" / "pictures" / "match.gif"

GAME: Final = "frisian"
REQUEST: Final = f"@Damier play {GAME} level 3"
FIRST_MOVE: Final = "32-28"
MOVES: Final = 4
"""The number of typed moves."""

WIDTH, HEIGHT = 640, 1040
"""The size of the browser's window, in pixels."""

CHANNEL: Final = "#channel-layout"
"""The part of the page that is shown."""

COLOURS: Final = 96

TYPED, SHOWN = 1000, 2200
"""The milliseconds for which a typed message and a board are shown."""

STYLE: Final = (
    ".message-time, .timeline-day-divider { display: none !important; }",
    ".gallery-image { max-height: 320px !important; }",
)
"""CSS that hides the dates, and makes a whole post visible."""

PLAYED: Final = re.compile(r"played (\S+?)\.?\s")


def make() -> None:
    """Play the match, and write its picture. Needs Chromium."""
    with tempfile.TemporaryDirectory() as folder:
        frames, posts = play(Path(folder) / "match.db")
    FILE.parent.mkdir(exist_ok=True)
    first, *others = [reduced(frame) for frame, _ in frames]
    first.save(
        FILE,
        save_all=True,
        append_images=others,
        duration=[shown for _, shown in frames],
        loop=0,
        optimize=True,
        disposal=1,
        comment="\n".join(posts).encode(),
    )


def said() -> str:
    """Return the texts of the bot's posts in the picture, which contains them as a comment."""
    with Image.open(FILE) as image:
        comment: bytes = image.info["comment"]
        return comment.decode()


def play(database: Path) -> tuple[list[tuple[bytes, int]], list[str]]:
    """Play some moves; return screenshots, each with its milliseconds, and the bot's posts."""
    frames: list[tuple[bytes, int]] = []
    posts: list[str] = []
    position, opponent = engine.games[GAME].start(), Computer(6, 1)
    line = [position]
    with (
        Tab.at("about:blank", width=WIDTH, height=HEIGHT) as tab,
        playground_process(database) as url,
    ):
        tab.visit(url)
        tab.until(lambda: "Hello, I am" in tab.last_message())
        tab.style(*STYLE)

        def say(text: str, answer: str) -> None:
            tab.type(text)
            frames.append((tab.picture(CHANNEL), TYPED))
            tab.send()
            tab.until(lambda: answer in tab.last_message())
            frames.append((tab.picture(CHANNEL), SHOWN))
            posts.append(tab.last_message())

        frames.append((tab.picture(CHANNEL), SHOWN))
        say(REQUEST, "it is your turn")
        for number in range(MOVES):
            thought = opponent.think(line)
            move = position.parse(FIRST_MOVE) if number == 0 else thought.move
            say(position.write(move), "it is your turn")
            position = position.play(move)
            answer = PLAYED.findall(tab.last_message())[-1]
            line.append(position)
            position = position.play(position.parse(answer))
            line.append(position)
        tab.visit("about:blank")
    return frames, posts


def reduced(png: bytes) -> Image.Image:
    """Return a screenshot, a PNG, reduced to COLOURS colours."""
    with Image.open(io.BytesIO(png)) as image:
        return image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
