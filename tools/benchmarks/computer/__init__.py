"""How well the computer plays: its levels against each other, and against other programs."""
