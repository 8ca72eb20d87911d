"""``python -m render > example.png``: the picture in the README."""

import sys

import engine
from render import picture

BEFORE = "W:W23,28,32,33,35,37,38,42,43,48:B3,4,8,12,13,16,19,20,K46"
MOVE = "23x14"
SIZE = 600


def main() -> None:
    """Write the example to standard output."""
    before = engine.games["frisian"].read(BEFORE)
    move = before.parse(MOVE)
    sys.stdout.buffer.write(picture(before.play(move), [move], before=before, size=SIZE).png)


if __name__ == "__main__":
    main()
