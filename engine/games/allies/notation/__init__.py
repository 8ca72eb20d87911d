"""How moves of Les Alliés are read, written and refused."""
