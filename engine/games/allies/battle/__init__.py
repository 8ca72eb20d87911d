"""The rules of Les Alliés: the one state that is played and searched, and what it is made of."""
