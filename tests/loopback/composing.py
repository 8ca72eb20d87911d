"""Messages made from the bodies of requests, checked and completed as Discord does."""

from __future__ import annotations

import copy
import mimetypes
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from tests.loopback import errors
from tests.loopback.world import (
    COMPONENTS_V2,
    Attachment,
    Channel,
    Json,
    Message,
    User,
    World,
    walk,
)

CONTENT_LIMIT = 2000
TEXT_LIMIT = 4000  # of all text displays of a message together
COMPONENT_LIMIT = 40
ROW_LIMIT = 5
NONCE_LIMIT = 25
CUSTOM_ID_LIMIT = 100
DESCRIPTION_LIMIT = 1024  # of a picture: its alt text
BUTTON_LABEL_LIMIT = 80
FILE_LIMIT = 10 * 1024 * 1024
SETTABLE_FLAGS = COMPONENTS_V2 | 1 << 2 | 1 << 6 | 1 << 12  # and: embeds, ephemeral, silent
ACTION_ROW, BUTTON, STRING_SELECT = 1, 2, 3
MENTION = re.compile(r"<@!?(\d+)>")


@dataclass
class Upload:
    """A file part of a multipart request."""

    filename: str
    data: bytes


Uploads = dict[int, Upload]


class Composer:
    """Makes messages out of the bodies of requests, and edits them."""

    def __init__(self, world: World, origin: str) -> None:
        self._world = world
        self._origin = origin
        self.takes_pictures_in_edits = True
        """Whether an edit may upload a new file. Discord has been reported to refuse such edits."""

    def compose(
        self,
        channel: Channel,
        author: User,
        body: Json,
        uploads: Uploads,
        *,
        reply_to: Message | None = None,
        loading: bool = False,
    ) -> Message:
        """Return a new message that is not in its channel yet.

        A ``loading`` message ("the bot is thinking…") may be empty. Raises ApiError if Discord
        would refuse the body.
        """
        message = Message(
            self._world.snowflakes.next(),
            channel,
            author,
            flags=int(body.get("flags") or 0) & SETTABLE_FLAGS,
            nonce=body.get("nonce"),
            reply_to=reply_to,
            type=19 if reply_to else 0,
        )
        if len(str(message.nonce or "")) > NONCE_LIMIT:
            raise errors.invalid("nonce", f"Must be {NONCE_LIMIT} or fewer in length.")
        self._fill(message, body, uploads)
        if not loading:
            _check(message)
        self.address(message, body.get("allowed_mentions"))
        return message

    def revise(self, message: Message, body: Json, uploads: Uploads) -> None:
        """Edit a message; fields missing from the body stay, and nobody is notified.

        Raises ApiError, and changes nothing, if Discord would refuse the edit.
        """
        if uploads and not self.takes_pictures_in_edits:
            raise errors.invalid("components.1.items.0.media", "The attachment was not found.")
        draft = copy.copy(message)
        draft.flags |= int(body.get("flags") or 0) & COMPONENTS_V2
        self._fill(draft, body, uploads)
        _check(draft)
        for name in ("flags", "content", "embeds", "components", "attachments"):
            setattr(message, name, getattr(draft, name))
        message.edited_at = datetime.now(UTC)
        message.edits += 1

    def address(self, message: Message, allowed: Json | None) -> None:
        """Set the mentions of a message: the users in its text that ``allowed`` lets through.

        ``allowed`` is the body's `allowed_mentions`; with None, all of them are.
        """
        message.allowed_mentions = allowed
        named = dict.fromkeys(int(found) for found in MENTION.findall(message.text))
        unrestricted: Json = {"parse": ["users", "everyone"], "replied_user": True}
        rules = unrestricted if allowed is None else allowed
        if "users" not in rules.get("parse", ()):
            chosen = {int(user) for user in rules.get("users", ())}
            named = dict.fromkeys(user for user in named if user in chosen)
        if message.reply_to is not None and rules.get("replied_user"):
            named[message.reply_to.author.id] = None
        users = self._world.users
        message.mentions = [users[user] for user in named if user in users]
        says_everyone = re.search("@(everyone|here)", message.text) is not None
        message.mention_everyone = (
            message.author.bot and says_everyone and "everyone" in rules.get("parse", ())
        )

    def _fill(self, message: Message, body: Json, uploads: Uploads) -> None:
        if "content" in body:
            message.content = body["content"] or ""
        if "embeds" in body:
            message.embeds = [{"type": "rich"} | embed for embed in body["embeds"] or ()]
        if "attachments" in body or uploads:
            message.attachments = self._attachments(message, body, uploads)
        if "components" in body:
            message.components = copy.deepcopy(body["components"] or [])
            _number(message.components)
            named = "attachments" in body or bool(uploads)
            _resolve_files(message, message.attachments if named else ())

    def _attachments(self, message: Message, body: Json, uploads: Uploads) -> list[Attachment]:
        kept = {attachment.id: attachment for attachment in message.attachments}
        described = body.get("attachments") or [{"id": index} for index in uploads]
        found = []
        for entry in described:
            number = int(entry["id"])
            if number in kept:
                found.append(kept[number])
            elif number in uploads:
                upload = uploads[number]
                found.append(self._attachment(message, entry, upload))
            else:
                raise errors.invalid("attachments", f"No file for id {number}.")
        return found

    def _attachment(self, message: Message, entry: Json, upload: Upload) -> Attachment:
        if len(upload.data) > FILE_LIMIT:
            raise errors.ApiError(413, 40005, "Request entity too large")
        filename = entry.get("filename") or upload.filename
        number = self._world.snowflakes.next()
        return Attachment(
            number,
            filename,
            upload.data,
            mimetypes.guess_type(filename)[0] or "application/octet-stream",
            entry.get("description"),
            f"{self._origin}/attachments/{message.channel.id}/{number}/{filename}",
        )


def _number(components: list[Json]) -> None:
    """Give an id to every component that came without one."""
    taken = {part["id"] for part in walk(components) if part.get("id")}
    following = 1
    for part in walk(components):
        if not part.get("id"):
            while following in taken:
                following += 1
            part["id"] = following
            taken.add(following)


def _resolve_files(message: Message, files: Iterable[Attachment]) -> None:
    """Replace each `attachment://name` in the message's components by its file's address.

    ``files`` are those that the request names. Discord's documentation does not say that a
    message's other files would be found.
    """
    by_name = {attachment.filename: attachment for attachment in files}
    for part in walk(message.components):
        media = [item["media"] for item in part.get("items", ())]
        media += [part[key] for key in ("media", "file") if key in part]
        for item in part.get("items", ()):
            if len(item.get("description") or "") > DESCRIPTION_LIMIT:
                raise errors.invalid("components.items.description", "Too long.")
        for medium in media:
            if not medium["url"].startswith("attachment://"):
                continue
            name = medium["url"].removeprefix("attachment://")
            if name not in by_name:
                raise errors.invalid("components", f"The attachment {name} was not found.")
            file = by_name[name]
            medium |= {
                "url": file.url,
                "proxy_url": file.url,
                "attachment_id": str(file.id),
                "content_type": file.content_type,
                "loading_state": 2,
                "flags": 0,
            }


def _check(message: Message) -> None:
    if message.flags & COMPONENTS_V2:
        if message.content or message.embeds:
            raise errors.invalid("content", "Not with the flag IS_COMPONENTS_V2.")
        if not message.components:
            raise errors.invalid("components", "This field is required.")
        if len(message.text) > TEXT_LIMIT:
            raise errors.invalid("components", f"More than {TEXT_LIMIT} characters of text.")
    elif not (message.content or message.embeds or message.attachments or message.components):
        raise errors.empty_message()
    elif any(part["type"] != ACTION_ROW for part in message.components):
        raise errors.invalid("components", "Only action rows without IS_COMPONENTS_V2.")
    if len(message.content) > CONTENT_LIMIT:
        raise errors.invalid("content", f"Must be {CONTENT_LIMIT} or fewer in length.")
    check_components(message.components)


def check_components(components: list[Json]) -> None:
    """Raise ApiError if Discord would refuse these components of a message or a modal."""
    parts = list(walk(components))
    if len(parts) > COMPONENT_LIMIT:
        raise errors.invalid("components", f"More than {COMPONENT_LIMIT} components.")
    custom_ids = [part["custom_id"] for part in parts if "custom_id" in part]
    if len(custom_ids) != len(set(custom_ids)):
        raise errors.invalid("components", "Component custom id cannot be duplicated.")
    for part in parts:
        if not 1 <= len(part.get("custom_id", "x")) <= CUSTOM_ID_LIMIT:
            raise errors.invalid("components.custom_id", "Must be 1 to 100 in length.")
        if part["type"] == ACTION_ROW and not 1 <= len(part["components"]) <= ROW_LIMIT:
            raise errors.invalid("components", f"A row holds 1 to {ROW_LIMIT} components.")
        if part["type"] == BUTTON and len(part.get("label") or "") > BUTTON_LABEL_LIMIT:
            raise errors.invalid("components.label", "Must be 80 or fewer in length.")
        if part["type"] == STRING_SELECT and not 1 <= len(part["options"]) <= 25:
            raise errors.invalid("components.options", "Must be 1 to 25 in length.")
