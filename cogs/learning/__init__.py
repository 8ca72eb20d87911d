"""Learning by playing: lessons, and puzzles on a desk or in a channel."""
