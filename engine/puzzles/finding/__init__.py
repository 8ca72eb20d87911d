"""Where puzzles come from: games with mistakes, what makes a position a puzzle, and the rule."""
