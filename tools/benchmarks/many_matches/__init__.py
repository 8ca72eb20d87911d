"""The bot with ten thousand live matches: ``python -m tools.benchmarks.many_matches``.

The large database is made once, and kept for later runs. The real bot runs on a copy of it, as a
process of its own on the loopback Discord, beside a bot with few matches that plays the same turns.
"""
