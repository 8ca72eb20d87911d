"""Numbers over time as pictures: their axes, and their lines. Nothing here knows a board."""
