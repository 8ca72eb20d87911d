"""A simulated year at a club: the real bot, members at human pace, and a report."""
