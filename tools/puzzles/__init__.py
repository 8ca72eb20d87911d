"""Tools that make and verify the puzzles in ``data/puzzles``."""
