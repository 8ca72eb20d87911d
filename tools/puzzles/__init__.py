"""Makes and verifies the puzzles of ``data/puzzles``."""
