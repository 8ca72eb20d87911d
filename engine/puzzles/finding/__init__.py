"""Finding puzzles: which positions are puzzles, their solutions, goals, themes and ratings."""
