"""PostgreSQL: a server for many processes; who owns what, what passes by itself, and dumps.

Only ``backend`` is for others.
"""
