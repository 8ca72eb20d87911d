"""What patterns of men are worth in each game: data that ``tests.fitting.draughts`` writes."""
