"""Standings as pictures: cross tables, rank tables, brackets, ladders.

The pictures must be readable on a phone; ``sheet`` has the measures for that. Values are passed in
as text; nothing here knows how they are computed.
"""
