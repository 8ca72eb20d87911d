"""The theme ``contrast``: few colours, rims around pieces and thick symbols, for people with low
vision.
"""

from typing import Final

from engine.text import Text
from render.themes.table import read_theme

CONTRAST: Final = read_theme(
    Text("High contrast"),
    pieces="""
    white     #ffffff #ffffff #000000 #000000 #b00000 #0042be plain
    black     #000000 #000000 #ffffff #ffffff #f4f4ff #6ed2ff plain
    besieger  #004cc4 #004cc4 #000000 #ffffff #ffffff #000000 rings
    guard     #0a0a16 #0a0a16 #ffffff #f4f4ff #f4f4ff #000000 star
    red       #b20000 #b20000 #000000 #ffffff triangle
    blue      #0046d6 #0046d6 #000000 #ffffff square
    yellow    #ffd600 #ffd600 #000000 #000000 star
    green     #00be6e #00be6e #000000 #000000 plus
    violet    #5a1478 #5a1478 #000000 #ffffff bars
    ivory     #ffffff #ffffff #000000 #000000 rings
    pale      #ffffff #ffffff #000000 #00005a #00003c #000000 rings
    deep      #000000 #5a5a5a #000000 #ffde00 #fff6be #000000 rings
    """,
    boards="""
    draughts  #b0b4ba #005c96 #000000 #ffffff #ffde00 #781e00 #0a0a0a #ff66ff #ff4830
    black-first .     .       .       .       .       .       .       .       .
    fortress  #ececec .       .       .       .       .       .       .       .
    camps     #d8d8d8 #b0b0b0 .       .       #000000 #000000 #ffffff .       .
    map       #ffffff #cecece .       #080808 .       #ff6e00 .       #ff00ff #dc0000
    """,
    lands="""
    blue      #d6e2f8 #a4c4fa
    rose      #fae0e2 #f6babe
    yellow    #f8f4de #e4d6a0
    green     #daf0d4 #a4dc96
    white     #ececec #cecece
    grey      #e4e4e4 #c0c0c0
    lavender  #e4e2f0 #bebade
    orange    #fcecd6 #fcdcac
    brown     #f8e2d2 #f0caae
    mauve     #f4dee8 #e6b2c8
    red       #fcdcd4 #fab09e
    teal      #d4f0e8 #96dcc8
    lime      #eef2d6 #d6dea0
    violet    #ece2fa #d0b8f4
    water     #96c4e2 #96d0f4
    """,
    places="""
    stone      #9e9ea4
    well       #000000
    sea        #548cb8
    neutral    #f6f6f6
    hatching   #969696
    coast      #141414
    border     #d20000
    fortress   #ffffff
    rampart    #780000
    ruin       #c8c8c8
    coordinate #ffffff
    """,
    rim=0.045,
    bold=1.22,
    square_line=0.8,
)
