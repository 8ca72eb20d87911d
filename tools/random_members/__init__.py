"""A tournament of random members through the real bot, and the audit of what it leaves."""
