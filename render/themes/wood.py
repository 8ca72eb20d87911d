"""The theme ``wood``: a board of walnut and maple, and a map on old paper."""

from typing import Final

from engine.text import Text
from render.themes.table import read_theme

WOOD: Final = read_theme(
    Text("Wood"),
    pieces="""
    white     #faf1dc #fffffa #c4ae8a #ccb692 #961820 #1256b2 rings
    black     #322c2e #686062 #141012 #706666 #f6c03e #78cefa mill
    besieger  #b22e26 #ec8470 #601210 #ffe2be #ffe2be #000000 rings
    guard     #1c223e #68729e #080a18 #f6c03e #f6c03e #000000 star
    red       #d4160e #e77f7a #5f0a06 #fcecec triangle
    blue      #2255e6 #85a2f1 #0f2667 #edf1fd square
    yellow    #f2c721 #f8e085 #856d12 #443809 star
    green     #0ab468 #78d6ac #066339 #03321d plus
    violet    #5c2480 #a587b9 #29103a #f2edf5 bars
    ivory     #fafaf4 #fcfcf9 #8a8a86 #464644 rings
    pale      #fffaea #ffffff #685842 #1e3670 #16265c #000000 rings
    deep      #2e2c36 #706e7c #0a080e #fcd678 #ffe8a4 #000000 rings
    """,
    boards="""
    draughts  #e0bb88 #8a5833 #54321e #fff4de #8811ff #3b2fd0 #f4f9ff #1ed6de #e22428
    black-first .     .       .       .       .       .       .       .       .
    fortress  .       .       .       .       .       .       .       .       .
    camps     #f0d9b0 #d8b686 .       .       #1e1a1e #1e1a1e .       #00d0e2 .
    map       #efe7d3 #c2bbac #3a3e4e #181820 #1042ce #1042ce #f6faff #00d0de #e21428
    """,
    lands="""
    blue      #cedbee #8daad4
    rose      #f2d9d8 #d69c9e
    yellow    #f6ebbe #e0c268
    green     #d6e7cd #94be8a
    white     #f0ece4 #c2bbac
    grey      #e0dbd1 #aca394
    lavender  #dbd8e2 #a49eb6
    orange    #f7e4c4 #e2b274
    brown     #f3dac2 #d69e74
    mauve     #e9d6db #be8c98
    red       #f4d0c8 #d88272
    teal      #d1e5dc #84b6a6
    lime      #f0ecc6 #ccc870
    violet    #e5daef #b298ce
    water     #bed7e2 #7eb2cc
    """,
    places="""
    stone      #a8a092
    well       #28160a
    sea        #accbdb
    neutral    #efe7d3
    hatching   #c4b698
    coast      #5c6874
    border     #c41e24
    fortress   #fcf6e2
    rampart    #761c18
    ruin       #cec8bc
    coordinate #f6eedc
    """,
    grain=0.045,
)
