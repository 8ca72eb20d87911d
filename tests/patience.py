"""How long tests wait for what should happen at once."""

PATIENCE = 60.0
"""Seconds: far more than anything takes on a busy machine, so that only a fault takes as long.

A test that waits for several things may take longer, up to its limit (`tests/limit.py`).
"""
