"""Ten thousand live matches: ``python -m tools.benchmarks.many_matches``.

A database is made once, and kept for later runs; the real bot serves a copy of it, as a process of
its own on the loopback Discord, beside another bot that has few matches and plays the same turns.
"""
