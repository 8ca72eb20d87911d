"""Finding puzzles: the choice of positions, their solutions, goals, themes and ratings."""
