"""Time: Discord's clock, work at intervals, and time zones."""
