"""Time: Discord's clock, repeated work, the bot's paces, time zones and seasons."""
