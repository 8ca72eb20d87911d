"""A club of seven members in a simulated Discord, which prints what they do and read."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import discord
import pytest
import simcord
from simcord import (
    ChannelHandle,
    Env,
    InteractionResult,
    MemberActor,
    ResponseMessage,
    interactions,
)
from simcord.backend.models import Message
from simcord.components import walk_components

from cogs.client.client import Damier
from data import Store
from engine.table.match import Match
from tests.simulator import patient, patient_paces
from tools.random_members.components import BUTTON, GALLERY, TEXT, controls

NAMES: Final = ("Ann", "Ben", "Cleo", "Dov", "Erin", "Finn", "Gus")

SHOWN: Final = 160
"""The most characters printed of a picture's description."""

ENTRIES: Final = 6
"""The most options printed of a menu."""

_MENTION: Final = re.compile(r"<@!?(\d+)>")


@dataclass
class Club:
    """The members, their channel, and the bot; ``fr`` is whether they speak French."""

    env: Env
    store: Store
    channel: ChannelHandle
    members: dict[str, MemberActor]
    fr: bool
    quiet: bool = False
    """Whether to leave out matches; nothing reads it."""
    form: InteractionResult | None = None
    """The form opened last, if any."""
    _seen: dict[int, str] = field(default_factory=dict)

    def words(self, english: str, french: str) -> str:
        """Return a text in the club's language."""
        return french if self.fr else english

    async def say(
        self, name: str, english: str, french: str | None = None, *, channel: int = 0
    ) -> None:
        """Have a member write in the channel, or in its thread with the id ``channel``.

        ``@bot`` and ``@`` with a member's name become mentions.
        """
        text = self.words(english, french or english)
        place = next((one for one in self.channel.threads if one.id == channel), self.channel)
        self._print(f"\n{name}: {text}")
        await self.members[name].send(place, self._mentioned(text))
        self.read()

    async def tell(self, name: str, english: str, french: str | None = None) -> None:
        """Have a member write a direct message to the bot."""
        text = self.words(english, french or english)
        self._print(f"\n{name}, in private: {text}")
        await self.members[name].send_dm(text)
        self.read()

    async def slash(self, name: str, command: str, **options: object) -> InteractionResult:
        """Have a member use a slash command."""
        shown = "".join(f" {key}:{value}" for key, value in options.items())
        self._print(f"\n{name}: /{command}{shown}")
        result = await self.members[name].slash(self.channel, command, **options)
        self._form(result)
        self.read()
        return result

    async def press(self, name: str, start: str) -> InteractionResult:
        """Have a member press the newest button whose custom_id begins with ``damier:{start}``."""
        message, part = self._control(name, start)
        self._print(f"\n{name} presses [{part.get('label') or part['custom_id']}]")
        result: InteractionResult = await self._actor(name, message).click(
            ResponseMessage(self.env, message), custom_id=part["custom_id"]
        )
        self._form(result)
        self.read()
        return result

    async def choose(self, name: str, start: str, value: str | int) -> None:
        """Have a member choose from the newest menu whose custom_id begins with ``damier:{start}``.

        ``value`` is the number of an option, or the beginning of its value.
        """
        message, part = self._control(name, start)
        options = part.get("options", [])
        chosen = options[value] if isinstance(value, int) else _entry(options, value)
        self._print(f"\n{name} chooses “{chosen['label']}” in [{part.get('placeholder')}]")
        self._form(
            await self._actor(name, message).select(
                ResponseMessage(self.env, message), [chosen["value"]], custom_id=part["custom_id"]
            )
        )
        self.read()

    async def fill(self, name: str, form: InteractionResult, text: str) -> None:
        """Have a member submit a form of one line."""
        assert form.modal is not None
        (label,) = form.modal["components"]
        self._print(f"\n{name} sends the form: {text}")
        await self.members[name].submit_modal(form, {label["component"]["custom_id"]: text})
        self.read()

    async def fill_form(self, name: str, text: str) -> None:
        """Have a member submit the form opened last, with a text in its first field."""
        assert self.form is not None
        assert self.form.modal is not None
        first = self.form.modal["components"][0]["component"]["custom_id"]
        self._print(f"\n{name} sends the form: {text}")
        await self.members[name].submit_modal(self.form, {first: text} if text else {})
        self.read()

    async def choose_person(self, name: str, other: str) -> None:
        """Have a member choose the new player in the newest menu for replacing one."""
        message, part = self._control(name, "person-intervene:new")
        self._print(f"\n{name} chooses {other} in [{part.get('placeholder')}]")
        self._form(
            await self._actor(name, message).select(
                ResponseMessage(self.env, message),
                [self.members[other]],
                custom_id=part["custom_id"],
            )
        )
        self.read()

    def heading(self, text: str) -> None:
        """Print a heading."""
        self._print(f"\n===== {text}")

    async def move_in(self, match: Match) -> None:
        """Have the player to move in a match type the first legal move."""
        match = await self.store.load(match.id)
        who = self.name_of(match.people[match.position.turn])
        move = match.position.write(match.position.legal_moves()[0])
        await self.say(who, f"@bot #{match.id} {move}", channel=match.channel)

    async def resign(self, match: Match, who: str) -> None:
        """Have a player resign a match."""
        said = (f"@bot resign {match.id}", f"@bot abandonner {match.id}")
        await self.say(who, *said, channel=match.channel)
        await self.press(who, "resign-now")

    async def finish(self, match: Match, loser: str = "") -> None:
        """Have both sides move twice, and the ``loser`` (default: the newest member) resign."""
        for _ in range(4):
            await self.move_in(match)
        await self.resign(match, loser or self.name_of(max(match.persons)))

    async def draw(self, match: Match) -> None:
        """Have both sides move twice, and agree on a draw."""
        for _ in range(4):
            await self.move_in(match)
        first, second = map(self.name_of, match.persons)
        await self.say(first, f"@bot draw {match.id}", f"@bot nulle {match.id}")
        await self.press(first, "draw-now")
        await self.press(second, "agree")

    async def wait(self, seconds: float) -> None:
        """Let some seconds pass, and print new posts."""
        await self.env.advance_time(seconds)
        self.read()

    async def match(self) -> Match:
        """Return the newest match."""
        return (await self.store.matches())[-1]

    def name_of(self, person: int) -> str:
        """Return the name of a member."""
        return next(name for name, one in self.members.items() if one.id == person)

    async def move(self, text: str = "") -> None:
        """Have the player to move in the newest match type ``text``, by default a legal move."""
        match = await self.match()
        position = match.position
        who = self.name_of(match.players[position.turn])
        await self.say(who, text or position.write(position.legal_moves()[0]))

    def read(self) -> None:
        """Print the bot's new and changed messages, each with its place or only reader."""
        kept = self.env.backend.messages
        found = sorted((m for known in kept.values() for m in known.values()), key=lambda m: m.id)
        for message in found:
            text = self._text(message)
            before = self._seen.get(message.id)
            if before != text and self.env.bot.user is not None:
                self._seen[message.id] = text
                if message.author_id == self.env.bot.user.id:
                    self._show(message, text, before)

    def _show(self, message: Message, text: str, before: str | None) -> None:
        to = ""
        if any(message.channel_id == one.id for one in self.channel.threads):
            to = ", in a thread"
        elif message.channel_id != self.channel.id:
            to = ", in private"
        elif message.is_ephemeral:
            to = ", to you alone"
        if before is not None:
            old = before.splitlines()
            lines = [line for line in text.splitlines() if line not in old]
            if lines:
                self._print(f"  Damier{to} (post changed): " + "\n    ".join(lines))
            return
        self._print(f"  Damier{to}: " + "\n    ".join(text.splitlines()))

    def _text(self, message: Message) -> str:
        """Return a message's texts, pictures' descriptions, controls and files, as lines."""
        lines = [message.content] if message.content else []
        buttons: list[str] = []
        for part in walk_components(message.components):
            if part.get("type") == TEXT:
                lines.append(part["content"])
            elif part.get("type") == GALLERY:
                alts = (item.get("description") or "" for item in part["items"])
                lines += [f"(picture: {alt[:SHOWN]}{'…' * (len(alt) > SHOWN)})" for alt in alts]
            elif part.get("type") == BUTTON:
                buttons.append(f"[{part.get('label') or part.get('emoji')}]")
            elif part.get("placeholder") is not None:
                entries = [
                    " – ".join(filter(None, [one["label"], one.get("description")]))
                    for one in part.get("options", [])
                ]
                more = f" … {len(entries)} in all" if len(entries) > ENTRIES else ""
                buttons.append(f"[▾ {part['placeholder']}: {' | '.join(entries[:ENTRIES])}{more}]")
        lines += [" ".join(buttons)] if buttons else []
        lines += [f"(file: {one['filename']})" for one in message.attachments[1:]]
        return self._named("\n".join(lines))

    def _form(self, result: InteractionResult) -> None:
        if result.modal is not None:
            self.form = result
            self._print(f"  a form: {result.modal['title']}")
            for part in walk_components(result.modal["components"]):
                fields = ("label", "description", "placeholder", "content", "value")
                said = [str(part[one]) for one in fields if part.get(one)]
                said += [one["label"] for one in part.get("options", [])[:ENTRIES]]
                if said:
                    self._print(f"    {self._named(' | '.join(said))}")

    def _control(self, name: str, start: str) -> tuple[Message, dict[str, Any]]:
        """Return the newest message and its control whose custom_id begins with ``damier:{start}``.

        Raises LookupError if the member can see none.
        """
        who = self.members[name]
        direct = who.user.dm_channel.id
        for at in sorted(self._messages(), key=lambda m: -m.id):
            places = {self.channel.id, direct, *(one.id for one in self.channel.threads)}
            if at.channel_id not in places or not at.visible_to(who.id):
                continue
            for part in walk_components(at.components):
                if str(part.get("custom_id")).startswith(f"damier:{start}"):
                    return at, part
        known = [one for m in self._messages() for one in controls(m.components)]
        raise LookupError(f"{start}: not among {known[-20:]}")

    def _messages(self) -> list[Message]:
        return [m for known in self.env.backend.messages.values() for m in known.values()]

    def _actor(self, name: str, message: Message) -> Any:  # noqa: ANN401 - a member, or a user
        actor = self.members[name]
        direct = actor.user.dm_channel.id
        return actor.user if message.channel_id == direct else actor

    def _mentioned(self, text: str) -> str:
        assert self.env.bot.user is not None
        for name, member in self.members.items():
            text = text.replace(f"@{name}", member.mention)
        return text.replace("@bot", self.env.bot.user.mention)

    def _named(self, text: str) -> str:
        names = {member.id: name for name, member in self.members.items()}
        assert self.env.bot.user is not None
        names[self.env.bot.user.id] = "Damier"
        return _MENTION.sub(lambda found: f"@{names.get(int(found[1]), '?')}", text)

    @staticmethod
    def _print(text: str) -> None:
        print(text)


def _entry(options: list[dict[str, Any]], value: str) -> dict[str, Any]:
    return next(one for one in options if one["value"].startswith(value))


@asynccontextmanager
async def opened(file: Path, language: str) -> AsyncIterator[Club]:
    """Open a club with a database in ``file``, whose members' Discord has this language."""
    payload = interactions.base_payload

    def spoken(*given: Any, **more: Any) -> Any:  # noqa: ANN401 - as the simulator has it
        record, made = payload(*given, **more)
        return record, made | {"locale": language}

    store = await Store.open(str(file))
    try:
        with patient(), pytest.MonkeyPatch.context() as patch:
            patch.setattr(interactions, "base_payload", spoken)
            async with simcord.run(
                Damier(store, shard_count=1, paces=patient_paces()), check_errors=False
            ) as env:
                guild = env.create_guild("Club", preferred_locale=language)
                channel = guild.create_text_channel("draughts")
                may = discord.Permissions(manage_guild=True)
                role = guild.create_role("Keepers", permissions=may)
                members = {
                    name: guild.add_member(env.create_user(name), roles=[role] if not at else [])
                    for at, name in enumerate(NAMES)
                }
                with env.time_context():
                    yield Club(env, store, channel, members, language == "fr")
    finally:
        await store.close()
