"""SQLite: one file, one process; how the file is opened, checked, copied and put back.

Only ``backend`` is for others.
"""
