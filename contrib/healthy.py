"""Ask the bot on this machine for its health: `python contrib/healthy.py`, for health checks.

The program prints the answer of `/healthz` on the port METRICS_PORT, and exits with status 0 if the
bot is healthy, otherwise with 1.
"""

import http.client
import os
import sys

PATIENCE = 4
"""Seconds to wait for an answer; the bot takes little more than one."""


def main() -> None:
    """Ask the bot, print its answer, and exit with the status."""
    bot = http.client.HTTPConnection("127.0.0.1", int(os.environ["METRICS_PORT"]), timeout=PATIENCE)
    try:
        bot.request("GET", "/healthz")
        answer = bot.getresponse()
        said = answer.read().decode()
    except OSError as error:
        sys.exit(f"The bot does not answer: {error}")
    sys.stdout.write(said)
    sys.exit(answer.status != http.HTTPStatus.OK)


if __name__ == "__main__":
    main()
