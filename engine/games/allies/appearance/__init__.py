"""How Les Alliés looks: what its map shows and what its pieces are called. No rule is here."""
