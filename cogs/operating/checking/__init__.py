"""The check of a set-up by ``bot.py --check``: this machine, the bot's account, and a channel.

No connection to Discord's gateway is opened, so a running bot keeps its own. The posts of the check
are deleted again.
"""
