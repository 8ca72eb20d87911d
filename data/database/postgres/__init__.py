"""PostgreSQL, a server for many processes: ownership, transient errors, and dumps.

Other packages import only ``backend``.
"""
