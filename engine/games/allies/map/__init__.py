"""The map of Les Alliés: countries, armies, squares, and the drawing of them."""
