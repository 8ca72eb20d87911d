"""What patterns of men are worth in each game: data that ``tools.fitting.draughts`` writes."""
