"""How moves of Assaut are read, written and refused."""
