"""Standings as pictures: cross tables, rank tables, brackets, ladders.

They are read on a telephone: ``sheet`` has the measures for that. The values come as they are
written; nothing here knows how they are counted.
"""
