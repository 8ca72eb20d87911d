"""Help, and the rules of the games as the bot tells them."""
