"""Whole tournaments of random members through the real bot, and the audit of what they leave."""
