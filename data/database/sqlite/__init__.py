"""SQLite: one file, one process; opening, checking, copying and restoring the file.

Other packages import only ``backend``.
"""
