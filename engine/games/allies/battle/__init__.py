"""The rules of Les Alliés: the state shared by play and search, and its parts."""
