"""What is kept of matches: their record, the outbox of their posts, results and ratings.

What is kept of persons and servers belongs in ``data.members``, connections in ``data.database``.
"""
