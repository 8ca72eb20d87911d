"""Forms are handled after a restart, take no memory while they are open, and lose no text."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ComponentType
from simcord import InteractionResult, MemberActor
from simcord.enums import InteractionType

from cogs.language.actions import Action
from cogs.messages.buttons import ControlKind, TextButton
from cogs.settings.settings import SettingsCog
from data import Conflict
from engine.tournaments.terms import Form
from tests.cogs.conftest import UNSEEN, Club, private_text
from tests.cogs.events.club import only, pressed, signed_up
from tests.cogs.lasting import control, of_match, officer, setting_up

pytestmark = UNSEEN


def fields_of(form: InteractionResult) -> list[dict[str, Any]]:
    """Return the fields of a form, as Discord gets them."""
    assert form.modal is not None
    return [label["component"] for label in form.modal["components"]]


async def submitted(member: MemberActor, form: InteractionResult, *typed: str) -> InteractionResult:
    """Submit a form with ``typed`` in its first fields, and the other fields unchanged."""
    fields = fields_of(form)
    texts = [field for field in fields if field["type"] == ComponentType.text_input.value]
    values = {field["custom_id"]: field.get("value", "") for field in texts}
    named = {field["custom_id"]: text for field, text in zip(fields, typed, strict=False)}
    return await member.submit_modal(form, values | named)


async def test_forms_that_were_open_at_a_restart_do_what_they_are_for(club: Club) -> None:
    olga, alice = officer(club), club.alice
    match = await setting_up(club)
    tournament = await signed_up(club, Form.LEAGUE)
    panel = (await alice.slash(club.channel, "tournament create", game="frisian")).response
    assert panel is not None
    limits = await (
        await control(club, olga, TextButton(ControlKind.SETTING, "server:limits:", "x"))
    )
    daily = TextButton(ControlKind.SETTING, "server:daily:daily_zone", "x")
    zone = await (await control(club, olga, daily))
    pieces = await (await of_match(club, alice, Action.PLACE, match))
    record = await (await control(club, alice, TextButton(ControlKind.IMPORT, "", "x")))
    pause = await pressed(club, alice, ControlKind.ORGANISE, f"pause:{tournament.id}")
    details = await alice.click(panel, label="Name, start and more")
    assert not club.bot._connection._view_store._modals  # dismissed ones would stay for ever
    await club.restart()
    await submitted(olga, limits, "3")
    await submitted(olga, zone, "Atlantic/Reykjavik")
    settings = club.bot.preferences.server(club.guild.id)
    assert settings.daily_zone == "Atlantic/Reykjavik"
    assert getattr(settings, str(fields_of(limits)[0]["custom_id"])) == 3
    await submitted(alice, pieces, match.setup.fillings[0].text)
    assert (await club.reload(match)).set_ups[0].arrangement
    shown = await submitted(alice, record, '[Game "frysk"] 1. 46-41')
    assert "Frysk!" in private_text(shown)
    await submitted(alice, pause, "a holiday")
    assert (await only(club)).state.paused
    await submitted(alice, details, "Winter league")
    await alice.click(panel, label="Create")
    newest = max(await club.store.tournaments.in_server(club.guild.id))
    assert (await club.store.tournaments.load(newest)).terms.name == "Winter league"


async def test_a_form_of_an_unknown_kind_gives_back_what_was_typed(club: Club) -> None:
    field = {"type": 18, "component": {"type": 4, "custom_id": "old", "value": "a `long` text"}}
    data = {"custom_id": "ab12cd34", "components": [field]}
    for text in ("a `long` text", "x" * 3_000):
        field["component"] = {"type": 4, "custom_id": "old", "value": text}
        submit = InteractionType.MODAL_SUBMIT
        result = await club.alice._dispatch_interaction(submit, club.channel, data)
        shown = private_text(result)
        assert "open it again" in shown
        assert result.response is not None
        files = result.response.message.attachments
        assert ("long" in shown) if len(text) < 100 else (files[0].filename == "typed.txt")


async def test_a_form_is_taken_in_again_if_another_process_was_quicker(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, tried = club.bot.cog(SettingsCog), list[object]()
    take = settings.take_limits

    async def taken(*given: Any) -> None:  # noqa: ANN401 - what a form gives
        tried.append(given)
        if len(tried) == 1:
            raise Conflict("Another process was quicker.")
        await take(*given)

    monkeypatch.setitem(club.bot.forms, ControlKind.SETTING, taken)
    olga = officer(club)
    limits = await (
        await control(club, olga, TextButton(ControlKind.SETTING, "server:limits:", "x"))
    )
    shown = await submitted(olga, limits, "3")
    assert len(tried) == 2
    assert "went wrong" not in private_text(shown)
