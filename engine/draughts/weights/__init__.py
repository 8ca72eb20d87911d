"""The values of patterns of men in each game: data written by ``tools.fitting.draughts``."""
