"""The map of Les Alliés: countries, squares, and what is drawn of them."""
