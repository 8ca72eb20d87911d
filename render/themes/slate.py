"""The theme ``slate``: cool stone, marble and basalt, with the last move in amber."""

from typing import Final

from engine.text import Text
from render.themes.table import read_theme

SLATE: Final = read_theme(
    Text("Slate"),
    pieces="""
    white     #f6f8fa #ffffff #a4b0be #b0bcca #a21034 #0e58b2 rings
    black     #22262e #626c7c #0a0c12 #626a78 #f2f6fc #74d0ff mill
    besieger  #a81e3a #e8788c #580a1c #ffe8e2 #ffe8e2 #000000 rings
    guard     #181c2c #606c8c #060810 #f2f6fc #f2f6fc #000000 star
    red       #ce1622 #e47f85 #5d0a0f #fbeced triangle
    blue      #1e54e0 #83a1ee #0e2665 #edf1fd square
    yellow    #f6cc28 #fae389 #877016 #45390b star
    green     #00b470 #73d6b0 #00633e #00321f plus
    violet    #5c2480 #a587b9 #29103a #f2edf5 bars
    ivory     #fcfdff #fdfeff #8b8b8c #474747 rings
    pale      #fcfdff #ffffff #46505e #143876 #0e2860 #000000 rings
    deep      #222630 #646c7c #06080e #fcd678 #ffe8a4 #000000 rings
    """,
    boards="""
    draughts  #a9b5c4 #586a7c #2c3642 #f6faff #ffa626 #783e00 #141820 #00ff99 #ec3434
    black-first .     .       .       .       .       .       .       .       .
    fortress  #ccd5de .       .       .       .       .       .       .       .
    camps     #ccd5de #a6b3c0 .       .       #141820 #141820 #f6faff .       .
    map       #d8dce0 #b2bac2 .       #0e121c #ff9814 #ffbe46 #0e121c #ff00ff #ec283c
    """,
    lands="""
    blue      #c4d2e6 #80a0ce
    rose      #e4d0d6 #c896a4
    yellow    #e4e2c8 #cac07c
    green     #cadcce #88b494
    white     #e2e6ea #b2bac2
    grey      #d0d4da #98a0ac
    lavender  #cecede #9898b8
    orange    #e4dace #c6ae94
    brown     #dccec4 #b89886
    mauve     #daccd8 #ae8aa4
    red       #e2c8c8 #c48886
    teal      #c2dadc #78aeb2
    lime      #dce2c6 #b4c07c
    violet    #d8d0ea #a694cc
    water     #a2b8cc #6ea2c4
    """,
    places="""
    stone      #8c929c
    well       #0c1420
    sea        #88a2ba
    neutral    #d8dce0
    hatching   #a4acb6
    coast      #425060
    border     #be143c
    fortress   #f8fafc
    rampart    #70142c
    ruin       #bec2c8
    coordinate #ecf2f8
    """,
    grain=0.03,
)
