"""PostgreSQL: a server for many processes: ownership, errors that pass by themselves, and dumps.

Other rooms import ``backend`` alone.
"""
