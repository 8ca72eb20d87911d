"""Beginning a match: challenges, open matches, rematches, and the limits on opening or joining."""
