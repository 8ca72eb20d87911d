"""Worked examples of the guides for contributors: whole and tested, but not loaded by the bot."""
