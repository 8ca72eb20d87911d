"""Buttons and menus that still work after a restart of the bot.

Everything that a control needs is in its ``custom_id``: its action, the match, and the number of
the event that it belongs to. The client has the function that answers the control.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager
from enum import StrEnum
from typing import Any, Protocol, Self

import discord
from discord import ui

from cogs.language.actions import ACTIONS, Action, label_of
from cogs.language.catalogues import Translate
from cogs.members.match_lookup import visible_match
from data import Store, once_more
from engine import Refusal, Text
from engine.table.match import Match

LONGEST_ID = 100
"""The most characters that Discord allows for the ``custom_id`` of a control."""


class ControlKind(StrEnum):
    """The uses of menus, of buttons that carry a text, and of forms."""

    INVITE = "invite"
    RULES = "rules"
    PICK = "pick"
    SURE = "sure"
    WHY = "why"
    PAGE = "page"
    LOOK = "look"
    REMOVE = "remove"
    REMOVAL = "removal"
    SETTINGS = "settings"
    SETTING = "setting"
    PRIVACY = "privacy"
    IMPORT = "import"
    IMPORT_AS = "importas"
    IMPORTS = "imports"
    REPLAY = "replay"
    LOBBY = "lobby"
    BLOCKS = "blocks"
    LEADERS = "leaders"
    HISTORY = "history"
    OPEN = "open"
    MINE = "mine"
    NEXT = "next"
    PLAY = "play"
    LEVEL = "level"
    RIVAL = "rival"
    TABLE = "table"
    SEAT = "seat"
    FILL = "fill"
    PIECE = "piece"
    PIECES = "pieces"
    TARGET = "target"
    MOVE = "move"
    TYPE = "type"
    WATCH = "watch"
    HELP = "help"
    AGAIN = "again"
    ANALYSE = "analyse"
    PUZZLE = "puzzle"
    SHARED_PUZZLE = "sharedpuzzle"
    DAILY_PUZZLE = "dailypuzzle"
    LEARN = "learn"
    LESSON = "lesson"
    DESK = "desk"
    DESK_PIECE = "deskpiece"
    DESK_TARGET = "desktarget"
    REVIEW = "review"
    MOMENT = "moment"
    OWNER = "owner"
    TELL = "tell"
    EVENT = "event"
    EVENT_LIST = "eventlist"
    NEW_EVENT = "newevent"
    ORGANISE = "organise"
    APPOINTMENT = "appointment"
    TOUR = "tour"
    CROWD = "crowd"
    SIDES = "sides"
    SERVERS = "servers"
    TALK = "talk"
    GUESS = "guess"
    SET_UP = "setup"
    ZONE = "zone"
    FORM = "form"
    INTERVENE = "intervene"


UNKNOWN = Text(
    "This is from an older version of me and does nothing any more; the command for it gives you a "
    "new one, and `/help` lists all commands."
)

PressHandler = Callable[[discord.Interaction[Any], "MatchButton"], Awaitable[None]]
CrowdPress = Callable[[discord.Interaction[Any], "MatchButton"], Awaitable[bool]]
"""Handles a player's button pressed by a member of a crowd; returns False for other people."""
TextHandler = Callable[[discord.Interaction[Any], str], Awaitable[None]]
ChoiceHandler = Callable[[discord.Interaction[Any], str, str], Awaitable[None]]


class ControlClient(Protocol):
    """The parts of the client that controls use: their handlers by kind, and the error handling."""

    store: Store
    buttons: dict[Action, PressHandler]
    crowd_buttons: dict[Action, CrowdPress]
    menus: dict[ControlKind, ChoiceHandler]
    text_buttons: dict[ControlKind, TextHandler]

    def answering(
        self, interaction: discord.Interaction[Any], /
    ) -> AbstractAsyncContextManager[None]:
        """Return a context that answers an error raised in its block with a private sentence."""

    async def admit(self, interaction: discord.Interaction[Any], /) -> None:
        """Set an interaction's language to the person's. Raises Refusal if they are blocked."""


class Control(ABC):
    """A button or menu that still works after a restart, since it is read from its id."""

    @classmethod
    async def from_custom_id(
        cls,
        _interaction: discord.Interaction[Any],
        item: ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> Any:  # noqa: ANN401 - it is of another class if this version of the bot does not know it
        """Return the control that was used, an UnknownControl if its id cannot be read."""
        try:
            return cls.read(item, match)
        except ValueError:
            return UnknownControl(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the use of the control, and any error.

        The answer is tried twice if another process changes the match meanwhile.
        """
        client: ControlClient = interaction.client
        async with client.answering(interaction):
            await client.admit(interaction)
            await once_more(self.answer)(client, interaction)

    @classmethod
    @abstractmethod
    def read(cls, item: ui.Item[Any], match: re.Match[str]) -> Self:
        """Return the control of an item whose ``custom_id`` matches the template.

        Raises ValueError if this version of the bot does not know the control.
        """

    @abstractmethod
    async def answer(self, client: ControlClient, interaction: discord.Interaction[Any]) -> None:
        """Call the function that the client has for this control."""


class UnknownControl(Control, ui.DynamicItem[ui.Item[Any]], template=r"damier:[^\n]*"):
    """A control from another version of the bot, unknown to this one."""

    @classmethod
    def read(cls, item: ui.Item[Any], _match: re.Match[str]) -> Self:
        """Return the control that was used."""
        return cls(item)

    async def answer(self, _client: ControlClient, _interaction: discord.Interaction[Any]) -> None:
        """Raise Refusal, which says that the control is outdated."""
        raise Refusal(UNKNOWN)


class MatchButton(
    Control,
    ui.DynamicItem[ui.Button[Any]],
    template=r"damier:(?P<action>[a-z-]+):(?P<match>[0-9]+):(?P<event>[0-9]+):(?P<which>[0-9]+)",
):
    """A button of a match, for the match's state after one of its events.

    ``which`` tells the objects of an action apart, such as a match's claims; it is 0 for others.
    """

    def __init__(
        self,
        action: Action,
        match: int,
        event: int,
        which: int = 0,
        *,
        label: str,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            ui.Button(
                label=label,
                style=ACTIONS[action].style,
                custom_id=f"damier:{action}:{match}:{event}:{which}",
                disabled=disabled,
            )
        )
        self.action, self.match, self.event, self.which = action, match, event, which

    @classmethod
    def read(cls, item: ui.Item[Any], match: re.Match[str]) -> Self:
        """Return the button that was pressed."""
        numbers = (int(match[name]) for name in ("match", "event", "which"))
        return cls(Action(match["action"]), *numbers, label=_label_of(item))

    async def answer(self, client: ControlClient, interaction: discord.Interaction[Any]) -> None:
        """Call the function for the button's action. Raises Refusal if the match is hidden."""
        await visible_match(client.store, interaction, self.match)
        take = client.crowd_buttons.get(self.action)
        if take is None or not await take(interaction, self):
            await client.buttons[self.action](interaction, self)


def labelled_button(
    action: Action,
    match: int,
    event: int,
    which: int = 0,
    *,
    translated: Translate,
    label: Text | None = None,
    disabled: bool = False,
) -> MatchButton:
    """Return a button of a match with the ``label``, by default that of the action, translated."""
    shown = translated(label or label_of(action))
    return MatchButton(action, match, event, which, label=shown, disabled=disabled)


def offered_buttons(
    match: Match, person: int, actions: Iterable[Action], translated: Translate
) -> Iterator[MatchButton]:
    """Yield the buttons of the ``actions`` that a match's panel offers to a person."""
    for action in actions:
        traits = ACTIONS[action]
        if traits.offered is not None and traits.offered(match, person):
            yield labelled_button(action, match.id, traits.event(match), translated=translated)


class Menu(
    Control,
    ui.DynamicItem[ui.Select[Any]],
    template=r"damier:menu-(?P<use>[a-z]+):(?P<about>[^\n]*)",
):
    """A menu for one choice; ``about`` has all that its answer needs.

    With ``several``, any number of entries can be chosen; the answer gets their values, separated
    by spaces.
    """

    def __init__(
        self,
        use: ControlKind,
        about: str,
        placeholder: str,
        options: list[discord.SelectOption],
        *,
        several: bool = False,
    ) -> None:
        super().__init__(
            ui.Select(
                custom_id=f"damier:menu-{use}:{about}",
                placeholder=placeholder,
                options=options,
                min_values=0 if several else 1,
                max_values=len(options) if several else 1,
            )
        )
        self.use, self.about = use, about

    @classmethod
    def read(cls, item: ui.Item[Any], match: re.Match[str]) -> Self:
        """Return the menu that was used."""
        options = item.options if isinstance(item, ui.Select) else []
        return cls(ControlKind(match["use"]), match["about"], "", options)

    async def answer(self, client: ControlClient, interaction: discord.Interaction[Any]) -> None:
        """Call the function for the menu's use, with the values of the chosen entries."""
        await client.menus[self.use](interaction, self.about, " ".join(self.item.values))


class PersonMenu(
    Control,
    ui.DynamicItem[ui.UserSelect[Any]],
    template=r"damier:person-(?P<use>[a-z]+):(?P<about>[^\n]*)",
):
    """A menu for the choice of one person, answered like a ``Menu`` whose value is their id."""

    def __init__(self, use: ControlKind, about: str, placeholder: str) -> None:
        super().__init__(
            ui.UserSelect(custom_id=f"damier:person-{use}:{about}", placeholder=placeholder)
        )
        self.use, self.about = use, about

    @classmethod
    def read(cls, _item: ui.Item[Any], match: re.Match[str]) -> Self:
        """Return the menu that was used."""
        return cls(ControlKind(match["use"]), match["about"], "")

    async def answer(self, client: ControlClient, interaction: discord.Interaction[Any]) -> None:
        """Call the function for the menu's use, with the id of the chosen person."""
        await client.menus[self.use](interaction, self.about, str(self.item.values[0].id))


class TextButton(
    Control,
    ui.DynamicItem[ui.Button[Any]],
    template=r"damier:text-(?P<use>[a-z]+):(?P<about>[^\n]*)",
):
    """A button that carries the text ``about``, which has all that its answer needs."""

    def __init__(
        self,
        use: ControlKind,
        about: str,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        disabled: bool = False,
    ) -> None:
        custom_id = f"damier:text-{use}:{about}"
        super().__init__(
            ui.Button(label=label, style=style, custom_id=custom_id, disabled=disabled)
        )
        self.use, self.about = use, about

    @classmethod
    def read(cls, item: ui.Item[Any], match: re.Match[str]) -> Self:
        """Return the button that was pressed."""
        return cls(ControlKind(match["use"]), match["about"], _label_of(item))

    async def answer(self, client: ControlClient, interaction: discord.Interaction[Any]) -> None:
        """Call the function for the button's use."""
        await client.text_buttons[self.use](interaction, self.about)


def _label_of(item: ui.Item[Any]) -> str:
    return (item.label if isinstance(item, ui.Button) else None) or "…"
