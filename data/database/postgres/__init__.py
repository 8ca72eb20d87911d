"""PostgreSQL, a server for many processes: ownership, passing errors, and dumps.

Other rooms import ``backend`` alone.
"""
