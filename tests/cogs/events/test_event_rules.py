"""The rules of an event promise what the event has."""

from __future__ import annotations

import discord
import pytest

from cogs.events.event_rules import rules_of
from cogs.events.interventions import change_fields
from engine.tournaments.terms import Form
from tests.engine.tournaments.club import Club

SIDES = {Form.SIMUL, Form.TEAM}


@pytest.mark.parametrize("form", [form for form in Form if form not in SIDES])
def test_rounds_are_promised_where_an_organiser_can_change_them(form: Form) -> None:
    tournament = Club(form).tournament
    said = " ".join(map(str, rules_of(tournament.terms)))
    changed = {field.name for field in change_fields(tournament, discord.Locale.british_english)}
    assert ("pair a round again" in said) is ("rounds" in changed)
    assert ("future rounds" in said) is ("rounds" in changed)
    assert "decide a match" in said
