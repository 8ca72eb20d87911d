"""The errors of Discord's API, with the codes of its documentation."""

from __future__ import annotations

from tests.loopback.world import Json


class ApiError(Exception):
    """A refused request: the HTTP status, Discord's error code and its message."""

    def __init__(self, status: int, code: int, message: str, **more: object) -> None:
        super().__init__(message)
        self.status = status
        self.payload: Json = {"code": code, "message": message, **more}


def unknown(code: int, what: str) -> ApiError:
    return ApiError(404, code, f"Unknown {what}")


def invalid(where: str, why: str) -> ApiError:
    """Return the error for an invalid body.

    `where` is the dotted path of the field, and `why` a sentence about it.
    """
    errors: Json = {"_errors": [{"code": "INVALID", "message": why}]}
    for key in reversed(where.split(".")):
        errors = {key: errors}
    return ApiError(400, 50035, "Invalid Form Body", errors=errors)


UNKNOWN_CHANNEL = 10003
UNKNOWN_GUILD = 10004
UNKNOWN_MEMBER = 10007
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062


def unauthorized() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def not_the_author() -> ApiError:
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    return ApiError(400, 50006, "Cannot send an empty message")


def cannot_message_user() -> ApiError:
    return ApiError(403, 50007, "Cannot send messages to this user")


def already_acknowledged() -> ApiError:
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def cannot_reply_without_history() -> ApiError:
    return ApiError(400, 160002, "Cannot reply without permission to read message history")


def has_a_thread() -> ApiError:
    return ApiError(400, 160004, "A thread has already been created for this message")
