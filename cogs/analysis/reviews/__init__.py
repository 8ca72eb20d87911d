"""Reviews of ended matches: what the computer thinks of their turns, and how that is shown."""
