"""Standings as pictures: cross tables, rank tables, brackets, ladders.

They are read on a phone: ``sheet`` has the measures for that. Values come as text; nothing here
knows how they are counted.
"""
