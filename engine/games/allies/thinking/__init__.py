"""How the computer thinks about Les Alliés: light states, their worth, and armies to place."""
