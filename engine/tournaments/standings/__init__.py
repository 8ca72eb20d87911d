"""Standings: places, tie-breaks, and the tables and reports that other programs read."""
