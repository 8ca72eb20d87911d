"""The computer's strength and speed: its levels against each other and against other programs."""
