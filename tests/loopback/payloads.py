"""The JSON objects that Discord sends for users, guilds, channels and messages."""

from __future__ import annotations

from tests.loopback.world import (
    Attachment,
    Channel,
    Guild,
    Json,
    Member,
    Message,
    User,
    World,
    created_at,
    walk,
)

DIRECT_MESSAGES, PUBLIC_THREAD = 1, 11
VOICES = (2, 13)
MEMBER_OVERWRITE = 1


def user(of: User) -> Json:
    return {
        "id": str(of.id),
        "username": of.name,
        "discriminator": "0000" if of.bot else "0",
        "global_name": None if of.bot else of.name,
        "avatar": None,
        "bot": of.bot,
        "public_flags": 0,
    }


def member(of: Member, *, with_user: bool = True) -> Json:
    payload: Json = {
        "nick": of.nick,
        "roles": [str(of.guild.bot_role_id)] if of.user.bot else [],
        "joined_at": created_at(of.guild.id).isoformat(),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }
    return payload | {"user": user(of.user)} if with_user else payload


def role(role_id: int, name: str, permissions: int, position: int) -> Json:
    return {
        "id": str(role_id),
        "name": name,
        "permissions": str(permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": position > 0,
        "mentionable": False,
        "flags": 0,
    }


def bot_role(guild: Guild) -> Json:
    return role(guild.bot_role_id, "Damier", guild.bot_role.value, 1)


def channel(of: Channel, world: World) -> Json:
    last = str(max(of.messages)) if of.messages else None
    if of.guild is None:
        recipients = [user(of.recipient)] if of.recipient else []
        return {
            "id": str(of.id),
            "type": DIRECT_MESSAGES,
            "recipients": recipients,
            "last_message_id": last,
            "flags": 0,
        }
    if of.parent is not None:
        return thread(of, world)
    overwrite = {
        "id": str(world.bot.id),
        "type": MEMBER_OVERWRITE,
        "allow": "0",
        "deny": str(of.denied.value),
    }
    voice = {"bitrate": 64000, "user_limit": 0, "rtc_region": None} if of.type in VOICES else {}
    return voice | {
        "id": str(of.id),
        "type": of.type,
        "guild_id": str(of.guild.id),
        "name": of.name,
        "position": list(of.guild.channels).index(of.id) if of.id in of.guild.channels else 0,
        "permission_overwrites": [overwrite] if of.denied.value else [],
        "topic": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "parent_id": None,
        "last_message_id": last,
        "flags": 0,
    }


def thread(of: Channel, world: World) -> Json:
    """Return the payload of a thread that the bot is a member of."""
    assert of.guild is not None
    assert of.parent is not None
    joined = created_at(of.id).isoformat()
    return {
        "id": str(of.id),
        "type": PUBLIC_THREAD,
        "guild_id": str(of.guild.id),
        "parent_id": str(of.parent.id),
        "owner_id": str(world.bot.id),
        "name": of.name,
        "last_message_id": str(max(of.messages)) if of.messages else None,
        "message_count": len(of.messages),
        "member_count": len(of.inside) + 1,
        "rate_limit_per_user": 0,
        "flags": 0,
        "thread_metadata": {
            "archived": of.archived,
            "auto_archive_duration": 10080,
            "archive_timestamp": joined,
            "locked": False,
        },
        "member": {
            "id": str(of.id),
            "user_id": str(world.bot.id),
            "join_timestamp": joined,
            "flags": 0,
        },
    }


def guild(of: Guild, world: World) -> Json:
    """Return a guild as in GUILD_CREATE, with the bot as its only listed member.

    Discord lists no other members to a bot without the presences intent.
    """
    return {
        "id": str(of.id),
        "name": of.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "owner_id": str(next((m.id for m in of.members.values() if not m.user.bot), of.id)),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "roles": [role(of.id, "@everyone", of.everyone.value, 0), bot_role(of)],
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": of.locale,
        "nsfw_level": 0,
        "joined_at": created_at(of.id).isoformat(),
        "large": False,
        "member_count": len(of.members),
        "members": [member(of.members[world.bot.id])] if world.bot.id in of.members else [],
        "channels": [channel(c, world) for c in of.channels.values()],
        "threads": [thread(made, world) for c in of.channels.values() for made in world.threads(c)],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment(of: Attachment) -> Json:
    return {
        "id": str(of.id),
        "filename": of.filename,
        "size": len(of.data),
        "url": of.url,
        "proxy_url": of.url,
        "content_type": of.content_type,
        "description": of.description,
        "flags": 0,
    }


def may_read(message: Message, bot: User) -> bool:
    """Return whether the bot may read a message without the message-content intent."""
    return message.author is bot or bot in message.mentions or message.channel.guild is None


def message(
    of: Message, world: World, *, content_intent: bool, event: bool = False, follow: bool = True
) -> Json:
    """Return the payload of a message; its content is empty if the bot may not read it.

    In an ``event``, the guild's id and the author's membership are added. With ``follow``, the
    message that this one replies to is added, too, but not the one that it replies to in turn.
    """
    readable = content_intent or may_read(of, world.bot)
    shown_inside = {part.get("attachment_id") for part in _media(of)}
    payload: Json = {
        "id": str(of.id),
        "type": of.type,
        "channel_id": str(of.channel.id),
        "author": user(of.author),
        "content": of.content if readable else "",
        "timestamp": of.created_at.isoformat(),
        "edited_timestamp": of.edited_at.isoformat() if of.edited_at else None,
        "tts": False,
        "mention_everyone": of.mention_everyone,
        "mentions": [_mention(mentioned, of, event=event) for mentioned in of.mentions],
        "mention_roles": [],
        "attachments": [
            attachment(a) for a in of.attachments if readable and str(a.id) not in shown_inside
        ],
        "embeds": of.embeds if readable else [],
        "components": of.components if readable else [],
        "reactions": [_reaction(emoji) for emoji in sorted(of.reactions)],
        "pinned": False,
        "flags": of.flags,
    } | of.more
    if of.interaction is not None:
        payload["interaction_metadata"] = of.interaction
        payload["webhook_id"] = payload["application_id"] = str(world.application_id)
    if event and of.channel.guild is not None:
        payload["guild_id"] = str(of.channel.guild.id)
        if of.author.id in of.channel.guild.members:
            payload["member"] = member(of.channel.guild.members[of.author.id], with_user=False)
    if of.reply_to is not None:
        payload["message_reference"] = _reference(of.reply_to)
        if follow:
            payload["referenced_message"] = (
                None
                if of.reply_to.deleted
                else message(of.reply_to, world, content_intent=content_intent, follow=False)
            )
    return payload


def new_message(of: Message, world: World, *, content_intent: bool, event: bool) -> Json:
    """Return the payload of a message just sent, the only one in which Discord sends its nonce."""
    payload = message(of, world, content_intent=content_intent, event=event)
    return payload if of.nonce is None else payload | {"nonce": of.nonce}


def _media(of: Message) -> list[Json]:
    found: list[Json] = []
    for part in walk(of.components):
        found.extend(item["media"] for item in part.get("items", ()))
        found.extend(part[key] for key in ("media", "file") if key in part)
    return found


def _mention(mentioned: User, of: Message, *, event: bool) -> Json:
    payload = user(mentioned)
    if event and of.channel.guild and mentioned.id in of.channel.guild.members:
        payload["member"] = member(of.channel.guild.members[mentioned.id], with_user=False)
    return payload


def _reference(to: Message) -> Json:
    payload = {"type": 0, "message_id": str(to.id), "channel_id": str(to.channel.id)}
    if to.channel.guild is not None:
        payload["guild_id"] = str(to.channel.guild.id)
    return payload


def _reaction(emoji: str) -> Json:
    return {
        "count": 1,
        "count_details": {"burst": 0, "normal": 1},
        "me": True,
        "me_burst": False,
        "emoji": {"id": None, "name": emoji},
        "burst_colors": [],
    }


def application(world: World) -> Json:
    intents = world.approved_intents
    flags = (intents.members << 15) | (intents.message_content << (18 if world.reviewed else 19))
    return {
        "id": str(world.application_id),
        "name": "Damier",
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": flags,
        "owner": user(User(world.application_id + 1, "owner")),
        "team": _team(world) if world.team else None,
        "rpc_origins": [],
        "approximate_guild_count": len(world.bot_guilds),
    }


def _team(world: World) -> Json:
    members = [
        {
            "membership_state": 2,
            "team_id": str(world.application_id + 2),
            "user": user(world.users[member]),
            "role": role,
        }
        for member, role in world.team.items()
    ]
    owner = str(next(iter(world.team)))
    return {
        "id": str(world.application_id + 2),
        "name": "Club",
        "icon": None,
        "owner_user_id": owner,
        "members": members,
    }
