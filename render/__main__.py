"""``python -m render``: draw the pictures of the README and write its table of them.

The pictures go to ``docs/boards``: the board of every game as it is set up, and ``example.png``,
a middle game. The same code makes the same files.
"""

import re
import sys
from pathlib import Path

from PIL import Image

import engine
from render.pictures.gallery import opening
from render.pictures.painter import WHOLE_MAP, paint

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DIRECTORY = Path("docs", "boards")
BOARD_SIZE, EXAMPLE_SIZE = 240, 600
"""Pixels."""
COLUMNS = 4
TABLE = re.compile(
    r"(?<=<!-- boards: made by `python -m render` -->\n).*?(?=<!-- boards -->)", re.DOTALL
)
"""Where the table stands in the README."""

EXAMPLE = "frisian"
BEFORE = "B:W25,27-29,34,39,41-44,46,48,49:B1-3,5,7,9,12,13,17-19,23,K50"
MOVE = "18x36"


def main() -> None:
    """Write the pictures and the table."""
    (ROOT / DIRECTORY).mkdir(parents=True, exist_ok=True)
    for name, image in {**boards(), "example": example()}.items():
        file = DIRECTORY / f"{name}.png"
        image.save(ROOT / file, optimize=True)
        sys.stdout.write(f"{file}: {(ROOT / file).stat().st_size} bytes\n")
    README.write_text(TABLE.sub(table(), README.read_text("utf-8")), "utf-8")


def boards() -> dict[str, Image.Image]:
    """Return a small picture of every game's board, with as many players as it can have."""
    return {
        name: paint(opening(game), size=BOARD_SIZE, region=WHOLE_MAP, coordinates=False)
        for name, game in engine.games.items()
    }


def example() -> Image.Image:
    """Return a picture of a middle game."""
    before = engine.games[EXAMPLE].read(BEFORE)
    move = before.parse(MOVE)
    return paint(before.play(move), [move], before=before, size=EXAMPLE_SIZE)


def table() -> str:
    """Return the pictures of all boards as a table in Markdown."""
    cells = [
        f"![{game.title}]({(DIRECTORY / name).as_posix()}.png)<br>{game.title}"
        for name, game in engine.games.items()
    ]
    rows = [cells[at : at + COLUMNS] for at in range(0, len(cells), COLUMNS)]
    lines = ["|" + " |" * COLUMNS, "|" + ":-:|" * COLUMNS]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(["", *lines, "", ""])


if __name__ == "__main__":
    main()
