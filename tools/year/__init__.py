"""A year at the club: the real bot, members at human pace, and what it was like."""
