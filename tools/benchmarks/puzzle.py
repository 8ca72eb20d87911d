"""The time from ``/puzzle`` or Flip to its picture: ``python -m tools.benchmarks.puzzle``.

The real bot runs in a simulated Discord, with a database on disk. Printed are the milliseconds of
one member's commands and presses, each the median of several, including the simulator's own time.
Flip in a match stands for any private picture. A right move is answered by the bot's reply and a
new picture, a wrong one by its refutation.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from simcord import Env, InteractionResult, MemberActor

from cogs.client.client import Damier
from cogs.learning.puzzle_boards import KIND, DeskPuzzle
from cogs.learning.puzzles import Puzzles
from data import Store
from engine.puzzles import Puzzle
from tests.simulator import patient, patient_paces

REPEATED = 15

GAME = "frisian"


async def times(act: Callable[[], Awaitable[object]]) -> float:
    """Return the median milliseconds of an act, done REPEATED times."""
    taken = []
    for _ in range(REPEATED):
        began = perf_counter()
        await act()
        taken.append(perf_counter() - began)
    return 1000 * median(taken)


def first_wrong(puzzle: Puzzle) -> str:
    position = puzzle.begin()
    written = (position.write(move) for move in position.legal_moves())
    return next(text for text in written if text not in puzzle.solution[0].split("/"))


async def measure(env: Env, bot: Damier, store: Store) -> dict[str, float]:
    """Return the median milliseconds of each act, by its name."""
    guild = env.create_guild("Club")
    channel = guild.create_text_channel("draughts")
    alice = guild.add_member(env.create_user("alice"))
    bob = guild.add_member(env.create_user("bob"))
    me = bot.user
    assert me is not None
    await alice.send(channel, f"{me.mention} challenge {bob.mention} {GAME} white")
    await bob.click(channel.history()[-1], label="Accept")
    board = channel.history()[-1]
    found = {"Flip in a match": await times(lambda: alice.click(board, label="Flip"))}
    found["/puzzle"] = await times(lambda: alice.slash(channel, "puzzle", game=GAME))
    shown = (await alice.slash(channel, "puzzle", game=GAME)).response
    assert shown is not None
    found["Flip of a puzzle"] = await times(lambda: alice.click(shown, label="Flip"))
    book = bot.cog(Puzzles)
    taken: dict[str, list[float]] = {"wrong move": [], "right move": []}
    for _ in range(REPEATED):
        desk = await store.desks.latest(alice.id, KIND)
        assert desk is not None
        puzzle = book.book.get(DeskPuzzle.read(desk.about).puzzle)
        assert puzzle is not None
        for name, move in (
            ("wrong move", first_wrong(puzzle)),
            ("right move", puzzle.solution[0].split("/")[0]),
        ):
            form = await alice.click(shown, label="Type the move")
            began = perf_counter()
            await submit(alice, form, move)
            taken[name].append(perf_counter() - began)
        await alice.click(shown, label="Next puzzle")
    return found | {name: 1000 * median(spans) for name, spans in taken.items()}


async def submit(member: MemberActor, form: InteractionResult, text: str) -> None:
    """Submit a form of one line."""
    assert form.modal is not None
    (label,) = form.modal["components"]
    await member.submit_modal(form, {label["component"]["custom_id"]: text})


async def main() -> None:
    """Print the times, measured with the database in a temporary folder."""
    with TemporaryDirectory() as folder, patient():
        store = await Store.open(str(Path(folder, "damier.db")))
        bot = Damier(store, shard_count=1, paces=patient_paces())
        env = Env(bot)
        await env.start()
        try:
            found = await measure(env, bot, store)
        finally:
            await env.shutdown()
        await store.close()
    for name, milliseconds in found.items():
        sys.stdout.write(f"{name:16} {milliseconds:6.0f} ms\n")


if __name__ == "__main__":
    asyncio.run(main())
