"""What people do in Discord: one cog per activity, and what the cogs share."""
