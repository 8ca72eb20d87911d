"""Standings: places, tie-breaks, and the tables and reports for other programs."""
