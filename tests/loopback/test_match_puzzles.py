"""SIGKILL while a match is searched for puzzles: nothing is lost or doubled."""

from tests.loopback.killing import KILLED, killed
from tests.loopback.table import Table
from tests.nightly import NIGHTLY

NOTE = "data.learning.match_puzzles:MatchPuzzles.note"

ENDING = [
    "after:data.outcomes.consents:_who_agreed",
    "after:cogs.computers.worker_pool:_answer_of#4",
]
"""Points while a match ends: before the result is stored, and soon after."""

POINTS = [f"before:{NOTE}", f"after:{NOTE}#2"]
"""Points in the search through a match; each bot goes on where the one before it was killed."""

OFTEN = {"SEARCHED_EVERY": "0.5"}

MOVES = """
34-29 19-24 39-34 18-23 29x18 8x30 32-27 12-18 40-34 30x39 49x29 24x33 43x21 3-8 38-33 7-12 42-38
2-7 38-32 20-25 35-30 25x34 44x24 14x34 33x35 9-14 32-28 11-17 31-26 14-20
"""
"""The moves of a match, after which White has a puzzle."""

FOUND = 'SELECT "match", puzzle FROM match_puzzles ORDER BY 1, 2'


@NIGHTLY
async def test_a_match_is_looked_through_to_its_end_once(table: Table) -> None:
    await table.start(**OFTEN)
    for who in (table.ann, table.ben):
        await table.say(who, f"{table.mention} settings puzzles on")
    await table.discord.until(lambda: table.query("SELECT count(*) FROM persons") == [(2,)])
    await table.begin()
    await table.play(*MOVES.split())
    for point in ENDING:
        with killed(point):
            await table.bot.arm(point)
            question = await table.ask(table.ann, "Resign")
            await table.confirm(table.ann, question, patience=None)
            assert await table.bot.exit() == KILLED
            if point != ENDING[-1]:
                await table.start(**OFTEN)
    for point in POINTS:
        with killed(point):
            await table.new_bot(point, **OFTEN).start()
            assert await table.bot.exit() == KILLED
    await table.start(**OFTEN)
    done = "SELECT done FROM puzzle_searches"
    await table.discord.until(lambda: table.query(done) == [(1,)])
    (found,) = table.query(FOUND)
    assert found[1].startswith("frisian-")
    await table.leave()
    assert "Traceback" not in table.bot.log
