"""The rules for every sent or edited message in all tests: whom it may ping, and more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from simcord.types import HttpLogEntry

LONGEST_LABEL = 38
"""The most characters of a button's label by Discord's guidelines; phones cut longer ones."""

MESSAGE = re.compile(
    r"POST /channels/[0-9]+/messages|PATCH /channels/[0-9]+/messages/[0-9]+"
    r"|(?:POST|PATCH) /webhooks/[0-9]+/[^/]+(?:/.+)?"
)
CALLBACK = re.compile(r"POST /interactions/.+/callback")
SENT, EDITED = 4, 7
"""The types of answers to interactions that send or edit a message."""


def messages(requests: Iterable[HttpLogEntry]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the messages that were sent or edited, each after its request's method and path."""
    for request in requests:
        what, json = f"{request.method} {request.path}", request.json
        if not isinstance(json, dict):
            continue
        if CALLBACK.fullmatch(what) and json.get("type") in {SENT, EDITED}:
            yield what, json["data"]
        elif MESSAGE.fullmatch(what):
            yield what, json


def faults(requests: Iterable[HttpLogEntry]) -> Iterator[str]:
    """Yield a sentence for each fault of a message that was sent or edited."""
    for what, message in messages(requests):
        if "allowed_mentions" not in message:
            yield f"{what} does not say whom it may ping: {str(message)[:300]}"
        reference = message.get("message_reference")
        if reference is not None and reference.get("fail_if_not_exists") is not False:
            yield f"{what} fails where the message is gone that it replies to"
        for label in _labels(message.get("components", ())):
            if len(label) > LONGEST_LABEL:
                yield f"{what} has a label that is too long: {label}"


def _labels(components: Iterable[dict[str, Any]]) -> Iterator[str]:
    for component in components:
        if component["type"] == 2 and "label" in component:
            yield component["label"]
        yield from _labels(component.get("components", ()))
        if "accessory" in component:
            yield from _labels([component["accessory"]])
