"""The values of patterns of men in each game: data that ``tools.fitting.draughts`` writes."""
