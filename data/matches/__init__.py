"""Stored matches: their records, and the outbox of their posts.

Persons and servers belong in ``data.members``, connections in ``data.database``.
"""
