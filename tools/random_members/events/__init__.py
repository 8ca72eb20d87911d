"""Whole tournaments of random members through the real bot, and an audit of the results."""
