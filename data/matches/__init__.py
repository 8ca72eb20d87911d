"""Stored matches: their records, and the outbox of their posts.

Settings of people and servers belong in ``data.members``, connections in ``data.database``.
"""
