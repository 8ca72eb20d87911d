"""What is kept of matches: their record, and the outbox of their posts.

What is kept of persons and servers belongs in ``data.members``, connections in ``data.database``.
"""
