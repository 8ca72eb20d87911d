"""Holding tournaments one after another, with one bot and a server for each."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from simcord import Env

import engine
from cogs.client.client import Damier
from cogs.computers.worker_pool import Workers
from cogs.computers.worker_protocol import Answer, Question
from data import Store
from render.pictures import painter
from render.pictures.diagram import Diagram
from tests.cogs.conftest import opened
from tests.simulator import patient, patient_paces
from tools.random_members.events.holding import Evening
from tools.random_members.events.plans import PLANS, Plan
from tools.random_members.world import noted_errors

Report = Callable[[str], None]

PAUSE = 0.01
"""The seconds between two edits of a card."""


@contextmanager
def unpainted() -> Iterator[None]:
    """Replace pictures by blank ones, and the computers' thoughts by their first legal moves.

    Their quality does not matter to tournaments.
    """

    def blank(diagram: Diagram) -> Image.Image:
        image = Image.new("P", (diagram.size, diagram.size))
        image.putpalette(bytes(3))
        return image

    async def think(_: Workers, question: Question) -> Answer:
        game = engine.games[question.game]
        position = game.read(question.line[-1], question.seats, **question.options)
        return Answer(moves=[position.write(position.legal_moves()[0])])

    async def study(*_: Any, **_more: Any) -> Answer:  # noqa: ANN401 - as the pool has it
        return Answer(value=400)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(painter, "paint", blank)
        patch.setattr(Workers, "think", think)
        patch.setattr(Workers, "study", study)
        yield


async def hold(file: Path, seed: int, report: Report, plans: Sequence[Plan] = PLANS) -> list[str]:
    """Hold tournaments, with their database in a new file; report and return their faults.

    Logged errors are faults, too. The servers are in English and in French by turns.
    """
    wrong: list[str] = []
    store = await Store.open(str(file))
    paces = patient_paces(edited_every=PAUSE, old_edited_every=PAUSE)
    with patient(), unpainted(), noted_errors() as errors:
        env = Env(Damier(store, shard_count=1, paces=paces))
        await env.start()
        for number, plan in enumerate(plans):
            chance = random.Random(f"{seed} {number}")
            language = ("en-US", "fr")[number % 2]
            with opened(env, store, file, language) as club, env.time_context():
                evening = Evening(club, plan, chance)
                try:
                    found = await evening.hold()
                except Exception as error:
                    error.add_note(f"{plan.name}, seed {seed}: {evening.story}")
                    raise
                await env.settle()
            found += [f"logged: {error}" for error in errors]
            errors.clear()
            happened = ", ".join(f"{what} {count}" for what, count in sorted(evening.done.items()))
            report(f"{plan.name}: {len(found)} faults; {happened}")
            wrong += [f"{plan.name}, seed {seed}: {what}" for what in found]
            if found:
                report("\n".join(found))
        await env.shutdown()
        await store.close()
        return [*wrong, *errors]
