"""Beginning a match: challenges, open matches, rematches, and the limits for opening or joining."""
