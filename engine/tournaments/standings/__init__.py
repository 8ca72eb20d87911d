"""Standings: places, tie-breaks, and tables and reports for other programs."""
