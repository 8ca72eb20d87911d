"""The light states of Les Alliés, for the search: sets of squares, moves, what they are worth."""
