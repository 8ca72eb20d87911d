"""What the tests that kill the bot have in common."""

import signal

import pytest

KILLED = -signal.SIGKILL

COMMIT = "aiosqlite:Connection.commit"
SENT = "discord.http:HTTPClient.send_message"
ANSWERED = "discord.webhook.async_:AsyncWebhookAdapter.create_interaction_response"
EDITED = "discord.http:HTTPClient.edit_message"

STARTED = ["challenge", "accept", "start"]
"""The events of a match that has begun."""

OUTAGES = pytest.mark.parametrize("forget", [False, True], ids=["short", "long"])
"""Whether Discord still knows the nonces of what was sent before."""
