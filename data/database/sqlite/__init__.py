"""SQLite: one file, one process; how the file is opened, checked, copied and put back.

Other rooms import ``backend`` alone.
"""
