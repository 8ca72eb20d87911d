"""The rules of Les Alliés: the one state for play and search, and its parts."""
