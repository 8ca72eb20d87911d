"""Help, and the rules of the games in the bot's words."""
