"""The application's commands: their registration by the bot, and their use by a person."""

from __future__ import annotations

from collections.abc import Mapping

from tests.loopback import errors, payloads
from tests.loopback.rest import Answer, Call, Routes
from tests.loopback.world import Channel, Json, Member, User, World

SLASH = 1
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL = 1, 2, 3, 4, 5, 6, 7
NUMBER = 10

OPTION_TYPES: dict[int, tuple[type, ...]] = {
    STRING: (str,),
    INTEGER: (int,),
    BOOLEAN: (bool,),
    NUMBER: (int, float),
    USER: (Member, User),
    CHANNEL: (Channel,),
}
Value = str | int | float | bool | Member | User | Channel


class UsageError(Exception):
    """A test did something that Discord's client does not let a person do."""


class Commands:
    """The handlers of the requests that register commands."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> Routes:
        everywhere = "/applications/{application}/commands"
        in_guild = "/applications/{application}/guilds/{guild}/commands"
        return {
            ("GET", everywhere): self._get,
            ("PUT", everywhere): self._put,
            ("GET", in_guild): self._get,
            ("PUT", in_guild): self._put,
        }

    async def _get(self, call: Call) -> Answer:
        return self._world.commands.get(self._scope(call), [])

    async def _put(self, call: Call) -> Answer:
        """Replace all commands of a scope.

        A command of a known name and type keeps its id; an unchanged one its version, too.
        """
        scope = self._scope(call)
        known = {
            (command["name"], command["type"]): command
            for command in self._world.commands.get(scope, ())
        }
        registered = []
        for body in call.body["list"]:
            old = known.get((body["name"], body.get("type", SLASH)))
            command = {
                "type": SLASH,
                "description": "",
                "dm_permission": True,
                "nsfw": False,
                "options": [],
                "default_member_permissions": None,
                "contexts": None,
                "integration_types": [0],
            } | body
            command["application_id"] = str(self._world.application_id)
            command["id"] = old["id"] if old else str(self._world.snowflakes.next())
            if scope is not None:
                command["guild_id"] = str(scope)
            unchanged = old is not None and old | {"version": ""} == command | {"version": ""}
            command["version"] = (
                old["version"] if old and unchanged else str(self._world.snowflakes.next())
            )
            registered.append(command)
        self._world.commands[scope] = registered
        return registered

    def _scope(self, call: Call) -> int | None:
        if call.id("application") != self._world.application_id:
            raise errors.missing_access()
        return call.id("guild") if "guild" in call.path else None

    def find(self, channel: Channel, name: str, type_: int = SLASH) -> Json:
        """Return the command of that name and type that can be used in this channel.

        The guild's own commands come before the global ones. Raises UsageError for an unknown name.
        """
        scopes = (channel.guild.id if channel.guild else None, None)
        known = [command for scope in scopes for command in self._world.commands.get(scope, ())]
        for command in known:
            if (command["name"], command["type"]) == (name, type_):
                return command
        raise UsageError(f"no command {name!r} among {[command['name'] for command in known]}")


def filled_in(
    command: Json,
    path: list[str],
    values: Mapping[str, Value],
    *,
    focused: str | None = None,
) -> Json:
    """Return the data of an interaction: a slash command with its options, as typed by a person.

    `path` names the groups and the subcommand, outermost first, and is empty without them;
    `focused` is the option that is being typed. Raises UsageError if Discord's client would not
    let a person send this.
    """
    data: Json = {"id": command["id"], "name": command["name"], "type": SLASH, "resolved": {}}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    level, definition = data, command
    for name in path:
        inner = {option["name"]: option for option in definition["options"]}
        if name not in inner or inner[name]["type"] not in (SUBCOMMAND, GROUP):
            raise UsageError(f"/{command['name']} has no subcommand {name!r}")
        definition = inner[name]
        level["options"] = [{"name": name, "type": definition["type"]}]
        level = level["options"][0]
    known = {option["name"]: option for option in definition.get("options", ())}
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in known.values()):
        raise UsageError(f"/{command['name']} needs one of its subcommands {list(known)}")
    if extra := values.keys() - known.keys():
        raise UsageError(f"/{command['name']} has no options {sorted(extra)}")
    missing = {name for name, option in known.items() if option.get("required")} - values.keys()
    if missing and focused is None:
        raise UsageError(f"/{command['name']} needs {sorted(missing)}")
    level["options"] = [
        _option(known[name], value, data["resolved"], focused=name == focused)
        for name, value in values.items()
    ]
    return data


def _option(option: Json, value: Value, resolved: Json, *, focused: bool) -> Json:
    kind = option["type"]
    if not focused and not isinstance(value, OPTION_TYPES[kind]):
        raise UsageError(f"{option['name']} cannot be {value!r}")
    allowed = [choice["value"] for choice in option.get("choices") or ()]
    if allowed and value not in allowed:
        raise UsageError(f"{option['name']} is one of {allowed}, not {value!r}")
    if isinstance(value, Member | User):
        resolve(value, resolved)
    filled: Json = {"name": option["name"], "type": kind, "value": value}
    if isinstance(value, Member | User | Channel):
        filled["value"] = str(value.id)
    return filled | {"focused": True} if focused else filled


def resolve(who: Member | User, resolved: Json) -> None:
    """Add the user, and the member if any, that a person is to an interaction's `resolved`."""
    user = who if isinstance(who, User) else who.user
    resolved.setdefault("users", {})[str(user.id)] = payloads.user(user)
    if isinstance(who, Member):
        member = payloads.member(who, with_user=False) | {"permissions": str(who.permissions)}
        resolved.setdefault("members", {})[str(user.id)] = member
