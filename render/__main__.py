"""``python -m render > example.png``: the picture in the README."""

import sys

import engine
from render import picture

BEFORE = "B:W25,27-29,34,39,41-44,46,48,49:B1-3,5,7,9,12,13,17-19,23,K50"
MOVE = "18x36"
SIZE = 600


def main() -> None:
    """Write the example to standard output."""
    before = engine.games["frisian"].read(BEFORE)
    move = before.parse(MOVE)
    sys.stdout.buffer.write(picture(before.play(move), [move], before=before, size=SIZE).png)


if __name__ == "__main__":
    main()
