"""The operator's side of the bot: settings, log, figures, health, backups, checks and orders."""
